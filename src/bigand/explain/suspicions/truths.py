"""Rules that always hold, so that they say nothing, and rules that never can."""

import time

import numpy as np

from bigand.encode.compile import compile_negations, compile_rules
from bigand.explain.groups import Oracle
from bigand.explain.suspicions.survey import Survey
from bigand.explain.witness import with_negations
from bigand.ground.expand import Rule
from bigand.ground.forecast import forecast
from bigand.solve.session import LimitError
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault

_LARGEST = 20_000  # instances of a rule that is judged
_SECONDS = 2.0


def constant_rules(survey: Survey) -> list[Diagnostic]:
    """Each rule by itself: can it be broken, can it be kept?"""
    grounder = survey.grounder
    rules = grounder.rules()
    judged = [rule for rule in rules if _has_instances(survey, rule)]
    if not judged:
        return []
    compiled = compile_rules(grounder, absorb=False)
    groups = with_negations(grounder, compiled, compile_negations(grounder, judged))
    oracle = Oracle(groups, np.arange(groups.count), time.monotonic() + _SECONDS)
    found: list[Diagnostic] = []
    try:
        for rule in judged:
            if oracle.clash([len(rules) + rule.number]) is not None:
                found.append(fault("W107", rule.span, help="help"))
            elif oracle.clash([rule.number]) is not None:
                found.append(fault("W108", rule.span, help="help"))
    except LimitError:
        pass
    finally:
        oracle.close()
    return found


def _has_instances(survey: Survey, rule: Rule) -> bool:
    """Whether a rule is worth judging: not a fact, not too large, and not over nothing (which is told apart)."""
    if not any(site.rule.number == rule.number for site in survey.sites):
        return False
    return forecast(survey.grounder, rule).instances <= _LARGEST
