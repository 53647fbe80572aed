"""Trees to values and to formulas without variables: nested loops, one instance after the other."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations, product
from typing import TypeVar

from tests.reference.read import RefusedError, Tree, UndecidedError
from tests.reference.values import (
    Bool,
    Float,
    Formula,
    Int,
    Prop,
    Quoted,
    Set,
    Tuple,
    Value,
    contains,
    make_set,
    named,
    rank,
    same_kind,
)

Wanted = TypeVar("Wanted", bound=Value)
LARGEST_SET = 5_000  # a program with a larger one is too much for a truth table


@dataclass(frozen=True)
class Scope:
    """What each variable holds, by its printed name: `$x`, `$v(1,a)`."""

    globals: Mapping[str, Value]
    locals: Mapping[str, Value]

    def bind(self, name: str, value: Value) -> "Scope":
        return Scope(self.globals, {**self.locals, name: value})


def file(items: list[Tree], given: Mapping[str, Value]) -> Formula:
    """All assignments first, in their order; then the conjunction of all formulas. What is given wins."""
    known: dict[str, Value] = dict(given)
    for item in items:
        if item[0] == "assign":
            _, variable, value = item
            scope = Scope(dict(known), {})
            name = key(variable, scope)
            if name not in given:
                known[name] = expression(value, scope)
    scope = Scope(known, {})
    formulas = [formula(item, scope) for item in items if item[0] != "assign"]
    return join("and", formulas)


# Variables


def key(variable: Tree, scope: Scope) -> str:
    _, name, indices = variable
    return str(name) if indices is None else named(name, [expression(one, scope) for one in indices])


def look_up(variable: Tree, scope: Scope) -> Value:
    """The very name, local then global; or a part of the tuple that the name without indices holds."""
    full = key(variable, scope)
    if full in scope.locals:
        return scope.locals[full]
    if full in scope.globals:
        return scope.globals[full]
    match variable, scope.locals.get(variable[1], scope.globals.get(variable[1])):
        case (_, _, [index]), Tuple(parts):
            place = expression(index, scope)
            if isinstance(place, Int) and 1 <= place.value <= len(parts):
                return parts[place.value - 1]
        case _:
            pass
    raise RefusedError(f"{full} is not known")


def variable_as_formula(variable: Tree, scope: Scope) -> Formula:
    """Here alone a local variable that holds a proposition may be given indices: `$f(1)` is `q(1)`."""
    _, name, indices = variable
    full = key(variable, scope)
    if indices is None or full in scope.locals or full in scope.globals:
        return member(look_up(variable, scope))
    if isinstance(scope.locals.get(name, scope.globals.get(name)), Tuple):
        return member(look_up(variable, scope))
    if name not in scope.locals:
        raise RefusedError(f"{full} is not known")
    held = expect(Prop, scope.locals[name])
    return ("atom", named(held.name, [expression(one, scope) for one in indices]))


def expect(kind: type[Wanted], value: Value) -> Wanted:
    if not isinstance(value, kind):
        raise RefusedError(f"{kind.__name__} expected, not {type(value).__name__}")
    return value


# Generators, of bigand, bigor and comprehensions alike


def bindings(names: list[str], sets: list[Tree], when: Tree | None, scope: Scope) -> Iterator[Scope]:
    """The scopes of all turns: the first variable is the outermost loop, `when` is asked innermost."""
    if not names:
        if when is None or holds(when, scope):
            yield scope
        return
    try:
        values = expect(Set, expression(sets[0], scope)).elements
    except RefusedError:
        if when is not None and is_dropped(when, scope):
            raise UndecidedError from None
        raise
    for value in values:
        yield from bindings(names[1:], sets[1:], when, scope.bind(names[0], value))


def holds(condition: Tree, scope: Scope) -> bool:
    try:
        return expect(Bool, expression(condition, scope)).value
    except RefusedError:
        if is_dropped(condition, scope):
            raise UndecidedError from None
        raise


def is_dropped(condition: Tree, scope: Scope) -> bool:
    """Whether one of the conditions that `and` joins is false, whatever the others are."""
    match condition:
        case ("binary", "and", left, right):
            return is_dropped(left, scope) or is_dropped(right, scope)
        case _:
            try:
                return expression(condition, scope) == Bool(False)
            except RefusedError:
                return False


# Formulas


def formula(tree: Tree, scope: Scope) -> Formula:
    match tree:
        case ("Top",) | ("Bot",):
            return tree
        case ("prop", name, indices):
            return ("atom", named(name, [expression(one, scope) for one in indices]))
        case ("var", *_):
            return variable_as_formula(tree, scope)
        case ("not", inner):
            return negation(formula(inner, scope))
        case ("binary", sign, left, right):
            try:
                return connect(sign, formula(left, scope), formula(right, scope))
            except RefusedError:
                if has_constant(tree):
                    raise UndecidedError from None
                raise
        case ("if", condition, yes, no):
            return formula(yes if expect(Bool, expression(condition, scope)).value else no, scope)
        case ("big", word, names, sets, when, body):
            parts = [formula(body, inner) for inner in bindings(names, sets, when, scope)]
            return join("and" if word == "bigand" else "or", parts)
        case ("let", variable, value, body):
            return formula(body, scope.bind(key(variable, scope), expression(value, scope)))
        case ("count", word, number, members):
            wanted = expect(Int, expression(number, scope)).value
            elements = expect(Set, expression(members, scope)).elements
            return count(word, wanted, [member(element) for element in elements])
        case _:
            raise AssertionError(tree)


def member(value: Value) -> Formula:
    """A value where a formula must stand."""
    match value:
        case Prop(name):
            return ("atom", name)
        case Quoted(inner):
            return inner
        case _:
            raise RefusedError(f"{type(value).__name__} as a formula")


def has_constant(tree: Tree) -> bool:
    """Whether Top or Bot stands as an operand in a chain of connectives."""
    match tree:
        case ("Top",) | ("Bot",):
            return True
        case ("not", inner):
            return has_constant(inner)
        case ("binary", _, left, right):
            return has_constant(left) or has_constant(right)
        case _:
            return False


TOP: Formula = ("Top",)
BOT: Formula = ("Bot",)


def negation(inner: Formula) -> Formula:
    if inner in (TOP, BOT):
        return BOT if inner == TOP else TOP
    return ("not", inner)


def connect(sign: str, left: Formula, right: Formula) -> Formula:
    """The formula, with Top and Bot absorbed."""
    if TOP not in (left, right) and BOT not in (left, right):
        return (sign, left, right)
    match sign:
        case "and":
            return BOT if BOT in (left, right) else right if left == TOP else left
        case "or":
            return TOP if TOP in (left, right) else right if left == BOT else left
        case "=>":
            if left == BOT or right == TOP:
                return TOP
            return right if left == TOP else negation(left)
        case "<=>":
            constant, other = (left, right) if left in (TOP, BOT) else (right, left)
            return other if constant == TOP else negation(other)
        case "xor":
            constant, other = (left, right) if left in (TOP, BOT) else (right, left)
            return other if constant == BOT else negation(other)
        case _:
            raise AssertionError(sign)


def join(sign: str, parts: list[Formula]) -> Formula:
    """Nested to the right; nothing at all is Top for `and`, Bot for `or`."""
    if not parts:
        return TOP if sign == "and" else BOT
    return reduce(lambda right, left: connect(sign, left, right), reversed(parts))


def count(word: str, wanted: int, parts: list[Formula]) -> Formula:
    """How many of the parts are true, said with `or` over the choices of them."""
    negated = [negation(part) for part in parts]
    if word == "atleast":
        return some_hold(wanted, parts)
    if word == "atmost":  # at least so many are false
        return some_hold(len(parts) - wanted, negated)
    if not 0 <= wanted <= len(parts):
        return BOT
    places = range(len(parts))
    choices = combinations(places, wanted)
    return join(
        "or", [join("and", [(parts if at in chosen else negated)[at] for at in places]) for chosen in choices]
    )


def some_hold(least: int, parts: list[Formula]) -> Formula:
    if least <= 0:
        return TOP
    return join("or", [join("and", list(chosen)) for chosen in combinations(parts, least)])


# Expressions


def expression(tree: Tree, scope: Scope) -> Value:
    match tree:
        case ("int", number):
            return Int(number)
        case ("float", number):
            return Float(number)
        case ("bool", truth):
            return Bool(truth)
        case ("var", *_):
            return look_up(tree, scope)
        case ("prop", name, indices):
            return proposition(name, [expression(one, scope) for one in indices])
        case ("quote", inner):
            return Quoted(formula(inner, scope))
        case ("negative", ("int", number)):
            return Int(-number)  # the least integer has no positive
        case ("negative", inner):
            match expression(inner, scope):
                case Int(number):
                    return Int(-number)
                case Float(number):
                    return Float(-number)
                case _:
                    raise RefusedError("- of no number")
        case ("not", inner):
            return Bool(not expect(Bool, expression(inner, scope)).value)
        case ("call", word, inner):
            return call(word, expression(inner, scope))
        case ("binary", sign, left, right):
            return binary(sign, expression(left, scope), expression(right, scope))
        case ("if", condition, yes, no):
            return expression(yes if expect(Bool, expression(condition, scope)).value else no, scope)
        case ("display", elements):
            return make_set([expression(element, scope) for element in elements])
        case ("range", start, end):
            return span(expression(start, scope), expression(end, scope))
        case ("each", inner, names, sets, when):
            return make_set([expression(inner, turn) for turn in bindings(names, sets, when, scope)])
        case _:
            raise AssertionError(tree)


def proposition(name: str, indices: list[Value]) -> Value:
    """In an expression empty sets are dropped, and other sets stand for all their elements."""
    kept = [index for index in indices if index != Set(())]
    if not any(isinstance(index, Set) for index in kept):
        return Prop(named(name, kept))
    choices = [index.elements if isinstance(index, Set) else (index,) for index in kept]
    return make_set([Prop(named(name, chosen)) for chosen in product(*choices)])


def span(start: Value, end: Value) -> Set:
    """`[start..end]`, in steps of one."""
    match start, end:
        case (Int(first), Int(last)):
            if last - first >= LARGEST_SET:
                raise UndecidedError
            return make_set([Int(number) for number in range(first, last + 1)])
        case (Float(low), Float(high)):
            if math.isfinite(low) and high == math.inf:
                raise RefusedError("a range without end")
            if not low <= high:
                return Set(())
            if not high - low < LARGEST_SET:
                raise UndecidedError
            found, steps = [], 0
            while low + steps <= high:
                found.append(Float(low + steps))
                steps += 1
            return make_set(found)
        case _:
            raise RefusedError("a range of no numbers, or of mixed ones")


def call(word: str, value: Value) -> Value:
    match word, value:
        case ("abs", Int(number)):
            return Int(abs(number))
        case ("abs", Float(number)):
            return Float(abs(number))
        case ("int", Int()) | ("float", Float()):
            return value
        case ("int", Float(number)):
            if not math.isfinite(number):
                raise RefusedError("int() of what is not finite")
            return Int(math.trunc(number))
        case ("float", Int(number)):
            return Float(float(number))
        case ("sqrt", Float(number)):
            return Float(math.sqrt(number) if not number < 0 else math.nan)
        case ("card", Set(elements)):
            return Int(len(elements))
        case ("empty", Set(elements)):
            return Bool(not elements)
        case ("powerset", Set(elements)):
            if 2 ** len(elements) > LARGEST_SET:
                raise UndecidedError
            sizes = range(len(elements) + 1)
            return make_set([Set(chosen) for chosen in chain(*[combinations(elements, size) for size in sizes])])
        case _:
            raise RefusedError(f"{word}() of {type(value).__name__}")


ORDERINGS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
TRUTHS: dict[str, Callable[[bool, bool], bool]] = {
    "and": lambda left, right: left and right,
    "or": lambda left, right: left or right,
    "xor": lambda left, right: left != right,
    "=>": lambda left, right: not left or right,
    "<=>": lambda left, right: left == right,
}


def binary(sign: str, left: Value, right: Value) -> Value:
    """Both sides have been evaluated: nothing here is lazy."""
    match sign, left, right:
        case ("in", _, Set()):
            return Bool(contains(right, left))
        case ("==" | "!=", _, _):
            return Bool(equal(left, right) == (sign == "=="))
        case (_, Int(one), Int(two)) if sign in ORDERINGS:
            return Bool(ORDERINGS[sign](one, two))
        case (_, Float(one), Float(two)) if sign in ORDERINGS:
            return Bool(ORDERINGS[sign](one, two))
        case (_, Bool(yes), Bool(no)) if sign in TRUTHS:
            return Bool(TRUTHS[sign](yes, no))
        case ("+" | "-" | "*" | "/" | "mod", Int(one), Int(two)):
            return Int(integer_arithmetic(sign, one, two))
        case ("+" | "-" | "*" | "/", Float(one), Float(two)):
            return Float(float_arithmetic(sign, one, two))
        case ("union" | "inter" | "diff" | "subset", Set(), Set()):
            return set_operation(sign, left, right)
        case _:
            raise RefusedError(f"{type(left).__name__} {sign} {type(right).__name__}")


def equal(left: Value, right: Value) -> bool:
    match left, right:
        case (Int(), Int()) | (Prop(), Prop()):
            return left == right
        case (Float(one), Float(two)):
            return one == two
        case (Set(), Set()):
            same_kind(left, right)
            return rank(left) == rank(right)
        case (Tuple(), Tuple()):
            return rank(left) == rank(right)
        case _:
            raise RefusedError(f"{type(left).__name__} == {type(right).__name__}")


def integer_arithmetic(sign: str, left: int, right: int) -> int:
    if sign in ("/", "mod") and right == 0:
        raise RefusedError("division by zero")
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":  # towards zero
            return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        case _:  # the sign of what is divided
            return left - right * integer_arithmetic("/", left, right)


def float_arithmetic(sign: str, left: float, right: float) -> float:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            if right != 0.0:
                return left / right
            if left == 0.0 or math.isnan(left):
                return math.nan
            return math.copysign(math.inf, left) * math.copysign(1.0, right)


def set_operation(sign: str, left: Set, right: Set) -> Value:
    same_kind(left, right)
    shared = [value for value in left.elements if contains(right, value)]
    match sign:
        case "union":
            return make_set([*left.elements, *right.elements])
        case "inter":
            return make_set(shared)
        case "diff":
            return make_set([value for value in left.elements if not contains(right, value)])
        case _:
            return Bool(len(shared) == len(left.elements))
