"""`settings`: find the values in a text that a user may want to change."""

from typing import Literal

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value
from bigand.language.syntax import (
    Assignment,
    Boolean,
    Float,
    Horizon,
    Integer,
    Node,
    Proposition,
    Range,
    SetLiteral,
    Sign,
    Signed,
    strip_parentheses,
)
from bigand.source.document import Document, Span


class Setting(Value):
    """A variable with a plain value: the text of the value and its span.

    A horizon (`;;@ horizon $k in [1..12]`) may have no value yet: then its text is empty, and its span is that of
    its name. `least` and `most` are the ends of its range, if these are numbers.
    """

    name: str
    kind: Literal["integer", "value", "set"]
    text: str
    span: Span
    is_horizon: bool = False
    least: int | None = None
    most: int | None = None


class SettingsAnswer(Answer, tag="settings"):
    """The settings in text order."""

    settings: tuple[Setting, ...]


class Settings(TextQuestion[SettingsAnswer], tag="settings"):
    """Which values of this text may a user want to change? The text may have errors."""

    def answer(self, report: Report) -> SettingsAnswer:
        return find_settings(self, report)


_MAX_ELEMENTS = 12  # of a set


def find_settings(question: Settings, _report: Report) -> SettingsAnswer:
    """Find the settings: the first assignment of each variable, if its value is plain and valid, and the horizons.

    Values that are computed from others are not settings.
    """
    from bigand.language.frontend import parse_document

    text = question.source.text
    program, diagnostics = parse_document(Document(question.source.name, text))
    horizons = {entry.variable.name: entry for entry in program.directives if isinstance(entry, Horizon)}
    assigned: dict[str, Setting | None] = {}
    for item in program.items:
        if isinstance(item, Assignment) and item.target.name not in assigned:
            name, kind = item.target.name, None if item.target.arguments else _setting_kind(item.value)
            assigned[name] = None
            if kind is not None and not any([_overlap(entry.primary.span, item.span) for entry in diagnostics]):
                assigned[name] = _make_setting(name, kind, text, item.value.span, horizons.get(name))
    settings = [setting for setting in assigned.values() if setting is not None]
    for name, horizon in horizons.items():
        if name not in assigned:
            place = horizon.variable.span
            settings.append(_make_setting(name, "integer", text, Span(place.end, place.end), horizon, place))
    return SettingsAnswer(settings=tuple(sorted(settings, key=lambda setting: setting.span)))


def _make_setting(
    name: str,
    kind: Literal["integer", "value", "set"],
    text: str,
    value: Span,
    horizon: Horizon | None,
    place: Span | None = None,
) -> Setting:
    least, most = (None, None) if horizon is None else _range_ends(horizon.range)
    return Setting(
        name=name,
        kind=kind,
        text=text[value.start : value.end],
        span=place or value,
        is_horizon=horizon is not None,
        least=least,
        most=most,
    )


def _overlap(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end


def _setting_kind(value: Node) -> Literal["integer", "value", "set"] | None:
    """The kind of setting for a value; None if the value is not plain."""
    match strip_parentheses(value):
        case Range() as whole if None not in _range_ends(whole):
            return "set"
        case SetLiteral(elements) if len(elements) <= _MAX_ELEMENTS and all(
            [_is_plain(element) for element in elements]
        ):
            return "set"
        case node if _integer_value(node) is not None:
            return "integer"
        case node:
            return "value" if _is_plain(node) else None


def _is_plain(node: Node) -> bool:
    match strip_parentheses(node):
        case Integer() | Float() | Boolean() | Proposition(_, ()) | Signed(Sign.MINUS, Integer() | Float()):
            return True
        case _:
            return False


def _integer_value(node: Node) -> int | None:
    match strip_parentheses(node):
        case Integer(number):
            return number
        case Signed(Sign.MINUS, Integer(number)):
            return -number
        case _:
            return None


def _range_ends(node: Node) -> tuple[int | None, int | None]:
    """The ends of a range; None for an end that is not a number."""
    match strip_parentheses(node):
        case Range(first, last):
            return _integer_value(first), _integer_value(last)
        case _:
            return None, None
