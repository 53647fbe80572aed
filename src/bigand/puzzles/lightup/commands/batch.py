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
from bigand.puzzles.lightup.commands.boards import read_lines
from bigand.puzzles.lightup.commands.paper import write_pdf
from bigand.puzzles.lightup.questions import BoardInput, Solve, SolveAnswer, SolveMany, SolveManyAnswer
from bigand.messages import format_message

if TYPE_CHECKING:
    from bigand.puzzles.lightup.commands.solve import SolveOptions

_CHUNK = 256  # boards of one question
_FIRST_CHUNK = 16  # of them in the first chunk, so that something is seen soon


def run_batch(options: "SolveOptions", texts: Texts) -> int:
    boards = [options.board_input(line) for line in read_lines(options.batch or "-")]
    progress = ProgressBar(texts)
    progress.start_stage("progress.solve", len(boards))
    is_plain = options.timeout is None and not options.keep_marks
    answers = (_solve_in_chunks if is_plain else _solve_one_by_one)(boards, options, texts, progress)
    sheets: list[tuple[Board, Board | None]] = []
    lines = LineWriter()
    for number, answer in enumerate(answers, 1):
        progress.clear()
        lines.write(json_line(answer if isinstance(answer, SolveAnswer) else failure_dict(answer, texts)))
        progress.update(number)
        if options.pdf is not None and isinstance(answer, SolveAnswer):
            sheets.append(_puzzle_and_solution(answer))
    write_pdf(sheets, options, texts)
    return Exit.DONE  # every line has its answer, a bad one too


def _puzzle_and_solution(answer: SolveAnswer) -> tuple[Board, Board | None]:
    if answer.solution is None:
        return Board.from_rows(answer.board or ()).puzzle, None
    solution = Board.from_rows(answer.solution)
    return solution.puzzle, solution


def failure_dict(failure: Failure, texts: Texts) -> dict[str, str]:
    """What a line of a file is answered with if it is no board, or took too long."""
    if failure.diagnostics:
        first = failure.diagnostics[0]
        return {"status": "error", "code": first.code, "error": format_message(first.message, texts.language)}
    return {"status": "unknown", "error": texts(failure.key, **failure.gaps)}


def _solve_one_by_one(
    boards: Sequence[BoardInput], options: "SolveOptions", texts: Texts, progress: ProgressBar
) -> Iterator[SolveAnswer | Failure]:
    questions = [
        Solve(
            board=board, limit=options.solution_limit, keep_marks=options.keep_marks, why=False,
            limits=options.limits,
        )
        for board in boards
    ]  # fmt: skip
    return ask_many(questions, options.jobs, options.cluster, texts, progress)


def _solve_in_chunks(
    boards: Sequence[BoardInput], options: "SolveOptions", texts: Texts, progress: ProgressBar
) -> Iterator[SolveAnswer | Failure]:
    bounds = [0, *range(_FIRST_CHUNK, len(boards), _CHUNK), len(boards)]
    template = SolveMany(boards=(), limit=options.solution_limit, limits=options.limits)
    chunks = [replace_fields(template, boards=tuple(boards[first:last])) for first, last in pairwise(bounds)]
    chunks = [chunk for chunk in chunks if chunk.boards]
    for chunk, answer in zip(chunks, ask_many(chunks, options.jobs, options.cluster, texts, progress), strict=True):
        if isinstance(answer, SolveManyAnswer):
            yield from answer.answers
        elif len(chunk.boards) == 1:
            yield answer
        else:
            yield from _retry_one_by_one(chunk, texts)


def _retry_one_by_one(chunk: SolveMany, texts: Texts) -> Iterator[SolveAnswer | Failure]:
    """A chunk that killed its process, each line in one of its own."""
    questions = [replace_fields(chunk, boards=(board,)) for board in chunk.boards]
    for answer in ask_many(questions, 1, None, texts):
        yield from answer.answers if isinstance(answer, SolveManyAnswer) else [answer]
