"""Questions on Water Sort, as any face asks them."""

import json

import pytest
from tests.puzzles.questions import asked, tried
from tests.puzzles.watersort import naive

from bigand.api.question import Failure, ask_here
from bigand.api.report import Event, Stage
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Refusal, Variant
from bigand.puzzles.watersort.questions import (
    Check,
    Convert,
    Effect,
    Engine,
    Generate,
    Grade,
    Hint,
    LevelInput,
    Rate,
    Read,
    Solve,
)

SEED = LevelInput(text="GOGO/OGOG/....")
LOST = LevelInput(text="ABAB/BABA")
TUBES = (("G", "O", "G", "O"), ("O", "G", "O", "G"), ())


def test_a_level_is_read_in_the_layout_that_is_said() -> None:
    assert asked(Read(level=SEED)).level.tubes == TUBES
    turned = LevelInput(text="G O .\nO G .\n", tubes="columns", layers="bottom-first")
    assert asked(Read(level=turned)).level == Level.from_tubes([["G", "O"], ["O", "G"], []], 2)
    again = asked(Convert(level=turned, to="json")).text
    assert asked(Read(level=LevelInput(text=again))).level == asked(Read(level=turned)).level


def test_the_taught_model_says_the_least_number_of_steps() -> None:
    text = asked(Convert(level=SEED, to="touist", rule=Variant.LAYER)).text
    assert ";;@ expect least $k = 10" in text


@pytest.mark.parametrize("engine", ["search", "model"])
def test_plans(engine: Engine) -> None:
    answer = asked(Solve(level=SEED, engine=engine))
    assert answer.plan is not None
    plan = [(move.source - 1, move.target - 1, move.colour, move.layers) for move in answer.plan]
    naive.check_plan(TUBES, 4, plan, is_whole=True)
    assert answer.positions()[-1].is_sorted
    assert len(answer.positions()) == answer.moves + 1 == 8  # type: ignore[operator]  # there is a plan


def test_what_is_tried_is_told_once() -> None:
    heard: list[Event] = []
    ask_here(Solve(level=SEED, engine="model"), heard.append)
    tried_moves = [str(event.gaps["moves"]) for event in heard if isinstance(event, Stage) and event.gaps]
    assert tried_moves == sorted(set(tried_moves))
    assert tried_moves[-1] == "7"


def test_moves() -> None:
    done = asked(Check(level=SEED, moves="1>3 2>1", finish=True))
    assert (done.status, done.moves, done.can_finish) == ("open", 2, True)
    wrong = asked(Check(level=SEED, moves='[[1, 3], {"from": 1, "to": 3}]'))
    assert wrong.refused is not None
    assert (wrong.moves, wrong.refused.move, wrong.refused.reason) == (1, 2, Refusal.OTHER_COLOUR)
    assert asked(Check(level=LOST, finish=True)).can_finish is False
    assert asked(Check(level=SEED, moves=json.dumps({"plan": []}))).moves == 0
    assert asked(Hint(level=SEED, moves="2>3 1>2 1>3 2>1 2>3 1>2")).reason is Effect.COMPLETES
    assert asked(Hint(level=LOST)).pour is None


def test_a_new_level_is_as_hard_as_was_asked() -> None:
    answer = asked(Generate(seed=1, colours=5, grade=Grade.EASY, words="fr"))
    assert answer == asked(Generate(seed=1, colours=5, grade=Grade.EASY, words="fr"))
    assert "rouge" in answer.level.colours
    rated = asked(Rate(level=LevelInput(text=answer.level.to("text"))))
    assert rated.grade is Grade.EASY
    assert rated.moves is not None
    assert rated.moves >= rated.bound
    assert asked(Rate(level=LOST)).grade is None


@pytest.mark.parametrize(
    ("question", "key", "code"),
    [
        (Read(level=LevelInput(text="red blu")), "question.refused", "P304"),
        (Read(level=LevelInput(text="GOGO/OGOG/....", most=5)), "question.refused", "P306"),
        (Check(level=SEED, moves="pour it"), "watersort.moves.unreadable", None),
        (Hint(level=SEED, moves="1>2"), "watersort.hint.refused", None),
        (Generate(seed=1, colours=0), "watersort.generate.range", None),
        (Generate(seed=1, empty=0), "watersort.generate.no_room", None),
        (Solve(level=SEED, most_states=2), "watersort.limit.states", None),
        (Solve(level=SEED, engine="model", most_moves=2), "watersort.limit.moves", None),
    ],
)
def test_what_is_wrong_is_told(question: Read, key: str, code: str | None) -> None:
    failure = tried(question)
    assert isinstance(failure, Failure)
    assert failure.key == key
    assert [one.code for one in failure.diagnostics[:1]] == ([] if code is None else [code])


@pytest.mark.parametrize("text", ["GOGO OGOG", "ABCA BCAB CABC", "AB BA", "ABAB BABA CCCC"])
def test_how_many_more_tubes_would_do(text: str) -> None:
    """By a search of the tests, one tube after the other."""
    level = Level(text)
    solved = asked(Solve(level=LevelInput(text=text)))
    can = [naive.least_moves((*level.tubes, *[()] * more), level.height, True) is not None for more in range(5)]
    assert solved.status == "unsolvable"
    assert solved.more_tubes == can.index(True) > 0
