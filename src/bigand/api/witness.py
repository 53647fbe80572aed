"""`witness`: find out whether each rule is needed, with a model that shows what it excludes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from bigand.api.parts import Binding, ModelNumber, RulePlace, printable_binding, rule_place_of
from bigand.api.question import Answer
from bigand.api.report import Report, Stage, progress_reporter
from bigand.api.source import TextQuestion
from bigand.api.value import Value, fields_of
from bigand.view.exhibit import Exhibit

if TYPE_CHECKING:
    from bigand.api.problem import Problem
    from bigand.explain.why.witness import Witness as FoundWitness


class BrokenInstance(Value):
    """The instance of a rule that a model breaks."""

    binding: Binding
    instance: str


class RuleWitness(RulePlace):
    """The effect of removing a rule and, for a needed rule, a model of the other rules that breaks it.

    The rule is needed, or the others imply it, or they have no model without it either (`clash`), or this is
    unknown.
    """

    verdict: Literal["needed", "implied", "clash", "unknown"]
    breaks: BrokenInstance | None = None
    model: tuple[str, ...] | None = None  # its true atoms
    values: dict[str, ModelNumber] | None = None
    exhibit: Exhibit | None = None  # of the model


class WitnessAnswer(Answer, tag="witnesses"):
    """The rules in text order."""

    rules: tuple[RuleWitness, ...]


class Witness(TextQuestion[WitnessAnswer], tag="witness"):
    """Which rules are needed, and what does each exclude? `drawn` asks for pictures of the models."""

    drawn: bool = False
    as_written: bool = False

    def answer(self, report: Report) -> WitnessAnswer:
        return find_rule_witnesses(self, report)


DEFAULT_SECONDS = 60.0  # if the question has no time limit


def find_rule_witnesses(question: Witness, report: Report) -> WitnessAnswer:
    """Find a verdict and a witness for each rule."""
    from bigand.api.reasons import load_explainable_problem
    from bigand.encode.compiler import compile_rules
    from bigand.explain.why.witness import find_witnesses

    seconds = question.limits.seconds
    deadline = time.monotonic() + (DEFAULT_SECONDS if seconds is None else seconds)
    problem = load_explainable_problem(question.source, question.limits, question.as_written, report)
    report(Stage(key="progress.expand"))
    compiled = compile_rules(problem.grounder, on_progress=progress_reporter(report), absorb=False)
    report(Stage(key="progress.witness"))
    witnesses = find_witnesses(problem.grounder, compiled, deadline, progress_reporter(report))
    return WitnessAnswer(
        rules=tuple([_rule_witness(witness, problem, compiled.names, question.drawn) for witness in witnesses])
    )


def _rule_witness(witness: FoundWitness, problem: Problem, names: tuple[str, ...], is_drawn: bool) -> RuleWitness:
    from bigand.api.solution import Solution, make_exhibit
    from bigand.explain.groups import instance_for_binding
    from bigand.ground.formula_tree import show_formula

    rule = fields_of(rule_place_of(witness.rule, problem.document))
    if witness.values is None or witness.binding is None:
        return RuleWitness(**rule, verdict=witness.verdict.value)
    instance = instance_for_binding(problem.grounder, witness.rule, witness.binding)
    solution = Solution(names, witness.values)
    return RuleWitness(
        **rule,
        verdict=witness.verdict.value,
        breaks=BrokenInstance(binding=printable_binding(witness.binding), instance=show_formula(instance.formula)),
        model=tuple(solution.true),
        values=solution.number_values or None,
        exhibit=make_exhibit(solution, problem.reading.program) if is_drawn else None,
    )
