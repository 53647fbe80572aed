"""Serialise answers and events as JSON for the page, with their sentences in the language of the request."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, assert_never

import msgspec

from bigand.api.editor import HoverAnswer
from bigand.api.forced import ForcedAnswer
from bigand.api.generate import GenerateAnswer
from bigand.api.question import Answer, Failure, Question, to_json, to_plain_data
from bigand.api.register import describe_answer
from bigand.api.report import Event, Notice, Part, Remark, Stage
from bigand.api.solve import BestAnswer, GameAnswer, PlanAnswer, Solve, SolveAnswer
from bigand.api.steps import HintAnswer, RateAnswer, StepsAnswer, UniqueAnswer
from bigand.api.test import ExpectationStatus, TestAnswer
from bigand.api.why import WhyAnswer
from bigand.api.witness import WitnessAnswer
from bigand.messages import Language, format_message
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic, Label, merge_duplicates
from bigand.source.document import Document, Span
from bigand.source.error import ErrorKind, attempt
from bigand.source.render import make_printable
from bigand.wording.outcome import Kind, capitalize_first, limit_outcome, question_name, worst_kind
from bigand.wording.reasons import ReasonWording, witness_verdict
from bigand.wording.solve_outcome import solve_outcome, solve_state
from bigand.wording.steps import (
    StepSentence,
    StepWording,
    board_sentence,
    clue_sentences,
    group_by_wave,
    too_few_boards_sentence,
    uniqueness_sentence,
)
from bigand.wording.texts import Texts


class AnswerSerializer:
    """Serialises the events and the answer of one question."""

    def __init__(self, question: Question[Any], texts: Texts) -> None:
        self.question = question
        self.texts = texts
        self.seconds = 0.0  # the wall-clock time of the answer

    @property
    def question_name(self) -> str:
        """The name of the question."""
        return question_name(self.question)

    def event_line(self, event: Event) -> str:
        """An event with its sentence, if it has one; a partial answer has the wording of an answer."""
        line: dict[str, Any] = {"event": to_plain_data(event), "text": None}
        if isinstance(event, Stage | Remark):
            line["text"] = self.texts(event.key, **event.gaps)
        elif isinstance(event, Notice):
            diagnostics: list[dict[str, Any]] = []
            diagnostics = attempt(
                lambda: diagnostic_objects(event.diagnostics, self.texts, event.source), diagnostics
            )
            line["told"] = {"text": None, "diagnostics": diagnostics}
        elif isinstance(event, Part) and isinstance(event.found, Answer):
            line["told"] = self.wording(event.found)
        return _encode_json(line)

    def waiting_line(self, place: int, total: int) -> str:
        """The place of a waiting question in the queue; place 0 when it has started."""
        text = self.texts("studio.waiting", place=place, total=total) if place else None
        return _encode_json({"event": {"event": "waiting", "place": place, "total": total}, "text": text})

    def answer_line(self, answer: Answer) -> str:
        """The answer as `bigand ask` prints it, and its wording."""
        return f'{{"answer":{to_json(answer)},"told":{_encode_json(self.wording(answer))}}}'

    def is_failure(self, answer: Answer) -> bool:
        """Whether the status code must say that there is no answer."""
        return isinstance(answer, Failure)

    def wording(self, answer: Answer) -> dict[str, Any]:
        """The wording of an answer; each kind of answer may add fields to these.

        `outcome` is a result (good), certainly none (bad), or not fully known (open); `advice` is what to try next.
        """
        defaults: dict[str, Any] = {"text": None, "advice": "", "outcome": "good", "diagnostics": []}
        defaults["seconds"] = round(self.seconds, 2)
        nothing: dict[str, Any] = {}
        answer_wording = attempt(lambda: wording_of(answer, self), self._fallback_wording)
        return {**defaults, **answer_wording, **attempt(lambda: describe_answer(answer, self.texts), nothing)}

    @property
    def _fallback_wording(self) -> dict[str, Any]:
        """The wording if the sentences of an answer cannot be made; the answer itself is still sent."""
        subject = self.texts("extra.sentences")
        text = self.texts("extra.failed", what=subject, reason=self.texts("main.bug"))
        return {"text": text, "outcome": "open"}


@singledispatch
def wording_of(answer: Answer, serializer: AnswerSerializer) -> dict[str, Any]:
    """The wording for a kind of answer; by default only the diagnostics."""
    diagnostics: tuple[object, ...] = getattr(answer, "diagnostics", ())
    are_diagnostics = all([isinstance(diagnostic, Diagnostic) for diagnostic in diagnostics])
    return {"diagnostics": diagnostic_objects(diagnostics, serializer.texts)} if are_diagnostics else {}  # type: ignore[arg-type]


@wording_of.register
def _failure_wording(answer: Failure, serializer: AnswerSerializer) -> dict[str, Any]:
    outcome = limit_outcome(answer, serializer.question_name, serializer.seconds, "page", serializer.texts)
    if outcome is not None:
        text = f"{capitalize_first(outcome.text)}. {outcome.advice}".strip()
        return {"text": text, "advice": outcome.advice, "outcome": outcome.kind}
    text = serializer.texts(answer.key, **answer.gaps)
    if answer.kind is ErrorKind.BUG:
        text += f" ({serializer.texts('studio.bug', told=answer.gaps.get('told', ''))})"
    return {
        "text": text,
        "outcome": "open" if answer.kind is ErrorKind.LIMIT else "bad",
        "diagnostics": diagnostic_objects(answer.diagnostics, serializer.texts, answer.source),
    }


@wording_of.register
def _solve_wording(
    answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer, serializer: AnswerSerializer
) -> dict[str, Any]:
    """The wording in all languages, so that a page that changes its language need not solve again."""
    question = serializer.question
    assert isinstance(question, Solve), "only `solve` has these answers"
    outcomes = {
        language: solve_outcome(question, answer, serializer.seconds, "page", Texts(language))
        for language in Language
    }
    own_outcome = outcomes[serializer.texts.language]
    return {
        "state": solve_state(question, answer),
        "outcome": own_outcome.kind,
        "text": own_outcome.text,
        "advice": own_outcome.advice,
        "in_languages": {
            language.value: {"text": outcome.text, "advice": outcome.advice}
            for language, outcome in outcomes.items()
        },
    }


@wording_of.register
def _hover_wording(answer: HoverAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    return {"text": None if answer.meaning is None else serializer.texts(answer.meaning)}


@wording_of.register
def _reasons_wording(answer: WhyAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    source = serializer.question.source  # type: ignore[attr-defined]  # `why` questions have a source
    atom = getattr(serializer.question, "atom", "")
    wording = ReasonWording(Document(source.name, source.text), serializer.texts, atom)
    if getattr(serializer.question, "model", None) is not None:  # a whole model is expected
        sentences = [wording.broken_rules_sentence(clash) for clash in answer.clashes] or [
            serializer.texts("why.is_model")
        ]
        fields = {
            "text": sentences[0],
            "upshot": sentences[: len(answer.clashes)],
            "steps": [],
            "repair": [],
            "changes": [],
        }
        return {"outcome": kind_of_reasons(answer), **fields}
    return {
        "outcome": kind_of_reasons(answer),
        "text": _first_sentence(answer, wording, atom),
        "advice": wording.time_limit_sentence(answer, "page"),
        "upshot": [wording.clash_sentence(clash) for clash in answer.clashes],
        "steps": [[wording.step_text(step) for step in clash.steps] for clash in answer.clashes],
        "repair": [sentences for sentences in _repair_sentences(answer, wording) if sentences],
        "changes": [wording.change_text(change) for change in answer.changes or ()],
    }


def _first_sentence(answer: WhyAnswer, wording: ReasonWording, atom: str) -> str:
    if not atom:
        return wording.model_sentence(answer, "page") if answer.status == "sat" else wording.headline(answer)
    if answer.status == "sat":
        return wording.texts("forced.not_forced", name=atom)
    is_impossible = answer.forced is None
    return wording.texts("forced.unsat", name=wording.document.name) if is_impossible else wording.headline(answer)


def _repair_sentences(answer: WhyAnswer, wording: ReasonWording) -> list[str]:
    steps = "" if answer.steps is None else wording.horizon_sentence(answer.steps)
    return [
        steps,
        *([wording.removal_sentence(answer), wording.alternatives_sentence(answer)] if answer.without else []),
    ]


@wording_of.register
def _witnesses_wording(answer: WitnessAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    kind = kind_of_witnesses(answer)
    return {
        "outcome": kind,
        "advice": serializer.texts("advice.page.text") if kind == "open" else "",
        "rules": [witness_verdict(rule, serializer.texts) for rule in answer.rules],
    }


@wording_of.register
def _forced_wording(answer: ForcedAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    texts, count = serializer.texts, len(answer.true) + len(answer.false) + len(answer.values or {})
    if answer.status == "unsat":
        text = texts("forced.unsat", name=_source_name(serializer))
    else:
        text = texts("forced.summary", forced=count, atoms=texts.count_with_noun("atom", answer.atoms))
    return {"outcome": kind_of_forced(answer), "text": text}


@wording_of.register
def _test_wording(answer: TestAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    diagnostics = [outcome.diagnostic for outcome in answer.outcomes if outcome.diagnostic is not None]
    return {
        "outcome": kind_of_tests(answer),
        "diagnostics": diagnostic_objects(diagnostics, serializer.texts),
    }


# ---------------------------------------------------------------------- steps


@wording_of.register
def _steps_wording(answer: StepsAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    wording = StepWording(serializer.texts)
    return {
        "outcome": kind_of_steps(answer),
        "text": wording.headline(answer, _source_name(serializer)),
        "advice": "" if answer.finished else serializer.texts("advice.page.steps"),
        "waves": [
            [_sentence_object(sentence) for sentence in wording.wave_sentences(wave)]
            for wave in group_by_wave(answer.steps)
        ],
        "closing": list(wording.closing_sentences(answer)),
    }


@wording_of.register
def _hint_wording(answer: HintAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    wording = StepWording(serializer.texts)
    hints = [
        [_sentence_object(sentence) for sentence in wording.hint_sentences(answer, strength)]
        for strength in (1, 2, 3)
    ]
    return {
        "outcome": kind_of_steps(answer),
        "text": wording.marks_verdict(answer, has_marks=True),
        "advice": "" if answer.finished else serializer.texts("advice.page.steps"),
        "hints": hints,  # the weakest first
    }


@wording_of.register
def _rating_wording(answer: RateAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    lines = list(StepWording(serializer.texts).rate_answer_sentences(answer, _source_name(serializer)))
    return {
        "outcome": kind_of_steps(answer),
        "text": lines[0],
        "advice": "" if answer.finished else serializer.texts("advice.page.steps"),
        "closing": lines[1:],
    }


@wording_of.register
def _uniqueness_wording(answer: UniqueAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    return {
        "outcome": kind_of_uniqueness(answer),
        "text": uniqueness_sentence(answer, _source_name(serializer), serializer.texts),
        "closing": list(clue_sentences(answer, serializer.texts)),
    }


@wording_of.register
def _boards_wording(answer: GenerateAnswer, serializer: AnswerSerializer) -> dict[str, Any]:
    return {
        "outcome": kind_of_boards(answer),
        "text": None if answer.finished else too_few_boards_sentence(answer, serializer.texts),
        "advice": "" if answer.finished else serializer.texts("advice.page.generate"),
        "closing": [board_sentence(board, serializer.texts) for board in answer.boards],
    }


def _source_name(serializer: AnswerSerializer) -> str:
    return serializer.question.source.name  # type: ignore[attr-defined]  # these questions have a source


def _sentence_object(sentence: StepSentence) -> dict[str, Any]:
    """A sentence with the spans of the text that it mentions."""
    spans = dict.fromkeys(
        [(instance.span.start, instance.span.end) for instance in sentence.instances if not instance.is_expected]
    )
    return {"text": sentence.text, "spans": list(spans)}


# ---------------------------------------------------------------------- diagnostics


def diagnostic_objects(diagnostics: Sequence[Diagnostic], texts: Texts, source: int = 0) -> list[dict[str, Any]]:
    """Diagnostics with their messages, duplicates merged; spans are offsets, with exclusive ends."""

    def render(message: Message | None) -> str | None:
        return None if message is None else make_printable(format_message(message, texts.language))

    def related_object(label: Label) -> dict[str, Any]:
        return {**_span_object(label.span), "message": render(label.message)}

    return [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity.value,
            "message": render(diagnostic.message),
            "label": render(diagnostic.primary.message),
            "notes": [render(note) for note in diagnostic.notes],
            "help": render(diagnostic.help),
            **_span_object(diagnostic.primary.span),
            "related": [related_object(label) for label in diagnostic.secondary],
            "also": [_span_object(span) for span in diagnostic.also],
            "fix": [{**_span_object(edit.span), "text": edit.text} for edit in diagnostic.fix] or None,
            "source": source,
        }
        for diagnostic in merge_duplicates(diagnostics)
    ]


def _span_object(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}


def _encode_json(value: object) -> str:
    """A value as JSON; what UTF-8 cannot encode (lone surrogates) is replaced."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        import json

        return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()


# ---------------------------------------------------------------------- kinds of outcomes


def kind_of_reasons(answer: WhyAnswer) -> Kind:
    """Good if there is a model as expected, bad if not, open if there was no time to find out."""
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
    """Bad without a solution or for wrong marks; otherwise whether the steps were found in time."""
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
    """The worst kind of the rules: open if a rule could not be judged in time, bad if the rules clash."""
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
