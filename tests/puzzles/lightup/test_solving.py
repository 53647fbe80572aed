"""All ways to solve agree on the whole set of solutions: engines, the model, those of the book, brute force."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.puzzles.lightup import cpsat_oracle, naive, z3_oracle
from tests.puzzles.lightup.boards import boards, collection, puzzles
from tests.tables import table

from bigand.encode.case import Case
from bigand.encode.encoder import Encoder
from bigand.models import model
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.encoding import encode_board
from bigand.puzzles.lightup.solver import (
    Status,
    count_solutions,
    iter_solutions,
    mark_literals,
    place_bulbs,
    solve_board,
    solve_boards,
    status_of,
)
from bigand.puzzles.lightup.why import make_grounder
from bigand.solve.cases import models, split_into_independent_parts
from bigand.solve.count import has_counter
from bigand.solve.engines.pysat import limit_lists, nonempty_clause_lists
from bigand.solve.session import LimitError

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples" / "lightup"
SMALL = boards("......##01234", most=5)


ORACLES = (z3_oracle.bulbs, cpsat_oracle.bulbs)  # which say the rules in the words of other engines


def found(board: Board) -> set[naive.Bulbs]:
    return bulbs_of(iter_solutions(board))


def told(oracle: Callable[[Board], Iterator[list[int]]], board: Board) -> set[naive.Bulbs]:
    return bulbs_of(place_bulbs(board.puzzle, bulbs) for bulbs in oracle(board))


def bulbs_of(solutions: Iterable[Board]) -> set[naive.Bulbs]:
    result = [frozenset(solution.bulbs) for solution in solutions]
    assert len(set(result)) == len(result), "no solution is found twice"
    return {frozenset((place.row, place.column) for place in bulbs) for bulbs in result}


# ---------------------------------------------------------------------- engines and brute force


@given(st.one_of(SMALL, puzzles(4)))
@settings(max_examples=tries(100), deadline=None)
def test_engines_find_what_brute_force_finds(board: Board) -> None:
    assume(len(naive.whites(board.rows)) <= 16)
    expected = naive.solutions(board.rows)
    assert found(board) == expected
    for oracle in ORACLES:
        assert told(oracle, board) == expected
    at_once = board.answer()
    assert at_once.status is status_of(len(expected))
    assert (at_once.solution is None, at_once.second is None) == (not expected, len(expected) < 2)
    assert len(bulbs_of(at_once.solutions) & expected) == min(2, len(expected))


@given(st.one_of(boards("......##0123", most=6), puzzles(6)))
@settings(max_examples=tries(30), deadline=None)
def test_engines_agree_on_larger_boards(board: Board) -> None:
    assume(solve_board(board, limit=8).is_complete)
    for oracle in ORACLES:
        assert told(oracle, board) == found(board)


@table(
    ("text", "number"),
    [
        (".", 1),
        ("#", 1),
        ("0", 1),
        ("1", 0),
        ("....", 4),
        (".#.", 1),
        ("##/##", 1),
        ("../..", 2),
        (".../.../...", 6),
        ("4", 0),
        (".4./...", 0),
        ("1./..", 0),
        ("0.", 0),
        ("#0.", 0),
    ],
)
def test_odd_boards(text: str, number: int) -> None:
    board = Board(text)
    assert len(naive.solutions(board.rows)) == number
    assert count_solutions(board) == number
    assert len(found(board)) == number
    for oracle in ORACLES:
        assert len(told(oracle, board)) == number
    assert solve_boards([board], limit=100)[0] == solve_board(board, limit=100)


@st.composite
def long_boards(draw: st.DrawFn) -> Board:
    """A few long rows with a few walls and clues: some runs are long, some are not."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(34, 40))
    cells = ["."] * (height * width)
    for at in draw(st.lists(st.integers(0, height * width - 1), max_size=6)):
        cells[at] = draw(st.sampled_from("#0112"))
    return Board.from_cells(height, width, "".join(cells))


@given(long_boards())
@settings(max_examples=tries(10), deadline=None)
def test_long_runs(board: Board) -> None:
    every = solve_board(board, limit=60)
    assert every.status is status_of(len(list(islice(z3_oracle.bulbs(board), 2))))
    assert (solve_boards([board])[0].status, solve_boards([board.puzzle])[0].status) == (every.status, every.status)
    if every.is_complete:
        assert told(z3_oracle.bulbs, board) == found(board)
        assert count_solutions(board) == every.count
    turned = Board(["".join(column) for column in zip(*board.rows, strict=True)])
    assert solve_board(turned, limit=60).count == every.count


@pytest.mark.parametrize("size", [20, 60, 150])
def test_boards_without_walls_are_easy(size: int) -> None:
    assert solve_board(Board(["." * size] * size)).status is Status.MULTIPLE


