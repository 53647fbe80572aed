"""What boards of puzzles need: regions, what is printed, numbers beside the board, signs and lines on it."""

import random
from xml.etree import ElementTree

import pytest
from tests.view.test_kinds import lines, scene_of, solved

from bigand.api.solution import Solution
from bigand.models import model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.drawing import Box, Disc, Line, Text
from bigand.view.frames import film_frames
from bigand.view.palette import ColourDepth
from bigand.view.pdf import PrintedDrawing, render_pdf
from bigand.view.terminal import show_exhibit


def shapes_of(text: str) -> list[Box | Disc | Line | Text]:
    solution = solved(text)
    (frame,) = film_frames(arrange_exhibit(solution, solution.program))
    return list(frame.drawing.shapes)


def texts_of(text: str) -> dict[str, Text]:
    """What is written, by its text."""
    return {shape.text: shape for shape in shapes_of(text) if isinstance(shape, Text)}


def in_every_format(solution: Solution) -> None:
    """Drawn as SVG, GIF, PDF and with colours; what it looks like is for eyes."""
    ElementTree.fromstring(solution.to_svg())
    assert solution.to_gif().startswith(b"GIF89a")
    (frame, *_) = solution.frames()
    assert render_pdf([[PrintedDrawing("", frame.drawing)]]).startswith(b"%PDF")


# ---------------------------------------------------------------------- regions and what is printed

REGIONS = (
    ";;@ view board x(row,column,value) given(row,column,value) zone(row,column,region)\n"
    "x(1,1,3) x(1,2,4) x(2,1,5) x(2,2,6) given(1,1,3) zone(1,1,red) zone(1,2,b) zone(2,1,red) zone(2,2,b)"
)


def test_thick_lines_are_between_regions() -> None:
    assert scene_of(REGIONS).regions == (("red", "b"), ("red", "b"))
    assert lines(REGIONS)[1:] == [
        "  ┌───┬───┐",
        "1 │ 3 │ 4 │",
        "  │   │   │",
        "2 │ 5 │ 6 │",
        "  └───┴───┘",
        "    1   2",
    ]
    thick = [shape for shape in shapes_of(REGIONS) if isinstance(shape, Line) and shape.width == 3]
    assert len(thick) == 10  # eight around four squares, two between the columns
    in_every_format(solved(REGIONS))


def test_a_region_named_after_a_colour_has_it_and_is_pale() -> None:
    fills = [shape.fill for shape in shapes_of(REGIONS) if isinstance(shape, Box) and "square" in shape.id]
    assert fills == ["#efc0c0", "#ffffff", "#efc0c0", "#ffffff"]


def test_squares_without_a_region_are_one() -> None:
    text = ";;@ view board x(row,column) zone(row,column,region)\nx(1,1) x(1,2) x(1,3) zone(1,2,a)"
    assert scene_of(text).regions == (("", "a", ""),)


def test_what_is_printed_is_bold_and_written_once() -> None:
    written = [shape for shape in shapes_of(REGIONS) if isinstance(shape, Text) and shape.text in "3456"]
    assert sorted([(text.text, text.is_bold) for text in written]) == [
        ("3", True),
        ("4", False),
        ("5", False),
        ("6", False),
    ]
    assert len({text.fill for text in written}) == 2
    assert next(text for text in written if text.text == "3").atoms == ("x(1,1,3)", "given(1,1,3)")


def test_as_given_says_the_same_of_any_predicate() -> None:
    text = ";;@ view board x(row,column,value) as donné\nx(1,1,3) x(1,2,4)"
    assert texts_of(text)["3"].is_bold
    assert not texts_of(text.replace(" as donné", ""))["3"].is_bold


def test_names_may_be_written_out() -> None:
    text = ";;@ view board at(row,column,who) as text\nat(1,1,ann) at(1,2,bob)"
    assert lines(text)[1:] == ["1  ann bob", "     1   2"]
    assert {"ann", "bob"} <= set(texts_of(text))
    assert not [shape for shape in shapes_of(text) if isinstance(shape, Disc)]
    assert lines(";;@ view board at(row,column,who) as mot\nat(1,1,ann) at(1,1,bob)")[1] == "1  a+b"


