"""A text in the formats of other programs."""

from collections.abc import Iterable, Iterator, Sequence

from bigand.answer.expanded import Expansion, expand, expand_with_costs
from bigand.answer.opening import load_problem_with_warnings
from bigand.answer.questions.export import AtomTable, Export, ExportAnswer, ExportFormat
from bigand.answer.report import Part, Remark, Report, deliver_text
from bigand.answer.sizing import check_size
from bigand.answer.value import replace_fields
from bigand.encode.dimacs import dimacs_text
from bigand.language import Mode
from bigand.language.soft import cost_directives
from bigand.source.error import UsageError

_DEFAULT_FORMATS: dict[Mode, ExportFormat] = {Mode.SAT: "dimacs", Mode.QBF: "qdimacs", Mode.SMT: "smtlib"}


def export(question: Export, report: Report) -> ExportAnswer:
    """The clauses of a text, or its formulas, in another format."""
    source = question.source
    if question.to == "qdimacs" and source.mode is None:
        source = replace_fields(source, mode=Mode.QBF)  # a file without quantifiers is one, too
    problem = load_problem_with_warnings(source, report)
    mode = problem.reading.mode
    to = question.to or _DEFAULT_FORMATS[mode]
    _reject_format(to, mode, question.table_apart)
    check_size(problem.grounder, question.limits.megabytes, question.as_written, report=report)
    pieces: Iterable[str]
    names: Sequence[str] | None = None
    if to == "z3":
        from bigand.answer.smtlib import smtlib_pieces_with_goals

        pieces = smtlib_pieces_with_goals(problem, expand_with_costs(problem, question.as_written))
    elif to == "wcnf":
        from bigand.encode.costs import wdimacs_text

        costed = expand_with_costs(problem, question.as_written)
        pieces, names = _decode_pieces(wdimacs_text(costed, not question.table_apart)), costed.compiled.names
    else:
        expansion = expand(problem, question.as_written)
        if to == "smtlib":
            from bigand.answer.smtlib import smtlib_pieces

            if cost_directives(problem.reading.program):
                report(Remark(key="export.costs"))
            pieces = smtlib_pieces(expansion, source.logic, report)
        else:
            names = expansion.compiled.names
            pieces = dimacs_pieces(expansion, names, not question.table_apart)
    table = AtomTable(atoms=tuple(names)) if names is not None and question.table_apart else None
    if table is not None and question.in_parts:
        report(Part(found=table))
    text = deliver_text(pieces, question.in_parts, report)
    return ExportAnswer(format=to, text=text, table=table)


def _reject_format(to: ExportFormat, mode: Mode, table_apart: bool) -> None:
    """Raise that a format has no words for what a text says."""
    if (to == "qdimacs") != (mode is Mode.QBF):
        raise UsageError("export.mode", format=to, mode=mode.value.upper())
    if to in ("dimacs", "wcnf") and mode is Mode.SMT:
        raise UsageError("export.numbers")
    if to in ("smtlib", "z3") and table_apart:
        raise UsageError("export.no_table")


def dimacs_pieces(expansion: Expansion, names: Sequence[str], has_table: bool) -> Iterator[str]:
    """Clauses by numbers, with the quantifiers in front of them if there may be some."""
    if expansion.problem.reading.mode is not Mode.QBF:
        return _decode_pieces(dimacs_text(expansion.compiled.clauses, names, has_table))
    from bigand.answer.quantified import QuantifiedExpansion
    from bigand.encode.qdimacs import qdimacs_text

    assert isinstance(expansion, QuantifiedExpansion)
    return _decode_pieces(qdimacs_text(expansion.quantified, names, has_table))


def _decode_pieces(pieces: Iterable[bytes]) -> Iterator[str]:
    return (piece.decode("utf-8", "replace") for piece in pieces)
