"""`check`: find every mistake in a text, and what is suspicious in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bigand.api.auxiliary import failure_reporter
from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.language.syntax import Assertion, Data, Mode
from bigand.source.diagnostic import Diagnostic, sort_by_position
from bigand.source.error import LimitError, attempt

if TYPE_CHECKING:
    from bigand.language import CheckedDocument

_SMALL_TEXT = 20_000  # characters: read in less time than it takes to start a process


class CheckAnswer(Answer, tag="checked"):
    """The diagnostics of a text in text order, its mode, and how many formulas and assignments it has."""

    is_valid: bool
    mode: Mode
    is_mode_guessed: bool
    formulas: int
    assignments: int
    diagnostics: tuple[Diagnostic, ...]
    stopped: str | None = None  # the limit that was reached before the lint was finished


class Check(TextQuestion[CheckAnswer], tag="check"):
    """What is wrong or suspicious in this text? With `suspicions` all instances of its rules are examined, too."""

    suspicions: bool = True

    @property
    def is_brief(self) -> bool:
        """Whether the answer takes little time and memory: reading a short text expands nothing."""
        return not self.suspicions and not self.source.data and len(self.source.text) <= _SMALL_TEXT

    def answer(self, report: Report) -> CheckAnswer:
        return check(self, report)


def check(question: Check, report: Report) -> CheckAnswer:
    """Read a text and, if it can be expanded as it stands, lint its instances."""
    from bigand.api.problem import read_source

    problem = read_source(question.source)
    reading = problem.reading
    diagnostics = list(reading.diagnostics)
    stopped: str | None = None

    def handle_failure(error: Exception) -> None:
        nonlocal stopped
        if isinstance(error, LimitError | MemoryError):
            stopped = "limit.memory" if isinstance(error, MemoryError) else error.key
        else:
            failure_reporter("suspicions", report)(error)

    if question.suspicions and reading.is_valid and reading.mode is Mode.SAT and not _lacks_data(question, reading):
        from bigand.explain.lint.linter import lint_reading

        nothing: list[Diagnostic] = []
        lint_warnings = attempt(lambda: lint_reading(reading, dict(problem.given)), nothing, handle_failure)
        diagnostics = sort_by_position([*diagnostics, *lint_warnings])
    items = reading.program.items
    formulas = sum([isinstance(item, Assertion) for item in items])
    return CheckAnswer(
        is_valid=reading.is_valid,
        mode=reading.mode,
        is_mode_guessed=reading.is_mode_guessed,
        formulas=formulas,
        assignments=len(items) - formulas,
        diagnostics=tuple(diagnostics),
        stopped=stopped,
    )


def _lacks_data(question: Check, reading: CheckedDocument) -> bool:
    """Whether the text reads data files and the question has no data."""
    data_directives = [directive for directive in reading.program.directives if isinstance(directive, Data)]
    return bool(data_directives) and not question.source.data
