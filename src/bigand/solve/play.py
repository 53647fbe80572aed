"""Games decided: which side can win, and by which first move.

Each player has a SAT solver with his own clauses. In his turn he looks for a move with which he could still win if
the other one helped him; the other one then looks for an answer, and so on. Who has no move left has lost, and the
solver tells which values in the history are to blame. The winner keeps his move; the loser, one turn earlier,
learns never to come to such a history again (a clause), and what he needs against that very answer (a copy of his
clauses with the answer put in: Janota et al. 2012). Learnt things hold for earlier turns only, so each turn has a
guard.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from bigand.encode.game import ClauseRows, Game
from bigand.ground.columns import Array, distinct
from bigand.ground.prenex import Block
from bigand.solve.pysat_engine import clause_adder
from bigand.solve.simplify import simplify

_FEW = 3  # levels
_TRIMS = 3  # times that a reason is asked to be smaller
_EXPANDED = 2  # levels below an answer, at most, for which a copy pays
_COPIED = 4_000_000  # literals, at most, in copies of clauses
_SMALL = 20_000  # literals, which are copied in no time
_COPYING = 50  # turns of a player with as many clauses take as long


class TurnLimitError(Exception):
    """A game was not decided in as many turns as were allowed."""


class Outcome(Struct, frozen=True):
    """Who has lost, because of which values in the history, and the winner's move if it is his turn."""

    forall_lost: bool
    reason: list[int]
    move: list[int]


def choose_solver(levels: int) -> str:
    """CaDiCaL is best at finding hard moves; Glucose gives the better reasons, which long games need."""
    return "cadical195" if levels <= _FEW else "glucose4"


class Player:
    """One side: its solver, and what it has learnt."""

    def __init__(self, is_forall: bool, game: Game, solver: str) -> None:
        from pysat.solvers import Solver

        self.is_forall = is_forall
        self.clauses = game.clauses_of(is_forall)
        self.variables = game.variables
        self.copied_literals = 0
        self._has_lost = bool((np.diff(self.clauses.starts) == 0).any())
        self._solver: Any = Solver(name=solver)
        self._guards = [
            self._new_variable() for _ in game.levels
        ]  # assumed, it puts in force what was learnt for a level
        if not self._has_lost:
            self._add_rows(self.clauses, [])

    def _new_variable(self) -> int:
        self.variables += 1
        return self.variables

    def _add_rows(self, clauses: ClauseRows, guard: list[int]) -> None:
        literals, starts = clauses.literals.tolist(), clauses.starts.tolist()
        add_clause = clause_adder(self._solver)
        for first, last in pairwise(starts):
            add_clause([*guard, *literals[first:last]])

    def can_win(self, level: int, history: list[int]) -> bool:
        """Whether the player could still win with some help, by what he learnt for this level and later ones."""
        if self._has_lost:
            return False
        # The last moves first: then a reason has rather the position in it than how it came about.
        assumptions = self._guards[level:] + history[::-1]
        return bool(self._solver.solve(assumptions=assumptions))

    def winning_move(self, atoms: Array) -> list[int]:
        """The values of some atoms, as literals, with which `can_win` found that one can."""
        model = self._solver.get_model()
        return [atom if atom <= len(model) and model[atom - 1] > 0 else -atom for atom in atoms.tolist()]

    def possible_moves(self, atoms: Array, history: list[int]) -> Iterator[list[int]]:
        """All values of some atoms with which the player could still win, if he were helped."""
        guard = self._new_variable()
        while not self._has_lost and self._solver.solve(assumptions=[guard, *history[::-1]]):
            move = self.winning_move(atoms)
            yield move
            self._solver.add_clause([-guard, *[-literal for literal in move]])

    def has_other_move(self, moves: Sequence[Sequence[int]], history: list[int]) -> bool:
        """Whether the player could still win by something else than these moves."""
        if self._has_lost:
            return False
        guard = self._new_variable()
        for move in moves:
            self._solver.add_clause([-guard, *[-literal for literal in move]])
        return bool(self._solver.solve(assumptions=[guard, *history]))

    def losing_reason(self, level: int, history: list[int]) -> list[int]:
        """Literals of the history because of which the player cannot win any more."""
        for _ in range(_TRIMS):
            core = set(self._solver.get_core() or ()) if not self._has_lost else set()
            kept = [literal for literal in history if literal in core]
            if len(kept) in (0, 1, len(history)):
                return kept
            history = kept
            self.can_win(level, history)
        return history

    def forbid_history(self, level: int, reason: list[int]) -> None:
        """Learn that these literals together lose, when they come about at this level or earlier."""
        self._solver.add_clause([-self._guards[level], *[-literal for literal in reason]])

    def learn_answer(self, level: int, answer: list[int], later: Array) -> None:
        """Learn what is needed at this level against an answer; the `later` variables come after it."""
        clauses = simplify(self.clauses, answer, later)
        if clauses is None:
            self._solver.add_clause([-self._guards[level]])
            return
        used = distinct(np.abs(clauses.literals))
        used = used[later[used]]
        copies = np.arange(len(later))
        copies[used] = [self._new_variable() for _ in used]
        literals = np.sign(clauses.literals) * copies[np.abs(clauses.literals)]
        self._add_rows(ClauseRows(literals, clauses.starts), [-self._guards[level]])
        self.copied_literals += len(literals)

    def prefer(self, literals: Sequence[int]) -> None:
        self._solver.set_phases(list(literals))

    def exclude(self, values: list[int]) -> None:
        """These values together are no answer any more at the first level."""
        if values:
            self._solver.add_clause([-self._guards[0], *[-literal for literal in values]])
        else:
            self._has_lost = True

    def close(self) -> None:
        self._solver.delete()


