"""Check the size of a text before it is expanded: refuse rules that cannot fit, and report large ones."""

import os
from collections.abc import Callable
from contextlib import suppress

from bigand.api.auxiliary import failure_reporter
from bigand.api.problem import Problem
from bigand.api.report import Notice, Report, ignore_events
from bigand.encode.at_most_one import forecast_clauses
from bigand.encode.compiler import MANY
from bigand.ground.forecast import forecast, is_single_literal
from bigand.ground.grounder import Grounder, Rule
from bigand.language import Mode
from bigand.messages.message import number_message
from bigand.solve.engines.pysat import COUNTING_ENGINE
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.error import InvalidSourceError, LimitError, attempt

_BYTES_PER_INSTANCE = 160  # measured: a clause of two literals in bigand's arrays and in CaDiCaL
_LARGE_RULE = 5_000_000


def check_size(
    grounder: Grounder,
    limit: int | None,
    as_written: bool = False,
    native_counting: bool = False,
    report: Report = ignore_events,
) -> None:
    """Raise if a rule cannot fit into `limit` megabytes; report rules that are large.

    `native_counting` is for engines with native cardinality constraints.
    """
    limit_bytes = memory_limit_bytes(limit)
    worth_reporting = min(_LARGE_RULE, limit_bytes // _BYTES_PER_INSTANCE)
    large: list[Diagnostic] = []
    rules = [*grounder.rules(), *grounder.soft_rules()]
    for index, rule in enumerate(rules):
        if is_single_literal(rule):
            continue
        size = _forecast_instances(grounder, rule, report)
        if size > worth_reporting and not as_written:
            size = _forecast_clauses(grounder, rule, rules[:index], native_counting, report)
        if size * _BYTES_PER_INSTANCE > limit_bytes:
            raise InvalidSourceError(
                [make_diagnostic("G102", rule.span, label="label", help="help", count=number_message(size))]
            )
        if size > _LARGE_RULE:
            large.append(make_diagnostic("G103", rule.span, help="help", count=number_message(size)))
    if large:
        report(Notice(diagnostics=tuple(large)))


def may_count_natively(problem: Problem, solver: str | None = None) -> bool:
    """Whether native cardinality constraints may be used: for propositional texts with many instances."""
    if problem.reading.mode is not Mode.SAT or solver not in (None, COUNTING_ENGINE):
        return False
    return sum([_forecast_instances(problem.grounder, rule) for rule in problem.grounder.rules()]) > MANY


def _forecast_instances(grounder: Grounder, rule: Rule, report: Report = ignore_events) -> int:
    """Forecast the number of instances of a rule; 0 if that fails. Errors of the rule itself are raised."""
    return _forecast_or_zero(lambda: forecast(grounder, rule).size, report)


def _forecast_clauses(
    grounder: Grounder, rule: Rule, before: list[Rule], native_counting: bool, report: Report
) -> int:
    """Forecast the number of clauses, given the patterns recognised in the rule and in the rules before it."""
    return _forecast_or_zero(lambda: forecast_clauses(grounder, rule, before, native_counting), report)


def _forecast_or_zero(count: Callable[[], int], report: Report) -> int:
    return attempt(count, 0, failure_reporter("size", report), reraised=(InvalidSourceError, LimitError))


def memory_limit_bytes(megabytes: int | None) -> int:
    """The memory limit in bytes; the default is 80 % of the machine's memory or of the shell's limit."""
    if megabytes:
        return megabytes * 1_000_000
    try:
        limit = int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 0.8)
    except (ValueError, OSError, AttributeError):
        limit = 8_000_000_000
    with suppress(ImportError):  # Windows has no such module
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit

        allowed, _ = getrlimit(RLIMIT_AS)
        limit = limit if allowed == RLIM_INFINITY else min(limit, int(allowed * 0.8))
    return limit
