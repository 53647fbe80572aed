"""Layers: the predicates of a view with their index tuples, split by step where they have steps."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bigand.language.view_kinds import STEP_WORDS
from bigand.view.scene import Index, Row

if TYPE_CHECKING:
    from bigand.language.syntax import Shape

PlaceT = TypeVar("PlaceT", bound=Hashable)
_MAX_CANDIDATES = 12  # atoms listed for a place, if some of them are false
_MAX_PLACES = 10_000  # places of a picture that lists false atoms too
_NUMBER = re.compile(r"-?[0-9]+\.[0-9]*(e[+-]?[0-9]+)?")  # a float as printed


class Layer(Struct, frozen=True):
    """A predicate in a picture: its index tuples, all and the true ones, and their roles.

    `look` is how the true ones are drawn, if the file says so.
    """

    predicate: str
    roles: tuple[str, ...]
    rows: tuple[Row, ...]
    true: tuple[Row, ...]
    look: str = ""
    step: int | None = None  # the index of the step
    # The places and values of removed indices: the step, then a side.
    removed_indices: tuple[tuple[int, Index], ...] = ()

    @property
    def step_word(self) -> str:
        """The file's word for a step."""
        return self.roles[self.step] if self.step is not None else ""

    def steps(self) -> list[int]:
        if self.step is None:
            return []
        return sorted({step for row in self.rows if isinstance(step := row[self.step], int)})

    def at_step(self, step: int) -> "Layer":
        """Return the layer at one step, without that index; a layer without steps is the same at all of them."""
        if self.step is None:
            return self
        place = self.step

        def parts(rows: Sequence[Row]) -> tuple[Row, ...]:
            return tuple([(*row[:place], *row[place + 1 :]) for row in rows if row[place] == step])

        roles = (*self.roles[:place], *self.roles[place + 1 :])
        return replace(
            self,
            roles=roles,
            rows=parts(self.rows),
            true=parts(self.true),
            step=None,
            removed_indices=((place, step),),
        )

    def atom_of(self, row: Row) -> str:
        """Return the atom of an index tuple as models print it, with the removed indices."""
        for place, index in reversed(self.removed_indices):
            row = (*row[:place], index, *row[place:])
        return f"{self.predicate}({','.join(map(str, row))})" if row else self.predicate

    def over_all_steps(self) -> "Layer":
        """Return the layer without the step index, with the rows of all steps."""
        if self.step is None:
            return self
        rows = {row for step in self.steps() for row in self.at_step(step).rows}
        roles = (*self.roles[: self.step], *self.roles[self.step + 1 :])
        return replace(self, roles=roles, rows=tuple(sorted(rows, key=str)), step=None)


# Layers, each with a function from an index tuple to its place in the picture.
PlacedLayers: TypeAlias = Sequence[tuple[Layer, Callable[[Row], PlaceT]]]


class Truths(Protocol):
    """The model to draw: predicates in order, with all their index tuples and the true ones."""

    @property
    def predicates(self) -> list[str]: ...
    def frame_rows(self, predicate: str, only_true: bool = True) -> list[Row]: ...
    def number_rows(self, predicate: str) -> list[tuple[Row, str]]: ...


def make_layer(shape: "Shape", solution: Truths) -> Layer:
    """Return the layer of a model for a shape of a view."""
    rows = tuple(solution.frame_rows(shape.predicate, only_true=False))
    true = tuple(sort_rows(solution.frame_rows(shape.predicate)))
    place = next((index for index, role in enumerate(shape.roles) if role.lower() in STEP_WORDS), None)
    if place is not None and not all([len(row) > place and isinstance(row[place], int) for row in rows]):
        place = None
    return Layer(shape.predicate, shape.roles, rows, true, shape.look, place)


def true_atoms_by_place(layers: PlacedLayers[PlaceT]) -> dict[PlaceT, tuple[str, ...]]:
    """Return the true atoms of each place of a picture."""
    atoms: dict[PlaceT, list[str]] = {}
    for layer, place_of_row in layers:
        for row in layer.true:
            atoms.setdefault(place_of_row(row), []).append(layer.atom_of(row))
    return {place: tuple(here) for place, here in atoms.items()}


def true_then_false_atoms_by_place(layers: PlacedLayers[PlaceT], place_count: int) -> dict[PlaceT, tuple[str, ...]]:
    """Return the true atoms of each place, then some false ones unless the picture is large."""
    known = true_atoms_by_place(layers)
    if place_count > _MAX_PLACES:
        return known
    atoms = {place: list(here) for place, here in known.items()}
    for layer, place_of_row in layers:
        true = set(layer.true)
        for row in layer.rows:
            if row not in true:
                here = atoms.setdefault(place_of_row(row), [])
                if len(here) < _MAX_CANDIDATES:
                    here.append(layer.atom_of(row))
    return {place: tuple(here) for place, here in atoms.items()}


def sort_rows(rows: Sequence[Row]) -> list[Row]:
    """Sort index tuples by their first index, then by their second, and so on."""
    known = sorted({index for row in rows for index in row}, key=index_sort_key)
    rank = {index: place for place, index in enumerate(known)}.__getitem__
    return sorted(rows, key=lambda row: tuple(map(rank, row)))


def index_sort_key(index: Index) -> tuple[bool, float, str]:
    """Sort numbers by size, before names.

    >>> sorted(["b", 10, 9, "1.5", "a"], key=index_sort_key)
    ['1.5', 9, 10, 'a', 'b']
    """
    if isinstance(index, int):
        return (False, index, "")
    text = str(index)
    return (False, float(text), text) if _NUMBER.fullmatch(text) else (True, 0, text)


def sort_and_fill_gaps(values: Iterable[Index]) -> list[Index]:
    """Sort indices, and fill gaps between numbers unless that adds too many; names stay as they are.

    >>> sort_and_fill_gaps([4, 2, 2]), sort_and_fill_gaps([1, 100]), sort_and_fill_gaps(["b", "a"])
    ([2, 3, 4], [1, 100], ['a', 'b'])
    """
    indices = sorted(set(values), key=index_sort_key)
    numbers = [index for index in indices if isinstance(index, int)]
    if len(numbers) < len(indices) or not numbers or numbers[-1] - numbers[0] > 4 * len(numbers) + 8:
        return indices
    return list(range(numbers[0], numbers[-1] + 1))


def place_with_role(words: frozenset[str], roles: tuple[str, ...], free: Sequence[int]) -> int | None:
    """Return the first of the `free` indices whose role is one of `words`."""
    return next((place for place in free if place < len(roles) and roles[place].lower() in words), None)
