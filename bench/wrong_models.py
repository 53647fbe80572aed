"""Right models with one mistake each: the hand-made catalogue, read from `tests/cases/wrong_models.md`.

A case is a difference: lines with `-` stood in the right model, lines with `+` stand in the wrong one, lines with
neither show the place. So the line of a mistake is computed, never typed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from bigand.ground.evaluator import NotEvaluableError
from bigand.models import ModelError, model

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PUZZLES = ("queens", "lightup", "watersort")
CATALOGUE = ROOT / "tests" / "cases" / "wrong_models.md"
_PART = re.compile(
    r"^## (?P<kind>[^\n]+)$|^### (?P<name>\S+)\n`(?P<base>[^`]+)`[^\n]*\n```diff\n(?P<difference>.*?)^```",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class WrongModel:
    """A model with a mistake. `lines` are those of the mistake, or the one before which what is missing stood."""

    name: str
    kind: str
    base: str
    text: str
    lines: frozenset[int]
    missing: str = ""  # the text that was taken away, if nothing stands in its place


def right_models() -> list[str]:
    """The examples that mistakes are planted in."""
    paths = [path for folder in PUZZLES for path in sorted((EXAMPLES / folder).glob("*.touist"))]
    return [str(path.relative_to(EXAMPLES)) for path in paths]


def right_model(base: str) -> str:
    return (EXAMPLES / base).read_text(encoding="utf-8")


def catalogue(path: Path = CATALOGUE, right: Callable[[str], str] = right_model) -> list[WrongModel]:
    """All cases of a catalogue, in its order; `right` gives the right models by their names."""
    kind = ""
    found = []
    for part in _PART.finditer(path.read_text(encoding="utf-8")):
        if part["kind"]:
            kind = part["kind"].lower()
        else:
            found.append(plant(part["name"], kind, part["base"], part["difference"], right))
    return found


def plant(
    name: str, kind: str, base: str, difference: str, right: Callable[[str], str] = right_model
) -> WrongModel:
    """The right model with a difference applied; what it says of the right model must stand there, and once."""
    changes = [(line[:1] or " ", line[1:]) for line in difference.splitlines()]
    before = [text for sign, text in changes if sign != "+"]
    lines = right(base).splitlines()
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
    """Whether a file is refused, has other atoms than the right model, or other models."""
    names, models = _right(wrong.base)
    try:
        found = model(wrong.text)
        if set(found._compiled.names) != names:
            return True
    except (ModelError, NotEvaluableError):
        return True
    first = islice(found.models(check=False), len(models) + 1)
    return {frozenset(solution.true) for solution in first} != models


@cache
def _right(base: str) -> tuple[set[str], set[frozenset[str]]]:
    right = model(right_model(base))
    return set(right._compiled.names), {frozenset(solution.true) for solution in right.models()}
