"""One text judged by what is expected of it: `;;@ expect sat`, `unsat`, `models 92`, `least $k = 9`, `best 11`.

Whatever stands in the way of an expectation is trouble with the text, and never ends the others that were judged.
"""

import fnmatch
import time
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from bigand.answer.expanded import ANYHOW, Expanded, costed_of, expanded, session_of, some_solution
from bigand.answer.opening import given_values, opened
from bigand.answer.problem import Problem
from bigand.answer.question import failure_of
from bigand.answer.questions.test import Expectation, Outcome, Status, Test, Tested, asked_text, out_of_time
from bigand.answer.report import Part, Report
from bigand.answer.sizing import check_size
from bigand.answer.source import Source
from bigand.answer.value import Value, changed
from bigand.encode.costs import CostedFile
from bigand.explain.horizon import directive_values
from bigand.ground.costs import Amount, show_amount
from bigand.language import CheckedDocument, Mode
from bigand.language.reading import parse_document
from bigand.language.soft import cost_directives
from bigand.language.syntax import Assignment, Expect, Horizon, Program
from bigand.source.diagnostic import Diagnostic, Message, count_message
from bigand.source.document import Document
from bigand.source.error import InvalidSourceError, LimitError
from bigand.source.fault import make_diagnostic

_COUNTED = 1001  # models, to say how many there are when there are more than expected
_SHOWN = 12  # true atoms of a model that should not be


def tested(question: Test, report: Report) -> Tested:
    """What becomes of each expectation, in order; what is known is told each time."""
    began = time.monotonic()
    asked = _asked(question.expect)
    _check_given(question.source)
    try:
        problem = _problem(question, report)
    except Exception as error:
        return Tested(trouble=failure_of(error))
    every = asked or expectations_of(problem.reading.program)
    chosen = [expect for expect in every if _is_chosen(question, expect)]
    waiting = [Expectation(text=expected_text(expect), span=expect.span) for expect in chosen]
    known = Tested(waiting=tuple(waiting), left_out=len(every) - len(chosen))
    report(Part(found=known))
    subject = _Subject(question=question, problem=problem)
    for expect in chosen:
        try:
            outcome = _outcome(subject, expect)
        except Exception as error:
            if isinstance(error, LimitError) and error.key == "limit.time":
                return out_of_time(known)
            return changed(known, waiting=(), trouble=failure_of(error))
        now = time.monotonic()
        outcome, began = replace(outcome, seconds=now - began), now
        known = changed(known, outcomes=(*known.outcomes, outcome), waiting=known.waiting[1:])
        report(Part(found=known))
    return known


# ---------------------------------------------------------------------- what is expected


def _asked(expect: tuple[str, ...]) -> tuple[Expect, ...]:
    """What is said beside the text."""
    program, diagnostics = parse_document(Document("--expect", asked_text(expect)))
    if diagnostics or len(program.directives) != len(expect):
        raise InvalidSourceError(diagnostics, source=1)
    return expectations_of(program)


def _check_given(source: Source) -> None:
    """Values that cannot be read are no fault of the text."""
    if source.values or source.files or source.assignments:
        given_values(source)


def _problem(question: Test, report: Report) -> Problem:
    problem = opened(question.source, report)
    if not question.expect and (unreadable := unreadable_expectations(problem.reading)):
        raise InvalidSourceError(unreadable)
    return problem


def expected_text(expect: Expect) -> str:
    """What is expected, as it is written.

    >>> expected_text(Expect("least", "$k", 9)), expected_text(Expect("sat"))
    ('least $k = 9', 'sat')
    """
    if expect.outcome == "best":
        return _best_text(expect.values)
    if expect.variable is not None:
        return f"least {expect.variable} = {expect.number}"
    return expect.outcome if expect.number is None else f"{expect.outcome} {expect.number}"


def _best_text(values: Sequence[Amount]) -> str:
    return f"best {', '.join([show_amount(value) for value in values])}"


