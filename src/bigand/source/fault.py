"""One short way to make a diagnostic: a code, a place, and what fills the gaps of its sentences.

The headline's key is the code itself, or a variant of it (`S101.before`); labels and notes are named parts
of it (`N101.label`); helps end in `help` (`N101.help`, `N101.near.help`). A headline's own label and help, if the
catalogue has them, need not be named: `label` and `help`, of a variant `before_label` and `before.help`.
"""

from collections.abc import Mapping, Sequence

from bigand.source.catalogue.lookup import has_sentence, severity_of
from bigand.source.diagnostic import Diagnostic, Edit, Label, Message
from bigand.source.span import Span


def fault(
    code: str,
    span: Span,
    *,
    variant: str | None = None,
    label: str | None = None,
    help: str | None = None,
    notes: Sequence[str] = (),
    secondary: Sequence[tuple[Span, str]] = (),
    fix: Sequence[Edit] = (),
    further: "Mapping[str, str | Message] | None" = None,
    **gaps: "str | Message",
) -> Diagnostic:
    """A diagnostic with `code` at `span`; `variant` chooses another headline, `further` fills gaps.

    An empty label or help is none, where the headline has one.
    """
    gaps.update(further or {})
    if label is None:
        own = f"{variant}_label" if variant else "label"
        label = own if has_sentence(f"{code}.{own}") else ""
    if help is None:
        own = f"{variant}.help" if variant else "help"
        help = variant or "help" if has_sentence(f"{code}.{own}") else ""

    def part(name: str) -> Message:
        return Message(f"{code}.{name}", gaps)

    return Diagnostic(
        code=code,
        message=part(variant) if variant else Message(code, gaps),
        primary=Label(span, part(label) if label else None),
        secondary=tuple(Label(place, part(name)) for place, name in secondary),
        notes=tuple(part(name) for name in notes),
        help=part(help if help == "help" else f"{help}.help") if help else None,
        fix=tuple(fix),
        severity=severity_of(code),
    )
