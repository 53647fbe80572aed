"""How a text is checked: what reading it tells and, if it can be expanded as it stands, what is suspicious."""

from bigand.answer.auxiliary import failure_reporter
from bigand.answer.opening import read_source
from bigand.answer.questions.check import Check, CheckAnswer
from bigand.answer.report import Report
from bigand.language import CheckedDocument, Mode
from bigand.language.syntax import Assertion, Data
from bigand.source.auxiliary import attempt
from bigand.source.diagnostic import Diagnostic, sort_by_position
from bigand.source.error import LimitError


def check(question: Check, report: Report) -> CheckAnswer:
    """All that is to be said of a text."""
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
        from bigand.explain.suspicions import lint_reading

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
    """Whether a file's values come from elsewhere, and are not here."""
    data_directives = [directive for directive in reading.program.directives if isinstance(directive, Data)]
    return bool(data_directives) and not question.source.data
