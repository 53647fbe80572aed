"""`bigand witness`: its place and its sentences."""

PLACE = 50  # in the help
ENGLISH = {
    "witness.help": "say what each rule is good for: what would be possible without it",
    "witness.description": "For each rule of a file: a model that breaks only this rule (“without it this becomes possible”), or that the other rules imply it, so that it changes nothing. A rule that changes nothing is often one that does not say what was meant.",
    "witness.timeout": "stop after so many seconds (default {default})",
    "witness.json": "print the answer as JSON",
    "witness.summary": "{rules}: {needed} needed, {implied} that change nothing",
    "witness.summary_unknown": "{rules} not judged: the time is up, or the rule is too large; try a larger `--timeout` or smaller sets",
}
FRENCH = {
    "witness.help": "dire à quoi sert chaque règle : ce qui serait possible sans elle",
    "witness.description": "Pour chaque règle d'un fichier : un modèle qui n'enfreint qu'elle (« sans elle, ceci devient possible »), ou bien que les autres règles l'impliquent, de sorte qu'elle ne change rien. Une règle qui ne change rien ne dit souvent pas ce que l'on voulait dire.",
    "witness.timeout": "s'arrêter après tant de secondes (par défaut {default})",
    "witness.json": "donner la réponse en JSON",
    "witness.summary": "{rules} : {needed} nécessaires, {implied} qui ne changent rien",
    "witness.summary_unknown": "{rules} sans verdict : le temps est écoulé, ou la règle est trop grande ; essayez un `--timeout` plus grand ou des ensembles plus petits",
}
