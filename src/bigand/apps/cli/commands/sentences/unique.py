"""`bigand unique`: its place and its sentences."""

PLACE = 65  # in the help
ENGLISH = {
    "unique.help": "tell whether there is exactly one solution",
    "unique.description": "Tell whether a model has exactly one solution; of several, show two, with the atoms in which they differ.",
}
FRENCH = {
    "unique.help": "dire s'il y a exactement une solution",
    "unique.description": "Dit si un modèle a exactement une solution ; s'il y en a plusieurs, en montre deux, avec les atomes par lesquels elles diffèrent.",
}
