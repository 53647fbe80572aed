"""Small changes that mend a file: each is tried by an oracle of its own, and the planted mistake is among them."""

import time
from collections import Counter
from pathlib import Path

import pytest
from tests import brute

from bigand.explain.lint.linter import lint_reading
from bigand.explain.why import fixes
from bigand.explain.why.changes import Change, apply_change, join_changes, propose_changes
from bigand.explain.why.fixes import find_fixes, guess_fixes
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.models import model
from bigand.solve.count import has_counter
from bigand.source.document import Document

QUEENS = (Path(__file__).parent.parent.parent / "examples" / "queens" / "queens.touist").read_text(encoding="utf-8")
LIGHT = """$N = 2
;;@ expect models 2
bigand $i,$j in [1..$N],[1..$N]:
  bigor $a in [1..$N]: bulb($a,$j) end or bigor $b in [1..$N]: bulb($i,$b) end
end
bigand $i,$j,$a in [1..$N],[1..$N],[1..$N] when $a != $i: not bulb($i,$j) or not bulb($a,$j) end
bigand $i,$j,$b in [1..$N],[1..$N],[1..$N] when $b != $j: not bulb($i,$j) or not bulb($i,$b) end
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("when $a != $i", ""),
        ("when $b != $j", "when $b == $j"),
        ("end or bigor", "end and bigor"),
        ("bulb($a,$j) end\n", "bulb($a,$a) end\n"),
        ("not bulb($i,$j) or not bulb($a,$j) end", "not bulb($i,$j) or bulb($a,$j) end"),
        ("bigor $b in [1..$N]: bulb($i,$b)", "bigor $b in [1..$N-1]: bulb($i,$b)"),
    ],
)
def test_the_planted_mistake_is_found(right: str, wrong: str) -> None:
    assert right in LIGHT
    text = LIGHT.replace(right, wrong)
    reading = read_document(Document("wrong", text), Mode.SAT)
    mending = find_fixes(reading, {}, time.monotonic() + 60)
    at = text.index(wrong, LIGHT.index(right)) if wrong else LIGHT.index(right)
    line = text.count("\n", 0, at) + 1
    told = [reading.document.position(change.place.start).line for change in mending.changes]
    if brute_count(text) == 2:
        assert not mending.unmet
        return
    assert [one.expect.number for one in mending.unmet] == [2]
    assert line in told
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) == 2


@pytest.mark.parametrize(
    ("wrong", "number"),
    [
        (("when $a != $i", ""), 2),
        pytest.param(("bulb($a,$j) end or", "bulb($a,$i) end or"), 2, marks=pytest.mark.slow),
        pytest.param(("bigand $i,$j,$b", "bigor $i,$j,$b"), 2, marks=pytest.mark.slow),
        (("models 2", "models 1"), 1),
        (("models 2", "models 4"), 4),
    ],
)
def test_all_changes_that_mend_are_found(
    wrong: tuple[str, str], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many were tried before: each change of each rule by itself, with the oracle."""
    monkeypatch.setattr(fixes, "_ENOUGH", 10_000)
    monkeypatch.setattr(fixes, "_SHOWN", 10_000)
    monkeypatch.setattr(fixes, "_PATIENCE", 600.0)
    text = LIGHT.replace(*wrong, 1)
    reading = read_document(Document("wrong", text), Mode.SAT)
    rules = Grounder(reading, {}).rules()
    possible = [change for rule in rules for change in propose_changes(rule, reading.program, text)]
    mends = set()
    for change in possible:
        again = read_document(Document("changed", apply_change(change, text)), Mode.SAT)
        if again.is_valid and len(brute.models(again.program)) == number:
            mends.add(change)
    least = [one for one in mends if not any(set(other.edits) < set(one.edits) for other in mends)]
    expected = {changed for one in least if not doubts(changed := apply_change(one, text)) - doubts(text)}
    mending = find_fixes(reading, {}, time.monotonic() + 600)
    found = {apply_change(change, text) for change in mending.changes if change.rule is not None}
    assert found == expected
    assert len(found) > 1


def doubts(text: str) -> Counter[str]:
    """What `check` says of a file."""
    reading = read_document(Document("file", text), Mode.SAT)
    return Counter([one.code for one in [*reading.diagnostics, *lint_reading(reading, {})]])


