"""A file graded: the verdict is that of truth tables, the rule that is pointed at the one with the mistake."""

from itertools import product

import pytest
from bench.homework import Homework, homework, verdict_of

from bigand.api.grade import Grade, GradeAnswer
from bigand.api.grader import grade_text
from bigand.api.question import Limits
from bigand.api.report import ignore_events
from bigand.api.source import Source
from bigand.encode.cardinality import at_least_two_template
from bigand.language import read_document
from bigand.source.document import Document
from bigand.source.error import BigandError

QUEENS = """;;@ view board x(row,column) as queen
$N = 8
;; At least one queen on each row.
bigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end
;; At most one queen on each row.
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j < $k: not x($i,$j) or not x($i,$k) end
;; At most one queen on each column.
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j < $k: not x($j,$i) or not x($k,$i) end
"""
SIZES = (("N=3",), ("N=4",))


def grade(reference: str, student: str, *sizes: tuple[str, ...], seconds: float | None = None) -> GradeAnswer:
    question = Grade(
        reference=Source(text=reference),
        student=Source(text=student),
        sizes=sizes,
        limits=Limits(seconds=seconds),
    )
    return grade_text(question, ignore_events)


def verdict(reference: str, student: str) -> str:
    return grade(reference, student).verdict.value


# ---------------------------------------------------------------------- beside brute force


def rule_at(text: str, line: int | None) -> int | None:
    """Where the item of a file begins that stands on a line."""
    document = Document("", text)
    for item in read_document(document).program.items:
        last = document.position(max(item.span.start, item.span.end - 1)).line
        if line is not None and document.position(item.span.start).line <= line <= last:
            return item.span.start
    return None


def is_pointed_at(one: Homework, found: GradeAnswer) -> bool:
    wrong = {rule_at(one.text, line) for line in one.lines} - {None}
    if rule_at(one.text, found.line) in wrong:
        return True
    missing = [
        rule_at(one.reference, objection.reference.line) for objection in found.objections if objection.reference
    ]
    return one.missing is not None and rule_at(one.reference, one.missing) in missing


def judged(files: list[Homework]) -> dict[str, list[str]]:
    """The names of files by what was not as it must be; all that could have been is under `of …`."""
    told: dict[str, list[str]] = {name: [] for name in ("verdict", "time", "rule", "of rule", "name", "of name")}
    for one in files:
        found = grade(one.reference, one.text)
        is_right = found.verdict.value == one.verdict
        if found.verdict.value == "time":
            told["time"].append(one.name)
        elif not is_right:
            told["verdict"].append(f"{one.name}: {found.verdict.value}, not {one.verdict}")
        if one.verdict not in ("equal", "unreadable") and (one.lines or one.missing):
            told["of rule"].append(one.name)
            told["rule"] += [] if is_pointed_at(one, found) else [one.name]
        if one.is_renamed:
            told["of name"].append(one.name)
            told["name"] += [] if is_right and found.renamed else [one.name]
    return told


def test_some_files_of_students() -> None:
    told = judged(homework(26, 3))
    assert told["verdict"] == told["time"] == []
    assert len(told["rule"]) <= 2


@pytest.mark.slow
def test_many_files_of_students() -> None:
    told = judged(homework(300))
    assert told["verdict"] == []
    assert len(told["time"]) <= 6
    assert len(told["rule"]) <= 0.1 * len(told["of rule"])
    assert len(told["name"]) <= 0.1 * len(told["of name"])


# ---------------------------------------------------------------------- atoms that only one of them has

