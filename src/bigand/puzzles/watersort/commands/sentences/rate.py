"""`bigand watersort rate`: its place and its sentences."""

PLACE = 40  # in the help
ENGLISH = {
    "watersort.rate.help": "tell how hard a level is",
    "watersort.rate.description": "Tell how hard a level is: how often somebody wins who pours without a plan (easy from 60 %, medium from 20 %, hard from 2 %, else expert), how many moves it takes, how many pours there are to choose from, and how many of them lead to where the tubes cannot be sorted any more. Exit code 8 if there is no solution.",
    "watersort.rate.json": "print the rating as JSON",
    "watersort.rate.grade": "level: {grade}",
    "watersort.rate.won": "without a plan {won} of {games} are won",
    "watersort.rate.moves": "{moves}, at least {bound} as can be told at first sight: {detours} on detours",
    "watersort.rate.choices": "{choices} pours to choose from, on average",
    "watersort.rate.traps": "{others} ways leave the plan, and {lost} of them are dead ends",
    "watersort.rate.open": "of {open} this was not found out",
}
FRENCH = {
    "watersort.rate.help": "évaluer la difficulté d'un niveau",
    "watersort.rate.description": "Évaluer la difficulté d'un niveau : combien de fois gagne quelqu'un qui verse sans plan (facile à partir de 60 %, moyen à partir de 20 %, difficile à partir de 2 %, sinon expert), combien de coups il faut, entre combien de versements on a le choix, et combien mènent là où les tubes ne peuvent plus être triés. Code de sortie 8 s'il n'y a pas de solution.",
    "watersort.rate.json": "écrire l'évaluation en JSON",
    "watersort.rate.grade": "niveau : {grade}",
    "watersort.rate.won": "sans plan, {won} gagnées sur {games}",
    "watersort.rate.moves": "{moves}, au moins {bound} à première vue : {detours} de détour",
    "watersort.rate.choices": "{choices} versements au choix, en moyenne",
    "watersort.rate.traps": "{others} chemins quittent le plan, dont {lost} sont des impasses",
    "watersort.rate.open": "pour {open} d'entre eux, le temps n'a pas suffi pour le savoir",
}
