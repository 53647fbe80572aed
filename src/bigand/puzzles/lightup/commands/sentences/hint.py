"""`bigand lightup hint`: its place and its sentences."""

PLACE = 30  # in the help
ENGLISH = {
    "lightup.hint.help": "the next step only: where to look, which rule, or the step",
    "lightup.hint.description": "Give a hint for the board with the bulbs and dots that are on it, as little as you like: `where` to look, which `rule` helps there, or the whole `step`. If a mark is wrong, that is told first. Exit code 0 if there is a hint, 1 if a mark is wrong, 8 if there is nothing to deduce.",
    "lightup.hint.strength": "how much to tell: `where` (the default), `rule` or `step`",
    "lightup.hint.json": "print the hint as JSON",
    "lightup.hint.where.clue": "Look at the clue {clue} in {site}.",
    "lightup.hint.where.cell": "Look at the cell in {site}: what can light it?",
    "lightup.hint.where.case": "Look at the cell in {site}: what if it had a bulb, what if not?",
    "lightup.hint.solved": "the board is solved",
    "lightup.hint.nothing": "nothing more can be deduced: there are several solutions",
    "lightup.hint.none": "the board has no solution, whatever is marked (`solve` tells why)",
    "lightup.hint.wrong.rule": "The mark in {site} is wrong.",
    "lightup.hint.wrong.bulb": "There is no bulb in {site}: take it away.",
    "lightup.hint.wrong.dot": "The dot in {site} is wrong: a bulb belongs there.",
    "lightup.hint.wrong.several": "The marks cannot all be right: the last to fit in is in {site}.",
}
FRENCH = {
    "lightup.hint.help": "donner l'étape suivante seulement : où regarder, quelle règle, ou l'étape entière",
    "lightup.hint.description": "Donner une indication pour la grille avec les lampes et les points qui y sont, aussi petite que l'on veut : `where`, où regarder ; `rule`, quelle règle y aide ; `step`, l'étape entière. Si une marque est fausse, c'est dit d'abord. Code de sortie 0 s'il y a une indication, 1 si une marque est fausse, 8 s'il n'y a rien à déduire.",
    "lightup.hint.strength": "combien en dire : `where` (par défaut), `rule` ou `step`",
    "lightup.hint.json": "afficher l'indication en JSON",
    "lightup.hint.where.clue": "Regardez l'indice {clue} ({site}).",
    "lightup.hint.where.cell": "Regardez la case {site} : qu'est-ce qui peut l'éclairer ?",
    "lightup.hint.where.case": "Regardez la case {site} : et si elle avait une lampe, et sinon ?",
    "lightup.hint.solved": "la grille est résolue",
    "lightup.hint.nothing": "on ne peut rien déduire de plus : il y a plusieurs solutions",
    "lightup.hint.none": "la grille n'a pas de solution, quelles que soient les marques (`solve` dit pourquoi)",
    "lightup.hint.wrong.rule": "La marque en {site} est fausse.",
    "lightup.hint.wrong.bulb": "Il n'y a pas de lampe en {site} : enlevez-la.",
    "lightup.hint.wrong.dot": "Le point en {site} est faux : il y faut une lampe.",
    "lightup.hint.wrong.several": "Les marques ne peuvent pas toutes être justes : la dernière à s'ajouter est en {site}.",
}
