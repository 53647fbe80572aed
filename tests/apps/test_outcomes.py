"""Every question × every status: each has a sentence of its own, its time, and what to try next, on both faces."""

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from types import SimpleNamespace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from bigand.api.forced import Forced, ForcedAnswer
from bigand.api.generate import Generate, GenerateAnswer, GeneratedBoard
from bigand.api.grade import GradeAnswer, GradedRule, RuleCredit, Verdict
from bigand.api.parts import Model
from bigand.api.question import Answer, Failure, Question, answer_type
from bigand.api.register import question_names, question_type
from bigand.api.solve import BestAnswer, GameAnswer, Goal, PlanAnswer, QuantifierBlock, Solve, SolveAnswer
from bigand.api.source import Source
from bigand.api.steps import Hint, HintAnswer, Rate, RateAnswer, Rating, Steps, StepsAnswer, Unique, UniqueAnswer
from bigand.api.test import Expectation, ExpectationStatus, Outcome, Test, TestAnswer
from bigand.api.why import Change, UnmetExpectation, Why, WhyAnswer
from bigand.api.witness import RuleWitness, Witness, WitnessAnswer
from bigand.cli import asker
from bigand.cli.commands.solve import SolvePrinter
from bigand.cli.exit_codes import Exit
from bigand.cli.progress import ProgressBar
from bigand.grading.feedback import make_row
from bigand.grading.submissions import Submission
from bigand.language.syntax import Mode
from bigand.messages import Language
from bigand.puzzles.lightup import questions as lightup
from bigand.puzzles.queens import questions as queens
from bigand.puzzles.starbattle import questions as starbattle
from bigand.puzzles.starbattle.board import Board as StarBoard
from bigand.puzzles.watersort import questions as watersort
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Refusal, Variant
from bigand.source.document import Document, Span
from bigand.source.error import ErrorKind
from bigand.studio.serializer import AnswerSerializer
from bigand.view.strategy import Turn
from bigand.wording.outcome import Kind, limit_outcome
from bigand.wording.solve_outcome import SolveState, solve_outcome, solve_state
from bigand.wording.texts import Texts

SOURCE = Source(text="a or b", name="m.touist")
PLACE: dict[str, Any] = {"line": 1, "column": 1, "end_line": 1, "text": "a or b", "span": Span(0, 6)}
MODEL = Model(true=("a",), false=("b",))
SECONDS = 2.5
ENGLISH, FRENCH = Texts(Language.ENGLISH), Texts(Language.FRENCH)


# ---------------------------------------------------------------------- solve


def _solved(status: str, count: int | None = 0, **fields: Any) -> SolveAnswer:
    models = (MODEL,) * min(count or 0, 1)
    given = {"mode": Mode.SAT, "models": models, "atoms": 2, "clauses": 1, "seconds": {}} | fields
    return SolveAnswer(status=status, count=count, **given)  # type: ignore[arg-type]  # one of the statuses


def _game(status: str) -> SolveAnswer:
    return _solved(
        status, int(status == "sat"), mode=Mode.QBF, prefix=(QuantifierBlock(quantifier="exists", atoms=("a",)),)
    )


def _best(status: str, kind: str = "minimize", **fields: Any) -> BestAnswer:
    goals = () if status != "sat" else (Goal(kind=kind, line=2, cost=7, bound=fields.get("bound")),)
    given = {"models": (), "count": 0, "cost": None, "bound": None, "optimal": False, "goals": goals, "seconds": {}}
    return BestAnswer(status=status, **(given | fields))  # type: ignore[arg-type]  # one of the statuses


def _plan(status: str, least: int | None = None, none: int | None = None, **fields: Any) -> PlanAnswer:
    model = MODEL if status == "sat" else None
    return PlanAnswer(status=status, horizon={"$k": least}, none_up_to=none, model=model, **fields)  # type: ignore[arg-type]


