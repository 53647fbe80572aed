"""`bigand ask`: its place and its sentences."""

PLACE = 230  # in the help
ENGLISH = {
    "ask.help": "answer a question as JSON, for programs",
    "ask.description": "Read a question as JSON and print its answer as JSON: all that the other commands do, for programs. A question cannot run commands of this machine, and names no files: texts and data are in it.",
    "ask.file": "a file with the question, or - for the standard input",
    "ask.list": "list the names of all questions",
    "ask.schema": "print the JSON Schema of a question and its answers",
    "ask.nothing": "there is no question: name a file, or - for the standard input",
}
FRENCH = {
    "ask.help": "répondre à une question en JSON, pour les programmes",
    "ask.description": "Lire une question en JSON et afficher sa réponse en JSON : tout ce que font les autres commandes, pour les programmes. Une question ne peut pas lancer de commandes de cette machine et ne nomme pas de fichiers : les textes et les données y figurent.",
    "ask.file": "un fichier contenant la question, ou - pour l'entrée standard",
    "ask.list": "énumérer les noms de toutes les questions",
    "ask.schema": "afficher le schéma JSON d'une question et de ses réponses",
    "ask.nothing": "il n'y a pas de question : nommez un fichier, ou - pour l'entrée standard",
}
