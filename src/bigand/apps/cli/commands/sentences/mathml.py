"""`bigand mathml`: its place and its sentences."""

PLACE = 120  # in the help
ENGLISH = {
    "mathml.help": "print a file as MathML",
    "mathml.description": "Print the formulas of a file, unexpanded, as MathML, which browsers draw by themselves.",
    "mathml.page": "a whole HTML page",
}
FRENCH = {
    "mathml.help": "écrire un fichier en MathML",
    "mathml.description": "Écrire les formules d'un fichier, non développées, en MathML, que les navigateurs dessinent d'eux-mêmes.",
    "mathml.page": "une page HTML entière",
}
