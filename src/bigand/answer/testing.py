"""One text judged by what is expected of it: `;;@ expect sat`, `unsat`, `models 92`, `least $k = 9`, `best 11`.

Whatever stands in the way of an expectation is trouble with the text, and never ends the others that were judged.
"""

import fnmatch
import time
from collections.abc import Sequence
from itertools import islice, pairwise

from msgspec.structs import replace

from bigand.answer.model import Model, Solution, model_of
from bigand.answer.opening import Opened, given_values, opened
from bigand.answer.question import failure_of
from bigand.answer.questions.test import Expectation, Outcome, Status, Test, Tested, asked_text, out_of_time
from bigand.answer.report import Part, Report
from bigand.answer.sizing import check_size
from bigand.answer.source import Source
from bigand.answer.value import changed
from bigand.explain.horizon import said_values
from bigand.ground.costs import Amount, show_amount
from bigand.language import Mode, Reading
from bigand.language.reading import parse
from bigand.language.soft import costs
from bigand.language.syntax import Assignment, Expect, Horizon, Program
from bigand.solve.count import count_models
from bigand.source.diagnostic import Diagnostic, Message, counted
from bigand.source.document import Document
from bigand.source.error import LimitError, RefusedError
from bigand.source.fault import fault

_COUNTED = 1001  # models, to say how many there are when there are more than expected
_SHOWN = 12  # true atoms of a model that should not be


def tested(question: Test, report: Report) -> Tested:
    """What becomes of each expectation, in order; what is known is told each time."""
    began = time.monotonic()
    asked = _asked(question.expect)
    _check_given(question.source)
    try:
        text = _text(question, report)
    except Exception as error:
        return Tested(trouble=failure_of(error))
    every = asked or expectations_of(text.reading.program)
    chosen = [expect for expect in every if _is_chosen(question, expect)]
    waiting = [Expectation(text=expected_text(expect), span=expect.span) for expect in chosen]
    known = Tested(waiting=tuple(waiting), left_out=len(every) - len(chosen))
    report(Part(found=known))
    model = model_of(text.reading, dict(text.given), text.logic)
    for expect in chosen:
        try:
            outcome = _outcome(model, expect, question)
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
    program, diagnostics = parse(Document("--expect", asked_text(expect)))
    if diagnostics or len(program.directives) != len(expect):
        raise RefusedError(diagnostics, source=1)
    return expectations_of(program)


def _check_given(source: Source) -> None:
    """Values that cannot be read are no fault of the text."""
    if source.values or source.files or source.assignments:
        given_values(source)


def _text(question: Test, report: Report) -> Opened:
    text = opened(question.source, report)
    if not question.expect and (unreadable := unreadable_expectations(text.reading)):
        raise RefusedError(unreadable)
    return text


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


def unreadable_expectations(reading: Reading) -> tuple[Diagnostic, ...]:
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


def _outcome(model: Model, expect: Expect, question: Test) -> Outcome:
    if expect.outcome == "least":
        return _least(model, expect, question)
    if expect.outcome == "best":
        check_size(model.grounder, question.limits.megabytes, question.as_written)
        return _best(model, expect)
    _expand(model, question)
    return _models(model, expect) if expect.outcome == "models" else _answer(model, expect)


def _expand(model: Model, question: Test) -> None:
    """Make the clauses, once for all that is expected."""
    if "compiled" not in vars(model):
        check_size(model.grounder, question.limits.megabytes, question.as_written)
        model.compiled = model.compile(question.as_written)


def _passed(expect: Expect, found: str) -> Outcome:
    return Outcome(Expectation(text=expected_text(expect), span=expect.span), Status.PASSED, found)


def _failed(expect: Expect, found: str, diagnostic: Diagnostic) -> Outcome:
    return Outcome(Expectation(text=expected_text(expect), span=expect.span), Status.FAILED, found, diagnostic)


# ---------------------------------------------------------------------- sat, unsat


def _answer(model: Model, expect: Expect) -> Outcome:
    solution = _first_model(model)
    found = "unsat" if solution is None else "sat"
    if found == expect.outcome:
        return _passed(expect, found)
    if solution is None:
        return _without_model(model, expect)
    atoms = _shown(solution.true)
    wrong = fault("E101", expect.span, variant="unsat", label="label", notes=["model_note"], atoms=atoms)
    return _failed(expect, found, wrong)


def _without_model(model: Model, expect: Expect) -> Outcome:
    name = model.reading.document.name
    return _failed(expect, "unsat", fault("E101", expect.span, variant="sat", label="label", help="why", name=name))


