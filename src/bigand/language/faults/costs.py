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


def not_linear(span: Span, numbers: bool = False) -> Diagnostic:
    """Of a file with numbers or of another."""
    if numbers:
        return fault("G202", span, variant="numbers", label="label", help="numbers")
    return fault("G202", span, label="label", help="help")


def not_an_atom(span: Span, kinds: int, numbers: bool = False) -> Diagnostic:
    variant = "term" if numbers else "kind"
    return fault("G203", span, variant=variant, help="kind", found=kind_message(kinds))


def counted_number(span: Span, name: str) -> Diagnostic:
    """`card` counts what is true."""
    return fault("G203", span, variant="number", help="number", name=name)


def no_such_atom(span: Span, name: str, names: list[str], numbers: bool = False) -> Diagnostic:
    variant = "unknown" if numbers else None
    near = get_close_matches(name, [*names, *dict.fromkeys([one.split("(")[0] for one in names])], n=1, cutoff=0.6)
    if near:
        return fault("G203", span, variant=variant, help="near", name=name, near=near[0])
    return fault("G203", span, variant=variant, help=variant or "help", name=name)


def too_large(span: Span) -> Diagnostic:
    return fault("G204", span, help="help")


def quantified_costs(span: Span, mode: str) -> Diagnostic:
    return fault("G205", span, help="help", mode=mode)


def no_bound(span: Span, maximize: bool, moving: list[tuple[str, bool]]) -> Diagnostic:
    """An objective without a bound: `moving` are unknowns that can go on for ever, and whether they grow."""
    kind = "maximize" if maximize else "minimize"
    name, grows = moving[0]
    rule = f"{name} <= 100" if grows else f"{name} >= -100"
    shown = ", ".join([f"{one} {'↑' if up else '↓'}" for one, up in moving])
    return fault(
        "G206", span, variant=kind, label=f"{kind}_label", notes=["note"], help="help", rule=rule, moving=shown
    )


def not_reached(span: Span, maximize: bool, limit: str) -> Diagnostic:
    """Values of an objective come as near to a limit as one likes, and none is there."""
    kind = "maximize" if maximize else "minimize"
    return fault("G207", span, variant=kind, label="label", help=kind, limit=limit)
