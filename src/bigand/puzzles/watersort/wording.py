"""Texts about Water Sort: tubes, plans, hints, ratings and checks in the terminal, and answers on a page."""

import shutil
import sys
from collections.abc import Iterator
from functools import singledispatch
from textwrap import wrap
from typing import Any, Literal, assert_never

from bigand.api.question import Answer
from bigand.cli.output import colour_depth
from bigand.messages import format_message
from bigand.puzzles.watersort import questions
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.questions import (
    CheckAnswer,
    HintAnswer,
    Move,
    RateAnswer,
    SolveAnswer,
    refusal_message,
)
from bigand.wording.outcome import Kind
from bigand.wording.texts import Texts


def picture_and_legend_lines(level: Level, color_option: str) -> Iterator[str]:
    """Yield a picture that fits the terminal and its colours, and a legend."""
    from bigand.puzzles.watersort.draw import drawn_tube_lines, legend_text

    width = _terminal_width()
    yield from drawn_tube_lines(level, colour_depth(sys.stdout, color_option), width)
    yield from wrap(legend_text(level), width)


def _terminal_width() -> int:
    return shutil.get_terminal_size((80, 24)).columns


def _move_text(move: Move, texts: Texts) -> str:
    """Describe a move: `tube 1 to tube 3: 2 layers of green`."""
    layers = texts.count_with_noun("layer", move.layers)
    return texts("watersort.pour", source=move.source, target=move.target, layers=layers, colour=move.colour)


# ---------------------------------------------------------------------- Plans


def plan_lines(answer: SolveAnswer, color: str, texts: Texts, *, draw_states: bool) -> Iterator[str]:
    """Yield the tubes and the moves, or the tubes after each move, then a summary."""
    if answer.plan and draw_states:
        for block in captioned_plan_pictures(answer, color, texts):
            yield from [*block, ""]
    else:
        yield from picture_and_legend_lines(answer.level, color)
        yield ""
        yield from _move_lines(answer)
    yield plan_summary(answer, texts)


