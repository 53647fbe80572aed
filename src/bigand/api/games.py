"""Solve texts with quantifiers as games: who wins, and by which strategy."""

from collections.abc import Callable, Sequence
from functools import partial

from bigand.api.expansion import Expansion
from bigand.api.pipeline import expand_and_report
from bigand.api.quantified import QuantifiedExpansion
from bigand.api.solve import GameAnswer, SolutionCollector
from bigand.solve.quantifiers.strategy import Turn as StrategyTurn
from bigand.solve.quantifiers.strategy import find_strategy
from bigand.solve.worker import run_in_child
from bigand.view.strategy import Move, Reply, Turn


def solve_game(collector: SolutionCollector) -> GameAnswer:
    """Find the winner's strategy; its moves show the atoms that the question asks for."""
    return find_winning_strategy(expand_and_report(collector), collector.deadline, collector.is_wanted)


def find_winning_strategy(
    expansion: Expansion, deadline: float | None = None, is_wanted: Callable[[str], bool] = lambda _name: True
) -> GameAnswer:
    """Find the winner's strategy of an expanded problem; moves show only quantified atoms, not free ones."""
    assert isinstance(expansion, QuantifiedExpansion), "other modes were refused"
    clauses = expansion.quantified
    find = partial(find_strategy, clauses)
    strategy = find() if deadline is None else run_in_child(find, deadline)
    free = frozenset(clauses.free_atoms.tolist())
    wanted = {
        atom: name for atom, name in enumerate(clauses.compiled.names, 1) if atom not in free and is_wanted(name)
    }

    def turn_of(turn: StrategyTurn) -> Turn:
        replies = [Reply(to=move_of(move), then=turn_of(then)) for move, then in turn.answers]
        return Turn(move=move_of(turn.move) if turn.move else None, answers=tuple(replies))

    def move_of(literals: Sequence[int]) -> Move:
        true, false = [
            tuple(
                [wanted[abs(literal)] for literal in literals if abs(literal) in wanted and (literal > 0) == value]
            )
            for value in (True, False)
        ]
        return Move(true=true, false=false)

    return GameAnswer(
        status="unsat" if strategy.forall_wins else "sat",
        mode=expansion.problem.reading.mode,
        prefix=expansion.prefix,
        winner="forall" if strategy.forall_wins else "exists",
        strategy=turn_of(strategy.first),
        omits_moves=_omits_moves(strategy.first),
    )


def _omits_moves(turn: StrategyTurn) -> bool:
    """Whether the other side has moves that are not listed because they lose at once."""
    is_short = bool(turn.answers) and len(turn.answers) < 1 << len(turn.answers[0][0])
    return is_short or any([_omits_moves(then) for _, then in turn.answers])
