"""What holds of every question there is: it and its answer are values, and the answer follows from the question."""

import json
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import gettempdir
from typing import Any, get_type_hints

import jsonschema
import msgspec
import pytest
from tests.tables import table

import bigand
from bigand.api.question import (
    Answer,
    Failure,
    Question,
    answer_from_json,
    answer_type,
    ask_here,
    json_schema,
    question_from_json,
    to_json,
)
from bigand.api.register import question_names, question_type
from bigand.api.report import Report
from bigand.puzzles import PUZZLES
from bigand.source.error import BigandError

RULE = {"text": "bigand $i in [1..3]: p($i) or not q($i) end\na or b"}
EDITED = {"text": "$N = 2\n;;@ domain p([1..$N])\nbigand $i in [1..$N]: p($i) end"}
EXHIBIT = {
    "pictures": [],
    "moves": {},
    "rest": [
        {"predicate": "p", "kind": "", "roles": [], "grid": [[1, 1], [1, 2]], "true": [[1, 2]], "numbers": []}
    ],
}
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "check": [{"source": RULE}, {"source": {"text": "p($i and"}, "suspicions": False}],
    "complete": [{"source": EDITED, "offset": offset} for offset in (0, 14, 61, 64)],
    "definition": [{"source": EDITED, "offset": 61}],
    "draw": [{"exhibit": EXHIBIT, "format": kind} for kind in ("svg", "sheet", "gif", "page", "png")],
    "equiv": [{"first": {"text": "a or b"}, "second": {"text": text}} for text in ("b or a", "a", "q(")],
    "export": [
        {"source": RULE},
        {"source": RULE, "to": "wcnf", "table_apart": True},
        {"source": {"text": "x > 3", "logic": "QF_LRA"}},
        {"source": {"text": "x > 3"}, "to": "dimacs"},
    ],
    "generate": [{"source": {"text": ";;@ clues p(row)\nexact(1, [p(1),p(2)])\np(1)"}, "drawn": True}],
    "hint": [{"source": RULE, "marks": ["a"], "drawn": True}],
    "rate": [{"source": RULE}],
    "steps": [{"source": {"text": "a\nbigand $i in [1..2]: a => p($i) end"}, "drawn": True}],
    "unique": [{"source": RULE, "drawn": True}],
    "forced": [{"source": {"text": "a\nnot b or a\nc or d"}}],
    "format": [{"source": {"text": "a   and b"}}],
    "grade": [
        {"reference": {"text": "a or b\nc"}, "student": {"text": text}, "is_drawn": True}
        for text in ("c\nb or a", "a\nc", "a", "a\nnot a", "q(", "x or y\nz")
    ],
    "hover": [{"source": EDITED, "offset": offset} for offset in (0, 36, 61)],
    "mathematics": [{"source": RULE, "target": target} for target in ("katex", "page", "unicode")],
    "needs": [{"source": {"text": ';;@ data $S from "s.json"\nbigand $s in $S: p($s) end'}}],
    "nf": [{"source": {"text": "a <=> b"}, "form": "dnf"}, {"source": {"text": "exists a: a"}}],
    "references": [{"source": EDITED, "offset": 61}],
    "rename": [{"source": EDITED, "offset": 0, "name": name} for name in ("$M", "$i", "1")],
    "settings": [{"source": EDITED}, {"source": {"text": ";;@ horizon $k in [1..4]\nat($k"}}],
    "show": [{"source": RULE, "stage": stage} for stage in ("tokens", "tree", "ground", "cnf")],
    "size": [{"source": RULE}],
    "solve": [
        {"source": RULE, "wanted": None, "draw": True},
        {"source": {"text": "a not a"}, "proof": "drat"},
        {"source": {"text": ";;@ soft 2\nnot a\na or b"}},
        {"source": {"text": "x + y == 3 and x > y and y > 0"}},
        {"source": {"text": "exists a: forall b: (a or b)"}, "strategy": True},
        {"source": {"text": ";;@ horizon $k in [1..4]\nbigand $t in [0..$k]: at($t) end"}},
    ],
    "symbols": [{"source": EDITED}],
    "test": [{"source": {"text": ";;@ expect sat\n;;@ expect models 4\na or b"}}],
    "tokens": [{"source": EDITED}],
    "translate": [{"source": RULE}, {"source": RULE, "form": "formula"}],
    "truth": [{"source": {"text": "a or b"}}, {"source": {"text": "bigand $i in [1..20]: p($i) end"}}],
    "verify": [{"source": {"text": "a not a"}, "proof": proof} for proof in ("MAo=", "MSAwCg==", "")],
    "view": [{"source": {"text": ";;@ view grid x(row,column)\nx(1,1) x(2,2) not x(1,2)"}}],
    "views": [{"source": {"text": "x(1,1) x(2,2) not x(1,2)"}}],
    "why": [{"source": {"text": "a or b\nnot a\nnot b\nc"}, "drawn": True}, {"source": RULE}],
    "why_forced": [{"source": {"text": "a or b\nnot a"}, "atom": "b"}],
    "why_not": [{"source": {"text": "a or b\nnot a"}, "expected": ["a"]}],
    "witness": [{"source": {"text": "a or b\nnot a"}, "drawn": True}],
}
for _puzzle in PUZZLES:  # those of a puzzle are beside its tests
    _own = import_module(f"tests.puzzles.{_puzzle}.samples").SAMPLES
    SAMPLES |= {f"{_puzzle}.{asked}": samples for asked, samples in _own.items()}
