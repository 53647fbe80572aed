"""Suspicions: what a file says that its writer probably did not mean, found without solving it.

Everything here is a warning: the file is legal, and may be right. The evidence is the file itself: what one rule
does with a predicate is compared with what the others do.
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

# In this order: what one has said, a later one does not say again of the same place.
_FAMILIES = (indices, clauses, names, sets, constant_rules, facts, gaps, effects, signs)
_DETECTORS = [detector for family in _FAMILIES for detector in family.DETECTORS]


def lint_reading(
    reading: CheckedDocument, given: dict[str, Value], effort: Effort = THOROUGH, *, grouped: bool = True
) -> list[Diagnostic]:
    """All suspicions about a file, in source order, and what was not looked at; none when it has errors.

    Of those with one cause the most telling one, unless they are not to be `grouped`.
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
    """The same, of a file whose globals have been evaluated; its atoms are numbered on the way."""
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
            diagnostics += find_clashing_facts(surveyed)  # which may be for any of the reasons above
    except NotEvaluableError:
        return []
    if any(isinstance(directive, Objective) for directive in grounder.reading.program.directives):
        # A cost pulls atoms to one side: that rules push them to the other only is as it should be.
        diagnostics = [diagnostic for diagnostic in diagnostics if diagnostic.code not in ("W105", "W106", "W112")]
    skipped = {rule.number: rule for rule in (*surveyed.skipped, *surveyed.too_large)}
    diagnostics += [too_large_warning(rule) for rule in skipped.values()]
    return merge_by_cause(diagnostics) if grouped else diagnostics


def too_large_warning(rule: Rule) -> Diagnostic:
    """That a rule is too large, and how to look at it all the same."""
    return make_diagnostic(TOO_LARGE_CODE, rule.span, help="help")


class _SpanIndex:
    """Places that have been reported, so that one that meets any of them is found without looking at all."""

    def __init__(self, spans: Sequence[Span]) -> None:
        ordered = sorted(spans, key=lambda span: span.start)
        self.starts = [span.start for span in ordered]
        self.reach = list(accumulate([span.end for span in ordered], max))  # the largest end up to here
        self.nearest = list(accumulate([span.end for span in reversed(ordered)], min))[::-1]  # the least from here

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether something was reported of the place, or of another one that facts clash with for that reason."""
        others = diagnostic.secondary if diagnostic.code == "W117" else ()
        return any(self.overlaps(label.span) for label in (diagnostic.primary, *others))

    def overlaps(self, span: Span) -> bool:
        """Whether one of them lies within the place, or the place within one of them."""
        up_to, since = bisect_right(self.starts, span.start), bisect_left(self.starts, span.start)
        is_within = up_to > 0 and self.reach[up_to - 1] >= span.end
        return is_within or (since < len(self.starts) and self.nearest[since] <= span.end)


# ----------------------------------------------------------------------
# One doubt for one cause: what several rules, and several detectors, say of the same mistake is said once.
#
# The
# cause is read off what a doubt is about: an index of a predicate with some values, a predicate some of whose
# atoms have one sign, or the very words in which it is reported. The most telling one names the places of the
# others.


# From the most telling on: a wrong index also leaves atoms loose, so what is reported of these only repeats it.
_OF_AN_INDEX = ("W104", "W101", "W102", "W103")
_OF_A_NAME = ("W114", "W113")
_OF_A_CLASH = ("W117",)
_OF_LOOSE_ATOMS = ("W106", "W105", "W112")


def merge_by_cause(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The doubts in source order, one for each cause."""
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in sort_by_position(sorted(diagnostics, key=_rank)):
        groups.setdefault(_cause(diagnostic), []).append(diagnostic)
    kept = [merge_diagnostics(sorted(group, key=_rank)) for group in groups.values()]
    explained = {
        _predicate_name(diagnostic)
        for diagnostic in kept
        if diagnostic.code in _OF_A_CLASH + _OF_AN_INDEX + _OF_A_NAME
    }
    return sort_by_position(
        [
            diagnostic
            for diagnostic in kept
            if diagnostic.code not in _OF_LOOSE_ATOMS or _predicate_name(diagnostic) not in explained
        ]
    )


def _rank(diagnostic: Diagnostic) -> int:
    order = (*_OF_A_CLASH, *_OF_AN_INDEX, *_OF_A_NAME, *_OF_LOOSE_ATOMS)
    return order.index(diagnostic.code) if diagnostic.code in order else len(order)


def _cause(diagnostic: Diagnostic) -> object:
    """What two doubts have in common that are about the same mistake."""
    gaps = diagnostic.message.gaps
    if diagnostic.code in _OF_AN_INDEX and {"place", "values"} <= gaps.keys():
        return ("index", _predicate_name(diagnostic), gaps["place"], gaps["values"])
    if diagnostic.code in _OF_LOOSE_ATOMS:
        return (diagnostic.message.key, _predicate_name(diagnostic))
    words = sorted([(name, str(gap)) for name, gap in gaps.items() if name != "binding"])
    # Without a gap nothing tells two causes apart but their places.
    return (diagnostic.message.key, *words) if words else (diagnostic.message.key, diagnostic.primary.span)


def _predicate_name(diagnostic: Diagnostic) -> str:
    """The name of the predicate, or of the constant, that a doubt is about."""
    return str(diagnostic.message.gaps.get("name", "")).partition("(")[0]