TIME: dict[str, Any] = {"stopped": "limit.time"}
ENDLESS: dict[str, Any] = {"stopped": "limit.endless"}
FOUND: dict[str, Any] = {"models": (MODEL,), "count": 1, "cost": 7}
SOLVE: list[tuple[SolveState, Kind, str, dict[str, Any], SolveAnswer | BestAnswer | PlanAnswer | GameAnswer]] = [
    ("model", "good", "a model", {}, _solved("sat", 1)),
    ("other_model", "good", "another model", {"excluded": (MODEL,)}, _solved("sat", 1)),
    ("models", "good", "3 models, there may be more", {"wanted": 3}, _solved("sat", 3)),
    ("all_models", "good", "3 models in all", {"wanted": None}, _solved("sat", 3, is_complete=True)),
    ("models_so_far", "open", "3 models so far", {"wanted": None}, _solved("sat", 3, **TIME)),
    ("models_so_far", "open", "1 model so far", {"wanted": 9}, _solved("sat", 1, **TIME)),
    ("endless_models", "open", "infinitely many", {"wanted": None}, _solved("sat", 3, **ENDLESS)),
    ("none", "bad", "there is no model", {}, _solved("unsat", is_complete=True)),
    ("none", "bad", "there is no model", {"count": True}, _solved("unsat", is_complete=True)),
    ("none", "bad", "there is no model", {}, _best("unsat")),
    ("no_other", "bad", "no other model", {"excluded": (MODEL,)}, _solved("unsat", is_complete=True)),
    ("unknown", "open", "not known whether there is a model", {}, _solved("unknown", **TIME)),
    ("unknown", "open", "not known whether there is a model", {}, _best("unknown", **TIME)),
    ("unknown_other", "open", "another model", {"excluded": (MODEL,)}, _solved("unknown", **TIME)),
    ("counted", "good", "3 models", {"count": True, "wanted": None}, _solved("sat", 3, is_complete=True)),
    ("counted_endless", "good", "infinitely many", {"count": True}, _solved("sat", None, is_complete=True)),
    ("counted_part", "open", "at least 3 models", {"count": True, "wanted": None}, _solved("sat", 3, **TIME)),
    ("uncounted", "open", "not known how many", {"count": True, "wanted": None}, _solved("unknown", **TIME)),
    ("exists_wins", "good", "“There is” wins", {}, _game("sat")),
    ("forall_wins", "good", "“For all” wins", {}, _game("unsat")),
    ("no_winner", "open", "not known who wins", {}, _game("unknown")),
    ("best", "good", "costs 7", {}, _best("sat", **FOUND, bound=7, optimal=True)),
    ("best", "good", "reaches 7", {}, _best("sat", "maximize", **FOUND, bound=7, optimal=True)),
    ("best_so_far", "open", "costs 7, perhaps one costs less, but none less than 5", {},
     _best("sat", **FOUND, bound=5, **TIME)),
    ("best_so_far", "open", "reaches 7, perhaps one reaches more, but none more than 9", {},
     _best("sat", "maximize", **FOUND, bound=9, **TIME)),
    ("best_without_bound", "open", "so far costs 7, perhaps one costs less", {}, _best("sat", **FOUND, **TIME)),
    ("best_models", "good", "1 model at the best cost of 7", {"count": True},
     _best("sat", **FOUND, bound=7, optimal=True, is_complete=True)),
    ("best_models_so_far", "open", "1 model at the best cost of 7 so far", {"wanted": None},
     _best("sat", **FOUND, bound=7, optimal=True, **TIME)),
    ("best_endless", "open", "infinitely many", {"wanted": None},
     _best("sat", **(FOUND | {"count": None}), bound=7, optimal=True, **ENDLESS)),
    ("counted_endless", "good", "infinitely many", {"count": True},
     _best("sat", **(FOUND | {"count": None}), bound=7, optimal=True, **ENDLESS)),
    ("plan", "good", "shortest plan: $k = 4", {}, _plan("sat", 4, 3)),
    ("plan", "good", "shortest plan: $k = 4", {}, _plan("sat", 4, 3, costs=(7,), bounds=(7,), optimal=True)),
    ("plan_so_far", "open", "it costs 7, perhaps", {}, _plan("sat", 4, 3, costs=(7,), bounds=(5,), optimal=False)),
    ("no_plan", "bad", "no plan up to $k = 9", {}, _plan("unsat", None, 9)),
    ("unknown_plan", "open", "not known whether there is a plan", {}, _plan("unknown", is_finished=False)),
    ("no_plan_so_far", "open", "no plan up to $k = 3, and not known", {},
     _plan("unknown", None, 3, is_finished=False)),
    ("exists_wins", "good", "wins", {"strategy": True}, GameAnswer(
        status="sat", mode=Mode.QBF, prefix=(), winner="exists", strategy=Turn(move=None, answers=()))),
    ("forall_wins", "good", "wins", {"strategy": True}, GameAnswer(
        status="unsat", mode=Mode.QBF, prefix=(), winner="forall", strategy=Turn(move=None, answers=()))),
]  # fmt: skip


