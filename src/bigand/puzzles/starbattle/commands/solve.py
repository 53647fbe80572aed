"""`bigand starbattle solve BOARD`: the solution, whether it is the only one, or that there is none."""

from collections.abc import Iterator

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_answer
from bigand.command.options import flag, option
from bigand.command.texts import Texts
from bigand.puzzles.starbattle.commands.boards import BoardAsker, BoardOptions
from bigand.puzzles.starbattle.questions import Solve, SolveAnswer
from bigand.puzzles.starbattle.terminal import board_lines


class SolveOptions(BoardOptions):
    keep_marks: bool = flag()
    svg: str | None = option(metavar="OUT")


def run_solve(options: SolveOptions, texts: Texts) -> int:
    asker = BoardAsker(options, texts)
    answer = asker.ask(Solve(board=asker.text, keep_marks=options.keep_marks, limits=options.limits))
    print_answer(answer, _solve_lines(answer, options, texts), options.json)
    if options.svg:
        from bigand.puzzles.starbattle.draw import scene
        from bigand.view.svg import render_svg

        boards = [answer.board.with_marks("".join(rows)) for rows in answer.solutions] or [answer.board]
        write_file(
            options.svg, render_svg([(f"board-{number}", scene(board)) for number, board in enumerate(boards, 1)])
        )
    return Exit.DONE if answer.solutions else Exit.UNSAT


def _solve_lines(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> Iterator[str]:
    for rows in answer.solutions:
        yield from board_lines(answer.board.with_marks("".join(rows)), options.color)
    yield texts(f"starbattle.solve.{answer.status}")
