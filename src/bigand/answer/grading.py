"""A student's text graded: opened with what the reference is given, read with its names, compared at each size.

What stands in the way of one text is told of it, and never ends those of others. When the time is up, what is known
by then is told, and that it is not all.
"""

import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, islice, zip_longest
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.answer.drawing import draw
from bigand.answer.opening import given_values, opened, read_source, refuse_errors, refuse_modes
from bigand.answer.parts import Instance, comment_of, instance_of, place_of, rule_of
from bigand.answer.problem import Problem
from bigand.answer.question import failure_of
from bigand.answer.questions.grade import Grade, Graded, Judged, Objection, Renaming, Verdict, Worth
from bigand.answer.report import Part, Report, unheard
from bigand.answer.solution import Solution
from bigand.answer.source import Source, asks_for_data
from bigand.answer.value import changed, fields_of
from bigand.explain.grading.comparison import Comparison, RefusedModel
from bigand.explain.grading.judging import find_implied_rules, find_redundant_rules, find_wrong_rules
from bigand.explain.grading.likeness import (
    find_certain_twins,
    find_changed_assignment,
    find_nearest_rule,
    find_twins,
    fingerprint,
)
from bigand.explain.grading.matching import GivenNames, NameMapping, PredicateMapping, find_mappings
from bigand.explain.grading.probes import Probes
from bigand.explain.grading.side import ComparedFile, atoms_of_predicates
from bigand.explain.instances import instance_for_binding
from bigand.explain.reasons import ClashAnalysis
from bigand.given import ValueStore
from bigand.ground.columns import Array
from bigand.ground.expand import Rule
from bigand.ground.forecast import is_single_literal
from bigand.language import Mode
from bigand.language.syntax import Assignment, Compare, Integer, Match, Proposition, RuleHeader, View, walk
from bigand.language.values import Value as Given
from bigand.solve.verify import Violation, violations
from bigand.source.error import BigandError, LimitError

SECONDS = 60.0  # for a text, where nobody says how long
_ASKED = 0.7  # of the time, for the sizes that are asked for
_SHARE = 0.5  # of the time that is left, for each smaller size
_SMALLER = 8  # sizes that are tried when those asked for are too large
_TELLING = 0.06  # of the time, for telling what was found
_TRIED = 12  # ways to read a text that are compared to the end
_SAMPLES = 3  # models, for a first look at a way
_INSTANCES = 12  # of a clash that are told
_WITNESSES = 24  # rules of which a model is tried that breaks no other


def graded(question: Grade, report: Report) -> Graded:
    """What a student's text is, beside the reference."""
    seconds = (1 - _TELLING) * (question.limits.seconds or SECONDS)
    deadline = time.monotonic() + seconds
    reference = _reference(question.reference)
    try:
        student = _student(question.student, reference.given)
    except (BigandError, MemoryError) as error:
        return Graded(verdict=Verdict.UNREADABLE, trouble=failure_of(error))
    return _Grader(question, reference, student, deadline).graded(report)


# ---------------------------------------------------------------------- opening


def _reference(source: Source) -> Problem:
    """The reference; what is wrong with it is wrong for all."""
    return _plain(opened(source, unheard, tuple(Mode)), 0)


def _student(source: Source, given: Mapping[str, Given]) -> Problem:
    """A student's text, with the values that the reference has from outside; its own lines read none."""
    text = source.text
    if asks_for_data(text):
        text = re.sub(r";;@(?=[ \t]*data\b)", ";; ", text)  # as long as it was: places stay
    taken = ValueStore()
    taken.values = dict(given)
    found = read_source(Source(text=text, name=source.name), unheard, taken)
    refuse_errors(found, 1)
    return _plain(found, 1)


def _plain(found: Problem, index: int) -> Problem:
    """A text, unless it has numbers or quantifiers: then models are no sets of atoms, and are not compared."""
    refuse_modes(found, tuple(Mode), index)
    if found.reading.mode is not Mode.SAT:
        raise BigandError("grade.numbers" if found.reading.mode is Mode.SMT else "grade.quantifiers")
    return found


