"""What the commands about proofs share: the rules that may be used, the board that was asked for."""

import argparse
from collections.abc import Callable

from bigand.command.options import Limited
from bigand.command.texts import Texts, natural_number
from bigand.puzzles.lightup.board import MOST_CELLS
from bigand.puzzles.lightup.commands.boards import BoardAsker
from bigand.puzzles.lightup.questions import Given, JudgeProof


class ProofOptions(Limited):
    """What a proof is to be about, and what it may use."""

    only_rules: tuple[str, ...] | None
    board: str | None
    max_cells: int

    def asked(self, asker: BoardAsker) -> Given | None:
        """The board that was asked for."""
        if self.board is None:
            return None
        return Given(text=asker.open_board(self.board), max_cells=self.max_cells)

    def question(self, proof: str, asked: Given | None) -> JudgeProof:
        return JudgeProof(
            proof=proof,
            asked=asked,
            only_rules=self.only_rules,
            max_cells=self.max_cells,
            limits=self.limits,
        )


def add_proof_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_only_rules_option(parser, texts)
    parser.add_argument("--board", metavar="BOARD", help=texts("lightup.check-proof.board"))
    parser.add_argument(
        "--max-cells", type=natural_number(texts), default=MOST_CELLS, metavar="N",
        help=texts("lightup.check-proof.max_cells", default=MOST_CELLS),
    )  # fmt: skip


def add_only_rules_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    told = texts("lightup.check-proof.only")
    parser.add_argument("--only-rules", type=rules_in(texts), metavar="NAME,…", help=told)


def rules_in(texts: Texts) -> Callable[[str], tuple[str, ...]]:
    """What reads a list of rules, for argparse: their ids; they have names in the language of the user, too."""

    def read(word: str) -> tuple[str, ...]:
        from bigand.puzzles.lightup.rules import RULES, plain, rule_named

        own = {plain(texts(f"lightup.rule.{rule.key}.name")): rule for rule in RULES}
        ids = []
        for name in [part.strip() for part in word.split(",") if part.strip()]:
            rule = rule_named(name) or own.get(plain(name))
            if rule is None:
                names = ", ".join([rule.name for rule in RULES])
                raise argparse.ArgumentTypeError(texts("lightup.only.unknown", name=name[:60], names=names))
            ids.append(rule.id)
        return tuple(ids)

    return read
