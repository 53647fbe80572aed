"""Questions about Water Sort: read, convert, solve, check, hint, rate and generate levels.

A level is a text in any of the formats, so that mistakes can be reported where they occur. Tubes are counted from
1.
"""

from enum import StrEnum
from typing import Any, Literal, TypeAlias

from bigand.api.question import Answer, AnswerT, Question
from bigand.api.report import Report
from bigand.api.value import Value
from bigand.messages.message import Message
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Refusal, Variant

Engine: TypeAlias = Literal["search", "model"]
MAX_LAYERS = 10_000  # total capacity of the tubes
MAX_STATES = 3_000_000  # of the search: about a gigabyte for 26 tubes
MAX_MOVES = 200  # of the engine that tries one number of moves after another


class LevelInput(Value):
    """A level as text; `tubes` and `layers` set its layout, which is detected by default."""

    text: str
    name: str = "level"
    tubes: Literal["lines", "columns"] | None = None
    layers: Literal["bottom-first", "top-first"] | None = None
    most: int = MAX_LAYERS  # total capacity of the tubes


class Move(Value, rename={"source": "from", "target": "to"}):
    """A pour of some layers of a colour from one tube to another."""

    source: int
    target: int
    colour: str
    layers: int

    def __str__(self) -> str:
        return f"{self.source}>{self.target}"


class LevelQuestion(Question[AnswerT]):
    """A question about a level."""

    level: LevelInput


# ---------------------------------------------------------------------- Reading and writing


class ReadAnswer(Answer, tag="watersort.level"):
    """A level, and the number of layers of each colour."""

    level: Level
    colours: dict[str, int]


class Read(LevelQuestion[ReadAnswer], tag="watersort.read"):
    """Which level is this?"""

    def answer(self, report: Report) -> ReadAnswer:
        from bigand.puzzles.watersort.handlers import answer_read

        return answer_read(self, report)


class ConvertAnswer(Answer, tag="watersort.converted"):
    """A level in another format."""

    text: str


class Convert(LevelQuestion[ConvertAnswer], tag="watersort.convert"):
    """How is this level written in another format?

    `touist` is the taught model, with the least number of steps if it is found in time.
    """

    to: Literal["text", "upright", "json", "touist"]
    rule: Variant = Variant.POUR

    def answer(self, report: Report) -> ConvertAnswer:
        from bigand.puzzles.watersort.handlers import answer_convert

        return answer_convert(self, report)


# ---------------------------------------------------------------------- Plans


class SolveAnswer(Answer, tag="watersort.solved"):
    """A shortest plan. `bound` is a lower bound for the number of moves, known before the search."""

    status: Literal["solved", "unsolvable"]
    rule: Variant
    engine: Engine
    moves: int | None
    bound: int
    plan: tuple[Move, ...] | None
    states: int | None = None  # visited by the search
    more_tubes: int | None = None  # number of empty tubes that would make an unsolvable level solvable
    level: Level

    def positions(self) -> list[Level]:
        """Return the tubes at the beginning and after each move."""
        levels = [self.level]
        for move in self.plan or ():
            levels.append(levels[-1].pour(move.source - 1, move.target - 1, self.rule))
        return levels


class Solve(LevelQuestion[SolveAnswer], tag="watersort.solve"):
    """What is the least number of moves, and a plan with that many?"""

    rule: Variant = Variant.POUR
    engine: Engine = "search"
    most_states: int = MAX_STATES
    most_moves: int = MAX_MOVES

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.watersort.handlers import answer_solve

        return answer_solve(self, report)


# ---------------------------------------------------------------------- Moves


class RefusedMove(Value, rename={"source": "from", "target": "to"}):
    """A move that is not allowed, and why."""

    move: int
    reason: Refusal
    source: int
    target: int


def refusal_message(level: Level, refused: RefusedMove) -> Message:
    """Return a sentence that says which move is not allowed, and why."""
    move = f"{refused.source}>{refused.target}"
    reason = refusal_reason(level, refused)
    return Message("watersort.check.refused", {"number": str(refused.move), "move": move, "reason": reason})


def refusal_reason(level: Level, refused: RefusedMove) -> Message:
    """Return a sentence that says why a move is not allowed."""
    tubes = level.tubes
    ends = (refused.source, refused.target)
    number = refused.source if not 0 < refused.source <= len(tubes) else refused.target
    colour, other = [tubes[end - 1][-1] if 0 < end <= len(tubes) and tubes[end - 1] else "" for end in ends]
    gaps = {
        "number": str(number), "source": str(ends[0]), "target": str(ends[1]), "colour": colour, "other": other
    }  # fmt: skip
    return Message(f"watersort.refusal.{refused.reason}", gaps)


