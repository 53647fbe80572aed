"""Proofs: what we write holds by checkers that know nothing of us, and ours accepts nothing that does not hold."""

import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from dratify import check_proof as dratify_check
from dratify import parse_dimacs
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.ground.random_models import PROGRAMS
from tests.solve.textbook import as_drat, follows, has_model, lrat_holds

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.compiler import compile_rules
from bigand.encode.dimacs import dimacs_text
from bigand.ground.evaluator import NotEvaluableError
from bigand.models import model
from bigand.solve.proof.certificate import Proof, ProofSession, check_proof
from bigand.solve.proof.formats import Format, ProofError

# ---------------------------------------------------------------------- formulas


def clauses_of(lists: Sequence[Sequence[int]]) -> Clauses:
    starts = np.cumsum([0, *[len(one) for one in lists]])
    literals = np.array([literal for one in lists for literal in one], dtype=np.int32)
    variables = max([abs(literal) for one in lists for literal in one], default=0)
    return Clauses((Batch(0, literals, 0, starts),), variables, variables)


def lists_of(clauses: Clauses) -> list[list[int]]:
    literals, starts = clauses.rows()
    return [part.tolist() for part in np.split(literals, starts[1:-1])] if clauses.count else []


def literals(variables: int) -> st.SearchStrategy[int]:
    return st.integers(1, variables).flatmap(lambda variable: st.sampled_from([variable, -variable]))


FORMULAS = st.integers(2, 5).flatmap(
    lambda variables: st.lists(
        st.lists(literals(variables), min_size=1, max_size=3), min_size=2, max_size=6 * variables
    )
)


@st.composite
def refutable(draw: st.DrawFn) -> list[list[int]]:
    """Clauses of three literals over six variables that have no model: some, and what rules the rest out."""
    found = draw(st.lists(st.lists(literals(6), min_size=1, max_size=3), min_size=4, max_size=20))
    rows = [[1 if value else -1 for value in np.unravel_index(at, (2,) * 6)] for at in range(64)]
    for row in draw(st.permutations(rows)):
        true = {sign * (at + 1) for at, sign in enumerate(row)}
        if all(true & set(clause) for clause in found):
            three = draw(st.lists(st.sampled_from(sorted(true)), min_size=3, max_size=3, unique=True))
            found.append([-literal for literal in three])
    return found


def proof_text(clauses: Clauses, kind: Format) -> str | None:
    session = ProofSession(clauses, kind)
    try:
        found = session.find_model_or_proof()
        if not isinstance(found, Proof):
            assert all(any(found[abs(x) - 1] == (x > 0) for x in one) for one in lists_of(clauses))
            return None
        session.text.seek(0)
        return session.text.read().decode()
    finally:
        session.close()


def is_accepted(clauses: Clauses, text: str) -> bool:
    try:
        check_proof(clauses, io.BytesIO(text.encode()))
        return True
    except ProofError:
        return False


def dratify_accepts(clauses: Clauses, text: str, *, rat: bool = True) -> bool:
    formula = parse_dimacs(b"".join(dimacs_text(clauses, ())).decode())
    return bool(dratify_check(formula, text, check_rat=rat).ok)


def check_both(clauses: Clauses) -> bool:
    """Make a proof in both formats and have each checked by three; gives whether there was something to prove."""
    drat = proof_text(clauses, Format.DRAT)
    if drat is None:
        return False
    lrat = proof_text(clauses, Format.LRAT)
    assert lrat is not None
    assert is_accepted(clauses, drat)
    assert is_accepted(clauses, lrat)
    assert dratify_accepts(clauses, drat)
    assert dratify_accepts(clauses, as_drat(lists_of(clauses), lrat))
    assert lrat_holds(lists_of(clauses), lrat)
    return True


# ---------------------------------------------------------------------- what we write holds


@given(FORMULAS)
@settings(max_examples=tries(60), deadline=None)
def test_random_formulas(lists: list[list[int]]) -> None:
    assert check_both(clauses_of(lists)) == (not has_model(lists))


@given(refutable())
@settings(max_examples=tries(60), deadline=None)
def test_random_refutable_formulas(lists: list[list[int]]) -> None:
    assert check_both(clauses_of(lists))


