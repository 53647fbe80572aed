"""Find small changes after which a file gives what its `;;@ expect` lines say.

`changes` proposes the reverse of common mistakes, `additions` proposes rules that may be missing; this module
tries them all with one solver.
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
from bigand.ground.columns import Array, sorted_distinct
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
from bigand.solve.count import count_models_of_clauses, has_counter
from bigand.solve.engines.pysat import PySatSession, nonempty_clause_lists
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import Report, stream_from_child
from bigand.source.document import Document

# ---------------------------------------------------------------------- lint after a change
# A change that empties a rule gives a model too, but does not help. So the changed file is linted first: it must
# not draw more warnings than the file does.


class LintBaseline:
    """The warnings about a file, for comparison with those about changed files."""

    def __init__(self, reading: CheckedDocument, given: dict[str, Value]) -> None:
        self._reading = reading
        self._given = given

    @cached_property
    def _warnings_before(self) -> Counter[str]:
        """The number of warnings by code; those hidden by a more informative one count once."""
        ungrouped = lint_reading(self._reading, self._given, grouped=False)
        return self._count_warnings(self._reading) | Counter({diagnostic.code for diagnostic in ungrouped})

    def is_clean_after(self, change: Change) -> bool:
        """Whether the changed file has no error and no warning that the file did not have."""
        document = self._reading.document
        changed = read_document(
            Document(document.name, apply_change(change, document.text)), self._reading.mode, frozenset(self._given)
        )
        return changed.is_valid and not self._count_warnings(changed) - self._warnings_before

    def _count_warnings(self, reading: CheckedDocument) -> Counter[str]:
        """Count warnings by code only, because variables and predicates may have other names."""
        return Counter(
            [diagnostic.code for diagnostic in [*reading.diagnostics, *lint_reading(reading, self._given)]]
        )


# ---------------------------------------------------------------------- trying changes
# Changed rules are appended to the file, so that one expansion serves many of them: to try a change, solve with
# the clauses of the changed rule switched on instead of the rule's. An unwanted model that a change does not
# forbid rules the change out at once. If no likely change of one rule gives a model, two rules are changed. A
# change after which `check` would warn more than before is never proposed.

_MAX_INSTANCES = 100_000  # of changed rules that are tried together
_BATCH = 80  # changed rules that are tried together
_BATCH_COUNTING = 16  # the same where many models are counted: each model assigns every variable held
_PAIRWISE = 8  # so that a changed rule is cheap to hold
_SOLVER = "minisat22"  # for many short queries with assumptions
_MANY_MODELS = 10  # more than this many counts as many
_MAX_ENUMERATED = 2_000  # models of `;;@ expect models`, enumerated; more are counted
_MAX_GUESSED = 50_000  # instances of a file without an expectation for which changes are guessed
_ENOUGH = 16  # changes, then the search ends
_SHOWN = 3  # of them, those that draw no new warning
_LIKELY = 4  # the rank up to which a change is likely
_PAIRS = 6  # likely changes for which a change of another rule is sought
_PATIENCE = 3.0  # seconds
_SOFT_SHARE = 0.95  # of the time, after which the work should stop by itself; it is killed at the deadline


class Requirement(Struct, frozen=True):
    """The number of models a file must have for some values of its variables (None: at least one)."""

    given: dict[str, Value]
    models: int | None


class UnmetExpectation(Struct, frozen=True):
    """An expectation that does not hold: the directive, and how many models there are (at least)."""

    expect: Expect
    requirement: Requirement
    count: int


def requirements_of(expect: Expect, given: dict[str, Value]) -> list[Requirement]:
    """Return the requirements that an expectation states."""
    match expect.outcome:
        case "sat":
            return [Requirement(given, None)]
        case "unsat":
            return [Requirement(given, 0)]
        case "models" if expect.number is not None and (expect.number <= _MAX_ENUMERATED or has_counter()):
            return [Requirement(given, expect.number)]
        case "least" if expect.variable is not None and expect.number is not None:
            before = {**given, expect.variable: expect.number - 1}
            least = [Requirement({**given, expect.variable: expect.number}, None)]
            return [*least, Requirement(before, 0)] if expect.number > 0 else least
        case _:
            return []


class _Task(Struct, frozen=True):
    """A file, its requirements, and the deadline for trying changes."""

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
        """Return the same task for the changed file."""
        document = Document(self.reading.document.name, apply_change(change, self.reading.document.text))
        return replace(self, reading=read_document(document, self.reading.mode, frozenset(self.given)))


class FixReport(Struct, frozen=True):
    """The unmet expectations, and the changes after which all expectations hold, the likeliest first."""

    unmet: tuple[UnmetExpectation, ...] = ()
    changes: tuple[Change, ...] = ()
    is_finished: bool = True  # False: time ran out, and there may be more
    is_cut: bool = False  # time ran out, or nearly, while changes were tried


def find_fixes(reading: CheckedDocument, given: dict[str, Value], deadline: float) -> FixReport:
    """Find the unmet expectations of a file and changes that fix it, within the deadline."""
    return _collect_results(lambda soft_deadline: _search_fixes(reading, given, soft_deadline), reading, deadline)


def guess_fixes(reading: CheckedDocument, given: dict[str, Value], deadline: float) -> FixReport:
    """Find changes that give a model to a file that has none and states no expectation."""
    return _collect_results(lambda soft_deadline: _search_guesses(reading, given, soft_deadline), reading, deadline)


def expect_directives(reading: CheckedDocument) -> list[Expect]:
    """Return the `;;@ expect` directives of a file."""
    return [directive for directive in reading.program.directives if isinstance(directive, Expect)]


def _collect_results(
    work: Callable[[float], Iterator[UnmetExpectation | Change]], reading: CheckedDocument, deadline: float
) -> FixReport:
    """Run `work` in a child process and collect its results; at the deadline the child is killed."""
    if reading.mode is not Mode.SAT:
        return FixReport()  # changes are tried on clauses only
    unmet: list[UnmetExpectation] = []
    changes: list[Change] = []
    is_finished = True
    now = time.monotonic()
    soft_deadline = now + _SOFT_SHARE * (deadline - now)
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
    # Where an unwanted model is possible, a rule may be missing.
    is_weak = any(_has_too_many_models(unmet) for unmet in unmet_expectations)
    if unmet_expectations:
        yield from _find_working_changes(
            _Task(reading, given, _all_requirements(reading, given), deadline), is_weak
        )


def _search_guesses(reading: CheckedDocument, given: dict[str, Value], deadline: float) -> Iterator[Change]:
    grounder = Grounder(reading, given)
    if sum([forecast(grounder, rule).instances for rule in grounder.rules()]) <= _MAX_GUESSED:
        yield from _find_working_changes(_Task(reading, given, [Requirement(given, None)], deadline), False)


def _find_unmet_expectations(reading: CheckedDocument, given: dict[str, Value]) -> Iterator[UnmetExpectation]:
    """Yield the expectations of a file that do not hold."""
    for directive in expect_directives(reading):
        for requirement in requirements_of(directive, given):
            with closing(_Trial(reading, requirement)) as trial:
                count = trial.count_models(range(trial.part_count))
            if not _is_count_as_required(count, requirement):
                yield UnmetExpectation(directive, requirement, count)
                break


def _is_count_as_required(count: int, requirement: Requirement) -> bool:
    return count > 0 if requirement.models is None else count == requirement.models


def _has_too_many_models(unmet: UnmetExpectation) -> bool:
    return unmet.requirement.models is not None and unmet.count > unmet.requirement.models


def _all_requirements(reading: CheckedDocument, given: dict[str, Value]) -> list[Requirement]:
    """Return all requirements of a file, each once."""
    collected: list[Requirement] = []
    for directive in expect_directives(reading):
        collected += [
            requirement
            for requirement in requirements_of(directive, given)
            if not _is_covered(requirement, collected, reading)
        ]
    # Unwanted models rule out most changes quickly, so they are checked first.
    return sorted(collected, key=lambda requirement: requirement.models is None)


def _find_working_changes(task: _Task, is_weak: bool) -> Iterator[Change]:
    """Yield the changes after which all requirements are met, as they are found."""
    began = time.monotonic()
    requirements = task.requirements
    max_size = (
        _BATCH_COUNTING if any((requirement.models or 0) > _MANY_MODELS for requirement in requirements) else _BATCH
    )
    rules = _repairable_rules(task)
    change_filter = _ChangeFilter(LintBaseline(task.reading, task.given))
    for together in _change_portions(task, is_weak, max_size, rules) if requirements else ():
        yield from change_filter.select(_try_changes(task, together))
        if change_filter.working:  # the rest is less likely and gets as much time again
            soft_deadline = began + 2 * (time.monotonic() - began) + _PATIENCE
            task = replace(task, deadline=min(task.deadline, soft_deadline))
        if len(change_filter.working) >= _ENOUGH or task.is_over:
            break
    is_likely = any(change.rank <= _LIKELY for change in change_filter.clean)
    if requirements and not is_likely and all(requirement.models is None for requirement in requirements):
        yield from change_filter.select(_find_pairs(task, rules))


class _ChangeFilter:
    """Selects the changes to show: those that contain no other working change and draw no new warning."""

    def __init__(self, baseline: LintBaseline) -> None:
        self._baseline = baseline
        self.working: list[Change] = []
        self.clean: list[Change] = []

    def select(self, changes: Iterable[Change]) -> Iterator[Change]:
        new = (change for change in changes if _contains_no_known_change(change, self.working))
        for change in islice(new, _ENOUGH):
            self.working.append(change)
            if self._is_among_best(change) and self._baseline.is_clean_after(change):
                self.clean.append(change)
                yield change

    def _is_among_best(self, change: Change) -> bool:
        """Whether a change would be among those shown if it is clean; checking that takes time."""
        return change in _order_by_likelihood([*self.clean, change])[:_SHOWN]


def _order_by_likelihood(changes: Sequence[Change]) -> list[Change]:
    """Sort changes by likelihood, with one of each rule before any second one."""
    ordered = sorted(changes, key=lambda change: change.rank)
    best: dict[object, Change] = {}
    for change in ordered:
        best.setdefault((change.rule, change.insert_after), change)
    return [*best.values(), *[change for change in ordered if change not in best.values()]]


def _contains_no_known_change(change: Change, known: Sequence[Change]) -> bool:
    """Whether no known change is a subset of this one."""
    return not any(set(other.edits) < set(change.edits) for other in known)


def _find_pairs(task: _Task, rules: set[int]) -> Iterator[Change]:
    """Yield changes of two rules at once: a likely change of one, then of the only other rule in the way."""
    for first, second in islice(_find_half_fixes(task, rules), _PAIRS):
        changed = task.with_change(first)
        for portion in _change_portions(changed, False, _BATCH, {second}):
            likely = [change for change in portion if change.rule is not None and change.rank <= _LIKELY]
            for change in _try_changes(changed, likely):
                yield join_changes(first, change)


def _find_clashing_rules(task: _Task) -> set[int]:
    """Return some rules that have no model together."""
    with closing(_Trial(task.reading, task.requirements[0])) as trial:
        return set(trial.find_clash(range(trial.part_count)))


def _find_half_fixes(task: _Task, rules: set[int]) -> Iterator[tuple[Change, int]]:
    """Yield likely changes, each with another rule whose removal would then give a model."""
    suspected = rules or _find_clashing_rules(task)
    likely = [
        change
        for rule in task.rules()
        if rule.number in suspected
        for change in propose_changes(rule, task.reading.program, task.reading.document.text)
        if change.rank < _LIKELY
    ]
    extended, tried = _append_changed_rules(task, sorted(likely, key=lambda change: change.rank)[:_BATCH])
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
    """Return the rules whose change may help.

    Where a model is missing, these are the rules without which there is one.
    """
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
    """Whether a requirement is already among `requirements`, also for values that the file itself assigns."""
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
    """Yield the changes to try, the likeliest first, in portions that can be expanded quickly."""
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
    proposed.sort(key=lambda change: (change.rank, change.is_addition, change.rule or 0))
    horizons = {expectation.variable for expectation in expect_directives(reading)}
    assigned = propose_assignment_changes(reading.program, text, {*given, *filter(None, horizons)})
    portion: list[Change] = []
    total = 0
    for change in proposed:
        if assigned and change.rank > assigned[0].rank:
            yield assigned
            assigned = []
        size = max(sizes.values()) if change.rule is None else sizes[change.rule]
        if portion and (total + size > _MAX_INSTANCES or len(portion) == max_size):
            yield portion
            portion, total = [], 0
        portion.append(change)
        total += size
    yield portion
    yield assigned


def _append_changed_rules(task: _Task, changes: Sequence[Change]) -> tuple[CheckedDocument, list[Change]]:
    """Return the file with all changed rules appended, and the changes that parse."""
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
    """Try changes one by one until the deadline, and yield those that fix the file."""
    if changes and changes[0].rule is None and not changes[0].is_addition:
        yield from _try_assignments(task, changes)
        return
    extended, tried = _append_changed_rules(task, changes)
    last_line, rules = len(task.reading.document.line_starts), len(task.rules())
    trials = [_Trial(extended, requirement, last_line) for requirement in task.requirements] if tried else []
    for trial in trials:
        trial.count_models(range(rules))  # remember models of the file: a change that allows too many of them fails
    for number, change in enumerate(tried):
        if task.is_over:
            break
        parts = [rule for rule in range(rules) if rule != change.rule] + [rules + number]
        if all(trial.meets_requirement(parts, rules + number, change.rule) for trial in trials):
            yield change
    for trial in trials:
        trial.close()


def _try_assignments(task: _Task, changes: Sequence[Change]) -> Iterator[Change]:
    """Try new values of variables. They affect all rules, so the file is expanded again for each."""
    for change in changes:
        if task.is_over:
            return
        changed = task.with_change(change).reading
        if changed.is_valid and all(_satisfies(changed, requirement) for requirement in task.requirements):
            yield change


def _satisfies(reading: CheckedDocument, requirement: Requirement) -> bool:
    with closing(_Trial(reading, requirement)) as trial:
        return not trial.unexpandable and _is_count_as_required(
            trial.count_models(range(trial.part_count)), requirement
        )


class _TolerantGrounder(Grounder):
    """A grounder in which a changed rule that cannot be expanded has no clauses."""

    unexpandable: set[int]

    def rules_and_facts(self) -> list[Rule | FactBatch]:
        return [*self.rules()]  # each has its own switch

    def blocks(self, rule: Rule, record_occurrences: bool = True) -> Iterator[tuple[Frame, Ground]]:
        try:
            yield from super().blocks(rule, record_occurrences)
        except NotEvaluableError:
            self.evaluator.failures.clear()
            self.unexpandable.add(rule.number)


class _Trial:
    """One requirement, and a solver with a switch for each part (a rule or a changed rule).

    It remembers the models found: those of the file, and those of all its rules but one.
    """

    def __init__(self, reading: CheckedDocument, requirement: Requirement, last_line: int | None = None) -> None:
        self.requirement = requirement
        grounder = _TolerantGrounder(reading, requirement.given)
        grounder.unexpandable = set()
        rules = grounder.rules()
        part = np.arange(len(rules))
        if last_line is not None:  # a changed rule may expand to several: those of one line are one part
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
        """Return the user's atoms in some clauses."""
        atoms_of_batches = [np.abs(batch.literals.astype(np.int64)) for batch in batches]
        return sorted_distinct(
            np.concatenate(
                [np.zeros(0, np.int64), *[atoms[atoms <= self.user_atoms] for atoms in atoms_of_batches]]
            )
        )

    def has_model(self, parts: Sequence[int]) -> bool:
        return bool(self._session.solve([self._first_switch + part for part in parts]))

    def find_clash(self, parts: Sequence[int]) -> list[int]:
        """Return some of `parts` that have no model together; none if all have one."""
        if self.has_model(parts):
            return []
        return sorted([literal - self._first_switch for literal in self._session.core()])

    def has_clauses(self, part: int) -> bool:
        """Whether a part constrains any atom: a rule over an empty set, or one that always holds, does not."""
        return part not in self.unexpandable and len(self.atoms_by_part[part]) > 0

    def meets_requirement(self, parts: Sequence[int], changed: int, replaced: int | None) -> bool:
        """Whether `parts`, one of which is the changed rule, meet the requirement."""
        if changed in self.unexpandable or not (self.has_clauses(changed) or replaced is None):
            return False
        if (self.requirement.models or 0) > _MAX_ENUMERATED:
            return _is_count_as_required(self.count_models(parts), self.requirement)
        known_models = (
            self._known_models[None]
            if replaced is None
            else [*self._known_models[None], *self._known_models[replaced]]
        )
        if not _is_count_as_required(
            self.count_models(parts, self._models_allowed_by(changed, known_models), replaced), self.requirement
        ):
            return False
        # A model that propagation allows may still be impossible.
        return _is_count_as_required(self.count_models(parts, replaced=replaced), self.requirement)

    def _models_allowed_by(self, part: int, models: Sequence[Array]) -> list[Array]:
        """Return some models of the other parts that a part allows, as far as propagation tells."""
        part_atoms = self.atoms_by_part[part]
        max_models = 2 * ((self.requirement.models or 0) + 1)
        assumed = [
            [self._first_switch + part, *np.where(values[part_atoms - 1], part_atoms, -part_atoms).tolist()]
            for values in models[:max_models]
        ]
        return [
            values
            for values, literals in zip(models, assumed, strict=False)
            if self._session.is_propagation_consistent(literals)
        ]

    def count_models(
        self, parts: Sequence[int], known_models: Sequence[Array] = (), replaced: int | None = None
    ) -> int:
        """Count the models of `parts` over their atoms, up to one more than required.

        `known_models` are counted without solving. New models are remembered: they satisfy all rules except
        perhaps the one `replaced`.
        """
        if self.requirement.models is not None and self.requirement.models > _MAX_ENUMERATED:
            return self._count_exactly(parts)
        max_models = 1 if not self.requirement.models else self.requirement.models + 1
        atoms = sorted_distinct(
            np.concatenate([np.zeros(0, np.int64), *[self.atoms_by_part[part] for part in parts]])
        )
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
        """Count the models of `parts` with a model counter, where there are many.

        Atoms that occur only in other parts are free: each of them doubles the number.
        """
        lists = [clause for batch in self._clauses.batches for clause in nonempty_clause_lists(batch)]
        switches = [
            [self._first_switch + part if part in parts else -self._first_switch - part]
            for part in range(self.part_count)
        ]
        used_atoms = sorted_distinct(
            np.concatenate([np.zeros(0, np.int64), *[self.atoms_by_part[part] for part in parts]])
        )
        return count_models_of_clauses([*lists, *switches], self.user_atoms, self._clauses.variables) >> (
            self.user_atoms - len(used_atoms)
        )

    def _exclude(self, values: Array, atoms: Array) -> None:
        """Exclude a model for the current count."""
        self._session.add([-self._last_variable, *np.where(values[atoms - 1], -atoms, atoms).tolist()])

    def close(self) -> None:
        self._session.close()