def _integers(problem: Problem) -> dict[str, int]:
    """The variables that a text assigns an integer, as it is written."""
    items = [item for item in problem.reading.program.items if isinstance(item, Assignment)]
    return {
        item.target.name: item.value.value
        for item in items
        if isinstance(item.value, Integer) and not item.target.arguments
    }


def _speaks_of(text: str, name: str) -> bool:
    return re.search(rf"{re.escape(name)}(?!\w)", text) is not None


# ---------------------------------------------------------------------- comparing


class _StudentError(Exception):
    """What is wrong with a student's text at a size."""

    def __init__(self, reason: BigandError | MemoryError) -> None:
        super().__init__()
        self.reason = reason


class _AtSize(Struct, frozen=True, eq=False):
    """What was found at one size."""

    size: str
    reference: ComparedFile
    student: ComparedFile
    way: NameMapping
    matters: Array  # atoms of the reference
    twins: Mapping[int, int]  # rules of the student's that are also the reference's, for sure
    strict: RefusedModel | None = None
    loose: RefusedModel | None = None
    has_model: bool = True
    should_have_model: bool = True
    is_finished: bool = True

    @property
    def is_equal(self) -> bool:
        return self.strict is None and self.loose is None and self.is_finished


class _Grader:
    """One student's text and the reference, at one size after the other."""

    def __init__(self, question: Grade, reference: Problem, student: Problem, deadline: float) -> None:
        self.question = question
        self.reference = reference
        self.student = student
        self.deadline = deadline
        directives = reference.reading.program.directives
        self.predicates = [name for one in directives if isinstance(one, Compare) for name in one.predicates]
        names = {node.name for node in walk(reference.reading.program.items) if isinstance(node, Proposition)}
        if strangers := [name for name in self.predicates if name not in names]:
            raise BigandError("grade.no_predicate", name=strangers[0])
        matches = [one for one in directives if isinstance(one, Match)]
        self.fixed = GivenNames(
            {one.name: PredicateMapping(one.name, one.other, one.order) for one in matches if one.order},
            {one.other: one.name for one in matches if not one.order},
        )

    def graded(self, report: Report) -> Graded:
        began, found = time.monotonic(), list[_AtSize]()
        sizes, left_out = self.question.sizes or ((),), list[str]()
        until = began + _ASKED * (self.deadline - began)
        known, limit = Graded(verdict=Verdict.TIME), None
        for number, size in enumerate(sizes):
            now = time.monotonic()
            try:
                reference = self._reference_at(size)  # what is wrong with it is no fault of the student's
                found.append(self._compared(size, reference, now + max(0.0, until - now) / (len(sizes) - number)))
            except LimitError as error:
                left_out.append(", ".join(size))
                limit = limit or error
            except _StudentError as error:
                return changed(known, verdict=Verdict.UNREADABLE, trouble=failure_of(error.reason))
            known = self._told(found, tuple(left_out))
            report(Part(found=known))
        for size in () if found else self._smaller_sizes():
            now = time.monotonic()
            try:
                at = self._compared(size, self._reference_at(size), now + _SHARE * (self.deadline - now))
            except (BigandError, MemoryError, _StudentError):
                continue
            if at.is_equal and not at.should_have_model:
                continue  # where nothing is right, nothing is shown
            found.append(at)
            known = changed(self._told(found, tuple(left_out)), smaller=True)
            report(Part(found=known))
            break
        if not found:
            return changed(known, trouble=None if limit is None else failure_of(limit))
        if not self.question.is_detailed:
            return known
        return self._detailed(known, found)

    def _smaller_sizes(self) -> Iterator[tuple[str, ...]]:
        """Smaller values of what is set, or of all that the reference gives an integer: the largest by halves."""
        asked = [text.lstrip("$").partition("=") for size in self.question.sizes for text in size]
        set_by = {f"${name.strip()}": int(value) for name, _, value in asked if value.strip().isdigit()}
        known = set_by or dict(_integers(self.reference))
        for _ in range(_SMALLER):
            largest = max(known.values(), default=0)
            if largest < 2:
                return
            known = {name: value >> 1 if value == largest else value for name, value in known.items()}
            yield tuple([f"{name}={value}" for name, value in known.items()])

    def _reference_at(self, size: tuple[str, ...]) -> Problem:
        source = self.question.reference
        for name in self._set_by(size):
            if not _speaks_of(source.text, name):
                raise BigandError("grade.no_variable", name=name)
        return _reference(changed(source, assignments=(*source.assignments, *size))) if size else self.reference

    def _set_by(self, size: tuple[str, ...]) -> Mapping[str, Given]:
        """The variables that a size sets."""
        return given_values(changed(self.question.reference, assignments=size, values={}, files=())).values

    def _student_at(self, size: tuple[str, ...], reference: Problem) -> Problem:
        """The student's text at a size; it may call its variable something else, or have none."""
        if not size:
            return self.student
        own = _integers(self.student)
        renamed = dict(reference.given)
        for name, value in self._set_by(size).items():
            if _speaks_of(self.question.student.text, name):
                continue
            usual = _integers(self.reference).get(name)
            alike = [one for one in own if one.lower() == name.lower()] or [
                one for one, number in own.items() if number == usual and one not in _integers(self.reference)
            ]
            if len(alike) == 1:
                renamed[alike[0]] = value
            elif usual != value:
                raise LimitError("grade.fixed_size")
        return _student(self.question.student, renamed)

    def _compared(self, size: tuple[str, ...], expected: Problem, deadline: float) -> _AtSize:
        reference = ComparedFile(expected.grounder)
        try:
            student = ComparedFile(self._student_at(size, expected).grounder)
        except LimitError:
            raise
        except (BigandError, MemoryError) as error:
            raise _StudentError(error) from None
        matters = atoms_of_predicates(reference, self.predicates)
        every = find_mappings(reference, student, matters, self.fixed)
        nothing = NameMapping((), (), np.zeros(student.atoms + 1, dtype=np.int64))
        finder = _Finder(", ".join(size), reference, student, matters, deadline)
        return finder.best(every or [nothing])

    # ------------------------------------------------------------------ what is told

    def _told(self, found: Sequence[_AtSize], left_out: tuple[str, ...]) -> Graded:
        """The verdict of all sizes together, with one objection of each kind."""
        strict = next((one for one in found if one.strict is not None), None)
        loose = next((one for one in found if one.loose is not None), None)
        expecting = [one for one in found if one.should_have_model]
        without = bool(expecting) and not any(one.has_model for one in expecting)
        kinds = {(True, True): Verdict.BOTH, (True, False): Verdict.TOO_STRICT, (False, True): Verdict.TOO_LOOSE}
        verdict = kinds.get((strict is not None, loose is not None), Verdict.EQUAL if found else Verdict.TIME)
        objections = []
        if strict is not None and strict.strict is not None:
            objections.append(self._too_strict(strict, strict.strict))
        if loose is not None and loose.loose is not None:
            objections.append(self._too_loose(loose, loose.loose))
        return Graded(
            verdict=Verdict.NO_MODEL if without else verdict,
            objections=tuple(objections),
            renamed=self._renamed((strict or loose or found[0]).way) if found else (),
            sizes=tuple([one.size for one in found]),
            left_out=left_out,
            is_impossible=bool(found) and not expecting,
            is_unfinished=not all(one.is_finished for one in found),
            fingerprint=fingerprint(self.student.reading.program),
        )

    def _renamed(self, way: NameMapping) -> tuple[Renaming, ...]:
        views = [one for one in self.reference.reading.program.directives if isinstance(one, View)]
        roles = {shape.predicate: shape.roles for view in views for shape in view.shapes}
        names = [
            Renaming(
                name=one.predicate,
                other=one.name,
                order=one.order,
                roles=roles.get(one.predicate, ()),
                shifts=one.shifts,
            )
            for one in way.predicates
            if not one.is_same
        ]
        return (*names, *[Renaming(name=mine, other=theirs) for mine, theirs in way.words if mine != theirs])

    def _too_strict(self, at: _AtSize, refused: RefusedModel) -> Objection:
        """The student's rule that refuses a model: one that is none of the reference's, if possible."""
        same = find_twins(at.reference.rules, at.student.rules, at.way)
        rule, violation = min(refused.broken, key=lambda pair: pair[0].number in same)
        assignment = None
        if rule.number in same:
            assignment = find_changed_assignment(
                self.reference.reading.program, self.student.reading.program, [rule]
            )
        document = at.student.grounder.reading.document
        return Objection(
            kind="too_strict",
            size=at.size,
            student=_instance(at.student, rule, violation),
            assignment=None if assignment is None else place_of(assignment.span, document),
            **self._model(at, refused.values),
        )

    def _too_loose(self, at: _AtSize, refused: RefusedModel) -> Objection:
        """The rule of the reference that is missing, and the student's that is most like it, if one is."""
        same = find_twins(at.reference.rules, at.student.rules, at.way)
        there = set(same.values())
        rule, violation = min(refused.broken, key=lambda pair: pair[0].number in there)
        document = at.student.grounder.reading.document
        others = [one for one in at.student.rules if one.number not in same]
        near = find_nearest_rule(rule, others, at.way) if rule.number not in there else None
        assignment = None
        if rule.number in there:
            own = [one for one in at.student.rules if same.get(one.number) == rule.number]
            assignment = find_changed_assignment(self.reference.reading.program, self.student.reading.program, own)
        return Objection(
            kind="too_loose",
            size=at.size,
            student=None if near is None else _instance(at.student, near, None),
            reference=_instance(at.reference, rule, violation),
            comment=comment_of(rule, at.reference.grounder.reading.document),
            assignment=None if assignment is None else place_of(assignment.span, document),
            **self._model(at, refused.second_values),
        )

    def _model(self, at: _AtSize, values: Array) -> dict[str, Any]:
        """The true atoms that matter, and their picture as the reference draws it."""
        chosen = at.matters - 1
        solution = Solution([at.reference.names[one] for one in chosen.tolist()], values[chosen])
        program = self.reference.reading.program
        return {
            "model": tuple(solution.true),
            "exhibit": draw(solution, program) if self.question.is_drawn else None,
        }

    # ------------------------------------------------------------------ rule by rule

    def _detailed(self, known: Graded, found: Sequence[_AtSize]) -> Graded:
        """With points: what the student's right rules imply of the reference; with a clash, if there is one."""
        at = next((one for one in found if one.strict or one.loose), found[0])
        back = backwards(at.way.link, at.reference.atoms)
        clash: tuple[Instance, ...] = ()
        if known.verdict is Verdict.NO_MODEL:
            clash = self._clash(at)
        if known.verdict is Verdict.EQUAL:
            wrong: dict[int, bool | None] = dict.fromkeys([rule.number for rule in at.student.rules], False)
            met: dict[int, bool | None] = dict.fromkeys([rule.number for rule in at.reference.rules], True)
        else:
            wrong = find_wrong_rules(at.reference, at.student, at.way.link, self.deadline, at.twins)
            right = {rule for rule, is_wrong in wrong.items() if is_wrong is False}
            met = find_implied_rules(at.student, at.reference, back, right, self.deadline, at.twins, at.matters)
        redundant = find_redundant_rules(at.student, self.deadline) if at.has_model else {}
        worth = tuple(self._worth(at.reference, met))
        document = at.student.grounder.reading.document
        rules = tuple(
            [
                Judged(
                    **fields_of(rule_of(rule, document)),
                    status=_status(wrong[rule.number], redundant.get(rule.number)),
                )
                for rule in at.student.rules
            ]
        )
        return changed(known, clash=clash, worth=worth, rules=rules, **_points(known.verdict, worth, wrong))

    def _clash(self, at: _AtSize) -> tuple[Instance, ...]:
        """Instances of the student's rules that cannot hold together, those of wrong rules first."""
        inquiry = ClashAnalysis(at.student.grounder, self.deadline)
        document = at.student.grounder.reading.document
        blamed = {rule.number for rule, _ in at.strict.broken} if at.strict else set()
        try:
            reasons = inquiry.explain().reasons
        except BigandError:
            return ()
        finally:
            inquiry.close()
        instances = sorted(reasons[0].instances, key=lambda one: one.rule.number not in blamed) if reasons else []
        return tuple([instance_of(one, document) for one in instances[:_INSTANCES]])

    def _worth(self, side: ComparedFile, met: Mapping[int, bool | None]) -> Iterator[Worth]:
        document = side.grounder.reading.document
        for name, points, rules in self._groups(side):
            known = [met[rule.number] for rule in rules]
            lines = tuple([document.position(rule.span.start).line for rule in rules])
            is_met = False if False in known else None if None in known else True
            yield Worth(name=name, lines=lines, points=points, is_met=is_met)

    def _groups(self, side: ComparedFile) -> Iterator[tuple[str, float, list[Rule]]]:
        """The rules of the reference as they are named; where none is, each by itself, and facts together."""
        named = [one for one in side.grounder.reading.program.directives if isinstance(one, RuleHeader)]
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
        for one, following in zip_longest(named, named[1:]):
            end = len(document.text) if following is None else following.span.start
            own = [rule for rule in side.rules if one.span.start < rule.span.start < end]
            if own:
                yield one.name, float(one.points), own


