"""A winning strategy as a value, and as a tree of lines: a move, an arrow, the reply; below it, what follows.

    take(1,1)
    ├─ take(2,1) → take(3,3)
    └─ take(2,2) → take(3,2)

A move is shown by its true atoms; without any, by its negated atoms if these are few, else by ∅. A ✓ marks a
position that is surely won, a * any move.
"""

from collections.abc import Iterator

from msgspec import Struct

_MAX_NEGATED = 3  # atoms shown


class Move(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The atoms that a player makes true and false."""

    true: tuple[str, ...]
    false: tuple[str, ...]

    def matches(self, true: set[str]) -> bool:
        """Whether a player who makes exactly the atoms in `true` true makes this move."""
        return true.issuperset(self.true) and true.isdisjoint(self.false)

    def __str__(self) -> str:
        if self.true or len(self.false) > _MAX_NEGATED:
            return ", ".join(self.true) or "∅"
        return ", ".join([f"not {name}" for name in self.false])


class Turn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The winner's move, and the replies to each move of the other side."""

    move: Move | None
    answers: "tuple[Reply, ...]"

    def __str__(self) -> str:
        return str(self.move or "")


class Reply(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of the other side, and the winner's next turn."""

    to: Move
    then: Turn


def strategy_lines(first: Turn, depth: int | None = None) -> Iterator[str]:
    """Yield the lines of a strategy, down to `depth` replies."""
    if str(first) or not first.answers:
        yield str(first) or "✓"
    if depth != 0:
        yield from _reply_lines(first, "", depth)


def _reply_lines(turn: Turn, margin: str, depth: int | None) -> Iterator[str]:
    for index, reply in enumerate(turn.answers):
        is_last = index == len(turn.answers) - 1
        then = reply.then
        answer = str(then) or ("" if then.answers else "✓")
        is_cut = depth is not None and depth <= 1 and then.answers
        arrow = f" → {answer}" if answer else ""
        yield f"{margin}{'└─' if is_last else '├─'} {str(reply.to) or '*'}{arrow}{' …' if is_cut else ''}"
        if not is_cut:
            yield from _reply_lines(
                then, margin + ("   " if is_last else "│  "), None if depth is None else depth - 1
            )
