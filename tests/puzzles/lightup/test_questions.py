"""Questions on Light Up, as any face asks them."""

from typing import get_args

import pytest
from tests.puzzles.lightup.boards import CASES, collection
from tests.puzzles.questions import asked, tried

from bigand.api.question import Failure, Limits, Question
from bigand.api.register import question_names, question_type
from bigand.api.report import Event, Part
from bigand.api.run.batch import answer_many
from bigand.api.run.child import ask_in_child
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.formats import FORMATS, WRITABLE
from bigand.puzzles.lightup.formats.plain import DIALECTS
from bigand.puzzles.lightup.generate import Symmetry
from bigand.puzzles.lightup.questions import (
    BoardInput,
    Check,
    Convert,
    Count,
    Decide,
    Demand,
    Explain,
    Generate,
    Hint,
    JudgeProof,
    JudgeStep,
    Rate,
    Read,
    Rows,
    Rules,
    Solve,
    SolveMany,
    Spot,
    Strength,
    Unique,
    WrongMark,
)
from bigand.puzzles.lightup.reasoning.levels import Level, Technique
from bigand.puzzles.lightup.rules import RULES
from bigand.puzzles.lightup.solver import Status
from bigand.source.document import Span
from bigand.source.error import ErrorKind

EASY = collection("7x7", "easy")[0]
EXPERT = "7x7:eBB0b2gBd1hBg1a1d2a"
OPEN = BoardInput(text=".../.../...")  # six solutions
PROOF = (CASES / "proofs" / "proof_048.xml").read_text(encoding="utf-8")
WRONG = (CASES / "proofs" / "proof_048_flip.xml").read_text(encoding="utf-8")


def test_every_question_is_in_the_register() -> None:
    named = {name for name in question_names() if name.startswith("lightup.")}
    kinds = [kind for kind in vars(questions).values() if isinstance(kind, type)]
    declared = {kind for kind in kinds if issubclass(kind, Question) and "answer" in vars(kind)} - {Question}
    assert {question_type(name) for name in named} == declared


def test_the_words_of_questions_are_those_of_the_house() -> None:
    assert get_args(questions.FormatName) == WRITABLE
    assert get_args(questions.ArrayDialect) == tuple(DIALECTS)
    assert get_args(questions.SymmetryName) == tuple([one.value for one in Symmetry])
    assert get_args(questions.TechniqueName) == tuple([one.value for one in Technique])
    assert set(get_args(questions.StatusName)) == {one.value for one in Status}
    assert get_args(questions.LevelName) == tuple([level.name.lower() for level in Level])


@pytest.mark.parametrize("format", [*WRITABLE[:-1]])
def test_boards_are_read_from_any_format(format: questions.FormatName) -> None:
    text = asked(Convert(board=BoardInput(text=EASY), to=format)).text
    found = asked(Read(board=BoardInput(text=text)))
    assert Board.from_rows(found.rows) == Board(EASY)
    assert found.format == format in FORMATS
    assert (found.height, found.width) == (7, 7)


def test_marks_that_are_lost_are_told() -> None:
    assert asked(Convert(board=BoardInput(text="L./.."), to="id")).loses_marks
    assert not asked(Convert(board=BoardInput(text="L./.."), to="svg")).loses_marks


def test_what_is_wrong_is_told_at_its_place() -> None:
    for question in (Read(board=BoardInput(text="...\n.5.\n...")), Solve(board=BoardInput(text="...\n.5.\n..."))):
        failure = tried(question)
        assert isinstance(failure, Failure)
        (diagnostic,) = failure.diagnostics
        assert (failure.kind, diagnostic.code, diagnostic.primary.span) == (ErrorKind.INPUT, "P105", Span(5, 6))
    failure = tried(Read(board=BoardInput(text="9x9:z", max_cells=80)))
    assert isinstance(failure, Failure)
    assert failure.diagnostics[0].code == "P109"
    assert isinstance(tried(Read(board=BoardInput(text="[" * 100_000))), Failure)


def test_one_after_the_other() -> None:
    """What is known is excluded, until there is no other one."""
    known: list[Rows] = []
    while (answer := asked(Solve(board=OPEN, excluded=tuple(known)))).solution is not None:
        known.append(answer.solution)
    assert len(set(known)) == asked(Count(board=OPEN)).count == 6
    assert (answer.status, answer.why) == ("none", None)


