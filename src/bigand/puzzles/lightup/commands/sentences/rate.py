"""`bigand lightup rate`: its place and its sentences."""

PLACE = 50  # in the help
ENGLISH = {
    "lightup.rate.help": "how hard a board is: a level and a number",
    "lightup.rate.description": "Rate boards by the steps that they need: `easy` gives way to single deductions, `tricky` needs set arguments, `hard` cases, `expert` cases within cases. The number grows with the number of steps and what each takes. Exit code 0 if all boards have exactly one solution, 8 if not.",
    "lightup.rate.boards": "the boards: files, texts, or `-`",
    "lightup.rate.batch": "rate many boards: one a line, answered by one line of JSON each, in the same order",
    "lightup.rate.json": "print the rating as JSON",
    "lightup.rate.which": "give BOARDs, or many with --batch FILE",
    "lightup.rate.rated": "{level} {number}",
    "lightup.rate.bad": "no level: this is not a board",
    "lightup.rate.none": "no level: there is no solution",
    "lightup.rate.multiple": "no level: there are several solutions",
    "lightup.rate.progress": "rating",
}
FRENCH = {
    "lightup.rate.help": "évaluer la difficulté d'une grille : un niveau et un nombre",
    "lightup.rate.description": "Évaluer des grilles d'après les étapes qu'elles demandent : `easy` cède aux déductions simples, `tricky` demande des arguments d'ensemble, `hard` des cas, `expert` des cas dans des cas. Le nombre croît avec celui des étapes et ce que chacune demande. Code de sortie 0 si toutes les grilles ont exactement une solution, 8 sinon.",
    "lightup.rate.boards": "les grilles : des fichiers, des textes, ou `-`",
    "lightup.rate.batch": "évaluer beaucoup de grilles : une par ligne, chacune suivie d'une ligne de JSON, dans le même ordre",
    "lightup.rate.json": "afficher l'évaluation en JSON",
    "lightup.rate.which": "donnez des grilles BOARD, ou plusieurs avec --batch FILE",
    "lightup.rate.rated": "{level} {number}",
    "lightup.rate.bad": "pas de niveau : ce n'est pas une grille",
    "lightup.rate.none": "pas de niveau : il n'y a pas de solution",
    "lightup.rate.multiple": "pas de niveau : il y a plusieurs solutions",
    "lightup.rate.progress": "évaluation",
}
