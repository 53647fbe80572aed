"""An exhibit: what is shown of a model, as one value.

It is made where the model is known and drawn there or in another process. It is plain data that converts to JSON
and back: no solution, no syntax tree, no colours, no text in a human language.
"""

from msgspec import Struct

from bigand.view.scene import Row, Scene, signature_text

SURE_POINTS = 4  # a guessed view with this many points is drawn unasked


class Picture(Struct, frozen=True):
    """Some predicates at one step, without the step index."""

    predicates: tuple[str, ...]
    step: int | None  # None if the predicates have no steps
    word: str  # the file's word for a step
    scene: Scene
    rows: tuple[tuple[str, Row], ...]  # the true rows, with their predicates

    @property
    def scene_name(self) -> str:
        name = "-".join(self.predicates)
        return f"{name}-{self.step}" if self.step is not None else name

    @property
    def kind(self) -> str:
        return self.scene.kind


class Extension(Struct, frozen=True):
    """A predicate that no picture shows: where it is true, and its numbers."""

    predicate: str
    kind: str  # of the view that names it; empty if none does
    roles: tuple[str, ...]
    grid: tuple[Row, ...]  # all index tuples if they form a grid, which shows false ones too; else empty
    true: tuple[Row, ...]
    numbers: tuple[tuple[Row, str], ...]


class Exhibit(Struct, frozen=True):
    """The pictures for the views, the moves of each step, and the rest in file order."""

    pictures: tuple[Picture, ...]
    moves: dict[int, tuple[str, ...]]
    rest: tuple[Extension, ...]

    @property
    def scenes(self) -> list[Scene]:
        """The scenes of the pictures."""
        return [picture.scene for picture in self.pictures]


class GuessedShape(Struct, frozen=True):
    """A predicate in a guessed view: the roles of its arguments, and its look if that is guessed too."""

    predicate: str
    roles: tuple[str, ...]
    look: str = ""


class Guess(Struct, frozen=True):
    """A view that fits a model whose file has none, and its points."""

    kind: str
    shapes: tuple[GuessedShape, ...]
    points: int

    @property
    def is_sure(self) -> bool:
        return self.points >= SURE_POINTS

    @property
    def view_text(self) -> str:
        """The view as `--as` takes it; in a file it follows `;;@ view`."""
        shapes = [
            signature_text(shape.predicate, shape.roles) + (f" as {shape.look}" if shape.look else "")
            for shape in self.shapes
        ]
        return " ".join([self.kind, *shapes])
