"""Find what each rule contributes: a model that breaks only this rule, or the proof that the others imply it.

A model of the other rules often breaks the rule already. If not, a model that must break it is sought; if there is
none, the rule is redundant.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from enum import Enum

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.compiler import CompiledFile, compile_negations
from bigand.explain.groups import ClashOracle, Groups, group_by_rule
from bigand.ground.columns import Array
from bigand.ground.forecast import forecast
from bigand.ground.grounder import Grounder, Rule
from bigand.language.values import Value
from bigand.solve.engines import engine_for
from bigand.solve.models import to_grounder_numbering
from bigand.solve.session import LimitError, SolverError
from bigand.solve.verification import find_violation, violations

_MAX_INSTANCES = 500_000  # of a rule whose negation is compiled


class Verdict(Enum):
    """The effect of removing a rule."""

    NEEDED = "needed"  # without it, another model becomes possible
    IMPLIED = "implied"  # the others imply it
    CLASH = "clash"  # the others have no model either
    UNKNOWN = "unknown"  # time ran out, or the rule is too large


class Witness(Struct, frozen=True, eq=False):
    """A rule and its verdict; for a needed rule, a model without it and the binding for which that breaks it."""

    rule: Rule
    verdict: Verdict
    values: Array | None = None
    binding: dict[str, Value] | None = None


def find_witnesses(
    grounder: Grounder,
    compiled: CompiledFile,
    deadline: float | None,
    watch: Callable[[int], None] = lambda _done: None,
) -> list[Witness]:
    """Return the verdict on each rule, in file order."""
    rules = grounder.rules()
    by_rule: dict[int, Witness] = {}
    try:
        for witness in _witnesses_from_models(grounder, compiled, rules, deadline):
            by_rule[witness.rule.number] = witness
            watch(len(by_rule))
        undecided = [rule for rule in rules if rule.number not in by_rule]
        for witness in _witnesses_by_negation(grounder, compiled, undecided, deadline):
            by_rule[witness.rule.number] = witness
            watch(len(by_rule))
    except LimitError:
        pass
    return [by_rule.get(rule.number) or Witness(rule, Verdict.UNKNOWN) for rule in rules]


def _witnesses_from_models(
    grounder: Grounder, compiled: CompiledFile, rules: Sequence[Rule], deadline: float | None
) -> Iterator[Witness]:
    """Yield the rules that some model of the others breaks, and those without which the others still clash."""
    with closing(ClashOracle(group_by_rule(grounder, compiled), np.arange(len(rules)), deadline)) as oracle:
        for rule in rules:
            others = [other.number for other in rules if other is not rule]
            if oracle.find_clash(others) is not None:
                yield Witness(rule, Verdict.CLASH)
            elif (witness := _witness_from_model(grounder, compiled, rule, oracle.values())) is not None:
                yield witness


def _witnesses_by_negation(
    grounder: Grounder, compiled: CompiledFile, undecided: Sequence[Rule], deadline: float | None
) -> Iterator[Witness]:
    """Yield the verdicts on rules that no model happened to break, by requiring their negation."""
    small = [rule for rule in undecided if forecast(grounder, rule).instances <= _MAX_INSTANCES]
    if not small:
        return
    total = len(grounder.rules())
    groups = groups_with_negations(grounder, compiled, compile_negations(grounder, small))
    with closing(ClashOracle(groups, np.arange(groups.count), deadline)) as oracle:
        for rule in small:
            others = [number for number in range(total) if number != rule.number]
            if oracle.find_clash([*others, total + rule.number]) is not None:
                yield Witness(rule, Verdict.IMPLIED)
                continue
            witness = _witness_from_model(grounder, compiled, rule, oracle.values())
            if witness is None:
                raise SolverError("solver.lied", line=_line_number(grounder, rule))
            yield witness


def groups_with_negations(grounder: Grounder, compiled: CompiledFile, negations: CompiledFile) -> Groups:
    """Return groups for the rules and as many for their negations, with separate auxiliary atoms."""
    groups = group_by_rule(grounder, compiled)
    atoms, shift = groups.clauses.atoms, groups.clauses.variables - groups.clauses.atoms
    batches = tuple([_shift_auxiliaries(batch, atoms, shift) for batch in negations.clauses.batches])
    owners = tuple([np.full(batch.count, groups.count + batch.rule, dtype=np.int64) for batch in batches])
    variables = groups.clauses.variables + negations.clauses.variables - atoms
    clauses = Clauses(groups.clauses.batches + batches, atoms, variables)
    combined = replace(
        compiled,
        constraints=compiled.constraints + negations.constraints,
        constraint_atoms=np.concatenate([compiled.constraint_atoms, negations.constraint_atoms + shift]),
    )
    return Groups(clauses, groups.owners + owners, 2 * groups.count, engine_for(grounder, combined))


def _shift_auxiliaries(batch: Batch, atoms: int, shift: int) -> Batch:
    is_auxiliary = np.abs(batch.literals) > atoms
    moved = batch.literals + np.where(is_auxiliary, np.sign(batch.literals) * shift, 0)
    return replace(batch, literals=moved.astype(np.int32))


def _witness_from_model(grounder: Grounder, compiled: CompiledFile, rule: Rule, values: Array) -> Witness | None:
    """Return a verified witness if this model of the other rules breaks the rule, else None."""
    true, numbers = to_grounder_numbering(values, compiled, grounder)
    if find_violation(grounder, true, rule.number, numbers) is not None:
        raise SolverError("solver.lied", line=_line_number(grounder, rule))
    violation = next(violations(grounder, rule, true, numbers), None)
    if violation is None:
        return None
    return Witness(rule, Verdict.NEEDED, values[: compiled.clauses.atoms], violation.binding)


def _line_number(grounder: Grounder, rule: Rule) -> str:
    return str(grounder.reading.document.position(rule.span.start).line)
