"""The atoms of a program, and all its models, by a truth table."""

from collections.abc import Mapping
from dataclasses import dataclass

from tests.reference import evaluate
from tests.reference.read import RefusedError, UndecidedError, read
from tests.reference.values import Formula, Value

MOST_ATOMS = 12


@dataclass(frozen=True)
class Answer:
    """The user's atoms, in order of appearance, and for each model those that are true."""

    atoms: tuple[str, ...]
    models: frozenset[frozenset[str]]


@dataclass(frozen=True)
class Refusal:
    """The program must not be answered."""

    reason: str


def answer(text: str, given: Mapping[str, Value] | None = None) -> Answer | Refusal:
    """What a program says; `given` are values from outside.

    >>> answer("bigand $i in [1..2]: p($i) end").atoms
    ('p(1)', 'p(2)')
    >>> answer("p(1+1.0)")
    Refusal(reason='Int + Float')
    """
    try:
        formula = evaluate.file(read(text), given or {})
    except RefusedError as error:
        return Refusal(str(error))
    atoms = tuple(dict.fromkeys(atoms_of(formula)))
    if len(atoms) > MOST_ATOMS:
        raise UndecidedError
    # A column of the truth table is one integer: bit r is the value in row r.
    rows = 2 ** len(atoms)
    columns = {name: sum(1 << row for row in range(rows) if row >> at & 1) for at, name in enumerate(atoms)}
    table = column(formula, columns, (1 << rows) - 1)
    models = [
        frozenset(name for name in atoms if columns[name] >> row & 1) for row in range(rows) if table >> row & 1
    ]
    return Answer(atoms, frozenset(models))


def atoms_of(formula: Formula) -> list[str]:
    if formula[0] == "atom":
        return [formula[1]]
    return [name for part in formula[1:] for name in atoms_of(part)]


def column(formula: Formula, columns: dict[str, int], every: int) -> int:
    match formula:
        case ("Top",):
            return every
        case ("Bot",):
            return 0
        case ("atom", name):
            return columns[name]
        case ("not", inner):
            return every ^ column(inner, columns, every)
        case (sign, one, two):
            left, right = column(one, columns, every), column(two, columns, every)
            table = {"and": left & right, "or": left | right, "xor": left ^ right}
            return {**table, "=>": (every ^ left) | right, "<=>": every ^ left ^ right}[sign]
        case _:
            raise AssertionError(formula)
