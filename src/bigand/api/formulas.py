"""`truth`, `nf`, `equiv`: truth tables and normal forms of small formulas, and the equivalence of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bigand.api.parts import Model, model_of_solution
from bigand.api.question import Answer, Question
from bigand.api.report import Report
from bigand.api.source import Source, TextQuestion
from bigand.api.value import Value
from bigand.language.syntax import View
from bigand.source.error import BigandError, LimitError

if TYPE_CHECKING:
    from bigand.api.problem import Problem


class TruthAnswer(Answer, tag="truth table"):
    """The truth table of a formula: in the first row all atoms are true, and the last atom changes fastest."""

    atoms: tuple[str, ...]
    formula: str
    rows: tuple[bool, ...]


class Truth(TextQuestion[TruthAnswer], tag="truth"):
    """For which values of its atoms does this text hold?"""

    def answer(self, report: Report) -> TruthAnswer:
        return tabulate_truth(self, report)


class NormalFormStep(Value):
    """The name of a transformation, and the formula after it."""

    name: str  # expanded, connectives, negations, distributed
    formula: str


class NormaliseAnswer(Answer, tag="normal form"):
    """The steps to a normal form; the last one is the normal form."""

    steps: tuple[NormalFormStep, ...]


class Normalise(TextQuestion[NormaliseAnswer], tag="nf"):
    """How is this text brought into a normal form, as textbooks do it?"""

    form: Literal["nnf", "cnf", "dnf"] = "cnf"

    def answer(self, report: Report) -> NormaliseAnswer:
        return normalise(self, report)


class EquivalenceAnswer(Answer, tag="compared"):
    """Whether two texts are equivalent; if not, a model of exactly one of them: of text `accepted_by`, 0 or 1."""

    is_equivalent: bool
    accepted_by: int | None = None
    model: Model | None = None


class Equivalence(Question[EquivalenceAnswer], tag="equiv"):
    """Do these two texts have the same models?"""

    first: Source
    second: Source

    def answer(self, report: Report) -> EquivalenceAnswer:
        return compare_texts(self, report)


_MAX_TABLE_ATOMS = 12


def tabulate_truth(question: Truth, report: Report) -> TruthAnswer:
    """Compute the truth table of a text."""
    import numpy as np

    from bigand.api.problem import load_problem_with_warnings
    from bigand.ground.formula_tree import free_atoms, show_formula, truth_of
    from bigand.ground.grounder import expanded_formula
    from bigand.language import Mode

    problem = load_problem_with_warnings(question.source, report, (Mode.SAT, Mode.QBF))
    formula = expanded_formula(problem.grounder)
    atoms = free_atoms(formula)
    if len(atoms) > _MAX_TABLE_ATOMS:
        raise LimitError("truth.too_many", count=len(atoms), limit=_MAX_TABLE_ATOMS)
    numbers = np.arange(1 << len(atoms))
    values = {atom: (numbers >> (len(atoms) - 1 - index)) & 1 == 0 for index, atom in enumerate(atoms)}
    rows = truth_of(formula, values).tolist() if atoms else [formula is True]
    return TruthAnswer(atoms=tuple(atoms), formula=show_formula(formula), rows=tuple(rows))


def normalise(question: Normalise, report: Report) -> NormaliseAnswer:
    """Bring a text into a normal form, step by step."""
    from bigand.api.problem import load_problem_with_warnings
    from bigand.encode.normal_forms import normal_form_steps
    from bigand.ground.formula_tree import show_formula
    from bigand.ground.grounder import expanded_formula
    from bigand.language import Mode

    problem = load_problem_with_warnings(question.source, report, (Mode.SAT, Mode.QBF))
    if problem.reading.mode is Mode.QBF:
        raise BigandError("nf.quantified")
    formula = expanded_formula(problem.grounder)
    named_forms = normal_form_steps(formula, question.form)
    return NormaliseAnswer(
        steps=tuple([NormalFormStep(name=name, formula=show_formula(form)) for name, form in named_forms])
    )


def compare_texts(question: Equivalence, report: Report) -> EquivalenceAnswer:
    """Compare the models of two texts; a model of only one of them is drawn as that text asks for.

    If that text has no view, the view of the other one is used.
    """
    from bigand.api.problem import collect_values, report_unread_values
    from bigand.api.solution import Solution, make_exhibit
    from bigand.ground.grounder import Grounder
    from bigand.solve.equivalence import find_difference

    first = _load_problem(question.first, report, 0)
    grounder = first.grounder
    second = _load_problem(question.second, report, 1)
    given = collect_values(question.first).values | collect_values(question.second).values
    report_unread_values(given, [first.reading.program, second.reading.program], report)
    witness = find_difference(grounder, Grounder(second.reading, second.given, grounder.atoms))
    if witness is None:
        return EquivalenceAnswer(is_equivalent=True)
    programs = [
        candidate.reading.program for candidate in ((first, second) if witness.satisfies_first else (second, first))
    ]
    with_views = [
        candidate for candidate in programs if any([isinstance(line, View) for line in candidate.directives])
    ]
    solution = Solution(witness.names, witness.values)
    model = model_of_solution(solution, make_exhibit(solution, (with_views or programs)[0]))
    return EquivalenceAnswer(is_equivalent=False, accepted_by=0 if witness.satisfies_first else 1, model=model)


def _load_problem(source: Source, report: Report, text_index: int) -> Problem:
    from bigand.api.problem import raise_if_invalid, read_source, report_warning_count, require_mode
    from bigand.language import Mode

    problem = read_source(source)
    raise_if_invalid(problem, text_index)
    report_warning_count(problem, report, text_index)
    require_mode(problem, (Mode.SAT,), text_index)
    return problem
