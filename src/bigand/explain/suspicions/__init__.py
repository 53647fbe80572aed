"""Suspicions: what a file says that its writer probably did not mean, found without solving it.

Everything here is a warning: the file is legal, and may be right. The evidence is the file itself: what one rule
does with a predicate is compared with what the others do.
"""

from collections.abc import Callable

from bigand.explain.suspicions.causes import by_cause
from bigand.explain.suspicions.clauses import same_atoms
from bigand.explain.suspicions.indices import beyond, missing, outside_domains, phantoms
from bigand.explain.suspicions.names import arities, near_constants, near_names, single_atoms
from bigand.explain.suspicions.sets import empty_sets, pairs_for_ranges
from bigand.explain.suspicions.signs import one_sign_atoms, one_sign_predicates
from bigand.explain.suspicions.survey import Survey, survey
from bigand.explain.suspicions.truths import constant_rules
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Grounder
from bigand.ground.forecast import forecast
from bigand.language.reading import Reading, deep_recursion
from bigand.language.syntax import Objective
from bigand.language.values import Value
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span

LARGEST = 400_000  # instances of a file that is looked at

# In this order: what one has said, a later one does not say again of the same place.
_DETECTORS: tuple[Callable[[Survey], list[Diagnostic]], ...] = (
    outside_domains,
    phantoms,
    beyond,
    missing,
    same_atoms,
    near_names,
    near_constants,
    arities,
    empty_sets,
    pairs_for_ranges,
    constant_rules,
    one_sign_predicates,
    one_sign_atoms,
    single_atoms,
)


def suspicions_of(reading: Reading, given: dict[str, Value], largest: int = LARGEST) -> list[Diagnostic]:
    """All suspicions about a file, in source order; none when it is too large to look at or has errors."""
    with deep_recursion():
        try:
            grounder = Grounder(reading, given)
        except NotEvaluableError:
            return []  # these errors are told when the file is expanded
        return suspicions(grounder, largest)


def suspicions(grounder: Grounder, largest: int = LARGEST) -> list[Diagnostic]:
    """The same, of a file whose globals have been evaluated; its atoms are numbered on the way."""
    try:
        if sum([forecast(grounder, rule).instances for rule in grounder.rules()]) > largest:
            return []
        surveyed = survey(grounder)
        found: list[Diagnostic] = []
        read = grounder.reading.diagnostics
        for detector in _DETECTORS:
            told = [one.primary.span for one in (*read, *found)]
            found += [one for one in detector(surveyed) if not any(_meet(one.primary.span, span) for span in told)]
    except NotEvaluableError:
        return []
    if any(isinstance(directive, Objective) for directive in grounder.reading.program.directives):
        # A cost pulls atoms to one side: that rules push them to the other only is as it should be.
        found = [one for one in found if one.code not in ("W105", "W106", "W112")]
    return by_cause(found)


def _meet(one: Span, other: Span) -> bool:
    """Whether one place lies within the other."""
    return (one.start >= other.start and one.end <= other.end) or (
        other.start >= one.start and other.end <= one.end
    )
