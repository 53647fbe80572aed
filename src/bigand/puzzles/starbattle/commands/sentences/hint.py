"""`bigand starbattle hint`: its place and its sentences."""

PLACE = 30  # in the help
ENGLISH = {
    "starbattle.hint.help": "what follows next, and why",
    "starbattle.hint.description": "Marks one cell of which follows whether it has a star, and tells the rules that say so; of all such cells one with a short reason.",
    "starbattle.hint.solved": "This is solved.",
    "starbattle.hint.open": "Nothing follows of any cell: there are several solutions.",
    "starbattle.hint.none": "There is no solution with these marks. What cannot hold together:",
    "starbattle.hint.star": "Row {row}, column {column} has a star. Without one these cannot hold together:",
    "starbattle.hint.empty": "Row {row}, column {column} has no star. With one these cannot hold together:",
}
FRENCH = {
    "starbattle.hint.help": "ce qui suit, et pourquoi",
    "starbattle.hint.description": "Marque une case dont on peut déduire si elle a une étoile, et dit quelles règles l'imposent ; parmi ces cases, une dont la raison est courte.",
    "starbattle.hint.solved": "La grille est résolue.",
    "starbattle.hint.open": "Rien ne se déduit d'aucune case : il y a plusieurs solutions.",
    "starbattle.hint.none": "Il n'y a pas de solution avec ces marques. Ce qui est incompatible :",
    "starbattle.hint.star": "Ligne {row}, colonne {column} : une étoile. Sans elle, ceci serait incompatible :",
    "starbattle.hint.empty": "Ligne {row}, colonne {column} : pas d'étoile. Avec une étoile, ceci serait incompatible :",
}
