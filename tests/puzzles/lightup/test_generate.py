"""New boards: unique, of the level asked for by an oracle, symmetric, the same for the same seed."""

from collections.abc import Callable
from itertools import islice, product
from random import Random

import pytest
from tests.puzzles.lightup import naive_levels, z3_oracle
from tests.tables import table

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.generate import Request, RequestError, Symmetry, TooHardError, generate_board
from bigand.puzzles.lightup.generate.design import Designer
from bigand.puzzles.lightup.generate.judges import UniquenessChecker, level_judge, reduce_clues
from bigand.puzzles.lightup.generate.quick_solver import QuickSolver
from bigand.puzzles.lightup.generate.request import orbits
from bigand.puzzles.lightup.position import cells_in
from bigand.puzzles.lightup.reasoning.derivation import Propagator
from bigand.puzzles.lightup.reasoning.levels import Level, closure, refutable_marks
from bigand.puzzles.lightup.solver import solve_board

# What a wall at (row, column) says of the board turned or mirrored, in the words of rows of text.
TURNED: dict[Symmetry, Callable[[list[str]], list[str]]] = {
    Symmetry.NONE: lambda rows: rows,
    Symmetry.MIRROR: lambda rows: rows[::-1],
    Symmetry.ROT2: lambda rows: [row[::-1] for row in rows[::-1]],
    Symmetry.MIRROR4: lambda rows: [row[::-1] for row in rows],
    Symmetry.ROT4: lambda rows: ["".join(column) for column in zip(*rows[::-1], strict=True)],
}
EASIER = (Level.EASY, Level.TRICKY, Level.HARD)


def walls(board: Board) -> list[str]:
    return ["".join(["#" if Cell(cell).is_wall else "." for cell in row]) for row in board.rows]


def is_symmetric(board: Board, symmetry: Symmetry) -> bool:
    rows = walls(board)
    if symmetry is Symmetry.MIRROR4 and rows != rows[::-1]:
        return False
    return TURNED[symmetry](rows) == rows


@table(("level", "symmetry"), list(product(EASIER, Symmetry)))
def test_boards_are_what_was_asked_for(level: Level, symmetry: Symmetry) -> None:
    for number in range(3):
        size = (7, 7) if symmetry.needs_square else (6, 8)
        made = generate_board(Request(*size, level, symmetry, 25), f"test:{number}")
        assert (made.board.height, made.board.width) == size
        assert len(list(islice(z3_oracle.bulbs(made.board), 2))) == 1
        assert solve_board(made.board).solution == made.solution
        assert naive_levels.level(made.board.rows) == level
        assert is_symmetric(made.board, symmetry)
        count = sum([cell.is_wall for _, cell in made.board])
        assert abs(count - 0.25 * len(made.board.cells)) <= 2.5


@pytest.mark.slow
def test_an_expert_board() -> None:
    made = generate_board(Request(7, 7, Level.EXPERT, Symmetry.ROT2), "6")
    assert naive_levels.level(made.board.rows) == 3
    assert len(list(islice(z3_oracle.bulbs(made.board), 2))) == 1
    assert is_symmetric(made.board, Symmetry.ROT2)


@pytest.mark.parametrize("level", EASIER)
def test_no_clue_of_a_minimal_board_can_be_left_out(level: Level) -> None:
    made = generate_board(Request(6, 6, level, Symmetry.ROT2, 25, minimal=True), "minimal")
    for place in made.board.clues:
        cells = list(made.board.cells)
        cells[place.row * 6 + place.column] = Cell.WALL
        board = Board.from_cells(6, 6, "".join(cells))
        assert not solve_board(board).is_unique or naive_levels.level(board.rows) > level


def test_a_seed_is_a_board() -> None:
    request = Request(7, 7, Level.TRICKY)
    assert generate_board(request, "a").board == generate_board(request, "a").board
    assert len({generate_board(request, str(seed)).board for seed in range(5)}) == 5


@pytest.mark.parametrize("symmetry", Symmetry)
def test_orbits_are_all_cells_once(symmetry: Symmetry) -> None:
    for height, width in (
        ((1, 1), (2, 2), (5, 5), (4, 4)) if symmetry.needs_square else ((1, 1), (3, 4), (1, 6), (5, 2))
    ):
        cells = [at for orbit in orbits(height, width, symmetry) for at in orbit]
        assert sorted(cells) == list(range(height * width))


