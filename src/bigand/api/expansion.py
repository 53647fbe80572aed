"""Expand a problem into clauses for engines, and search for its models.

What differs by mode is in one module each: `sat` for propositions, `numbers` for comparisons, `quantified` for
quantifiers. Each has a function `expand` and a table `UNSUPPORTED`: the features that such a text cannot have, with
the key of the message that says so.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

from bigand.api.parts import Model as ModelPart
from bigand.api.problem import Problem
from bigand.api.solution import Solution
from bigand.api.solve import QuantifierBlock
from bigand.api.value import Value
from bigand.encode.compiler import CompiledFile
from bigand.ground.columns import Array
from bigand.language import Mode
from bigand.solve.session import Session
from bigand.source.diagnostic import Diagnostic

Watch: TypeAlias = Callable[[int], None]  # called with the number of clauses so far


class ModelSearch(Value):
    """The options of a search for models.

    `solver` is an engine or a command. With `seed` the search is random, with `check` each model is verified. With
    `wants_all` infinitely many models are an error (`LimitError`).
    """

    solver: str | None = None
    deadline: float | None = None
    seed: int | None = None
    megabytes: int | None = None
    check: bool = True
    wants_all: bool = False
    proof: Literal["drat", "lrat"] | None = None
    is_isolated: bool = False  # run in a process that can be stopped, even without a deadline
    warn: Callable[[], None] = lambda: None  # called if many models are counted one by one

    def make_session(self, make: Callable[[], Any], worker: Callable[..., Any]) -> Any:
        """Make a session in this process, or by `worker` in a process that can be stopped."""
        return worker(make, self.deadline) if self.is_isolated or self.deadline is not None else make()


DEFAULT_SEARCH = ModelSearch()


class Expansion(Protocol):
    """A problem with its clauses, and the operations of the engines for its mode."""

    @property
    def problem(self) -> Problem: ...

    @property
    def compiled(self) -> CompiledFile: ...

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """The warnings about the text that its expansion shows."""

    @property
    def prefix(self) -> tuple[QuantifierBlock, ...] | None:
        """Its quantifiers, outermost first, or None if the mode has none; free atoms are in the last block."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that have values in a model."""

    @property
    def variables(self) -> int:
        """How many variables get random phases for a random model; 0 if the engine does that itself."""

    def session(self, search: ModelSearch) -> Session:
        """Open an engine that holds the clauses."""

    def models(self, session: Any, search: ModelSearch) -> Iterator[Array]:
        """Yield the values of each model that a session finds, verified."""

    def exclude(self, session: Any, model: ModelPart) -> None:
        """Exclude a model that was reported before."""

    def count(self, session: Any, search: ModelSearch, limit: int | None = None) -> tuple[int, bool]:
        """Count the models, up to `limit`; return the number and whether it is complete."""


class ModeBackend(Protocol):
    """The module for a mode."""

    UNSUPPORTED: dict[str, str]

    def expand(self, problem: Problem, as_written: bool, watch: Watch, counting: bool, /) -> Expansion: ...


if TYPE_CHECKING:
    from bigand.encode.costs import CostedFile


def backend_of(problem: Problem) -> ModeBackend:
    """The module for the mode of a problem."""
    match problem.reading.mode:
        case Mode.SAT:
            from bigand.api import sat

            return sat
        case Mode.SMT:
            from bigand.api import numbers

            return numbers
        case Mode.QBF:
            from bigand.api import quantified

            return quantified


def expand(
    problem: Problem, as_written: bool = False, watch: Watch = lambda _count: None, native_counting: bool = False
) -> Expansion:
    """Expand a problem into clauses; with `as_written` every instance is encoded as it stands in the text.

    With `native_counting` a large text gets native cardinality constraints besides its clauses, if that makes it
    small.
    """
    return backend_of(problem).expand(problem, as_written, watch, native_counting)


def expand_with_costs(
    problem: Problem, as_written: bool = False, watch: Watch = lambda _count: None
) -> "CostedFile":
    """Expand a problem with its soft rules and objectives."""
    from bigand.encode.costs import compile_costs

    return compile_costs(problem.grounder, as_written, watch, problem.logic)


def solution_of(expansion: Expansion, values: Array) -> Solution:
    """Return the values of a model as a solution."""
    return Solution(expansion.names, values, expansion.problem.reading.program)


@contextmanager
def open_session(expansion: Expansion, search: ModelSearch = DEFAULT_SEARCH) -> Iterator[Session]:
    """Open an engine that holds the clauses; close it at the end of the block."""
    with closing(expansion.session(search)) as session:
        if search.seed is not None and expansion.variables:
            session.prefer(random_phases(expansion.variables, search.seed))
        yield session


def find_solutions(expansion: Expansion, search: ModelSearch = DEFAULT_SEARCH) -> Iterator[Solution]:
    """Yield all models in the order in which the engine finds them."""
    with open_session(expansion, search) as session:
        for values in expansion.models(session, search):
            yield solution_of(expansion, values)


def find_solution(expansion: Expansion, search: ModelSearch = DEFAULT_SEARCH) -> Solution | None:
    """Return a model, or None if there is none."""
    with closing(cast(Any, find_solutions(expansion, search))) as solutions:
        return next(solutions, None)


def count_by_enumerating(models: Iterator[Any], limit: int | None) -> tuple[int, bool]:
    """Count models by finding them, up to `limit`; return the number and whether it is complete."""
    count = sum([1 for _ in islice(models, limit)])
    return count, count != limit


def blocking_clause(model: ModelPart, names: Sequence[str]) -> list[int]:
    """Return the clause that excludes `model` and no other values of the atoms."""
    true_atoms = set(model.true)
    return [-atom if name in true_atoms else atom for atom, name in enumerate(names, 1)]


def random_phases(variable_count: int, seed: int) -> list[int]:
    """Return a random literal for each variable of a session."""
    from random import Random

    generator = Random(seed)
    return [variable if generator.random() < 0.5 else -variable for variable in range(1, variable_count + 1)]