def test_some_and_all() -> None:
    one = asked(Solve(board=OPEN))
    assert (one.status, one.count, one.complete, one.solutions) == ("multiple", 2, False, None)
    heard: list[Event] = []
    every = ask_in_child(Solve(board=OPEN, gives="all", limit=None), heard.append)
    assert not isinstance(every, Failure)
    assert (every.count, every.complete) == (6, True)
    assert tuple([event.found for event in heard if isinstance(event, Part)]) == every.solutions
    assert asked(Solve(board=OPEN, gives="second")).second is not None
    assert asked(Unique(board=BoardInput(text=EASY))).is_unique
    assert asked(Unique(board=OPEN)).status == "multiple"


def test_why_there_is_none() -> None:
    answer = asked(Solve(board=BoardInput(text="3./..")))
    assert answer.why == (Demand(demand="clue", row=1, column=1, cells=()),)
    assert (answer.minimal, answer.board) == (True, ("3.", ".."))
    assert asked(Solve(board=BoardInput(text="3./.."), why=False)).why is None
    marked = asked(Solve(board=BoardInput(text="L.L"), keep_marks=True))
    assert {demand.demand for demand in marked.why or ()} == {"row", "bulb"}


def test_many_at_once() -> None:
    boards = (BoardInput(text=EASY), BoardInput(text="nonsense"), OPEN, BoardInput(text="3./.."))
    first, refused, several, none = asked(SolveMany(boards=boards, limit=None)).answers
    assert isinstance(refused, Failure)
    assert refused.diagnostics[0].code == "P101"
    assert first == asked(Solve(board=boards[0]))
    assert not isinstance(several, Failure)
    assert not isinstance(none, Failure)
    assert (several.count, several.complete, none.status) == (6, True, "none")


def test_marks() -> None:
    answer = asked(Check(board=BoardInput(text="L.L/1#./x.."), can_finish=True))
    assert (answer.status, answer.can_finish) == ("wrong", False)
    assert {(one.kind, one.wrong) for one in answer.findings if one.wrong} >= {("sees", True)}
    assert asked(Check(board=BoardInput(text="L"))).status == "solved"
    assert asked(Check(board=BoardInput(text="0./.."), can_finish=True)).can_finish


def places(spots: tuple[Spot, ...]) -> list[tuple[int, int]]:
    return [(spot.row - 1, spot.column - 1) for spot in spots]


def test_steps_lead_from_board_to_board() -> None:
    answer = asked(Explain(board=BoardInput(text=EXPERT), proof=True))
    assert (answer.status, answer.level) == ("unique", "expert")
    before = answer.board
    for number, step in enumerate(answer.steps, 1):
        assert (step.number, step.before) == (number, before)
        board = Board.from_rows(before).with_marks(places(step.bulbs), places(step.dots))
        assert board.rows == step.board
        lit = board.light() & ~Board.from_rows(before).light()
        assert list(zip(*lit.nonzero(), strict=True)) == places(step.lit)
        before = step.board
    assert before == answer.solution
    assert answer.proof is not None
    assert asked(JudgeProof(proof=answer.proof)).accepted
    several = asked(Explain(board=OPEN, proof=True))
    assert (several.status, several.goal, several.proof_refused) == ("multiple", "PROVE_MULTIPLE_CELL_VALUE", False)
    assert (several.count, several.counted, len(several.undecided)) == (6, True, 9)
    assert asked(JudgeProof(proof=several.proof or "")).accepted
    none = asked(Explain(board=BoardInput(text="3./.."), proof=True))
    assert (none.goal, none.contradiction is not None, none.steps) == ("PROVE_NO_SOLUTION", True, ())
    assert asked(JudgeProof(proof=none.proof or "")).accepted
    decided = asked(Decide(board=BoardInput(text=EASY)))
    assert (decided.status, decided.undecided) == ("unique", ())


def test_hints_tell_as_much_as_is_asked() -> None:
    told = {
        strength: asked(Hint(board=BoardInput(text=EASY), strength=strength)) for strength in get_args(Strength)
    }
    assert (told["where"].look, told["where"].technique, told["where"].step) == ("clue", None, None)
    assert (told["rule"].technique, told["rule"].step) == ("single", None)
    assert told["step"].step == asked(Explain(board=BoardInput(text=EASY))).steps[0]
    wrong = [
        asked(Hint(board=BoardInput(text="0L/.."), strength=strength)).wrong for strength in get_args(Strength)
    ]
    assert wrong == [WrongMark(row=1), WrongMark(row=1, column=2), WrongMark(row=1, column=2, belongs="dot")]
    assert asked(Hint(board=BoardInput(text="L"))).status == "solved"


