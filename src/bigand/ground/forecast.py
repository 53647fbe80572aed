"""How many instances a rule will have, before it is expanded, and how many rows the operators inside it make.

The frame is joined step by step on a sample of its rows: what a sample grows by, the whole grows by. As long as
everything fits into the sample the number is exact.
"""

from contextlib import suppress

import numpy as np
from msgspec import Struct

from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder, Rule
from bigand.ground.frames import UNIT, Frame
from bigand.ground.join import begin, extend_sample, plan, spread
from bigand.language import syntax

_SAMPLE = 4096
_GROWN = 1 << 20  # rows that a step may make of a sample
_INNER = 256  # rows of a sample on which what is inside of a rule is looked at


class Forecast(Struct, frozen=True):
    """The number of instances of a rule, `exact` if it is no estimate; `size` counts the rows inside them too."""

    rule: Rule
    instances: int
    exact: bool
    size: int


def forecast(grounder: Grounder, rule: Rule) -> Forecast:
    """The size of a rule; its conditions and sets are evaluated on a sample only, and once."""
    if is_one(rule):
        return Forecast(rule, 1, True, 1)
    key = (rule.span, rule.generators[0].span if rule.generators else None, len(rule.generators))
    known: Forecast | None = grounder.forecasts.get(key)
    if known is None:
        known = grounder.forecasts[key] = _forecast(grounder, rule)
    return known


def is_one(rule: Rule) -> bool:
    """Whether a rule is one literal: there may be a hundred thousand such facts."""
    inner = syntax.strip_parentheses(rule.body)
    inner = syntax.strip_parentheses(inner.operand) if isinstance(inner, syntax.Signed) else inner
    return not rule.generators and isinstance(inner, syntax.Proposition)


class _Sample(Struct, frozen=True):
    """Some of the rows of a frame, each of which stands for so many."""

    frame: Frame
    scale: float = 1.0
    exact: bool = True

    @property
    def count(self) -> float:
        return self.frame.count * self.scale

    def some(self, most: int) -> "_Sample":
        """At most so many of them."""
        return self.of(spread(self.frame, most), most)

    def of(self, frame: Frame, taken: int) -> "_Sample":
        """What came of so many of them."""
        if taken >= self.frame.count:
            return _Sample(frame, self.scale, self.exact)
        return _Sample(frame, self.scale * self.frame.count / taken, False)


def _forecast(grounder: Grounder, rule: Rule) -> Forecast:
    sample = _joined(grounder, list(rule.generators), _Sample(UNIT))
    size = sample.count
    if any(isinstance(node, syntax.BigOperator | syntax.Cardinality) for node in syntax.walk(rule.body)):
        pending = len(grounder.evaluator.failures)
        with suppress(NotEvaluableError):  # what is wrong is told when it is expanded
            size += _inside(grounder, rule.body, sample.some(_INNER))
        del grounder.evaluator.failures[pending:]
    return Forecast(rule, round(sample.count), sample.exact, round(size))


def _joined(grounder: Grounder, generators: list[syntax.Generator], sample: _Sample) -> _Sample:
    """The rows of generators on those of a sample."""
    how = plan(generators)
    sample = sample.of(begin(grounder.evaluator, how, sample.frame), sample.frame.count)
    for step in how.steps:
        if not sample.frame.count:
            break
        sample = sample.of(*extend_sample(grounder.evaluator, step, sample.frame, _GROWN)).some(_SAMPLE)
    return sample


def _inside(grounder: Grounder, node: syntax.Node, sample: _Sample) -> float:
    """How many rows the operators inside a formula make on the rows of a sample."""
    if not sample.frame.count:
        return 0.0
    match node:
        case syntax.BigOperator(generator=generator, body=body):
            inner = _joined(grounder, [generator], sample.some(_INNER))
            return inner.count + _inside(grounder, body, inner.some(_INNER))
        case syntax.Cardinality(set=members):
            inside = syntax.strip_parentheses(members)
            if isinstance(inside, syntax.Comprehension):
                return _joined(grounder, [inside.generator], sample.some(_INNER)).count
            few = sample.some(16)
            return int(grounder.evaluator.elements(members, few.frame)[1].sum()) * few.scale
        case syntax.If(condition=condition, then=then, otherwise=otherwise):
            holds = grounder.evaluator.condition(condition, "if", sample.frame)
            branches = [(then, np.flatnonzero(holds)), (otherwise, np.flatnonzero(~holds))]
            taken = [(part, _Sample(sample.frame.take(rows), sample.scale, False)) for part, rows in branches]
            return sum([_inside(grounder, part, some) for part, some in taken])
        case syntax.Let(variables=variables, values=values, body=body):
            frame = sample.frame
            for variable, value in zip(variables, values, strict=True):
                if variable.arguments:
                    return 0.0  # a name for each row
                frame = frame.bind(variable.name, grounder.evaluator.expression(value, sample.frame))
            return _inside(grounder, body, _Sample(frame, sample.scale, sample.exact))
        case syntax.Infix(operands=operands):
            return sum([_inside(grounder, operand, sample) for operand in operands])
        case syntax.Parenthesised(inner=inner) | syntax.LineBreak(inner=inner) | syntax.Signed(operand=inner):
            return _inside(grounder, inner, sample)
        case syntax.Quantified(body=body):
            return _inside(grounder, body, sample)
        case _:
            return 0.0
