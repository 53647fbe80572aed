"""Values that several answers share: places in a text, instances of rules, models."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from bigand.api.value import Value, fields_of
from bigand.language.values import Value as LanguageValue
from bigand.language.values import show_value
from bigand.source.document import Document, Span
from bigand.view.exhibit import Exhibit

if TYPE_CHECKING:
    from bigand.api.solution import Solution
    from bigand.explain.groups import Instance as GroundInstance
    from bigand.ground.grounder import Rule as GroundRule

Binding: TypeAlias = dict[str, int | float | bool | str]
ModelNumber: TypeAlias = int | float | str  # a fraction that no float represents is a text
_COMMENT = re.compile(r";;(?!@)[^\n]*")


class Place(Value):
    """A piece of a text: its position, and its words without comments and line ends."""

    line: int
    column: int
    end_line: int
    text: str
    span: Span


def place_of(span: Span, document: Document) -> Place:
    """Return the place with this span."""
    start, end = document.position(span.start), document.position(max(span.start, span.end - 1))
    text = " ".join(_COMMENT.sub("", document.text[span.start : span.end]).split())
    return Place(line=start.line, column=start.column, end_line=end.line, text=text, span=span)


class RulePlace(Place):
    """A formula of a text, or one that is expected in addition to it."""

    is_fact: bool = False  # it has no variables
    is_expected: bool = False  # it is not in the text


def rule_place_of(rule: "GroundRule", document: Document, is_expected: bool = False) -> RulePlace:
    """Return the place of a rule."""
    place = place_of(rule.span, document)
    return RulePlace(**fields_of(place), is_fact=not rule.generators, is_expected=is_expected)


def comment_of(rule: "GroundRule", document: Document) -> str:
    """The comment above a rule, without comment marks and directives."""
    above = document.text[: rule.span.start].rstrip(" \t").split("\n")
    comment_lines: list[str] = []
    for line in above[-2::-1]:
        if not (text := line.strip()).startswith(";;"):
            break
        if not text.startswith(";;@"):
            comment_lines.append(text.lstrip("; "))
    return " ".join(comment_lines[::-1])


class Instance(RulePlace):
    """A rule for one binding of its variables, and the formula for that binding.

    For a rule as a whole, `binding` and `instance` are empty.
    """

    binding: Binding
    instance: str = ""


def instance_of(instance: "GroundInstance", document: Document, is_expected: bool = False) -> Instance:
    """Return an instance with its place, its binding and its formula as text."""
    from bigand.ground.formula_tree import show_formula

    rule = rule_place_of(instance.rule, document, is_expected)
    return Instance(
        **fields_of(rule), binding=printable_binding(instance.binding), instance=show_formula(instance.formula)
    )


def printable_binding(binding: Mapping[str, LanguageValue]) -> Binding:
    """The values of variables: numbers and truth values as they are, all others as text."""
    return {name: value if isinstance(value, int | float) else show_value(value) for name, value in binding.items()}


def format_binding(binding: Binding) -> str:
    """A binding as text: `$i = 3, $j = b`."""
    texts = {name: value if isinstance(value, str) else show_value(value) for name, value in binding.items()}
    return ", ".join([f"{name} = {value}" for name, value in texts.items()])


def format_number(number: ModelNumber) -> str:
    """A number of a model as text: `3`, `2.5`, `-4.` or `1/3`."""
    from bigand.ground.formula_tree import show_number

    return str(number) if isinstance(number, int) else show_number(Fraction(str(number)), True)


class Model(Value):
    """A model: its true and false atoms, the values of its numbers, and its exhibit if that was requested."""

    true: tuple[str, ...]
    false: tuple[str, ...] | None = None
    values: dict[str, ModelNumber] | None = None
    exhibit: Exhibit | None = None


def model_of_solution(
    solution: "Solution", exhibit: Exhibit | None = None, *, true_only: bool = False, has_numbers: bool = False
) -> Model:
    """Return a solution as a value for answers; with `has_numbers` the values of numbers are included."""
    return Model(
        true=tuple(solution.true),
        false=None if true_only else tuple(solution.false),
        values=solution.number_values if has_numbers else None,
        exhibit=exhibit,
    )