def test_a_corridor_of_a_thousand() -> None:
    assert solve_board(Board("." * 1000), limit=2).status is Status.MULTIPLE
    assert solve_board(Board("/".join("." * 500)), limit=600).count == 500


# ---------------------------------------------------------------------- the model


def of_model(board: Board) -> Case:
    """What the model says of a board, as it is written; atom k is the k-th white cell, row by row."""
    grounder, encoder = make_grounder(board), Encoder(counting=True)
    for rule in grounder.rules():
        for _, ground in grounder.blocks(rule):
            encoder.assert_block(ground, rule.number)
    names = grounder.atoms.names()
    places = sorted([tuple(map(int, name[5:-1].split(","))) for name in names[1:]])
    number = {name: places.index(tuple(map(int, name[5:-1].split(",")))) + 1 for name in names[1:]}

    def numbered(literals: list[int]) -> list[int]:
        return [number[names[abs(literal)]] * (1 if literal > 0 else -1) for literal in literals]

    clauses = [numbered(clause) for batch in encoder.batches for clause in nonempty_clause_lists(batch)]
    if any([not batch.sizes().all() for batch in encoder.batches]):
        clauses.append([])  # which the lists leave out
    limits = [(numbered(own), most) for limit in encoder.limits for own, most in limit_lists(limit)]
    return Case(clauses, limits, len(places), len(places) + encoder.auxiliary_count)


def limits_of(of: Case) -> list[tuple[list[int], int]]:
    return sorted((sorted(literals), number) for literals, number in of.limits)


def assert_same(direct: Case, model: Case) -> None:
    """The same limits; the same clauses, but for those that follow from a shorter one."""
    ours, theirs = {frozenset(one) for one in direct.clauses}, {frozenset(one) for one in model.clauses}
    assert ours <= theirs
    assert all(any(short <= clause for short in ours) for clause in theirs)
    assert limits_of(direct) == limits_of(model)
    assert (direct.atoms, direct.variables) == (model.atoms, model.variables)


@given(st.lists(st.one_of(boards(most=9), puzzles()), min_size=1, max_size=5))
@settings(deadline=None)
def test_the_short_way_says_what_the_model_says(several: list[Board]) -> None:
    for board in several:
        assert_same(encode_board(board), of_model(board))


def test_the_short_way_says_what_the_model_says_of_real_boards() -> None:
    for size in ("7x7", "10x10", "20x20"):
        for text in collection(size)[::7]:
            assert_same(encode_board(Board(text)), of_model(Board(text)))


@given(st.lists(st.one_of(SMALL, puzzles(4)), max_size=6))
@settings(deadline=None)
def test_a_batch_gives_the_answers_of_its_boards(several: list[Board]) -> None:
    for board, of in zip(several, solve_boards(several, limit=3), strict=True):
        alone = solve_board(board, limit=1000)
        assert of.status is alone.status
        assert set(of.solutions) <= set(alone.solutions)
        assert of.count == min(3, alone.count)
        assert of.is_complete == (alone.count <= 3)


# ---------------------------------------------------------------------- the models of the book


@cache
def example(name: str) -> str:
    return (EXAMPLES / f"{name}.touist").read_text(encoding="utf-8")


def by_the_book(name: str, board: Board) -> set[naive.Bulbs]:
    """The solutions of an example of the book with a board put into it, seen on `bulb`."""
    result = set()
    for solution in model(with_board(example(name), board)).models():
        bulbs = solution.get("bulb", [])
        inside = [(i, j) for i, j in bulbs if 1 <= i <= board.height and 1 <= j <= board.width]
        result.add(frozenset((i - 1, j - 1) for i, j in inside))
    return result


def with_board(text: str, board: Board) -> str:
    """An example with another board in the place of its own: size, walls as a set or as facts, numbers."""
    walls = [place for place, cell in board if cell.is_wall]
    sets = {"N": str(board.height), "walls": shown([(p.row + 1, p.column + 1) for p in walls])}
    sets["numbers"] = shown([(p.row + 1, p.column + 1, clue) for p, clue in board.clues.items()])
    for clue in range(5):
        own = [(p.row + 1, p.column + 1) for p, number in board.clues.items() if number == clue]
        sets[f"card{clue}"] = shown(own)
    for name, value in sets.items():
        text = re.sub(rf"^\${name} = (\[[^\]]*\]|\d+)", f"${name} = {value}", text, flags=re.MULTILINE)
    facts = [f"{'' if cell.is_wall else 'not '}wall({p.row + 1},{p.column + 1})" for p, cell in board]
    if "$walls" not in text:
        text = re.sub(r"(?s)(;; The board\.[^\n]*\n).*?(;; Every)", "\\1" + "\n".join(facts) + "\n\\2", text)
    return text


def shown(cells: Sequence[tuple[int, ...]]) -> str:
    return "[" + ",".join([f"cell({','.join(map(str, cell))})" for cell in cells]) + "]"


