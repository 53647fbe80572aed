"""A model solved in steps: each follows and needs all that it is said to need; the last state is what is forced."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests import stepping
from tests.effort import seeds, some_quickly, with_more_time
from tests.reference.models import Answer, answer

from bigand.api.problem import load_problem
from bigand.api.question import Limits, to_plain_data
from bigand.api.report import ignore_events
from bigand.api.source import Source
from bigand.api.steps import Hint, HintAnswer, Rate, Steps, StepsAnswer, Unique
from bigand.explain.groups import instances_of, instances_of_groups
from bigand.ground.formula_tree import show_formula
from bigand.source.error import BigandError
from bigand.view.drawing import Text
from bigand.view.pieces import frame_shapes
from bigand.view.scene import Frame

EXAMPLES = Path(__file__).parents[2] / "examples"
SLOW = ("hashi", "hanoi", "tiles", "path", "skyscrapers", "hitori", "mastermind")  # their steps take long
GALLERY = sorted(
    [path.stem for path in (EXAMPLES / "gallery").glob("*.touist")], key=lambda name: (name in SLOW, name)
)
CASES = Path(__file__).parents[1] / "cases"
SUDOKU = """
$D = [1..9]
$given = [{given}]
;; The clues stand.
bigand $r,$c,$v in $D,$D,$D when g($r,$c,$v) in $given: x($r,$c,$v) end
;; Every square has one value.
bigand $r,$c in $D,$D: exact(1,[x($r,$c,$v) for $v in $D]) end
;; Every row has each value once.
bigand $r,$v in $D,$D: exact(1,[x($r,$c,$v) for $c in $D]) end
;; Every column has each value once.
bigand $c,$v in $D,$D: exact(1,[x($r,$c,$v) for $r in $D]) end
;; Every box has each value once.
bigand $a,$b,$v in [0..2],[0..2],$D: exact(1,[x(3*$a+$i,3*$b+$j,$v) for $i,$j in [1..3],[1..3]]) end
"""


def steps_of(text: str, **more: Any) -> StepsAnswer:
    return Steps(source=Source(text=text), **more).answer(ignore_events)


def facts(found: StepsAnswer) -> list[str]:
    return [fact for step in found.steps for fact in step.facts]


def complaints(found: StepsAnswer) -> list[str]:
    return stepping.complaints(to_plain_data(found)["steps"])


def sudoku(line: str) -> str:
    given = [f"g({at // 9 + 1},{at % 9 + 1},{value})" for at, value in enumerate(line) if value != "."]
    return SUDOKU.replace("{given}", ",".join(given))


def sudokus() -> list[tuple[str, bool]]:
    """Boards with one solution; for two thirds no clue can be left out. A solver by hand knows which need only
    singles."""
    lines = (CASES / "sudokus.txt").read_text().split("\n")
    return [(line.split()[0], line.split()[1] == "singles") for line in lines if line]


def random_model(seed: int) -> str:
    """A few rules over a few atoms: clauses, cardinalities, equivalences, implications."""
    random = Random(seed)
    atoms = [f"p({number})" for number in range(random.randint(4, 9))]
    lines = []
    for _ in range(random.randint(len(atoms), 2 * len(atoms))):
        some = random.sample(atoms, random.choice([1, 2, 2, 3, 3, 4]))
        first, *rest = [f"{random.choice(['', 'not '])}{atom}" for atom in some]
        lines.append(
            random.choice(
                [
                    " or ".join([first, *rest]),
                    " or ".join([first, *rest]),
                    f"exact({random.randint(0, len(some))}, [{','.join(some)}])",
                    f"{first} <=> ({' or '.join(rest or [first])})",
                    f"{first} => ({' and '.join(rest or [first])})",
                ]
            )
        )
    return "\n".join(lines)


# ---------------------------------------------------------------------- every step


@pytest.mark.parametrize("seed", seeds(240))
def test_steps_of_random_models(seed: int) -> None:
    text = random_model(seed)
    every = answer(text)
    assert isinstance(every, Answer)
    found = steps_of(text)
    assert found.status == ("none" if not every.models else "unique" if len(every.models) == 1 else "several")
    if not every.models:
        assert not found.steps
        return
    same = {atom for atom in every.atoms if all([atom in model for model in every.models])}
    none = {atom for atom in every.atoms if not any([atom in model for model in every.models])}
    told = facts(found)
    assert sorted(told) == sorted([*same, *[f"not {atom}" for atom in none]])
    assert complaints(found) == []


@pytest.mark.parametrize("seed", seeds(60))
def test_single_steps_are_unit_propagation(seed: int) -> None:
    random = Random(seed)
    clauses = [
        [random.choice([-1, 1]) * atom for atom in random.sample(range(1, 11), random.choice([1, 2, 2, 3]))]
        for _ in range(14)
    ]
    text = "\n".join(
        [" or ".join([f"p({one})" if one > 0 else f"not p({-one})" for one in part]) for part in clauses]
    )
    found = steps_of(text)
    if found.status == "none":
        return
    known: set[int] = set()
    while True:
        new = {
            left[0]
            for clause in clauses
            if not known.intersection(clause) and len(left := [one for one in clause if -one not in known]) == 1
        }
        if not new:
            break
        known |= new
    first = [
        step for at, step in enumerate(found.steps) if all([len(s.instances) == 1 for s in found.steps[: at + 1]])
    ]
    told = {fact for step in first for fact in step.facts}
    assert told == {f"p({one})" if one > 0 else f"not p({-one})" for one in known}


@pytest.mark.parametrize("seed", range(25))
def test_no_smaller_step_is_overlooked(seed: int) -> None:
    """Larger steps are as small as can be: no fewer instances say anything of what is open."""
    text = random_model(1000 + seed)
    found = steps_of(text)
    problem = load_problem(Source(text=text))
    instances = instances_of(problem.grounder, problem.grounder.rules())
    described = instances_of_groups(problem.grounder, instances, range(instances.groups.count))
    every = [stepping.read(show_formula(one.formula)) for one in described]
    known: set[str] = set()
    for step in found.steps:
        if 1 < len(step.instances) <= 4:
            left = [fact for fact in facts(found) if fact not in known]
            assert stepping.smallest(every, known, left, len(step.instances) - 1) is None
        known |= set(step.facts)


@pytest.mark.parametrize(
    "name",
    ["lightup/numbers_exact.touist", "lightup/walls.touist", "plans/river.touist", "graphs/colouring.touist"],
)
def test_steps_of_examples(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    values = ("$k=7",) if "horizon" in text else ()
    found = Steps(source=Source(text=text, assignments=values)).answer(ignore_events)
    assert found.finished
    assert complaints(found) == []


@pytest.mark.parametrize("name", some_quickly(GALLERY, len(GALLERY) - len(SLOW)))
def test_steps_of_the_gallery(name: str) -> None:
    text = (EXAMPLES / "gallery" / f"{name}.touist").read_text(encoding="utf-8")
    length = re.search(r"@ expect least (\$\w+) = (\d+)", text)  # of a plan
    values = () if length is None else (f"{length[1]}={length[2]}",)
    found = Steps(source=Source(text=text, assignments=values)).answer(ignore_events)
    assert found.finished
    assert found.status == ("unique" if "@ expect models 1\n" in text or length else "several")
    assert len(facts(found)) == found.forced
    assert complaints(found) == []


# ---------------------------------------------------------------------- Sudoku


@pytest.mark.parametrize(("line", "only_singles"), some_quickly(sudokus(), 6))
def test_sudokus_are_solved(line: str, only_singles: bool) -> None:
    found = steps_of(sudoku(line))
    assert found.status == "unique"
    assert found.forced == len(facts(found)) == 729
    assert found.rating is not None
    assert (found.rating.largest == 1) == only_singles == (found.rating.level == "easy")
    assert complaints(found) == []


# ---------------------------------------------------------------------- hints


def hint(text: str, *marks: str, **more: Any) -> HintAnswer:
    return Hint(source=Source(text=text), marks=marks, **more).answer(ignore_events)


CHAIN = "bigand $i in [1..5]: p($i) => p($i+1) end\np(1)\nq or r"


def next_facts(*marks: str) -> tuple[str, ...] | None:
    step = hint(CHAIN, *marks).step
    return None if step is None else step.facts


def test_a_hint_goes_on_from_the_marks() -> None:
    assert next_facts() == ("p(2)",)
    assert next_facts("p(2)", "p(1)") == ("p(3)",)
    assert next_facts("p(4)") in [("p(2)",), ("p(5)",)]
    assert next_facts(*[f"p({number})" for number in range(1, 7)]) is None


def test_marks_are_judged() -> None:
    assert hint(CHAIN, "not p(3)", "p(2)").wrong == ("not p(3)",)
    assert hint(CHAIN, "q").undecided == ("q",)
    assert hint(CHAIN, "¬ q", " r").undecided == ("not q", "r")
    assert hint(CHAIN, "q").clashing == ()
    together = hint(CHAIN, "p(2)", "not q", "not r")  # each of these is in a solution, but not both
    assert (set(together.clashing), together.step) == ({"not q", "not r"}, None)
    assert set(hint(CHAIN, "q", "not q").clashing) == {"q", "not q"}
    with pytest.raises(BigandError) as caught:
        hint(CHAIN, "p(9)")
    assert caught.value.key == "steps.unknown_mark_near"


def test_a_hint_is_a_step_that_follows_from_marks_alone() -> None:
    line, _ = sudokus()[1]
    text = sudoku(line)
    whole = steps_of(text)
    true = [fact for fact in facts(whole) if not fact.startswith("not")]
    marks = tuple(true[: len(true) // 2])
    found = hint(text, *marks)
    assert found.step is not None
    assert not found.wrong
    told = [to_plain_data(step) for step in (*found.before, found.step)]
    wrong = stepping.complaints([{"facts": list(marks), "instances": [], "premises": []}, *told])
    assert [one for one in wrong if not one.startswith("1:")] == []


# ---------------------------------------------------------------------- the rest


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("x > 3", "steps.numbers"),
        ("forall a: a or b", "steps.quantifiers"),
        (";;@ soft 2\na\nb", "steps.costs"),
        (";;@ horizon $k in [1..5]\nbigand $i in [1..$k]: p($i) end", "steps.horizon"),
    ],
)
def test_what_is_not_done_is_said(text: str, key: str) -> None:
    for question in (Steps, Rate, Hint, Unique):
        with pytest.raises(BigandError) as caught:
            question(source=Source(text=text)).answer(ignore_events)
        assert caught.value.key == key


def test_uniqueness_shows_two_solutions() -> None:
    one = Unique(source=Source(text="a\nb or a")).answer(ignore_events)
    assert one.status == "several"
    assert one.differing == ("b",)
    assert {frozenset(model.true) for model in one.models} == {frozenset("a"), frozenset("ab")}
    assert Unique(source=Source(text="a\nnot a or b")).answer(ignore_events).status == "unique"
    assert Unique(source=Source(text="a\nnot a")).answer(ignore_events).status == "none"


def test_when_the_time_is_up_there_is_what_was_found() -> None:
    line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    found = with_more_time(
        lambda seconds: steps_of(sudoku(line), limits=Limits(seconds=seconds)), 1.0, lambda found: found.steps
    )
    assert found.steps
    assert found.finished or found.rating is None


def test_pictures_are_one_a_wave_with_what_is_new_in_frames() -> None:
    rule = "bigand $i,$j in [1..2],[1..2] when $i != $j: x($i,$j) <=> not x(1,1) end"
    text = f";;@ view board x(row,column)\nx(1,1)\n{rule}\nx(2,2)"
    found = steps_of(text, drawn=True)
    assert len(found.pictures) == max([step.wave for step in found.steps])
    (first, second) = found.pictures
    assert {(frame.x, frame.y) for frame in first.pictures[0].scene.frames} == {(1, 1), (2, 2)}
    roles = {(frame.x, frame.y): frame.role for frame in second.pictures[0].scene.frames}
    assert roles == {(1, 1): "premises", (2, 1): "pointed", (1, 2): "pointed"}
    assert {(frame.x, frame.y): frame.out for frame in second.pictures[0].scene.frames} == {
        (1, 1): "", (2, 1): "×", (1, 2): "×",
    }  # fmt: skip


def test_pictures_tell_which_values_are_out_and_frame_nothing_beside_the_board() -> None:
    text = """\
