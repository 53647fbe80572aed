"""Random questions, made from the types of all questions: mostly valid, small and odd."""

from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from tests.answer.test_every_question import SAMPLES

from bigand.api.question import Limits, Question
from bigand.api.register import question_names, question_type

_PROGRAMS = [
    "a",
    "not a",
    "a or b",
    "a and not a",
    "a\na => b\nnot b",
    "a <=> b xor c",
    "Top",
    "Bot",
    "",
    ";; only a comment",
    "bigand $i in [1..3]: p($i) end",
    "bigand $i,$j in [1..2],[1..2] when $i != $j: not q($i,$j) or p($i) end\nq(1,2)",
    "bigor $i in []: p($i) end",
    "exact(1, [a,b,c])",
    "atmost(2, p([1..4]))\natleast(2, p([1..4]))",
    "x + y == 3 and x > y and y > 0",
    "x > 1.5\nx < 1.0",
    "x == y",
    "exists a: forall b: (a or b)",
    "forall a: exists b: (a <=> b)",
    "forall a: a",
    ";;@ soft 2\nnot a\na or b",
    ";;@ minimize [1: p([1..3])]\nbigor $i in [1..3]: p($i) end",
    ";;@ horizon $k in [1..4]\nbigand $t in [0..$k]: at($t) end",
    ";;@ view grid x(row,column)\nx(1,1) x(2,2) not x(1,2)",
    ";;@ clues p(row)\nexact(1, [p(1),p(2)])\np(1)",
    ";;@ expect sat\n;;@ expect models 4\na or b",
    ";;@ expect unsat\na",
    ';;@ data $S from "s.json"\nbigand $s in $S: p($s) end',
    ";;@ domain p([1..2])\np(1) or p(3)",
    "$N = 2\nbigand $i in [1..$N]: p($i) end",
    "let $x = 1: p($x)",
    "if 1 == 1 then a else b end",
    "p(1.5, foo, [1,2])",
    "a and",
    "p($i",
    "bigand $i in [1..3]: p($i)",
    "))",
    "\ud800 a",
    "é ∧ ¬b",
]
_BOARDS = [
    "..",
    "L./.x",
    "0./..",
    "1./..",
    "7x7:eBB0b2gBd1hBg1a1d2a",
    "2x2:a1b",
    "",
    "0x5:",
    "Q...\n....\n....\n....",
    "4",
    "AAB\nABB\nCCC",
    "AABB\nAABB\nCCDD\nCCDD",
    "1 2 1 2 | 2 1 2 1 | |",
    "[[1,2],[2,1],[]]",
    "abab|baba||",
]
_ATOMS = ["a", "b", "not a", "p(1)", "p(3)", "not p(2)", "q(1,2)", "x", "at(0)", "$N", "$N=3", "nothing", "", "p("]
_WORDS = ["grid p(row)", "unicode", "en", "fr", "json", "{}", "[]", "1", "∅"]
_TEXTS = [*_ATOMS, *_PROGRAMS[:12], *_BOARDS[:6], *_WORDS]
_NUMBERS = [0, 1, 2, 3, 4, 5, 7, 10, -1, 100]
_FLOATS = [0.0, 0.5, 1.0, -1.0, 2.5, 1e9]
_ANYTHING: list[Any] = [None, True, 0, 3, -1, 1.5, "a", "p(1)", [], [1, 2], ["a", [1]], {}, {"1": 2}, {"a": [1]}]
_LIMITS = {"seconds": 2.0}  # so that no question takes long
_DEEPEST = 6


class Generator:
    """Makes questions; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._name = ""

    def question(self, name: str | None = None) -> tuple[str, dict[str, Any]]:
        """The name of a question (this one, or any) and its fields, as JSON has them."""
        name = self._name = name or self._random.choice(question_names())
        if self._random.random() < 0.35:  # a sample in which some fields are others
            fields = dict(self._random.choice(SAMPLES[name]))
            for field, kind in self._fields(question_type(name)).items():
                if self._random.random() < 0.25 and self._is_chosen(question_type(name), field):
                    fields[field] = self._value(kind, field, 0)
        else:
            fields = self._struct(question_type(name), 0)
        return name, {**fields, "limits": _LIMITS}

    def _fields(self, kind: type) -> dict[str, Any]:
        hints = get_type_hints(kind)
        return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}

    def _is_chosen(self, kind: type, field: str) -> bool:
        return not (issubclass(kind, Question) and field == "limits")

    def _struct(self, kind: type, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        hints = get_type_hints(kind)
        for field in msgspec.structs.fields(kind):
            if hints[field.name] is Limits:
                continue
            if field.required or self._random.random() < (0.35 if depth == 0 else 0.15):
                made[field.encode_name] = self._value(hints[field.name], field.name, depth + 1)
        config = kind.__struct_config__  # type: ignore[attr-defined]  # of any Struct
        return {config.tag_field: config.tag, **made} if config.tag_field is not None and depth else made

    def _value(self, kind: Any, field: str, depth: int) -> Any:
        chance, origin, parts = self._random, get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            return self._value(chance.choice(parts), field, depth)
        if origin is Literal:
            return chance.choice(parts)
        if hasattr(kind, "__members__"):
            return chance.choice(list(kind)).value
        if origin in (tuple, list, set, frozenset) or kind in (tuple, list):
            return self._several(parts, field, depth)
        if origin is not None and len(parts) == 2:  # a mapping
            keys = [self._value(parts[0], field, depth + 1) for _ in range(self._count(depth))]
            return {str(key): self._value(parts[1], field, depth + 1) for key in keys}
        if hasattr(kind, "_fields"):  # a named tuple: mostly a cell of a board
            return [chance.choice([1, 1, 2, 2, 0, 3, -1]) for _ in kind._fields]
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._struct(kind, depth + 1)
        return self._scalar(kind, field)

    def _several(self, parts: tuple[Any, ...], field: str, depth: int) -> list[Any]:
        if not parts or parts[-1] is Ellipsis or len(parts) == 1:
            inner = parts[0] if parts else Any
            return [self._value(inner, field, depth + 1) for _ in range(self._count(depth))]
        return [self._value(part, field, depth + 1) for part in parts]

    def _count(self, depth: int) -> int:
        return 0 if depth >= _DEEPEST else self._random.choice([0, 1, 1, 2, 3])

    def _scalar(self, kind: Any, field: str) -> Any:
        chance = self._random
        if kind is NoneType:
            return None
        if kind is bool:
            return chance.random() < 0.5
        if kind is int:
            return chance.choice(_NUMBERS)
        if kind is float:
            return chance.choice(_FLOATS)
        if kind is bytes:
            return chance.choice(["", "MAo=", "MSAwCg==", "e30=", "WzEsMl0="])
        if kind is str:
            return self._text(field)
        return chance.choice(_ANYTHING)

    def _text(self, field: str) -> str:
        is_puzzle = "." in self._name
        if self._random.random() < 0.1:
            return self._random.choice(_TEXTS)
        if field == "text":
            return self._random.choice(_BOARDS if is_puzzle else _PROGRAMS)
        if is_puzzle and self._random.random() < 0.5:
            return self._random.choice(_BOARDS)
        return self._random.choice(_ATOMS)