def _status(
    is_wrong: bool | None, is_redundant: bool | None
) -> Literal["right", "wrong", "needed", "redundant", "unknown"]:
    if is_wrong is None:
        return "unknown"
    if is_wrong:
        return "wrong"
    return "right" if is_redundant is None else "redundant" if is_redundant else "needed"


def _points(verdict: Verdict, worth: Sequence[Worth], wrong: Mapping[int, bool | None]) -> dict[str, Any]:
    """All points for what is equal; else those of rules that are met, less one for each further wrong rule."""
    most = sum([one.points for one in worth])
    if verdict is Verdict.EQUAL:
        return {"points": most, "most": most}
    if any(one.is_met is None for one in worth) or None in wrong.values():
        return {"points": None, "most": most}
    points = sum([one.points for one in worth if one.is_met])
    lost = sum([not one.is_met for one in worth])
    further = max(0, sum([bool(one) for one in wrong.values()]) - lost)
    return {"points": round(max(0.0, points - further * most / max(1, len(worth))), 2), "most": most}


def _instance(side: ComparedFile, rule: Rule, violation: Violation | None) -> Instance:
    """A rule as it is told, for the binding that is broken if one is known."""
    document = side.grounder.reading.document
    if violation is None:
        return Instance(**fields_of(rule_of(rule, document)), binding={})
    return instance_of(instance_for_binding(side.grounder, rule, violation.binding), document)