@given(PROGRAMS)
@settings(max_examples=tries(80), deadline=None)
def test_random_programs(text: str) -> None:
    read = model(text)
    try:
        compiled = read._compiled
    except NotEvaluableError:
        assume(False)
    assert check_both(compiled.clauses) == (read.solve() is None)


PIGEONS = """
bigand $p in [0..$n]: bigor $h in [1..$n]: at($p,$h) end end
bigand $h,$p,$q in [1..$n],[0..$n],[0..$n] when $p < $q: not at($p,$h) or not at($q,$h) end
"""


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (PIGEONS, {"n": 1}),
        (PIGEONS, {"n": 5}),
        ("exact(3,[p($i) for $i in [1..7]]) and exact(4,[p($i) for $i in [1..7]])", {}),
        ("a and Bot", {}),
        ("bigor $i in []: p($i) end", {}),
        ("a and not a", {}),
        ("(a <=> b) and (a xor b)", {}),
    ],
)
@pytest.mark.parametrize("as_written", [False, True])
def test_programs_without_a_model(text: str, given: dict[str, Any], as_written: bool) -> None:
    assert check_both(compile_rules(model(text, **given)._grounder, as_written).clauses)


def test_a_proof_has_only_what_it_needs() -> None:
    """The clauses about b and c have nothing to do with the contradiction, so none of them is mentioned."""
    lists = [[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4, 5], [3, -4, 5], [-3, 4], [4, -5]]
    drat = proof_text(clauses_of(lists), Format.DRAT)
    assert drat is not None
    assert {abs(int(word)) for word in drat.replace("d", "").split()} == {0, 1, 2}


def test_the_same_clauses_have_the_same_proof() -> None:
    compiled = model(PIGEONS, n=4)._compiled
    assert proof_text(compiled.clauses, Format.LRAT) == proof_text(compiled.clauses, Format.LRAT)


# ---------------------------------------------------------------------- nothing else is accepted

LINES = st.builds(
    lambda deletes, numbers: f"{'d ' if deletes else ''}{' '.join(map(str, [*numbers, 0]))}",
    st.sampled_from([False, False, False, True]),
    st.lists(literals(6), max_size=3),
)


@given(FORMULAS, st.lists(LINES, max_size=8))
@settings(max_examples=tries(300), deadline=None)
def test_made_up_proofs(lists: list[list[int]], lines: list[str]) -> None:
    """Additions of any kind, those with a new variable among them: a formula with a model is never refuted."""
    clauses, text = clauses_of(lists), "\n".join([*lines, "0"])
    if is_accepted(clauses, text):
        assert not has_model(lists)
        assert dratify_accepts(clauses, text)
    else:
        assert not dratify_accepts(clauses, text, rat=False)