class Play:
    """A game that is being decided."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns_left: int | None = None  # turns that may still be taken
        self.turns = 0  # taken so far
        solver = choose_solver(len(game.levels))
        self.players = (Player(False, game, solver), Player(True, game, solver))
        self._copied_answers: set[tuple[int, tuple[int, ...]]] = set()
        weights = _weights(game)
        for player in self.players:
            player.prefer(_initial_phases(game.levels, player.is_forall, weights))

    def decide(self, level: int = 0, history: Sequence[int] = ()) -> Outcome:
        """Who loses from a history on, when all levels before `level` have been played."""
        history = list(history)
        if level == len(self.game.levels):
            return self._final_outcome(history)
        player = self.players[self.game.levels[level].is_forall]
        while player.can_win(level, history):
            self.turns += 1
            if self.turns_left is not None:
                self.turns_left -= 1
                if self.turns_left < 0:
                    raise TurnLimitError
            move = player.winning_move(self.game.levels[level].atoms)
            outcome = self.decide(level + 1, history + move)
            if outcome.forall_lost != player.is_forall:
                return Outcome(
                    outcome.forall_lost, self._strip_own_choices(level, history, move, outcome.reason), move
                )
            self._learn_loss(player, level, outcome)
        return Outcome(player.is_forall, player.losing_reason(level, history), [])

    def _strip_own_choices(self, level: int, history: list[int], move: list[int], reason: list[int]) -> list[int]:
        """What of a reason is not the winner's own choice: then he wins from every such history."""
        own_literals = set(move)
        if any(literal in own_literals and self.game.is_defined[abs(literal)] for literal in reason):
            # What is defined is not chosen either: the reason is asked for anew in terms of what defines it.
            chosen = [literal for literal in move if not self.game.is_defined[abs(literal)]]
            opponent = self.players[not self.game.levels[level].is_forall]
            assert not opponent.can_win(level + 1, history + chosen)
            reason = opponent.losing_reason(level + 1, history + chosen)
        return [literal for literal in reason if literal not in own_literals]

    def _final_outcome(self, history: list[int]) -> Outcome:
        """All values are given: one of the two cannot win."""
        level = len(self.game.levels)
        for player in (self.players[1], self.players[0]):
            if not player.can_win(level, history):
                return Outcome(player.is_forall, player.losing_reason(level, history), [])
        raise AssertionError("a matrix that is true and false")

    def _learn_loss(self, player: Player, level: int, outcome: Outcome) -> None:
        player.forbid_history(level, outcome.reason)
        answer = [literal for literal in outcome.move if not self.game.is_defined[abs(literal)]]
        key = (level, tuple(answer))
        below = len(self.game.levels) - (level + 2)
        if 0 <= below <= _EXPANDED and key not in self._copied_answers and self._is_copy_worthwhile(player):
            self._copied_answers.add(key)
            player.learn_answer(level, answer, self._later_variables(level + 1))

    def _is_copy_worthwhile(self, player: Player) -> bool:
        """Whether a copy is worth its while.

        Short games are decided by little else. In a long one it is most often of no use, so that a large one
        should cost no more than all turns until now.
        """
        literals = len(player.clauses.literals)
        is_cheap = len(self.game.levels) <= _FEW or literals <= _SMALL
        is_paid = is_cheap or _COPYING * (player.copied_literals + literals) <= self.turns * literals
        return is_paid and player.copied_literals < _COPIED

    def _later_variables(self, level: int) -> Array:
        """Variables that get their values after the moves of a level: atoms of later ones, and auxiliary ones."""
        later = np.ones(self.game.variables + 1, dtype=np.bool_)
        for block in self.game.levels[: level + 1]:
            later[block.atoms] = False
        atoms = self.game.levels[level].atoms
        later[atoms[self.game.is_defined[atoms]]] = True  # what an answer defines follows from the history
        return later

    def exclude(self, values: list[int]) -> None:
        """The first player may not begin with these values any more."""
        self.players[0].exclude(values)

    def prefer(self, literals: Sequence[int]) -> None:
        """Values that `exists` tries first."""
        self.players[0].prefer(literals)

    def close(self) -> None:
        for player in self.players:
            player.close()


def _weights(game: Game) -> Array:
    """For each variable how much rather true than false makes the matrix true: short clauses count more."""
    weights = np.zeros(game.variables + 1)
    sizes = np.diff(game.supporting.starts)
    literals = game.supporting.literals
    np.add.at(weights, np.abs(literals), np.sign(literals) * 0.5 ** np.minimum(sizes, 60)[game.supporting.owners])
    return weights


def _initial_phases(levels: tuple[Block, ...], is_forall: bool, weights: Array) -> list[int]:
    """The literals that a player tries first."""
    atoms = np.concatenate([np.empty(0, dtype=np.int64), *[b.atoms for b in levels if b.is_forall == is_forall]])
    positive = (weights[atoms] >= 0) != is_forall
    literals: list[int] = np.where(positive, atoms, -atoms).tolist()
    return literals
