"""`bigand explain`: its place and its sentences."""

PLACE = 150  # in the help
ENGLISH = {
    "explain.help": "tell more about the code of a message",
    "explain.description": "Tell what a code means, why it is so, and show a wrong and a right example. Without a code, list them all.",
    "explain.code": "the code, like N101",
    "explain.unknown": "there is no code `{code}`",
    "explain.near": "did you mean `{near}`?",
    "explain.list": "`bigand explain` lists all codes",
    "explain.wrong": "wrong:",
    "explain.right": "right:",
}
FRENCH = {
    "explain.help": "en dire plus sur le code d'un message",
    "explain.description": "Expliquer ce que signifie un code et pourquoi il en est ainsi, avec un exemple faux et un exemple juste. Sans code, les énumérer tous.",
    "explain.code": "le code, comme N101",
    "explain.unknown": "il n'y a pas de code `{code}`",
    "explain.near": "vouliez-vous dire `{near}` ?",
    "explain.list": "`bigand explain` énumère tous les codes",
    "explain.wrong": "faux :",
    "explain.right": "juste :",
}
