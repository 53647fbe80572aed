"""A text as TouIST's own command writes it: clauses with names for auxiliary atoms, formulas on one line."""

from collections.abc import Iterable, Iterator

from bigand.answer.expanded import Expanded, expanded
from bigand.answer.exporting import dimacs_of
from bigand.answer.opening import opened_with_doubts
from bigand.answer.pieces import in_pieces
from bigand.answer.quantified import Quantified
from bigand.answer.questions.translate import Translate, Translated
from bigand.answer.report import Report
from bigand.encode.named import named_clauses, named_matrix, named_prefix
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.whole import written
from bigand.ground.written import show


def translated(question: Translate, report: Report) -> Translated:
    """The text in the form asked for."""
    problem = opened_with_doubts(question.source, report)
    if question.form == "formula":
        pieces: Iterable[str] = [show(written(problem.grounder)) + "\n"]
        return Translated(text=in_pieces(pieces, question.in_parts, report))
    found = expanded(problem)
    if question.form in ("numbers", "names"):
        names = found.compiled.all_names
        pieces = _by_names(found) if question.form == "names" else dimacs_of(found, names, question.table)
        text = in_pieces(pieces, question.in_parts, report)
        return Translated(text=text, names=names, clauses=found.compiled.clauses.count)
    if question.form == "prenex":
        assert isinstance(found, Quantified), "TouIST has it for texts with quantifiers only"
        pieces = [_prenex(found.quantified)]
    else:
        from bigand.answer.smtlib import smtlib_of

        pieces = smtlib_of(found, question.source.logic, report)
    return Translated(text=in_pieces(pieces, question.in_parts, report))


def _by_names(found: Expanded) -> Iterator[str]:
    clauses = found.compiled.clauses
    yield f"p cnf {clauses.variables} {clauses.count}\n"
    for line in named_prefix(found.quantified) if isinstance(found, Quantified) else ():
        yield f"{line} 0\n".replace("∀", "a", 1).replace("∃", "e", 1)
    for line in named_clauses(found.compiled):
        yield f"{line} 0\n"


def _prenex(quantified: QuantifiedClauses) -> str:
    """The formula in a line, its quantifiers in front."""
    prefix = ""
    for block in quantified.blocks:
        symbol = "∀" if block.is_forall else "∃"
        prefix += "".join([f"{symbol}{quantified.compiled.names[atom - 1]}. " for atom in block.atoms.tolist()])
    matrix = [f"({line})" if " " in line else line for line in named_matrix(quantified)]
    whole = " ∧ ".join(matrix or ["⊤"])
    return prefix + (f"({whole})" if len(matrix) > 1 else whole) + "\n"