class CheckAnswer(Answer, tag="watersort.checked"):
    """The level after the moves that were allowed."""

    status: Literal["refused", "sorted", "open"]
    moves: int
    level: Level
    colours: dict[str, int]
    refused: RefusedMove | None = None
    can_finish: bool | None = None


class Check(LevelQuestion[CheckAnswer], tag="watersort.check"):
    """Is this level valid, and where do these moves (`1>3 2>1`, or JSON) lead? `finish`: can it still be sorted?"""

    moves: str = ""
    rule: Variant = Variant.POUR
    finish: bool = False
    most_states: int = MAX_STATES

    def answer(self, report: Report) -> CheckAnswer:
        from bigand.puzzles.watersort.handlers import answer_check

        return answer_check(self, report)


class Effect(StrEnum):
    """What a pour is good for; the first that applies is reported."""

    COMPLETES = "completes"  # the target is then full of its colour
    EMPTIES = "empties"  # the source is then empty
    JOINS = "joins"  # two runs of the colour become one
    GIVES_A_HOME = "gives_a_home"  # the colour was not at the bottom of any tube
    MAKES_ROOM = "makes_room"  # the colour below is needed


class HintAnswer(Answer, tag="watersort.hinted"):
    """A move that begins a shortest plan of `moves` moves, why it is good, and the colour it uncovers.

    `pour` is None if the level is sorted, or can no longer be sorted.
    """

    status: Literal["solved", "unsolvable"]
    pour: Move | None
    reason: Effect | None
    uncovers: str | None
    moves: int | None
    level: Level  # after the moves of the question


class Hint(LevelQuestion[HintAnswer], tag="watersort.hint"):
    """Which move is good after these moves?"""

    moves: str = ""
    rule: Variant = Variant.POUR
    most_states: int = MAX_STATES

    def answer(self, report: Report) -> HintAnswer:
        from bigand.puzzles.watersort.handlers import answer_hint

        return answer_hint(self, report)


# ---------------------------------------------------------------------- Difficulty


class Grade(StrEnum):
    """The grades of difficulty, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Traps(Value):
    """What the other pours along a shortest plan lead to.

    Attributes:
        others: How many states they lead to.
        lost: How many of these cannot be sorted any more.
        open: How many could not be decided in time.
    """

    others: int
    lost: int  # the level cannot be sorted from there
    open: int  # not decided within the limits


class RateAnswer(Answer, tag="watersort.rated"):
    """What makes a level hard; `grade` is None if it has no solution."""

    grade: Grade | None
    won: int  # games won, of `games`
    games: int
    moves: int | None
    bound: int
    # moves that join no runs and give no colour its tube, but are necessary
    detours: int | None
    choices: float  # pours to choose from, on average along the plan
    traps: Traps | None
    states: int | None = None  # visited by the search


class Rate(LevelQuestion[RateAnswer], tag="watersort.rate"):
    """How hard is this level?"""

    rule: Variant = Variant.POUR
    most_states: int = MAX_STATES

    def answer(self, report: Report) -> RateAnswer:
        from bigand.puzzles.watersort.handlers import answer_rate

        return answer_rate(self, report)


class GenerateAnswer(Answer, tag="watersort.generated"):
    """A new level, and the seed that generates it again."""

    seed: int
    height: int
    tubes: tuple[tuple[str, ...], ...]

    @property
    def level(self) -> Level:
        return Level.from_tubes(self.tubes, self.height)


class Generate(Question[GenerateAnswer], tag="watersort.generate"):
    """Generate a level that can be sorted, the same for the same question."""

    seed: int
    colours: int = 9
    empty: int = 2
    height: int = 4
    grade: Grade | None = None
    rule: Variant = Variant.POUR
    words: Literal["en", "fr"] = "en"  # language of the colours

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.puzzles.watersort.handlers import answer_generate

        return answer_generate(self, report)


# ---------------------------------------------------------------------- The studio's board


class StageLevelAnswer(Answer, tag="watersort.staged"):
    """The tubes after some moves, each as an SVG picture; the allowed pours, and why others are not allowed."""

    status: Literal["sorted", "open"]
    moves: int
    height: int
    tubes: tuple[tuple[str, ...], ...]
    pictures: tuple[str, ...]
    pours: tuple[Move, ...]
    refusals: tuple[RefusedMove, ...]


class StageLevel(Question[StageLevelAnswer], tag="watersort.stage"):
    """What does a page need so that users can go on pouring after these moves?"""

    level: LevelInput
    moves: str = ""
    rule: Variant = Variant.POUR

    def answer(self, report: Report) -> StageLevelAnswer:
        from bigand.puzzles.watersort.handlers import stage_level

        return stage_level(self, report)


QUESTIONS: dict[str, type[Question[Any]]] = {
    "read": Read,
    "convert": Convert,
    "solve": Solve,
    "check": Check,
    "hint": Hint,
    "rate": Rate,
    "generate": Generate,
    "stage": StageLevel,
}
