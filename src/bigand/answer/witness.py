"""How `find_rule_witnesses` is answered: what each rule is good for."""

import time

from bigand.answer.drawing import make_exhibit
from bigand.answer.parts import binding_of, rule_of
from bigand.answer.problem import Problem
from bigand.answer.questions.witness import BrokenInstance, RuleWitness, Witness, WitnessAnswer
from bigand.answer.report import Report, Stage, progress_reporter
from bigand.answer.solution import Solution
from bigand.answer.value import fields_of
from bigand.answer.why import load_explainable_problem
from bigand.encode.compile import compile_rules
from bigand.explain.instances import instance_for_binding
from bigand.explain.witness import Witness as FoundWitness
from bigand.explain.witness import find_witnesses
from bigand.ground.written import show_formula

DEFAULT_SECONDS = 60.0  # where nobody says how long


def find_rule_witnesses(question: Witness, report: Report) -> WitnessAnswer:
    """The verdict on each rule."""
    seconds = question.limits.seconds
    deadline = time.monotonic() + (DEFAULT_SECONDS if seconds is None else seconds)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    report(Stage(key="progress.expand"))
    compiled = compile_rules(problem.grounder, on_progress=progress_reporter(report), absorb=False)
    report(Stage(key="progress.witness"))
    witnesses_found = find_witnesses(problem.grounder, compiled, deadline, progress_reporter(report))
    return WitnessAnswer(
        rules=tuple(
            [_rule_witness(witness, problem, compiled.names, question.drawn) for witness in witnesses_found]
        )
    )


def _rule_witness(witness: FoundWitness, problem: Problem, names: tuple[str, ...], is_drawn: bool) -> RuleWitness:
    rule = fields_of(rule_of(witness.rule, problem.document))
    if witness.values is None or witness.binding is None:
        return RuleWitness(**rule, verdict=witness.verdict.value)
    instance = instance_for_binding(problem.grounder, witness.rule, witness.binding)
    solution = Solution(names, witness.values)
    return RuleWitness(
        **rule,
        verdict=witness.verdict.value,
        breaks=BrokenInstance(binding=binding_of(witness.binding), instance=show_formula(instance.formula)),
        model=tuple(solution.true),
        values=solution.number_values or None,
        exhibit=make_exhibit(solution, problem.reading.program) if is_drawn else None,
    )
