"""`bigand size`: its place and its sentences."""

PLACE = 170  # in the help
ENGLISH = {
    "size.help": "tell how large each rule is",
    "size.description": "Tell, rule by rule, how many instances it has and how many clauses it makes, as written and as encoded. A rule too large to expand is estimated (~).",
    "size.line": "line",
    "size.instances": "instances",
    "size.written": "as written",
    "size.encoded": "encoded",
    "size.rule": "rule",
}
FRENCH = {
    "size.help": "donner la taille de chaque règle",
    "size.description": "Donner, règle par règle, le nombre de ses instances et celui des clauses qu'elle produit, telle qu'elle est écrite et telle qu'elle est codée. La taille d'une règle trop grande pour être développée est estimée (~).",
    "size.line": "ligne",
    "size.instances": "instances",
    "size.written": "écrites",
    "size.encoded": "codées",
    "size.rule": "règle",
}
