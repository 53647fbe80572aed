"""Proofs of Light Up: reading a file and checking it, by size; and every rule once on a position."""

from collections.abc import Iterator
from functools import partial

from bench.lightup import ids
from bench.measure import median_seconds
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.position import EVERYWHERE, Position
from bigand.puzzles.lightup.proof import Draft, check
from bigand.puzzles.lightup.proof.files import read_proof, write_proof
from bigand.puzzles.lightup.rules import CONTRADICTIONS, DIRECT
from bigand.source.document import Document


def direct_proof(board: Board) -> Draft:
    """The proof by direct rules, a step for each place where one applies, as far as they lead."""
    draft, position = Draft(board), Position.from_board(board)
    node, before = draft.root, None
    while position != before:
        before = position
        for rule in DIRECT:
            for found in list(rule.conclusions(position, EVERYWHERE)):
                bulbs, dots = found.bulbs & position.unknown, found.dots & position.unknown
                if bulbs | dots:
                    node = draft.add_direct(node, rule, bulbs, dots)
                    position = position.with_marks(bulbs, dots)
    return draft


def check_table() -> Iterator[str]:
    for size in ("7x7", "14x14", "30x30", "50x50"):
        document = Document("proof", write_proof(direct_proof(Board(ids(size)[0])).proof))
        read, (proof, found) = median_seconds(partial(read_proof, document))
        seconds, verdict = median_seconds(partial(check, proof, file_objections=found))
        assert verdict.accepted
        yield f"{size:>7}  {len(proof.steps):5} steps  read {1000 * read:7.1f} ms  check {1000 * seconds:7.1f} ms"


def conclusions(positions: list[Position]) -> int:
    """How many there are in all."""
    rules = (*CONTRADICTIONS, *DIRECT)
    return sum([1 for rule in rules for position in positions for _ in rule.conclusions(position, EVERYWHERE)])


def rules_table() -> Iterator[str]:
    for size in ("14x14", "30x30"):
        positions = [Position.from_board(Board(text)) for text in ids(size)[:20]]
        seconds, _ = median_seconds(partial(conclusions, positions))
        yield f"{size:>7}  {1000 * seconds / len(positions):7.3f} ms a position"


TABLES = {
    "lightup proofs: an easy board by direct rules, read and checked": check_table,
    "lightup rules: all contradictions and direct rules on a position": rules_table,
}