def expectations_of(program: Program) -> tuple[Expect, ...]:
    """What is expected, in the order of the text."""
    return tuple([one for one in program.directives if isinstance(one, Expect)])


def unreadable_expectations(reading: CheckedDocument) -> tuple[Diagnostic, ...]:
    """What is wrong with lines that look like an expectation: a warning elsewhere, here a test that is lost."""
    return tuple([one for one in reading.diagnostics if one.code in ("S301", "S302") and "expect" in _words(one)])


def _words(diagnostic: Diagnostic) -> set[str]:
    return {str(diagnostic.message.gaps.get(gap, "")) for gap in ("word", "near")}


def _is_chosen(question: Test, expect: Expect) -> bool:
    """Whether the pattern is found in the name of the text or in what is expected of it."""
    if question.pattern is None:
        return True
    glob = f"*{question.pattern.lower().replace('[', '[[]')}*"
    return fnmatch.fnmatchcase(f"{question.source.name}: {expected_text(expect)}".lower(), glob)


# ---------------------------------------------------------------------- what is found


class _Subject(Value, dict=True):
    """What is tested, expanded once for all that is expected of it."""

    question: Test
    problem: Problem

    @cached_property
    def expanded(self) -> Expanded:
        self._check_size()
        return expanded(self.problem, self.question.as_written)

    @cached_property
    def costed(self) -> CostedFile:
        self._check_size()
        return costed_of(self.problem)

    def _check_size(self) -> None:
        check_size(self.problem.grounder, self.question.limits.megabytes, self.question.as_written)


def _outcome(subject: _Subject, expect: Expect) -> Outcome:
    outcomes = {"least": _least, "best": _best, "models": _models}
    return outcomes.get(expect.outcome, _answer)(subject, expect)


def _passed(expect: Expect, found: str) -> Outcome:
    return Outcome(Expectation(text=expected_text(expect), span=expect.span), Status.PASSED, found)


def _failed(expect: Expect, found: str, diagnostic: Diagnostic) -> Outcome:
    return Outcome(Expectation(text=expected_text(expect), span=expect.span), Status.FAILED, found, diagnostic)


# ---------------------------------------------------------------------- sat, unsat


def _answer(subject: _Subject, expect: Expect) -> Outcome:
    solution = some_solution(subject.expanded)
    found = "unsat" if solution is None else "sat"
    if found == expect.outcome:
        return _passed(expect, found)
    if solution is None:
        return _without_model(subject, expect)
    atoms = _shown(solution.true)
    wrong = make_diagnostic("E101", expect.span, variant="unsat", label="label", notes=["model_note"], atoms=atoms)
    return _failed(expect, found, wrong)


def _without_model(subject: _Subject, expect: Expect) -> Outcome:
    name = subject.problem.document.name
    return _failed(
        expect, "unsat", make_diagnostic("E101", expect.span, variant="sat", label="label", help="why", name=name)
    )


def _shown(atoms: list[str]) -> str:
    """
    >>> _shown(["p", "q"]), _shown([])
    ('p, q', '∅')
    """
    return ", ".join(atoms[:_SHOWN]) + (", …" if len(atoms) > _SHOWN else "") or "∅"


# ---------------------------------------------------------------------- models N


def _models(subject: _Subject, expect: Expect) -> Outcome:
    expected, found_by = expect.number or 0, subject.expanded
    # Of other texts there may be no end of models.
    most = max(expected + 1, _COUNTED) if subject.problem.reading.mode is Mode.SAT else expected + 1
    with session_of(found_by) as session:
        count, is_all = found_by.count(session, ANYHOW, most)
    if not is_all and count <= expected:
        raise LimitError("limit.time")  # which was heard of on the way
    found = f"models {count}" if is_all else f"models > {count - 1}"
    if is_all and count == expected:
        return _passed(expect, found)
    number = (
        count_message("model", count)
        if is_all
        else Message("E101.more", {"models": count_message("model", count - 1)})
    )
    wanted = count_message("model", expected)
    wrong = make_diagnostic("E101", expect.span, variant="models", label="label", expected=wanted, found=number)
    return _failed(expect, found, wrong)


