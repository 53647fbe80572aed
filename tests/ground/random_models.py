"""Random programs of at most eight atoms that mean something: every construct, kinds that fit.

A strategy is made once for its arguments: most of them are parts of many others.
"""

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

VARIABLES = ["$i", "$j", "$k"]


@cache
def numbers(bound: tuple[str, ...]) -> SearchStrategy[str]:
    leaves = [st.integers(-1, 3).map(str)]
    if bound:
        leaves.append(st.sampled_from(bound))

    def grow(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        pair = st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})")
        return st.one_of(
            pair,
            inner.map(lambda x: f"abs({x})"),
            inner.map(lambda x: f"({x} mod 2)"),
            inner.map(lambda x: f"({x}/2)"),
            st.tuples(conditions(bound, inner), inner, inner).map(
                lambda t: f"if {t[0]} then {t[1]} else {t[2]} end"
            ),
        )

    return st.recursive(st.one_of(leaves), grow, max_leaves=3)


@cache
def conditions(bound: tuple[str, ...], inner: SearchStrategy[str] | None = None) -> SearchStrategy[str]:
    number = inner if inner is not None else numbers(bound)
    compare = st.tuples(number, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), number).map(" ".join)
    member = st.tuples(number, st.just("in [0..2]")).map(" ".join)
    simple = st.one_of(compare, member)
    pair = st.tuples(simple, st.sampled_from(["and", "or", "xor", "=>", "<=>"]), simple).map(
        lambda t: f"({t[0]} {t[1]} {t[2]})"
    )
    return st.one_of(simple, pair, simple.map(lambda c: f"not {c}"))


@cache
def sets(bound: tuple[str, ...]) -> SearchStrategy[str]:
    number = numbers(bound)
    return st.one_of(
        st.sampled_from(["[1..2]", "[0..2]", "[]", "[1]", "[2..1]", "[1..3] diff [2]", "[1] union [3]"]),
        st.tuples(number, number).map(lambda t: f"[{t[0]}..{t[1]}]").filter(lambda x: len(x) < 24),
    )


@cache
def atoms(bound: tuple[str, ...]) -> SearchStrategy[str]:
    indexed = numbers(bound).map(lambda n: f"p(({n}) mod 2)")
    return st.one_of(st.sampled_from(["a", "b", "p(1)", "q([1,2])"]), indexed, indexed)


@cache
def formulas(bound: tuple[str, ...], depth: int) -> SearchStrategy[str]:
    leaves = st.one_of(atoms(bound), atoms(bound), st.sampled_from(["Top", "Bot"]))
    if depth == 0:
        return leaves
    inner = formulas(bound, depth - 1)
    fresh = VARIABLES[len(bound) % 3]
    within = formulas((*bound, fresh) if fresh not in bound else bound, depth - 1)
    head = st.tuples(sets(bound), st.one_of(st.just(""), conditions((*bound, fresh)).map(lambda c: f" when {c}")))
    big = st.tuples(st.sampled_from(["bigand", "bigor"]), head, within).map(
        lambda t: f"{t[0]} {fresh} in {t[1][0]}{t[1][1]}: {t[2]} end"
    )
    members = st.one_of(
        st.tuples(sets(bound)).map(lambda t: f"[p({fresh} mod 2) for {fresh} in {t[0]}]"),
        st.just("[a,b,p(0),p(1)]"),
        st.just("p([0..1])"),
        st.just('["a or b","p(1)","not a"]'),
        inner.filter(lambda f: "$" not in f and '"' not in f).map(lambda f: f'["{f}","b"]'),
    )
    count = st.tuples(st.sampled_from(["exact", "atleast", "atmost"]), numbers(bound), members).map(
        lambda t: f"{t[0]}({t[1]},{t[2]})"
    )
    return st.one_of(
        leaves,
        st.tuples(inner, st.sampled_from(["and", "or", "xor", "=>", "<=>"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        inner.map(lambda f: f"not ({f})"),
        big,
        big,
        count,
        st.tuples(conditions(bound), inner, inner).map(lambda t: f"if {t[0]} then {t[1]} else {t[2]} end"),
        st.tuples(numbers(bound), within).map(lambda t: f"(let {fresh} = {t[0]}: {t[1]})"),
        st.just('(let $f = "a or not p(0)": $f)'),
    )


PAIRS = st.tuples(
    st.sampled_from(["not p($i,$j) or not p($i,$k)", "p($j,$i) => not p($k,$i)", "not (p($i,$j) and p($i,$k))"]),
    st.sampled_from(["$j != $k", "$j < $k", "$k > $j", "$j != $k and $i > 1", "$j <= $k", "$j != $k and $j > 1"]),
).map(lambda t: f"bigand $i,$j,$k in [1..2],[1..3],[1..3] when {t[1]}: {t[0]} end")

PROGRAMS = st.lists(st.one_of(formulas((), 3), formulas((), 2), PAIRS), min_size=1, max_size=3).map("\n".join)