def test_every_state_of_solve_has_its_sentence() -> None:
    """In both languages and on both faces; states differ in their sentences, and what is open says what to try."""
    wrong: list[str] = []
    sentences: dict[str, set[str]] = defaultdict(set)
    for state, kind, words, asked, answer in SOLVE:
        question = Solve(source=SOURCE, **asked)
        if solve_state(question, answer) != state:
            wrong.append(f"{state}: {solve_state(question, answer)}")
            continue
        for texts in (ENGLISH, FRENCH):
            for face in ("page", "terminal"):
                told = solve_outcome(question, answer, SECONDS, face, texts)
                seconds = "(2.5 s)" if texts is ENGLISH else "(2,5 s)"
                is_fit = (
                    told.kind == kind
                    and told.text
                    and not any(word in told.text for word in ("None", "null", "{", "?"))
                    and (kind != "open" or bool(told.advice))
                    and (seconds in told.text) == (kind == "open" and "endless" not in state)
                    and (texts is FRENCH or words in told.text)
                )
                if not is_fit:
                    wrong.append(f"{state} {texts.language.value} {face}: {told}")
                sentences[f"{texts.language.value} {told.text}"].add(state)
    assert not wrong
    assert {state for state, *_ in SOLVE} == set(get_args(SolveState))
    assert not [(text, states) for text, states in sentences.items() if len(states) > 1]


def test_the_terminal_tells_every_state_of_solve(capsys: pytest.CaptureFixture[str]) -> None:
    """What is open is told on the error stream with the time and an advice, and has the exit code of a limit."""
    wrong: list[str] = []
    asker.reset_command_clock()
    for state, kind, words, asked, answer in SOLVE:
        question = Solve(source=SOURCE, **asked)
        wanted = question.wanted
        options: Any = SimpleNamespace(
            file="m.touist", all_atoms=False, color="never", count=question.count, wanted=wanted, limit=wanted,
            set=(), data=(), proof=None, json=False, depth=None, format="full", width=80,
        )  # fmt: skip
        listing = SolvePrinter(options, question, ProgressBar(ENGLISH), Document("m.touist", SOURCE.text), ENGLISH)
        if isinstance(answer, PlanAnswer) and answer.model is not None:
            listing.drawing = SimpleNamespace(print_guess=lambda *_: None, lines=lambda _exhibit: ["a"])  # type: ignore[assignment]
        listing.print_summary(answer)
        out, err = capsys.readouterr()
        code = Exit.LIMIT if kind == "open" else Exit.UNSAT if answer.status == "unsat" else Exit.DONE
        is_told = ("bigand: " in err and words in err and len(err.splitlines()) == 2) == (kind == "open")
        if listing.exit_code(answer) != code or not is_told or "None" in out + err:
            wrong.append(f"{state}: {listing.exit_code(answer)} {out!r} {err!r}")
    assert not wrong


# ---------------------------------------------------------------------- all other answers


def _rule(verdict: str) -> RuleWitness:
    return RuleWitness(**PLACE, is_fact=False, verdict=verdict)  # type: ignore[arg-type]  # one of the verdicts


RATING = Rating(level="easy", number=3, largest=1, sizes={1: 2})
BOARD = GeneratedBoard(clues=("a",), values={}, text="a", solution=("a",), rating=RATING)
UNMET = UnmetExpectation(**PLACE, found=0, given={})
CHANGE = Change(**PLACE, edits=(), missing=False, rank=1)
LEVEL = Level.from_tubes((("red",), ()), 1)
ROWS = ("..", "..")
GIVEN = lightup.BoardInput(text="..\n..")
SPOT = lightup.Spot(1, 1)
CONTRADICTION = lightup.ContradictionRecord(
    rule="BULBS_IN_PATH", rule_id="LTUP-CONT-0001", site=SPOT, cells=(SPOT,)
)
REFUSED = watersort.RefusedMove(move=1, reason=Refusal.SAME_TUBE, source=1, target=1)


def _outcome(status: ExpectationStatus) -> Outcome:
    return Outcome(Expectation(text="sat", span=Span(0, 3)), status)


