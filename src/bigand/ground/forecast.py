"""How many instances a rule will have, before it is expanded, and how many rows the operators inside it make.

The frame is joined step by step on a sample of its rows: what a sample grows by, the whole grows by. As long as
everything fits into the sample the number is exact.
"""

from contextlib import suppress

import numpy as np
from msgspec import Struct

from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.frames import UNIT_FRAME, Frame
from bigand.ground.grounder import Grounder, Rule
from bigand.ground.join import apply_initial_conditions, extend_sample, make_plan, sample_rows
from bigand.language import syntax

_SAMPLE = 4096
_MAX_GROWN = 1 << 20  # rows that a step may make of a sample
_INNER = 256  # rows of a sample on which what is inside of a rule is looked at


class Forecast(Struct, frozen=True):
    """The number of instances of a rule, `exact` if it is no estimate; `size` counts the rows inside them too."""

    rule: Rule
    instances: int
    exact: bool
    size: int


def forecast(grounder: Grounder, rule: Rule) -> Forecast:
    """The size of a rule; its conditions and sets are evaluated on a sample only, and once."""
    if is_single_literal(rule):
        return Forecast(rule, 1, True, 1)
    key = (rule.span, rule.generators[0].span if rule.generators else None, len(rule.generators))
    cached: Forecast | None = grounder.forecasts.get(key)
    if cached is None:
        cached = grounder.forecasts[key] = _estimate_size(grounder, rule)
    return cached


def is_single_literal(rule: Rule) -> bool:
    """Whether a rule is one literal: there may be a hundred thousand such facts."""
    inner = syntax.strip_parentheses(rule.body)
    inner = syntax.strip_parentheses(inner.operand) if isinstance(inner, syntax.Signed) else inner
    return not rule.generators and isinstance(inner, syntax.Proposition)


class _RowSample(Struct, frozen=True):
    """Some of the rows of a frame, each of which stands for so many."""

    frame: Frame
    scale: float = 1.0
    exact: bool = True

    @property
    def count(self) -> float:
        return self.frame.count * self.scale

    def limit(self, max_rows: int) -> "_RowSample":
        """At most so many of them."""
        return self.replace_frame(sample_rows(self.frame, max_rows), max_rows)

    def replace_frame(self, frame: Frame, taken_rows: int) -> "_RowSample":
        """What came of so many of them."""
        if taken_rows >= self.frame.count:
            return _RowSample(frame, self.scale, self.exact)
        return _RowSample(frame, self.scale * self.frame.count / taken_rows, False)


def _estimate_size(grounder: Grounder, rule: Rule) -> Forecast:
    sample = _join_sample(grounder, list(rule.generators), _RowSample(UNIT_FRAME))
    size = sample.count
    if any(isinstance(node, syntax.BigOperator | syntax.Cardinality) for node in syntax.walk(rule.body)):
        pending = len(grounder.evaluator.failures)
        with suppress(NotEvaluableError):  # what is wrong is told when it is expanded
            size += _estimate_inner_rows(grounder, rule.body, sample.limit(_INNER))
        del grounder.evaluator.failures[pending:]
    return Forecast(rule, round(sample.count), sample.exact, round(size))


def _join_sample(grounder: Grounder, generators: list[syntax.Generator], sample: _RowSample) -> _RowSample:
    """The rows of generators on those of a sample."""
    plan = make_plan(generators)
    sample = sample.replace_frame(
        apply_initial_conditions(grounder.evaluator, plan, sample.frame), sample.frame.count
    )
    for step in plan.steps:
        if not sample.frame.count:
            break
        sample = sample.replace_frame(*extend_sample(grounder.evaluator, step, sample.frame, _MAX_GROWN)).limit(
            _SAMPLE
        )
    return sample


def _estimate_inner_rows(grounder: Grounder, node: syntax.Node, sample: _RowSample) -> float:
    """How many rows the operators inside a formula make on the rows of a sample."""
    if not sample.frame.count:
        return 0.0
    match node:
        case syntax.BigOperator(generator=generator, body=body):
            inner = _join_sample(grounder, [generator], sample.limit(_INNER))
            return inner.count + _estimate_inner_rows(grounder, body, inner.limit(_INNER))
        case syntax.Cardinality(set=members):
            inside = syntax.strip_parentheses(members)
            if isinstance(inside, syntax.Comprehension):
                return _join_sample(grounder, [inside.generator], sample.limit(_INNER)).count
            small_sample = sample.limit(16)
            return (
                int(grounder.evaluator.evaluate_elements(members, small_sample.frame)[1].sum()) * small_sample.scale
            )
        case syntax.If(condition=condition, then=then, otherwise=otherwise):
            holds = grounder.evaluator.evaluate_condition(condition, "if", sample.frame)
            branches = [(then, np.flatnonzero(holds)), (otherwise, np.flatnonzero(~holds))]
            branch_samples = [
                (part, _RowSample(sample.frame.take(rows), sample.scale, False)) for part, rows in branches
            ]
            return sum(
                [_estimate_inner_rows(grounder, part, branch_sample) for part, branch_sample in branch_samples]
            )
        case syntax.Let(variables=variables, values=values, body=body):
            frame = sample.frame
            for variable, value in zip(variables, values, strict=True):
                if variable.arguments:
                    return 0.0  # a name for each row
                frame = frame.bind(variable.name, grounder.evaluator.evaluate(value, sample.frame))
            return _estimate_inner_rows(grounder, body, _RowSample(frame, sample.scale, sample.exact))
        case syntax.Infix(operands=operands):
            return sum([_estimate_inner_rows(grounder, operand, sample) for operand in operands])
        case syntax.Parenthesised(inner=inner) | syntax.LineBreak(inner=inner) | syntax.Signed(operand=inner):
            return _estimate_inner_rows(grounder, inner, sample)
        case syntax.Quantified(body=body):
            return _estimate_inner_rows(grounder, body, sample)
        case _:
            return 0.0
