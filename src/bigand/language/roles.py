"""The words for the roles of arguments in a `;;@ view`, in English and French."""

STEP = frozenset({"step", "time", "étape", "etape", "temps", "pas", "instant", "turn", "tour"})
TUBE = frozenset({"tube", "column", "colonne", "stack", "pile", "bottle", "bouteille", "peg", "piquet"})
LAYER = frozenset({"layer", "level", "height", "étage", "etage", "niveau", "couche", "hauteur", "row", "position"})
ROW = frozenset({"row", "line", "ligne", "rank", "rangée", "rangee", "y", "i"})
COLUMN = frozenset({"column", "col", "colonne", "file", "x", "j"})
CHESS = frozenset({"rank", "file"})  # rows from below, columns by letters
COLOUR = frozenset({"colour", "color", "couleur", "group", "groupe", "class", "classe", "team", "équipe", "equipe"})
START = frozenset({"from", "de", "source", "origin", "origine", "start", "départ", "depart"})
END = frozenset({"to", "vers", "target", "destination", "but", "end", "arrivée", "arrivee"})
