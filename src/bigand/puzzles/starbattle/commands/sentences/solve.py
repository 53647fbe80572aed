"""`bigand starbattle solve`: its place and its sentences."""

PLACE = 10  # in the help
ENGLISH = {
    "starbattle.solve.help": "the solution, and whether it is the only one",
    "starbattle.solve.description": "Finds the stars from the model in bigand's language, and tells whether there is no other way to set them; if there is, two are shown.",
    "starbattle.solve.keep_marks": "only solutions that agree with the marks on the board",
    "starbattle.solve.svg": "draw the solutions as SVG, or the board if there is none",
    "starbattle.solve.unique": "This is the only solution.",
    "starbattle.solve.multiple": "There are several solutions: these are two of them.",
    "starbattle.solve.none": "There is no solution.",
}
FRENCH = {
    "starbattle.solve.help": "la solution, et si elle est la seule",
    "starbattle.solve.description": "Trouve les étoiles à partir du modèle écrit dans le langage de bigand, et dit s'il n'y a pas d'autre solution ; s'il y en a, deux sont montrées.",
    "starbattle.solve.keep_marks": "seulement les solutions en accord avec les marques de la grille",
    "starbattle.solve.svg": "dessiner les solutions en SVG, ou la grille s'il n'y en a pas",
    "starbattle.solve.unique": "C'est la seule solution.",
    "starbattle.solve.multiple": "Il y a plusieurs solutions : en voici deux.",
    "starbattle.solve.none": "Il n'y a pas de solution.",
}
