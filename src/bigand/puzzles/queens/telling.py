"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any

from bigand.answer.question import Answer
from bigand.command.texts import Texts
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import line_of, read_square


@singledispatch
def told(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@told.register
def _solved(answer: questions.Solved, texts: Texts) -> dict[str, Any]:
    if answer.count:
        return {}
    full = answer.full
    return {"text": texts("queens.none") if full is None else texts(f"queens.full.{full.kind}", name=full.name)}


@told.register
def _reasons(answer: questions.Reasons, texts: Texts) -> dict[str, Any]:
    if answer.placed is None:
        return {}
    if len(answer.placed) == 2 and not answer.forbidden:
        first, second = [read_square(name, 1000) for name in answer.placed]
        line = line_of(first, second)
        if line:
            return {"text": texts(f"queens.attack.{line}", first=first, second=second)}
    marks = [texts("queens.why.queen", square=name) for name in answer.placed]
    marks += [texts("queens.why.none", square=name) for name in answer.forbidden]
    said = texts("queens.why.together", marks=", ".join(marks)) if marks else texts("queens.none")
    full = answer.full
    return {"text": said if full is None else f"{said} {texts(f'queens.full.{full.kind}', name=full.name)}"}
