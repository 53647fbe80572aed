"""Estimate the number of instances of a rule, and the rows of the operators inside it, before expanding it.

The frame is joined step by step on a sample of its rows, assuming that the whole grows like the sample. The number
is exact as long as all rows fit into the sample.
"""

from contextlib import suppress

import numpy as np
from msgspec import Struct

from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.frames import UNIT_FRAME, Frame
from bigand.ground.grounder import Grounder, Rule
from bigand.ground.join import apply_initial_conditions, make_plan, run_step_on_sample, sample_rows
from bigand.language import syntax

_SAMPLE_ROWS = 4096
_MAX_SAMPLE_GROWTH = 1 << 20  # rows that a step may make from a sample
_INNER_SAMPLE_ROWS = 256  # sample size for the operators inside a rule


class Forecast(Struct, frozen=True):
    """The number of instances of a rule, `exact` or estimated; `size` includes the rows inside them."""

    rule: Rule
    instances: int
    exact: bool
    size: int


def forecast(grounder: Grounder, rule: Rule) -> Forecast:
    """Return the size of a rule, evaluating its conditions and sets on a sample only; cached."""
    if is_single_literal(rule):
        return Forecast(rule, 1, True, 1)
    key = (rule.span, rule.generators[0].span if rule.generators else None, len(rule.generators))
    cached: Forecast | None = grounder.forecasts.get(key)
    if cached is None:
        cached = grounder.forecasts[key] = _estimate_size(grounder, rule)
    return cached


def is_single_literal(rule: Rule) -> bool:
    """Return whether a rule is a single literal: a file may have a hundred thousand such facts."""
    inner = syntax.strip_parentheses(rule.body)
    inner = syntax.strip_parentheses(inner.operand) if isinstance(inner, syntax.Signed) else inner
    return not rule.generators and isinstance(inner, syntax.Proposition)


class _RowSample(Struct, frozen=True):
    """A sample of the rows of a frame; each represents `scale` rows."""

    frame: Frame
    scale: float = 1.0
    exact: bool = True

    @property
    def count(self) -> float:
        return self.frame.count * self.scale

    def limit(self, max_rows: int) -> "_RowSample":
        """Keep at most `max_rows` rows."""
        return self.replace_frame(sample_rows(self.frame, max_rows), max_rows)

    def replace_frame(self, frame: Frame, taken_rows: int) -> "_RowSample":
        """Return the sample with `frame`, which was computed from `taken_rows` of its rows."""
        if taken_rows >= self.frame.count:
            return _RowSample(frame, self.scale, self.exact)
        return _RowSample(frame, self.scale * self.frame.count / taken_rows, False)


def _estimate_size(grounder: Grounder, rule: Rule) -> Forecast:
    sample = _join_sample(grounder, list(rule.generators), _RowSample(UNIT_FRAME))
    size = sample.count
    if any(isinstance(node, syntax.BigOperator | syntax.Cardinality) for node in syntax.walk(rule.body)):
        pending = len(grounder.evaluator.failures)
        with suppress(NotEvaluableError):  # errors are reported when the rule is expanded
            size += _estimate_inner_rows(grounder, rule.body, sample.limit(_INNER_SAMPLE_ROWS))
        del grounder.evaluator.failures[pending:]
    return Forecast(rule, round(sample.count), sample.exact, round(size))


def _join_sample(grounder: Grounder, generators: list[syntax.Generator], sample: _RowSample) -> _RowSample:
    """Join generators to the rows of a sample."""
    plan = make_plan(generators)
    sample = sample.replace_frame(
        apply_initial_conditions(grounder.evaluator, plan, sample.frame), sample.frame.count
    )
    for step in plan.steps:
        if not sample.frame.count:
            break
        sample = sample.replace_frame(
            *run_step_on_sample(grounder.evaluator, step, sample.frame, _MAX_SAMPLE_GROWTH)
        ).limit(_SAMPLE_ROWS)
    return sample


def _estimate_inner_rows(grounder: Grounder, node: syntax.Node, sample: _RowSample) -> float:
    """Estimate how many rows the operators inside a formula make on the rows of a sample."""
    if not sample.frame.count:
        return 0.0
    match node:
        case syntax.BigOperator(generator=generator, body=body):
            inner = _join_sample(grounder, [generator], sample.limit(_INNER_SAMPLE_ROWS))
            return inner.count + _estimate_inner_rows(grounder, body, inner.limit(_INNER_SAMPLE_ROWS))
        case syntax.Cardinality(set=members):
            inside = syntax.strip_parentheses(members)
            if isinstance(inside, syntax.Comprehension):
                return _join_sample(grounder, [inside.generator], sample.limit(_INNER_SAMPLE_ROWS)).count
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
                    return 0.0  # each row has its own name
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
