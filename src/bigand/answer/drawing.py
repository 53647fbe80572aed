"""How the models of one text are drawn: as it says itself, else as is guessed from the first of them."""

from bigand.answer.solution import Solution
from bigand.language.syntax import Program
from bigand.view.arrange import exhibit
from bigand.view.exhibit import Exhibit, Guess


class Drawer:
    """Draws the models of a text, all of them like the first one; `guess` is what is drawn unasked, if it is."""

    def __init__(self, program: Program, is_french: bool = False) -> None:
        self._program = program
        self._is_french = is_french
        self._is_first = True
        self.guess: Guess | None = None

    def exhibit(self, solution: Solution) -> Exhibit:
        """What is shown of a model."""
        if self._is_first:
            from bigand.view.guess import with_guess

            self._program, self.guess = with_guess(solution, self._program, self._is_french)
            self._is_first = False
        return exhibit(solution, self._program)
