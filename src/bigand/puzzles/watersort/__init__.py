"""Water Sort: tubes with layers of colours; pour until every tube is empty or full of one colour."""

from bigand.puzzles.puzzle import Puzzle

PUZZLE = Puzzle(
    name="watersort",
    questions={
        "read": "Read",
        "convert": "Convert",
        "solve": "Solve",
        "check": "Check",
        "hint": "Hint",
        "rate": "Rate",
        "generate": "Generate",
        "stage": "StageLevel",
    },
    example="red red blue blue/blue blue red red/- - - -",
    read="formats:read_level",
    model="engines.model:model",
    solution="engines.model:plan_of",
    judge="pours:is_plan",
    scene="draw:final_scene",
    describe_answer="telling:describe_answer",
)
