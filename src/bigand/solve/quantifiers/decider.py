"""Decide a game with whichever method suits it: play for a while, then eliminate, then play on.

The budgets depend only on the game, not on a clock, so the same game is always decided in the same way and by the
same moves. Both methods get similar budgets, so the total cost is at most about twice that of the better one.
"""

from collections.abc import Sequence

from bigand.encode.game import Game
from bigand.solve.quantifiers.elimination import Elimination, TooLargeError
from bigand.solve.quantifiers.play import Outcome, Play, TurnLimitError

_BUDGETS = (  # literals in the players' clauses times turns; comparisons of clauses
    (8_000_000, 16_000_000),
    (20_000_000, 160_000_000),
    (200_000_000, 1_600_000_000),
)


class Decider:
    """A game being decided."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._play: Play | Elimination = Play(game)
        self._elimination: Elimination | None = None  # created after playing for a while
        self._size = 1 + sum([len(game.clauses_of(is_forall).literals) for is_forall in (False, True)])
        self._budgets = list(_BUDGETS)
        self._excluded: list[list[int]] = []
        self._preferred: Sequence[int] = ()

    def decide(self, level: int = 0, history: Sequence[int] = ()) -> Outcome:
        """Return who loses after `history`, which covers all levels before `level`, and the winner's move."""
        while isinstance(self._play, Play) and self._budgets:
            turns, comparisons = self._budgets[0]
            self._play.turns_left = turns // self._size
            try:
                return self._play.decide(level, history)
            except TurnLimitError:
                del self._budgets[0]
                self._play.turns_left = None
                self._eliminate(comparisons)
        return self._play.decide(level, history)

    def _eliminate(self, comparisons: int) -> None:
        """Eliminate for a while; if that finishes, use only its result, and if it grows too large, give it up."""
        if self._elimination is None:
            self._elimination = Elimination(self.game)
        try:
            is_done = self._elimination.run(comparisons)
        except TooLargeError:
            self._budgets.clear()
            return
        if is_done:
            self._play.close()
            self._play = self._elimination
            self._play.prefer(self._preferred)
            for values in self._excluded:
                self._play.exclude(values)

    def exclude(self, values: list[int]) -> None:
        """Forbid these values as the first player's first move."""
        self._excluded.append(values)
        self._play.exclude(values)

    def prefer(self, literals: Sequence[int]) -> None:
        """Set values that `exists` tries first."""
        self._preferred = literals
        self._play.prefer(literals)

    def close(self) -> None:
        self._play.close()
