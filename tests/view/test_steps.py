"""Plans in pictures: one a step, tubes with their layers, what is done beside them."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from bigand.models import model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.drawing import Box, Drawing, Line, Text, flow_drawings, hatch
from bigand.view.frames import film_frames, named_scenes_of
from bigand.view.paint import paint_scenes
from bigand.view.palette import ColourDepth, assign_inks, visible_width
from bigand.view.svg import render_svg
from bigand.view.terminal import show_exhibit

TUBES = """;;@ view tubes p(step,tube,layer,colour)
p(0,1,1,red) p(0,1,2,green) p(0,2,1,empty) p(0,2,2,empty)
p(1,1,1,red) p(1,1,2,empty) p(1,2,1,green) p(1,2,2,empty)
pour(1,1,2)
other(9)
"""


def lines(text: str, width: int = 80, depth: ColourDepth = ColourDepth.NONE) -> list[str]:
    solution = model(text).solve()
    assert solution is not None
    return list(show_exhibit(arrange_exhibit(solution, solution.program), width, depth))


def test_a_picture_a_step_side_by_side() -> None:
    assert lines(TUBES) == [
        "step 0     step 1",
        "           pour 1 2",
        "|g| | |    | | | |",
        "|r| | |    |r| |g|",
        " 1   2      1   2",
        "",
        "g green, r red",
        "other(9)",
    ]


def test_pictures_that_do_not_fit_go_below() -> None:
    narrow = lines(TUBES, width=15)
    assert narrow[0] == "step 0"
    assert "step 1" in narrow
    assert max(map(len, narrow)) <= 15


def test_colours_take_no_room() -> None:
    plain, coloured = lines(TUBES), lines(TUBES, depth=ColourDepth.TRUE)
    assert any("\033[" in line for line in coloured)
    assert [visible_width(line) for line in coloured] == [len(line) for line in plain]


def test_roles_may_be_in_another_order_and_in_french() -> None:
    text = ";;@ view tubes p(couleur,étage,étape,tube)\np(rouge,1,5,2)\np(vide,1,5,1)"
    assert lines(text) == ["étape 5", "| | |r|", " 1   2", "", "r rouge"]


def test_tubes_without_steps() -> None:
    assert lines(";;@ view tubes p(tube,layer,colour)\np(1,1,red)\np(2,1,blue)")[0] == "|r| |b|"


def test_grids_a_step_and_a_grid_of_all_steps() -> None:
    board = lines(";;@ view grid p(step,row,column)\np(0,1,1)\nnot p(0,1,2)\nnot p(1,1,1)\np(1,1,2)")
    assert board[0] == "step 0    step 1"
    assert board[2:4] == ["1  ■ ·    1  · ■", ""]
    assert lines(";;@ view grid at(step,stone)\nat(0,1)\nat(1,2)")[0] == "at(step,stone)"


def test_what_is_no_picture_is_listed_by_step() -> None:
    text = ";;@ view table p(step,who)\np(0,ann)\np(1,bob)\np(1,eve)"
    assert lines(text)[:2] == ["step 0    step 1", "p(ann)    p(bob)  p(eve)"]


def test_svg_has_a_scene_a_step() -> None:
    solution = model(TUBES).solve()
    assert solution is not None
    picture = render_svg(named_scenes_of(arrange_exhibit(solution, solution.program)))
    root = ElementTree.fromstring(picture)
    groups = [child.get("id") for child in root if child.tag.endswith("}g")]
    assert groups == ["p-0", "p-1", "key"]
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert picture.index(">step 1<") < picture.index(">pour 1 2<")
    fills = {child.get("data-state"): child.get("fill") for child in root.iter() if child.get("data-state")}
    assert fills["empty"] == "none"
    assert fills["red"] != fills["green"]


def test_marks_are_different() -> None:
    names = [f"colour{number}" for number in range(12)] + ["cold", "c"]
    marks = [ink.mark for ink in assign_inks(names).values()]
    assert len(set(marks)) == len(marks)


def test_steps_that_are_no_numbers_are_not_drawn() -> None:
    solution = model(";;@ view tubes p(step,tube,layer,colour)\np(first,1,1,red)").solve()
    assert solution is not None
    assert arrange_exhibit(solution, solution.program).pictures == ()


def test_two_things_in_one_layer_are_both_told() -> None:
    text = ";;@ view tubes p(tube,layer,colour)\np(1,1,red)\np(1,1,blue)"
    assert lines(text) == ["|b+r|", "  1", "", "b blue, r red, b+r blue + red"]


# ---------------------------------------------------------------------- sheets

PLAN = """;;@ view tubes p(step,tube,layer,colour)
bigand $i,$t in [0..10],[1..3]: p($i,$t,1,red) end
bigand $i in [1..10]: pour($i,$i mod 3,($i+1) mod 3) end
bigand $i in [0..10]: high($i,1) and high($i,2) end
"""


def drawings(text: str) -> list[tuple[Drawing, tuple[float, float]]]:
    solution = model(text).solve()
    assert solution is not None
    return flow_drawings(paint_scenes(named_scenes_of(arrange_exhibit(solution, solution.program))), 900)


def texts_of(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def test_a_sheet_says_what_each_step_does() -> None:
    """What is true several times a step is no deed."""
    captions = [texts_of(drawing)[:2] for drawing, _ in drawings(PLAN)]
    assert captions[0][0] == "step 0"
    assert captions[1] == ["step 1", "pour 1 → 2"]
    assert captions[10] == ["step 10", "pour 1 → 2"]
    assert not [text for drawing, _ in drawings(PLAN) for text in texts_of(drawing) if "high" in text]


def test_a_film_says_it_below() -> None:
    solution = model(PLAN).solve()
    assert solution is not None
    captions = [frame.caption for frame in film_frames(arrange_exhibit(solution, solution.program))]
    assert captions[:2] == ["step 0", "step 1: pour 1 → 2"]


def test_pictures_beside_each_other_have_a_gap() -> None:
    """What is painted of one is well apart from what is painted of the next, and all gaps are alike."""
    row = [(drawing, x) for drawing, (x, y) in drawings(PLAN) if y == 0]
    edges = []
    for drawing, x in row:
        boxes = [shape for shape in drawing.shapes if isinstance(shape, Line)]
        across = [x + px for box in boxes for px, _ in box.points]
        edges.append((min(across), max(across)))
    gaps = {round(after[0] - before[1], 2) for before, after in pairwise(edges)}
    assert gaps == {28.0}
    assert edges[0][0] == 14.0


def test_terminal_pictures_fit_with_their_gap_or_go_below() -> None:
    """Each is 7 wide with 4 between: 18 columns hold two of them, 17 only one."""
    text = ";;@ view tubes p(step,tube,layer,colour)\nbigand $i,$t in [0..2],[1..2]: p($i,$t,1,red) end"
    assert lines(text, width=18)[:2] == ["step 0     step 1", "|r| |r|    |r| |r|"]
    assert lines(text, width=17)[:2] == ["step 0", "|r| |r|"]
    assert lines(text, width=29)[0] == "step 0     step 1     step 2"


def test_rows_of_a_sheet_are_about_as_long() -> None:
    places = [y for _, (_, y) in drawings(PLAN)]
    lengths = sorted([places.count(y) for y in set(places)])
    assert sum(lengths) == 11
    assert lengths[-1] - lengths[0] <= 1


def test_no_half_of_a_picture_is_blank() -> None:
    """A long title is broken, so that the paper is not much wider than what is drawn."""
    names = ["a_rather_long_name", "another_long_name", "yet_another_name"]
    view = " ".join([f"{name}(row,column)" for name in names])
    facts = " ".join([f"{name}({at},{at})" for name in names for at in (1, 2, 3)])
    ((drawing, _),) = drawings(f";;@ view board {view}\n{facts}")
    boxes = [shape for shape in drawing.shapes if isinstance(shape, Box)]
    assert drawing.width < 2.5 * max([box.x + box.width for box in boxes])
    assert [text for text in texts_of(drawing) if "long_name" in text] == [
        "a_rather_long_name(row,column),",
        "another_long_name(row,column),",
    ]


def test_a_step_at_which_nothing_is_true_keeps_its_heads() -> None:
    found = drawings(";;@ view table p(step,who)\np(0,ann) not p(1,ann)")
    assert [texts_of(drawing)[:2] for drawing, _ in found] == [["step 0", "who"], ["step 1", "who"]]


def test_two_values_in_one_place_are_hatched_and_in_the_key() -> None:
    text = """;;@ view tubes p(tube,layer,colour)
