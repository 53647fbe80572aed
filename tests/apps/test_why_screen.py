"""`bigand why` on one screen: what people read, in both languages, and that what it proposes may be done."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench.mistakes import bare
from bench.wrong_models import catalogue
from tests.apps.here import run_here
from tests.apps.test_cli import EXAMPLES
from tests.effort import some_quickly
from tests.golden import check_golden

from bigand.api.question import Answer, Failure, Question, ask_here
from bigand.api.report import Event, Part, Report
from bigand.api.run import child
from bigand.api.why import Change, WhyAnswer
from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.models import model
from bigand.source.diagnostic import Edit, apply_edits
from bigand.source.document import Document
from bigand.source.error import ErrorKind, LimitError

STUDENTS = Path(__file__).parent.parent / "cases" / "students"
LINES, COLUMNS = 40, 80
QUEENS = str(EXAMPLES / "queens" / "queens.touist")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> list[Answer]:
    """What is found out, as it is known, besides what is printed: in this process."""
    kept: list[Answer] = []

    def ask(question: Question[Any], report: Report, _tick: Callable[[], None], _began: float) -> Answer:
        def noted(event: Event) -> None:
            if isinstance(event, Part):
                kept.append(event.found)
            report(event)

        kept.append(ask_here(question, noted))
        return kept[-1]

    monkeypatch.setattr(child, "ask_in_child", ask)
    return kept


def reasons(answer: Answer) -> WhyAnswer:
    assert isinstance(answer, WhyAnswer)
    return answer


def on_a_screen(text: str) -> None:
    """Forty lines of eighty columns; only names and formulas that cannot be broken may be longer."""
    assert len(text.splitlines()) <= LINES
    for line in text.splitlines():
        assert len(line) <= COLUMNS or " " not in line.strip()


def doubts(text: str) -> Counter[str]:
    reading = read_document(Document("file", text))
    return Counter([one.code for one in [*reading.diagnostics, *lint_reading(reading, {})]])


def made(change: Change, text: str) -> str:
    """The text with a change made."""
    return apply_edits(text, [Edit(edit.span, edit.instead) for edit in change.edits or ()])


def may_be_done(answer: Answer, text: str) -> None:
    """Each change, made in the text, draws no new warning and gives a model."""
    found = reasons(answer)
    assert found.changes is not None
    assert len(found.changes) <= 3
    for change in found.changes:
        changed = made(change, text)
        hidden = Counter(
            {one.code for one in lint_reading(read_document(Document("file", text)), {}, grouped=False)}
        )
        assert not doubts(changed) - (doubts(text) | hidden)
        assert model(changed).solve() is not None


@pytest.mark.slow
@pytest.mark.usefixtures("known", "asked_once")  # in this order
def test_the_exercises_of_students(monkeypatch: pytest.MonkeyPatch, known: list[Answer]) -> None:
    monkeypatch.chdir(STUDENTS)
    for language in ("en", "fr"):
        told = []
        for name in ("exercise1", "exercise2_closed", "exercise3_closed"):
            done = run_here("why", f"{name}.touist", "--timeout", "200", "--lang", language)
            assert done.code == 0
            on_a_screen(done.out)
            told.append(f"$ bigand why {name}.touist\n{done.out}")
        check_golden(f"why.{language}.txt", "\n".join(told))
    found = reasons(known[-1])
    text = (STUDENTS / "exercise3_closed.touist").read_text(encoding="utf-8")
    may_be_done(found, text)
    best = (found.changes or ())[0]
    lines = [text.count("\n", 0, edit.span.start) + 1 for edit in best.edits or () if edit.instead == "bigor"]
    assert lines == [83, 85, 87]  # what its students meant


@pytest.mark.parametrize("name", ["exercise2", "exercise3"])
def test_exercises_that_cannot_be_read(name: str) -> None:
    done = run_here("why", str(STUDENTS / f"{name}.touist"))
    assert (done.code, done.out) == (1, "")
    assert "S104" in done.err


NAMES = (
    "queens-everywhere",
    "states-all-colours-in-a-layer",
    "sources-three-bigands",
    "queens-row-with-itself",
    "lightup-lit-by-itself-in-its-row",
    "queens-no-diagonals",
    "walls-lit-and-wall",
    "walls-wall-and-not",
    "whole-six-steps",
)


@pytest.mark.parametrize(
    ("name", "is_bare"),
    [
        *some_quickly([(name, False) for name in NAMES], 6),
        *some_quickly([(name, True) for name in NAMES], 1),
    ],
)
def test_planted_mistakes(name: str, is_bare: bool, known: list[Answer]) -> None:
    (case,) = [one for one in catalogue() if one.name == name]
    text = bare(case).text if is_bare else case.text
    done = run_here("why", "-", "--timeout", "20", text=text)
    on_a_screen(done.out)
    assert done.out.startswith("<stdin> has no model.\n")
    may_be_done(known[-1], text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a\na => b\nnot b", "lines 1, 2 and 3 cannot hold together: lines 1 and 2 together require `b`, but"),
        ("a\nnot a", "rules on lines 1 and 2 cannot hold together: line 1 requires `a`, but line 2 forbids it."),
        ("a and not a", "The rule on line 1 contradicts itself."),
        ("bigand $i in [1..3]: p($i) end\nnot p(2)", "line 1 requires `p(2)`, but line 2 forbids it."),
        ("b or c\nbigand $i in [1..3]: Bot end", "The rule on line 2 can never hold."),
        ("x > 3\nx < 2", "The rules on lines 1 and 2 cannot hold together."),
    ],
)  # fmt: skip
def test_the_sentence_comes_first(text: str, sentence: str) -> None:
    told = run_here("why", "-", text=text).out.split("\n\n")[0]
    assert told.startswith("<stdin> has no model.\n")
    assert sentence in told.replace("\n", " ")


def test_many_rules_and_long_formulas_fit_on_the_screen() -> None:
    facts = "".join([f"not p({number})\n" for number in range(60)])
    text = facts + "bigor $i in [0..59]: p($i) end\n"
    done = run_here("why", "-", text=text)
    on_a_screen(done.out)
    assert "lines 1, 2, 3, 4, 5 and 6 …" in done.out
    full = run_here("why", "--full", "-", text=text).out
    assert len(full.splitlines()) > 60
    assert "60 | not p(59)" in full


def test_a_long_chain_fits_on_the_screen() -> None:
    text = "p(0)\nbigand $i in [0..30]: p($i) => p($i+1) and q($i) and r($i) and s($i) and t($i) end\nnot p(31)\n"
    done = run_here("why", "-", text=text)
    on_a_screen(done.out)
    assert "more" in done.out
    assert len(run_here("why", "--full", "-", text=text).out.splitlines()) > LINES


def test_a_model_is_a_picture_or_a_few_lines_of_what_the_rule_is_about() -> None:
    """The atoms of other predicates are not what the rule that is left out is about."""
    text = "bigand $i in [1..3]: bigand $j in [1..40]: r($i,$j,a) or s($i,$j) end end\nx and not y\ny\n"
    done = run_here("why", "-", text=text)
    on_a_screen(done.out)
    assert "s(" not in done.out
    many = "\n".join([f"bigand $i in [1..3]: p{letter}($i) end" for letter in "abcdefghijklmnop"])
    done = run_here("why", "-", "--expect", "not pa(1)", text=many)
    on_a_screen(done.out)
    assert "\n  pa(2)  pa(3)\n" in done.out
    assert "pb(" not in done.out
    drawn = run_here("why", QUEENS, "--expect", "x(1,1)", "--expect", "x(2,2)").out
    assert "  1  ♛ · · · · · · ·\n" in drawn
    on_a_screen(drawn)


def test_a_satisfiable_file_in_few_lines() -> None:
    done = run_here("why", QUEENS)
    assert len(done.out.splitlines()) <= 4
    assert "--expect" in done.out
    assert "♛" not in done.out
    assert "♛" in run_here("why", "--full", QUEENS).out


def test_too_few_steps_in_few_lines() -> None:
    text = """$k = 1
