"""Quantifiers: what they quantify, and that nothing is quantified twice."""

from bigand.language import faults
from bigand.language.check.abstract import UNKNOWN
from bigand.language.check.atoms import constant_name
from bigand.language.check.binders import enter_generator, leave_binder
from bigand.language.check.checker import Checker
from bigand.language.check.names import check_variable
from bigand.language.check.reach import report_here
from bigand.language.check.sets import VALUE_BUDGET, enumerate_bindings
from bigand.language.syntax import Generator, Mode, Node, Proposition, Quantified, Quantifier, Variable
from bigand.language.values import PROPOSITION, PropositionName
from bigand.source.fault import make_diagnostic
from bigand.source.span import Span


def check_quantifier(checker: Checker, node: Quantified) -> None:
    if checker.mode is not Mode.QBF:
        big = "bigand" if node.quantifier is Quantifier.FORALL else "bigor"
        word = Span(node.span.start, node.span.start + len(node.quantifier.value))
        in_smt = checker.mode is Mode.SMT
        checker.report(
            make_diagnostic("S202", word, help="smt" if in_smt else "help", keyword=node.quantifier.value, big=big)
        )
    hidden = enter_generator(checker, node.generator, "for") if node.generator else []
    if node.generator and checker.mode is Mode.QBF:
        _check_quantifier_head(checker, node.generator, node.quantifier.value)
    outer_names = dict(checker.quantifiers.quantified)
    for proposition in node.propositions:
        _check_quantifier_proposition(checker, proposition, node)
    if node.generator:
        leave_binder(checker, hidden)
    checker.visit_formula(node.body)
    checker.quantifiers.quantified = outer_names


def _check_quantifier_head(checker: Checker, generator: Generator, keyword: str) -> None:
    """Unlike `bigand`, a quantifier runs over one set only, and over all of it."""
    if len(generator.variables) > 1 or len(generator.sets) > 1 or generator.condition is not None:
        checker.report(make_diagnostic("S208", generator.span, keyword=keyword))


def _check_quantifier_proposition(checker: Checker, proposition: Node, node: Quantified) -> None:
    """One proposition of a quantifier: it must be one, and not be quantified around here already."""
    if isinstance(proposition, Proposition):
        for argument in proposition.arguments:
            checker.evaluate(argument)
    elif isinstance(proposition, Variable):
        abstract = check_variable(checker, proposition, in_formula=True)
        if not abstract.kinds & PROPOSITION:
            keyword = node.quantifier.value
            report_here(checker, faults.value_in_quantifier(proposition.span, keyword, abstract.kinds))
    for name in _names_in_quantifier(checker, proposition, node):
        if name in checker.quantifiers.quantified:
            checker.report(
                faults.duplicate_quantifier(proposition.span, name, checker.quantifiers.quantified[name])
            )
        checker.quantifiers.quantified[name] = proposition.span
        checker.quantifiers.ever_quantified.setdefault(name, proposition.span)


def _names_in_quantifier(checker: Checker, proposition: Node, node: Quantified) -> list[str]:
    """The names that a quantifier binds, as far as they are known."""
    if node.generator is None:
        name = constant_name(checker, proposition)
        return [] if name is None else [name]
    names: dict[str, None] = {}  # one that does not vary is quantified once
    with checker.trial_evaluation(VALUE_BUDGET):
        for holds in enumerate_bindings(checker, node.generator, 0):
            value = checker.evaluate(proposition).value if holds else UNKNOWN
            if isinstance(value, PropositionName):
                names[str(value)] = None
    return list(names)
