"""The door for Python: a file or a text as a model that can be solved, enumerated, counted and explained.

import bigand
m = bigand.load("queens.touist", N=8)
print(m.solve()["x"])          # the index tuples of the true x
assert m.count() == 92
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bigand.answer.model import Model, ModelError, Solution, UnreadValueError, model_error, model_of
from bigand.data import DataError, needed, read_below, to_value, unread, values_of_directives
from bigand.language import Mode, read
from bigand.language.reading import parse
from bigand.language.syntax import Program
from bigand.source import render
from bigand.source.catalogue import Language, sentence
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.fault import fault

__all__ = ["Model", "ModelError", "Solution", "load", "model", "saved"]


def model(
    text: str,
    *,
    name: str = "model",
    mode: Mode | None = None,
    allow_data: Sequence[str | Path] = (),
    **given: Any,
) -> Model:
    """A model from a text; `N=8` gives `$N` the value 8. Its `;;@ data` lines read below the folder of its name."""
    document = Document(name, text)
    values = {f"${key}": to_value(value) for key, value in given.items()}
    program, _ = parse(document)
    for unknown, near in unread(values, [program]).items():
        key = "data.unread" if near is None else "data.unread_near"
        raise UnreadValueError(sentence(key, Language.ENGLISH, name=unknown, near=near))
    try:
        values |= values_of_directives(program, read_needed(program, Path(name).parent, values, allow_data), values)
    except DataError as error:
        raise model_error(document, [_data_fault(error)]) from None
    reading = read(document, mode, frozenset(values))
    if not reading.ok:
        raise model_error(document, reading.diagnostics)
    return model_of(reading, values)


def read_needed(
    program: Program, folder: Path, known: Iterable[str], allowed: Sequence[str | Path]
) -> dict[str, bytes]:
    """The files that `;;@ data` lines name."""
    found: dict[str, bytes] = {}
    for line in needed(program, known):
        try:
            found[line.path] = read_below(line.path, folder, allowed)
        except DataError as error:
            error.span, error.variable = line.span, line.variable.name
            raise
    return found


def _data_fault(error: DataError) -> Diagnostic:
    gaps = {key: render.visible(str(gap)) for key, gap in error.gaps.items()}
    told = sentence(error.key, Language.ENGLISH, **gaps)
    return fault("G301", error.span, name=error.variable, told=told)


def saved(text: str, view: str | None = None, number: int = 1) -> Solution:
    """An answer that was saved, of `solve --json`, of TouIST or printed; `view` is as after `;;@ view`."""
    from bigand.view.answers import AnswerError, read_answers

    program, doubts = parse(Document("view", f";;@ view {view}")) if view is not None else (Program(()), [])
    if doubts:
        raise model_error(Document("view", f";;@ view {view}"), doubts)
    try:
        values = read_answers(text)[number - 1].values
    except (AnswerError, IndexError) as error:
        raise ModelError("there is no such answer in this text") from error
    return Solution(tuple(values), np.array(list(values.values()), dtype=np.bool_), program)


def load(
    path: str | Path, *, mode: Mode | None = None, allow_data: Sequence[str | Path] = (), **given: Any
) -> Model:
    """A model from a file; its `;;@ data` lines read below its folder, and below those that are allowed."""
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    return model(text, name=str(path), mode=mode, allow_data=allow_data, **given)
