"""Answer formulas with quantifiers: whether they hold, and for which values of the outermost `exists`.

A game is decided part by part; a model combines a winning first move of each part, and all models are all such
combinations. Without a `forall` there is no game, and a SAT solver answers.

`QuantifiedExternalSession` runs an external QBF solver.
"""

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.encode.game import GamePart, build_game, split_game
from bigand.encode.quantified_clauses import QuantifiedClauses, qdimacs_text_from_blocks
from bigand.ground.columns import Array, sorted_distinct
from bigand.solve.engines.external import ExternalSession
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.models import Valuation
from bigand.solve.quantifiers.decider import Decider
from bigand.solve.quantifiers.expansion import evaluate_by_expansion
from bigand.solve.session import Session, SolverError


class _WinningMoves:
    """The winning first moves of a part, found on demand: values of its marked atoms (bool)."""

    def __init__(self, part: GamePart, marked: Array) -> None:
        self.part = part
        self.atoms = np.flatnonzero(marked[part.members[0]]) + 1
        self.preferred: list[int] = []
        self._moves: list[Array] = []
        self._decider: Decider | None = None
        self._is_exhausted = False

    @property
    def member_count(self) -> int:
        return len(self.part.members)

    def has_move(self, move_index: int) -> bool:
        """Return whether there is a move with this number, from 0 on."""
        while len(self._moves) <= move_index and not self._is_exhausted:
            self._find_next()
        return len(self._moves) > move_index

    def __getitem__(self, number: int) -> Array:
        return self._moves[number]

    def _find_next(self) -> None:
        if self._decider is None:
            self._decider = Decider(self.part.game)
            self._decider.prefer(self.preferred)
        outcome = self._decider.decide()
        if outcome.forall_lost:
            true = np.zeros(self.part.game.atoms + 1, dtype=np.bool_)
            true[[literal for literal in outcome.move if literal > 0]] = True
            self._moves.append(true[self.atoms])
            self._decider.exclude(np.where(true[self.atoms], self.atoms, -self.atoms).tolist())
        if not outcome.forall_lost or not len(self.atoms):
            self._is_exhausted = True
            self.close()

    def close(self) -> None:
        if self._decider is not None:
            self._decider.close()
            self._decider = None


class GameSession:
    """A session over the atoms of the outermost `exists`: the i-th variable is the i-th atom.

    Only models that it found can be excluded.
    """

    def __init__(self, quantified: QuantifiedClauses) -> None:
        self._outermost = quantified.model_atoms
        marked = np.zeros(quantified.compiled.clauses.atoms + 1, dtype=np.bool_)
        marked[self._outermost] = True
        self._impossible = quantified.compiled.clauses.has_empty_clause
        parts = [] if self._impossible else split_game(build_game(quantified), self._outermost)
        self._winning_moves = [_WinningMoves(part, marked) for part in parts]
        for moves in self._winning_moves:
            marked[moves.part.members.ravel()] = False
        # Quantified atoms that occur nowhere else: any value will do.
        self._free_atoms = np.flatnonzero(marked)
        self._free_values = np.zeros(len(self._free_atoms), dtype=np.bool_)
        self._chosen = [np.zeros(moves.member_count, dtype=np.int64) for moves in self._winning_moves]

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        assert not assumptions, "a game is decided from its beginning"
        return not self._impossible and all(moves.has_move(0) for moves in self._winning_moves)

    def values(self) -> Array:
        true = np.zeros(int(self._outermost[-1]) + 1 if len(self._outermost) else 1, dtype=np.bool_)
        true[self._free_atoms] = self._free_values
        for moves, chosen in zip(self._winning_moves, self._chosen, strict=True):
            member_atoms = moves.part.members[:, moves.atoms - 1]
            for number in sorted_distinct(chosen).tolist() if len(moves.atoms) else []:
                true[member_atoms[chosen == number]] = moves[number]
        return true[self._outermost]

    def core(self) -> list[int]:
        return []  # there are never assumptions

    def add(self, clause: Sequence[int]) -> None:
        """Move on to the next combination; the clause must exclude the current `values`."""
        numbers = np.arange(1, len(self._outermost) + 1)
        assert list(clause) == np.where(self.values(), -numbers, numbers).tolist(), (
            "only the current model can be excluded"
        )
        self._impossible = not self._advance()

    def _advance(self) -> bool:
        """Advance like an odometer: the last wheel that can move does, and those after it restart."""
        unset = np.flatnonzero(~self._free_values)
        if len(unset):
            self._free_values[unset[-1] :] = False
            self._free_values[unset[-1]] = True
            return True
        self._free_values[:] = False
        for moves, chosen in zip(reversed(self._winning_moves), reversed(self._chosen), strict=True):
            for member in range(moves.member_count - 1, -1, -1) if len(moves.atoms) else ():
                if moves.has_move(int(chosen[member]) + 1):
                    chosen[member] += 1
                    return True
                chosen[member] = 0
        return False

    def count(self) -> int:
        """Return the number of models."""
        if not self.solve():
            return 0
        counts = []
        for moves in self._winning_moves:
            number = 1
            while moves.has_move(number):
                number += 1
            counts.append(number**moves.member_count)
        return prod(counts) * 2 ** len(self._free_atoms)

    def prefer(self, literals: Sequence[int]) -> None:
        """Set values to try first; parts of the same form use those of their first member."""
        signs = np.zeros(len(self._outermost) + 1, dtype=np.int64)
        signs[np.abs(literals)] = np.sign(literals)
        wanted = np.zeros(int(self._outermost[-1]) + 1 if len(self._outermost) else 1, dtype=np.int64)
        wanted[self._outermost] = signs[1:]
        self._free_values[:] = False
        for moves in self._winning_moves:
            part_signs = wanted[moves.part.members[0][moves.atoms - 1]]
            moves.preferred = (part_signs * moves.atoms)[part_signs != 0].tolist()

    def close(self) -> None:
        for moves in self._winning_moves:
            moves.close()


