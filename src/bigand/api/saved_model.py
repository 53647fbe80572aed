"""Parse saved answers: which atoms are true, and which are false.

These are lines as TouIST prints them (`1 p(0,1,2,vert)`), the JSON of `solve` and `plan`, an array or an object of
atoms, or the output of `solve`: grids of marks, boards of one predicate, and lists of atoms. A text may have
several models. Output that was cut to fit a screen is refused.
"""

import json
import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from bigand.api.parts import ModelNumber
from bigand.ground.atoms import split_name
from bigand.source.error import BigandError
from bigand.source.limits import read_json
from bigand.source.render import escape_controls

_TOUIST = re.compile(r"\s*([01?])\s+([_0-9]*[a-zA-Z].*?)\s*")
_PART = re.compile(r"\s*====\s*model\b.*", re.IGNORECASE)
_ATOM = r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*"
_NAME = re.compile(rf"{_ATOM}(?:\(.*\))?")
_LISTED = re.compile(rf"{_ATOM}\([^\s]*\)")
_GROUP = re.compile(rf"({_ATOM}):((?: \([^\s]*\))+)\s*")  # `p: (1,2) (1,4)`, and its further lines
_GROUP_CONTINUED = re.compile(r"\s+(\([^\s]*\)(?: \([^\s]*\))*)\s*")
_CUT = "…"
_GRID_TITLE = re.compile(rf"({_ATOM})(?:\([^()]*\))?\s*")
_GRID_HEAD = re.compile(r"\s+-?\d+(?:\s+-?\d+)*\s*")
_GRID_ROW = re.compile(r"\s*(-?\d+)  (.*)")
_PICTURE = re.compile(r"\s*\|[^|]{1,3}\|(?:\s|$)")  # tubes, which show only marks and no atoms
_MARKS = set("■·♛●█×░")
_MAX_ATOMS = 2_000_000


class SavedModelError(BigandError):
    """A text that is not a saved answer; `line` is the line of the error, if that is known."""

    def __init__(self, key: str, line: int | None = None, text: str = "") -> None:
        super().__init__(key, text=text)
        self.line = line
        self.text = text


class SavedModel(Struct, frozen=True):
    """The atoms of a model by their printed names, and which of them are true."""

    values: dict[str, bool]

    def arities(self) -> dict[str, set[int]]:
        """The predicates with the numbers of their arguments."""
        arities: dict[str, set[int]] = {}
        for name in self.values:
            predicate, arguments = split_name(name)
            arities.setdefault(predicate, set()).add(len(arguments))
        return arities


