"""Auxiliary work (lints, forecasts, pictures, suggestions) fails in every way: the main answer is the same."""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bigand.api.check import Check, CheckAnswer
from bigand.api.question import Answer, Question, ask_here
from bigand.api.report import Event, Remark
from bigand.api.solve import Solve, SolveAnswer
from bigand.api.source import Source
from bigand.api.steps import Steps, Unique
from bigand.api.why import Why, WhyAnswer
from bigand.api.witness import Witness
from bigand.messages import Language, format_message
from bigand.solve.crash import crash_reason, memory_kills
from bigand.solve.worker import WorkerSession, can_fork
from bigand.source.error import LimitError, SolverError, attempt
from bigand.studio.serializer import AnswerSerializer
from bigand.wording.texts import Texts

PLANS = Path(__file__).parent.parent / "cases" / "plans"
MODEL = ";;@ view grid x(row,column)\nbigand $i in [1..3]: x(1,$i) or x(2,$i) end"
CLASH = "bigand $i in [1..3]: p($i) end\nnot p(2)"
CLUES = ";;@ clues given\n$given = [x(1,1)]\nexact(1, [x(1,1), x(1,2)])\nbigand $c in $given: $c end"
FAILURES: list[Callable[[], Exception]] = [
    lambda: SolverError("solver.crashed", reason="signal"),
    lambda: ZeroDivisionError("a bug"),
    MemoryError,
    RecursionError,
    lambda: LimitError("limit.time"),
]
# What is asked, and the auxiliary functions that fail beside it.
BESIDE: list[tuple[Question[Any], list[str]]] = [
    (
        Solve(source=Source(text=MODEL), suspicions=True, draw=True),
        [
            "bigand.explain.lint.linter.lint_grounder",
            "bigand.explain.lint.survey",
            "bigand.api.solution.arrange_exhibit",
            "bigand.view.guess.add_guessed_view",
        ],
    ),
    (Solve(source=Source(text=CLASH), suspicions=True), ["bigand.explain.lint.linter.lint_grounder"]),
    (Check(source=Source(text=MODEL)), ["bigand.explain.lint.linter.lint_reading"]),
    (
        Why(source=Source(text=CLASH), drawn=True),
        ["bigand.explain.why.findings.guess_fixes", "bigand.api.solution.arrange_exhibit"],
    ),
    (
        Why(source=Source(text=f";;@ expect models 3\n{MODEL}"), drawn=True),
        ["bigand.explain.why.findings.find_fixes", "bigand.api.solution.arrange_exhibit"],
    ),
    (Witness(source=Source(text=MODEL), drawn=True), ["bigand.api.solution.arrange_exhibit"]),
    (Unique(source=Source(text=CLUES), drawn=True), ["bigand.api.uniqueness.analyse_clues"]),
    (Steps(source=Source(text="x(1,1)\nx(1,1) => x(1,2)"), drawn=True), ["bigand.view.guess.add_guessed_view"]),
]
FORECASTS = ["bigand.api.size_check.forecast", "bigand.api.size_check.forecast_clauses"]


def ask(question: Question[Any]) -> tuple[Answer, list[Event]]:
    heard: list[Event] = []
    return ask_here(question, heard.append), heard


def core(answer: Answer) -> tuple[Any, ...]:
    """What must be the same, whatever happens beside it."""
    names = ("status", "is_valid", "mode", "count", "clashes", "model", "steps", "rules")
    kept = {name: getattr(answer, name) for name in names if hasattr(answer, name)}
    if isinstance(answer, SolveAnswer):
        kept["models"] = [(one.true, one.false) for one in answer.models]
    if "rules" in kept:
        kept["rules"] = [(one.line, one.verdict) for one in kept["rules"]]
    return type(answer).__name__, kept


def test_no_failure_of_auxiliary_work_ends_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = []
    for question, beside in BESIDE:
        expected = core(ask(question)[0])
        assert expected[0] != "Failure", question
        for name in [*beside, *(FORECASTS if not isinstance(question, Check) else [])]:
            for failure in FAILURES:
                if name in FORECASTS and isinstance(failure(), LimitError):
                    continue  # a forecast has no time limit of its own
                with monkeypatch.context() as patched:

                    def fail(
                        *_given: object, _failure: Callable[[], Exception] = failure, **_named: object
                    ) -> None:
                        raise _failure()

                    patched.setattr(name, fail)
                    found = core(ask(question)[0])
                if found != expected:
                    wrong.append(f"{type(question).__name__}, {name}, {failure()!r}: {found}")
    assert not wrong, "\n".join(wrong)


