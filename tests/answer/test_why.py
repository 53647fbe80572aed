"""Reasons are values: the same here, in a child and through JSON; what is known first is a part of them."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.apps.here import answer_in_process

from bigand.api.forced import Forced, ForcedAnswer, WhyForced
from bigand.api.question import Answer, Failure, Question, answer_from_json, ask_here, question_from_json, to_json
from bigand.api.register import question_type
from bigand.api.report import Event, Part, Remark
from bigand.api.run.child import ask_in_child
from bigand.api.saved_model import parse_model_values
from bigand.api.source import Source
from bigand.api.value import replace_fields
from bigand.api.why import Why, WhyAnswer, WhyNot
from bigand.api.witness import Witness, WitnessAnswer
from bigand.source.error import BigandError, ErrorKind

ROOT = Path(__file__).parent.parent.parent
FILES = (
    "examples/queens/queens.touist",
    "examples/queens/rows.touist",
    "examples/queens/diagonals.touist",
    "examples/graphs/colouring.touist",
    "examples/lightup/walls.touist",
    "examples/watersort/states.touist",
    "examples/costs/shifts.touist",
    "examples/numbers/magic_square.touist",
    "tests/cases/students/exercise1.touist",
)
TEXTS = (
    "a\na => b\nnot b",
    "$k = 1\nat(0,0)\nbigand $i in [0..$k]: exact(1, [at($i,$n) for $n in [0..3]]) end\n"
    "bigand $i,$n in [1..$k],[1..3]: at($i,$n) => at($i-1,$n-1) end\nat($k,3)",
    ";;@ view grid p(row,column)\nbigand $i,$j in [1..2],[1..2]: p($i,$j) end\n"
    "bigand $i,$f in [1..2],[1.5,2.0]: not p($i,2) or q($f,true) end\nnot q(2.0,true)",
    ";;@ expect models 2\na or b",
    "x > 3.0\nx < 2.5\n3.0*y == 1.0",
)


def source(text: str) -> Source:
    return Source(text=text)


def _told(answer: Answer) -> Answer:
    """An answer without its model if that has numbers: which of many Z3 finds depends on what it found before."""
    if isinstance(answer, WhyAnswer) and answer.values is not None:
        return replace_fields(answer, model=None, values=None, exhibit=None)
    return answer


def is_the_same_everywhere(question: Question[Any]) -> Answer:
    """The answer, asked here; it is the same as a child tells it, pickled, and from JSON."""
    answer: Answer = ask_here(question)
    assert _told(answer_in_process(question)) == _told(answer)
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert answer_from_json(to_json(answer), type(question)) == answer
    assert question_from_json(to_json(question), question_type) == question
    assert not isinstance(answer, Failure) or answer.kind is ErrorKind.INPUT
    return answer


def test_in_a_child() -> None:
    asked = source(TEXTS[2])
    for question in (
        Why(source=asked, all=True, drawn=True),
        WhyNot(source=asked, expected=("not a", "b"), drawn=True),
        WhyForced(source=asked, atom="y", drawn=True),
        Forced(source=asked),
        Witness(source=asked, drawn=True),
    ):
        assert ask_in_child(question) == ask_here(question)


@pytest.mark.parametrize("name", FILES)
def test_files(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    values = {"N": 4} if name.endswith("queens.touist") else {}
    asked = Source(text=text, name=name, values=values)
    assert isinstance(is_the_same_everywhere(Why(source=asked, full=True, drawn=True)), WhyAnswer)


@pytest.mark.parametrize("text", TEXTS)
def test_texts(text: str) -> None:
    for asked in (Why(source=source(text), all=True), Why(source=source(text), full=True, drawn=True)):
        assert isinstance(is_the_same_everywhere(asked), WhyAnswer)
    is_the_same_everywhere(WhyNot(source=source(text), expected=("not a", "b"), drawn=True))
    is_the_same_everywhere(WhyForced(source=source(text), atom="y", drawn=True))
    assert isinstance(is_the_same_everywhere(Forced(source=source(text))), ForcedAnswer)
    assert isinstance(is_the_same_everywhere(Witness(source=source(text), drawn=True)), WitnessAnswer)


def test_the_clash_is_a_part_that_is_told_before_the_changes() -> None:
    told: list[Any] = []

    def hear(event: Event) -> None:
        if isinstance(event, Part):
            told.append(event.found)

    answer = ask_in_child(Why(source=source("a\nnot a")), hear)
    assert isinstance(answer, WhyAnswer)
    (part,) = told
    assert (part.clashes, part.model, part.changes) == (answer.clashes, answer.model, None)
    assert answer.changes


def test_what_an_answer_says() -> None:
    answer = ask_here(Why(source=source("a\na => b\nnot b"), drawn=True))
    assert isinstance(answer, WhyAnswer)
    (clash,) = answer.clashes
    assert [rule.line for rule in clash.rules] == [1, 2, 3]
    assert clash.upshot is not None
    assert (clash.upshot.literals, clash.upshot.against.line) == ((("b", True),), 3)
    assert clash.steps[-1].is_contradiction
    assert [place.line for place in answer.without] == [1]
    assert answer.exhibit is not None
    shown = json.loads(to_json(answer))
    assert (shown["answer"], shown["status"], answer.horizon) == ("reasons", "unsat", None)


def test_what_is_expected_is_not_told_as_of_the_text() -> None:
    answer = ask_here(WhyNot(source=source("a => b"), expected=("a", "not b")))
    assert isinstance(answer, WhyAnswer)
    assert [one.line for one in answer.reasons] == [1]
    assert [rule.is_expected for rule in answer.clashes[0].rules].count(True) == 2


def test_which_text_is_wrong() -> None:
    for expected, wrong in ((("a", "b and"), 2), (("a", "p($x)"), 3), (("a", "p(1/0)"), 3)):
        failure = ask_here(WhyNot(source=source("a => b"), expected=expected))
        assert isinstance(failure, Failure)
        assert (failure.source, failure.kind) == (wrong, ErrorKind.INPUT)
    failure = ask_here(WhyNot(source=source("a"), expected=("$n = 1",)))
    assert isinstance(failure, Failure)
    assert failure.key in ("why.not_formula", "question.refused")


def test_a_whole_model() -> None:
    heard: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, Remark):
            heard.append(event.key)

    question = WhyNot(source=source("x > 3\nx < 5 or not a"), model={"x": "11/2", "a": True, "b": True})
    assert question_from_json(to_json(question), question_type) == question
    answer = ask_here(question, hear)
    assert isinstance(answer, WhyAnswer)
    assert [one.line for one in answer.reasons] == [2]
    assert heard == ["why.stranger_near"] or heard == ["why.stranger"]
    for model, key in (({"a": True}, "why.no_value"), ({"x": "?"}, "why.bad_model")):
        failure = ask_here(WhyNot(source=question.source, model=model))
        assert isinstance(failure, Failure)
        assert failure.key == key


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1 p(1, 2)\n0 q\nnot r\n-s\nx = 3.5\ny = 4. ;; four",
         {"p(1,2)": "1", "q": "0", "r": False, "s": False, "x": "3.5", "y": "4"}),
        ('{"models": [{"true": ["a"], "false": ["b"], "values": {"x": 2, "y": "1/3"}}]}',
         {"a": True, "b": False, "x": "2", "y": "1/3"}),
        ('["a"]', {"a": True}),
    ],
)  # fmt: skip
def test_saved_models(text: str, values: dict[str, Any]) -> None:
    assert parse_model_values(text, "saved") == values


@pytest.mark.parametrize("text", ["???", "{", '{"models": 3}'])
def test_what_is_no_saved_model(text: str) -> None:
    with pytest.raises(BigandError):
        parse_model_values(text, "saved")


def test_an_atom_that_is_not_forced_has_another_value_in_a_model() -> None:
    answer = ask_here(WhyForced(source=source("a or b"), atom="a"))
    assert isinstance(answer, WhyAnswer)
    assert (answer.status, answer.forced) == ("sat", None)
    assert answer.model is not None
    forced = ask_here(WhyForced(source=source("a\na => b"), atom=" b"))
    assert isinstance(forced, WhyAnswer)
    assert (forced.status, forced.forced) == ("unsat", True)
    impossible = ask_here(WhyForced(source=source("a\nnot a"), atom="a"))
    assert isinstance(impossible, WhyAnswer)
    assert (impossible.status, impossible.forced, impossible.clashes) == ("unsat", None, ())
