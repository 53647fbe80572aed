"""Plans in pictures: one a step, tubes with their layers, what is done beside them."""

from xml.etree import ElementTree

from bigand.front import model
from bigand.view.palette import Depth, inks
from bigand.view.scene import scenes
from bigand.view.steps import pictures, visible_width
from bigand.view.svg import svg
from bigand.view.terminal import show_solution

TUBES = """;;@ view tubes p(step,tube,layer,colour)
p(0,1,1,red) p(0,1,2,green) p(0,2,1,empty) p(0,2,2,empty)
p(1,1,1,red) p(1,1,2,empty) p(1,2,1,green) p(1,2,2,empty)
pour(1,1,2)
other(9)
"""


def lines(text: str, width: int = 80, depth: Depth = Depth.NONE) -> list[str]:
    solution = model(text).solve()
    assert solution is not None
    return list(show_solution(solution, solution.program, width, depth))


def test_a_picture_a_step_side_by_side() -> None:
    assert lines(TUBES) == [
        "step 0     step 1",
        "           pour(1,1,2)",
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
    plain, coloured = lines(TUBES), lines(TUBES, depth=Depth.TRUE)
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
    picture = svg(scenes(solution, solution.program))
    root = ElementTree.fromstring(picture)
    groups = [child.get("id") for child in root if child.tag.endswith("}g")]
    assert groups == ["p-0", "p-1"]
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert "p, step 1" in picture
    fills = {child.get("data-state"): child.get("fill") for child in root.iter() if child.get("data-state")}
    assert fills["empty"] == "none"
    assert fills["red"] != fills["green"]


def test_marks_are_different() -> None:
    names = [f"colour{number}" for number in range(12)] + ["cold", "c"]
    marks = [ink.mark for ink in inks(names).values()]
    assert len(set(marks)) == len(marks)


def test_steps_that_are_no_numbers_are_not_drawn() -> None:
    solution = model(";;@ view tubes p(step,tube,layer,colour)\np(first,1,1,red)").solve()
    assert solution is not None
    assert pictures(solution, solution.program) == []


def test_two_things_in_one_layer_are_both_told() -> None:
    text = ";;@ view tubes p(tube,layer,colour)\np(1,1,red)\np(1,1,blue)"
    assert lines(text) == ["|r|", " 1", "", "r red+blue"]
