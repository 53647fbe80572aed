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
from bigand.ground.scalar import GaveUpError, Scalar, Scope, Tree, atoms_of, holds
from bigand.language.operations import OperationError
from bigand.language.syntax import Mode
from bigand.language.values import Value

if TYPE_CHECKING:
    from bigand.ground.expand import Grounder, Rule

_KEPT = 24  # samples of a file at most
_VALUATIONS = 6  # under which two formulas are compared
_PATIENCE = 2_500  # nodes that are evaluated in all: some milliseconds
_TRIES = 4  # of each rule, in a model


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

    def keep(self, sample: Sample) -> None:
        self.kept.append(sample)
        while len(self.kept) > _KEPT:
            self._stride *= 2
            fewer = [sample for sample in self.kept if sample.rule.number % self._stride == 0]
            self.kept = fewer if len(fewer) < len(self.kept) else fewer[::2]


def confirm(grounder: "Grounder") -> None:
    """Evaluate the samples by the second road; where it does not agree, nothing may be shown."""
    names = grounder.atoms.names() if grounder.samples.kept else []
    scalar = _scalar(grounder)
    for sample in grounder.samples.kept:
        scalar.patience = max(
            scalar.patience, _PATIENCE // _KEPT
        )  # one that is large leaves something to the others
        try:
            rows = [binding for binding in sample.bindings if scalar.is_row(sample.rule.generators, binding)]
            if not rows:
                raise _disagreement(grounder, sample.rule, sample.bindings[0])
            if sample.formula is not None:
                expected = scalar.tree(sample.rule.body, rows[0])
                if not _same(expected, _named(sample.formula, names)):
                    raise _disagreement(grounder, sample.rule, rows[0])
        except (GaveUpError, OperationError):
            continue  # too large, or something that only the columns know


def confirm_model(grounder: "Grounder", true: set[str]) -> None:
    """Look for an instance that a model breaks: some of every rule, by the second road alone."""
    rules = grounder.rules()
    if grounder.reading.mode is not Mode.SAT or not rules:
        return
    random = Random(0)  # the same file gives the same samples
    scalar = _scalar(grounder)
    for rule in rules[:: max(1, len(rules) // _KEPT)]:
        for _ in range(_TRIES if rule.generators else 1):
            try:
                row = scalar.some_row(rule.generators, random.randrange)
                if row is not None and not holds(scalar.tree(rule.body, row), true.__contains__):
                    raise _disagreement(grounder, rule, row)
            except (GaveUpError, OperationError):
                break
        scalar.patience = min(_PATIENCE, scalar.patience + _PATIENCE // _KEPT)


def _scalar(grounder: "Grounder") -> Scalar:
    known = grounder.evaluator.globals
    return Scalar(known.values, known.families, _PATIENCE)


def _named(formula: Any, names: list[str]) -> Tree:
    """A formula with the names of its atoms for their numbers."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, int):
        return names[formula]
    word, *parts = formula
    if word in ("exact", "atleast", "atmost"):
        return (word, parts[0], *[_named(part, names) for part in parts[1:]])
    return (word, *[_named(part, names) for part in parts])


def _same(left: Tree, right: Tree) -> bool:
    """Whether two formulas have the same atoms, and the same truth under some valuations."""
    names = sorted(atoms_of(left))
    if names != sorted(atoms_of(right)):
        return False
    random = Random(0)  # the same file gives the same samples
    for number in range(_VALUATIONS):
        # All false, all true, then at random with ever fewer that are true: formulas are true of most at random.
        true = {name for name in names if number == 1 or (number and random.random() < 1 / number)}
        if holds(left, true.__contains__) != holds(right, true.__contains__):
            return False
    return True


def _disagreement(grounder: "Grounder", rule: "Rule", binding: Scope) -> AssertionError:
    line = grounder.reading.document.position(rule.span.start).line
    return AssertionError(
        f"line {line} is not expanded as it is written, for {show_binding(dict(binding)) or 'all'}"
    )
