"""Light Up (Akari): bulbs on the white cells, so that every white cell is lit and no bulb lights another.

`board` is the value, `formats` reads and writes it, `model.touist` says what a solution is, `solving` finds it,
`check` judges marks, `draw` makes pictures.
"""

from bigand.puzzles.puzzle import Puzzle

PUZZLE = Puzzle(
    name="lightup",
    questions={
        "read": "Read",
        "convert": "Convert",
        "solve": "Solve",
        "solve_many": "SolveMany",
        "count": "Count",
        "unique": "Unique",
        "check": "Check",
        "hint": "Hint",
        "explain": "Explain",
        "rate": "Rate",
        "generate": "Generate",
        "judge_step": "JudgeStep",
        "judge_proof": "JudgeProof",
        "rules": "Rules",
    },
)
