"""`bigand export`: its place and its sentences."""

PLACE = 180  # in the help
ENGLISH = {
    "export.help": "write the clauses for other programs",
    "export.description": "Write the clauses of a file for other programs: in DIMACS, with the names of the atoms as comments (the rules that must hold only), in WDIMACS as the MaxSAT evaluations have it since 2022, with what `;;@ soft`, `;;@ minimize` and `;;@ maximize` say (`--to wcnf`), in QDIMACS with the quantifiers in front, or in SMT-LIB 2.6, with the comparisons of numbers and the smallest logic that fits. `--to z3` adds to SMT-LIB what is to be optimised, as Z3 and OptiMathSAT read it.",
    "export.to": "the format: dimacs, wcnf (with costs), qdimacs (the default for files with quantifiers), smtlib (the default for files with numbers), or z3 (SMT-LIB with costs)",
    "export.output": "write into a file",
    "export.table": "write the names and numbers of the atoms into a file, not as comments",
}
FRENCH = {
    "export.help": "écrire les clauses pour d'autres programmes",
    "export.description": "Écrire les clauses d'un fichier pour d'autres programmes : en DIMACS, avec les noms des atomes en commentaires (seulement les règles à respecter), en WDIMACS, celui des compétitions MaxSAT depuis 2022, avec ce que disent `;;@ soft`, `;;@ minimize` et `;;@ maximize` (`--to wcnf`), en QDIMACS avec les quantificateurs en tête, ou en SMT-LIB 2.6, avec les comparaisons de nombres et la plus petite logique qui convient. `--to z3` ajoute à SMT-LIB ce qu'il faut optimiser, comme Z3 et OptiMathSAT le lisent.",
    "export.to": "le format : dimacs, wcnf (avec les coûts), qdimacs (par défaut pour les fichiers avec des quantificateurs), smtlib (par défaut pour les fichiers avec des nombres), ou z3 (SMT-LIB avec les coûts)",
    "export.output": "écrire dans un fichier",
    "export.table": "écrire les noms et numéros des atomes dans un fichier, pas en commentaires",
}
