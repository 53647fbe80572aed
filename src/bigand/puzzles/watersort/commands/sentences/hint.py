"""`bigand watersort hint`: its place and its sentences."""

PLACE = 30  # in the help
ENGLISH = {
    "watersort.hint.help": "tell one move of a shortest plan, and why",
    "watersort.hint.description": "Tell one move that begins a shortest plan, what it is good for, and how many are left then. With --moves the moves that were made already come first. Exit code 8 if the tubes cannot be sorted any more.",
    "watersort.hint.json": "print the hint as JSON",
    "watersort.hint.lost": "the tubes cannot be sorted from here: go back some moves",
    "watersort.hint.said": "{said}: {why}; then {left} to go",
    "watersort.hint.last": "{said}: {why}, and all is sorted",
    "watersort.hint.uncovers": "{why}, and uncovers {colour}",
}
FRENCH = {
    "watersort.hint.help": "donner un coup d'un plan aussi court que possible, et sa raison",
    "watersort.hint.description": "Donner le premier coup d'un plan aussi court que possible, ce à quoi il sert, et combien il en reste ensuite. Avec --moves, les coups déjà joués viennent d'abord. Code de sortie 8 si les tubes ne peuvent plus être triés.",
    "watersort.hint.json": "écrire l'indice en JSON",
    "watersort.hint.lost": "à partir d'ici, les tubes ne peuvent plus être triés : revenez quelques coups en arrière",
    "watersort.hint.said": "{said} : {why} ; puis encore {left}",
    "watersort.hint.last": "{said} : {why}, et tout est trié",
    "watersort.hint.uncovers": "{why}, et découvre la couleur {colour}",
}
