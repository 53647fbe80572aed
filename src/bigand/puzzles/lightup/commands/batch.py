"""`bigand lightup solve --batch FILE`: one board a line in, one line of JSON out each, in the same order.

Boards go in chunks, unless each has its own time. A process
that dies costs one answer at most: its chunk is tried once more, line by line.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from bigand.answer.question import Failure
from bigand.answer.value import replace_fields
from bigand.command.asking import ask_many
from bigand.command.exits import Exit
from bigand.command.growing import LineWriter
from bigand.command.objects import json_line
from bigand.command.progress import ProgressBar
from bigand.command.texts import Texts
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.commands.boards import lines_of
from bigand.puzzles.lightup.commands.paper import write_sheets
from bigand.puzzles.lightup.questions import Given, Solve, Solved, SolvedMany, SolveMany
from bigand.source.catalogue import format_message

if TYPE_CHECKING:
    from bigand.puzzles.lightup.commands.solve import Options

_CHUNK = 256  # boards of one question
_FIRST = 16  # of them in the first chunk, so that something is seen soon


def run_batch(options: "Options", texts: Texts) -> int:
    given = [options.given(line) for line in lines_of(options.batch or "-")]
    progress = ProgressBar(texts)
    progress.start_stage("progress.solve", len(given))
    is_plain = options.timeout is None and not options.keep_marks
    answers = (_together if is_plain else _one_by_one)(given, options, texts, progress)
    solved: list[tuple[Board, Board | None]] = []
    lines = LineWriter()
    for number, answer in enumerate(answers, 1):
        progress.clear()
        lines.write(json_line(answer if isinstance(answer, Solved) else failure_record(answer, texts)))
        progress.update(number)
        if options.pdf is not None and isinstance(answer, Solved):
            solved.append(_sheet(answer))
    write_sheets(solved, options, texts)
    return Exit.DONE  # every line has its answer, a bad one too


def _sheet(answer: Solved) -> tuple[Board, Board | None]:
    if answer.solution is None:
        return Board.of_rows(answer.board or ()).puzzle, None
    solution = Board.of_rows(answer.solution)
    return solution.puzzle, solution


def failure_record(failure: Failure, texts: Texts) -> dict[str, str]:
    """What a line of a file is answered with if it is no board, or took too long."""
    if failure.diagnostics:
        first = failure.diagnostics[0]
        return {"status": "error", "code": first.code, "error": format_message(first.message, texts.language)}
    return {"status": "unknown", "error": texts(failure.key, **failure.gaps)}


def _one_by_one(
    given: Sequence[Given], options: "Options", texts: Texts, progress: ProgressBar
) -> Iterator[Solved | Failure]:
    questions = [
        Solve(
            board=board, limit=options.most, keep_marks=options.keep_marks, why=False,
            limits=options.limits,
        )
        for board in given
    ]  # fmt: skip
    return ask_many(questions, options.jobs, options.cluster, texts, progress)


def _together(
    given: Sequence[Given], options: "Options", texts: Texts, progress: ProgressBar
) -> Iterator[Solved | Failure]:
    bounds = [0, *range(_FIRST, len(given), _CHUNK), len(given)]
    every = SolveMany(boards=(), limit=options.most, limits=options.limits)
    chunks = [replace_fields(every, boards=tuple(given[first:last])) for first, last in pairwise(bounds)]
    chunks = [chunk for chunk in chunks if chunk.boards]
    for chunk, answer in zip(chunks, ask_many(chunks, options.jobs, options.cluster, texts, progress), strict=True):
        if isinstance(answer, SolvedMany):
            yield from answer.answers
        elif len(chunk.boards) == 1:
            yield answer
        else:
            yield from _apart(chunk, texts)


def _apart(chunk: SolveMany, texts: Texts) -> Iterator[Solved | Failure]:
    """A chunk that killed its process, each line in one of its own."""
    questions = [replace_fields(chunk, boards=(board,)) for board in chunk.boards]
    for answer in ask_many(questions, 1, None, texts):
        yield from answer.answers if isinstance(answer, SolvedMany) else [answer]
