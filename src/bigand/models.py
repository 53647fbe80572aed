"""The door for Python: a file or a text as a model that can be solved, enumerated, counted and explained.

import bigand
m = bigand.load("queens.touist", N=8)
print(m.solve()["x"])          # the index tuples of the true x
assert m.count() == 92
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from bigand.api.expansion import (
    DEFAULT_SEARCH,
    Expansion,
    ModelSearch,
    backend_of,
    expand,
    expand_with_costs,
    find_solution,
    find_solutions,
    open_session,
)
from bigand.api.parts import Model as ModelPart
from bigand.api.problem import Problem, find_needed_data, read_source
from bigand.api.question import Answer, Failure, Limits, Question, ask_here
from bigand.api.report import Event, Remark
from bigand.api.run.child import ask_in_child, ask_in_parts
from bigand.api.size_check import may_count_natively
from bigand.api.solution import Solution
from bigand.api.solve import BestAnswer, FoundModel, GameAnswer, PlanAnswer, Solve, SolveAnswer
from bigand.api.source import Source
from bigand.api.value import replace_fields
from bigand.data import read_data_file
from bigand.ground.evaluator import NotEvaluableError
from bigand.language import CheckedDocument, Mode
from bigand.language.frontend import parse_document
from bigand.language.syntax import Program, cost_directives
from bigand.language.values import Value
from bigand.messages import Language, message_text
from bigand.source import render
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document
from bigand.source.error import BigandError, ErrorKind, LimitError, SolverError
from bigand.values import DataError, ValueStore, values_to_json

if TYPE_CHECKING:
    from bigand.api.check import CheckAnswer
    from bigand.api.forced import ForcedAnswer
    from bigand.api.generate import GenerateAnswer, Symmetry
    from bigand.api.size import SizeAnswer
    from bigand.api.steps import HintAnswer, Level, RateAnswer, StepsAnswer, UniqueAnswer
    from bigand.api.why import WhyAnswer
    from bigand.api.witness import WitnessAnswer
    from bigand.encode.compiler import CompiledFile
    from bigand.encode.costs import CostedFile
    from bigand.ground.columns import Array
    from bigand.ground.grounder import Grounder

__all__ = ["Model", "ModelError", "Solution", "ask", "equivalent", "load", "load_answer", "model"]

AnswerT = TypeVar("AnswerT", bound=Answer)
_WHY_SECONDS = 15.0  # for a reason, if nobody says how long to look for one


class ModelError(NotEvaluableError):
    """What is wrong with a model: printed, it shows `diagnostics`, each at its place."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(diagnostics)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UnknownVariableError(ModelError, TypeError):
    """A value was given for a variable that the file does not have."""


def make_model_error(document: Document, diagnostics: Sequence[Diagnostic]) -> ModelError:
    """What is to be said of a file, shown with its lines."""
    rendered = [render.render_full(diagnostic, document, Language.ENGLISH) for diagnostic in diagnostics]
    return ModelError("\n" + "\n".join(rendered), diagnostics)


