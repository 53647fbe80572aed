"""Texts with quantifiers: values of the outermost `exists`, their number, and how the winner plays."""

import time
from collections.abc import Sequence

from bigand.answer.listing import report_names, seconds_of
from bigand.answer.model import Model
from bigand.answer.quantified import QuantifiedModel
from bigand.answer.questions.solve import Block, Game, Move, Prefix, Reply, Solve, Solved, Turn
from bigand.answer.report import Noticed, Part, Report, Stage, counting
from bigand.answer.telling import Teller
from bigand.encode.quantified import QuantifiedClauses
from bigand.solve.session import LimitError
from bigand.solve.strategy import Strategy, find_strategy
from bigand.solve.strategy import Turn as FoundTurn
from bigand.solve.worker import run_isolated


def quantified(question: Solve, model: Model, teller: Teller, deadline: float | None, report: Report) -> Solved:
    """Values of the outermost `exists` with which the formula holds, or how many there are."""
    clauses = _expanded(question, model, report)
    assert isinstance(model, QuantifiedModel)
    began = time.process_time()
    stopped: str | None = None
    is_complete = False
    count = 0
    session = model.session(question.solver, deadline)
    try:
        if question.seed is not None:
            session.prefer(model.random_phases(question.seed))
        model.exclude(session, question.excluded)
        if question.count:
            count, is_complete = model.counted(session, deadline, question.check)
        else:
            is_complete = True
            for solution in model.answers(session, check=question.check):
                teller.tell(solution)
                if question.wanted is not None and len(teller.models) >= question.wanted:
                    is_complete = False
                    break
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        is_complete, stopped = False, error.key
    finally:
        session.close()
    count = count if question.count else len(teller.models)
    return Solved(
        status="sat" if count else "unsat" if is_complete else "unknown",
        mode=model.reading.mode,
        prefix=blocks_of(clauses),
        models=tuple(teller.models),
        count=count,
        is_complete=is_complete,
        stopped=stopped,
        atoms=clauses.compiled.clauses.atoms,
        clauses=clauses.compiled.clauses.count,
        seconds=seconds_of(model, began),
        guess=teller.guess,
    )


def played(question: Solve, model: Model, teller: Teller, deadline: float | None, report: Report) -> Game:
    """Who wins, and by which answers."""
    clauses = _expanded(question, model, report)
    found = find_strategy(clauses) if deadline is None else run_isolated(lambda: find_strategy(clauses), deadline)
    moves = _Moves(clauses, teller)
    return Game(
        status="unsat" if found.forall_wins else "sat",
        mode=model.reading.mode,
        prefix=blocks_of(clauses),
        winner="forall" if found.forall_wins else "exists",
        strategy=moves.turn(found.first),
        omits_moves=_omits_moves(found),
    )


def _expanded(question: Solve, model: Model, report: Report) -> QuantifiedClauses:
    report(Stage(key="progress.expand"))
    assert isinstance(model, QuantifiedModel)
    model.compiled = model.compile(question.as_written, counting(report))
    if model.quantified.doubts:
        report(Noticed(diagnostics=tuple(model.quantified.doubts)))
    report_names(question, model, report)
    report(Part(found=Prefix(blocks=blocks_of(model.quantified))))
    report(Stage(key="progress.solve"))
    return model.quantified


def blocks_of(clauses: QuantifiedClauses) -> tuple[Block, ...]:
    """The quantifiers, outermost first; free atoms are in the last block."""
    names = clauses.compiled.names
    return tuple([
        Block(
            quantifier="forall" if block.is_forall else "exists",
            atoms=tuple([names[atom - 1] for atom in block.atoms.tolist()]),
        )
        for block in clauses.blocks
    ])  # fmt: skip


class _Moves:
    """How moves are told: by names, only of atoms that somebody quantified and wants to see."""

    def __init__(self, clauses: QuantifiedClauses, teller: Teller) -> None:
        self._names = clauses.compiled.names
        self._free = frozenset(clauses.free.tolist())
        self._teller = teller

    def turn(self, turn: FoundTurn) -> Turn:
        replies = [Reply(to=self.move(move), then=self.turn(then)) for move, then in turn.answers]
        return Turn(move=self.move(turn.move) if turn.move else None, answers=tuple(replies))

    def move(self, literals: Sequence[int]) -> Move:
        named = [(self._names[abs(one) - 1], one > 0) for one in literals if abs(one) not in self._free]
        kept = [(name, value) for name, value in named if self._teller.is_wanted(name)]
        return Move(
            true=tuple([name for name, value in kept if value]),
            false=tuple([name for name, value in kept if not value]),
        )


def _omits_moves(strategy: Strategy) -> bool:
    """Whether the other side has moves somewhere that are not listed, as it loses with them at once."""
    stack = [strategy.first]
    while stack:
        turn = stack.pop()
        if turn.answers and len(turn.answers) < 1 << len(turn.answers[0][0]):
            return True
        stack += [then for _, then in turn.answers]
    return False
