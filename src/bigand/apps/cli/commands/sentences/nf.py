"""`bigand nf`: its place and its sentences."""

PLACE = 220  # in the help
ENGLISH = {
    "nf.help": "a normal form of a small formula, step by step",
    "nf.description": "Bring a small formula into negation, conjunctive or disjunctive normal form, with the steps shown.",
    "nf.form": "the form: nnf, cnf (default) or dnf",
    "nf.expanded": "expanded:",
    "nf.connectives": "only ¬, ∧ and ∨ (a ⇒ b is ¬a ∨ b):",
    "nf.negations": "negations moved inwards (De Morgan):",
    "nf.distributed": "distributed, what follows from the rest left out:",
}
FRENCH = {
    "nf.help": "mettre une petite formule en forme normale, pas à pas",
    "nf.description": "Mettre une petite formule en forme normale négative, conjonctive ou disjonctive, en montrant les étapes.",
    "nf.form": "la forme : nnf, cnf (par défaut) ou dnf",
    "nf.expanded": "développée :",
    "nf.connectives": "seulement ¬, ∧ et ∨ (a ⇒ b est ¬a ∨ b) :",
    "nf.negations": "négations poussées vers l'intérieur (De Morgan) :",
    "nf.distributed": "distribuée, sans ce qui découle du reste :",
}