OWN = [
    # reference, student
    ("a or b", "a or own\nown => b"),
    ("a or b", "a or own\nown <=> b"),
    ("a or b", "a or own\nb or not b"),
    ("a or b", "own\nown => a or b"),
    ("a or b", "own => a\nnot own => b"),
    ("a and b", "own => a\nnot own => b"),
    ("a xor b", "own => a and not b\nnot own => b and not a"),
    ("a xor b", "own => a and not b\nnot own => b"),
    ("a <=> b", "s(1) <=> a\ns(2) <=> (s(1) xor b)\nnot s(2)"),
    ("a <=> b", "s(1) <=> (s(2) xor b)\ns(2) <=> (s(1) xor a)"),
    ("a or b\nc or not c", "a or b"),
    ("a or b\nc", "a or b"),
    ("exact(1,[a,b,c])", "a or b or c\na => s\nb => t and not s\nc => not t and not s"),
    ("exact(1,[a,b,c])", "a or b or c\na => s\nb => t and not s\nc => not t\ns => t"),
    ("a and not a", "b and not b"),
    ("a and not a", "a"),
    ("a", "Bot"),
    ("a => b", "a => s\ns => t\nt => b"),
    ("a => b", "a => s\ns => t\nt => s\nt => b"),
    ("a => b and c", "a => s\nnot s or b\nnot s or c"),
    ("a or b", "a or s\nb or not s"),
    ("a or b or c", "a or s\nb or t\nnot s or not t or c"),
    ("a or b", "a or s or t\nnot s or b\nnot t or b\nt or b"),
]


@pytest.mark.parametrize(("reference", "student"), OWN)
def test_own_atoms_are_projected_away(reference: str, student: str) -> None:
    assert verdict(reference, student) == verdict_of(reference, student)


def test_what_matters_may_be_said() -> None:
    reference = ";;@ compare a, b\naux <=> a and b\nnot aux"
    assert verdict(reference, "not a or not b") == "equal"
    assert verdict(reference, "a => b") == "both"
    assert verdict(reference, "other => not a\nnot other => not b") == "equal"
    assert verdict(reference.replace("<=>", "=>"), "not a") == "too_strict"


def test_many_models_of_own_atoms_are_not_listed() -> None:
    """Two counters over 14 atoms, one of them by implications only: some 2^14 models on each side."""
    counter = """bigand $i,$j in [1..14],[1..3]:
  s($i,$j) {} bigor $k in [1..14] when $k == $i - 1: s($k,$j) end
    or (x($i) and (bigor $k in [1..14] when $k == $i - 1: s($k,$j-1) end or bigor $k in [1] when $j == 1: Top end))
end
s(14,3)"""
    reference = "atleast(3,[x($i) for $i in [1..14]])"
    for sign in ("<=>", "=>"):
        assert verdict(reference, counter.format(sign)) == "equal"
    assert verdict("atleast(4,[x($i) for $i in [1..14]])", counter.format("<=>")) == "too_loose"


COUNTER = """bigand $i in [1..18]: x($i) => s($i,1) end
bigand $i,$j in [2..18],[1..3]: s($i-1,$j) => s($i,$j) end
bigand $i,$j in [2..18],[2..3]: x($i) and s($i-1,$j-1) => s($i,$j) end
bigand $i in [2..18]: x($i) => not s($i-1,3) end"""


@pytest.mark.parametrize("flip", [False, True])
def test_a_counter_by_implications_has_least_values(flip: bool) -> None:
    """Nearly a thousand models, each with other values of the counter; true and false may be exchanged."""
    text = COUNTER.replace("s(", "not s(").replace("not not ", "") if flip else COUNTER
    for number, expected in ((3, "equal"), (2, "too_loose"), (4, "too_strict")):
        assert verdict(f"atmost({number},[x($i) for $i in [1..18]])", text) == expected


def test_what_is_compared_must_be_there() -> None:
    with pytest.raises(BigandError):
        grade(";;@ compare z\na", "a")


def test_a_wrong_index_is_no_other_way_to_count() -> None:
    reference, student = "x(1) and y(1)", "x(2) and y(1)"
    assert verdict(reference, student) == verdict_of(reference, student) == "too_loose"


# ---------------------------------------------------------------------- names


