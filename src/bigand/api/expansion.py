"""A problem expanded for engines: what differs by the kind of text is a module each, and all else is said once.

`plain` is for propositions, `numbers` for comparisons, `quantified` for quantifiers. Each has a function `expand`
and `UNSUPPORTED`: what may not be asked of such a text, with the key of the sentence that says so.
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

Watch: TypeAlias = Callable[[int], None]  # is told how many clauses there are so far


class ModelSearch(Value):
    """How models are sought: by an engine or a command, until when, at random; each checked; for a proof.

    With `wants_all` all of them, so that it is a limit if there is no end of them.
    """

    solver: str | None = None
    deadline: float | None = None
    seed: int | None = None
    megabytes: int | None = None
    check: bool = True
    wants_all: bool = False
    proof: Literal["drat", "lrat"] | None = None
    is_isolated: bool = False  # where it can be stopped, though there is no deadline
    warn: Callable[[], None] = lambda: None  # called if models are many and are counted one by one

    def make_session(self, make: Callable[[], Any], worker: Callable[..., Any]) -> Any:
        """A session, in this process or where it can be stopped."""
        return worker(make, self.deadline) if self.is_isolated or self.deadline is not None else make()


DEFAULT_SEARCH = ModelSearch()


class Expansion(Protocol):
    """A problem with its clauses, and what engines of its kind can do with them."""

    @property
    def problem(self) -> Problem: ...

    @property
    def compiled(self) -> CompiledFile: ...

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """What is doubtful in the text, as its expansion shows."""

    @property
    def prefix(self) -> tuple[QuantifierBlock, ...] | None:
        """Its quantifiers, the outermost first, if it may have some; free atoms are in the last block."""

    @property
    def names(self) -> tuple[str, ...]:
        """What a model has values of."""

    @property
    def variables(self) -> int:
        """How many variables get random values, for a random model; none if the engine sees to that itself."""

    def session(self, search: ModelSearch) -> Session:
        """An engine that holds the clauses."""

    def models(self, session: Any, search: ModelSearch) -> Iterator[Array]:
        """The values of each model that a session finds, verified."""

    def exclude(self, session: Any, model: ModelPart) -> None:
        """Never again a model that was told before."""

    def count(self, session: Any, search: ModelSearch, limit: int | None = None) -> tuple[int, bool]:
        """How many models there are (of many, at least `limit`), and whether that is all of them."""


class ModeBackend(Protocol):
    """The module for a kind of texts."""

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
    """A problem with its clauses; with `as_written` every instance as it stands in the text.

    With `native_counting` a large text has limits beside its clauses, if that makes it small.
    """
    return backend_of(problem).expand(problem, as_written, watch, native_counting)


def expand_with_costs(
    problem: Problem, as_written: bool = False, watch: Watch = lambda _count: None
) -> "CostedFile":
    """A problem with its clauses, those of what may be broken too, and what its models cost."""
    from bigand.encode.costs import compile_costs

    return compile_costs(problem.grounder, as_written, watch, problem.logic)


def solution_of(expansion: Expansion, values: Array) -> Solution:
    """The values of a model as a solution."""
    return Solution(expansion.names, values, expansion.problem.reading.program)


@contextmanager
def open_session(expansion: Expansion, search: ModelSearch = DEFAULT_SEARCH) -> Iterator[Session]:
    """An engine that holds the clauses, for a while."""
    with closing(expansion.session(search)) as session:
        if search.seed is not None and expansion.variables:
            session.prefer(random_phases(expansion.variables, search.seed))
        yield session


def find_solutions(expansion: Expansion, search: ModelSearch = DEFAULT_SEARCH) -> Iterator[Solution]:
    """All models, in the order in which the engine finds them."""
    with open_session(expansion, search) as session:
        for values in expansion.models(session, search):
            yield solution_of(expansion, values)


def find_solution(expansion: Expansion, search: ModelSearch = DEFAULT_SEARCH) -> Solution | None:
    """A model, if there is one."""
    with closing(cast(Any, find_solutions(expansion, search))) as solutions:
        return next(solutions, None)


def count_up_to(models: Iterator[Any], limit: int | None) -> tuple[int, bool]:
    """How many models there are, by finding them, and whether that is all."""
    count = sum([1 for _ in islice(models, limit)])
    return count, count != limit


def blocking_clause(model: ModelPart, names: Sequence[str]) -> list[int]:
    """The clause that no model fulfils in which all atoms have the values told."""
    true_atoms = set(model.true)
    return [-atom if name in true_atoms else atom for atom, name in enumerate(names, 1)]


def random_phases(variables: int, seed: int) -> list[int]:
    """A random value for each variable of a session."""
    from random import Random

    generator = Random(seed)
    return [variable if generator.random() < 0.5 else -variable for variable in range(1, variables + 1)]