def test_the_engine_agrees_with_solving_about_any_clues() -> None:
    """With some of the clues a design is decided exactly if its board is unique; what is needed is enough."""
    chance = Random(1)
    designer = Designer(Request(5, 5, Level.HARD, Symmetry.NONE, 24), chance)
    seen = set()
    for _ in range(60):
        design = designer.new_design()
        clues = design.clues_of_all_walls()
        engine = UniquenessChecker(design, clues)
        some = [clue for clue in clues if chance.random() < 0.8]
        needed = engine.find_deciding_clues(some)
        unique = solve_board(design.position(some).board).is_unique
        assert (needed is not None) == unique
        seen.add(unique)
        if needed is None:
            other = design.position(some).with_marks(bulbs=engine.other_solution()).board
            assert other in solve_board(other, limit=1000).solutions
            assert engine.other_solution() != design.bulbs
        else:
            assert solve_board(design.position(needed).board).is_unique
            left = reduce_clues(some, engine.find_deciding_clues, chance)
            assert left is not None
            assert solve_board(design.position(left).board).is_unique
        engine.close()
    assert seen == {True, False}


@pytest.mark.parametrize("size", [(6, 6), (9, 5), (2, 40)])
def test_the_engine_finds_what_reasoning_finds(size: tuple[int, int]) -> None:
    """Single cases, on boards with some of their clues."""
    chance = Random(4)
    designer = Designer(Request(*size, Level.EXPERT, Symmetry.NONE, 12), chance)
    cases = 0
    for _ in range(40):
        design = designer.new_design()
        position = design.position([clue for clue in design.clues_of_all_walls() if chance.random() < 0.7])
        settled = closure(position, Level.TRICKY)
        assert settled is not None
        engine = Propagator(settled)
        engine.add_facts(engine.to_literals(settled.bulbs, settled.dots))
        marks = [(at, is_bulb) for at in cells_in(settled.open) for is_bulb in (True, False)]
        found = {mark for mark in marks if engine.literals_implied_by_mark(*mark) is None}
        assert found == set(refutable_marks(settled, Level.EASY))
        cases += len(found)
        engine.close()
    assert cases


@pytest.mark.parametrize("size", [(6, 6), (9, 5), (2, 40)])
def test_a_sketch_finds_what_reasoning_finds(size: tuple[int, int]) -> None:
    """Single deductions, set arguments and single cases, also from marks that cannot be."""
    chance = Random(5)
    designer = Designer(Request(*size, Level.EXPERT, Symmetry.NONE, 12), chance)
    seen: set[tuple[object, bool]] = set()
    for _ in range(40):
        design = designer.new_design()
        clues = [clue for clue in design.clues_of_all_walls() if chance.random() < 0.7]
        white = list(cells_in(design.grid.white))
        for level in (Level.EASY, Level.TRICKY):
            bulbs, dots = (1 << chance.choice(white)) * chance.randint(0, 1), 1 << chance.choice(white)
            sketch = QuickSolver(design.grid, clues)
            holds = sketch.derive_by_level(level, bulbs, dots & ~bulbs)
            closed = closure(design.position(clues).with_marks(bulbs, dots & ~bulbs), level)
            seen.add((holds, bool(sketch.dark)))
            assert holds == (closed is not None)
            if closed is not None:
                assert (sketch.bulbs, sketch.free, sketch.dark) == (closed.bulbs, closed.open, closed.dark)
                refuted = {
                    (cell, kind)
                    for kind, cells in zip((True, False), sketch.find_refuted_marks(), strict=True)
                    for cell in cells_in(cells)
                }
                if level is Level.TRICKY:
                    assert refuted == set(refutable_marks(closed, Level.EASY))
                    seen.add(("refuted", bool(refuted)))
                assert (sketch.bulbs, sketch.free) == (closed.bulbs, closed.open), "as before"
    assert seen >= {(True, True), (False, True), ("refuted", True)}


@pytest.mark.parametrize("level", [Level.EASY, Level.TRICKY])
def test_the_clues_that_were_used_are_enough(level: Level) -> None:
    designer = Designer(Request(6, 6, level, Symmetry.NONE, 25), Random(2))
    solved = 0
    for _ in range(40):
        design = designer.new_design()
        clues = design.clues_of_all_walls()
        needed = level_judge(QuickSolver(design.grid, clues), level)(clues)
        board = design.position(clues).board
        assert (needed is not None) == (solve_board(board).is_unique and naive_levels.level(board.rows) <= level)
        if needed is not None:
            solved += 1
            assert naive_levels.level(design.position(needed).board.rows) <= level
    assert solved


