"""`bigand view`: its place and its sentences."""

PLACE = 90  # in the help
ENGLISH = {
    "view.help": "draw a model: boards, tubes, graphs, step by step",
    "view.description": "Draw a model of FILE as its `;;@ view` lines or `--as` ask for it. FILE may also be an answer that was saved: lines as TouIST prints them (`1 p(0,1,2,green)`), the JSON of `bigand solve`, or what `bigand solve` prints; or give it as ANSWER, and FILE says how it is drawn. Either may be `-`, the standard input.",
    "view.answer": "an answer that was saved, drawn as FILE says",
    "view.as": "how to draw: 'tubes p(step,tube,layer,colour)', 'board x(row,column) as queen', 'graph edge(from,to) colour(node,colour)', or as any line `;;@ view` says it; may be given several times",
    "view.number": "which model, if there are several (1)",
    "view.step": "one step after the other: a key shows the next one",
    "view.sheet": "all steps beside each other as one SVG file",
    "view.both": "only one of FILE and ANSWER can be the standard input",
    "view.bad_number": "the number of a model is 1 or more",
    "view.fewer": "there are not so many models",
}
FRENCH = {
    "view.help": "dessiner un modèle : plateaux, tubes, graphes, étape par étape",
    "view.description": "Dessine un modèle de FILE comme le demandent ses lignes `;;@ view` ou `--as`. FILE peut aussi être une réponse enregistrée : des lignes comme celles de TouIST (`1 p(0,1,2,vert)`), le JSON de `bigand solve`, ou ce que `bigand solve` affiche ; ou bien donnez-la comme ANSWER, et FILE dit comment la dessiner. L'un des deux peut être `-`, l'entrée standard.",
    "view.answer": "une réponse enregistrée, dessinée comme FILE le dit",
    "view.as": "comment dessiner : 'tubes p(étape,tube,couche,couleur)', 'board x(ligne,colonne) as reine', 'graph arete(de,vers) couleur(sommet,couleur)', ou comme toute ligne `;;@ view` le dit ; peut être donné plusieurs fois",
    "view.number": "quel modèle, s'il y en a plusieurs (1)",
    "view.step": "une étape après l'autre : une touche montre la suivante",
    "view.sheet": "toutes les étapes côte à côte dans un seul fichier SVG",
    "view.both": "l'entrée standard ne peut être que l'un des deux, FILE ou ANSWER",
    "view.bad_number": "le numéro d'un modèle est 1 ou plus",
    "view.fewer": "il n'y a pas autant de modèles",
}
