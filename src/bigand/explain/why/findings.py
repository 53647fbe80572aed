"""Investigate a file that has no model, or does not give what it expects, and divide the time among the steps.

The clash of rules comes first, because it is always useful; then changes that would fix the file. Only a number of
steps that is too small comes before: then the rules are right.
"""

import time
from collections.abc import Callable, Generator

from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.compiler import CompiledFile
from bigand.explain.horizon import HorizonSearch, find_horizon, search_horizon
from bigand.explain.why.changes import Change
from bigand.explain.why.fixes import FixReport, UnmetExpectation, expect_directives, find_fixes, guess_fixes
from bigand.explain.why.reasons import ClashAnalysis, ClashExplanation, Reason, WatchStages, put_suspects_first
from bigand.ground.columns import Array
from bigand.ground.frames import variables_of
from bigand.ground.grounder import Grounder, Rule
from bigand.language.frontend import CheckedDocument
from bigand.language.syntax import Assignment, Integer, Range, strip_parentheses
from bigand.language.values import Value
from bigand.source.error import attempt, ignore_failure

_HORIZON_SHARE = 0.5  # of the time, for the number of steps
_CLASH_SHARE = 0.6  # of the rest, for the clash; then come changes
_MAX_DEFINITIONS = 4  # of variables, shown with the rules that use them
_RANK_MARGIN = 2  # by how much the rank of a guess may differ from the best


class WhyRequest(Struct, frozen=True):
    """A request: the file, its values, the deadline and the maximum number of reasons.

    With `is_full`, the clash is explained even if only the number of steps is wrong. If `file_end` is set, the
    rules from this offset on are not part of the file: they state what the user expects of it.
    """

    reading: CheckedDocument
    given: dict[str, Value]
    deadline: float
    max_reasons: int = 1
    is_full: bool = False
    file_end: int | None = None

    def states_expectation(self, rule: Rule) -> bool:
        """Whether a rule comes after the end of the file, so that it states an expectation."""
        return self.file_end is not None and rule.span.start > self.file_end


class Findings(Struct, frozen=True, eq=False):
    """What is known: a model or none; the number of steps; the clash; changes (None: not searched yet)."""

    compiled: CompiledFile
    rules: tuple[Rule, ...]
    values: Array | None = None
    search: HorizonSearch | None = None
    is_too_short: bool = False
    why: ClashExplanation | None = None
    unmet: tuple[UnmetExpectation, ...] = ()
    changes: tuple[Change, ...] | None = None
    is_finished: bool = True  # False: no time to check what the file expects
    are_changes_cut: bool = False  # time ran out during the search for changes


def investigate(
    grounder: Grounder,
    request: WhyRequest,
    watch: WatchStages,
    on_failure: Callable[[Exception], None] = ignore_failure,
) -> Generator[Findings, None, None]:
    """Yield the findings as they grow; the last value has all of them.

    If the search for the number of steps, or for changes of a file with a model, fails, `on_failure` gets the
    exception.
    """
    analysis = ClashAnalysis(grounder, request.deadline, watch)
    try:
        findings = Findings(analysis.compiled, tuple(analysis.rules), analysis.find_model())
        if findings.values is not None:
            fixes = attempt(
                lambda: _find_fixes_with_model(request, watch), FixReport(is_finished=False), on_failure
            )
            yield replace(
                findings,
                unmet=fixes.unmet,
                changes=fixes.changes,
                is_finished=fixes.is_finished,
                are_changes_cut=bool(fixes.unmet) and fixes.is_cut,
            )
            return
        search = attempt(lambda: _search_horizon(request, watch), None, on_failure, request.deadline)
        too_short = search is not None and _is_too_short(search, request)
        findings = replace(findings, search=search, is_too_short=too_short)
        if too_short and not request.is_full:
            yield replace(findings, changes=())
            return
        has_changes = request.file_end is None and not too_short
        if has_changes:
            analysis.deadline = _partial_deadline(request.deadline, _CLASH_SHARE)
        explanation = analysis.explain(request.max_reasons, too_short and request.max_reasons == 1)
        findings = replace(findings, why=_drop_expectation_repairs(explanation, request, analysis))
        yield findings
    finally:
        analysis.close()
    if has_changes:
        watch("mending", 0)
        fixes = _find_fixes_without_model(request)
        suspected = [change.rule for change in fixes.changes if change.rule is not None]
        is_expecting = bool(expect_directives(request.reading))
        findings = replace(
            findings,
            why=put_suspects_first(explanation, suspected) if is_expecting else explanation,
            changes=fixes.changes,
            are_changes_cut=fixes.is_cut,
        )
    yield replace(findings, changes=findings.changes or ())