@pytest.mark.parametrize("level", [Level.EASY, Level.TRICKY])
def test_a_judge_goes_on_where_clues_went_as_if_from_the_start(level: Level) -> None:
    chance = Random(8)
    designer = Designer(Request(6, 6, level, Symmetry.NONE, 25), chance)
    verdicts = set()
    for _ in range(40):
        design = designer.new_design()
        clues = design.clues_of_all_walls()
        sketch = QuickSolver(design.grid, clues)
        judge = level_judge(sketch, level)
        while clues:
            enough = judge(clues)
            from_the_start = level_judge(sketch, level)(clues)
            assert (enough is None) == (from_the_start is None)
            if enough is None:
                break
            for some in (enough, [clue for clue in enough if chance.random() < 0.7]):
                again = judge(some)
                assert (again is None) == (level_judge(sketch, level)(some) is None)
                verdicts.add(again is None)
                clues = some if again is not None else clues
            clues = clues[: chance.randrange(len(clues) + 1)]
    assert verdicts == {True, False}


@pytest.mark.parametrize("level", [Level.EASY, Level.TRICKY])
def test_a_sketch_that_is_helped_on_is_decided_by_its_clues(level: Level) -> None:
    chance = Random(6)
    designer = Designer(Request(6, 6, level, Symmetry.NONE, 25), chance)
    helped = 0
    for _ in range(40):
        design = designer.new_design()
        sketch = QuickSolver(design.grid, design.clues_of_all_walls())
        assert sketch.derive_by_level(level)
        if sketch.dark:
            before = sketch.bulbs, sketch.free
            sketch.force_clues(chance)
            assert not before[0] & ~sketch.bulbs, "what was found stays"
            assert not sketch.free & ~before[1]
        if not sketch.dark:
            helped += bool(sketch.bulbs != design.bulbs)
            board = design.position(list(sketch.clues.values())).board
            assert [frozenset(cells_in(sketch.bulbs))] == [
                frozenset(row * 6 + column for row, column in solution.bulbs)
                for solution in solve_board(board).solutions
            ]
            assert naive_levels.level(board.rows) <= level
    assert helped > 1


def test_designs_are_solved_boards() -> None:
    designer = Designer(Request(6, 5, Level.EASY, Symmetry.ROT2, 30), Random(3))
    design = designer.new_design()
    for _ in range(30):
        design = designer.move_random_wall(design, 0.3)
        board = design.position(design.clues_of_all_walls()).with_marks(bulbs=design.bulbs).board
        assert board in solve_board(board, limit=1000).solutions
        assert abs((~design.grid.white & (1 << 30) - 1).bit_count() - 9) <= 1


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"height": 0, "width": 3}, "lightup.generate.no_cells"),
        ({"height": 300, "width": 300}, "lightup.generate.too_large"),
        ({"height": 3, "width": 4, "symmetry": Symmetry.ROT4}, "lightup.generate.not_square"),
        ({"height": 3, "width": 3, "black": 100}, "lightup.generate.black_range"),
    ],
)
def test_requests_that_nothing_can_meet(arguments: dict[str, int], key: str) -> None:
    with pytest.raises(RequestError) as caught:
        Request(**arguments)  # type: ignore[arg-type]  # as the table has them
    assert caught.value.key == key


@pytest.mark.parametrize(
    "request_",
    [
        Request(1, 1, Level.EXPERT),
        Request(1, 1, Level.HARD),
        Request(2, 2, Level.TRICKY, Symmetry.ROT4),
        Request(4, 4, Level.EASY, Symmetry.NONE, 0),
    ],
)
def test_impossible_boards_are_given_up(request_: Request) -> None:
    with pytest.raises(TooHardError):
        generate_board(request_, "1")


def test_small_boards() -> None:
    assert generate_board(Request(1, 1, Level.EASY, Symmetry.NONE, 0), "1").board == Board(".")
    made = generate_board(Request(1, 5, Level.EASY, Symmetry.NONE, 20), "1")
    assert made.board.width == 5
