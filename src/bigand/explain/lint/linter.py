"""Lint a file: warn, without solving, of what its author probably did not mean.

Everything here is a warning, because the file is legal and may be right. The evidence is the file itself: how one
rule uses a predicate is compared with how the others use it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from bigand.explain.lint import clauses, constant_rules, effects, facts, gaps, indices, names, sets, signs
from bigand.explain.lint.facts import find_clashing_facts
from bigand.explain.lint.survey import THOROUGH, Effort, survey_file
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder, Rule
from bigand.language.frontend import CheckedDocument
from bigand.language.syntax import Objective
from bigand.language.values import Value
from bigand.source.diagnostic import Diagnostic, merge_diagnostics, sort_by_position
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span
from bigand.source.limits import deep_recursion, pause_garbage_collection

TOO_LARGE_CODE = "W116"

# The order matters: a later detector does not repeat a warning about the same place.
_FAMILIES = (indices, clauses, names, sets, constant_rules, facts, gaps, effects, signs)
_DETECTORS = [detector for family in _FAMILIES for detector in family.DETECTORS]


def lint_reading(
    reading: CheckedDocument, given: dict[str, Value], effort: Effort = THOROUGH, *, grouped: bool = True
) -> list[Diagnostic]:
    """Return all warnings about a file in source order, and what was skipped; none if the file has errors.

    With `grouped`, only the most informative of the warnings with one cause is kept.
    """
    try:
        with deep_recursion():
            grounder = Grounder(reading, given)
    except NotEvaluableError:
        return []  # these errors are reported when the file is expanded
    return lint_grounder(grounder, effort, grouped=grouped)


@deep_recursion()
@pause_garbage_collection()
def lint_grounder(grounder: Grounder, effort: Effort = THOROUGH, *, grouped: bool = True) -> list[Diagnostic]:
    """Lint a file whose globals have been evaluated; this numbers its atoms.

    See `lint_reading`.
    """
    if len(grounder.rules()) > effort.rules:
        return [too_large_warning(grounder.rules()[0])]
    try:
        surveyed = survey_file(grounder, effort)
        diagnostics: list[Diagnostic] = []
        read_diagnostics = grounder.reading.diagnostics
        for detector in _DETECTORS:
            reported = _SpanIndex([diagnostic.primary.span for diagnostic in (*read_diagnostics, *diagnostics)])
            diagnostics += [diagnostic for diagnostic in detector(surveyed) if not reported.covers(diagnostic)]
        if not diagnostics and not read_diagnostics:
            diagnostics += find_clashing_facts(surveyed)  # any warning above may be the cause of a clash
    except NotEvaluableError:
        return []
    if any(isinstance(directive, Objective) for directive in grounder.reading.program.directives):
        # An objective pulls atoms to one side, so rules that only push to the other side are right.
        diagnostics = [diagnostic for diagnostic in diagnostics if diagnostic.code not in ("W105", "W106", "W112")]
    skipped = {rule.number: rule for rule in (*surveyed.skipped, *surveyed.too_large)}
    diagnostics += [too_large_warning(rule) for rule in skipped.values()]
    return merge_by_cause(diagnostics) if grouped else diagnostics


def too_large_warning(rule: Rule) -> Diagnostic:
    """Return the warning that a rule is too large to check, with how to check it anyway."""
    return make_diagnostic(TOO_LARGE_CODE, rule.span, help="help")


class _SpanIndex:
    """An index of reported places, for overlap tests by binary search."""

    def __init__(self, spans: Sequence[Span]) -> None:
        ordered = sorted(spans, key=lambda span: span.start)
        self.starts = [span.start for span in ordered]
        # The largest end up to each span, and the smallest end from it on.
        self.reach = list(accumulate([span.end for span in ordered], max))
        self.nearest = list(accumulate([span.end for span in reversed(ordered)], min))[::-1]

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether the place was reported before; for clashing facts, any of their places."""
        others = diagnostic.secondary if diagnostic.code == "W117" else ()
        return any(self.overlaps(label.span) for label in (diagnostic.primary, *others))

    def overlaps(self, span: Span) -> bool:
        """Whether an indexed span lies within `span`, or `span` within an indexed one."""
        up_to, since = bisect_right(self.starts, span.start), bisect_left(self.starts, span.start)
        is_within = up_to > 0 and self.reach[up_to - 1] >= span.end
        return is_within or (since < len(self.starts) and self.nearest[since] <= span.end)


# ---------------------------------------------------------------------- one warning per cause
# Several rules and several detectors may report the same mistake. The cause is derived from the subject of a
# warning: an index of a predicate with some values, a predicate some of whose atoms have one sign, or else the
# message itself. The most informative warning names the places of the others.

# Most informative first. A wrong index also leaves atoms with one sign, so warnings about those only repeat it.
_INDEX_CODES = ("W104", "W101", "W102", "W103")
_NAME_CODES = ("W114", "W113")
_CLASH_CODES = ("W117",)
_ONE_SIGN_CODES = ("W106", "W105", "W112")


def merge_by_cause(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the warnings in source order, one for each cause."""
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in sort_by_position(sorted(diagnostics, key=_rank)):
        groups.setdefault(_cause(diagnostic), []).append(diagnostic)
    kept = [merge_diagnostics(sorted(group, key=_rank)) for group in groups.values()]
    explained = {
        _predicate_name(diagnostic)
        for diagnostic in kept
        if diagnostic.code in _CLASH_CODES + _INDEX_CODES + _NAME_CODES
    }
    return sort_by_position(
        [
            diagnostic
            for diagnostic in kept
            if diagnostic.code not in _ONE_SIGN_CODES or _predicate_name(diagnostic) not in explained
        ]
    )


def _rank(diagnostic: Diagnostic) -> int:
    order = (*_CLASH_CODES, *_INDEX_CODES, *_NAME_CODES, *_ONE_SIGN_CODES)
    return order.index(diagnostic.code) if diagnostic.code in order else len(order)


def _cause(diagnostic: Diagnostic) -> object:
    """Return a key that is equal for warnings about the same mistake."""
    gaps = diagnostic.message.gaps
    if diagnostic.code in _INDEX_CODES and {"place", "values"} <= gaps.keys():
        return ("index", _predicate_name(diagnostic), gaps["place"], gaps["values"])
    if diagnostic.code in _ONE_SIGN_CODES:
        return (diagnostic.message.key, _predicate_name(diagnostic))
    words = sorted([(name, str(gap)) for name, gap in gaps.items() if name != "binding"])
    # A message without gaps can be distinguished only by its place.
    return (diagnostic.message.key, *words) if words else (diagnostic.message.key, diagnostic.primary.span)


def _predicate_name(diagnostic: Diagnostic) -> str:
    """Return the name of the predicate, or of the constant, that a warning is about."""
    return str(diagnostic.message.gaps.get("name", "")).partition("(")[0]
