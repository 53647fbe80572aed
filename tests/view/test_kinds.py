"""Boards and graphs: what stands where, together and by steps."""

import re
import subprocess
import sys
from itertools import pairwise, product
from math import hypot
from xml.etree import ElementTree

import pytest

from bigand.api.solution import Solution
from bigand.language.view_kinds import KINDS
from bigand.models import model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.drawing import Disc, Line
from bigand.view.frames import film_frames, named_scenes_of
from bigand.view.guess import guess_views
from bigand.view.palette import ColourDepth, paint_text_background, table_colour
from bigand.view.scene import Scene
from bigand.view.terminal import show_exhibit

SHAPE = re.compile(r"(\w+)\(([^)]*)\)")


def solved(text: str) -> Solution:
    solution = model(text).solve()
    assert solution is not None
    return solution


def scene_of(text: str) -> Scene:
    solution = solved(text)
    ((_, scene), *_) = named_scenes_of(arrange_exhibit(solution, solution.program))
    return scene


def lines(text: str, depth: ColourDepth = ColourDepth.NONE, width: int = 80) -> list[str]:
    solution = solved(text)
    return list(show_exhibit(arrange_exhibit(solution, solution.program), width, depth))


def standing(scene: Scene) -> set[tuple[int, int, str]]:
    return {(cell.x, cell.y, cell.state) for cell in scene.cells if cell.layer}


QUEENS = ";;@ view board x(row,column) as queen\nx(1,2) not x(1,1) x(2,1) not x(2,2)"


def test_a_board_has_all_squares_and_its_pieces() -> None:
    scene = scene_of(QUEENS)
    assert scene.kind == "board"
    assert standing(scene) == {(2, 1, "queen"), (1, 2, "queen")}
    squares = {cell.id: cell.state for cell in scene.cells if not cell.layer}
    assert squares == {"square-1-1": "false", "square-1-2": "queen", "square-2-1": "queen", "square-2-2": "false"}
    assert lines(QUEENS) == ["x(row,column)", "1  · ♛", "2  ♛ ·", "   1 2"]


def test_roles_tell_rows_from_columns_and_chess_counts_from_below() -> None:
    scene = scene_of(";;@ view board at(file,rank,piece)\nat(1,1,queen) at(3,2,rook)")
    assert standing(scene) == {(1, 2, "queen"), (3, 1, "rook")}
    assert [label.text for label in scene.labels if label.role == "column"] == ["a", "b", "c"]
    assert [label.text for label in scene.labels if label.role == "row"] == ["2", "1"]


def test_several_predicates_stand_on_one_board() -> None:
    text = ";;@ view board wall(row,column) bulb(row,column)\nwall(1,1) not wall(1,2) bulb(1,2) not bulb(1,1)"
    assert standing(scene_of(text)) == {(1, 1, "wall"), (2, 1, "bulb")}
    assert lines(text)[1:3] == ["1  █ ●", "   1 2"]


def test_numbers_on_a_board_are_written() -> None:
    text = ";;@ view board n(row,column,value)\nn(1,1,7) n(1,2,12)"
    assert lines(text)[1:3] == ["1   7 12", "    1  2"]
    assert ">12</text>" in solved(text).to_svg()


def test_a_board_a_step_and_all_of_one_size() -> None:
    text = ";;@ view board at(step,row,column)\nat(0,1,1) at(1,3,3)\nmove(1,up)"
    found = film_frames(arrange_exhibit(solved(text), solved(text).program))
    assert [frame.caption for frame in found] == ["step 0", "step 1: move up"]
    assert found[0].drawing.width == found[1].drawing.width
    assert found[0].drawing.height == found[1].drawing.height


def test_a_board_that_is_too_wide_is_listed() -> None:
    assert lines(QUEENS, width=4)[1:] == ["x: (1,2)", "   (2,1)"]


