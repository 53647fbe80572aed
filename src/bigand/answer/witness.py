"""How `witness` is answered: what each rule is good for."""

import time

from bigand.answer.drawing import draw
from bigand.answer.parts import binding_of, rule_of
from bigand.answer.problem import Problem
from bigand.answer.questions.witness import Broken, Witness, Witnessed, Witnesses
from bigand.answer.report import Report, Stage, counting
from bigand.answer.solution import Solution
from bigand.answer.value import fields_of
from bigand.answer.why import problem_for_reasons
from bigand.encode.compile import compile_rules
from bigand.explain.instances import instance_for_binding
from bigand.explain.witness import Witness as Found
from bigand.explain.witness import find_witnesses
from bigand.ground.written import show_formula

SECONDS = 60.0  # where nobody says how long


def witness(question: Witness, report: Report) -> Witnesses:
    """The verdict on each rule."""
    seconds = question.limits.seconds
    deadline = time.monotonic() + (SECONDS if seconds is None else seconds)
    problem = problem_for_reasons(question.source, question.limits, question.as_written, report)
    report(Stage(key="progress.expand"))
    compiled = compile_rules(problem.grounder, on_progress=counting(report), absorb=False)
    report(Stage(key="progress.witness"))
    found = find_witnesses(problem.grounder, compiled, deadline, counting(report))
    return Witnesses(rules=tuple([_told(one, problem, compiled.names, question.drawn) for one in found]))


def _told(found: Found, problem: Problem, names: tuple[str, ...], is_drawn: bool) -> Witnessed:
    rule = fields_of(rule_of(found.rule, problem.document))
    if found.values is None or found.binding is None:
        return Witnessed(**rule, verdict=found.verdict.value)
    instance = instance_for_binding(problem.grounder, found.rule, found.binding)
    solution = Solution(names, found.values)
    return Witnessed(
        **rule,
        verdict=found.verdict.value,
        breaks=Broken(binding=binding_of(found.binding), instance=show_formula(instance.formula)),
        model=tuple(solution.true),
        values=solution.number_values or None,
        exhibit=draw(solution, problem.reading.program) if is_drawn else None,
    )
