"""N queens: a board with queens that stand already and squares that are forbidden, the taught model, a search.

Takes a `Task`. Gives placements, each checked by `board.first_attack`, and their number.
"""

from bigand.puzzles.puzzle import Puzzle

PUZZLE = Puzzle(
    name="queens",
    example="8 a4",
    questions={"solve": "Solve", "count": "Count", "size": "Size", "stage": "StageBoard", "why": "Why"},
    read="board:read_task",
    model="solving:model",
    solution="solving:placement_of",
    judge="board:is_solution",
    scene="draw:scene",
    describe_answer="telling:describe_answer",
)
