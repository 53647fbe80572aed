"""A text in the formats of other programs."""

from collections.abc import Iterable, Iterator, Sequence

from bigand.answer.expanded import Expanded, costed_of, expanded
from bigand.answer.opening import opened_with_doubts
from bigand.answer.questions.export import Export, Exported, Format, Table
from bigand.answer.report import Part, Remark, Report, in_pieces
from bigand.answer.sizing import check_size
from bigand.answer.value import changed
from bigand.encode.dimacs import dimacs_text
from bigand.language import Mode
from bigand.language.soft import cost_directives
from bigand.source.error import UsageError

_FORMATS: dict[Mode, Format] = {Mode.SAT: "dimacs", Mode.QBF: "qdimacs", Mode.SMT: "smtlib"}


def exported(question: Export, report: Report) -> Exported:
    """The clauses of a text, or its formulas, in another format."""
    source = question.source
    if question.to == "qdimacs" and source.mode is None:
        source = changed(source, mode=Mode.QBF)  # a file without quantifiers is one, too
    problem = opened_with_doubts(source, report)
    mode = problem.reading.mode
    to = question.to or _FORMATS[mode]
    _refuse(to, mode, question.table_apart)
    check_size(problem.grounder, question.limits.megabytes, question.as_written, report=report)
    pieces: Iterable[str]
    names: Sequence[str] | None = None
    if to == "z3":
        from bigand.answer.smtlib import smtlib_with_goals

        pieces = smtlib_with_goals(problem, costed_of(problem, question.as_written))
    elif to == "wcnf":
        from bigand.encode.costs import wdimacs_text

        costed = costed_of(problem, question.as_written)
        pieces, names = _texts(wdimacs_text(costed, not question.table_apart)), costed.compiled.names
    else:
        found = expanded(problem, question.as_written)
        if to == "smtlib":
            from bigand.answer.smtlib import smtlib_of

            if cost_directives(problem.reading.program):
                report(Remark(key="export.costs"))
            pieces = smtlib_of(found, source.logic, report)
        else:
            names = found.compiled.names
            pieces = dimacs_of(found, names, not question.table_apart)
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


def dimacs_of(found: Expanded, names: Sequence[str], has_table: bool) -> Iterator[str]:
    """Clauses by numbers, with the quantifiers in front of them if there may be some."""
    if found.problem.reading.mode is not Mode.QBF:
        return _texts(dimacs_text(found.compiled.clauses, names, has_table))
    from bigand.answer.quantified import Quantified
    from bigand.encode.qdimacs import qdimacs_text

    assert isinstance(found, Quantified)
    return _texts(qdimacs_text(found.quantified, names, has_table))


def _texts(pieces: Iterable[bytes]) -> Iterator[str]:
    return (piece.decode("utf-8", "replace") for piece in pieces)
