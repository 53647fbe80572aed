"""`bigand lightup rate BOARD…`: how hard boards are."""

import argparse
import json
import sys
import time
from collections.abc import Iterator

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lightup.boards import add_board_options, guarded, open_board
from bigand.apps.cli.lightup.lines import board_of_line, lines_of
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.reasoning.explanation import Explanation, explain
from bigand.solve.session import LimitError
from bigand.source.catalogue import sentence


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=texts("lightup.rate.boards"))
    parser.add_argument("--batch", metavar="FILE", help=texts("lightup.rate.batch"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.rate.json"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("lightup.solve.timeout"))
    add_board_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if bool(options.boards) == (options.batch is not None):
        texts.complain("lightup.rate.which")
        return Exit.USAGE
    if options.batch is not None:
        return guarded(lambda: _rate_lines(options, texts), texts)
    boards = [open_board(word, options, texts) for word in options.boards]
    known = [board for board in boards if board is not None]
    code = guarded(lambda: _rate(known, options, texts), texts)
    return Exit.ERRORS if len(known) < len(boards) else code


def _deadline(options: argparse.Namespace) -> float | None:
    return None if options.timeout is None else time.monotonic() + options.timeout


def _rate(boards: list[Board], options: argparse.Namespace, texts: Texts) -> int:
    all_rated = True
    for board in boards:
        explanation = explain(board, deadline=_deadline(options))
        print(json.dumps(_record(explanation)) if options.json else _said(explanation, texts), flush=True)
        all_rated &= explanation.rating is not None
    return Exit.DONE if all_rated else Exit.UNSAT


def _said(explanation: Explanation, texts: Texts) -> str:
    rating = explanation.rating
    if rating is None:
        return texts(f"lightup.rate.{explanation.status.value}")
    return texts("lightup.rate.rated", level=texts(f"lightup.level.{rating.level.word}"), number=rating.number)


def _record(explanation: Explanation) -> dict[str, object]:
    rating = explanation.rating
    return {
        "status": explanation.status.value,
        "level": None if rating is None else rating.level.word,
        "number": None if rating is None else rating.number,
        "steps": len(explanation.steps),
        "largest": max([step.size for step in explanation.steps], default=0),
        "depth": max([step.depth for step in explanation.steps], default=0),
    }


def _rate_lines(options: argparse.Namespace, texts: Texts) -> int:
    lines = lines_of(options.batch)
    with Progress(texts) as progress:
        progress.stage("lightup.rate.progress", len(lines))
        for number, record in enumerate(_records(lines, options, texts), 1):
            progress.clear()
            sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
            progress.done(number)
    return Exit.DONE  # every line has its answer, a bad one too


def _records(lines: list[str], options: argparse.Namespace, texts: Texts) -> Iterator[dict[str, object]]:
    for line in lines:
        board = board_of_line(line, options.array, options.max_cells, texts.language)
        if not isinstance(board, Board):
            yield dict(board)
            continue
        try:
            yield _record(explain(board, deadline=_deadline(options)))
        except LimitError as error:
            yield {"status": "unknown", "error": sentence(error.key, texts.language, **error.gaps)}
