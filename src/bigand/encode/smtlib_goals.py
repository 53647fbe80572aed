"""Goals for Z3 and OptiMathSAT: `minimize`, `maximize` and `assert-soft`, which extend SMT-LIB.

Several goals are one after the other in both, as they are here. The weights of soft formulas are those of literals
that imply their instances; what is paid in any case is told in a comment.
"""

from collections.abc import Iterator

from bigand.encode.costs import WeightedGoal
from bigand.encode.smtlib import Script, numeral
from bigand.ground.costs import Amount
from bigand.ground.kinds import Sort


def goal_lines(script: Script, price: WeightedGoal) -> Iterator[str]:
    """What is said of one goal."""
    if price.goal.objective is not None:
        yield f"({price.goal.kind} {_sum_text(script, price)})\n"
        return
    if price.base:
        yield f"; soft formulas that never hold cost {price.base} besides\n"
    for literal, weight in price.penalties.items():
        yield f"(assert-soft {script.literal_text(-literal)} :weight {weight} :id soft)\n"


def _sum_text(script: Script, price: WeightedGoal) -> str:
    """The sum as it is written: what is maximised is kept with the other sign."""
    sign = -1 if price.goal.kind == "maximize" else 1
    amounts = [price.base, *price.terms.values(), *price.penalties.values()]
    is_whole = not price.is_real and all([amount.denominator == 1 for amount in amounts])
    sort = Sort.INT if is_whole else Sort.REAL

    def amount_text(amount: Amount) -> str:
        return numeral(sign * amount, sort)

    parts = [amount_text(price.base)]
    for atom, factor in price.terms.items():
        name = script.symbols[atom - 1]
        converted = name if script.theory.sorts[atom - 1] is sort else f"(to_real {name})"
        parts.append(f"(* {amount_text(factor)} {converted})")
    for literal, weight in price.penalties.items():
        parts.append(f"(ite {script.literal_text(literal)} {amount_text(weight)} {amount_text(0)})")
    return f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0]
