"""Which small change makes a file give what its `;;@ expect` lines say.

All changed rules stand after the end of the file, so that one expansion serves all of them: to try a change is to
solve with the clauses of the changed rule in the place of the rule's. A model that should not be, and that a change
does not forbid, rules the change out at once.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.compile import compile_rules
from bigand.explain.mending.changes import Change, changed_rule, changes
from bigand.ground.columns import Array, distinct
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder, Rule
from bigand.ground.forecast import forecast
from bigand.ground.formula import Ground
from bigand.ground.frames import Frame
from bigand.language import read
from bigand.language.reading import Reading
from bigand.language.syntax import Assignment, Expect, Integer, Mode
from bigand.language.values import Value
from bigand.solve.pysat_engine import PySatSession
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import run_isolated
from bigand.source.diagnostic import Severity
from bigand.source.document import Document

_INSTANCES = 200_000  # of all changed rules together
_MOST_MODELS = 500  # of `;;@ expect models`
_FOUND = 5  # changes that are told
_GRACE = 2.0  # seconds after which the work is stopped that does not stop by itself


@dataclass(frozen=True, slots=True)
class Question:
    """What a file must give for some values of its variables: that many models (None: any number but none)."""

    given: dict[str, Value]
    models: int | None


@dataclass(frozen=True, slots=True)
class Unmet:
    """An expectation that does not hold: the directive, and how many models there are (at least)."""

    expect: Expect
    question: Question
    found: int


def questions(expect: Expect, given: dict[str, Value]) -> list[Question]:
    """What an expectation asks."""
    match expect.outcome:
        case "sat":
            return [Question(given, None)]
        case "unsat":
            return [Question(given, 0)]
        case "models" if expect.number is not None and expect.number <= _MOST_MODELS:
            return [Question(given, expect.number)]
        case "least" if expect.variable is not None and expect.number is not None:
            before = {**given, expect.variable: expect.number - 1}
            least = [Question({**given, expect.variable: expect.number}, None)]
            return [*least, Question(before, 0)] if expect.number > 0 else least
        case _:
            return []


@dataclass(frozen=True, slots=True)
class Mending:
    """The expectations that do not hold, and the changes after which all of them do, the likeliest first."""

    unmet: tuple[Unmet, ...] = ()
    changes: tuple[Change, ...] = ()


def mend(reading: Reading, given: dict[str, Value], deadline: float) -> Mending:
    """What a file expects and does not give, and which changes mend it, as many as the time allows to try.

    The work is done in a process of its own: it is stopped when it does not stop by itself.
    """
    asked = any(isinstance(directive, Expect) for directive in reading.program.directives)
    if not asked or time.monotonic() > deadline or reading.mode is not Mode.SAT:
        return Mending()  # changes are tried on clauses alone
    try:
        return run_isolated(lambda: _mend(reading, given, deadline), deadline + _GRACE)
    except (LimitError, SolverError):
        return Mending()


def _mend(reading: Reading, given: dict[str, Value], deadline: float) -> Mending:
    try:
        wrong = tuple(_unmet(reading, given))
        return Mending(wrong, tuple(_mending_changes(reading, given, deadline)) if wrong else ())
    except NotEvaluableError:
        return Mending()


def _unmet(reading: Reading, given: dict[str, Value]) -> Iterator[Unmet]:
    """The expectations of a file that do not hold."""
    for directive in reading.program.directives:
        if isinstance(directive, Expect):
            for question in questions(directive, given):
                trial = _Trial(reading, question)
                count = trial.count(range(trial.parts))
                if not _meets(count, question):
                    yield Unmet(directive, question, count)
                    break


def _meets(count: int, question: Question) -> bool:
    return count > 0 if question.models is None else count == question.models


def _mending_changes(reading: Reading, given: dict[str, Value], deadline: float) -> list[Change]:
    """The changes after which all expectations hold."""
    asked: list[Question] = []
    for directive in reading.program.directives:
        if isinstance(directive, Expect):
            asked += [
                question for question in questions(directive, given) if not _is_asked(question, asked, reading)
            ]
    extended, tried = _readable(reading, given, _possible(reading, given))
    if not asked or not tried:
        return []
    end, rules = len(reading.document.line_starts), len(Grounder(reading, given).rules())
    return _search(extended, asked, tried, end, rules, deadline)


def _is_asked(question: Question, asked: Sequence[Question], reading: Reading) -> bool:
    """Whether a question has been asked already: for values that the file gives anyhow, too."""
    own = {
        item.target.name: item.value.value
        for item in reading.program.items
        if isinstance(item, Assignment) and isinstance(item.value, Integer)
    }
    whole = {**own, **question.given}
    return any(one.models == question.models and {**own, **one.given} == whole for one in asked)


def _possible(reading: Reading, given: dict[str, Value]) -> list[Change]:
    """The changes to try, rule by rule, as long as they are not too large."""
    grounder = Grounder(reading, given)
    text = reading.document.text
    found: list[Change] = []
    sizes: dict[int, int] = {}
    for rule in grounder.rules():
        sizes[rule.number] = max(1, forecast(grounder, rule).instances)
        found += changes(rule, reading.program, text)
    found.sort(key=lambda change: (change.rank, change.rule))
    kept: list[Change] = []
    total = 0
    for change in found:
        total += sizes[change.rule]
        if total <= _INSTANCES:
            kept.append(change)
    return kept


def _readable(
    reading: Reading, given: dict[str, Value], possible: Sequence[Change]
) -> tuple[Reading, list[Change]]:
    """The file with all changed rules after it, and the changes that can be read."""
    document = reading.document
    rules = Grounder(reading, given).rules()
    kept = [(change, changed_rule(change, rules[change.rule], document.text)) for change in possible]
    for _ in range(3):
        text = "\n".join([document.text, *[line for _, line in kept]])
        extended = read(Document(document.name, text), reading.mode, frozenset(given))
        first = len(document.line_starts)
        wrong = {
            extended.document.position(one.primary.span.start).line - first - 1
            for one in extended.diagnostics
            if one.severity is Severity.ERROR
        }
        if not wrong:
            return extended, [change for change, _ in kept]
        kept = [one for at, one in enumerate(kept) if at not in wrong]
    return reading, []


def _search(
    extended: Reading, asked: Sequence[Question], tried: Sequence[Change], end: int, rules: int, deadline: float
) -> list[Change]:
    """Try the changes one after the other; `end` is the last line of the file itself, which has so many rules."""
    # What must not be possible rules out most changes, and quickly: it is asked first.
    trials = [_Trial(extended, one, end) for one in sorted(asked, key=lambda one: one.models is None)]
    found: list[Change] = []
    for number, change in enumerate(tried):
        on = [rule for rule in range(rules) if rule != change.rule] + [rules + number]
        if all(trial.is_met(on, rules + number) for trial in trials):
            found.append(change)
        if len(found) >= _FOUND or time.monotonic() > deadline:
            break
    return found


class _Tolerant(Grounder):
    """A grounder for which a changed rule that cannot be expanded is one that says nothing."""

    wrong: set[int]

    def blocks(self, rule: Rule, note: bool = True) -> Iterator[tuple[Frame, Ground]]:
        try:
            yield from super().blocks(rule, note)
        except NotEvaluableError:
            self.evaluator.failures.clear()
            self.wrong.add(rule.number)


class _Trial:
    """One question: the clauses of each part (a rule, or a changed one), and models seen that should not be."""

    def __init__(self, reading: Reading, question: Question, end: int | None = None) -> None:
        self.question = question
        grounder = _Tolerant(reading, question.given)
        grounder.wrong = set()
        rules = grounder.rules()
        part = np.arange(len(rules))
        if end is not None:  # a changed rule may have become several: all of its line are one
            lines = np.array([reading.document.position(rule.span.start).line for rule in rules])
            own = int(np.count_nonzero(lines <= end))
            part = np.where(lines <= end, part, own + lines - end - 1)
        compiled = compile_rules(grounder, absorb=False)
        self.parts = int(part.max()) + 1
        self.wrong = {int(part[rule]) for rule in grounder.wrong}
        self.users = compiled.clauses.atoms
        self.batches: list[list[Batch]] = [[] for _ in range(self.parts)]
        for batch in compiled.clauses.batches:
            self.batches[int(part[batch.rule])].append(batch)
        self.atoms = [self._atoms(batches) for batches in self.batches]
        self.bad: list[Array] = []

    def _atoms(self, batches: list[Batch]) -> Array:
        """The user's atoms of some clauses."""
        every = [np.abs(batch.literals.astype(np.int64)) for batch in batches]
        return distinct(np.concatenate([np.zeros(0, np.int64), *[one[one <= self.users] for one in every]]))

    def is_met(self, on: Sequence[int], changed: int) -> bool:
        """Whether the question has its answer with these parts, one of which is the changed rule."""
        if changed in self.wrong or (self.question.models == 0 and self._allows(changed)):
            return False
        return _meets(self.count(on), self.question)

    def _allows(self, part: int) -> bool:
        """Whether a part allows a model that should not be: then the rest need not be looked at."""
        own = self.atoms[part]
        for values in self.bad:
            session = PySatSession(self._clauses([part]))
            is_possible = session.solve(np.where(values[own - 1], own, -own).tolist())
            session.close()
            if is_possible:
                return True
        return False

    def count(self, on: Sequence[int]) -> int:
        """The number of models of some parts, over their atoms, up to one more than asked for."""
        most = 1 if not self.question.models else self.question.models + 1
        atoms = distinct(np.concatenate([np.zeros(0, np.int64), *[self.atoms[part] for part in on]]))
        session = PySatSession(self._clauses(on))
        found = 0
        while found < most and session.solve():
            found += 1
            values = session.values()
            if self.question.models == 0:
                self.bad.append(values[: self.users])
            if found < most:
                session.add(np.where(values[atoms - 1], -atoms, atoms).tolist())
        session.close()
        return found

    def _clauses(self, on: Sequence[int]) -> Clauses:
        """The clauses of some parts, their auxiliary atoms numbered closely: a part has its own."""
        batches = [batch for part in on for batch in self.batches[part]]
        if not batches:
            return Clauses((), self.users, self.users)
        every = np.concatenate([batch.literals for batch in batches]).astype(np.int64)
        auxiliary = distinct(np.abs(every[np.abs(every) > self.users]))
        variables = self.users + len(auxiliary)
        if len(auxiliary):
            moved = np.searchsorted(auxiliary, np.abs(every)) + self.users + 1
            every = np.where(np.abs(every) > self.users, np.sign(every) * moved, every)
        edges = np.cumsum([len(batch.literals) for batch in batches])[:-1]
        parts = np.split(every.astype(np.int32), edges)
        renumbered = [replace(batch, literals=part) for batch, part in zip(batches, parts, strict=True)]
        return Clauses(tuple(renumbered), self.users, variables)
