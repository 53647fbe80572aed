"""`bigand unique`: its place and its sentences."""

PLACE = 65  # in the help
ENGLISH = {
    "unique.help": "tell whether there is exactly one solution",
    "unique.description": "Tell whether a model has exactly one solution; of several, show two, with the atoms in which they differ.",
    "unique.several": "{name} has several solutions. Two of them:",
    "unique.differing": "they differ in {count}: {names}",
    "unique.needless": "each of these clues can be left out: {clues}",
    "unique.all_needed": "{count}, none of which can be left out",
    "unique.missing": "with these clues only the first would be left: {clues}",
}
FRENCH = {
    "unique.help": "dire s'il y a exactement une solution",
    "unique.description": "Dit si un modèle a exactement une solution ; s'il y en a plusieurs, en montre deux, avec les atomes par lesquels elles diffèrent.",
    "unique.several": "{name} a plusieurs solutions. En voici deux :",
    "unique.differing": "elles diffèrent par {count} : {names}",
    "unique.needless": "chacun de ces indices peut être supprimé : {clues}",
    "unique.all_needed": "{count}, dont aucun n'est de trop",
    "unique.missing": "avec ces indices, il ne resterait que la première : {clues}",
}