def test_renamed_and_swapped() -> None:
    reference = ";;@ view board x(row,column)\nx(1,2) or x(1,3)\nx(2,1) => x(1,3)\nnot x(2,2)"
    student = "pos(2,1) or pos(3,1)\npos(1,2) => pos(3,1)\nnot pos(2,2)"
    found = grade(reference, student)
    assert found.verdict.value == "equal"
    assert [(one.name, one.other, one.order, one.roles) for one in found.renamed] == [
        ("x", "pos", (1, 0), ("row", "column"))
    ]


def test_other_words_and_counting_from_zero() -> None:
    reference = "p(1,red) p(2,blue)\nbigand $i in [1..3]: p($i,red) xor p($i,blue) end"
    student = "q(0,rouge) q(1,bleu)\nbigand $i in [0..2]: q($i,rouge) xor q($i,bleu) end"
    found = grade(reference, student)
    assert found.verdict.value == "equal"
    assert {(one.name, one.other) for one in found.renamed} == {("p", "q"), ("red", "rouge"), ("blue", "bleu")}
    assert grade(reference, student.replace("q(1,bleu)", "q(1,rouge)")).verdict.value == "both"


def test_names_may_be_fixed_by_the_reference() -> None:
    reference = ";;@ match a as b\n;;@ match p(i,j) as q(j,i)\np(1,a) and not p(2,a)"
    assert verdict(reference, "q(b,1) and not q(b,2)") == "equal"
    assert verdict(reference, "q(b,2) and not q(b,1)") == "both"


def test_names_that_are_the_same_are_taken_as_they_are() -> None:
    """Swapped it would be equal, but that is not what was written."""
    assert verdict("p(1,2)\np(1,1) or p(2,2)", "p(2,1)\np(1,1) or p(2,2)") == "equal"
    reference = "p(1,2) => p(2,1)\np(1,1) => p(2,2)\np(1,1) or p(1,2)"
    found = grade(reference, reference.replace("p(1,2) => p(2,1)", "p(2,1) => p(1,2)"))
    assert found.verdict.value == "both"
    assert found.line == 1


# ---------------------------------------------------------------------- what is told


def test_too_strict_is_told_with_rule_and_binding() -> None:
    student = QUEENS.replace("when $j < $k: not x($j,$i)", "when $j <= $k and $i < 3: not x($j,$i)")
    found = grade(QUEENS, student, *SIZES)
    (objection, _) = found.objections
    assert found.verdict.value == "no_model" if not found.objections else objection.kind == "too_strict"
    assert objection.student is not None
    assert (objection.student.line, objection.size) == (8, "N=3")
    assert objection.student.binding["$j"] == objection.student.binding["$k"]
    assert len(objection.model) == 3


def test_too_loose_is_told_with_the_rule_of_the_reference() -> None:
    found = grade(
        QUEENS,
        QUEENS.replace(
            "[1..$N],[1..$N],[1..$N] when $j < $k: not x($j", "[1..2],[1..$N],[1..$N] when $j < $k: not x($j"
        ),
        *SIZES,
    )
    (objection,) = found.objections
    assert (found.verdict.value, found.line) == ("too_loose", 8)
    assert objection.reference is not None
    assert (objection.reference.line, objection.comment) == (8, "At most one queen on each column.")
    assert found.sizes == ("N=3", "N=4")
    assert (found.points, found.most) == (2, 3)


def test_a_lucky_answer_does_not_pass() -> None:
    student = QUEENS.replace("[1..$N]: bigor", "[1..3]: bigor")
    assert grade(QUEENS, student, ("N=3",)).verdict.value == "equal"
    assert grade(QUEENS, student, *SIZES).verdict.value == "too_loose"


def test_the_size_may_have_another_name() -> None:
    assert grade(QUEENS, QUEENS.replace("$N", "$size"), *SIZES).sizes == ("N=3", "N=4")
    fixed = grade(QUEENS, QUEENS.replace("$N = 8\n", "").replace("$N", "8"), *SIZES, ("N=8",))
    assert (fixed.verdict.value, fixed.sizes, fixed.left_out) == ("equal", ("N=8",), ("N=3", "N=4"))


