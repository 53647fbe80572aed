"""Atoms in lists: their order, few lines, and no more than a screen."""

from collections.abc import Sequence

import pytest

from bigand.api.saved_model import SavedModelError, parse_saved_models
from bigand.api.solution import Solution
from bigand.models import model
from bigand.view.arrangement import arrange_exhibit
from bigand.view.palette import ColourDepth
from bigand.view.scene import Row
from bigand.view.terminal import LineBudget, list_atoms, show_exhibit


def texts(predicate: str, rows: Sequence[Row], width: int = 80) -> list[str]:
    return [line.text for line in list_atoms(predicate, rows, width)]


def lines(text: str, room: int | None = None, width: int = 40) -> list[str]:
    solution = model(text).solve()
    assert solution is not None
    kept = None if room is None else LineBudget(room, lambda count, names: f"… {count} {names}")
    return list(show_exhibit(arrange_exhibit(solution, solution.program), width, ColourDepth.NONE, kept))


def test_numbers_by_value_and_names_by_letters() -> None:
    rows: list[Row] = [(10, "b"), (9, "b"), (9, "a"), (-1, "z"), ("m", 1), ("2.5", 0)]
    assert texts("p", rows) == ["p(-1,z)  p(2.5,0)  p(9,a)  p(9,b)  p(10,b)  p(m,1)"]


def test_what_does_not_fit_on_a_line_is_grouped() -> None:
    rows: list[Row] = [(at, 1, 1) for at in range(12, 0, -1)]
    assert texts("p", rows, 30) == [
        "p: (1,1,1) (2,1,1) (3,1,1)",
        "   (4,1,1) (5,1,1) (6,1,1)",
        "   (7,1,1) (8,1,1) (9,1,1)",
        "   (10,1,1) (11,1,1) (12,1,1)",
    ]
    assert texts("a_long_name", rows[:3], 30)[0] == "a_long_name: (10,1,1) (11,1,1)"


def test_predicates_in_order_of_appearance_and_propositions_together() -> None:
    assert lines("z b a q(2) q(1)") == ["z  b  a", "q(1)  q(2)"]


FLOOD = "bigand $i,$j,$k in [1..9],[1..9],[1..3]: p($i,$j,$k) end bigand $i in [1..30]: q($i) end r"


def test_an_answer_fits_and_says_what_is_missing() -> None:
    whole = lines(FLOOD)
    cut = lines(FLOOD, room=12)
    assert len(whole) > 40
    assert len(cut) == 12
    assert cut[:11] == whole[:11]
    shown = sum([line.count("(") for line in cut[:11]])
    assert cut[11] == f"… {9 * 9 * 3 + 30 + 1 - shown} p, q, r"


def test_nothing_is_cut_that_fits() -> None:
    few = lines("p(1,2,3) q(1) r")
    assert lines("p(1,2,3) q(1) r", room=4) == few
    assert len(few) == 3


def test_a_grid_that_has_no_room_is_listed() -> None:
    text = "bigand $i in [1..20]: p($i,$i) end"
    assert lines(text, room=30, width=80)[0] == "p"
    assert lines(text, room=10, width=80)[0].startswith("p: (1,1) (2,2)")


def test_lists_are_read_back_and_cut_ones_refused() -> None:
    (read,) = parse_saved_models("\n".join(lines(FLOOD)))
    assert len(read.values) == 9 * 9 * 3 + 30  # a proposition alone on a line may be any word
    assert read.values["p(9,9,3)"]
    assert read.values["q(30)"]
    with pytest.raises(SavedModelError) as refused:
        parse_saved_models("\n".join(lines(FLOOD, room=12)))
    assert refused.value.key == "answer.cut"


def test_what_has_a_view_is_drawn_whole() -> None:
    text = ";;@ view board x(row,column)\nbigand $i in [1..20]: x($i,$i) end " + FLOOD
    drawn = lines(text, room=12, width=80)
    assert len([line for line in drawn if "■" in line or "×" in line]) == 20
    assert drawn[-1].startswith("… ")


def test_a_solution_of_nothing_has_no_lines() -> None:
    empty = Solution((), model("p")._compiled.clauses.rows()[0][:0].astype(bool))
    assert list(show_exhibit(arrange_exhibit(empty, empty.program), 80, ColourDepth.NONE)) == []
