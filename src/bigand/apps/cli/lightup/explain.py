"""`bigand lightup explain BOARD`: the solution in steps that a person can follow: words, pictures, a proof."""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from bigand.apps.cli.colour import wants_colour
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import UnreadableError, write_file
from bigand.apps.cli.lightup.boards import (
    add_board_options,
    guarded,
    has_only_letters,
    open_board,
    width_of_terminal,
)
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.terminal import draw
from bigand.puzzles.lightup.places import places_text
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.explanation import Explanation, explain
from bigand.puzzles.lightup.reasoning.record import record_of
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.reasoning.telling import argument_of, premises, sentence_of, technique_of
from bigand.puzzles.lightup.solving import Status


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--brief", action="store_true", help=texts("lightup.explain.brief"))
    parser.add_argument("--svg", metavar="DIR", help=texts("lightup.explain.svg"))
    parser.add_argument("--html", metavar="OUT", help=texts("lightup.explain.html"))
    parser.add_argument("--proof", metavar="OUT", help=texts("lightup.explain.proof"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.explain.json"))
    parser.add_argument("--keep-marks", action="store_true", help=texts("lightup.explain.keep_marks"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("lightup.explain.timeout"))
    add_board_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    board = open_board(options.board, options, texts)
    if board is None:
        return Exit.ERRORS
    return guarded(lambda: _explain(board, options, texts), texts)


def _explain(board: Board, options: argparse.Namespace, texts: Texts) -> int:
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    with Progress(texts) as progress:
        progress.stage("lightup.explain.progress")
        explanation = explain(board, options.keep_marks, deadline)
    _write_files(explanation, options, texts)  # first: whoever reads the rest may stop in the middle
    if options.json:
        print(json.dumps(_record(explanation, texts), ensure_ascii=False))
    else:
        _tell(explanation, options, texts)
    return Exit.DONE if explanation.status is Status.UNIQUE else Exit.UNSAT


# ---------------------------------------------------------------------- words


def _tell(explanation: Explanation, options: argparse.Namespace, texts: Texts) -> None:
    for number, step in enumerate(explanation.steps, 1):
        _tell_step(step, number, options, texts)
    if explanation.status is Status.NONE:
        print(texts("lightup.explain.none_marked" if options.keep_marks else "lightup.explain.none"))
        return
    if explanation.status is Status.MULTIPLE:
        print(texts("lightup.explain.multiple"))
        return
    print_board(explanation.last, options)
    print(_summary(explanation, texts))


def _tell_step(step: Step, number: int, options: argparse.Namespace, texts: Texts) -> None:
    print(texts("lightup.explain.head", number=number, technique=technique_of(step, texts)))
    print_step(step, options, texts)
    print()


def print_step(step: Step, options: argparse.Namespace, texts: Texts) -> None:
    """What a step says, its argument, what it rests on, and the board with the step marked, unless it is brief."""
    width = min(width_of_terminal(), 100)
    for line in texts.wrapped(sentence_of(step, texts), width - 2):
        print(f"  {line}")
    for part in argument_of(step, texts):
        indent = "    " + "  " * part.depth
        for at, line in enumerate(texts.wrapped(part.text, max(30, width - len(indent) - 2))):
            print(f"{indent}{'- ' if at == 0 else '  '}{line}")
    if options.brief:
        return
    places = step.before.grid.places(premises(step))
    for line in texts.wrapped(texts("lightup.explain.premises", places=places_text(places, texts)), width - 2):
        print(f"  {line}")
    new, asked = step.before.grid.places(step.bulbs | step.dots), step.before.grid.places(1 << step.site)
    print_board(step.after.board, options, Pointed(step.after.board, frozenset(new), frozenset(asked)))


def print_board(board: Board, options: argparse.Namespace, pointed: Pointed | None = None) -> None:
    coloured, letters = wants_colour(sys.stdout, options.color), has_only_letters(sys.stdout)
    for line in draw(pointed or Pointed(board), width_of_terminal(), coloured, letters):
        print(line)


def _summary(explanation: Explanation, texts: Texts) -> str:
    """How many steps of which kind, and the level."""
    rating = explanation.rating
    assert rating is not None, "a board with one solution has a level"
    if not explanation.steps:
        return texts("lightup.explain.solved_already")
    kinds = Counter([step.technique for step in explanation.steps])
    techniques = [
        texts("lightup.explain.times", count=count, technique=texts(f"lightup.technique.{kind.value}"))
        for kind, count in sorted(kinds.items(), key=lambda item: item[0].level)
    ]
    steps = texts.counted("step", len(explanation.steps))
    solved = texts("lightup.explain.solved", steps=steps, techniques=", ".join(techniques))
    level = texts(f"lightup.level.{rating.level.word}")
    return f"{solved}\n{texts('lightup.explain.rated', level=level, number=rating.number)}"


def _record(explanation: Explanation, texts: Texts) -> dict[str, object]:
    rating = explanation.rating
    solved = explanation.status is Status.UNIQUE
    return {
        "status": explanation.status.value,
        "level": None if rating is None else rating.level.word,
        "number": None if rating is None else rating.number,
        "solution": list(explanation.last.rows) if solved else None,
        "steps": [record_of(step, number, texts) for number, step in enumerate(explanation.steps, 1)],
    }


# ---------------------------------------------------------------------- files


def _write_files(explanation: Explanation, options: argparse.Namespace, texts: Texts) -> None:
    if options.svg:
        _write_pictures(explanation, options.svg, texts)
    if options.html:
        from bigand.puzzles.lightup.draw.page import page

        write_file(options.html, page(explanation, texts.language.value, texts))
    if options.proof:
        _write_proof(explanation, options.proof, texts)


def _write_pictures(explanation: Explanation, folder: str, texts: Texts) -> None:
    from bigand.puzzles.lightup.draw.steps import step_svg

    make_folder(folder)
    for number, step in enumerate(explanation.steps, 1):
        write_file(str(Path(folder) / f"step-{number:03}.svg"), step_svg(step, number, texts))


def make_folder(name: str) -> None:
    """A folder to write into; it may be there already."""
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableError("file.unwritable", name=name, reason=error.strerror or "") from error


def _write_proof(explanation: Explanation, name: str, texts: Texts) -> None:
    """The proof, once the checker has accepted it."""
    from bigand.puzzles.lightup.proof import check
    from bigand.puzzles.lightup.proof.writer import write_proof
    from bigand.puzzles.lightup.reasoning.proof import proof_of

    if explanation.status is not Status.UNIQUE:
        texts.complain("lightup.explain.no_proof")
        return
    proof = proof_of(Position.of(explanation.board), explanation.steps)
    verdict = check(proof)
    if not verdict.accepted:
        texts.complain("lightup.explain.proof_refused")
        return
    write_file(name, write_proof(proof, is_solved=True))
