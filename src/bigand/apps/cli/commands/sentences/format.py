"""`bigand format`: its place and its sentences."""

PLACE = 100  # in the help
ENGLISH = {
    "format.help": "lay out a file, keeping its comments",
    "format.description": "Lay out files: one item a line, bodies indented, blanks as in this project's examples. Only blanks and line ends change, never a token or a comment. Prints the result, or writes it with --write.",
    "format.write": "write the result into the files",
    "format.check": "write nothing; exit with 1 if a file would change",
    "format.diff": "show what would change",
    "format.changed": "{name}: laid out",
    "format.would_change": "{name}: would be laid out anew",
    "format.errors": "{name}: not laid out, because it has errors (`bigand check` tells them)",
}
FRENCH = {
    "format.help": "mettre en page un fichier, en gardant ses commentaires",
    "format.description": "Mettre en page des fichiers : un élément par ligne, les corps en retrait, les blancs comme dans les exemples du projet. Seuls les blancs et les fins de ligne changent, jamais un mot ni un commentaire. Affiche le résultat, ou l'écrit avec --write.",
    "format.write": "écrire le résultat dans les fichiers",
    "format.check": "ne rien écrire ; code de sortie 1 si un fichier changerait",
    "format.diff": "montrer ce qui changerait",
    "format.changed": "{name} : mis en page",
    "format.would_change": "{name} : serait mis en page autrement",
    "format.errors": "{name} : non mis en page, car il contient des erreurs (`bigand check` les montre)",
}