@given(
    FORMULAS,
    st.lists(
        st.tuples(st.lists(literals(6), max_size=2), st.lists(st.integers(-20, 40).filter(bool), max_size=5)),
        max_size=6,
    ),
    st.lists(st.integers(1, 12), max_size=4),
)
@settings(max_examples=tries(300), deadline=None)
def test_made_up_hints(
    lists: list[list[int]], steps: list[tuple[list[int], list[int]]], deleted: list[int]
) -> None:
    lines = [f"9 d {' '.join(map(str, [*deleted, 0]))}"]
    for number, (clause, hints) in enumerate([*steps, ([], list(range(1, 30)))], len(lists) + 1):
        lines.append(" ".join(map(str, [number, *clause, 0, *hints, 0])))
    if is_accepted(clauses_of(lists), "\n".join(lines)):
        assert not has_model(lists)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A proof with one thing wrong: a line lost, doubled or moved, a word changed or lost, the end cut off."""
    lines = text.splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    words = lines[at].split()
    word = draw(st.integers(0, len(words) - 1))
    match draw(st.sampled_from(["lose", "double", "move", "change", "shorten", "cut"])):
        case "lose":
            del lines[at]
        case "double":
            lines.insert(at, lines[at])
        case "move":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        case "change":
            words[word] = str(draw(literals(7)))
            lines[at] = " ".join(words)
        case "shorten":
            del words[word]
            lines[at] = " ".join(words)
        case _:
            del lines[at:]
    return "\n".join(lines)


@given(st.data())
@settings(max_examples=tries(150), deadline=None)
def test_mutated_proofs(data: st.DataObject) -> None:
    """A proof that was tampered with is refused, unless another checker too says that it still holds."""
    lists = data.draw(refutable())
    clauses = clauses_of(lists)
    original = proof_text(clauses, Format.DRAT)
    assert original is not None
    text = data.draw(mutated(original))
    accepted = is_accepted(clauses, text)
    # The other checker reads clauses over several lines, and asks for no proof where propagation alone refutes.
    if re.fullmatch(r"((d )?(-?[1-9] )*0\n)*0\n.*", f"{text}\n", re.DOTALL):
        assert accepted == dratify_accepts(clauses, text, rat=accepted)
    else:
        assert not accepted


@given(st.data())
@settings(max_examples=tries(100), deadline=None)
def test_mutated_hints(data: st.DataObject) -> None:
    lists = data.draw(refutable())
    original = proof_text(clauses_of(lists), Format.LRAT)
    assert original is not None
    text = data.draw(mutated(original))
    if is_accepted(clauses_of(lists), text):
        # Its clauses, at least, still are a proof: without hints, and with nothing deleted.
        kept = [line.split()[1:] for line in text.splitlines() if " d " not in line]
        plain = "\n".join([" ".join(words[: words.index("0") + 1]) for words in kept])
        assert dratify_accepts(clauses_of(lists), plain)


@given(refutable(), st.data())
@settings(max_examples=tries(60), deadline=None)
def test_a_proof_of_another_formula(lists: list[list[int]], data: st.DataObject) -> None:
    """Without one of its clauses the formula may have a model: then no proof is accepted."""
    proofs = [proof_text(clauses_of(lists), kind) for kind in Format]
    lost = data.draw(st.integers(0, len(lists) - 1))
    rest = lists[:lost] + lists[lost + 1 :]
    for text in proofs:
        assert text is not None
        assert not (is_accepted(clauses_of(rest), text) and has_model(rest))


# ---------------------------------------------------------------------- cases by hand

# The example of the DRAT papers: the first step takes models away, but not the last one (RAT).
EIGHT = [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]


def test_a_step_that_does_not_follow_but_is_harmless() -> None:
    text = "-1 0\nd -1 2 4 0\n2 0\n0"
    assert follows(EIGHT, [-1]) is None
    assert dratify_accepts(clauses_of(EIGHT), text)
    assert is_accepted(clauses_of(EIGHT), text)
    assert not is_accepted(clauses_of(EIGHT), "-1 0\n0")


def lrat_with_rat() -> list[str]:
    """The same proof with hints, found by the textbook's propagation."""
    numbered = list(enumerate(EIGHT, 1))
    hints = []
    for number, clause in numbered:
        if 1 in clause:
            found = follows(EIGHT, [-1, *[literal for literal in clause if literal != 1]])
            assert found is not None
            hints += [-number, *[place + 1 for place in found]]
    after = [*EIGHT, [-1]]
    lines = [f"9 -1 0 {' '.join(map(str, hints))} 0"]
    for number, step in ((10, [2]), (11, [])):
        found = follows(after, step)
        assert found is not None
        words = [number, *step, 0, *[place + 1 for place in found], 0]
        lines.append(" ".join(map(str, words)))
        after.append(step)
    return lines


def test_hints_for_a_step_that_does_not_follow() -> None:
    lines = lrat_with_rat()
    assert is_accepted(clauses_of(EIGHT), "\n".join(lines))
    without_a_case = lines[0].split(" -8")[0] + " 0"
    assert not is_accepted(clauses_of(EIGHT), "\n".join([without_a_case, *lines[1:]]))


def test_what_the_root_rests_on_stays() -> None:
    """Were `1 or 2` deleted while 1 stays true because of it, `not 1` would look harmless and refute anything."""
    assert not is_accepted(clauses_of([[1, 2], [-2]]), "d 1 2 0\n-1 0\n0")


def test_a_new_variable_in_a_proof_with_hints() -> None:
    lists = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    assert is_accepted(clauses_of(lists), "5 3 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0")
    assert not is_accepted(clauses_of(lists[:3]), "4 9 0 0\n5 -9 0 0\n6 0 4 5 0")
    assert not is_accepted(clauses_of(lists[:3]), "4 9 0 0\n5 -9 0 -1 0\n6 0 4 5 0")


