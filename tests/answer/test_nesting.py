"""Every construct that nests or grows, with every question about a text: an answer, or a refusal at its place."""

import json
import time
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from bigand.api.check import Check, CheckAnswer
from bigand.api.formulas import Normalise
from bigand.api.question import Failure, answer_from_json, ask_here, question_from_json, to_json
from bigand.api.register import question_type
from bigand.api.report import ignore_events
from bigand.api.run.child import answer_within_limits
from bigand.api.size import Size
from bigand.api.solve import Solve, SolveAnswer
from bigand.api.source import Source
from bigand.source.error import ErrorKind

CONSTRUCTS: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: "(" * n + "a" + ")" * n,
    "not": lambda n: "not " * n + "a",
    "if": lambda n: "if 1 == 1 then " * n + "a" + " else b end" * n,
    "if over variables": lambda n: (
        "bigand $i in [1..2]: " + "if $i == 1 then " * n + "a" + " else b end" * n + " end"
    ),
    "bigand": lambda n: "".join([f"bigand $i{k} in [1]: " for k in range(n)]) + "a" + " end" * n,
    "bigand over one variable": lambda n: "bigand $i in [1]: " * n + "p($i)" + " end" * n,
    "bigor": lambda n: "".join([f"bigor $i{k} in [1]: " for k in range(n)]) + "a" + " end" * n,
    "let": lambda n: "".join([f"let $x{k} = 1: " for k in range(n)]) + "a",
    "exists": lambda n: "".join([f"exists a{k}: " for k in range(n)]) + "a0",
    "turns": lambda n: "".join([f"exists a{k}: " if k % 2 else f"forall a{k}: " for k in range(n)]) + "a1",
    "implications": lambda n: "a => (" * n + "b" + ")" * n,
    "implications without parentheses": lambda n: "a => " * n + "b",
    "equivalences": lambda n: "(" * n + "a" + " <=> b)" * n,
    "exclusive or": lambda n: "(" * n + "a" + " xor b)" * n,
    "and in or": lambda n: "a and (b or (" * n + "c" + "))" * n,
    "sets": lambda n: "bigand $i in " + "[" * n + "1" + "]" * n + ": p($i) end",
    "parentheses around a set": lambda n: "bigand $i in " + "(" * n + "[1]" + ")" * n + ": p($i) end",
    "unions": lambda n: "bigand $i in " + "(" * n + "[1]" + " union [2])" * n + ": p($i) end",
    "sums": lambda n: "bigand $i in [1.." + "(" * n + "1" + "+1)" * n + "]: p end",
    "functions": lambda n: "$x = " + "abs(" * n + "1" + ")" * n + "\np($x)",
    "conditions": lambda n: "bigand $i in [1] when " + "(" * n + "1 == 1" + ")" * n + ": p($i) end",
    "negated conditions": lambda n: "bigand $i in [1] when " + "not " * n + "1 == 1" + ": p($i) end",
    "indices": lambda n: "p(" * n + "1" + ")" * n,
    "terms of unknowns": lambda n: "(" * n + "x" + "+1)" * n + " > 3",
    "signs": lambda n: "x > " + "-" * n + "1",
    "cardinalities": lambda n: "exact(1, [a, " * n + "b" + "])" * n,
    "a large cardinality": lambda n: f"exact({n}, p([1..{2 * n}]))",
    "atleast": lambda n: f"atleast({n}, p([1..{2 * n}]))",
    "atmost": lambda n: f"atmost({n}, [q($i) for $i in [1..{2 * n}]])",
    "comments": lambda n: ";;" * n + "\na",
    "directives": lambda n: ";;@ view grid p(row,column)\n" * n + "p(1,1)",
    "a deep directive": lambda n: ";;@ domain p(" + "[" * n + "1" + "]" * n + ")\np(1)",
    "a long chain": lambda n: " and ".join([f"a{k}" for k in range(n)]),
    "facts": lambda n: "\n".join([f"p({k})" for k in range(n)]),
    "assignments": lambda n: "$x0 = 1\n" + "\n".join([f"$x{k + 1} = $x{k} + 1" for k in range(n)]) + f"\np($x{n})",
    "brackets that are not closed": lambda n: "(" * n + "a",
    "operators that are not closed": lambda n: "bigand $i in [1]: " * n + "a",
    "conditions that are not closed": lambda n: "if a then " * n,
    "sets that are not closed": lambda n: "bigand $i in " + "[" * n,
    "brackets that are not opened": lambda n: "a" + ")" * n,
    "ends of nothing": lambda n: "a" + " end" * n,
}
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("check", {}),
    ("check", {"suspicions": False}),
    ("format", {}),
    *[("mathematics", {"target": target}) for target in ("unicode", "katex", "page")],
    ("size", {}),
    ("solve", {"suspicions": True, "draw": True}),
    ("why", {"drawn": True}),
    ("witness", {}),
    ("forced", {}),
    ("steps", {}),
    ("unique", {}),
    ("export", {}),
    ("nf", {}),
    ("truth", {}),
    ("test", {}),
    *[("show", {"stage": stage}) for stage in ("tokens", "tree", "ground", "cnf", "prenex")],
    *[("translate", {"form": form}) for form in ("numbers", "names", "formula", "cnf", "duringcnf", "prenex")],
    *[(name, {}) for name in ("tokens", "symbols", "needs", "settings")],
    *[(name, {"offset": 1}) for name in ("hover", "complete", "definition", "references")],
    ("rename", {"offset": 1, "name": "other"}),
]
_LIMITS = {"limit.time", "limit.memory"}
_EXPLAINS = {"why", "witness", "steps", "unique", "forced"}  # which take longer than the rest