def brute_count(text: str) -> int:
    return len(brute.models(read_document(Document("changed", text), Mode.SAT).program))


def test_a_file_that_gives_what_it_expects_needs_no_change() -> None:
    mending = find_fixes(read_document(Document("right", QUEENS), Mode.SAT), {}, time.monotonic() + 60)
    assert (mending.unmet, mending.changes) == ((), ())


def test_a_file_that_expects_nothing() -> None:
    assert (
        find_fixes(read_document(Document("none", "a and not a"), Mode.SAT), {}, time.monotonic() + 60).unmet == ()
    )


def test_every_change_stays_in_its_rule_and_changes_it() -> None:
    reading = read_document(Document("queens", QUEENS), Mode.SAT)
    for rule in Grounder(reading).rules():
        found = propose_changes(rule, reading.program, QUEENS)
        assert found
        for change in found:
            assert rule.span.start <= change.place.start <= change.place.end <= rule.span.end
            assert apply_change(change, QUEENS) != QUEENS


@pytest.mark.parametrize("missing", [5, 6])
def test_a_missing_mirror_image_is_found(missing: int) -> None:
    """Without the rule on columns, or on rows, the other one with its indices exchanged is told."""
    lines = LIGHT.splitlines()
    text = "\n".join([*lines[:missing], *lines[missing + 1 :]]) + "\n"
    assert brute_count(text) != 2
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    assert any(change.is_addition for change in mending.changes)
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) == 2


COLOURS = """$C = [red,green,blue]
$V = [1..2]
;;@ expect models 6
bigand $v,$c in $V,$C: colour($v,$c) => not colour(3-$v,$c) end
bigand $v in $V: bigor $c in $C: colour($v,$c) end end
bigand $v in $V: atmost(1,[colour($v,$c) for $c in $C]) end
"""


@pytest.mark.parametrize("missing", [4, 5])
def test_a_missing_usual_rule_is_found(missing: int) -> None:
    assert brute_count(COLOURS) == 6
    lines = COLOURS.splitlines()
    text = "\n".join([*lines[:missing], *lines[missing + 1 :]]) + "\n"
    assert brute_count(text) != 6
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    added = [change for change in mending.changes if change.is_addition]
    assert added
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) == 6


@pytest.mark.parametrize("wrong", ["$V = [1..1]", "$V = [2..2]", "$V = [1..3]"])
def test_a_wrong_value_of_a_variable_is_found(wrong: str) -> None:
    text = COLOURS.replace("$V = [1..2]", wrong)
    assert brute_count(text) != 6
    reading = read_document(Document("wrong", text), Mode.SAT)
    mending = find_fixes(reading, {}, time.monotonic() + 60)
    assert 2 in [reading.document.position(change.place.start).line for change in mending.changes]
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) == 6


def test_a_wrong_word_in_a_fact_is_found() -> None:
    text = COLOURS.replace("models 6", "models 2") + "colour(1,red)\ncolour(1,green)\n"
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    assert any(edit.text in ("red", "green") for change in mending.changes for edit in change.edits)
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) == 2


CASES = """$C = [none,red,green]
$T = [1..2]
;;@ expect models 8
bigand $t in $T: bigor $c in $C when $c != none: tube($t,$c) end end
bigand $c in $C when $c != none: bigand $t,$u in $T,$T when $t < $u: not tube($t,$c) or not tube($u,$c) end end
bigand $t in $T: tube($t,none) <=> full($t) end
"""


@pytest.mark.parametrize(
    ("line", "missing"), [(4, " when $c != none"), (5, " when $c != none"), (5, " when $t < $u")]
)
def test_a_missing_condition_is_found_in_other_rules(line: int, missing: str) -> None:
    lines = CASES.splitlines(keepends=True)
    assert missing in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(missing, "")
    text = "".join(lines)
    assert brute_count(text) != brute_count(CASES) == 8
    reading = read_document(Document("wrong", text), Mode.SAT)
    mending = find_fixes(reading, {}, time.monotonic() + 60)
    assert line in [reading.document.position(change.place.start).line for change in mending.changes]
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) == 8


