"""Whether answers are a result, surely none, or not wholly known: every status and every early stop has a kind."""

from typing import assert_never

from bigand.answer.questions.forced import Common
from bigand.answer.questions.generate import Generated
from bigand.answer.questions.steps import Hinted, Rated, Stepped, Uniqueness
from bigand.answer.questions.test import Status, Tested
from bigand.answer.questions.why import Reasons
from bigand.answer.questions.witness import Witnesses
from bigand.command.outcome import Kind, worst_kind


def kind_of_reasons(answer: Reasons) -> Kind:
    """Whether it is known if there is a model as expected."""
    match answer.status:
        case "unsat":
            return "bad"
        case "sat":
            return "bad" if answer.expectations else "good" if answer.finished else "open"
        case _:
            assert_never(answer.status)


def kind_of_forced(answer: Common) -> Kind:
    match answer.status:
        case "sat":
            return "good"
        case "unsat":
            return "bad"
        case _:
            assert_never(answer.status)


def kind_of_steps(answer: Stepped | Rated | Hinted) -> Kind:
    """Whether the steps, or the next of them, were found in time."""
    match answer.status:
        case "none":
            return "bad"
        case "unique" | "several":
            if isinstance(answer, Hinted) and (answer.wrong or answer.clashing):
                return "bad"
            return "good" if answer.finished else "open"
        case _:
            assert_never(answer.status)


def kind_of_uniqueness(answer: Uniqueness) -> Kind:
    match answer.status:
        case "unique":
            return "good"
        case "several" | "none":
            return "bad"
        case _:
            assert_never(answer.status)


def kind_of_boards(answer: Generated) -> Kind:
    return "good" if answer.finished else "open"


def kind_of_witnesses(answer: Witnesses) -> Kind:
    """Open as soon as a rule could not be judged in time."""
    kinds: list[Kind] = []
    for rule in answer.rules:
        match rule.verdict:
            case "needed" | "implied":
                kinds.append("good")
            case "clash":
                kinds.append("bad")
            case "unknown":
                kinds.append("open")
            case _:
                assert_never(rule.verdict)
    return worst_kind(kinds)


def kind_of_tests(answer: Tested) -> Kind:
    kinds: list[Kind] = ["bad"] if answer.trouble is not None else ["open"] if answer.waiting else []
    for outcome in answer.outcomes:
        match outcome.status:
            case Status.PASSED:
                kinds.append("good")
            case Status.FAILED | Status.ERROR:
                kinds.append("bad")
            case Status.TIMEOUT:
                kinds.append("open")
            case _:
                assert_never(outcome.status)
    return worst_kind(kinds)
