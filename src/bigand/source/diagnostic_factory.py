"""One short way to make a diagnostic: a code, a place, and what fills the gaps of its sentences.

The headline's key is the code itself, or a variant of it (`S101.before`); labels and notes are named parts
of it (`N101.label`); helps end in `help` (`N101.help`, `N101.near.help`). A headline's own label and help, if the
catalogue has them, need not be named: `label` and `help`, of a variant `before_label` and `before.help`.
"""

from collections.abc import Mapping, Sequence

from bigand.messages.lookup import has_message, severity_of
from bigand.messages.message import Message
from bigand.source.diagnostic import Diagnostic, Edit, Label
from bigand.source.document import Span


def make_diagnostic(
    code: str,
    span: Span,
    *,
    variant: str | None = None,
    label: str | None = None,
    help: str | None = None,
    notes: Sequence[str] = (),
    secondary: Sequence[tuple[Span, str]] = (),
    fix: Sequence[Edit] = (),
    more_gaps: "Mapping[str, str | Message] | None" = None,
    **gaps: "str | Message",
) -> Diagnostic:
    """A diagnostic with `code` at `span`; `variant` chooses another headline, `more_gaps` fills gaps.

    An empty label or help is none, where the headline has one.
    """
    gaps.update(more_gaps or {})
    if label is None:
        default_name = f"{variant}_label" if variant else "label"
        label = default_name if has_message(f"{code}.{default_name}") else ""
    if help is None:
        default_name = f"{variant}.help" if variant else "help"
        help = variant or "help" if has_message(f"{code}.{default_name}") else ""

    def part_message(name: str) -> Message:
        return Message(f"{code}.{name}", gaps)

    return Diagnostic(
        code=code,
        message=part_message(variant) if variant else Message(code, gaps),
        primary=Label(span, part_message(label) if label else None),
        secondary=tuple(Label(place, part_message(name)) for place, name in secondary),
        notes=tuple(part_message(name) for name in notes),
        help=part_message(help if help == "help" else f"{help}.help") if help else None,
        fix=tuple(fix),
        severity=severity_of(code),
    )
