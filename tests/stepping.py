"""Whether steps follow, by an oracle that shares no code with what finds them.

The printed instances are read anew, and decided by truth tables or, where these would be large, by Z3.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from itertools import combinations
from typing import Any

import z3

Formula = Any  # an atom, a truth value, or a tuple: a word and its parts
_TOKEN = re.compile(r"\s*(?:(¬|∧|∨|⇒|⇔|xor\b|[()\[\],⊤⊥])|([_0-9a-zA-Z][\w.]*))")
_COUNTS = ("exact", "atleast", "atmost")
_MOST_ROWS = 14  # atoms of a truth table


def read(text: str) -> Formula:
    """A formula as instances are printed."""
    return _Reader(text).whole()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def whole(self) -> Formula:
        found = self.chain()
        assert not self.text[self.at :].strip(), (self.text, self.at)
        return found

    def peek(self) -> str:
        matched = _TOKEN.match(self.text, self.at)
        return "" if matched is None else matched.group(1) or matched.group(2)

    def take(self, wanted: str = "") -> str:
        matched = _TOKEN.match(self.text, self.at)
        assert matched is not None, (self.text, self.at)
        self.at = matched.end()
        found = matched.group(1) or matched.group(2)
        assert not wanted or found == wanted, (self.text, self.at, found, wanted)
        return found

    def chain(self) -> Formula:
        parts = [self.operand()]
        sign = self.peek()
        while self.peek() in ("∧", "∨", "⇒", "⇔", "xor"):
            assert self.take() == sign
            parts.append(self.operand())
        return parts[0] if len(parts) == 1 else (sign, *parts)

    def operand(self) -> Formula:
        word = self.take()
        if word == "¬":
            return ("¬", self.operand())
        if word == "(":
            found = self.chain()
            self.take(")")
            return found
        if word in "⊤⊥":
            return word == "⊤"
        if word in _COUNTS:
            self.take("(")
            number = int(self.take())
            self.take(",")
            self.take("[")
            parts = [self.chain()]
            while self.peek() == ",":
                self.take(",")
                parts.append(self.chain())
            self.take("]")
            self.take(")")
            return (word, number, *parts)
        return word + self.arguments()

    def arguments(self) -> str:
        """`(1,f(2))` after the name of an atom, as it is written."""
        if not self.text.startswith("(", self.at):
            return ""
        begin, depth = self.at, 0
        while True:
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
            if depth == 0:
                return self.text[begin : self.at]


def atoms(formula: Formula) -> set[str]:
    if isinstance(formula, tuple):
        return {
            atom
            for part in formula[1:]
            if not isinstance(part, int) or isinstance(part, bool)
            for atom in atoms(part)
        }
    return set() if isinstance(formula, bool) else {formula}


def literal(text: str) -> Formula:
    """`x(1)` or `not x(1)`, as facts are printed."""
    return ("¬", text[4:]) if text.startswith("not ") else text


def follows(premises: Iterable[Formula], conclusion: Formula) -> bool:
    """Whether a formula follows from others."""
    return Said(list(premises), [conclusion]).imply(conclusion)


class Said:
    """Formulas, from all of which or all but one something may follow; `about` are the conclusions to be asked."""

    def __init__(self, parts: Sequence[Formula], about: Sequence[Formula]) -> None:
        self.parts = parts
        names = sorted(set().union(*map(atoms, [*parts, *about])))
        self._columns: dict[str, int] | None = None
        if len(names) <= _MOST_ROWS:
            self._every = (1 << (1 << len(names))) - 1
            self._columns = dict(zip(names, _columns(len(names)), strict=True))
            self._worths = [self._worth(part) for part in parts]
        else:
            self._solver: Any = z3.Solver()
            self._switches = [z3.Bool(f"&{at}") for at in range(len(parts))]
            self._solver.add([z3.Implies(on, _in_z3(part)) for on, part in zip(self._switches, parts, strict=True)])

    def imply(self, conclusion: Formula, without: int | None = None) -> bool:
        """Whether it follows from all of them, or from all but one."""
        if self._columns is not None:
            rows = self._every
            for at, worth in enumerate(self._worths):
                rows &= worth if at != without else self._every
            return rows & ~self._worth(conclusion) == 0
        chosen = [on for at, on in enumerate(self._switches) if at != without]
        return bool(self._solver.check(*chosen, z3.Not(_in_z3(conclusion))) == z3.unsat)

    def _worth(self, formula: Formula) -> int:
        """The rows of the truth table in which a formula is true."""
        assert self._columns is not None
        if isinstance(formula, bool):
            return self._every if formula else 0
        if isinstance(formula, str):
            return self._columns[formula]
        sign, *parts = formula
        if sign in _COUNTS:
            return _counted(sign, parts[0], [self._worth(part) for part in parts[1:]], self._every)
        values = [self._worth(part) for part in parts]
        if sign == "¬":
            return self._every & ~values[0]
        return reduce(lambda left, right: _joined(sign, left, right, self._every), values)


@cache
def _columns(count: int) -> list[int]:
    """The columns of a truth table, each one integer with a bit a row."""
    rows = 1 << count
    columns = []
    for at in range(count):
        block = ((1 << (1 << at)) - 1) << (1 << at)  # false, then true, so many rows each
        columns.append(sum([block << start for start in range(0, rows, 2 << at)]))
    return columns


def _joined(sign: str, left: int, right: int, every: int) -> int:
    match sign:
        case "∧":
            return left & right
        case "∨":
            return left | right
        case "⇒":
            return (every & ~left) | right
        case "⇔":
            return every & ~(left ^ right)
        case _:
            return left ^ right


def _counted(word: str, number: int, values: Sequence[int], every: int) -> int:
    """The rows in which so many are true: `counts[k]` those with exactly k so far."""
    counts = [every] + [0] * len(values)
    for value in values:
        counts = [
            (counts[k] & ~value) | (counts[k - 1] & value if k else 0) for k in range(len(values) + 1)
        ]  # fmt: skip
    least, most = {"exact": (number, number), "atleast": (number, len(values)), "atmost": (0, number)}[word]
    chosen = [rows for k, rows in enumerate(counts) if least <= k <= most]
    return reduce(lambda left, right: left | right, chosen, 0)


def _in_z3(formula: Formula) -> Any:
    if isinstance(formula, bool):
        return z3.BoolVal(formula)
    if isinstance(formula, str):
        return z3.Bool(formula)
    sign, *parts = formula
    if sign in _COUNTS:
        pairs = [(_in_z3(part), 1) for part in parts[1:]]
        make: Callable[..., Any] = {"exact": z3.PbEq, "atleast": z3.PbGe, "atmost": z3.PbLe}[sign]
        return make(pairs, parts[0])
    values = [_in_z3(part) for part in parts]
    match sign:
        case "¬":
            return z3.Not(values[0])
        case "∧":
            return z3.And(values)
        case "∨":
            return z3.Or(values)
        case "⇒":
            return reduce(z3.Implies, values)
        case "⇔":
            return reduce(lambda left, right: left == right, values)
        case _:
            return reduce(z3.Xor, values)


def complaints(steps: Sequence[dict[str, Any]]) -> list[str]:
    """What is wrong with steps, as JSON has them: a premise not known before, a fact that does not follow, one that
    follows without one of the premises or instances, a link that does not follow."""
    known: set[str] = set()
    found: list[str] = []
    for number, step in enumerate(steps, 1):
        instances = [read(one["instance"]) for one in step["instances"]]
        premises = [literal(one) for one in step["premises"]]
        if not set(step["premises"]) <= known:
            found.append(f"{number}: premises that are not known")
        said = Said([*instances, *premises], [literal(fact) for fact in step["facts"]])
        for fact in step["facts"]:
            wanted = literal(fact)
            if fact in known:
                found.append(f"{number}: {fact} was known")
            if not said.imply(wanted):
                found.append(f"{number}: {fact} does not follow")
            spare = [part for at, part in enumerate(said.parts) if said.imply(wanted, without=at)]
            found += [f"{number}: {fact} does not need {part}" for part in spare]
        found += [f"{number}: {wrong}" for wrong in _wrong_links(step, instances, premises)]
        known |= set(step["facts"])
    return found


def _wrong_links(step: dict[str, Any], instances: Sequence[Formula], premises: Sequence[Formula]) -> list[str]:
    """A link must follow from its instance, what is known and what was said before; the last one is impossible."""
    said = [*premises, ("¬", literal(step["facts"][0]))]
    for at, link in enumerate(step.get("links", [])):
        instance = instances[link["instance"]]
        is_last = at == len(step.get("links", [])) - 1
        if bool(link.get("follows", [])) == is_last:
            return [f"link {at} should {'not ' if not is_last else ''}be the end"]
        for one in map(literal, link.get("follows", [])):
            if not follows([instance, *said], one):
                return [f"link {at} does not follow"]
        said += map(literal, link.get("follows", []))
        if is_last and not follows([instance, *said], False):
            return ["the end is possible"]
    return []


def smallest(instances: Sequence[Formula], known: Iterable[str], forced: Iterable[str], most: int) -> int | None:
    """The fewest instances from which something forced follows with what is known, if they are at most so many."""
    given = list(map(literal, known))
    for size in range(1, most + 1):
        for some in combinations(instances, size):
            if any([follows([*some, *given], literal(one)) for one in forced]):
                return size
    return None
