"""How many clauses the taught model has: the remark that they are about n³, in numbers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleSize:
    """A rule of the model: how many clauses it is as written, and when each pair is said once."""

    name: str  # row_least, row_most, column_most, diagonal
    written: int
    once: int
    formula: str


def rule_sizes(n: int) -> list[RuleSize]:
    """The rules of the model for n queens.

    >>> [(rule.name, rule.written) for rule in rule_sizes(8)]
    [('row_least', 8), ('row_most', 448), ('column_most', 448), ('diagonal', 560)]
    """
    lines = n * n * (n - 1)
    diagonals = 2 * n * (n - 1) * (2 * n - 1) // 3
    return [
        RuleSize("row_least", n, n, "n"),
        RuleSize("row_most", lines, lines // 2, "n²(n−1)"),
        RuleSize("column_most", lines, lines // 2, "n²(n−1)"),
        RuleSize("diagonal", diagonals, diagonals // 2, "2n(n−1)(2n−1)/3"),
    ]