def _partial_deadline(deadline: float, share: float) -> float:
    now = time.monotonic()
    return now + share * max(0.0, deadline - now)


def _find_fixes_with_model(request: WhyRequest, watch: WatchStages) -> FixReport:
    """Find the unmet expectations of a file that has a model, and changes that meet them."""
    if request.file_end is not None or not expect_directives(request.reading):
        return FixReport()
    watch("mending", 0)
    return find_fixes(request.reading, request.given, request.deadline)


def _find_fixes_without_model(request: WhyRequest) -> FixReport:
    """Find the likeliest changes after which a file without a model meets its expectations, or else has a model."""
    expected = expect_directives(request.reading)
    if any(expectation.outcome == "unsat" for expectation in expected):
        return FixReport()
    if expected:
        return find_fixes(request.reading, request.given, request.deadline)
    guessed = guess_fixes(request.reading, request.given, request.deadline)
    likely = [change for change in guessed.changes if change.rank <= guessed.changes[0].rank + _RANK_MARGIN]
    return replace(guessed, changes=tuple(likely))


def _search_horizon(request: WhyRequest, watch: WatchStages) -> HorizonSearch | None:
    """Search for the least number of steps, if the file has a horizon."""
    reading, given = request.reading, request.given
    horizon = find_horizon(reading, given) if request.file_end is None else None
    if horizon is None:
        return None
    known_failures = () if horizon.current is None else (horizon.current,)
    deadline = _partial_deadline(request.deadline, _HORIZON_SHARE)
    return search_horizon(reading, given, horizon, deadline, lambda value: watch("horizon", value), known_failures)


def _is_too_short(search: HorizonSearch, request: WhyRequest) -> bool:
    """Whether only the number of steps is wrong: more steps give a plan, and no other least is expected."""
    expected = expect_directives(request.reading)
    least = {expectation.number for expectation in expected if expectation.variable == search.horizon.variable}
    return search.least is not None and (not least or search.least in least)


def _drop_expectation_repairs(
    explanation: ClashExplanation, request: WhyRequest, analysis: ClashAnalysis
) -> ClashExplanation:
    """Return the explanation without repairs that would leave out an expectation."""
    kept = [
        repair
        for repair in explanation.repairs
        if not any(request.states_expectation(analysis.rules[rule]) for rule in repair.rules)
    ]
    return replace(explanation, repairs=tuple(kept))


def relevant_definitions(reason: Reason, request: WhyRequest) -> list[Assignment]:
    """Return a few assignments of the variables that a reason's rules use: data first, then ranges."""
    used = [variables_of((rule.generators, rule.body)) for rule in reason.rules]
    ranked = []
    for item in request.reading.program.items:
        if not isinstance(item, Assignment) or item.target.name in request.given:
            continue
        users = [number for number, names in enumerate(used) if item.target.name in names]
        if users and not isinstance(strip_parentheses(item.value), Integer):
            ranked.append((isinstance(strip_parentheses(item.value), Range), users[0], item.span.start, item))
    return [item for *_, item in sorted(ranked, key=lambda definition: definition[:3])][:_MAX_DEFINITIONS]
