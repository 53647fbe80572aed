"""A formula as TouIST prints it: two operands an operation, parentheses around each, `(a ⋀ (b ⋁ ¬c))`."""

from collections.abc import Iterable, Iterator

from bigand.ground.written import Written

SIGNS = {"and": "⋀", "or": "⋁", "=>": "⇒", "<=>": "⇔", "xor": "xor", "not": "¬", "Top": "⟙", "Bot": "⟘"}
WORDS = {word: word for word in SIGNS} | {"not": "not "}
_QUANTIFIERS = {"exists": "∃", "forall": "∀"}


def show_pairs(formula: Written, spelt: dict[str, str] = SIGNS) -> str:
    """A formula in one line, with signs or with words.

    >>> show_pairs(("and", "a", ("not", "b"), ("or", "c", "d")))
    '(a ⋀ (¬b ⋀ (c ⋁ d)))'
    >>> show_pairs(("exists", "a", ("=>", "a", True)))
    '∃a.(a ⇒ ⟙)'
    """
    if isinstance(formula, bool):
        return spelt["Top" if formula else "Bot"]
    if isinstance(formula, str):
        return formula
    word, *parts = formula
    if word == "not":
        return f"{spelt[word]}{show_pairs(parts[0], spelt)}"
    if word in spelt:
        return "".join(chained(word, [show_pairs(part, spelt) for part in parts], spelt))
    if word in _QUANTIFIERS:
        return f"{_QUANTIFIERS[word]}{parts[0]}.{show_pairs(parts[1], spelt)}"
    return f"{word}({parts[0]},[{','.join([show_pairs(part, spelt) for part in parts[1:]])}])"


def chained(word: str, parts: Iterable[str], spelt: dict[str, str] = SIGNS) -> Iterator[str]:
    """Printed parts as nested pairs, in pieces: they may be many; without any, what holds of none.

    >>> "".join(chained("or", "abc"))
    '(a ⋁ (b ⋁ c))'
    """
    depth, last = 0, None
    for part in parts:
        if last is not None:
            yield f"({last} {spelt[word]} "
            depth += 1
        last = part
    yield (spelt["Top" if word == "and" else "Bot"] if last is None else last) + ")" * depth
