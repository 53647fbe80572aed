"""A text as TouIST's own command writes it: clauses with names for auxiliary atoms, formulas on one line."""

from collections.abc import Iterable, Iterator

from bigand.answer.expanded import Expanded, expanded
from bigand.answer.exporting import dimacs_of
from bigand.answer.opening import opened_with_doubts
from bigand.answer.problem import Problem
from bigand.answer.quantified import Quantified
from bigand.answer.questions.translate import Translate, Translated
from bigand.answer.report import Report, in_pieces
from bigand.encode.named import clause_lines, literals_by_rule, matrix_trees, prefix_lines
from bigand.ground.pairs import chain_pairs, show_pairs
from bigand.ground.whole import conjoin, expanded_formula, expanded_rules
from bigand.language import Mode


def translated(question: Translate, report: Report) -> Translated:
    """The text in the form asked for."""
    modes = (Mode.QBF,) if question.form in ("prenex", "duringprenex") else tuple(Mode)
    problem = opened_with_doubts(question.source, report, modes)
    if question.form == "formula":
        return Translated(text=in_pieces([_formula(problem) + "\n"], question.in_parts, report))
    found = expanded(problem)
    pieces: Iterable[str]
    match question.form:
        case "numbers":
            pieces = dimacs_of(found, found.compiled.all_names, question.table)
        case "names":
            pieces = _by_names(found)
        case "cnf":
            pieces = _clauses(found)
        case "duringcnf":
            pieces = _steps_to_clauses(problem, found)
        case "prenex":
            pieces = _prenex(found)
        case "duringprenex":
            pieces = [f"step: {_formula(problem)}\n", *_prenex(found)]
        case "smtlib":
            from bigand.answer.smtlib import smtlib_of

            pieces = smtlib_of(found, question.source.logic, report)
    text = in_pieces(pieces, question.in_parts, report)
    return Translated(text=text, names=found.compiled.all_names, clauses=found.compiled.clauses.count)


def _by_names(found: Expanded) -> Iterator[str]:
    clauses = found.compiled.clauses
    yield f"p cnf {clauses.variables} {clauses.count}\n"
    for line in prefix_lines(found.quantified) if isinstance(found, Quantified) else ():
        yield f"{line} 0\n".replace("∀", "a", 1).replace("∃", "e", 1)
    for line in clause_lines(found.compiled):
        yield f"{line} 0\n"


def _formula(problem: Problem) -> str:
    """The text as one formula, its quantifiers where they stand."""
    return show_pairs(expanded_formula(problem.new_grounder(), in_pairs=True))


def _prefix(found: Expanded) -> str:
    """The quantifiers in front, if it has some."""
    symbols = {"exists": "∃", "forall": "∀"}
    return "".join([f"{symbols[block.quantifier]}{atom}." for block in found.prefix or () for atom in block.atoms])


def _clauses(found: Expanded) -> Iterator[str]:
    """All clauses as one formula."""
    yield _prefix(found)
    yield from chain_pairs(
        "and", ["".join(chain_pairs("or", words)) for _, words in literals_by_rule(found.compiled, "¬")]
    )
    yield "\n"


def _steps_to_clauses(problem: Problem, found: Expanded) -> Iterator[str]:
    """The whole formula; for each of its rules, further in, what it says and the clauses of it; all clauses."""
    own: dict[int, list[str]] = {}
    for number, words in literals_by_rule(found.compiled, "¬"):
        own.setdefault(number, []).append("".join(chain_pairs("or", words)))
    yield f"0 in:  {_formula(problem)}\n"
    for rule, parts in expanded_rules(problem.new_grounder(), in_pairs=True):
        yield f"\t1 in:  {show_pairs(conjoin(parts))}\n"
        yield f"\t1 out: {''.join(chain_pairs('and', own.get(rule.number, [])))}\n"
    yield "0 out: "
    yield from _clauses(found)


def _prenex(found: Expanded) -> Iterator[str]:
    """The formula in a line, its quantifiers in front."""
    assert isinstance(found, Quantified), "TouIST has it for texts with quantifiers only"
    yield _prefix(found)
    yield show_pairs(conjoin(list(matrix_trees(found.quantified))))
    yield "\n"