def test_a_failure_is_reported_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise SolverError("solver.crashed", reason=crash_reason(-signal.SIGTERM))

    monkeypatch.setattr("bigand.explain.lint.linter.lint_grounder", fail)
    _, heard = ask(Solve(source=Source(text=MODEL), suspicions=True))
    (remark,) = [event for event in heard if isinstance(event, Remark)]
    assert Texts(Language.ENGLISH)(remark.key, **remark.gaps) == (
        "the search for likely mistakes failed (the solver crashed: its process was ended by signal SIGTERM); "
        "the answer does not depend on it"
    )
    assert "n'en dépend pas" in Texts(Language.FRENCH)(remark.key, **remark.gaps)


def test_a_time_limit_of_the_main_work_passes() -> None:
    def ring() -> int:
        raise LimitError("limit.time")

    assert attempt(ring, 1) == 1
    assert attempt(ring, 1, deadline=float("inf")) == 1
    with pytest.raises(LimitError):
        attempt(ring, 1, deadline=0.0)


def test_a_limit_in_the_lint_of_check_is_told_beside_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise MemoryError

    monkeypatch.setattr("bigand.explain.lint.linter.lint_reading", fail)
    answer, _ = ask(Check(source=Source(text=MODEL)))
    assert isinstance(answer, CheckAnswer)
    assert (answer.is_valid, answer.stopped) == (True, "limit.memory")


@pytest.mark.parametrize(("name", "status"), [("gripper4_smt_open_3", "unsat"), ("gripper4_smt_open_4", "sat")])
def test_plans_with_numbers_are_linted_and_solved(name: str, status: str) -> None:
    """Samples of large rules are judged with the kinds that their atoms have: they once had none."""
    text = (PLANS / f"{name}.touist").read_text(encoding="utf-8")
    answer, heard = ask(Solve(source=Source(text=text), suspicions=True))
    assert isinstance(answer, SolveAnswer), answer
    assert answer.status == status
    assert not [event for event in heard if isinstance(event, Remark)]


def test_the_studio_gives_an_answer_whose_sentences_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise ZeroDivisionError

    question = Why(source=Source(text=CLASH))
    answer, _ = ask(question)
    assert isinstance(answer, WhyAnswer)
    monkeypatch.setattr("bigand.studio.serializer.ReasonWording", fail)
    teller = AnswerSerializer(question, Texts(Language.ENGLISH))
    assert '"status":"unsat"' in teller.answer_line(answer)
    assert not teller.is_failure(answer)


# ---------------------------------------------------------------------- why a process ended


def test_why_a_process_ended_is_never_guessed() -> None:
    def told(code: int | None, kills: int | None = None) -> str:
        return format_message(crash_reason(code, kills), Language.ENGLISH)

    assert told(None) == told(0) == "its process ended without an answer"
    assert told(3) == "its process ended with exit code 3"
    assert told(-signal.SIGTERM) == "its process was ended by signal SIGTERM"
    if sys.platform == "linux":
        kills = memory_kills()
        assert told(-9, kills) == "its process was ended by signal SIGKILL"
        if kills is not None:
            assert told(-9, kills - 1) == "the system ran out of memory and killed its process"


class Crash:
    """A session that ends its own process, or has a bug."""

    def __init__(self, how: int) -> None:
        self.how = how

    def solve(self, _assumptions: object) -> bool:
        if self.how > 0:
            os.kill(os.getpid(), self.how)
        elif self.how < 0:
            os._exit(-self.how)
        raise ZeroDivisionError("in the engine")


@pytest.mark.skipif(not can_fork(), reason="engines run in this process")
@pytest.mark.usefixtures("real_children")
def test_an_engine_that_ends_tells_how() -> None:
    reasons = []
    for how in (signal.SIGTERM, -7, 0):
        session = WorkerSession(partial(Crash, how))  # type: ignore[arg-type]  # only what is asked of it
        with pytest.raises(SolverError) as raised:
            session.solve()
        session.close()
        reasons.append(str(raised.value))
    assert reasons[0] == "the solver crashed: its process was ended by signal SIGTERM"
    assert reasons[1] == "the solver crashed: its process ended with exit code 7"
    assert reasons[2].startswith("the solver crashed: ZeroDivisionError (in the engine) at test_auxiliary.py")
    assert not any("memory" in reason for reason in reasons)
