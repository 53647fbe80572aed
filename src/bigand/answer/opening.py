"""From a source to a reading with values: what is wrong with either is an error, and never a half-read text."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bigand.answer.report import Noticed, Remark, Report, unheard
from bigand.answer.source import Source, asks_for_data
from bigand.data import needed, to_value, unread, values_of_bytes, values_of_directives
from bigand.language import Mode, Reading, read
from bigand.language.reading import parse
from bigand.language.soft import costs
from bigand.language.syntax import Assignment, Data, Program
from bigand.language.values import Value
from bigand.source.document import Document
from bigand.source.error import BigandError, RefusedError
from bigand.source.fault import fault


class Opened(Struct, frozen=True):
    """A text that can be expanded: its reading has no errors, `given` are the values from outside it."""

    reading: Reading
    given: Mapping[str, Value]
    logic: str | None = None

    @property
    def document(self) -> Document:
        return self.reading.document


def opened(
    source: Source, report: Report = unheard, modes: tuple[Mode, ...] = tuple(Mode), index: int = 0
) -> Opened:
    """A source that is to be expanded, in one of these modes; `index` is which of the question's texts it is."""
    found = read_source(source, report)
    refuse_errors(found, index)
    refuse_modes(found, modes, index)
    return found


def opened_with_doubts(source: Source, report: Report, modes: tuple[Mode, ...] = tuple(Mode)) -> Opened:
    """The same; it is told how much is doubtful in it."""
    found = read_source(source, report)
    refuse_errors(found)
    notice_doubts(found, report)
    refuse_modes(found, modes)
    return found


def refuse_errors(found: Opened, index: int = 0) -> None:
    """Raise what is wrong with a text."""
    if not found.reading.ok:
        raise RefusedError(found.reading.diagnostics, index)


def refuse_modes(found: Opened, modes: tuple[Mode, ...], index: int = 0) -> None:
    """Raise that a text is in a mode that cannot be done with, or has what its mode cannot have."""
    reading = found.reading
    mode = reading.mode.value.upper()
    if reading.mode is Mode.QBF and (priced := costs(reading.program)):
        raise RefusedError([fault("G205", one.span, help="help", mode=mode) for one in priced], index)
    if reading.mode not in modes:
        raise BigandError("solve.mode", mode=mode)


def read_source(source: Source, report: Report = unheard) -> Opened:
    """A source with its values, read; there may be errors in it."""
    document = Document(source.name, source.text)
    parsed = parse(document) if source.has_directives and asks_for_data(source.text) else None
    values = given_values(source)
    given = dict(values)
    if parsed is not None:
        given |= values_of_directives(parsed[0], source.data, given)
    reading = read(document, source.mode, frozenset(given), parsed=parsed)
    report_unread(values, [reading.program], report)
    if not source.has_directives:
        reading = replace(reading, program=replace(reading.program, directives=()))
    return Opened(reading, given, source.logic)


def report_unread(given: Iterable[str], programs: Sequence[Program], report: Report) -> None:
    """Tell which of the values from outside no text reads: most likely a name is misspelt."""
    for name, near in unread(given, programs).items():
        gaps = {"name": name} if near is None else {"name": name, "near": near}
        report(Remark(key="data.unread" if near is None else "data.unread_near", gaps=gaps))


def given_values(source: Source) -> dict[str, Value]:
    """The values that come with a source, but for those that its text asks for; the last one of a name."""
    found: dict[str, Value] = {}
    for name, value in source.values.items():
        try:
            found[f"${name.removeprefix('$')}"] = to_value(value)
        except (TypeError, RecursionError):
            raise BigandError("data.no_value", name=name, value=repr(value)[:60]) from None
    for file in source.files:
        found |= values_of_bytes(file.content, file.name)
    for text in source.assignments:
        found |= _assigned(text)
    return found


def _assigned(text: str) -> dict[str, Value]:
    """`$N=8`, read and evaluated as an assignment of the language."""
    from bigand.ground.expand import Grounder

    written = text if text.startswith("$") else f"${text}"
    reading = read(Document("--set", f"{written}\nTop"))
    items = reading.program.items
    target = items[0].target if len(items) == 2 and isinstance(items[0], Assignment) else None
    if not reading.ok or target is None or target.arguments:
        raise BigandError("data.bad_set", value=text)
    try:
        return {target.name: Grounder(reading).evaluator.globals.values[target.name]}
    except RefusedError:
        raise BigandError("data.bad_set", value=text) from None


def needed_data(source: Source) -> list[Data]:
    """The `;;@ data` lines of a text whose files are to be read before it can be expanded."""
    if not asks_for_data(source.text):
        return []
    program, _ = parse(Document(source.name, source.text))
    return needed(program, given_values(source))


def notice_doubts(found: Opened, report: Report, index: int = 0) -> None:
    """Tell how much is doubtful in a text without errors."""
    if found.reading.diagnostics:
        report(Noticed(diagnostics=found.reading.diagnostics, is_counted=True, source=index))
