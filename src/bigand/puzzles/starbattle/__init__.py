"""Star Battle: stars in each row, column and region, so many in each, no two of which touch.

`board` is the value and judges stars, `formats` reads and writes it, `model.touist` says what a solution is,
`solving` asks it, `hints` tells what follows from its rules, `generate` makes boards with one solution.
"""

from bigand.puzzles.puzzle import Puzzle

PUZZLE = Puzzle(
    name="starbattle",
    example="aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc",
    questions={
        "solve": "Solve",
        "check": "Check",
        "hint": "Hint",
        "generate": "Generate",
        "stage": "StageBoard",
    },
    read="formats:read_board",
    model="solving:model",
    solution="solving:solution",
    judge="board:is_solution",
    scene="draw:scene",
    describe_answer="telling:describe_answer",
)
