"""The outcome of a search for models, in a sentence.

`SolveState` lists every state: adding a status to an answer without a state here is a type error.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal, TypeAlias, assert_never

from bigand.api.solve import Amount, BestAnswer, GameAnswer, PlanAnswer, Solve, SolveAnswer
from bigand.wording.outcome import Frontend, Kind, Outcome, format_seconds
from bigand.wording.texts import Texts

SolveState: TypeAlias = Literal[
    "model", "other_model", "models", "all_models", "models_so_far", "endless_models",
    "none", "no_other", "unknown", "unknown_other",
    "counted", "counted_endless", "counted_part", "uncounted",
    "exists_wins", "forall_wins", "no_winner",
    "best", "best_so_far", "best_without_bound", "best_models", "best_models_so_far", "best_endless",
    "plan", "plan_so_far", "no_plan", "unknown_plan", "no_plan_so_far",
]  # fmt: skip


def solve_state(question: Solve, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> SolveState:
    """The state of the search for models."""
    if isinstance(answer, SolveAnswer):
        return _game_state(answer) if answer.prefix is not None else _model_state(question, answer)
    if isinstance(answer, BestAnswer):
        return _best_state(question, answer)
    if isinstance(answer, PlanAnswer):
        return _plan_state(answer)
    if isinstance(answer, GameAnswer):
        return _game_state(answer)
    assert_never(answer)


def _model_state(question: Solve, answer: SolveAnswer) -> SolveState:
    match answer.status:
        case "unsat":
            return "no_other" if question.excluded else "none"
        case "unknown":
            return "uncounted" if question.count else "unknown_other" if question.excluded else "unknown"
        case "sat":
            if question.count:
                is_all = answer.is_complete
                return "counted_endless" if answer.count is None else "counted" if is_all else "counted_part"
            if answer.is_complete:
                return "all_models"
            if answer.stopped is not None:
                return "endless_models" if answer.stopped == "limit.endless" else "models_so_far"
            return "models" if question.wanted != 1 else "other_model" if question.excluded else "model"
        case _:
            assert_never(answer.status)


def _game_state(answer: SolveAnswer | GameAnswer) -> SolveState:
    match answer.status:
        case "sat":
            return "exists_wins"
        case "unsat":
            return "forall_wins"
        case "unknown":
            return "no_winner"
        case _:
            assert_never(answer.status)


def _best_state(question: Solve, answer: BestAnswer) -> SolveState:
    match answer.status:
        case "unsat":
            return "none"
        case "unknown":
            return "unknown"
        case "sat":
            if not answer.optimal:
                return "best_without_bound" if _has_no_bound(answer.bound) else "best_so_far"
            if answer.stopped == "limit.endless":
                return "counted_endless" if question.count else "best_endless"
            if answer.stopped is not None:
                return "best_models_so_far"
            return "best_models" if answer.is_complete and (question.count or question.wanted != 1) else "best"
        case _:
            assert_never(answer.status)


def _has_no_bound(bound: Amount | tuple[Amount | None, ...] | None) -> bool:
    return bound is None or (isinstance(bound, tuple) and None in bound)


def _plan_state(answer: PlanAnswer) -> SolveState:
    match answer.status:
        case "sat":
            return "plan_so_far" if answer.optimal is False else "plan"
        case "unsat":
            return "no_plan"
        case "unknown":
            return "unknown_plan" if answer.none_up_to is None else "no_plan_so_far"
        case _:
            assert_never(answer.status)


_KINDS: Mapping[SolveState, Kind] = {
    "model": "good", "other_model": "good", "models": "good", "all_models": "good", "models_so_far": "open",
    "endless_models": "open", "none": "bad", "no_other": "bad", "unknown": "open", "unknown_other": "open",
    "counted": "good", "counted_endless": "good", "counted_part": "open", "uncounted": "open",
    "exists_wins": "good", "forall_wins": "good", "no_winner": "open",
    "best": "good", "best_so_far": "open", "best_without_bound": "open", "best_models": "good",
    "best_models_so_far": "open", "best_endless": "open",
    "plan": "good", "plan_so_far": "open", "no_plan": "bad", "unknown_plan": "open", "no_plan_so_far": "open",
}  # fmt: skip
_ADVICE: Mapping[SolveState, str] = {
    "none": "none", "models_so_far": "count", "endless_models": "endless", "unknown": "text",
    "unknown_other": "text", "counted_part": "count", "uncounted": "count", "no_winner": "game",
    "best_so_far": "best", "best_without_bound": "best", "best_models_so_far": "count", "best_endless": "endless",
    "plan_so_far": "best", "no_plan": "no_plan", "unknown_plan": "plan", "no_plan_so_far": "plan",
}  # fmt: skip


def solve_outcome(
    question: Solve,
    answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer,
    seconds: float,
    frontend: Frontend,
    texts: Texts,
) -> Outcome:
    """The outcome of a search for models that took `seconds`."""
    state = solve_state(question, answer)
    key = f"outcome.{state}"
    if isinstance(answer, BestAnswer) and answer.goals and all([goal.kind == "maximize" for goal in answer.goals]):
        key = f"{key}.value" if state in ("best", "best_so_far", "best_without_bound") else key
    text = texts(key, seconds=format_seconds(seconds, texts), **_placeholders(answer, texts))
    advice = texts(f"advice.{frontend}.{_ADVICE[state]}") if state in _ADVICE else ""
    return Outcome(_KINDS[state], text, advice)


def _placeholders(answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer, texts: Texts) -> dict[str, str]:
    if isinstance(answer, GameAnswer):
        return {}
    if isinstance(answer, PlanAnswer):
        ((name, least),) = answer.horizon.items()
        none = "" if answer.none_up_to is None else str(answer.none_up_to)
        costs = {"cost": format_costs(answer.costs), "bound": format_costs(answer.bounds)}
        return {"name": name, "least": "?" if least is None else str(least), "none": none, **costs}
    models = {"models": texts.count_with_noun("model", answer.count or 0)}
    if isinstance(answer, SolveAnswer):
        return models
    return {**models, "cost": format_costs(answer.cost), "bound": format_costs(answer.bound)}


def format_costs(amounts: Amount | tuple[Amount | None, ...] | None) -> str:
    """The costs of the goals as text, the most important first."""
    return ", ".join(map(format_cost, amounts)) if isinstance(amounts, tuple) else format_cost(amounts)


def format_cost(amount: Amount | None) -> str:
    """A cost for people, exact and as short as possible; a question mark if it is unknown.

    >>> format_cost(3), format_cost(3.0), format_cost(3.5), format_cost("-1/3"), format_cost(None)
    ('3', '3', '3.5', '-1/3', '?')
    """
    if isinstance(amount, float):
        return str(int(amount)) if amount.is_integer() else f"{Decimal(repr(amount)):f}"
    return "?" if amount is None else str(amount)
