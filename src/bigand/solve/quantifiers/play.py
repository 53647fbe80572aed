"""Decide games by playing: which side can win, and with which first move.

Each player has a SAT solver with its own clauses. On its turn, it searches for a move with which it could still win
if the other side cooperated; then the other side searches for a reply, and so on. A player without a move has lost,
and the solver reports the responsible values in the history. The winner keeps its move; the loser, one turn
earlier, learns to avoid such histories (a clause), and what it needs against that particular answer (a copy of its
clauses with the answer substituted: Janota et al. 2012). What is learnt holds only for earlier turns, so each turn
has a guard.

`simplify` reduces the clauses that are copied.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from bigand.encode.game import ClauseRows, Game
from bigand.ground.columns import Array, sorted_distinct
from bigand.ground.prenex import Block
from bigand.solve.engines.pysat import clause_adder

_SHORT_GAME = 3  # levels of a short game
_MAX_TRIMS = 3  # attempts to shrink a reason
_MAX_LEVELS_BELOW = 2  # maximum number of levels below an answer for which a copy pays off
_MAX_COPIED_LITERALS = 4_000_000  # maximum number of literals in copies of clauses
_CHEAP_LITERALS = 20_000  # literals that are copied in no time
_COPY_COST = 50  # the cost of copying, in turns of a player with as many clauses


class TurnLimitError(Exception):
    """The game was not decided within the turns allowed."""


class Outcome(Struct, frozen=True):
    """Who has lost, the values in the history responsible for it, and the winner's move if it is their turn."""

    forall_lost: bool
    reason: list[int]
    move: list[int]


def choose_solver(levels: int) -> str:
    """Choose a solver: CaDiCaL is best at finding hard moves; Glucose gives the better reasons for long games."""
    return "cadical195" if levels <= _SHORT_GAME else "glucose4"


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
        # Assuming a level's guard enables what was learnt for that level.
        self._guards = [self._new_variable() for _ in game.levels]
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
        """Return whether the player could win with cooperation, given what it learnt for this and later levels."""
        if self._has_lost:
            return False
        # Last moves first: then a reason contains the position rather than how it came about.
        assumptions = self._guards[level:] + history[::-1]
        return bool(self._solver.solve(assumptions=assumptions))

    def winning_move(self, atoms: Array) -> list[int]:
        """Return the values of some atoms, as literals, in the win that `can_win` found."""
        model = self._solver.get_model()
        return [atom if atom <= len(model) and model[atom - 1] > 0 else -atom for atom in atoms.tolist()]

    def possible_moves(self, atoms: Array, history: list[int]) -> Iterator[list[int]]:
        """Yield all values of some atoms with which the player could still win with cooperation."""
        guard = self._new_variable()
        while not self._has_lost and self._solver.solve(assumptions=[guard, *history[::-1]]):
            move = self.winning_move(atoms)
            yield move
            self._solver.add_clause([-guard, *[-literal for literal in move]])

    def has_other_move(self, moves: Sequence[Sequence[int]], history: list[int]) -> bool:
        """Return whether the player could still win with a move other than these."""
        if self._has_lost:
            return False
        guard = self._new_variable()
        for move in moves:
            self._solver.add_clause([-guard, *[-literal for literal in move]])
        return bool(self._solver.solve(assumptions=[guard, *history]))

    def losing_reason(self, level: int, history: list[int]) -> list[int]:
        """Return literals of the history because of which the player cannot win any more."""
        for _ in range(_MAX_TRIMS):
            core = set(self._solver.get_core() or ()) if not self._has_lost else set()
            kept = [literal for literal in history if literal in core]
            if len(kept) in (0, 1, len(history)):
                return kept
            history = kept
            self.can_win(level, history)
        return history

    def forbid_history(self, level: int, reason: list[int]) -> None:
        """Learn that these literals together lose, at this level or earlier."""
        self._solver.add_clause([-self._guards[level], *[-literal for literal in reason]])

    def learn_answer(self, level: int, answer: list[int], later: Array) -> None:
        """Learn what is needed at this level against an answer; the `later` variables come after it."""
        clauses = simplify(self.clauses, answer, later)
        if clauses is None:
            self._solver.add_clause([-self._guards[level]])
            return
        used = sorted_distinct(np.abs(clauses.literals))
        used = used[later[used]]
        copies = np.arange(len(later))
        copies[used] = [self._new_variable() for _ in used]
        literals = np.sign(clauses.literals) * copies[np.abs(clauses.literals)]
        self._add_rows(ClauseRows(literals, clauses.starts), [-self._guards[level]])
        self.copied_literals += len(literals)

    def prefer(self, literals: Sequence[int]) -> None:
        self._solver.set_phases(list(literals))

    def exclude(self, values: list[int]) -> None:
        """Exclude these values as an answer at the first level."""
        if values:
            self._solver.add_clause([-self._guards[0], *[-literal for literal in values]])
        else:
            self._has_lost = True

    def close(self) -> None:
        self._solver.delete()


