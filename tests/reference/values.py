"""What a variable may hold. The kind is part of the value, at every depth: 1, 1.0 and [1] are three values."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.reference.read import RefusedError

Formula = tuple[Any, ...]  # ("Top",) ("Bot",) ("atom", name) ("not", f) (sign, f, g)


@dataclass(frozen=True)
class Int:
    value: int

    def __post_init__(self) -> None:
        if not -(2**63) <= self.value < 2**63:
            raise RefusedError("an integer beyond 64 bits")


@dataclass(frozen=True)
class Float:
    value: float


@dataclass(frozen=True)
class Bool:
    value: bool


@dataclass(frozen=True)
class Prop:
    name: str


@dataclass(frozen=True)
class Quoted:
    formula: Formula


@dataclass(frozen=True)
class Set:
    """Sorted, each element once, all of one kind: made by `make_set`."""

    elements: tuple["Value", ...]


@dataclass(frozen=True)
class Tuple:
    """From outside only: no program makes one."""

    parts: tuple["Value", ...]


Value = Int | Float | Bool | Prop | Quoted | Set | Tuple
ORDER: list[type[Value]] = [Int, Float, Prop, Set, Quoted, Tuple]


def rank(value: Value) -> tuple[Any, ...]:
    """Values in the order of sets; equal for what is one element of a set."""
    kind = ORDER.index(type(value))
    match value:
        case Int(number):
            return (kind, number)
        case Float(number):
            return (kind, not math.isnan(number), 0.0 if math.isnan(number) else number)
        case Prop(name):
            return (kind, name.encode())
        case Set(elements) | Tuple(elements):
            return (kind, tuple(rank(element) for element in elements))
        case Quoted():
            return (kind, show(value))
        case Bool():
            raise RefusedError("a boolean is no element of a set")


def make_set(values: Iterable[Value]) -> Set:
    """Of equal values the first one stays."""
    ranked: dict[tuple[Any, ...], Value] = {}
    for value in values:
        if isinstance(value, Bool):
            raise RefusedError("a boolean is no element of a set")
        ranked.setdefault(rank(value), value)
    if len({type(value) for value in ranked.values()}) > 1:
        raise RefusedError("a set of mixed kinds")
    return Set(tuple(ranked[key] for key in sorted(ranked)))


def same_kind(left: Set, right: Set) -> None:
    """An empty set goes with every other."""
    if left.elements and right.elements and type(left.elements[0]) is not type(right.elements[0]):
        raise RefusedError("sets of different kinds")


def contains(members: Set, value: Value) -> bool:
    if not members.elements:
        return False
    if type(value) is not type(members.elements[0]):
        raise RefusedError("'in' with another kind")
    return rank(value) in [rank(element) for element in members.elements]


def show_float(value: float) -> str:
    """
    >>> [show_float(x) for x in (1.0, -0.0, 1 / 3, 1e14, math.inf)]
    ['1.', '-0.', '0.333333333333', '1e+14', 'inf']
    """
    text = f"{value:.12g}"
    return text + "." if text.lstrip("-").isdigit() else text


def show_formula(formula: Formula) -> str:
    match formula:
        case ("atom", name):
            return str(name)
        case ("not", inner):
            return f"not {show_formula(inner)}"
        case (sign, left, right):
            return f"({show_formula(left)} {sign} {show_formula(right)})"
        case _:
            return str(formula[0])


def show(value: Value) -> str:
    """What is printed; an atom is nothing but its printed name."""
    match value:
        case Int(number):
            return str(number)
        case Float(number):
            return show_float(number)
        case Bool(truth):
            return "true" if truth else "false"
        case Prop(name):
            return name
        case Set(elements):
            return "[" + ",".join(map(show, elements)) + "]"
        case Tuple(parts):
            return "(" + ",".join(map(show, parts)) + ")"
        case Quoted(formula):
            return f'"{show_formula(formula)}"'


def named(name: str, indices: Iterable[Value]) -> str:
    """The printed name of a proposition or of an indexed variable; a tuple stands for its parts."""
    spread = [part for index in indices for part in (index.parts if isinstance(index, Tuple) else (index,))]
    shown = ",".join(map(show, spread))
    return f"{name}({shown})" if shown else name
