"""A text in SMT-LIB, in the logic asked for or the smallest that has all it says; with goals as Z3 reads them."""

from collections.abc import Callable, Iterator

from bigand.answer.expanded import Expansion
from bigand.answer.numbers import NumberExpansion
from bigand.answer.problem import Problem
from bigand.answer.report import Notice, Report, ignore_events
from bigand.encode.costs import CostedFile
from bigand.encode.smtlib import Script, smtlib_script
from bigand.encode.smtlib_goals import goal_lines
from bigand.encode.theory import allows, first_rule_outside, propositional_theory
from bigand.source.fault import make_diagnostic


def smtlib_pieces(expansion: Expansion, logic: str | None, report: Report = ignore_events) -> Iterator[str]:
    """The text in SMT-LIB, in pieces; it is told if it is not in the logic asked for: then it is in another."""
    theory = (
        expansion.theory
        if isinstance(expansion, NumberExpansion)
        else propositional_theory(expansion.compiled.names)
    )
    clauses = expansion.compiled.clauses
    taken = theory.logic if logic is None or not allows(logic, theory.logic) else logic
    if logic is not None and taken != logic:
        rule = expansion.problem.grounder.rules()[first_rule_outside(clauses, theory, logic)]
        report(Notice(diagnostics=(make_diagnostic("G104", rule.span, help="help", logic=logic, taken=taken),)))
    return smtlib_script(clauses, theory, taken, _rule_comment(expansion.problem))


def smtlib_pieces_with_goals(problem: Problem, costed: CostedFile) -> Iterator[str]:
    """The same with soft formulas and objectives, as Z3 and OptiMathSAT read them; they choose the logic."""
    theory = costed.theory or propositional_theory(costed.compiled.names)

    def goals(script: Script) -> Iterator[str]:
        return (line for price in costed.goals for line in goal_lines(script, price))

    return smtlib_script(costed.compiled.clauses, theory, None, _rule_comment(problem), goals)


def _rule_comment(problem: Problem) -> Callable[[int], str]:
    """What is said of each rule, by its number: its line."""
    rules = [*problem.grounder.rules(), *problem.grounder.soft_rules()]
    return lambda rule: f"line {problem.document.position(rules[rule].span.start).line}"
