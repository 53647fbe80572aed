"""Star Battle: all solutions by brute force, formats there and back, boards that are made, hints that are true."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.puzzles.starbattle.naive import all_solutions
from tests.tables import table

from bigand import starbattle
from bigand.puzzles.starbattle import solver
from bigand.puzzles.starbattle.board import Board, Mark, find_faults, is_solution, split_rows
from bigand.puzzles.starbattle.formats import WRITABLE
from bigand.puzzles.starbattle.generator import _grow_regions
from bigand.source.error import BigandError, LimitError, SolverError, UsageError

COURSE = "aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
# A link that pzpr itself tests its reading with, the same board as a file, and its solution.
LINK = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"
FILE = (
    "pzprv3/starbattle/6/6/1/6/0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /5 2 2 2 2 2 /"
    "+ # + + + + /+ + + # + + /+ + + + + # /. + # + + + /. + + + # + /# + + + + + /"
)
QUICK = settings(max_examples=tries(25), deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def boards(draw: st.DrawFn, largest: int = 5) -> Board:
    """Any board of connected regions, mostly with no solution or several."""
    size = draw(st.integers(1, largest))
    seeds = draw(st.permutations(range(size**2)))[:size]
    grown = _grow_regions(seeds, size, draw(st.randoms(use_true_random=False)))
    letters = {seed: chr(ord("a") + number) for number, seed in enumerate(seeds)}
    rows = ["".join([letters[grown[row * size + column]] for column in range(size)]) for row in range(size)]
    return starbattle.read("/".join(rows))


# ---------------------------------------------------------------------- solutions


@QUICK
@given(boards())
def test_the_model_has_exactly_the_solutions_of_brute_force(board: Board) -> None:
    found = [solution.rows for solution in starbattle.solutions(board)]
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(split_rows(board.regions, board.size), 1)


def test_two_stars_by_brute_force() -> None:
    """A board of 8 by 8, whose rows are too many to try all, and one of 5 by 5, which has no solution."""
    board = starbattle.generate(8, stars=2, seed=1)
    (solution,) = starbattle.solutions(board)
    assert is_solution(board, solution)
    assert [row.count("*") for row in solution.rows] == [2] * 8
    five = starbattle.read("stars: 2\naaaaa/bbbbb/ccccc/ddddd/eeeee")
    assert {one.rows for one in starbattle.solutions(five)} == all_solutions(split_rows(five.regions, 5), 2)


@QUICK
@given(boards(4), st.data())
def test_the_judge_agrees_with_brute_force_on_any_stars(board: Board, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.sampled_from(range(board.size**2)), max_size=board.size))
    solution = board.with_stars(cells)
    known = all_solutions(split_rows(board.regions, board.size), 1)
    assert is_solution(board, solution) == (solution.rows in known)
    assert not is_solution(board, solution) or not find_faults(solution)


def test_marks_are_kept() -> None:
    free = starbattle.read("aaaa/bbbb/cccc/dddd")
    assert len(list(starbattle.solutions(free))) == 2
    kept = starbattle.read("aaaa/bbbb/cccc/dddd .*../..../..../....")
    assert [one.rows for one in starbattle.solutions(kept)] == [(".*..", "...*", "*...", "..*.")]
    assert list(starbattle.solutions(starbattle.read("aaaa/bbbb/cccc/dddd *.../..../..../...."))) == []
    without = starbattle.read("aaaa/bbbb/cccc/dddd .x../..../..../....")
    assert [one.rows[0] for one in starbattle.solutions(without)] == ["..*."]


def test_an_engine_that_lies_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "apply_solution", lambda board, _found: board.with_stars([0, 1]))
    with pytest.raises(SolverError, match="break the rules"):
        starbattle.solve(starbattle.read(COURSE))


# ---------------------------------------------------------------------- formats


def test_a_link_of_pzpr_is_the_board_of_its_file() -> None:
    link, file, text = starbattle.read(LINK), starbattle.read(FILE), starbattle.read(COURSE)
    assert link == text == file.with_stars(())
    assert is_solution(file, file.with_stars(file.star_cells))
    assert [one.star_cells for one in starbattle.solutions(link)] == [file.star_cells]
    assert starbattle.write(link, "link").strip() == LINK
    assert starbattle.read(FILE.replace("/", "\n")) == file


@QUICK
@given(boards(8), st.data())
def test_what_is_written_is_read_again(board: Board, data: st.DataObject) -> None:
    marks = data.draw(st.lists(st.sampled_from([*Mark]), min_size=board.size**2, max_size=board.size**2))
    marked = board.with_marks("".join(marks))
    for format in WRITABLE:
        expected = board if format == "link" else marked
        assert starbattle.read(starbattle.write(marked, format)) == expected


@table(
    ("text", "key"),
    [
        ("", "empty"), ("\ufeff \n", "empty"), ("board.txt", "neither"), ("ab/a?", "sign"), ("ab/abc", "row"),
        ("ab/ab/ab", "rows"), ("ab/ab ../.q", "mark"), ("aa/aa", "regions"), ("aba/aba/ccc", "apart"),
        ("stars: 3 ab/ab", "stars"), ("stars: two ab/ab", "number"), ("starbattle/6/6", "link"),
        ("starbattle/6/5/1/abc", "square"), ("starbattle/6/6/1/4ilbhgdnmho", "borders"),
        ("starbattle/6/6/1/4ilbhgdnmhoz", "borders"), ("starbattle/6/6/0/4ilbhgdnmhou", "stars"),
        ("starbattle/99999/99999/1/0", "size"), ("starbattle/999999999999/1/1/0", "number"),
        ("pzprv3/akari/2/2/. ./. ./", "other"), ("pzprv3/starbattle/2/2", "file"),
        ("pzprv3/starbattle/2/2/1/2/0 1 /0 1 0 /", "row"), ("pzprv3/starbattle/2/2/1/2/0 1 /0 1 /. . /", "rows"),
        ("/".join(["a" * 51] * 51), "size"), ("a" * 100_000, "rows"),
    ],
)  # fmt: skip
def test_what_is_no_board_is_told(text: str, key: str) -> None:
    with pytest.raises(BigandError) as caught:
        starbattle.read(text)
    assert caught.value.key == f"starbattle.read.{key}"
    assert isinstance(caught.value, starbattle.BoardError)
    assert str(caught.value) != caught.value.key


@settings(max_examples=tries(200), deadline=None)
@given(st.one_of(st.text(), st.text("ab/ \n.*x:1"), st.text("0123456789/abuv").map("starbattle/{}".format)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        board = starbattle.read(text)
    except starbattle.BoardError:
        return
    assert starbattle.read(starbattle.write(board, "text")) == board


# ---------------------------------------------------------------------- new boards


@pytest.mark.parametrize(("size", "stars", "seed"), [(1, 1, 0), (4, 1, 1), (5, 1, 2), (6, 1, 3)])
def test_a_board_that_is_made_has_one_solution_by_brute_force(size: int, stars: int, seed: int) -> None:
    board = starbattle.generate(size, stars, seed)
    assert len(all_solutions(split_rows(board.regions, size), stars)) == 1
    assert board == starbattle.generate(size, stars, seed)
    assert starbattle.is_unique(board)
    assert starbattle.read(starbattle.write(board, "text")) == board


def test_what_cannot_be_made_is_told() -> None:
    for size, stars in ((3, 1), (7, 2), (17, 1), (8, 0), (0, 1)):
        with pytest.raises(UsageError):
            starbattle.generate(size, stars)
    with pytest.raises(LimitError):
        solving_until_long_ago()


def solving_until_long_ago() -> Board:
    from bigand.puzzles.starbattle.generator import generate_board

    return generate_board(8, 1, 1, deadline=0.0)


# ---------------------------------------------------------------------- hints


@QUICK
@given(boards(5), st.data())
def test_a_hint_holds_in_every_solution_with_the_marks(board: Board, data: st.DataObject) -> None:
    marks = data.draw(st.lists(st.sampled_from(".....*x"), min_size=board.size**2, max_size=board.size**2))
    marked = board.with_marks("".join(marks))
    known = [
        cells
        for cells in map("".join, all_solutions(split_rows(board.regions, board.size), 1))
        if all(mark == "." or (mark == "*") == (cell == "*") for mark, cell in zip(marks, cells, strict=True))
    ]
    step = starbattle.hint(marked)
    if step is None:
        forced = [cell for cell, mark in enumerate(marks) if mark == "." and len({one[cell] for one in known}) == 1]
        assert known
        assert forced == []
    elif step.cell is None:
        assert known == []
    else:
        assert known
        assert marks[step.cell] == "."
        assert {one[step.cell] for one in known} == {"*" if step.is_star else "."}


@pytest.mark.slow
def test_hints_lead_to_the_solution_and_name_what_they_follow_from() -> None:
    board = starbattle.read(COURSE)
    first = starbattle.hint(board)
    assert first is not None
    assert first.premises
    for _ in range(40):
        step = starbattle.hint(board)
        if step is None or step.cell is None:
            break
        marks = list(board.marks)
        marks[step.cell] = Mark.STAR if step.is_star else Mark.NONE
        board = board.with_marks("".join(marks))
        if is_solution(board, board):
            break
    assert is_solution(board, board)
