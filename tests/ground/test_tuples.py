"""Tuples, which only come from outside, against the evaluator that shares no code with us."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.effort import seeds
from tests.ground.agreement import disagreement
from tests.reference.models import Answer, Refusal, answer
from tests.reference.values import Float, Int, Prop, Tuple, Value, make_set, show_float

ATOMS: list[Any] = [1, 2, 3, "a", "b", "f(1,a)"]


class Maker:
    """Random relations, and a program that reads them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        scalars = self.one([1, 2, 3], ["a", "b"], ATOMS, [0.0, -0.0, 1.5])
        widths = self.one((2, 2), (2, 2), (2, 3), (3, 3))
        relations = {
            name: [self.row(scalars, width) for _ in range(self.one(0, 1, 2, 2, 3, 3))]
            for name, width in zip("EF", widths, strict=True)
        }
        self.given: dict[str, Any] = {
            **relations,
            "t": self.row(scalars, 2),
            "V": self.random.sample(scalars if len(scalars) < 4 else ["a", "b"], 2),
            "w": {row: self.one(1, 2) for row in [*relations["E"], self.row(scalars, 2)]},
        }

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def row(self, scalars: list[Any], width: int) -> tuple[Any, ...]:
        nested = self.random.random() < 0.1
        parts = [self.one(*scalars) for _ in range(width)]
        return (*parts[:-1], (1, "a")) if nested else tuple(parts)

    def values(self) -> dict[str, Value]:
        """What is given, as the reference has it."""
        found: dict[str, Value] = {}
        for name, thing in self.given.items():
            if isinstance(thing, dict):
                for row, number in thing.items():
                    found[f"${name}({','.join(map(shown, row))})"] = Int(number)
            else:
                found[f"${name}"] = value_of(thing)
        return found

    def part(self) -> str:
        index = self.one("1", "2", "2", "2-1") if self.random.random() < 0.95 else self.one("3", "0", "a", "1,2")
        return f"{self.one('$e', '$f', '$e', '$t')}({index})"

    def relation(self, depth: int = 1) -> str:
        choices: list[Callable[[], str]] = [lambda: "$E", lambda: "$F"]
        if depth:
            choices += [
                lambda: f"({self.relation(0)} {self.one('union', 'inter', 'diff')} {self.relation(0)})",
                lambda: f"[$e for $e in {self.relation(0)} when {self.condition('$e', '$e')}]",
                lambda: f"[$t,$t{self.one('', '', '(1)')}]",
            ]
        found: str = self.one(*choices)()
        return found

    def condition(self, left: str = "$e", right: str = "$f") -> str:
        made: str = self.one(
            f"{left}(1) == {right}(2)",
            f"{left}(1) != {right}(1)",
            f"{left} != {right}",
            f"{left} == {right}",
            f"{left} in $F",
            f"{left}(2) in $V",
            f"not ({right} in ($E diff $F))",
            "$E subset $F",
            f"card([$x for $x in $E when $x(1) == {left}(2)]) > 0",
            f"$w({left}) == 1",
        )
        return made

    def body(self) -> str:
        made: str = self.one(
            "p($e)",
            "p($e) => not p($f)",
            f"p($e,{self.part()})",
            f"q({self.part()}) or p($f)",
            "q($w($e))",
            f"exact(1,[p($x) for $x in {self.relation(0)} when {self.condition('$x', '$e')}])",
            f"atmost(1,p({self.relation(0)}))",
            f"bigor $x in {self.relation()}: p($x) end",
            f"let $x = {self.part()}: q($x)",
            f"if {self.condition()} then p($e) else not p($f) end",
            self.part(),
            "p($t) and q($t(1))",
            'q("p($e)") or p($f)',
        )
        return made

    def program(self) -> str:
        when = f" when {self.condition()}" if self.random.random() < 0.6 else ""
        head = f"$e,$f in {self.relation(0)},{self.relation(self.one(0, 0, 1))}"
        return f"{self.one('bigand', 'bigand', 'bigor')} {head}{when}: {self.body()} end z"


def value_of(thing: Any) -> Value:
    if isinstance(thing, list):
        return make_set([value_of(element) for element in thing])
    if isinstance(thing, tuple):
        return Tuple(tuple([value_of(part) for part in thing]))
    if isinstance(thing, float):
        return Float(thing)
    return Int(thing) if isinstance(thing, int) else Prop(thing)


def shown(thing: Any) -> str:
    if isinstance(thing, float):
        return show_float(thing)
    return f"({','.join(map(shown, thing))})" if isinstance(thing, tuple) else str(thing)


@pytest.mark.parametrize("seed", seeds(8))
def test_random_programs_with_relations(seed: int) -> None:
    """Atoms, all models, and what is refused: with rules recognised and as written, in small blocks too."""
    for number in range(100):
        maker = Maker(seed * 1000 + number)
        assert disagreement(maker.program(), maker.given, maker.values()) is None, maker.given


def test_they_are_of_all_sorts() -> None:
    answers = []
    for number in range(400):
        maker = Maker(number)
        try:
            answers.append(answer(maker.program(), maker.values()))
        except Exception:  # too large for a truth table
            continue
    refused = [one for one in answers if isinstance(one, Refusal)]
    many = [one for one in answers if isinstance(one, Answer) and len(one.atoms) > 2]
    assert 0.05 < len(refused) / len(answers) < 0.6
    assert len(many) > 60
