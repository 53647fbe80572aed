"""Load a source as a problem: the checked document, its values from outside, and the grounder that expands it."""

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bigand.api.needs import NeededFile, Needs, NeedsAnswer
from bigand.api.report import Notice, Remark, Report, ignore_events
from bigand.api.source import Source, may_need_data
from bigand.api.value import Value, replace_fields
from bigand.data import load_directives, needed_data_directives, store_file_contents, suggest_for_unread_names
from bigand.language import CheckedDocument, Mode, read_document
from bigand.language.frontend import parse_document
from bigand.language.syntax import Assignment, Data, Program, cost_directives
from bigand.language.values import Value as LanguageValue
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document
from bigand.source.error import BigandError, InvalidSourceError
from bigand.values import DataError, ValueStore, parse_value, variable_name

if TYPE_CHECKING:
    from bigand.ground.grounder import Grounder


class Problem(Value, dict=True):
    """A text that can be expanded: `reading` is the checked document, `given` has its values from outside."""

    reading: CheckedDocument
    given: dict[str, LanguageValue]
    logic: str | None = None  # of SMT-LIB: the sort of unknowns whose use does not determine it

    @property
    def document(self) -> Document:
        return self.reading.document

    @cached_property
    def grounder(self) -> "Grounder":
        return self.new_grounder()

    @cached_property
    def _forecasts(self) -> dict[Hashable, Any]:
        return {}

    def new_grounder(self) -> "Grounder":
        """Return a grounder that has expanded nothing yet; all grounders share the forecasts of rule sizes."""
        from bigand.ground.grounder import Grounder

        return Grounder(self.reading, self.given, forecasts=self._forecasts)

    def with_value(self, variable: str, value: LanguageValue) -> "Problem":
        """Return the same problem with another value of a variable."""
        return replace_fields(self, given={**self.given, variable: value})


def load_problem(
    source: Source, report: Report = ignore_events, modes: tuple[Mode, ...] = tuple(Mode), index: int = 0
) -> Problem:
    """Load a source in one of these modes; raise if it has errors.

    `text_index` is the number of the source among the texts of the question, for errors.
    """
    problem = read_source(source, report)
    raise_if_invalid(problem, index)
    require_mode(problem, modes, index)
    return problem


def load_problem_with_warnings(source: Source, report: Report, modes: tuple[Mode, ...] = tuple(Mode)) -> Problem:
    """Load a source as `load_problem` does, and report the number of its warnings."""
    problem = read_source(source, report)
    raise_if_invalid(problem)
    report_warning_count(problem, report)
    require_mode(problem, modes)
    return problem


def raise_if_invalid(problem: Problem, text_index: int = 0) -> None:
    """Raise the errors of a text, if it has any."""
    if not problem.reading.is_valid:
        raise InvalidSourceError(problem.reading.diagnostics, text_index)


def require_mode(problem: Problem, modes: tuple[Mode, ...], text_index: int = 0) -> None:
    """Raise if the mode of a text is not among `modes`, or if the text has costs and its mode allows none."""
    reading = problem.reading
    mode = reading.mode.value.upper()
    if reading.mode is Mode.QBF and (priced := cost_directives(reading.program)):
        raise InvalidSourceError(
            [make_diagnostic("G205", cost.span, help="help", mode=mode) for cost in priced], text_index
        )
    if reading.mode not in modes:
        raise BigandError("solve.mode", mode=mode)


def read_source(source: Source, report: Report = ignore_events, store: ValueStore | None = None) -> Problem:
    """Read a source with its values; the text may have errors. `store` has its values, if they are known."""
    document = Document(source.name, source.text)
    parsed = parse_document(document) if source.has_directives and may_need_data(source.text) else None
    store = collect_values(source) if store is None else store
    given_names = list(store.values)
    if parsed is not None:
        load_directives(parsed[0], source.data, store)
    for doubt in store.warnings:
        report(Remark(key=doubt.key, gaps=doubt.gaps))
    reading = read_document(document, source.mode, frozenset(store.values), parsed=parsed)
    report_unread_values(given_names, [reading.program], report)
    if not source.has_directives:
        reading = replace(reading, program=replace(reading.program, directives=()))
    return Problem(reading=reading, given=store.values, logic=source.logic)


def report_unread_values(given: Iterable[str], programs: Sequence[Program], report: Report) -> None:
    """Report the values from outside that no text reads: most likely a name is misspelt."""
    for name, near in suggest_for_unread_names(given, programs).items():
        gaps = {"name": name} if near is None else {"name": name, "near": near}
        report(Remark(key="data.unread" if near is None else "data.unread_near", gaps=gaps))


def collect_values(source: Source) -> ValueStore:
    """Collect the values that come with a source, except those of its `;;@ data` lines.

    The last one of a name wins.
    """
    store = ValueStore()
    for name, value in source.values.items():
        store.add(name, value)
    for file in source.files:
        store_file_contents(file.content, file.name, store)
    for text in source.assignments:
        _store_assignment(text, store)
    return store


def _store_assignment(text: str, store: ValueStore) -> None:
    """Store an assignment such as `$N=8`: its value is an expression of the language, or a printed value."""
    from bigand.ground.grounder import Grounder

    written = text if text.startswith("$") else f"${text}"
    reading = read_document(Document("--set", f"{written}\nTop"))
    items = reading.program.items
    try:
        if reading.is_valid and len(items) == 2 and isinstance(items[0], Assignment):
            known = Grounder(reading).evaluator.globals
            for values in (known.values, *known.families.values()):
                for key, value in values.items():
                    store.set_converted_value(key, value)
            return
        name, _, printed = written.partition("=")
        store.set_converted_value(
            variable_name(name), parse_value(printed)
        )  # unlike an expression, this may be a tuple
    except (InvalidSourceError, DataError, ValueError):
        raise BigandError("data.bad_set", value=text) from None


def find_needed_data(source: Source, known: Iterable[str] | None = None) -> list[Data]:
    """Find the `;;@ data` lines whose files must be read.

    `known` are the names that have values, if they are known.
    """
    if not may_need_data(source.text):
        return []
    program, _ = parse_document(Document(source.name, source.text))
    return needed_data_directives(program, collect_values(source).values if known is None else known)


def find_needs(question: Needs, _report: Report) -> NeedsAnswer:
    """Find the data files that a text names and needs."""
    lines = find_needed_data(question.source)
    return NeedsAnswer(
        files=tuple([NeededFile(variable=line.variable.name, path=line.path, span=line.span) for line in lines])
    )


def report_warning_count(problem: Problem, report: Report, text_index: int = 0) -> None:
    """Report the number of warnings of a text without errors."""
    if problem.reading.diagnostics:
        report(Notice(diagnostics=problem.reading.diagnostics, is_counted=True, source=text_index))
