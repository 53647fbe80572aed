"""`bigand lightup solve BOARD`: the solution, whether it is the only one, or why there is none."""

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_json, print_lines
from bigand.command.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.commands.boards import BoardAsker, BoardOptions
from bigand.puzzles.lightup.commands.paper import PdfOptions, write_pdf
from bigand.puzzles.lightup.draw import HighlightedBoard, spot_places
from bigand.puzzles.lightup.places import places_text
from bigand.puzzles.lightup.questions import (
    DEFAULT_SOLUTION_LIMIT,
    Count,
    Decide,
    DecideAnswer,
    Rows,
    Solve,
    SolveAnswer,
)
from bigand.puzzles.lightup.terminal import board_lines, clash_lines, clash_spots, difference_lines


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
        """How many solutions are looked for; a program gets them counted."""
        is_for_programs = self.json or self.batch is not None
        return self.limit or (None if self.all else DEFAULT_SOLUTION_LIMIT if is_for_programs else 2)


def run_solve(options: SolveOptions, texts: Texts) -> int:
    if (options.board is None) == (options.batch is None):
        texts.print_error("lightup.solve.which")
        return Exit.USAGE
    if options.board is None:
        from bigand.puzzles.lightup.commands.batch import run_batch

        return run_batch(options, texts)
    asker = BoardAsker(texts, options.color)
    board = options.board_input(asker.open_board(options.board))
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
        _SolutionPrinter(options, texts).add,
    )
    if options.json:
        print_json(answer)
    else:
        _print_solutions(answer, options, texts)
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
    print_lines(texts.wrap(texts(key, count=count, total=texts.plural("cell", total), cells=cells)))


class _SolutionPrinter:
    """Solutions that are printed as they come, unless a program reads them."""

    def __init__(self, options: SolveOptions, texts: Texts) -> None:
        self.options = options
        self.texts = texts
        self.count = 0

    def add(self, solution: Rows) -> None:
        self.count += 1
        if not self.options.json:
            print(self.texts("lightup.solve.number", number=self.count))
            _print_board(solution, self.options)


def _print_board(board: Rows, options: SolveOptions) -> None:
    print_lines(board_lines(board, options.color))


def _print_solutions(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> None:
    if answer.solution is None:
        print_lines(clash_lines(answer, options.keep_marks, options.color, texts))
    elif options.all:
        key = "lightup.solve.found_all" if answer.complete else "lightup.solve.found"
        print(texts(key, count=texts.plural("solution", answer.count)))
    elif answer.second is not None:
        print_lines(difference_lines(answer.solution, answer.second, options.color, texts))
    else:
        _print_board(answer.solution, options)
        print(texts("lightup.solve.unique" if answer.count == 1 else "lightup.solve.multiple"))


def _write_solution_files(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> None:
    solution = None if answer.solution is None else Board.from_rows(answer.solution)
    board = Board.from_rows(answer.board or ()) if solution is None else solution
    if options.svg:
        from bigand.puzzles.lightup.draw.scene import to_svg

        write_file(options.svg, to_svg(HighlightedBoard(board, spot_places(clash_spots(answer.why or ())))))
    write_pdf([(board.puzzle, solution)], options, texts)
