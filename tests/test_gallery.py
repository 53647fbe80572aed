"""The gallery: every model says what it is, is drawn, and has the solutions that a search by the rules finds."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests import gallery
from tests.gallery import Atoms
from tests.tables import check_rows
from tests.test_examples import check_expectations

from bigand.api.generate import Generate
from bigand.api.solution import Solution
from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.language.formatter import format_program
from bigand.language.syntax import Assignment
from bigand.models import ask, load
from bigand.source.document import Document

FOLDER = Path(__file__).parent.parent / "examples" / "gallery"
DOCS = FOLDER.parent.parent / "docs"
NAMES = sorted([path.stem for path in FOLDER.glob("*.touist")])


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.touist").read_text(encoding="utf-8")


# Each model, the predicate that its puzzle asks for, and the solutions by search.
SEARCHES: dict[str, tuple[str, Callable[[str], set[Atoms]]]] = {
    "sudoku": ("cell", gallery.sudoku),
    "takuzu": ("cell", gallery.takuzu),
    "latin": ("cell", gallery.latin),
    "star_battle": ("star", lambda text: gallery.stars(text, 2)),
    "queens": ("queen", lambda text: gallery.stars(text, 1)),
    "tents": ("pair", gallery.tents),
    "minesweeper": ("mine", gallery.mines),
    "zebra": ("has", lambda _: gallery.zebra()),
    "knights": ("is", gallery.knights),
    "hitori": ("black", gallery.hitori),
    "hashi": ("bridge second", gallery.bridges),
    "futoshiki": ("cell", gallery.futoshiki),
    "skyscrapers": ("cell", gallery.skyscrapers),
    "path": ("cell", gallery.path),
    "mastermind": ("peg", gallery.mastermind),
    "peaceful_queens": ("queen", gallery.peaceful),
}
PLANS = {"hanoi", "tiles"}


def found_by(name: str, solution: Solution) -> Atoms:
    """What a solution says, as the search has it."""
    predicates = SEARCHES[name][0].split()
    if name == "hashi":  # the first bridges and the second ones
        rows = [(*row, nth) for nth, one in enumerate(predicates, 1) for row in solution.frame_rows(one)]
    else:
        rows = solution.frame_rows(predicates[0])
    return frozenset([row for row in rows if name != "mastermind" or row[0] == "code"])


def test_every_model_has_a_search() -> None:
    assert sorted([*SEARCHES, *PLANS]) == NAMES


def test_they_are_read_and_laid_out_without_a_word() -> None:
    def check(name: str) -> None:
        text = text_of(name)
        reading = read_document(Document(name, text))
        assert reading.diagnostics == ()
        assert format_program(reading.program, text) == text
        kinds = {type(directive).__name__ for directive in reading.program.directives}
        assert {"Expect", "Domain", "View"} <= kinds

    check_rows([(name, name) for name in NAMES], check)


@pytest.mark.parametrize("comment", [";;@", pytest.param(";;", marks=pytest.mark.slow)], ids=["as it is", "bare"])
def test_nothing_in_them_is_suspicious_with_or_without_their_directives(comment: str) -> None:
    def check(name: str) -> None:
        text = text_of(name).replace(";;@", comment)
        assert lint_reading(read_document(Document(name, text)), {}) == []

    check_rows([(name, name) for name in NAMES], check)


def test_a_sentence_above_each_rule_says_what_it_is() -> None:
    def check(name: str) -> None:
        text = text_of(name)
        for item in read_document(Document(name, text)).program.items:
            if not isinstance(item, Assignment):
                above = text[: item.span.start].rstrip().splitlines()[-1]
                assert above.startswith(";; ")
                assert above.endswith((".", ".”"))

    check_rows([(name, name) for name in NAMES], check)


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_what_is_expected(name: str) -> None:
    check_expectations(lambda **given: load(FOLDER / f"{name}.touist", **given))


@pytest.mark.parametrize("name", SEARCHES)
def test_its_solutions_are_those_of_the_search(name: str) -> None:
    found = {found_by(name, solution) for solution in load(FOLDER / f"{name}.touist").models()}
    assert found == SEARCHES[name][1](text_of(name))
    assert found


def test_they_are_on_their_page_with_their_pictures() -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    courses = [(FOLDER.parent / name).read_text(encoding="utf-8") for name in ("README.md", "README.fr.md")]

    def check(name: str) -> None:
        assert f"(gallery/{name}.svg)" in page
        assert f"(../examples/gallery/{name}.touist)" in page
        for course in courses:
            assert f"(gallery/{name}.touist)" in course

    check_rows([(name, name) for name in NAMES], check)


# ---------------------------------------------------------------------- plans


def test_the_towers_of_hanoi_take_as_long_as_they_must() -> None:
    for discs in (1, 2, 3):
        steps, ways = gallery.least_moves((1,) * discs, (3,) * discs, gallery.hanoi_moves)
        assert (steps, ways) == (2**discs - 1, 1)
        plan = load(FOLDER / "hanoi.touist", n=discs, k=steps)
        (solution,) = plan.models()
        place = {"left": 1, "middle": 2, "right": 3}
        rows = [[place[peg] for at, _, peg in sorted(solution["on"]) if at == step] for step in range(steps + 1)]
        states = list(map(tuple, rows))
        assert states[0] == (1,) * discs
        assert all([new in set(gallery.hanoi_moves(old)) for old, new in pairwise(states)])
        assert states[-1] == (3,) * discs
        assert load(FOLDER / "hanoi.touist", n=discs, k=steps - 1).solve() is None


def test_tiles_slide_as_seldom_as_they_can() -> None:
    start = {(row, column): tile for row, column, tile in gallery.terms(text_of("tiles"), "tile")}
    tiles = tuple([int(start.get(cell, 0)) for cell in gallery.cells(3)])
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert gallery.least_moves(tiles, goal, gallery.tile_moves) == (gallery.number(text_of("tiles"), "k"), 1)
    (solution,) = load(FOLDER / "tiles.touist").models()
    states = []
    for step in range(gallery.number(text_of("tiles"), "k") + 1):
        at = {(row, column): tile for when, row, column, tile in solution["at"] if when == step}
        states.append(tuple([at.get(cell, 0) for cell in gallery.cells(3)]))
    assert (states[0], states[-1]) == (tiles, goal)
    assert all([new in set(gallery.tile_moves(old)) for old, new in pairwise(states)])


# ---------------------------------------------------------------------- other boards, given as data


def test_small_boards_without_anything_given_are_counted() -> None:
    for name, size, value, given in (
        ("sudoku", "side", 2, ["given(1,1,1)", "given(1,2,2)"]),
        ("latin", "N", 3, []),
        ("takuzu", "N", 4, []),
    ):
        values: dict[str, Any] = {"givens": given, size: value}
        searched = SEARCHES[name][1](f"${size} = {value}\n{' '.join(given)}")
        assert load(FOLDER / f"{name}.touist", **values).count() == len(searched) > 10


@pytest.mark.parametrize(
    "islands",
    [
        "(1,1,3) (1,3,3) (3,1,3) (3,3,3)",  # a ring, in two ways
        "(1,1,2) (1,3,2) (3,1,2) (3,3,2)",  # two pairs would not be connected
        "(1,2,1) (2,1,1) (2,3,1) (3,2,1)",  # bridges would cross
        "(2,1,3) (2,5,2) (2,7,1) (3,3,1) (4,5,2) (4,7,2) (5,1,6) (5,3,4) (5,6,2) (7,1,3) (7,4,3) (7,6,3)",
    ],
)
def test_other_islands(islands: str) -> None:
    written = [f"island{island}" for island in islands.split()]
    models = load(FOLDER / "hashi.touist", islands=written).models()
    assert {found_by("hashi", solution) for solution in models} == gallery.bridges(" ".join(written))


@pytest.mark.parametrize("rows", ["1123/2331/3212/1213", "4241/1343/2214/3132", "111/232/323", "12/21"])
def test_other_boards_of_hitori(rows: str) -> None:
    grid = [
        (row, column, digit) for row, line in enumerate(rows.split("/"), 1) for column, digit in enumerate(line, 1)
    ]
    numbers = [f"value({row},{column},{digit})" for row, column, digit in grid]
    models = load(FOLDER / "hitori.touist", N=len(rows.split("/")), numbers=numbers).models()
    text = f"$N = {len(rows.split('/'))}\n{' '.join(numbers)}"
    assert {found_by("hitori", solution) for solution in models} == gallery.hitori(text)


CLUES = {
    "tents": ("numbers", "in_row in_column"),
    "minesweeper": ("numbers", "number"),
    "futoshiki": ("signs", "less"),
    "skyscrapers": ("views", "sees"),
    "path": ("givens", "given"),
}


@pytest.mark.parametrize(
    ("name", "every"),
    [("tents", 5), ("minesweeper", 9), ("futoshiki", 4), ("skyscrapers", 12), ("path", 3)],
)
def test_with_a_clue_less_there_are_as_many_solutions_as_the_search_finds(name: str, every: int) -> None:
    """Leaving out clues one at a time, the model and the search agree on every board."""
    variable, heads = CLUES[name]
    text = text_of(name)
    clues = [f"{head}({','.join(map(str, row))})" for head in heads.split() for row in gallery.terms(text, head)]
    counts = []
    for left_out in clues[::every]:
        values: dict[str, Any] = {variable: [clue for clue in clues if clue != left_out]}
        models = load(FOLDER / f"{name}.touist", **values).models()
        found = {found_by(name, solution) for solution in models}
        assert found == SEARCHES[name][1](text.replace(left_out, ""))
        counts.append(len(found))
    assert max(counts) > 1


@pytest.mark.parametrize(
    ("name", "listed"),
    [("latin", "given"), ("takuzu", "given"), ("futoshiki", "less"), ("tents", "in_row|in_column|tree")],
)
def test_new_boards_have_one_solution_by_search_too(name: str, listed: str) -> None:
    """`;;@ clues` says what a board may give: what is made of it is a board of the puzzle."""
    model = load(FOLDER / f"{name}.touist")
    (board,) = ask(Generate(source=model._source, seed=4)).boards
    bare = re.sub(rf"\b({listed})\([^$)]*\)", "", text_of(name))
    atoms = [atom for values in board.values.values() for atom in values]
    assert len(SEARCHES[name][1](f"{bare}\n{' '.join(atoms)}")) == 1
