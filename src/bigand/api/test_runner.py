"""Check the expectations of one text: `;;@ expect sat`, `unsat`, `models 92`, `least $k = 9`, `best 11`.

An error while an expectation is checked becomes the `trouble` of the answer; earlier outcomes are kept.
"""

import fnmatch
import time
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from bigand.api.expansion import DEFAULT_SEARCH, Expansion, expand, expand_with_costs, find_solution, open_session
from bigand.api.problem import Problem, collect_values, load_problem
from bigand.api.question import failure_of
from bigand.api.report import Part, Report
from bigand.api.size_check import check_size
from bigand.api.source import Source
from bigand.api.test import (
    Expectation,
    ExpectationStatus,
    Outcome,
    Test,
    TestAnswer,
    expectation_lines,
    mark_timeouts,
)
from bigand.api.value import Value, replace_fields
from bigand.encode.costs import CostedFile
from bigand.explain.horizon import directive_values
from bigand.ground.costs import Amount, show_amount
from bigand.language import CheckedDocument, Mode
from bigand.language.frontend import parse_document
from bigand.language.syntax import Assignment, Expect, Horizon, Program, cost_directives
from bigand.messages.message import Message, count_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document
from bigand.source.error import InvalidSourceError, LimitError

_MAX_COUNTED = 1001  # models that are counted to report the number if there are more than expected
_MAX_SHOWN = 12  # true atoms of an unexpected model, or values of a set


def run_test(question: Test, report: Report) -> TestAnswer:
    """Check each expectation in order; the answer so far is reported after each."""
    began = time.monotonic()
    given_expectations = _parse_expectations(question.expect)
    _require_readable_values(question.source)
    try:
        problem = _load_problem(question, report)
    except Exception as error:
        return TestAnswer(trouble=failure_of(error))
    expectations = given_expectations or expectations_of(problem.reading.program)
    chosen = [expect for expect in expectations if _matches_pattern(question, expect)]
    waiting = [Expectation(text=expectation_text(expect), span=expect.span) for expect in chosen]
    answer = TestAnswer(waiting=tuple(waiting), left_out=len(expectations) - len(chosen))
    report(Part(found=answer))
    subject = _TestSubject(question=question, problem=problem)
    for expect in chosen:
        try:
            outcome = _check_expectation(subject, expect)
        except Exception as error:
            if isinstance(error, LimitError) and error.key == "limit.time":
                return mark_timeouts(answer)
            return replace_fields(answer, waiting=(), trouble=failure_of(error))
        now = time.monotonic()
        outcome, began = replace(outcome, seconds=now - began), now
        answer = replace_fields(answer, outcomes=(*answer.outcomes, outcome), waiting=answer.waiting[1:])
        report(Part(found=answer))
    return answer


# ---------------------------------------------------------------------- expectations


def _parse_expectations(expect: tuple[str, ...]) -> tuple[Expect, ...]:
    """Parse the expectations of the question."""
    program, diagnostics = parse_document(Document("--expect", expectation_lines(expect)))
    if diagnostics or len(program.directives) != len(expect):
        raise InvalidSourceError(diagnostics, source=1)
    return expectations_of(program)


def _require_readable_values(source: Source) -> None:
    """Raise if values cannot be read: this is an error of the question, not of the text."""
    if source.values or source.files or source.assignments:
        collect_values(source)


def _load_problem(question: Test, report: Report) -> Problem:
    problem = load_problem(question.source, report)
    if not question.expect and (unreadable := find_unreadable_expectations(problem.reading)):
        raise InvalidSourceError(unreadable)
    return problem


