"""Two roads that must agree: what the columns made of some instances, and what the plain evaluator makes of them.

While rules are expanded, some of their instances are kept (`Samples`). Before an answer is shown each of them is
evaluated by the second road (`scalar`): it must be an instance of the file, and say the same. And of a model, some
instances that the second road finds by itself must hold. So a fault of joins, codes or scopes is noticed though all
else, the check of models included, stands on the same columns.
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

_MAX_SAMPLES = 24  # samples of a file at most
_VALUATIONS = 6  # under which two formulas are compared
_NODE_BUDGET = 2_500  # nodes that are evaluated in all: some milliseconds
_TRIES_PER_RULE = 4  # of each rule, in a model


class Sample(Struct, frozen=True):
    """An instance as the columns have it: one of the bindings, and the formula (None where it is not compared)."""

    rule: "Rule"
    bindings: tuple[dict[str, Value], ...]
    formula: Any  # as `written` has it, atoms by their numbers


class Samples:
    """Instances kept on the way: of all rules at first, of ever fewer where there are many."""

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
    """Evaluate the samples by the second road; where it does not agree, nothing may be shown."""
    names = grounder.atoms.names() if grounder.samples.kept else []
    reference = _make_reference(grounder)
    for sample in grounder.samples.kept:
        reference.node_budget = max(
            reference.node_budget, _NODE_BUDGET // _MAX_SAMPLES
        )  # one that is large leaves something to the others
        try:
            rows = [binding for binding in sample.bindings if reference.is_row(sample.rule.generators, binding)]
            if not rows:
                raise _disagreement_error(grounder, sample.rule, sample.bindings[0])
            if sample.formula is not None:
                expected = reference.expand(sample.rule.body, rows[0])
                if not _seem_equivalent(expected, _name_atoms(sample.formula, names)):
                    raise _disagreement_error(grounder, sample.rule, rows[0])
        except (GaveUpError, OperationError):
            continue  # too large, or something that only the columns know


def check_model(grounder: "Grounder", true_atoms: set[str]) -> None:
    """Look for an instance that a model breaks: some of every rule, by the second road alone."""
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
    """A formula with the names of its atoms for their numbers."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, int):
        return names[formula]
    word, *parts = formula
    if word in ("exact", "atleast", "atmost"):
        return (word, parts[0], *[_name_atoms(part, names) for part in parts[1:]])
    return (word, *[_name_atoms(part, names) for part in parts])


def _seem_equivalent(left: Tree, right: Tree) -> bool:
    """Whether two formulas have the same atoms, and the same truth under some valuations."""
    names = sorted(atoms_of(left))
    if names != sorted(atoms_of(right)):
        return False
    random = Random(0)  # the same file gives the same samples
    for number in range(_VALUATIONS):
        # All false, all true, then at random with ever fewer that are true: formulas are true of most at random.
        true_names = {name for name in names if number == 1 or (number and random.random() < 1 / number)}
        if holds(left, true_names.__contains__) != holds(right, true_names.__contains__):
            return False
    return True


def _disagreement_error(grounder: "Grounder", rule: "Rule", binding: Scope) -> AssertionError:
    line = grounder.reading.document.position(rule.span.start).line
    return AssertionError(
        f"line {line} is not expanded as it is written, for {show_binding(dict(binding)) or 'all'}"
    )
