"""A winning strategy as a tree of lines: a move of the other side, an arrow, the answer; deeper what follows.

    take(1,1)
    ├─ take(2,1) → take(3,3)
    └─ take(2,2) → take(3,2)

A move is shown by its true atoms; a small one without any by its negated ones, a larger one by ∅. A ✓ is where
nothing can go wrong any more, a * any move.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from bigand.encode.quantified import QuantifiedClauses
from bigand.solve.strategy import Strategy, Turn

_FEW = 3  # atoms


class Moves(Struct, frozen=True):
    """How moves are shown: by names, only those that somebody quantified and wants to see."""

    names: Sequence[str]
    free: frozenset[int]
    is_wanted: Callable[[str], bool]

    def parted(self, move: Sequence[int]) -> tuple[list[str], list[str]]:
        """The names of the true and of the false atoms."""
        named = [(self.names[abs(literal) - 1], literal > 0) for literal in move if abs(literal) not in self.free]
        kept = [(name, value) for name, value in named if self.is_wanted(name)]
        return [name for name, value in kept if value], [name for name, value in kept if not value]

    def show(self, move: Sequence[int]) -> str:
        true, false = self.parted(move)
        if true or len(false) > _FEW:
            return ", ".join(true) or "∅"
        return ", ".join([f"not {name}" for name in false])


def moves_of(quantified: QuantifiedClauses, is_wanted: Callable[[str], bool] = lambda _name: True) -> Moves:
    """How the moves of a file are shown."""
    return Moves(quantified.compiled.names, frozenset(quantified.free.tolist()), is_wanted)


def strategy_lines(strategy: Strategy, moves: Moves, depth: int | None = None) -> Iterator[str]:
    """The lines of a strategy, down to so many answers."""
    if moves.show(strategy.first.move):
        yield moves.show(strategy.first.move)
    elif not strategy.first.answers:
        yield "✓"
    if depth != 0:
        yield from _below(strategy.first, "", moves, depth)


def _below(turn: Turn, margin: str, moves: Moves, depth: int | None) -> Iterator[str]:
    for at, (move, then) in enumerate(turn.answers):
        is_last = at == len(turn.answers) - 1
        answer = moves.show(then.move) or ("" if then.answers else "✓")
        is_cut = depth is not None and depth <= 1 and then.answers
        arrow = f" → {answer}" if answer else ""
        yield f"{margin}{'└─' if is_last else '├─'} {moves.show(move) or '*'}{arrow}{' …' if is_cut else ''}"
        if not is_cut:
            deeper = margin + ("   " if is_last else "│  ")
            yield from _below(then, deeper, moves, None if depth is None else depth - 1)


def omits_moves(strategy: Strategy) -> bool:
    """Whether the other side has moves somewhere that are not listed, as it loses with them at once."""
    stack = [strategy.first]
    while stack:
        turn = stack.pop()
        if turn.answers and len(turn.answers) < 1 << len(turn.answers[0][0]):
            return True
        stack += [then for _, then in turn.answers]
    return False
