"""How the models of one text are drawn: as it says itself, else as is guessed from the first of them.

A picture is never worth an answer: what cannot be drawn as the text asks is listed.
"""

from bigand.answer.auxiliary import attempt_last
from bigand.answer.report import Report, unheard
from bigand.answer.solution import Solution
from bigand.language.syntax import Program
from bigand.source.auxiliary import attempt
from bigand.view.arrange import exhibit
from bigand.view.exhibit import Exhibit, Guess

_EMPTY = Exhibit((), {}, ())


class Drawer:
    """Draws the models of a text, all of them like the first one; `guess` is what is drawn unasked, if it is."""

    def __init__(self, program: Program, is_french: bool = False, report: Report = unheard) -> None:
        self._program = program
        self._is_french = is_french
        self._report = report
        self._is_first = True
        self.guess: Guess | None = None

    def exhibit(self, solution: Solution) -> Exhibit:
        """What is shown of a model."""
        if self._is_first:
            self._is_first = False
            unguessed: tuple[Program, Guess | None] = (self._program, None)
            self._program, self.guess = attempt_last(
                "picture", lambda: self._guess(solution), unguessed, self._report
            )
        return draw(solution, self._program, self._report)

    def _guess(self, solution: Solution) -> tuple[Program, Guess | None]:
        from bigand.view.guess import with_guess

        return with_guess(solution, self._program, self._is_french)


def draw(solution: Solution, program: Program, report: Report = unheard) -> Exhibit:
    """What is shown of a model as its text asks for it; a plain list if that fails."""
    drawn = attempt_last("picture", lambda: exhibit(solution, program), None, report)
    return attempt(lambda: exhibit(solution, Program(())), _EMPTY) if drawn is None else drawn
