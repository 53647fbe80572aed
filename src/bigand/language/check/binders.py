"""Generators, `let` and conditions: what they bind, in which order it is evaluated, and what is never used."""

from bigand.language import faults
from bigand.language.check.abstract import ANYTHING, Abstract, known
from bigand.language.check.checker import Checker
from bigand.language.check.complaints import kind_hint, not_a_set
from bigand.language.check.reach import bind, give_value, report_here
from bigand.language.check.scope import Given, Hidden, Loop
from bigand.language.syntax import COMPARISONS, Generator, Infix, Let, Node
from bigand.language.values import BOOL, SET, SetOf
from bigand.source.diagnostic import Diagnostic, counted
from bigand.source.fault import fault
from bigand.source.span import Span


def enter(checker: Checker, generator: Generator, keyword: str) -> list[Hidden]:
    """Bind the variables of a generator, checking its sets and its condition on the way.

    A set is evaluated only for elements of the sets before it, the condition for elements of all.
    """
    variables, sets = generator.variables, generator.sets
    if len(variables) != len(sets) and variables and keyword != "for":
        extra = sets[-1] if sets else None
        comparison = isinstance(extra, Infix) and extra.operator in COMPARISONS
        counts = (len(variables), len(sets))
        report_here(checker, counts_differ(generator.span, keyword, counts, comparison))
    hidden: list[Hidden] = []
    checker.path.append(Loop(generator, 0, False))
    for index, variable in enumerate(variables):
        checker.path[-1] = Loop(generator, index, False)
        element = _check_elements(checker, sets[index]) if index < len(sets) else ANYTHING
        hidden.append(bind(checker, variable, variable.name, element, keyword))
    checker.path[-1] = Loop(generator, len(sets), False)
    for extra in sets[len(variables) :]:
        checker.expression(extra)
    if generator.condition is not None:
        check_condition(checker, generator.condition, "when")
        checker.path[-1] = Loop(generator, len(sets), True)
    return hidden


def leave(checker: Checker, hidden: list[Hidden]) -> None:
    """Forget what `enter` bound, and remember what was never used."""
    checker.path.pop()
    for key, outer in reversed(hidden):
        gone = checker.scope.locals.pop(key, None)
        if gone is not None and not checker.muted:
            checker.scope.ended[key.split("(", 1)[0]] = gone
            if not gone.used and not key.startswith("$_"):
                checker.report(unused_variable(gone.span, gone.name, gone.word))
        if outer is not None:
            checker.scope.locals[key] = outer


def enter_let(checker: Checker, let: Let) -> list[Hidden]:
    """Bind the variables of a `let` one after the other, as if each had a `let` of its own."""
    checker.path.append(Given(let, 0))
    hidden: list[Hidden] = []
    for index in range(len(let.variables)):
        checker.path[-1] = Given(let, index)
        hidden.append(give_value(checker, let, index))
    checker.path[-1] = Given(let, len(let.variables))
    return hidden


def _check_elements(checker: Checker, node: Node) -> Abstract:
    """What is known of the elements of what should be a set."""
    abstract = checker.expression(node)
    if not abstract.kinds & SET:
        not_a_set(checker, node, abstract)
        return ANYTHING
    if isinstance(abstract.value, SetOf) and len(abstract.value.elements) == 1:
        return known(abstract.value.elements[0])
    return Abstract(abstract.element.kinds, abstract.element.element) if abstract.element else ANYTHING


def check_condition(checker: Checker, node: Node, word: str) -> Abstract:
    """An expression that must be true or false."""
    abstract = checker.expression(node)
    if not abstract.kinds & BOOL:
        hint, gaps = kind_hint(checker, node, BOOL, abstract)
        report_here(checker, faults.condition_not_boolean(node.span, word, abstract.kinds, hint, **gaps))
        return ANYTHING
    return abstract


def unused_variable(span: Span, name: str, word: str) -> Diagnostic:
    return fault("N103", span, help="global" if word == "=" else "local", name=name, word=word)


def counts_differ(span: Span, keyword: str, counts: tuple[int, int], comparison: bool = False) -> Diagnostic:
    """`counts` are those of the variables and of the sets; `comparison` says that the last set is one."""
    help = "when" if comparison else {"let": "let", "[": "comprehension"}.get(keyword, "help")
    return fault(
        "N104",
        span,
        variant="let" if keyword == "let" else None,
        help=help,
        keyword="for" if keyword == "[" else keyword,
        variables=counted("variable", counts[0]),
        sets=counted("value" if keyword == "let" else "set", counts[1]),
    )
