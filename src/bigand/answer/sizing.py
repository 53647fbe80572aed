"""How large a text is: what cannot fit is refused before it is expanded, and what is large is told."""

import os

from bigand.answer.report import Noticed, Report, unheard
from bigand.encode.recognise import forecast_size
from bigand.ground.expand import Grounder
from bigand.ground.forecast import forecast
from bigand.source.diagnostic import Diagnostic, amount
from bigand.source.error import RefusedError
from bigand.source.fault import fault

_BYTES_AN_INSTANCE = 160  # measured: clauses of two literals in our arrays and in CaDiCaL
_WARN = 5_000_000


def check_size(
    grounder: Grounder,
    limit: int | None,
    as_written: bool = False,
    counting: bool = False,
    report: Report = unheard,
) -> None:
    """Refuse a rule that cannot fit into so many megabytes, report those that are large.

    `counting` is for engines that count.
    """
    most = memory_limit(limit)
    large: list[Diagnostic] = []
    rules = [*grounder.rules(), *grounder.soft_rules()]
    for at, rule in enumerate(rules):
        if not rule.generators:
            continue  # one instance: there may be a hundred thousand such facts
        size = (
            forecast(grounder, rule).instances
            if as_written
            else forecast_size(grounder, rule, rules[:at], counting)
        )
        shown = amount(size)
        if size * _BYTES_AN_INSTANCE > most:
            raise RefusedError([fault("G102", rule.span, label="label", help="help", count=shown)])
        if size > _WARN:
            large.append(fault("G103", rule.span, help="help", count=shown))
    if large:
        report(Noticed(diagnostics=tuple(large)))


def memory_limit(megabytes: int | None) -> int:
    """Bytes that we may use: as said, else most of what the machine has."""
    if megabytes:
        return megabytes * 1_000_000
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 0.8)
    except (ValueError, OSError, AttributeError):
        return 8_000_000_000