def test_ratings() -> None:
    answer = asked(Rate(board=BoardInput(text=EXPERT)))
    explained = asked(Explain(board=BoardInput(text=EXPERT)))
    assert (answer.level, answer.number, answer.steps) == (explained.level, explained.number, len(explained.steps))
    assert (answer.depth, asked(Rate(board=OPEN)).level) == (2, None)


def test_a_batch_is_many_questions() -> None:
    """The same seed gives the same boards, whoever makes them."""
    batch = [Generate(height=5, width=6, level="tricky", seed="7", board=number) for number in range(1, 5)]
    alone = [asked(question) for question in batch]
    assert list(answer_many(batch, 3)) == alone
    assert len({made.rows for made in alone}) == 4
    made = asked(Generate(height=5, width=6, level="tricky", seed="7", rated=True, to="puzzlink"))
    assert made.rows == alone[0].rows
    assert made.text is not None
    assert Board(made.text) == Board(made.id) == Board.from_rows(made.rows) == Board.from_rows(made.solution).puzzle
    assert made.number == asked(Rate(board=BoardInput(text=made.id))).number
    assert asked(Generate(height=5, width=6, level="tricky", seed="7", again=1)).rows != made.rows


def test_requests_that_no_board_meets() -> None:
    failure = tried(Generate(height=3, width=4, symmetry="rot4", seed="1"))
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.key) == (ErrorKind.INPUT, "lightup.generate.not_square")
    failure = tried(Generate(height=1, width=1, level="expert", seed="1"))
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.key) == (ErrorKind.LIMIT, "lightup.generate.gave_up")


def test_steps_are_judged() -> None:
    records = (
        '{"rule": "Must Light", "before": ["."], "after": ["L"]}',
        '{"rule": "Must Light", "before": [".."], "after": ["L."]}',
        "nonsense",
        "[" * 100_000,
    )
    right, wrong, *others = asked(JudgeStep(steps=records, why=True)).verdicts
    assert not isinstance(right, Failure)
    assert not isinstance(wrong, Failure)
    assert (right.verdict, wrong.verdict) == ("valid", "invalid")
    assert wrong.why is not None
    assert (wrong.why.reason, wrong.why.remark) == ("not_forced", "counterexample")
    assert [isinstance(one, Failure) and one.key for one in others] == ["lightup.record.json"] * 2
    (refused,) = asked(JudgeStep(steps=records[:1], only_rules=("Empty Corners",))).verdicts
    assert not isinstance(refused, Failure)
    assert refused.verdict == "invalid"


def test_proofs_are_judged() -> None:
    answer = asked(JudgeProof(proof=PROOF, asked=BoardInput(text=PROOF), write="older"))
    assert (answer.accepted, answer.solutions, answer.goal, answer.claims_solved) == (True, 1, "DEFAULT", True)
    assert answer.written is not None
    assert asked(JudgeProof(proof=answer.written)).accepted
    refused = asked(JudgeProof(proof=WRONG))
    assert [one.reason for one in refused.errors[:1]] == ["not_forced"]
    assert not asked(JudgeProof(proof=PROOF, asked=BoardInput(text="../.."))).accepted
    failure = tried(JudgeProof(proof=PROOF, asked=BoardInput(text="..5")))
    assert isinstance(failure, Failure)
    assert (failure.source, failure.diagnostics[0].code) == (1, "P105")
    failure = tried(JudgeProof(proof=PROOF, only_rules=("Must Lite",)))
    assert isinstance(failure, Failure)
    assert failure.key == "lightup.only.unknown"


def test_rules_are_told_with_examples() -> None:
    answer = asked(Rules())
    assert [rule.id for rule in answer.rules] == [rule.id for rule in RULES]
    (one,) = asked(Rules(names=("must light",))).rules
    assert (one.kind, len(one.after)) == ("direct", 1)


@pytest.mark.parametrize("kind", [Explain, Rate, Hint])
def test_the_time_of_a_question(kind: type[Explain | Rate | Hint]) -> None:
    question = kind(board=BoardInput(text=collection("30x30", "hard")[0]), limits=Limits(seconds=0.001))
    failure = ask_in_child(question)
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.key) == (ErrorKind.LIMIT, "limit.time")