def test_a_number_on_a_wall_is_seen_with_the_wall() -> None:
    text = ";;@ view board n(row,column,value) dark(row,column) as wall\nn(1,1,3) n(1,2,4) dark(1,1) not dark(1,2)"
    assert lines(text)[1] == "1  █3  4"
    assert texts_of(text)["3"].fill == "#ffffff"
    assert texts_of(text)["4"].fill != "#ffffff"


# ---------------------------------------------------------------------- beside the board

BESIDE = (
    ";;@ view board star(row,column) a(row,n) as left b(row,n) as right c(column,n) as top d(column,n) as bottom\n"
    "star(1,1) star(2,2) not star(1,2) not star(2,1) a(1,7) b(2,12) c(1,5) d(2,4) not a(2,9)"
)


def test_numbers_stand_beside_rows_and_columns() -> None:
    assert lines(BESIDE)[1:] == [
        "    5",
        "  ┌───────┐",
        "7 │ ★   · │",
        "  │       │",
        "  │ ·   ★ │ 12",
        "  └───────┘",
        "        4",
    ]
    texts = texts_of(BESIDE)
    squares = {
        shape.id[-3:]: shape for shape in shapes_of(BESIDE) if isinstance(shape, Box) and "square" in shape.id
    }
    assert texts["7"].x < squares["1-1"].x
    assert squares["1-1"].y < texts["7"].y < squares["2-1"].y
    assert texts["12"].x > squares["2-2"].x + squares["2-2"].width
    assert texts["5"].y < squares["1-1"].y
    assert texts["4"].y > squares["2-2"].y + squares["2-2"].height
    assert texts["7"].atoms == ("a(1,7)",)
    assert "9" not in texts
    in_every_format(solved(BESIDE))


def test_several_on_one_side_stand_farther_and_farther_out() -> None:
    text = (
        ";;@ view board at(row,column) b(row,n) as right w(row,n) as droite\n"
        "at(1,1) at(2,1) b(1,2) w(1,0) b(2,1) w(2,3)"
    )
    assert lines(text)[2:] == ["1 │ ■ │ 2 0", "  │   │", "2 │ ■ │ 1 3", "  └───┘", "    1"]
    assert texts_of(text)["0"].x > texts_of(text)["2"].x


def test_names_of_columns_are_above_where_numbers_are_below() -> None:
    text = ";;@ view board at(row,column) d(column,n) as bas\nat(1,1) at(1,2) d(1,2) d(2,0)"
    assert lines(text)[1:] == ["    1   2", "  ┌───────┐", "1 │ ■   ■ │", "  └───────┘", "    2   0"]


def test_a_number_of_a_row_that_is_not_there_is_left_out_and_a_side_alone_is_a_board() -> None:
    text = ";;@ view board x(row,column) b(row,n) as right\nx(1,1) b(1,2) b(7,5)"
    assert "5" not in texts_of(text)
    assert scene_of(";;@ view board b(row,n) as right\nb(1,2) b(2,1)").width == 3


# ---------------------------------------------------------------------- between squares

LESS = (
    ";;@ view board x(row,column,value) less(row,column,row,column)\n"
    "x(1,1,1) x(1,2,2) x(2,1,2) x(2,2,1) less(1,1,1,2) less(1,1,2,1) less(2,2,1,2)"
)


def test_signs_point_at_the_smaller_one() -> None:
    assert lines(LESS)[1:] == [
        "  ┌───────┐",
        "1 │ 1 < 2 │",
        "  │ ∧   ∨ │",
        "2 │ 2   1 │",
        "  └───────┘",
        "    1   2",
    ]
    signs = {shape.id: shape for shape in shapes_of(LESS) if isinstance(shape, Line) and "less" in shape.id}
    (upper, tip, lower) = next(shape for name, shape in signs.items() if name.endswith("1-1-1-2")).points
    assert tip[0] < upper[0] == lower[0]
    assert upper[1] != lower[1]
    in_every_format(solved(LESS))


