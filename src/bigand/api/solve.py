"""`solve`: models of a text, their number, the best of them, a plan, or who wins a game: what the text asks for."""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from bigand.api.parts import Instance, Model, model_of_solution
from bigand.api.question import Answer
from bigand.api.report import Part, Report
from bigand.api.source import TextQuestion
from bigand.api.value import NonNegativeInt, Value
from bigand.language.syntax import Mode
from bigand.view.exhibit import Guess
from bigand.view.strategy import Turn

if TYPE_CHECKING:
    from bigand.api.problem import Problem
    from bigand.api.solution import Solution

Status: TypeAlias = Literal["sat", "unsat", "unknown"]
Amount: TypeAlias = int | float | str  # a number; as a text where it is exact only so


class FoundModel(Value):
    """A model, as soon as it is known; with the first one how it is drawn, if that had to be guessed."""

    model: Model
    number: int
    guess: Guess | None = None


class QuantifierBlock(Value):
    """A quantifier and the atoms behind it."""

    quantifier: Literal["exists", "forall"]
    atoms: tuple[str, ...]


class QuantifierPrefix(Value):
    """The quantifiers of a formula, the outermost first; free atoms are in the last one."""

    blocks: tuple[QuantifierBlock, ...]


class VariableNames(Value):
    """All variables of the clauses in their order; auxiliary ones have names too, and come last."""

    names: tuple[str, ...]
    atoms: int


class Proof(Value):
    """A proof that there is no model: its text, its size, whether it was checked."""

    format: Literal["drat", "lrat"]
    steps: int
    deletions: int
    checked: bool
    text: bytes = b""


class SolveAnswer(Answer, tag="solved"):
    """Models of a text; a count of null is that of infinitely many."""

    status: Status
    mode: Mode
    prefix: tuple[QuantifierBlock, ...] | None = None
    models: tuple[Model, ...]
    count: int | None
    is_complete: bool = False  # there are no others
    stopped: str | None = None  # the key of the limit that came before the end
    atoms: int
    clauses: int
    seconds: dict[str, float]
    proof: Proof | None = None
    guess: Guess | None = None


class Goal(Value):
    """What is minimised or maximised, on which line; its value, and what it can be at best."""

    kind: str
    line: int
    cost: Amount | None
    bound: Amount | None


class BrokenSoftRule(Instance):
    """A soft rule that a model breaks, and what that costs."""

    cost: int


class BestAnswer(Answer, tag="best"):
    """The best models of a text with soft rules or goals, and whether it is proved that they are."""

    status: Status
    models: tuple[Model, ...]
    count: int | None
    is_complete: bool = False
    stopped: str | None = None
    cost: Amount | tuple[Amount, ...] | None
    bound: Amount | tuple[Amount | None, ...] | None
    optimal: bool
    goals: tuple[Goal, ...] = ()
    broken: tuple[BrokenSoftRule, ...] = ()
    seconds: dict[str, float]
    guess: Guess | None = None


class CostProgress(Value):
    """What the best model so far costs, and what it can cost at best."""

    costs: tuple[str, ...]
    bounds: tuple[str | None, ...]


class PlanAnswer(Answer, tag="planned"):
    """The least number of steps for which there is a model, and that model; what each goal costs if it has some."""

    status: Status
    horizon: dict[str, int | None]
    none_up_to: int | None
    model: Model | None
    costs: tuple[Amount, ...] | None = None
    bounds: tuple[Amount | None, ...] | None = None
    optimal: bool | None = None
    is_finished: bool = True
    guess: Guess | None = None


