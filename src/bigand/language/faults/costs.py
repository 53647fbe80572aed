"""Complaints about weights and objectives (G2xx): made when a file is solved, since to TouIST they are comments."""

from difflib import get_close_matches

from bigand.language.faults.check import kind_message
from bigand.language.values import Value, kind_of, show_value
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault
from bigand.source.span import Span


def not_a_weight(span: Span, value: Value) -> Diagnostic:
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if is_integer:
        return fault("G201", span, help="help", found=show_value(value))
    return fault("G201", span, variant="kind", help="kind", found=kind_message(kind_of(value)))


def not_linear(span: Span) -> Diagnostic:
    return fault("G202", span, label="label", help="help")


def not_an_atom(span: Span, kinds: int) -> Diagnostic:
    return fault("G203", span, variant="kind", help="kind", found=kind_message(kinds))


def no_such_atom(span: Span, name: str, names: list[str]) -> Diagnostic:
    near = get_close_matches(name, [*names, *dict.fromkeys([one.split("(")[0] for one in names])], n=1, cutoff=0.6)
    if near:
        return fault("G203", span, help="near", name=name, near=near[0])
    return fault("G203", span, help="help", name=name)


def too_large(span: Span) -> Diagnostic:
    return fault("G204", span, help="help")


def outside_sat(span: Span, mode: str) -> Diagnostic:
    return fault("G205", span, help="help", mode=mode)
