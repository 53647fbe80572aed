"""Parts that answers share: pieces of a text, instances of rules, models."""

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
ModelNumber: TypeAlias = int | float | str  # a fraction that is no float is a text
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


class RulePlace(Place):
    """A formula of a text, or one that somebody expects beside it."""

    is_fact: bool = False  # it has no variables
    is_expected: bool = False  # it does not stand in the text


def rule_of(rule: "GroundRule", document: Document, is_expected: bool = False) -> RulePlace:
    """A rule as it is told."""
    place = place_of(rule.span, document)
    return RulePlace(**fields_of(place), is_fact=not rule.generators, is_expected=is_expected)


def comment_of(rule: "GroundRule", document: Document) -> str:
    """What the comment above a rule says, without marks of comments and directives."""
    above = document.text[: rule.span.start].rstrip(" \t").split("\n")
    comment_lines: list[str] = []
    for line in above[-2::-1]:
        if not (text := line.strip()).startswith(";;"):
            break
        if not text.startswith(";;@"):
            comment_lines.append(text.lstrip("; "))
    return " ".join(comment_lines[::-1])


class Instance(RulePlace):
    """A rule for one binding of its variables, and what it says then; numbers and truth values are themselves.

    Where a rule is meant as a whole, nothing is bound, and it says nothing.
    """

    binding: Binding
    instance: str = ""


def instance_of(instance: "GroundInstance", document: Document, is_expected: bool = False) -> Instance:
    """An instance as it is told."""
    from bigand.ground.formula_tree import show_formula

    rule = rule_of(instance.rule, document, is_expected)
    return Instance(
        **fields_of(rule), binding=binding_of(instance.binding), instance=show_formula(instance.formula)
    )


def binding_of(binding: Mapping[str, LanguageValue]) -> Binding:
    """The values of variables: numbers and truth values as such, all else as it is printed."""
    return {name: value if isinstance(value, int | float) else show_value(value) for name, value in binding.items()}


def format_binding(binding: Binding) -> str:
    """`$i = 3, $j = b`."""
    texts = {name: value if isinstance(value, str) else show_value(value) for name, value in binding.items()}
    return ", ".join([f"{name} = {value}" for name, value in texts.items()])


def format_number(number: ModelNumber) -> str:
    """A number of a model as it is printed: `3`, `2.5`, `-4.` or `1/3`."""
    from bigand.ground.formula_tree import show_number as show_exactly

    return str(number) if isinstance(number, int) else show_exactly(Fraction(str(number)), True)


class Model(Value):
    """A model: its true and false atoms, the values of numbers, and how it is drawn if that was asked for."""

    true: tuple[str, ...]
    false: tuple[str, ...] | None = None
    values: dict[str, ModelNumber] | None = None
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
