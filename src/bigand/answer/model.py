"""The front door: a file or a text as a model that can be solved, enumerated and counted.

import bigand
m = bigand.load("queens.touist", N=8)
print(m.solve()["x"])          # the index tuples of the true x
assert m.count() == 92
"""

import io
import random
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from inspect import isgeneratorfunction
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from bigand.answer.parts import Model as Told
from bigand.encode.clauses import Clauses
from bigand.encode.compile import MANY, Compiled, compile_rules
from bigand.encode.costs import Costed, compile_costs
from bigand.ground.atoms import is_integer, split_name
from bigand.ground.columns import Array
from bigand.ground.costs import Amount
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder
from bigand.ground.forecast import forecast
from bigand.language import Mode, Reading
from bigand.language.soft import costs
from bigand.language.syntax import Program
from bigand.language.values import Value
from bigand.solve.count import count_models
from bigand.solve.cryptominisat_engine import NAME, is_installed
from bigand.solve.engines import CLAUSES, clause_session, engine_names
from bigand.solve.external import ExternalSession
from bigand.solve.models import Assignment, models
from bigand.solve.optimise import Best, Wanted, Watch, best_models
from bigand.solve.proof.certificate import ProvingSession, check_proof
from bigand.solve.proof.steps import Format, ProofError
from bigand.solve.pysat_engine import COUNTING, DEFAULT
from bigand.solve.session import Session
from bigand.solve.worker import WorkerSession
from bigand.source import render
from bigand.source.catalogue import Language
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document

if TYPE_CHECKING:
    from bigand.answer.quantified import WinningStrategy
    from bigand.view.exhibit import Exhibit
    from bigand.view.film import Frame


Method = TypeVar("Method", bound=Callable[..., Any])


