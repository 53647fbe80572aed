"""What `bigand why` found out, as JSON: all of it, whatever is shown to people."""

from bigand.answer.model import solution_of
from bigand.apps.cli.lines import instance_object, place_object, rule_object
from bigand.explain.findings import Findings, Question, definitions
from bigand.explain.mending.changes import Change
from bigand.explain.mending.search import Unmet
from bigand.explain.reasons import Reason
from bigand.ground.columns import Array
from bigand.source.document import Document


def findings_object(found: Findings, question: Question) -> dict[str, object]:
    """The answer to a question."""
    document = question.reading.document
    changes = [_change_object(change, document) for change in found.changes or ()]
    if found.values is not None:
        unmet = [_unmet_object(one, document) for one in found.unmet]
        answer: dict[str, object] = {
            "status": "sat",
            "reasons": [],
            "repair": changes,
            "horizon": None,
            "expectations": unmet,
        }
        return {**answer, **_model_object(found, found.values)}
    clash = {**_clash_object(found, question), **_horizon_object(found, question)}
    return {**clash, "changes": changes} if question.own is None else clash


def _clash_object(found: Findings, question: Question) -> dict[str, object]:
    why, document = found.why, question.reading.document
    assert why is not None, "it is looked for wherever JSON is asked for"
    reasons = [_reason_object(reason, question) for reason in why.reasons]
    repair = why.repair
    items = definitions(why.reasons[0], question) if why.reasons else []
    answer: dict[str, object] = {
        "status": "unsat",
        "reasons": reasons[0] if reasons else [],
        "repair": [] if repair is None else [rule_object(found.rules[rule], document) for rule in repair.rules],
        "horizon": None,
        "definitions": [place_object(item.span, document) for item in items],
        "minimal": all(reason.is_minimal for reason in why.reasons),
        "finished": why.is_finished,
        "alternatives": [rule_object(found.rules[rule], document) for rule in why.alternatives],
        **({"model": None} if repair is None else _model_object(found, repair.values)),
    }
    return {**answer, "all": reasons} if question.most > 1 else answer


def _horizon_object(found: Findings, question: Question) -> dict[str, object]:
    search, document = found.search, question.reading.document
    if search is None:
        return {}
    answer: dict[str, object] = {"none_up_to": search.none_up_to}
    if search.least is not None:
        answer["horizon"] = {search.steps.variable: search.least}
        if search.steps.place is not None:
            change = {"instead": f"{search.steps.variable} = {search.least}"}
            answer["repair"] = [{**place_object(search.steps.place, document), **change}]
    return answer


def _reason_object(reason: Reason, question: Question) -> list[dict[str, object]]:
    """A reason: what stands in the file."""
    document = question.reading.document
    if reason.instances:
        own = [instance for instance in reason.instances if not question.is_expected(instance.rule)]
        return [instance_object(instance, document) for instance in own]
    rules = [rule for rule in reason.rules if not question.is_expected(rule)]
    return [{**rule_object(rule, document), "binding": {}} for rule in rules]


def _change_object(change: Change, document: Document) -> dict[str, object]:
    edits = [{**place_object(edit.span, document), "instead": edit.text} for edit in change.edits]
    return {**place_object(change.place, document), "edits": edits, "missing": change.is_added}


def _unmet_object(one: Unmet, document: Document) -> dict[str, object]:
    return {**place_object(one.expect.span, document), "found": one.found}


def _model_object(found: Findings, values: Array) -> dict[str, object]:
    """A model: its true atoms, and the values of numbers if it has some."""
    solution = solution_of(found.compiled.names, values)
    numbers = solution.number_values
    return {"model": solution.true, **({"values": numbers} if numbers else {})}
