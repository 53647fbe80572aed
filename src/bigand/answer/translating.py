"""A text as TouIST's own command writes it: clauses with names for auxiliary atoms, formulas on one line."""

from collections.abc import Iterable, Iterator

from bigand.answer.model import Model, model_of
from bigand.answer.numbers import smtlib_of
from bigand.answer.opening import opened_with_doubts
from bigand.answer.pieces import in_pieces
from bigand.answer.quantified import QuantifiedModel
from bigand.answer.questions.translate import Translate, Translated
from bigand.answer.report import Noticed, Report
from bigand.encode.dimacs import dimacs
from bigand.encode.named import named_clauses, named_matrix, named_prefix
from bigand.encode.qdimacs import qdimacs
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.written import show, written


def translated(question: Translate, report: Report) -> Translated:
    """The text in the form asked for."""
    found = opened_with_doubts(question.source, report)
    model = model_of(found.reading, dict(found.given), found.logic)
    if question.form in ("numbers", "names"):
        compiled = model.compiled
        names = all_names(model)
        pieces = _by_names(model) if question.form == "names" else _by_numbers(model, names, question.table)
        text = in_pieces(pieces, question.in_parts, report)
        return Translated(text=text, names=tuple(names), clauses=compiled.clauses.count)
    return Translated(text=in_pieces(_formula(question, model, report), question.in_parts, report))


def all_names(model: Model) -> list[str]:
    """The names of all variables; auxiliary ones are `&1`, `&2`, …"""
    compiled = model.compiled
    hidden = compiled.clauses.variables - compiled.clauses.atoms
    return [*compiled.names, *[f"&{at + 1}" for at in range(hidden)]]


def _by_numbers(model: Model, names: list[str], table: bool) -> Iterator[str]:
    if isinstance(model, QuantifiedModel):
        pieces = qdimacs(model.quantified, names, table=table)
    else:
        pieces = dimacs(model.compiled.clauses, names, table=table)
    return (piece.decode("utf-8", "replace") for piece in pieces)


def _by_names(model: Model) -> Iterator[str]:
    clauses = model.compiled.clauses
    yield f"p cnf {clauses.variables} {clauses.count}\n"
    for line in named_prefix(model.quantified) if isinstance(model, QuantifiedModel) else ():
        yield f"{line} 0\n".replace("∀", "a", 1).replace("∃", "e", 1)
    for line in named_clauses(model.compiled):
        yield f"{line} 0\n"


def _formula(question: Translate, model: Model, report: Report) -> Iterable[str]:
    if question.form == "prenex":
        assert isinstance(model, QuantifiedModel), "TouIST has it for texts with quantifiers only"
        return [_prenex(model.quantified)]
    if question.form == "formula":
        return [show(written(model.grounder)) + "\n"]
    pieces, doubts = smtlib_of(model, question.source.logic)
    if doubts:
        report(Noticed(diagnostics=tuple(doubts)))
    return pieces


def _prenex(quantified: QuantifiedClauses) -> str:
    """The formula in a line, its quantifiers in front."""
    prefix = ""
    for block in quantified.blocks:
        symbol = "∀" if block.is_forall else "∃"
        prefix += "".join([f"{symbol}{quantified.compiled.names[atom - 1]}. " for atom in block.atoms.tolist()])
    matrix = [f"({line})" if " " in line else line for line in named_matrix(quantified)]
    whole = " ∧ ".join(matrix or ["⊤"])
    return prefix + (f"({whole})" if len(matrix) > 1 else whole) + "\n"