class ModelError(NotEvaluableError):
    """What is wrong with a model: printed, it shows `diagnostics`, each at its place."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(diagnostics)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UnreadValueError(ModelError, TypeError):
    """A value was given for a variable that the file does not have."""


def model_error(document: Document, diagnostics: Sequence[Diagnostic]) -> ModelError:
    """What is to be said of a file, shown with its lines."""
    shown = [render.for_people(one, document, Language.ENGLISH) for one in diagnostics]
    return ModelError("\n" + "\n".join(shown), diagnostics)


def tells(method: Method) -> Method:
    """A method of a model which tells what stops the expansion of its file with the place, as a `ModelError`."""

    def told(model: "Model", error: NotEvaluableError) -> ModelError:
        return error if isinstance(error, ModelError) else model_error(model.reading.document, error.diagnostics)

    @wraps(method)
    def run(self: "Model", *words: Any, **named: Any) -> Any:
        try:
            return method(self, *words, **named)
        except NotEvaluableError as error:
            raise told(self, error) from None

    @wraps(method)
    def generate(self: "Model", *words: Any, **named: Any) -> Any:
        try:
            yield from method(self, *words, **named)
        except NotEvaluableError as error:
            raise told(self, error) from None

    return cast(Method, generate if isgeneratorfunction(method) else run)


class Solution(Mapping[str, Any]):
    """A model: `solution["p"]` are the index tuples of the true `p`, `solution.true` all true atoms."""

    def __init__(self, names: tuple[str, ...], values: Array, program: Program | None = None) -> None:
        self.names = names
        self.values_array = values
        self.program = program or Program(())
        self.costs: tuple[Amount, ...] = ()  # the value of each goal of the file
        self.bounds: tuple[Amount | None, ...] = ()  # what each can be at best, as far as is known
        self.horizon: dict[str, int] = {}  # the number of steps that was found
        self.optimal = False  # whether it is proved that no model is better

    @property
    def cost(self) -> Amount | None:
        """The value of the first goal: what the broken soft rules cost, or what is minimised or maximised."""
        return self.costs[0] if self.costs else None

    @property
    def true(self) -> list[str]:
        return [self.names[at] for at in np.flatnonzero(self.values_array).tolist()]

    @property
    def false(self) -> list[str]:
        return [self.names[at] for at in np.flatnonzero(~self.values_array).tolist()]

    def __getitem__(self, predicate: str) -> list[tuple[Any, ...]]:
        if predicate not in self.instances:
            raise KeyError(predicate)
        return self.frame_rows(predicate, only_true=True)

    def __iter__(self) -> Iterator[str]:
        return iter(self.predicates)

    def __len__(self) -> int:
        return len(self.predicates)

    @property
    def predicates(self) -> list[str]:
        """The predicates, in order of first appearance."""
        return list(self.instances)

    @cached_property
    def instances(self) -> dict[str, list[tuple[int, tuple[Any, ...]]]]:
        """For each predicate the places of its atoms among all, with their index tuples."""
        found: dict[str, list[tuple[int, tuple[Any, ...]]]] = {}
        for at, name in enumerate(self.names):
            predicate, arguments = split_name(name)
            found.setdefault(predicate, []).append((at, tuple([index_of(argument) for argument in arguments])))
        return found

    def holds(self, atom: str) -> bool:
        """Whether an atom, by its printed name, is true."""
        return bool(self.values_array[self.names.index(atom)])

    def frame_rows(self, predicate: str, only_true: bool = True) -> list[tuple[Any, ...]]:
        """The index tuples of the true instances of a predicate, or of all."""
        own = self.instances.get(predicate, [])
        return [row for at, row in own if not only_true or self.values_array[at]]

    @property
    def number_texts(self) -> dict[str, str]:
        """The values of unknowns that are numbers, printed; there are some only in files with numbers."""
        return {}

    @property
    def number_values(self) -> dict[str, int | float | str]:
        """The same for programs: numbers as such where they are exact, else as texts."""
        return {}

    def number_rows(self, predicate: str) -> list[tuple[tuple[Any, ...], str]]:
        """The index tuples and values of the instances of a predicate that are numbers."""
        texts, own = self.number_texts, self.instances.get(predicate, [])
        return [(row, texts[self.names[at]]) for at, row in own if self.names[at] in texts]

    def keep(self, places: Sequence[int]) -> "Solution":
        """The solution restricted to some of its atoms."""
        return Solution(tuple([self.names[at] for at in places]), self.values_array[list(places)], self.program)

    def frame(self, predicate: str) -> dict[str, list[Any]]:
        """The true instances of a predicate as columns."""
        rows = self[predicate]
        width = max([len(row) for row in rows], default=0)
        return {f"${at + 1}": [row[at] for row in rows if len(row) > at] for at in range(width)}

    def to_svg(self) -> str:
        """A picture, as the file's `;;@ view` lines ask for it, or as is guessed if there are none."""
        from bigand.view.steps import scenes
        from bigand.view.svg import svg

        return svg(scenes(self._exhibit))

    @property
    def _exhibit(self) -> "Exhibit":
        """What is shown: by the views of the file, or by one that surely fits."""
        from bigand.view.arrange import exhibit
        from bigand.view.guess import with_guess

        return exhibit(self, with_guess(self, self.program)[0])

    def frames(self) -> "list[Frame]":
        """A drawing a step, with what is done; one where there are no steps."""
        from bigand.view.steps import frames

        return frames(self._exhibit)

    def to_animation(self, seconds: float = 1.0) -> str:
        """The steps as an SVG that moves."""
        from bigand.view.film import film_svg

        return film_svg(self.frames(), seconds)

    def to_gif(self, seconds: float = 1.0) -> bytes:
        """The steps as a GIF that moves."""
        from bigand.view.film import film_gif

        return film_gif(self.frames(), seconds)

    def to_html(self, title: str = "bigand", seconds: float = 1.0) -> str:
        """The steps as a page with a slider, one file."""
        from bigand.view.film import PageTexts, film_html

        return film_html(self.frames(), title, PageTexts(), seconds)

    def _repr_html_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"Solution({', '.join(self.true)})"


def index_of(text: str) -> Any:
    """A printed argument as an index: an integer if it is one."""
    return int(text) if is_integer(text) else text


def solution_of(names: tuple[str, ...], values: Array, program: Program | None = None) -> Solution:
    """A model as a solution: the truth of each atom, or (objects) values among which are numbers."""
    if values.dtype != object:
        return Solution(names, values[: len(names)], program)
    from bigand.answer.numbers import NumberSolution

    return NumberSolution(names, values[: len(names)].tolist(), program)


