"""Scenes by themselves, and their drawings."""

import xml.etree.ElementTree as ElementTree

from tests.golden import check_golden

from bigand.models import model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.frames import named_scenes_of
from bigand.view.svg import render_svg


def test_a_grid_has_a_cell_for_each_atom() -> None:
    solution = model("bigand $i,$j in [1..2],[1..3] when $i != $j: p($i,$j) end").solve()
    assert solution is not None
    ((name, scene),) = named_scenes_of(arrange_exhibit(solution, solution.program))
    assert name == "p"
    states = {cell.id: cell.state for cell in scene.cells}
    assert states == {
        "p-1-1": "none", "p-1-2": "true", "p-1-3": "true",
        "p-2-1": "true", "p-2-2": "none", "p-2-3": "true",
    }  # fmt: skip
    assert [label.text for label in scene.labels if label.role == "column"] == ["1", "2", "3"]


def test_a_view_chooses_what_is_drawn() -> None:
    text = ";;@ view table q(who,what)\np(1,1) and q(ann,tea) and q(bob,<&>)".replace("<&>", "milk")
    solution = model(text).solve()
    assert solution is not None
    ((name, scene),) = named_scenes_of(arrange_exhibit(solution, solution.program))
    assert name == "q"
    assert [label.text for label in scene.labels if label.role == "column"] == ["who", "what"]
    assert [label.text for label in scene.labels if label.role == "entry"] == ["ann", "tea", "bob", "milk"]


def test_golden_svg() -> None:
    solution = model(";;@ view grid x(row,col)\nx(1,2) and not x(1,1) and not x(2,2) and x(2,1)").solve()
    assert solution is not None
    picture = solution.to_svg()
    ElementTree.fromstring(picture)
    check_golden("grid.svg", picture)


def test_golden_tubes() -> None:
    solution = model(";;@ view tubes p(tube,layer,colour)\np(1,1,red) p(1,2,green) p(2,1,red)").solve()
    assert solution is not None
    check_golden("tubes.svg", solution.to_svg())


def test_what_is_done_at_a_step_stands_over_the_first_of_its_pictures_only() -> None:
    views = ";;@ view grid on(step,item)\n;;@ view grid off(step,item)\n"
    solution = model(f"{views}on(0,a) off(0,b) swap(1,a) on(1,b) off(1,a)").solve()
    assert solution is not None
    assert solution.to_svg().count(">swap a<") == 1


def test_texts_are_escaped() -> None:
    solution = model('p("a => b") and p([1,2])').solve()
    assert solution is not None
    picture = render_svg(named_scenes_of(arrange_exhibit(solution, solution.program)))
    assert "=&gt;" in picture
    ElementTree.fromstring(picture)
