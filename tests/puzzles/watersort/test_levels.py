"""The taught model with a level's data, new levels, ratings, hints, and levels from Python."""

import pickle
import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.puzzles.watersort import naive
from tests.puzzles.watersort.levels import SEED, full_level, levels

from bigand import watersort
from bigand.models import model
from bigand.puzzles.watersort.colours import COLOUR_WORDS, ENGLISH_COLOURS, FRENCH_COLOURS, names_for_new_colours
from bigand.puzzles.watersort.engines.model import model_colour_names, model_text
from bigand.puzzles.watersort.generator import LevelRequest, generate
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Pour, Variant
from bigand.puzzles.watersort.questions import Effect, Grade
from bigand.puzzles.watersort.rating import count_random_games_won, grade_by_games_won, rate, win_share_range
from bigand.puzzles.watersort.solver import effect_of, hint, solve
from bigand.view.palette import assign_inks

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples" / "watersort"
COURSE = Level("green orange green orange\norange green orange green\n.")

# ---------------------------------------------------------------------- the taught model


@pytest.mark.parametrize(
    ("rule", "name", "steps"), [(Variant.LAYER, "sources", 10), (Variant.POUR, "whole_pours", 7)]
)
def test_the_taught_model_is_the_example_with_the_data_of_a_level(rule: Variant, name: str, steps: int) -> None:
    """Word for word, but for the height, which the example writes as a number."""
    example = (EXAMPLES / f"{name}.touist").read_text(encoding="utf-8")
    example = re.sub(r";;@ expect models .*\n", "", example)
    text = model_text(COURSE, rule, steps)
    text = text.replace("$H = 4 ;; layers of a tube\n", "").replace("$H-1", "3").replace("$H", "4")
    assert text == example


@settings(max_examples=tries(15), deadline=None)
@given(levels(2, 3), st.sampled_from(list(Variant)))
def test_the_taught_model_has_all_shortest_plans(level: Level, rule: Variant) -> None:
    """Not only one: as many as there are ways of that length in the plain game."""
    moves = solve(level, rule).moves
    assume(moves is not None)
    assert moves is not None
    assume(0 < moves < 6)
    ways = {level.tubes: 1}
    for _ in range(moves):
        following: dict[naive.Tubes, int] = {}
        for tubes, count in ways.items():
            for _, _, after in naive.pours(tubes, level.height, rule is Variant.POUR):
                following[after] = following.get(after, 0) + count
        ways = following
    wanted = sum([count for tubes, count in ways.items() if naive.is_done(tubes, level.height)])
    assert model(model_text(level, rule, moves)).count() == wanted


def test_colours_that_the_language_cannot_say_are_renamed() -> None:
    level = Level.from_tubes([("or", "1", "doré", "colour_2", "empty!"), ()], 5)
    assert model_colour_names(level) == {
        "or": "colour_1", "1": "colour_2_", "doré": "colour_3", "colour_2": "colour_2", "empty!": "colour_5",
    }  # fmt: skip
    assert solve(Level("or 1\n1 or\n."), engine="model").moves == 3


# ---------------------------------------------------------------------- new levels


@pytest.mark.parametrize("colours", [1, 2, 5, 12, 16])
def test_new_levels(colours: int) -> None:
    level = generate(LevelRequest(colours), 7)
    assert level == generate(LevelRequest(colours), 7)
    assert set(level.amounts.values()) == {4}
    assert len(level.colours) == colours
    assert colours == 1 or level != generate(LevelRequest(colours), 8)
    answer = solve(level)
    naive.check_plan(level.tubes, 4, answer.plan or (), True)


@pytest.mark.parametrize("grade", [Grade.EASY, Grade.MEDIUM, Grade.HARD])
def test_new_levels_are_as_hard_as_asked_for(grade: Grade) -> None:
    assert rate(generate(LevelRequest(7, grade=grade), 3)).grade is grade


def test_words_of_new_levels_are_colours() -> None:
    assert len(ENGLISH_COLOURS) == len(set(ENGLISH_COLOURS)) == len(FRENCH_COLOURS) == len(set(FRENCH_COLOURS))
    assert COLOUR_WORDS.issuperset(ENGLISH_COLOURS + FRENCH_COLOURS)
    for words in (ENGLISH_COLOURS, FRENCH_COLOURS):
        assert len({ink.colour for ink in assign_inks(words).values()}) == len(words)
        assert names_for_new_colours(22, words)[-2:] == ["21", "22"]


