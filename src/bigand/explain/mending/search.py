"""Which small change makes a file give what its `;;@ expect` lines say.

Changed rules stand after the end of the file, so that one expansion serves many of them: to try a change is to
solve with the clauses of the changed rule switched on in the place of the rule's. A model that should not be, and
that a change does not forbid, rules the change out at once.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bigand.encode.clauses import Batch
from bigand.encode.compile import compile_rules
from bigand.explain.groups import Groups, switched
from bigand.explain.mending.additions import additions
from bigand.explain.mending.changes import Change, apply, assignment_changes, changed_rule, changes
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

_INSTANCES = 100_000  # of changed rules that are tried together
_TOGETHER = 80  # changed rules that are tried together
_TOGETHER_COUNTING = 16  # where many models are counted: all that is held is given a value in each of them
_PAIRWISE = 8  # so that a changed rule is cheap to hold
_SOLVER = "minisat22"  # for many short questions with assumptions
_COUNTING = 10  # models are many
_MOST_MODELS = 2_000  # of `;;@ expect models`
_GUESSED = 50_000  # instances of a file for which changes are guessed, without an expectation
_FOUND = 16  # changes, then the search ends
_TOLD = 5  # of them
_PATIENCE = 3.0  # seconds
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
    if not expectations(reading):
        return Mending()
    return _isolated(lambda: _mend(reading, given, deadline), reading, deadline)


def revive(reading: Reading, given: dict[str, Value], deadline: float) -> Mending:
    """Which changes give a model to a file that has none and does not say what it expects."""
    wanted = [Question(given, None)]

    def work() -> Mending:
        grounder = Grounder(reading, given)
        size = sum([forecast(grounder, rule).instances for rule in grounder.rules()])
        found = _mending_changes(reading, given, wanted, False, deadline) if size <= _GUESSED else []
        return Mending((), tuple(found))

    return _isolated(work, reading, deadline)


def expectations(reading: Reading) -> list[Expect]:
    """What a file says that it should give."""
    return [directive for directive in reading.program.directives if isinstance(directive, Expect)]


def _isolated(work: Callable[[], Mending], reading: Reading, deadline: float) -> Mending:
    if time.monotonic() > deadline or reading.mode is not Mode.SAT:
        return Mending()  # changes are tried on clauses alone
    try:
        return run_isolated(work, deadline + _GRACE)
    except (LimitError, SolverError, NotEvaluableError):
        return Mending()


def _mend(reading: Reading, given: dict[str, Value], deadline: float) -> Mending:
    wrong = tuple(_unmet(reading, given))
    # Where something is possible that should not be, a rule may be missing.
    is_weak = any(_is_weak(one) for one in wrong)
    asked = _asked(reading, given) if wrong else []
    return Mending(wrong, tuple(_mending_changes(reading, given, asked, is_weak, deadline)))


def _unmet(reading: Reading, given: dict[str, Value]) -> Iterator[Unmet]:
    """The expectations of a file that do not hold."""
    for directive in expectations(reading):
        for question in questions(directive, given):
            trial = _Trial(reading, question)
            count = trial.count(range(trial.parts))
            trial.close()
            if not _meets(count, question):
                yield Unmet(directive, question, count)
                break


def _meets(count: int, question: Question) -> bool:
    return count > 0 if question.models is None else count == question.models


def _is_weak(unmet: Unmet) -> bool:
    return unmet.question.models is not None and unmet.found > unmet.question.models


def _asked(reading: Reading, given: dict[str, Value]) -> list[Question]:
    """All that a file expects, each question once."""
    asked: list[Question] = []
    for directive in expectations(reading):
        asked += [question for question in questions(directive, given) if not _is_asked(question, asked, reading)]
    # What must not be possible rules out most changes, and quickly: it is asked first.
    return sorted(asked, key=lambda question: question.models is None)


def _mending_changes(
    reading: Reading, given: dict[str, Value], asked: Sequence[Question], is_weak: bool, deadline: float
) -> list[Change]:
    """The changes after which all questions have their answers."""
    found: list[Change] = []
    began = time.monotonic()
    most = _TOGETHER_COUNTING if any((one.models or 0) > _COUNTING for one in asked) else _TOGETHER
    rules = _repairable(reading, asked)
    for together in _portions(reading, given, is_weak, most, rules) if asked else ():
        found += _search(reading, given, asked, together, _FOUND - len(found), deadline)
        if found:  # others are less likely: they get as much time again
            deadline = min(deadline, began + 2 * (time.monotonic() - began) + _PATIENCE)
        if len(found) >= _FOUND or time.monotonic() > deadline:
            break
    return _told(found)


def _told(found: Sequence[Change]) -> list[Change]:
    """The likeliest, first one of each rule."""
    ordered = sorted(found, key=lambda change: change.rank)
    best: dict[object, Change] = {}
    for change in ordered:
        best.setdefault((change.rule, change.beside), change)
    return [*best.values(), *[change for change in ordered if change not in best.values()]][:_TOLD]


def _repairable(reading: Reading, asked: Sequence[Question]) -> set[int]:
    """The rules whose change may help: where there is no model and should be, those without which there is one."""
    found = set(range(len(Grounder(reading, asked[0].given if asked else {}).rules())))
    for question in asked:
        if question.models != 0:
            trial = _Trial(reading, question)
            if not trial.is_possible(range(trial.parts)):
                others = [[one for one in range(trial.parts) if one != rule] for rule in range(trial.parts)]
                found &= {rule for rule, on in enumerate(others) if trial.is_possible(on)}
            trial.close()
    return found


def _is_asked(question: Question, asked: Sequence[Question], reading: Reading) -> bool:
    """Whether a question has been asked already: for values that the file gives anyhow, too."""
    own = {
        item.target.name: item.value.value
        for item in reading.program.items
        if isinstance(item, Assignment) and isinstance(item.value, Integer)
    }
    whole = {**own, **question.given}
    return any(
        one.models == question.models or (question.models is None and one.models)
        for one in asked
        if {**own, **one.given} == whole
    )


def _portions(
    reading: Reading, given: dict[str, Value], is_weak: bool, most: int, rules: set[int]
) -> Iterator[list[Change]]:
    """The changes to try, the likeliest first, as many at a time as can be expanded quickly."""
    grounder = Grounder(reading, given)
    text = reading.document.text
    found: list[Change] = []
    sizes: dict[int, int] = {}
    for rule in grounder.rules():
        sizes[rule.number] = max(1, forecast(grounder, rule).instances)
        found += changes(rule, reading.program, text) if rule.number in rules else []
    if is_weak:
        found += additions(grounder.rules(), reading.program, text)
    found.sort(key=lambda change: (change.rank, change.is_added, change.rule or 0))
    horizons = {one.variable for one in expectations(reading)}
    assigned = assignment_changes(reading.program, text, {*given, *filter(None, horizons)})
    portion: list[Change] = []
    total = 0
    for change in found:
        if assigned and change.rank > assigned[0].rank:
            yield assigned
            assigned = []
        size = max(sizes.values()) if change.rule is None else sizes[change.rule]
        if portion and (total + size > _INSTANCES or len(portion) == most):
            yield portion
            portion, total = [], 0
        portion.append(change)
        total += size
    yield portion
    yield assigned


def _readable(
    reading: Reading, given: dict[str, Value], possible: Sequence[Change]
) -> tuple[Reading, list[Change]]:
    """The file with all changed rules after it, and the changes that can be read."""
    document = reading.document
    rules = Grounder(reading, given).rules()
    kept = [(one, changed_rule(one, rules, document.text)) for one in possible]
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
    reading: Reading,
    given: dict[str, Value],
    asked: Sequence[Question],
    together: Sequence[Change],
    most: int,
    deadline: float,
) -> list[Change]:
    """Try some changes one after the other, until there are as many as wanted."""
    if together and together[0].rule is None and not together[0].is_added:
        return _search_assignments(reading, given, asked, together, most, deadline)
    extended, tried = _readable(reading, given, together)
    end, rules = len(reading.document.line_starts), len(Grounder(reading, given).rules())
    trials = [_Trial(extended, question, end) for question in asked] if tried else []
    for trial in trials:
        trial.count(range(rules))  # models of the file as it is: a change that allows too many of them is none
    found: list[Change] = []
    for number, change in enumerate(tried):
        on = [rule for rule in range(rules) if rule != change.rule] + [rules + number]
        if all(trial.is_met(on, rules + number, change.rule) for trial in trials):
            found.append(change)
        if len(found) >= most or time.monotonic() > deadline:
            break
    for trial in trials:
        trial.close()
    return found


def _search_assignments(
    reading: Reading,
    given: dict[str, Value],
    asked: Sequence[Question],
    together: Sequence[Change],
    most: int,
    deadline: float,
) -> list[Change]:
    """Another value of a variable changes all rules: the file is expanded again for each."""
    found: list[Change] = []
    for change in together:
        document = Document(reading.document.name, apply(change, reading.document.text))
        changed = read(document, reading.mode, frozenset(given))
        if changed.ok and all(_gives(changed, question) for question in asked):
            found.append(change)
        if len(found) >= most or time.monotonic() > deadline:
            break
    return found


def _gives(reading: Reading, question: Question) -> bool:
    trial = _Trial(reading, question)
    count = 0 if trial.wrong else trial.count(range(trial.parts))
    trial.close()
    return not trial.wrong and _meets(count, question)


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
    """One question to an engine that holds all parts (a rule, or a changed one), each with a switch.

    Models that were found are known: those of the file, and those of all its rules but one.
    """

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
        clauses = compile_rules(grounder, absorb=False, pairwise=_PAIRWISE).clauses
        self.parts = int(part.max()) + 1
        self.wrong = {int(part[rule]) for rule in grounder.wrong}
        self.users = clauses.atoms
        self.atoms = [
            self._atoms([batch for batch in clauses.batches if part[batch.rule] == one])
            for one in range(self.parts)
        ]
        owners = tuple([np.full(batch.count, part[batch.rule]) for batch in clauses.batches])
        held = switched(Groups(clauses, owners, self.parts), np.arange(self.parts))
        self._first = clauses.variables + 1
        self._last = held.variables
        self._session = PySatSession(held, _SOLVER)
        self._known: dict[int | None, list[Array]] = defaultdict(list)

    def _atoms(self, batches: list[Batch]) -> Array:
        """The user's atoms of some clauses."""
        every = [np.abs(batch.literals.astype(np.int64)) for batch in batches]
        return distinct(np.concatenate([np.zeros(0, np.int64), *[one[one <= self.users] for one in every]]))

    def is_possible(self, on: Sequence[int]) -> bool:
        """Whether some parts have a model."""
        return bool(self._session.solve([self._first + part for part in on]))

    def is_met(self, on: Sequence[int], changed: int, replaced: int | None) -> bool:
        """Whether the question has its answer with these parts, one of which is the changed rule."""
        if changed in self.wrong:
            return False
        known = self._known[None] if replaced is None else [*self._known[None], *self._known[replaced]]
        if not _meets(self.count(on, self._allowed(changed, known), replaced), self.question):
            return False
        # What propagation allows may still be impossible.
        return _meets(self.count(on, replaced=replaced), self.question)

    def _allowed(self, part: int, known: Sequence[Array]) -> list[Array]:
        """Those of some models of all other parts that a part allows, as far as propagation tells; not too many."""
        own = self.atoms[part]
        most = 2 * ((self.question.models or 0) + 1)
        assumed = [[self._first + part, *np.where(one[own - 1], own, -own).tolist()] for one in known[:most]]
        return [one for one, literals in zip(known, assumed, strict=False) if self._session.propagates(literals)]

    def count(self, on: Sequence[int], known: Sequence[Array] = (), replaced: int | None = None) -> int:
        """The number of models of some parts, over their atoms, up to one more than asked for.

        Some are known already. Those that are found are remembered: they are models of all rules, but perhaps for
        the one that was replaced.
        """
        most = 1 if not self.question.models else self.question.models + 1
        atoms = distinct(np.concatenate([np.zeros(0, np.int64), *[self.atoms[part] for part in on]]))
        models = {values[atoms - 1].tobytes(): values for values in known}
        if len(models) >= most:
            return most
        self._last += 1
        assumed = [*[self._first + part for part in on], self._last]
        for values in models.values():
            self._exclude(values, atoms)
        found = len(models)
        while found < most and self._session.solve(assumed):
            found += 1
            values = self._session.values()[: self.users]
            self._known[replaced].append(values)
            if found < most:
                self._exclude(values, atoms)
        self._session.add([-self._last])
        return found

    def _exclude(self, values: Array, atoms: Array) -> None:
        """Not this model again, as long as the question is asked."""
        self._session.add([-self._last, *np.where(values[atoms - 1], -atoms, atoms).tolist()])

    def close(self) -> None:
        self._session.close()
