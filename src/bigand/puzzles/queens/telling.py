"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import line_of, read_square


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "sat":
            key = "queens.found_all" if answer.complete else "queens.found"
            return {"outcome": "good", "text": texts(key, count=texts.plural("placement", answer.count))}
        case "unsat":
            full, none = answer.full, texts("queens.none")
            text = none if full is None else texts(f"queens.full.{full.kind}", name=full.name)
            return {"outcome": "bad", "text": text}
        case _:
            assert_never(answer.status)


@told.register
def _counted(answer: questions.Counted, texts: Texts) -> dict[str, Any]:
    kind: Kind = "good" if answer.complete else "open"
    number = texts.format_number(answer.count)
    text = number if answer.complete else texts("solve.at_least", count=number)
    return {"outcome": kind, "text": text, "advice": "" if answer.complete else texts("queens.advice.page")}


@told.register
def _reasons(answer: questions.Reasons, texts: Texts) -> dict[str, Any]:
    if answer.placed is None:
        return {"outcome": "good"}
    return {"outcome": "bad", "text": _clash(answer, answer.placed, texts)}


def _clash(answer: questions.Reasons, placed: tuple[str, ...], texts: Texts) -> str:
    """Why marks cannot become a placement."""
    if len(placed) == 2 and not answer.forbidden:
        first, second = [read_square(name, 1000) for name in placed]
        line = line_of(first, second)
        if line:
            return texts(f"queens.attack.{line}", first=first, second=second)
    marks = [texts("queens.why.queen", square=name) for name in placed]
    marks += [texts("queens.why.none", square=name) for name in answer.forbidden]
    said = texts("queens.why.together", marks=", ".join(marks)) if marks else texts("queens.none")
    full = answer.full
    return said if full is None else f"{said} {texts(f'queens.full.{full.kind}', name=full.name)}"
