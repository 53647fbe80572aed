"""What cases find, by an engine that only propagates.

To propagate clauses and limits is to make single deductions, to the end (tests hold the two to each other), and the
engine does it a hundred times as fast. It can tell no reasons: those are worked out for what it refutes.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cached_property
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from bigand.puzzles.lightup.encoding import encode_board
from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cell_set, cells_in
from bigand.puzzles.lightup.reasoning.argument import Premises, Refutation
from bigand.puzzles.lightup.reasoning.cases import find_nested_refutation, find_shortest_refutation, refute
from bigand.puzzles.lightup.reasoning.chain import Link, is_reached, make_link
from bigand.puzzles.lightup.reasoning.levels import Technique
from bigand.puzzles.lightup.reasoning.walk import Walk
from bigand.puzzles.lightup.rules import Conclusion, find_contradiction
from bigand.solve.engines import case_session


class Propagator:
    """An engine with the rules of a board, and what is known. To be closed."""

    def __init__(self, position: Position) -> None:
        rules = encode_board(position.board)
        self._cells = list(cells_in(position.grid.white))
        self._atoms = {cell: number for number, cell in enumerate(self._cells, 1)}
        longer = [clause for clause in rules.clauses if len(clause) > 1]
        self._engine = case_session(replace(rules, clauses=longer))
        self.add_facts([clause[0] for clause in rules.clauses if len(clause) == 1])

    def add_facts(self, literals: list[int]) -> None:
        """More is known."""
        for literal in literals:
            self._engine.add([literal])

    def to_literals(self, bulbs: Cells, dots: Cells) -> list[int]:
        """Marks as the engine has them."""
        atoms = self._atoms
        return [*[atoms[cell] for cell in cells_in(bulbs)], *[-atoms[cell] for cell in cells_in(dots)]]

    def propagate(self, cell: int, is_bulb: bool) -> list[int] | None:
        """The literals that would be known with a mark in a cell, and are not yet; nothing if that clashes."""
        return self._engine.propagate([self._atoms[cell] if is_bulb else -self._atoms[cell]])

    def cells_of(self, literals: Iterable[int]) -> list[int]:
        """The cells that literals are about; those on a run as a whole are about none."""
        cells = self._cells
        return [cells[abs(literal) - 1] for literal in literals if abs(literal) <= len(cells)]

    def close(self) -> None:
        self._engine.close()


# ----------------------------------------------------------------------
# Which case comes next: a short one, and of those the one after which most follows.
#
# An engine that only
# propagates tells for every mark whether it leads to a contradiction, and how much would be known with it; so the
# arguments have to be worked out for those only that do.


MAX_EXTRA_SIZE = 2  # rule instances that a case may have more than the shortest, if more follows from it

_FEW = 8  # nested cases
_WORKED_OUT = 64  # cases, at most, that are looked at: those after which most follows


class Chooser(Protocol):
    """Whoever says which case comes next. To be closed."""

    def choose(self, walk: Walk) -> Refutation | None:
        """The case to tell next; nothing if single deductions refute no mark."""

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        """The nested case to tell where there is no other, if there is one."""

    def close(self) -> None: ...


class ShortestCaseChooser:
    """The first of the shortest cases, whatever follows from it; slow on large boards.

    With `near`, which is for boards with one solution, those come first that are near what was marked last; nested
    ones as they stand on the board, of which few are worked out.
    """

    def __init__(self, near: bool = False) -> None:
        self._near = near

    def choose(self, walk: Walk) -> Refutation | None:
        position = walk.position
        return find_shortest_refutation(position, position.grid.visible_from(walk.last) if self._near else 0)

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        if self._near:
            return find_nested_refutation(walk.position, max_candidates=_FEW)
        return find_nested_refutation(walk.position, goal)

    def close(self) -> None:
        pass


class CaseChooser:
    """The cases of positions on one board, of which each knows more than the one before. To be closed.

    What follows from a mark follows from it until something is known that stands in a rule with it, or with what
    follows. So only the marks near what is new are followed again.
    """

    def __init__(self, position: Position, extra_size: int = MAX_EXTRA_SIZE) -> None:
        self._extra_size = extra_size
        self._start = position
        self._known = Position(position.grid, position.clues)
        self._gains: dict[tuple[int, bool], int | None] = {}  # by mark: how much follows; nothing if that clashes
        self._leading: dict[int, set[int]] = {}  # by cell: those with a mark from which something follows there
        self._refuted: dict[int, bool] = {}  # the cells with a mark that clashes, and whether that is a bulb
        self._arguments: dict[tuple[int, bool], Refutation] = {}

    @cached_property
    def _engine(self) -> Propagator:
        """Made when it is asked: most boards need no cases."""
        return Propagator(self._start)

    def choose(self, walk: Walk) -> Refutation | None:
        """The case to tell next; nothing if single deductions refute no mark."""
        position = walk.position
        ranked = sorted(self.find_refuted_marks(position), key=lambda mark: (-mark[2], mark[0]))
        sized = [
            (self._refutation_of(position, cell, is_bulb), gain) for cell, is_bulb, gain in ranked[:_WORKED_OUT]
        ]
        if not sized:
            return None
        least = min([argument.size for argument, _ in sized])
        best, _ = max(
            [(argument, gain) for argument, gain in sized if argument.size <= least + self._extra_size],
            key=lambda pair: (pair[1], -pair[0].size),
        )
        shorter = refute(position, best.cell, best.is_bulb)  # which may be shorter by now
        return shorter if shorter is not None and shorter.size < best.size else best

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        return find_nested_refutation(walk.position, goal)

    def find_refuted_marks(self, position: Position) -> list[tuple[int, bool, int]]:
        """The marks that single deductions refute, one a cell, and how much follows from the opposite of each."""
        for cell in cells_in(self._learn(position) & position.open):
            self._propagate(cell)
        return [(cell, is_bulb, self._gains[cell, not is_bulb] or 0) for cell, is_bulb in self._refuted.items()]

    def _learn(self, position: Position) -> Cells:
        """Take what is new in a position; the cells with marks from which more may follow than before."""
        previous, self._known = self._known, position
        self._engine.add_facts(
            self._engine.to_literals(position.bulbs & ~previous.bulbs, position.dots & ~previous.dots)
        )
        if not self._gains:
            return position.open
        new = position.changes_since(previous)
        for cell in cells_in(new):
            self._refuted.pop(cell, None)
        near = position.grid.visible_from(position.grid.visible_from(new))
        for clue in position.clues.beside(new):
            near |= clue.beside
        return cell_set({cell for reached in cells_in(near) for cell in self._leading.pop(reached, ())})

    def _propagate(self, cell: int) -> None:
        for is_bulb in (True, False):
            if self._gains.get((cell, is_bulb), 0) is None:
                continue  # what clashes will always clash
            following = self._engine.propagate(cell, is_bulb)
            self._gains[cell, is_bulb] = None if following is None else len(following)
            if following is None:
                self._refuted.setdefault(cell, is_bulb)
            for reached in self._engine.cells_of(following or ()):
                self._leading.setdefault(reached, set()).add(cell)

    def _refutation_of(self, position: Position, cell: int, is_bulb: bool) -> Refutation:
        """The argument against a mark; one that was found before still holds."""
        argument = self._arguments.get((cell, is_bulb)) or refute(position, cell, is_bulb)
        assert argument is not None, "what the engine refutes, single deductions refute"
        self._arguments[cell, is_bulb] = argument
        return argument

    def close(self) -> None:
        if "_engine" in self.__dict__:
            self._engine.close()


# ----------------------------------------------------------------------
# From a position to a goal: all links on the way, the cheapest first, and of these the ones that are needed.
#
# The
# goal is what all solutions share, or, where there is none, a contradiction.


class Derivation(Struct):
    """Links from a position on, where they lead to, and the contradiction in which they end, if they do."""

    start: Position
    links: list[Link]
    position: Position
    end: Conclusion | None = None


def derive(
    derivation: Derivation,
    goal: Premises | None,
    watch: Callable[[Position], None] = lambda _position: None,
    chooser: Chooser | None = None,
) -> None:
    """Add all links up to a goal, or up to a contradiction if there is none; `watch` is told how far it is."""
    walk = Walk(derivation.start)
    changed = EVERYWHERE
    with closing(chooser or CaseChooser(derivation.start)) as cases:
        while not _is_finished(derivation, goal, changed):
            links = walk.cheapest_links() or _case_links(walk, cases, goal)
            if not links:
                return
            walk.take(links)
            changed = walk.last
            derivation.links += links
            derivation.position = walk.position
            watch(walk.position)


def _is_finished(derivation: Derivation, goal: Premises | None, changed: Cells) -> bool:
    """Whether the goal is reached; or, where there is none, a contradiction, for which there is no reason else."""
    if goal is not None:
        return is_reached(goal, derivation.position)
    derivation.end = find_contradiction(derivation.position, changed)
    return derivation.end is not None


def _case_links(walk: Walk, cases: Chooser, goal: Premises | None) -> list[Link]:
    """The link of a case, or of a nested one."""
    argument = cases.choose(walk)
    if argument is not None:
        return [make_link(walk.position, Technique.CASE, argument)]
    argument = cases.choose_nested_case(walk, goal)
    return [] if argument is None else [make_link(walk.position, Technique.NESTED, argument)]


def next_links(position: Position, goal: Premises) -> list[Link]:
    """The links of the cheapest step towards a goal; none if it is reached."""
    walk = Walk(position)
    links = walk.cheapest_links()
    if links:
        return links
    with closing(CaseChooser(position)) as cases:
        return _case_links(walk, cases, goal)
