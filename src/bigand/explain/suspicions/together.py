"""Facts that cannot hold together: found by what follows from them, rule by rule, without any guess.

`p(0,1,2,empty)` below `p(0,1,3,green)` breaks no rule by itself; but what lies above an empty layer is empty too,
and so the third layer would be both. Facts are assumptions of an engine that only propagates; of those that clash
as many are left out as can be.
"""

from collections.abc import Callable, Sequence
from contextlib import closing

from bigand.encode.clauses import Clauses
from bigand.encode.compile import compile_rules
from bigand.encode.recognise import forecast_clauses
from bigand.explain.suspicions.asked import expects_no_model, has_conclusion
from bigand.explain.suspicions.survey import THOROUGH, Survey
from bigand.ground.evaluate import NotEvaluableError
from bigand.ground.expand import Rule
from bigand.language.syntax import Mode, Proposition, walk
from bigand.solve.pysat_engine import COUNTING_ENGINE, PySatSession
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import make_diagnostic

_CLAUSES = 400_000  # of a file that is looked at: a second
_FACTS = 2_000
_LARGEST = 4  # facts, and rules, of an argument that can be seen at a glance


def find_clashing_facts(survey: Survey) -> list[Diagnostic]:
    """Facts of which each breaks no rule, and which leave no model all the same; with the rules that say so."""
    grounder = survey.grounder
    if survey.effort is not THOROUGH or grounder.reading.mode is not Mode.SAT or expects_no_model(survey):
        return []
    rules = grounder.rules()
    if not 2 <= len(rules) - len(survey.rules) <= _FACTS or _estimate_size(survey) > _CLAUSES:
        return []
    try:
        clauses = compile_rules(grounder, counting_threshold=0).clauses
    except NotEvaluableError:
        return []  # reported when the file is expanded
    asserted = [batch for batch in clauses.batches if batch.owners is not None]
    fact_of = {
        literal: owner
        for batch in asserted
        for literal, owner in zip(batch.literals.tolist(), batch.rule_numbers().tolist(), strict=True)
    }
    with closing(_make_session(clauses, None)) as session:
        if not session.is_consistent([]) or session.is_consistent(list(fact_of)):
            return []
        literals = _minimal_clash(list(fact_of), lambda subset: not session.is_consistent(subset))
    rule_numbers = {batch.rule for batch in clauses.batches if batch.owners is None} | {
        batch.rule for batch in clauses.limits
    }
    # The largest first: without it all that follows is soon done.
    largest = sorted(
        rule_numbers, key=lambda rule: -sum([batch.count for batch in clauses.batches if batch.rule == rule])
    )
    needed = _minimal_clash(largest, lambda subset: _has_clash(clauses, subset, literals))
    facts = [rules[fact_of[literal]] for literal in literals]
    if len(literals) > _LARGEST or len(needed) > _LARGEST:
        return []  # a long argument, of which no line stands out: for `why`
    if has_conclusion(
        survey, [next(node for node in walk(fact.body) if isinstance(node, Proposition)) for fact in facts]
    ):
        return []
    return [_clash_warning(survey, facts, [rules[rule] for rule in needed])]


def _clash_warning(survey: Survey, facts: Sequence[Rule], rules: Sequence[Rule]) -> Diagnostic:
    *before, last = sorted([fact.body.span for fact in facts])
    text = survey.grounder.reading.document.text
    secondary = [(span, "other") for span in before]
    secondary += [(span, "rule") for span in sorted([rule.span for rule in rules])]
    name = text[last.start : last.end].removeprefix("not ")
    return make_diagnostic("W117", last, variant="together", secondary=secondary, help="help", name=name)


def _make_session(clauses: Clauses, rules: Sequence[int] | None) -> PySatSession:
    """An engine with the clauses of some rules (None: of all), without facts."""
    batches = [
        batch for batch in clauses.batches if batch.owners is None and (rules is None or batch.rule in rules)
    ]
    limits = [limit for limit in clauses.limits if rules is None or limit.rule in rules]
    return PySatSession(Clauses(tuple(batches), clauses.atoms, clauses.variables, tuple(limits)), COUNTING_ENGINE)


def _has_clash(clauses: Clauses, rules: Sequence[int], literals: Sequence[int]) -> bool:
    with closing(_make_session(clauses, rules)) as session:
        return not session.is_consistent(literals)


def _estimate_size(survey: Survey) -> int:
    """About how many clauses the rules will be."""
    grounder = survey.grounder
    rules = survey.rules
    return sum([forecast_clauses(grounder, rule, rules[:index], counting=True) for index, rule in enumerate(rules)])


def _minimal_clash(items: Sequence[int], has_clash: Callable[[list[int]], bool]) -> list[int]:
    """Some of the items that clash, none of which could be left out: larger pieces are tried first."""
    needed: list[int] = []
    pieces = [list(items)]
    while pieces:
        piece = pieces.pop()
        remaining = [item for other_piece in pieces for item in other_piece]
        if has_clash([*needed, *remaining]):
            continue  # without the piece too
        if len(piece) == 1:
            needed += piece
        else:
            middle = len(piece) // 2
            pieces += [piece[middle:], piece[:middle]]
    return needed
