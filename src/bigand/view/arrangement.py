"""How a model is arranged as an exhibit: pictures of what its views name, what is done beside them, the rest.

A role named step (or time, étape, temps) says which index is that of the step: then there is a picture for each.
Predicates that no view names, whose first index is always one of the steps, and of which at most one atom is true a
step, are what is done: shown with their step.
"""

from collections.abc import Iterator, Sequence

from bigand.language.syntax import Program, View
from bigand.view.exhibit import Exhibit, Extension, Picture
from bigand.view.kinds import ClueNumbers, Kind, SceneInput, kind_of
from bigand.view.layers import Layer, Truths, make_layer
from bigand.view.scene import Row, is_grid, signature_text


def arrange_exhibit(solution: Truths, program: Program) -> Exhibit:
    """What is shown of a model, as the `;;@ view` lines of its file ask for it."""
    requested = requested_views(program)
    pictures = _make_pictures(solution, program)
    steps = {picture.step for picture in pictures if picture.step is not None}
    move_predicates = [
        name for name in solution.predicates if name not in requested and _is_move_predicate(solution, name, steps)
    ]
    hidden = [name for name, (kind, _) in requested.items() if kind_of(kind).is_hidden]
    drawn = {*move_predicates, *hidden, *[name for picture in pictures for name in picture.predicates]}
    rest = [
        _make_extension(solution, name, *requested.get(name, ("", ())))
        for name in solution.predicates
        if name not in drawn
    ]
    return Exhibit(tuple(pictures), _moves_by_step(solution, move_predicates), tuple(rest))


def requested_views(program: Program) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The predicates that `;;@ view` lines name, each with the kind of its view and the roles of its arguments."""
    views: dict[str, tuple[str, tuple[str, ...]]] = {}
    for directive in program.directives:
        if isinstance(directive, View):
            for shape in directive.shapes:
                views.setdefault(shape.predicate, (directive.kind, shape.roles))
    return views


def _make_extension(solution: Truths, predicate: str, kind: str, roles: tuple[str, ...]) -> Extension:
    every = solution.frame_rows(predicate, only_true=False)
    true, numbers = solution.frame_rows(predicate), solution.number_rows(predicate)
    return Extension(predicate, kind, roles, tuple(every) if is_grid(every) else (), tuple(true), tuple(numbers))


# ---------------------------------------------------------------------- pictures


def _make_pictures(solution: Truths, program: Program) -> list[Picture]:
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
            pictures += _view_pictures(
                kind, [make_layer(shape, solution) for shape in shapes], kind.clue_numbers(program)
            )
    return sorted(pictures, key=lambda picture: -1 if picture.step is None else picture.step)


def _view_pictures(kind: Kind, layers: list[Layer], clues: ClueNumbers) -> Iterator[Picture]:
    """Predicates together or one by one, as the kind is; what does not fit is a grid or a table a step."""
    wanted = [(layer, layer.over_all_steps()) for layer in layers if layer.rows and kind.is_pictured(layer)]
    shared = [layer for layer, whole in wanted if kind.is_shared and kind.fits(whole)]
    yield from _layer_pictures(kind, shared, clues)
    for layer, whole in wanted:
        if not kind.fits(whole) and layer.step is not None:
            yield from _layer_pictures(kind_of("grid" if is_grid(whole.rows) else "table"), [layer], clues)
        elif not kind.is_shared and kind.fits(whole):
            yield from _layer_pictures(kind, [layer], clues)


def _layer_pictures(kind: Kind, layers: list[Layer], clues: ClueNumbers) -> Iterator[Picture]:
    steps = sorted({step for layer in layers for step in layer.steps()})
    word = next((layer.step_word for layer in layers if layer.step is not None), "")
    all_steps = [layer.over_all_steps() for layer in layers]
    names = tuple([layer.predicate for layer in layers])
    moments: list[int | None] = [*steps] or ([None] if layers else [])
    for step in moments:
        step_layers = [layer if step is None else layer.at_step(step) for layer in layers]
        title = _title_without_step(kind, step_layers) if step is None else f"{', '.join(names)}, {word} {step}"
        rows = tuple([(layer.predicate, row) for layer in step_layers for row in layer.true])
        yield Picture(names, step, word, kind.scene(SceneInput(title, step_layers, all_steps, clues)), rows)


def _title_without_step(kind: Kind, layers: list[Layer]) -> str:
    return ", ".join([signature_text(layer.predicate, layer.roles if kind.is_titled else ()) for layer in layers])


# ---------------------------------------------------------------------- what is done


def _is_move_predicate(solution: Truths, predicate: str, steps: set[int]) -> bool:
    """Whether a predicate without a view tells what is done: its first index is a step, one at each at most."""
    every = solution.frame_rows(predicate, only_true=False)
    return _have_step_first(every, steps) and _are_one_a_step(solution.frame_rows(predicate))


def _have_step_first(rows: Sequence[Row], steps: set[int]) -> bool:
    """Whether there are atoms, and the first index of each is a step; numbers have no atoms."""
    return bool(rows) and all(row and isinstance(row[0], int) and row[0] in steps for row in rows)


def _are_one_a_step(true: Sequence[Row]) -> bool:
    """Whether no two of them are at one step."""
    return len({row[0] for row in true}) == len(true)


def _moves_by_step(solution: Truths, predicates: Sequence[str]) -> dict[int, tuple[str, ...]]:
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
