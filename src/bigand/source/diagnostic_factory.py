"""Build a diagnostic from a code, a span and the values for the gaps of its messages.

The key of the headline is the code itself or a variant of it (`S101.before`). Labels and notes are named parts
(`N101.label`), helps end in `help` (`N101.help`, `N101.near.help`). The default label and help of a headline are
used if the catalogue has them: `label` and `help`, or `before_label` and `before.help` for the variant `before`.
"""

from collections.abc import Mapping, Sequence

from bigand.messages.lookup import has_diagnostic_message, usual_severity_of
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
    """Make a diagnostic with `code` at `span`.

    Args:
        code: Code of the diagnostic; it also decides the severity.
        span: Main position.
        variant: Selects another headline.
        label: Name of the label's message; an empty one suppresses the default label.
        help: Name of the help's message; an empty one suppresses the default help.
        notes: Names of the notes' messages.
        secondary: Further spans, each with the name of its label.
        fix: Edits that repair the problem.
        more_gaps: Further gaps, as a mapping.
        gaps: Values for the gaps of all messages.
    """
    gaps.update(more_gaps or {})
    if label is None:
        default_name = f"{variant}_label" if variant else "label"
        label = default_name if has_diagnostic_message(f"{code}.{default_name}") else ""
    if help is None:
        default_name = f"{variant}.help" if variant else "help"
        help = variant or "help" if has_diagnostic_message(f"{code}.{default_name}") else ""

    def part_message(name: str) -> Message:
        return Message(f"{code}.{name}", gaps)

    return Diagnostic(
        code=code,
        message=part_message(variant) if variant else Message(code, gaps),
        primary=Label(span, part_message(label) if label else None),
        secondary=tuple(Label(label_span, part_message(name)) for label_span, name in secondary),
        notes=tuple(part_message(name) for name in notes),
        help=part_message(help if help == "help" else f"{help}.help") if help else None,
        fix=tuple(fix),
        severity=usual_severity_of(code),
    )
