"""`bigand check`: its place and its sentences."""

PLACE = 30  # in the help
ENGLISH = {
    "check.help": "check files and tell every mistake",
    "check.description": "Check files without expanding them: syntax, names, kinds of values. Every error of a file is told in one run, in source order. Exit code 0 if there is no error, else 1.",
    "check.fix": "write the fixes that are sure into the files",
    "check.fixed": "{name}: {count} written",
    "check.fix_stdin": "the standard input cannot be fixed: give the name of a file",
    "check.ok": "{name}: {assertions}, {assignments}, mode {mode}: nothing wrong",
    "check.ok_warnings": "{name}: {assertions}, {assignments}, mode {mode}: {warnings}",
    "check.wrong": "{name}: {counts}",
    "check.explain": "{wrong}; `bigand explain {code}` tells more",
}
FRENCH = {
    "check.help": "vérifier des fichiers et signaler chaque faute",
    "check.description": "Vérifier des fichiers sans les développer : syntaxe, noms, genres des valeurs. Toutes les erreurs d'un fichier sont dites en une fois, dans l'ordre du texte. Code de sortie 0 s'il n'y a pas d'erreur, sinon 1.",
    "check.fix": "écrire dans les fichiers les corrections qui sont sûres",
    "check.fixed": "{name} : {count} dans ce fichier",
    "check.fix_stdin": "l'entrée standard ne peut pas être corrigée : donnez le nom d'un fichier",
    "check.ok": "{name} : {assertions}, {assignments}, mode {mode} : rien à redire",
    "check.ok_warnings": "{name} : {assertions}, {assignments}, mode {mode} : {warnings}",
    "check.wrong": "{name} : {counts}",
    "check.explain": "{wrong} ; `bigand explain {code}` en dit plus",
}
