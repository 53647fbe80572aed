"""What a page tells people of answers, in the sentences of the terminal."""

from functools import singledispatch
from typing import Any, assert_never

from bigand.answer.question import Answer
from bigand.command.outcome import Kind
from bigand.command.texts import Texts
from bigand.puzzles.queens import questions
from bigand.puzzles.queens.board import attack_line, read_square


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """What there is to tell of an answer."""
    return {}


@describe_answer.register
def _describe_solve(answer: questions.SolveAnswer, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "sat":
            key = "queens.found_all" if answer.complete else "queens.found"
            return {"outcome": "good", "text": texts(key, count=texts.plural("placement", answer.count))}
        case "unsat":
            blocked_line, no_solution = answer.full, texts("queens.none")
            text = (
                no_solution
                if blocked_line is None
                else texts(f"queens.full.{blocked_line.kind}", name=blocked_line.name)
            )
            return {"outcome": "bad", "text": text}
        case _:
            assert_never(answer.status)


@describe_answer.register
def _describe_count(answer: questions.CountAnswer, texts: Texts) -> dict[str, Any]:
    kind: Kind = "good" if answer.complete else "open"
    number = texts.format_number(answer.count)
    text = number if answer.complete else texts("solve.at_least", count=number)
    return {"outcome": kind, "text": text, "advice": "" if answer.complete else texts("queens.advice.page")}


@describe_answer.register
def _describe_why(answer: questions.WhyAnswer, texts: Texts) -> dict[str, Any]:
    if answer.placed is None:
        return {"outcome": "good"}
    return {"outcome": "bad", "text": _clash_text(answer, answer.placed, texts)}


def _clash_text(answer: questions.WhyAnswer, placed: tuple[str, ...], texts: Texts) -> str:
    """Why marks cannot become a placement."""
    if len(placed) == 2 and not answer.forbidden:
        first, second = [read_square(name, 1000) for name in placed]
        line = attack_line(first, second)
        if line:
            return texts(f"queens.attack.{line}", first=first, second=second)
    marks = [texts("queens.why.queen", square=name) for name in placed]
    marks += [texts("queens.why.none", square=name) for name in answer.forbidden]
    text = texts("queens.why.together", marks=", ".join(marks)) if marks else texts("queens.none")
    blocked_line = answer.full
    return (
        text
        if blocked_line is None
        else f"{text} {texts(f'queens.full.{blocked_line.kind}', name=blocked_line.name)}"
    )