class GameAnswer(Answer, tag="game"):
    """Who wins a formula with quantifiers, and how."""

    status: Literal["sat", "unsat"]
    mode: Mode
    prefix: tuple[QuantifierBlock, ...]
    winner: Literal["exists", "forall"]
    strategy: Turn
    omits_moves: bool = False  # some moves of the other side lose at once, and are not told
    names: tuple[str, ...] = ()

    def winning_move(self, *moves: str | Sequence[str]) -> list[str] | None:
        """The true atoms of the winner's move after these moves (the true atoms of each) of the other side.

        None when nothing can go wrong any more; a move that is not in the strategy loses at once, too.
        """
        turn = self.strategy
        for move in moves:
            made = {move} if isinstance(move, str) else set(move)
            following = [reply.then for reply in turn.answers if reply.to.matches(made)]
            if not following:
                return None
            turn = following[0]
        return list(turn.move.true) if turn.move else None

    def __str__(self) -> str:
        from bigand.view.strategy import strategy_lines

        return "\n".join(strategy_lines(self.strategy))


class Solve(TextQuestion[SolveAnswer | BestAnswer | PlanAnswer | GameAnswer], tag="solve"):
    """Which models does this text have?

    `wanted` is how many, null for all; models that were told before are `excluded`; formulas that are to hold
    besides are in `assume`. A text with soft rules or goals is answered by its best models, one whose number of
    steps is open by the shortest plan.
    """

    wanted: NonNegativeInt | None = 1
    count: bool = False
    strategy: bool = False
    proof: Literal["drat", "lrat"] | None = None
    plan: bool = False  # the least number of steps, though the text may say one
    excluded: tuple[Model, ...] = ()
    assume: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # patterns of atoms that are told
    true_only: bool = False
    solver: str | None = None
    seed: int | None = None  # for a random model
    check: bool = True
    as_written: bool = False
    suspicions: bool = False
    names: bool = False  # report the names of all variables first
    partial: bool = False  # atoms that a command leaves open, and may, are not told
    draw: bool = False
    words: Literal["en", "fr"] = "en"  # for what arguments are called, where a view is guessed

    def answer(self, report: Report) -> SolveAnswer | BestAnswer | PlanAnswer | GameAnswer:
        from bigand.api.pipeline import solve

        return solve(self, report)


# ----------------------------------------------------------------------
# A question about the models of a problem while it is answered: what it is told of, and by when.


class SolutionCollector:
    """Tells the models of a problem as they are found (all atoms, or those wanted), and keeps them."""

    def __init__(self, question: Solve, problem: Problem, report: Report, deadline: float | None) -> None:
        from bigand.api.solution import ExhibitMaker

        self.question = question
        self.problem = problem
        self.report = report
        self.deadline = deadline
        self.models: list[Model] = []
        self.stage_times: dict[str, float] = {}  # seconds by the clock, by stage
        self._drawer = (
            ExhibitMaker(problem.reading.program, question.words == "fr", report) if question.draw else None
        )
        self._patterns = [pattern.replace("[", "[[]").replace(" ", "") for pattern in question.only]

    @property
    def guess(self) -> Guess | None:
        """How models are drawn, if that had to be guessed."""
        return None if self._drawer is None else self._drawer.guess

    def stage_seconds(self, began: float) -> dict[str, float]:
        """What each stage took, the last one since then."""
        spent = {**self.stage_times, "solve": time.perf_counter() - began}
        return {stage: round(seconds, 4) for stage, seconds in spent.items()}

    def add_and_continue(self, solution: Solution) -> bool:
        """Tell one more model; whether more are wanted."""
        self.add(solution)
        return self.question.wanted is None or len(self.models) < self.question.wanted

    def add(self, solution: Solution) -> None:
        """One more model."""
        model = self.model_of(solution)
        self.models.append(model)
        number = len(self.models)
        self.report(Part(found=FoundModel(model=model, number=number, guess=self.guess if number == 1 else None)))

    def model_of(self, solution: Solution) -> Model:
        """A model with those of its atoms that are wanted."""
        if self._patterns:
            solution = solution.restrict_to(
                [index for index, name in enumerate(solution.names) if self.is_wanted(name)]
            )
        drawn = None if self._drawer is None else self._drawer.exhibit_of(solution)
        has_numbers = self.problem.reading.mode is Mode.SMT
        return model_of_solution(solution, drawn, true_only=self.question.true_only, has_numbers=has_numbers)

    def is_wanted(self, name: str) -> bool:
        """Whether an atom is to be told: all are, unless there are patterns."""
        return not self._patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in self._patterns)
