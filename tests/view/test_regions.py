"""Regions of a board: lines exactly where two squares belong to different ones, in a terminal and as shapes."""

from bigand.view.drawing import Line
from bigand.view.kinds import Screen
from bigand.view.kinds.board import KIND
from bigand.view.palette import ColourDepth
from bigand.view.regions import region_shapes
from bigand.view.scene import Cell, Label, Scene

REGIONS = (("a", "a", "b"), ("a", "c", "b"), ("c", "c", "c"))


def scene(regions: tuple[tuple[str, ...], ...] = REGIONS) -> Scene:
    cells = [Cell(f"square-{y}-{x}", x, y, "false") for y in (1, 2, 3) for x in (1, 2, 3)]
    cells.append(Cell("star-2-1", 1, 2, "star", 1))
    labels = [Label(f"{role}-{place}", *where, str(place), role) for place in (1, 2, 3)
              for role, where in (("row", (0, place)), ("column", (place, 0)))]  # fmt: skip
    return Scene(4, 5, tuple(cells), tuple(labels), "board", is_ruled=True, regions=regions)


def test_a_board_with_regions_in_a_terminal() -> None:
    assert KIND.lines(scene(), Screen(80, ColourDepth.NONE, {})) == [
        "  ┌───────┬───┐",
        "1 │ ·   · │ · │",
        "  │   ┌───┤   │",
        "2 │ ★ │ · │ · │",
        "  ├───┘   └───┤",
        "3 │ ·   ·   · │",
        "  └───────────┘",
        "    1   2   3",
    ]


def test_what_is_too_wide_for_the_terminal_is_not_drawn() -> None:
    assert KIND.lines(scene(), Screen(12, ColourDepth.NONE, {})) == []


def test_lines_stand_between_regions_and_around_them() -> None:
    lines = list(region_shapes(REGIONS, 0, 0, 1))
    inside = {line.points for line in lines if not set(line.points) <= _edge()}
    assert len(lines) == 12 + len(inside)
    assert inside == {
        ((2, 0), (2, 1)), ((1, 1), (2, 1)), ((1, 1), (1, 2)), ((2, 1), (2, 2)), ((0, 2), (1, 2)), ((2, 2), (3, 2))
    }  # fmt: skip


def _edge() -> set[tuple[float, float]]:
    return {(x, y) for x in range(4) for y in range(4) if x in (0, 3) or y in (0, 3)}


def test_a_star_is_drawn_and_a_board_without_regions_has_no_thick_lines() -> None:
    with_regions, without = (KIND.paint(scene(regions), "s", {}).shapes for regions in (REGIONS, ()))
    thick = [shape for shape in with_regions if isinstance(shape, Line) and shape.width == 3]
    assert len(thick) == 18
    assert [shape for shape in with_regions if shape not in thick] == list(without)
    assert [len(shape.points) for shape in without if isinstance(shape, Line)] == [10]