class Play:
    """A game being decided by playing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns_left: int | None = None  # None: no limit
        self.turns = 0
        solver = choose_solver(len(game.levels))
        self.players = (Player(False, game, solver), Player(True, game, solver))
        self._copied_answers: set[tuple[int, tuple[int, ...]]] = set()
        weights = _weights(game)
        for player in self.players:
            player.prefer(_initial_phases(game.levels, player.is_forall, weights))

    def decide(self, level: int = 0, history: Sequence[int] = ()) -> Outcome:
        """Return who loses after `history`, which covers all levels before `level`."""
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
        """Remove the winner's own choices from a reason: the winner wins from every history with the rest."""
        own_literals = set(move)
        if any(literal in own_literals and self.game.is_defined[abs(literal)] for literal in reason):
            # Defined atoms are not chosen either: ask for a reason again in terms of what defines them.
            chosen = [literal for literal in move if not self.game.is_defined[abs(literal)]]
            opponent = self.players[not self.game.levels[level].is_forall]
            assert not opponent.can_win(level + 1, history + chosen)
            reason = opponent.losing_reason(level + 1, history + chosen)
        return [literal for literal in reason if literal not in own_literals]

    def _final_outcome(self, history: list[int]) -> Outcome:
        """Return the loser when all values are assigned: one of the two cannot win."""
        level = len(self.game.levels)
        for player in (self.players[1], self.players[0]):
            if not player.can_win(level, history):
                return Outcome(player.is_forall, player.losing_reason(level, history), [])
        raise AssertionError("the matrix is both true and false")

    def _learn_loss(self, player: Player, level: int, outcome: Outcome) -> None:
        player.forbid_history(level, outcome.reason)
        answer = [literal for literal in outcome.move if not self.game.is_defined[abs(literal)]]
        key = (level, tuple(answer))
        below = len(self.game.levels) - (level + 2)
        if 0 <= below <= _MAX_LEVELS_BELOW and key not in self._copied_answers and self._is_copy_worthwhile(player):
            self._copied_answers.add(key)
            player.learn_answer(level, answer, self._later_variables(level + 1))

    def _is_copy_worthwhile(self, player: Player) -> bool:
        """Return whether a copy is worthwhile.

        Short games are decided by little else. In a long game a copy is rarely useful, so a large one should not
        cost more than all turns so far.
        """
        literals = len(player.clauses.literals)
        is_cheap = len(self.game.levels) <= _SHORT_GAME or literals <= _CHEAP_LITERALS
        is_paid = is_cheap or _COPY_COST * (player.copied_literals + literals) <= self.turns * literals
        return is_paid and player.copied_literals < _MAX_COPIED_LITERALS

    def _later_variables(self, level: int) -> Array:
        """Return a mask of variables assigned after the moves of a level: later atoms and auxiliary variables."""
        later = np.ones(self.game.variables + 1, dtype=np.bool_)
        for block in self.game.levels[: level + 1]:
            later[block.atoms] = False
        atoms = self.game.levels[level].atoms
        later[atoms[self.game.is_defined[atoms]]] = True  # atoms that an answer defines follow from the history
        return later

    def exclude(self, values: list[int]) -> None:
        """Forbid these values as the first player's first move."""
        self.players[0].exclude(values)

    def prefer(self, literals: Sequence[int]) -> None:
        """Set values that `exists` tries first."""
        self.players[0].prefer(literals)

    def close(self) -> None:
        for player in self.players:
            player.close()


def _weights(game: Game) -> Array:
    """Return for each variable how much being true helps the matrix; short clauses count more."""
    weights = np.zeros(game.variables + 1)
    sizes = np.diff(game.supporting.starts)
    literals = game.supporting.literals
    np.add.at(weights, np.abs(literals), np.sign(literals) * 0.5 ** np.minimum(sizes, 60)[game.supporting.owners])
    return weights


def _initial_phases(levels: tuple[Block, ...], is_forall: bool, weights: Array) -> list[int]:
    """Return the literals that a player tries first."""
    atoms = np.concatenate([np.empty(0, dtype=np.int64), *[b.atoms for b in levels if b.is_forall == is_forall]])
    positive = (weights[atoms] >= 0) != is_forall
    literals: list[int] = np.where(positive, atoms, -atoms).tolist()
    return literals


