"""A winning strategy: an answer to each move of the other side, until nothing can go wrong any more.

`exists` wins if the formula is true, `forall` if it is false. The other side's moves are all those with which it
could still win with cooperation; any other move loses at once, whatever follows. A strategy is checked before it is
shown: another solver checks that no move is missing and that every end is won, and where all values are assigned,
the formula is evaluated.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from bigand.encode.game import Game, block_index_by_atom, build_game
from bigand.encode.quantified_clauses import QuantifiedClauses
from bigand.solve.quantifiers.decider import Decider
from bigand.solve.quantifiers.play import Player, choose_solver
from bigand.solve.session import LimitError, SolverError
from bigand.solve.verification import evaluate

MAX_MOVES = 20_000
_CHECKER = "minisat22"


class Turn(Struct, frozen=True):
    """The winner's move, and its turn after each move of the other side.

    Moves are literals of the clauses, for all atoms of a block; those of the other side omit irrelevant atoms, so
    that a move represents all moves with these values. `move` is empty if the other side begins; both are empty
    when nothing can go wrong any more.
    """

    move: tuple[int, ...]
    answers: "tuple[tuple[tuple[int, ...], Turn], ...]"


class Strategy(Struct, frozen=True):
    """The winner and their strategy."""

    forall_wins: bool
    first: Turn


_END = Turn((), ())


def find_strategy(quantified: QuantifiedClauses, max_moves: int = MAX_MOVES) -> Strategy:
    """Return the winner's strategy, checked; raises `LimitError` above `max_moves` moves."""
    if quantified.compiled.clauses.has_empty_clause:
        return Strategy(True, _END)
    # A quantified atom is its player's choice, even if a definition leaves only one sensible value.
    open_game = build_game(quantified, only_free=True)
    decider = Decider(build_game(quantified))
    try:
        forall_wins = not decider.decide().forall_lost
        strategy = Strategy(
            forall_wins, _StrategyBuilder(decider, open_game, quantified, forall_wins, max_moves).build_turn(0, [])
        )
    finally:
        decider.close()
    _StrategyChecker(open_game, quantified, forall_wins).check(strategy.first, [])
    return strategy


class _StrategyBuilder:
    """Follows the winner through all replies of the other side."""

    def __init__(
        self, decider: Decider, open_game: Game, quantified: QuantifiedClauses, forall_wins: bool, max_moves: int
    ) -> None:
        self.decider = decider
        self.blocks = quantified.blocks
        self.block_of = block_index_by_atom(quantified.blocks, quantified.compiled.clauses.atoms)
        self.forall_wins = forall_wins
        self.opponent = Player(not forall_wins, open_game, choose_solver(len(self.blocks)))
        self.is_relevant = np.zeros(open_game.variables + 1, dtype=np.bool_)
        for is_forall in (False, True):
            self.is_relevant[np.abs(open_game.clauses_of(is_forall).literals)] = True
        self.max_moves = max_moves
        self.move_count = 0

    def build_turn(self, level: int, history: list[int]) -> Turn:
        end = len(self.blocks)
        if level == end or not self.opponent.can_win(end, self._history_before(level, history)):
            return _END
        move: tuple[int, ...] = ()
        if self.blocks[level].is_forall == self.forall_wins:
            outcome = self.decider.decide(level, history)
            assert outcome.forall_lost != self.forall_wins
            history = history + outcome.move
            move, level = self._block_move(level, history), level + 1
        return Turn(move, tuple(self._build_answers(level, history)) if level < end else ())

    def _build_answers(self, level: int, history: list[int]) -> Iterator[tuple[tuple[int, ...], Turn]]:
        replies = []
        atoms = self.blocks[level].atoms
        for reply in self.opponent.possible_moves(
            atoms[self.is_relevant[atoms]], self._history_before(level, history)
        ):
            replies.append(reply)
            self.move_count += 1
            if self.move_count > self.max_moves:
                raise LimitError("strategy.large", count=str(self.max_moves))
        replies.sort(key=lambda reply: [literal < 0 for literal in reply])
        for reply in replies:
            history_literals = set(history)  # a value known before its turn stays
            after = history + [
                literal for literal in reply if -literal not in history_literals and literal not in history_literals
            ]
            yield tuple(reply), self.build_turn(level + 1, after)

    def _history_before(self, level: int, history: list[int]) -> list[int]:
        """Return the literals of a history that were played in blocks before a level, not just derived early."""
        return [literal for literal in history if self.block_of[abs(literal)] < level]

    def _block_move(self, level: int, history: list[int]) -> tuple[int, ...]:
        """Return the values of the atoms of a block; some of them may have been known earlier."""
        history_literals = set(history)
        return tuple([atom if atom in history_literals else -atom for atom in self.blocks[level].atoms.tolist()])


class _StrategyChecker:
    """Checks a strategy without the game: by evaluation, and with another solver."""

    def __init__(self, game: Game, quantified: QuantifiedClauses, forall_wins: bool) -> None:
        self.quantified = quantified
        self.forall_wins = forall_wins
        self.player = Player(not forall_wins, game, _CHECKER)

    def check(self, turn: Turn, path: list[int]) -> None:
        path = [*path, *turn.move]
        if len(path) == self.quantified.compiled.clauses.atoms:
            self._ensure(self._evaluate_matrix(path) != self.forall_wins)
            return
        self._ensure(not self.player.has_other_move([answer for answer, _ in turn.answers], path))
        for answer, after in turn.answers:
            self.check(after, [*path, *answer])

    def _evaluate_matrix(self, path: list[int]) -> bool:
        true = np.zeros(self.quantified.compiled.clauses.atoms + 1, dtype=np.bool_)
        true[[literal for literal in path if literal > 0]] = True
        truth = true[self.quantified.compiled.atom_numbers]
        return all([bool(evaluate(ground, truth).all()) for ground in self.quantified.matrix])

    def _ensure(self, holds: bool) -> None:
        if not holds:
            raise SolverError("solver.lied_quantified")
