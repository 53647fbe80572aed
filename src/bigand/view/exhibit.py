"""What is shown of a model, as one value: made where the model is known, drawn there or in another process.

Nothing in it is alive: no solution, no tree, no colours, no words of a human language. It goes to JSON and back.
"""

from msgspec import Struct

from bigand.view.scene import Row, Scene, signature_text

SURE_POINTS = 4  # points with which a guessed view is drawn though nobody asked for it


class Picture(Struct, frozen=True):
    """Some predicates at one step, the index of the step left out."""

    predicates: tuple[str, ...]
    step: int | None  # None for a picture of something that has no steps
    word: str  # what the file calls a step
    scene: Scene
    rows: tuple[tuple[str, Row], ...]  # the true ones, with their predicates

    @property
    def title(self) -> str:
        name = "-".join(self.predicates)
        return f"{name}-{self.step}" if self.step is not None else name

    @property
    def kind(self) -> str:
        return self.scene.kind


class Extension(Struct, frozen=True):
    """A predicate that no picture shows: where it is true, and what its numbers are."""

    predicate: str
    kind: str  # of the view that names it; empty if none does
    roles: tuple[str, ...]
    grid: tuple[Row, ...]  # all its index tuples if they make a grid, which shows the false ones too; else none
    true: tuple[Row, ...]
    numbers: tuple[tuple[Row, str], ...]


class Exhibit(Struct, frozen=True):
    """The pictures that views ask for, what is done at each step, and the rest in the order of the file."""

    pictures: tuple[Picture, ...]
    moves: dict[int, tuple[str, ...]]
    rest: tuple[Extension, ...]

    @property
    def scenes(self) -> list[Scene]:
        """Those of the pictures."""
        return [picture.scene for picture in self.pictures]


class GuessedShape(Struct, frozen=True):
    """A predicate in a guessed view: the roles of its arguments, and how it looks if that is guessed too."""

    predicate: str
    roles: tuple[str, ...]
    look: str = ""


class Guess(Struct, frozen=True):
    """A view that fits a model whose file names none, and how many points speak for it."""

    kind: str
    shapes: tuple[GuessedShape, ...]
    points: int

    @property
    def is_sure(self) -> bool:
        return self.points >= SURE_POINTS

    @property
    def words(self) -> str:
        """As `--as` takes it; a line of a file has `;;@ view` before it."""
        shapes = [
            signature_text(shape.predicate, shape.roles) + (f" as {shape.look}" if shape.look else "")
            for shape in self.shapes
        ]
        return " ".join([self.kind, *shapes])