# ---------------------------------------------------------------------- simplification
# Clauses are simplified under a valuation once, as far as is fast, so that the solver need not repeat it. Some
# variables occur nowhere else. If such a variable is a unit clause or occurs with one sign only, its value is
# known; if it is negated in only one clause, a binary one, the other literal can replace it everywhere.


_MAX_ROUNDS = 12


def simplify(clauses: ClauseRows, valuation: Sequence[int], free: Array) -> ClauseRows | None:
    """Return the clauses that concern the assigned and the `free` variables (a mask), simplified.

    The result is satisfiable, by values for `free`, exactly where these clauses are; None if never.
    """
    values = np.zeros(len(free), dtype=np.int8)
    assigned = np.array(valuation, dtype=np.int64)
    values[np.abs(assigned)] = np.sign(assigned)
    literals, owners = clauses.literals, clauses.owners
    is_concerned = np.zeros(len(clauses.starts) - 1, dtype=np.bool_)
    is_concerned[owners[(free | (values != 0))[np.abs(literals)]]] = True
    literals, owners = _select_literals(literals, owners, is_concerned[owners])
    for _ in range(_MAX_ROUNDS):
        reduced = _apply_values(literals, owners, values)
        if reduced is None:
            return None
        literals, owners = reduced
        values = _unit_and_pure_values(literals, owners, free)
        substituted = _substitute_pairs(literals, owners, free & (values == 0))
        if substituted is None and not values.any():
            break
        literals, owners = substituted or (literals, owners)
    counts = np.bincount(owners) if len(owners) else np.empty(0, dtype=np.int64)
    return ClauseRows(literals, np.concatenate([[0], np.cumsum(counts)]))


def _select_literals(literals: Array, owners: Array, keep: Array) -> tuple[Array, Array]:
    """Select literals and renumber their clauses; the literals of a clause are adjacent."""
    literals, owners = literals[keep], owners[keep]
    begins = np.ones(len(owners), dtype=np.bool_)
    begins[1:] = owners[1:] != owners[:-1]
    return literals, np.cumsum(begins) - 1


def _apply_values(literals: Array, owners: Array, values: Array) -> tuple[Array, Array] | None:
    """Remove satisfied clauses and false literals; None if a clause becomes empty."""
    literal_values = values[np.abs(literals)] * np.sign(literals)
    count = int(owners[-1]) + 1 if len(owners) else 0
    satisfied = np.zeros(count, dtype=np.bool_)
    satisfied[owners[literal_values > 0]] = True
    keep = (literal_values == 0) & ~satisfied[owners]
    has_literals = np.zeros(count, dtype=np.bool_)
    has_literals[owners[keep]] = True
    return _select_literals(literals, owners, keep) if (has_literals | satisfied).all() else None


def _unit_and_pure_values(literals: Array, owners: Array, free: Array) -> Array:
    """Return the values of free variables that are unit clauses or occur with one sign only."""
    magnitude = np.abs(literals)
    positive = np.bincount(magnitude[literals > 0], minlength=len(free))
    negative = np.bincount(magnitude[literals < 0], minlength=len(free))
    values = np.where(free & (negative == 0) & (positive > 0), 1, 0).astype(np.int8)
    values[free & (positive == 0) & (negative > 0)] = -1
    alone = literals[(np.bincount(owners) == 1)[owners]] if len(owners) else literals
    alone = alone[free[np.abs(alone)]]
    values[np.abs(alone)] = np.sign(alone)
    return values


def _substitute_pairs(literals: Array, owners: Array, free: Array) -> tuple[Array, Array] | None:
    """Replace free variables negated in only one clause, a binary one; None if there are none."""
    magnitude = np.abs(literals)
    negative = np.bincount(magnitude[literals < 0], minlength=len(free))
    pairs = (np.bincount(owners) == 2)[owners] if len(owners) else np.empty(0, dtype=np.bool_)
    places = np.flatnonzero(pairs & (literals < 0) & free[magnitude] & (negative[magnitude] == 1))
    partner = (
        np.where((places > 0) & (owners[places - 1] == owners[places]), places - 1, places + 1)
        if len(places)
        else places
    )
    chosen = np.zeros(len(free), dtype=np.bool_)
    chosen[magnitude[places]] = True
    fits = ~chosen[magnitude[partner]]  # no chains within one round
    places, partner = places[fits], partner[fits]
    if not len(places):
        return None
    stands_for = np.arange(len(free))
    stands_for[magnitude[places]] = literals[partner]
    gone = np.zeros(int(owners[-1]) + 1, dtype=np.bool_)
    gone[owners[places]] = True
    return _select_literals(np.sign(literals) * stands_for[magnitude], owners, ~gone[owners])
