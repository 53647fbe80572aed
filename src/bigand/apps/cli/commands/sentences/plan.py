"""`bigand plan`: its place and its sentences."""

PLACE = 80  # in the help
ENGLISH = {
    "plan.help": "find the shortest plan and draw its steps",
    "plan.description": "Find the least number of steps for which a file has a model: the file says `;;@ horizon $k in [1..40]`, and each value of $k is tried from the smallest up, until one has a model. The plan is drawn step by step where a `;;@ view` line of the file names the index of the step, as in `;;@ view tubes p(step,tube,layer,colour)`. Exit code 0 if there is a plan, 8 if there is none for any value, 3 if a limit was reached.",
    "plan.none_up_to": "no plan up to {value}",
    "plan.found": "plan of {steps}",
    "plan.cost_proved": "cost {cost}: no plan of this length is better",
    "plan.cost_open": "cost {cost}, not proved: the bound is {bound}",
    "plan.joint": "; ",
}
FRENCH = {
    "plan.help": "trouver le plan le plus court et dessiner ses étapes",
    "plan.description": "Trouver le plus petit nombre d'étapes pour lequel un fichier a un modèle : le fichier dit `;;@ horizon $k in [1..40]`, et chaque valeur de $k est essayée, de la plus petite à la plus grande, jusqu'à ce que l'une ait un modèle. Le plan est dessiné étape par étape si une ligne `;;@ view` du fichier nomme l'indice de l'étape, comme `;;@ view tubes p(étape,tube,niveau,couleur)`. Code de sortie 0 s'il y a un plan, 8 s'il n'y en a pour aucune valeur, 3 si une limite est atteinte.",
    "plan.none_up_to": "pas de plan jusqu'à {value}",
    "plan.found": "plan de {steps}",
    "plan.cost_proved": "coût {cost} : aucun plan de cette longueur n'est meilleur",
    "plan.cost_open": "coût {cost}, sans preuve : la borne est {bound}",
    "plan.joint": " ; ",
}
