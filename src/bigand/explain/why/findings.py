"""What is found out about a file that gives no model, or not what it expects: what is looked for, and for how long.

The clash of rules comes first, since everybody can use it; then changes that would mend the file. Only a number of
steps that is too small comes before: then the rules are as they should be.
"""

import time
from collections.abc import Callable, Generator

from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.compiler import CompiledFile
from bigand.explain.horizon import HorizonSearch, find_horizon, search_horizon
from bigand.explain.why.changes import Change
from bigand.explain.why.fixes import FixReport, UnmetExpectation, expectations, find_fixes, guess_fixes
from bigand.explain.why.reasons import ClashAnalysis, ClashExplanation, Reason, WatchStages, put_suspects_first
from bigand.ground.columns import Array
from bigand.ground.frames import variables_of
from bigand.ground.grounder import Grounder, Rule
from bigand.language.frontend import CheckedDocument
from bigand.language.syntax import Assignment, Integer, Range, strip_parentheses
from bigand.language.values import Value
from bigand.source.error import attempt, ignore_failure

_HORIZON = 0.5  # of the time, for the number of steps
_CLASH = 0.6  # of what is then left, for the clash; the rest for changes
_DEFINITIONS = 4  # of variables, shown with the rules that use them
_AS_LIKELY = 2  # by how much the rank of a guess may differ from the best


class WhyRequest(Struct, frozen=True):
    """What is asked: of which file, with which values, until when, how many reasons at most.

    `is_full` asks for the rules that clash where only the number of steps is wrong, too. Where `file_end` is a number,
    the rules from this offset on are not the file's: they are what somebody expects of it.
    """

    reading: CheckedDocument
    given: dict[str, Value]
    deadline: float
    max_reasons: int = 1
    is_full: bool = False
    file_end: int | None = None

    def is_expected(self, rule: Rule) -> bool:
        """Whether a rule stands after the end of the file: it is what somebody expects."""
        return self.file_end is not None and rule.span.start > self.file_end


class Findings(Struct, frozen=True, eq=False):
    """What is known: a model or none; the number of steps; the clash; changes (None: not looked for yet)."""

    compiled: CompiledFile
    rules: tuple[Rule, ...]
    values: Array | None = None
    search: HorizonSearch | None = None
    is_too_short: bool = False
    why: ClashExplanation | None = None
    unmet: tuple[UnmetExpectation, ...] = ()
    changes: tuple[Change, ...] | None = None
    is_finished: bool = True  # else there was no time to see if the file gives what it expects
    are_changes_cut: bool = False  # the time was up while changes were looked for


def investigate(
    grounder: Grounder,
    request: WhyRequest,
    watch: WatchStages,
    on_failure: Callable[[Exception], None] = ignore_failure,
) -> Generator[Findings, None, None]:
    """What is found out, as it is known: the last value is the whole of it.

    Where the number of steps or changes of a file with a model cannot be looked for, `on_failure` receives why.
    """
    analysis = ClashAnalysis(grounder, request.deadline, watch)
    try:
        findings = Findings(analysis.compiled, tuple(analysis.rules), analysis.find_model())
        if findings.values is not None:
            fixes = attempt(lambda: _find_fixes(request, watch), FixReport(is_finished=False), on_failure)
            yield replace(
                findings, unmet=fixes.unmet, changes=fixes.changes, is_finished=fixes.is_finished,
                are_changes_cut=bool(fixes.unmet) and fixes.is_cut,
            )  # fmt: skip
            return
        search = attempt(lambda: _search_horizon(request, watch), None, on_failure, request.deadline)
        too_short = search is not None and _is_too_short(search, request)
        findings = replace(findings, search=search, is_too_short=too_short)
        if too_short and not request.is_full:
            yield replace(findings, changes=())
            return
        has_changes = request.file_end is None and not too_short
        if has_changes:
            analysis.deadline = _partial_deadline(request.deadline, _CLASH)
        explanation = analysis.explain(request.max_reasons, too_short and request.max_reasons == 1)
        findings = replace(findings, why=_drop_expectation_repairs(explanation, request, analysis))
        yield findings
    finally:
        analysis.close()
    if has_changes:
        watch("mending", 0)
        fixes = _find_changes(request)
        suspected = [change.rule for change in fixes.changes if change.rule is not None]
        is_expecting = bool(expectations(request.reading))
        findings = replace(
            findings, why=put_suspects_first(explanation, suspected) if is_expecting else explanation, changes=fixes.changes,
            are_changes_cut=fixes.is_cut,
        )  # fmt: skip
    yield replace(findings, changes=findings.changes or ())


def _partial_deadline(deadline: float, share: float) -> float:
    now = time.monotonic()
    return now + share * max(0.0, deadline - now)


def _find_fixes(request: WhyRequest, watch: WatchStages) -> FixReport:
    """What a file that has a model expects besides, and how it would give it."""
    if request.file_end is not None or not expectations(request.reading):
        return FixReport()
    watch("mending", 0)
    return find_fixes(request.reading, request.given, request.deadline)


def _find_changes(request: WhyRequest) -> FixReport:
    """Changes after which a file without a model gives what it expects, or else has a model; the likeliest."""
    expected = expectations(request.reading)
    if any(expectation.outcome == "unsat" for expectation in expected):
        return FixReport()
    if expected:
        return find_fixes(request.reading, request.given, request.deadline)
    guessed = guess_fixes(request.reading, request.given, request.deadline)
    likely = [change for change in guessed.changes if change.rank <= guessed.changes[0].rank + _AS_LIKELY]
    return replace(guessed, changes=tuple(likely))


def _search_horizon(request: WhyRequest, watch: WatchStages) -> HorizonSearch | None:
    """What is known of the number of steps, if the file has one."""
    reading, given = request.reading, request.given
    horizon = find_horizon(reading, given) if request.file_end is None else None
    if horizon is None:
        return None
    known_failures = () if horizon.current is None else (horizon.current,)
    deadline = _partial_deadline(request.deadline, _HORIZON)
    return search_horizon(reading, given, horizon, deadline, lambda value: watch("horizon", value), known_failures)


def _is_too_short(search: HorizonSearch, request: WhyRequest) -> bool:
    """Whether only the number of steps is wrong: with more there is a plan, and no other least is expected."""
    expected = expectations(request.reading)
    least = {expectation.number for expectation in expected if expectation.variable == search.horizon.variable}
    return search.least is not None and (not least or search.least in least)


def _drop_expectation_repairs(
    why: ClashExplanation, request: WhyRequest, analysis: ClashAnalysis
) -> ClashExplanation:
    """The answer without repairs that would only drop what is expected."""
    kept = [
        repair
        for repair in why.repairs
        if not any(request.is_expected(analysis.rules[rule]) for rule in repair.rules)
    ]
    return replace(why, repairs=tuple(kept))


def relevant_definitions(reason: Reason, request: WhyRequest) -> list[Assignment]:
    """What the variables of the file are that a reason's rules use: data, then ranges; not too many."""
    used = [variables_of((rule.generators, rule.body)) for rule in reason.rules]
    ranked = []
    for item in request.reading.program.items:
        if not isinstance(item, Assignment) or item.target.name in request.given:
            continue
        users = [number for number, names in enumerate(used) if item.target.name in names]
        if users and not isinstance(strip_parentheses(item.value), Integer):
            ranked.append((isinstance(strip_parentheses(item.value), Range), users[0], item.span.start, item))
    return [item for *_, item in sorted(ranked, key=lambda definition: definition[:3])][:_DEFINITIONS]