def _first_model(model: Model) -> Solution | None:
    """A model, checked."""
    session = model.session()
    try:
        return next(model.answers(session), None)
    finally:
        session.close()


def _shown(atoms: list[str]) -> str:
    """
    >>> _shown(["p", "q"]), _shown([])
    ('p, q', '∅')
    """
    return ", ".join(atoms[:_SHOWN]) + (", …" if len(atoms) > _SHOWN else "") or "∅"


# ---------------------------------------------------------------------- models N


def _models(model: Model, expect: Expect) -> Outcome:
    expected = expect.number or 0
    session = model.session()
    try:
        most = max(expected + 1, _COUNTED)
        if model.reading.mode is Mode.SAT:
            count, is_all = count_models(session, model.compiled, model.grounder, None, most=most)
        else:  # there may be no end of them
            count = sum(1 for _ in islice(model.answers(session), expected + 1))
            is_all = count <= expected
    finally:
        session.close()
    if not is_all and count <= expected:
        raise LimitError("limit.time")  # which was heard of on the way
    found = f"models {count}" if is_all else f"models > {count - 1}"
    if is_all and count == expected:
        return _passed(expect, found)
    number = counted("model", count) if is_all else Message("E101.more", {"models": counted("model", count - 1)})
    wanted = counted("model", expected)
    wrong = fault("E101", expect.span, variant="models", label="label", expected=wanted, found=number)
    return _failed(expect, found, wrong)


# ---------------------------------------------------------------------- best 11, 2


def _best(model: Model, expect: Expect) -> Outcome:
    """The values of the first goals, as many as are expected."""
    if not costs(model.reading.program):
        return _failed(expect, "best: none", fault("E101", expect.span, variant="no_goal", label="label"))
    solution = model.optimise()
    if solution is None:
        return _without_model(model, expect)
    if not solution.optimal:
        raise LimitError("limit.time")  # it is only the best so far
    found = _best_text(solution.costs[: len(expect.values)])
    if solution.costs[: len(expect.values)] == expect.values:
        return _passed(expect, found)
    gaps = {"expected": expected_text(expect).removeprefix("best "), "found": found.removeprefix("best ")}
    return _failed(expect, found, fault("E101", expect.span, variant="best", label="label", further=gaps))


# ---------------------------------------------------------------------- least $k = N


def _least(model: Model, expect: Expect, question: Test) -> Outcome:
    variable, expected = expect.variable or "", expect.number or 0
    if not _is_variable(model, variable):
        wrong = fault("E101", expect.span, variant="variable", label="label", variable=variable)
        return _failed(expect, f"least {variable}: none", wrong)
    said = _horizon_values(model, variable, expected)
    values = tuple(range(expected + 1)) if said is None else said
    least = _least_with_model(model, variable, values, question)
    found = f"least {variable} = {least}" if least is not None else f"least {variable}: none"
    if least == expected:
        return _passed(expect, found)
    gaps = {"variable": variable, "expected": str(expected), "values": _set_text(values), "found": str(least)}
    notes = ("range_note",) if said is None else ()
    variant = "least_none" if least is None else "least" if least < expected else "least_larger"
    wrong = fault("E101", expect.span, variant=variant, label="label", notes=notes, further=gaps)
    return _failed(expect, found, wrong)


def _is_variable(model: Model, name: str) -> bool:
    program = model.reading.program
    assigned = {item.target.name for item in program.items if isinstance(item, Assignment)}
    return name in assigned | model.given.keys() | {one.variable.name for one in _horizons(model.reading)}


def _horizons(reading: Reading) -> list[Horizon]:
    return [one for one in reading.program.directives if isinstance(one, Horizon)]


def _horizon_values(model: Model, variable: str, expected: int) -> tuple[int, ...] | None:
    """The values that `;;@ horizon` says for a variable; nothing if there is no such line."""
    own = [one for one in _horizons(model.reading) if one.variable.name == variable]
    # Whatever else depends on the variable needs some value of it to be evaluated.
    given = {variable: expected, **model.given}
    return said_values(model.reading, given, own[0]) if own else None


def _least_with_model(model: Model, variable: str, values: Sequence[int], question: Test) -> int | None:
    """The first value with a model. One for which the file cannot be expanded has none, if another can be."""
    refused: list[RefusedError] = []
    for value in sorted(values):
        tried = model_of(model.reading, {**model.given, variable: value})
        try:
            _expand(tried, question)
        except RefusedError as error:
            refused.append(error)
            continue
        if _first_model(tried) is not None:
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
