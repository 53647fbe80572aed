"""`bigand lightup check BOARD`: what is wrong with the marks, or still to be done; never where the bulbs go."""

import argparse
import json
import sys
import time

from bigand.apps.cli.colour import wants_colour
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lightup.boards import (
    add_board_options,
    guarded,
    has_only_letters,
    open_board,
    width_of_terminal,
)
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.terminal import draw
from bigand.puzzles.lightup.findings import Finding, Kind
from bigand.puzzles.lightup.places import place_text, places_text


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument("--can-finish", action="store_true", help=texts("lightup.check.can_finish"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.check.json"))
    add_board_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    board = open_board(options.board, options, texts)
    if board is None:
        return Exit.ERRORS
    return guarded(lambda: _check(board, options, texts), texts)


def _check(board: Board, options: argparse.Namespace, texts: Texts) -> int:
    from bigand.puzzles.lightup.check import check

    findings = check(board)
    wrong = [finding for finding in findings if finding.kind.is_wrong]
    can_finish = _can_finish(board, options) if options.can_finish else None
    if options.json:
        _print_json(findings, can_finish)
    else:
        _print(board, findings, can_finish, options, texts)
    return Exit.ERRORS if wrong else Exit.UNSAT if findings else Exit.DONE


def _can_finish(board: Board, options: argparse.Namespace) -> bool:
    """Whether the marks can still become a solution; nothing is told of it."""
    from bigand.puzzles.lightup.solving import solutions

    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    return next(solutions(board, deadline=deadline, keep_marks=True), None) is not None


def _print(
    board: Board, findings: list[Finding], can_finish: bool | None, options: argparse.Namespace, texts: Texts
) -> None:
    wrong = [finding for finding in findings if finding.kind.is_wrong]
    pointed = Pointed(board, frozenset([finding.place for finding in wrong]))
    coloured = wants_colour(sys.stdout, options.color)
    for line in draw(pointed, width_of_terminal(), coloured, has_only_letters(sys.stdout)):
        print(line)
    for finding in findings:
        if finding.kind is not Kind.DARK:
            print(_sentence(finding, texts))
    dark = [finding.place for finding in findings if finding.kind is Kind.DARK]
    if dark:
        for line in texts.wrapped(texts("lightup.check.dark", places=places_text(dark, texts))):
            print(line)
    print(_summary(findings, texts))
    if can_finish is not None:
        print(texts("lightup.check.finishable" if can_finish else "lightup.check.unfinishable"))


def _sentence(finding: Finding, texts: Texts) -> str:
    others = places_text(finding.others, texts)
    bulbs = texts.counted("bulb", finding.found)
    said = texts(f"lightup.check.{finding.kind.value}", others=others, bulbs=bulbs, wanted=finding.wanted)
    return texts("lightup.check.finding", place=place_text(finding.place, texts), said=said)


def _summary(findings: list[Finding], texts: Texts) -> str:
    wrong = sum([finding.kind.is_wrong for finding in findings])
    if wrong:
        return texts("lightup.check.is_wrong", count=texts.counted("mistake", wrong))
    return texts("lightup.check.is_open" if findings else "lightup.check.is_solved")


def _print_json(findings: list[Finding], can_finish: bool | None) -> None:
    shown = [
        {
            "kind": finding.kind.value,
            "wrong": finding.kind.is_wrong,
            "row": finding.place.row + 1,
            "column": finding.place.column + 1,
            "others": [[other.row + 1, other.column + 1] for other in finding.others],
            **({"found": finding.found, "wanted": finding.wanted} if finding.wanted or finding.found else {}),
        }
        for finding in findings
    ]
    status = "solved" if not findings else "wrong" if any(one["wrong"] for one in shown) else "open"
    answer: dict[str, object] = {"status": status, "findings": shown}
    if can_finish is not None:
        answer["can_finish"] = can_finish
    print(json.dumps(answer, ensure_ascii=False))