def test_generated_levels_have_no_tube_that_is_sorted_already() -> None:
    for seed in range(20):
        level = generate(LevelRequest(2, 1, 2), seed)
        assert not any(len(set(tube)) == 1 for tube in level.tubes)


# ---------------------------------------------------------------------- ratings and hints


def test_grades() -> None:
    assert [grade_by_games_won(won, 100) for won in (100, 60, 59, 20, 19, 2, 1, 0)] == [
        Grade.EASY, Grade.EASY, Grade.MEDIUM, Grade.MEDIUM, Grade.HARD, Grade.HARD, Grade.EXPERT, Grade.EXPERT,
    ]  # fmt: skip
    assert [win_share_range(grade) for grade in Grade] == [(0.6, 1.0), (0.2, 0.6), (0.02, 0.2), (0.0, 0.02)]


def test_a_rating() -> None:
    rating = rate(full_level(9, 2, 1))
    assert rating.answer.moves is not None
    assert rating.detours == rating.answer.moves - rating.answer.bound
    assert rating.games == 200
    assert rating.won == count_random_games_won(full_level(9, 2, 1), Variant.POUR, 200)
    assert rating.traps is not None
    assert rating.traps.others >= rating.traps.lost + rating.traps.open
    assert rate(Level("ABAB/BABA")).grade is None
    assert rate(Level("AA/..")).grade is Grade.EASY


@settings(max_examples=tries(25))
@given(levels(3, 3))
def test_dead_ends_are_counted(level: Level) -> None:
    """Against breadth-first search from each state beside the plan."""
    answer = solve(level)
    assume(answer.plan)
    states = [state.tubes for state in answer.states]
    way = {tuple(sorted(state)) for state in states}
    beside = {
        tuple(sorted(after)): after
        for state in states[:-1]
        for _, _, after in naive.pours(state, level.height, True)
        if tuple(sorted(after)) not in way
    }
    verdicts = [naive.least_moves(state, level.height, True) for state in beside.values()]
    assume("?" not in verdicts)
    traps = rate(level).traps
    assert traps is not None
    assert (traps.others, traps.lost, traps.open) == (len(verdicts), verdicts.count(None), 0)


@settings(max_examples=tries(40))
@given(levels(3, 3), st.sampled_from(list(Variant)))
def test_following_hints_is_a_shortest_plan(level: Level, rule: Variant) -> None:
    moves = solve(level, rule).moves
    assume(moves is not None)
    made = 0
    while (found := hint(level, rule)).pour is not None:
        assert found.reason is not None
        level = level.pour(found.pour.source, found.pour.target, rule)
        made += 1
    assert made == moves
    assert level.is_sorted


@pytest.mark.parametrize(
    ("tubes", "pour", "reason"),
    [
        ("ab ba b", Pour(0, 2, "b", 1), Effect.COMPLETES),
        ("a ba bb a", Pour(0, 1, "a", 1), Effect.EMPTIES),
        ("aab ab cb ccc", Pour(0, 1, "b", 1), Effect.JOINS),
        ("aab bba _", Pour(0, 2, "b", 1), Effect.MAKES_ROOM),
        ("abb acb ca _", Pour(0, 3, "b", 2), Effect.GIVES_A_HOME),
    ],
)
def test_reasons(tubes: str, pour: Pour, reason: Effect) -> None:
    level = Level.from_tubes([tube.strip("_") for tube in tubes.split()], 3 if len(tubes) > 8 else 2)
    assert effect_of(level, pour) is reason


def test_a_part_of_a_run_makes_room() -> None:
    assert effect_of(Level.from_tubes(["acc", "bc", "b"], 3), Pour(0, 1, "c", 1)) is Effect.MAKES_ROOM


# ---------------------------------------------------------------------- from Python


def test_the_front_door(tmp_path: Path) -> None:
    (tmp_path / "level.txt").write_text("GOGO\nOGOG\n.")
    level = watersort.load(tmp_path / "level.txt")
    assert level == SEED
    assert (level.solve().moves, level.solve(rule="layer", engine="model").moves) == (7, 10)
    assert level.hint() == (level.solve().plan or ())[0]
    assert level.rate().grade is Grade.EASY
    assert Level("AA/..").hint() is None
    assert str(level) == "G O G O\nO G O G\n. . . ."
    assert level._repr_svg_().startswith("<svg")
    assert pickle.loads(pickle.dumps(level)) == level
    assert watersort.generate(5, seed=2, grade="easy").rate().grade is Grade.EASY
    assert hash(level) == hash(SEED)


def test_mistakes_travel_between_processes() -> None:
    with pytest.raises(watersort.LevelError) as error:
        Level("red blue/red")
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
