"""Draw a model in the terminal: by the views of its text or a guessed view, and on one screen."""

import shutil
import sys

from bigand.api.parts import Model
from bigand.cli.output import colour_depth
from bigand.messages.message import Message
from bigand.source.error import attempt, reason_of
from bigand.view.exhibit import Exhibit, Guess
from bigand.view.kinds import kind_of
from bigand.view.palette import ColourDepth
from bigand.view.terminal import LineBudget, list_atoms, show_exhibit
from bigand.wording.texts import Texts

_DEFAULT_LINES = 40  # of the screen, if there is no terminal
_MIN_TRUE_ATOMS = 4  # for which a picture is worth suggesting
_MIN_POINTS = 2  # of a guess that is worth suggesting


def picture_lines(
    exhibit: Exhibit, width: int, depth: ColourDepth, texts: Texts, budget: LineBudget | None = None
) -> list[str]:
    """The lines of a model: its pictures and the other atoms; if drawing fails, plain lists of true atoms."""

    def report_error(error: Exception) -> None:
        texts.print_error("extra.failed", what=Message("extra.picture"), reason=reason_of(error))

    lines = attempt(lambda: list(show_exhibit(exhibit, width, depth, budget)), None, report_error)
    return _atom_list_lines(exhibit, width) if lines is None else lines


def _atom_list_lines(exhibit: Exhibit, width: int) -> list[str]:
    """Lists of the true atoms, without pictures."""
    lines: list[str] = []
    for picture in exhibit.pictures:
        names = dict.fromkeys([predicate for predicate, _ in picture.rows])
        step = "" if picture.step is None else f"{picture.word} {picture.step}: "
        for name in names:
            true = [row for predicate, row in picture.rows if predicate == name]
            lines += [step + line.text for line in list_atoms(name, true, width)]
    for extension in exhibit.rest:
        lines += [line.text for line in list_atoms(extension.predicate, extension.true, width)]
        lines += [f"{extension.predicate}({','.join(map(str, row))}) = {text}" for row, text in extension.numbers]
    return lines


class ModelDrawing:
    """Draws the models of one file; `file` is its name as the user wrote it."""

    def __init__(self, file: str, all_atoms: bool, color: str, texts: Texts) -> None:
        self.file = file
        self.all_atoms = all_atoms
        self.color = color
        self.texts = texts
        self._is_guessed = False

    def print_guess(self, guess: Guess | None, model: Model) -> None:
        """Print the view that was guessed, or one that is worth trying; a grid of two integers needs no view."""
        self._is_guessed = self._is_guessed or guess is not None
        if guess is None or model.exhibit is None:
            return
        (shape, *_) = guess.shapes
        is_grid = guess.kind == "board" and len(shape.roles) == 2
        true_counts = [
            len(extension.true) for extension in model.exhibit.rest if extension.predicate == shape.predicate
        ]
        is_worth = guess.points >= _MIN_POINTS and sum(true_counts) >= _MIN_TRUE_ATOMS and not is_grid
        if guess.is_sure:
            self.texts.print_error("view.guessed", words=guess.view_text)
        elif is_worth and not kind_of(guess.kind).is_plain:
            self.texts.print_error("view.try", file=self.file, words=guess.view_text)

    def lines(self, exhibit: Exhibit | None) -> list[str]:
        """The lines of a model for this terminal."""
        assert exhibit is not None, "the question asks for it wherever a model is drawn"
        size = shutil.get_terminal_size((80, _DEFAULT_LINES))
        steps = self._omitted_steps_text if self._is_guessed else None
        budget = None if self.all_atoms else LineBudget(max(10, size.lines - 2), self._omitted_text, steps)
        return picture_lines(exhibit, size.columns, colour_depth(sys.stdout, self.color), self.texts, budget)

    def _omitted_text(self, count: int, names: str) -> str:
        return self.texts("view.left_out", count=self.texts.count_with_noun("other_true_atom", count), names=names)

    def _omitted_steps_text(self, count: int) -> str:
        return self.texts("view.left_out_steps", count=self.texts.count_with_noun("step", count), file=self.file)