def faults(depth: int, seconds: float, is_thorough: bool = True) -> Iterator[str]:
    """The rows of the table in which something is wrong at a depth."""
    for construct, make in CONSTRUCTS.items():
        text = make(depth)
        for name, fields in QUESTIONS:
            if name in _EXPLAINS and not is_thorough:
                continue
            asked = json.dumps(
                {"question": name, "source": {"text": text}, **fields, "limits": {"seconds": seconds}}
            )
            question = question_from_json(asked, question_type)
            answer = answer_within_limits(question, ignore_events, time.monotonic())
            row = f"{construct}, {name} {fields}"
            if isinstance(answer, Failure) and answer.kind is ErrorKind.BUG:
                yield f"{row}: {answer.gaps['told']}"
            elif isinstance(answer, Failure) and answer.key in _LIMITS and name not in _EXPLAINS:
                yield f"{row}: {answer.key}"
            elif answer_from_json(to_json(answer), type(question)) != answer:
                yield f"{row}: another answer in JSON"


def test_every_construct_with_every_question() -> None:
    found = list(faults(25, 60.0, is_thorough=False))
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_every_construct_with_every_question_when_it_is_deep() -> None:
    """A minute for each is what a hang would be: the largest of them take two or three seconds."""
    found = list(faults(300, 60.0))
    assert not found, "\n".join(found)


# ---------------------------------------------------------------------- growth


def clauses(text: str) -> int:
    answer = ask_here(Solve(source=Source(text=text)))
    assert isinstance(answer, SolveAnswer), answer
    return answer.clauses


@pytest.mark.parametrize("word", ["<=>", "xor"])
def test_nested_equivalences_grow_by_four_clauses_a_level(word: str) -> None:
    """They once doubled with every level."""
    small, large = [clauses("(" * depth + "a" + f" {word} b)" * depth) for depth in (50, 100)]
    assert large - small == 4 * 50


def test_nested_equivalences_mean_what_they_say() -> None:
    """Random ones with constants, against all assignments."""
    chance = Random(5)
    wrong = []
    for _ in range(60):
        text = random_equivalence(chance, 4)
        python = text.replace("<=>", "==").replace("xor", "!=").replace("Top", "True").replace("Bot", "False")
        every = list(product([False, True], repeat=3))
        expected = sum([bool(eval(python, dict(zip("abc", values, strict=True)))) for values in every])
        keep = "\n".join([f"({atom} or not {atom})" for atom in "abc"])
        answer = ask_here(Solve(source=Source(text=f"{text}\n{keep}"), count=True))
        if not isinstance(answer, SolveAnswer) or answer.count != expected:
            wrong.append(f"{text}: {expected} models, not {answer}")
    assert not wrong, "\n".join(wrong)


def random_equivalence(chance: Random, depth: int) -> str:
    if depth == 0 or chance.random() < 0.1:
        return chance.choice(["a", "b", "c", "(not a)", "(not c)", "Top", "Bot"])
    word = chance.choice(["<=>", "xor", "<=>", "xor", "or", "and"])
    return f"({random_equivalence(chance, depth - 1)} {word} {random_equivalence(chance, depth - 1)})"


def test_a_cardinality_with_too_many_clauses_is_refused_at_its_place() -> None:
    text = "a\nexact(5000, p([1..10000]))"
    answer = ask_here(Solve(source=Source(text=text), suspicions=True))
    assert isinstance(answer, Failure)
    (diagnostic,) = answer.diagnostics
    assert (diagnostic.code, text[diagnostic.primary.span.start :].startswith("exact")) == ("G102", True)
    checked = ask_here(Check(source=Source(text=text)))
    assert isinstance(checked, CheckAnswer)
    assert [one.code for one in checked.diagnostics] == ["W116"]


def test_a_normal_form_that_explodes_is_refused_before_it_is_made() -> None:
    for text in ("(" * 40 + "a" + " <=> b)" * 40, "exact(25, p([1..50]))"):
        answer = ask_here(Normalise(source=Source(text=text)))
        assert isinstance(answer, Failure)
        assert answer.kind is ErrorKind.LIMIT, answer


def test_what_is_nested_too_deep_for_a_lint_is_told() -> None:
    text = CONSTRUCTS["if over variables"](1_000)
    answer = ask_here(Check(source=Source(text=text)))
    assert isinstance(answer, CheckAnswer)
    assert {one.code for one in answer.diagnostics} == {"W116"}


def test_a_number_of_clauses_that_no_float_holds_is_told() -> None:
    for size in (2_400, 20_000):
        answer = ask_here(Size(source=Source(text=f"exact({size // 2}, p([1..{size}]))")))
        assert not (isinstance(answer, Failure) and answer.kind is ErrorKind.BUG), answer
