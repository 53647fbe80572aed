"""`bigand lightup explain BOARD`: the solution in steps that a person can follow: words, pictures, a proof."""

import argparse
from pathlib import Path

from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_json, print_lines
from bigand.command.options import add_limit_options
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import OneBoard, add_board_options, make_folder
from bigand.puzzles.lightup.questions import Explain, Explained
from bigand.puzzles.lightup.terminal_steps import explanation_lines, explanation_record


class Options(OneBoard):
    brief: bool
    svg: str | None
    html: str | None
    proof: str | None
    keep_marks: bool


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--brief", action="store_true", help=texts("lightup.explain.brief"))
    parser.add_argument("--svg", metavar="DIR", help=texts("lightup.explain.svg"))
    parser.add_argument("--html", metavar="OUT", help=texts("lightup.explain.html"))
    parser.add_argument("--proof", metavar="OUT", help=texts("lightup.explain.proof"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.explain.json"))
    parser.add_argument("--keep-marks", action="store_true", help=texts("lightup.explain.keep_marks"))
    add_limit_options(parser, texts)
    add_board_options(parser, texts)


def run(options: Options, texts: Texts) -> int:
    asker, board = options.opened(texts)
    question = Explain(
        board=board,
        keep_marks=options.keep_marks,
        proof=options.proof is not None,
        limits=options.limits,
    )
    answer = asker.ask(question)
    _write_files(answer, options, texts)  # first: whoever reads the rest may stop in the middle
    if options.json:
        print_json(explanation_record(answer, texts))
    else:
        print_lines(explanation_lines(answer, options.brief, options.keep_marks, options.color, texts))
    return Exit.DONE if answer.status == "unique" else Exit.UNSAT


def _write_files(answer: Explained, options: Options, texts: Texts) -> None:
    if options.svg:
        from bigand.puzzles.lightup.draw.steps import step_svg

        make_folder(options.svg)
        for step in answer.steps:
            write_file(str(Path(options.svg) / f"step-{step.number:03}.svg"), step_svg(step, texts))
    if options.html:
        from bigand.puzzles.lightup.draw.page import page

        write_file(options.html, page(answer, texts.language.value, texts))
    if not options.proof:
        return
    if answer.proof is None:
        texts.complain("lightup.explain.proof_refused" if answer.proof_refused else "lightup.explain.no_proof")
    else:
        write_file(options.proof, answer.proof)
