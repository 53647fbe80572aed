"""Steps of Light Up in the terminal, and as records: what they say in words is added to the answers."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from bigand.answer.question import to_plain_data
from bigand.command.texts import Texts
from bigand.puzzles.lightup.places import places_text
from bigand.puzzles.lightup.questions import ExplainAnswer, HintAnswer, StepRecord, TechniqueName
from bigand.puzzles.lightup.reasoning.telling import (
    argument_lines,
    contradiction_text,
    hint_gaps,
    hint_sentences,
    step_dict,
    step_sentence,
    technique_name,
)
from bigand.puzzles.lightup.terminal import board_lines, terminal_width

_COLOUR = re.compile("\x1b\\[[0-9;]*m")


def explanation_lines(
    answer: ExplainAnswer, is_brief: bool, keep_marks: bool, color: str, texts: Texts
) -> Iterator[str]:
    """All steps, and where they lead."""
    for step in answer.steps:
        yield texts("lightup.explain.head", number=step.number, technique=technique_name(step, texts))
        yield from step_lines(step, is_brief, color, texts)
        yield ""
    if not answer.complete:
        yield texts("lightup.explain.unfinished")
    elif answer.contradiction is not None:
        yield from texts.wrap(contradiction_text(answer.contradiction, texts))
        yield texts("lightup.explain.none_marked" if keep_marks else "lightup.explain.none")
    elif answer.status == "multiple":
        yield from _several_solutions_lines(answer, color, texts)
    elif answer.solution is not None:
        yield from board_lines(answer.solution, color, say=texts)
        yield from _summary_lines(answer, texts)


def _several_solutions_lines(answer: ExplainAnswer, color: str, texts: Texts) -> Iterator[str]:
    """How many solutions there are, two of them side by side where there is room, and what is not decided."""
    count_line, *undecided = solution_count_lines(answer, texts)
    yield count_line
    if undecided:
        first, second = answer.solutions
        yield from side_by_side(
            [list(board_lines(rows, color, answer.undecided, say=texts)) for rows in (first, second)],
            terminal_width(),
        )
        yield from texts.wrap(undecided[0])


def verdict_text(answer: ExplainAnswer, texts: Texts) -> str:
    """Where an explanation leads, in a line."""
    if not answer.complete:
        return texts("lightup.explain.unfinished")
    if answer.contradiction is not None:
        return contradiction_text(answer.contradiction, texts)
    if answer.level is None:
        return "; ".join(solution_count_lines(answer, texts))
    return texts("lightup.explain.rated", level=texts(f"lightup.level.{answer.level}"), number=answer.number)


def solution_count_lines(answer: ExplainAnswer, texts: Texts) -> Iterator[str]:
    """The same in words: their number, and the cells in which they differ."""
    count = texts.plural("solution", answer.count or 0)
    yield texts("lightup.explain.several" if answer.counted else "lightup.explain.many", count=count)
    if answer.undecided:
        yield texts("lightup.explain.open", cells=places_text(answer.undecided, texts))


def side_by_side(boards: list[list[str]], width: int) -> Iterator[str]:
    """The lines of two boards of one size, side by side if they fit, else one below the other."""
    first, second = boards
    widest = max([len(_COLOUR.sub("", line)) for line in first])
    if 2 * widest + 3 > width:
        yield from [*first, *second]
        return
    for left, right in zip(first, second, strict=True):
        yield f"{left}{' ' * (widest - len(_COLOUR.sub('', left)) + 3)}{right}"


def step_lines(step: StepRecord, is_brief: bool, color: str, texts: Texts) -> Iterator[str]:
    """What a step says, its argument, what it rests on, and the board with the step marked, unless it is brief."""
    width = min(terminal_width(), 100)
    for line in texts.wrap(step_sentence(step, texts), width - 2):
        yield f"  {line}"
    for part in argument_lines(step, texts):
        indent = "    " + "  " * part.depth
        for index, line in enumerate(texts.wrap(part.text, max(30, width - len(indent) - 2))):
            yield f"{indent}{'- ' if index == 0 else '  '}{line}"
    if is_brief:
        return
    premises_text = texts("lightup.explain.premises", places=places_text(step.premises, texts))
    for line in texts.wrap(premises_text, width - 2):
        yield f"  {line}"
    yield from board_lines(step.board, color, [*step.bulbs, *step.dots], [step.site], say=texts)


def _summary_lines(answer: ExplainAnswer, texts: Texts) -> Iterator[str]:
    """How many steps of which kind, and the level."""
    if not answer.steps:
        yield texts("lightup.explain.solved_already")
        return
    order = get_args(TechniqueName)
    kinds = Counter([step.technique for step in answer.steps])
    techniques = [
        texts("lightup.explain.times", count=count, technique=texts(f"lightup.technique.{kind}"))
        for kind, count in sorted(kinds.items(), key=lambda item: order.index(item[0]))
    ]
    steps = texts.plural("step", len(answer.steps))
    yield texts("lightup.explain.solved", steps=steps, techniques=", ".join(techniques))
    level = texts(f"lightup.level.{answer.level}")
    yield texts("lightup.explain.rated", level=level, number=answer.number)


# ---------------------------------------------------------------------- for programs


def explanation_dict(answer: ExplainAnswer, texts: Texts) -> dict[str, Any]:
    """The answer, with what its steps say."""
    return {**to_plain_data(answer), "steps": [_step_dict(step, texts) for step in answer.steps]}


def _step_dict(step: StepRecord, texts: Texts) -> dict[str, Any]:
    return {**to_plain_data(step), **step_dict(step, texts)}


def hint_dict(hint: HintAnswer, texts: Texts) -> dict[str, Any]:
    """The answer, with what it says."""
    record = {**to_plain_data(hint), "says": hint_sentences(hint, texts), **hint_gaps(hint, texts)}
    return record if hint.step is None else {**record, "step": _step_dict(hint.step, texts)}
