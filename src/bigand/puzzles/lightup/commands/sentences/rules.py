"""`bigand lightup rules`: its place and its sentences."""

PLACE = 110  # in the help
ENGLISH = {
    "lightup.rules.help": "list the rules that proofs use",
    "lightup.rules.description": "List the rules of LEGUP by which proofs are checked, each with its id, its kind and what it says. With names, show only those, with an example before and after.",
    "lightup.rules.name": "a rule, by its name or its id",
    "lightup.rules.svg": "write a picture of each rule into a folder",
    "lightup.rules.contradiction": "contradiction",
    "lightup.rules.direct": "direct rule",
    "lightup.rules.case": "case rule",
    "lightup.rules.before": "before:",
    "lightup.rules.after": "after:",
    "lightup.rules.or": "or:",
    "lightup.rules.never": "this board has no solution",
}
FRENCH = {
    "lightup.rules.help": "donner la liste des règles des preuves",
    "lightup.rules.description": "Donner la liste des règles de LEGUP par lesquelles les preuves sont vérifiées, chacune avec son identifiant, son genre et ce qu'elle dit. Avec des noms, ne montrer que celles-là, avec un exemple avant et après.",
    "lightup.rules.name": "une règle, par son nom ou son identifiant",
    "lightup.rules.svg": "écrire une image de chaque règle dans un dossier",
    "lightup.rules.contradiction": "contradiction",
    "lightup.rules.direct": "règle directe",
    "lightup.rules.case": "règle de cas",
    "lightup.rules.before": "avant :",
    "lightup.rules.after": "après :",
    "lightup.rules.or": "ou :",
    "lightup.rules.never": "cette grille n'a pas de solution",
}
