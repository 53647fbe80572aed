"""What may be asked of Water Sort: a level read, converted, solved, judged, hinted at, rated; a new one.

A level is handed in as a text in any of the formats, so that whatever is wrong with it is told at its place. Tubes
are counted from 1.
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
MAX_LAYERS = 10_000  # layers that the tubes have room for, all together
MAX_STATES = 3_000_000  # of the search: about a gigabyte for 26 tubes
MAX_MOVES = 200  # of the engine that tries one number of moves after the other


class LevelInput(Value):
    """A level as somebody wrote it; `tubes` and `layers` say its layout, where that is not to be found out."""

    text: str
    name: str = "level"
    tubes: Literal["lines", "columns"] | None = None
    layers: Literal["bottom-first", "top-first"] | None = None
    most: int = MAX_LAYERS  # layers that there may be room for


class Move(Value, rename={"source": "from", "target": "to"}):
    """A pour from one tube to another, of so many layers of a colour."""

    source: int
    target: int
    colour: str
    layers: int

    def __str__(self) -> str:
        return f"{self.source}>{self.target}"


class LevelQuestion(Question[AnswerT]):
    """A question about a level."""

    level: LevelInput


# ---------------------------------------------------------------------- reading and writing


class ReadAnswer(Answer, tag="watersort.level"):
    """A level, and how many layers there are of each colour."""

    level: Level
    colours: dict[str, int]


class Read(LevelQuestion[ReadAnswer], tag="watersort.read"):
    """Which level is this?"""

    def answer(self, report: Report) -> ReadAnswer:
        from bigand.puzzles.watersort.handlers import answer_read

        return answer_read(self, report)


class ConvertAnswer(Answer, tag="watersort.converted"):
    """A level in another form."""

    text: str


class Convert(LevelQuestion[ConvertAnswer], tag="watersort.convert"):
    """How is this level written in another form? As `touist` it is the taught model, with the least number of steps
    if that is found in time.
    """

    to: Literal["text", "upright", "json", "touist"]
    rule: Variant = Variant.POUR

    def answer(self, report: Report) -> ConvertAnswer:
        from bigand.puzzles.watersort.handlers import answer_convert

        return answer_convert(self, report)


# ---------------------------------------------------------------------- plans


class SolveAnswer(Answer, tag="watersort.solved"):
    """A shortest plan, and `bound`: so many moves are needed at least, as can be told at the beginning."""

    status: Literal["solved", "unsolvable"]
    rule: Variant
    engine: Engine
    moves: int | None
    bound: int
    plan: tuple[Move, ...] | None
    states: int | None = None  # that were met
    more_tubes: int | None = None  # empty ones that would make it solvable, where it is not
    level: Level

    def positions(self) -> list[Level]:
        """The tubes at the beginning and after each move."""
        levels = [self.level]
        for move in self.plan or ():
            levels.append(levels[-1].pour(move.source - 1, move.target - 1, self.rule))
        return levels


class Solve(LevelQuestion[SolveAnswer], tag="watersort.solve"):
    """What is the least number of moves, and a plan with so many?"""

    rule: Variant = Variant.POUR
    engine: Engine = "search"
    most_states: int = MAX_STATES
    most_moves: int = MAX_MOVES

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.watersort.handlers import answer_solve

        return answer_solve(self, report)


# ---------------------------------------------------------------------- moves


class RefusedMove(Value, rename={"source": "from", "target": "to"}):
    """Which move is not allowed, and why."""

    move: int
    reason: Refusal
    source: int
    target: int


def refusal_message(level: Level, refused: RefusedMove) -> Message:
    """Which move is not allowed, and why, as a sentence."""
    move = f"{refused.source}>{refused.target}"
    reason = refusal_reason(level, refused)
    return Message("watersort.check.refused", {"number": str(refused.move), "move": move, "reason": reason})


def refusal_reason(level: Level, refused: RefusedMove) -> Message:
    """Why a move is not allowed."""
    tubes = level.tubes
    ends = (refused.source, refused.target)
    number = refused.source if not 0 < refused.source <= len(tubes) else refused.target
    colour, target_colour = [tubes[end - 1][-1] if 0 < end <= len(tubes) and tubes[end - 1] else "" for end in ends]
    gaps = {
        "number": str(number), "source": str(ends[0]), "target": str(ends[1]), "colour": colour, "other": target_colour
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
    """Is this a level, and what comes of these moves (`1>3 2>1`, or JSON)? `finish`: can it be sorted then?"""

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
    GIVES_A_HOME = "gives_a_home"  # the colour was at the bottom of no tube
    MAKES_ROOM = "makes_room"  # what is below is wanted


class HintAnswer(Answer, tag="watersort.hinted"):
    """A move that begins a shortest plan of `moves`, why, and what it uncovers; none if all is sorted, or lost."""

    status: Literal["solved", "unsolvable"]
    pour: Move | None
    reason: Effect | None
    uncovers: str | None
    moves: int | None
    level: Level  # after the moves that were made


class Hint(LevelQuestion[HintAnswer], tag="watersort.hint"):
    """Which move is good after these?"""

    moves: str = ""
    rule: Variant = Variant.POUR
    most_states: int = MAX_STATES

    def answer(self, report: Report) -> HintAnswer:
        from bigand.puzzles.watersort.handlers import answer_hint

        return answer_hint(self, report)


# ---------------------------------------------------------------------- how hard


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
    lost: int  # nothing leads to the end from there
    open: int  # it was not found out in time


class RateAnswer(Answer, tag="watersort.rated"):
    """What makes a level hard; without a solution there is no grade."""

    grade: Grade | None
    won: int  # games, of so many
    games: int
    moves: int | None
    bound: int
    detours: int | None  # moves that join nothing and give no colour its tube, and are needed all the same
    choices: float  # pours to choose from, on average along the plan
    traps: Traps | None
    states: int | None = None  # that were met


class Rate(LevelQuestion[RateAnswer], tag="watersort.rate"):
    """How hard is this level?"""

    rule: Variant = Variant.POUR
    most_states: int = MAX_STATES

    def answer(self, report: Report) -> RateAnswer:
        from bigand.puzzles.watersort.handlers import answer_rate

        return answer_rate(self, report)


class GenerateAnswer(Answer, tag="watersort.generated"):
    """A new level, and the seed that makes it again."""

    seed: int
    height: int
    tubes: tuple[tuple[str, ...], ...]

    @property
    def level(self) -> Level:
        return Level.from_tubes(self.tubes, self.height)


class Generate(Question[GenerateAnswer], tag="watersort.generate"):
    """A new level that can be sorted: the same for the same question."""

    seed: int
    colours: int = 9
    empty: int = 2
    height: int = 4
    grade: Grade | None = None
    rule: Variant = Variant.POUR
    words: Literal["en", "fr"] = "en"  # the language of the colours

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.puzzles.watersort.handlers import answer_generate

        return answer_generate(self, report)


# ---------------------------------------------------------------------- for a page on which people play


class StageLevelAnswer(Answer, tag="watersort.staged"):
    """The tubes after some moves, each as a picture in SVG; which pours are allowed, and why others are not."""

    status: Literal["sorted", "open"]
    moves: int
    height: int
    tubes: tuple[tuple[str, ...], ...]
    pictures: tuple[str, ...]
    pours: tuple[Move, ...]
    refusals: tuple[RefusedMove, ...]


class StageLevel(Question[StageLevelAnswer], tag="watersort.stage"):
    """What does a page need to let people pour on after these moves?"""

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
