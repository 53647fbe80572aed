"""Derive a goal from a position: find the cases with an engine that only propagates, and choose among them.

Propagating clauses and limits is the same as making single deductions to the end (tests compare the two), and the
engine is a hundred times as fast. It gives no reasons: those are worked out for what it refutes.
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
from bigand.puzzles.lightup.reasoning.cases import (
    find_nested_refutation,
    find_shortest_refutation,
    refute_by_single_deductions,
)
from bigand.puzzles.lightup.reasoning.chain import Link, is_reached, make_link
from bigand.puzzles.lightup.reasoning.levels import Technique
from bigand.puzzles.lightup.reasoning.walk import Walk
from bigand.puzzles.lightup.rules import Conclusion, find_contradiction
from bigand.solve.engines import case_session


class Propagator:
    """An engine with the rules of a board and what is known. Must be closed."""

    def __init__(self, position: Position) -> None:
        rules = encode_board(position.board)
        self._cells = list(cells_in(position.grid.white))
        self._atoms = {cell: number for number, cell in enumerate(self._cells, 1)}
        longer = [clause for clause in rules.clauses if len(clause) > 1]
        self._engine = case_session(replace(rules, clauses=longer))
        self.add_facts([clause[0] for clause in rules.clauses if len(clause) == 1])

    def add_facts(self, literals: list[int]) -> None:
        """Add known literals."""
        for literal in literals:
            self._engine.add([literal])

    def to_literals(self, bulbs: Cells, dots: Cells) -> list[int]:
        """Return marks as literals of the engine."""
        atoms = self._atoms
        return [*[atoms[cell] for cell in cells_in(bulbs)], *[-atoms[cell] for cell in cells_in(dots)]]

    def literals_implied_by_mark(self, cell: int, is_bulb: bool) -> list[int] | None:
        """Return the literals that a mark in a cell would add; None if it clashes."""
        return self._engine.propagate([self._atoms[cell] if is_bulb else -self._atoms[cell]])

    def cells_of(self, literals: Iterable[int]) -> list[int]:
        """Return the cells of literals; auxiliary literals of long runs have none."""
        cells = self._cells
        return [cells[abs(literal) - 1] for literal in literals if abs(literal) <= len(cells)]

    def close(self) -> None:
        self._engine.close()


# -------------------------------- Choosing the next case: a short one, and of those the one from which most follows
# A propagating engine finds out for every mark whether it leads to a contradiction, and how much would be known
# with it. So arguments are worked out only for those that do.


MAX_EXTRA_SIZE = 2  # rule instances that a case may exceed the shortest by, if more follows from it

_MAX_NESTED_CANDIDATES = 8  # nested cases that are worked out
_MAX_CANDIDATES = 64  # cases that are worked out: those from which most follows


class Chooser(Protocol):
    """Chooses which case comes next. Must be closed."""

    def choose(self, walk: Walk) -> Refutation | None:
        """Return the next case; None if single deductions refute no mark."""

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        """Return a nested case, where there is no other, if there is one."""

    def close(self) -> None: ...


class ShortestCaseChooser:
    """Chooses the first of the shortest cases, whatever follows from it; slow on large boards.

    With `prefer_nearby`, for boards with one solution, cases near the last marks are first. Nested cases are in the
    order of the board, and few are worked out.
    """

    def __init__(self, prefer_nearby: bool = False) -> None:
        self._near = prefer_nearby

    def choose(self, walk: Walk) -> Refutation | None:
        position = walk.position
        return find_shortest_refutation(position, position.grid.visible_from(walk.last) if self._near else 0)

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        if self._near:
            return find_nested_refutation(walk.position, max_candidates=_MAX_NESTED_CANDIDATES)
        return find_nested_refutation(walk.position, goal)

    def close(self) -> None:
        pass


class CaseChooser:
    """Chooses among the cases of successive positions on one board, each with more known. Must be closed.

    What follows from a mark stays the same until something becomes known that shares a rule with it, or with what
    follows. So only the marks near new facts are propagated again.
    """

    def __init__(self, position: Position, extra_size: int = MAX_EXTRA_SIZE) -> None:
        self._extra_size = extra_size
        self._start = position
        self._known = Position(position.grid, position.clues)
        self._gains: dict[tuple[int, bool], int | None] = {}  # by mark: how much follows; None if it clashes
        self._leading: dict[int, set[int]] = {}  # by cell: those with a mark from which something follows there
        self._refuted: dict[int, bool] = {}  # the cells with a mark that clashes, and whether it is a bulb
        self._arguments: dict[tuple[int, bool], Refutation] = {}

    @cached_property
    def _engine(self) -> Propagator:
        """Created on demand, since most boards need no cases."""
        return Propagator(self._start)

    def choose(self, walk: Walk) -> Refutation | None:
        """Return the next case; None if single deductions refute no mark."""
        position = walk.position
        ranked = sorted(self.find_refuted_marks(position), key=lambda mark: (-mark[2], mark[0]))
        sized = [
            (self._refutation_of(position, cell, is_bulb), gain) for cell, is_bulb, gain in ranked[:_MAX_CANDIDATES]
        ]
        if not sized:
            return None
        least = min([argument.size for argument, _ in sized])
        best, _ = max(
            [(argument, gain) for argument, gain in sized if argument.size <= least + self._extra_size],
            key=lambda pair: (pair[1], -pair[0].size),
        )
        shorter = refute_by_single_deductions(
            position, best.cell, best.is_bulb
        )  # more is known now, so it may be shorter
        return shorter if shorter is not None and shorter.size < best.size else best

    def choose_nested_case(self, walk: Walk, goal: Premises | None) -> Refutation | None:
        return find_nested_refutation(walk.position, goal)

    def find_refuted_marks(self, position: Position) -> list[tuple[int, bool, int]]:
        """Return the marks that single deductions refute, one per cell, and how much follows from the opposite."""
        for cell in cells_in(self._learn_and_find_affected(position) & position.open):
            self._propagate_both_marks(cell)
        return [(cell, is_bulb, self._gains[cell, not is_bulb] or 0) for cell, is_bulb in self._refuted.items()]

    def _learn_and_find_affected(self, position: Position) -> Cells:
        """Learn what is new in a position; return the cells with marks from which more may follow than before."""
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
        for clue in position.clues.possibly_beside(new):
            near |= clue.beside
        return cell_set({cell for reached in cells_in(near) for cell in self._leading.pop(reached, ())})

    def _propagate_both_marks(self, cell: int) -> None:
        for is_bulb in (True, False):
            if self._gains.get((cell, is_bulb), 0) is None:
                continue  # once it clashes, it always will
            following = self._engine.literals_implied_by_mark(cell, is_bulb)
            self._gains[cell, is_bulb] = None if following is None else len(following)
            if following is None:
                self._refuted.setdefault(cell, is_bulb)
            for reached in self._engine.cells_of(following or ()):
                self._leading.setdefault(reached, set()).add(cell)

    def _refutation_of(self, position: Position, cell: int, is_bulb: bool) -> Refutation:
        """Return the argument against a mark; one found before still holds."""
        argument = self._arguments.get((cell, is_bulb)) or refute_by_single_deductions(position, cell, is_bulb)
        assert argument is not None, "single deductions refute what the engine refutes"
        self._arguments[cell, is_bulb] = argument
        return argument

    def close(self) -> None:
        if "_engine" in self.__dict__:
            self._engine.close()


# --------------------------------------------- Derivations: all links from a position to a goal, the cheapest first
# The goal is what all solutions share, or a contradiction if there is no solution.


class Derivation(Struct):
    """Links from a position, the position they lead to, and the contradiction at the end, if any."""

    start: Position
    links: list[Link]
    position: Position
    end: Conclusion | None = None


def extend_derivation(
    derivation: Derivation,
    goal: Premises | None,
    watch: Callable[[Position], None] = lambda _position: None,
    chooser: Chooser | None = None,
) -> None:
    """Add all links up to a goal, or to a contradiction if `goal` is None; `watch` is called with each position."""
    walk = Walk(derivation.start)
    changed = EVERYWHERE
    with closing(chooser or CaseChooser(derivation.start)) as cases:
        while not _is_finished(derivation, goal, changed):
            links = walk.cheapest_links() or _case_links(walk, cases, goal)
            if not links:
                return
            walk.apply_links(links)
            changed = walk.last
            derivation.links += links
            derivation.position = walk.position
            watch(walk.position)


def _is_finished(derivation: Derivation, goal: Premises | None, changed: Cells) -> bool:
    """Whether the goal, or without one a contradiction, is reached."""
    if goal is not None:
        return is_reached(goal, derivation.position)
    derivation.end = find_contradiction(derivation.position, changed)
    return derivation.end is not None


def _case_links(walk: Walk, cases: Chooser, goal: Premises | None) -> list[Link]:
    """Return the link of a case, or of a nested one."""
    argument = cases.choose(walk)
    if argument is not None:
        return [make_link(walk.position, Technique.CASE, argument)]
    argument = cases.choose_nested_case(walk, goal)
    return [] if argument is None else [make_link(walk.position, Technique.NESTED, argument)]


def cheapest_links_towards(position: Position, goal: Premises) -> list[Link]:
    """Return the links of the cheapest step towards a goal; none if it is reached."""
    walk = Walk(position)
    links = walk.cheapest_links()
    if links:
        return links
    with closing(CaseChooser(position)) as cases:
        return _case_links(walk, cases, goal)
