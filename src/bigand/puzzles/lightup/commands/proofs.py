"""What the commands about proofs share: the rules that may be used, the board that was asked for."""

import argparse
from collections.abc import Callable
from typing import Any

from bigand.command.options import LimitOptions, OptionGroup, number_option, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.board import MAX_REASONING_CELLS
from bigand.puzzles.lightup.commands.boards import BoardAsker
from bigand.puzzles.lightup.questions import BoardInput, JudgeProof


def rules_reader(texts: Texts) -> Callable[[str], tuple[str, ...]]:
    """What reads a list of rules, for argparse: their ids; they have names in the language of the user, too."""

    def read(word: str) -> tuple[str, ...]:
        from bigand.puzzles.lightup.rules import RULES, find_rule, normalize_name

        rules_by_title = {normalize_name(texts(f"lightup.rule.{rule.key}.name")): rule for rule in RULES}
        ids = []
        for name in [part.strip() for part in word.split(",") if part.strip()]:
            rule = find_rule(name) or rules_by_title.get(normalize_name(name))
            if rule is None:
                names = ", ".join([rule.name for rule in RULES])
                raise argparse.ArgumentTypeError(texts("lightup.only.unknown", name=name[:60], names=names))
            ids.append(rule.id)
        return tuple(ids)

    return read


ONLY_RULES: Any = option(help_text="lightup.check-proof.only", reads=rules_reader, metavar="NAME,…")


class ProofTaskOptions(OptionGroup):
    """What a proof is to be about, and what it may use."""

    only_rules: tuple[str, ...] | None = ONLY_RULES
    board: str | None = option(help_text="lightup.check-proof.board", metavar="BOARD")
    max_cells: int = number_option(
        help_text=lambda texts: texts("lightup.check-proof.max_cells", default=MAX_REASONING_CELLS),
        default=MAX_REASONING_CELLS,
    )


class ProofOptions(ProofTaskOptions, LimitOptions):
    """The same, and what a question about it is."""

    def board_input(self, asker: BoardAsker) -> BoardInput | None:
        """The board that was asked for."""
        if self.board is None:
            return None
        return BoardInput(text=asker.open_board(self.board), max_cells=self.max_cells)

    def question(self, proof: str, board_input: BoardInput | None) -> JudgeProof:
        return JudgeProof(
            proof=proof,
            asked=board_input,
            only_rules=self.only_rules,
            max_cells=self.max_cells,
            limits=self.limits,
        )
