"""Parts that answers share: pieces of a text, instances of rules, models."""

import re
from typing import TYPE_CHECKING

from bigand.answer.value import Value
from bigand.language.values import Value as Worth
from bigand.language.values import show_value
from bigand.source.document import Document
from bigand.source.span import Span
from bigand.view.exhibit import Exhibit

if TYPE_CHECKING:
    from bigand.answer.model import Solution
    from bigand.explain.instances import Instance as Found

_COMMENT = re.compile(r";;(?!@)[^\n]*")


class Place(Value):
    """A piece of a text: where it stands, and what it says without comments and line ends."""

    line: int
    column: int
    end_line: int
    text: str
    span: Span


def place_of(span: Span, document: Document) -> Place:
    """A piece of a text by its span."""
    start, end = document.position(span.start), document.position(max(span.start, span.end - 1))
    text = " ".join(_COMMENT.sub("", document.text[span.start : span.end]).split())
    return Place(line=start.line, column=start.column, end_line=end.line, text=text, span=span)


class Instance(Place):
    """A rule for one binding of its variables, and what it says then; numbers and truth values are themselves."""

    binding: dict[str, int | float | bool | str]
    instance: str
    is_fact: bool = False  # the rule has no variables


def instance_of(found: "Found", document: Document) -> Instance:
    """An instance as it is told."""
    from bigand.ground.written import show

    place = place_of(found.rule.span, document)
    return Instance(
        line=place.line, column=place.column, end_line=place.end_line, text=place.text, span=place.span,
        binding=binding_of(found.binding),
        instance=show(found.says),
        is_fact=not found.rule.generators,
    )  # fmt: skip


def binding_of(binding: dict[str, Worth]) -> dict[str, int | float | bool | str]:
    """The values of variables: numbers and truth values as such, all else as it is printed."""
    return {name: value if isinstance(value, int | float) else show_value(value) for name, value in binding.items()}


class Model(Value):
    """A model: its true and false atoms, the values of numbers, and how it is drawn if that was asked for."""

    true: tuple[str, ...]
    false: tuple[str, ...] | None = None
    values: dict[str, int | float | str] | None = None
    exhibit: Exhibit | None = None


def model_of_solution(
    solution: "Solution", exhibit: Exhibit | None = None, *, true_only: bool = False, has_numbers: bool = False
) -> Model:
    """A solution as it is told; numbers only of texts that have some."""
    return Model(
        true=tuple(solution.true),
        false=None if true_only else tuple(solution.false),
        values=solution.number_values if has_numbers else None,
        exhibit=exhibit,
    )
