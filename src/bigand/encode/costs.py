"""Encode the costs of a file as weighted literals beside its clauses, for MaxSAT engines.

An instance of a soft rule gets a literal that implies it, defined in that direction only: if the engine makes it
true, the instance holds, and a minimizing engine has no reason to leave it false if the instance can hold. In a
file with numeric unknowns, a goal may contain these as well: then it is a sum that an arithmetic engine minimizes.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from bigand.encode.clauses import Clauses, zero_terminated
from bigand.encode.compiler import (
    CompiledFile,
    encode_rules,
    finish_compilation,
    reject_too_many_clauses,
    renumber_literals,
    unsatisfiable_file,
)
from bigand.encode.encoder import Encoder
from bigand.encode.theory import Theory, theory_of
from bigand.ground.columns import Array
from bigand.ground.costs import Amount, Goal, LinearSum, goals_of, instance_weights, linear_sum, sum_too_large
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.formula import FALSE, OPEN
from bigand.ground.grounder import Grounder
from bigand.ground.kinds import Sort
from bigand.language.operations import MAX_INTEGER


class WeightedGoal(Struct, frozen=True):
    """A goal for an engine: minimize `base` plus the penalties of all literals that are true.

    `terms` are numeric unknowns with their factors; they are added to the sum.
    """

    goal: Goal
    base: Amount
    penalties: dict[int, Amount]
    terms: dict[int, Amount] = field(default_factory=dict)
    is_real: bool = False  # whether a term is real

    @property
    def max_penalty(self) -> Amount:
        """The sum of all penalties, without the base."""
        return sum(self.penalties.values())

    def displayed_cost(self, cost: Amount) -> Amount:
        """Return the number shown to the user: maximization is minimization with the opposite sign."""
        return -cost if self.goal.kind == "maximize" else cost

    def cost_of(self, values: Sequence[bool | Amount]) -> Amount:
        """Return the cost of a model, given the values of all variables in order."""
        paid_penalties = [
            weight for literal, weight in self.penalties.items() if bool(values[abs(literal) - 1]) == (literal > 0)
        ]
        return (
            self.base
            + sum(paid_penalties)
            + sum([factor * values[atom - 1] for atom, factor in self.terms.items()])
        )


class CostedFile(Struct, frozen=True, eq=False):
    """The clauses of a file and its goals, most important first."""

    compiled: CompiledFile
    goals: tuple[WeightedGoal, ...]
    theory: Theory | None = None  # for a file with numeric unknowns


def compile_costs(
    grounder: Grounder,
    as_written: bool = False,
    on_progress: Callable[[int], None] = lambda _count: None,
    logic: str | None = None,
) -> CostedFile:
    """Expand and encode the hard rules, the soft rules and the objectives.

    `logic` decides the sort of numbers whose uses leave it open.
    """
    encoder = Encoder(direct=as_written)
    seconds = encode_rules(grounder, encoder, as_written, on_progress)
    if seconds is None:
        return CostedFile(unsatisfiable_file(grounder, encoder.rule), ())
    literals, amounts, base = _encode_soft_rules(grounder, encoder)
    sums = {
        goal.span: linear_sum(grounder, goal.objective) for goal in goals_of(grounder) if goal.objective is not None
    }
    compiled = finish_compilation(grounder, encoder, seconds)
    theory = None if grounder.kinds is None else theory_of(grounder, compiled, logic)
    soft_literals = renumber_literals(literals, compiled.atom_numbers, compiled.clauses.atoms)
    weighted_goals: list[WeightedGoal] = []
    for goal in goals_of(grounder):
        if goal.objective is None:
            weighted_goals.append(
                _normalise_goal(goal, base, zip((-soft_literals).tolist(), amounts.tolist(), strict=True))
            )
        else:
            weighted_goals.append(_objective_goal(goal, sums[goal.span], compiled.atom_numbers, theory))
    return CostedFile(compiled, tuple(weighted_goals), theory)


def _encode_soft_rules(grounder: Grounder, encoder: Encoder) -> tuple[Array, Array, int]:
    """Return a literal implying each soft instance, its weight, and the total weight of those that never hold."""
    literals, amounts = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    base = total = 0
    for rule in grounder.soft_rules():
        encoder.rule = rule.number
        for frame, ground in grounder.blocks(rule):
            cost = instance_weights(grounder, rule, frame)
            total += sum(cost.tolist())
            if total > MAX_INTEGER:
                assert rule.weight is not None
                raise NotEvaluableError([sum_too_large(rule.weight.span)])
            base += int(cost[ground.status == FALSE].sum())
            rows = np.flatnonzero(ground.status == OPEN)
            if len(rows):
                with reject_too_many_clauses(rule):
                    literals.append(encoder.define_implying_literals(ground, True, rows))
                amounts.append(cost[rows])
    return np.concatenate(literals), np.concatenate(amounts), base


def _objective_goal(goal: Goal, total: LinearSum, number_of_atom: Array, theory: Theory | None) -> WeightedGoal:
    sign = -1 if goal.kind == "maximize" else 1
    pairs = [(int(number_of_atom[atom]), _simplify_amount(sign * factor)) for atom, factor in total.terms.items()]
    base = _simplify_amount(sign * total.constant)
    if theory is None:
        return _normalise_goal(goal, base, iter(pairs))
    sorts = theory.sorts
    weighted_goal = _normalise_goal(goal, base, iter([pair for pair in pairs if sorts[pair[0] - 1] is Sort.BOOL]))
    terms = {atom: factor for atom, factor in pairs if sorts[atom - 1] is not Sort.BOOL}
    is_real = any([sorts[atom - 1] is Sort.REAL for atom in terms])
    return replace(weighted_goal, terms=terms, is_real=is_real)


def _simplify_amount(number: Amount) -> Amount:
    """Convert an integral fraction to an integer."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def _normalise_goal(goal: Goal, base: Amount, pairs: Iterator[tuple[int, Amount]]) -> WeightedGoal:
    """Normalise weighted literals: one literal per atom, positive weights; unavoidable costs go to the base."""
    by_atom: dict[int, list[Amount]] = {}
    for literal, weight in pairs:
        signed_costs = by_atom.setdefault(abs(literal), [0, 0])
        signed_costs[literal < 0] += weight
    penalties: dict[int, Amount] = {}
    for atom, (if_true, if_false) in by_atom.items():
        base += min(if_true, if_false)
        if if_true != if_false:
            penalties[atom if if_true > if_false else -atom] = max(if_true - if_false, if_false - if_true)
    return WeightedGoal(goal, base, penalties)


