"""Proofs checked as the textbook defines them, with sets and nothing clever; shares no code with ours."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TypeAlias

Clause: TypeAlias = Sequence[int]


def has_model(clauses: Sequence[Clause]) -> bool:
    """By truth table."""
    variables = sorted({abs(literal) for clause in clauses for literal in clause})
    for values in product((1, -1), repeat=len(variables)):
        true = {sign * variable for sign, variable in zip(values, variables, strict=True)}
        if all(true & set(clause) for clause in clauses):
            return True
    return False


def follows(clauses: Iterable[Clause], clause: Clause) -> list[int] | None:
    """The places of clauses that, propagated in this order, contradict the negation of a clause; or nothing."""
    numbered = list(enumerate(clauses))
    true = {-literal for literal in clause}
    used: list[int] = []
    while True:
        for place, other in numbered:
            if true & set(other):
                continue
            rest = {literal for literal in other if -literal not in true}
            if len(rest) <= 1:
                used.append(place)
                true |= rest
                if not rest:
                    return used
                break
        else:
            return None


def lrat_holds(clauses: Sequence[Clause], text: str) -> bool:
    """Whether a proof in LRAT without RAT steps holds, each clause checked against its hints alone."""
    known = {number: list(clause) for number, clause in enumerate(clauses, 1)}
    for line in text.splitlines():
        number, *words = line.split()
        if words[0] == "d":
            for word in words[1:-1]:
                del known[int(word)]
            continue
        numbers = [int(word) for word in words]
        middle = numbers.index(0)
        literals, hints = numbers[:middle], numbers[middle + 1 : -1]
        if follows([known[hint] for hint in hints], literals) is None:
            return False
        if not literals:
            return True
        known[int(number)] = literals
    return False


def as_drat(clauses: Sequence[Clause], text: str) -> str:
    """A proof in LRAT without its numbers and hints."""
    known = {number: list(clause) for number, clause in enumerate(clauses, 1)}
    lines = []
    for line in text.splitlines():
        number, *words = line.split()
        if words[0] == "d":
            lines += [f"d {' '.join(map(str, [*known.pop(int(word)), 0]))}" for word in words[1:-1]]
        else:
            known[int(number)] = [int(word) for word in words[: words.index("0")]]
            lines.append(" ".join(map(str, [*known[int(number)], 0])))
    return "\n".join(lines)
