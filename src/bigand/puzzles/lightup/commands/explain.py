"""`bigand lightup explain BOARD`: the solution in steps that a person can follow: words, pictures, a proof."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_json, print_lines
from bigand.command.options import LimitOptions, flag, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardOptions, PlaceOptions, SingleBoardOptions, make_folder
from bigand.puzzles.lightup.questions import Explain, ExplainAnswer, Spot
from bigand.puzzles.lightup.terminal_steps import explanation_dict, explanation_lines


def _cell_reader(texts: Texts) -> Callable[[str], Spot]:
    """A cell by its row and column, both from 1."""

    def read(word: str) -> Spot:
        row, comma, column = [part.strip() for part in word.partition(",")]
        if not (comma and row.isdecimal() and column.isdecimal()):
            raise ArgumentTypeError(texts("lightup.explain.cell_form", word=word))
        return Spot(int(row), int(column))

    return read


class ExplainOptions(SingleBoardOptions, PlaceOptions):
    brief: bool = flag()
    svg: str | None = option(metavar="DIR")
    html: str | None = option(metavar="OUT")
    proof: str | None = option(metavar="OUT")
    json: bool = flag()
    keep_marks: bool = flag()
    cell: Spot | None = option(reads=_cell_reader, metavar="ROW,COLUMN")
    limited = LimitOptions
    places = PlaceOptions
    read = BoardOptions


def run_explain(options: ExplainOptions, texts: Texts) -> int:
    texts = options.adapt_texts(texts)
    asker, board = options.open_board(texts)
    question = Explain(
        board=board,
        keep_marks=options.keep_marks,
        cell=options.cell,
        proof=options.proof is not None,
        limits=options.limits,
    )
    answer = asker.ask(question)
    _write_explanation_files(answer, options, texts)  # first: whoever reads the rest may stop in the middle
    if options.json:
        print_json(explanation_dict(answer, texts))
    else:
        print_lines(explanation_lines(answer, options.brief, options.keep_marks, options.color, texts))
    if not answer.complete:
        texts.print_errors(texts("lightup.advice.terminal.explain"))
        return Exit.LIMIT
    return Exit.DONE if answer.status == "unique" else Exit.UNSAT


def _write_explanation_files(answer: ExplainAnswer, options: ExplainOptions, texts: Texts) -> None:
    if options.svg:
        from bigand.puzzles.lightup.draw.steps import step_svg

        make_folder(options.svg)
        for step in answer.steps:
            write_file(str(Path(options.svg) / f"step-{step.number:03}.svg"), step_svg(step, texts))
    if options.html:
        from bigand.puzzles.lightup.draw.page import render_page

        write_file(options.html, render_page(answer, texts.language.value, texts))
    if not options.proof:
        return
    if answer.proof is None:
        texts.print_error("lightup.explain.proof_refused" if answer.proof_refused else "lightup.explain.no_proof")
    else:
        write_file(options.proof, answer.proof)