# ---------------------------------------------------------------------- best 11, 2


def _best(subject: _Subject, expect: Expect) -> Outcome:
    """The values of the first goals, as many as are expected."""
    if not cost_directives(subject.problem.reading.program):
        return _failed(expect, "best: none", make_diagnostic("E101", expect.span, variant="no_goal", label="label"))
    from bigand.answer.costs import best_solutions

    solution = next(best_solutions(subject.problem, subject.costed), None)
    if solution is None:
        return _without_model(subject, expect)
    if not solution.optimal:
        raise LimitError("limit.time")  # it is only the best so far
    found = _best_text(solution.costs[: len(expect.values)])
    if solution.costs[: len(expect.values)] == expect.values:
        return _passed(expect, found)
    gaps = {"expected": expected_text(expect).removeprefix("best "), "found": found.removeprefix("best ")}
    return _failed(
        expect, found, make_diagnostic("E101", expect.span, variant="best", label="label", more_gaps=gaps)
    )


# ---------------------------------------------------------------------- least $k = N


def _least(subject: _Subject, expect: Expect) -> Outcome:
    problem = subject.problem
    variable, expected = expect.variable or "", expect.number or 0
    if not _is_variable(problem, variable):
        wrong = make_diagnostic("E101", expect.span, variant="variable", label="label", variable=variable)
        return _failed(expect, f"least {variable}: none", wrong)
    said = _horizon_values(problem, variable, expected)
    values = tuple(range(expected + 1)) if said is None else said
    least = _least_with_model(subject, variable, values)
    found = f"least {variable} = {least}" if least is not None else f"least {variable}: none"
    if least == expected:
        return _passed(expect, found)
    gaps = {"variable": variable, "expected": str(expected), "values": _set_text(values), "found": str(least)}
    notes = ("range_note",) if said is None else ()
    variant = "least_none" if least is None else "least" if least < expected else "least_larger"
    wrong = make_diagnostic("E101", expect.span, variant=variant, label="label", notes=notes, more_gaps=gaps)
    return _failed(expect, found, wrong)


def _is_variable(problem: Problem, name: str) -> bool:
    program = problem.reading.program
    assigned = {item.target.name for item in program.items if isinstance(item, Assignment)}
    return name in assigned | problem.given.keys() | {one.variable.name for one in _horizons(problem.reading)}


def _horizons(reading: CheckedDocument) -> list[Horizon]:
    return [one for one in reading.program.directives if isinstance(one, Horizon)]


def _horizon_values(problem: Problem, variable: str, expected: int) -> tuple[int, ...] | None:
    """The values that `;;@ horizon` says for a variable; nothing if there is no such line."""
    own = [one for one in _horizons(problem.reading) if one.variable.name == variable]
    # Whatever else depends on the variable needs some value of it to be evaluated.
    given = {variable: expected, **problem.given}
    return directive_values(problem.reading, given, own[0]) if own else None


def _least_with_model(subject: _Subject, variable: str, values: Sequence[int]) -> int | None:
    """The first value with a model. One for which the file cannot be expanded has none, if another can be."""
    refused: list[InvalidSourceError] = []
    for value in sorted(values):
        tried = changed(subject, problem=subject.problem.but(variable, value))
        try:
            found = tried.expanded
        except InvalidSourceError as error:
            refused.append(error)
            continue
        if some_solution(found) is not None:
            return value
    if refused and len(refused) == len(values):
        raise refused[-1]
    return None


def _set_text(values: Sequence[int]) -> str:
    """
    >>> _set_text([1, 2, 3]), _set_text([1, 3]), _set_text([])
    ('[1..3]', '[1,3]', '[]')
    """
    if len(values) > 1 and all(after == before + 1 for before, after in pairwise(values)):
        return f"[{values[0]}..{values[-1]}]"
    return f"[{','.join(map(str, values[:_SHOWN]))}{',…' if len(values) > _SHOWN else ''}]"
