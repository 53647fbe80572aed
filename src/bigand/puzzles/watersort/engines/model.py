"""The taught model as an engine: fill in the data of a level, then try one number of steps after another."""

import re
from functools import cache
from pathlib import Path

from bigand.api.problem import load_problem
from bigand.api.solution import Solution
from bigand.api.source import Source
from bigand.explain.plan import try_horizons
from bigand.language import Mode
from bigand.language.tokens import KEYWORDS
from bigand.puzzles.watersort.level import Level, Tube
from bigand.puzzles.watersort.pours import Pour, Variant, allowed_pour_between, apply_pour
from bigand.puzzles.watersort.questions import MAX_MOVES
from bigand.puzzles.watersort.search_space import lower_bound_on_moves
from bigand.puzzles.watersort.solver import Limits, ProgressCallback
from bigand.source.error import LimitError

EMPTY_NAME = "empty"
_NAME = re.compile(r"[a-zA-Z][a-zA-Z_0-9]*")
_FACTS = re.compile(r"(?<=;; The tubes at the beginning\.\n).*?(?=\n\n)", re.DOTALL)


def run(
    level: Level, rule: Variant, limits: Limits, on_progress: ProgressCallback
) -> tuple[tuple[Pour, ...] | None, dict[str, int]]:
    reading = load_problem(model(level, rule)).reading
    on_progress(1)
    for attempt in try_horizons(reading, {}, "$k", range(1, limits.moves + 1), limits.deadline):
        if attempt.values is not None:
            return plan_of(level, Solution(attempt.names, attempt.values), rule), {}
        on_progress(attempt.steps + 1)
    raise LimitError("watersort.limit.moves", count=str(limits.moves))


def model(level: Level, rule: Variant = Variant.POUR) -> Source:
    """Return the model with the data of a level; its horizon is up to `MAX_MOVES` steps."""
    text = re.sub(
        r"^;;@ horizon .*$", f";;@ horizon $k in [1..{MAX_MOVES}]", model_text(level, rule), flags=re.MULTILINE
    )
    return Source(text=text, name=f"{rule}.touist", mode=Mode.SAT)


def plan_of(level: Level, solution: Solution, rule: Variant = Variant.POUR) -> tuple[Pour, ...]:
    """Return the pours between the source and target tubes of each step in a solution of the model."""
    sources, targets = dict(solution["tube_source"]), dict(solution["tube_destination"])
    plan = []
    for step in sorted(sources):
        pour = allowed_pour_between(level, sources[step] - 1, targets[step] - 1, rule)
        if pour is None:
            return ()  # not a plan; the caller's check rejects it
        level = apply_pour(level, pour)
        plan.append(pour)
    return tuple(plan)


# ---------------------------------------------------------------------- Text


def model_text(level: Level, rule: Variant, least_steps: int | None = None) -> str:
    """Return the model of a level as text; `least_steps` is stated in it if known."""
    steps = least_steps or max(1, lower_bound_on_moves(level, rule))
    names = model_colour_names(level)
    text = _load_template(rule)
    colours = [names[colour] for colour in level.colours]
    text = re.sub(r"^\$C = .*$", f"$C = [{','.join([*colours, EMPTY_NAME])}]", text, flags=re.MULTILINE)
    text = re.sub(r"^\$T = \d+", f"$T = {len(level.tubes)}", text, flags=re.MULTILINE)
    text = re.sub(r"^\$H = \d+", f"$H = {level.height}", text, flags=re.MULTILINE)
    text = re.sub(r"^\$k = \d+", f"$k = {steps}", text, flags=re.MULTILINE)
    text = re.sub(r"^;;@ expect models .*\n", "", text, flags=re.MULTILINE)
    expectation = "" if least_steps is None else f";;@ expect least $k = {least_steps}\n"
    text = re.sub(r"^;;@ expect least .*\n", expectation, text, flags=re.MULTILINE)
    text = re.sub(r"^;;@ horizon .*$", f";;@ horizon $k in [1..{steps + 2}]", text, flags=re.MULTILINE)
    return _FACTS.sub("\n".join(_level_facts(level, names)), text)


@cache
def _load_template(rule: Variant) -> str:
    return Path(__file__).with_name(f"taught_{rule}.touist").read_text(encoding="utf-8")


def model_colour_names(level: Level) -> dict[str, str]:
    """Map colours to their names in the model: the same, unless the language cannot express them."""
    used_names = {colour for colour in level.colours if _is_model_name(colour)}
    names = {}
    for number, colour in enumerate(level.colours, 1):
        name = colour if _is_model_name(colour) else f"colour_{number}"
        while name != colour and name in used_names:
            name += "_"
        names[colour] = name
    return names


def _is_model_name(colour: str) -> bool:
    return _NAME.fullmatch(colour) is not None and colour not in KEYWORDS and colour != EMPTY_NAME


def _level_facts(level: Level, names: dict[str, str]) -> list[str]:
    lines = []
    for number, tube in enumerate(level.tubes, 1):
        lines += _tube_facts(number, tube, level.height, names)
    return lines


def _tube_facts(number: int, tube: Tube, height: int, names: dict[str, str]) -> list[str]:
    lines = [f"p(0,{number},{layer},{names[colour]})" for layer, colour in enumerate(tube, 1)]
    if not tube:
        return [f"bigand $e in [1..$H]: p(0,{number},$e,{EMPTY_NAME}) end"]
    return lines + [f"p(0,{number},{layer},{EMPTY_NAME})" for layer in range(len(tube) + 1, height + 1)]
