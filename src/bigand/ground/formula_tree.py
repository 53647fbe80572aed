"""Ground formulas as trees for people to read; not built for speed.

A formula is a string (an atom), a truth value, or a tuple: `("not", f)`, `("and", f, …)`, `("or", f, …)`,
`("=>", f, g)`, `("<=>", f, g)`, `("xor", f, g)`, `("exact", k, f, …)` (also `atleast`, `atmost`), or
`("exists", a, f)` and `("forall", a, f)`. Constants are absorbed.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from bigand.ground import formula as formulas
from bigand.ground.columns import Array
from bigand.ground.terms import Numbers, Product, Quotient, Sum, Term, Unknowns, decimal
from bigand.source.error import LimitError

FormulaTree: TypeAlias = str | bool | tuple[Any, ...]
_MAX_PAIRED = 200  # longer chains stay flat: as pairs, the tree would be too deep


class TooLargeError(LimitError):
    """A file is too large to show as one formula."""

    def __init__(self) -> None:
        super().__init__("written.too_large")


def tree_of(node: formulas.Ground, row: int, names: Sequence[Any], in_pairs: bool = False) -> FormulaTree:
    """Return one row of a ground formula as a tree; `names[n]` represents atom `n`.

    A chain such as `a and b and c` is one node; with `in_pairs`, nested pairs as it is parsed: `(a and b) and c`.
    """

    def subtree(part: formulas.Ground, place: int = row) -> FormulaTree:
        return tree_of(part, place, names, in_pairs)

    status = int(node.status[row])
    if status != formulas.OPEN:
        return status == formulas.TRUE
    match node:
        case formulas.Constants():
            return status == formulas.TRUE
        case formulas.Literals(atoms):
            return names[int(atoms[row])]
        case formulas.Comparisons():
            return show_comparison(node, row, names)
        case formulas.Negation(inner):
            return ("not", subtree(inner))
        case formulas.Connection(_, (formulas.Negation(left), right), True) if (
            left.status[row] == right.status[row] == formulas.OPEN
        ):
            return ("=>", subtree(left), subtree(right))
        case formulas.Connection(is_and, parts):
            return _connect_parts("and" if is_and else "or", [subtree(part) for part in parts], in_pairs)
        case formulas.Equality(differs, left, right):
            return _equality_tree(differs, subtree(left), subtree(right))
        case formulas.BigConnection(is_and, inner, starts):
            rows = range(int(starts[row]), int(starts[row + 1]))
            return _connect_parts("and" if is_and else "or", [subtree(inner, place) for place in rows])
        case formulas.Cardinalities(count, numbers, inner, starts):
            rows = range(int(starts[row]), int(starts[row + 1]))
            return (count.value, int(numbers[row]), *[subtree(inner, place) for place in rows])
        case formulas.Branches(parts, which, places):
            return subtree(parts[int(which[row])], int(places[row]))
        case formulas.Quantification(is_forall, atoms, starts, inner):
            tree = subtree(inner)
            for atom in reversed(atoms[starts[row] : starts[row + 1]].tolist()):
                tree = ("forall" if is_forall else "exists", names[atom], tree)
            return tree


def show_comparison(node: formulas.Comparisons, row: int, names: Sequence[Any]) -> str:
    """Show a comparison in one row as it is written: `x(1) + 2*y > 3`."""
    sides = [_show_term(side, row, names)[0] for side in (node.left, node.right)]
    return f" {node.operator.value} ".join(sides)


def _show_term(term: Term, row: int, names: Sequence[Any]) -> tuple[str, int]:
    """Show a term in one row; also return its precedence: 0 for a sum, 1 for a product, 2 for a name or number."""
    match term:
        case Numbers(values, is_float):
            number = Fraction(int(values.numerators[row]), values.denominator)
            digits = decimal(abs(number)) if is_float else str(abs(number))
            text = digits or f"{abs(number.numerator)}.0/{number.denominator}.0"
            return (text, 2 if digits else 1) if number >= 0 else (f"-{text}", 0)
        case Unknowns(atoms):
            return names[int(atoms[row])], 2
        case Sum(parts, signs):
            text = ""
            for part, sign in zip(parts, signs, strict=True):
                part_text, precedence = _show_term(part, row, names)
                part_text = part_text if precedence > 0 or (sign > 0 and not text) else f"({part_text})"
                text += (
                    f" {'+' if sign > 0 else '-'} {part_text}"
                    if text
                    else part_text
                    if sign > 0
                    else f"-{part_text}"
                )
            return text, 0
        case Product(inner, factor):
            first, second = _show_operand(factor, row, names, 1), _show_operand(inner, row, names, 2)
            return f"{first}*{second}", 1
        case Quotient(inner, divisor):
            return f"{_show_operand(inner, row, names, 1)}/{_show_operand(divisor, row, names, 2)}", 1


def _show_operand(term: Term, row: int, names: Sequence[Any], least: int) -> str:
    """Show a term in one row, in parentheses if its precedence is below `least`."""
    text, precedence = _show_term(term, row, names)
    return text if precedence >= least else f"({text})"


def exact_number(value: int | Fraction) -> int | float | str:
    """Return a number for programs: an exactly equal integer or float, otherwise its text.

    >>> exact_number(Fraction(5, 2)), exact_number(Fraction(1, 3))
    (2.5, '1/3')
    """
    if isinstance(value, int):
        return value
    try:
        near = float(value)
    except OverflowError:
        return str(value)
    return near if Fraction(repr(near)) == value else str(value)


def show_number(number: Fraction | int, is_float: bool) -> str:
    """Show a number exactly: an integer, a float with all its digits, or a fraction if its digits never end.

    >>> show_number(3, False), show_number(Fraction(71, 20), True), show_number(Fraction(-4), True)
    ('3', '3.55', '-4.')
    >>> show_number(Fraction(-1, 3), True)
    '-1/3'
    """
    digits = decimal(abs(Fraction(number))) if is_float else None
    if digits is None:
        return str(number)
    sign = "-" if number < 0 else ""
    return sign + (digits.removesuffix("0") if digits.endswith(".0") else digits)


def _connect_parts(word: str, parts: list[FormulaTree], in_pairs: bool = False) -> FormulaTree:
    open_parts = [part for part in parts if not isinstance(part, bool)]
    if in_pairs and len(open_parts) < _MAX_PAIRED:
        return reduce(lambda before, part: (word, before, part), open_parts)
    return open_parts[0] if len(open_parts) == 1 else (word, *open_parts)


def _equality_tree(differs: bool, left: FormulaTree, right: FormulaTree) -> FormulaTree:
    for constant, open_side in ((left, right), (right, left)):
        if isinstance(constant, bool):
            return open_side if constant != differs else ("not", open_side)
    return ("xor" if differs else "<=>", left, right)


_SYMBOLS = {"and": "∧", "or": "∨", "=>": "⇒", "<=>": "⇔", "xor": "xor"}
_QUANTIFIERS = {"exists": "∃", "forall": "∀"}
COUNTS = ("exact", "atleast", "atmost")


def show_formula(formula: FormulaTree) -> str:
    """Show a formula in one line, with parentheses around every operation but the outermost."""
    text = _show_nested(formula)
    return text[1:-1] if text.startswith("(") and isinstance(formula, tuple) and formula[0] in _SYMBOLS else text


def _show_nested(formula: FormulaTree) -> str:
    if isinstance(formula, bool):
        return "⊤" if formula else "⊥"
    if isinstance(formula, str):
        return formula
    word, *parts = formula
    if word == "not":
        return f"¬{_show_formula_operand(parts[0])}"
    if word in _SYMBOLS:
        return "(" + f" {_SYMBOLS[word]} ".join([_show_formula_operand(part) for part in parts]) + ")"
    if word in _QUANTIFIERS:
        return f"{_QUANTIFIERS[word]}{parts[0]}. {_show_nested(parts[1])}"
    return f"{word}({parts[0]}, [{', '.join([_show_nested(part) for part in parts[1:]])}])"


def _show_formula_operand(formula: FormulaTree) -> str:
    """Show an operand; a quantified one gets parentheses, since a quantifier extends to the end."""
    text = _show_nested(formula)
    return f"({text})" if isinstance(formula, tuple) and formula[0] in _QUANTIFIERS else text


def free_atoms(formula: FormulaTree) -> list[str]:
    """The atoms that are not bound, in order of first occurrence."""
    atoms: dict[str, None] = {}
    stack: list[tuple[Any, frozenset[str]]] = [(formula, frozenset())]
    while stack:
        part, bound = stack.pop()
        if isinstance(part, str):
            if part not in bound:
                atoms[part] = None
        elif isinstance(part, tuple):
            if part[0] in _QUANTIFIERS:
                bound |= {part[1]}
            start = 2 if part[0] in (*COUNTS, *_QUANTIFIERS) else 1
            stack += [(inner, bound) for inner in reversed(part[start:])]
    return list(atoms)


def truth_of(formula: FormulaTree, truth_table: dict[str, Array]) -> Array:
    """Return the truth of a formula in every row of a truth table."""
    if isinstance(formula, bool):
        return np.full(len(next(iter(truth_table.values()), np.zeros(1))), formula)
    if isinstance(formula, str):
        return truth_table[formula]
    word, *parts = formula
    if word in COUNTS:
        true_count = np.sum([truth_of(part, truth_table) for part in parts[1:]], axis=0)
        return {
            "exact": true_count == parts[0],
            "atleast": true_count >= parts[0],
            "atmost": true_count <= parts[0],
        }[word]
    if word in _QUANTIFIERS:
        rows = len(next(iter(truth_table.values()), np.zeros(1)))
        case_truths = [
            truth_of(parts[1], {**truth_table, parts[0]: np.full(rows, value)}) for value in (False, True)
        ]
        return case_truths[0] & case_truths[1] if word == "forall" else case_truths[0] | case_truths[1]
    values = [truth_of(part, truth_table) for part in parts]
    if word == "not":
        return ~values[0]
    if word in ("and", "or"):
        return (np.logical_and if word == "and" else np.logical_or).reduce(values)
    if word == "=>":
        return ~values[0] | values[1]
    return (values[0] == values[1]) == (word == "<=>")


# ---------------------------------------------------------------------- TouIST's notation
# Every operation has two operands and parentheses: `(a ⋀ (b ⋁ ¬c))`.


PAIR_SIGNS = {"and": "⋀", "or": "⋁", "=>": "⇒", "<=>": "⇔", "xor": "xor", "not": "¬", "Top": "⟙", "Bot": "⟘"}
PAIR_WORDS = {word: word for word in PAIR_SIGNS} | {"not": "not "}
_PAIR_QUANTIFIERS = {"exists": "∃", "forall": "∀"}


def show_pairs(formula: FormulaTree, spelling: dict[str, str] = PAIR_SIGNS) -> str:
    """Show a formula in one line, with symbols or with words.

    >>> show_pairs(("and", "a", ("not", "b"), ("or", "c", "d")))
    '(a ⋀ (¬b ⋀ (c ⋁ d)))'
    >>> show_pairs(("exists", "a", ("=>", "a", True)))
    '∃a.(a ⇒ ⟙)'
    """
    if isinstance(formula, bool):
        return spelling["Top" if formula else "Bot"]
    if isinstance(formula, str):
        return formula
    word, *parts = formula
    if word == "not":
        return f"{spelling[word]}{show_pairs(parts[0], spelling)}"
    if word in spelling:
        return "".join(chain_pairs(word, [show_pairs(part, spelling) for part in parts], spelling))
    if word in _PAIR_QUANTIFIERS:
        return f"{_PAIR_QUANTIFIERS[word]}{parts[0]}.{show_pairs(parts[1], spelling)}"
    return f"{word}({parts[0]},[{','.join([show_pairs(part, spelling) for part in parts[1:]])}])"


def chain_pairs(word: str, parts: Iterable[str], spelling: dict[str, str] = PAIR_SIGNS) -> Iterator[str]:
    """Yield printed parts as nested pairs, piece by piece since there may be many; none yield a constant.

    >>> "".join(chain_pairs("or", "abc"))
    '(a ⋁ (b ⋁ c))'
    """
    depth, last = 0, None
    for part in parts:
        if last is not None:
            yield f"({last} {spelling[word]} "
            depth += 1
        last = part
    yield (spelling["Top" if word == "and" else "Bot"] if last is None else last) + ")" * depth
