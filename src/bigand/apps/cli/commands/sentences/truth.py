"""`bigand truth`: its place and its sentences."""

PLACE = 210  # in the help
ENGLISH = {
    "truth.help": "the truth table of a small formula",
    "truth.description": "Print the truth table of a small formula, expanded.",
    "truth.summary": "true in {true} of {rows} rows",
}
FRENCH = {
    "truth.help": "afficher la table de vérité d'une petite formule",
    "truth.description": "Écrire la table de vérité d'une petite formule, développée.",
    "truth.summary": "vraie dans {true} lignes sur {rows}",
}
