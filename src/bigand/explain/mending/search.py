"""Which small change makes a file give what its `;;@ expect` lines say.

Changed rules stand after the end of the file, so that one expansion serves many of them: to try a change is to
solve with the clauses of the changed rule switched on in the place of the rule's. A model that should not be, and
that a change does not forbid, rules the change out at once. Where no likely change of one rule gives a model, two
rules are changed. Nothing is found that `check` would doubt more than the file as it is.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Batch
from bigand.encode.compile import compile_rules
from bigand.explain.groups import Groups, switched
from bigand.explain.mending.additions import additions
from bigand.explain.mending.changes import Change, apply, assignment_changes, changed_rule, changes, joined
from bigand.explain.mending.cleanness import Cleanness
from bigand.ground.columns import Array, distinct
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Facts, Grounder, Rule
from bigand.ground.forecast import forecast
from bigand.ground.formula import Ground
from bigand.ground.frames import Frame
from bigand.language import read
from bigand.language.reading import Reading
from bigand.language.syntax import Assignment, Expect, Integer, Mode
from bigand.language.values import Value
from bigand.solve.count import count_clauses, has_counter
from bigand.solve.pysat_engine import PySatSession, clause_lists
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import Report, stream_isolated
from bigand.source.diagnostic import Severity
from bigand.source.document import Document

_INSTANCES = 100_000  # of changed rules that are tried together
_TOGETHER = 80  # changed rules that are tried together
_TOGETHER_COUNTING = 16  # where many models are counted: all that is held is given a value in each of them
_PAIRWISE = 8  # so that a changed rule is cheap to hold
_SOLVER = "minisat22"  # for many short questions with assumptions
_COUNTING = 10  # models are many
_MOST_MODELS = 2_000  # of `;;@ expect models`, found one by one; more are counted
_GUESSED = 50_000  # instances of a file for which changes are guessed, without an expectation
_ENOUGH = 16  # changes, then the search ends
_SHOWN = 3  # of them, those that leave the file as clean as it is
_LIKELY = 4  # the rank up to which a change is likely
_PAIRS = 6  # likely changes to which a change of another rule is sought
_PATIENCE = 3.0  # seconds
_STOPPING = 0.95  # of the time, when the work should stop by itself; it is stopped at the end


class Requirement(Struct, frozen=True):
    """What a file must give for some values of its variables: that many models (None: any number but none)."""

    given: dict[str, Value]
    models: int | None


class Unmet(Struct, frozen=True):
    """An expectation that does not hold: the directive, and how many models there are (at least)."""

    expect: Expect
    requirement: Requirement
    count: int


def requirements(expect: Expect, given: dict[str, Value]) -> list[Requirement]:
    """What an expectation asks."""
    match expect.outcome:
        case "sat":
            return [Requirement(given, None)]
        case "unsat":
            return [Requirement(given, 0)]
        case "models" if expect.number is not None and (expect.number <= _MOST_MODELS or has_counter()):
            return [Requirement(given, expect.number)]
        case "least" if expect.variable is not None and expect.number is not None:
            before = {**given, expect.variable: expect.number - 1}
            least = [Requirement({**given, expect.variable: expect.number}, None)]
            return [*least, Requirement(before, 0)] if expect.number > 0 else least
        case _:
            return []


class _Task(Struct, frozen=True):
    """A file, what it must give, and until when changes are tried."""

    reading: Reading
    given: dict[str, Value]
    asked: Sequence[Requirement]
    deadline: float

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.deadline

    def rules(self) -> list[Rule]:
        return Grounder(self.reading, self.given).rules()

    def changed(self, change: Change) -> "_Task":
        """The same for the file with a change made."""
        document = Document(self.reading.document.name, apply(change, self.reading.document.text))
        return replace(self, reading=read(document, self.reading.mode, frozenset(self.given)))


class Mending(Struct, frozen=True):
    """The expectations that do not hold, and the changes after which all of them do, the likeliest first."""

    unmet: tuple[Unmet, ...] = ()
    changes: tuple[Change, ...] = ()
    is_finished: bool = True  # else the time was up, and there may be more
    is_cut: bool = False  # the time was up, or nearly so, while changes were tried


def mend(reading: Reading, given: dict[str, Value], deadline: float) -> Mending:
    """What a file expects and does not give, and which changes mend it, as many as the time allows to try."""
    return _collected(lambda until: _mend(reading, given, until), reading, deadline)


def revive(reading: Reading, given: dict[str, Value], deadline: float) -> Mending:
    """Which changes give a model to a file that has none and does not say what it expects."""
    return _collected(lambda until: _revive(reading, given, until), reading, deadline)


def expectations(reading: Reading) -> list[Expect]:
    """What a file says that it should give."""
    return [directive for directive in reading.program.directives if isinstance(directive, Expect)]


def _collected(work: Callable[[float], Iterator[Unmet | Change]], reading: Reading, deadline: float) -> Mending:
    """What some work finds, done in a process of its own: it is stopped when it does not stop by itself."""
    if reading.mode is not Mode.SAT:
        return Mending()  # changes are tried on clauses alone
    unmet: list[Unmet] = []
    changes: list[Change] = []
    is_finished = True
    now = time.monotonic()
    until = now + _STOPPING * (deadline - now)
    try:
        for result in stream_isolated(lambda report: _report_all(work(until), report), deadline):
            if isinstance(result, Unmet):
                unmet.append(result)
            else:
                changes.append(result)
    except (LimitError, SolverError, NotEvaluableError):
        is_finished = False
    is_cut = not is_finished or time.monotonic() >= until
    return Mending(tuple(unmet), tuple(_in_order(changes)[:_SHOWN]), is_finished, is_cut)


def _report_all(results: Iterator[Unmet | Change], report: Report) -> None:
    for result in results:
        report(result)


def _mend(reading: Reading, given: dict[str, Value], deadline: float) -> Iterator[Unmet | Change]:
    wrong = []
    for unmet in _unmet(reading, given):
        wrong.append(unmet)
        yield unmet
    # Where something is possible that should not be, a rule may be missing.
    is_weak = any(_is_weak(unmet) for unmet in wrong)
    if wrong:
        yield from _mending_changes(_Task(reading, given, _asked(reading, given), deadline), is_weak)


def _revive(reading: Reading, given: dict[str, Value], deadline: float) -> Iterator[Change]:
    grounder = Grounder(reading, given)
    if sum([forecast(grounder, rule).instances for rule in grounder.rules()]) <= _GUESSED:
        yield from _mending_changes(_Task(reading, given, [Requirement(given, None)], deadline), False)


def _unmet(reading: Reading, given: dict[str, Value]) -> Iterator[Unmet]:
    """The expectations of a file that do not hold."""
    for directive in expectations(reading):
        for requirement in requirements(directive, given):
            with closing(_Trial(reading, requirement)) as trial:
                count = trial.count(range(trial.parts))
            if not _meets(count, requirement):
                yield Unmet(directive, requirement, count)
                break


def _meets(count: int, requirement: Requirement) -> bool:
    return count > 0 if requirement.models is None else count == requirement.models


def _is_weak(unmet: Unmet) -> bool:
    return unmet.requirement.models is not None and unmet.count > unmet.requirement.models


def _asked(reading: Reading, given: dict[str, Value]) -> list[Requirement]:
    """All that a file expects, each once."""
    asked: list[Requirement] = []
    for directive in expectations(reading):
        asked += [
            requirement
            for requirement in requirements(directive, given)
            if not _is_asked(requirement, asked, reading)
        ]
    # What must not be possible rules out most changes, and quickly: it is asked first.
    return sorted(asked, key=lambda requirement: requirement.models is None)


def _mending_changes(task: _Task, is_weak: bool) -> Iterator[Change]:
    """The changes after which all requirements are met, as they are found."""
    began = time.monotonic()
    asked = task.asked
    most = _TOGETHER_COUNTING if any((requirement.models or 0) > _COUNTING for requirement in asked) else _TOGETHER
    rules = _repairable(task)
    sieve = _Sieve(Cleanness(task.reading, task.given))
    for together in _portions(task, is_weak, most, rules) if asked else ():
        yield from sieve.sifted(_search(task, together))
        if sieve.mending:  # others are less likely: they get as much time again
            until = began + 2 * (time.monotonic() - began) + _PATIENCE
            task = replace(task, deadline=min(task.deadline, until))
        if len(sieve.mending) >= _ENOUGH or task.is_over:
            break
    is_likely = any(change.rank <= _LIKELY for change in sieve.clean)
    if asked and not is_likely and all(requirement.models is None for requirement in asked):
        yield from sieve.sifted(_pairs(task, rules))


class _Sieve:
    """Lets the changes through that may be shown: each that is not another one and more, and is clean."""

    def __init__(self, cleanness: Cleanness) -> None:
        self._cleanness = cleanness
        self.mending: list[Change] = []
        self.clean: list[Change] = []

    def sifted(self, changes: Iterable[Change]) -> Iterator[Change]:
        new = (change for change in changes if _is_new(change, self.mending))
        for change in islice(new, _ENOUGH):
            self.mending.append(change)
            if self._may_be_shown(change) and self._cleanness.is_kept(change):
                self.clean.append(change)
                yield change

    def _may_be_shown(self, change: Change) -> bool:
        """Whether a change is among those that would be shown, were it clean: looking takes time."""
        return change in _in_order([*self.clean, change])[:_SHOWN]


def _in_order(possible: Sequence[Change]) -> list[Change]:
    """The likeliest first, but of each rule one before any second."""
    ordered = sorted(possible, key=lambda change: change.rank)
    best: dict[object, Change] = {}
    for change in ordered:
        best.setdefault((change.rule, change.beside), change)
    return [*best.values(), *[change for change in ordered if change not in best.values()]]


def _is_new(change: Change, known: Sequence[Change]) -> bool:
    """Whether a change is not one that was found and something more."""
    return not any(set(other.edits) < set(change.edits) for other in known)


def _pairs(task: _Task, rules: set[int]) -> Iterator[Change]:
    """Changes of two rules at once: a likely one of a rule, where only one other rule is then in the way."""
    for first, second in islice(_half_way(task, rules), _PAIRS):
        changed = task.changed(first)
        for together in _portions(changed, False, _TOGETHER, {second}):
            likely = [change for change in together if change.rule is not None and change.rank <= _LIKELY]
            for change in _search(changed, likely):
                yield joined(first, change)


def _clashing(task: _Task) -> set[int]:
    """Some rules that have no model together."""
    with closing(_Trial(task.reading, task.asked[0])) as trial:
        return set(trial.clash(range(trial.parts)))


def _half_way(task: _Task, rules: set[int]) -> Iterator[tuple[Change, int]]:
    """Likely changes, each with another rule without which there would then be a model."""
    suspected = rules or _clashing(task)
    likely = [
        change
        for rule in task.rules()
        if rule.number in suspected
        for change in changes(rule, task.reading.program, task.reading.document.text)
        if change.rank < _LIKELY
    ]
    extended, tried = _readable(task, sorted(likely, key=lambda change: change.rank)[:_TOGETHER])
    end, own = len(task.reading.document.line_starts), len(task.rules())
    for requirement in task.asked[:1] if tried else ():
        with closing(_Trial(extended, requirement, end)) as trial:
            for number, change in enumerate(tried):
                on = [rule for rule in range(own) if rule != change.rule] + [own + number]
                for second in trial.clash(on) if trial.says(own + number) and not task.is_over else ():
                    if second < own and trial.is_possible([part for part in on if part != second]):
                        yield change, second


def _repairable(task: _Task) -> set[int]:
    """The rules whose change may help: where there is no model and should be, those without which there is one."""
    repairable = set(range(len(Grounder(task.reading, task.asked[0].given if task.asked else {}).rules())))
    for requirement in task.asked:
        if requirement.models != 0:
            with closing(_Trial(task.reading, requirement)) as trial:
                if not trial.is_possible(range(trial.parts)):
                    others = [[part for part in range(trial.parts) if part != rule] for rule in range(trial.parts)]
                    repairable &= {rule for rule, on in enumerate(others) if trial.is_possible(on)}
    return repairable


def _is_asked(requirement: Requirement, asked: Sequence[Requirement], reading: Reading) -> bool:
    """Whether a requirement is among those already: for values that the file gives anyhow, too."""
    own = {
        item.target.name: item.value.value
        for item in reading.program.items
        if isinstance(item, Assignment) and isinstance(item.value, Integer)
    }
    whole = {**own, **requirement.given}
    return any(
        other.models == requirement.models or (requirement.models is None and other.models)
        for other in asked
        if {**own, **other.given} == whole
    )


def _portions(task: _Task, is_weak: bool, most: int, rules: set[int]) -> Iterator[list[Change]]:
    """The changes to try, the likeliest first, as many at a time as can be expanded quickly."""
    reading, given = task.reading, task.given
    grounder = Grounder(reading, given)
    text = reading.document.text
    proposed: list[Change] = []
    sizes: dict[int, int] = {}
    for rule in grounder.rules():
        sizes[rule.number] = max(1, forecast(grounder, rule).instances)
        proposed += changes(rule, reading.program, text) if rule.number in rules else []
    if is_weak:
        proposed += additions(grounder.rules(), reading.program, text)
    proposed.sort(key=lambda change: (change.rank, change.is_added, change.rule or 0))
    horizons = {expectation.variable for expectation in expectations(reading)}
    assigned = assignment_changes(reading.program, text, {*given, *filter(None, horizons)})
    portion: list[Change] = []
    total = 0
    for change in proposed:
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


def _readable(task: _Task, possible: Sequence[Change]) -> tuple[Reading, list[Change]]:
    """The file with all changed rules after it, and the changes that can be read."""
    reading, document = task.reading, task.reading.document
    rules = task.rules()
    kept = [(change, changed_rule(change, rules, document.text)) for change in possible]
    for _ in range(3):
        text = "\n".join([document.text, *[line for _, line in kept]])
        extended = read(Document(document.name, text), reading.mode, frozenset(task.given))
        first = len(document.line_starts)
        wrong = {
            extended.document.position(diagnostic.primary.span.start).line - first - 1
            for diagnostic in extended.diagnostics
            if diagnostic.severity is Severity.ERROR
        }
        if not wrong:
            return extended, [change for change, _ in kept]
        kept = [candidate for index, candidate in enumerate(kept) if index not in wrong]
    return reading, []


def _search(task: _Task, together: Sequence[Change]) -> Iterator[Change]:
    """Try some changes one after the other, in the time given: those that mend the file."""
    if together and together[0].rule is None and not together[0].is_added:
        yield from _search_assignments(task, together)
        return
    extended, tried = _readable(task, together)
    end, rules = len(task.reading.document.line_starts), len(task.rules())
    trials = [_Trial(extended, requirement, end) for requirement in task.asked] if tried else []
    for trial in trials:
        trial.count(range(rules))  # models of the file as it is: a change that allows too many of them is invalid
    for number, change in enumerate(tried):
        if task.is_over:
            break
        on = [rule for rule in range(rules) if rule != change.rule] + [rules + number]
        if all(trial.is_met(on, rules + number, change.rule) for trial in trials):
            yield change
    for trial in trials:
        trial.close()


def _search_assignments(task: _Task, together: Sequence[Change]) -> Iterator[Change]:
    """Another value of a variable changes all rules: the file is expanded again for each."""
    for change in together:
        if task.is_over:
            return
        changed = task.changed(change).reading
        if changed.ok and all(_gives(changed, requirement) for requirement in task.asked):
            yield change


def _gives(reading: Reading, requirement: Requirement) -> bool:
    with closing(_Trial(reading, requirement)) as trial:
        return not trial.wrong and _meets(trial.count(range(trial.parts)), requirement)


class _Tolerant(Grounder):
    """A grounder for which a changed rule that cannot be expanded is one that says nothing."""

    wrong: set[int]

    def pieces(self) -> list[Rule | Facts]:
        return [*self.rules()]  # each is switched by itself

    def blocks(self, rule: Rule, note: bool = True) -> Iterator[tuple[Frame, Ground]]:
        try:
            yield from super().blocks(rule, note)
        except NotEvaluableError:
            self.evaluator.failures.clear()
            self.wrong.add(rule.number)


class _Trial:
    """One requirement, and an engine that holds all parts (a rule, or a changed one), each with a switch.

    Models that were found are known: those of the file, and those of all its rules but one.
    """

    def __init__(self, reading: Reading, requirement: Requirement, end: int | None = None) -> None:
        self.requirement = requirement
        grounder = _Tolerant(reading, requirement.given)
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
            self._atoms([batch for batch in clauses.batches if part[batch.rule] == number])
            for number in range(self.parts)
        ]
        owners = tuple([np.full(batch.count, part[batch.rule]) for batch in clauses.batches])
        held = switched(Groups(clauses, owners, self.parts), np.arange(self.parts))
        self._first = clauses.variables + 1
        self._last = held.variables
        self._held = held
        self._session = PySatSession(held, _SOLVER)
        self._known: dict[int | None, list[Array]] = defaultdict(list)

    def _atoms(self, batches: list[Batch]) -> Array:
        """The user's atoms of some clauses."""
        every = [np.abs(batch.literals.astype(np.int64)) for batch in batches]
        return distinct(np.concatenate([np.zeros(0, np.int64), *[atoms[atoms <= self.users] for atoms in every]]))

    def is_possible(self, on: Sequence[int]) -> bool:
        """Whether some parts have a model."""
        return bool(self._session.solve([self._first + part for part in on]))

    def clash(self, on: Sequence[int]) -> list[int]:
        """Some of these parts that have no model; none if they have one."""
        if self.is_possible(on):
            return []
        return sorted([literal - self._first for literal in self._session.core()])

    def says(self, part: int) -> bool:
        """Whether a part is about anything: a rule over nothing, or one that always holds, has no clause."""
        return part not in self.wrong and len(self.atoms[part]) > 0

    def is_met(self, on: Sequence[int], changed: int, replaced: int | None) -> bool:
        """Whether the requirement is met by these parts, one of which is the changed rule."""
        if changed in self.wrong or not (self.says(changed) or replaced is None):
            return False
        if (self.requirement.models or 0) > _MOST_MODELS:
            return _meets(self.count(on), self.requirement)
        known = self._known[None] if replaced is None else [*self._known[None], *self._known[replaced]]
        if not _meets(self.count(on, self._allowed(changed, known), replaced), self.requirement):
            return False
        # What propagation allows may still be impossible.
        return _meets(self.count(on, replaced=replaced), self.requirement)

    def _allowed(self, part: int, known: Sequence[Array]) -> list[Array]:
        """Those of some models of all other parts that a part allows, as far as propagation tells; not too many."""
        own = self.atoms[part]
        most = 2 * ((self.requirement.models or 0) + 1)
        assumed = [[self._first + part, *np.where(values[own - 1], own, -own).tolist()] for values in known[:most]]
        return [
            values for values, literals in zip(known, assumed, strict=False) if self._session.propagates(literals)
        ]

    def count(self, on: Sequence[int], known: Sequence[Array] = (), replaced: int | None = None) -> int:
        """The number of models of some parts, over their atoms, up to one more than asked for.

        Some are known already. Those that are found are remembered: they are models of all rules, but perhaps for
        the one that was replaced.
        """
        if self.requirement.models is not None and self.requirement.models > _MOST_MODELS:
            return self._counted(on)
        most = 1 if not self.requirement.models else self.requirement.models + 1
        atoms = distinct(np.concatenate([np.zeros(0, np.int64), *[self.atoms[part] for part in on]]))
        models = {values[atoms - 1].tobytes(): values for values in known}
        if len(models) >= most:
            return most
        self._last += 1
        assumed = [*[self._first + part for part in on], self._last]
        for values in models.values():
            self._exclude(values, atoms)
        count = len(models)
        while count < most and self._session.solve(assumed):
            count += 1
            values = self._session.values()[: self.users]
            self._known[replaced].append(values)
            if count < most:
                self._exclude(values, atoms)
        self._session.add([-self._last])
        return count

    def _counted(self, on: Sequence[int]) -> int:
        """The number of models of some parts where there are many, by a model counter.

        Atoms that are only in other parts are free: each of them doubles the number.
        """
        lists = [clause for batch in self._held.batches for clause in clause_lists(batch)]
        switches = [[self._first + part if part in on else -self._first - part] for part in range(self.parts)]
        own = distinct(np.concatenate([np.zeros(0, np.int64), *[self.atoms[part] for part in on]]))
        return count_clauses([*lists, *switches], self.users, self._held.variables) >> (self.users - len(own))

    def _exclude(self, values: Array, atoms: Array) -> None:
        """Not this model again, as long as this is counted."""
        self._session.add([-self._last, *np.where(values[atoms - 1], -atoms, atoms).tolist()])

    def close(self) -> None:
        self._session.close()
