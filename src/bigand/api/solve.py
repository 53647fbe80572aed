"""`solve`: find the models of a text, their number, the best of them, a plan, or the winner of a game."""

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
Amount: TypeAlias = int | float | str  # a number; a text if only that is exact


class FoundModel(Value):
    """A model, as soon as it is found; the first one comes with the guessed view, if there is one."""

    model: Model
    number: int
    guess: Guess | None = None


class QuantifierBlock(Value):
    """A quantifier and the atoms it binds."""

    quantifier: Literal["exists", "forall"]
    atoms: tuple[str, ...]


class QuantifierPrefix(Value):
    """The quantifiers of a formula, outermost first; free atoms are in the last block."""

    blocks: tuple[QuantifierBlock, ...]


class VariableNames(Value):
    """The names of all variables of the clauses, in order; auxiliary variables come last."""

    names: tuple[str, ...]
    atoms: int


class Proof(Value):
    """A proof that there is no model: its text, its size, and whether it was checked."""

    format: Literal["drat", "lrat"]
    steps: int
    deletions: int
    checked: bool
    text: bytes = b""


class SolveAnswer(Answer, tag="solved"):
    """The models of a text; a count of null means infinitely many."""

    status: Status
    mode: Mode
    prefix: tuple[QuantifierBlock, ...] | None = None
    models: tuple[Model, ...]
    count: int | None
    is_complete: bool = False  # there are no others
    stopped: str | None = None  # the key of the limit that ended the search
    atoms: int
    clauses: int
    seconds: dict[str, float]
    proof: Proof | None = None
    guess: Guess | None = None


class Goal(Value):
    """An objective or the soft rules: its kind and line, its value, and a bound of the best value."""

    kind: str
    line: int
    cost: Amount | None
    bound: Amount | None


class BrokenSoftRule(Instance):
    """An instance of a soft rule that a model breaks, and its cost."""

    cost: int


class BestAnswer(Answer, tag="best"):
    """The best models of a text with soft rules or goals, and whether they are proved optimal."""

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
    """The costs of the best model so far, and the bounds of the best costs."""

    costs: tuple[str, ...]
    bounds: tuple[str | None, ...]


class PlanAnswer(Answer, tag="planned"):
    """The least number of steps for which there is a model, that model, and its costs if the text has goals."""

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
    """The winner of a formula with quantifiers, and the winning strategy."""

    status: Literal["sat", "unsat"]
    mode: Mode
    prefix: tuple[QuantifierBlock, ...]
    winner: Literal["exists", "forall"]
    strategy: Turn
    omits_moves: bool = False  # some moves of the other side lose at once, and are not listed
    names: tuple[str, ...] = ()

    def winning_move(self, *moves: str | Sequence[str]) -> list[str] | None:
        """The true atoms of the winner's move after these moves of the other side, each given by its true atoms.

        None if the winner has already won; this is also so after a move that is not in the strategy, as it loses at
        once.
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

    `wanted` is how many models to find, null for all. `excluded` has models that are already known, `assume` has
    further formulas that must hold. For a text with soft rules or goals the answer has the best models; for one
    with an open number of steps, the shortest plan.
    """

    wanted: NonNegativeInt | None = 1
    count: bool = False
    strategy: bool = False
    proof: Literal["drat", "lrat"] | None = None
    plan: bool = False  # find the least number of steps even if the text sets one
    excluded: tuple[Model, ...] = ()
    assume: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # patterns of atoms that models show
    true_only: bool = False
    solver: str | None = None
    seed: int | None = None  # for a random model
    check: bool = True
    as_written: bool = False
    suspicions: bool = False
    names: bool = False  # report the names of all variables first
    partial: bool = False  # leave out atoms whose value the solver leaves open
    draw: bool = False
    words: Literal["en", "fr"] = "en"  # the language of roles in a guessed view

    def answer(self, report: Report) -> SolveAnswer | BestAnswer | PlanAnswer | GameAnswer:
        from bigand.api.pipeline import solve

        return solve(self, report)


class SolutionCollector:
    """The state of a `solve` question while it is answered: collects the models and reports each as it is found."""

    def __init__(self, question: Solve, problem: Problem, report: Report, deadline: float | None) -> None:
        from bigand.api.solution import ExhibitMaker

        self.question = question
        self.problem = problem
        self.report = report
        self.deadline = deadline
        self.models: list[Model] = []
        self.stage_times: dict[str, float] = {}  # seconds by stage
        self._drawer = (
            ExhibitMaker(problem.reading.program, question.words == "fr", report) if question.draw else None
        )
        self._patterns = [pattern.replace("[", "[[]").replace(" ", "") for pattern in question.only]

    @property
    def guess(self) -> Guess | None:
        """The guessed view of the models, if there is one."""
        return None if self._drawer is None else self._drawer.guess

    def stage_seconds(self, began: float) -> dict[str, float]:
        """The seconds of each stage; the last stage, `solve`, started at `began`."""
        spent = {**self.stage_times, "solve": time.perf_counter() - began}
        return {stage: round(seconds, 4) for stage, seconds in spent.items()}

    def add_and_continue(self, solution: Solution) -> bool:
        """Add a model; return whether more are wanted."""
        self.add(solution)
        return self.question.wanted is None or len(self.models) < self.question.wanted

    def add(self, solution: Solution) -> None:
        """Add a model and report it."""
        model = self.model_of(solution)
        self.models.append(model)
        number = len(self.models)
        self.report(Part(found=FoundModel(model=model, number=number, guess=self.guess if number == 1 else None)))

    def model_of(self, solution: Solution) -> Model:
        """Return a solution as a model with the wanted atoms."""
        if self._patterns:
            solution = solution.restrict_to(
                [index for index, name in enumerate(solution.names) if self.is_wanted(name)]
            )
        drawn = None if self._drawer is None else self._drawer.exhibit_of(solution)
        has_numbers = self.problem.reading.mode is Mode.SMT
        return model_of_solution(solution, drawn, true_only=self.question.true_only, has_numbers=has_numbers)

    def is_wanted(self, name: str) -> bool:
        """Whether models show an atom: it must match a pattern, if there are any."""
        return not self._patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in self._patterns)