def test_a_changed_assignment_is_pointed_at() -> None:
    reference = "$R = [1..3]\nbigand $i in $R: p($i) end"
    found = grade(reference, reference.replace("3", "2"))
    assert (found.verdict.value, found.line) == ("too_loose", 1)


def test_points_are_named_and_weighted() -> None:
    reference = ";;@ rule first 3 points\na or b\n;;@ rule second 2 points\nc\nd"
    found = grade(reference, "a or b\nc")
    assert [(one.name, one.points, one.is_met) for one in found.worth] == [("first", 3, True), ("second", 2, False)]
    assert (found.points, found.most) == (3, 5)
    extra = grade(reference, "a or b\nc\nd\nnot a")
    assert (extra.verdict.value, extra.points) == ("too_strict", 2.5)
    assert [one.status for one in extra.rules] == ["needed", "needed", "needed", "wrong"]


def test_no_model_is_told_with_the_clash() -> None:
    found = grade("a or b\nnot a", "a or b\nnot a\nnot b")
    assert found.verdict.value == "no_model"
    assert sorted([one.line for one in found.clash]) == [1, 2, 3]
    assert (found.line, found.points) == (3, 1)


def test_what_cannot_be_read_says_why() -> None:
    found = grade("a", "bigand $i in")
    assert found.verdict.value == "unreadable"
    assert found.trouble is not None
    assert found.trouble.diagnostics
    assert verdict("a", "exists x: x") == "unreadable"


def test_a_students_file_reads_no_data() -> None:
    found = grade("a", ';;@ data $S from "/etc/passwd"\nbigand $s in $S: p($s) end')
    assert found.verdict.value == "unreadable"


@pytest.mark.slow
def test_what_is_too_large_is_compared_at_smaller_sizes() -> None:
    text = "$N = 700\nbigand $i,$j,$k in [1..$N],[1..$N],[1..$N]: x($i,$j) or x($j,$k) or not x($i,$k) end"
    found = grade(text, text.replace("not x", "x"))
    assert (found.verdict.value, found.smaller, found.left_out) == ("both", True, ("",))
    assert found.sizes == ("$N=43",)


def test_two_of_says_that_two_are_true() -> None:
    for size in range(1, 6):
        template = at_least_two_template(size)
        every = [*template.definitions, *template.constraints]
        for values in product([False, True], repeat=size):
            others = product([False, True], repeat=template.auxiliary_count)
            holds = any(
                all(any((values + more)[abs(place) - 1] == (place > 0) for place in clause) for clause in every)
                for more in others
            )
            assert holds == (sum(values) >= 2)


@pytest.mark.parametrize(("text", "key"), [("x > 2", "grade.numbers"), ("exists a: a or b", "grade.quantifiers")])
def test_what_is_not_graded_is_told(text: str, key: str) -> None:
    found = grade("a or b", text)
    assert found.trouble is not None
    assert (found.verdict.value, found.trouble.key) == ("unreadable", key)
    with pytest.raises(BigandError) as raised:
        grade(text, "a or b")
    assert raised.value.key == key


LARGE = """$k = 16
bigand $a,$b,$c,$d,$e in [1..$k],[1..$k],[1..$k],[1..$k],[1..$k]: s($a) or s($b) or s($c) or s($d) or s($e) end
"""  # a million instances, and 32,768 at half the size


def test_of_several_sizes_the_largest_is_made_smaller() -> None:
    """With one tube nothing could be wrong: only the number of steps is what is too large."""
    reference = f"$T = 2\n{LARGE}bigand $t,$u in [1..$T],[1..$T] when $t < $u: p($t) => q($u) end\n"
    found = grade(reference, reference.replace("p($t) => q($u)", "p($t) or not p($t) or q($u)"))
    assert (found.verdict.value, found.smaller, found.sizes) == ("too_loose", True, ("$T=2, $k=8",))


def test_where_the_reference_has_no_model_nothing_is_equal() -> None:
    reference = f"{LARGE}bigand $i in [1..$k] when $k < 16: not s($i) end"
    assert grade(reference, reference + "\ns(1) or s(2)").verdict.value == "time"
