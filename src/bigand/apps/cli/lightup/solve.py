"""`bigand lightup solve BOARD`: the solution, whether it is the only one, or why there is none."""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from bigand.apps.cli.colour import wants_colour
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.lightup.boards import (
    add_board_options,
    guarded,
    has_only_letters,
    open_board,
    width_of_terminal,
)
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, natural_number, seconds_of
from bigand.puzzles.lightup.board import Board, Place
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.terminal import draw
from bigand.puzzles.lightup.engines import ENGINES
from bigand.puzzles.lightup.places import place_text

if TYPE_CHECKING:
    from bigand.puzzles.lightup.why import Reason

COUNTED = 1000  # solutions that `--json` counts without being asked
_PATIENCE = 10.0  # seconds to look for a reason


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", nargs="?", metavar="BOARD", help=texts("lightup.board"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help=texts("lightup.solve.all"))
    what.add_argument("--count", action="store_true", help=texts("lightup.solve.count"))
    what.add_argument("--second", action="store_true", help=texts("lightup.solve.second"))
    what.add_argument("--batch", metavar="FILE", help=texts("lightup.solve.batch"))
    natural = natural_number(texts)
    parser.add_argument("--jobs", type=natural, default=1, metavar="N", help=texts("lightup.solve.jobs"))
    parser.add_argument("--limit", type=natural, metavar="N", help=texts("lightup.solve.limit"))
    parser.add_argument("--engine", choices=list(ENGINES), default="sat", help=texts("lightup.solve.engine"))
    parser.add_argument("--keep-marks", action="store_true", help=texts("lightup.solve.keep_marks"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("lightup.solve.timeout"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.solve.json"))
    parser.add_argument("--svg", metavar="OUT", help=texts("lightup.solve.svg"))
    parser.add_argument("--pdf", metavar="OUT", help=texts("lightup.solve.pdf"))
    parser.add_argument("--per-page", type=natural, default=4, metavar="N", help=texts("lightup.solve.per_page"))
    parser.add_argument("--with-solutions", action="store_true", help=texts("lightup.solve.with_solutions"))
    add_board_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if (options.board is None) == (options.batch is None):
        texts.complain("lightup.solve.which")
        return Exit.USAGE
    if options.batch is not None:
        from bigand.apps.cli.lightup.batch import run_batch

        return guarded(lambda: run_batch(options, texts), texts)
    board = open_board(options.board, options, texts)
    if board is None:
        return Exit.ERRORS
    with Progress(texts) as progress:
        progress.stage("progress.solve")
        return guarded(lambda: _Run(board, progress, options, texts).solve(), texts)


class _Run:
    """One board, and what the user wants to know of it."""

    def __init__(self, board: Board, progress: Progress, options: argparse.Namespace, texts: Texts) -> None:
        self.board = board
        self.progress = progress
        self.options = options
        self.texts = texts
        self.deadline = None if options.timeout is None else time.monotonic() + options.timeout
        self.clash: frozenset[Place] = frozenset()  # what contradicts each other, once that is known

    def solve(self) -> int:
        options = self.options
        if options.count and not options.json:
            return self._count()
        most = options.limit or (None if options.all else COUNTED if options.json else 2)
        found, is_complete = self._first(most, shown=options.all and not options.json)
        if options.json:
            self._print_json(found, is_complete)
        else:
            self._tell(found, is_complete)
        self._draw_files(found)
        return Exit.DONE if found else Exit.UNSAT

    # ------------------------------------------------------------------ solutions

    def _solutions(self) -> Iterator[Board]:
        from bigand.puzzles.lightup.solving import solutions

        return solutions(self.board, self.options.engine, self.deadline, self.options.keep_marks)

    def _first(self, most: int | None, shown: bool) -> tuple[list[Board], bool]:
        """The first solutions, and whether they are all; with `shown` each is printed as it comes."""
        found: list[Board] = []
        for solution in islice(self._solutions(), None if most is None else max(2, most) + 1):
            if most is not None and len(found) == max(2, most):
                return found, False
            found.append(solution)
            if shown:
                self.progress.clear()
                print(self.texts("lightup.solve.number", number=len(found)))
                self._print(solution)
            self.progress.done(len(found))
        return found, True

    def _count(self) -> int:
        from bigand.puzzles.lightup.solving import count

        number = count(self.board, self.options.engine, self.deadline, self.options.keep_marks)
        self.progress.clear()
        print(number)
        return Exit.DONE if number else Exit.UNSAT

    # ------------------------------------------------------------------ telling

    def _print(self, board: Board, places: Iterable[Place] = ()) -> None:
        coloured = wants_colour(sys.stdout, self.options.color)
        letters = has_only_letters(sys.stdout)
        for line in draw(Pointed(board, frozenset(places)), width_of_terminal(), coloured, letters):
            print(line)

    def _tell(self, found: list[Board], is_complete: bool) -> None:
        self.progress.clear()
        texts, options = self.texts, self.options
        if not found:
            self._tell_why()
        elif options.all:
            key = "lightup.solve.found_all" if is_complete else "lightup.solve.found"
            print(texts(key, count=texts.counted("solution", len(found))))
        elif options.second and len(found) > 1:
            places = differences(found[0], found[1])
            for number, solution in enumerate(found[:2], 1):
                print(texts("lightup.solve.number", number=number))
                self._print(solution, places)
            print(texts("lightup.solve.different", count=texts.counted("cell", len(places))))
        else:
            self._print(found[0])
            print(texts("lightup.solve.unique" if len(found) == 1 else "lightup.solve.multiple"))

    def _tell_why(self) -> None:
        reason = self._reason()
        self.progress.clear()
        self._print(self.board if self.options.keep_marks else self.board.puzzle, reason.places)
        texts = self.texts
        print(texts("lightup.why.none"))
        print(texts("lightup.why.minimal" if reason.is_minimal else "lightup.why.some"))
        for premise in reason.premises:
            clue = self.board[premise.place].clue
            first, last = (
                premise.cells[0] if premise.cells else premise.place,
                (premise.cells or [premise.place])[-1],
            )
            said = texts(
                f"lightup.why.{premise.demand.value}",
                clue=clue, row=first.row + 1, column=first.column + 1, last_row=last.row + 1,
                last_column=last.column + 1, place=place_text(premise.place, texts),
            )  # fmt: skip
            print(f"- {said}")

    def _reason(self) -> "Reason":
        from bigand.puzzles.lightup.why import why

        self.progress.stage("lightup.why.progress")
        deadline = self.deadline or time.monotonic() + _PATIENCE
        reason = why(self.board, self.options.keep_marks, deadline)
        self.clash = reason.places
        return reason

    def _print_json(self, found: list[Board], is_complete: bool) -> None:
        status = ("none", "unique", "multiple")[min(2, len(found))]
        answer: dict[str, object] = {
            "status": status,
            "solution": list(found[0].rows) if found else None,
            "count": len(found),
        }
        if not is_complete:
            answer["complete"] = False
        if self.options.second and len(found) > 1:
            answer["second"] = list(found[1].rows)
        if self.options.all:
            answer["solutions"] = [list(solution.rows) for solution in found]
        if not found:
            answer["why"] = [
                {
                    "demand": premise.demand.value,
                    "row": premise.place.row + 1,
                    "column": premise.place.column + 1,
                    "cells": [[cell.row + 1, cell.column + 1] for cell in premise.cells],
                }
                for premise in self._reason().premises
            ]
        self.progress.clear()
        print(json.dumps(answer, ensure_ascii=False))

    # ------------------------------------------------------------------ files

    def _draw_files(self, found: list[Board]) -> None:
        if self.options.svg:
            from bigand.puzzles.lightup.draw.svg import svg

            write_file(self.options.svg, svg(Pointed(found[0] if found else self.board, self.clash)))
        if self.options.pdf:
            from bigand.apps.cli.lightup.paper import write_sheets

            write_sheets([(self.board.puzzle, found[0] if found else None)], self.options, self.texts)


def differences(first: Board, second: Board) -> list[Place]:
    """Where two boards of one size differ."""
    pairs = zip(first.cells, second.cells, strict=True)
    return [first.place(at) for at, (one, other) in enumerate(pairs) if one != other]
