"""Arrange a model as an exhibit: pictures for its views, the moves of each step, and the rest.

A role named step (or time, étape, temps) marks the index of the step: then there is one picture for each step. A
predicate counts as a move if no view names it, its first index is always a step, and at most one of its atoms is
true at each step. Moves are shown with their step.
"""

from collections.abc import Iterator, Sequence

from bigand.language.syntax import Program, View
from bigand.view.exhibit import Exhibit, Extension, Picture
from bigand.view.kinds import ClueNumbers, Kind, SceneInput, kind_of
from bigand.view.layers import Layer, Truths, make_layer
from bigand.view.scene import Row, can_be_grid, signature_text


def arrange_exhibit(solution: Truths, program: Program) -> Exhibit:
    """Arrange a model as the `;;@ view` lines of its file ask for."""
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
    """Return the predicates in `;;@ view` lines, with the kind of the view and the roles of the arguments."""
    views: dict[str, tuple[str, tuple[str, ...]]] = {}
    for directive in program.directives:
        if isinstance(directive, View):
            for shape in directive.shapes:
                views.setdefault(shape.predicate, (directive.kind, shape.roles))
    return views


def _make_extension(solution: Truths, predicate: str, kind: str, roles: tuple[str, ...]) -> Extension:
    every = solution.frame_rows(predicate, only_true=False)
    true, numbers = solution.frame_rows(predicate), solution.number_rows(predicate)
    return Extension(
        predicate, kind, roles, tuple(every) if can_be_grid(every) else (), tuple(true), tuple(numbers)
    )


# ---------------------------------------------------------------------- pictures


def _make_pictures(solution: Truths, program: Program) -> list[Picture]:
    """Return all pictures, step by step; within a step, in the order of the views."""
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
    """Yield pictures of the layers together or one by one, depending on the kind.

    A layer with steps that does not fit becomes a grid or table for each step.
    """
    wanted = [(layer, layer.over_all_steps()) for layer in layers if layer.rows and kind.has_picture(layer)]
    shared = [layer for layer, whole in wanted if kind.is_shared and kind.fits(whole)]
    yield from _layer_pictures(kind, shared, clues)
    for layer, whole in wanted:
        if not kind.fits(whole) and layer.step is not None:
            yield from _layer_pictures(kind_of("grid" if can_be_grid(whole.rows) else "table"), [layer], clues)
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


# ---------------------------------------------------------------------- moves


def _is_move_predicate(solution: Truths, predicate: str, steps: set[int]) -> bool:
    """Whether a predicate without a view describes moves: its first index is a step, with at most one each."""
    every = solution.frame_rows(predicate, only_true=False)
    return _have_step_first(every, steps) and _have_distinct_steps(solution.frame_rows(predicate))


def _have_step_first(rows: Sequence[Row], steps: set[int]) -> bool:
    """Whether there are rows, and the first index of each is a step; numbers have no rows."""
    return bool(rows) and all(row and isinstance(row[0], int) and row[0] in steps for row in rows)


def _have_distinct_steps(true: Sequence[Row]) -> bool:
    """Whether no two rows have the same step."""
    return len({row[0] for row in true}) == len(true)


def _moves_by_step(solution: Truths, predicates: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Return the moves of each step: `pour 1 → 2` for `pour(7,1,2)`."""
    moves: dict[int, list[str]] = {}
    for predicate in predicates:
        every = solution.frame_rows(predicate, only_true=False)
        # Draw an arrow where both arguments are of one kind: they share values.
        is_arrow = all([len(row) == 3 for row in every]) and {row[1] for row in every} & {row[2] for row in every}
        for step, *rest in solution.frame_rows(predicate):
            assert isinstance(step, int)
            words = [" → ".join(map(str, rest))] if is_arrow else map(str, rest)
            moves.setdefault(step, []).append(" ".join([predicate, *words]))
    return {step: tuple(texts) for step, texts in moves.items()}
