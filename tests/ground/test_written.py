"""Small formulas as people see them: the same truth as the file, in every normal form."""

import pytest
from hypothesis import assume, given, settings
from tests import brute
from tests.effort import tries
from tests.ground.random_models import PROGRAMS
from tests.reference.models import Answer, answer

from bigand.encode.normal_forms import normal_form_steps
from bigand.ground.formula_tree import FormulaTree, TooLargeError, free_atoms, show_formula, truth_of
from bigand.ground.grounder import Grounder, expanded_formula
from bigand.language import Mode, read_document
from bigand.language.frontend import parse_document
from bigand.solve.equivalence import find_difference
from bigand.source.document import Document


def grounded(text: str, shared: Grounder | None = None) -> Grounder:
    reading = read_document(Document("given", text), Mode.SAT)
    assert reading.is_valid
    return Grounder(reading, None, shared.atoms if shared else None)


def models_of(formula: FormulaTree, atoms: list[str]) -> set[frozenset[str]]:
    import numpy as np

    numbers = np.arange(1 << len(atoms))
    table = {atom: (numbers >> at) & 1 == 1 for at, atom in enumerate(atoms)}
    truth = truth_of(formula, table) if atoms else np.array([formula is True])
    return {frozenset(a for a in atoms if table[a][row]) for row in np.flatnonzero(truth).tolist()}


@settings(max_examples=tries(200), deadline=None)
@given(PROGRAMS)
def test_normal_forms_mean_the_same(text: str) -> None:
    program, _ = parse_document(Document("given", text))
    assume(len(brute.atoms(program)) <= 8)
    expected = brute.models(program)
    formula = expanded_formula(grounded(text))
    atoms = free_atoms(formula)
    assert set(atoms) == brute.atoms(program)
    for form in ("nnf", "cnf", "dnf"):
        try:
            found = normal_form_steps(formula, form)
        except TooLargeError:
            continue
        for _, step in found:
            assert models_of(step, atoms) == expected
        assert is_in_form(found[-1][1], form), show_formula(found[-1][1])


def is_in_form(formula: FormulaTree, form: str) -> bool:
    if form == "nnf":
        return not isinstance(formula, tuple) or (
            isinstance(formula[1], str)
            if formula[0] == "not"
            else all(is_in_form(part, form) for part in formula[1:])
        )
    outer, inner = ("and", "or") if form == "cnf" else ("or", "and")
    groups = formula[1:] if isinstance(formula, tuple) and formula[0] == outer else (formula,)
    return all(
        is_literal(group) or (group[0] == inner and all(is_literal(part) for part in group[1:])) for group in groups
    )


def is_literal(formula: FormulaTree) -> bool:
    return not isinstance(formula, tuple) or (formula[0] == "not" and isinstance(formula[1], str))


@settings(max_examples=tries(200), deadline=None)
@given(PROGRAMS, PROGRAMS)
def test_equivalence(first: str, second: str) -> None:
    programs = [parse_document(Document("given", text))[0] for text in (first, second)]
    atoms = sorted(brute.atoms(programs[0]) | brute.atoms(programs[1]))
    assume(len(atoms) <= 8)
    same = all_over(programs[0], atoms) == all_over(programs[1], atoms)
    one = grounded(first)
    assert (find_difference(one, grounded(second, one)) is None) is same
    one = grounded(first)
    assert find_difference(one, grounded(first, one)) is None


def all_over(program: object, atoms: list[str]) -> set[frozenset[str]]:
    """The models over more atoms than occur."""
    own = brute.atoms(program)  # type: ignore[arg-type]  # a Program
    free = [atom for atom in atoms if atom not in own]
    found = brute.models(program)  # type: ignore[arg-type]  # a Program
    for atom in free:
        found = found | {model | {atom} for model in found}
    return found


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a => b", "a ⇒ b"),
        ("bigand $i in [1..2]: p($i) or not q end", "(p(1) ∨ ¬q) ∧ (p(2) ∨ ¬q)"),
        ("a <=> Top", "a"),
        ("exact(1,[a,b])", "exact(1, [a, b])"),
        ("a and Bot", "⊥"),
    ],
)
def test_shown(text: str, shown: str) -> None:
    assert show_formula(expanded_formula(grounded(text))) == shown


FORMULAS = [
    "exact(1,[a,b,c])",
    "atleast(2,[a,b,c])",
    "atmost(1,[a,b,c])",
    "not exact(2,[a,b]) or atleast(1,[c])",
    "a xor b xor c",
    "a => b => c",
    "a <=> b <=> c",
    "(a and not b) or (c and Top)",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_truth_tables(text: str) -> None:
    """The rows in which a table is true are the models by an evaluator that knows nothing of ours."""
    formula = expanded_formula(grounded(text))
    expected = answer(text)
    assert isinstance(expected, Answer)
    assert models_of(formula, free_atoms(formula)) == expected.models


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("forall x: x or a", {frozenset("a")}),
        ("exists x: x and a", {frozenset("a")}),
        ("not (forall x: x and a)", {frozenset(), frozenset("a")}),
        ("exists x: forall y: (x or y) and (a <=> b)", {frozenset(), frozenset("ab")}),
    ],
)
def test_truth_tables_with_quantifiers(text: str, expected: set[frozenset[str]]) -> None:
    formula = expanded_formula(Grounder(read_document(Document("given", text), Mode.QBF)))
    assert models_of(formula, free_atoms(formula)) == expected