def combine_goals(goals: tuple[WeightedGoal, ...]) -> tuple[dict[int, int], list[int]]:
    """Combine goals into one weight per literal, so that a unit of an earlier goal outweighs all later ones.

    Also return the weight of a unit of each goal. Bases are not included.
    """
    units = [1] * len(goals)
    for index in reversed(range(len(goals) - 1)):
        units[index] = units[index + 1] * (int(goals[index + 1].max_penalty) + 1)
    total: dict[int, int] = {}
    for goal, unit in zip(goals, units, strict=True):
        for literal, weight in goal.penalties.items():
            total[literal] = total.get(literal, 0) + unit * int(weight)
    return total, units


def wdimacs_text(costed: CostedFile, with_names: bool = True) -> Iterator[bytes]:
    """Yield the MaxSAT Evaluation format of 2022: `h` before hard clauses, a weight before soft ones."""
    goals, compiled = costed.goals, costed.compiled
    if with_names:
        for number, name in enumerate(compiled.names):
            yield f"c {name} {number + 1}\n".encode("utf-8", "replace")
    total, units = combine_goals(goals)
    for goal, unit in zip(goals, units, strict=True):
        yield f"c goal {goal.goal.kind} unit {unit} base {goal.base}\n".encode()
    yield from _hard_clause_lines(compiled.clauses)
    for literal, weight in total.items():
        yield f"{weight} {-literal} 0\n".encode()


def _hard_clause_lines(clauses: Clauses) -> Iterator[bytes]:
    for batch in clauses.batches:
        flat = zero_terminated(batch)
        ends = np.concatenate([[0], np.flatnonzero(flat == 0) + 1]).tolist()
        texts = list(map(str, flat.tolist()))
        yield "".join([f"h {' '.join(texts[first:last])}\n" for first, last in pairwise(ends)]).encode()