at(0,0)
bigand $i in [0..$k]: exact(1, [at($i,$n) for $n in [0..3]]) end
bigand $i,$n in [1..$k],[1..3]: at($i,$n) => at($i-1,$n-1) end
at($k,3)
"""
    done = run_here("why", "-", text=text)
    assert "the first has 3: write `$k = 3`.\n1 | $k = 1\n" in done.out
    assert len(done.out.splitlines()) <= 6
    assert "cannot hold together" in run_here("why", "--full", "-", text=text).out


def test_a_reason_for_what_is_forced_from_the_standard_input() -> None:
    """It is read once: all of this is about the same text."""
    for text, atom, head in (
        ("a\na => b", "b", "`b` is true in every model."),
        ("a\na => not b\nb or c", "b", "`b` is false in every model."),
        ("x > 3 and x < 5", "x", "`x` is 4 in every model."),
    ):
        done = run_here("forced", "--reason", atom, "-", text=text)
        assert done.code == 0
        assert done.out.startswith(f"{head}\nThe opposite and ")
        on_a_screen(done.out)
        assert '"status": "unsat"' in run_here("forced", "--reason", atom, "--json", "-", text=text).out
    french = run_here("forced", "--reason", "b", "-", "--lang", "fr", text="a\na => b").out
    assert french.startswith(
        "Dans tous les modèles, `b` est vrai.\nLe contraire et les règles des lignes 1 et 2 se"
    )


def test_the_clash_is_told_before_changes_are_looked_for(known: list[Answer]) -> None:
    """Also where the file says what it expects."""
    run_here("why", "-", text=";;@ expect models 1\na\nnot a\n")
    first, last = map(reasons, known)
    assert first.clashes
    assert first.changes is None
    assert last.changes is not None


@pytest.mark.usefixtures("forked_only")
def test_when_the_time_is_up_while_changes_are_looked_for_the_rest_is_told(
    known: list[Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> None:
        raise LimitError("limit.time")

    monkeypatch.setattr("bigand.explain.why.findings.guess_fixes", late)
    done = run_here("why", "-", text="a\nnot a\n")
    assert done.code == 0
    assert done.out.count("cannot hold together") == 1
    assert "Without the rule on line 1 there is a model" in done.out
    assert reasons(known[-1]).changes == ()


def test_when_it_is_ended_after_the_clash_was_told_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(question: Question[Any], report: Report, _tick: Callable[[], None], _began: float) -> Answer:
        answer = ask_here(question, report)
        assert isinstance(answer, WhyAnswer)
        return Failure(kind=ErrorKind.LIMIT, key="limit.time")

    monkeypatch.setattr(child, "ask_in_child", ended)
    done = run_here("why", "-", text="a\nnot a\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("cannot hold together") == 1
    assert "With this change" not in done.out
    assert "Without the rule on line 1 there is a model" in done.out
    assert run_here("why", "-", text="a or b").code == 3
