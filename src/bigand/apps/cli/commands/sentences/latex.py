"""`bigand latex`: its place and its sentences."""

PLACE = 110  # in the help
ENGLISH = {
    "latex.help": "print a file as LaTeX",
    "latex.description": "Print the formulas of a file, unexpanded, as LaTeX.",
    "latex.for": "for whom: mathjax (default) or katex in a page, document for a whole article",
}
FRENCH = {
    "latex.help": "écrire un fichier en LaTeX",
    "latex.description": "Écrire les formules d'un fichier, non développées, en LaTeX.",
    "latex.for": "pour qui : mathjax (par défaut) ou katex dans une page, document pour un article entier",
}
