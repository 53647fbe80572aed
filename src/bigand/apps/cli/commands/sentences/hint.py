"""`bigand hint`: its place and its sentences."""

PLACE = 63  # in the help
ENGLISH = {
    "hint.help": "tell what follows next from marks, and whether they are right",
    "hint.description": "Tell whether marks are right so far, and what follows next from them: by which rule (strength 1), for which values (2), or all of it (3).",
    "hint.marks": "what is marked already: 'x(1,2), not x(1,3)', or @FILE with such lines; may be given several times",
    "hint.strength": "1: the rule to look at; 2: with the values of its variables; 3: what follows, and why",
    "hint.draw": "with strength 3: draw what is known then",
}
FRENCH = {
    "hint.help": "dire ce qui découle ensuite de marques, et si elles sont justes",
    "hint.description": "Dit si des marques sont justes jusqu'ici, et ce qui en découle ensuite : par quelle règle (force 1), pour quelles valeurs (2), ou tout (3).",
    "hint.marks": "ce qui est déjà marqué : 'x(1,2), not x(1,3)', ou @FICHIER avec de telles lignes ; peut être donné plusieurs fois",
    "hint.strength": "1 : la règle à regarder ; 2 : avec les valeurs de ses variables ; 3 : ce qui en découle, et pourquoi",
    "hint.draw": "avec la force 3 : dessiner ce que l'on sait alors",
}
