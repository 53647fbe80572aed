"""`bigand lightup solve`, `check` and `convert`.

`bigand lightup solve BOARD` gives the solution, whether it is unique, or why there is none.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import get_args

from bigand.api.question import Failure
from bigand.api.value import replace_fields
from bigand.cli.asker import ask_many
from bigand.cli.exit_codes import Exit
from bigand.cli.line_writer import LineWriter
from bigand.cli.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.cli.output import json_line, print_answer, print_json, print_lines
from bigand.cli.progress import ProgressBar
from bigand.messages import format_message
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.commands.boards import (
    BoardAsker,
    BoardOptions,
    PdfOptions,
    PlaceOptions,
    SingleBoardOptions,
    read_lines,
    write_pdf_if_requested,
)
from bigand.puzzles.lightup.draw import HighlightedBoard, places_of_spots
from bigand.puzzles.lightup.questions import (
    DEFAULT_SOLUTION_LIMIT,
    BoardInput,
    Check,
    Convert,
    Count,
    Decide,
    DecideAnswer,
    FormatName,
    Rows,
    Solve,
    SolveAnswer,
    SolveMany,
    SolveManyAnswer,
)
from bigand.puzzles.lightup.terminal import (
    board_lines,
    check_lines,
    clash_spots,
    difference_lines,
    no_solution_lines,
)
from bigand.puzzles.lightup.wording import places_text
from bigand.source.files import write_file
from bigand.wording.texts import Texts


class SolveOptions(BoardOptions, PdfOptions, LimitOptions, ParallelOptions):
    board: str | None = option("board", help_text="lightup.board", nargs="?", metavar="BOARD")
    all: bool = flag(group="what")
    count: bool = flag(group="what")
    second: bool = flag(group="what")
    decided: bool = flag(group="what")
    batch: str | None = option(group="what", metavar="FILE")
    jobs: int = number_option(default=1)
    many = ParallelOptions
    limit: int | None = number_option()
    keep_marks: bool = flag()
    timeout: float | None = timeout_option("lightup.solve.timeout")
    limited = LimitOptions
    json: bool = flag()
    svg: str | None = option(metavar="OUT")
    paper = PdfOptions
    read = BoardOptions

    @property
    def solution_limit(self) -> int | None:
        """How many solutions to look for; for programs they are counted."""
        is_for_programs = self.json or self.batch is not None
        return self.limit or (None if self.all else DEFAULT_SOLUTION_LIMIT if is_for_programs else 2)


def run_solve(options: SolveOptions, texts: Texts) -> int:
    if (options.board is None) == (options.batch is None):
        texts.print_error("lightup.solve.which")
        return Exit.USAGE
    if options.board is None:
        return run_batch(options, texts)
    asker = BoardAsker(texts, options.color)
    board = options.board_input(asker.read_board_argument(options.board))
    if options.count and not options.json:
        question = Count(board=board, keep_marks=options.keep_marks, limits=options.limits)
        number = asker.ask(question).count
        print(number)
        return Exit.DONE if number else Exit.UNSAT
    if options.decided:
        decided = asker.ask(Decide(board=board, keep_marks=options.keep_marks, limits=options.limits))
        if decided.board is not None:
            _print_decided_cells(decided, options, texts)
            return Exit.DONE
    answer = asker.ask(
        Solve(
            board=board,
            gives="all" if options.all else "second" if options.second else "one",
            limit=options.solution_limit,
            keep_marks=options.keep_marks,
            limits=options.limits,
        ),
        _SolutionPrinter(options, texts).print_unless_json,
    )
    if options.json:
        print_json(answer)
    else:
        _print_solve_result(answer, options, texts)
    _write_solution_files(answer, options, texts)
    return Exit.DONE if answer.count else Exit.UNSAT


def _print_decided_cells(answer: DecideAnswer, options: SolveOptions, texts: Texts) -> None:
    if options.json:
        print_json(answer)
        return
    _print_board(answer.board or (), options)
    count = len(answer.bulbs) + len(answer.dots)
    total, cells = count + len(answer.undecided), places_text(answer.undecided, texts)
    key = "lightup.solve.decided_some" if answer.undecided else "lightup.solve.decided_all"
    print_lines(texts.wrap(texts(key, count=count, total=texts.count_with_noun("cell", total), cells=cells)))


class _SolutionPrinter:
    """Prints solutions as they are found, unless the output is JSON."""

    def __init__(self, options: SolveOptions, texts: Texts) -> None:
        self.options = options
        self.texts = texts
        self.count = 0

    def print_unless_json(self, solution: Rows) -> None:
        self.count += 1
        if not self.options.json:
            print(self.texts("lightup.solve.number", number=self.count))
            _print_board(solution, self.options)


def _print_board(board: Rows, options: SolveOptions) -> None:
    print_lines(board_lines(board, options.color))


def _print_solve_result(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> None:
    if answer.solution is None:
        print_lines(no_solution_lines(answer, options.keep_marks, options.color, texts))
    elif options.all:
        key = "lightup.solve.found_all" if answer.complete else "lightup.solve.found"
        print(texts(key, count=texts.count_with_noun("solution", answer.count)))
    elif answer.second is not None:
        print_lines(difference_lines(answer.solution, answer.second, options.color, texts))
    else:
        _print_board(answer.solution, options)
        print(texts("lightup.solve.unique" if answer.count == 1 else "lightup.solve.multiple"))


def _write_solution_files(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> None:
    solution = None if answer.solution is None else Board.from_rows(answer.solution)
    board = Board.from_rows(answer.board or ()) if solution is None else solution
    if options.svg:
        from bigand.puzzles.lightup.draw.boards import highlighted_board_svg

        write_file(
            options.svg,
            highlighted_board_svg(HighlightedBoard(board, places_of_spots(clash_spots(answer.why or ())))),
        )
    write_pdf_if_requested([(board.puzzle, solution)], options, texts)


# --------------------------- `bigand lightup solve --batch FILE`: a board per line in, a line of JSON out, in order
# Boards are sent in chunks, unless each has its own time limit. A process that dies costs at most one answer: its
# chunk is tried once more, line by line.


_CHUNK = 256  # boards per question
_FIRST_CHUNK = 16  # fewer in the first chunk, so that results appear soon


def run_batch(options: SolveOptions, texts: Texts) -> int:
    boards = [options.board_input(line) for line in read_lines(options.batch or "-")]
    progress = ProgressBar(texts)
    progress.start_stage("progress.solve", len(boards))
    is_plain = options.timeout is None and not options.keep_marks
    answers = (_solve_in_chunks if is_plain else _solve_one_by_one)(boards, options, texts, progress)
    boards_with_solutions: list[tuple[Board, Board | None]] = []
    lines = LineWriter()
    for number, answer in enumerate(answers, 1):
        progress.clear()
        lines.write(json_line(answer if isinstance(answer, SolveAnswer) else batch_failure_dict(answer, texts)))
        progress.set_count_done(number)
        if options.pdf is not None and isinstance(answer, SolveAnswer):
            boards_with_solutions.append(_puzzle_and_solution(answer))
    write_pdf_if_requested(boards_with_solutions, options, texts)
    return Exit.DONE  # every line has an answer, even an invalid one


def _puzzle_and_solution(answer: SolveAnswer) -> tuple[Board, Board | None]:
    if answer.solution is None:
        return Board.from_rows(answer.board or ()).puzzle, None
    solution = Board.from_rows(answer.solution)
    return solution.puzzle, solution


def batch_failure_dict(failure: Failure, texts: Texts) -> dict[str, str]:
    """Return the answer to a line that is not a board, or took too long."""
    if failure.diagnostics:
        first = failure.diagnostics[0]
        return {"status": "error", "code": first.code, "error": format_message(first.message, texts.language)}
    return {"status": "unknown", "error": texts(failure.key, **failure.gaps)}


def _solve_one_by_one(
    boards: Sequence[BoardInput], options: SolveOptions, texts: Texts, progress: ProgressBar
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
    boards: Sequence[BoardInput], options: SolveOptions, texts: Texts, progress: ProgressBar
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
    """Solve the boards of a chunk that killed its process, each in its own process."""
    questions = [replace_fields(chunk, boards=(board,)) for board in chunk.boards]
    for answer in ask_many(questions, 1, None, texts):
        yield from answer.answers if isinstance(answer, SolveManyAnswer) else [answer]


# --------------------------- `bigand lightup check BOARD`: what is wrong with the marks, or missing; solves nothing


_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


class CheckOptions(SingleBoardOptions, PlaceOptions):
    can_finish: bool = flag()
    limited = LimitOptions
    json: bool = flag()
    places = PlaceOptions
    read = BoardOptions


def run_check(options: CheckOptions, texts: Texts) -> int:
    texts = options.adapt_texts(texts)
    asker, board = options.open_asker_and_board(texts)
    answer = asker.ask(Check(board=board, can_finish=options.can_finish, limits=options.limits))
    print_answer(answer, check_lines(answer, options.color, texts), options.json)
    return _EXITS[answer.status]


# -------------------------------------------- `bigand lightup convert BOARD --to FORMAT`: a board in another format


class ConvertOptions(SingleBoardOptions):
    to: FormatName = option(choices=get_args(FormatName), required=True)
    output: str | None = option("--output", "-o", metavar="FILE")
    limited = LimitOptions
    read = BoardOptions


def run_convert(options: ConvertOptions, texts: Texts) -> int:
    asker, board = options.open_asker_and_board(texts)
    answer = asker.ask(Convert(board=board, to=options.to, limits=options.limits))
    if answer.loses_marks:
        texts.print_error("lightup.convert.marks_lost", format=options.to)
    if options.output:
        write_file(options.output, answer.text)
    else:
        sys.stdout.write(answer.text)
    return Exit.DONE
