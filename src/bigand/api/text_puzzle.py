"""Answer `steps`, `hint` and `rate`: derive all forced atoms of a text from its facts, step by step."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct

from bigand.api.auxiliary import attempt_after_main_work
from bigand.api.expectations import nearest_name
from bigand.api.parts import comment_of, instance_of
from bigand.api.pipeline import has_open_horizon
from bigand.api.problem import Problem, load_problem, report_warning_count
from bigand.api.question import Limits
from bigand.api.report import ProgressEvent, Report, Stage, progress_reporter
from bigand.api.size_check import check_size
from bigand.api.solution import Solution
from bigand.api.source import Source
from bigand.api.steps import (
    ArgumentLink,
    Hint,
    HintAnswer,
    Level,
    Rate,
    RateAnswer,
    Rating,
    RuleInstance,
    Status,
    Step,
    Steps,
    StepsAnswer,
)
from bigand.api.value import fields_of, replace_fields
from bigand.explain.forced import find_forced_atoms
from bigand.explain.groups import InstanceGroups, instances_of, instances_of_groups
from bigand.explain.steps.derivation import Step as DerivedStep
from bigand.explain.steps.derivation import StepFinder, are_few_instances, find_argument
from bigand.explain.steps.propagation import InstanceTheory, instance_theory_of
from bigand.ground.columns import Array
from bigand.language import Mode
from bigand.language.syntax import Program, cost_directives
from bigand.solve.models import verify
from bigand.source.error import BigandError, LimitError
from bigand.view.arrangement import arrange_exhibit
from bigand.view.exhibit import Exhibit
from bigand.view.highlight import add_frames

_MAX_OPEN = 12  # listed atoms that are not forced
_LEVELS: tuple[tuple[int, Level], ...] = ((1, "easy"), (3, "tricky"), (9, "hard"))  # by the largest step
_MAX_FRAMED_STEPS = 20  # from so many steps of a wave on, premises are not framed: everything would be
_MARK = re.compile(r"\s*(not\s+|-|¬)?\s*(.+?)\s*", re.DOTALL)


class TextPuzzle(Struct, frozen=True, eq=False):
    """A text with its instances and its forced literals: the numbers of atoms, negative for false ones."""

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

    def literal_text(self, literal: int) -> str:
        """A literal as text: `p` or `not p`."""
        return self.names[literal - 1] if literal > 0 else f"not {self.names[-literal - 1]}"


def explain_steps(question: Steps, report: Report) -> StepsAnswer:
    """Find the steps to all forced atoms; when the time is up, return those found so far."""
    puzzle = load_puzzle(question.source, question.limits, report)
    if puzzle.model is None:
        return StepsAnswer(status="none", steps=())
    steps, finished = find_steps_in_time(puzzle, question.limits.deadline(), report)
    forced = {abs(literal) for literal in puzzle.forced}
    others = [name for number, name in enumerate(puzzle.names, 1) if number not in forced]
    builder = _StepBuilder(puzzle, steps)
    return StepsAnswer(
        status=puzzle.status,
        steps=tuple(map(builder.build_step, steps)),
        rating=rating_of(steps) if finished else None,
        finished=finished,
        atoms=len(puzzle.names),
        forced=len(forced),
        open=tuple(others[:_MAX_OPEN]),
        pictures=_draw_waves(builder, report) if question.drawn else (),
    )


def rate_puzzle(question: Rate, report: Report) -> RateAnswer:
    """Rate how hard the steps are."""
    puzzle = load_puzzle(question.source, question.limits, report)
    if puzzle.model is None:
        return RateAnswer(status="none")
    steps, finished = find_steps_in_time(puzzle, question.limits.deadline(), report)
    return RateAnswer(status=puzzle.status, rating=rating_of(steps) if finished else None, finished=finished)


def find_hint(question: Hint, report: Report) -> HintAnswer:
    """Check the marks, and find the next step from them."""
    puzzle = load_puzzle(question.source, question.limits, report)
    if puzzle.model is None:
        return HintAnswer(status="none")
    marks = [_parse_mark(mark, puzzle) for mark in question.marks]
    wrong = [mark for mark in marks if -mark in puzzle.forced]
    undecided = [mark for mark in marks if mark not in puzzle.forced and -mark not in puzzle.forced]
    answer = HintAnswer(
        status=puzzle.status,
        wrong=tuple(map(puzzle.literal_text, wrong)),
        undecided=tuple(map(puzzle.literal_text, undecided)),
    )
    if wrong:
        return answer
    if undecided and (clashing := _find_clashing_marks(marks, puzzle, question.limits.deadline())):
        return replace_fields(answer, clashing=tuple(map(puzzle.literal_text, clashing)))
    right = sorted({mark for mark in marks if mark in puzzle.forced}, key=abs)
    walker = StepFinder(puzzle.theory, set(puzzle.forced), question.limits.deadline(), right)
    steps: list[DerivedStep] = []
    finished = True
    marked = set(right)
    try:
        for step in walker.find_steps():
            steps.append(step)
            if _is_informative(step, marked, puzzle):
                break
    except LimitError:
        finished = False
    if not steps or not finished or not _is_informative(steps[-1], marked, puzzle):
        return replace_fields(answer, finished=finished)
    needed = _last_step_with_needed(steps, marked)
    builder = _StepBuilder(puzzle, needed, right)
    *before, last = map(builder.build_step, needed)
    shown = _draw_waves(builder, report) if question.drawn else ()
    return replace_fields(answer, step=last, before=tuple(before), exhibit=shown[-1] if shown else None)


def _draw_waves(builder: "_StepBuilder", report: Report) -> tuple[Exhibit, ...]:
    """Draw what is known after each wave; empty if that fails."""
    nothing: tuple[Exhibit, ...] = ()
    return attempt_after_main_work("picture", lambda: tuple(builder.draw_waves()), nothing, report)


# ---------------------------------------------------------------------- the puzzle


def load_step_problem(source: Source, megabytes: int | None, report: Report) -> Problem:
    """Load a text for steps; raise if it has numbers, quantifiers, costs or an open number of steps."""
    problem = load_problem(source, report)
    mode = problem.reading.mode
    if mode is not Mode.SAT:
        raise BigandError("steps.numbers" if mode is Mode.SMT else "steps.quantifiers")
    if has_open_horizon(problem):
        raise BigandError("steps.horizon")
    if cost_directives(problem.reading.program):
        raise BigandError("steps.costs")
    report_warning_count(problem, report)
    check_size(problem.grounder, megabytes, as_written=True, report=report)
    return problem


def load_puzzle(source: Source, limits: Limits, report: Report) -> TextPuzzle:
    """Load a text with its instances and its forced literals."""
    problem = load_step_problem(source, limits.megabytes, report)
    deadline = limits.deadline()
    report(Stage(key="progress.expand"))
    grounder = problem.grounder
    instances = instances_of(grounder, grounder.rules())
    clauses = instances.compiled.clauses
    report(Stage(key="progress.forced"))
    session = instances.groups.engine(clauses, deadline)
    try:
        forced = find_forced_atoms(session, clauses.atoms, clauses.variables, progress_reporter(report))
    finally:
        session.close()
    if forced is None:
        return TextPuzzle(problem, instances, instance_theory_of(instances), None, frozenset())
    verify(forced.model, instances.compiled, grounder)
    return TextPuzzle(
        problem, instances, instance_theory_of(instances), forced.model, frozenset(forced.literals.tolist())
    )


def find_steps_in_time(
    puzzle: TextPuzzle, deadline: float | None, report: Report
) -> tuple[list[DerivedStep], bool]:
    """Return the steps that were found, and whether these are all."""
    report(Stage(key="progress.steps"))
    walker = StepFinder(puzzle.theory, set(puzzle.forced), deadline)
    steps: list[DerivedStep] = []
    try:
        for step in walker.find_steps():
            steps.append(step)
            report(ProgressEvent(count=len(steps)))
    except LimitError:
        return steps, False
    assert not walker.open_literals, "what is forced follows from all instances"
    return steps, True


def rating_of(steps: Sequence[DerivedStep]) -> Rating:
    """Rate steps: the level depends on the largest.

    The number counts waves, and larger steps by their size squared.
    """
    sizes = Counter([len(step.instances) for step in steps])
    largest = max(sizes, default=0)
    waves = len({step.wave for step in steps})
    number = waves + sum([count * size * (size - 1) for size, count in sizes.items()])
    level: Level = next((level for limit, level in _LEVELS if largest <= limit), "expert")
    return Rating(level=level, number=number, largest=largest, sizes=dict(sorted(sizes.items())))


# ---------------------------------------------------------------------- hints


def _parse_mark(mark: str, puzzle: TextPuzzle) -> int:
    """Parse a mark into a literal; raise if its atom does not exist."""
    matched = _MARK.fullmatch(mark)
    name = "".join(matched.group(2).split()) if matched else mark
    if matched is None or name not in puzzle.names:
        near = nearest_name(name, puzzle.names)
        raise BigandError("steps.unknown_mark" if near is None else "steps.unknown_mark_near", name=name, near=near)
    number = puzzle.names.index(name) + 1
    return -number if matched.group(1) else number


def _find_clashing_marks(marks: Sequence[int], puzzle: TextPuzzle, deadline: float | None) -> list[int]:
    """Find marks that no solution has together; empty if some solution has all marks."""
    session = puzzle.instances.groups.engine(puzzle.instances.compiled.clauses, deadline)
    try:
        return [] if session.solve(marks) else session.core()
    finally:
        session.close()


def _is_informative(step: DerivedStep, marked: set[int], puzzle: TextPuzzle) -> bool:
    """Whether a step has something that a player would write down.

    This is a true atom that is not given as a fact or, if no such atom is left, anything.
    """
    new = [fact for fact in step.facts if fact not in marked]
    if not step.premises and len(step.instances) == 1 and _is_fact(step, puzzle):
        return False
    if any([fact > 0 for fact in new]) or len(step.instances) > 1:
        return True
    left = [literal for literal in puzzle.forced if literal > 0 and literal not in marked]
    return bool(new) and not left


def _is_fact(step: DerivedStep, puzzle: TextPuzzle) -> bool:
    """Whether a step only repeats an instance that is a single literal."""
    return len(puzzle.theory.clauses_of(step.instances[0])) == 1


def _last_step_with_needed(steps: Sequence[DerivedStep], marked: set[int]) -> list[DerivedStep]:
    """The last step, preceded by those that it needs besides the marks."""
    by_fact = {fact: step for step in steps for fact in step.facts}
    needed: list[DerivedStep] = []
    waiting = [steps[-1]]
    while waiting:
        step = waiting.pop()
        if step not in needed:
            needed.append(step)
            waiting += [
                by_fact[premise] for premise in step.premises if premise not in marked and premise in by_fact
            ]
    return sorted(needed, key=lambda step: steps.index(step))


# ---------------------------------------------------------------------- steps for answers


class _StepBuilder:
    """Turns derived steps into steps for answers, with the rules of the text."""

    def __init__(self, puzzle: TextPuzzle, steps: Sequence[DerivedStep], marks: Iterable[int] = ()) -> None:
        self.puzzle = puzzle
        self.steps = steps
        self.marks = tuple(marks)
        groups = sorted({instance for step in steps for instance in step.instances})
        described = instances_of_groups(puzzle.problem.grounder, puzzle.instances, groups)
        document = puzzle.problem.document
        names: dict[int, str] = {}
        self.instances: dict[int, RuleInstance] = {}
        for group, instance in zip(groups, described, strict=True):
            rule = instance.rule
            name = names.setdefault(rule.number, comment_of(rule, document))
            self.instances[group] = RuleInstance(**fields_of(instance_of(instance, document)), name=name)

    def build_step(self, step: DerivedStep) -> Step:
        """Return a step for answers."""
        literal_text = self.puzzle.literal_text
        places = {instance: index for index, instance in enumerate(step.instances)}
        links = () if are_few_instances(step.instances) else find_argument(self.puzzle.theory, step) or ()
        return Step(
            facts=tuple(map(literal_text, step.facts)),
            instances=tuple([self.instances[instance] for instance in step.instances]),
            premises=tuple(map(literal_text, step.premises)),
            kind="direct" if are_few_instances(step.instances) else "case",
            wave=step.wave,
            links=tuple(
                [
                    ArgumentLink(instance=places[link.instance], follows=tuple(map(literal_text, link.follows)))
                    for link in links
                ]
            ),
        )

    def draw_waves(self) -> Iterator[Exhibit]:
        """Draw what is known after each wave, with new facts and their premises framed."""
        program = self._program_with_views()
        known = set(self.marks)
        for _, wave in groupby(self.steps, key=lambda step: step.wave):
            wave_steps = list(wave)
            facts = {fact for step in wave_steps for fact in step.facts}
            known |= facts
            # People look at atoms that become true, and at the premises of these; at others only if there are none.
            shown_steps = [step for step in wave_steps if any([fact > 0 for fact in step.facts])] or wave_steps
            premises = {literal for step in shown_steps for literal in step.premises}
            roles = {
                "new": {fact for fact in facts if fact > 0},
                "pointed": {fact for fact in facts if fact < 0} if shown_steps == wave_steps else set(),
                "premises": premises if len(wave_steps) < _MAX_FRAMED_STEPS else set(),
            }
            shown = arrange_exhibit(self._solution_with(known, program), program)
            places = arrange_exhibit(
                self._solution_with({abs(literal) for role in roles.values() for literal in role}, program), program
            )
            names = {
                role: {self.puzzle.names[abs(literal) - 1] for literal in atoms} for role, atoms in roles.items()
            }
            yield add_frames(shown, places, names, names["pointed"])

    def _solution_with(self, literals: Iterable[int], program: Program) -> Solution:
        """A solution in which exactly the atoms of the positive literals are true."""
        values = np.zeros(len(self.puzzle.names), dtype=np.bool_)
        values[[literal - 1 for literal in literals if literal > 0]] = True
        return Solution(self.puzzle.names, values, program)

    def _program_with_views(self) -> Program:
        """The program with its own views, or with a guessed one that fits its solution."""
        from bigand.view.guess import add_guessed_view

        program = self.puzzle.problem.reading.program
        assert self.puzzle.model is not None, "there are no steps without a model"
        return add_guessed_view(Solution(self.puzzle.names, self.puzzle.model, program), program)[0]