class Model:
    """A reading that has no errors, with values for some of its variables."""

    def __init__(self, reading: Reading, given: Mapping[str, Value] | None = None) -> None:
        self.reading = reading
        self.given = dict(given or {})
        self.seconds: dict[str, float] = {}

    @cached_property
    @tells
    def grounder(self) -> Grounder:
        return Grounder(self.reading, self.given)

    @cached_property
    def compiled(self) -> Compiled:
        return self.compile()

    @tells
    def compile(
        self,
        as_written: bool = False,
        watch: Callable[[int], None] = lambda _count: None,
        counting: bool = False,
    ) -> Compiled:
        """The clauses; with `as_written` every instance as it stands in the file.

        With `counting` a large file has limits beside its clauses, if that makes it small.
        """
        began = time.process_time()
        compiled = compile_rules(
            self.grounder, as_written, watch, counting=MANY if counting and self.is_large else None
        )
        self.seconds["encode"] = compiled.encode_seconds
        self.seconds["ground"] = time.process_time() - began - compiled.encode_seconds
        return compiled

    @cached_property
    def is_large(self) -> bool:
        """Whether there will be more clauses than can be loaded in no time."""
        return sum([forecast(self.grounder, rule).instances for rule in self.grounder.rules()]) > MANY

    def session(
        self,
        solver: str | None = None,
        deadline: float | None = None,
        isolated: bool = False,
        compiled: Compiled | None = None,
    ) -> Session:
        """An engine with the clauses: by name, or a command; `isolated` runs it where it can be stopped."""
        clauses = (compiled or self.compiled).clauses
        name = solver or default_solver(clauses)
        if name not in engine_names(*CLAUSES):
            return ExternalSession(clauses, name, deadline)

        def make() -> Session:
            return clause_session(clauses, name)

        return WorkerSession(make, deadline) if isolated or deadline is not None else make()

    @tells
    def models(
        self, solver: str | None = None, timeout: float | None = None, check: bool = True
    ) -> Iterator[Solution]:
        """All models, each checked, in the order in which the engine finds them; of a file with costs the best."""
        deadline = None if timeout is None else time.monotonic() + timeout
        if costs(self.reading.program):
            yield from self._best(deadline, check)
            return
        counted = self._counted(solver)
        session = self.session(solver, deadline, compiled=counted)
        try:
            if counted is None:
                yield from self.answers(session, check)
            else:
                for found in models(session, counted, self.grounder, check):
                    yield Solution(counted.names, found.values, self.reading.program)
        finally:
            session.close()

    def _counted(self, solver: str | None) -> Compiled | None:
        """The clauses of a large file with limits, if it has some and no engine is asked for that cannot count."""
        is_known = "compiled" in self.__dict__
        if self.reading.mode is not Mode.SAT or solver not in (None, COUNTING) or is_known or not self.is_large:
            return None
        compiled = self.compile(counting=True)
        if compiled.clauses.limits:
            return compiled
        self.compiled = compiled
        return None

    def answers(self, session: Session, check: bool = True) -> Iterator[Solution]:
        """The models that a session finds."""
        for found in models(session, self.compiled, self.grounder, check):
            yield self.solution(found)

    def exclude(self, session: Session, told: Sequence[Told]) -> None:
        """Never again the models that were told before."""
        for one in told:
            true = set(one.true)
            session.add([-at if name in true else at for at, name in enumerate(self.compiled.names, 1)])

    def has_no_end(self, _session: Session, _solution: Solution) -> bool:
        """Whether it is known from a model that there are infinitely many."""
        return False

    def counted(self, session: Session, deadline: float | None, check: bool = True) -> tuple[int, bool]:
        """How many models there are, and whether that is all of them."""
        return count_models(session, self.compiled, self.grounder, deadline, check)

    def solution(self, assignment: Assignment) -> Solution:
        return Solution(self.compiled.names, assignment.values, self.reading.program)

    def solve(self, solver: str | None = None, timeout: float | None = None) -> Solution | None:
        """A model, or None if there is none."""
        return next(self.models(solver, timeout), None)

    def optimise(self, timeout: float | None = None) -> Solution | None:
        """The best model, with its `cost` and whether it is proved `optimal`; None if there is no model."""
        if not costs(self.reading.program):
            raise ModelError("nothing to optimise: write `;;@ soft`, `;;@ minimize` or `;;@ maximize`")
        return next(self.models(timeout=timeout), None)

    def _best(self, deadline: float | None, check: bool = True) -> Iterator[Solution]:
        """The best models; when the time is up only the best so far."""
        for best in self.best(self.costed, Wanted(deadline, check)):
            yield self.best_solution(best, self.costed)

    def best(
        self, costed: Costed, wanted: Wanted, watch: Watch = lambda _costs, _bounds: None
    ) -> Generator[Best, None, None]:
        """The best model, and then all others as good; `watch` is told of costs so far and of bounds."""
        phases = [] if wanted.seed is None else random_phases(costed.compiled, wanted.seed)
        return best_models(costed, self.grounder, wanted.deadline, wanted.check, phases, watch)

    def best_solution(self, best: Best, costed: Costed) -> Solution:
        found = solution_of(costed.compiled.names, best.assignment.values, self.reading.program)
        found.costs, found.bounds, found.optimal = best.costs, best.bounds, best.optimal
        return found

    @tells
    def plan(self, timeout: float | None = None) -> Solution | None:
        """A model for the least value of the `;;@ horizon`, told by `solution.horizon`; None if there is none."""
        from bigand.explain.horizon import find_steps
        from bigand.explain.plan import attempts

        steps = find_steps(self.reading, self.given)
        if steps is None:
            raise ModelError("no number of steps to look for: write `;;@ horizon $k in [1..40]`")
        deadline = None if timeout is None else time.monotonic() + timeout
        for attempt in attempts(self.reading, self.given, steps.variable, steps.values, deadline):
            if attempt.values is not None:
                found = solution_of(attempt.names, attempt.values, self.reading.program)
                found.horizon = {steps.variable: attempt.steps}
                return found
        return None

    @cached_property
    def costed(self) -> Costed:
        """The clauses of a file with costs, and what its models cost."""
        return self.compile_costs()

    @tells
    def compile_costs(self, as_written: bool = False, watch: Callable[[int], None] = lambda _count: None) -> Costed:
        """The same; with `as_written` every instance as it stands in the file."""
        return compile_costs(self.grounder, as_written, watch)

    def strategy(self, timeout: float | None = None) -> "WinningStrategy":  # noqa: ARG002  # others need it
        """How the side wins for which the formula is: `exists` if it is true, else `forall`."""
        raise ModelError("only a model with quantifiers has a strategy")

    @tells
    def random(self, seed: int = 0) -> Solution | None:
        """Some model, with values tried at random."""
        session = self.session()
        try:
            session.prefer(random_phases(self.compiled, seed))
            found = next(models(session, self.compiled, self.grounder), None)
            return None if found is None else self.solution(found)
        finally:
            session.close()

    @tells
    def count(self) -> int:
        """The number of models over the user's atoms; of a file with costs that of the best ones."""
        if costs(self.reading.program):
            return sum([1 for _ in self._best(None)])
        session = self.session()
        try:
            return count_models(session, self.compiled, self.grounder, None)[0]
        finally:
            session.close()

    @tells
    def proof(self, format: str = "drat", timeout: float | None = None) -> str | None:
        """A proof that there is no model, in DRAT or LRAT, checked; None if there is a model."""
        deadline = None if timeout is None else time.monotonic() + timeout
        session = ProvingSession(self.compiled.clauses, Format(format), deadline)
        try:
            return None if session.solve() else session.text.read().decode("ascii")
        finally:
            session.close()

    def verify(self, proof: str) -> bool:
        """Whether a text proves, in DRAT or LRAT, that there is no model."""
        try:
            check_proof(self.compiled.clauses, io.BytesIO(proof.encode("utf-8", "replace")))
            return True
        except ProofError:
            return False

    def clauses(self) -> tuple[Array, Array]:
        """All clauses as compressed rows: clause i is `literals[starts[i]:starts[i+1]]`."""
        return self.compiled.clauses.rows()


def default_solver(clauses: Clauses) -> str:
    """CaDiCaL, or for input whose loading would take most of the time the one that loads fastest."""
    if clauses.limits:
        return COUNTING
    return NAME if clauses.count > MANY and is_installed() else DEFAULT


def random_phases(compiled: Compiled, seed: int) -> list[int]:
    """A random value for each atom."""
    generator = random.Random(seed)
    return [atom if generator.random() < 0.5 else -atom for atom in range(1, compiled.clauses.variables + 1)]


def model_of(reading: Reading, given: Mapping[str, Value] | None = None, logic: str | None = None) -> Model:
    """The model of a reading, by its mode; `logic` is one of SMT-LIB."""
    if reading.mode is Mode.SMT:
        from bigand.answer.numbers import NumberModel

        return NumberModel(reading, given, logic)
    if reading.mode is Mode.QBF:
        from bigand.answer.quantified import QuantifiedModel

        return QuantifiedModel(reading, given)
    return Model(reading, given)
