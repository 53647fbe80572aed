"""Against the real thing: boards of Simon Tatham's program are unique here, and it reads what is written here."""

import os
import random
import shutil
import subprocess

import pytest

from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.levels import Level, level_of
from bigand.puzzles.lightup.solver import Status, solve_board, solve_boards

PROGRAM = shutil.which("sgt-lightup", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="sgt-puzzles is not installed: make tools")
PARAMETERS = ["7x7b20s4d0", "7x7b20s4d1", "7x7b20s4d2", "10x10b20s2d1", "9x5b30s0d2"]


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    assert PROGRAM is not None
    return subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_fresh_boards_are_unique(parameters: str) -> None:
    lines = run("--generate", "20", parameters).stdout.split()
    assert len(lines) == 20
    boards = [Board(line) for line in lines]
    assert [board.to("id") for board in boards] == lines
    for board, together in zip(boards, solve_boards(boards), strict=True):
        assert together.status is Status.UNIQUE
        assert solve_board(board) == together


@pytest.mark.parametrize("level", ["easy", "tricky", "hard"])
def test_fresh_boards_have_the_level_that_was_asked_for(level: str) -> None:
    number = ("easy", "tricky", "hard").index(level)
    for parameters in (f"7x7b20s4d{number}", f"9x5b30s0d{number}", f"10x10b20s2d{number}"):
        for line in run("--generate", "10", parameters).stdout.split():
            found = level_of(Position.from_board(Board(line)))
            assert found is not None
            # There is no expert there.
            assert min(found, Level.HARD).word == level, line


def test_it_reads_what_is_written_here() -> None:
    chosen = random.Random(6)
    written = []
    for _ in range(100):
        height, width = chosen.randint(2, 12), chosen.randint(2, 40)
        cells = "".join(chosen.choices("......##01234", k=height * width))
        written.append(Board.from_cells(height, width, cells).to("id"))
    done = run("--print", "2x2", text="".join([f"{line}\n" for line in written]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("%!PS")
    assert run("--print", "2x2", text="7x7:z\n").returncode != 0, "it would tell what it cannot read"