def _move_lines(answer: SolveAnswer) -> Iterator[str]:
    """Yield the moves in columns: ` 1. 2>3 green`."""
    if not answer.plan:
        return
    digit_count = len(str(len(answer.plan)))
    entries = [f"{number:>{digit_count}}. {move} {move.colour}" for number, move in enumerate(answer.plan, 1)]
    entry_width = max(map(len, entries)) + 3
    columns = max(1, (_terminal_width() + 3) // entry_width)
    rows = -(-len(entries) // columns)
    for row in range(rows):
        yield "".join([entry.ljust(entry_width) for entry in entries[row::rows]]).rstrip()
    yield ""


def captioned_plan_pictures(answer: SolveAnswer, color: str, texts: Texts) -> list[list[str]]:
    """Return a caption and a picture for each state of a plan."""
    pictures = [list(picture_and_legend_lines(state, color)) for state in answer.positions()]
    return [[caption, "", *lines] for caption, lines in zip(plan_captions(answer, texts), pictures, strict=True)]


def plan_captions(answer: SolveAnswer, texts: Texts) -> list[str]:
    """Return a caption for each state of a plan."""
    plan = answer.plan or ()
    texts_of_states = [texts("watersort.solve.start", moves=texts.count_with_noun("move", len(plan)))]
    for number, move in enumerate(plan, 1):
        texts_of_states.append(
            texts("watersort.solve.move", number=number, count=len(plan), said=_move_text(move, texts))
        )
    return texts_of_states


def plan_summary(answer: SolveAnswer, texts: Texts) -> str:
    """Summarise a plan: the number of moves, and how it was found."""
    if answer.plan is None:
        no_solution = texts("watersort.solve.none", states=texts.count_with_noun("state", answer.states or 0))
        if answer.more_tubes is None:
            return no_solution
        tubes = texts.count_with_noun("empty_tube", answer.more_tubes)
        return f"{no_solution}\n{texts('watersort.solve.more_tubes', tubes=tubes)}"
    if not answer.plan:
        return texts("watersort.solve.sorted")
    moves = texts.count_with_noun("move", len(answer.plan))
    if answer.states is None:
        return texts("watersort.solve.found", moves=moves, engine=answer.engine)
    return texts(
        "watersort.solve.found_by_search", moves=moves, states=texts.count_with_noun("state", answer.states)
    )


# ---------------------------------------------------------------------- Moves


def lines_of_check(answer: CheckAnswer, color: str, texts: Texts) -> Iterator[str]:
    """Yield the tubes after some moves, and a verdict."""
    level = answer.level
    yield from picture_and_legend_lines(level, color)
    yield texts(
        "watersort.check.size",
        tubes=texts.count_with_noun("tube", len(level.tubes)),
        height=texts.count_with_noun("layer", level.height),
        colours=texts.count_with_noun("colour", len(level.colours)),
    )
    if answer.refused is not None:
        yield format_message(refusal_message(level, answer.refused), texts.language)
    elif answer.moves:
        yield texts("watersort.check.played", moves=texts.count_with_noun("move", answer.moves))
    yield texts("watersort.check.sorted" if level.is_sorted else "watersort.check.unsorted")
    if answer.can_finish is not None:
        yield texts("watersort.check.finishable" if answer.can_finish else "watersort.check.unfinishable")


def hint_lines(answer: HintAnswer, color: str, texts: Texts) -> Iterator[str]:
    """Yield the tubes and the hint in words."""
    yield from picture_and_legend_lines(answer.level, color)
    yield hint_text(answer, texts)


def hint_text(answer: HintAnswer, texts: Texts) -> str:
    """Describe a good move, and why it is good."""
    move, reason = answer.pour, answer.reason
    if move is None or reason is None:
        return texts("watersort.check.sorted" if answer.status == "solved" else "watersort.hint.lost")
    why = texts(f"watersort.reason.{reason}", colour=move.colour, target=move.target, source=move.source)
    if answer.uncovers is not None:
        why = texts("watersort.hint.uncovers", why=why, colour=answer.uncovers)
    moves_left = (answer.moves or 1) - 1
    key = "watersort.hint.said" if moves_left else "watersort.hint.last"
    return texts(key, said=_move_text(move, texts), why=why, left=texts.count_with_noun("move", moves_left))


def rating_lines(answer: RateAnswer, texts: Texts) -> Iterator[str]:
    """Yield how hard a level is, and why."""
    if answer.grade is None or answer.moves is None:
        yield texts("watersort.solve.none", states=texts.count_with_noun("state", answer.states or 0))
        return
    yield texts("watersort.rate.grade", grade=texts(f"watersort.grade.{answer.grade}"))
    yield texts("watersort.rate.won", won=answer.won, games=texts.count_with_noun("game", answer.games))
    yield texts(
        "watersort.rate.moves", moves=texts.count_with_noun("move", answer.moves), bound=answer.bound,
        detours=texts.count_with_noun("move", answer.detours or 0),
    )  # fmt: skip
    yield texts("watersort.rate.choices", choices=texts.format_decimal(answer.choices, 1))
    if answer.traps is not None and answer.traps.others:
        yield texts("watersort.rate.traps", others=answer.traps.others, lost=answer.traps.lost)
        if answer.traps.open:
            yield texts("watersort.rate.open", open=answer.traps.open)


# --------------------------------------------------------------- Texts for a page, in the sentences of the terminal


@singledispatch
def describe_answer(_answer: Answer, _texts: Texts) -> dict[str, Any]:
    """Return the texts that a page shows for an answer."""
    return {}


@describe_answer.register
def _describe_stage(answer: questions.StageLevelAnswer, texts: Texts) -> dict[str, Any]:
    """Say why pours are not allowed, by `from>to`."""
    level = Level.from_tubes(answer.tubes, answer.height)
    reasons = {
        f"{refused.source}>{refused.target}": format_message(
            questions.refusal_reason(level, refused), texts.language
        )
        for refused in answer.refusals
    }
    return {
        "text": texts(f"watersort.check.{'sorted' if answer.status == 'sorted' else 'unsorted'}"),
        "refusals": reasons,
    }


@describe_answer.register
def _describe_check(answer: questions.CheckAnswer, texts: Texts) -> dict[str, Any]:
    match answer.status:
        case "refused":
            refused_move = answer.refused
            text = (
                ""
                if refused_move is None
                else format_message(questions.refusal_message(answer.level, refused_move), texts.language)
            )
            return {"outcome": "bad", "text": text}
        case "sorted":
            return {"outcome": "good", "text": texts("watersort.check.sorted")}
        case "open":
            if answer.can_finish is None:
                return {"outcome": "open", "text": texts("watersort.check.unsorted")}
            key = "watersort.check.finishable" if answer.can_finish else "watersort.check.unfinishable"
            return {"outcome": "good" if answer.can_finish else "bad", "text": texts(key)}
        case _:
            assert_never(answer.status)


@describe_answer.register
def _describe_hint(answer: questions.HintAnswer, texts: Texts) -> dict[str, Any]:
    return {"outcome": _outcome_kind(answer.status), "text": hint_text(answer, texts)}


def _outcome_kind(status: Literal["solved", "unsolvable"]) -> Kind:
    match status:
        case "solved":
            return "good"
        case "unsolvable":
            return "bad"
        case _:
            assert_never(status)


@describe_answer.register
def _describe_solve(answer: questions.SolveAnswer, texts: Texts) -> dict[str, Any]:
    return {
        "outcome": _outcome_kind(answer.status),
        "text": plan_summary(answer, texts),
        "steps": plan_captions(answer, texts),
    }


@describe_answer.register
def _describe_rate(answer: questions.RateAnswer, texts: Texts) -> dict[str, Any]:
    kind: Kind = "bad" if answer.grade is None else "open" if answer.traps and answer.traps.open else "good"
    return {"outcome": kind, "text": " · ".join(rating_lines(answer, texts))}
