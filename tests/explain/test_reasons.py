"""Reasons are right: cores clash, nothing in them can be left out, repairs repair; all against truth tables."""

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from pysat.solvers import Solver
from tests import brute
from tests.effort import tries
from tests.ground.random_models import PROGRAMS

from bigand.explain.forced import find_forced_atoms
from bigand.explain.groups import Instance, instances_of
from bigand.explain.why.reasons import ClashAnalysis, ClashExplanation
from bigand.explain.why.witness import Verdict, find_witnesses
from bigand.ground.grounder import Grounder, Rule
from bigand.language import CheckedDocument, Mode, read_document
from bigand.language import syntax as s
from bigand.language.values import FormulaValue, SetValue, Value
from bigand.solve.engines.pysat import PySatSession
from bigand.source.document import Document


def reading_of(text: str) -> CheckedDocument:
    return read_document(Document("given", text), Mode.SAT)


def plain(value: Value) -> Any:
    """A value of ours as the oracle has it."""
    if isinstance(value, SetValue):
        return frozenset(plain(element) for element in value.elements)
    assume(not isinstance(value, FormulaValue))
    return value if isinstance(value, bool | int | float) else str(value)


def scope_of(program: s.Program) -> dict[str, Any]:
    scope: dict[str, Any] = {}
    for item in program.items:
        if isinstance(item, s.Assignment):
            scope[item.target.name] = brute.value(item.value, scope)
    return scope


def said(instance: Instance, program: s.Program) -> Any:
    """What an instance says, expanded by the oracle from the rule's body and the binding."""
    scope = scope_of(program) | {name: plain(value) for name, value in instance.binding.items()}
    return brute.absorb(brute.expand(instance.rule.body, scope))


def whole(rule: Rule, program: s.Program) -> Any:
    """What a rule says, expanded by the oracle."""
    formula: Any = rule.body
    for generator in reversed(rule.generators):
        formula = s.BigOperator(s.Big.AND, generator, formula)
    return brute.absorb(brute.expand(formula, scope_of(program)))


def tables(formulas: list[Any]) -> list[dict[str, bool]]:
    atoms = sorted(set().union(*[brute.atoms_of(formula) for formula in formulas]))
    assume(len(atoms) <= 12)
    return [dict(zip(atoms, row, strict=True)) for row in product([False, True], repeat=len(atoms))]


def is_possible(formulas: list[Any]) -> bool:
    return any(all(brute.holds(formula, table) for formula in formulas) for table in tables(formulas))


def explain(text: str, most: int = 1) -> tuple[CheckedDocument, ClashExplanation | None]:
    reading = reading_of(text)
    inquiry = ClashAnalysis(Grounder(reading), None)
    try:
        return reading, None if inquiry.find_model() is not None else inquiry.explain(most)
    finally:
        inquiry.close()


@settings(max_examples=tries(80), deadline=None)
@given(PROGRAMS, PROGRAMS)
def test_cores_clash_and_are_minimal(one: str, other: str) -> None:
    text = f"{one}\n{other}\nnot p(1) p(1) or q(1) p(1) or not q(1)"
    assume(reading_of(text).is_valid)
    reading, why = explain(text, most=3)
    formulas = [whole(rule, reading.program) for rule in Grounder(reading).rules()]
    assert (why is None) == is_possible(formulas)
    if why is None:
        return
    for reason in why.reasons:
        assert reason.is_minimal
        assert why.is_finished
        core = [said(instance, reading.program) for instance in reason.instances]
        assert not is_possible(core)
        for left_out in range(len(core)):
            assert is_possible(core[:left_out] + core[left_out + 1 :])
        for rule in reason.rules:
            assert 0 <= rule.span.start < rule.span.end <= len(text)
    assert why.repair is not None
    kept = [formula for number, formula in enumerate(formulas) if number not in why.repair.rules]
    assert is_possible(kept)
    for number in why.repair.rules:  # the smallest: with one rule less left out, it still clashes
        fewer = [other for other in why.repair.rules if other != number]
        assert not is_possible([f for at, f in enumerate(formulas) if at not in fewer])
    for number in why.alternatives:
        assert is_possible([formula for at, formula in enumerate(formulas) if at != number])


def test_reasons_have_no_instance_in_common() -> None:
    _, why = explain("a\nnot a\nb\nnot b\nbigand $i in [1..2]: c($i) and not c($i) end", most=10)
    assert why is not None
    found = [
        [(instance.rule.number, str(instance.binding)) for instance in reason.instances] for reason in why.reasons
    ]
    assert len(found) == 4
    assert len({instance for reason in found for instance in reason}) == sum(len(reason) for reason in found)


@settings(max_examples=tries(80), deadline=None)
@given(PROGRAMS)
def test_witnesses(text: str) -> None:
    reading = reading_of(text)
    assume(reading.is_valid)
    grounder = Grounder(reading)
    inquiry = ClashAnalysis(grounder, None)
    inquiry.close()
    formulas = [whole(rule, reading.program) for rule in grounder.rules()]
    for witness in find_witnesses(grounder, inquiry.compiled, None):
        others = [formula for at, formula in enumerate(formulas) if at != witness.rule.number]
        own = formulas[witness.rule.number]
        breaks = is_possible([*others, brute.absorb(("not", own))])
        expected = Verdict.NEEDED if breaks else Verdict.IMPLIED if is_possible(others) else Verdict.CLASH
        assert witness.verdict is expected
        if witness.values is not None:
            table = dict(zip(inquiry.compiled.names, witness.values.tolist(), strict=True))
            table |= {atom: False for formula in formulas for atom in brute.atoms_of(formula) if atom not in table}
            assert all(brute.holds(formula, table) for formula in others)
            assert not brute.holds(own, table)


