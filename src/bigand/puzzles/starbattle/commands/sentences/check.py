"""`bigand starbattle check`: its place and its sentences."""

PLACE = 20  # in the help
ENGLISH = {
    "starbattle.check.help": "what is wrong with the marks on a board",
    "starbattle.check.description": "Tells which stars touch, and where there are too many; never where the others go.",
    "starbattle.check.touching": "The stars in {cells} touch.",
    "starbattle.check.row": "Row {name} has too many stars: {cells}.",
    "starbattle.check.column": "Column {name} has too many stars: {cells}.",
    "starbattle.check.region": "Region {name} has too many stars: {cells}.",
    "starbattle.check.solved": "This is solved.",
    "starbattle.check.open": "Nothing is wrong so far, and stars are missing.",
}
FRENCH = {
    "starbattle.check.help": "ce qui ne va pas dans les marques d'une grille",
    "starbattle.check.description": "Dit quelles étoiles se touchent, et où il y en a trop ; jamais où vont les autres.",
    "starbattle.check.touching": "Les étoiles en {cells} se touchent.",
    "starbattle.check.row": "La ligne {name} a trop d'étoiles : {cells}.",
    "starbattle.check.column": "La colonne {name} a trop d'étoiles : {cells}.",
    "starbattle.check.region": "La région {name} a trop d'étoiles : {cells}.",
    "starbattle.check.solved": "La grille est résolue.",
    "starbattle.check.open": "Rien de faux jusqu'ici, et il manque des étoiles.",
}
