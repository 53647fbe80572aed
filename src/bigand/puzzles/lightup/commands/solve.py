"""`bigand lightup solve BOARD`: the solution, whether it is the only one, or why there is none."""

import argparse

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_json, print_lines
from bigand.command.options import Limited, Many, add_limit_options, add_many_options
from bigand.command.texts import Texts, natural_number
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.commands.boards import BoardAsker, BoardOptions, add_board_options
from bigand.puzzles.lightup.commands.paper import PaperOptions, add_paper_options, write_sheets
from bigand.puzzles.lightup.draw import Pointed, places_of
from bigand.puzzles.lightup.questions import COUNTED, Count, Rows, Solve, Solved
from bigand.puzzles.lightup.terminal import board_lines, clashing, different_lines, why_lines


class Options(BoardOptions, PaperOptions, Limited, Many):
    board: str | None
    all: bool
    count: bool
    second: bool
    batch: str | None
    limit: int | None
    keep_marks: bool
    json: bool
    svg: str | None

    @property
    def most(self) -> int | None:
        """How many solutions are looked for; a program gets them counted."""
        is_for_programs = self.json or self.batch is not None
        return self.limit or (None if self.all else COUNTED if is_for_programs else 2)


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", nargs="?", metavar="BOARD", help=texts("lightup.board"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help=texts("lightup.solve.all"))
    what.add_argument("--count", action="store_true", help=texts("lightup.solve.count"))
    what.add_argument("--second", action="store_true", help=texts("lightup.solve.second"))
    what.add_argument("--batch", metavar="FILE", help=texts("lightup.solve.batch"))
    add_many_options(parser, texts, "lightup.solve.jobs")
    parser.add_argument("--limit", type=natural_number(texts), metavar="N", help=texts("lightup.solve.limit"))
    parser.add_argument("--keep-marks", action="store_true", help=texts("lightup.solve.keep_marks"))
    add_limit_options(parser, texts, "lightup.solve.timeout")
    parser.add_argument("--json", action="store_true", help=texts("lightup.solve.json"))
    parser.add_argument("--svg", metavar="OUT", help=texts("lightup.solve.svg"))
    add_paper_options(parser, texts)
    add_board_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    if (options.board is None) == (options.batch is None):
        texts.complain("lightup.solve.which")
        return Exit.USAGE
    if options.board is None:
        from bigand.puzzles.lightup.commands.batch import run_batch

        return run_batch(options, texts)
    asker = BoardAsker(texts, options.color)
    board = options.given(asker.open_board(options.board))
    if options.count and not options.json:
        question = Count(board=board, keep_marks=options.keep_marks, limits=options.limits)
        number = asker.ask(question).count
        print(number)
        return Exit.DONE if number else Exit.UNSAT
    answer = asker.ask(
        Solve(
            board=board,
            gives="all" if options.all else "second" if options.second else "one",
            limit=options.most,
            keep_marks=options.keep_marks,
            limits=options.limits,
        ),
        _Shown(options, texts).add,
    )
    if options.json:
        print_json(answer)
    else:
        _tell(answer, options, texts)
    _draw_files(answer, options, texts)
    return Exit.DONE if answer.count else Exit.UNSAT


class _Shown:
    """Solutions that are printed as they come, unless a program reads them."""

    def __init__(self, options: Options, texts: Texts) -> None:
        self.options = options
        self.texts = texts
        self.count = 0

    def add(self, solution: Rows) -> None:
        self.count += 1
        if not self.options.json:
            print(self.texts("lightup.solve.number", number=self.count))
            _print(solution, self.options)


def _print(board: Rows, options: Options) -> None:
    print_lines(board_lines(board, options.color))


def _tell(answer: Solved, options: Options, texts: Texts) -> None:
    if answer.solution is None:
        print_lines(why_lines(answer, options.keep_marks, options.color, texts))
    elif options.all:
        key = "lightup.solve.found_all" if answer.complete else "lightup.solve.found"
        print(texts(key, count=texts.counted("solution", answer.count)))
    elif answer.second is not None:
        print_lines(different_lines(answer.solution, answer.second, options.color, texts))
    else:
        _print(answer.solution, options)
        print(texts("lightup.solve.unique" if answer.count == 1 else "lightup.solve.multiple"))


def _draw_files(answer: Solved, options: Options, texts: Texts) -> None:
    solution = None if answer.solution is None else Board.of_rows(answer.solution)
    board = Board.of_rows(answer.board or ()) if solution is None else solution
    if options.svg:
        from bigand.puzzles.lightup.draw.scene import svg

        write_file(options.svg, svg(Pointed(board, places_of(clashing(answer.why or ())))))
    write_sheets([(board.puzzle, solution)], options, texts)