class _Finder:
    """Finds what differs at one size, by the way to read the student's text that fits best."""

    def __init__(
        self, size: str, reference: ComparedFile, student: ComparedFile, matters: Array, deadline: float
    ) -> None:
        self.size = size
        self.matters = matters
        self.reference = reference
        self.student = student
        self.deadline = deadline
        self.probes = Probes(reference, deadline)
        self.samples = Probes(student, deadline)

    def best(self, every: Sequence[NameMapping]) -> _AtSize:
        """By the first way that makes both the same; else by the one that fits best."""
        first: _AtSize | None = None
        try:
            for way in islice(self._likely(every), _TRIED):
                found = self._differing(way)
                first = first or found
                if found.is_equal and len(found.twins) >= (len(first.twins) if first.way.is_same else 0):
                    return self._as_written(found, every)
        except LimitError:
            if first is None:
                raise
        finally:
            self.probes.close()
            self.samples.close()
        assert first is not None, "there is a way"
        return first

    def _as_written(self, found: _AtSize, every: Sequence[NameMapping]) -> _AtSize:
        """What is equal, read as it is written: where models are symmetric, swapped arguments may not be seen."""
        if len(found.twins) == len(self.student.rules):
            return found
        whole = {rule.number for rule in self.reference.rules}
        for way in every[:_TRIED]:
            same = find_certain_twins(self.reference, self.student, way)
            if len(same) == len(self.student.rules) and set(same.values()) == whole:
                return replace(found, way=way, twins=same)
        return found

    def _likely(self, every: Sequence[NameMapping]) -> Iterator[NameMapping]:
        """The ways that may be meant, the likeliest first; names that are the same are taken as they are."""
        if len(every) == 1 or every[0].is_same:
            yield every[0]
            every = every[1:]
        fits = [self._fit(way) for way in every]
        written = [len(find_twins(self.reference.rules, self.student.rules, way)) for way in every]
        alike = [count / max(1, len(self.student.rules)) for count in written]
        order = sorted(range(len(every)), key=lambda at: -fits[at] - alike[at])
        yield from [every[at] for number, at in enumerate(order) if fits[at] >= 1 or not number]

    def _fit(self, way: NameMapping) -> float:
        """How many rules of each text hold in models of the other, as a share."""
        shares = []
        for other, probes, link in (
            (self.student, self.probes, way.link),
            (self.reference, self.samples, backwards(way.link, self.reference.atoms)),
        ):
            linked = link > 0
            rules = [rule for rule in other.rules if linked[other.atoms_by_rule[rule.number]].all()]
            for literals in probes.models[:_SAMPLES]:
                values = np.zeros(other.atoms, dtype=np.bool_)
                values[linked[1:]] = literals[link[linked] - 1] > 0
                true = other.to_grounder_atoms(values)
                holding = [next(violations(other.grounder, rule, true), None) is None for rule in rules]
                shares.append(float(np.mean(holding)) if rules else 0.0)
        return float(np.mean(shares)) if shares else 1.0

    def _differing(self, way: NameMapping) -> _AtSize:
        """A model that just one of them has, of each kind."""
        has_model, should = bool(self.samples.models), bool(self.probes.models)
        strict = loose = None
        is_finished = True
        same = find_certain_twins(self.reference, self.student, way)
        back = backwards(way.link, self.reference.atoms)
        try:
            strict = self._strict(way.link, same)
        except LimitError:
            is_finished = False
        try:
            loose = self._loose(back, set(same.values())) if has_model else None
        except LimitError:
            is_finished = False
        if not is_finished and strict is None and loose is None:
            raise LimitError("limit.time")
        return _AtSize(
            self.size,
            self.reference,
            self.student,
            way,
            self.matters,
            same,
            strict,
            loose,
            has_model or not should,
            should,
            is_finished,
        )

    def _strict(self, link: Array, implied: Collection[int]) -> RefusedModel | None:
        """A model of the reference that the student's text refuses; one that others are shown too, if possible."""
        comparison = Comparison(self.reference, self.student, link, self.deadline, implied=implied)
        try:
            found = comparison.find_refused_model()
            for literals in self.probes.models if found is not None else ():
                usual = comparison.find_refused_model(literals.tolist())
                if usual is not None:
                    return usual
            return found
        finally:
            comparison.close()

    def _loose(self, back: Array, implied: Collection[int]) -> RefusedModel | None:
        """A model of the student's text that the reference refuses; one that breaks one rule only, if possible."""
        comparison = Comparison(self.student, self.reference, back, self.deadline, None, implied, self.matters)
        try:
            found = comparison.find_refused_model()
            if found is None or comparison.open_rules:
                return found
            broken = [rule.number for rule, _ in found.broken]
            others = [rule.number for rule in self.reference.rules if rule.number not in broken]
            for rule in [*broken, *others][:_WITNESSES]:
                literals = self.probes.witness(rule)
                if literals is None:
                    continue
                usual = comparison.find_refused_model(comparison.translate_literals(literals[self.matters - 1]))
                if usual is not None and len(usual.broken) <= len(found.broken):
                    return usual
            return found
        finally:
            comparison.close()


def backwards(link: Array, atoms: int) -> Array:
    """The same link from the other side."""
    back = np.zeros(atoms + 1, dtype=np.int64)
    back[link[link > 0]] = np.flatnonzero(link)
    return back
