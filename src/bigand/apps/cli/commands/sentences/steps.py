"""`bigand steps`: its place and its sentences."""

PLACE = 62  # in the help
ENGLISH = {
    "steps.help": "solve a model in steps that people can follow",
    "steps.description": "Solve a model in steps that people can follow: each by the fewest instances of your rules, told by the comment above the rule. Easy steps come first. Where small steps do not lead on, the opposite is supposed, and shown to be impossible.",
    "steps.full": "every step with its rules, their bindings and what it follows from, not only what fits on a screen",
    "steps.svg": "write a picture of each step into this folder",
    "steps.html": "write a page that shows the steps one after the other",
}
FRENCH = {
    "steps.help": "résoudre un modèle par étapes que l'on peut suivre",
    "steps.description": "Résout un modèle par étapes que l'on peut suivre : chacune par le moins possible d'instances de vos règles, dites par le commentaire au-dessus de la règle. Les étapes faciles viennent d'abord. Là où de petites étapes ne suffisent pas, on suppose le contraire, et l'on montre que c'est impossible.",
    "steps.full": "chaque étape avec ses règles, leurs valeurs et ce dont elle découle, et pas seulement ce qui tient sur un écran",
    "steps.svg": "écrire un dessin de chaque étape dans ce dossier",
    "steps.html": "écrire une page qui montre les étapes l'une après l'autre",
}
