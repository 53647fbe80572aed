"""Models as an answer tells them: of all atoms, or of those wanted; drawn, if that is asked for."""

import fnmatch

from bigand.answer.drawing import Drawer
from bigand.answer.model import Solution
from bigand.answer.parts import Model, model_of_solution
from bigand.answer.questions.solve import Found, Solve
from bigand.answer.report import Part, Report
from bigand.language import Mode, Reading
from bigand.view.exhibit import Guess


class Teller:
    """Tells the models of a text as they are found, and keeps them for the answer."""

    def __init__(self, question: Solve, reading: Reading, report: Report) -> None:
        self.question = question
        self.report = report
        self.models: list[Model] = []
        self._has_numbers = reading.mode is Mode.SMT
        self._drawer = Drawer(reading.program, question.words == "fr") if question.draw else None
        self._patterns = [pattern.replace("[", "[[]").replace(" ", "") for pattern in question.only]

    @property
    def guess(self) -> Guess | None:
        """How models are drawn, if that had to be guessed."""
        return None if self._drawer is None else self._drawer.guess

    def tell(self, solution: Solution) -> Model:
        """One more model."""
        model = self.model(solution)
        self.models.append(model)
        number = len(self.models)
        self.report(Part(found=Found(model=model, number=number, guess=self.guess if number == 1 else None)))
        return model

    def model(self, solution: Solution) -> Model:
        """A model with those of its atoms that are wanted."""
        selected = self._selected(solution)
        drawn = None if self._drawer is None else self._drawer.exhibit(selected)
        return model_of_solution(selected, drawn, true_only=self.question.true_only, has_numbers=self._has_numbers)

    def _selected(self, solution: Solution) -> Solution:
        if not self._patterns:
            return solution
        return solution.keep([at for at, name in enumerate(solution.names) if self.is_wanted(name)])

    def is_wanted(self, name: str) -> bool:
        """Whether an atom is to be told: all are, unless there are patterns."""
        return not self._patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in self._patterns)
