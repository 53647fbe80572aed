"""Questions about Light Up: about a board, about a proof, or for a new board. The work is done in the handlers.

A board is a text in any format; errors are reported where they occur in it. In answers a board is its rows, in the
characters of `board.Cell`, and cells are counted from 1 at the top left.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from bigand.api.question import Answer, AnswerT, Failure, Question
from bigand.api.report import Report
from bigand.api.value import Value
from bigand.puzzles.lightup.board import MAX_CELLS, MAX_REASONING_CELLS, Place
from bigand.puzzles.stage import Stage

DEFAULT_SOLUTION_LIMIT = 1000  # counted for programs that set no limit

Rows: TypeAlias = tuple[str, ...]
ArrayDialect: TypeAlias = Literal["seed", "cspuz"]
FormatName: TypeAlias = Literal["id", "puzzlink", "penpa", "pzprv3", "legup", "janko", "json", "text", "svg"]
StatusName: TypeAlias = Literal["unique", "multiple", "none"]
LevelName: TypeAlias = Literal["easy", "tricky", "hard", "expert"]
SymmetryName: TypeAlias = Literal["none", "mirror", "rot2", "mirror4", "rot4"]
TechniqueName: TypeAlias = Literal["single", "corners", "shared_cells", "shared_light", "case", "nested"]
Strength: TypeAlias = Literal["where", "rule", "step"]
Mark: TypeAlias = Literal["bulb", "dot"]
AimName: TypeAlias = Literal[
    "DEFAULT",
    "PROVE_CELL_MUST_BE",
    "PROVE_CELL_MIGHT_NOT_BE",
    "PROVE_SINGLE_CELL_VALUE",
    "PROVE_MULTIPLE_CELL_VALUE",
    "PROVE_ANY_SOLUTION",
    "PROVE_NO_SOLUTION",
    "PROVE_VALUES_ARE_POSSIBLE",
    "PROVE_VALUES_ARE_IMPOSSIBLE",
]


class Spot(NamedTuple):
    """A cell by its row and column, both counted from 1."""

    row: int
    column: int

    @classmethod
    def from_place(cls, place: Place) -> "Spot":
        return cls(place.row + 1, place.column + 1)

    @property
    def place(self) -> Place:
        """The same, counted from 0."""
        return Place(self.row - 1, self.column - 1)


class BoardInput(Value):
    """A board as text; `array` says what the numbers of an array mean."""

    text: str
    array: ArrayDialect = "seed"
    max_cells: int = MAX_CELLS


class BoardQuestion(Question[AnswerT]):
    """A question about a board."""

    board: BoardInput


# ---------------------------------------------------------------------- Reading and writing


class ReadAnswer(Answer, tag="lightup.board"):
    """A board with its marks, and the format it was in."""

    format: str
    height: int
    width: int
    rows: Rows


class Read(BoardQuestion[ReadAnswer], tag="lightup.read"):
    """Which board is this?"""

    def answer(self, report: Report) -> ReadAnswer:
        from bigand.puzzles.lightup.handlers import read

        return read(self, report)


class ConvertAnswer(Answer, tag="lightup.converted"):
    """The board in the format, and whether it had marks that this format cannot express."""

    text: str
    loses_marks: bool


class Convert(BoardQuestion[ConvertAnswer], tag="lightup.convert"):
    """What is this board in another format?"""

    to: FormatName

    def answer(self, report: Report) -> ConvertAnswer:
        from bigand.puzzles.lightup.handlers import convert

        return convert(self, report)


# ---------------------------------------------------------------------- Solving


class Demand(Value):
    """What a board demands at a cell, or for a run at all its cells; a reason why it has no solution."""

    demand: Literal["lit", "row", "column", "clue", "bulb", "dot"]
    row: int
    column: int
    cells: tuple[Spot, ...]


class SolveAnswer(Answer, tag="lightup.solved"):
    """The first solution, and the number found, which is the total if `complete`.

    If there is none, `board` is the board itself, and `why` has demands of it that contradict each other; if
    `minimal`, every one of them is needed.
    """

    status: StatusName
    solution: Rows | None
    count: int
    complete: bool = True
    second: Rows | None = None
    solutions: tuple[Rows, ...] | None = None
    board: Rows | None = None
    why: tuple[Demand, ...] | None = None
    minimal: bool | None = None


class Solve(BoardQuestion[SolveAnswer], tag="lightup.solve"):
    """Where are the bulbs? Solutions in `excluded` are known already and skipped."""

    gives: Literal["one", "second", "all"] = "one"
    limit: int | None = 2  # solutions to look for, at least two; None for all
    excluded: tuple[Rows, ...] = ()
    keep_marks: bool = False
    why: bool = True  # if there is no solution, look for a reason

    def answer(self, report: Report) -> SolveAnswer:
        from bigand.puzzles.lightup.handlers import solve

        return solve(self, report)


class SolveManyAnswer(Answer, tag="lightup.solved_many"):
    """The answer for each board, or why there is none."""

    answers: tuple[SolveAnswer | Failure, ...]


class SolveMany(Question[SolveManyAnswer], tag="lightup.solve_many"):
    """Where are the bulbs of these boards? Reasons are not looked for."""

    boards: tuple[BoardInput, ...]
    limit: int | None = 2

    def answer(self, report: Report) -> SolveManyAnswer:
        from bigand.puzzles.lightup.handlers import solve_many

        return solve_many(self, report)


class CountAnswer(Answer, tag="lightup.counted"):
    """The number of solutions."""

    count: int


class Count(BoardQuestion[CountAnswer], tag="lightup.count"):
    """How many solutions are there?"""

    keep_marks: bool = False

    def answer(self, report: Report) -> CountAnswer:
        from bigand.puzzles.lightup.handlers import count

        return count(self, report)


class DecideAnswer(Answer, tag="lightup.decided_cells"):
    """The board with all marks that every solution has, or None if there is none; and the cells that differ."""

    status: StatusName
    board: Rows | None
    bulbs: tuple[Spot, ...] = ()
    dots: tuple[Spot, ...] = ()
    undecided: tuple[Spot, ...] = ()


class Decide(BoardQuestion[DecideAnswer], tag="lightup.decide"):
    """Which cells are the same in every solution?"""

    keep_marks: bool = False

    def answer(self, report: Report) -> DecideAnswer:
        from bigand.puzzles.lightup.handlers import decide

        return decide(self, report)


class UniqueAnswer(Answer, tag="lightup.uniqueness"):
    """Whether there is exactly one solution, or none, or several."""

    is_unique: bool
    status: StatusName


class Unique(BoardQuestion[UniqueAnswer], tag="lightup.unique"):
    """Is there exactly one solution?"""

    keep_marks: bool = False

    def answer(self, report: Report) -> UniqueAnswer:
        from bigand.puzzles.lightup.handlers import check_unique

        return check_unique(self, report)


# ---------------------------------------------------------------------- Marks


class Finding(Value):
    """A finding about one cell, with the other cells involved and the numbers counted."""

    kind: Literal["sees", "too_many", "too_few", "unlightable", "unmet", "dark"]
    wrong: bool
    row: int
    column: int
    others: tuple[Spot, ...]
    found: int | None = None
    wanted: int | None = None


class CheckAnswer(Answer, tag="lightup.checked"):
    """What is wrong with the marks of a board, or missing; and whether they can still become a solution."""

    status: Literal["solved", "wrong", "open"]
    board: Rows
    findings: tuple[Finding, ...]
    can_finish: bool | None = None


class Check(BoardQuestion[CheckAnswer], tag="lightup.check"):
    """What is wrong with the marks? The solution is used only to answer `can_finish`."""

    can_finish: bool = False

    def answer(self, report: Report) -> CheckAnswer:
        from bigand.puzzles.lightup.handlers import check_marks

        return check_marks(self, report)


# ---------------------------------------------------------------------- Steps


class ConclusionRecord(Value, tag_field="reason", tag="conclusion"):
    """What a direct rule concludes at a site, which may be a clue."""

    rule: str
    rule_id: str
    site: Spot
    bulbs: tuple[Spot, ...]
    dots: tuple[Spot, ...]
    clue: int | None = None


class ContradictionRecord(Value):
    """The contradiction rule that applies at a site, because of these cells."""

    rule: str
    rule_id: str
    site: Spot
    cells: tuple[Spot, ...]
    clue: int | None = None


class RefutationRecord(Value, tag_field="reason", tag="refutation"):
    """A mark is supposed; the steps follow one after another, up to the contradiction."""

    supposed: Mark
    cell: Spot
    steps: tuple["ConclusionRecord | RefutationRecord", ...]
    contradiction: ContradictionRecord


class StepRecord(Value):
    """What follows in a position, and why: a rule, or else a refutation for each marked cell.

    `premises` are the cells that it rests on; one of the `members` of a set argument has a bulb. `before` and
    `board` are the boards before and after it, `lit` the cells that become lit.
    """

    number: int
    technique: TechniqueName
    level: LevelName
    rule: str | None = None
    rule_id: str | None = None
    site: Spot
    clue: int | None = None
    bulbs: tuple[Spot, ...]
    dots: tuple[Spot, ...]
    lit: tuple[Spot, ...]
    members: tuple[Spot, ...]
    premises: tuple[Spot, ...]
    instances: int
    depth: int
    refutations: tuple[RefutationRecord, ...] = ()
    before: Rows
    board: Rows

    @property
    def is_case(self) -> bool:
        """Whether it supposes something, and is not a set argument."""
        return self.level in ("hard", "expert")


class ExplainAnswer(Answer, tag="lightup.explained"):
    """The steps from a board, up to the solution if it is unique; how hard that is; and a proof for LEGUP.

    For a board with several solutions, the steps lead to everything they share: there are `count` solutions (or
    more, unless `counted`), two of them are in `solutions`, and the cells in which they differ are `undecided`.
    Without a solution, the steps lead to a `contradiction`. The answer is not `complete` if time ran out.
    `proof_refused` is set if the checker did not accept the proof; `goal` is LEGUP's name for what it shows.
    """

    status: StatusName
    level: LevelName | None
    number: int | None
    board: Rows
    solution: Rows | None
    steps: tuple[StepRecord, ...]
    complete: bool = True
    contradiction: ContradictionRecord | None = None
    count: int | None = None
    counted: bool = True
    solutions: tuple[Rows, ...] = ()
    undecided: tuple[Spot, ...] = ()
    goal: str | None = None
    proof: str | None = None
    proof_refused: bool = False


class Explain(BoardQuestion[ExplainAnswer], tag="lightup.explain"):
    """How does a person solve this board, or find the value of one `cell`? `proof`: also as a file of LEGUP."""

    keep_marks: bool = False
    cell: Spot | None = None
    proof: bool = False

    def answer(self, report: Report) -> ExplainAnswer:
        from bigand.puzzles.lightup.reasoning_handlers import explain

        return explain(self, report)


class WrongMark(Value):
    """A mark that no solution has, and what belongs there, if the strength allows it and all solutions agree."""

    row: int
    column: int | None = None
    belongs: Mark | None = None


class HintAnswer(Answer, tag="lightup.hinted"):
    """The next step, as far as the strength allows: where to look (a clue or a cell), the rule, or everything.

    Or a mark that is wrong; or that the board is solved, has no solution, or has several from here on.
    """

    status: Literal["step", "wrong", "solved", "none", "multiple"]
    strength: Strength
    look: Literal["clue", "cell", "case"] | None = None
    site: Spot | None = None
    clue: int | None = None
    technique: TechniqueName | None = None
    rule_name: str | None = None
    step: StepRecord | None = None
    wrong: WrongMark | None = None


class Hint(BoardQuestion[HintAnswer], tag="lightup.hint"):
    """What follows next from this board with its marks?"""

    strength: Strength = "where"

    def answer(self, report: Report) -> HintAnswer:
        from bigand.puzzles.lightup.reasoning_handlers import give_hint

        return give_hint(self, report)


class RateAnswer(Answer, tag="lightup.rated"):
    """How hard a board is: its level, the cost and number of its steps, the size and depth of the worst."""

    status: StatusName
    level: LevelName | None
    number: int | None
    steps: int
    largest: int
    depth: int


class Rate(BoardQuestion[RateAnswer], tag="lightup.rate"):
    """How hard is this board?"""

    def answer(self, report: Report) -> RateAnswer:
        from bigand.puzzles.lightup.reasoning_handlers import rate

        return rate(self, report)


# ---------------------------------------------------------------------- New boards


class GenerateAnswer(Answer, tag="lightup.generated"):
    """A new board with its solution, its rating if requested, and its text if a format was requested."""

    id: str
    level: LevelName
    number: int | None = None
    clues: int
    walls: int
    seed: str
    board: int
    rows: Rows
    solution: Rows
    text: str | None = None


class Generate(Question[GenerateAnswer], tag="lightup.generate"):
    """Generate the board with this number for a seed; `again` counts attempts that repeated an earlier board.

    About `black` percent of its cells are walls; if it is `minimal`, no clue can be removed.
    """

    height: int
    width: int
    level: LevelName = "easy"
    symmetry: SymmetryName = "rot2"
    black: int = 20
    minimal: bool = False
    seed: str
    board: int = 1
    again: int = 0
    rated: bool = False
    to: FormatName | None = None

    def answer(self, report: Report) -> GenerateAnswer:
        from bigand.puzzles.lightup.reasoning_handlers import generate

        return generate(self, report)


# ---------------------------------------------------------------------- Proofs


class ObjectionRecord(Value):
    """A mistake in a step or a proof.

    Cells are `[x, y]` from the top left, counted from 0, as in LEGUP's files. `remark` is what the engine knows of
    it, perhaps with a rule by which it would follow, or a solution that it rules out.
    """

    reason: str
    step: str | None
    node: str | None
    line: int | None
    rule: str | None
    rule_id: str | None
    cell: tuple[int, int] | None
    cells: tuple[tuple[int, int], ...]
    gaps: Mapping[str, str] = {}
    remark: str | None = None
    follows_by: str | None = None
    counterexample: Rows | None = None


class StepVerdict(Answer, tag="lightup.step_judged"):
    """Whether a step is right, and why not, if requested."""

    verdict: Literal["valid", "invalid"]
    why: ObjectionRecord | None = None


class JudgeStepAnswer(Answer, tag="lightup.steps_judged"):
    """The verdict on each step; a failure for a record that is not a step."""

    verdicts: tuple[StepVerdict | Failure, ...]


class JudgeStep(Question[JudgeStepAnswer], tag="lightup.judge_step"):
    """Are these steps right, each on its own? They are JSON records, see `proof.steps`."""

    steps: tuple[str, ...]
    why: bool = False
    only_rules: tuple[str, ...] | None = None

    def answer(self, report: Report) -> JudgeStepAnswer:
        from bigand.puzzles.lightup.proof_handlers import judge_steps

        return judge_steps(self, report)


class JudgeProofAnswer(Answer, tag="lightup.proof_judged"):
    """Whether a proof is accepted, and if not, why; `solutions` is the number of leaves that are solutions.

    `claims_solved` is what the file claims; `written` is the proof, if requested.
    """

    accepted: bool
    errors: tuple[ObjectionRecord, ...]
    goal: str
    steps: int
    solutions: int
    claims_solved: bool | None
    written: str | None = None


class JudgeProof(Question[JudgeProofAnswer], tag="lightup.judge_proof"):
    """Does this proof, a file of LEGUP, show its goal?

    `asked` is the board it must be about, with a goal if it is a file of LEGUP too, and with rules if it is an
    exercise; in diagnostics it is source 1. `write` requests the proof in a dialect of LEGUP.
    """

    proof: str
    asked: BoardInput | None = None
    only_rules: tuple[str, ...] | None = None
    max_cells: int = MAX_REASONING_CELLS
    write: Literal["current", "older"] | None = None

    def answer(self, report: Report) -> JudgeProofAnswer:
        from bigand.puzzles.lightup.proof_handlers import judge_proof

        return judge_proof(self, report)


class HighlightedRows(Value):
    """A board, and the cells to highlight."""

    rows: Rows
    places: tuple[Spot, ...]


class RuleRecord(Value):
    """A rule with an example: the board before, and the result: a board, several cases, or none."""

    id: str
    name: str
    kind: Literal["contradiction", "direct", "case"]
    before: HighlightedRows
    after: tuple[HighlightedRows, ...]


class RulesAnswer(Answer, tag="lightup.rules_told"):
    """The requested rules."""

    rules: tuple[RuleRecord, ...]


class Rules(Question[RulesAnswer], tag="lightup.rules"):
    """Which rules may proofs use? All of them, or those with these names."""

    names: tuple[str, ...] = ()

    def answer(self, report: Report) -> RulesAnswer:
        from bigand.puzzles.lightup.proof_handlers import list_rules

        return list_rules(self, report)


# ---------------------------------------------------------------------- The studio's board


class StageBoardAnswer(Answer, tag="lightup.staged"):
    """A board to play on: the bare picture, bulbs and dots as pieces; cells of a group light each other."""

    format: str
    rows: Rows
    stage: Stage


class StageBoard(Question[StageBoardAnswer], tag="lightup.stage"):
    """What does a page need so that users can play on this board?"""

    board: BoardInput

    def answer(self, report: Report) -> StageBoardAnswer:
        from bigand.puzzles.lightup.play import stage_board

        return stage_board(self, report)


class Picture(Value):
    """A board to draw, and the cells to highlight."""

    board: BoardInput
    places: tuple[Spot, ...] = ()


class DrawAnswer(Answer, tag="lightup.drawn"):
    """The pictures as SVG."""

    pictures: tuple[str, ...]


class Draw(Question[DrawAnswer], tag="lightup.draw"):
    """What do these boards look like?"""

    pictures: tuple[Picture, ...]

    def answer(self, report: Report) -> DrawAnswer:
        from bigand.puzzles.lightup.play import draw

        return draw(self, report)


class DrawStepAnswer(Answer, tag="lightup.step_drawn"):
    """The frames of a step to overlay on its board (`rows`); a small board for each line of its argument."""

    rows: Rows
    frames: str
    argument: tuple[str, ...]


class DrawStep(Question[DrawStepAnswer], tag="lightup.draw_step"):
    """What does this step, of an explanation or a hint, look like?"""

    step: StepRecord

    def answer(self, report: Report) -> DrawStepAnswer:
        from bigand.puzzles.lightup.play import draw_step

        return draw_step(self, report)


class Marks(Value):
    """Bulbs and dots that a step or a case adds."""

    bulbs: tuple[Spot, ...] = ()
    dots: tuple[Spot, ...] = ()


class TryStepAnswer(Answer, tag="lightup.step_tried"):
    """Whether a step by a rule is right. If so: its marks, a part for each case, and the cells it rests on."""

    verdict: Literal["valid", "invalid"]
    parts: tuple[Marks, ...] = ()
    cells: tuple[Spot, ...] = ()
    why: ObjectionRecord | None = None


class TryStep(Question[TryStepAnswer], tag="lightup.try_step"):
    """What does a rule conclude on this board? These marks, or else everything at the cell, or anywhere."""

    board: BoardInput
    rule: str
    marks: Marks = Marks()
    cell: Spot | None = None
    only_rules: tuple[str, ...] | None = None

    def answer(self, report: Report) -> TryStepAnswer:
        from bigand.puzzles.lightup.proof_handlers import try_step

        return try_step(self, report)


class SuggestAnswer(Answer, tag="lightup.suggested"):
    """The names of the rules that fit."""

    rules: tuple[str, ...]


class Suggest(Question[SuggestAnswer], tag="lightup.suggest"):
    """Which rules justify these marks? Without marks: which contradictions hold, or which rules apply?"""

    board: BoardInput
    marks: Marks = Marks()
    only_rules: tuple[str, ...] | None = None

    def answer(self, report: Report) -> SuggestAnswer:
        from bigand.puzzles.lightup.proof_handlers import suggest

        return suggest(self, report)


class DraftStep(Value):
    """A step of a proof under construction, named after the node it leads to; without a rule it merges its parents.

    `written` is the name of an unknown rule from a file.
    """

    name: str
    parents: tuple[str, ...]
    rule: str | None = None
    marks: Marks = Marks()
    written: str = ""


class DraftGoal(Value):
    """What to show, as LEGUP names it, and about which cells."""

    aim: AimName = "DEFAULT"
    marks: Marks = Marks()
    assumes_solution: bool = False


class Exercise(Value, tag_field="exercise", tag="lightup.proof"):
    """An exercise: a board as rows of text, what to show about it, and by which rules (any, if None).

    `title` and `statement` are for students to read.
    """

    title: str = ""
    statement: str = ""
    board: Rows
    rules: tuple[str, ...] | None = None
    goal: DraftGoal = DraftGoal()


class ReadExerciseAnswer(Answer, tag="lightup.exercise_read"):
    """A valid exercise, with the names of its rules."""

    exercise: Exercise


class ReadExercise(Question[ReadExerciseAnswer], tag="lightup.read_exercise"):
    """Which exercise is this JSON file?"""

    text: str
    max_cells: int = MAX_REASONING_CELLS

    def answer(self, report: Report) -> ReadExerciseAnswer:
        from bigand.puzzles.lightup.exercise import read_exercise

        return read_exercise(self, report)


class WriteExerciseAnswer(Answer, tag="lightup.exercise_written"):
    """The file of an exercise."""

    text: str


class WriteExercise(Question[WriteExerciseAnswer], tag="lightup.write_exercise"):
    """How is this exercise written to a file?"""

    exercise: Exercise
    max_cells: int = MAX_REASONING_CELLS

    def answer(self, report: Report) -> WriteExerciseAnswer:
        from bigand.puzzles.lightup.exercise import write_exercise

        return write_exercise(self, report)


class NodeVerdict(Value):
    """A node of a proof: its board, its state, and what is wrong with the step that leads to it.

    `cells` are those that a contradiction is about.
    """

    name: str
    rows: Rows
    state: Literal["inner", "open", "solved", "contradiction"]
    cells: tuple[Spot, ...] = ()
    errors: tuple[ObjectionRecord, ...] = ()


class JudgeDraftAnswer(Answer, tag="lightup.draft_judged"):
    """The nodes from `root` on, other mistakes or what is missing for the goal, and the file, if requested."""

    accepted: bool
    nodes: tuple[NodeVerdict, ...]
    errors: tuple[ObjectionRecord, ...]
    goal: AimName
    steps: int
    solutions: int
    written: str | None = None


class JudgeDraft(Question[JudgeDraftAnswer], tag="lightup.judge_draft"):
    """What is the state of a proof under construction? Its first node is `root`."""

    board: BoardInput
    steps: tuple[DraftStep, ...] = ()
    goal: DraftGoal = DraftGoal()
    only_rules: tuple[str, ...] | None = None
    write: bool = False

    def answer(self, report: Report) -> JudgeDraftAnswer:
        from bigand.puzzles.lightup.proof_handlers import judge_draft

        return judge_draft(self, report)


class ReadDraftAnswer(Answer, tag="lightup.draft_read"):
    """A proof from a file that can be continued, and what could not be imported."""

    rows: Rows
    steps: tuple[DraftStep, ...]
    goal: DraftGoal
    errors: tuple[ObjectionRecord, ...]


class ReadDraft(Question[ReadDraftAnswer], tag="lightup.read_draft"):
    """Which proof is this file of LEGUP?"""

    proof: str
    max_cells: int = MAX_REASONING_CELLS

    def answer(self, report: Report) -> ReadDraftAnswer:
        from bigand.puzzles.lightup.proof_handlers import read_draft

        return read_draft(self, report)


QUESTIONS: dict[str, type[Question[Any]]] = {
    "read": Read,
    "convert": Convert,
    "solve": Solve,
    "solve_many": SolveMany,
    "count": Count,
    "unique": Unique,
    "decide": Decide,
    "check": Check,
    "hint": Hint,
    "explain": Explain,
    "rate": Rate,
    "generate": Generate,
    "judge_step": JudgeStep,
    "judge_proof": JudgeProof,
    "rules": Rules,
    "stage": StageBoard,
    "draw": Draw,
    "draw_step": DrawStep,
    "try_step": TryStep,
    "suggest": Suggest,
    "judge_draft": JudgeDraft,
    "read_draft": ReadDraft,
    "read_exercise": ReadExercise,
    "write_exercise": WriteExercise,
}
