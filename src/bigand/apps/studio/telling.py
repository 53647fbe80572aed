"""What a face adds to an answer: its sentences, in a language. All of them are the catalogue's."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

import msgspec

from bigand.answer.question import Answer, Failure, Question, as_object, to_json
from bigand.answer.questions.editors import Hovered
from bigand.answer.questions.forced import Common
from bigand.answer.questions.generate import Generated
from bigand.answer.questions.solve import Best, Game, Planned, Solve, Solved
from bigand.answer.questions.steps import Hinted, Rated, Stepped, Uniqueness
from bigand.answer.questions.test import Tested
from bigand.answer.questions.why import Reasons
from bigand.answer.questions.witness import Witnesses
from bigand.answer.report import Event, Noticed, Part, Remark, Stage
from bigand.ask import told_of
from bigand.command import answer_kinds as kinds
from bigand.command.boards_told import board_told, clues_told, fewer_told, solutions_told
from bigand.command.outcome import capital, limit_outcome, question_name
from bigand.command.reasons import ReasonTexts, verdict
from bigand.command.solve_outcome import solve_outcome, solve_state
from bigand.command.stepping_told import StepTexts, Told, waves
from bigand.command.texts import Texts
from bigand.source.auxiliary import attempt
from bigand.source.catalogue import Language, format_message
from bigand.source.diagnostic import Diagnostic, Label, Message, merge_duplicates
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.source.render import make_printable
from bigand.source.span import Span


class Teller:
    """Tells the events and the answer of one question."""

    def __init__(self, question: Question[Any], texts: Texts) -> None:
        self.question = question
        self.texts = texts
        self.seconds = 0.0  # that the answer took, by the clock

    @property
    def name(self) -> str:
        """The name by which the question is asked."""
        return question_name(self.question)

    def event_line(self, event: Event) -> str:
        """An event with its sentence, if it has one; what is a first part of the answer is told as that is."""
        line: dict[str, Any] = {"event": as_object(event), "text": None}
        if isinstance(event, Stage | Remark):
            line["text"] = self.texts(event.key, **event.gaps)
        elif isinstance(event, Noticed):
            told: list[dict[str, Any]] = []
            told = attempt(lambda: diagnostics_told(event.diagnostics, self.texts, event.source), told)
            line["told"] = {"text": None, "diagnostics": told}
        elif isinstance(event, Part) and isinstance(event.found, Answer):
            line["told"] = self.told(event.found)
        return _json(line)

    def waiting_line(self, place: int, total: int) -> str:
        """The place in the queue of a question that waits; place 0 if its turn has come."""
        text = self.texts("studio.waiting", place=place, total=total) if place else None
        return _json({"event": {"event": "waiting", "place": place, "total": total}, "text": text})

    def answer_line(self, answer: Answer) -> str:
        """The answer as `bigand ask` prints it, and what is told of it."""
        return f'{{"answer":{to_json(answer)},"told":{_json(self.told(answer))}}}'

    def is_failure(self, answer: Answer) -> bool:
        """Whether the status says that there is no answer."""
        return isinstance(answer, Failure)

    def told(self, answer: Answer) -> dict[str, Any]:
        """What is told of an answer; each kind of answer may have more than these.

        `outcome` says whether it is a result (good), surely none (bad), or not wholly known (open); `advice` what
        to try next.
        """
        told: dict[str, Any] = {"text": None, "advice": "", "outcome": "good", "diagnostics": []}
        told["seconds"] = round(self.seconds, 2)
        nothing: dict[str, Any] = {}
        own = attempt(lambda: sentences(answer, self), self._no_sentences)
        return {**told, **own, **attempt(lambda: told_of(answer, self.texts), nothing)}

    @property
    def _no_sentences(self) -> dict[str, Any]:
        """What is told of an answer whose sentences cannot be made: the answer itself is there all the same."""
        what = self.texts("extra.sentences")
        text = self.texts("extra.failed", what=what, reason=self.texts("main.bug"))
        return {"text": text, "outcome": "open"}


@singledispatch
def sentences(answer: Answer, teller: Teller) -> dict[str, Any]:
    """What is told of a kind of answer; of most only what is wrong with the text."""
    found: tuple[object, ...] = getattr(answer, "diagnostics", ())
    is_told = all([isinstance(one, Diagnostic) for one in found])
    return {"diagnostics": diagnostics_told(found, teller.texts)} if is_told else {}  # type: ignore[arg-type]


@sentences.register
def _failure(answer: Failure, teller: Teller) -> dict[str, Any]:
    outcome = limit_outcome(answer, teller.name, teller.seconds, "page", teller.texts)
    if outcome is not None:
        text = f"{capital(outcome.text)}. {outcome.advice}".strip()
        return {"text": text, "advice": outcome.advice, "outcome": outcome.kind}
    text = teller.texts(answer.key, **answer.gaps)
    if answer.kind is ErrorKind.BUG:
        text += f" ({teller.texts('studio.bug', told=answer.gaps.get('told', ''))})"
    return {
        "text": text,
        "outcome": "open" if answer.kind is ErrorKind.LIMIT else "bad",
        "diagnostics": diagnostics_told(answer.diagnostics, teller.texts, answer.source),
    }


@sentences.register
def _solve(answer: Solved | Best | Planned | Game, teller: Teller) -> dict[str, Any]:
    """In all languages: a page that is read in another one does not solve again."""
    question = teller.question
    assert isinstance(question, Solve), "only that is answered so"
    outcomes = {
        language: solve_outcome(question, answer, teller.seconds, "page", Texts(language)) for language in Language
    }
    own = outcomes[teller.texts.language]
    return {
        "state": solve_state(question, answer),
        "outcome": own.kind,
        "text": own.text,
        "advice": own.advice,
        "in_languages": {
            language.value: {"text": one.text, "advice": one.advice} for language, one in outcomes.items()
        },
    }


@sentences.register
def _hovered(answer: Hovered, teller: Teller) -> dict[str, Any]:
    return {"text": None if answer.meaning is None else teller.texts(answer.meaning)}


@sentences.register
def _reasons(answer: Reasons, teller: Teller) -> dict[str, Any]:
    source = teller.question.source  # type: ignore[attr-defined]  # whoever asks for reasons has a text
    atom = getattr(teller.question, "atom", "")
    words = ReasonTexts(Document(source.name, source.text), teller.texts, atom)
    if getattr(teller.question, "model", None) is not None:  # a whole one is expected
        told = [words.broken(clash) for clash in answer.clashes] or [teller.texts("why.is_model")]
        shown = {"text": told[0], "upshot": told[: len(answer.clashes)], "steps": [], "repair": [], "changes": []}
        return {"outcome": kinds.kind_of_reasons(answer), **shown}
    return {
        "outcome": kinds.kind_of_reasons(answer),
        "text": _first_sentence(answer, words, atom),
        "advice": words.stopped(answer, "page"),
        "upshot": [words.clash(clash) for clash in answer.clashes],
        "steps": [[words.step(step) for step in clash.steps] for clash in answer.clashes],
        "repair": [told for told in _repair(answer, words) if told],
        "changes": [words.change(change) for change in answer.changes or ()],
    }


def _first_sentence(answer: Reasons, words: ReasonTexts, atom: str) -> str:
    if not atom:
        return words.model(answer, "page") if answer.status == "sat" else words.headline(answer)
    if answer.status == "sat":
        return words.texts("forced.not_forced", name=atom)
    is_impossible = answer.forced is None
    return words.texts("forced.unsat", name=words.document.name) if is_impossible else words.headline(answer)


def _repair(answer: Reasons, words: ReasonTexts) -> list[str]:
    steps = "" if answer.steps is None else words.horizon(answer.steps)
    return [steps, *([words.without(answer), words.alternatives(answer)] if answer.without else [])]


@sentences.register
def _witnesses(answer: Witnesses, teller: Teller) -> dict[str, Any]:
    kind = kinds.kind_of_witnesses(answer)
    return {
        "outcome": kind,
        "advice": teller.texts("advice.page.text") if kind == "open" else "",
        "rules": [verdict(rule, teller.texts) for rule in answer.rules],
    }


@sentences.register
def _common(answer: Common, teller: Teller) -> dict[str, Any]:
    texts, count = teller.texts, len(answer.true) + len(answer.false) + len(answer.values or {})
    if answer.status == "unsat":
        text = texts("forced.unsat", name=_name(teller))
    else:
        text = texts("forced.summary", forced=count, atoms=texts.counted("atom", answer.atoms))
    return {"outcome": kinds.kind_of_common(answer), "text": text}


@sentences.register
def _tested(answer: Tested, teller: Teller) -> dict[str, Any]:
    found = [one.diagnostic for one in answer.outcomes if one.diagnostic is not None]
    return {"outcome": kinds.kind_of_tests(answer), "diagnostics": diagnostics_told(found, teller.texts)}


# ---------------------------------------------------------------------- steps


@sentences.register
def _stepped(answer: Stepped, teller: Teller) -> dict[str, Any]:
    words = StepTexts(teller.texts)
    return {
        "outcome": kinds.kind_of_steps(answer),
        "text": words.headline(answer, _name(teller)),
        "advice": "" if answer.finished else teller.texts("advice.page.steps"),
        "waves": [[_lit(told) for told in words.wave(wave)] for wave in waves(answer.steps)],
        "closing": list(words.closing(answer)),
    }


@sentences.register
def _hinted(answer: Hinted, teller: Teller) -> dict[str, Any]:
    words = StepTexts(teller.texts)
    hints = [[_lit(told) for told in words.hint(answer, one)] for one in (1, 2, 3)]
    return {
        "outcome": kinds.kind_of_steps(answer),
        "text": words.judged(answer, is_marked=True),
        "advice": "" if answer.finished else teller.texts("advice.page.steps"),
        "hints": hints,  # the weakest first
    }


@sentences.register
def _rated(answer: Rated, teller: Teller) -> dict[str, Any]:
    lines = list(StepTexts(teller.texts).rated(answer, _name(teller)))
    return {
        "outcome": kinds.kind_of_steps(answer),
        "text": lines[0],
        "advice": "" if answer.finished else teller.texts("advice.page.steps"),
        "closing": lines[1:],
    }


@sentences.register
def _unique(answer: Uniqueness, teller: Teller) -> dict[str, Any]:
    return {
        "outcome": kinds.kind_of_uniqueness(answer),
        "text": solutions_told(answer, _name(teller), teller.texts),
        "closing": list(clues_told(answer, teller.texts)),
    }


@sentences.register
def _generated(answer: Generated, teller: Teller) -> dict[str, Any]:
    return {
        "outcome": kinds.kind_of_boards(answer),
        "text": None if answer.finished else fewer_told(answer, teller.texts),
        "advice": "" if answer.finished else teller.texts("advice.page.generate"),
        "closing": [board_told(board, teller.texts) for board in answer.boards],
    }


def _name(teller: Teller) -> str:
    return teller.question.source.name  # type: ignore[attr-defined]  # whoever asks for steps has a text


def _lit(told: Told) -> dict[str, Any]:
    """A sentence with the pieces of the text that it speaks of."""
    spans = dict.fromkeys([(one.span.start, one.span.end) for one in told.instances if not one.is_expected])
    return {"text": told.text, "spans": list(spans)}


# ---------------------------------------------------------------------- diagnostics


def diagnostics_told(diagnostics: Sequence[Diagnostic], texts: Texts, source: int = 0) -> list[dict[str, Any]]:
    """Diagnostics in words, what would be said in the same ones once; places are offsets, ends exclusive."""

    def said(message: Message | None) -> str | None:
        return None if message is None else make_printable(format_message(message, texts.language))

    def related(label: Label) -> dict[str, Any]:
        return {**_place(label.span), "message": said(label.message)}

    return [
        {
            "code": one.code,
            "severity": one.severity.value,
            "message": said(one.message),
            "label": said(one.primary.message),
            "notes": [said(note) for note in one.notes],
            "help": said(one.help),
            **_place(one.primary.span),
            "related": [related(label) for label in one.secondary],
            "also": [_place(span) for span in one.also],
            "fix": [{**_place(edit.span), "text": edit.text} for edit in one.fix] or None,
            "source": source,
        }
        for one in merge_duplicates(diagnostics)
    ]


def _place(span: Span) -> dict[str, int]:
    return {"start": span.start, "end": span.end}


def _json(thing: object) -> str:
    """JSON; what no UTF-8 can say (half a pair of UTF-16) is replaced."""
    try:
        return msgspec.json.encode(thing).decode()
    except UnicodeEncodeError:
        import json

        return json.dumps(thing, ensure_ascii=False).encode("utf-8", "replace").decode()
