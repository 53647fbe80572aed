"""The kinds of views that `;;@ view` can name, and the words for steps. `view/kinds/` draws them."""

import re
from typing import NamedTuple

from bigand.messages.message import Message, bilingual_message

STEP_WORDS = frozenset({"step", "time", "étape", "etape", "temps", "pas", "instant", "turn", "tour"})


class ViewKind(NamedTuple):
    """A kind of view: example shapes, and the possible numbers of arguments besides the step (empty: any)."""

    english: str
    french: str  # the same roles in the same order
    sizes: tuple[int, ...] = ()


# All kinds. If two views fit equally well, the kind that comes first here is drawn.
KINDS = {
    "tubes": ViewKind("p(step,tube,layer,colour)", "p(étape,tube,couche,couleur)", (3,)),
    "board": ViewKind("p(step,row,column,piece)", "p(étape,ligne,colonne,pièce)", (2, 3, 4)),
    "graph": ViewKind("edge(from,to) colour(node,colour)", "arete(de,vers) couleur(sommet,couleur)", (1, 2, 3)),
    "timeline": ViewKind("works(who,day,task)", "travaille(qui,jour,tache)", (2, 3)),
    "grid": ViewKind("p(step,row,column)", "p(étape,ligne,colonne)"),
    "table": ViewKind("p(step,item,value)", "p(étape,objet,valeur)"),
    "hidden": ViewKind("p(step,row,column)", "p(étape,ligne,colonne)"),
}
_ROLE = re.compile(r"(?<=[(,])\w+")
KINDS_TEXT = ", ".join([f"`{name}`" for name in KINDS])


def roles_of(kind: str) -> list[str]:
    """The roles of a kind in the order of its example."""
    return list(dict.fromkeys(_ROLE.findall(KINDS[kind].english)))


def french_role_words() -> dict[str, str]:
    """The French word for each role of all kinds."""
    pairs = [(_ROLE.findall(kind.english), _ROLE.findall(kind.french)) for kind in KINDS.values()]
    return {english: french for words in pairs for english, french in zip(*words, strict=True)}


def example_directive(kind_name: str) -> Message:
    """An example line that requests a kind of view."""
    kind = KINDS[kind_name]
    return bilingual_message(f";;@ view {kind_name} {kind.english}", f";;@ view {kind_name} {kind.french}")
