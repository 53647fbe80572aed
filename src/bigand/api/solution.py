"""A model as Python has it: what is true, the values of numbers, what it costs; drawn, if somebody asks."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bigand.api.auxiliary import attempt_last
from bigand.api.report import Report, ignore_events
from bigand.ground.atoms import is_integer, split_name
from bigand.ground.columns import Array
from bigand.ground.costs import Amount
from bigand.language.syntax import Program
from bigand.source.error import attempt
from bigand.view.arrangement import arrange_exhibit
from bigand.view.exhibit import Exhibit, Guess

if TYPE_CHECKING:
    from bigand.view.exhibit import Exhibit
    from bigand.view.film import FilmFrame


class Solution(Mapping[str, Any]):
    """A model: `solution["p"]` are the index tuples of the true `p`, `solution.true` all true atoms.

    Of numbers `solution["x"]` is the value of `x`, or those of `x(1)`, `x(2)`, … by their indices: integers are
    Python's, reals are exact fractions. Values are truths, or objects among which are numbers.
    """

    def __init__(
        self,
        names: Sequence[str],
        values: Array,
        program: Program | None = None,
        *,
        costs: tuple[Amount, ...] = (),
        bounds: tuple[Amount | None, ...] = (),
        optimal: bool = False,
        horizon: Mapping[str, int] | None = None,
    ) -> None:
        self.names = tuple(names)
        self.values_array = values[: len(names)]
        self.program = program or Program(())
        self.costs = costs  # the value of each goal of the file
        self.bounds = bounds  # what each can be at best, as far as is known
        self.optimal = optimal  # whether it is proved that no model is better
        self.horizon = dict(horizon or {})  # the number of steps that was found

    @property
    def cost(self) -> Amount | None:
        """The value of the first goal: what the broken soft rules cost, or what is minimised or maximised."""
        return self.costs[0] if self.costs else None

    @cached_property
    def numbers(self) -> dict[str, int | Fraction]:
        """The values of the unknowns that are numbers, by name; there are some only in files with numbers."""
        if self.values_array.dtype != object:
            return {}
        rows = zip(self.names, self.values_array.tolist(), strict=True)
        return {name: value for name, value in rows if not isinstance(value, bool)}

    @cached_property
    def _truths(self) -> Array:
        values = self.values_array
        return values if values.dtype != object else np.array([value is True for value in values], dtype=np.bool_)

    @property
    def true(self) -> list[str]:
        return [self.names[index] for index in np.flatnonzero(self._truths).tolist()]

    @property
    def false(self) -> list[str]:
        false_names = [self.names[index] for index in np.flatnonzero(~self._truths).tolist()]
        return [name for name in false_names if name not in self.numbers]

    def __getitem__(self, predicate: str) -> Any:
        if predicate in self.numbers:
            return self.numbers[predicate]
        instances = self.instances[predicate]
        rows = {row: self.values_array[index] for index, row in instances if self.names[index] in self.numbers}
        return rows or self.frame_rows(predicate)

    def __iter__(self) -> Iterator[str]:
        return iter(self.predicates)

    def __len__(self) -> int:
        return len(self.predicates)

    @property
    def predicates(self) -> list[str]:
        """The predicates, in order of first appearance."""
        return list(self.instances)

    @cached_property
    def instances(self) -> dict[str, list[tuple[int, tuple[Any, ...]]]]:
        """For each predicate the places of its atoms among all, with their index tuples."""
        instances: dict[str, list[tuple[int, tuple[Any, ...]]]] = {}
        known = _IndexCache()
        for index, name in enumerate(self.names):
            predicate, arguments = split_name(name)
            own_rows = instances.get(predicate)
            if own_rows is None:
                own_rows = instances[predicate] = []
            own_rows.append((index, tuple([known[argument] for argument in arguments])))
        return instances

    def holds(self, atom: str) -> bool:
        """Whether an atom, by its printed name, is true."""
        if atom in self.numbers:
            raise KeyError(f"{atom} is a number")
        return bool(self.values_array[self.names.index(atom)])

    def frame_rows(self, predicate: str, only_true: bool = True) -> list[tuple[Any, ...]]:
        """The index tuples of the true instances of a predicate, or of all."""
        instances = self.instances.get(predicate, [])
        if not only_true:
            return [row for index, row in instances if self.names[index] not in self.numbers]
        return [row for index, row in instances if self._truths[index]]

    @cached_property
    def number_texts(self) -> dict[str, str]:
        """The values of unknowns that are numbers, printed."""
        from bigand.ground.formula_tree import show_number

        return {name: show_number(value, not isinstance(value, int)) for name, value in self.numbers.items()}

    @property
    def number_values(self) -> dict[str, int | float | str]:
        """The same for programs: numbers as such where they are exact, else as texts."""
        from bigand.ground.formula_tree import exact_number

        return {name: exact_number(value) for name, value in self.numbers.items()}

    def number_rows(self, predicate: str) -> list[tuple[tuple[Any, ...], str]]:
        """The index tuples and values of the instances of a predicate that are numbers."""
        texts, instances = self.number_texts, self.instances.get(predicate, [])
        return [(row, texts[self.names[index]]) for index, row in instances if self.names[index] in texts]

    def restrict_to(self, indices: Sequence[int]) -> "Solution":
        """The solution restricted to some of its atoms."""
        return Solution([self.names[index] for index in indices], self.values_array[list(indices)], self.program)

    def frame(self, predicate: str) -> dict[str, list[Any]]:
        """The true instances of a predicate as columns."""
        rows = self[predicate]
        width = max([len(row) for row in rows], default=0)
        return {f"${column + 1}": [row[column] for row in rows if len(row) > column] for column in range(width)}

    def to_svg(self) -> str:
        """A picture, as the file's `;;@ view` lines ask for it, or as is guessed if there are none."""
        from bigand.view.frames import scenes_of
        from bigand.view.svg import render_svg

        return render_svg(scenes_of(self._exhibit))

    @property
    def _exhibit(self) -> "Exhibit":
        """What is shown: by the views of the file, or by one that surely fits."""
        from bigand.view.arrangement import arrange_exhibit
        from bigand.view.guess import add_guessed_view

        return arrange_exhibit(self, add_guessed_view(self, self.program)[0])

    def frames(self) -> "list[FilmFrame]":
        """A drawing a step, with what is done; one where there are no steps."""
        from bigand.view.frames import film_frames

        return film_frames(self._exhibit)

    def to_animation(self, seconds: float = 1.0) -> str:
        """The steps as an SVG that moves."""
        from bigand.view.film import film_svg

        return film_svg(self.frames(), seconds)

    def to_gif(self, seconds: float = 1.0) -> bytes:
        """The steps as a GIF that moves."""
        from bigand.view.film import film_gif

        return film_gif(self.frames(), seconds)

    def to_html(self, title: str = "bigand", seconds: float = 1.0) -> str:
        """The steps as a page with a slider, one file."""
        from bigand.view.film import PageTexts, film_html

        return film_html(self.frames(), title, PageTexts(), seconds)

    def _repr_html_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        shown = [f"{name} = {text}" for name, text in self.number_texts.items()]
        return f"Solution({', '.join([*shown, *self.true])})"


class _IndexCache(dict[str, Any]):
    """Printed arguments as indices, each found out once: they are few, and atoms many."""

    def __missing__(self, text: str) -> Any:
        self[text] = value = parse_index(text)
        return value


def parse_index(text: str) -> Any:
    """A printed argument as an index: an integer if it is one."""
    return int(text) if is_integer(text) else text


# ----------------------------------------------------------------------
# How the models of one text are drawn: as it says itself, else as is guessed from the first of them.
#
# A picture
# is never worth an answer: what cannot be drawn as the text asks is listed.


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