CASES = [(name, sample) for name, samples in SAMPLES.items() for sample in samples]
_IDS = [f"{name}-{at}" for at, (name, _) in enumerate(CASES)]
# How long something took is the one thing in answers that is not the same each time.
_TIMES = frozenset({"seconds"})
_HOUSE = Path(bigand.__file__).parent
_opened: list[str] | None = None  # files that were opened, while somebody wants to know


def made(name: str, sample: dict[str, Any]) -> Question[Any]:
    return question_from_json(json.dumps({"question": name, **sample}), question_type)


def timeless(part: Any) -> Any:
    """The same without times."""
    if isinstance(part, dict):
        return {key: timeless(one) for key, one in part.items() if key not in _TIMES}
    return [timeless(one) for one in part] if isinstance(part, list) else part


def known(answer: Answer) -> Any:
    return timeless(json.loads(to_json(answer)))


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(arguments[0], str | bytes):
        _opened.append(str(arguments[0]))


sys.addaudithook(_hear)


@contextmanager
def opened_files() -> Iterator[list[str]]:
    """The files that are opened meanwhile, but for modules and what lies beside them."""
    global _opened
    found: list[str] = []
    _opened = found
    try:
        yield found
    finally:
        _opened = None
        found[:] = [name for name in found if not _is_of_a_package(Path(name))]


def _is_of_a_package(path: Path) -> bool:
    roots = [_HOUSE, *[Path(one) for one in (sys.prefix, sys.base_prefix)]]
    # What libraries ask the system; and scratch files without a name, which proofs are traced into.
    is_of_the_system = path == Path(gettempdir()) or path.parts[1:2] in (("proc",), ("sys",), ("dev",))
    return is_of_the_system or path.suffix == ".pyc" or any(path.is_relative_to(root) for root in roots)


def test_every_question_has_a_sample() -> None:
    assert sorted(SAMPLES) == question_names()


@cache
def asked(case: int) -> tuple[Question[Any], Answer]:
    """A question and its answer: most tests need not ask again."""
    question = made(*CASES[case])
    return question, ask_here(question)


@table("case", range(len(CASES)), ids=_IDS.__getitem__)
def test_a_question_and_its_answer_are_values(case: int) -> None:
    question, answer = asked(case)
    assert not (isinstance(answer, Failure) and answer.kind.value == "bug"), answer
    assert question_from_json(to_json(question), question_type) == question
    assert answer_from_json(to_json(answer), type(question)) == answer
    assert pickle.loads(pickle.dumps((question, answer))) == (question, answer)


def test_every_schema_is_one() -> None:
    """Types that many questions share are looked at once: that takes longest."""
    parts = {}
    for name in question_names():
        whole = json_schema(question_type(name))
        assert "2020-12" in whole.get("$schema", "2020-12")
        for part in (*whole.get("$defs", {}).values(), {key: whole[key] for key in whole if key != "$defs"}):
            parts[json.dumps(part, sort_keys=True)] = part
    jsonschema.Draft202012Validator.check_schema({"allOf": list(parts.values())})


@table("case", range(len(CASES)), ids=_IDS.__getitem__)
def test_the_schema_accepts_a_question_and_its_answer(case: int) -> None:
    question, answer = asked(case)
    told = {"question": json.loads(to_json(question)), "answer": json.loads(to_json(answer))}
    jsonschema.Draft202012Validator(json_schema(type(question))).validate(told)


@table("case", range(len(CASES)), ids=_IDS.__getitem__)
def test_the_same_question_has_the_same_answer(case: int, capfd: pytest.CaptureFixture[str]) -> None:
    """Asked twice; nothing is printed, and no file is opened, the second time: the first one imports."""
    _, first = asked(case)
    question = made(*CASES[case])
    capfd.readouterr()
    with opened_files() as files:
        second = ask_here(question)
    assert known(first) == known(second)
    assert capfd.readouterr() == ("", "")
    assert files == []


@table("name", question_names())
def test_what_is_no_question_is_refused_with_its_path(name: str) -> None:
    sample = SAMPLES[name][0]
    for wrong, told in (
        ({**sample, "colour": 1}, "colour"),
        ({**sample, "limits": {"seconds": "soon"}}, "$.limits.seconds"),
        ({"limits": {}, **{key: [[]] for key in sample or {"limits": 0}}}, "$."),
    ):
        with pytest.raises(BigandError, match="question") as caught:
            made(name, wrong)
        assert (caught.value.key, told in str(caught.value)) == ("question.invalid", True), str(caught.value)


def test_what_is_not_json_is_refused() -> None:
    for text, key in (("{", "invalid"), ('{"question": "nothing"}', "unknown"), ("[]", "invalid"), ("", "invalid")):
        with pytest.raises(BigandError) as caught:
            question_from_json(text, question_type)
        assert caught.value.key == f"question.{key}"


def test_a_failure_is_a_value_too() -> None:
    answer = ask_here(made("check", {"source": {"text": "a", "values": {"x": {"no": [None]}}}}))
    assert isinstance(answer, Failure)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=Failure) == answer


@table("name", question_names())
def test_a_question_has_its_name_and_gives_its_answer(name: str) -> None:
    question = question_type(name)
    assert question.__struct_config__.tag == name  # type: ignore[attr-defined]  # of any Struct
    hints = get_type_hints(question.answer, {**vars(import_module(question.__module__))})
    assert (hints["report"], hints["return"]) == (Report, answer_type(question))
