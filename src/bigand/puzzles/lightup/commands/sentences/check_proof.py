"""`bigand lightup check-proof`: its place and its sentences."""

PLACE = 80  # in the help
ENGLISH = {
    "lightup.check-proof.help": "check a proof of LEGUP, step by step",
    "lightup.check-proof.description": "Check a proof in a file of LEGUP (the older dialect too). Every step is judged on the board before it, and whatever the file says of itself is not believed. What is wrong is told with the step, the cells and the reason; where a step does not follow, a solution of the board is shown that it would rule out. Exit code 0 if the proof is accepted, 1 if it is not, 3 if a limit was reached.",
    "lightup.check-proof.file": "a file of LEGUP with a proof, or `-`",
    "lightup.check-proof.json": 'print {{"accepted": …, "errors": […]}} as JSON; cells are [x, y] from the top left, as in the file',
    "lightup.check-proof.only": "accept only these rules: names or ids, with commas between them",
    "lightup.check-proof.board": "accept only proofs of this board (in any format; of a file of LEGUP the goal counts too, of an exercise also its rules)",
    "lightup.check-proof.max_cells": "refuse boards with more cells than this ({default})",
    "lightup.check-proof.output": "write the proof again, as LEGUP's current program has it",
    "lightup.check-proof.older": "write the older dialect with --output",
}
FRENCH = {
    "lightup.check-proof.help": "vérifier une preuve de LEGUP, étape par étape",
    "lightup.check-proof.description": "Vérifier une preuve dans un fichier de LEGUP (l'ancien dialecte aussi). Chaque étape est jugée sur la grille qui la précède, et ce que le fichier dit de lui-même n'est pas cru. Ce qui est faux est dit avec l'étape, les cases et la raison ; quand une étape ne découle pas de ce qui précède, une solution de la grille qu'elle exclurait est montrée. Code de sortie 0 si la preuve est acceptée, 1 si elle ne l'est pas, 3 si une limite a été atteinte.",
    "lightup.check-proof.file": "un fichier de LEGUP avec une preuve, ou `-`",
    "lightup.check-proof.json": 'afficher {{"accepted": …, "errors": […]}} en JSON ; les cases sont [x, y] depuis le coin en haut à gauche, comme dans le fichier',
    "lightup.check-proof.only": "n'accepter que ces règles : noms ou identifiants, séparés par des virgules",
    "lightup.check-proof.board": "n'accepter que des preuves de cette grille (dans n'importe quel format ; d'un fichier de LEGUP, le but compte aussi, d'un exercice ses règles aussi)",
    "lightup.check-proof.max_cells": "refuser les grilles qui ont plus de cases ({default})",
    "lightup.check-proof.output": "réécrire la preuve, telle que l'écrit le programme actuel de LEGUP",
    "lightup.check-proof.older": "écrire l'ancien dialecte avec --output",
}
