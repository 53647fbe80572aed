"""How `steps`, `hint` and `rate` are answered: one walk from what is given to all that is forced."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct

from bigand.answer.auxiliary import attempt_last
from bigand.answer.expected import near_name
from bigand.answer.opening import notice_doubts, opened
from bigand.answer.parts import comment_of, instance_of
from bigand.answer.problem import Problem
from bigand.answer.question import Limits
from bigand.answer.questions.steps import (
    Hint,
    Hinted,
    Level,
    Link,
    Rate,
    Rated,
    Rating,
    RuleInstance,
    Status,
    Step,
    Stepped,
    Steps,
)  # fmt: skip
from bigand.answer.report import Done, Report, Stage, counting
from bigand.answer.road import has_open_horizon
from bigand.answer.sizing import check_size
from bigand.answer.solution import Solution
from bigand.answer.source import Source
from bigand.answer.value import changed, fields_of
from bigand.explain.forced import find_forced_atoms as forced_atoms
from bigand.explain.instances import InstanceGroups, describe_groups, instances_of
from bigand.explain.stepping.arguing import find_argument, is_obvious
from bigand.explain.stepping.theory import InstanceTheory, instance_theory_of
from bigand.explain.stepping.walking import Step as Found
from bigand.explain.stepping.walking import StepFinder
from bigand.ground.columns import Array
from bigand.language import Mode
from bigand.language.soft import cost_directives
from bigand.language.syntax import Program
from bigand.solve.models import verify
from bigand.source.error import BigandError, LimitError
from bigand.view.arrange import exhibit
from bigand.view.exhibit import Exhibit
from bigand.view.framing import framed

_OPEN = 12  # atoms that are named where not all are forced
_LEVELS: tuple[tuple[int, Level], ...] = ((1, "easy"), (3, "tricky"), (9, "hard"))  # by the largest step
_CROWD = 20  # steps of a wave whose premises are not framed: everything would be
_MARK = re.compile(r"\s*(not\s+|-|¬)?\s*(.+?)\s*", re.DOTALL)


class Puzzle(Struct, frozen=True, eq=False):
    """A text with its instances and what is forced: the numbers of atoms, negative for false ones."""

    problem: Problem
    instances: InstanceGroups
    theory: InstanceTheory
    model: Array | None  # the values of a model, if there is one
    forced: frozenset[int]

    @property
    def names(self) -> tuple[str, ...]:
        return self.instances.compiled.names

    @property
    def status(self) -> Status:
        if self.model is None:
            return "none"
        return "unique" if len(self.forced) == len(self.names) else "several"

    def told(self, literal: int) -> str:
        """A literal as it is printed."""
        return self.names[literal - 1] if literal > 0 else f"not {self.names[-literal - 1]}"


def steps(question: Steps, report: Report) -> Stepped:
    """The steps to all that is forced; those found so far when the time is up."""
    puzzle = puzzle_of(question.source, question.limits, report)
    if puzzle.model is None:
        return Stepped(status="none", steps=())
    found, finished = walked(puzzle, question.limits.deadline(), report)
    forced = {abs(literal) for literal in puzzle.forced}
    others = [name for number, name in enumerate(puzzle.names, 1) if number not in forced]
    teller = _Teller(puzzle, found)
    return Stepped(
        status=puzzle.status,
        steps=tuple(map(teller.step, found)),
        rating=rating_of(found) if finished else None,
        finished=finished,
        atoms=len(puzzle.names),
        forced=len(forced),
        open=tuple(others[:_OPEN]),
        pictures=_pictures(teller, report) if question.drawn else (),
    )


def rate(question: Rate, report: Report) -> Rated:
    """How hard the steps are."""
    puzzle = puzzle_of(question.source, question.limits, report)
    if puzzle.model is None:
        return Rated(status="none")
    found, finished = walked(puzzle, question.limits.deadline(), report)
    return Rated(status=puzzle.status, rating=rating_of(found) if finished else None, finished=finished)


def hint(question: Hint, report: Report) -> Hinted:
    """Whether the marks are right, and what follows next from them."""
    puzzle = puzzle_of(question.source, question.limits, report)
    if puzzle.model is None:
        return Hinted(status="none")
    marks = [_literal(mark, puzzle) for mark in question.marks]
    wrong = [mark for mark in marks if -mark in puzzle.forced]
    undecided = [mark for mark in marks if mark not in puzzle.forced and -mark not in puzzle.forced]
    judged = Hinted(
        status=puzzle.status,
        wrong=tuple(map(puzzle.told, wrong)),
        undecided=tuple(map(puzzle.told, undecided)),
    )
    if wrong:
        return judged
    if undecided and (clashing := _clashing(marks, puzzle, question.limits.deadline())):
        return changed(judged, clashing=tuple(map(puzzle.told, clashing)))
    right = sorted({mark for mark in marks if mark in puzzle.forced}, key=abs)
    walker = StepFinder(puzzle.theory, set(puzzle.forced), question.limits.deadline(), right)
    found: list[Found] = []
    finished = True
    marked = set(right)
    try:
        for step in walker.find_steps():
            found.append(step)
            if _is_worth_telling(step, marked, puzzle):
                break
    except LimitError:
        finished = False
    if not found or not finished or not _is_worth_telling(found[-1], marked, puzzle):
        return changed(judged, finished=finished)
    needed = _needed(found, marked)
    teller = _Teller(puzzle, needed, right)
    *before, last = map(teller.step, needed)
    shown = _pictures(teller, report) if question.drawn else ()
    return changed(judged, step=last, before=tuple(before), exhibit=shown[-1] if shown else None)


def _pictures(teller: "_Teller", report: Report) -> tuple[Exhibit, ...]:
    """What is known after each wave, drawn; nothing if that fails."""
    nothing: tuple[Exhibit, ...] = ()
    return attempt_last("picture", lambda: tuple(teller.pictures()), nothing, report)


# ---------------------------------------------------------------------- the puzzle


def problem_of(source: Source, megabytes: int | None, report: Report) -> Problem:
    """A text of which steps can be told; what cannot be done with it is said."""
    problem = opened(source, report)
    mode = problem.reading.mode
    if mode is not Mode.SAT:
        raise BigandError("steps.numbers" if mode is Mode.SMT else "steps.quantifiers")
    if has_open_horizon(problem):
        raise BigandError("steps.horizon")
    if cost_directives(problem.reading.program):
        raise BigandError("steps.costs")
    notice_doubts(problem, report)
    check_size(problem.grounder, megabytes, as_written=True, report=report)
    return problem


def puzzle_of(source: Source, limits: Limits, report: Report) -> Puzzle:
    """A text with its instances and what is forced."""
    problem = problem_of(source, limits.megabytes, report)
    deadline = limits.deadline()
    report(Stage(key="progress.expand"))
    grounder = problem.grounder
    instances = instances_of(grounder, grounder.rules())
    clauses = instances.compiled.clauses
    report(Stage(key="progress.forced"))
    session = instances.groups.engine(clauses, deadline)
    try:
        same = forced_atoms(session, clauses.atoms, clauses.variables, counting(report))
    finally:
        session.close()
    if same is None:
        return Puzzle(problem, instances, instance_theory_of(instances), None, frozenset())
    verify(same.model, instances.compiled, grounder)
    return Puzzle(problem, instances, instance_theory_of(instances), same.model, frozenset(same.literals.tolist()))


def walked(puzzle: Puzzle, deadline: float | None, report: Report) -> tuple[list[Found], bool]:
    """The steps that were found, and whether that is all of them."""
    report(Stage(key="progress.steps"))
    walker = StepFinder(puzzle.theory, set(puzzle.forced), deadline)
    found: list[Found] = []
    try:
        for step in walker.find_steps():
            found.append(step)
            report(Done(count=len(found)))
    except LimitError:
        return found, False
    assert not walker.open_literals, "what is forced follows from all instances"
    return found, True


def rating_of(found: Sequence[Found]) -> Rating:
    """The level by the largest step; the number counts waves, and larger steps by the square of their size."""
    sizes = Counter([len(step.instances) for step in found])
    largest = max(sizes, default=0)
    waves = len({step.wave for step in found})
    number = waves + sum([count * size * (size - 1) for size, count in sizes.items()])
    level: Level = next((level for most, level in _LEVELS if largest <= most), "expert")
    return Rating(level=level, number=number, largest=largest, sizes=dict(sorted(sizes.items())))


# ---------------------------------------------------------------------- hints


def _literal(mark: str, puzzle: Puzzle) -> int:
    """A mark as a literal; an atom that there is not is refused."""
    matched = _MARK.fullmatch(mark)
    name = "".join(matched.group(2).split()) if matched else mark
    if matched is None or name not in puzzle.names:
        near = near_name(name, puzzle.names)
        raise BigandError("steps.unknown_mark" if near is None else "steps.unknown_mark_near", name=name, near=near)
    number = puzzle.names.index(name) + 1
    return -number if matched.group(1) else number


def _clashing(marks: Sequence[int], puzzle: Puzzle, deadline: float | None) -> list[int]:
    """Some of the marks that no solution has together; none if there is one with all of them."""
    session = puzzle.instances.groups.engine(puzzle.instances.compiled.clauses, deadline)
    try:
        return [] if session.solve(marks) else session.core()
    finally:
        session.close()


def _is_worth_telling(step: Found, marked: set[int], puzzle: Puzzle) -> bool:
    """Whether a step says something that a player would write down: an atom that is true and not given as a fact;
    or, if there is no such atom left, anything."""
    new = [fact for fact in step.facts if fact not in marked]
    if not step.premises and len(step.instances) == 1 and _is_fact(step, puzzle):
        return False
    if any([fact > 0 for fact in new]) or len(step.instances) > 1:
        return True
    left = [one for one in puzzle.forced if one > 0 and one not in marked]
    return bool(new) and not left


def _is_fact(step: Found, puzzle: Puzzle) -> bool:
    """Whether a step only repeats an instance that is one literal."""
    return len(puzzle.theory.clauses_of(step.instances[0])) == 1


def _needed(found: Sequence[Found], marked: set[int]) -> list[Found]:
    """The last step, and before it those that it needs beside what is marked."""
    by_fact = {fact: step for step in found for fact in step.facts}
    needed: list[Found] = []
    waiting = [found[-1]]
    while waiting:
        step = waiting.pop()
        if step not in needed:
            needed.append(step)
            waiting += [by_fact[one] for one in step.premises if one not in marked and one in by_fact]
    return sorted(needed, key=lambda step: found.index(step))


# ---------------------------------------------------------------------- telling


class _Teller:
    """Tells steps with the rules of the text."""

    def __init__(self, puzzle: Puzzle, found: Sequence[Found], marks: Iterable[int] = ()) -> None:
        self.puzzle = puzzle
        self.found = found
        self.marks = tuple(marks)
        groups = sorted({instance for step in found for instance in step.instances})
        described = describe_groups(puzzle.problem.grounder, puzzle.instances, groups)
        document = puzzle.problem.document
        names: dict[int, str] = {}
        self.instances: dict[int, RuleInstance] = {}
        for group, instance in zip(groups, described, strict=True):
            rule = instance.rule
            name = names.setdefault(rule.number, comment_of(rule, document))
            self.instances[group] = RuleInstance(**fields_of(instance_of(instance, document)), name=name)

    def step(self, step: Found) -> Step:
        """A step as it is told."""
        told = self.puzzle.told
        places = {instance: at for at, instance in enumerate(step.instances)}
        links = () if is_obvious(step.instances) else find_argument(self.puzzle.theory, step) or ()
        return Step(
            facts=tuple(map(told, step.facts)),
            instances=tuple([self.instances[instance] for instance in step.instances]),
            premises=tuple(map(told, step.premises)),
            kind="direct" if is_obvious(step.instances) else "case",
            wave=step.wave,
            links=tuple(
                [Link(instance=places[one.instance], follows=tuple(map(told, one.follows))) for one in links]
            ),
        )

    def pictures(self) -> Iterator[Exhibit]:
        """What is known after each wave; what is new and what it follows from in frames."""
        program = self._program()
        known = set(self.marks)
        for _, wave in groupby(self.found, key=lambda step: step.wave):
            here = list(wave)
            facts = {fact for step in here for fact in step.facts}
            known |= facts
            # Where something is found to be true, that is what people look at, and at what it follows from.
            looked_at = [step for step in here if any([fact > 0 for fact in step.facts])] or here
            roles = {
                "new": {fact for fact in facts if fact > 0},
                "pointed": {fact for fact in facts if fact < 0} if looked_at == here else set(),
                "premises": {one for step in looked_at for one in step.premises} if len(here) < _CROWD else set(),
            }
            shown = exhibit(self._solution(known, program), program)
            places = exhibit(
                self._solution({abs(one) for role in roles.values() for one in role}, program), program
            )
            names = {role: {self.puzzle.names[abs(one) - 1] for one in atoms} for role, atoms in roles.items()}
            yield framed(shown, places, names, names["pointed"])

    def _solution(self, literals: Iterable[int], program: Program) -> Solution:
        """A model in which just the atoms of the positive literals are true."""
        values = np.zeros(len(self.puzzle.names), dtype=np.bool_)
        values[[literal - 1 for literal in literals if literal > 0]] = True
        return Solution(self.puzzle.names, values, program)

    def _program(self) -> Program:
        """The text with views, its own or one that fits its solution."""
        from bigand.view.guess import with_guess

        program = self.puzzle.problem.reading.program
        assert self.puzzle.model is not None, "there are no steps without a model"
        return with_guess(Solution(self.puzzle.names, self.puzzle.model, program), program)[0]
