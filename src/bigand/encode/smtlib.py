"""Write SMT-LIB 2.6: the clauses of a file with its comparisons, for other solvers.

Names are injective and as the user wrote them: `|x(1)|` where a bare symbol is not allowed. Comparisons are written
in place in the clauses; one that is long and occurs repeatedly is defined once.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.constraints import Constraint, Relation
from bigand.encode.costs import WeightedGoal
from bigand.encode.theory import Theory
from bigand.ground.costs import Amount
from bigand.ground.kinds import Sort
from bigand.ground.terms import decimal

_SIMPLE = re.compile(r"[a-zA-Z_][a-zA-Z_0-9]*")
_SORTS = {Sort.BOOL: "Bool", Sort.INT: "Int", Sort.REAL: "Real"}
# Words reserved by SMT-LIB, and some reserved by solvers.
_RESERVED = frozenset((
    "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "as", "exists", "forall", "let", "match", "par",
    "assert", "echo", "exit", "pop", "push", "reset", "Bool", "Int", "Real", "true", "false", "not", "and", "or",
    "xor", "ite", "distinct", "abs", "div", "mod", "to_real", "to_int", "is_int", "divisible", "div_total",
    "mod_total", "piand",
))  # fmt: skip
_MIN_DEFINED_UNKNOWNS = 4  # comparisons with this many unknowns that occur repeatedly get a definition


def symbol(name: str) -> str:
    """Return the symbol of an atom; different atoms have different symbols.

    >>> symbol("x"), symbol("x(1,a)"), symbol("1x"), symbol("div")
    ('x', '|x(1,a)|', '|1x|', '|div()|')
    """
    if name in _RESERVED:
        return f"|{name}()|"  # no atom prints like this
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"


def numeral(number: int | Fraction, sort: Sort) -> str:
    """Return a number as a constant of its sort.

    >>> numeral(-3, Sort.INT), numeral(Fraction(7, 2), Sort.REAL), numeral(Fraction(-1, 3), Sort.REAL)
    ('(- 3)', '3.5', '(- (/ 1.0 3.0))')
    """
    if number < 0:
        return f"(- {numeral(-number, sort)})"
    if sort is Sort.INT:
        return str(number)
    return decimal(Fraction(number)) or f"(/ {number.numerator}.0 {number.denominator}.0)"


def comparison(constraint: Constraint, names: Sequence[str], sorts: Sequence[Sort]) -> tuple[str, str]:
    """Return a constraint and its negation in prefix form; `names` and `sorts` are by atom, from 1.

    >>> comparison(Constraint(Relation.AT_MOST, 3, ((1, 1),)), ["x"], [Sort.INT])
    ('(<= x 3)', '(> x 3)')
    """
    relation, bound, monomials = constraint.relation, constraint.bound, constraint.monomials
    if not monomials:
        holds = {Relation.EQUAL: bound == 0, Relation.AT_MOST: bound >= 0, Relation.LESS: bound > 0}[relation]
        return ("true", "false") if holds else ("false", "true")
    sides = _sum_and_bound_text(constraint, names, sorts[monomials[0][1] - 1])
    if relation is Relation.EQUAL:
        return f"(= {sides})", f"(not (= {sides}))"
    return (f"(<= {sides})", f"(> {sides})") if relation is Relation.AT_MOST else (f"(< {sides})", f"(>= {sides})")


def _sum_and_bound_text(constraint: Constraint, names: Sequence[str], sort: Sort) -> str:
    """Return the two sides of a comparison: a sum and its bound, or two unknowns."""
    monomials = constraint.monomials
    if [coefficient for coefficient, _ in monomials] == [1, -1]:
        first, second = [names[atom - 1] for _, atom in monomials]
        return (
            f"{first} {second}"
            if constraint.bound == 0
            else f"(- {first} {second}) {numeral(constraint.bound, sort)}"
        )
    parts = [_monomial(coefficient, names[atom - 1], sort) for coefficient, atom in monomials]
    total = parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"
    return f"{total} {numeral(constraint.bound, sort)}"


def _monomial(coefficient: int, name: str, sort: Sort) -> str:
    return name if coefficient == 1 else f"(* {numeral(coefficient, sort)} {name})"


class Script:
    """The parts of a script: declarations, and the assertions of each rule."""

    def __init__(self, clauses: Clauses, theory: Theory) -> None:
        self.clauses = clauses
        self.theory = theory
        self.symbols = [symbol(name) for name in theory.names]
        self.true_texts = [
            *self.symbols,
            *[f"|&{number + 1}|" for number in range(clauses.variables - clauses.atoms)],
        ]
        self.false_texts = [f"(not {name})" for name in self.true_texts]
        self._definitions: list[str] = []
        self._insert_comparisons()

    def _insert_comparisons(self) -> None:
        """Replace the atoms of comparisons by the texts of these."""
        often = self._count_occurrences() > 1
        for constraint, atom in zip(self.theory.constraints, self.theory.constraint_atoms, strict=True):
            texts = comparison(constraint, self.symbols, self.theory.sorts)
            if len(constraint.monomials) >= _MIN_DEFINED_UNKNOWNS and often[atom]:
                self._definitions.append(f"(define-fun {self.true_texts[atom - 1]} () Bool {texts[0]})\n")
            else:
                self.true_texts[atom - 1], self.false_texts[atom - 1] = texts

    def _count_occurrences(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        counts = np.zeros(self.clauses.variables + 1, dtype=np.int64)
        for batch in self.clauses.batches:
            counts += np.bincount(np.abs(batch.literals), minlength=len(counts))
        return counts

    def declarations(self) -> Iterator[str]:
        """Yield a line for each unknown, then for each auxiliary atom, then the definitions."""
        for name, sort in zip(self.symbols, self.theory.sorts, strict=True):
            yield f"(declare-fun {name} () {_SORTS[sort]})\n"
        comparisons = set(self.theory.constraint_atoms)
        for atom in range(self.clauses.atoms + 1, self.clauses.variables + 1):
            if atom not in comparisons:
                yield f"(declare-fun {self.true_texts[atom - 1]} () Bool)\n"
        yield from self._definitions

    def literal_text(self, literal: int) -> str:
        return self.true_texts[literal - 1] if literal > 0 else self.false_texts[-literal - 1]

    def assertions(self, batch: Batch) -> Iterator[str]:
        """Yield a line for each clause."""
        literals = [self.literal_text(literal) for literal in batch.literals.tolist()]
        if batch.width == 1:
            yield from [f"(assert {text})\n" for text in literals]
        elif batch.starts is None:
            columns = [literals[index :: batch.width] for index in range(batch.width)]
            yield from [f"(assert (or {' '.join(row)}))\n" for row in zip(*columns, strict=True)]
        else:
            edges = batch.starts.tolist()
            for start, end in pairwise(edges):
                yield f"(assert {disjunction(literals[start:end])})\n"


def disjunction(literals: list[str]) -> str:
    if not literals:
        return "false"
    return literals[0] if len(literals) == 1 else f"(or {' '.join(literals)})"


def smtlib_script(
    clauses: Clauses,
    theory: Theory,
    logic: str | None,
    rule_comment: Callable[[int], str],
    write_goals: Callable[[Script], Iterator[str]] | None = None,
) -> Iterator[str]:
    """Yield a whole script; `rule_comment` returns the comment before the assertions of a rule, by its number.

    `write_goals` yields lines for optimisation, which is not part of the standard.
    """
    script = Script(clauses, theory)
    yield "(set-option :produce-models true)\n"
    if logic is not None:
        yield f"(set-logic {logic})\n"
    yield from script.declarations()
    comment = ""
    for batch in clauses.batches:
        if rule_comment(batch.rule) != comment:
            comment = rule_comment(batch.rule)
            yield f"; {comment}\n"
        yield "".join(script.assertions(batch))
    if write_goals is not None:
        yield from write_goals(script)
    yield "(check-sat)\n"
    if write_goals is not None:
        yield "(get-objectives)\n"
    if script.symbols:
        yield f"(get-value ({' '.join(script.symbols)}))\n"


# ---------------------------------------------------------------------- optimisation
# `minimize`, `maximize` and `assert-soft` are extensions of Z3 and OptiMathSAT.


def goal_lines(script: Script, weighted_goal: WeightedGoal) -> Iterator[str]:
    """Yield the lines of one goal.

    Both solvers treat several goals lexicographically, as we do. Soft weights belong to literals that imply the
    instances; unavoidable costs are stated in a comment.
    """
    if weighted_goal.goal.objective is not None:
        yield f"({weighted_goal.goal.kind} {_sum_text(script, weighted_goal)})\n"
        return
    if weighted_goal.base:
        yield f"; soft formulas that never hold cost {weighted_goal.base} besides\n"
    for literal, weight in weighted_goal.penalties.items():
        yield f"(assert-soft {script.literal_text(-literal)} :weight {weight} :id soft)\n"


def _sum_text(script: Script, weighted_goal: WeightedGoal) -> str:
    """Return the sum as the user wrote it: maximized sums are stored with the opposite sign."""
    sign = -1 if weighted_goal.goal.kind == "maximize" else 1
    amounts = [weighted_goal.base, *weighted_goal.terms.values(), *weighted_goal.penalties.values()]
    is_whole = not weighted_goal.is_real and all([amount.denominator == 1 for amount in amounts])
    sort = Sort.INT if is_whole else Sort.REAL

    def amount_text(amount: Amount) -> str:
        return numeral(sign * amount, sort)

    parts = [amount_text(weighted_goal.base)]
    for atom, factor in weighted_goal.terms.items():
        name = script.symbols[atom - 1]
        converted = name if script.theory.sorts[atom - 1] is sort else f"(to_real {name})"
        parts.append(f"(* {amount_text(factor)} {converted})")
    for literal, weight in weighted_goal.penalties.items():
        parts.append(f"(ite {script.literal_text(literal)} {amount_text(weight)} {amount_text(0)})")
    return f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0]
