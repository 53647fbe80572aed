"""Grade a student's text: load it with the values of the reference, map its names, and compare at each size.

An obstacle in one text is reported in its answer and never stops the grading of others. When the time is up, the
answer has what is known by then, and says that it is incomplete.
"""

import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, islice, zip_longest
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.api.grade import Grade, GradeAnswer, GradedRule, Objection, Renaming, RuleCredit, Verdict
from bigand.api.parts import Instance, comment_of, instance_of, place_of, rule_place_of
from bigand.api.problem import Problem, collect_values, load_problem, raise_if_invalid, read_source, require_mode
from bigand.api.question import failure_of
from bigand.api.report import Part, Report, ignore_events
from bigand.api.solution import Solution, make_exhibit
from bigand.api.source import Source, may_need_data
from bigand.api.value import fields_of, replace_fields
from bigand.explain.grading.compared_file import ComparedFile, atoms_of_predicates
from bigand.explain.grading.comparison import Comparison, RefusedModel
from bigand.explain.grading.correspondence import GivenNames, NameMapping, PredicateMapping, find_mappings
from bigand.explain.grading.rules import Probes, find_implied_rules, find_redundant_rules, find_wrong_rules
from bigand.explain.grading.similarity import (
    find_certain_twins,
    find_changed_assignment,
    find_nearest_rule,
    find_twins,
    fingerprint,
)
from bigand.explain.groups import instance_for_binding
from bigand.explain.why.reasons import ClashAnalysis
from bigand.ground.columns import Array
from bigand.ground.forecast import is_single_literal
from bigand.ground.grounder import Rule
from bigand.language import Mode
from bigand.language.syntax import Assignment, Compare, Integer, Match, Proposition, RuleHeader, View, walk
from bigand.language.values import Value as LanguageValue
from bigand.solve.verification import Violation, violations
from bigand.source.error import BigandError, LimitError
from bigand.values import ValueStore

DEFAULT_SECONDS = 60.0  # for a text, if the question has no time limit
_REQUESTED_SHARE = 0.7  # of the time, for the requested sizes
_SMALLER_SHARE = 0.5  # of the remaining time, for each smaller size
_MAX_SMALLER = 8  # smaller sizes that are tried when the requested ones are too large
_REPORT_SHARE = 0.06  # of the time, for reporting the result
_MAX_MAPPINGS = 12  # mappings of names that are compared to the end
_SAMPLES = 3  # models for a first test of a mapping
_MAX_INSTANCES = 12  # reported instances of a clash
_MAX_WITNESSES = 24  # rules for which a model is tried that breaks no other rule


def grade_text(question: Grade, report: Report) -> GradeAnswer:
    """Compare a student's text with the reference."""
    seconds = (1 - _REPORT_SHARE) * (question.limits.seconds or DEFAULT_SECONDS)
    deadline = time.monotonic() + seconds
    reference = _load_reference(question.reference)
    try:
        student = _load_student(question.student, reference.given)
    except (BigandError, MemoryError) as error:
        return GradeAnswer(verdict=Verdict.UNREADABLE, trouble=failure_of(error))
    return _Grader(question, reference, student, deadline).grade(report)


# ---------------------------------------------------------------------- loading


def _load_reference(source: Source) -> Problem:
    """Load the reference; its errors are raised, as they concern all students."""
    return _require_sat_mode(load_problem(source, ignore_events, tuple(Mode)), 0)


def _load_student(source: Source, given: Mapping[str, LanguageValue]) -> Problem:
    """Load a student's text with the values that the reference has from outside.

    Its own `data` lines are ignored.
    """
    text = source.text
    if may_need_data(text):
        text = re.sub(r";;@(?=[ \t]*data\b)", ";; ", text)  # same length, so that positions stay valid
    store = ValueStore()
    store.values = dict(given)
    problem = read_source(Source(text=text, name=source.name), ignore_events, store)
    raise_if_invalid(problem, 1)
    return _require_sat_mode(problem, 1)


