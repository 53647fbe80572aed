"""`bigand verify`: its place and its sentences."""

PLACE = 190  # in the help
ENGLISH = {
    "verify.help": "check a proof that a file has no model",
    "verify.description": "Check a proof, in DRAT or LRAT, that a file has no model: the file is expanded again, and every step of the proof must follow from its clauses, down to the empty one. The check shares nothing with the solvers. A proof belongs to the clauses that `bigand export` writes with the same options. Exit code 0 if it holds, 1 if not, 3 if a limit was reached.",
    "verify.proof": "the proof; `-` is the standard input",
    "verify.twice": "the file and the proof cannot both be the standard input",
    "verify.yes": "verified: {name} has no model ({format}, {steps} from {clauses})",
    "verify.no": "not verified: {place}: {reason}",
    "verify.another": "a proof belongs to one file: were the same --set, --data and --as-written said when it was written?",
    "verify.empty": "the empty clause",
}
FRENCH = {
    "verify.help": "vérifier une preuve qu'un fichier n'a pas de modèle",
    "verify.description": "Vérifier une preuve, en DRAT ou LRAT, qu'un fichier n'a pas de modèle : le fichier est développé de nouveau, et chaque étape de la preuve doit découler de ses clauses, jusqu'à la clause vide. La vérification ne partage rien avec les solveurs. Une preuve va avec les clauses que `bigand export` écrit avec les mêmes options. Code de sortie 0 si elle est juste, 1 sinon, 3 si une limite est atteinte.",
    "verify.proof": "la preuve ; `-` est l'entrée standard",
    "verify.twice": "le fichier et la preuve ne peuvent pas être tous deux l'entrée standard",
    "verify.yes": "vérifié : {name} n'a pas de modèle ({format}, {steps} à partir de {clauses})",
    "verify.no": "non vérifié : {place} : {reason}",
    "verify.another": "une preuve va avec un seul fichier : --set, --data et --as-written étaient-ils les mêmes quand elle a été écrite ?",
    "verify.empty": "la clause vide",
}
