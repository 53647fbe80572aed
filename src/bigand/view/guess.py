"""Which views fit a model whose file names none, best first.

A predicate's shape decides: which of its arguments are numbers, whether one of them has exactly one value for all
others, whether what is empty stands above what is not; then how the rules call its arguments, and how it is called
itself. Each kind of view gives points for what speaks for it; with enough of them it may be drawn unasked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bigand.language.syntax import Program, Shape, View
from bigand.view.exhibit import SURE, Guess, GuessedShape
from bigand.view.hints import Hints, hints, word_of
from bigand.view.layers import Truths
from bigand.view.palette import EMPTY, is_colour
from bigand.view.pieces import DRAWN, LOWEST_FIRST
from bigand.view.scene import LARGEST, Index, Row

_MOST_ITEMS = 20_000  # of a file whose rules are read for hints
_MOST_LAYERS = 12
_MOSTLY = 0.9

# What arguments are called: whole words, and letters that are only a weak hint.
_WORDS = {
    "step": ({"step", "etape", "etat", "state", "time", "temps", "instant", "turn", "tour", "moment"}, "tie"),
    "tube": ({"tube", "pile", "stack", "bottle", "bouteille", "peg", "piquet", "flacon", "tower", "tour"}, "tub"),
    "layer": ({"layer", "level", "etage", "couche", "niveau", "hauteur", "height", "position"}, "elh"),
    "colour": ({"colour", "color", "couleur"}, "c"),
    "row": ({"row", "ligne", "line", "lig", "rangee", "rank"}, "irlya"),
    "column": ({"column", "col", "colonne", "file"}, "jcxb"),
    "value": ({"value", "val", "valeur", "chiffre", "digit", "number", "nombre", "colour", "couleur"}, "vnkdc"),
    "node": ({"node", "noeud", "sommet", "vertex", "city", "ville", "region", "station", "pays", "place"}, "uvab"),
}
_EDGES = {
    "edge", "arete", "arc", "adjacent", "adj", "voisin", "voisine", "neighbour", "neighbor", "link", "lien", "road",
    "route", "connected", "touche", "border", "frontiere", "succ", "successor", "suivant", "knows", "connait",
    "ami", "friend", "path", "chemin", "beats", "bat",
}  # fmt: skip
_ONE_WAY = {"arc", "succ", "successor", "suivant", "beats", "bat"}
_FRENCH = {
    "step": "étape", "layer": "couche", "colour": "couleur", "row": "ligne", "column": "colonne", "value": "valeur",
    "node": "sommet", "from": "de", "to": "vers", "item": "objet",
}  # fmt: skip
_ORDER = ("tubes", "board", "graph", "grid", "table")  # of two with as many points


def guesses(solution: Truths, program: Program, is_french: bool = False) -> list[Guess]:
    """All views that fit somehow, the best first."""
    told = hints(program if len(program.items) <= _MOST_ITEMS else Program(()))
    facts = [fact for name in solution.predicates if (fact := _facts(name, solution, told)) is not None]
    found = [guess for fact in facts for guess in _of_one(fact)]
    found += [*_together(facts), *_graphs(facts)]
    found.sort(key=lambda guess: (-guess.points, _ORDER.index(guess.kind)))
    return [_in_french(guess) for guess in found] if is_french else found


def with_guess(solution: Truths, program: Program, is_french: bool = False) -> tuple[Program, Guess | None]:
    """A program that says how its models are drawn: its own views, else the best guess if that is sure.

    The guess is given whether it is sure or not, but only where the program has no view.
    """
    if any([isinstance(directive, View) for directive in program.directives]):
        return program, None
    best = next(iter(guesses(solution, program, is_french)), None)
    if best is None or not best.is_sure:
        return program, best
    shapes = [Shape(shape.predicate, shape.roles, shape.look) for shape in best.shapes]
    return replace(program, directives=(*program.directives, View(best.kind, tuple(shapes)))), best


# ---------------------------------------------------------------------- what is known of a predicate


class _Facts(Struct, frozen=True):
    """A predicate all of whose atoms have as many arguments: their values, their words, and which is the step."""

    name: str
    rows: Sequence[Row]
    true: Sequence[Row]
    values: tuple[frozenset[Index], ...]
    words: tuple[frozenset[str], ...]
    step: int | None
    is_step_sure: bool

    @property
    def free(self) -> list[int]:
        """The arguments beside the step."""
        return [at for at in range(len(self.values)) if at != self.step]

    def is_numeric(self, place: int) -> bool:
        return all([isinstance(value, int) for value in self.values[place]])

    def is_compact(self, place: int) -> bool:
        """Whether an argument has numbers from 0 or 1 on, without gaps."""
        if not self.is_numeric(place):
            return False
        numbers = sorted([value for value in self.values[place] if isinstance(value, int)])
        return numbers[0] in (0, 1) and numbers[-1] - numbers[0] + 1 == len(numbers)

    def likely(self, place: int, role: str) -> int:
        """How much the words for an argument speak for a role: 3 for a whole word, 1 for a letter."""
        whole, letters = _WORDS[role]
        words = self.words[place]
        if any([word in whole or _contains(word, whole) for word in words]):
            return 3
        return int(any([len(word) == 1 and word in letters for word in words]))

    def shape(self, roles: dict[int, str], look: str = "") -> GuessedShape:
        """The predicate in a view; arguments that have no role are called as the rules call them."""
        if self.step is not None:
            roles = {**roles, self.step: "step"}
        names = [roles.get(at) or self._called(at) for at in range(len(self.values))]
        return GuessedShape(self.name, tuple(names), look)

    def _called(self, place: int) -> str:
        words = sorted([word for word in self.words[place] if len(word) > 2 and word not in _WORDS["step"][0]])
        return words[0] if words else "item" if place == (self.free or [0])[0] else "value"


def _contains(word: str, whole: set[str]) -> bool:
    return any([len(one) >= 4 and (word.startswith(one) or word.endswith(one)) for one in whole])


def _facts(name: str, solution: Truths, told: Hints) -> _Facts | None:
    rows, true = solution.frame_rows(name, only_true=False), solution.frame_rows(name)
    if not true or len(rows) > LARGEST or not rows[0] or any([len(row) != len(rows[0]) for row in rows]):
        return None
    values = tuple([frozenset([row[at] for row in rows]) for at in range(len(rows[0]))])
    words = tuple([told.of(name, at) for at in range(len(values))])
    plain = _Facts(name, rows, true, values, words, None, False)
    numeric = [at for at in range(len(values)) if plain.is_numeric(at)]
    sure = [at for at in numeric if (name, at) in told.steps or plain.likely(at, "step") == 3]
    if sure:
        return replace(plain, step=sure[0], is_step_sure=True)
    # Four arguments of which the first counts from 0, as states do.
    if len(values) == 4 and 0 in numeric and 0 in values[0] and plain.is_compact(0):
        return replace(plain, step=0)
    return plain


# ---------------------------------------------------------------------- one predicate


def _of_one(fact: _Facts) -> Iterator[Guess]:
    if len(fact.free) == 3:
        for content in fact.free:
            first, second = [at for at in fact.free if at != content]
            for tube, layer in ((first, second), (second, first)):
                yield from _tubes(fact, tube, layer, content)
            yield from _board(fact, first, second, content)
    elif len(fact.free) == 2:
        yield from _marks(fact, *fact.free)
    if fact.is_step_sure or len(fact.free) == 2:
        yield from _table(fact)


def _single(fact: _Facts, content: int) -> float:
    """Which share of the places holds one thing only."""
    held = Counter([(*row[:content], *row[content + 1 :]) for row in fact.true])
    return sum([count == 1 for count in held.values()]) / len(held)


def _tubes(fact: _Facts, tube: int, layer: int, content: int) -> Iterator[Guess]:
    single = _single(fact, content)
    if fact.is_numeric(content) or not fact.is_compact(layer) or len(fact.values[layer]) > _MOST_LAYERS:
        return
    if single < 0.5:
        return
    spoken = fact.likely(tube, "tube") + fact.likely(layer, "layer")
    points = (
        (3 if _is_piled(fact, layer, content) else 0 if spoken >= 2 else -1)
        + (single >= _MOSTLY)
        + spoken
        + min(1, fact.likely(content, "colour"))
        + all([is_colour(str(name)) for name in fact.values[content]])
        - (2 if _is_board_spoken(fact, tube, layer) > spoken else 0)
    )
    yield Guess("tubes", (fact.shape({tube: "tube", layer: "layer", content: "colour"}),), points)


def _is_board_spoken(fact: _Facts, a: int, b: int) -> int:
    first, second = sorted((a, b))
    return fact.likely(first, "row") + fact.likely(second, "column")


def _is_piled(fact: _Facts, layer: int, content: int) -> bool:
    """Whether something is empty and something is not, and all that is empty stands above."""
    piles: dict[Row, dict[int, bool]] = {}
    for row in fact.true:
        pile = piles.setdefault(tuple([one for at, one in enumerate(row) if at not in (layer, content)]), {})
        level = row[layer]
        assert isinstance(level, int)
        pile[level] = pile.get(level, False) or str(row[content]).lower() not in EMPTY
    fillings = [[pile[level] for level in sorted(pile)] for pile in piles.values()]
    is_mixed = any([True in filling for filling in fillings]) and any([False in filling for filling in fillings])
    return is_mixed and all([filling == sorted(filling, reverse=True) for filling in fillings])


def _board(fact: _Facts, row: int, column: int, content: int) -> Iterator[Guess]:
    """Squares with what stands on each."""
    single = _single(fact, content)
    across = len(fact.values[row]) * len(fact.values[column])
    if single < 0.5 or min(len(fact.values[row]), len(fact.values[column])) < 2 or across > LARGEST:
        return
    if fact.likely(row, "column") + fact.likely(column, "row") > fact.likely(row, "row") + fact.likely(
        column, "column"
    ):
        row, column = column, row
    times = 1 if fact.step is None else len(fact.values[fact.step])
    held = len({(*one[:content], *one[content + 1 :]) for one in fact.true})
    points = (
        (single >= _MOSTLY)
        + (2 if held >= _MOSTLY * across * times else 0)
        + (fact.values[row] == fact.values[column])
        + (content == fact.free[-1])
        + fact.likely(row, "row")
        + fact.likely(column, "column")
        + min(1, fact.likely(content, "value"))
        - (0 if fact.is_compact(row) and fact.is_compact(column) else 3)
    )
    yield Guess("board", (fact.shape({row: "row", column: "column", content: "value"}),), points)


def _marks(fact: _Facts, row: int, column: int) -> Iterator[Guess]:
    """Squares, some of them marked. Without steps a grid is drawn anyway: only what looks better is sure."""
    if not (fact.is_compact(row) and fact.is_compact(column)) or _is_named(fact.name, _EDGES):
        return
    spoken = fact.likely(row, "row") + fact.likely(column, "column")
    is_drawn = _is_drawn(fact.name)
    queens = _are_queens(fact, row, column)
    points = spoken + (fact.values[row] == fact.values[column]) + 3 * is_drawn + 3 * queens + fact.is_step_sure
    if fact.step is None and not (is_drawn or queens):
        points = min(points, SURE - 1)
    kind = "board" if is_drawn or queens or spoken >= 2 or fact.step is None else "grid"
    look = "queen" if queens and not is_drawn else ""
    yield Guess(kind, (fact.shape({row: "row", column: "column"}, look),), points)


def _are_queens(fact: _Facts, row: int, column: int) -> bool:
    """Whether on a square board each row has one mark, and no two share a column or a diagonal."""
    if fact.step is not None or not 4 <= len(fact.true) == len(fact.values[row]) == len(fact.values[column]):
        return False
    places = [
        (down, across)
        for one in fact.true
        if isinstance(down := one[row], int) and isinstance(across := one[column], int)
    ]
    lines = ([y for y, _ in places], [x for _, x in places], [y + x for y, x in places], [y - x for y, x in places])
    return all([len(set(line)) == len(places) for line in lines])


def _table(fact: _Facts) -> Iterator[Guess]:
    """A list, for what has steps step by step: more than a list of atoms only if it has the first step."""
    if fact.step is None:
        yield Guess("table", (fact.shape({}),), int(_single(fact, fact.free[1]) == 1))
        return
    is_state = 0 in fact.values[fact.step]
    yield Guess("table", (fact.shape({}),), SURE if is_state else SURE - 1)


# ---------------------------------------------------------------------- several predicates


def _together(facts: Sequence[_Facts]) -> Iterator[Guess]:
    """Predicates on one board that are named after what can be drawn."""
    marks = [
        fact
        for fact in facts
        if _is_drawn(fact.name) and len(fact.free) == 2 and all([fact.is_numeric(at) for at in fact.free])
    ]
    if len(marks) > 1 and len({fact.step is None for fact in marks}) == 1:
        marks.sort(
            key=lambda fact: LOWEST_FIRST.index(next(one for one in LOWEST_FIRST if fact.name.lower() in one))
        )
        shapes = [fact.shape({fact.free[0]: "row", fact.free[1]: "column"}) for fact in marks]
        yield Guess("board", tuple(shapes), 2 + 3 * len(marks))


def _graphs(facts: Sequence[_Facts]) -> Iterator[Guess]:
    """Edges between things of one kind, with what is said of these things."""
    for fact in facts:
        if len(fact.free) not in (2, 3):
            continue
        start, end, *said = fact.free
        shared = fact.values[start] & fact.values[end]
        if 2 * len(shared) < min(len(fact.values[start]), len(fact.values[end])):
            continue
        is_named = _is_named(fact.name, _EDGES)
        if (fact.is_numeric(start) or said) and not is_named:
            continue
        points = (
            3 * is_named
            + 2 * (not fact.is_numeric(start))
            + (not any([row[start] == row[end] for row in fact.true]))
            + max(fact.likely(start, "node"), fact.likely(end, "node"))
        )
        is_one_way = _is_named(fact.name, _ONE_WAY) or _goes_one_way(fact, start, end)
        roles = {start: "from", end: "to"} if is_one_way else {start: "node", end: "node"}
        nodes = fact.values[start] | fact.values[end]
        others = [shape for other in facts if other is not fact for shape in _on_nodes(other, nodes)]
        yield Guess("graph", (fact.shape({**roles, **dict.fromkeys(said, "value")}), *others), points)


def _goes_one_way(fact: _Facts, start: int, end: int) -> bool:
    """Whether both ways are possible somewhere, and one of them is chosen."""
    every = {(row[start], row[end]) for row in fact.rows}
    true = {(row[start], row[end]) for row in fact.true}
    both = [(a, b) for a, b in every if a != b and (b, a) in every]
    return any([((a, b) in true) != ((b, a) in true) for a, b in both])


def _on_nodes(fact: _Facts, nodes: frozenset[Index]) -> Iterator[GuessedShape]:
    """A predicate that gives nodes a colour, or chooses some of them."""
    if len(fact.free) == 1 and fact.values[fact.free[0]] <= nodes:
        yield fact.shape({fact.free[0]: "node"})
    elif len(fact.free) == 2:
        for node, colour in (fact.free, fact.free[::-1]):
            if fact.values[node] <= nodes and not fact.values[colour] & nodes and _single(fact, colour) == 1:
                yield fact.shape({node: "node", colour: "colour"})
                return


def _is_drawn(name: str) -> bool:
    """Whether a predicate is named after something that can be drawn; a letter alone is no name."""
    return len(name) > 1 and name.lower() in DRAWN


def _is_named(name: str, words: set[str]) -> bool:
    return any([word_of(part) in words for part in name.split("_")])


def _in_french(guess: Guess) -> Guess:
    shapes = [
        replace(shape, roles=tuple([_FRENCH.get(role, role) for role in shape.roles])) for shape in guess.shapes
    ]
    return replace(guess, shapes=tuple(shapes))
