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
        "decide": "Decide",
        "check": "Check",
        "hint": "Hint",
        "explain": "Explain",
        "rate": "Rate",
        "generate": "Generate",
        "judge_step": "JudgeStep",
        "judge_proof": "JudgeProof",
        "rules": "Rules",
        "stage": "StageBoard",
        "draw": "Draw",
        "draw_step": "DrawStep",
        "try_step": "TryStep",
        "suggest": "Suggest",
        "judge_draft": "JudgeDraft",
        "read_draft": "ReadDraft",
        "read_exercise": "ReadExercise",
        "write_exercise": "WriteExercise",
    },
    example="7x7:eBB0b2gBd1hBg1a1d2a",
    read="formats:read_board",
    model="taught:model",
    solution="taught:solution",
    judge="taught:judge",
    scene="taught:scene",
    question_maker="grading:question_maker",
    grade_answer="grading:grade_answer",
    write_task="grading:write_task",
    describe_answer="telling:describe_answer",
)
