"""`bigand starbattle ACTION …`: solve, check and generate boards of Star Battle, and give hints."""

import random
from collections.abc import Iterator

from bigand.cli.asker import Asker, simple_command
from bigand.cli.exit_codes import Exit
from bigand.cli.line_writer import ask_and_write_answers
from bigand.cli.options import COLOR, LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.cli.output import json_line, print_answer
from bigand.cli.parser import Command, Commands
from bigand.puzzles.starbattle.formats import WRITABLE, write_board
from bigand.puzzles.starbattle.questions import (
    Check,
    CheckAnswer,
    Generate,
    GenerateAnswer,
    Hint,
    HintAnswer,
    Solve,
    SolveAnswer,
)
from bigand.puzzles.starbattle.wording import board_lines, premise_lines, spots_text
from bigand.source.files import document_of_argument, write_file
from bigand.wording.texts import Texts

# ----------------------------------------------------- A BOARD on the command line: a file, the text itself, or `-`


class BoardOptions(LimitOptions):
    """The BOARD in question, and how pictures are shown."""

    board: str = option("board", help_text="starbattle.board", metavar="BOARD")
    json: bool = flag(help_text="starbattle.json")
    color: str = COLOR
    limited = LimitOptions


class BoardAsker(Asker):
    """Asks questions about the BOARD of the command line."""

    def __init__(self, options: BoardOptions, texts: Texts) -> None:
        super().__init__(texts)
        self.text = document_of_argument(options.board, "BOARD")[0].text


# ------------------------------------------ `bigand starbattle solve BOARD`: the solution, and whether it is unique


class SolveOptions(BoardOptions):
    keep_marks: bool = flag()
    svg: str | None = option(metavar="OUT")


def run_solve(options: SolveOptions, texts: Texts) -> int:
    asker = BoardAsker(options, texts)
    answer = asker.ask(Solve(board=asker.text, keep_marks=options.keep_marks, limits=options.limits))
    print_answer(answer, _lines_of_solutions(answer, options, texts), options.json)
    if options.svg:
        from bigand.puzzles.starbattle.draw import scene
        from bigand.view.svg import render_svg

        boards = [answer.board.with_marks("".join(rows)) for rows in answer.solutions] or [answer.board]
        write_file(
            options.svg, render_svg([(f"board-{number}", scene(board)) for number, board in enumerate(boards, 1)])
        )
    return Exit.DONE if answer.solutions else Exit.UNSAT


def _lines_of_solutions(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> Iterator[str]:
    for rows in answer.solutions:
        yield from board_lines(answer.board.with_marks("".join(rows)), options.color)
    yield texts(f"starbattle.solve.{answer.status}")


# --------------------------------- `bigand starbattle check BOARD`: mistakes among the marked stars; solves nothing


CheckOptions = BoardOptions
_CHECK_EXITS = {"solved": Exit.DONE, "wrong": Exit.ERRORS, "open": Exit.UNSAT}


def _make_check_question(options: CheckOptions, asker: BoardAsker) -> Check:
    return Check(board=asker.text, limits=options.limits)


def _lines_of_check(answer: CheckAnswer, options: CheckOptions, texts: Texts) -> Iterator[str]:
    yield from board_lines(answer.board, options.color)
    for finding in answer.findings:
        yield texts(f"starbattle.check.{finding.kind}", name=finding.name, cells=spots_text(finding.cells, texts))
    if not answer.findings:
        yield texts(f"starbattle.check.{answer.status}")


def _exit_code_of_check(answer: CheckAnswer) -> int:
    return _CHECK_EXITS[answer.status]


run_check = simple_command(BoardAsker, _make_check_question, _lines_of_check, _exit_code_of_check)


# ------------------------------------------------- `bigand starbattle hint BOARD`: one cell that is forced, and why


HintOptions = BoardOptions


def _hint_question(options: HintOptions, asker: BoardAsker) -> Hint:
    return Hint(board=asker.text, limits=options.limits)


def _hint_lines(answer: HintAnswer, options: HintOptions, texts: Texts) -> Iterator[str]:
    yield from board_lines(answer.board, options.color)
    if answer.cell is None:
        yield texts(f"starbattle.hint.{answer.status}")
    else:
        key = "starbattle.hint.star" if answer.is_star else "starbattle.hint.empty"
        yield texts(key, row=answer.cell.row, column=answer.cell.column)
    yield from premise_lines(answer, texts)


def _hint_exit_code(answer: HintAnswer) -> int:
    return Exit.DONE if answer.status in ("step", "solved") else Exit.UNSAT


run_hint = simple_command(BoardAsker, _hint_question, _hint_lines, _hint_exit_code)


# ----------------------------------------------- `bigand starbattle generate`: new boards with exactly one solution


_SECONDS_PER_BOARD = 60.0


class GenerateOptions(LimitOptions, ParallelOptions):
    size: int = number_option(default=8)
    stars: int = number_option("K", default=1)
    seed: int | None = number_option("S")
    count: int = number_option(default=1)
    to: str = option(choices=WRITABLE, default="text")
    json: bool = flag(help_text="starbattle.json")
    timeout: float | None = timeout_option("starbattle.generate.timeout", _SECONDS_PER_BOARD)
    timeout_for_each = True
    limited = LimitOptions
    many = ParallelOptions


def run_generate(options: GenerateOptions, texts: Texts) -> int:
    first_seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [
        Generate(seed=first_seed + number, size=options.size, stars=options.stars, limits=options.limits)
        for number in range(options.count)
    ]

    def format_board(answer: GenerateAnswer, number: int) -> str:
        gap = "\n" if number > 1 and options.to == "text" else ""
        return json_line(answer) if options.json else gap + write_board(answer.board, options.to)

    return ask_and_write_answers(questions, format_board, "starbattle.generate.progress", options, texts)


# ---------------------------------------------------------------------- All actions


_ACTIONS = {
    "solve": Command(SolveOptions, run_solve),
    "check": Command(BoardOptions, run_check),
    "hint": Command(BoardOptions, run_hint),
    "generate": Command(GenerateOptions, run_generate),
}
COMMANDS = Commands(tuple(_ACTIONS), _ACTIONS.__getitem__)
