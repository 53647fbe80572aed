"""What a file is there to ask: whether a formula can hold, or whether a conclusion follows.

Exercises in logic are refutations: the premises, then the conclusion denied, or a theorem with `not` before it.
That there is no model is then the answer that is hoped for, and no line is wrong.
"""

from collections.abc import Iterable

from bigand.explain.suspicions.survey import Survey, is_over_sets
from bigand.ground.expand import Rule
from bigand.language.syntax import Assertion, Expect, Node, Proposition, Sign, Signed, strip_parentheses


def expects_no_model(survey: Survey) -> bool:
    """Whether the file says that it has none: then its lines clash on purpose."""
    directives = survey.grounder.reading.program.directives
    return any([isinstance(directive, Expect) and directive.outcome == "unsat" for directive in directives])


def is_single_formula(survey: Survey) -> bool:
    """Whether the file is a single formula: whether that can hold is the question.

    Many a model is written as one formula, too, its rules joined by `and`: those are rules over sets.
    """
    return len(_formulas(survey)) == 1 and (len(survey.rules) == 1 or not any(map(is_over_sets, survey.rules)))


def is_refutation(rule: Rule) -> bool:
    """Whether a rule is a formula, more than an atom and over no set, with `not` before it: is it valid?"""
    negated = _negation_operand(rule.body)
    return negated is not None and not rule.generators and not isinstance(negated, Proposition)


def has_conclusion(survey: Survey, facts: Iterable[Proposition]) -> bool:
    """Whether facts that clash are premises and a conclusion: one has no index, or the last formula denies one."""
    conclusion = _negation_operand(_formulas(survey)[-1])
    return any([not fact.arguments or fact is conclusion for fact in facts])


def _formulas(survey: Survey) -> list[Node]:
    return [item.formula for item in survey.grounder.reading.program.items if isinstance(item, Assertion)]


def _negation_operand(formula: Node) -> Node | None:
    """What `not` stands before."""
    inner = strip_parentheses(formula)
    return strip_parentheses(inner.operand) if isinstance(inner, Signed) and inner.sign is Sign.NOT else None