def test_gaps_in_a_board_are_empty_squares() -> None:
    scene = scene_of(";;@ view board x(row,column)\nx(1,1) x(3,5)")
    assert (scene.width, scene.height) == (6, 5)
    far = scene_of(";;@ view board x(row,column)\nx(1,1) x(100000,5)")
    assert far.height == 4


@pytest.mark.parametrize("depth", [ColourDepth.TABLE, ColourDepth.TRUE])
def test_colours_of_a_terminal(depth: ColourDepth) -> None:
    shown = "\n".join(lines(QUEENS, depth))
    assert ("48;2;" in shown) == (depth is ColourDepth.TRUE)
    assert ("48;5;" in shown) == (depth is ColourDepth.TABLE)


def test_every_colour_of_the_table_is_itself() -> None:
    steps = (0, 95, 135, 175, 215, 255)
    for red, green, blue in ((r, g, b) for r in range(6) for g in range(6) for b in range(6)):
        found = table_colour(steps[red], steps[green], steps[blue])
        assert found == 16 + 36 * red + 6 * green + blue
    assert paint_text_background("x", "#ffffff", ColourDepth.NONE) == "x"


# ---------------------------------------------------------------------- graphs

GRAPH = ";;@ view graph edge(node,node) colour(node,colour)\n" + " ".join(
    ["edge(a,b)", "edge(b,c)", "not edge(a,c)", "colour(a,red)", "colour(b,blue)", "not colour(c,red)"]
)


def test_nodes_edges_and_colours() -> None:
    scene = scene_of(GRAPH)
    assert [(node.text, node.state) for node in scene.nodes] == [("a", "red"), ("b", "blue"), ("c", "none")]
    assert {(edge.start, edge.end, edge.state) for edge in scene.edges} == {
        (0, 1, "true"),
        (1, 2, "true"),
        (0, 2, "false"),
    }
    assert not any(edge.is_directed for edge in scene.edges)
    assert lines(GRAPH)[1:4] == ["a  red   b", "b  blue  a, c", "c        b"]
    ElementTree.fromstring(solved(GRAPH).to_svg())


def test_arrows_texts_and_chosen_nodes() -> None:
    scene = scene_of(";;@ view graph way(from,km,to) at(node)\nway(lyon,460,paris) at(paris) not at(lyon)")
    (edge,) = scene.edges
    assert (scene.nodes[edge.start].text, scene.nodes[edge.end].text, edge.text) == ("lyon", "paris", "460")
    assert edge.is_directed
    assert [node.state for node in scene.nodes] == ["none", "true"]


def test_an_edge_both_ways_is_drawn_once() -> None:
    scene = scene_of(";;@ view graph e(node,node)\ne(1,2) e(2,1) e(1,1)")
    assert len(scene.edges) == 1


def test_the_layout_is_always_the_same_and_nodes_are_apart() -> None:
    text = ";;@ view graph e(node,node)\nbigand $i in [1..12]: e($i,$i mod 12 + 1) end"
    first, second = scene_of(text), scene_of(text)
    assert first == second
    places = [(node.x * first.width, node.y * first.height) for node in first.nodes]
    assert all(0 <= node.x <= 1 and 0 <= node.y <= 1 for node in first.nodes)
    gaps = [hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in pairwise([*places, places[0]])]
    assert min(gaps) > 0.5
    assert max(gaps) < 1.6 * min(gaps)  # a ring is drawn as a ring


def test_a_path_is_stretched_out() -> None:
    scene = scene_of(";;@ view graph e(node,node)\nbigand $i in [1..9]: e($i,$i+1) end")
    across = [node.x for node in scene.nodes]
    assert across == sorted(across)
    assert scene.width > 2 * scene.height


@pytest.mark.parametrize(
    "text",
    [
        ";;@ view graph e(node,node)\ne(1,2)",
        ";;@ view graph n(node)\nn(1)",
        ";;@ view graph e(node,node) n(node)\ne(1,2) n(7) e(8,9)",
        ";;@ view graph e(node,node)\nbigand $i in [1..300]: e($i,$i+1) end",
    ],
)
def test_graphs_of_all_sizes_are_drawn(text: str) -> None:
    ElementTree.fromstring(solved(text).to_svg())


