"""New boards of a puzzle that is a model: one solution, no clue too many, the level that was asked for."""

import re
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from tests.effort import some_quickly

from bigand.api.generate import Generate, GenerateAnswer
from bigand.api.question import Limits
from bigand.api.report import ignore_events
from bigand.api.source import Source
from bigand.api.steps import Rate, Unique
from bigand.source.error import BigandError

LATIN = """
;;@ clues given(row,column,value)
;;@ view board x(row,column,value)
$N = 4
$givens = [given(1,1,2)]
bigand $r,$c,$v in [1..$N],[1..$N],[1..$N]:
  if given($r,$c,$v) in $givens then given($r,$c,$v) else not given($r,$c,$v) end
end
bigand $r,$c,$v in [1..$N],[1..$N],[1..$N]: given($r,$c,$v) => x($r,$c,$v) end
bigand $r,$c in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $v in [1..$N]]) end
bigand $r,$v in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $c in [1..$N]]) end
bigand $c,$v in [1..$N],[1..$N]: exact(1, [x($r,$c,$v) for $r in [1..$N]]) end
"""
FACTS = LATIN.replace("clues given", "clues x").replace(
    LATIN[LATIN.index("$givens") : LATIN.index("bigand $r,$c in")], ""
)
FACTS += "x(1,1,2)\nx(2,2,3)\nnot x(4,4,4)\n"
GALLERY = Path(__file__).parents[2] / "examples" / "gallery"
Place = tuple[int, int, int]


def generated(text: str, **more: Any) -> GenerateAnswer:
    return Generate(source=Source(text=text), **more).answer(ignore_events)


def squares() -> list[tuple[tuple[int, ...], ...]]:
    """All Latin squares of four rows, by trying all of them."""
    rows = list(permutations(range(1, 5)))
    return [
        four
        for four in product(rows, repeat=4)
        if all([len(set(column)) == 4 for column in zip(*four, strict=True)])
    ]


SQUARES = squares()


def solutions(clues: Sequence[Place]) -> int:
    return len([one for one in SQUARES if all([one[row - 1][column - 1] == value for row, column, value in clues])])


def places(clues: Sequence[str]) -> list[Place]:
    return [
        (int(row), int(column), int(value)) for row, column, value in [re.findall(r"\d+", clue) for clue in clues]
    ]


@pytest.mark.parametrize("seed", range(6))
def test_boards_have_one_solution_and_no_clue_too_many(seed: int) -> None:
    (board,) = generated(LATIN, seed=seed).boards
    clues = places(board.clues)
    assert solutions(clues) == 1
    assert board.is_minimal
    assert all([solutions([one for one in clues if one != clue]) > 1 for clue in clues])
    true = [name for name in board.solution if name.startswith("x")]
    assert [one for one in SQUARES if all([one[r - 1][c - 1] == v for r, c, v in places(true)])]
    assert len(true) == 16


def test_a_board_is_data_for_the_same_text() -> None:
    (board,) = generated(LATIN, seed=3).boards
    source = Source(text=LATIN, values=board.values)
    found = Unique(source=source).answer(ignore_events)
    assert (found.status, set(found.clues), found.needless) == ("unique", set(board.clues), ())
    assert found.models[0].true == board.solution
    assert Rate(source=source).answer(ignore_events).rating == board.rating
    written = Unique(source=Source(text=board.text)).answer(ignore_events)
    assert written.models[0].true == board.solution


def test_the_same_seed_gives_the_same_boards() -> None:
    first, second = generated(LATIN, seed=1, count=3), generated(LATIN, seed=1, count=3)
    assert first == second
    assert len({board.clues for board in first.boards}) == 3
    assert generated(LATIN, seed=2).boards[0] != first.boards[0]


@pytest.mark.parametrize(
    ("symmetry", "turn"),
    [
        ("rotation", lambda r, c: (5 - r, 5 - c)),
        ("quarter", lambda r, c: (c, 5 - r)),
        ("horizontal", lambda r, c: (r, 5 - c)),
        ("vertical", lambda r, c: (5 - r, c)),
        ("diagonal", lambda r, c: (c, r)),
    ],
)
def test_symmetries(symmetry: Any, turn: Any) -> None:
    (board,) = generated(LATIN, symmetry=symmetry).boards
    where = {(row, column) for row, column, _ in places(board.clues)}
    assert {turn(*place) for place in where} == where
    assert solutions(places(board.clues)) == 1


