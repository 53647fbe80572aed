"""Random files with numbers: x, y, z(…) are integers, r, s reals, a, b, p(…) propositions.

A strategy is made once for its arguments: most of them are parts of many others.
"""

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests.ground.random_models import VARIABLES, conditions, numbers, sets

COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]
INTEGERS = ["x", "y", "z(1)", "z(2)"]
REALS = ["r", "s"]
PROPOSITIONS = ["a", "b", "p(1)", "p(2)"]


@cache
def integer_terms(bound: tuple[str, ...]) -> SearchStrategy[str]:
    names = st.one_of(st.sampled_from(INTEGERS), numbers(bound).map(lambda n: f"z(1 + abs({n}) mod 2)"))
    known = st.integers(-3, 5).map(lambda n: str(n) if n >= 0 else f"({n})")
    if bound:
        known = st.one_of(known, st.sampled_from(bound))

    def grow(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-"]), inner).map(" ".join),
            st.tuples(known, inner).map(lambda t: f"{t[0]}*({t[1]})"),
            st.tuples(inner, known).map(lambda t: f"({t[0]})*{t[1]}"),
            st.tuples(inner, st.sampled_from(["2", "3", "(-2)"])).map(lambda t: f"({t[0]})/{t[1]}"),
            inner.map(lambda t: f"-({t})"),
        )

    return st.recursive(st.one_of(names, names, known), grow, max_leaves=4)


@cache
def real_terms() -> SearchStrategy[str]:
    known = st.sampled_from(["0.5", "1.0", "2.5", "0.1", "(-1.5)", "(1.0/3.0)", "(0.1+0.2)"])

    def grow(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-"]), inner).map(" ".join),
            st.tuples(known, inner).map(lambda t: f"{t[0]}*({t[1]})"),
            st.tuples(inner, known).map(lambda t: f"({t[0]})/{t[1]}"),
            inner.map(lambda t: f"-({t})"),
        )

    return st.recursive(st.one_of(st.sampled_from(REALS), known), grow, max_leaves=3)


@cache
def differences(bound: tuple[str, ...]) -> SearchStrategy[str]:
    """Comparisons of differences, and bounds."""
    names = st.one_of(st.sampled_from(INTEGERS), numbers(bound).map(lambda n: f"z(1 + abs({n}) mod 2)"))
    known = st.one_of(st.integers(0, 4).map(str), st.sampled_from(bound)) if bound else st.integers(0, 4).map(str)
    sides = st.one_of(
        st.tuples(names, names).map(" - ".join),
        names,
        names.map(lambda name: f"-{name}"),
        st.tuples(names, names).map(lambda t: f"2*{t[0]} - 2*{t[1]}"),
    )
    apart = st.tuples(sides, st.sampled_from(COMPARISONS), known).map(" ".join)
    beside = st.tuples(names, st.sampled_from(["+", "-"]), known, st.sampled_from(COMPARISONS), names).map(" ".join)
    return st.one_of(apart, beside).map(lambda text: f"({text})")


@cache
def comparisons(bound: tuple[str, ...], reals: bool) -> SearchStrategy[str]:
    def compared(terms: SearchStrategy[str]) -> SearchStrategy[str]:
        return st.tuples(terms, st.sampled_from(COMPARISONS), terms).map(lambda t: f"({' '.join(t)})")

    # A literal on one side makes the kinds known.
    integers = st.tuples(integer_terms(bound), st.sampled_from(COMPARISONS), st.integers(-3, 5)).map(
        lambda t: f"({t[0]} {t[1]} {t[2] if t[2] >= 0 else f'({t[2]})'})"
    )
    some = st.one_of(integers, compared(integer_terms(bound)))
    return st.one_of(some, some, compared(real_terms())) if reals else some


@cache
def formulas(bound: tuple[str, ...], depth: int, reals: bool | None) -> SearchStrategy[str]:
    """`reals` says whether there are some; None is for differences of integers only."""
    atoms = st.one_of(st.sampled_from(PROPOSITIONS), numbers(bound).map(lambda n: f"p(1 + abs({n}) mod 2)"))
    compared = differences(bound) if reals is None else comparisons(bound, reals)
    leaves = st.one_of(compared, compared, atoms, st.sampled_from(["Top", "Bot"]))
    if depth == 0:
        return leaves
    inner = formulas(bound, depth - 1, reals)
    fresh = VARIABLES[len(bound) % 3]
    within = formulas((*bound, fresh) if fresh not in bound else bound, depth - 1, reals)
    head = st.tuples(sets(bound), st.one_of(st.just(""), conditions((*bound, fresh)).map(lambda c: f" when {c}")))
    members = st.sampled_from(
        ["[a,b,p(1)]", "p([1..2])", '["a or b","p(1)"]', f"[p({fresh}) for {fresh} in [1..2]]"]
    )
    return st.one_of(
        leaves,
        st.tuples(inner, st.sampled_from(["and", "or", "xor", "=>", "<=>"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        inner.map(lambda f: f"not ({f})"),
        st.tuples(st.sampled_from(["bigand", "bigor"]), head, within).map(
            lambda t: f"{t[0]} {fresh} in {t[1][0]}{t[1][1]}: {t[2]} end"
        ),
        st.tuples(st.sampled_from(["exact", "atleast", "atmost"]), numbers(bound), members).map(
            lambda t: f"{t[0]}({t[1]},{t[2]})"
        ),
        st.tuples(conditions(bound), inner, inner).map(lambda t: f"if {t[0]} then {t[1]} else {t[2]} end"),
        st.tuples(numbers(bound), within).map(lambda t: f"(let {fresh} = {t[0]}: {t[1]})"),
    )


@cache
def programs(reals: bool | None) -> SearchStrategy[str]:
    return st.lists(st.one_of(formulas((), 3, reals), formulas((), 2, reals)), min_size=1, max_size=3).map(
        "\n".join
    )
