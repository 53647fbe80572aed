"""Whether answers are a result, surely none, or not wholly known: every status and every early stop has a kind."""

from typing import assert_never

from bigand.answer.questions.forced import ForcedAnswer
from bigand.answer.questions.generate import GenerateAnswer
from bigand.answer.questions.steps import HintAnswer, RateAnswer, StepsAnswer, UniqueAnswer
from bigand.answer.questions.test import ExpectationStatus, TestAnswer
from bigand.answer.questions.why import WhyAnswer
from bigand.answer.questions.witness import WitnessAnswer
from bigand.command.outcome import Kind, worst_kind


def kind_of_reasons(answer: WhyAnswer) -> Kind:
    """Whether it is known if there is a model as expected."""
    match answer.status:
        case "unsat":
            return "bad"
        case "sat":
            return "bad" if answer.expectations else "good" if answer.finished else "open"
        case _:
            assert_never(answer.status)


def kind_of_forced(answer: ForcedAnswer) -> Kind:
    match answer.status:
        case "sat":
            return "good"
        case "unsat":
            return "bad"
        case _:
            assert_never(answer.status)


def kind_of_steps(answer: StepsAnswer | RateAnswer | HintAnswer) -> Kind:
    """Whether the steps, or the next of them, were found in time."""
    match answer.status:
        case "none":
            return "bad"
        case "unique" | "several":
            if isinstance(answer, HintAnswer) and (answer.wrong or answer.clashing):
                return "bad"
            return "good" if answer.finished else "open"
        case _:
            assert_never(answer.status)


def kind_of_uniqueness(answer: UniqueAnswer) -> Kind:
    match answer.status:
        case "unique":
            return "good"
        case "several" | "none":
            return "bad"
        case _:
            assert_never(answer.status)


def kind_of_boards(answer: GenerateAnswer) -> Kind:
    return "good" if answer.finished else "open"


def kind_of_witnesses(answer: WitnessAnswer) -> Kind:
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


def kind_of_tests(answer: TestAnswer) -> Kind:
    kinds: list[Kind] = ["bad"] if answer.trouble is not None else ["open"] if answer.waiting else []
    for outcome in answer.outcomes:
        match outcome.status:
            case ExpectationStatus.PASSED:
                kinds.append("good")
            case ExpectationStatus.FAILED | ExpectationStatus.ERROR:
                kinds.append("bad")
            case ExpectationStatus.TIMEOUT:
                kinds.append("open")
            case _:
                assert_never(outcome.status)
    return worst_kind(kinds)
