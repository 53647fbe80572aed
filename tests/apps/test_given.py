"""What people have goes in as it is, and what comes out of a solution goes in again."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.apps.here import Done, Here
from tests.effort import tries

from bigand.api.question import Limits
from bigand.api.run.child import ask_in_child
from bigand.language.values import show_value
from bigand.models import ModelError, load, model
from bigand.values import DataError, ValueStore, parse_value, values_to_json

EDGES = "bigand $e in $E: edge($e) end"


def taken(**things: Any) -> dict[str, str]:
    """What becomes of things, printed."""
    found = ValueStore()
    for name, thing in things.items():
        found.add(name, thing)
    return {key: show_value(value) for key, value in found.values.items()}


def refused(**things: Any) -> str:
    with pytest.raises(TypeError) as caught:
        taken(**things)
    return str(caught.value)


# ---------------------------------------------------------------------- relations, there and back


def is_name(text: str) -> bool:
    try:
        return isinstance(parse_value(text), str) and isinstance(parse_value(f"{text}(1)"), str)
    except ValueError:
        return False


def shown(thing: Any) -> str:
    """As the language prints it, by a function of our own."""
    if isinstance(thing, tuple | list):
        return f"({','.join(map(shown, thing))})"
    if isinstance(thing, float):
        text = f"{thing:.12g}"
        return text + "." if text.lstrip("-").isdigit() else text
    return str(thing)


def terms(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[str]:
    """Compound terms as texts; a tuple in one stands for its parts."""
    arguments = st.lists(inner.filter(lambda one: not isinstance(one, tuple)), min_size=1, max_size=2)
    return st.tuples(NAMES, arguments).map(lambda pair: pair[0] + shown(pair[1]))


NAMES = st.from_regex(r"[a-z][a-zA-Z0-9_]{0,3}", fullmatch=True).filter(is_name)
SCALARS = st.one_of(st.integers(-(2**63), 2**63 - 1), NAMES, st.floats(allow_nan=False, allow_infinity=False))
TERMS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, min_size=2, max_size=3).map(tuple) | terms(inner), max_leaves=4
)
RELATIONS = st.integers(2, 3).flatmap(
    lambda width: st.lists(st.tuples(*[TERMS] * width), min_size=1, max_size=6, unique_by=shown)
)


def as_lists(thing: Any) -> Any:
    return [as_lists(part) for part in thing] if isinstance(thing, tuple | list) else thing


def atoms_of(edges: Any) -> set[str]:
    solution = model(EDGES, E=edges).solve()
    assert solution is not None
    return set(solution.true)


@given(RELATIONS)
@settings(deadline=None, max_examples=tries(60))
def test_relations_from_python_and_json_are_what_they_are(rows: list[tuple[Any, ...]]) -> None:
    expected = {"edge" + shown(row) for row in rows}
    assert atoms_of(rows) == expected
    assert atoms_of(json.loads(json.dumps(as_lists(rows)))) == expected
    solution = model(EDGES, E=rows).solve()
    assert solution is not None
    assert atoms_of(solution["edge"]) == expected


@given(RELATIONS)
@settings(deadline=None, max_examples=tries(60))
def test_values_cross_to_another_process_as_they_are(rows: list[tuple[Any, ...]]) -> None:
    first, again = ValueStore(), ValueStore()
    for name, thing in {"E": rows, "t": rows[0], "s": [{1.5, 0.1 + 0.2}], "c": dict.fromkeys(rows, 1)}.items():
        first.add(name, thing)
    for key, thing in json.loads(json.dumps(values_to_json(first.values))).items():
        again.add(key, thing)
    assert again.values == first.values


@given(st.lists(st.tuples(NAMES, st.integers(-99, 99), TERMS), min_size=1, max_size=5, unique_by=shown))
@settings(deadline=None, max_examples=tries(30))
def test_relations_from_csv(rows: list[tuple[Any, ...]]) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([("from", "to", "by"), *[list(map(shown, row)) for row in rows]])
    found = ValueStore()
    from bigand.data import store_file_contents

    store_file_contents(text.getvalue().encode(), "some/edges.csv", found)
    assert {show_value(one) for one in found.values["$edges"].elements} == {shown(row) for row in rows}  # type: ignore[union-attr]
    assert show_value(found.values["$edges(to)"]) == f"[{','.join(map(str, sorted({row[1] for row in rows})))}]"


def test_direction_loops_and_duplicates() -> None:
    with pytest.warns(UserWarning, match=r"`\$E` has elements more than once, \(b,a\) for one"):
        found = atoms_of([("b", "a"), ("a", "b"), ("c", "c"), ("b", "a")])
    assert found == {"edge(b,a)", "edge(a,b)", "edge(c,c)"}


# ---------------------------------------------------------------------- what people have


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (("b", "a"), {"$x": "(b,a)"}),
        ([[1, 2], [2, 1]], {"$x": "[(1,2),(2,1)]"}),
        ([(1,), (2,)], {"$x": "[1,2]"}),
        ([[1, [2, 3]]], {"$x": "[(1,(2,3))]"}),
        ([{1, 2}, frozenset({3})], {"$x": "[[1,2],[3]]"}),
        (["[1,2]", "[3]"], {"$x": "[[1,2],[3]]"}),
        ("pos( 1, f(a) )", {"$x": "pos(1,f(a))"}),
        (["q(1)", "p"], {"$x": "[p,q(1)]"}),
        (["p(a,(b,c))", "p((b,a))"], {"$x": "[p(a,(b,c)),p(b,a)]"}),
        (["12", 3], {"$x": "[3,12]"}),
        (range(3), {"$x": "[0,1,2]"}),
        ({"b": 1, "a": 2}.keys(), {"$x": "[a,b]"}),
        ({"1": 5, 2: 6}, {"$x(1)": "5", "$x(2)": "6"}),
        ({"a": {"b": [1, 2]}, "c,d": 3, ("e", 1): 4}, {"$x(a,b)": "[1,2]", "$x(c,d)": "3", "$x(e,1)": "4"}),
        ([{"a": 1, "b": "u"}, {"b": "v", "a": 1}], {"$x": "[(1,u),(1,v)]", "$x(a)": "[1]", "$x(b)": "[u,v]"}),
        (np.int32(4), {"$x": "4"}),
        (np.float64(0.5), {"$x": "0.5"}),
        (np.bool_(True), {"$x": "true"}),
        (np.array([3, 1]), {"$x": "[1,3]"}),
        (np.array([[1, 2], [2, 1]], dtype=np.uint8), {"$x": "[(1,2),(2,1)]"}),
        ([np.array([1, 2]), (np.int64(3), np.int8(4))], {"$x": "[(1,2),(3,4)]"}),
        ([], {"$x": "[]"}),
    ],
)
def test_things_and_values(thing: Any, expected: dict[str, str]) -> None:
    assert taken(x=thing) == expected


def test_frames_and_columns() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"from": ["b", "c"], "to": ["a", "c"], "far": [2, 7], "odd name": [1, 2]})
    rows = "[(b,a,2,1),(c,c,7,2)]"
    assert taken(x=frame) == {"$x": rows, "$x(from)": "[b,c]", "$x(to)": "[a,c]", "$x(far)": "[2,7]"}
    assert taken(x=frame["far"]) == {"$x": "[2,7]"}
    assert taken(x=frame[["to"]]) == {"$x": "[a,c]", "$x(to)": "[a,c]"}
    assert "`$x[1]['far']`" in refused(x=pandas.DataFrame({"far": [1, None]}))
    assert "`$x` has two columns with the name 'to'" in refused(x=pandas.DataFrame([[1, 2]], columns=["to", "to"]))
    solution = model("bigand $e in $x when $e(3) > 2: far($e(1)) end", x=frame).solve()
    assert solution is not None
    assert solution.true == ["far(c)"]


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        ([("a", "b"), ("a", None)], "`$x[1][1]` is no value of the language: None"),
        ([1, 2**63], "`$x[1]` is no value of the language: 9223372036854775808"),
        (float("nan"), "`$x` is no value of the language: nan"),
        ([[1, 2], [3]], "`$x[1]` is of another kind than the elements before it: 3 beside (1,2)"),
        ([[1, 2], [3, 4, 5]], "`$x[1]` has not as many parts as those before it: (3,4,5) beside (1,2)"),
        ([1, "a"], "`$x[1]` is of another kind"),
        ([True], "`$x[0]` is a truth value"),
        ([()], "`$x[0]` is no value of the language: ()"),
        (["f(a"], "`$x[0]` is no name or term of the language: 'f(a'"),
        ("007", "`$x` is no name or term of the language: '007'"),
        ("card(a)", "`$x` is no name or term"),
        ("a or b", "`$x` is no name or term"),
        ({"a": [1, {"b": 2}]}, "`$x['a'][1]` is no value of the language: {'b': 2}"),
        ({"1": 5, 1: 6}, "`$x[1]` gives `$x(1)` a second value"),
        ([{"a": 1}, {"b": 1}], "`$x[1]` has not the same names as the rows before it"),
        (b"a", "`$x` is no value of the language: b'a'"),
        (bytearray(b"a"), "`$x` is no value of the language: bytearray(b'a')"),
        (object, "`$x` is no value of the language: <class 'object'>"),
        (1j, "`$x` is no value of the language: 1j"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_its_path(thing: Any, told: str) -> None:
    assert told in refused(x=thing)


def test_things_without_end_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert "`$x`" in refused(x=endless)


KEYS = {
    "b,f(1)": "b,f(1)",
    "f(1),b": "f(1),b",
    "f(1),g(2)": "f(1),g(2)",
    "(b,f(1))": "b,f(1)",
    "f(1)": "f(1)",
    "f(a,g(1,b))": "f(a,g(1,b))",
    "a,(b,c)": "a,(b,c)",
    "(a,b),c": "(a,b),c",
    "(a,b),(c,d)": "(a,b),(c,d)",
    "((a,b),(c,d))": "(a,b),(c,d)",
    "(a,b)": "a,b",
    "[1,2]": "[1,2]",
    "1,[2,1]": "1,[1,2]",
    "[1],[2]": "[1],[2]",
    "[],[]": "[],[]",
    " b , f( 1 ) ": "b,f(1)",
    "-3,1.5": "-3,1.5",
    "true,1": "true,1",
}
NO_KEYS = ["", ",", "a,", ",a", "a,,b", "a),(b", "f(1", "f(1),", "a b", "1),2", "a,or"]


def test_every_form_of_a_key_is_read() -> None:
    """Alone, inside another object, as the name of a variable, and for `;;@ data` from a file."""
    wrong = {}
    for key, indices in KEYS.items():
        found = [taken(c={key: 3}), taken(c={"z": {key: 3}}), taken(**{f"c({key})": 3})]
        if found != [{f"$c({indices})": "3"}, {f"$c(z,{indices})": "3"}, {f"$c({indices})": "3"}]:
            wrong[key] = found
    assert not wrong
    for key in NO_KEYS:
        assert f"`$c[{key!r}]` is no name or term of the language: {key!r}" in refused(c={key: 3}), key


def test_keys_of_terms_are_what_a_file_asks_for(here: Here) -> None:
    here.write("d.json", '{"c": {"b,f(1)": 3, "f(1),[1,2]": 4}}')
    text = "$F = [f(1)]\nbigand $x in $F: p($c(b,$x)) and q($c($x,[1,2])) end\n"
    plain, asks = here.write("m.touist", text), here.write("n.touist", f';;@ data $c from "d.json"\n{text}')
    assert true_atoms(here("solve", "--json", "--data", "d.json", plain)) == ["p(3)", "q(4)"]
    assert true_atoms(here("solve", "--json", asks)) == ["p(3)", "q(4)"]


INDICES = st.lists(TERMS | st.lists(TERMS, min_size=1, max_size=1).map(lambda one: f"[{shown(one[0])}]"),
                   min_size=1, max_size=3)  # fmt: skip


@given(INDICES)
@settings(deadline=None, max_examples=tries(60))
def test_keys_as_they_are_printed_and_written_are_read_back(indices: list[Any]) -> None:
    first, again = ValueStore(), ValueStore()
    first.add("c", {tuple(indices): 3})
    (key,) = first.values
    printed = key.removeprefix("$c(").removesuffix(")")
    assert taken(c={printed: 3}) == taken(c={f"({printed})": 3}) == {key: "3"}
    for name, thing in json.loads(json.dumps(values_to_json(first.values))).items():
        again.add(name, thing)
    assert again.values == first.values


def test_names_of_variables() -> None:
    assert taken(**{"$cost( a,1)": 3}) == {"$cost(a,1)": "3"}
    with pytest.raises(DataError):
        taken(**{"two words": 3})


# ---------------------------------------------------------------------- files and commands


def true_atoms(done: Done) -> list[str]:
    """The true atoms of the model that `solve --json` prints."""
    assert done.code == 0, done.err
    (found,) = json.loads(done.out)["models"]
    return sorted(found["true"])


GRAPH = "bigand $e in $E when $e(1) != $e(2): edge($e) end\nbigand $x in $E(from): from($x) end\n"


@pytest.mark.parametrize(
    "text", ["from,to\nb,a\nc,c\n", "from;to\r\nb;a\r\n\r\nc; c\r\n", "\ufefffrom\tto\nb\ta\nc\tc"]
)
def test_a_table_is_read_for_a_directive_and_for_the_user(text: str, here: Here) -> None:
    expected = ["edge(b,a)", "from(b)", "from(c)"]
    here.write("E.csv", text)
    assert true_atoms(here("solve", "--json", "--data", "E.csv", here.write("m.touist", GRAPH))) == expected
    name = here.write("d.touist", ';;@ data $E from "E.csv"\n' + GRAPH)
    assert true_atoms(here("solve", "--json", name)) == expected
    assert load(name).count() == 1


def test_set_takes_what_is_printed(here: Here) -> None:
    name = here.write("m.touist", "bigand $e in $E: edge($e,$c($e)) end\n")
    words = ["--set", "E=[(b,a),(c,c)]", "--set", "$c(b,a)=1", "--set", "$c(c,c) = 2"]
    assert true_atoms(here("solve", "--json", *words, name)) == ["edge(b,a,1)", "edge(c,c,2)"]
    assert here("solve", "--set", "E=[(b,a)", name).code == 1


def test_what_comes_later_wins_as_a_whole(here: Here) -> None:
    here.write("E.csv", "from,to\nb,a\n")
    name = here.write("m.touist", "bigand $e in $E: edge($e) end\nbigand $x in $E(from): from($x) end\n")
    done = here("solve", "--data", "E.csv", "--set", "E=[(1,2)]", name)
    assert done.code == 1  # the columns of the other table are gone too
    assert "$E" in done.err


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("E.csv", "from,to\nb\n", "`E.csv:2` has 1 cells, and the first line 2"),
        ("E.csv", "1,2\n2,3\n", "the first line of `E.csv` must name its columns"),
        ("E.csv", "a,a\n2,3\n", "the first line of `E.csv` must name its columns"),
        ("E.csv", "", "`E.csv` is empty: the first line must name its columns"),
        ("E.csv", "from,to\nb,\n", "`E.csv:2['to']` is no name or term of the language"),
        ("E.csv", "from,to\n1,b\n\na,c d\n", "`E.csv:4['to']` is no name or term of the language"),
        ("d.json", '{"E": [["a","b"],["a",null]]}', "`d.json: $E[1][1]` is no value of the language: null"),
        ("d.json", '{"E": [["a","b"],["a"]]}', "`d.json: $E[1]` is of another kind"),
        ("d.json", '{"E": [["a","b"]], "c": {"1": 2, "1": 3}}', "`d.json` has the key `1` twice in one object"),
        ("d.json", '{"E E": 1}', "`E E` is no name of a variable"),
    ],
)
def test_files_are_refused_with_the_path(name: str, content: str, told: str, here: Here) -> None:
    file = here.write("m.touist", "bigand $e in $E: edge($e) end\n")
    done = here("solve", "--data", here.write(name, content), file)
    assert done.code == 1
    assert told in " ".join(done.err.split())
    asked = here.write("asks.touist", f';;@ data $E from "{name}"\nbigand $e in $E: edge($e) end\n')
    if "E E" not in content:
        with pytest.raises(ModelError) as caught:
            load(asked)
        assert told.split("` ")[0].strip("`") in " ".join(str(caught.value).split())


@pytest.mark.parametrize(
    ("language", "told"), [("en", "more than once, (b,a)"), ("fr", "en double, par exemple (b,a)")]
)
def test_duplicates_are_told(language: str, told: str, here: Here) -> None:
    here.write("d.json", '{"E": [["b","a"],["b","a"],["a","b"]]}')
    name = here.write("m.touist", "bigand $e in $E: edge($e) end\n")
    done = here("solve", "--json", "--lang", language, "--data", "d.json", name)
    assert told in " ".join(done.err.split())
    assert true_atoms(done) == ["edge(a,b)", "edge(b,a)"]


@pytest.mark.parametrize(("language", "told"), [("en", "though `a` is in a row"), ("fr", "or `a` figure aussi")])
def test_a_first_line_that_may_be_a_row_is_told(language: str, told: str, here: Here) -> None:
    name = here.write("m.touist", "bigand $e in $E: edge($e) end\n")
    done = here("solve", "--json", "--lang", language, "--data", here.write("E.csv", "a,b\nb,c\nc,a\n"), name)
    assert told in " ".join(done.err.split())
    assert true_atoms(done) == ["edge(b,c)", "edge(c,a)"]
    done = here("solve", "--json", "--data", here.write("E.csv", "from,to\na,b\nb,c\n"), name)
    assert not done.err


def test_atoms_of_a_solution_go_in_again() -> None:
    """The printed atoms of a relation with tuples in tuples are the same atoms when they come back."""
    first = model("bigand $e in $E: edge($e) end", E=[("a", ("b", "c")), (("a", "b"), "c")]).solve()
    assert first is not None
    again = model("bigand $atom in $T: $atom end", T=first.true).solve()
    assert again is not None
    assert sorted(again.true) == sorted(first.true) == ["edge((a,b),c)", "edge(a,(b,c))"]


def test_a_child_answers_with_the_same_values() -> None:
    values: Mapping[str, Any] = {"E": [("b", "a"), ("c", "c")], "c": {("b", "a"): 0.1 + 0.2}, "t": ("x", 1)}
    asked = model("bigand $e in $E: edge($e,$t) end p($c(b,a)*10.0)", **values)
    from bigand.api.solve import Solve

    answer = ask_in_child(Solve(source=asked._source, limits=Limits(seconds=60.0)))
    solution = asked.solve()
    assert solution is not None
    assert sorted(answer.models[0].true) == sorted(solution.true)  # type: ignore[union-attr]
