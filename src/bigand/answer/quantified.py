"""Models with quantifiers, for the front door: what `front.Model` is for the others.

import bigand
m = bigand.model("exists x: forall y: exists z: (x or y) and (y <=> z)")
print(m.solve().true)     # values of the outermost exists: ['x']
print(m.strategy())       # what to answer to each move
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bigand.answer.model import Model, Solution, tells
from bigand.answer.parts import Model as Told
from bigand.encode.compile import Compiled
from bigand.encode.quantified import QuantifiedClauses, compile_quantified
from bigand.ground.expand import Grounder
from bigand.solve.external_quantified import QuantifiedExternalSession
from bigand.solve.models import Assignment
from bigand.solve.quantified import count_quantified, quantified_models, quantified_session
from bigand.solve.session import Session
from bigand.solve.strategy import Strategy, Turn, find_strategy
from bigand.solve.worker import WorkerSession, run_isolated
from bigand.view.strategy import Moves, moves_of, strategy_lines


class QuantifiedModel(Model):
    """A reading in QBF mode: what it solves and counts are values of its outermost `exists`."""

    @tells
    def compile(
        self,
        as_written: bool = False,
        watch: Callable[[int], None] = lambda _count: None,
        counting: bool = False,  # noqa: ARG002  # there are no limits under quantifiers
    ) -> Compiled:
        began = time.process_time()
        # Every quantifier binds atoms that are new in a grounder, so each time needs a grounder of its own.
        self.quantified = compile_quantified(Grounder(self.reading, self.given), as_written, watch)
        compiled = self.quantified.compiled
        self.seconds["encode"] = compiled.encode_seconds
        self.seconds["ground"] = time.process_time() - began - compiled.encode_seconds
        return compiled

    @cached_property
    @tells
    def quantified(self) -> QuantifiedClauses:
        """The clauses with the quantifiers in front of them."""
        return compile_quantified(Grounder(self.reading, self.given))

    def session(
        self,
        solver: str | None = None,
        deadline: float | None = None,
        isolated: bool = False,
        compiled: Compiled | None = None,
    ) -> Session:
        """An engine for the atoms of the outermost `exists`: our own, or a command that reads QDIMACS."""
        assert compiled is None, "the clauses are those with the quantifiers"
        quantified = self.quantified
        if solver is not None:
            return QuantifiedExternalSession(quantified, solver, deadline)
        if isolated or deadline is not None:
            return WorkerSession(lambda: quantified_session(quantified), deadline)
        return quantified_session(quantified)

    def answers(self, session: Session, check: bool = True) -> Iterator[Solution]:
        for found in quantified_models(session, self.quantified, check):
            yield self.solution(found)

    def solution(self, assignment: Assignment) -> Solution:
        return Solution(self.quantified.model_names, assignment.values, self.reading.program)

    def exclude(self, session: Session, told: Sequence[Told]) -> None:
        for one in told:
            true = set(one.true)
            session.add([-at if name in true else at for at, name in enumerate(self.quantified.model_names, 1)])

    def counted(self, session: Session, deadline: float | None, check: bool = True) -> tuple[int, bool]:
        quantified = self.quantified
        if isinstance(session, QuantifiedExternalSession):
            return sum([1 for _ in quantified_models(session, quantified, check)]), True
        return run_isolated(lambda: count_quantified(quantified), deadline), True

    @tells
    def count(self) -> int:
        """The number of values of the outermost `exists` with which the formula holds."""
        return count_quantified(self.quantified)

    def random_phases(self, seed: int) -> list[int]:
        """A random value for each variable of a session."""
        generator = random.Random(seed)
        count = len(self.quantified.outermost)
        return [atom if generator.random() < 0.5 else -atom for atom in range(1, count + 1)]

    @tells
    def random(self, seed: int = 0) -> Solution | None:
        session = self.session()
        try:
            session.prefer(self.random_phases(seed))
            return next(self.answers(session), None)
        finally:
            session.close()

    @tells
    def strategy(self, timeout: float | None = None) -> "WinningStrategy":
        quantified = self.quantified
        if timeout is None:
            found = find_strategy(quantified)
        else:
            found = run_isolated(lambda: find_strategy(quantified), time.monotonic() + timeout)
        return WinningStrategy(found, moves_of(quantified))


@dataclass(frozen=True, slots=True)
class WinningStrategy:
    """Who wins a game, and by which answers; printed, it is a tree of moves."""

    strategy: Strategy
    moves: Moves

    @property
    def winner(self) -> str:
        """`exists` or `forall`."""
        return "forall" if self.strategy.forall_wins else "exists"

    def answer(self, *moves: str | list[str]) -> list[str] | None:
        """The true atoms of the winner's move after these moves (the true atoms of each) of the other side.

        None when nothing can go wrong any more; a move that is not in the strategy loses at once, too.
        """
        turn = self.strategy.first
        for move in moves:
            wanted = {move} if isinstance(move, str) else set(move)
            following = [then for made, then in turn.answers if self._is_made(made, wanted)]
            if not following:
                return None
            turn = following[0]
        return self.moves.parted(turn.move)[0] if turn.move else None

    def _is_made(self, move: tuple[int, ...], wanted: set[str]) -> bool:
        """Whether a move has these true atoms, as far as they matter."""
        true, false = self.moves.parted(move)
        return wanted.issuperset(true) and wanted.isdisjoint(false)

    def to_object(self) -> dict[str, Any]:
        """The tree for programs."""
        return turn_object(self.strategy.first, self.moves)

    def __str__(self) -> str:
        return "\n".join(strategy_lines(self.strategy, self.moves))


def turn_object(turn: Turn, moves: Moves) -> dict[str, Any]:
    """A turn for programs: the move, and what follows after each answer to it."""
    answers = [{"to": move_object(move, moves), "then": turn_object(then, moves)} for move, then in turn.answers]
    return {"move": move_object(turn.move, moves) if turn.move else None, "answers": answers}


def move_object(move: tuple[int, ...], moves: Moves) -> dict[str, list[str]]:
    true, false = moves.parted(move)
    return {"true": true, "false": false}
