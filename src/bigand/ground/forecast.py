"""How many instances a rule will have, before it is expanded.

The frame is joined step by step on a sample of its rows: what a sample grows by, the whole grows by. As long as
everything fits into the sample the number is exact.
"""

import numpy as np
from msgspec import Struct

from bigand.ground.expand import Grounder, Rule
from bigand.ground.join import extend_once, plan

_SAMPLE = 4096


class Forecast(Struct, frozen=True):
    """The number of instances of a rule; `exact` if it is not an estimate."""

    rule: Rule
    instances: int
    exact: bool


def forecast(grounder: Grounder, rule: Rule) -> Forecast:
    """The size of a rule; its conditions and sets are evaluated on a sample only, and once."""
    if not rule.generators:
        return Forecast(rule, 1, True)
    key = (rule.span, rule.generators[0].span, len(rule.generators))
    known: Forecast | None = grounder.forecasts.get(key)
    if known is None:
        known = grounder.forecasts[key] = _forecast(grounder, rule)
    return known


def _forecast(grounder: Grounder, rule: Rule) -> Forecast:
    how = plan(list(rule.generators))
    frame, scale, exact = grounder.base, 1.0, True
    for step in (None, *how.steps):
        frame = extend_once(grounder.evaluator, how, step, frame)
        if not frame.count:
            break
        if frame.count > _SAMPLE:
            rows = np.linspace(0, frame.count - 1, _SAMPLE).astype(np.int64)
            scale *= frame.count / _SAMPLE
            frame, exact = frame.take(rows), False
    return Forecast(rule, round(frame.count * scale), exact)