class ExistentialSession:
    """A session for a formula without `forall`: a SAT solver, with atoms mapped to its numbering."""

    def __init__(self, quantified: QuantifiedClauses) -> None:
        self._outermost = quantified.model_atoms
        self._inner = PySatSession(quantified.compiled.clauses)

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        return self._inner.solve(self._to_atoms(assumptions))

    def values(self) -> Array:
        return self._inner.values()[self._outermost - 1]

    def core(self) -> list[int]:
        places = {atom: index + 1 for index, atom in enumerate(self._outermost.tolist())}
        return [places[abs(literal)] * (1 if literal > 0 else -1) for literal in self._inner.core()]

    def add(self, clause: Sequence[int]) -> None:
        self._inner.add(self._to_atoms(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        self._inner.prefer(self._to_atoms(literals))

    def close(self) -> None:
        self._inner.close()

    def _to_atoms(self, literals: Sequence[int]) -> list[int]:
        return literals_over_atoms(literals, self._outermost)


def literals_over_atoms(literals: Sequence[int], atoms: Array) -> list[int]:
    """Convert literals over indices into a list of atoms to literals over the atoms."""
    places = np.array(literals, dtype=np.int64)
    numbered: list[int] = (np.sign(places) * atoms[np.abs(places) - 1]).tolist()
    return numbered


def make_qbf_session(quantified: QuantifiedClauses) -> Session:
    """Return a session for a formula with quantifiers, in this process."""
    return GameSession(quantified) if quantified.has_forall else ExistentialSession(quantified)


def qbf_models(session: Session, quantified: QuantifiedClauses, check: bool = True) -> Iterator[Valuation]:
    """Yield all values of the outermost `exists` with which a formula holds; at most one without such a block."""
    count = len(quantified.model_atoms)
    numbers = np.arange(1, count + 1)
    solutions = 0
    while session.solve():
        values = session.values()[:count]
        if check:
            _check_answer(quantified, values, True)
        solutions += 1
        yield Valuation(values)
        if not count:
            return
        session.add(np.where(values, -numbers, numbers).tolist())
    if check and not solutions:
        _check_answer(quantified, None, False)


def _check_answer(quantified: QuantifiedClauses, values: Array | None, answer: bool) -> None:
    """Raise `SolverError` if a second opinion disagrees with an answer, so that it is never shown."""
    opinion = evaluate_by_expansion(quantified, values)
    if opinion is not None and opinion != answer:
        raise SolverError("solver.lied_quantified")


def count_qbf_models(quantified: QuantifiedClauses) -> int:
    """Return the exact number of models."""
    session = make_qbf_session(quantified)
    try:
        if isinstance(session, GameSession):
            return session.count()
        return sum(1 for _ in qbf_models(session, quantified, check=False))
    finally:
        session.close()


# ---------------------------------------------------------------------- external QBF solvers


class QuantifiedExternalSession(ExternalSession):
    """Any program that reads QDIMACS, as a session over the atoms of the outermost `exists`.

    The command is run anew for each question; `{}` in it is the file, otherwise the file is its standard input.
    Some programs print values of that block (`depqbf --qdo`), most only whether the formula is true. Then the
    values are found by asking again, with one more value fixed each time.
    """

    suffix = ".qdimacs"

    def __init__(self, quantified: QuantifiedClauses, command: str, deadline: float | None = None) -> None:
        super().__init__(quantified.compiled.clauses, command, deadline)
        self.blocks = quantified.blocks
        self.outermost = quantified.model_atoms
        self._has_values = True

    def text(self, clauses: Clauses) -> Iterator[bytes]:
        return qdimacs_text_from_blocks(clauses, self.blocks)

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        self._has_values = True
        assumed = literals_over_atoms(assumptions, self.outermost)
        answer = super().solve(assumed)
        if answer and not self._has_values:
            self._find_values(assumed)
        return answer

    def handle_missing_model(self) -> bool:
        self._has_values = not len(self.outermost)
        return True

    def _find_values(self, fixed: list[int]) -> None:
        for atom in self.outermost.tolist():
            if atom not in fixed and -atom not in fixed:
                fixed = [*fixed, atom if super().solve([*fixed, atom]) else -atom]
        values = np.zeros(self.clauses.variables, dtype=np.bool_)
        values[[literal - 1 for literal in fixed if literal > 0]] = True
        self._values = values

    def values(self) -> Array:
        return self._values[self.outermost - 1] if len(self.outermost) else np.empty(0, dtype=np.bool_)

    def add(self, clause: Sequence[int]) -> None:
        super().add(literals_over_atoms(clause, self.outermost))
