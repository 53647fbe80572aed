"""`bigand lightup grade`: its place and its sentences."""

PLACE = 100  # in the help
ENGLISH = {
    "lightup.grade.help": "check the proofs of a class into a table",
    "lightup.grade.description": "Check every file in a folder and the folders in it, and write a table (CSV) with a line for each: whether it is accepted, what it claims of itself, its steps, and the first thing that is wrong. Files that are no proofs have their line too.",
    "lightup.grade.folder": "the folder with the files",
    "lightup.grade.output": "write the table into a file",
    "lightup.grade.timeout": "give up on a file after so many seconds (60)",
    "lightup.grade.no_folder": "`{name}` is not a folder",
    "lightup.grade.progress": "checking",
    "lightup.grade.summary": "{accepted} of {count} accepted",
}
FRENCH = {
    "lightup.grade.help": "vérifier les preuves d'une classe dans un tableau",
    "lightup.grade.description": "Vérifier tous les fichiers d'un dossier et de ses sous-dossiers, et écrire un tableau (CSV) avec une ligne pour chacun : s'il est accepté, ce qu'il prétend de lui-même, ses étapes, et le premier défaut. Les fichiers qui ne sont pas des preuves ont leur ligne aussi.",
    "lightup.grade.folder": "le dossier avec les fichiers",
    "lightup.grade.output": "écrire le tableau dans un fichier",
    "lightup.grade.timeout": "abandonner un fichier après tant de secondes (60)",
    "lightup.grade.no_folder": "`{name}` n'est pas un dossier",
    "lightup.grade.progress": "vérification",
    "lightup.grade.summary": "{accepted} sur {count} acceptées",
}