@settings(max_examples=tries(80), deadline=None)
@given(PROGRAMS)
def test_what_is_forced(text: str) -> None:
    reading = reading_of(text)
    assume(reading.is_valid)
    grounder = Grounder(reading)
    inquiry = ClashAnalysis(grounder, None)
    inquiry.close()
    compiled = inquiry.compiled
    session = PySatSession(compiled.clauses)
    found = find_forced_atoms(session, compiled.clauses.atoms, compiled.clauses.variables)
    session.close()
    formulas = [whole(rule, reading.program) for rule in grounder.rules()]
    models = [table for table in tables(formulas) if all(brute.holds(f, table) for f in formulas)]
    if found is None:
        assert not models
        return
    told = {
        compiled.names[atom - 1]: bool(value)
        for atom, value in zip(found.atoms.tolist(), found.values.tolist(), strict=True)
    }
    known = [name for name in compiled.names if name in models[0]]
    assert {name: value for name, value in told.items() if name in known} == {
        name: models[0][name] for name in known if len({model[name] for model in models}) == 1
    }


PIGEONS = """
bigand $i in [1..$n+1]: bigor $j in [1..$n]: at($i,$j) end end
bigand $i,$k,$j in [1..$n+1],[1..$n+1],[1..$n] when $i < $k: not at($i,$j) or not at($k,$j) end
"""


@pytest.mark.parametrize("engine", ["glucose4", "minisat22"])
@pytest.mark.parametrize(
    "text",
    [
        f"$n = 4{PIGEONS}",
        "$N = 3\n" + "bigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end\n"
        "bigand $i,$j,$k,$l in [1..$N],[1..$N],[1..$N],[1..$N]\n"
        "  when ($i != $k or $j != $l) and ($i == $k or $j == $l or abs($i-$k) == abs($j-$l)):\n"
        "  not x($i,$j) or not x($k,$l) end",
        "exact(2, [p($i) for $i in [1..9]])\nbigand $i in [1..8]: p($i) => p($i+1) end\nnot p(8)",
    ],
)
def test_cores_by_a_second_engine(text: str, engine: str) -> None:
    """The clauses of a core's instances, given to another solver."""
    reading, why = explain(text)
    assert why is not None
    (reason,) = why.reasons
    grounder = Grounder(reading)
    instances = instances_of(grounder, grounder.rules())
    wanted = {(one.rule.number, str(one.binding)) for one in reason.instances}
    groups = [
        group
        for group in range(instances.groups.count)
        if (int(instances.rules[group]), str(_binding(grounder, instances, group))) in wanted
    ]
    assert len(groups) == len(reason.instances)

    def possible(kept: list[int]) -> bool:
        with Solver(name=engine) as solver:
            for batch, owners in zip(instances.groups.clauses.batches, instances.groups.owners, strict=True):
                starts = (
                    batch.starts if batch.starts is not None else range(0, len(batch.literals) + 1, batch.width)
                )
                for at, owner in enumerate(owners.tolist()):
                    if owner in kept:
                        solver.add_clause(batch.literals[starts[at] : starts[at + 1]].tolist())
            return bool(solver.solve())

    assert not possible(groups)
    for group in groups:
        assert possible([other for other in groups if other != group])


def _binding(grounder: Grounder, instances: Any, group: int) -> dict[str, Value]:
    from bigand.explain.groups import instances_of_groups

    (one,) = instances_of_groups(grounder, instances, [group])
    return one.binding


def test_a_core_among_many_instances() -> None:
    """Two instances of a hundred thousand clash; the rest does not hide them."""
    text = "bigand $i in [1..100000]: p($i) => q($i) end\np(70000)\nnot q(70000)"
    _, why = explain(text)
    assert why is not None
    assert [one.binding for one in why.reasons[0].instances] == [{"$i": 70000}, {}, {}]


def test_a_part_that_is_bot() -> None:
    _, why = explain("a or b\nbigor $i in []: p($i) end")
    assert why is not None
    assert [one.rule.number for one in why.reasons[0].instances] == [1]
    assert why.repair is not None
    assert why.repair.rules == (1,)


def test_the_argument_leads_to_the_contradiction() -> None:
    _, why = explain("a\nbigand $i in [1..3]: p($i) => p($i+1) end\na => p(1)\nnot p(4)")
    assert why is not None
    argument = why.reasons[0].argument
    assert argument is not None
    assert [step.follows for step in argument.steps[:-1]] == [
        (("a", True),),
        (("p(1)", True),),
        (("p(2)", True),),
        (("p(3)", True),),
        (("p(4)", True),),
    ]
    assert argument.steps[-1].is_contradiction
    assert argument.together == ()