def test_an_element_too_many_is_found() -> None:
    text = (
        ";;@ expect models 4\n$numbers = [cell(1,1),cell(2,2),cell(2,1)]\n"
        "bigand $i,$n in [1..2],[0..3] when cell($i,$n) in $numbers:\n"
        "  exact($n,[bulb($i,$j) for $j in [1..2]])\nend\n"
    )
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    changed = [apply_change(change, text) for change in mending.changes]
    assert all(brute_count(one) == 4 for one in changed)
    assert any("$numbers = [cell(1,1),cell(2,1)]" in one for one in changed)


def test_changes_are_guessed_where_nothing_is_expected() -> None:
    text = LIGHT.replace(";;@ expect models 2\n", "").replace("when $a != $i", "")
    text = text.replace("bigor", "bigand", 1)
    mending = guess_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    assert mending.unmet == ()
    for change in mending.changes:
        assert brute_count(apply_change(change, text)) > 0
    fitting = guess_fixes(read_document(Document("right", "a\nb"), Mode.SAT), {}, time.monotonic() + 60)
    assert all(brute_count(apply_change(change, "a\nb")) > 0 for change in fitting.changes)


@pytest.mark.parametrize("missing", ["no_diagonals", "no_lines"])
def test_a_missing_rule_of_a_board_is_found(missing: str) -> None:
    text = "$N = 4\n;;@ expect models 2\nbigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end\n"
    if missing == "no_diagonals":
        text += "bigand $i in [1..$N]: atmost(1,[x($i,$j) for $j in [1..$N]]) end\n"
        text += "bigand $j in [1..$N]: atmost(1,[x($i,$j) for $i in [1..$N]]) end\n"
    else:
        text += "bigand $i,$j,$k,$l in [1..$N],[1..$N],[1..$N],[1..$N] when $i < $k and abs($i-$k) == abs($j-$l):\n"
        text += "  not x($i,$j) or not x($k,$l)\nend\n"
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    added = [apply_change(change, text) for change in mending.changes if change.is_addition]
    assert added
    placements = {frozenset({(1, 2), (2, 4), (3, 1), (4, 3)}), frozenset({(1, 3), (2, 1), (3, 4), (4, 2)})}
    for changed in added:
        found = {frozenset(solution["x"]) for solution in model(changed).models()}
        assert found == placements


@pytest.mark.skipif(not has_counter(), reason="the model counter is not installed")
def test_many_models_are_counted() -> None:
    text = f";;@ expect models {3**9 * 2}\nbigand $i in [1..9]: p($i) and q($i) end\nr or s\nnot s or not r\n"
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    assert [one.count for one in mending.unmet] == [2]
    assert "bigand $i in [1..9]: p($i) or q($i) end" in "\n".join(
        [apply_change(change, text) for change in mending.changes]
    )
    right = text.replace("p($i) and", "p($i) or")
    assert find_fixes(read_document(Document("right", right), Mode.SAT), {}, time.monotonic() + 60).unmet == ()


def test_what_was_found_before_the_time_was_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "_SOFT_SHARE", 0.0)  # no time to look for changes
    reading = read_document(Document("wrong", LIGHT.replace("when $a != $i", "")), Mode.SAT)
    mending = find_fixes(reading, {}, time.monotonic() + 60)
    assert [one.expect.number for one in mending.unmet] == [2]
    assert mending.changes == ()


@pytest.mark.parametrize("wrong", ["[1,4]", "[1,3]", "[3,4]"])
def test_a_number_that_a_set_lacks_is_found(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "_ENOUGH", 100)
    monkeypatch.setattr(fixes, "_SHOWN", 100)
    right = (
        ";;@ expect models 1\np(2)\nbigand $i in [1,3,4]: not p($i) end\nbigand $i in [1..4]: p($i) <=> q($i) end"
    )
    assert brute_count(right) == 1
    text = right.replace("[1,3,4]", wrong)
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    changed = [apply_change(change, text) for change in mending.changes]
    assert all(brute_count(one) == 1 for one in changed)
    assert right in changed


def test_a_missing_diagonal_is_found() -> None:
    right = (
        "$N = 3\n;;@ expect models 42\nbigand $i,$j,$k,$l in [1..$N],[1..$N],[1..$N],[1..$N]\n"
        "    when $i != $k and abs($i-$k) == abs($j-$l):\n  not x($i,$j) or not x($k,$l)\nend\n"
    )
    right = right.replace("42", str(brute_count(right)))
    text = right.replace(" and abs($i-$k) == abs($j-$l)", "")
    mending = find_fixes(read_document(Document("wrong", text), Mode.SAT), {}, time.monotonic() + 60)
    changed = [apply_change(change, text) for change in mending.changes]
    assert right in changed
    assert all(brute_count(one) == brute_count(right) for one in changed)


