"""How a model is arranged as an exhibit: pictures of what its views name, what is done beside them, the rest.

A role named step (or time, étape, temps) says which index is that of the step: then there is a picture for each.
Predicates that no view names, whose first index is always one of the steps, and of which at most one atom is true a
step, are what is done: shown with their step.
"""

from collections.abc import Iterator, Sequence

from bigand.language.syntax import Program, View
from bigand.view.exhibit import Exhibit, Extension, Picture
from bigand.view.kinds import Clues, Kind, Stage, kind_of
from bigand.view.layers import Layer, Truths, layer_of
from bigand.view.scene import Row, is_grid, named


def exhibit(solution: Truths, program: Program) -> Exhibit:
    """What is shown of a model, as the `;;@ view` lines of its file ask for it."""
    asked = wishes(program)
    pictures = _pictures(solution, program)
    steps = {picture.step for picture in pictures if picture.step is not None}
    done = [name for name in solution.predicates if name not in asked and _is_done(solution, name, steps)]
    hidden = [name for name, (kind, _) in asked.items() if kind_of(kind).is_hidden]
    drawn = {*done, *hidden, *[name for picture in pictures for name in picture.predicates]}
    rest = [
        _extension(solution, name, *asked.get(name, ("", ()))) for name in solution.predicates if name not in drawn
    ]
    return Exhibit(tuple(pictures), _moves(solution, done), tuple(rest))


def wishes(program: Program) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The predicates that `;;@ view` lines name, each with the kind of its view and the roles of its arguments."""
    wished: dict[str, tuple[str, tuple[str, ...]]] = {}
    for directive in program.directives:
        if isinstance(directive, View):
            for shape in directive.shapes:
                wished.setdefault(shape.predicate, (directive.kind, shape.roles))
    return wished


def _extension(solution: Truths, predicate: str, kind: str, roles: tuple[str, ...]) -> Extension:
    every = solution.frame_rows(predicate, only_true=False)
    true, numbers = solution.frame_rows(predicate), solution.number_rows(predicate)
    return Extension(predicate, kind, roles, tuple(every) if is_grid(every) else (), tuple(true), tuple(numbers))


# ---------------------------------------------------------------------- pictures


def _pictures(solution: Truths, program: Program) -> list[Picture]:
    """All pictures, step by step; predicates in their order within a step."""
    pictures: list[Picture] = []
    known: set[str] = set()
    for view in program.directives:
        if isinstance(view, View):
            shapes = [
                shape
                for shape in view.shapes
                if shape.predicate in solution.predicates and shape.predicate not in known
            ]
            known |= {shape.predicate for shape in shapes}
            kind = kind_of(view.kind)
            pictures += _of_view(kind, [layer_of(shape, solution) for shape in shapes], kind.given(program))
    return sorted(pictures, key=lambda picture: -1 if picture.step is None else picture.step)


def _of_view(kind: Kind, layers: list[Layer], clues: Clues) -> Iterator[Picture]:
    """Predicates together or one by one, as the kind is; what does not fit is a grid or a table a step."""
    wanted = [(layer, layer.whole()) for layer in layers if layer.rows and kind.is_pictured(layer)]
    together = [layer for layer, whole in wanted if kind.is_shared and kind.fits(whole)]
    yield from _of_layers(kind, together, clues)
    for layer, whole in wanted:
        if not kind.fits(whole) and layer.step is not None:
            yield from _of_layers(kind_of("grid" if is_grid(whole.rows) else "table"), [layer], clues)
        elif not kind.is_shared and kind.fits(whole):
            yield from _of_layers(kind, [layer], clues)


def _of_layers(kind: Kind, layers: list[Layer], clues: Clues) -> Iterator[Picture]:
    steps = sorted({step for layer in layers for step in layer.steps()})
    word = next((layer.word for layer in layers if layer.step is not None), "")
    every = [layer.whole() for layer in layers]
    names = tuple([layer.predicate for layer in layers])
    moments: list[int | None] = [*steps] or ([None] if layers else [])
    for step in moments:
        here = [layer if step is None else layer.at(step) for layer in layers]
        title = _untimed(kind, here) if step is None else f"{', '.join(names)}, {word} {step}"
        rows = tuple([(layer.predicate, row) for layer in here for row in layer.true])
        yield Picture(names, step, word, kind.scene(Stage(title, here, every, clues)), rows)


def _untimed(kind: Kind, layers: list[Layer]) -> str:
    return ", ".join([named(layer.predicate, layer.roles if kind.is_titled else ()) for layer in layers])


# ---------------------------------------------------------------------- what is done


def _is_done(solution: Truths, predicate: str, steps: set[int]) -> bool:
    """Whether a predicate without a view tells what is done: its first index is a step, one at each at most."""
    every = solution.frame_rows(predicate, only_true=False)
    return _are_steps(every, steps) and _are_alone(solution.frame_rows(predicate))


def _are_steps(rows: Sequence[Row], steps: set[int]) -> bool:
    """Whether there are atoms, and the first index of each is a step; numbers have no atoms."""
    return bool(rows) and all(row and isinstance(row[0], int) and row[0] in steps for row in rows)


def _are_alone(true: Sequence[Row]) -> bool:
    """Whether no two of them are at one step."""
    return len({row[0] for row in true}) == len(true)


def _moves(solution: Truths, predicates: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """What is done at each step: `pour 1 → 2` for `pour(7,1,2)`."""
    done: dict[int, list[str]] = {}
    for predicate in predicates:
        every = solution.frame_rows(predicate, only_true=False)
        # An arrow where both are of one kind: what the one is somewhere, the other is elsewhere.
        is_arrow = all([len(row) == 3 for row in every]) and {row[1] for row in every} & {row[2] for row in every}
        for step, *rest in solution.frame_rows(predicate):
            assert isinstance(step, int)
            words = [" → ".join(map(str, rest))] if is_arrow else map(str, rest)
            done.setdefault(step, []).append(" ".join([predicate, *words]))
    return {step: tuple(moves) for step, moves in done.items()}
