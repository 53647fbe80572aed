"""`bigand lightup convert`: its place and its sentences."""

PLACE = 70  # in the help
ENGLISH = {
    "lightup.convert.help": "write a board in another format",
    "lightup.convert.description": "Write a board in another format. Marks (bulbs and dots) are kept by pzprv3, legup, text and svg.",
    "lightup.convert.to": "the format: a game ID, a puzz.link address, a pzprv3 or LEGUP file, a block of janko.at, an array as JSON, plain text, or a picture",
    "lightup.convert.output": "write into a file",
    "lightup.convert.marks_lost": "the bulbs and dots on the board are left out: they are not part of the format `{format}`",
}
FRENCH = {
    "lightup.convert.help": "écrire une grille dans un autre format",
    "lightup.convert.description": "Écrire une grille dans un autre format. Les marques (lampes et points) sont gardées par pzprv3, legup, text et svg.",
    "lightup.convert.to": "le format : un identifiant de partie, une adresse de puzz.link, un fichier pzprv3 ou LEGUP, un bloc de janko.at, un tableau en JSON, du texte simple, ou une image",
    "lightup.convert.output": "écrire dans un fichier",
    "lightup.convert.marks_lost": "les lampes et les points de la grille sont laissés de côté : ils ne font pas partie du format `{format}`",
}