@pytest.mark.parametrize(
    "members", ["[1,1000000000000]", "[-9223372036854775808,9223372036854775807]", "[5]", "[]"]
)
def test_sets_of_any_numbers_are_changed_in_no_time(members: str) -> None:
    text = f"$S = {members}\nbigand $i in $S: p($i) end\nbigand $i in {members}: not p($i) end\nq and not q\n"
    reading = read_document(Document("wide", text), Mode.SAT)
    rules = Grounder(reading, {}).rules()
    assert all(len(propose_changes(rule, reading.program, text)) < 200 for rule in rules)


# ------------------------------------------------------------------ what is proposed, and in which order

# One move a step: `bigand` three times where `bigor` was meant, as students wrote it.
MOVES = """$S = [1..3]
bigand $i in $S: bigand $t in [1..3]: bigand $u in [1..3] when $u != $t: bigand $c in [r,g]:
  from($i,$t) and to($i,$u) and colour($i,$c)
end end end end
bigand $i in $S: bigand $t,$u in [1..3],[1..3] when $u != $t: from($i,$t) => not from($i,$u) end end
bigand $i in $S: bigand $t,$u in [1..3],[1..3] when $u != $t: to($i,$t) => not to($i,$u) end end
bigand $i in $S: bigand $c,$d in [r,g],[r,g] when $c != $d: colour($i,$c) => not colour($i,$d) end end
"""


def revived(text: str) -> list[Change]:
    """What is proposed, each of it tried: there is a model, and `check` says nothing new."""
    mending = guess_fixes(read_document(Document("file", text), Mode.SAT), {}, time.monotonic() + 100)
    for change in mending.changes:
        changed = apply_change(change, text)
        assert model(changed).solve() is not None
        assert not doubts(changed) - doubts(text)
    return list(mending.changes)


def test_several_operators_of_a_nest_at_once() -> None:
    assert model(MOVES).solve() is None
    best, *_ = revived(MOVES)
    assert apply_change(best, MOVES) == MOVES.replace("bigand $t in", "bigor $t in").replace(
        "bigand $u in", "bigor $u in"
    ).replace("bigand $c in", "bigor $c in")


def test_several_bigor_at_once() -> None:
    text = ";;@ expect models 1\nbigand $i in [1..2]: bigor $j in [1..2]: bigor $k in [1..2]:\n"
    text += "  p($i,$j,$k)\nend end end\n"
    (best,) = find_fixes(read_document(Document("file", text), Mode.SAT), {}, time.monotonic() + 100).changes[:1]
    assert apply_change(best, text) == text.replace("bigor", "bigand")


def test_all_sets_of_a_nest_up_to_five_then_neighbours() -> None:
    for depth, number in ((2, 1), (3, 4), (5, 26), (7, 21)):
        names = [f"$x{at}" for at in range(depth)]
        text = " ".join([f"bigand {name} in [1..2]:" for name in names]) + f" p({','.join(names)})" + depth * " end"
        reading = read_document(Document("nest", text), Mode.SAT)
        (rule,) = Grounder(reading).rules()
        several = [one for one in propose_changes(rule, reading.program, text) if "bigor" in one.edits[-1].text]
        assert len([one for one in several if len(one.edits) > 1]) == number
        assert len([one for one in several if len(one.edits) == 1]) == depth


def test_two_rules_are_changed_where_one_will_not_do() -> None:
    """A colour that is moved is none, which nothing may move: as it is written, nothing at all."""
    text = MOVES.replace("[r,g]", "$C").replace("$S =", "$C = [r,g,none]\n$S =")
    text = text.replace("bigand $c in $C:", "bigand $c in $C when $c != none:")
    text += "bigand $i in $S: bigand $c in $C: here($i,$c) => not colour($i,$c) end end\n"
    text += "bigand $i in $S: bigand $c in $C: here($i,$c) end end\n"
    text += "bigand $i in $S: not colour($i,none) end\n"
    assert model(text).solve() is None
    found = revived(text)
    pairs = [one for one in found if len({text.count("\n", 0, edit.span.start) for edit in one.edits}) > 1]
    assert pairs
    assert any(sum(edit.text == "bigor" for edit in one.edits) >= 3 for one in pairs)


