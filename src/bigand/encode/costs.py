"""The costs of a file as weighted literals beside its clauses: what MaxSAT engines take.

An instance of a soft rule gets a literal that implies it, defined in that direction only: an engine that makes it
true has kept the instance, and one that minimises has no reason to leave it false when the instance holds. In a
file with numbers a goal may have these in it besides: then it is a sum that an engine for numbers makes small.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from bigand.encode.clauses import Clauses, zero_terminated
from bigand.encode.compile import Compiled, encode_rules, impossible, numbered, renumber, small_enough
from bigand.encode.encoder import Encoder
from bigand.encode.theory import Theory, theory_of
from bigand.ground.columns import Array
from bigand.ground.costs import Amount, Goal, Sum, goals, linear, too_large, weights
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder
from bigand.ground.formula import FALSE, OPEN
from bigand.ground.kinds import Sort
from bigand.language.operations import LARGEST


class Price(Struct, frozen=True):
    """A goal for an engine: `base`, and a positive number more for each literal that is true, is to be small.

    `terms` are unknowns that are numbers, with their factors: what they come to is to be small as well.
    """

    goal: Goal
    base: Amount
    penalties: dict[int, Amount]
    terms: dict[int, Amount] = field(default_factory=dict)
    is_real: bool = False  # whether a real is among them

    @property
    def most(self) -> Amount:
        """What all penalties come to, the base left out."""
        return sum(self.penalties.values())

    def shown(self, cost: Amount) -> Amount:
        """The number that a person is shown: what is maximised is minimised with the other sign."""
        return -cost if self.goal.kind == "maximize" else cost

    def cost(self, values: Sequence[bool | Amount]) -> Amount:
        """What a model costs, of which these are the values of the atoms and other variables in order."""
        paid = [
            weight for literal, weight in self.penalties.items() if bool(values[abs(literal) - 1]) == (literal > 0)
        ]
        return self.base + sum(paid) + sum([factor * values[atom - 1] for atom, factor in self.terms.items()])


class Costed(Struct, frozen=True, eq=False):
    """The clauses of a file and its goals, the most important first."""

    compiled: Compiled
    prices: tuple[Price, ...]
    theory: Theory | None = None  # of a file with numbers


def compile_costs(
    grounder: Grounder,
    as_written: bool = False,
    watch: Callable[[int], None] = lambda _count: None,
    logic: str | None = None,
) -> Costed:
    """Expand and encode the rules that must hold, the soft ones and the objectives.

    `logic` says what numbers are of which no use tells.
    """
    encoder = Encoder(direct=as_written)
    seconds = encode_rules(grounder, encoder, as_written, watch)
    if seconds is None:
        return Costed(impossible(grounder, encoder.rule), ())
    literals, amounts, base = _soft(grounder, encoder)
    sums = {goal.span: linear(grounder, goal.objective) for goal in goals(grounder) if goal.objective is not None}
    compiled = numbered(grounder, encoder, seconds)
    theory = None if grounder.kinds is None else theory_of(grounder, compiled, logic)
    kept = renumber(literals, compiled.numbers, compiled.clauses.atoms)
    prices: list[Price] = []
    for goal in goals(grounder):
        if goal.objective is None:
            prices.append(_price(goal, base, zip((-kept).tolist(), amounts.tolist(), strict=True)))
        else:
            prices.append(_objective(goal, sums[goal.span], compiled.numbers, theory))
    return Costed(compiled, tuple(prices), theory)


def _soft(grounder: Grounder, encoder: Encoder) -> tuple[Array, Array, int]:
    """For each soft instance a literal that implies it, and its weight; and the weight of those that never hold."""
    literals, amounts = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    base = total = 0
    for rule in grounder.soft_rules():
        encoder.rule = rule.number
        for frame, ground in grounder.blocks(rule):
            cost = weights(grounder, rule, frame)
            total += sum(cost.tolist())
            if total > LARGEST:
                assert rule.weight is not None
                raise NotEvaluableError([too_large(rule.weight.span)])
            base += int(cost[ground.status == FALSE].sum())
            rows = np.flatnonzero(ground.status == OPEN)
            if len(rows):
                with small_enough(rule):
                    literals.append(encoder.name(ground, True, rows))
                amounts.append(cost[rows])
    return np.concatenate(literals), np.concatenate(amounts), base


def _objective(goal: Goal, total: Sum, numbers: Array, theory: Theory | None) -> Price:
    sign = -1 if goal.kind == "maximize" else 1
    pairs = [(int(numbers[atom]), _whole(sign * factor)) for atom, factor in total.terms.items()]
    base = _whole(sign * total.constant)
    if theory is None:
        return _price(goal, base, iter(pairs))
    sorts = theory.sorts
    price = _price(goal, base, iter([pair for pair in pairs if sorts[pair[0] - 1] is Sort.BOOL]))
    terms = {atom: factor for atom, factor in pairs if sorts[atom - 1] is not Sort.BOOL}
    is_real = any([sorts[atom - 1] is Sort.REAL for atom in terms])
    return replace(price, terms=terms, is_real=is_real)


def _whole(number: Amount) -> Amount:
    """An integer as such."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def _price(goal: Goal, base: Amount, pairs: Iterator[tuple[int, Amount]]) -> Price:
    """Weighted literals, each atom once and each weight positive; what is paid in any case goes to the base."""
    by_atom: dict[int, list[Amount]] = {}
    for literal, weight in pairs:
        paid = by_atom.setdefault(abs(literal), [0, 0])
        paid[literal < 0] += weight
    penalties: dict[int, Amount] = {}
    for atom, (if_true, if_false) in by_atom.items():
        base += min(if_true, if_false)
        if if_true != if_false:
            penalties[atom if if_true > if_false else -atom] = max(if_true - if_false, if_false - if_true)
    return Price(goal, base, penalties)


def joined(prices: tuple[Price, ...]) -> tuple[dict[int, int], list[int]]:
    """One weight a literal for several goals, such that a unit of an earlier one outweighs all later ones.

    Also what a unit of each goal weighs. The costs are counted without the bases.
    """
    units = [1] * len(prices)
    for index in reversed(range(len(prices) - 1)):
        units[index] = units[index + 1] * (int(prices[index + 1].most) + 1)
    total: dict[int, int] = {}
    for price, unit in zip(prices, units, strict=True):
        for literal, weight in price.penalties.items():
            total[literal] = total.get(literal, 0) + unit * int(weight)
    return total, units


def wdimacs(costed: Costed, table: bool = True) -> Iterator[bytes]:
    """The text of the MaxSAT evaluations since 2022: `h` before hard clauses, a weight before soft ones."""
    prices, compiled = costed.prices, costed.compiled
    if table:
        for number, name in enumerate(compiled.names):
            yield f"c {name} {number + 1}\n".encode("utf-8", "replace")
    total, units = joined(prices)
    for price, unit in zip(prices, units, strict=True):
        yield f"c goal {price.goal.kind} unit {unit} base {price.base}\n".encode()
    yield from _hard(compiled.clauses)
    for literal, weight in total.items():
        yield f"{weight} {-literal} 0\n".encode()


def _hard(clauses: Clauses) -> Iterator[bytes]:
    for batch in clauses.batches:
        flat = zero_terminated(batch)
        ends = np.concatenate([[0], np.flatnonzero(flat == 0) + 1]).tolist()
        texts = list(map(str, flat.tolist()))
        yield "".join([f"h {' '.join(texts[first:last])}\n" for first, last in pairwise(ends)]).encode()
