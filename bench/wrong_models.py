"""Right models with one mistake each: the hand-made catalogue, read from `tests/cases/wrong_models.md`.

A case is a difference: lines with `-` stood in the right model, lines with `+` stand in the wrong one, lines with
neither show the place. So the line of a mistake is computed, never typed.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from bigand.front import ModelError, model
from bigand.ground.evaluate import NotEvaluableError

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
CATALOGUE = ROOT / "tests" / "cases" / "wrong_models.md"
_PART = re.compile(
    r"^## (?P<kind>[^\n]+)$|^### (?P<name>\S+)\n`(?P<base>[^`]+)`[^\n]*\n```diff\n(?P<difference>.*?)^```",
    re.DOTALL | re.MULTILINE,
)

_HORIZON = re.compile(r"^\$k = (\d+).*\n(?:.*\n)*?;;@ horizon \$k", re.MULTILINE)

_MANY = 800  # models that are compared one by one


@dataclass(frozen=True, slots=True)
class WrongModel:
    """A model with a mistake. `lines` are those of the mistake; where something is missing, the line it stood before."""

    name: str
    kind: str
    base: str
    text: str
    lines: frozenset[int]
    missing: str = ""  # the text that was taken away, if nothing stands in its place


def right_model(base: str) -> str:
    return (EXAMPLES / base).read_text(encoding="utf-8")


def catalogue() -> list[WrongModel]:
    """All cases of the catalogue, in its order."""
    kind = ""
    found = []
    for part in _PART.finditer(CATALOGUE.read_text(encoding="utf-8")):
        if part["kind"]:
            kind = part["kind"].lower()
        else:
            found.append(plant(part["name"], kind, part["base"], part["difference"]))
    return found


def plant(name: str, kind: str, base: str, difference: str) -> WrongModel:
    """The right model with a difference applied; what it says of the right model must stand there, and once."""
    changes = [(line[:1] or " ", line[1:]) for line in difference.splitlines()]
    before = [text for sign, text in changes if sign != "+"]
    lines = right_model(base).splitlines()
    places = [at for at in range(len(lines)) if lines[at : at + len(before)] == before]
    if len(places) != 1:
        raise ValueError(f"{name}: its lines stand {len(places)} times in {base}")
    start = places[0]
    after = [(sign, text) for sign, text in changes if sign != "-"]
    wrong = [start + at for at, (sign, _) in enumerate(after, 1) if sign == "+"]
    gap = start + 1 + next(at for at, (sign, _) in enumerate(changes) if sign != " ")
    text = lines[:start] + [text for _, text in after] + lines[start + len(before) :]
    missing = "" if wrong else "\n".join(text for sign, text in changes if sign == "-")
    return WrongModel(name, kind, base, "\n".join(text) + "\n", frozenset(wrong or [gap]), missing)


def is_wrong(wrong: WrongModel) -> bool:
    """Whether a file is refused, has other atoms, or other models; at its own horizon or one a little further."""
    return any(_differs(wrong, given) for given in ({}, *_further(wrong.base)))


def _further(base: str) -> list[dict[str, int]]:
    steps = _HORIZON.search(right_model(base))
    return [{"k": int(steps[1]) + more} for more in (1, 2)] if steps else []


def _differs(wrong: WrongModel, given: dict[str, int]) -> bool:
    names, models = _right(wrong.base, tuple(given.items()))
    try:
        found = model(wrong.text, **given)
        if set(found.compiled.names) != names:
            return True
    except (ModelError, NotEvaluableError):
        return True
    first = islice(found.models(check=False), len(models) + 1)
    return len(models) <= _MANY and {frozenset(solution.true) for solution in first} != models


@cache
def _right(base: str, given: tuple[tuple[str, int], ...]) -> tuple[set[str], set[frozenset[str]]]:
    right = model(right_model(base), **dict(given))
    first = islice(right.models(), _MANY + 1)
    return set(right.compiled.names), {frozenset(solution.true) for solution in first}