def _require_sat_mode(problem: Problem, index: int) -> Problem:
    """Return the problem.

    Raise if it has numbers or quantifiers, as only models that are sets of atoms are compared.
    """
    require_mode(problem, tuple(Mode), index)
    if problem.reading.mode is not Mode.SAT:
        raise BigandError("grade.numbers" if problem.reading.mode is Mode.SMT else "grade.quantifiers")
    return problem


def _integer_assignments(problem: Problem) -> dict[str, int]:
    """The variables to which a text assigns an integer literal."""
    items = [item for item in problem.reading.program.items if isinstance(item, Assignment)]
    return {
        item.target.name: item.value.value
        for item in items
        if isinstance(item.value, Integer) and not item.target.arguments
    }


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"{re.escape(name)}(?!\w)", text) is not None


# ---------------------------------------------------------------------- comparison


class _StudentError(Exception):
    """An error of a student's text at a size."""

    def __init__(self, reason: BigandError | MemoryError) -> None:
        super().__init__()
        self.reason = reason


class _SizeResult(Struct, frozen=True, eq=False):
    """The result of the comparison at one size."""

    size: str
    reference: ComparedFile
    student: ComparedFile
    mapping: NameMapping
    relevant_atoms: Array  # atoms of the reference
    twins: Mapping[int, int]  # student's rules that are certainly also rules of the reference
    too_strict: RefusedModel | None = None
    too_loose: RefusedModel | None = None
    has_model: bool = True
    should_have_model: bool = True
    is_finished: bool = True

    @property
    def is_equal(self) -> bool:
        return self.too_strict is None and self.too_loose is None and self.is_finished