;;@ view board cell(row,column,digit) in_row(row,number) as right
in_row(1,2)
cell(1,1,2)
bigand $i in [1..3]: exact(1,[cell(1,$i,$v) for $v in [1..3]]) end
bigand $v in [1..3]: exact(1,[cell(1,$i,$v) for $i in [1..3]]) end
"""
    first, second, *_ = steps_of(text, drawn=True).pictures
    assert {(frame.x, frame.y) for frame in first.pictures[0].scene.frames} == {(1, 1)}
    out = {(frame.x, frame.y): frame.out for frame in second.pictures[0].scene.frames}
    assert out == {(1, 1): "", (2, 1): "×2", (3, 1): "×2"}  # in the first there is no room


def test_pictures_of_several_predicates_on_a_square() -> None:
    text = """\
;;@ view board mark(row,column,value) tent(row,column)
mark(1,1,a) or mark(1,1,b) or mark(1,2,a) or mark(1,2,b) or tent(1,1) or tent(1,2) or tent(1,3)
not tent(1,1) and not mark(1,1,a) and not mark(1,1,b)
not tent(1,2) and not mark(1,2,b)
not tent(1,3)
"""
    (first, *_) = steps_of(text, drawn=True).pictures
    out = {(frame.x, frame.y): frame.out for frame in first.pictures[0].scene.frames}
    assert out == {(1, 1): "×ab", (2, 1): "×b", (3, 1): "×"}


@pytest.mark.parametrize("size", [28.0, 84.0])
def test_what_is_out_is_small_and_fits_its_square(size: float) -> None:
    for out in ("×", "×4", "×12345678", "×blue green red yellow"):
        (told,) = [
            one for one in frame_shapes(Frame(1, 1, "pointed", out=out), 0, 0, size, "") if isinstance(one, Text)
        ]
        assert told.size <= 13
        assert 0.62 * told.size * len(told.text) <= size
        assert out.startswith(told.text.removesuffix("…"))


def test_the_answer_has_the_shape_that_is_written_down() -> None:
    found = json.loads(json.dumps(to_plain_data(steps_of("a\nbigand $i in [1]: a => b($i) end"))))
    assert found["status"] == "unique"
    assert [step["facts"] for step in found["steps"]] == [["a"], ["b(1)"]]
    (instance,) = found["steps"][1]["instances"]
    assert (instance["line"], instance["binding"]) == (2, {"$i": 1})
    assert found["steps"][1]["premises"] == ["a"]
    assert found["steps"][1]["kind"] == "direct"
