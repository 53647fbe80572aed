"""`bigand forced`: its place and its sentences."""

PLACE = 60  # in the help
ENGLISH = {
    "forced.help": "list the atoms that have the same value in every model",
    "forced.description": "List the atoms that have the same value in every model of a file. With --reason ATOM: why this one is forced, on the lines of the file.",
    "forced.full": "with --reason: tell all of it, not only what fits on a screen",
    "forced.reason": "say why this atom is forced",
    "forced.json": "print the answer as JSON",
    "forced.true": "true in every model:",
    "forced.false": "false in every model:",
    "forced.numbers": "the same in every model:",
    "forced.none": "no atom is forced",
    "forced.summary": "{forced} of {atoms} forced",
}
FRENCH = {
    "forced.help": "donner les atomes qui ont la même valeur dans tous les modèles",
    "forced.description": "Donner les atomes qui ont la même valeur dans tous les modèles d'un fichier. Avec --reason ATOME : pourquoi celui-ci est forcé, sur les lignes du fichier.",
    "forced.full": "avec --reason : tout dire, et pas seulement ce qui tient sur un écran",
    "forced.reason": "dire pourquoi cet atome est forcé",
    "forced.json": "donner la réponse en JSON",
    "forced.true": "vrais dans tous les modèles :",
    "forced.false": "faux dans tous les modèles :",
    "forced.numbers": "les mêmes dans tous les modèles :",
    "forced.none": "aucun atome n'est forcé",
    "forced.summary": "{forced} sur {atoms} forcés",
}
