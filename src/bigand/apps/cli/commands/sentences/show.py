"""`bigand show`: its place and its sentences."""

PLACE = 140  # in the help
ENGLISH = {
    "show.help": "show a stage of the work: tokens, tree, ground, prenex or cnf",
    "show.description": "Show what a stage makes of a file, for teaching and debugging.",
    "show.stage": "the stage: tokens, tree, ground (expanded), prenex (QBF: quantifiers in front) or cnf (clauses)",
}
FRENCH = {
    "show.help": "montrer une étape du travail : tokens, tree, ground, prenex ou cnf",
    "show.description": "Montrer ce qu'une étape fait d'un fichier, pour enseigner et pour chercher une faute.",
    "show.stage": "l'étape : tokens (les mots), tree (l'arbre), ground (développé), prenex (QBF : quantificateurs en tête) ou cnf (clauses)",
}