class _Grader:
    """Compares one student's text with the reference, one size after the other."""

    def __init__(self, question: Grade, reference: Problem, student: Problem, deadline: float) -> None:
        self.question = question
        self.reference = reference
        self.student = student
        self.deadline = deadline
        directives = reference.reading.program.directives
        self.predicates = [
            name for directive in directives if isinstance(directive, Compare) for name in directive.predicates
        ]
        names = {node.name for node in walk(reference.reading.program.items) if isinstance(node, Proposition)}
        if unknown_predicates := [name for name in self.predicates if name not in names]:
            raise BigandError("grade.no_predicate", name=unknown_predicates[0])
        matches = [directive for directive in directives if isinstance(directive, Match)]
        self.given_names = GivenNames(
            {
                directive.name: PredicateMapping(directive.name, directive.other, directive.order)
                for directive in matches
                if directive.order
            },
            {directive.other: directive.name for directive in matches if not directive.order},
        )

    def grade(self, report: Report) -> GradeAnswer:
        began, results = time.monotonic(), list[_SizeResult]()
        sizes, left_out = self.question.sizes or ((),), list[str]()
        until = began + _REQUESTED_SHARE * (self.deadline - began)
        answer, limit = GradeAnswer(verdict=Verdict.TIME), None
        for number, size in enumerate(sizes):
            now = time.monotonic()
            try:
                reference = self._reference_at(size)  # its errors are not the student's
                results.append(
                    self._compare_at(size, reference, now + max(0.0, until - now) / (len(sizes) - number))
                )
            except LimitError as error:
                left_out.append(", ".join(size))
                limit = limit or error
            except _StudentError as error:
                return replace_fields(answer, verdict=Verdict.UNREADABLE, trouble=failure_of(error.reason))
            answer = self._build_answer(results, tuple(left_out))
            report(Part(found=answer))
        for size in () if results else self._smaller_sizes():
            now = time.monotonic()
            try:
                result = self._compare_at(
                    size, self._reference_at(size), now + _SMALLER_SHARE * (self.deadline - now)
                )
            except (BigandError, MemoryError, _StudentError):
                continue
            if result.is_equal and not result.should_have_model:
                continue  # without any right model, equality shows nothing
            results.append(result)
            answer = replace_fields(self._build_answer(results, tuple(left_out)), smaller=True)
            report(Part(found=answer))
            break
        if not results:
            return replace_fields(answer, trouble=None if limit is None else failure_of(limit))
        if not self.question.is_detailed:
            return answer
        return self._add_details(answer, results)

    def _smaller_sizes(self) -> Iterator[tuple[str, ...]]:
        """Yield smaller values for the variables of the sizes, or for all integers of the reference.

        Each time the largest value is halved.
        """
        assignments = [text.lstrip("$").partition("=") for size in self.question.sizes for text in size]
        sizes = {f"${name.strip()}": int(value) for name, _, value in assignments if value.strip().isdigit()}
        values = sizes or dict(_integer_assignments(self.reference))
        for _ in range(_MAX_SMALLER):
            largest = max(values.values(), default=0)
            if largest < 2:
                return
            values = {name: value >> 1 if value == largest else value for name, value in values.items()}
            yield tuple([f"{name}={value}" for name, value in values.items()])

    def _reference_at(self, size: tuple[str, ...]) -> Problem:
        source = self.question.reference
        for name in self._values_set_by_size(size):
            if not _mentions(source.text, name):
                raise BigandError("grade.no_variable", name=name)
        return (
            _load_reference(replace_fields(source, assignments=(*source.assignments, *size)))
            if size
            else self.reference
        )

    def _values_set_by_size(self, size: tuple[str, ...]) -> Mapping[str, LanguageValue]:
        """The variables that a size sets, with their values."""
        return collect_values(replace_fields(self.question.reference, assignments=size, values={}, files=())).values

    def _student_at(self, size: tuple[str, ...], reference: Problem) -> Problem:
        """Load the student's text at a size; it may name its variable differently, or have none."""
        if not size:
            return self.student
        student_values = _integer_assignments(self.student)
        student_given = dict(reference.given)
        for name, value in self._values_set_by_size(size).items():
            if _mentions(self.question.student.text, name):
                continue
            usual = _integer_assignments(self.reference).get(name)
            alike = [candidate for candidate in student_values if candidate.lower() == name.lower()] or [
                candidate
                for candidate, number in student_values.items()
                if number == usual and candidate not in _integer_assignments(self.reference)
            ]
            if len(alike) == 1:
                student_given[alike[0]] = value
            elif usual != value:
                raise LimitError("grade.fixed_size")
        return _load_student(self.question.student, student_given)

    def _compare_at(self, size: tuple[str, ...], expected: Problem, deadline: float) -> _SizeResult:
        reference = ComparedFile(expected.grounder)
        try:
            student = ComparedFile(self._student_at(size, expected).grounder)
        except LimitError:
            raise
        except (BigandError, MemoryError) as error:
            raise _StudentError(error) from None
        relevant_atoms = atoms_of_predicates(reference, self.predicates)
        mappings = find_mappings(reference, student, relevant_atoms, self.given_names)
        empty_mapping = NameMapping((), (), np.zeros(student.atoms + 1, dtype=np.int64))
        finder = _DifferenceFinder(", ".join(size), reference, student, relevant_atoms, deadline)
        return finder.find_best(mappings or [empty_mapping])

    # ------------------------------------------------------------------ answer

    def _build_answer(self, results: Sequence[_SizeResult], left_out: tuple[str, ...]) -> GradeAnswer:
        """Combine the results at all sizes into a verdict, with one objection of each kind."""
        too_strict = next((result for result in results if result.too_strict is not None), None)
        too_loose = next((result for result in results if result.too_loose is not None), None)
        expecting = [result for result in results if result.should_have_model]
        lacks_model = bool(expecting) and not any(result.has_model for result in expecting)
        kinds = {(True, True): Verdict.BOTH, (True, False): Verdict.TOO_STRICT, (False, True): Verdict.TOO_LOOSE}
        verdict = kinds.get(
            (too_strict is not None, too_loose is not None), Verdict.EQUAL if results else Verdict.TIME
        )
        objections = []
        if too_strict is not None and too_strict.too_strict is not None:
            objections.append(self._too_strict_objection(too_strict, too_strict.too_strict))
        if too_loose is not None and too_loose.too_loose is not None:
            objections.append(self._too_loose_objection(too_loose, too_loose.too_loose))
        return GradeAnswer(
            verdict=Verdict.NO_MODEL if lacks_model else verdict,
            objections=tuple(objections),
            renamed=self._renamings((too_strict or too_loose or results[0]).mapping) if results else (),
            sizes=tuple([result.size for result in results]),
            left_out=left_out,
            is_impossible=bool(results) and not expecting,
            is_unfinished=not all(result.is_finished for result in results),
            fingerprint=fingerprint(self.student.reading.program),
        )

    def _renamings(self, mapping: NameMapping) -> tuple[Renaming, ...]:
        views = [item for item in self.reference.reading.program.directives if isinstance(item, View)]
        roles = {shape.predicate: shape.roles for view in views for shape in view.shapes}
        names = [
            Renaming(
                name=item.predicate,
                other=item.name,
                order=item.order,
                roles=roles.get(item.predicate, ()),
                shifts=item.shifts,
            )
            for item in mapping.predicates
            if not item.is_same
        ]
        return (*names, *[Renaming(name=mine, other=theirs) for mine, theirs in mapping.words if mine != theirs])

    def _too_strict_objection(self, result: _SizeResult, refused: RefusedModel) -> Objection:
        """Name the student's rule that refuses a model: if possible, one that is not a rule of the reference."""
        twin_rules = find_twins(result.reference.rules, result.student.rules, result.mapping)
        rule, violation = min(refused.broken, key=lambda pair: pair[0].number in twin_rules)
        assignment = None
        if rule.number in twin_rules:
            assignment = find_changed_assignment(
                self.reference.reading.program, self.student.reading.program, [rule]
            )
        document = result.student.grounder.reading.document
        return Objection(
            kind="too_strict",
            size=result.size,
            student=_instance_or_rule(result.student, rule, violation),
            assignment=None if assignment is None else place_of(assignment.span, document),
            **self._model_fields(result, refused.values),
        )

    def _too_loose_objection(self, result: _SizeResult, refused: RefusedModel) -> Objection:
        """Name the missing rule of the reference, and the student's rule that is most similar, if there is one."""
        twin_rules = find_twins(result.reference.rules, result.student.rules, result.mapping)
        reference_twins = set(twin_rules.values())
        rule, violation = min(refused.broken, key=lambda pair: pair[0].number in reference_twins)
        document = result.student.grounder.reading.document
        others = [student_rule for student_rule in result.student.rules if student_rule.number not in twin_rules]
        near = find_nearest_rule(rule, others, result.mapping) if rule.number not in reference_twins else None
        assignment = None
        if rule.number in reference_twins:
            own = [
                student_rule
                for student_rule in result.student.rules
                if twin_rules.get(student_rule.number) == rule.number
            ]
            assignment = find_changed_assignment(self.reference.reading.program, self.student.reading.program, own)
        return Objection(
            kind="too_loose",
            size=result.size,
            student=None if near is None else _instance_or_rule(result.student, near, None),
            reference=_instance_or_rule(result.reference, rule, violation),
            comment=comment_of(rule, result.reference.grounder.reading.document),
            assignment=None if assignment is None else place_of(assignment.span, document),
            **self._model_fields(result, refused.second_values),
        )

    def _model_fields(self, result: _SizeResult, values: Array) -> dict[str, Any]:
        """The true atoms that matter, and their exhibit as the reference draws it."""
        chosen = result.relevant_atoms - 1
        solution = Solution([result.reference.names[index] for index in chosen.tolist()], values[chosen])
        program = self.reference.reading.program
        return {
            "model": tuple(solution.true),
            "exhibit": make_exhibit(solution, program) if self.question.is_drawn else None,
        }

    # ------------------------------------------------------------------ rule by rule

    def _add_details(self, known: GradeAnswer, results: Sequence[_SizeResult]) -> GradeAnswer:
        """Add the status of each rule, points for what the right rules imply, and a clash if there is no model."""
        result = next(
            (candidate for candidate in results if candidate.too_strict or candidate.too_loose), results[0]
        )
        inverse_link = invert_link(result.mapping.link, result.reference.atoms)
        clash: tuple[Instance, ...] = ()
        if known.verdict is Verdict.NO_MODEL:
            clash = self._find_clash(result)
        if known.verdict is Verdict.EQUAL:
            wrong: dict[int, bool | None] = dict.fromkeys([rule.number for rule in result.student.rules], False)
            met: dict[int, bool | None] = dict.fromkeys([rule.number for rule in result.reference.rules], True)
        else:
            wrong = find_wrong_rules(
                result.reference, result.student, result.mapping.link, self.deadline, result.twins
            )
            right = {rule for rule, is_wrong in wrong.items() if is_wrong is False}
            met = find_implied_rules(
                result.student,
                result.reference,
                inverse_link,
                right,
                self.deadline,
                result.twins,
                result.relevant_atoms,
            )
        redundant = find_redundant_rules(result.student, self.deadline) if result.has_model else {}
        rule_credits = tuple(self._rule_credits(result.reference, met))
        document = result.student.grounder.reading.document
        rules = tuple(
            [
                GradedRule(
                    **fields_of(rule_place_of(rule, document)),
                    status=_rule_status(wrong[rule.number], redundant.get(rule.number)),
                )
                for rule in result.student.rules
            ]
        )
        return replace_fields(
            known, clash=clash, worth=rule_credits, rules=rules, **_count_points(known.verdict, rule_credits, wrong)
        )

    def _find_clash(self, result: _SizeResult) -> tuple[Instance, ...]:
        """Find instances of the student's rules that cannot hold together; those of wrong rules come first."""
        analysis = ClashAnalysis(result.student.grounder, self.deadline)
        document = result.student.grounder.reading.document
        blamed = {rule.number for rule, _ in result.too_strict.broken} if result.too_strict else set()
        try:
            reasons = analysis.explain().reasons
        except BigandError:
            return ()
        finally:
            analysis.close()
        instances = (
            sorted(reasons[0].instances, key=lambda instance: instance.rule.number not in blamed) if reasons else []
        )
        return tuple([instance_of(instance, document) for instance in instances[:_MAX_INSTANCES]])

    def _rule_credits(self, side: ComparedFile, met: Mapping[int, bool | None]) -> Iterator[RuleCredit]:
        document = side.grounder.reading.document
        for name, points, rules in self._rule_groups(side):
            known = [met[rule.number] for rule in rules]
            lines = tuple([document.position(rule.span.start).line for rule in rules])
            is_met = False if False in known else None if None in known else True
            yield RuleCredit(name=name, lines=lines, points=points, is_met=is_met)

    def _rule_groups(self, side: ComparedFile) -> Iterator[tuple[str, float, list[Rule]]]:
        """Yield name, points and rules of each named group of the reference.

        Without named groups, each rule is a group of its own, and so is each run of facts.
        """
        named = [
            directive for directive in side.grounder.reading.program.directives if isinstance(directive, RuleHeader)
        ]
        document = side.grounder.reading.document
        if not named:
            for is_fact, run in groupby(
                side.rules, key=lambda rule: is_single_literal(rule) and not rule.generators
            ):
                rules = list(run)
                for several in [rules] if is_fact else [[rule] for rule in rules]:
                    yield comment_of(several[0], document), 1.0, several
            return
        first = [rule for rule in side.rules if rule.span.start < named[0].span.start]
        if first:
            yield comment_of(first[0], document), 0.0, first
        for directive, following in zip_longest(named, named[1:]):
            end = len(document.text) if following is None else following.span.start
            own = [rule for rule in side.rules if directive.span.start < rule.span.start < end]
            if own:
                yield directive.name, float(directive.points), own