class Model:
    """A text that has no errors, with values for some of its variables: what may be asked of it.

    Whatever is asked with a `timeout` (in seconds) or a limit of `memory` (in megabytes) is answered by another
    process, which is ended when it goes beyond: that is a `LimitError`.
    """

    def __init__(self, source: Source, problem: Problem, values: Mapping[str, Value]) -> None:
        self.problem = problem
        self._source = source
        self._values = values

    @cached_property
    def source(self) -> Source:
        """The text with its values, as another process may have it."""
        return replace_fields(self._source, values=values_to_json(self._values))

    @property
    def reading(self) -> CheckedDocument:
        return self.problem.reading

    @cached_property
    def grounder(self) -> "Grounder":
        """What expands the text."""
        with self._raise_model_errors():
            return self.problem.grounder

    @cached_property
    def expanded(self) -> Expansion:
        """The text expanded for engines of its kind, made once."""
        with self._raise_model_errors():
            return expand(self.problem)

    @property
    def compiled(self) -> "CompiledFile":
        """Its clauses, and the names of its atoms."""
        return self.expanded.compiled

    @cached_property
    def costed(self) -> "CostedFile":
        """The clauses of a text with costs, and what its models cost."""
        with self._raise_model_errors():
            return expand_with_costs(self.problem)

    @contextmanager
    def _raise_model_errors(self) -> Iterator[None]:
        """What stops the expansion of the text is told with the place, as a `ModelError`."""
        try:
            yield
        except NotEvaluableError as error:
            model_error = (
                error
                if isinstance(error, ModelError)
                else make_model_error(self.problem.document, error.diagnostics)
            )
            raise model_error from None

    def _check_supported(self, feature: str) -> None:
        """Raise that texts of this kind have no such thing."""
        key = backend_of(self.problem).UNSUPPORTED.get(feature)
        if key is not None:
            raise ModelError(message_text(key, Language.ENGLISH))

    def __repr__(self) -> str:
        return f"Model({self._source.name!r})"

    # ------------------------------------------------------------------ models

    def solve(
        self,
        solver: str | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        assume: Sequence[str] = (),
    ) -> Solution | None:
        """A model, or None if there is none; `assume` are formulas that are to hold besides."""
        if timeout is None and memory is None and not assume:
            return next(self.models(solver), None)
        return self._ask_for_solution(Solve, timeout, memory, solver=solver, assume=tuple(assume))

    def models(
        self,
        solver: str | None = None,
        timeout: float | None = None,
        check: bool = True,
        memory: int | None = None,
    ) -> Iterator[Solution]:
        """All models, each checked, in the order in which the engine finds them; of a file with costs the best."""
        if timeout is not None or memory is not None:
            yield from self._models_from_child(timeout, memory, solver=solver, check=check, wanted=None)
            return
        with self._raise_model_errors():
            if cost_directives(self.reading.program):
                from bigand.api.costs import find_best_solutions

                yield from find_best_solutions(self.problem, self.costed, None, check)
            else:
                yield from find_solutions(self._expand_for_search(solver), ModelSearch(solver=solver, check=check))

    def _expand_for_search(self, solver: str | None) -> Expansion:
        """What is searched: of a large text limits, unless its clauses are there or an engine cannot count."""
        if "expanded" in vars(self) or not may_count_natively(self.problem, solver):
            return self.expanded
        expansion = expand(self.problem, native_counting=True)
        if not expansion.compiled.clauses.limits:
            self.expanded = expansion
        return expansion

    def count(self, timeout: float | None = None, memory: int | None = None) -> int:
        """The number of models over the user's atoms; of a file with costs that of the best ones."""
        if timeout is None and memory is None:
            return self._count_here()
        answer = self._ask(Solve, timeout, memory, count=True)
        assert isinstance(answer, SolveAnswer | BestAnswer)
        if answer.stopped is not None or answer.count is None:
            raise LimitError(answer.stopped or "limit.endless")
        return answer.count

    def _count_here(self) -> int:
        """The same here; there must be an end of them."""
        with self._raise_model_errors():
            if not cost_directives(self.reading.program):
                with open_session(self.expanded) as session:
                    return self.expanded.count(session, DEFAULT_SEARCH)[0]
            from bigand.api.costs import find_best_models
            from bigand.solve.optimum import SearchOptions

            return sum([1 for _ in find_best_models(self.problem, self.costed, SearchOptions(wants_all=True))])

    def random(self, seed: int = 0, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """Some model, with values tried at random."""
        if timeout is not None or memory is not None:
            return self._ask_for_solution(Solve, timeout, memory, seed=seed)
        with self._raise_model_errors():
            return find_solution(self.expanded, ModelSearch(seed=seed))

    def best(self, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """The best model, with its `cost` and whether it is proved `optimal`; None if there is no model."""
        if not cost_directives(self.reading.program):
            raise ModelError("nothing to optimise: write `;;@ soft`, `;;@ minimize` or `;;@ maximize`")
        if timeout is not None or memory is not None:
            return self._ask_for_solution(Solve, timeout, memory)
        return next(self.models(), None)

    def plan(self, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """A model for the least value of the `;;@ horizon`, told by `solution.horizon`; None if there is none."""
        from bigand.api.plan import find_shortest_plan, horizon_search

        try:
            search = horizon_search(self.problem)
        except BigandError as error:
            raise ModelError(str(error)) from None
        if timeout is not None or memory is not None:
            return self._ask_for_solution(Solve, timeout, memory, plan=True)
        with self._raise_model_errors():
            return find_shortest_plan(self.problem, search, None)

    def strategy(self, timeout: float | None = None, memory: int | None = None) -> GameAnswer:
        """How the side wins for which the formula is: `exists` if it is true, else `forall`."""
        from bigand.api.games import find_game

        self._check_supported("strategy")
        if timeout is not None or memory is not None:
            return self._ask(Solve, timeout, memory, strategy=True)
        with self._raise_model_errors():
            return find_game(self.expanded, None)

    def proof(
        self,
        format: Literal["drat", "lrat"] = "drat",
        timeout: float | None = None,
        memory: int | None = None,
    ) -> str | None:
        """A proof that there is no model, in DRAT or LRAT, checked; None if there is a model."""
        self._check_supported("proof")
        if timeout is not None or memory is not None:
            answer = self._ask(Solve, timeout, memory, proof=format)
            _raise_if_unknown(answer)
            return None if answer.proof is None else answer.proof.text.decode("ascii")
        session: Any
        with self._raise_model_errors(), open_session(self.expanded, ModelSearch(proof=format)) as session:
            return None if session.solve() else session.text.read().decode("ascii")

    def verify(self, proof: str) -> bool:
        """Whether a text proves, in DRAT or LRAT, that there is no model."""
        from bigand.solve.proof.certificate import check_proof
        from bigand.solve.proof.formats import ProofError

        try:
            check_proof(self.compiled.clauses, BytesIO(proof.encode("utf-8", "replace")))
            return True
        except ProofError:
            return False

    def clauses(self) -> "tuple[Array, Array]":
        """All clauses as compressed rows: clause i is `literals[starts[i]:starts[i+1]]`."""
        return self.compiled.clauses.rows()

    # ------------------------------------------------------------------ reasons

    def check(self, timeout: float | None = None, memory: int | None = None) -> "CheckAnswer":
        """All that is to be said of the text: what is doubtful in it."""
        from bigand.api.check import Check

        return self._ask(Check, timeout, memory)

    def why(self, timeout: float = _WHY_SECONDS, memory: int | None = None, all: bool = False) -> "WhyAnswer":
        """Why there is no model, or not the one that the text expects; and what would mend it."""
        from bigand.api.why import Why

        return self._ask(Why, timeout, memory, all=all)

    def why_not(self, *formulas: str, timeout: float = _WHY_SECONDS, memory: int | None = None) -> "WhyAnswer":
        """Why no model has these formulas."""
        from bigand.api.why import WhyNot

        return self._ask(WhyNot, timeout, memory, expected=formulas)

    def witness(self, timeout: float = 60.0, memory: int | None = None) -> "WitnessAnswer":
        """What each rule is good for: a model that breaks only this one, or that the others imply it."""
        from bigand.api.witness import Witness

        return self._ask(Witness, timeout, memory)

    def forced(self, timeout: float | None = None, memory: int | None = None) -> "ForcedAnswer":
        """The atoms that have the same value in every model."""
        from bigand.api.forced import Forced

        return self._ask(Forced, timeout, memory)

    def steps(self, timeout: float | None = None, memory: int | None = None) -> "StepsAnswer":
        """How it is solved step by step, each by the fewest instances of its rules found."""
        from bigand.api.steps import Steps

        return self._ask(Steps, timeout, memory)

    def hint(self, *marks: str, timeout: float | None = None, memory: int | None = None) -> "HintAnswer":
        """Whether marks (`"x(1,2)"`, `"not x(1,3)"`) are right, and what follows next from them."""
        from bigand.api.steps import Hint

        return self._ask(Hint, timeout, memory, marks=marks)

    def rate(self, timeout: float | None = None, memory: int | None = None) -> "RateAnswer":
        """How hard it is for people."""
        from bigand.api.steps import Rate

        return self._ask(Rate, timeout, memory)

    def unique(self, timeout: float | None = None, memory: int | None = None) -> "UniqueAnswer":
        """Whether there is exactly one model; of several, two; and which clues are spare or missing."""
        from bigand.api.steps import Unique

        return self._ask(Unique, timeout, memory)

    def generate(
        self,
        count: int = 1,
        level: "Level | None" = None,
        symmetry: "Symmetry" = "none",
        seed: int = 0,
        timeout: float | None = None,
        memory: int | None = None,
    ) -> "GenerateAnswer":
        """New boards with one solution, if the text says with `;;@ clues` what a board may give."""
        from bigand.api.generate import Generate

        fields = {"count": count, "level": level, "symmetry": symmetry, "seed": seed}
        return self._ask(Generate, timeout, memory, **fields)

    def size(self, timeout: float | None = None, memory: int | None = None) -> "SizeAnswer":
        """How many instances and clauses each rule has."""
        from bigand.api.size import Size

        return self._ask(Size, timeout, memory)

    # ------------------------------------------------------------------ asking

    def _ask(self, question_type: Any, timeout: float | None, memory: int | None, **fields: Any) -> Any:
        limits = Limits(seconds=timeout, megabytes=memory)
        return ask(question_type(source=self.source, limits=limits, **fields))

    def _ask_for_solution(
        self, question_type: Any, timeout: float | None, memory: int | None, **fields: Any
    ) -> Solution | None:
        """The first model of an answer."""
        answer = self._ask(question_type, timeout, memory, **fields)
        _raise_if_unknown(answer)
        saved_model = (
            answer.model if isinstance(answer, PlanAnswer) else answer.models[0] if answer.models else None
        )
        if saved_model is None:
            return None
        solution = self._solution_with_costs(saved_model, answer)
        if isinstance(answer, PlanAnswer):
            solution.horizon = {name: least for name, least in answer.horizon.items() if least is not None}
        return solution

    def _models_from_child(self, timeout: float | None, memory: int | None, **fields: Any) -> Iterator[Solution]:
        """The models that another process finds, as it finds them; the best are known at the end."""
        question = Solve(source=self.source, limits=Limits(seconds=timeout, megabytes=memory), **fields)
        has_costs, answer = cost_directives(self.reading.program), None
        with closing(ask_in_parts(question)) as parts:
            while answer is None:
                try:
                    part = next(parts)
                except StopIteration as end:
                    answer = end.value
                else:
                    if isinstance(part, FoundModel) and not has_costs:
                        yield _make_solution(part.model, self.reading.program)
        if isinstance(answer, Failure):
            raise _error_from_failure(answer, question)
        if has_costs:
            yield from [self._solution_with_costs(saved_model, answer) for saved_model in answer.models]
        if answer.stopped is not None:
            raise LimitError(answer.stopped)

    def _solution_with_costs(self, saved_model: ModelPart, answer: Answer) -> Solution:
        """A model that an answer tells, with what it costs if it is among the best."""
        solution = _make_solution(saved_model, self.reading.program)
        if isinstance(answer, BestAnswer):
            solution.costs = tuple([_exact_number(goal.cost) for goal in answer.goals])
            solution.bounds = tuple(
                [None if goal.bound is None else _exact_number(goal.bound) for goal in answer.goals]
            )
            solution.optimal = answer.optimal
        return solution


def _raise_if_unknown(answer: Any) -> None:
    if answer.status == "unknown":
        raise LimitError(getattr(answer, "stopped", None) or "limit.time")


def _exact_number(value: Any) -> Any:
    return value if isinstance(value, int) else Fraction(str(value))


def _make_solution(saved_model: ModelPart, program: Program) -> Solution:
    """A model that an answer tells."""
    values: dict[str, Any] = dict.fromkeys(saved_model.true, True) | dict.fromkeys(saved_model.false or (), False)
    values |= {name: _exact_number(value) for name, value in (saved_model.values or {}).items()}
    kind = np.bool_ if saved_model.values is None else object
    return Solution(list(values), np.array(list(values.values()), dtype=kind), program)


def ask(question: Question[AnswerT]) -> AnswerT:
    """The answer to any question, of another process if it has limits; an error tells why there is none.

    Texts with errors are a `ModelError`, limits a `LimitError`, engines that fail a `SolverError`, all else a
    `BigandError`.
    """
    is_limited = question.limits != Limits()
    answer = ask_in_child(question) if is_limited else ask_here(question)
    if isinstance(answer, Failure):
        raise _error_from_failure(answer, question)
    return answer


def _error_from_failure(failure: Failure, question: Question[Any]) -> BigandError:
    if failure.diagnostics:
        sources = [value for name in ("source", "first", "second") if (value := getattr(question, name, None))]
        source = sources[failure.source] if failure.source < len(sources) else Source(text="")
        return make_model_error(Document(source.name, source.text), failure.diagnostics)
    kinds = {ErrorKind.LIMIT: LimitError, ErrorKind.SOLVER: SolverError}
    return kinds.get(failure.kind, BigandError)(failure.key, **failure.gaps)


def equivalent(first: str | Model, second: str | Model, timeout: float | None = None) -> bool:
    """Whether two texts have the same models over the atoms of both."""
    from bigand.api.formulas import Equivalence

    first_source, second_source = [
        first_source.source if isinstance(first_source, Model) else Source(text=first_source)
        for first_source in (first, second)
    ]
    return ask(Equivalence(first=first_source, second=second_source, limits=Limits(seconds=timeout))).is_equivalent


# ---------------------------------------------------------------------- files and texts


def model(
    text: str,
    *,
    name: str = "model",
    mode: Mode | None = None,
    allow_data: Sequence[str | Path] = (),
    **variables: Any,
) -> Model:
    """A model from a text; `N=8` gives `$N` the value 8. Its `;;@ data` lines read below the folder of its name."""
    store = ValueStore()
    for key, value in variables.items():
        store.add(key, value)  # what is no value of the language is a TypeError with the path to it
    values = dict(store.values)
    source = Source(text=text, name=name, mode=mode)
    document = Document(name, text)
    try:
        source = replace_fields(source, data=_read_data_files(source, values, Path(name).parent, allow_data))
        problem = read_source(source, _handle_event, store)
    except DataError as error:
        raise make_model_error(document, [_data_diagnostic(error)]) from None
    if not problem.reading.is_valid:
        raise make_model_error(document, problem.reading.diagnostics)
    return Model(source, problem, values)


def _handle_event(event: Event) -> None:
    """A value for a variable that the file does not have is a mistake where it is written in a program."""
    if not isinstance(event, Remark):
        return
    message = message_text(event.key, Language.ENGLISH, **event.gaps)
    if event.key.startswith("data.unread"):
        raise UnknownVariableError(message)
    warnings.warn(message, stacklevel=4)


def _read_data_files(
    source: Source, known: Iterable[str], folder: Path, allowed: Sequence[str | Path]
) -> dict[str, bytes]:
    """The files that `;;@ data` lines name."""
    contents: dict[str, bytes] = {}
    for line in find_needed_data(source, known):
        try:
            contents[line.path] = read_data_file(line.path, folder, allowed)
        except DataError as error:
            error.span, error.variable = line.span, line.variable.name
            raise
    return contents


def _data_diagnostic(error: DataError) -> Diagnostic:
    gaps = {key: render.make_printable(str(gap)) for key, gap in error.gaps.items()}
    message = message_text(error.key, Language.ENGLISH, **gaps)
    return make_diagnostic("G301", error.span, name=error.variable, told=message)


def load_answer(text: str, view: str | None = None, number: int = 1) -> Solution:
    """An answer that was saved, of `solve --json`, of TouIST or printed; `view` is as after `;;@ view`."""
    from bigand.api.saved_model import SavedModelError, parse_saved_models

    program, doubts = (
        parse_document(Document("view", f";;@ view {view}")) if view is not None else (Program(()), [])
    )
    if doubts:
        raise make_model_error(Document("view", f";;@ view {view}"), doubts)
    try:
        values = parse_saved_models(text)[number - 1].values
    except (SavedModelError, IndexError) as error:
        raise ModelError("there is no such answer in this text") from error
    return Solution(tuple(values), np.array(list(values.values()), dtype=np.bool_), program)


def load(
    path: str | Path, *, mode: Mode | None = None, allow_data: Sequence[str | Path] = (), **variables: Any
) -> Model:
    """A model from a file; its `;;@ data` lines read below its folder, and below those that are allowed."""
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    return model(text, name=str(path), mode=mode, allow_data=allow_data, **variables)
