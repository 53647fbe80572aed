"""What a user expects: formulas (`--expect 'bulb(2,3)'`), or a whole model (`--model FILE`)."""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from bigand.answer.model import Model, model_of
from bigand.answer.numbers import NumberModel
from bigand.apps.cli.files import UnreadableError, open_document
from bigand.apps.cli.reading import tell
from bigand.apps.cli.texts import Texts
from bigand.explain.instances import Instance, written_instance
from bigand.ground.columns import Array
from bigand.ground.kinds import Sort
from bigand.language import read
from bigand.language.reading import parse
from bigand.language.syntax import Assertion
from bigand.solve.models import valuation
from bigand.solve.verify import violations
from bigand.solve.z3_engine import Number
from bigand.source.diagnostic import has_errors
from bigand.source.document import Document

_MOST = 1_000  # violated instances of a rule that are listed
_NUMBER = r"-?[0-9]+(?:\.[0-9]*|/[1-9][0-9]*)?"
_LINE = re.compile(rf"\s*(?:({_NUMBER})\s+|(not\s+|¬\s*|-\s*))?([_0-9]*[a-zA-Z].*?)(?:\s*=\s*({_NUMBER}))?\s*")


def add_expectation_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--expect", action="append", default=[], metavar="'p(1)'", help=texts("why.expect"))
    what.add_argument("--model", metavar="FILE", help=texts("why.model"))


def expected_model(
    model: Model, formulas: Sequence[str], options: argparse.Namespace, texts: Texts
) -> Model | None:
    """The model with what is expected as further lines, or nothing when that cannot be read (which is told)."""
    for text in formulas:
        document = Document("--expect", text)
        program, diagnostics = parse(document)
        is_formula = bool(program.items) and all(isinstance(item, Assertion) for item in program.items)
        if has_errors(diagnostics) or not is_formula:
            tell([(document, diagnostics)], options, texts, sys.stderr)
            if not diagnostics:
                texts.complain("why.not_formula", text=text)
            return None
    document = model.reading.document
    extended = Document(document.name, "\n".join([document.text, *formulas]))
    reading = read(extended, options.mode, frozenset(model.given))
    if not reading.ok:
        tell([(extended, reading.diagnostics)], options, texts, sys.stderr)
        return None
    expected = model_of(reading, model.given)
    _warn_of_strangers(model, expected, texts)
    return expected


def _warn_of_strangers(model: Model, expected: Model, texts: Texts) -> None:
    """Say that no rule speaks of an atom that is expected: it is free, or misspelt."""
    known = set(model.compiled.names)
    for name in expected.compiled.names:
        if name not in known:
            near = get_close_matches(name, list(known)[:10_000], n=1, cutoff=0.5)
            texts.complain("why.stranger_near" if near else "why.stranger", name=name, near="".join(near))


# ---------------------------------------------------------------------- a whole model


def broken_rules(model: Model, options: argparse.Namespace, texts: Texts) -> list[list[Instance]] | None:
    """The instances that an expected model breaks, rule by rule; nothing when it cannot be read."""
    listed = dict(_listed(open_document(options.model).text, options.model))
    names = {name: number for number, name in enumerate(model.compiled.names)}
    strangers = [name for name in listed if name not in names]
    for name in strangers[:5]:
        near = get_close_matches(name, list(names)[:10_000], n=1, cutoff=0.5)
        texts.complain("why.stranger_near" if near else "why.stranger", name=name, near="".join(near))
    true, numbers = valuation(_values(model, listed, options.model), model.compiled, model.grounder)
    grounder = model.grounder
    broken: list[list[Instance]] = []
    for rule in grounder.rules():
        found = list(islice(violations(grounder, rule, true, numbers), _MOST))
        if found:
            broken.append([written_instance(grounder, rule, violation.binding) for violation in found[:20]])
    return broken


def _values(model: Model, listed: dict[str, Number], path: str) -> Array:
    """The values of a saved model in the order of the atoms; what is not listed is false."""
    if not isinstance(model, NumberModel):
        return np.array([bool(listed.get(name, False)) for name in model.compiled.names], dtype=np.bool_)
    values: list[Number] = []
    for name, sort in zip(model.compiled.names, model.theory.sorts, strict=True):
        if sort is not Sort.BOOL and name not in listed:
            raise UnreadableError("why.no_value", name=path, unknown=name)
        value = listed.get(name, False)
        values.append(bool(value) if sort is Sort.BOOL else int(value) if value == int(value) else Fraction(value))
    return np.array(values, dtype=object)


def _listed(text: str, path: str) -> Iterator[tuple[str, Number]]:
    """The atoms and values of a saved model: lines as `1 p(2)`, `not q`, `x = 3.5`, or JSON as of `solve`."""
    if text.lstrip().startswith(("{", "[")):
        yield from _from_json(text, path)
        return
    for line in text.splitlines():
        found = _LINE.fullmatch(line.split(";;")[0])
        if line.strip() and found is None:
            raise UnreadableError("why.bad_model", name=path, line=line.strip()[:60])
        if found is not None:
            before, negation, name, after = found.groups()
            value = _number(before or after)
            yield "".join(name.split()), negation is None if value is None else value


def _number(text: str | None) -> Number | None:
    """`1`, `-3`, `3.5`, `4.` or `1/3`; the propositions of a model are 1 and 0."""
    return None if text is None else Fraction(text.removesuffix("."))


def _from_json(text: str, path: str) -> Iterator[tuple[str, Number]]:
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError("data.not_json", name=path, reason=str(error)) from error
    if isinstance(content, dict) and isinstance(content.get("models"), list) and content["models"]:
        content = content["models"][0]
    if isinstance(content, list):
        content = {"true": content}
    if not isinstance(content, dict) or not isinstance(content.get("true"), list):
        raise UnreadableError("why.bad_model", name=path, line=text.strip()[:60])
    for key, value in (("true", True), ("false", False)):
        for name in content.get(key) or ():
            yield str(name), value
    for name, number in _object(content.get("values")).items():
        try:
            yield name, Fraction(str(number))
        except ValueError as error:
            raise UnreadableError("why.bad_model", name=path, line=f"{name}: {number}"[:60]) from error


def _object(content: Any) -> dict[str, Any]:
    return content if isinstance(content, dict) else {}