def _solutions(status: str, **fields: Any) -> lightup.SolveAnswer:
    solution = None if status == "none" else ROWS
    return lightup.SolveAnswer(status=status, solution=solution, count=0, **fields)  # type: ignore[arg-type]


def _explained(status: Any, **fields: Any) -> lightup.ExplainAnswer:
    level: Any = "easy" if status == "unique" else None
    return lightup.ExplainAnswer(
        status=status, level=level, number=3, board=ROWS, solution=ROWS, steps=(), **fields
    )


def _star(kind: type[Any], status: str, **fields: Any) -> Any:
    board = StarBoard(size=2, stars=1, regions="aabb", marks="....")
    return kind(status=status, board=board, **fields)


def _poured(status: Literal["solved", "unsolvable"], **fields: Any) -> watersort.SolveAnswer:
    plan = () if status == "solved" else None
    return watersort.SolveAnswer(
        status=status, rule=Variant.POUR, engine="search", moves=0, bound=0, plan=plan, level=LEVEL, **fields
    )


def _hinted(status: str) -> watersort.HintAnswer:
    return watersort.HintAnswer(status=status, pour=None, reason=None, uncovers=None, moves=None, level=LEVEL)  # type: ignore[arg-type]


WRITTEN = watersort.LevelInput(text="red\n-")
OTHERS: list[tuple[Question[Any], Answer, Kind]] = [
    (Why(source=SOURCE), WhyAnswer(status="unsat"), "bad"),
    (Why(source=SOURCE), WhyAnswer(status="unsat", finished=False), "bad"),
    (Why(source=SOURCE), WhyAnswer(status="unsat", changes=(), are_changes_cut=True), "bad"),
    (Why(source=SOURCE), WhyAnswer(status="sat"), "good"),
    (Why(source=SOURCE), WhyAnswer(status="sat", expectations=(UNMET,)), "bad"),
    (Why(source=SOURCE), WhyAnswer(status="sat", finished=False), "open"),
    (Forced(source=SOURCE), ForcedAnswer(status="sat", true=("a",), false=(), atoms=2), "good"),
    (Forced(source=SOURCE), ForcedAnswer(status="unsat", true=(), false=(), atoms=2), "bad"),
    (Witness(source=SOURCE), WitnessAnswer(rules=(_rule("needed"), _rule("implied"))), "good"),
    (Witness(source=SOURCE), WitnessAnswer(rules=(_rule("clash"), _rule("unknown"))), "bad"),
    (Witness(source=SOURCE), WitnessAnswer(rules=(_rule("needed"), _rule("unknown"))), "open"),
    (Steps(source=SOURCE), StepsAnswer(status="unique", steps=(), rating=RATING, atoms=2, forced=2), "good"),
    (Steps(source=SOURCE), StepsAnswer(status="several", steps=(), rating=RATING, atoms=2), "good"),
    (Steps(source=SOURCE), StepsAnswer(status="unique", steps=(), finished=False, atoms=2), "open"),
    (Steps(source=SOURCE), StepsAnswer(status="several", steps=(), finished=False, atoms=2, forced=1), "open"),
    (Steps(source=SOURCE), StepsAnswer(status="none", steps=()), "bad"),
    (Rate(source=SOURCE), RateAnswer(status="unique", rating=RATING), "good"),
    (Rate(source=SOURCE), RateAnswer(status="several", rating=RATING), "good"),
    (Rate(source=SOURCE), RateAnswer(status="unique", finished=False), "open"),
    (Rate(source=SOURCE), RateAnswer(status="none"), "bad"),
    (Hint(source=SOURCE), HintAnswer(status="unique"), "good"),
    (Hint(source=SOURCE), HintAnswer(status="several", undecided=("a",)), "good"),
    (Hint(source=SOURCE), HintAnswer(status="unique", wrong=("a",)), "bad"),
    (Hint(source=SOURCE), HintAnswer(status="several", undecided=("a",), clashing=("a",)), "bad"),
    (Hint(source=SOURCE), HintAnswer(status="none"), "bad"),
    (Unique(source=SOURCE), UniqueAnswer(status="unique"), "good"),
    (Unique(source=SOURCE), UniqueAnswer(status="several", models=(MODEL, MODEL), differing=("a",)), "bad"),
    (Unique(source=SOURCE), UniqueAnswer(status="none"), "bad"),
    (Generate(source=SOURCE), GenerateAnswer(boards=(BOARD,), finished=False), "open"),
    (Generate(source=SOURCE), GenerateAnswer(finished=False, seen=(("easy", 3),)), "open"),
    (lightup.Solve(board=GIVEN), _solutions("unique"), "good"),
    (lightup.Solve(board=GIVEN), _solutions("multiple"), "bad"),
    (lightup.Solve(board=GIVEN), _solutions("none"), "bad"),
    (lightup.Solve(board=GIVEN), _solutions("none", board=ROWS, why=(), minimal=True), "bad"),
    (lightup.Solve(board=GIVEN), _solutions("none", board=ROWS, why=(), minimal=False), "bad"),
    (lightup.Unique(board=GIVEN), lightup.UniqueAnswer(status="unique", is_unique=True), "good"),
    (lightup.Unique(board=GIVEN), lightup.UniqueAnswer(status="multiple", is_unique=False), "bad"),
    (lightup.Unique(board=GIVEN), lightup.UniqueAnswer(status="none", is_unique=False), "bad"),
    (lightup.Decide(board=GIVEN), lightup.DecideAnswer(status="unique", board=ROWS), "good"),
    (lightup.Decide(board=GIVEN), lightup.DecideAnswer(status="multiple", board=ROWS), "bad"),
    (lightup.Decide(board=GIVEN), lightup.DecideAnswer(status="none", board=None), "bad"),
    (lightup.Check(board=GIVEN), lightup.CheckAnswer(status="solved", board=ROWS, findings=()), "good"),
    (lightup.Check(board=GIVEN), lightup.CheckAnswer(status="open", board=ROWS, findings=()), "open"),
    (lightup.Check(board=GIVEN), lightup.CheckAnswer(status="wrong", board=ROWS, findings=(
        lightup.Finding(kind="sees", wrong=True, row=1, column=1, others=(lightup.Spot(1, 2),)),)), "bad"),
    (lightup.Hint(board=GIVEN), lightup.HintAnswer(status="solved", strength="where"), "good"),
    (lightup.Hint(board=GIVEN), lightup.HintAnswer(status="multiple", strength="where"), "open"),
    (lightup.Hint(board=GIVEN), lightup.HintAnswer(status="none", strength="where"), "bad"),
    (lightup.Hint(board=GIVEN), lightup.HintAnswer(
        status="wrong", strength="where", wrong=lightup.WrongMark(row=1)), "bad"),
    (lightup.Hint(board=GIVEN), lightup.HintAnswer(
        status="step", strength="where", look="cell", site=lightup.Spot(1, 1)), "good"),
    (lightup.Explain(board=GIVEN), _explained("unique"), "good"),
    (lightup.Explain(board=GIVEN), _explained("unique", complete=False), "open"),
    (lightup.Explain(board=GIVEN), _explained("multiple", count=3), "bad"),
    (lightup.Explain(board=GIVEN), _explained("multiple", count=100, counted=False), "bad"),
    (lightup.Explain(board=GIVEN), _explained("none", contradiction=CONTRADICTION), "bad"),
    (lightup.Rate(board=GIVEN), lightup.RateAnswer(
        status="unique", level="easy", number=3, steps=1, largest=1, depth=0), "good"),
    (lightup.Rate(board=GIVEN), lightup.RateAnswer(
        status="multiple", level=None, number=None, steps=1, largest=1, depth=0), "bad"),
    (lightup.Rate(board=GIVEN), lightup.RateAnswer(
        status="none", level=None, number=None, steps=0, largest=0, depth=0), "bad"),
    (queens.Solve(size=4), queens.SolveAnswer(size=4, status="sat", solutions=(), columns=(), count=1), "good"),
    (queens.Solve(size=4), queens.SolveAnswer(
        size=4, status="sat", solutions=(), columns=(), count=2, complete=True), "good"),
    (queens.Solve(size=3), queens.SolveAnswer(size=3, status="unsat", solutions=(), columns=(), count=0), "bad"),
    (queens.Count(size=4), queens.CountAnswer(size=4, count=2, complete=True, engine="search"), "good"),
    (queens.Count(size=4), queens.CountAnswer(size=4, count=2, complete=False, engine="sat"), "open"),
    (queens.Why(size=4), queens.WhyAnswer(placed=("a1", "b2")), "bad"),
    (starbattle.Solve(board=""), _star(starbattle.SolveAnswer, "unique", solutions=()), "good"),
    (starbattle.Solve(board=""), _star(starbattle.SolveAnswer, "multiple", solutions=()), "bad"),
    (starbattle.Solve(board=""), _star(starbattle.SolveAnswer, "none", solutions=()), "bad"),
    (starbattle.Check(board=""), _star(starbattle.CheckAnswer, "solved"), "good"),
    (starbattle.Check(board=""), _star(starbattle.CheckAnswer, "open"), "open"),
    (starbattle.Check(board=""), _star(starbattle.CheckAnswer, "wrong", findings=(
        starbattle.Finding(kind="row", name="1", cells=(starbattle.Spot(row=1, column=1),)),)), "bad"),
    (starbattle.Hint(board=""), _star(
        starbattle.HintAnswer, "step", cell=starbattle.Spot(row=1, column=1), is_star=True), "good"),
    (starbattle.Hint(board=""), _star(starbattle.HintAnswer, "solved"), "good"),
    (starbattle.Hint(board=""), _star(starbattle.HintAnswer, "open"), "open"),
    (starbattle.Hint(board=""), _star(starbattle.HintAnswer, "none"), "bad"),
    (watersort.Solve(level=WRITTEN), _poured("solved"), "good"),
    (watersort.Solve(level=WRITTEN), _poured("unsolvable", states=3), "bad"),
    (watersort.Hint(level=WRITTEN), _hinted("solved"), "good"),
    (watersort.Hint(level=WRITTEN), _hinted("unsolvable"), "bad"),
    (watersort.Check(level=WRITTEN), watersort.CheckAnswer(
        status="sorted", moves=0, level=LEVEL, colours={}, can_finish=True), "good"),
    (watersort.Check(level=WRITTEN), watersort.CheckAnswer(
        status="open", moves=0, level=LEVEL, colours={}, can_finish=False), "bad"),
    (watersort.Check(level=WRITTEN), watersort.CheckAnswer(
        status="open", moves=0, level=LEVEL, colours={}, can_finish=True), "good"),
    (watersort.Check(level=WRITTEN), watersort.CheckAnswer(
        status="open", moves=0, level=LEVEL, colours={}), "open"),
    (watersort.Check(level=WRITTEN), watersort.CheckAnswer(
        status="refused", moves=0, level=LEVEL, colours={}, refused=REFUSED, can_finish=True), "bad"),
]  # fmt: skip
QUIET: list[tuple[Question[Any], Answer, Kind]] = [  # whose sentences are at their places, in diagnostics or rules
    (Test(source=SOURCE), TestAnswer(outcomes=(_outcome(ExpectationStatus.PASSED),)), "good"),
    (
        Test(source=SOURCE),
        TestAnswer(outcomes=(_outcome(ExpectationStatus.PASSED), _outcome(ExpectationStatus.FAILED))),
        "bad",
    ),
    (Test(source=SOURCE), TestAnswer(outcomes=(_outcome(ExpectationStatus.ERROR),)), "bad"),
    (Test(source=SOURCE), TestAnswer(outcomes=(_outcome(ExpectationStatus.TIMEOUT),)), "open"),
    (Generate(source=SOURCE), GenerateAnswer(boards=(BOARD,)), "good"),
    (queens.Why(size=4), queens.WhyAnswer(), "good"),
]