def expectation_text(expect: Expect) -> str:
    """An expectation as it is written.

    >>> expectation_text(Expect("least", "$k", 9)), expectation_text(Expect("sat"))
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
    """The expectations of a program, in text order."""
    return tuple([directive for directive in program.directives if isinstance(directive, Expect)])


def find_unreadable_expectations(reading: CheckedDocument) -> tuple[Diagnostic, ...]:
    """Find the warnings about lines that look like expectations: here each of them is a lost test."""
    return tuple(
        [
            diagnostic
            for diagnostic in reading.diagnostics
            if diagnostic.code in ("S301", "S302") and "expect" in _mentioned_words(diagnostic)
        ]
    )


def _mentioned_words(diagnostic: Diagnostic) -> set[str]:
    return {str(diagnostic.message.gaps.get(gap, "")) for gap in ("word", "near")}


def _matches_pattern(question: Test, expect: Expect) -> bool:
    """Whether the pattern occurs in the name of the text or in the expectation."""
    if question.pattern is None:
        return True
    glob = f"*{question.pattern.lower().replace('[', '[[]')}*"
    return fnmatch.fnmatchcase(f"{question.source.name}: {expectation_text(expect)}".lower(), glob)


# ---------------------------------------------------------------------- checks


class _TestSubject(Value, dict=True):
    """The text under test, expanded once for all its expectations."""

    question: Test
    problem: Problem

    @cached_property
    def expansion(self) -> Expansion:
        self._check_size()
        return expand(self.problem, self.question.as_written)

    @cached_property
    def costed(self) -> CostedFile:
        self._check_size()
        return expand_with_costs(self.problem)

    def _check_size(self) -> None:
        check_size(self.problem.grounder, self.question.limits.megabytes, self.question.as_written)


def _check_expectation(subject: _TestSubject, expect: Expect) -> Outcome:
    outcomes = {"least": _check_least, "best": _check_best, "models": _check_model_count}
    return outcomes.get(expect.outcome, _check_satisfiability)(subject, expect)


def _passed_outcome(expect: Expect, actual: str) -> Outcome:
    return Outcome(Expectation(text=expectation_text(expect), span=expect.span), ExpectationStatus.PASSED, actual)


def _failed_outcome(expect: Expect, actual: str, diagnostic: Diagnostic) -> Outcome:
    return Outcome(
        Expectation(text=expectation_text(expect), span=expect.span), ExpectationStatus.FAILED, actual, diagnostic
    )


# ---------------------------------------------------------------------- sat, unsat


def _check_satisfiability(subject: _TestSubject, expect: Expect) -> Outcome:
    solution = find_solution(subject.expansion)
    actual = "unsat" if solution is None else "sat"
    if actual == expect.outcome:
        return _passed_outcome(expect, actual)
    if solution is None:
        return _no_model_outcome(subject, expect)
    atoms = _atom_list(solution.true)
    wrong = make_diagnostic("E101", expect.span, variant="unsat", label="label", notes=["model_note"], atoms=atoms)
    return _failed_outcome(expect, actual, wrong)


def _no_model_outcome(subject: _TestSubject, expect: Expect) -> Outcome:
    name = subject.problem.document.name
    return _failed_outcome(
        expect, "unsat", make_diagnostic("E101", expect.span, variant="sat", label="label", help="why", name=name)
    )


def _atom_list(atoms: list[str]) -> str:
    """
    >>> _atom_list(["p", "q"]), _atom_list([])
    ('p, q', '∅')
    """
    return ", ".join(atoms[:_MAX_SHOWN]) + (", …" if len(atoms) > _MAX_SHOWN else "") or "∅"


# ---------------------------------------------------------------------- models N


def _check_model_count(subject: _TestSubject, expect: Expect) -> Outcome:
    expected, expansion = expect.number or 0, subject.expansion
    # Texts in other modes may have infinitely many models.
    limit = max(expected + 1, _MAX_COUNTED) if subject.problem.reading.mode is Mode.SAT else expected + 1
    with open_session(expansion) as session:
        count, is_all = expansion.count(session, DEFAULT_SEARCH, limit)
    if not is_all and count <= expected:
        raise LimitError("limit.time")  # which ended the count
    actual = f"models {count}" if is_all else f"models > {count - 1}"
    if is_all and count == expected:
        return _passed_outcome(expect, actual)
    number = (
        count_message("model", count)
        if is_all
        else Message("E101.more", {"models": count_message("model", count - 1)})
    )
    wanted = count_message("model", expected)
    wrong = make_diagnostic("E101", expect.span, variant="models", label="label", expected=wanted, found=number)
    return _failed_outcome(expect, actual, wrong)


# ---------------------------------------------------------------------- best 11, 2


def _check_best(subject: _TestSubject, expect: Expect) -> Outcome:
    """Compare the values of the first goals, as many as are expected."""
    if not cost_directives(subject.problem.reading.program):
        return _failed_outcome(
            expect, "best: none", make_diagnostic("E101", expect.span, variant="no_goal", label="label")
        )
    from bigand.api.costs import find_best_solutions

    solution = next(find_best_solutions(subject.problem, subject.costed), None)
    if solution is None:
        return _no_model_outcome(subject, expect)
    if not solution.optimal:
        raise LimitError("limit.time")  # it is only the best so far
    actual = _best_text(solution.costs[: len(expect.values)])
    if solution.costs[: len(expect.values)] == expect.values:
        return _passed_outcome(expect, actual)
    gaps = {"expected": expectation_text(expect).removeprefix("best "), "found": actual.removeprefix("best ")}
    return _failed_outcome(
        expect, actual, make_diagnostic("E101", expect.span, variant="best", label="label", more_gaps=gaps)
    )


# ---------------------------------------------------------------------- least $k = N


def _check_least(subject: _TestSubject, expect: Expect) -> Outcome:
    problem = subject.problem
    variable, expected = expect.variable or "", expect.number or 0
    if not _is_variable(problem, variable):
        wrong = make_diagnostic("E101", expect.span, variant="variable", label="label", variable=variable)
        return _failed_outcome(expect, f"least {variable}: none", wrong)
    directive_range = _horizon_values(problem, variable, expected)
    values = tuple(range(expected + 1)) if directive_range is None else directive_range
    least = _find_first_value_with_model(subject, variable, values)
    actual = f"least {variable} = {least}" if least is not None else f"least {variable}: none"
    if least == expected:
        return _passed_outcome(expect, actual)
    gaps = {"variable": variable, "expected": str(expected), "values": _set_text(values), "found": str(least)}
    notes = ("range_note",) if directive_range is None else ()
    variant = "least_none" if least is None else "least" if least < expected else "least_larger"
    wrong = make_diagnostic("E101", expect.span, variant=variant, label="label", notes=notes, more_gaps=gaps)
    return _failed_outcome(expect, actual, wrong)


def _is_variable(problem: Problem, name: str) -> bool:
    program = problem.reading.program
    assigned = {item.target.name for item in program.items if isinstance(item, Assignment)}
    return name in assigned | problem.given.keys() | {
        horizon.variable.name for horizon in _horizon_directives(problem.reading)
    }


def _horizon_directives(reading: CheckedDocument) -> list[Horizon]:
    return [directive for directive in reading.program.directives if isinstance(directive, Horizon)]


def _horizon_values(problem: Problem, variable: str, expected: int) -> tuple[int, ...] | None:
    """The values of a variable in its `;;@ horizon` line; None if there is no such line."""
    matching = [horizon for horizon in _horizon_directives(problem.reading) if horizon.variable.name == variable]
    # Other values may depend on the variable, and need some value of it to be evaluated.
    given = {variable: expected, **problem.given}
    return directive_values(problem.reading, given, matching[0]) if matching else None


def _find_first_value_with_model(subject: _TestSubject, variable: str, values: Sequence[int]) -> int | None:
    """Find the first value with a model.

    Values for which the text cannot be expanded are skipped, unless all are.
    """
    refused: list[InvalidSourceError] = []
    for value in sorted(values):
        candidate = replace_fields(subject, problem=subject.problem.with_value(variable, value))
        try:
            expansion = candidate.expansion
        except InvalidSourceError as error:
            refused.append(error)
            continue
        if find_solution(expansion) is not None:
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
    return f"[{','.join(map(str, values[:_MAX_SHOWN]))}{',…' if len(values) > _MAX_SHOWN else ''}]"
