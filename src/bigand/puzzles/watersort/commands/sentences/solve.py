"""`bigand watersort solve`: its place and its sentences."""

PLACE = 10  # in the help
ENGLISH = {
    "watersort.solve.help": "find a plan with the least number of moves",
    "watersort.solve.description": "Find a shortest plan and show it. Every plan is checked by the rules of the game before it is shown. If no plan exists, that is told with the number of states that were looked at. Exit code 0 if there is a plan, 8 if there is none, 3 if a limit was reached.",
    "watersort.solve.engine": "how: `search` (A*, the default), or `model` (the model that is taught, as in the examples), for small levels",
    "watersort.solve.max_moves": "`model` gives up after so many moves ({default})",
    "watersort.solve.draw": "draw the tubes after each move",
    "watersort.solve.step": "go through the plan in the terminal, key by key",
    "watersort.solve.json": "print the answer as JSON; tubes are counted from 1",
    "watersort.solve.found": "{moves}; no plan is shorter ({engine})",
    "watersort.solve.found_by_search": "{moves}; no plan is shorter ({states} met)",
    "watersort.solve.sorted": "the tubes are sorted already",
    "watersort.solve.none": "there is no solution: the search is exhausted ({states}, none of them sorted)",
    "watersort.solve.more_tubes": "with {tubes} more it could be solved",
    "watersort.solve.title": "Water Sort",
    "watersort.solve.start": "the beginning, {moves} to go",
    "watersort.solve.move": "{number}/{count}: {said}",
}
FRENCH = {
    "watersort.solve.help": "trouver un plan avec le moins de coups possible",
    "watersort.solve.description": "Trouver un plan aussi court que possible et le montrer. Chaque plan est vérifié selon les règles du jeu avant d'être montré. S'il n'y en a pas, c'est dit, avec le nombre d'états qui ont été vus. Code de sortie 0 s'il y a un plan, 8 s'il n'y en a pas, 3 si une limite a été atteinte.",
    "watersort.solve.engine": "comment : `search` (A*, par défaut), ou `model` (le modèle enseigné, celui des exemples), pour de petits niveaux",
    "watersort.solve.max_moves": "`model` abandonne après ce nombre de coups ({default})",
    "watersort.solve.draw": "dessiner les tubes après chaque coup",
    "watersort.solve.step": "parcourir le plan dans le terminal, touche après touche",
    "watersort.solve.json": "écrire la réponse en JSON ; les tubes sont comptés à partir de 1",
    "watersort.solve.found": "{moves} ; aucun plan n'est plus court ({engine})",
    "watersort.solve.found_by_search": "{moves} ; aucun plan n'est plus court ({states} vus)",
    "watersort.solve.sorted": "les tubes sont déjà triés",
    "watersort.solve.none": "il n'y a pas de solution : la recherche est épuisée ({states}, aucun n'est trié)",
    "watersort.solve.more_tubes": "avec {tubes} de plus, il y en aurait une",
    "watersort.solve.title": "Water Sort",
    "watersort.solve.start": "le début, encore {moves}",
    "watersort.solve.move": "{number}/{count} : {said}",
}
