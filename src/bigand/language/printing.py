"""Pieces of text that complaints propose: made from what the writer wrote."""

from collections.abc import Sequence

from bigand.language.syntax import Node, Operator
from bigand.source.span import Span


def expand_tuple_comparison(
    text: str, span: Span, operator: Operator, left: Sequence[Node], right: Sequence[Node]
) -> str:
    """What `(a,b) != (c,d)` means: `a != c or b != d`; with `==`, `a == c and b == d`.

    In parentheses, unless it is the whole of a condition.
    """
    pairs = [
        f"{text[first.span.start : first.span.end]} {operator.value} {text[second.span.start : second.span.end]}"
        for first, second in zip(left, right, strict=True)
    ]
    joined = f" {'and' if operator is Operator.EQUAL else 'or'} ".join(pairs)
    is_whole = text[: span.start].rstrip().endswith("when") and text[span.end :].lstrip().startswith(":")
    return joined if is_whole else f"({joined})"
