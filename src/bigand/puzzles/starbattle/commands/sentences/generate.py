"""`bigand starbattle generate`: its place and its sentences."""

PLACE = 40  # in the help
ENGLISH = {
    "starbattle.generate.help": "new boards with exactly one solution",
    "starbattle.generate.description": "Makes boards with exactly one solution: the same for the same size, stars and seed.",
    "starbattle.generate.size": "rows and columns (8)",
    "starbattle.generate.stars": "stars in each row, column and region (1)",
    "starbattle.generate.seed": "the number that a board is made from; at random if there is none",
    "starbattle.generate.count": "how many boards, with the seeds that follow",
    "starbattle.generate.to": "rows of letters (the default), a link of puzz.link, or a pzprv3 file",
    "starbattle.generate.timeout": "stop after S seconds for a board (60)",
    "starbattle.generate.progress": "making boards",
}
FRENCH = {
    "starbattle.generate.help": "de nouvelles grilles à solution unique",
    "starbattle.generate.description": "Crée des grilles qui ont exactement une solution : les mêmes pour la même taille, le même nombre d'étoiles et la même graine.",
    "starbattle.generate.size": "lignes et colonnes (8)",
    "starbattle.generate.stars": "étoiles par ligne, par colonne et par région (1)",
    "starbattle.generate.seed": "le nombre dont la grille est tirée ; au hasard s'il n'y en a pas",
    "starbattle.generate.count": "combien de grilles, avec les graines suivantes",
    "starbattle.generate.to": "des lignes de lettres (par défaut), un lien puzz.link, ou un fichier pzprv3",
    "starbattle.generate.timeout": "s'arrêter après S secondes par grille (60)",
    "starbattle.generate.progress": "création de grilles",
}
