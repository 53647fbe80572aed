"""Random programs with quantifiers: prenex ones with as many blocks as wanted, and ones with them anywhere."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

CONNECTIVES = ["and", "or", "xor", "=>", "<=>"]


def matrices(atoms: list[str], leaves: int) -> SearchStrategy[str]:
    """Formulas without quantifiers over some atoms."""
    literals = st.sampled_from([*atoms, *[f"not {atom}" for atom in atoms]])

    def grow(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        pair = st.tuples(inner, st.sampled_from(CONNECTIVES), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
        members = st.lists(st.sampled_from(atoms), min_size=1, max_size=4, unique=True).map(",".join)
        counted = st.tuples(st.sampled_from(["exact", "atleast", "atmost"]), st.integers(0, 3), members)
        return st.one_of(
            pair, pair, inner.map(lambda f: f"not {f}"), counted.map(lambda t: f"{t[0]}({t[1]},[{t[2]}])")
        )

    return st.recursive(literals, grow, max_leaves=leaves)


@st.composite
def prenex_programs(draw: st.DrawFn, most_atoms: int = 10, most_blocks: int = 4) -> str:
    """Blocks of quantifiers, then a matrix: clauses, or anything."""
    count = draw(st.integers(1, most_atoms))
    atoms = [f"x({at})" for at in range(1, count + 1)]
    blocks = min(count, draw(st.integers(0, most_blocks)))
    cuts = sorted(draw(st.lists(st.integers(0, count), min_size=blocks, max_size=blocks)))
    kind, start, prefix = draw(st.booleans()), 0, ""
    for cut in cuts:
        if cut > start:
            prefix += f"{'exists' if kind else 'forall'} {','.join(atoms[start:cut])}: "
            start, kind = cut, not kind
    literal = st.sampled_from([*atoms, *[f"not {atom}" for atom in atoms]])
    clause = st.lists(literal, min_size=1, max_size=4).map(" or ".join)
    clauses = st.lists(clause, min_size=1, max_size=12).map(lambda parts: " and ".join([f"({c})" for c in parts]))
    return prefix + draw(st.one_of(clauses, matrices(atoms, 14)))


@st.composite
def formulas(draw: st.DrawFn, depth: int, bound: tuple[str, ...] = ()) -> str:
    """A formula with quantifiers wherever they may stand."""
    atoms = [*bound, *bound, "a", "b", "p(1)", "p(2)"]
    if depth == 0:
        return draw(st.sampled_from([*atoms, *atoms, "Top", "Bot"]))
    inner = formulas(depth - 1, bound)
    kind = draw(st.sampled_from(["atom", "not", "pair", "pair", "big", "if", "quantifier", "quantifier", "let"]))
    if kind == "atom":
        return draw(matrices(atoms, 3))
    if kind == "not":
        return f"not ({draw(inner)})"
    if kind == "pair":
        return f"(({draw(inner)}) {draw(st.sampled_from(CONNECTIVES))} ({draw(inner)}))"
    if kind == "big":
        word = draw(st.sampled_from(["bigand", "bigor"]))
        return f"{word} $i in {draw(st.sampled_from(['[1..2]', '[1]', '[]', '[1..2]']))}: {draw(inner)} end"
    if kind == "if":
        return f"if {draw(st.sampled_from(['1 < 2', '2 < 1']))} then {draw(inner)} else {draw(inner)} end"
    if kind == "let":
        name = draw(st.sampled_from(atoms))
        return f'(let $f = "{name} or not {draw(st.sampled_from(atoms))}": $f <=> {draw(inner)})'
    return draw(quantifiers(depth, bound))


@st.composite
def quantifiers(draw: st.DrawFn, depth: int, bound: tuple[str, ...]) -> str:
    names = [name for name in ("a", "b", "x", "y", "z", "p(1)", "p(2)") if name not in bound]
    if not names:
        return "Top"
    word = draw(st.sampled_from(["exists", "forall"]))
    both = [name for name in ("p(1)", "p(2)") if name in names]
    if len(both) == 2 and draw(st.booleans()):
        inner = draw(formulas(depth - 1, (*bound, *both)))
        return f"({word} p($k) for $k in [1..2]: {inner})"
    chosen = draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
    inner = draw(formulas(depth - 1, (*bound, *chosen)))
    return f"({word} {','.join(chosen)}: {inner})"


PROGRAMS = st.lists(formulas(3), min_size=1, max_size=2).map("\n".join)