def test_where_something_is_at_each_step() -> None:
    text = ";;@ view graph way(from,to) at(step,node)\nway(1,2) way(2,3) at(0,1) not at(0,2) at(1,2)"
    found = film_frames(arrange_exhibit(solved(text), solved(text).program))
    assert len(found) == 2
    places = [[(shape.x, shape.y) for shape in frame.drawing.shapes if isinstance(shape, Disc)] for frame in found]
    assert places[0] == places[1]


@pytest.mark.parametrize("view", ["", ";;@ view grid p(row,column)\n", ";;@ view board p(row,column)\n"])
def test_what_is_too_large_to_draw_is_listed(view: str) -> None:
    text = view + "bigand $i in [1..3000]: p($i,1+$i*2) end"
    assert lines(text)[0].startswith("p: (1,3) (2,5) (3,7)")
    assert solved(text).to_svg().count("<rect") < 4000


# ---------------------------------------------------------------------- clashes and clues


def test_two_numbers_on_one_square_are_both_written() -> None:
    text = ";;@ view board n(row,column,value)\nn(1,1,3) n(1,1,15) n(1,2,4)"
    assert lines(text) == ["n(row,column,value)", "1  3+15    4", "      1    2"]
    picture = solved(text).to_svg()
    assert ">3+15</text>" in picture
    assert "<polygon" in picture
    assert "<polygon" not in solved(";;@ view board n(row,column,value)\nn(1,1,3) n(1,2,4)").to_svg()


def test_what_is_empty_is_not_drawn_on_a_board() -> None:
    text = ";;@ view board at(row,column,what)\nat(1,1,empty) at(1,2,rook)"
    assert lines(text)[1] == "1  · r"
    assert solved(text).to_svg().count("<circle") == 1


WALLS = (
    ";;@ view board wall(row,column) bulb(row,column)\nwall(1,1) wall(1,2) not wall(2,1) bulb(2,1) not bulb(2,2)\n"
)


@pytest.mark.parametrize(
    "numbers",
    [
        "$numbers = [cell(1,1,2),cell(1,2,0)]",
        "$two2 = [cell(1,1)] $two0 = [cell(1,2)]",
        "$clue(1,1) = 2 $clue(1,2) = 0",
    ],
)
def test_numbers_that_a_file_gives_for_walls_stand_on_them(numbers: str) -> None:
    assert lines(WALLS + numbers)[1:3] == ["1  2 0", "2  ● ·"]
    root = ElementTree.fromstring(solved(WALLS + numbers).to_svg())
    clues = {text.text: text.get("fill") for text in root.iter() if "clue" in (text.get("id") or "")}
    assert clues == {"2": "#ffffff", "0": "#ffffff"}


def test_other_lists_are_no_numbers_of_walls() -> None:
    assert lines(WALLS + "$walls2 = [cell(1,1),cell(1,2)]")[1] == "1  █ █"
    assert lines(WALLS + "$n = [cell(2,1,3),cell(1,1,1),cell(1,1,4)]")[1:3] == ["1  1+4   █", "2    ●   ·"]
    assert lines(WALLS.replace("wall", "rook") + "$n = [cell(1,1,3)]")[1] == "1  ■ ■"


def test_a_wall_with_a_number_is_still_a_wall_in_colours() -> None:
    """The square of a wall is dark, whatever is written on it."""
    (shown,) = [line for line in lines(WALLS + "$n = [cell(1,1,2)]", ColourDepth.TRUE) if line.startswith("1 ")]
    dark, rest = (
        paint_text_background(" 2 ", "#20242b", ColourDepth.TRUE),
        paint_text_background("   ", "#20242b", ColourDepth.TRUE),
    )
    assert shown == f"1 {dark}{rest}"


# ---------------------------------------------------------------------- timelines

TIMELINE = ";;@ view timeline runs(machine,hour,job)\n" + " ".join(
    ["runs(press,1,ann)", "runs(press,2,ann)", "runs(press,4,bob)", "not runs(knife,1,ann)", "runs(knife,4,bob)"]
)


