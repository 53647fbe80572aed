"""Generators, `let` and conditions: bindings, order of evaluation, and unused variables."""

from bigand.language import common_diagnostics
from bigand.language.check.abstract import ANYTHING, AbstractValue, abstract_of
from bigand.language.check.checker import Checker, HiddenLocal, LetStep, LoopStep
from bigand.language.check.kind_errors import find_wrong_kind_hint, report_not_a_set
from bigand.language.check.reachability import bind_let_variable, bind_local, report_by_reachability
from bigand.language.syntax import COMPARISONS, Generator, Infix, Let, Node
from bigand.language.values import BOOL, SET, SetValue
from bigand.messages.message import count_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def enter_generator(checker: Checker, generator: Generator, keyword: str) -> list[HiddenLocal]:
    """Bind the variables of a generator, and check its sets and condition.

    A set is evaluated only for elements of the sets before it, the condition for elements of all sets.
    """
    variables, sets = generator.variables, generator.sets
    if len(variables) != len(sets) and variables and keyword != "for":
        extra = sets[-1] if sets else None
        comparison = isinstance(extra, Infix) and extra.operator in COMPARISONS
        counts = (len(variables), len(sets))
        report_by_reachability(checker, variable_count_mismatch(generator.span, keyword, counts, comparison))
    hidden: list[HiddenLocal] = []
    checker.path.append(LoopStep(generator, 0, False))
    for index, variable in enumerate(variables):
        checker.path[-1] = LoopStep(generator, index, False)
        element = _evaluate_element_of_set(checker, sets[index]) if index < len(sets) else ANYTHING
        hidden.append(bind_local(checker, variable, variable.name, element, keyword))
    checker.path[-1] = LoopStep(generator, len(sets), False)
    for extra in sets[len(variables) :]:
        checker.evaluate(extra)
    if generator.condition is not None:
        check_condition(checker, generator.condition, "when")
        checker.path[-1] = LoopStep(generator, len(sets), True)
    return hidden


def leave_binder(checker: Checker, hidden: list[HiddenLocal]) -> None:
    """Undo the bindings of a generator or `let`, and report unused variables."""
    checker.path.pop()
    for key, outer_binding in reversed(hidden):
        binding = checker.scope.locals.pop(key, None)
        if binding is not None and not checker.muted:
            checker.scope.ended_locals[key.split("(", 1)[0]] = binding
            if not binding.used and not key.startswith("$_"):
                checker.report(unused_variable(binding.span, binding.name, binding.word))
        if outer_binding is not None:
            checker.scope.locals[key] = outer_binding


def enter_let(checker: Checker, let: Let) -> list[HiddenLocal]:
    """Bind the variables of a `let` one by one, as if each had its own `let`."""
    checker.path.append(LetStep(let, 0))
    hidden: list[HiddenLocal] = []
    for index in range(len(let.variables)):
        checker.path[-1] = LetStep(let, index)
        hidden.append(bind_let_variable(checker, let, index))
    checker.path[-1] = LetStep(let, len(let.variables))
    return hidden


def _evaluate_element_of_set(checker: Checker, node: Node) -> AbstractValue:
    """What is known about the elements of a node that must be a set."""
    abstract = checker.evaluate(node)
    if not abstract.kinds & SET:
        report_not_a_set(checker, node, abstract)
        return ANYTHING
    if isinstance(abstract.value, SetValue) and len(abstract.value.elements) == 1:
        return abstract_of(abstract.value.elements[0])
    return AbstractValue(abstract.element.kinds, abstract.element.element) if abstract.element else ANYTHING


def check_condition(checker: Checker, node: Node, word: str) -> AbstractValue:
    """Check an expression that must be true or false."""
    abstract = checker.evaluate(node)
    if not abstract.kinds & BOOL:
        hint, gaps = find_wrong_kind_hint(checker, node, BOOL, abstract)
        report_by_reachability(
            checker, common_diagnostics.condition_not_boolean(node.span, word, abstract.kinds, hint, **gaps)
        )
        return ANYTHING
    return abstract


def unused_variable(span: Span, name: str, word: str) -> Diagnostic:
    return make_diagnostic("N103", span, help="global" if word == "=" else "local", name=name, word=word)


def variable_count_mismatch(
    span: Span, keyword: str, variable_and_set_counts: tuple[int, int], last_is_comparison: bool = False
) -> Diagnostic:
    """`variable_and_set_counts` are two numbers; `last_is_comparison` says that the last set is a comparison."""
    help = "when" if last_is_comparison else {"let": "let", "[": "comprehension"}.get(keyword, "help")
    return make_diagnostic(
        "N104",
        span,
        variant="let" if keyword == "let" else None,
        help=help,
        keyword="for" if keyword == "[" else keyword,
        variables=count_message("variable", variable_and_set_counts[0]),
        sets=count_message("value" if keyword == "let" else "set", variable_and_set_counts[1]),
    )
