"""How many clauses the taught model has: the remark that they are about n³, in numbers."""

from bigand.puzzles.queens.questions import RuleSize


def rule_sizes(n: int) -> list[RuleSize]:
    """The rules of the model for n queens.

    >>> [(rule.rule, rule.clauses) for rule in rule_sizes(8)]
    [('row_least', 8), ('row_most', 448), ('column_most', 448), ('diagonal', 560)]
    """
    lines = n * n * (n - 1)
    diagonals = 2 * n * (n - 1) * (2 * n - 1) // 3
    return [
        RuleSize(rule="row_least", clauses=n, once=n, formula="n"),
        RuleSize(rule="row_most", clauses=lines, once=lines // 2, formula="n²(n−1)"),
        RuleSize(rule="column_most", clauses=lines, once=lines // 2, formula="n²(n−1)"),
        RuleSize(rule="diagonal", clauses=diagonals, once=diagonals // 2, formula="2n(n−1)(2n−1)/3"),
    ]