def test_edits_of_a_second_change_are_moved_back() -> None:
    text = "bigand $i in [1..2]: p($i) end\nnot p(1)\nq"
    reading = read_document(Document("file", text), Mode.SAT)
    first, *_ = propose_changes(Grounder(reading).rules()[0], reading.program, text)
    after = apply_change(first, text)
    assert len(after) != len(text)
    later = read_document(Document("file", after), Mode.SAT)
    for second in propose_changes(Grounder(later).rules()[1], later.program, after):
        assert apply_change(join_changes(first, second), text) == apply_change(second, after)
        assert join_changes(first, second).rank > max(first.rank, second.rank)


@pytest.mark.parametrize(
    "text",
    [
        "bigand $i,$j in [1..3],[1..3] when $i != $j: p($i) and not p($j) end\n",
        "bigand $i in [1..3]: bigand $j in [1..3] when $j != $i: p($i) and not p($j) end end\np(1) or p(2)\n",
        "bigand $i in [1..3]: p($i) end\nbigand $i in [1..3] when $i > 2: not p($i) end\n",
        "bigand $i in [1..2]: p($i) => q($i) end\np(1)\nbigand $i in [1..1]: not q($i) end\n",
    ],
)
def test_nothing_is_proposed_that_check_would_doubt(text: str) -> None:
    """An empty rule gives a model too: `when $i != $i`, `[3..2]`, `when $i > 3`."""
    assert model(text).solve() is None
    reading = read_document(Document("file", text), Mode.SAT)
    possible = [one for rule in Grounder(reading).rules() for one in propose_changes(rule, reading.program, text)]
    readable = [
        one for one in possible if read_document(Document("changed", apply_change(one, text)), Mode.SAT).is_valid
    ]
    dirty = [one for one in readable if doubts(apply_change(one, text)) - doubts(text)]
    assert dirty  # else this test would see nothing
    assert not set(revived(text)) & set(dirty)


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("bigand $i in [1..3]: p($i) end", {"bigor": 1, "[1..4]": 3, "not p($i)": 7}),
        ("bigand $i in [1..3]: p($i) => q($i) end", {"bigor": 5, "<=>": 2, "q($i) => p($i)": 2, "p($i-1)": 5}),
        ("bigand $i,$j in [1..3],[1..3]: not p($i) or not p($j) end",
         {"when $j != $i": 2, " and ": 3, "($i) or p": 5}),
        ("bigand $i in [1..3]: bigand $j in [1..3]: p($i,$j) end end",
         {"bigor $i in [1..3]: bigor": 7, "p($j,$j)": 4}),
        ("bigor $i in [1..3]: bigor $j in [1..3]: p($i,$j) end end", {"bigand $i in [1..3]: bigand": 4}),
        ("bigand $i in [1..3]: atmost(1,[p($i,$j) for $j in [1..3]]) end", {"exact(1": 4, "atmost(2": 5}),
        ("p(1,red)\np(1,blue)\np(2,red)", {"p(1,red)\np(1,red)": 3, "p(0,blue)": 4}),
    ],
)  # fmt: skip
def test_the_rank_of_guesses(text: str, ranks: dict[str, int]) -> None:
    """How likely each mistake is taken to be: the order of what is told rests on it."""
    reading = read_document(Document("file", text), Mode.SAT)
    found = [one for rule in Grounder(reading).rules() for one in propose_changes(rule, reading.program, text)]
    for written, rank in ranks.items():
        assert (
            min([one.rank for one in found if written in apply_change(one, text) and written not in text]) == rank
        )


def test_the_likeliest_is_told_first_and_one_of_each_rule_before_a_second() -> None:
    text = "bigand $i in [1..3]: p($i) end\n"
    text += "bigand $i in [1..3]: bigand $j in [1..3] when $j != $i: not p($i) or not p($j) end end"
    found = revived(text)
    assert [one.rule for one in found[:2]] == [0, 1]
    assert apply_change(found[0], text).startswith("bigor $i in [1..3]: p($i)")
    ranks = [one.rank for one in found if one.rule == 0]
    assert ranks == sorted(ranks)
    assert len(found) == 3