def test_an_easy_board_has_one_solution() -> None:
    (board,) = generated(LATIN, level="easy", seed=4).boards
    assert solutions(places(board.clues)) == 1


@pytest.mark.parametrize("level", some_quickly(["easy", "tricky", "hard"], 1))
def test_levels(level: Any) -> None:
    text = (GALLERY / "takuzu.touist").read_text(encoding="utf-8")
    (board,) = generated(text, level=level, seed=1).boards
    rated = Rate(source=Source(text=text, values=board.values)).answer(ignore_events)
    assert rated.rating == board.rating
    assert rated.rating is not None
    assert rated.rating.level == level


def test_clues_that_every_board_has() -> None:
    (board,) = generated(LATIN, fixed=("given(1,1,4)", "given(2, 2, 4)")).boards
    assert {"given(1,1,4)", "given(2,2,4)"} <= set(board.clues)


def test_boards_that_are_facts() -> None:
    (board,) = generated(FACTS).boards
    clues = places(board.clues)
    assert not board.values
    assert solutions(clues) == 1
    assert "x(2,2,3)\nnot" not in board.text  # the old facts are gone, other formulas stay
    assert "not x(4,4,4)" in board.text
    assert Unique(source=Source(text=board.text)).answer(ignore_events).models[0].true == board.solution


def test_what_else_may_differ() -> None:
    text = """;;@ clues number(row,value)
;;@ free tree(row)
$trees = [tree(1)]
$numbers = [number(1,1)]
bigand $r in [1..3]: if tree($r) in $trees then tree($r) else not tree($r) end end
bigand $r,$n in [1..3],[0..3]: if number($r,$n) in $numbers then number($r,$n) else not number($r,$n) end end
bigand $r in [1..3]: tree($r) => not tent($r) end
bigand $r,$n in [1..3],[0..3]: number($r,$n) => exact($n, [tent($r), tent($r+1)]) end
"""
    found = generated(text, count=4, seed=1)
    assert len({tuple(board.values["trees"]) for board in found.boards}) > 1
    for board in found.boards:
        assert Unique(source=Source(text=text, values=board.values)).answer(ignore_events).status == "unique"


def test_which_clues_are_spare_and_which_are_missing() -> None:
    whole = [f"given({r},{c},{SQUARES[7][r - 1][c - 1]})" for r in range(1, 5) for c in range(1, 5)]
    full = Unique(source=Source(text=LATIN, values={"givens": whole})).answer(ignore_events)
    assert set(full.needless) == set(whole)
    few = Unique(source=Source(text=LATIN, values={"givens": whole[:3]})).answer(ignore_events)
    assert few.status == "several"
    assert solutions(places([*few.clues, *few.missing])) == 1
    for one in few.missing:
        assert solutions(places([*few.clues, *[other for other in few.missing if other != one]])) > 1


@pytest.mark.parametrize(
    ("text", "more", "key"),
    [
        ("a or b", {}, "generate.no_clues"),
        (LATIN, {"fixed": ("x(1,1,1)",)}, "generate.unknown_clue"),
        (LATIN, {"fixed": ("given(1,1,1)", "given(1,2,1)")}, "generate.no_solution"),
        (LATIN, {"count": 0}, "generate.bad_count"),
        (LATIN + "bigand $r in [1..$N] when given($r,1,1) in $givens: not x($r,1,1) end", {}, "generate.other_use"),
        (LATIN + ";;@ free wall(row,column)\nwall(1,1) or not x(1,1,1)", {}, "generate.not_listed"),
        ("x > 3\n;;@ clues x", {}, "steps.numbers"),
        (";;@ clues a\na or b\nc or d", {}, "generate.never_unique"),
    ],
)
def test_what_cannot_be_done_is_said(text: str, more: dict[str, Any], key: str) -> None:
    with pytest.raises(BigandError) as caught:
        generated(text, **more)
    assert caught.value.key == key


def test_an_end_to_the_time() -> None:
    found = generated(LATIN, count=10_000, limits=Limits(seconds=1.0))
    assert not found.finished


PUZZLES = [
    path.stem for path in sorted(GALLERY.glob("*.touist")) if "\n;;@ clues" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", some_quickly(PUZZLES, 2))
def test_the_examples_can_be_generated(name: str) -> None:
    text = (GALLERY / f"{name}.touist").read_text(encoding="utf-8")
    (board,) = generated(text).boards
    found = Unique(source=Source(text=text, values=board.values)).answer(ignore_events)
    assert (found.status, found.needless) == ("unique", ())
