"""Write a text as TouIST's command does: clauses with names for auxiliary atoms, formulas on one line."""

from collections.abc import Iterable, Iterator

from bigand.api.expansion import Expansion, expand
from bigand.api.export import dimacs_pieces, smtlib_pieces
from bigand.api.problem import Problem, load_problem_with_warnings
from bigand.api.quantified import QuantifiedExpansion
from bigand.api.report import Report, deliver_text
from bigand.api.translate import Translate, TranslateAnswer
from bigand.encode.clause_text import clause_lines, clauses_with_rule_numbers, matrix_trees, prefix_lines
from bigand.ground.formula_tree import chain_pairs, show_pairs
from bigand.ground.grounder import conjoin, expanded_formula, expanded_rules
from bigand.language import Mode


def translate(question: Translate, report: Report) -> TranslateAnswer:
    """Write the text in the requested form."""
    modes = (Mode.QBF,) if question.form in ("prenex", "duringprenex") else tuple(Mode)
    problem = load_problem_with_warnings(question.source, report, modes)
    if question.form == "formula":
        return TranslateAnswer(text=deliver_text([_whole_formula(problem) + "\n"], question.in_parts, report))
    expansion = expand(problem)
    pieces: Iterable[str]
    match question.form:
        case "numbers":
            pieces = dimacs_pieces(expansion, expansion.compiled.all_names, question.table)
        case "names":
            pieces = _named_dimacs(expansion)
        case "cnf":
            pieces = _clauses_as_formula(expansion)
        case "duringcnf":
            pieces = _formula_rules_and_clauses(problem, expansion)
        case "prenex":
            pieces = _prenex_formula(expansion)
        case "duringprenex":
            pieces = [f"step: {_whole_formula(problem)}\n", *_prenex_formula(expansion)]
        case "smtlib":
            pieces = smtlib_pieces(expansion, question.source.logic, report)
    text = deliver_text(pieces, question.in_parts, report)
    return TranslateAnswer(text=text, names=expansion.compiled.all_names, clauses=expansion.compiled.clauses.count)


def _named_dimacs(expansion: Expansion) -> Iterator[str]:
    clauses = expansion.compiled.clauses
    yield f"p cnf {clauses.variables} {clauses.count}\n"
    for line in prefix_lines(expansion.quantified) if isinstance(expansion, QuantifiedExpansion) else ():
        yield f"{line} 0\n".replace("∀", "a", 1).replace("∃", "e", 1)
    for line in clause_lines(expansion.compiled):
        yield f"{line} 0\n"


def _whole_formula(problem: Problem) -> str:
    """The text as one formula, with quantifiers where they are in the text."""
    return show_pairs(expanded_formula(problem.new_grounder(), in_pairs=True))


def _quantifier_prefix(expansion: Expansion) -> str:
    """The quantifier prefix; empty if there are no quantifiers."""
    symbols = {"exists": "∃", "forall": "∀"}
    return "".join(
        [f"{symbols[block.quantifier]}{atom}." for block in expansion.prefix or () for atom in block.atoms]
    )


def _clauses_as_formula(expansion: Expansion) -> Iterator[str]:
    """All clauses as one formula."""
    yield _quantifier_prefix(expansion)
    yield from chain_pairs(
        "and",
        ["".join(chain_pairs("or", words)) for _, words in clauses_with_rule_numbers(expansion.compiled, "¬")],
    )
    yield "\n"


def _formula_rules_and_clauses(problem: Problem, expansion: Expansion) -> Iterator[str]:
    """The whole formula, then each rule with its clauses (indented), then all clauses."""
    own: dict[int, list[str]] = {}
    for number, words in clauses_with_rule_numbers(expansion.compiled, "¬"):
        own.setdefault(number, []).append("".join(chain_pairs("or", words)))
    yield f"0 in:  {_whole_formula(problem)}\n"
    for rule, parts in expanded_rules(problem.new_grounder(), in_pairs=True):
        yield f"\t1 in:  {show_pairs(conjoin(parts))}\n"
        yield f"\t1 out: {''.join(chain_pairs('and', own.get(rule.number, [])))}\n"
    yield "0 out: "
    yield from _clauses_as_formula(expansion)


def _prenex_formula(expansion: Expansion) -> Iterator[str]:
    """The prenex form on one line."""
    assert isinstance(expansion, QuantifiedExpansion), "TouIST has a prenex form only for texts with quantifiers"
    yield _quantifier_prefix(expansion)
    yield show_pairs(conjoin(list(matrix_trees(expansion.quantified))))
    yield "\n"
