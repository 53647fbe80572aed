"""Models as `solve` shows them: printed, drawn into a file, or for programs; of all atoms, or of those wanted."""

import argparse
import fnmatch

from bigand.answer.model import Model, Solution
from bigand.apps.cli.drawing import Drawing
from bigand.apps.cli.files import write_file
from bigand.apps.cli.texts import Texts
from bigand.language import Mode


class Answers:
    """How the models of a file are shown, as the options say."""

    def __init__(self, model: Model, options: argparse.Namespace, texts: Texts) -> None:
        self.model = model
        self.options = options
        self.texts = texts
        self.drawing = Drawing(options, texts)

    @property
    def wanted(self) -> int | None:
        """How many models; None for all."""
        options = self.options
        return None if options.all or options.limit == 0 else options.limit or 1

    def print(self, solution: Solution, number: int, wanted: int | None) -> None:
        if wanted != 1:
            print(self.texts("solve.model", number=number))
        lines = list(self.drawing.lines(self.select(solution), self.model.reading.program))
        for line in lines or ["∅"]:  # a model without a true atom is one
            print(line)

    def write_picture(self, solution: Solution) -> None:
        """Draw a model into the file that `--svg` names, if it does."""
        if not self.options.svg:
            return
        from bigand.view.arrange import exhibit
        from bigand.view.steps import scenes
        from bigand.view.svg import svg

        selected = self.select(solution)
        program = self.drawing.program(selected, self.model.reading.program)
        write_file(self.options.svg, svg(scenes(exhibit(selected, program))))

    def select(self, solution: Solution) -> Solution:
        """A model with those of its atoms that are wanted."""
        if not self.options.only:
            return solution
        return solution.keep([at for at, name in enumerate(solution.names) if self.is_wanted(name)])

    def is_wanted(self, name: str) -> bool:
        """Whether an atom is to be shown: all are, unless there are patterns."""
        patterns = [pattern.replace("[", "[[]").replace(" ", "") for pattern in self.options.only]
        return not patterns or any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

    def as_object(self, solution: Solution) -> dict[str, object]:
        """A model for programs: the atoms that are wanted by their truth, and the values of numbers."""
        selected = self.select(solution)
        shown: dict[str, object] = {"true": selected.true}
        if not self.options.true_only:
            shown["false"] = selected.false
        if self.model.reading.mode is Mode.SMT:
            shown["values"] = selected.number_values
        return shown
