"""The door for Python: a file or a text as a model that can be solved, enumerated, counted and explained.

import bigand
m = bigand.load("queens.touist", N=8)
print(m.solve()["x"])          # the index tuples of the true x
assert m.count() == 92
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from bigand.answer.model import Model as Road
from bigand.answer.model import ModelError, Solution, UnreadValueError, model_error, model_of
from bigand.answer.numbers import NumberSolution
from bigand.answer.opening import needed_data, read_source
from bigand.answer.parts import Model as Told
from bigand.answer.question import Answer, Failure, Limits, Question
from bigand.answer.questions.solve import Best, Planned, Solve, Solved
from bigand.answer.report import Event, Remark
from bigand.answer.running.child import ask_in_child
from bigand.answer.running.here import ask_here
from bigand.answer.source import Source
from bigand.answer.value import changed
from bigand.data import read_below
from bigand.given import DataError, Taken, plain
from bigand.language import Mode
from bigand.language.reading import parse
from bigand.language.syntax import Program
from bigand.language.values import Value
from bigand.source import render
from bigand.source.catalogue import Language, sentence
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.error import BigandError, Kind, LimitError, SolverError
from bigand.source.fault import fault

if TYPE_CHECKING:
    from bigand.answer.quantified import WinningStrategy
    from bigand.answer.questions.check import Checked
    from bigand.answer.questions.forced import Common
    from bigand.answer.questions.size import Sized
    from bigand.answer.questions.why import Reasons
    from bigand.answer.questions.witness import Witnesses

__all__ = ["Model", "ModelError", "Solution", "answered", "equivalent", "load", "model", "saved"]

Found = TypeVar("Found", bound=Answer)
_SECONDS = 15.0  # for a reason, if nobody says how long to look for one


class Model:
    """A text that has no errors, with values for some of its variables: what may be asked of it.

    Whatever is asked with a `timeout` (in seconds) or a limit of `memory` (in megabytes) is answered by another
    process, which is ended when it goes beyond: that is a `LimitError`.
    """

    def __init__(self, source: Source, road: Road, values: Mapping[str, Value]) -> None:
        self.road = road  # the stages of its expansion, each made once
        self._source = source
        self._values = values

    @cached_property
    def source(self) -> Source:
        """The text with its values, as another process may have it."""
        return changed(self._source, values=plain(self._values))

    def __getattr__(self, name: str) -> Any:
        """The stages of the road, for whoever looks inside: `grounder`, `compiled`, `session`, …"""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.road, name)

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
            return self.road.solve(solver)
        return self._solution(Solve, timeout, memory, solver=solver, assume=tuple(assume))

    def models(
        self, solver: str | None = None, timeout: float | None = None, check: bool = True
    ) -> Iterator[Solution]:
        """All models, each checked, in the order in which the engine finds them; of a file with costs the best."""
        return self.road.models(solver, timeout, check)

    def count(self, timeout: float | None = None, memory: int | None = None) -> int:
        """The number of models over the user's atoms; of a file with costs that of the best ones."""
        if timeout is None and memory is None:
            return self.road.count()
        answer = self._ask(Solve, timeout, memory, count=True)
        assert isinstance(answer, Solved | Best)
        if answer.stopped is not None or answer.count is None:
            raise LimitError(answer.stopped or "limit.endless")
        return answer.count

    def random(self, seed: int = 0) -> Solution | None:
        """Some model, with values tried at random."""
        return self.road.random(seed)

    def best(self, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """The best model, with its `cost` and whether it is proved `optimal`; None if there is no model."""
        if memory is None:
            return self.road.optimise(timeout)
        return self._solution(Solve, timeout, memory)

    def plan(self, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """A model for the least value of the `;;@ horizon`, told by `solution.horizon`; None if there is none."""
        if memory is None:
            return self.road.plan(timeout)
        return self._solution(Solve, timeout, memory, plan=True)

    def strategy(self, timeout: float | None = None) -> "WinningStrategy":
        """How the side wins for which the formula is: `exists` if it is true, else `forall`."""
        return self.road.strategy(timeout)

    def proof(self, format: str = "drat", timeout: float | None = None) -> str | None:
        """A proof that there is no model, in DRAT or LRAT, checked; None if there is a model."""
        return self.road.proof(format, timeout)

    def verify(self, proof: str) -> bool:
        """Whether a text proves, in DRAT or LRAT, that there is no model."""
        return self.road.verify(proof)

    # ------------------------------------------------------------------ reasons

    def check(self, timeout: float | None = None, memory: int | None = None) -> "Checked":
        """All that is to be said of the text: what is doubtful in it."""
        from bigand.answer.questions.check import Check

        return self._ask(Check, timeout, memory)

    def why(self, timeout: float = _SECONDS, memory: int | None = None, all: bool = False) -> "Reasons":
        """Why there is no model, or not the one that the text expects; and what would mend it."""
        from bigand.answer.questions.why import Why

        return self._ask(Why, timeout, memory, all=all)

    def why_not(self, *formulas: str, timeout: float = _SECONDS, memory: int | None = None) -> "Reasons":
        """Why no model has these formulas."""
        from bigand.answer.questions.why import WhyNot

        return self._ask(WhyNot, timeout, memory, expected=formulas)

    def witness(self, timeout: float = 60.0, memory: int | None = None) -> "Witnesses":
        """What each rule is good for: a model that breaks only this one, or that the others imply it."""
        from bigand.answer.questions.witness import Witness

        return self._ask(Witness, timeout, memory)

    def forced(self, timeout: float | None = None, memory: int | None = None) -> "Common":
        """The atoms that have the same value in every model."""
        from bigand.answer.questions.forced import Forced

        return self._ask(Forced, timeout, memory)

    def size(self, timeout: float | None = None, memory: int | None = None) -> "Sized":
        """How many instances and clauses each rule has."""
        from bigand.answer.questions.size import Size

        return self._ask(Size, timeout, memory)

    # ------------------------------------------------------------------ asking

    def _ask(self, kind: Any, timeout: float | None, memory: int | None, **fields: Any) -> Any:
        limits = Limits(seconds=timeout, megabytes=memory)
        return answered(kind(source=self.source, limits=limits, **fields))

    def _solution(self, kind: Any, timeout: float | None, memory: int | None, **fields: Any) -> Solution | None:
        """The first model of an answer."""
        answer = self._ask(kind, timeout, memory, **fields)
        if answer.status == "unknown":
            raise LimitError(getattr(answer, "stopped", None) or "limit.time")
        told = answer.model if isinstance(answer, Planned) else answer.models[0] if answer.models else None
        if told is None:
            return None
        found = _solution_of(told, self.road.reading.program)
        if isinstance(answer, Planned):
            found.horizon = {name: least for name, least in answer.horizon.items() if least is not None}
        if isinstance(answer, Best):
            found.costs = tuple([_amount(goal.cost) for goal in answer.goals])
            found.bounds = tuple([None if goal.bound is None else _amount(goal.bound) for goal in answer.goals])
            found.optimal = answer.optimal
        return found


def _amount(told: Any) -> Any:
    return told if isinstance(told, int) else Fraction(str(told))


def _solution_of(told: Told, program: Program) -> Solution:
    """A model that an answer tells."""
    numbers = {name: _amount(value) for name, value in (told.values or {}).items()}
    names = (*told.true, *(told.false or ()), *numbers)
    if told.values is not None:
        truths = [*[True] * len(told.true), *[False] * len(told.false or ())]
        return NumberSolution(names, [*truths, *numbers.values()], program)
    return Solution(names, np.arange(len(names)) < len(told.true), program)


def answered(question: Question[Found]) -> Found:
    """The answer to any question, of another process if it has limits; an error tells why there is none.

    Texts with errors are a `ModelError`, limits a `LimitError`, engines that fail a `SolverError`, all else a
    `BigandError`.
    """
    is_limited = question.limits != Limits()
    answer = ask_in_child(question) if is_limited else ask_here(question)
    if isinstance(answer, Failure):
        raise _error_of(answer, question)
    return answer


def _error_of(failure: Failure, question: Question[Any]) -> BigandError:
    if failure.diagnostics:
        sources = [value for name in ("source", "first", "second") if (value := getattr(question, name, None))]
        source = sources[failure.source] if failure.source < len(sources) else Source(text="")
        return model_error(Document(source.name, source.text), failure.diagnostics)
    kinds = {Kind.LIMIT: LimitError, Kind.SOLVER: SolverError}
    return kinds.get(failure.kind, BigandError)(failure.key, **failure.gaps)


def equivalent(first: str | Model, second: str | Model, timeout: float | None = None) -> bool:
    """Whether two texts have the same models over the atoms of both."""
    from bigand.answer.questions.formulas import Equivalence

    one, other = [one.source if isinstance(one, Model) else Source(text=one) for one in (first, second)]
    return answered(Equivalence(first=one, second=other, limits=Limits(seconds=timeout))).is_equivalent


# ---------------------------------------------------------------------- files and texts


def model(
    text: str,
    *,
    name: str = "model",
    mode: Mode | None = None,
    allow_data: Sequence[str | Path] = (),
    **given: Any,
) -> Model:
    """A model from a text; `N=8` gives `$N` the value 8. Its `;;@ data` lines read below the folder of its name."""
    taken = Taken()
    for key, value in given.items():
        taken.take(key, value)  # what is no value of the language is a TypeError with the path to it
    values = dict(taken.values)
    source = Source(text=text, name=name, mode=mode)
    document = Document(name, text)
    try:
        source = changed(source, data=_read_needed(source, values, Path(name).parent, allow_data))
        found = read_source(source, _tell, taken)
    except DataError as error:
        raise model_error(document, [_data_fault(error)]) from None
    if not found.reading.ok:
        raise model_error(document, found.reading.diagnostics)
    return Model(source, model_of(found.reading, dict(found.given)), values)


def _tell(event: Event) -> None:
    """A value for a variable that the file does not have is a mistake where it is written in a program."""
    if not isinstance(event, Remark):
        return
    told = sentence(event.key, Language.ENGLISH, **event.gaps)
    if event.key != "data.repeated":
        raise UnreadValueError(told)
    warnings.warn(told, stacklevel=4)


def _read_needed(
    source: Source, known: Iterable[str], folder: Path, allowed: Sequence[str | Path]
) -> dict[str, bytes]:
    """The files that `;;@ data` lines name."""
    found: dict[str, bytes] = {}
    for line in needed_data(source, known):
        try:
            found[line.path] = read_below(line.path, folder, allowed)
        except DataError as error:
            error.span, error.variable = line.span, line.variable.name
            raise
    return found


def _data_fault(error: DataError) -> Diagnostic:
    gaps = {key: render.visible(str(gap)) for key, gap in error.gaps.items()}
    told = sentence(error.key, Language.ENGLISH, **gaps)
    return fault("G301", error.span, name=error.variable, told=told)


def saved(text: str, view: str | None = None, number: int = 1) -> Solution:
    """An answer that was saved, of `solve --json`, of TouIST or printed; `view` is as after `;;@ view`."""
    from bigand.view.answers import AnswerError, read_answers

    program, doubts = parse(Document("view", f";;@ view {view}")) if view is not None else (Program(()), [])
    if doubts:
        raise model_error(Document("view", f";;@ view {view}"), doubts)
    try:
        values = read_answers(text)[number - 1].values
    except (AnswerError, IndexError) as error:
        raise ModelError("there is no such answer in this text") from error
    return Solution(tuple(values), np.array(list(values.values()), dtype=np.bool_), program)


def load(
    path: str | Path, *, mode: Mode | None = None, allow_data: Sequence[str | Path] = (), **given: Any
) -> Model:
    """A model from a file; its `;;@ data` lines read below its folder, and below those that are allowed."""
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    return model(text, name=str(path), mode=mode, allow_data=allow_data, **given)