def test_the_same_on_and_on_is_one_bar() -> None:
    assert lines(TIMELINE) == [
        "runs(machine,hour,job)",
        "knife  ·   ·   ·   bob",
        "press  ━━ann━━ ·   bob",
        "       1   2   3   4",
    ]
    drawing = film_frames(arrange_exhibit(solved(TIMELINE), solved(TIMELINE).program))[0].drawing
    bars = {shape.id: shape for shape in drawing.shapes if isinstance(shape, Line) and shape.id}
    assert set(bars) == {"runs-press-1", "runs-press-4", "runs-knife-4"}
    one, two = [bars[name].points[1][0] - bars[name].points[0][0] for name in ("runs-press-4", "runs-press-1")]
    assert two == 2 * one + 4  # and the gap between two bars


def test_roles_tell_lanes_from_slots_and_two_at_once_are_both_told() -> None:
    assert lines(";;@ view timeline at(day,who)\nat(1,ann) at(2,ann) at(2,bob)")[1:] == [
        "ann  ━━━",
        "bob  · ━",
        "     1 2",
    ]
    clash = ";;@ view timeline at(who,day,job)\nat(ann,1,a) at(ann,1,b)"
    assert lines(clash)[1] == "ann  a + b"


def test_bars_have_colours_in_a_terminal() -> None:
    assert "48;2;" in lines(TIMELINE, ColourDepth.TRUE)[2]


def test_a_time_in_the_words_of_rules_makes_a_timeline() -> None:
    text = "$people = [ann,bob] $days = [1..3]\nbigand $p,$d in $people,$days: works($p,$d) end"
    solution = solved(text)
    best = guess_views(solution, solution.program)[0]
    assert (best.view_text, best.is_sure) == ("timeline works(people,day)", True)
    assert guess_views(solution, solution.program, True)[0].view_text == "timeline works(people,jour)"


# ---------------------------------------------------------------------- all kinds


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_draws_what_it_says_it_is_drawn_from(name: str) -> None:
    """From each number of arguments, with a step and without, and never a crash from any other number."""
    kind = KINDS[name]
    for size, step in product(range(1, 6), ("", "step,")):
        roles = step + ",".join([f"r{at}" for at in range(size)])
        atoms = [",".join([*["1"] * bool(step), *[str(at % 2 + 1)] * size]) for at in range(3)]
        text = f";;@ view {name} p({roles})\n" + " ".join([f"p({one})" for one in atoms])
        solution = solved(text)
        shown = arrange_exhibit(solution, solution.program)
        drawn = {picture.kind for picture in shown.pictures}
        if size in kind.sizes:
            assert drawn == {name}
        else:
            assert drawn <= {name, "grid", "table"}
        assert bool(list(show_exhibit(shown, 80, ColourDepth.NONE))) == (name != "hidden")
        assert solution.to_svg().startswith("<svg")


@pytest.mark.parametrize("name", KINDS)
def test_examples_of_kinds_fit_and_have_as_many_roles_in_french(name: str) -> None:
    kind = KINDS[name]
    assert len(kind.english.split(",")) == len(kind.french.split(","))
    for shapes in (kind.english, kind.french):
        assert model(f";;@ view {name} {shapes}\n" + atoms_of(shapes)).check().diagnostics == ()


def atoms_of(shapes: str) -> str:
    """An atom for each shape."""
    return " ".join([f"{head}({','.join('1' for _ in roles.split(','))})" for head, roles in SHAPE.findall(shapes)])


def test_solving_imports_the_kind_that_is_drawn_and_no_other() -> None:
    script = (
        "import sys; from bigand.models import model; "
        "text = ';;@ view tubes p(tube,layer,colour)\\np(1,1,red)'; model(text).solve().to_svg(); "
        "print(sorted(name.split('.')[-1] for name in sys.modules if name.startswith('bigand.view.kinds.')))"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['tubes']"
