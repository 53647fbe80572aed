"""Placements by the taught model: `model.touist` expanded for the size, queens that stand as facts, then SAT."""

import time
from collections.abc import Iterator, Sequence, Set
from importlib.resources import files

from bigand.answer.opening import load_problem
from bigand.answer.plain import default_solver
from bigand.answer.problem import Problem
from bigand.answer.road import append_formulas
from bigand.answer.solution import Solution
from bigand.answer.source import Source
from bigand.encode.compile import CompiledFile, compile_rules
from bigand.puzzles.queens.board import Placement, Square, Task, is_solution, squares_of
from bigand.puzzles.queens.search import placements as searched
from bigand.solve.count import count_models
from bigand.solve.models import models
from bigand.solve.pysat_engine import PySatSession
from bigand.solve.session import Session
from bigand.source.error import LimitError

_MANY = 100_000  # pairs, from which on an engine that counts finds a placement sooner


def model(task: Task) -> Source:
    """The model as it is taught, for a board of this size; queens that stand and forbidden squares are facts."""
    text = files(__package__).joinpath("model.touist").read_text(encoding="utf-8")
    facts = [_atom(square) for square in task.placed] + [f"not {_atom(square)}" for square in task.forbidden]
    return append_formulas(Source(text=text, name="model.touist", values={"N": task.size}), tuple(facts))


def taught_model(size: int) -> Problem:
    """The same of an empty board, read."""
    return load_problem(model(Task(size)))


def placement_of(_task: Task, solution: Solution) -> Placement:
    """The columns of the queens of a model."""
    return tuple([column - 1 for _, column in sorted(solution["x"])])


def solutions(
    task: Task,
    engine: str = "sat",
    deadline: float | None = None,
    excluded: Set[Placement] = frozenset(),
    distinct: bool = False,
) -> Iterator[Placement]:
    """The solutions of a task, each checked by a look at the board; `distinct`: one of all that are its images."""
    placements = _by_model(task, deadline, excluded) if engine == "sat" else searched(task, deadline)
    for placement in placements:
        assert is_solution(task, placement), "an engine gave a placement that is none"
        if placement not in excluded and (not distinct or is_first(placement)):
            yield placement


def count_by_model(task: Task, deadline: float | None = None) -> tuple[int, bool]:
    """How many models the taught model has, and whether that is all of them."""
    taught = taught_model(task.size)
    compiled = compile_rules(taught.grounder)
    session = _session(task, compiled)
    try:
        if task.is_plain:
            return count_models(session, compiled, taught.grounder, deadline)
        return sum([1 for _ in models(session, compiled, taught.grounder)]), True
    finally:
        session.close()


def _by_model(task: Task, deadline: float | None, excluded: Set[Placement]) -> Iterator[Placement]:
    taught = taught_model(task.size)
    compiled = compile_rules(taught.grounder, counting_threshold=_MANY)
    session = _session(
        task, compiled, [placement for placement in sorted(excluded) if is_solution(task, placement)]
    )
    try:
        for valuation in models(session, compiled, taught.grounder):
            true = valuation.values[: len(compiled.names)].nonzero()[0].tolist()  # of all atoms few are
            yield tuple([square.column for square in sorted([_square(compiled.names[atom]) for atom in true])])
            if deadline is not None and time.monotonic() >= deadline:
                raise LimitError("limit.time")
    finally:
        session.close()


def _session(task: Task, compiled: CompiledFile, excluded: Sequence[Placement] = ()) -> Session:
    """An engine with the clauses of the model and what the task says of single squares."""
    session = PySatSession(compiled.clauses, default_solver(compiled.clauses))
    wanted = dict.fromkeys(task.placed, 1) | dict.fromkeys(task.forbidden, -1)
    if wanted or excluded:
        number = {_square(name): atom for atom, name in enumerate(compiled.names, 1)}
        for square, sign in wanted.items():
            session.add([sign * number[square]])
        for placement in excluded:
            session.add([-number[square] for square in squares_of(placement)])
    return session


class Completion:
    """The taught model, asked which of some marks cannot be completed together."""

    def __init__(self, size: int) -> None:
        compiled = compile_rules(taught_model(size).grounder, counting_threshold=_MANY)
        self._session = _session(Task(size), compiled)
        self._atoms = {_square(name): atom for atom, name in enumerate(compiled.names, 1)}

    def __enter__(self) -> "Completion":
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def clash(self, marks: Sequence[tuple[Square, bool]]) -> list[tuple[Square, bool]] | None:
        """Squares with a queen or without one of which none can be left out; None if they can be completed."""
        literals = {(1 if is_queen else -1) * self._atoms[square]: (square, is_queen) for square, is_queen in marks}
        if self._session.solve(list(literals)):
            return None
        needed: list[int] = []
        rest = self._session.core()
        while rest:
            candidate = rest.pop()
            if self._session.solve([*needed, *rest]):
                needed.append(candidate)
            else:
                core = set(self._session.core())
                rest = [literal for literal in rest if literal in core]
        return sorted([literals[literal] for literal in needed])


def _atom(square: Square) -> str:
    return f"x({square.row + 1},{square.column + 1})"


def _square(name: str) -> Square:
    """`x(3,5)` as a square."""
    row, column = name[2:-1].split(",")
    return Square(int(row) - 1, int(column) - 1)


def images(placement: Placement) -> list[Placement]:
    """The placement turned and mirrored, in all eight ways."""
    placements = []
    for start in (placement, placement[::-1]):
        turned = start
        for _ in range(4):
            placements.append(turned)
            turned = _quarter(turned)
    return placements


def _quarter(placement: Placement) -> Placement:
    """Turned by a right angle: row r, column c goes to row c, column n-1-r."""
    size = len(placement)
    turned = [0] * size
    for row, column in enumerate(placement):
        turned[column] = size - 1 - row
    return tuple(turned)


def is_first(placement: Placement) -> bool:
    """Whether a placement is the smallest of its images: of each distinct one, exactly one is."""
    return placement == min(images(placement))