def _rule_status(
    is_wrong: bool | None, is_redundant: bool | None
) -> Literal["right", "wrong", "needed", "redundant", "unknown"]:
    if is_wrong is None:
        return "unknown"
    if is_wrong:
        return "wrong"
    return "right" if is_redundant is None else "redundant" if is_redundant else "needed"


def _count_points(
    verdict: Verdict, rule_credits: Sequence[RuleCredit], wrong: Mapping[int, bool | None]
) -> dict[str, Any]:
    """Return all points if the texts are equal, else the points of the rules that are met.

    Each wrong rule in excess of the rules that are not met costs the average points of a rule.
    """
    most = sum([credit.points for credit in rule_credits])
    if verdict is Verdict.EQUAL:
        return {"points": most, "most": most}
    if any(credit.is_met is None for credit in rule_credits) or None in wrong.values():
        return {"points": None, "most": most}
    points = sum([credit.points for credit in rule_credits if credit.is_met])
    lost = sum([not credit.is_met for credit in rule_credits])
    further = max(0, sum([bool(credit) for credit in wrong.values()]) - lost)
    return {"points": round(max(0.0, points - further * most / max(1, len(rule_credits))), 2), "most": most}


def _instance_or_rule(side: ComparedFile, rule: Rule, violation: Violation | None) -> Instance:
    """The rule for answers: its broken instance if there is a violation, else the whole rule."""
    document = side.grounder.reading.document
    if violation is None:
        return Instance(**fields_of(rule_place_of(rule, document)), binding={})
    return instance_of(instance_for_binding(side.grounder, rule, violation.binding), document)


