"""`bigand generate`: its place and its sentences."""

PLACE = 66  # in the help
ENGLISH = {
    "generate.help": "make new boards of a puzzle that is a model",
    "generate.description": "Make new boards of a puzzle that is a model: with exactly one solution and as few clues as can be. The file says with `;;@ clues given(row,column,value)` what a board may give, and with `;;@ free tree(row,column)` what else may differ.",
    "generate.count": "so many boards (1)",
    "generate.level": "only boards of this level (see `bigand rate`)",
    "generate.symmetry": "clues come and go together: turned by half a turn or a quarter, mirrored",
    "generate.seed": "another number gives other boards (0)",
    "generate.fixed": "a clue that every board has, like 'given(1,1,5)'; may be given several times",
    "generate.to": "write the boards: as data for the same file, as a file with this board, as SVG, or as a PDF with solutions",
    "generate.out": "where to write; of several boards a folder",
    "generate.pdf_out": "a PDF needs a file: say `--out boards.pdf`",
    "generate.solution": "{name} {number}: solution",
}
FRENCH = {
    "generate.help": "créer de nouvelles grilles d'un casse-tête qui est un modèle",
    "generate.description": "Crée de nouvelles grilles d'un casse-tête qui est un modèle : avec exactement une solution et aussi peu d'indices que possible. Le fichier dit par `;;@ clues donne(ligne,colonne,valeur)` ce qu'une grille peut donner, et par `;;@ free arbre(ligne,colonne)` ce qui peut être autre encore.",
    "generate.count": "tant de grilles (1)",
    "generate.level": "seulement des grilles de ce niveau (voir `bigand rate`)",
    "generate.symmetry": "les indices vont ensemble : tournés d'un demi-tour ou d'un quart, en miroir",
    "generate.seed": "un autre nombre donne d'autres grilles (0)",
    "generate.fixed": "un indice que toute grille a, comme 'donne(1,1,5)' ; peut être donné plusieurs fois",
    "generate.to": "écrire les grilles : comme données pour le même fichier, comme fichier avec cette grille, en SVG, ou en PDF avec solutions",
    "generate.out": "où écrire ; pour plusieurs grilles, un dossier",
    "generate.pdf_out": "un PDF demande un fichier : dites `--out grilles.pdf`",
    "generate.solution": "{name} {number} : solution",
}
