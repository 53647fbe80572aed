"""`bigand watersort convert`: its place and its sentences."""

PLACE = 60  # in the help
ENGLISH = {
    "watersort.convert.help": "write a level in another form",
    "watersort.convert.description": "Write a level as text (a line for each tube, or upright), as JSON, as the model that is taught, in bigand's language (`bigand plan` solves it), or as a picture.",
    "watersort.convert.to": "the form",
    "watersort.convert.rule": "what a pour moves in the model: all it can (`pour`) or one `layer`",
    "watersort.convert.output": "write into a file",
}
FRENCH = {
    "watersort.convert.help": "écrire un niveau sous une autre forme",
    "watersort.convert.description": "Écrire un niveau comme texte (une ligne par tube, ou debout), en JSON, comme le modèle enseigné, dans le langage de bigand (`bigand plan` le résout), ou comme image.",
    "watersort.convert.to": "la forme",
    "watersort.convert.rule": "ce qu'un versement déplace dans le modèle : tout ce qu'il peut (`pour`) ou une couche (`layer`)",
    "watersort.convert.output": "écrire dans un fichier",
}