EARLY = (
    StepsAnswer,
    RateAnswer,
    GenerateAnswer,
    WitnessAnswer,
    lightup.ExplainAnswer,
    queens.CountAnswer,
)  # whose search may end early


def _told(question: Question[Any], answer: Answer, texts: Texts) -> dict[str, Any]:
    teller = AnswerSerializer(question, texts)
    teller.seconds = SECONDS
    return teller.wording(answer)


def test_every_status_of_other_answers_has_its_sentence() -> None:
    """In the studio; the sentences are those of the terminal, which `command` and the puzzles make for both."""
    wrong: list[str] = []
    seen: dict[tuple[type[Answer], str], dict[str, Answer]] = defaultdict(dict)
    for question, answer, kind in OTHERS:
        for texts in (ENGLISH, FRENCH):
            told = _told(question, answer, texts)
            said = str([told["text"], told.get("rules"), told.get("closing"), told["advice"], told.get("hints")])
            if told["outcome"] != kind or told["seconds"] != SECONDS or "None" in (told["text"] or ""):
                wrong.append(f"{answer}: {told}")
            if isinstance(answer, EARLY) and bool(told["advice"]) != (kind == "open"):
                wrong.append(f"no advice, or one too many: {answer}: {told}")
            if not (told["text"] or told.get("rules")):
                wrong.append(f"nothing is told of {answer}")
            same = seen[type(answer), texts.language.value]
            if said in same:
                wrong.append(f"the same is told of {answer} and of {same[said]}: {said}")
            same[said] = answer
    for question, answer, kind in QUIET:
        told = _told(question, answer, ENGLISH)
        if told["outcome"] != kind:
            wrong.append(f"{answer}: {told['outcome']}")
    assert not wrong, "\n".join(wrong)


