"""What the commands about proofs share: reading a file, the rules that may be used."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from bigand.apps.cli.files import open_document
from bigand.apps.cli.lightup.boards import document_of
from bigand.apps.cli.texts import Texts, natural_number
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.formats import legup, read_board
from bigand.puzzles.lightup.position import MOST_CELLS
from bigand.puzzles.lightup.proof import Goal, Proof, Verdict, check
from bigand.puzzles.lightup.proof.assignment import judge_assignment
from bigand.puzzles.lightup.proof.reader import read_proof
from bigand.puzzles.lightup.rules import RULES, Rule, plain, rule_named
from bigand.solve.session import LimitError
from bigand.source import render

_LARGEST = 64  # MB


def add_proof_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument(
        "--only-rules", type=rules_in(texts), metavar="NAME,…", help=texts("lightup.check-proof.only")
    )
    parser.add_argument("--board", metavar="BOARD", help=texts("lightup.check-proof.board"))
    parser.add_argument(
        "--max-cells", type=natural_number(texts), default=MOST_CELLS, metavar="N",
        help=texts("lightup.check-proof.max_cells", default=MOST_CELLS),
    )  # fmt: skip


def rules_in(texts: Texts) -> Callable[[str], tuple[Rule, ...]]:
    """What reads a list of rules, for argparse; they have names in the language of the user, too."""
    own = {plain(texts(f"lightup.rule.{rule.key}.name")): rule for rule in RULES}

    def read(word: str) -> tuple[Rule, ...]:
        found = []
        for name in [part.strip() for part in word.split(",") if part.strip()]:
            rule = rule_named(name) or own.get(plain(name))
            if rule is None:
                names = ", ".join([rule.name for rule in RULES])
                raise argparse.ArgumentTypeError(texts("lightup.only.unknown", name=name[:60], names=names))
            found.append(rule)
        return tuple(found)

    return read


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a proof is to be about, if anything was asked for."""

    board: Board | None = None
    goal: Goal | None = None


def assignment_of(options: argparse.Namespace, texts: Texts) -> Assignment | None:
    """What `--board` asks for; nothing if it is no board, which is told."""
    if options.board is None:
        return Assignment()
    document, _ = document_of(options.board)
    try:
        if legup.recognise(document.text.strip()):
            proof, _ = read_proof(document, options.max_cells)
            return Assignment(proof.board, proof.goal)
        return Assignment(read_board(document, limit=options.max_cells))
    except BoardError as error:
        print(render.for_people(error.diagnostic, error.document, texts.language), file=sys.stderr, end="")
        return None


def checked_file(name: str, asked: Assignment, options: argparse.Namespace) -> tuple[Proof, Verdict]:
    """The proof of a file and the verdict on it; a `BoardError` for a file without a board."""
    document = open_document(name)
    if len(document.text) > _LARGEST << 20:
        raise LimitError("lightup.check-proof.too_large", limit=str(_LARGEST))
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    proof, found = read_proof(document, options.max_cells)
    if asked.board is not None:
        found += judge_assignment(proof, asked.board, asked.goal)
    return proof, check(proof, options.only_rules, found, deadline)
