"""A formula as TouIST prints it: two operands an operation, parentheses around each, `(a ⋀ (b ⋁ ¬c))`."""

from collections.abc import Iterable, Iterator

from bigand.ground.written import FormulaTree

PAIR_SIGNS = {"and": "⋀", "or": "⋁", "=>": "⇒", "<=>": "⇔", "xor": "xor", "not": "¬", "Top": "⟙", "Bot": "⟘"}
PAIR_WORDS = {word: word for word in PAIR_SIGNS} | {"not": "not "}
_PAIR_QUANTIFIERS = {"exists": "∃", "forall": "∀"}


def show_pairs(formula: FormulaTree, spelling: dict[str, str] = PAIR_SIGNS) -> str:
    """A formula in one line, with signs or with words.

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
    """Printed parts as nested pairs, in pieces: they may be many; without any, what holds of none.

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
