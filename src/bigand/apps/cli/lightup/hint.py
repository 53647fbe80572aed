"""`bigand lightup hint BOARD`: the next step only, and as little of it as is wanted."""

import argparse
import json
import time

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lightup.boards import add_board_options, guarded, open_board
from bigand.apps.cli.lightup.explain import print_step
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.reasoning.hints import Hint, Strength, hint_for
from bigand.puzzles.lightup.reasoning.record import record_of
from bigand.puzzles.lightup.reasoning.steps import Step
from bigand.puzzles.lightup.reasoning.telling import rule_of, technique_of, where_of


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("board", metavar="BOARD", help=texts("lightup.board"))
    parser.add_argument(
        "--strength", choices=[strength.value for strength in Strength], default=Strength.WHERE.value,
        help=texts("lightup.hint.strength"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=texts("lightup.hint.json"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("lightup.explain.timeout"))
    parser.set_defaults(brief=False)
    add_board_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    board = open_board(options.board, options, texts)
    if board is None:
        return Exit.ERRORS
    return guarded(lambda: _hint(board, options, texts), texts)


def _hint(board: Board, options: argparse.Namespace, texts: Texts) -> int:
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    hint, strength = hint_for(board, deadline), Strength(options.strength)
    sentences = hint.sentences(strength, texts)
    if options.json:
        print(json.dumps(_record(hint, strength, sentences, texts), ensure_ascii=False))
    elif hint.step is not None and strength is Strength.STEP:
        print(technique_of(hint.step, texts))
        print_step(hint.step, options, texts)
    else:
        for sentence in sentences:
            for line in texts.wrapped(sentence):
                print(line)
    return _exit(hint)


def _exit(hint: Hint) -> int:
    if hint.wrong is not None:
        return Exit.ERRORS
    return Exit.DONE if hint.step is not None or hint.is_solved else Exit.UNSAT


def _record(hint: Hint, strength: Strength, sentences: list[str], texts: Texts) -> dict[str, object]:
    record: dict[str, object] = {"status": hint.status, "strength": strength.value, "says": sentences}
    if hint.step is not None:
        record |= _told(hint.step, strength, texts)
    return record


def _told(step: Step, strength: Strength, texts: Texts) -> dict[str, object]:
    """Of the step no more than the strength allows."""
    if strength is Strength.STEP:
        return {"step": record_of(step, 1, texts)}
    told: dict[str, object] = {"where": where_of(step, texts)}
    if strength is Strength.RULE:
        told |= {"technique": step.technique.value, "name": technique_of(step, texts), "rule": rule_of(step, texts)}
    return told
