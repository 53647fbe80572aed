"""How the commands draw a model in the terminal: as its file says, else as is guessed, and on one screen."""

import argparse
import shutil
import sys
from collections.abc import Iterator

from bigand.answer.model import Solution
from bigand.apps.cli.colour import colour_depth
from bigand.apps.cli.texts import Texts
from bigand.language.syntax import Program
from bigand.source.catalogue import Language
from bigand.view.arrange import exhibit
from bigand.view.exhibit import Guess
from bigand.view.guess import with_guess
from bigand.view.listing import Room
from bigand.view.terminal import show_exhibit

_SCREEN = 40  # lines, where there is no terminal to ask
_MANY = 4  # true atoms for which a picture is worth a word
_WORTH = 2  # points of a guess that is worth a try


def add_drawing_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--all-atoms", action="store_true", help=texts("option.all_atoms"))


class Drawing:
    """How the models of one file are drawn: all of them like the first one."""

    def __init__(self, options: argparse.Namespace, texts: Texts) -> None:
        self.options = options
        self.texts = texts
        self._program: Program | None = None
        self._is_guessed = False

    def program(self, solution: Solution, program: Program) -> Program:
        """The program with a view: its own, or one that is guessed, which is told once."""
        if self._program is None:
            self._program, guess = with_guess(solution, program, self.texts.language is Language.FRENCH)
            self._is_guessed = guess is not None
            if guess is not None:
                self._tell(guess, solution)
        return self._program

    def lines(self, solution: Solution, program: Program) -> Iterator[str]:
        """A model as lines for this terminal."""
        size = shutil.get_terminal_size((80, _SCREEN))
        drawn = self.program(solution, program)
        steps = self._left_out_steps if self._is_guessed else None
        room = None if self.options.all_atoms else Room(max(10, size.lines - 2), self._left_out, steps)
        depth = colour_depth(sys.stdout, self.options.color)
        yield from show_exhibit(exhibit(solution, drawn), size.columns, depth, room)

    def _left_out(self, count: int, names: str) -> str:
        return self.texts("view.left_out", count=self.texts.counted("other_true_atom", count), names=names)

    def _left_out_steps(self, count: int) -> str:
        return self.texts("view.left_out_steps", count=self.texts.counted("step", count), file=self.options.file)

    def _tell(self, guess: Guess, solution: Solution) -> None:
        """Which line would draw this picture, or is worth a try; two integers are a grid without one."""
        (shape, *_) = guess.shapes
        is_grid = guess.kind == "board" and len(shape.roles) == 2
        is_worth = guess.points >= _WORTH and len(solution[shape.predicate]) >= _MANY and not is_grid
        if guess.is_sure:
            self.texts.complain("view.guessed", words=guess.words)
        elif is_worth and guess.kind in ("tubes", "board", "graph"):
            self.texts.complain("view.try", file=self.options.file, words=guess.words)
