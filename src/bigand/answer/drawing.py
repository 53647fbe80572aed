"""How the models of one text are drawn: as it says itself, else as is guessed from the first of them.

A picture is never worth an answer: what cannot be drawn as the text asks is listed.
"""

from bigand.answer.auxiliary import attempt_last
from bigand.answer.report import Report, ignore_events
from bigand.answer.solution import Solution
from bigand.language.syntax import Program
from bigand.source.auxiliary import attempt
from bigand.view.arrange import arrange_exhibit
from bigand.view.exhibit import Exhibit, Guess

_EMPTY = Exhibit((), {}, ())


class ExhibitMaker:
    """Draws the models of a text, all of them like the first one; `guess` is what is drawn unasked, if it is."""

    def __init__(self, program: Program, is_french: bool = False, report: Report = ignore_events) -> None:
        self._program = program
        self._is_french = is_french
        self._report = report
        self._is_first = True
        self.guess: Guess | None = None

    def exhibit_of(self, solution: Solution) -> Exhibit:
        """What is shown of a model."""
        if self._is_first:
            self._is_first = False
            unguessed: tuple[Program, Guess | None] = (self._program, None)
            self._program, self.guess = attempt_last(
                "picture", lambda: self._guess_view(solution), unguessed, self._report
            )
        return make_exhibit(solution, self._program, self._report)

    def _guess_view(self, solution: Solution) -> tuple[Program, Guess | None]:
        from bigand.view.guess import add_guessed_view

        return add_guessed_view(solution, self._program, self._is_french)


def make_exhibit(solution: Solution, program: Program, report: Report = ignore_events) -> Exhibit:
    """What is shown of a model as its text asks for it; a plain list if that fails."""
    drawn = attempt_last("picture", lambda: arrange_exhibit(solution, program), None, report)
    return attempt(lambda: arrange_exhibit(solution, Program(())), _EMPTY) if drawn is None else drawn
