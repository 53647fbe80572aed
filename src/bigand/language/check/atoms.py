"""Atoms of formulas: propositions, and variables that stand for one."""

from bigand.language import faults
from bigand.language.check.checker import Checker
from bigand.language.check.names import check_arguments, check_variable, function_look_alike, keyword_look_alike
from bigand.language.check.reach import is_reached, report_here
from bigand.language.check.sets import VALUE_BUDGET
from bigand.language.syntax import Mode, Node, Proposition, Variable
from bigand.language.tokens import guess_function, guess_keyword
from bigand.language.unknowns import Use
from bigand.language.values import FORMULA, PROPOSITION, PropositionName
from bigand.source.span import Span

# What `True` and `False` mean where a formula stands.
_FORMULA_CONSTANTS = {"true": "Top", "false": "Bot"}


def check_atom(checker: Checker, node: Proposition, as_term: bool = False) -> None:
    if node.arguments:
        function = guess_function(node.name)
        if function in ("exact", "atleast", "atmost"):
            place = Span(node.span.start, node.span.start + len(node.name))
            checker.report(function_look_alike(place, node.name, function))
        elif (keyword := guess_keyword(node.name)) in ("not", "and", "or", "xor", "if"):
            place = Span(node.span.start, node.span.start + len(node.name))
            checker.report(keyword_look_alike(place, node.name, keyword or ""))
        check_arguments(checker, node)
    elif not as_term:
        keyword = _FORMULA_CONSTANTS.get(guess_keyword(node.name) or "", guess_keyword(node.name))
        if keyword is not None:
            checker.report(keyword_look_alike(node.span, node.name, keyword))
    if checker.mode is Mode.QBF:
        _note_free_atom(checker, node)
    if checker.mode is Mode.SMT and not (as_term or node.arguments or checker.muted) and is_reached(checker):
        checker.comparisons.unknowns.add_use(Use.PROPOSITION, node.name, node.span)


def _note_free_atom(checker: Checker, node: Proposition) -> None:
    """Note a free atom, for the warning that its name is also quantified elsewhere."""
    name = constant_name(checker, node)
    if name is not None and name not in checker.quantifiers.quantified:
        checker.quantifiers.free.setdefault(name, node.span)


def constant_name(checker: Checker, node: Node) -> str | None:
    with checker.trial_evaluation(VALUE_BUDGET):
        value = checker.evaluate(node).value
    return str(value) if isinstance(value, PropositionName) else None


def check_variable_formula(checker: Checker, node: Variable) -> None:
    abstract = check_variable(checker, node, in_formula=True)
    if abstract.kinds & (PROPOSITION | FORMULA):
        return
    binding = checker.scope.find(node.name)
    binding_span = binding.span if binding else node.span
    report_here(checker, faults.variable_not_proposition(node.span, node.name, binding_span, abstract.kinds))