@st.composite
def squares(draw: st.DrawFn, alphabet: str) -> Board:
    size = draw(st.integers(1, 4))
    cells = draw(st.lists(st.sampled_from(alphabet), min_size=size * size, max_size=size * size))
    return Board.from_cells(size, size, "".join(cells))


@given(squares("....##01234"))
@settings(max_examples=tries(25), deadline=None)
def test_numbers_by_the_book(board: Board) -> None:
    expected = found(board)
    for name in ("numbers", "numbers_exact"):
        assert by_the_book(name, board) == expected


@given(squares("....#"))
@settings(max_examples=tries(15), deadline=None)
def test_walls_by_the_book(board: Board) -> None:
    assert by_the_book("walls", board) == found(board)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_no_walls_by_the_book(size: int) -> None:
    board = Board([Cell.WHITE.value * size] * size)
    assert by_the_book("no_walls", board) == found(board)


# ---------------------------------------------------------------------- the collection


def test_the_whole_collection_is_unique() -> None:
    several = [Board(text) for text in collection()]
    assert len(several) == 354
    for of in solve_boards(several):
        assert of.status is Status.UNIQUE
        assert of.is_complete


def test_single_boards_give_the_same_solution() -> None:
    several = [Board(text) for text in collection("14x14") + collection("30x30", "hard") + collection("100x100")]
    for board, of in zip(several, solve_boards(several), strict=True):
        assert solve_board(board) == of


# ---------------------------------------------------------------------- parts


@given(st.one_of(boards("......##0123", most=8), puzzles(7)))
@settings(deadline=None)
def test_parts_have_the_models_of_the_whole(board: Board) -> None:
    whole = encode_board(board)
    expected = {tuple(model) for model in models(whole)}
    parts = split_into_independent_parts(whole)
    if parts is None:
        assert expected == set()
        return
    combined = [tuple(parts.true_atoms)]
    for part in parts.parts:
        own = [[part.variables[atom - 1] for atom in model] for model in models(part.case)]
        combined = [(*before, *model) for before in combined for model in own]
    assert {tuple(sorted(model)) for model in combined} == expected


def tiled(size: str, level: str, times: int) -> Board:
    """A large board of many small ones, with walls between: unique, as each of them is."""
    texts = collection(size, level)
    rows: list[str] = []
    for down in range(times):
        parts = [Board(texts[(down * times + across) % len(texts)]).rows for across in range(times)]
        rows += ["#".join(part) for part in zip(*parts, strict=True)]
        rows.append("#" * len(rows[0]))
    return Board(rows[:-1])


def test_a_large_board_is_unique_and_one_clue_less_is_seen() -> None:
    board = tiled("7x7", "hard", 12)
    of = solve_board(board)
    assert of.status is Status.UNIQUE
    assert of == solve_boards([board])[0]
    cells = list(board.cells)
    for at, cell in enumerate(cells):
        if cell in "01234":
            cells[at] = "#"
    free = Board.from_cells(board.height, board.width, "".join(cells))
    assert solve_board(free).status is Status.MULTIPLE


def test_time_is_heeded() -> None:
    board = tiled("14x14", "hard", 3)
    with pytest.raises(LimitError):
        solve_board(board, deadline=time.monotonic() - 1)
    assert solve_board(board, deadline=time.monotonic() + 100).is_unique


@pytest.mark.skipif(not has_counter(), reason="pyganak is not installed")
@given(board=st.one_of(SMALL, puzzles(5)))
@settings(max_examples=tries(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_model_counter_counts_the_same(monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    expected = count_solutions(board)
    assert expected == len(found(board))
    monkeypatch.setattr("bigand.solve.cases._MAX_ENUMERATED", 1)
    assert count_solutions(board) == expected
    monkeypatch.undo()


# ---------------------------------------------------------------------- marks


@given(puzzles(4), st.data())
@settings(max_examples=tries(40), deadline=None)
def test_marks_are_kept_when_asked(board: Board, data: st.DataObject) -> None:
    every = solve_board(board, limit=1000).solutions
    chosen = data.draw(st.sampled_from(every))
    bulbs = data.draw(st.sets(st.sampled_from(chosen.bulbs))) if chosen.bulbs else set()
    dark = chosen.places_of(Cell.WHITE)
    dots = data.draw(st.sets(st.sampled_from(dark))) if dark else set()
    marked = board.with_marks(bulbs, dots)
    expected = {one for one in every if bulbs <= set(one.bulbs) and not dots & set(one.bulbs)}
    assert set(solve_board(marked, limit=1000, keep_marks=True).solutions) == expected
    assert set(solve_board(marked, limit=1000).solutions) == set(every)
    for oracle in ORACLES:
        assert {place_bulbs(board.puzzle, bulbs) for bulbs in oracle(marked, mark_literals(marked))} == expected
