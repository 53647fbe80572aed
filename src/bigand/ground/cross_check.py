"""Check some instances expanded by the columns against the reference evaluator.

While rules are expanded, some instances are kept (`Samples`). Before an answer is shown, the `ReferenceEvaluator`
evaluates each of them: it must be an instance of the file and say the same. For a model, some instances that the
reference evaluator picks itself must hold. This detects faults of joins, codes or scopes, which the check of models
cannot see because it uses the same columns.
"""

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bigand.ground.frames import show_binding
from bigand.ground.reference import GaveUpError, ReferenceEvaluator, Scope, Tree, atoms_of, holds
from bigand.language.operations import OperationError
from bigand.language.syntax import Mode
from bigand.language.values import Value

if TYPE_CHECKING:
    from bigand.ground.grounder import Grounder, Rule

_MAX_SAMPLES = 24  # maximum per file
_VALUATIONS = 6  # valuations for comparing two formulas
_NODE_BUDGET = 2_500  # nodes to evaluate in total: a few milliseconds
_TRIES_PER_RULE = 4  # instances of each rule to check in a model


class Sample(Struct, frozen=True):
    """An instance from the columns: the possible bindings, and the formula (None if it is not compared)."""

    rule: "Rule"
    bindings: tuple[dict[str, Value], ...]
    formula: Any  # a `FormulaTree` with atoms by number


class Samples:
    """Instances kept during expansion: from all rules at first, from fewer rules as their number grows."""

    def __init__(self) -> None:
        self.kept: list[Sample] = []
        self._stride = 1

    def wants(self, rule: "Rule") -> bool:
        return rule.number % self._stride == 0

    def add(self, sample: Sample) -> None:
        self.kept.append(sample)
        while len(self.kept) > _MAX_SAMPLES:
            self._stride *= 2
            fewer = [sample for sample in self.kept if sample.rule.number % self._stride == 0]
            self.kept = fewer if len(fewer) < len(self.kept) else fewer[::2]


def check_samples(grounder: "Grounder") -> None:
    """Evaluate the samples with the reference evaluator.

    Raises `AssertionError` on a disagreement: no answer may be shown then.
    """
    names = grounder.atoms.names() if grounder.samples.kept else []
    reference = _make_reference(grounder)
    for sample in grounder.samples.kept:
        # A large sample leaves some of the budget to the others.
        reference.node_budget = max(reference.node_budget, _NODE_BUDGET // _MAX_SAMPLES)
        try:
            rows = [binding for binding in sample.bindings if reference.is_row(sample.rule.generators, binding)]
            if not rows:
                raise _disagreement_error(grounder, sample.rule, sample.bindings[0])
            if sample.formula is not None:
                expected = reference.expand(sample.rule.body, rows[0])
                if not _seem_equivalent(expected, _name_atoms(sample.formula, names)):
                    raise _disagreement_error(grounder, sample.rule, rows[0])
        except (GaveUpError, OperationError):
            continue  # too large, or unsupported by the reference evaluator


def spot_check_model(grounder: "Grounder", true_atoms: set[str]) -> None:
    """Check some instances of every rule in a model, using only the reference evaluator.

    Raises `AssertionError` if the model violates one.
    """
    rules = grounder.rules()
    if grounder.reading.mode is not Mode.SAT or not rules:
        return
    random = Random(0)  # the same file gives the same samples
    reference = _make_reference(grounder)
    for rule in rules[:: max(1, len(rules) // _MAX_SAMPLES)]:
        for _ in range(_TRIES_PER_RULE if rule.generators else 1):
            try:
                row = reference.pick_row(rule.generators, random.randrange)
                if row is not None and not holds(reference.expand(rule.body, row), true_atoms.__contains__):
                    raise _disagreement_error(grounder, rule, row)
            except (GaveUpError, OperationError):
                break
        reference.node_budget = min(_NODE_BUDGET, reference.node_budget + _NODE_BUDGET // _MAX_SAMPLES)


def _make_reference(grounder: "Grounder") -> ReferenceEvaluator:
    file_globals = grounder.evaluator.globals
    return ReferenceEvaluator(file_globals.values, file_globals.families, _NODE_BUDGET)


def _name_atoms(formula: Any, names: list[str]) -> Tree:
    """Replace the numbers of atoms in a formula by their names."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, int):
        return names[formula]
    word, *parts = formula
    if word in ("exact", "atleast", "atmost"):
        return (word, parts[0], *[_name_atoms(part, names) for part in parts[1:]])
    return (word, *[_name_atoms(part, names) for part in parts])


def _seem_equivalent(left: Tree, right: Tree) -> bool:
    """Return whether two formulas have the same atoms and agree under some valuations."""
    names = sorted(atoms_of(left))
    if names != sorted(atoms_of(right)):
        return False
    random = Random(0)  # the same file gives the same samples
    for number in range(_VALUATIONS):
        # All false, all true, then random with fewer and fewer true: most random valuations satisfy a formula.
        true_names = {name for name in names if number == 1 or (number and random.random() < 1 / number)}
        if holds(left, true_names.__contains__) != holds(right, true_names.__contains__):
            return False
    return True


def _disagreement_error(grounder: "Grounder", rule: "Rule", binding: Scope) -> AssertionError:
    line = grounder.reading.document.position(rule.span.start).line
    return AssertionError(
        f"line {line} is not expanded as it is written, for {show_binding(dict(binding)) or 'all'}"
    )
