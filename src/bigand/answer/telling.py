"""A question about the models of a problem while it is answered: what it is told of, and by when."""

import fnmatch
import time

from bigand.answer.drawing import ExhibitMaker
from bigand.answer.parts import Model, model_of_solution
from bigand.answer.problem import Problem
from bigand.answer.questions.solve import FoundModel, Solve
from bigand.answer.report import Part, Report
from bigand.answer.solution import Solution
from bigand.language import Mode
from bigand.view.exhibit import Guess


class SolutionCollector:
    """Tells the models of a problem as they are found (all atoms, or those wanted), and keeps them."""

    def __init__(self, question: Solve, problem: Problem, report: Report, deadline: float | None) -> None:
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