class _DifferenceFinder:
    """Finds the differences at one size, with the mapping of names that fits best."""

    def __init__(
        self, size: str, reference: ComparedFile, student: ComparedFile, relevant_atoms: Array, deadline: float
    ) -> None:
        self.size = size
        self.relevant_atoms = relevant_atoms
        self.reference = reference
        self.student = student
        self.deadline = deadline
        self.reference_probes = Probes(reference, deadline)
        self.student_probes = Probes(student, deadline)

    def find_best(self, mappings: Sequence[NameMapping]) -> _SizeResult:
        """Return the result for the first mapping that makes the texts equal, else for the one that fits best."""
        first: _SizeResult | None = None
        try:
            for mapping in islice(self._likely_mappings(mappings), _MAX_MAPPINGS):
                result = self._find_differences(mapping)
                first = first or result
                if result.is_equal and len(result.twins) >= (len(first.twins) if first.mapping.is_same else 0):
                    return self._prefer_identical(result, mappings)
        except LimitError:
            if first is None:
                raise
        finally:
            self.reference_probes.close()
            self.student_probes.close()
        assert first is not None, "there is at least one mapping"
        return first

    def _prefer_identical(self, result: _SizeResult, mappings: Sequence[NameMapping]) -> _SizeResult:
        """Prefer a mapping under which all rules are written alike.

        If the models are symmetric, a mapping with swapped arguments may make the texts equal, too.
        """
        if len(result.twins) == len(self.student.rules):
            return result
        whole = {rule.number for rule in self.reference.rules}
        for mapping in mappings[:_MAX_MAPPINGS]:
            twin_rules = find_certain_twins(self.reference, self.student, mapping)
            if len(twin_rules) == len(self.student.rules) and set(twin_rules.values()) == whole:
                return replace(result, mapping=mapping, twins=twin_rules)
        return result

    def _likely_mappings(self, mappings: Sequence[NameMapping]) -> Iterator[NameMapping]:
        """Yield the plausible mappings, the most likely first.

        A mapping that keeps all names comes before others.
        """
        if len(mappings) == 1 or mappings[0].is_same:
            yield mappings[0]
            mappings = mappings[1:]
        fits = [self._fit_share(mapping) for mapping in mappings]
        written = [len(find_twins(self.reference.rules, self.student.rules, mapping)) for mapping in mappings]
        alike = [count / max(1, len(self.student.rules)) for count in written]
        order = sorted(range(len(mappings)), key=lambda index: -fits[index] - alike[index])
        yield from [mappings[index] for number, index in enumerate(order) if fits[index] >= 1 or not number]

    def _fit_share(self, mapping: NameMapping) -> float:
        """The share of rules of each text that hold in sample models of the other."""
        shares = []
        for checked, probes, link in (
            (self.student, self.reference_probes, mapping.link),
            (self.reference, self.student_probes, invert_link(mapping.link, self.reference.atoms)),
        ):
            linked = link > 0
            rules = [rule for rule in checked.rules if linked[checked.atoms_by_rule[rule.number]].all()]
            for literals in probes.models[:_SAMPLES]:
                values = np.zeros(checked.atoms, dtype=np.bool_)
                values[linked[1:]] = literals[link[linked] - 1] > 0
                true = checked.true_grounder_atoms(values)
                holding = [next(violations(checked.grounder, rule, true), None) is None for rule in rules]
                shares.append(float(np.mean(holding)) if rules else 0.0)
        return float(np.mean(shares)) if shares else 1.0

    def _find_differences(self, mapping: NameMapping) -> _SizeResult:
        """Find a model of the reference only, and one of the student's text only."""
        has_model, should = bool(self.student_probes.models), bool(self.reference_probes.models)
        too_strict = too_loose = None
        is_finished = True
        twin_rules = find_certain_twins(self.reference, self.student, mapping)
        inverse_link = invert_link(mapping.link, self.reference.atoms)
        try:
            too_strict = self._find_wrongly_refused_model(mapping.link, twin_rules)
        except LimitError:
            is_finished = False
        try:
            too_loose = (
                self._find_wrongly_accepted_model(inverse_link, set(twin_rules.values())) if has_model else None
            )
        except LimitError:
            is_finished = False
        if not is_finished and too_strict is None and too_loose is None:
            raise LimitError("limit.time")
        return _SizeResult(
            self.size,
            self.reference,
            self.student,
            mapping,
            self.relevant_atoms,
            twin_rules,
            too_strict,
            too_loose,
            has_model or not should,
            should,
            is_finished,
        )

    def _find_wrongly_refused_model(self, link: Array, implied: Collection[int]) -> RefusedModel | None:
        """Find a model of the reference that the student's text refuses.

        If possible, one that other students see too.
        """
        comparison = Comparison(self.reference, self.student, link, self.deadline, implied=implied)
        try:
            refused = comparison.find_refused_model()
            for literals in self.reference_probes.models if refused is not None else ():
                usual = comparison.find_refused_model(literals.tolist())
                if usual is not None:
                    return usual
            return refused
        finally:
            comparison.close()

    def _find_wrongly_accepted_model(self, link: Array, implied: Collection[int]) -> RefusedModel | None:
        """Find a model of the student's text that the reference refuses; if possible, it breaks only one rule."""
        comparison = Comparison(
            self.student, self.reference, link, self.deadline, None, implied, self.relevant_atoms
        )
        try:
            refused = comparison.find_refused_model()
            if refused is None or comparison.open_rules:
                return refused
            broken = [rule.number for rule, _ in refused.broken]
            others = [rule.number for rule in self.reference.rules if rule.number not in broken]
            for rule in [*broken, *others][:_MAX_WITNESSES]:
                literals = self.reference_probes.model_breaking_only(rule)
                if literals is None:
                    continue
                usual = comparison.find_refused_model(
                    comparison.translate_literals(literals[self.relevant_atoms - 1])
                )
                if usual is not None and len(usual.broken) <= len(refused.broken):
                    return usual
            return refused
        finally:
            comparison.close()


def invert_link(link: Array, atoms: int) -> Array:
    """Return the inverse of a link between atoms; `atoms` is the number of atoms on the other side."""
    inverse = np.zeros(atoms + 1, dtype=np.int64)
    inverse[link[link > 0]] = np.flatnonzero(link)
    return inverse
