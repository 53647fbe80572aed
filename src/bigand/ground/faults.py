"""Diagnostics that only evaluation can find: those of the static check, with the binding that causes them."""

from collections.abc import Sequence

from msgspec.structs import replace

from bigand.ground.frames import show_binding
from bigand.language import common_diagnostics as checks
from bigand.language.operations import atom_name
from bigand.language.values import TupleValue, Value, kind_of, show_value
from bigand.messages.message import Message, number_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

MAX_SET_SIZE = 5_000_000


def with_binding(
    diagnostic: Diagnostic, binding: dict[str, Value], written: str = "", expanded: str = ""
) -> Diagnostic:
    """Add the binding that causes a diagnostic, and the expression as written and as expanded."""
    notes = list(diagnostic.notes)
    if binding:
        notes.append(Message("ground.binding", {"binding": show_binding(binding)}))
    if expanded and expanded != written:
        notes.append(Message("ground.expanded", {"written": written, "expanded": expanded}))
    return replace(diagnostic, notes=tuple(notes))


def diagnose_operation_failure(
    span: Span, operation: str, reason: str, values: Sequence[Value], allowed_kinds: int
) -> Diagnostic:
    """Return the diagnostic for an operation that has no result for these values."""
    if reason in ("zero", "range"):
        return checks.operation_failure(span, reason)
    if reason == "size":
        return make_diagnostic("G101", span, limit=number_message(MAX_SET_SIZE))
    if reason == "index":
        key = atom_name(operation, tuple(values))
        return checks.unknown_variable(span, key)
    if reason == "part" and isinstance(values[0], TupleValue):
        parts = ", ".join([f"`{operation}({position})`" for position in range(1, len(values[0].elements) + 1)])
        return make_diagnostic(
            "N108", span, notes=["keys"], key=atom_name(operation, tuple(values[1:])), keys=parts, help=""
        )
    if reason == "mixed" and operation == "[]":
        return make_diagnostic("T102", span, label="")
    if reason == "mixed":
        return checks.incomparable_elements(span, operation)
    wrong = [value for value in values if not kind_of(value) & allowed_kinds]
    kinds = kind_of((wrong or list(values))[0])
    if not wrong and len(values) > 1:
        pair = ((span, kind_of(values[0])), (span, kind_of(values[-1])))
        return checks.wrong_kinds(span, operation, allowed_kinds, pair)
    return checks.wrong_kind(span, operation, allowed_kinds, kinds)


def show_operation(operation: str, values: Sequence[Value]) -> str:
    """Show an operation with its values: `10 / 0`, `sqrt(2)`."""
    value_texts = [show_value(value) for value in values]
    if not value_texts or operation.startswith("$"):
        return ""
    if operation.endswith("()"):
        return f"{operation[:-2]}({', '.join(value_texts)})"
    if operation in ("[]", ".."):
        return f"[{(',' if operation == '[]' else operation).join(value_texts)}]"
    return f" {operation} ".join(value_texts) if len(value_texts) == 2 else ""
