"""`export`: write a text in the formats of other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from bigand.api.question import Answer
from bigand.api.report import Notice, Part, Remark, Report, deliver_text, ignore_events
from bigand.api.source import TextQuestion
from bigand.api.value import Value, replace_fields
from bigand.language.syntax import Mode, cost_directives
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.error import UsageError

if TYPE_CHECKING:
    from bigand.api.expansion import Expansion
    from bigand.api.problem import Problem
    from bigand.encode.costs import CostedFile
    from bigand.encode.smtlib import Script

ExportFormat: TypeAlias = Literal["dimacs", "wcnf", "qdimacs", "smtlib", "z3"]


class AtomTable(Value):
    """The atoms in the order of their numbers, from 1."""

    atoms: tuple[str, ...]


class ExportAnswer(Answer, tag="exported"):
    """The exported text, unless it was reported in parts.

    And the table of atoms, if it was requested separately.
    """

    format: ExportFormat
    text: str
    table: AtomTable | None = None


class Export(TextQuestion[ExportAnswer], tag="export"):
    """How is this text written in another format? The default is the format for its mode.

    With `table_apart` the table of atoms is separate; otherwise it is written in comments. With `in_parts` the
    answer is reported in pieces: first the separate table, if there is one, then the text.
    """

    to: ExportFormat | None = None
    as_written: bool = False
    table_apart: bool = False
    in_parts: bool = False

    def answer(self, report: Report) -> ExportAnswer:
        return export(self, report)


_DEFAULT_FORMATS: dict[Mode, ExportFormat] = {Mode.SAT: "dimacs", Mode.QBF: "qdimacs", Mode.SMT: "smtlib"}


def export(question: Export, report: Report) -> ExportAnswer:
    """Write the clauses of a text, or its formulas, in another format."""
    from bigand.api.expansion import expand, expand_with_costs
    from bigand.api.problem import load_problem_with_warnings
    from bigand.api.size_check import check_size

    source = question.source
    if question.to == "qdimacs" and source.mode is None:
        source = replace_fields(source, mode=Mode.QBF)  # a text without quantifiers is valid QDIMACS, too
    problem = load_problem_with_warnings(source, report)
    mode = problem.reading.mode
    to = question.to or _DEFAULT_FORMATS[mode]
    _reject_format(to, mode, question.table_apart)
    check_size(problem.grounder, question.limits.megabytes, question.as_written, report=report)
    pieces: Iterable[str]
    names: Sequence[str] | None = None
    if to == "z3":
        pieces = smtlib_pieces_with_goals(problem, expand_with_costs(problem, question.as_written))
    elif to == "wcnf":
        from bigand.encode.costs import wdimacs_text

        costed = expand_with_costs(problem, question.as_written)
        pieces, names = _decode_pieces(wdimacs_text(costed, not question.table_apart)), costed.compiled.names
    else:
        expansion = expand(problem, question.as_written)
        if to == "smtlib":
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
    """Raise if a format cannot express the mode of a text, or cannot have a separate table."""
    if (to == "qdimacs") != (mode is Mode.QBF):
        raise UsageError("export.mode", format=to, mode=mode.value.upper())
    if to in ("dimacs", "wcnf") and mode is Mode.SMT:
        raise UsageError("export.numbers")
    if to in ("smtlib", "z3") and table_apart:
        raise UsageError("export.no_table")


def dimacs_pieces(expansion: Expansion, names: Sequence[str], has_table: bool) -> Iterator[str]:
    """The clauses in DIMACS, or in QDIMACS with the quantifier prefix."""
    from bigand.encode.dimacs import dimacs_text

    if expansion.problem.reading.mode is not Mode.QBF:
        return _decode_pieces(dimacs_text(expansion.compiled.clauses, names, has_table))
    from bigand.api.quantified import QuantifiedExpansion
    from bigand.encode.quantified_clauses import qdimacs_text

    assert isinstance(expansion, QuantifiedExpansion)
    return _decode_pieces(qdimacs_text(expansion.quantified, names, has_table))


def _decode_pieces(pieces: Iterable[bytes]) -> Iterator[str]:
    return (piece.decode("utf-8", "replace") for piece in pieces)


def smtlib_pieces(expansion: Expansion, logic: str | None, report: Report = ignore_events) -> Iterator[str]:
    """The text in SMT-LIB, in pieces.

    The logic is `logic`, or the smallest that has all the text needs. If `logic` does not have all of it, that is
    reported and the smallest is used.
    """
    from bigand.api.numbers import NumberExpansion
    from bigand.encode.smtlib import smtlib_script
    from bigand.encode.theory import allows, first_rule_outside, propositional_theory

    theory = (
        expansion.theory
        if isinstance(expansion, NumberExpansion)
        else propositional_theory(expansion.compiled.names)
    )
    clauses = expansion.compiled.clauses
    taken = theory.logic if logic is None or not allows(logic, theory.logic) else logic
    if logic is not None and taken != logic:
        rule = expansion.problem.grounder.rules()[first_rule_outside(clauses, theory, logic)]
        report(Notice(diagnostics=(make_diagnostic("G104", rule.span, help="help", logic=logic, taken=taken),)))
    return smtlib_script(clauses, theory, taken, _rule_comment_maker(expansion.problem))


def smtlib_pieces_with_goals(problem: Problem, costed: CostedFile) -> Iterator[str]:
    """The text in SMT-LIB with soft formulas and objectives, as Z3 and OptiMathSAT read them.

    The solver chooses the logic.
    """
    from bigand.encode.smtlib import goal_lines, smtlib_script
    from bigand.encode.theory import propositional_theory

    theory = costed.theory or propositional_theory(costed.compiled.names)

    def goals(script: Script) -> Iterator[str]:
        return (line for price in costed.goals for line in goal_lines(script, price))

    return smtlib_script(costed.compiled.clauses, theory, None, _rule_comment_maker(problem), goals)


def _rule_comment_maker(problem: Problem) -> Callable[[int], str]:
    """Return a function from the number of a rule to its comment: the line of the rule."""
    rules = [*problem.grounder.rules(), *problem.grounder.soft_rules()]
    return lambda rule: f"line {problem.document.position(rules[rule].span.start).line}"
