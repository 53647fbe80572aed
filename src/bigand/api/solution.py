"""Solutions: models as Python mappings, with the values of numbers and the costs, and how to draw them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bigand.api.auxiliary import attempt_after_main_work
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
    """A model: a mapping from predicates to the index tuples of their true atoms.

    For numbers `solution["x"]` is the value of `x`, or a dict of the values of `x(1)`, `x(2)`, … by their index
    tuples: integers are Python integers, reals are exact fractions. In a notebook a solution draws itself.

    Args:
        names: The names of the atoms and numbers.
        values: Their values in the same order: truth values, or objects if there are numbers.
        program: The text, whose `;;@ view` lines say how to draw the solution.
        costs: The value of each goal.
        bounds: The best value that each goal can have.
        optimal: Whether no model is better.
        horizon: The values of the `;;@ horizon` variable.

    Attributes:
        names: The names of the atoms and numbers, in the order of the text.
        values_array: Their values, as a NumPy array.
        program: The text.
        costs: The value of each goal of the text; empty without goals.
        bounds: The best value that each goal can have, as far as is known.
        optimal: Whether it is proved that no model is better.
        horizon: The number of steps that `Model.plan` found, by the name of the variable.

    >>> import bigand
    >>> solution = bigand.model("p(1,a) and p(2,b) and not p(3,c) and q").solve()
    >>> solution["p"], solution["q"], list(solution)
    ([(1, 'a'), (2, 'b')], [()], ['p', 'q'])
    >>> solution.true, solution.false
    (['p(1,a)', 'p(2,b)', 'q'], ['p(3,c)'])
    >>> bigand.model("x > 2 and x < 4").solve()["x"]
    3
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
        self.costs = costs
        self.bounds = bounds
        self.optimal = optimal
        self.horizon = dict(horizon or {})

    @property
    def cost(self) -> Amount | None:
        """The value of the first goal, or None without goals.

        The goal is the cost of the broken soft rules, or what is minimised or maximised.
        """
        return self.costs[0] if self.costs else None

    @cached_property
    def numbers(self) -> dict[str, int | Fraction]:
        """The values of the unknowns that are numbers, by name; empty in a text without numbers."""
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
        """The names of the true atoms, in the order of the text."""
        return [self.names[index] for index in np.flatnonzero(self._truths).tolist()]

    @property
    def false(self) -> list[str]:
        """The names of the false atoms, in the order of the text."""
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
        """For each predicate, the positions of its atoms in `names` with their index tuples."""
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
        """Look up whether an atom is true.

        Args:
            atom: The name of the atom, as it is printed.

        Returns:
            Whether it is true.

        Raises:
            KeyError: The text has no such atom, or it is a number.

        >>> import bigand
        >>> bigand.model("p(1) and not q").solve().holds("q")
        False
        """
        if atom in self.numbers:
            raise KeyError(f"{atom} is a number")
        if atom not in self.names:
            raise KeyError(f"no atom {atom}")
        return bool(self.values_array[self.names.index(atom)])

    def frame_rows(self, predicate: str, only_true: bool = True) -> list[tuple[Any, ...]]:
        """Return the index tuples of a predicate.

        Args:
            predicate: The name of the predicate.
            only_true: Leave out the false atoms.

        Returns:
            The index tuples in the order of the text; none for an unknown predicate.

        >>> import bigand
        >>> bigand.model("p(1) and not p(2)").solve().frame_rows("p", only_true=False)
        [(1,), (2,)]
        """
        instances = self.instances.get(predicate, [])
        if not only_true:
            return [row for index, row in instances if self.names[index] not in self.numbers]
        return [row for index, row in instances if self._truths[index]]

    @cached_property
    def number_texts(self) -> dict[str, str]:
        """The values of the unknowns that are numbers, as they are printed."""
        from bigand.ground.formula_tree import show_number

        return {name: show_number(value, not isinstance(value, int)) for name, value in self.numbers.items()}

    @property
    def number_values(self) -> dict[str, int | float | str]:
        """The values of the unknowns that are numbers for JSON: as texts where a float is inexact."""
        from bigand.ground.formula_tree import exact_number

        return {name: exact_number(value) for name, value in self.numbers.items()}

    def number_rows(self, predicate: str) -> list[tuple[tuple[Any, ...], str]]:
        """Return the values of a predicate whose instances are numbers.

        Args:
            predicate: The name of the predicate.

        Returns:
            The index tuples with the values, as they are printed.
        """
        texts, instances = self.number_texts, self.instances.get(predicate, [])
        return [(row, texts[self.names[index]]) for index, row in instances if self.names[index] in texts]

    def restrict_to(self, indices: Sequence[int]) -> "Solution":
        """Return a solution with only some of the atoms.

        Args:
            indices: Positions in `names`.

        Returns:
            The new solution, without costs.
        """
        return Solution([self.names[index] for index in indices], self.values_array[list(indices)], self.program)

    def frame(self, predicate: str) -> dict[str, list[Any]]:
        """Return the true atoms of a predicate as columns, for a data frame.

        Args:
            predicate: The name of the predicate.

        Returns:
            The columns `$1`, `$2`, … with their values, one row for each true atom.

        Raises:
            KeyError: The text has no such predicate.

        >>> import bigand
        >>> bigand.model("p(1,a) and p(2,b)").solve().frame("p")
        {'$1': [1, 2], '$2': ['a', 'b']}
        """
        rows = self[predicate]
        width = max([len(row) for row in rows], default=0)
        return {f"${column + 1}": [row[column] for row in rows if len(row) > column] for column in range(width)}

    def to_svg(self) -> str:
        """Draw the solution, as the `;;@ view` lines of the text ask for, or by a guess without such lines.

        Returns:
            The picture as SVG.

        >>> import bigand
        >>> bigand.model(";;@ view grid x\\nx(1,1)").solve().to_svg().startswith("<svg")
        True
        """
        from bigand.view.frames import named_scenes_of
        from bigand.view.svg import render_svg

        return render_svg(named_scenes_of(self._exhibit))

    @property
    def _exhibit(self) -> "Exhibit":
        """What is shown: by the views of the file, or by one that surely fits."""
        from bigand.view.arrangement import arrange_exhibit
        from bigand.view.guess import add_guessed_view

        return arrange_exhibit(self, add_guessed_view(self, self.program)[0])

    def frames(self) -> "list[FilmFrame]":
        """Draw the solution step by step, if it has steps.

        Returns:
            A picture for each step with what changes there; only one if there are no steps.
        """
        from bigand.view.frames import film_frames

        return film_frames(self._exhibit)

    def to_animation(self, seconds: float = 1.0) -> str:
        """Draw the steps as an animated SVG.

        Args:
            seconds: How long each step is shown.

        Returns:
            The SVG.
        """
        from bigand.view.film import film_svg

        return film_svg(self.frames(), seconds)

    def to_gif(self, seconds: float = 1.0) -> bytes:
        """Draw the steps as an animated GIF.

        Args:
            seconds: How long each step is shown.

        Returns:
            The bytes of the GIF.
        """
        from bigand.view.film import film_gif

        return film_gif(self.frames(), seconds)

    def to_html(self, title: str = "bigand", seconds: float = 1.0) -> str:
        """Draw the steps as a web page with a slider, in one file.

        Args:
            title: The title of the page.
            seconds: How long each step is shown when it plays.

        Returns:
            The HTML.
        """
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
            self._program, self.guess = attempt_after_main_work(
                "picture", lambda: self._guess_view(solution), unguessed, self._report
            )
        return make_exhibit(solution, self._program, self._report)

    def _guess_view(self, solution: Solution) -> tuple[Program, Guess | None]:
        from bigand.view.guess import add_guessed_view

        return add_guessed_view(solution, self._program, self._is_french)


def make_exhibit(solution: Solution, program: Program, report: Report = ignore_events) -> Exhibit:
    """What is shown of a model as its text asks for it; a plain list if that fails."""
    drawn = attempt_after_main_work("picture", lambda: arrange_exhibit(solution, program), None, report)
    return attempt(lambda: arrange_exhibit(solution, Program(())), _EMPTY) if drawn is None else drawn