def is_saved_answer(text: str) -> bool:
    """Whether a text is a saved answer rather than a file of the language."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if first.lstrip()[:1] in ("{", "[") or _TOUIST.fullmatch(first) or _PART.fullmatch(first):
        return True
    return any(
        [
            _PICTURE.match(line) or _is_row_of_marks(line)
            for line in text.splitlines()
            if not line.lstrip().startswith(";;")
        ]
    )


def _is_row_of_marks(line: str) -> bool:
    row = _GRID_ROW.fullmatch(line)
    return row is not None and bool(set(row.group(2)) & _MARKS) and not set(row.group(2)) - _MARKS - {" "}


def parse_saved_models(text: str) -> list[SavedModel]:
    """Return all models of a saved answer; raise if there are none."""
    stripped = text.lstrip()
    if stripped[:1] in ("{", "["):
        answers = _models_from_json(stripped)
    elif any([_TOUIST.fullmatch(line) or _PART.fullmatch(line) for line in text.splitlines()]):
        answers = _models_from_touist(text)
    else:
        answers = _models_from_print(text)
    answers = [answer for answer in answers if answer.values]
    if not answers:
        raise SavedModelError("answer.none")
    if max([len(answer.values) for answer in answers]) > _MAX_ATOMS:
        raise SavedModelError("answer.large")
    return answers


# ---------------------------------------------------------------------- TouIST


def _models_from_touist(text: str) -> list[SavedModel]:
    """Parse lines such as `1 p(1)` and `0 q`; other lines are headings or errors."""
    answers: list[SavedModel] = [SavedModel({})]
    for number, line in enumerate(text.splitlines(), 1):
        atom = _TOUIST.fullmatch(line)
        if atom is not None:
            answers[-1].values[_normalise_atom(atom.group(2), number)] = atom.group(1) == "1"
        elif _PART.fullmatch(line):
            answers.append(SavedModel({}))
        elif line.strip() and not line.startswith(("==", ";;")):
            raise SavedModelError("answer.line", number, line.strip()[:60])
    return answers


def _normalise_atom(name: str, number: int | None) -> str:
    """A name without the blanks that people add."""
    plain = name if '"' in name else re.sub(r"\s+", "", name)
    if not _NAME.fullmatch(plain) or escape_controls(plain) != plain:
        raise SavedModelError("answer.atom", number, name[:60])
    return plain


# ---------------------------------------------------------------------- JSON


def _models_from_json(text: str) -> list[SavedModel]:
    try:
        content = read_json(text)
    except RecursionError as error:
        raise SavedModelError("answer.json") from error
    except json.JSONDecodeError as error:
        raise SavedModelError("answer.json", error.lineno, error.msg) from error
    if isinstance(content, dict) and isinstance(content.get("models"), list):
        return [_model_from_json(model) for model in content["models"]]
    if isinstance(content, dict) and "model" in content:
        return [] if content["model"] is None else [_model_from_json(content["model"])]
    if isinstance(content, list) and all([isinstance(model, dict) for model in content]):
        return [_model_from_json(model) for model in content]
    return [_model_from_json(content)]


def _model_from_json(content: Any) -> SavedModel:
    """Parse `{"true": […], "false": […]}`, an array of the true atoms, or an object of atoms and truth values."""
    if isinstance(content, list):
        content = {"true": content}
    if not isinstance(content, dict):
        raise SavedModelError("answer.none")
    if isinstance(content.get("true"), list):
        parts = [(content["true"], True), (content.get("false") or [], False)]
        pairs = [(name, value) for names, value in parts if isinstance(names, list) for name in names]
    else:
        pairs = [(name, bool(value)) for name, value in content.items() if isinstance(value, bool | int)]
    return SavedModel({_normalise_atom(name, None): value for name, value in pairs if isinstance(name, str)})


# ---------------------------------------------------------------------- printed output


def _models_from_print(text: str) -> list[SavedModel]:
    """Parse grids and lists of atoms; a second grid of the same predicate begins another model."""
    models: list[dict[str, bool]] = [{}]
    lines = [*text.splitlines(), ""]
    for number, line in enumerate(lines, 1):
        if _PICTURE.match(line):
            raise SavedModelError("answer.drawing", number)
        if line.startswith(_CUT):
            raise SavedModelError("answer.cut", number)
    seen: set[str] = set()
    grouped = ""
    for index, line in enumerate(lines[:-1]):
        group = _GROUP.fullmatch(line)
        further = _GROUP_CONTINUED.fullmatch(line) if grouped else None
        grouped = group.group(1) if group else grouped if further else ""
        if group or further:
            rows = group.group(2) if group else further.group(1) if further else ""
            models[-1].update(dict.fromkeys([f"{grouped}{row}" for row in rows.split()], True))
            continue
        title = _GRID_TITLE.fullmatch(line)
        drawn = dict(_parse_grid_or_board(title.group(1), lines[index + 1 :])) if title else {}
        if title and drawn:
            if title.group(1) in seen:
                models.append({})
                seen.clear()
            seen.add(title.group(1))
            models[-1].update(drawn)
        elif _LISTED.search(line) and all([_NAME.fullmatch(word) for word in line.split()]):
            models[-1].update(dict.fromkeys(line.split(), True))
    return [SavedModel(values) for values in models]


def _parse_grid_or_board(predicate: str, lines: list[str]) -> Iterator[tuple[str, bool]]:
    """The atoms of a grid, which has its column names above, or of a board, which has them below."""
    is_board = not _GRID_HEAD.fullmatch(lines[0])
    rows = list(takewhile(_is_row_of_marks, lines if is_board else lines[1:]))
    head = lines[len(rows)] if is_board and len(rows) < len(lines) else lines[0]
    if not rows or not _GRID_HEAD.fullmatch(head):
        return
    # A mark is above or below the last digit of its column name.
    columns = [(number.end() - 1, number.group()) for number in re.finditer(r"-?\d+", head)]
    for line in rows:
        label = line.split()[0]
        for place, column in columns:
            mark = line[place] if place < len(line) else " "
            if mark != " ":
                yield f"{predicate}({label},{column})", mark != "·"


# ---------------------------------------------------------------------- values of one model


_NUMBER = r"-?[0-9]+(?:\.[0-9]*|/[1-9][0-9]*)?"
_LINE = re.compile(rf"\s*(?:({_NUMBER})\s+|(not\s+|¬\s*|-\s*))?([_0-9]*[a-zA-Z].*?)(?:\s*=\s*({_NUMBER}))?\s*")


def parse_model_values(text: str, name: str) -> dict[str, bool | ModelNumber]:
    """Parse the values of atoms: lines such as `1 p(2)`, `not q`, `x = 3.5`, or the JSON of `solve`.

    `name` is the name of the file, for messages.
    """
    return dict(
        _values_from_json(text, name) if text.lstrip().startswith(("{", "[")) else _values_from_lines(text, name)
    )


def _values_from_lines(text: str, path: str) -> Iterator[tuple[str, bool | ModelNumber]]:
    for line in text.splitlines():
        match = _LINE.fullmatch(line.split(";;")[0])
        if line.strip() and match is None:
            raise BigandError("why.bad_model", name=path, line=line.strip()[:60])
        if match is not None:
            before, negation, name, after = match.groups()
            number = before or after
            yield "".join(name.split()), negation is None if number is None else number.removesuffix(".")


def _values_from_json(text: str, path: str) -> Iterator[tuple[str, bool | ModelNumber]]:
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BigandError("data.not_json", name=path, reason=str(error)) from error
    if isinstance(content, dict) and isinstance(content.get("models"), list) and content["models"]:
        content = content["models"][0]
    if isinstance(content, list):
        content = {"true": content}
    if not isinstance(content, dict) or not isinstance(content.get("true"), list):
        raise BigandError("why.bad_model", name=path, line=text.strip()[:60])
    for key, value in (("true", True), ("false", False)):
        for name in content.get(key) or ():
            yield str(name), value
    numbers = content.get("values")
    for name, number in (numbers if isinstance(numbers, dict) else {}).items():
        yield name, str(number)
