"""Boards to test with: those of the collection, and random ones."""

from pathlib import Path

from hypothesis import strategies as st

from bigand.puzzles.lightup.board import Board, Cell

CASES = Path(__file__).parent.parent.parent / "cases" / "lightup"
PUZZLE = "....###01234"
MARKED = PUZZLE + ".LxLx"


def collection(size: str = "*", level: str = "*") -> list[str]:
    """The game IDs of the collection, by size and level."""
    files = sorted((CASES / "boards").glob(f"{size}_{level}.txt"))
    return [line for file in files for line in file.read_text(encoding="utf-8").split()]


@st.composite
def boards(draw: st.DrawFn, alphabet: str = PUZZLE, most: int = 7) -> Board:
    """Random boards, of few cells; most have no solution."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    cells = draw(st.lists(st.sampled_from(alphabet), min_size=height * width, max_size=height * width))
    return Board.from_cells(height, width, "".join(cells))


@st.composite
def puzzles(draw: st.DrawFn, most: int = 5) -> Board:
    """Boards that have a solution: bulbs are put on dark cells until all are lit, then some clues are shown."""
    board = draw(boards("....#", most))
    order = draw(st.permutations(range(len(board.cells))))
    for at in order:
        place = board.place(at)
        if board[place] is Cell.WHITE and not board.light()[place]:
            board = board.with_marks([place])
    cells = list(board.puzzle.cells)
    for at, cell in enumerate(cells):
        if cell == Cell.WALL and draw(st.booleans()):
            around = [other for other in board.neighbours(board.place(at)) if board[other] is Cell.BULB]
            cells[at] = str(len(around))
    return Board.from_cells(board.height, board.width, "".join(cells))