def test_more_is_less_the_other_way_round() -> None:
    text = LESS.replace("less", "p").replace("column)\n", "column) as more\n")
    assert lines(text)[2:4] == ["1 │ 1 > 2 │", "  │ ∨   ∧ │"]


WAYS = (
    ";;@ view board dot(row,column) way(row,column,row,column)\n"
    "dot(1,1) dot(1,3) dot(3,1) dot(2,2) dot(3,3) way(1,1,1,3) way(1,3,3,3) not way(1,1,3,1) way(1,1,2,2)"
)


def test_lines_go_along_rows_and_columns_and_others_are_told() -> None:
    assert lines(WAYS)[1:] == [
        "  ┌───────────┐",
        "1 │ ×───────× │",
        "  │         │ │",
        "2 │ ·   ×   │ │",
        "  │         │ │",
        "3 │ ×   ·   × │",
        "  └───────────┘",
        "    1   2   3",
        "line: (1,1) (2,2)",
    ]
    (first, *_) = [shape for shape in shapes_of(WAYS) if isinstance(shape, Line) and "way" in shape.id]
    assert first.points[0][1] == first.points[1][1]
    in_every_format(solved(WAYS))


@pytest.mark.parametrize(("look", "mark"), [("double", "═"), ("arrow", "→"), ("flèche", "→"), ("line", "─")])
def test_two_lines_and_arrows(look: str, mark: str) -> None:
    text = f";;@ view board p(row,column) way(row,column,row,column) as {look}\np(1,1) p(1,2) way(1,1,1,2)"

    assert mark in lines(text)[2]
    in_every_format(solved(text))


def test_a_board_with_colours_and_lines() -> None:
    assert lines(WAYS, ColourDepth.TRUE)[2].startswith("1 │ ×───")


@pytest.mark.parametrize("what", ["tree", "arbre", "tent", "tente", "mine", "bombe"])
def test_new_pieces_are_drawn(what: str) -> None:
    text = f";;@ view board {what}(row,column)\n{what}(1,1) not {what}(1,2)"
    assert lines(text)[1][3] in "♣▲✹"
    in_every_format(solved(text))


def test_a_side_may_be_an_argument() -> None:
    text = (
        ";;@ view board p(row,column) sees(side,line,number)\n"
        "p(1,1) p(1,2) sees(left,1,4) sees(top,2,3) sees(haut,1,7) not sees(right,1,5) sees(nowhere,1,9)"
    )
    drawn = texts_of(text)
    assert drawn["4"].atoms == ("sees(left,1,4)",)
    assert {"3", "7"} <= set(drawn)
    assert not {"5", "9"} & set(drawn)
    assert lines(text)[3] == "  ┌───────┐"
    assert lines(text)[4].startswith("4 │")
    in_every_format(solved(text))


def test_regions_sides_and_lines_may_differ_from_step_to_step() -> None:
    text = (
        ";;@ view board p(step,row,column) z(step,row,column,region) way(row,column,step,row,column)"
        " sees(side,step,line,number) n(step,row,number) as right\n"
        "p(0,1,1) p(1,1,2) not p(1,2,1) z(0,1,1,a) z(1,1,2,b) way(1,1,0,1,2) not way(1,1,1,2,2) sees(left,0,1,4)"
        " sees(top,1,2,3) n(1,2,8) not n(0,2,8)"
    )
    solution = solved(text)
    first, second = film_frames(arrange_exhibit(solution, solution.program))
    told = [
        [atom for shape in frame.drawing.shapes for atom in shape.atoms if atom in solution.true]
        for frame in (first, second)
    ]
    assert {"p(0,1,1)", "way(1,1,0,1,2)", "sees(left,0,1,4)"} == set(told[0])
    assert {"p(1,1,2)", "sees(top,1,2,3)", "n(1,2,8)"} == set(told[1])
    assert lines(text)
    in_every_format(solution)