def test_no_status_is_forgotten() -> None:
    """Every word of every `status` and `verdict` of every answer of the register is in a table above."""
    tried = {one for _, _, _, _, answer in SOLVE for one in _statuses(answer)}
    tried |= {one for _, answer, _ in OTHERS + QUIET for one in _statuses(answer)}
    every: set[tuple[str, str]] = set()
    for name in question_names():
        if name in ELSEWHERE:
            continue
        found = answer_type(question_type(name))
        for kind in get_args(found) or (found,):
            every |= {(kind.__name__, word) for part in (kind, *_parts(kind)) for word in _words(part)}
    assert not sorted(every - tried)


ELSEWHERE = {"grade", "verify", "watersort.stage", "lightup.judge_draft", "lightup.judge_step", "lightup.try_step"}


def _statuses(answer: Answer) -> Iterator[tuple[str, str]]:
    parts = [part for name in get_type_hints(type(answer)) for part in _several(getattr(answer, name, None))]
    for one in [answer, *parts]:
        for field in ("status", "verdict"):
            if (word := getattr(one, field, None)) is not None:
                yield type(answer).__name__, word.value if isinstance(word, Enum) else word


def _several(value: object) -> list[object]:
    return list(value) if isinstance(value, tuple) else [value]


def _parts(kind: type[Any]) -> list[type[Any]]:
    inner = [one for hint in get_type_hints(kind).values() if get_origin(hint) is tuple for one in get_args(hint)]
    return [one for one in inner if isinstance(one, type) and issubclass(one, msgspec.Struct)]