p(1,1,red) p(1,1,blue) p(1,2,red) p(2,1,empty) p(2,1,blue) p(2,2,empty)"""
    solution = model(text).solve()
    assert solution is not None
    root = ElementTree.fromstring(solution.to_svg())
    fills = [shape.get("fill") for shape in root.iter() if shape.tag.endswith("polygon")]
    colours = {one.mark: one.colour for one in assign_inks(["blue", "red"]).values()}
    assert fills.count(colours["b"]) > 2  # stripes
    assert fills.count(colours["r"]) > 2
    told = {
        element.get("id"): element.text for element in root.iter() if (element.get("id") or "").startswith("key-")
    }
    assert told == {
        "key-blue": "blue", "key-red": "red", "key-empty": "empty",
        "key-blue+red": "blue + red", "key-blue+empty": "blue + empty",
    }  # fmt: skip
    assert lines(text)[:3] == ["| r | |   |", "|b+r| |b+∅|", "  1     2"]
    coloured = lines(text, depth=ColourDepth.TRUE)
    assert [visible_width(line) for line in coloured] == [len(line) for line in lines(text)]


def test_stripes_stay_in_their_shape() -> None:
    corners = ((0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (0.0, 6.0))
    stripes = [shape for shape in hatch(corners, ["#000000", "#ffffff"], 4.0) if isinstance(shape, Line)]
    assert all(0 <= x <= 10 and 0 <= y <= 6 for stripe in stripes for x, y in stripe.points)
    assert [stripe.fill for stripe in stripes] == ["#000000", "#ffffff", "#000000", "#ffffff"]
    assert sum([_area(stripe.points) for stripe in stripes]) == pytest.approx(60)


def _area(points: tuple[tuple[float, float], ...]) -> float:
    return abs(sum([ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]])])) / 2
