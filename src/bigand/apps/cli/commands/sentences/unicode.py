"""`bigand unicode`: its place and its sentences."""

PLACE = 130  # in the help
ENGLISH = {
    "unicode.help": "print a file as mathematics in the terminal",
    "unicode.description": "Print the formulas of a file, unexpanded, as mathematics in plain characters.",
    "unicode.flat": "one line for each formula",
    "unicode.width": "the width of a line (by default that of the terminal)",
}
FRENCH = {
    "unicode.help": "écrire un fichier en notation mathématique dans le terminal",
    "unicode.description": "Écrire les formules d'un fichier, non développées, en notation mathématique, avec de simples caractères.",
    "unicode.flat": "une ligne par formule",
    "unicode.width": "la largeur d'une ligne (par défaut celle du terminal)",
}
