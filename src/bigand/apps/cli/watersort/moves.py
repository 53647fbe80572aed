"""Moves on the command line: `1>3 2>1` as `solve` prints them, a file with such, or its JSON."""

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bigand.apps.cli.files import open_word
from bigand.apps.cli.texts import Texts
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Refusal, Rule, pour_between, poured, refusal

# With a number before it, as `solve` has them in columns.
_MOVE = re.compile(r"(?:(\d{1,6})\.\s+)?(\d{1,6})\s*(?:>|→|-+>?|:)\s*(\d{1,6})")
_WORD = re.compile(r"[^\W\d_][\w-]*")  # the colour that it tells beside
_BETWEEN = re.compile(r"[\s,;]*")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of some moves: the level after those that were allowed, and why the next was not."""

    level: Level
    count: int
    move: tuple[int, int] | None = None
    refusal: Refusal | None = None

    def told(self, texts: Texts) -> str:
        """Why the next move is not allowed."""
        assert self.refusal is not None
        assert self.move is not None
        source, target = self.move
        number = source if not 0 <= source < len(self.level.tubes) else target
        tubes = self.level.tubes
        colours = [tubes[at][-1] if 0 <= at < len(tubes) and tubes[at] else "" for at in self.move]
        reason = texts(
            f"watersort.refusal.{self.refusal}",
            number=number + 1, source=source + 1, target=target + 1, colour=colours[0], other=colours[1],
        )  # fmt: skip
        return texts(
            "watersort.check.refused", number=self.count + 1, move=f"{source + 1}>{target + 1}", reason=reason
        )


def add_moves_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--moves", metavar="MOVES", help=texts("watersort.moves"))


def read_moves(options: argparse.Namespace, texts: Texts) -> list[tuple[int, int]] | None:
    """The moves asked for, tubes counted from 0; None if they cannot be read (which is told)."""
    if options.moves is None:
        return []
    text = open_word(options.moves, "MOVES")[0].text
    found = _of_json(text) if text.lstrip()[:1] in ("[", "{") else _of_text(text)
    if found is None:
        texts.complain("watersort.moves.unreadable", found=" ".join(text.split())[:40])
    return found


def _of_text(text: str) -> list[tuple[int, int]] | None:
    moves = list(_MOVE.finditer(text))
    if all([move[1] for move in moves]):
        moves.sort(key=lambda move: int(move[1]))
    found = [(int(move[2]) - 1, int(move[3]) - 1) for move in moves]
    rest = _WORD.sub("", _MOVE.sub("", text))
    return found if _BETWEEN.fullmatch(rest) and (found or not text.strip()) else None


def _of_json(text: str) -> list[tuple[int, int]] | None:
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    plan = content.get("plan") if isinstance(content, dict) else content
    if not isinstance(plan, list):
        return None
    pairs = [_pair(one) for one in plan]
    return None if None in pairs else [pair for pair in pairs if pair is not None]


def _pair(move: Any) -> tuple[int, int] | None:
    ends = [move.get("from"), move.get("to")] if isinstance(move, dict) else move
    if not (isinstance(ends, list) and len(ends) == 2 and all(isinstance(end, int) for end in ends)):
        return None
    return ends[0] - 1, ends[1] - 1


def play(level: Level, moves: Sequence[tuple[int, int]], rule: Rule) -> Played:
    """Make the moves, up to the first that is not allowed."""
    for count, (source, target) in enumerate(moves):
        pour = pour_between(level, source, target, rule)
        if pour is None:
            return Played(level, count, (source, target), refusal(level, source, target))
        level = poured(level, pour)
    return Played(level, len(moves))
