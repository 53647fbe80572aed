"""A problem expanded for engines: what differs by the kind of text is a module each, and all else is said once.

`plain` is for propositions, `numbers` for comparisons, `quantified` for quantifiers. Each has a function `expanded`
and `CANNOT`: what may not be asked of such a text, with the key of the sentence that says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

from bigand.answer.parts import Model as Told
from bigand.answer.problem import Problem
from bigand.answer.questions.solve import Block
from bigand.answer.solution import Solution
from bigand.answer.value import Value
from bigand.encode.compile import CompiledFile
from bigand.ground.columns import Array
from bigand.language import Mode
from bigand.solve.session import Session
from bigand.source.diagnostic import Diagnostic

Watch: TypeAlias = Callable[[int], None]  # is told how many clauses there are so far
_MODULES = {Mode.SAT: "plain", Mode.SMT: "numbers", Mode.QBF: "quantified"}


class Search(Value):
    """How models are sought: by an engine or a command, until when, at random; each checked; for a proof.

    With `to_the_end` all of them, so that it is a limit if there is no end of them.
    """

    solver: str | None = None
    deadline: float | None = None
    seed: int | None = None
    megabytes: int | None = None
    check: bool = True
    to_the_end: bool = False
    proof: Literal["drat", "lrat"] | None = None
    isolated: bool = False  # where it can be stopped, though there is no deadline
    warn: Callable[[], None] = lambda: None  # called if models are many and are counted one by one

    def run(self, make: Callable[[], Any], worker: Callable[..., Any]) -> Any:
        """A session, in this process or where it can be stopped."""
        return worker(make, self.deadline) if self.isolated or self.deadline is not None else make()


ANYHOW = Search()


class Expanded(Protocol):
    """A problem with its clauses, and what engines of its kind can do with them."""

    @property
    def problem(self) -> Problem: ...

    @property
    def compiled(self) -> CompiledFile: ...

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """What is doubtful in the text, as its expansion shows."""

    @property
    def prefix(self) -> tuple[Block, ...] | None:
        """Its quantifiers, the outermost first, if it may have some; free atoms are in the last block."""

    @property
    def names(self) -> tuple[str, ...]:
        """What a model has values of."""

    @property
    def variables(self) -> int:
        """How many variables get random values, for a random model; none if the engine sees to that itself."""

    def session(self, search: Search) -> Session:
        """An engine that holds the clauses."""

    def models(self, session: Any, search: Search) -> Iterator[Array]:
        """The values of each model that a session finds, verified."""

    def exclude(self, session: Any, told: Told) -> None:
        """Never again a model that was told before."""

    def count(self, session: Any, search: Search, most: int | None = None) -> tuple[int, bool]:
        """How many models there are (of many, at least `most`), and whether that is all of them."""


class TextKind(Protocol):
    """The module for a kind of texts."""

    CANNOT: Mapping[str, str]

    def expanded(self, problem: Problem, as_written: bool, watch: Watch, counting: bool, /) -> Expanded: ...


if TYPE_CHECKING:
    from bigand.answer import numbers, plain, quantified
    from bigand.encode.costs import CostedFile

    _KINDS: tuple[TextKind, ...] = (plain, numbers, quantified)


def kind_of(problem: Problem) -> TextKind:
    """The module for a problem."""
    return cast(TextKind, import_module(f"bigand.answer.{_MODULES[problem.reading.mode]}"))


def expanded(
    problem: Problem, as_written: bool = False, watch: Watch = lambda _count: None, counting: bool = False
) -> Expanded:
    """A problem with its clauses; with `as_written` every instance as it stands in the text.

    With `counting` a large text has limits beside its clauses, if that makes it small.
    """
    return kind_of(problem).expanded(problem, as_written, watch, counting)


def costed_of(problem: Problem, as_written: bool = False, watch: Watch = lambda _count: None) -> "CostedFile":
    """A problem with its clauses, those of what may be broken too, and what its models cost."""
    from bigand.encode.costs import compile_costs

    return compile_costs(problem.grounder, as_written, watch, problem.logic)


def solution_of(found: Expanded, values: Array) -> Solution:
    """The values of a model as a solution."""
    return Solution(found.names, values, found.problem.reading.program)


@contextmanager
def session_of(found: Expanded, search: Search = ANYHOW) -> Iterator[Session]:
    """An engine that holds the clauses, for a while."""
    with closing(found.session(search)) as session:
        if search.seed is not None and found.variables:
            session.prefer(random_phases(found.variables, search.seed))
        yield session


def solutions(found: Expanded, search: Search = ANYHOW) -> Iterator[Solution]:
    """All models, in the order in which the engine finds them."""
    with session_of(found, search) as session:
        for values in found.models(session, search):
            yield solution_of(found, values)


def some_solution(found: Expanded, search: Search = ANYHOW) -> Solution | None:
    """A model, if there is one."""
    with closing(cast(Any, solutions(found, search))) as every:
        return next(every, None)


def count_some(models: Iterator[Any], most: int | None) -> tuple[int, bool]:
    """How many models there are, by finding them, and whether that is all."""
    count = sum([1 for _ in islice(models, most)])
    return count, count != most


def against(told: Told, names: Sequence[str]) -> list[int]:
    """The clause that no model fulfils in which all atoms have the values told."""
    true = set(told.true)
    return [-at if name in true else at for at, name in enumerate(names, 1)]


def random_phases(variables: int, seed: int) -> list[int]:
    """A random value for each variable of a session."""
    from random import Random

    generator = Random(seed)
    return [at if generator.random() < 0.5 else -at for at in range(1, variables + 1)]