def _words(kind: type[Any]) -> list[str]:
    words: list[str] = []
    for field in ("status", "verdict"):
        hint = get_type_hints(kind).get(field)
        if get_origin(hint) is Literal:
            words += get_args(hint)
        elif isinstance(hint, type) and issubclass(hint, Enum):
            words += [one.value for one in hint]
    return words


# ---------------------------------------------------------------------- limits, grading


def test_every_question_says_what_to_try_when_a_limit_is_met() -> None:
    """Time or memory: an open outcome, with the time that it took and an advice, on both faces."""
    wrong: list[str] = []
    for name in question_names():
        for key in ("limit.time", "limit.memory"):
            failure = Failure(kind=ErrorKind.LIMIT, key=key)
            for texts in (ENGLISH, FRENCH):
                for face in ("page", "terminal"):
                    told = limit_outcome(failure, name, SECONDS, face, texts)
                    is_fit = told is not None and told.kind == "open" and told.text and told.advice
                    if not is_fit or ("2" in (told.text if told else "")) != (key == "limit.time"):
                        wrong.append(f"{name} {key} {face}: {told}")
    assert not wrong
    assert limit_outcome(Failure(kind=ErrorKind.INPUT, key="file.missing"), "solve", 1.0, "page", ENGLISH) is None


def test_every_verdict_on_homework_has_its_sentence() -> None:
    """And what could not be judged in time is told rule by rule."""
    handin = Submission("h.touist", "", Document("h.touist", "a"))
    rules = (GradedRule(**PLACE, is_fact=False, status="unknown"),)
    for texts in (ENGLISH, FRENCH):
        rows = [
            make_row(handin, GradeAnswer(verdict=verdict, rules=rules, is_unfinished=True), "full", 9, texts)
            for verdict in Verdict
        ]
        assert len({texts(f"grade.verdict.{row.verdict}") for row in rows}) == len(Verdict)
        assert all(row.sentences for row in rows)
        values: tuple[bool | None, ...] = (True, False, None)
        worth = tuple([RuleCredit(name="rule", lines=(1,), points=2.0, is_met=value) for value in values])
        row = make_row(handin, GradeAnswer(verdict=Verdict.TOO_LOOSE, worth=worth), "full", 9, texts)
        assert len(set(row.rules)) == 3
