"""Steps of Light Up in the terminal, and as records: what they say in words is added to the answers."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from bigand.answer.question import as_object
from bigand.command.texts import Texts
from bigand.puzzles.lightup.places import places_text
from bigand.puzzles.lightup.questions import Explained, Hinted, Step, Technique
from bigand.puzzles.lightup.reasoning.telling import (
    argument_of,
    as_record,
    hint_gaps,
    hint_sentences,
    sentence_of,
    technique_of,
)
from bigand.puzzles.lightup.terminal import board_lines, width_of_terminal


def explanation_lines(
    answer: Explained, is_brief: bool, keep_marks: bool, color: str, texts: Texts
) -> Iterator[str]:
    """All steps, and where they lead."""
    for step in answer.steps:
        yield texts("lightup.explain.head", number=step.number, technique=technique_of(step, texts))
        yield from step_lines(step, is_brief, color, texts)
        yield ""
    if answer.status == "none":
        yield texts("lightup.explain.none_marked" if keep_marks else "lightup.explain.none")
    elif answer.solution is None:
        yield texts("lightup.explain.multiple")
    else:
        yield from board_lines(answer.solution, color)
        yield from _summary(answer, texts)


def step_lines(step: Step, is_brief: bool, color: str, texts: Texts) -> Iterator[str]:
    """What a step says, its argument, what it rests on, and the board with the step marked, unless it is brief."""
    width = min(width_of_terminal(), 100)
    for line in texts.wrapped(sentence_of(step, texts), width - 2):
        yield f"  {line}"
    for part in argument_of(step, texts):
        indent = "    " + "  " * part.depth
        for index, line in enumerate(texts.wrapped(part.text, max(30, width - len(indent) - 2))):
            yield f"{indent}{'- ' if index == 0 else '  '}{line}"
    if is_brief:
        return
    rests = texts("lightup.explain.premises", places=places_text(step.premises, texts))
    for line in texts.wrapped(rests, width - 2):
        yield f"  {line}"
    yield from board_lines(step.board, color, [*step.bulbs, *step.dots], [step.site])


def _summary(answer: Explained, texts: Texts) -> Iterator[str]:
    """How many steps of which kind, and the level."""
    if not answer.steps:
        yield texts("lightup.explain.solved_already")
        return
    order = get_args(Technique)
    kinds = Counter([step.technique for step in answer.steps])
    techniques = [
        texts("lightup.explain.times", count=count, technique=texts(f"lightup.technique.{kind}"))
        for kind, count in sorted(kinds.items(), key=lambda item: order.index(item[0]))
    ]
    steps = texts.counted("step", len(answer.steps))
    yield texts("lightup.explain.solved", steps=steps, techniques=", ".join(techniques))
    level = texts(f"lightup.level.{answer.level}")
    yield texts("lightup.explain.rated", level=level, number=answer.number)


# ---------------------------------------------------------------------- for programs


def explanation_record(answer: Explained, texts: Texts) -> dict[str, Any]:
    """The answer, with what its steps say."""
    return {**as_object(answer), "steps": [_step_record(step, texts) for step in answer.steps]}


def _step_record(step: Step, texts: Texts) -> dict[str, Any]:
    return {**as_object(step), **as_record(step, texts)}


def hint_record(hint: Hinted, texts: Texts) -> dict[str, Any]:
    """The answer, with what it says."""
    record = {**as_object(hint), "says": hint_sentences(hint, texts), **hint_gaps(hint, texts)}
    return record if hint.step is None else {**record, "step": _step_record(hint.step, texts)}
