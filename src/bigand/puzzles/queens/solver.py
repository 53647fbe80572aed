"""Find placements with the taught model: expand `model.touist` for the size, add marks as facts, call SAT."""

import time
from collections.abc import Iterator, Sequence, Set
from importlib.resources import files

from bigand.api.pipeline import append_formulas
from bigand.api.problem import Problem, load_problem
from bigand.api.sat import default_solver
from bigand.api.solution import Solution
from bigand.api.source import Source
from bigand.encode.compiler import CompiledFile, compile_rules
from bigand.puzzles.queens.board import Placement, Square, Task, is_solution, squares_of
from bigand.puzzles.queens.search import iter_placements
from bigand.solve.count import count_models
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.models import models
from bigand.solve.session import Session
from bigand.source.error import LimitError

# with more pairs, an engine with native cardinality constraints finds a placement sooner
_NATIVE_COUNTING_PAIRS = 100_000


def model(task: Task) -> Source:
    """Return the taught model for a task; placed queens and forbidden squares are facts."""
    text = files(__package__).joinpath("model.touist").read_text(encoding="utf-8")
    facts = [_atom_name(square) for square in task.placed] + [
        f"not {_atom_name(square)}" for square in task.forbidden
    ]
    return append_formulas(Source(text=text, name="model.touist", values={"N": task.size}), tuple(facts))


def load_empty_board_model(size: int) -> Problem:
    """Load the model of an empty board."""
    return load_problem(model(Task(size)))


def placement_of(_task: Task, solution: Solution) -> Placement:
    """Return the columns of the queens in a solution of the model."""
    return tuple([column - 1 for _, column in sorted(solution["x"])])


def iter_solutions(
    task: Task,
    engine: str = "sat",
    deadline: float | None = None,
    excluded: Set[Placement] = frozenset(),
    distinct: bool = False,
) -> Iterator[Placement]:
    """Yield the solutions of a task, each checked on the board.

    With `distinct`, yield only one of the placements that are equal up to rotation and reflection.
    """
    placements = (
        _iter_model_placements(task, deadline, excluded) if engine == "sat" else iter_placements(task, deadline)
    )
    for placement in placements:
        assert is_solution(task, placement), "an engine returned an invalid placement"
        if placement not in excluded and (not distinct or is_canonical(placement)):
            yield placement


def count_placements_by_model(task: Task, deadline: float | None = None) -> tuple[int, bool]:
    """Count the models of the taught model; also return whether the count is complete."""
    problem = load_empty_board_model(task.size)
    compiled = compile_rules(problem.grounder)
    session = _make_session(task, compiled)
    try:
        if task.is_unconstrained:
            return count_models(session, compiled, problem.grounder, deadline)
        return sum([1 for _ in models(session, compiled, problem.grounder)]), True
    finally:
        session.close()


def _iter_model_placements(task: Task, deadline: float | None, excluded: Set[Placement]) -> Iterator[Placement]:
    problem = load_empty_board_model(task.size)
    compiled = compile_rules(problem.grounder, counting_threshold=_NATIVE_COUNTING_PAIRS)
    session = _make_session(
        task, compiled, [placement for placement in sorted(excluded) if is_solution(task, placement)]
    )
    try:
        for valuation in models(session, compiled, problem.grounder):
            true_atoms = valuation.values[: len(compiled.names)].nonzero()[0].tolist()  # few of all atoms
            yield tuple(
                [square.column for square in sorted([_square_of_atom(compiled.names[atom]) for atom in true_atoms])]
            )
            if deadline is not None and time.monotonic() >= deadline:
                raise LimitError("limit.time")
    finally:
        session.close()


def _make_session(task: Task, compiled: CompiledFile, excluded: Sequence[Placement] = ()) -> Session:
    """Start an engine with the clauses of the model and the task's facts."""
    session = PySatSession(compiled.clauses, default_solver(compiled.clauses))
    signs_by_square = dict.fromkeys(task.placed, 1) | dict.fromkeys(task.forbidden, -1)
    if signs_by_square or excluded:
        atom_of_square = {_square_of_atom(name): atom for atom, name in enumerate(compiled.names, 1)}
        for square, sign in signs_by_square.items():
            session.add([sign * atom_of_square[square]])
        for placement in excluded:
            session.add([-atom_of_square[square] for square in squares_of(placement)])
    return session


class CompletionChecker:
    """Finds out with the taught model which marks cannot be completed together."""

    def __init__(self, size: int) -> None:
        compiled = compile_rules(load_empty_board_model(size).grounder, counting_threshold=_NATIVE_COUNTING_PAIRS)
        self._session = _make_session(Task(size), compiled)
        self._atoms = {_square_of_atom(name): atom for atom, name in enumerate(compiled.names, 1)}

    def __enter__(self) -> "CompletionChecker":
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def find_minimal_clash(self, marks: Sequence[tuple[Square, bool]]) -> list[tuple[Square, bool]] | None:
        """Return a minimal set of `marks` that clash, or None if they can be completed."""
        literals = {(1 if is_queen else -1) * self._atoms[square]: (square, is_queen) for square, is_queen in marks}
        if self._session.solve(list(literals)):
            return None
        core_literals: list[int] = []
        untested = self._session.core()
        while untested:
            candidate = untested.pop()
            if self._session.solve([*core_literals, *untested]):
                core_literals.append(candidate)
            else:
                core = set(self._session.core())
                untested = [literal for literal in untested if literal in core]
        return sorted([literals[literal] for literal in core_literals])


def _atom_name(square: Square) -> str:
    return f"x({square.row + 1},{square.column + 1})"


def _square_of_atom(atom_name: str) -> Square:
    """Return the square of an atom such as `x(3,5)`."""
    row, column = atom_name[2:-1].split(",")
    return Square(int(row) - 1, int(column) - 1)


def all_symmetric_images(placement: Placement) -> list[Placement]:
    """Return all eight rotations and reflections of a placement."""
    placements = []
    for base in (placement, placement[::-1]):
        rotated = base
        for _ in range(4):
            placements.append(rotated)
            rotated = _rotate(rotated)
    return placements


def _rotate(placement: Placement) -> Placement:
    """Rotate by a right angle: row r, column c goes to row c, column n-1-r."""
    size = len(placement)
    rotated = [0] * size
    for row, column in enumerate(placement):
        rotated[column] = size - 1 - row
    return tuple(rotated)


def is_canonical(placement: Placement) -> bool:
    """Whether a placement is the smallest of its symmetric images, which holds for exactly one of them."""
    return placement == min(all_symmetric_images(placement))
