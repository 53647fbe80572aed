"""Read moves: `1>3 2>1`, in columns as `solve` prints them, or its JSON."""

import json
import re
from collections.abc import Sequence
from typing import Any

from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant, allowed_pour_between, apply_pour, find_refusal
from bigand.puzzles.watersort.questions import RefusedMove
from bigand.source.error import UsageError

# With an optional number before it, as `solve` prints moves in columns.
_MOVE = re.compile(r"(?:(\d{1,6})\.\s+)?(\d{1,6})\s*(?:>|→|-+>?|:)\s*(\d{1,6})")
_COLOUR_WORD = re.compile(r"[^\W\d_][\w-]*")  # the colour that `solve` prints after a move
_SEPARATORS = re.compile(r"[\s,;]*")


def read_moves(text: str) -> list[tuple[int, int]]:
    """Read the moves of a text; tubes are counted from 1."""
    moves = _parse_json_moves(text) if text.lstrip()[:1] in ("[", "{") else _parse_text_moves(text)
    if moves is None:
        raise UsageError("watersort.moves.unreadable", found=" ".join(text.split())[:40])
    return moves


def _parse_text_moves(text: str) -> list[tuple[int, int]] | None:
    moves = list(_MOVE.finditer(text))
    if all([move[1] for move in moves]):
        moves.sort(key=lambda move: int(move[1]))
    pairs = [(int(move[2]), int(move[3])) for move in moves]
    leftover = _COLOUR_WORD.sub("", _MOVE.sub("", text))
    return pairs if _SEPARATORS.fullmatch(leftover) and (pairs or not text.strip()) else None


def _parse_json_moves(text: str) -> list[tuple[int, int]] | None:
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    plan = content.get("plan") if isinstance(content, dict) else content
    if not isinstance(plan, list):
        return None
    pairs = [_parse_pair(move) for move in plan]
    return None if None in pairs else [pair for pair in pairs if pair is not None]


def _parse_pair(move: Any) -> tuple[int, int] | None:
    ends = [move.get("from"), move.get("to")] if isinstance(move, dict) else move
    if not (isinstance(ends, list) and len(ends) == 2 and all(isinstance(end, int) for end in ends)):
        return None
    return ends[0], ends[1]


def play_moves(level: Level, moves: Sequence[tuple[int, int]], rule: Variant) -> tuple[Level, RefusedMove | None]:
    """Play moves up to the first that is not allowed; return the level then, and the refused move."""
    for number, (source, target) in enumerate(moves, 1):
        pour = allowed_pour_between(level, source - 1, target - 1, rule)
        if pour is None:
            reason = find_refusal(level, source - 1, target - 1)
            assert reason is not None
            return level, RefusedMove(move=number, reason=reason, source=source, target=target)
        level = apply_pour(level, pour)
    return level, None
