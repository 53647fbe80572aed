"""A formula as TouIST prints it: two operands an operation, parentheses around each, `(a ⋀ (b ⋁ ¬c))`."""

from collections.abc import Iterable, Iterator

from bigand.ground.written import Written

_SYMBOLS = {"and": "⋀", "or": "⋁", "=>": "⇒", "<=>": "⇔", "xor": "xor"}
_QUANTIFIERS = {"exists": "∃", "forall": "∀"}


def show_pairs(formula: Written) -> str:
    """A formula in one line.

    >>> show_pairs(("and", "a", ("not", "b"), ("or", "c", "d")))
    '(a ⋀ (¬b ⋀ (c ⋁ d)))'
    >>> show_pairs(("exists", "a", ("=>", "a", True)))
    '∃a.(a ⇒ ⟙)'
    """
    if isinstance(formula, bool):
        return "⟙" if formula else "⟘"
    if isinstance(formula, str):
        return formula
    word, *parts = formula
    if word == "not":
        return f"¬{show_pairs(parts[0])}"
    if word in _SYMBOLS:
        return "".join(chained(word, [show_pairs(part) for part in parts]))
    if word in _QUANTIFIERS:
        return f"{_QUANTIFIERS[word]}{parts[0]}.{show_pairs(parts[1])}"
    return f"{word}({parts[0]},[{','.join([show_pairs(part) for part in parts[1:]])}])"


def chained(word: str, parts: Iterable[str]) -> Iterator[str]:
    """Printed parts as nested pairs, in pieces: they may be many; without any, what holds of none.

    >>> "".join(chained("or", "abc"))
    '(a ⋁ (b ⋁ c))'
    """
    depth, last = 0, None
    for part in parts:
        if last is not None:
            yield f"({last} {_SYMBOLS[word]} "
            depth += 1
        last = part
    yield (show_pairs(word == "and") if last is None else last) + ")" * depth
