"""`bigand equiv`: its place and its sentences."""

PLACE = 200  # in the help
ENGLISH = {
    "equiv.help": "whether two files say the same",
    "equiv.description": "Tell whether two files have the same models. Exit code 0 if they have, 8 if not; then an assignment is shown (and drawn, with `;;@ view`) that one of them accepts and the other does not.",
    "equiv.other": "the other file",
    "equiv.yes": "equivalent",
    "equiv.no": "not equivalent: {accepts} accepts this, {refuses} does not:",
}
FRENCH = {
    "equiv.help": "dire si deux fichiers disent la même chose",
    "equiv.description": "Dire si deux fichiers ont les mêmes modèles. Code de sortie 0 si oui, 8 sinon ; on montre alors une affectation (dessinée, s'il y a un `;;@ view`) que l'un admet et l'autre non.",
    "equiv.other": "l'autre fichier",
    "equiv.yes": "équivalents",
    "equiv.no": "pas équivalents : {accepts} admet ceci, {refuses} non :",
}
