"""`bigand lightup check-steps`: its place and its sentences."""

PLACE = 90  # in the help
ENGLISH = {
    "lightup.check-steps.help": "judge single steps, one a line",
    "lightup.check-steps.description": 'Judge single steps: a record of JSON a line in, {{"verdict": "valid"}} or {{"verdict": "invalid"}} a line out, in the same order. A record has `rule` or `rule_id`, the board `before` as a list of rows, and for a direct rule the board `after`, for a case rule the list of boards `after`; `scope` and `cell` say that only one cell is meant. A line that is no such record is invalid, and says why.',
    "lightup.check-steps.file": "a file with a record a line, or `-`",
    "lightup.check-steps.why": "tell also what is wrong, and a solution that the step would rule out",
    "lightup.check-steps.timeout": "give up when a step takes more than so many seconds",
}
FRENCH = {
    "lightup.check-steps.help": "juger des étapes isolées, une par ligne",
    "lightup.check-steps.description": 'Juger des étapes isolées : un objet JSON par ligne en entrée, {{"verdict": "valid"}} ou {{"verdict": "invalid"}} par ligne en sortie, dans le même ordre. Un objet a `rule` ou `rule_id`, la grille `before` comme liste de lignes, et pour une règle directe la grille `after`, pour une règle de cas la liste de grilles `after` ; `scope` et `cell` disent qu\'il s\'agit d\'une seule case. Une ligne qui n\'est pas un tel objet est invalide, et dit pourquoi.',
    "lightup.check-steps.file": "un fichier avec un objet par ligne, ou `-`",
    "lightup.check-steps.why": "dire aussi ce qui est faux, et une solution que l'étape exclurait",
    "lightup.check-steps.timeout": "abandonner quand une étape prend plus que ce nombre de secondes",
}
