"""A text in the formats of other programs."""

from collections.abc import Iterable, Iterator, Sequence

from bigand.answer.model import Model, model_of
from bigand.answer.numbers import smtlib_of, smtlib_with_goals
from bigand.answer.opening import opened_with_doubts
from bigand.answer.pieces import in_pieces
from bigand.answer.questions.export import Export, Exported, Format, Table
from bigand.answer.report import Noticed, Part, Remark, Report
from bigand.answer.sizing import check_size
from bigand.answer.value import changed
from bigand.encode.costs import wdimacs
from bigand.encode.dimacs import dimacs
from bigand.language import Mode
from bigand.language.soft import costs
from bigand.source.error import UsageError

_FORMATS: dict[Mode, Format] = {Mode.SAT: "dimacs", Mode.QBF: "qdimacs", Mode.SMT: "smtlib"}


def exported(question: Export, report: Report) -> Exported:
    """The clauses of a text, or its formulas, in another format."""
    source = question.source
    if question.to == "qdimacs" and source.mode is None:
        source = changed(source, mode=Mode.QBF)  # a file without quantifiers is one, too
    found = opened_with_doubts(source, report)
    mode = found.reading.mode
    to = question.to or _FORMATS[mode]
    _refuse(to, mode, question.table_apart)
    model = model_of(found.reading, found.given, found.logic)
    check_size(model.grounder, question.limits.megabytes, question.as_written, report=report)
    pieces: Iterable[str]
    names: Sequence[str] | None
    if to == "z3":
        pieces, names = smtlib_with_goals(model, model.compile_costs(question.as_written)), None
    elif to == "wcnf":
        costed = model.compile_costs(question.as_written)
        names = costed.compiled.names
        pieces = _texts(wdimacs(costed, not question.table_apart))
    else:
        model.compiled = model.compile(question.as_written)
        pieces, names = _clauses(model, question, to, report)
    table = Table(atoms=tuple(names)) if names is not None and question.table_apart else None
    if table is not None and question.in_parts:
        report(Part(found=table))
    text = in_pieces(pieces, question.in_parts, report)
    return Exported(format=to, text=text, table=table)


def _refuse(to: Format, mode: Mode, table_apart: bool) -> None:
    """Raise that a format has no words for what a text says."""
    if (to == "qdimacs") != (mode is Mode.QBF):
        raise UsageError("export.mode", format=to, mode=mode.value.upper())
    if to in ("dimacs", "wcnf") and mode is Mode.SMT:
        raise UsageError("export.numbers")
    if to in ("smtlib", "z3") and table_apart:
        raise UsageError("export.no_table")


def _clauses(
    model: Model, question: Export, to: Format, report: Report
) -> tuple[Iterable[str], Sequence[str] | None]:
    """The text in pieces, and the names of its atoms if it has only their numbers."""
    if to == "smtlib":
        return _smtlib(model, question, report), None
    names = model.compiled.names
    if to == "dimacs":
        return _texts(dimacs(model.compiled.clauses, names, not question.table_apart)), names
    from bigand.answer.quantified import QuantifiedModel
    from bigand.encode.qdimacs import qdimacs

    assert isinstance(model, QuantifiedModel)
    return _texts(qdimacs(model.quantified, names, not question.table_apart)), names


def _texts(pieces: Iterable[bytes]) -> Iterator[str]:
    return (piece.decode() for piece in pieces)


def _smtlib(model: Model, question: Export, report: Report) -> Iterable[str]:
    if costs(model.reading.program):
        report(Remark(key="export.costs"))
    pieces, doubts = smtlib_of(model, question.source.logic)
    if doubts:
        report(Noticed(diagnostics=tuple(doubts)))
    return pieces
