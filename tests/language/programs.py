"""Random programs, as text: every construct of the language, with random layout and comments."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

NAMES = st.sampled_from(["a", "b", "p", "queen", "1x", "_y", "tube_source", "B2"])
VARIABLES = st.sampled_from(["$i", "$j", "$N", "$x_1", "$1x"])


def _spaced(*parts: SearchStrategy[str] | str) -> SearchStrategy[str]:
    """Parts one after the other, with a blank between."""
    return st.tuples(*[st.just(part) if isinstance(part, str) else part for part in parts]).map(" ".join)


def _infix(operators: list[str], operands: SearchStrategy[str]) -> SearchStrategy[str]:
    return _spaced(operands, st.sampled_from(operators), operands)


def _list(parts: SearchStrategy[str]) -> SearchStrategy[str]:
    return st.lists(parts, min_size=1, max_size=3).map(" , ".join)


def _generator(sets: SearchStrategy[str], conditions: SearchStrategy[str]) -> SearchStrategy[str]:
    one = _spaced(VARIABLES, "in", sets)
    two = _spaced(VARIABLES, ",", VARIABLES, "in", sets, ",", sets)
    return st.one_of(one, two, _spaced(one, "when", conditions))


ATOMS = st.one_of(st.integers(0, 20).map(str), st.sampled_from(["1.0", "0.50", "true", "false"]), NAMES, VARIABLES)


def _expressions(inner: SearchStrategy[str]) -> SearchStrategy[str]:
    indexed = st.builds(lambda name, arguments: f"{name}({arguments})", NAMES, _list(inner))
    return st.one_of(
        indexed,
        st.builds(lambda name, arguments: f"{name}({arguments})", VARIABLES, _list(inner)),
        _spaced("(", inner, ")"),
        _infix(["+", "-", "*", "/", "mod"], inner),
        _infix(["and", "or", "xor", "=>", "<=>"], inner),
        _infix(["union", "inter", "diff", "subset"], inner),
        _infix(["==", "!=", "<", "<=", ">", ">=", "in"], _spaced("(", inner, ")")),
        _spaced("-", inner),
        _spaced("not", inner),
        _spaced(st.sampled_from(["abs(", "card(", "int(", "powerset(", "empty("]), inner, ")"),
        _spaced(st.sampled_from(["union(", "inter("]), inner, ",", inner, ")"),
        _spaced("if", inner, "then", inner, "else", inner, "end"),
        _spaced("[", _list(inner), "]"),
        st.just("[ ]"),
        _spaced("[", inner, "..", inner, "]"),
        _spaced("[", inner, "for", _generator(inner, inner), "]"),
        _spaced('"', NAMES, "or", NAMES, '"'),
    )


EXPRESSIONS = st.recursive(ATOMS, _expressions, max_leaves=6)


def _formulas(inner: SearchStrategy[str]) -> SearchStrategy[str]:
    small = st.recursive(ATOMS, _expressions, max_leaves=3)
    return st.one_of(
        st.builds(lambda name, arguments: f"{name}({arguments})", NAMES, _list(small)),
        _infix(["and", "or", "xor", "=>", "<=>"], inner),
        _spaced("not", inner),
        _spaced("(", inner, ")"),
        _spaced(st.sampled_from(["bigand", "bigor"]), _generator(small, small), ":", inner, "end"),
        _spaced("if", small, "then", inner, "else", inner, "end"),
        _spaced(st.sampled_from(["exact(", "atleast(", "atmost("]), small, ",", small, ")"),
        _spaced("let", VARIABLES, "=", small, ":", inner),
        _spaced(st.sampled_from(["exists", "forall"]), _list(NAMES), ":", inner),
        _spaced(inner, "\\\\"),
        _spaced("\\\\", inner),
        _infix(["<", "==", ">="], _spaced(NAMES, "+", st.integers(0, 9).map(str))),
    )


FORMULAS = st.recursive(st.one_of(NAMES, st.sampled_from(["Top", "Bot"])), _formulas, max_leaves=8)
ITEMS = st.one_of(
    FORMULAS,
    FORMULAS.map(lambda formula: f"{formula} data"),
    st.builds(lambda name, value: f"{name} = {value}", VARIABLES, EXPRESSIONS),
)
BLANKS = st.sampled_from(
    [" ", "  ", "\n", "\n\n", "\n  ", "\t", " ;; a comment\n", "\n;; été\n", "\n;;@ expect sat\n"]
)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program whose tokens are parted by random blanks and comments."""
    words = "\n".join(draw(st.lists(ITEMS, min_size=1, max_size=5))).replace("\n", " ").split(" ")
    blanks = draw(st.lists(BLANKS, min_size=1, max_size=7))
    return "".join([word + blanks[at % len(blanks)] for at, word in enumerate(words) if word])