def test_circles_around_numbers() -> None:
    text = ";;@ view board island(row,column,n) as circle\nisland(1,1,3) not island(1,2,4) island(2,2,1)"
    assert lines(text)[1:] == ["1  3 ·", "2  · 1", "   1 2"]
    assert texts_of(text)["3"].is_bold
    assert len([shape for shape in shapes_of(text) if isinstance(shape, Disc)]) == 2
    in_every_format(solved(text))


def test_lists_are_no_numbers_of_walls_where_a_predicate_tells_what_stands_there() -> None:
    text = ";;@ view board at(row,column,tile) gap(row,column) as wall\n$start = [tile(1,2,5)]\nat(1,1,3) gap(1,2)"
    assert lines(text)[1] == "1  3 █"


# ---------------------------------------------------------------------- towers, and what is not shown

TOWERS = ";;@ view tubes t(step,peg,layer,disc) as disc\nt(0,a,1,3) t(0,a,2,1) t(0,b,1,2) not t(0,b,2,1)"


def test_discs_are_as_wide_as_they_are_large() -> None:
    assert lines(TOWERS)[1:4] == ["  (1)      |", "(  3  )  ( 2 )", "   a       b"]
    discs = {shape.state: shape for shape in shapes_of(TOWERS) if isinstance(shape, Line) and shape.id}
    widths = {
        state: max(x for x, _ in disc.points) - min(x for x, _ in disc.points) for state, disc in discs.items()
    }
    assert widths["1"] < widths["2"] < widths["3"]
    assert "48;2;" in "".join(lines(TOWERS, ColourDepth.TRUE))
    in_every_format(solved(TOWERS))


def test_without_discs_they_are_tubes() -> None:
    assert lines(TOWERS.replace(" as disc", ""))[1:3] == ["|1| | |", "|3| |2|"]


def test_what_is_hidden_is_shown_nowhere_but_is_there() -> None:
    text = (
        ";;@ view board q(row,column)\n;;@ view hidden helper(row,column) other\nq(1,1) helper(1,2) other shown(7)"
    )
    assert lines(text) == ["q(row,column)", "1  ■", "   1", "shown(7)"]
    assert "helper" not in solved(text).to_svg()
    assert solved(text).holds("helper(1,2)")


ROLES = [
    "step",
    "row",
    "column",
    "region",
    "side",
    "line",
    "number",
    "value",
    "layer",
    "peg",
    "disc",
    "from",
    "to",
    "colour",
]
LOOKS = [
    "left",
    "right",
    "top",
    "bottom",
    "given",
    "text",
    "circle",
    "less",
    "arrow",
    "double",
    "wall",
    "star",
    "disc",
]
INDICES = ["1", "2", "3", "a", "left", "top", "red", "0", "-1", "1.5"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_view_says_something_is_shown(seed: int) -> None:
    """Any roles, any looks, any indices, also such as do not fit: drawn or listed, and never a crash."""
    luck = random.Random(seed)
    for _ in range(12):
        shapes, atoms = [], []
        for number in range(luck.randint(1, 4)):
            size = luck.randint(1, 5)
            look = f" as {luck.choice(LOOKS)}" if luck.random() < 0.6 else ""
            shapes.append(f"p{number}({','.join(luck.choices(ROLES, k=size))}){look}")
            for _ in range(luck.randint(1, 5)):
                sign, count = luck.choice(["", "", "not "]), size if luck.random() < 0.95 else luck.randint(1, 5)
                atoms.append(f"{sign}p{number}({','.join(luck.choices(INDICES, k=count))})")
        text = f";;@ view {luck.choice(['board', 'board', 'tubes', 'graph'])} {' '.join(shapes)}\n" + "\n".join(
            atoms
        )
        solution = model(text).solve()
        if solution is not None:
            ElementTree.fromstring(solution.to_svg())
            for depth in (ColourDepth.NONE, ColourDepth.TRUE):
                list(show_exhibit(arrange_exhibit(solution, solution.program), 80, depth))
