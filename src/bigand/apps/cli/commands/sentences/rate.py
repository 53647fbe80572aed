"""`bigand rate`: its place and its sentences."""

PLACE = 64  # in the help
ENGLISH = {
    "rate.help": "tell how hard a model is for people",
    "rate.description": "Tell how hard a model is for people, from its steps (see `bigand steps`): easy if single rules suffice, tricky with up to 3 instances at once, hard with up to 9, else expert; and a number that counts all steps.",
    "rate.several": "several solutions: rated is what all of them share",
    "rate.time": "not all steps were found in time",
    "rate.size": "  {steps} by {instances}",
}
FRENCH = {
    "rate.help": "dire à quel point un modèle est difficile pour une personne",
    "rate.description": "Dit à quel point un modèle est difficile pour une personne, d'après ses étapes (voir `bigand steps`) : facile si des règles seules suffisent, astucieux jusqu'à 3 instances à la fois, difficile jusqu'à 9, sinon expert ; et un nombre qui compte toutes les étapes.",
    "rate.several": "plusieurs solutions : on juge ce qu'elles ont toutes en commun",
    "rate.time": "toutes les étapes n'ont pas été trouvées à temps",
    "rate.size": "  {steps} par {instances}",
}
