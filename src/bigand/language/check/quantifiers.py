"""Quantifiers: what they quantify, and that nothing is quantified twice."""

from bigand.language import faults
from bigand.language.check.abstract import UNKNOWN
from bigand.language.check.atoms import constant_name
from bigand.language.check.binders import enter, leave
from bigand.language.check.checker import Checker
from bigand.language.check.names import check_variable
from bigand.language.check.reach import report_here
from bigand.language.check.sets import VALUE_BUDGET, known_bindings
from bigand.language.syntax import Generator, Mode, Node, Proposition, Quantified, Quantifier, Variable
from bigand.language.values import PROPOSITION, Name
from bigand.source.fault import fault
from bigand.source.span import Span


def check_quantified(checker: Checker, node: Quantified) -> None:
    if checker.mode is not Mode.QBF:
        big = "bigand" if node.quantifier is Quantifier.FORALL else "bigor"
        word = Span(node.span.start, node.span.start + len(node.quantifier.value))
        in_smt = checker.mode is Mode.SMT
        checker.report(
            fault("S202", word, help="smt" if in_smt else "help", keyword=node.quantifier.value, big=big)
        )
    hidden = enter(checker, node.generator, "for") if node.generator else []
    if node.generator and checker.mode is Mode.QBF:
        _check_quantifier_head(checker, node.generator, node.quantifier.value)
    outer = dict(checker.quantifiers.quantified)
    for proposition in node.propositions:
        _check_proposition_of(checker, proposition, node)
    if node.generator:
        leave(checker, hidden)
    checker.formula(node.body)
    checker.quantifiers.quantified = outer


def _check_quantifier_head(checker: Checker, generator: Generator, keyword: str) -> None:
    """Unlike `bigand`, a quantifier runs over one set only, and over all of it."""
    if len(generator.variables) > 1 or len(generator.sets) > 1 or generator.condition is not None:
        checker.report(fault("S208", generator.span, keyword=keyword))


def _check_proposition_of(checker: Checker, proposition: Node, node: Quantified) -> None:
    """One proposition of a quantifier: it must be one, and not be quantified around here already."""
    if isinstance(proposition, Proposition):
        for argument in proposition.arguments:
            checker.expression(argument)
    elif isinstance(proposition, Variable):
        abstract = check_variable(checker, proposition, in_formula=True)
        if not abstract.kinds & PROPOSITION:
            keyword = node.quantifier.value
            report_here(checker, faults.quantified_value(proposition.span, keyword, abstract.kinds))
    for name in _quantified_names(checker, proposition, node):
        if name in checker.quantifiers.quantified:
            checker.report(faults.quantified_twice(proposition.span, name, checker.quantifiers.quantified[name]))
        checker.quantifiers.quantified[name] = proposition.span
        checker.quantifiers.ever_quantified.setdefault(name, proposition.span)


def _quantified_names(checker: Checker, proposition: Node, node: Quantified) -> list[str]:
    """The names that a quantifier binds, as far as they are known."""
    if node.generator is None:
        name = constant_name(checker, proposition)
        return [] if name is None else [name]
    names: dict[str, None] = {}  # one that does not vary is quantified once
    with checker.trying(VALUE_BUDGET):
        for holds in known_bindings(checker, node.generator, 0):
            value = checker.expression(proposition).value if holds else UNKNOWN
            if isinstance(value, Name):
                names[str(value)] = None
    return list(names)
