"""`bigand lightup check`: its place and its sentences."""

PLACE = 20  # in the help
ENGLISH = {
    "lightup.check.help": "tell what is wrong with the marks, or still dark",
    "lightup.check.description": "Look at the bulbs and dots on a board and tell, cell by cell, what breaks a rule, what can no longer be right, and what is still to be done. The solution is not looked at and nothing of it is given away. Exit code 0 if the board is solved, 8 if it is not finished, 1 if something is wrong.",
    "lightup.check.can_finish": "tell also whether the marks can still become a solution, without saying how",
    "lightup.check.json": "print the findings as JSON",
    "lightup.check.sees": "this bulb sees another: {others}",
    "lightup.check.too_many": "{bulbs} beside this clue, which says {wanted}: {others}",
    "lightup.check.too_few": "this clue says {wanted}, and there is no room left for that many bulbs",
    "lightup.check.unlightable": "dark, and nothing can light this cell any more",
    "lightup.check.unmet": "this clue says {wanted} and has {bulbs} beside it so far",
    "lightup.check.finding": "{place}: {said}",
    "lightup.check.dark": "still dark: {places}",
    "lightup.check.is_wrong": "{count}",
    "lightup.check.is_open": "nothing wrong so far; not finished",
    "lightup.check.is_solved": "solved",
    "lightup.check.finishable": "the marks can still become a solution",
    "lightup.check.unfinishable": "the marks cannot become a solution any more",
}
FRENCH = {
    "lightup.check.help": "dire quelles marques sont fausses et quelles cases restent sombres",
    "lightup.check.description": "Regarder les lampes et les points d'une grille et dire, case par case, ce qui enfreint une règle, ce qui ne peut plus devenir juste, et ce qui reste à faire. La solution n'est pas regardée et rien n'en est dévoilé. Code de sortie 0 si la grille est résolue, 8 si elle n'est pas finie, 1 si quelque chose est faux.",
    "lightup.check.can_finish": "dire aussi si les marques peuvent encore devenir une solution, sans dire comment",
    "lightup.check.json": "afficher les constats en JSON",
    "lightup.check.sees": "cette lampe en voit une autre : {others}",
    "lightup.check.too_many": "{bulbs} à côté de cet indice, qui dit {wanted} : {others}",
    "lightup.check.too_few": "cet indice dit {wanted}, et il n'y a plus de place pour autant de lampes",
    "lightup.check.unlightable": "sombre, et rien ne peut plus éclairer cette case",
    "lightup.check.unmet": "cet indice dit {wanted} et n'a encore que {bulbs} à côté",
    "lightup.check.finding": "{place} : {said}",
    "lightup.check.dark": "encore sombres : {places}",
    "lightup.check.is_wrong": "{count}",
    "lightup.check.is_open": "rien de faux jusqu'ici, mais la grille n'est pas finie",
    "lightup.check.is_solved": "résolue",
    "lightup.check.finishable": "les marques peuvent encore devenir une solution",
    "lightup.check.unfinishable": "les marques ne peuvent plus devenir une solution",
}
