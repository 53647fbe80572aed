"""Mending: one small change to a file after which it gives what its `;;@ expect` lines say.

`changes` makes the changes that undo what people do wrong, `additions` rules that may be missing; `search` tries
them all under one engine.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from itertools import islice

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Batch
from bigand.encode.compiler import compile_rules
from bigand.explain.groups import Groups, add_switches
from bigand.explain.lint.linter import lint_reading
from bigand.explain.why.additions import propose_additions
from bigand.explain.why.changes import (
    Change,
    apply_change,
    join_changes,
    propose_assignment_changes,
    propose_changes,
    render_changed_rule,
)
from bigand.ground.columns import Array, distinct
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.forecast import forecast
from bigand.ground.formula import Ground
from bigand.ground.frames import Frame
from bigand.ground.grounder import FactBatch, Grounder, Rule
from bigand.language import read_document
from bigand.language.frontend import CheckedDocument
from bigand.language.syntax import Assignment, Expect, Integer, Mode
from bigand.language.values import Value
from bigand.messages.message import Severity
from bigand.solve.count import count_clauses, has_counter
from bigand.solve.engines.pysat import PySatSession, clause_lists
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import Report, stream_from_child
from bigand.source.document import Document

# ----------------------------------------------------------------------
# Whether a changed file is as clean as before: no rule that says nothing, no doubt more than there was.
#
# A change
# that empties a rule gives a model too, and helps nobody: what `bigand check` would say of the changed file is
# asked first.


class LintBaseline:
    """The doubts about a file, to compare those about changed ones with."""

    def __init__(self, reading: CheckedDocument, given: dict[str, Value]) -> None:
        self._reading = reading
        self._given = given

    @cached_property
    def _warnings_before(self) -> Counter[str]:
        """How often each thing is said; what only something more telling kept from being said, once."""
        ungrouped = lint_reading(self._reading, self._given, grouped=False)
        return self._count_warnings(self._reading) | Counter({diagnostic.code for diagnostic in ungrouped})

    def is_clean_after(self, change: Change) -> bool:
        """Whether the file with a change draws no warning that it did not draw, and no error."""
        document = self._reading.document
        changed = read_document(
            Document(document.name, apply_change(change, document.text)), self._reading.mode, frozenset(self._given)
        )
        return changed.is_valid and not self._count_warnings(changed) - self._warnings_before

    def _count_warnings(self, reading: CheckedDocument) -> Counter[str]:
        """How often each thing is said, in which variables and predicates may have other names."""
        return Counter(
            [diagnostic.code for diagnostic in [*reading.diagnostics, *lint_reading(reading, self._given)]]
        )


# ----------------------------------------------------------------------
# Which small change makes a file give what its `;;@ expect` lines say.
#
# Changed rules stand after the end of the
# file, so that one expansion serves many of them: to try a change is to solve with the clauses of the changed
# rule switched on in the place of the rule's. A model that should not be, and that a change does not forbid,
# rules the change out at once. Where no likely change of one rule gives a model, two rules are changed. Nothing
# is found that `check` would doubt more than the file as it is.


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


class UnmetExpectation(Struct, frozen=True):
    """An expectation that does not hold: the directive, and how many models there are (at least)."""

    expect: Expect
    requirement: Requirement
    count: int


def requirements_of(expect: Expect, given: dict[str, Value]) -> list[Requirement]:
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

    reading: CheckedDocument
    given: dict[str, Value]
    requirements: Sequence[Requirement]
    deadline: float

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.deadline

    def rules(self) -> list[Rule]:
        return Grounder(self.reading, self.given).rules()

    def with_change(self, change: Change) -> "_Task":
        """The same for the file with a change made."""
        document = Document(self.reading.document.name, apply_change(change, self.reading.document.text))
        return replace(self, reading=read_document(document, self.reading.mode, frozenset(self.given)))


class FixReport(Struct, frozen=True):
    """The expectations that do not hold, and the changes after which all of them do, the likeliest first."""

    unmet: tuple[UnmetExpectation, ...] = ()
    changes: tuple[Change, ...] = ()
    is_finished: bool = True  # else the time was up, and there may be more
    is_cut: bool = False  # the time was up, or nearly so, while changes were tried


def find_fixes(reading: CheckedDocument, given: dict[str, Value], deadline: float) -> FixReport:
    """What a file expects and does not give, and which changes mend it, as many as the time allows to try."""
    return _collect_results(lambda soft_deadline: _search_fixes(reading, given, soft_deadline), reading, deadline)


def guess_fixes(reading: CheckedDocument, given: dict[str, Value], deadline: float) -> FixReport:
    """Which changes give a model to a file that has none and does not say what it expects."""
    return _collect_results(lambda soft_deadline: _search_guesses(reading, given, soft_deadline), reading, deadline)


def expectations(reading: CheckedDocument) -> list[Expect]:
    """What a file says that it should give."""
    return [directive for directive in reading.program.directives if isinstance(directive, Expect)]


def _collect_results(
    work: Callable[[float], Iterator[UnmetExpectation | Change]], reading: CheckedDocument, deadline: float
) -> FixReport:
    """What some work finds, done in a process of its own: it is stopped when it does not stop by itself."""
    if reading.mode is not Mode.SAT:
        return FixReport()  # changes are tried on clauses alone
    unmet: list[UnmetExpectation] = []
    changes: list[Change] = []
    is_finished = True
    now = time.monotonic()
    soft_deadline = now + _STOPPING * (deadline - now)
    try:
        for result in stream_from_child(lambda report: _report_all(work(soft_deadline), report), deadline):
            if isinstance(result, UnmetExpectation):
                unmet.append(result)
            else:
                changes.append(result)
    except (LimitError, SolverError, NotEvaluableError):
        is_finished = False
    is_cut = not is_finished or time.monotonic() >= soft_deadline
    return FixReport(tuple(unmet), tuple(_order_by_likelihood(changes)[:_SHOWN]), is_finished, is_cut)


def _report_all(results: Iterator[UnmetExpectation | Change], report: Report) -> None:
    for result in results:
        report(result)


def _search_fixes(
    reading: CheckedDocument, given: dict[str, Value], deadline: float
) -> Iterator[UnmetExpectation | Change]:
    unmet_expectations = []
    for unmet in _find_unmet_expectations(reading, given):
        unmet_expectations.append(unmet)
        yield unmet
    # Where something is possible that should not be, a rule may be missing.
    is_weak = any(_has_too_many_models(unmet) for unmet in unmet_expectations)
    if unmet_expectations:
        yield from _find_working_changes(
            _Task(reading, given, _all_requirements(reading, given), deadline), is_weak
        )


def _search_guesses(reading: CheckedDocument, given: dict[str, Value], deadline: float) -> Iterator[Change]:
    grounder = Grounder(reading, given)
    if sum([forecast(grounder, rule).instances for rule in grounder.rules()]) <= _GUESSED:
        yield from _find_working_changes(_Task(reading, given, [Requirement(given, None)], deadline), False)


def _find_unmet_expectations(reading: CheckedDocument, given: dict[str, Value]) -> Iterator[UnmetExpectation]:
    """The expectations of a file that do not hold."""
    for directive in expectations(reading):
        for requirement in requirements_of(directive, given):
            with closing(_Trial(reading, requirement)) as trial:
                count = trial.count(range(trial.part_count))
            if not _is_met(count, requirement):
                yield UnmetExpectation(directive, requirement, count)
                break


def _is_met(count: int, requirement: Requirement) -> bool:
    return count > 0 if requirement.models is None else count == requirement.models


def _has_too_many_models(unmet: UnmetExpectation) -> bool:
    return unmet.requirement.models is not None and unmet.count > unmet.requirement.models


def _all_requirements(reading: CheckedDocument, given: dict[str, Value]) -> list[Requirement]:
    """All that a file expects, each once."""
    collected: list[Requirement] = []
    for directive in expectations(reading):
        collected += [
            requirement
            for requirement in requirements_of(directive, given)
            if not _is_covered(requirement, collected, reading)
        ]
    # What must not be possible rules out most changes, and quickly: it is asked first.
    return sorted(collected, key=lambda requirement: requirement.models is None)


def _find_working_changes(task: _Task, is_weak: bool) -> Iterator[Change]:
    """The changes after which all requirements are met, as they are found."""
    began = time.monotonic()
    requirements = task.requirements
    max_size = (
        _TOGETHER_COUNTING
        if any((requirement.models or 0) > _COUNTING for requirement in requirements)
        else _TOGETHER
    )
    rules = _repairable_rules(task)
    change_filter = _ChangeFilter(LintBaseline(task.reading, task.given))
    for together in _change_portions(task, is_weak, max_size, rules) if requirements else ():
        yield from change_filter.select(_try_changes(task, together))
        if change_filter.working:  # others are less likely: they get as much time again
            soft_deadline = began + 2 * (time.monotonic() - began) + _PATIENCE
            task = replace(task, deadline=min(task.deadline, soft_deadline))
        if len(change_filter.working) >= _ENOUGH or task.is_over:
            break
    is_likely = any(change.rank <= _LIKELY for change in change_filter.clean)
    if requirements and not is_likely and all(requirement.models is None for requirement in requirements):
        yield from change_filter.select(_find_pairs(task, rules))


class _ChangeFilter:
    """Lets the changes through that may be shown: each that is not another one and more, and is clean."""

    def __init__(self, baseline: LintBaseline) -> None:
        self._baseline = baseline
        self.working: list[Change] = []
        self.clean: list[Change] = []

    def select(self, changes: Iterable[Change]) -> Iterator[Change]:
        new = (change for change in changes if _is_new(change, self.working))
        for change in islice(new, _ENOUGH):
            self.working.append(change)
            if self._is_among_best(change) and self._baseline.is_clean_after(change):
                self.clean.append(change)
                yield change

    def _is_among_best(self, change: Change) -> bool:
        """Whether a change is among those that would be shown, were it clean: looking takes time."""
        return change in _order_by_likelihood([*self.clean, change])[:_SHOWN]


def _order_by_likelihood(changes: Sequence[Change]) -> list[Change]:
    """The likeliest first, but of each rule one before any second."""
    ordered = sorted(changes, key=lambda change: change.rank)
    best: dict[object, Change] = {}
    for change in ordered:
        best.setdefault((change.rule, change.insert_after), change)
    return [*best.values(), *[change for change in ordered if change not in best.values()]]


def _is_new(change: Change, known: Sequence[Change]) -> bool:
    """Whether a change is not one that was found and something more."""
    return not any(set(other.edits) < set(change.edits) for other in known)


def _find_pairs(task: _Task, rules: set[int]) -> Iterator[Change]:
    """Changes of two rules at once: a likely one of a rule, where only one other rule is then in the way."""
    for first, second in islice(_find_half_fixes(task, rules), _PAIRS):
        changed = task.with_change(first)
        for portion in _change_portions(changed, False, _TOGETHER, {second}):
            likely = [change for change in portion if change.rule is not None and change.rank <= _LIKELY]
            for change in _try_changes(changed, likely):
                yield join_changes(first, change)


def _find_clashing_rules(task: _Task) -> set[int]:
    """Some rules that have no model together."""
    with closing(_Trial(task.reading, task.requirements[0])) as trial:
        return set(trial.find_clash(range(trial.part_count)))


def _find_half_fixes(task: _Task, rules: set[int]) -> Iterator[tuple[Change, int]]:
    """Likely changes, each with another rule without which there would then be a model."""
    suspected = rules or _find_clashing_rules(task)
    likely = [
        change
        for rule in task.rules()
        if rule.number in suspected
        for change in propose_changes(rule, task.reading.program, task.reading.document.text)
        if change.rank < _LIKELY
    ]
    extended, tried = _append_changed_rules(task, sorted(likely, key=lambda change: change.rank)[:_TOGETHER])
    last_line, rule_count = len(task.reading.document.line_starts), len(task.rules())
    for requirement in task.requirements[:1] if tried else ():
        with closing(_Trial(extended, requirement, last_line)) as trial:
            for number, change in enumerate(tried):
                parts = [rule for rule in range(rule_count) if rule != change.rule] + [rule_count + number]
                for second in (
                    trial.find_clash(parts) if trial.has_clauses(rule_count + number) and not task.is_over else ()
                ):
                    if second < rule_count and trial.has_model([part for part in parts if part != second]):
                        yield change, second


def _repairable_rules(task: _Task) -> set[int]:
    """The rules whose change may help: where there is no model and should be, those without which there is one."""
    repairable = set(
        range(len(Grounder(task.reading, task.requirements[0].given if task.requirements else {}).rules()))
    )
    for requirement in task.requirements:
        if requirement.models != 0:
            with closing(_Trial(task.reading, requirement)) as trial:
                if not trial.has_model(range(trial.part_count)):
                    others = [
                        [part for part in range(trial.part_count) if part != rule]
                        for rule in range(trial.part_count)
                    ]
                    repairable &= {rule for rule, parts in enumerate(others) if trial.has_model(parts)}
    return repairable


def _is_covered(requirement: Requirement, requirements: Sequence[Requirement], reading: CheckedDocument) -> bool:
    """Whether a requirement is among those already: for values that the file gives anyhow, too."""
    file_values = {
        item.target.name: item.value.value
        for item in reading.program.items
        if isinstance(item, Assignment) and isinstance(item.value, Integer)
    }
    all_values = {**file_values, **requirement.given}
    return any(
        other.models == requirement.models or (requirement.models is None and other.models)
        for other in requirements
        if {**file_values, **other.given} == all_values
    )


def _change_portions(task: _Task, is_weak: bool, max_size: int, rules: set[int]) -> Iterator[list[Change]]:
    """The changes to try, the likeliest first, as many at a time as can be expanded quickly."""
    reading, given = task.reading, task.given
    grounder = Grounder(reading, given)
    text = reading.document.text
    proposed: list[Change] = []
    sizes: dict[int, int] = {}
    for rule in grounder.rules():
        sizes[rule.number] = max(1, forecast(grounder, rule).instances)
        proposed += propose_changes(rule, reading.program, text) if rule.number in rules else []
    if is_weak:
        proposed += propose_additions(grounder.rules(), reading.program, text)
    proposed.sort(key=lambda change: (change.rank, change.is_added, change.rule or 0))
    horizons = {expectation.variable for expectation in expectations(reading)}
    assigned = propose_assignment_changes(reading.program, text, {*given, *filter(None, horizons)})
    portion: list[Change] = []
    total = 0
    for change in proposed:
        if assigned and change.rank > assigned[0].rank:
            yield assigned
            assigned = []
        size = max(sizes.values()) if change.rule is None else sizes[change.rule]
        if portion and (total + size > _INSTANCES or len(portion) == max_size):
            yield portion
            portion, total = [], 0
        portion.append(change)
        total += size
    yield portion
    yield assigned


def _append_changed_rules(task: _Task, changes: Sequence[Change]) -> tuple[CheckedDocument, list[Change]]:
    """The file with all changed rules after it, and the changes that can be read."""
    reading, document = task.reading, task.reading.document
    rules = task.rules()
    kept = [(change, render_changed_rule(change, rules, document.text)) for change in changes]
    for _ in range(3):
        text = "\n".join([document.text, *[line for _, line in kept]])
        extended = read_document(Document(document.name, text), reading.mode, frozenset(task.given))
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


def _try_changes(task: _Task, changes: Sequence[Change]) -> Iterator[Change]:
    """Try some changes one after the other, in the time given: those that mend the file."""
    if changes and changes[0].rule is None and not changes[0].is_added:
        yield from _try_assignments(task, changes)
        return
    extended, tried = _append_changed_rules(task, changes)
    last_line, rules = len(task.reading.document.line_starts), len(task.rules())
    trials = [_Trial(extended, requirement, last_line) for requirement in task.requirements] if tried else []
    for trial in trials:
        trial.count(range(rules))  # models of the file as it is: a change that allows too many of them is invalid
    for number, change in enumerate(tried):
        if task.is_over:
            break
        parts = [rule for rule in range(rules) if rule != change.rule] + [rules + number]
        if all(trial.is_met(parts, rules + number, change.rule) for trial in trials):
            yield change
    for trial in trials:
        trial.close()


def _try_assignments(task: _Task, changes: Sequence[Change]) -> Iterator[Change]:
    """Another value of a variable changes all rules: the file is expanded again for each."""
    for change in changes:
        if task.is_over:
            return
        changed = task.with_change(change).reading
        if changed.is_valid and all(_satisfies(changed, requirement) for requirement in task.requirements):
            yield change


def _satisfies(reading: CheckedDocument, requirement: Requirement) -> bool:
    with closing(_Trial(reading, requirement)) as trial:
        return not trial.unexpandable and _is_met(trial.count(range(trial.part_count)), requirement)


class _TolerantGrounder(Grounder):
    """A grounder for which a changed rule that cannot be expanded is one that says nothing."""

    unexpandable: set[int]

    def rules_and_facts(self) -> list[Rule | FactBatch]:
        return [*self.rules()]  # each is switched by itself

    def blocks(self, rule: Rule, record_occurrences: bool = True) -> Iterator[tuple[Frame, Ground]]:
        try:
            yield from super().blocks(rule, record_occurrences)
        except NotEvaluableError:
            self.evaluator.failures.clear()
            self.unexpandable.add(rule.number)


class _Trial:
    """One requirement, and an engine that holds all parts (a rule, or a changed one), each with a switch.

    Models that were found are known: those of the file, and those of all its rules but one.
    """

    def __init__(self, reading: CheckedDocument, requirement: Requirement, last_line: int | None = None) -> None:
        self.requirement = requirement
        grounder = _TolerantGrounder(reading, requirement.given)
        grounder.unexpandable = set()
        rules = grounder.rules()
        part = np.arange(len(rules))
        if last_line is not None:  # a changed rule may have become several: all of its line are one
            lines = np.array([reading.document.position(rule.span.start).line for rule in rules])
            own_rules = int(np.count_nonzero(lines <= last_line))
            part = np.where(lines <= last_line, part, own_rules + lines - last_line - 1)
        clauses = compile_rules(grounder, absorb=False, pairwise=_PAIRWISE).clauses
        self.part_count = int(part.max()) + 1
        self.unexpandable = {int(part[rule]) for rule in grounder.unexpandable}
        self.user_atoms = clauses.atoms
        self.atoms_by_part = [
            self._atoms([batch for batch in clauses.batches if part[batch.rule] == number])
            for number in range(self.part_count)
        ]
        owners = tuple([np.full(batch.count, part[batch.rule]) for batch in clauses.batches])
        switched_clauses = add_switches(Groups(clauses, owners, self.part_count), np.arange(self.part_count))
        self._first_switch = clauses.variables + 1
        self._last_variable = switched_clauses.variables
        self._clauses = switched_clauses
        self._session = PySatSession(switched_clauses, _SOLVER)
        self._known_models: dict[int | None, list[Array]] = defaultdict(list)

    def _atoms(self, batches: list[Batch]) -> Array:
        """The user's atoms of some clauses."""
        atoms_of_batches = [np.abs(batch.literals.astype(np.int64)) for batch in batches]
        return distinct(
            np.concatenate(
                [np.zeros(0, np.int64), *[atoms[atoms <= self.user_atoms] for atoms in atoms_of_batches]]
            )
        )

    def has_model(self, parts: Sequence[int]) -> bool:
        """Whether some parts have a model."""
        return bool(self._session.solve([self._first_switch + part for part in parts]))

    def find_clash(self, parts: Sequence[int]) -> list[int]:
        """Some of these parts that have no model; none if they have one."""
        if self.has_model(parts):
            return []
        return sorted([literal - self._first_switch for literal in self._session.core()])

    def has_clauses(self, part: int) -> bool:
        """Whether a part is about anything: a rule over nothing, or one that always holds, has no clause."""
        return part not in self.unexpandable and len(self.atoms_by_part[part]) > 0

    def is_met(self, parts: Sequence[int], changed: int, replaced: int | None) -> bool:
        """Whether the requirement is met by these parts, one of which is the changed rule."""
        if changed in self.unexpandable or not (self.has_clauses(changed) or replaced is None):
            return False
        if (self.requirement.models or 0) > _MOST_MODELS:
            return _is_met(self.count(parts), self.requirement)
        known_models = (
            self._known_models[None]
            if replaced is None
            else [*self._known_models[None], *self._known_models[replaced]]
        )
        if not _is_met(self.count(parts, self._filter_models(changed, known_models), replaced), self.requirement):
            return False
        # What propagation allows may still be impossible.
        return _is_met(self.count(parts, replaced=replaced), self.requirement)

    def _filter_models(self, part: int, models: Sequence[Array]) -> list[Array]:
        """Those of some models of all other parts that a part allows, as far as propagation tells; not too many."""
        part_atoms = self.atoms_by_part[part]
        max_models = 2 * ((self.requirement.models or 0) + 1)
        assumed = [
            [self._first_switch + part, *np.where(values[part_atoms - 1], part_atoms, -part_atoms).tolist()]
            for values in models[:max_models]
        ]
        return [
            values
            for values, literals in zip(models, assumed, strict=False)
            if self._session.is_consistent(literals)
        ]

    def count(self, parts: Sequence[int], known_models: Sequence[Array] = (), replaced: int | None = None) -> int:
        """The number of models of some parts, over their atoms, up to one more than asked for.

        Some are known already. Those that are found are remembered: they are models of all rules, but perhaps for
        the one that was replaced.
        """
        if self.requirement.models is not None and self.requirement.models > _MOST_MODELS:
            return self._count_exactly(parts)
        max_models = 1 if not self.requirement.models else self.requirement.models + 1
        atoms = distinct(np.concatenate([np.zeros(0, np.int64), *[self.atoms_by_part[part] for part in parts]]))
        models = {values[atoms - 1].tobytes(): values for values in known_models}
        if len(models) >= max_models:
            return max_models
        self._last_variable += 1
        assumed = [*[self._first_switch + part for part in parts], self._last_variable]
        for values in models.values():
            self._exclude(values, atoms)
        count = len(models)
        while count < max_models and self._session.solve(assumed):
            count += 1
            values = self._session.values()[: self.user_atoms]
            self._known_models[replaced].append(values)
            if count < max_models:
                self._exclude(values, atoms)
        self._session.add([-self._last_variable])
        return count

    def _count_exactly(self, parts: Sequence[int]) -> int:
        """The number of models of some parts where there are many, by a model counter.

        Atoms that are only in other parts are free: each of them doubles the number.
        """
        lists = [clause for batch in self._clauses.batches for clause in clause_lists(batch)]
        switches = [
            [self._first_switch + part if part in parts else -self._first_switch - part]
            for part in range(self.part_count)
        ]
        used_atoms = distinct(
            np.concatenate([np.zeros(0, np.int64), *[self.atoms_by_part[part] for part in parts]])
        )
        return count_clauses([*lists, *switches], self.user_atoms, self._clauses.variables) >> (
            self.user_atoms - len(used_atoms)
        )

    def _exclude(self, values: Array, atoms: Array) -> None:
        """Not this model again, as long as this is counted."""
        self._session.add([-self._last_variable, *np.where(values[atoms - 1], -atoms, atoms).tolist()])

    def close(self) -> None:
        self._session.close()