def test_a_definition_of_a_new_variable() -> None:
    """Extended resolution: 7 stands for `1 and 2`; its number may be anything."""
    for new in (7, 10**12):
        text = f"-{new} 1 0\n-{new} 2 0\n{new} -1 -2 0\n{new} 0\n0"
        lists = [[1], [2, 3], [2, -3], [-1, -2]]
        assert is_accepted(clauses_of(lists), text)
        assert not is_accepted(clauses_of(lists[1:]), text)


ONE_TWO = clauses_of([[1, 2], [1, -2], [-1, 2], [-1, -2]])


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("", "proof.blank", 0),
        ("c only a comment\n\n", "proof.blank", 0),
        ("1 0", "proof.endless", 0),
        ("1 0\n2", "proof.open", 2),
        ("d 1 2", "proof.open", 1),
        ("d", "proof.open", 1),
        ("1 0\nhello 0", "proof.word", 2),
        ("1 0\n1_2 0", "proof.word", 2),
        (f"{'9' * 5000} 0", "proof.word", 1),
        ("1 0\n-- 0", "proof.word", 2),
        ("1 0\n2 0 3 0", "proof.zeros", 2),
        ("3 0\n0", "proof.follows", 2),
        ("0", "proof.follows", 1),
        ("5 1 0 1 0", "proof.hints", 1),
        ("5 1 0 1 9 0", "proof.unknown", 1),
        ("5 1 0 3 0", "proof.idle", 1),
        ("5 0 1 0", "proof.idle", 1),
        ("4 1 0 1 2 0", "proof.taken", 1),
        ("5 1 0 1 2 0\n5 2 0 3 5 0", "proof.taken", 2),
        ("5 1 0 1 2 0\n6 d 3 0\n7 0 5 3 4 0", "proof.unknown", 3),
        ("5 1 0 1 2 0", "proof.endless", 0),
        ("5 1 0 1 2 0\n6 0 5 3 4", "proof.open", 2),
        ("5 1 0 1 2 0\n6 0 5 0 3 4 0", "proof.shape", 2),
        ("-5 1 0 1 2 0", "proof.shape", 1),
        ("5 1 0 1 2 0\n7", "proof.open", 2),
        ("5 3 0 -1 0\n6 0 1 2 0", "proof.idle", 2),
    ],
)
def test_what_is_wrong_and_where(text: str, key: str, line: int) -> None:
    with pytest.raises(ProofError) as caught:
        check_proof(ONE_TWO, io.BytesIO(text.encode()))
    assert (caught.value.key, caught.value.line) == (key, line)


@pytest.mark.parametrize("data", [b"a\x04\x00d\x03\x04\x00", b"1 0\n\xff\xfe 0\n", b"c\0c\0", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(ProofError) as caught:
        check_proof(ONE_TWO, io.BytesIO(data))
    assert caught.value.key == "proof.binary"


def test_a_huge_line() -> None:
    with pytest.raises(ProofError) as caught:
        check_proof(ONE_TWO, io.BytesIO(b"1" * 40_000_000))
    assert caught.value.key == "proof.long"


@pytest.mark.parametrize(
    "text",
    [
        "1 0\n0",
        "c a comment\n\n 1  0 \r\n0\r\n",
        "1 1 0\n0\nwhat follows is not read",
        "d 3 4 0\n1 0\nd 1 2 0\n2 0\n0",
        "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0",
        "8 1 0 2 1 0\n9 2 0 8 3 0\n12 0 9 4 8 0\n",
    ],
)
def test_other_ways_to_write_it(text: str) -> None:
    assert is_accepted(ONE_TWO, text)


def test_copies_of_a_clause_are_deleted_one_by_one() -> None:
    lists = [[1, 2], [2, 1], [1, -2], [-1, 2], [-1, -2]]
    assert is_accepted(clauses_of(lists), "d 1 2 0\n1 0\n0")
    assert not is_accepted(clauses_of(lists), "d 1 2 0\nd 2 1 0\n1 0\n0")
    assert not is_accepted(clauses_of([*lists, [3, -3, 1]]), "d 1 2 0\nd 1 2 0\n0")
