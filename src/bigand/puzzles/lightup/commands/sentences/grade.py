"""`bigand lightup grade`: its place and its sentences."""

PLACE = 100  # in the help
ENGLISH = {
    "lightup.grade.help": "see `bigand grade`, which grades proofs too",
    "lightup.grade.description": "The proofs of a class are graded as models are: `bigand grade BOARD FILES --out OUT.csv`, where BOARD is the board, an exercise, or a proof of it.",
    "lightup.grade.words": "anything",
    "lightup.grade.moved": "proofs are graded by `bigand grade BOARD FILES --out OUT.csv`, where BOARD is the board, an exercise with its goal and rules, or a proof of it",
}
FRENCH = {
    "lightup.grade.help": "voir `bigand grade`, qui note aussi les preuves",
    "lightup.grade.description": "Les preuves d'une classe sont notées comme les modèles : `bigand grade GRILLE FICHIERS --out SORTIE.csv`, où GRILLE est la grille, un exercice, ou une preuve de celle-ci.",
    "lightup.grade.words": "n'importe quoi",
    "lightup.grade.moved": "les preuves sont notées par `bigand grade GRILLE FICHIERS --out SORTIE.csv`, où GRILLE est la grille, un exercice avec son but et ses règles, ou une preuve de celle-ci",
}
