"""Small formulas looked at closely: truth tables, normal forms, and whether two texts say the same."""

import numpy as np

from bigand.answer import opening
from bigand.answer.drawing import make_exhibit
from bigand.answer.parts import model_of_solution
from bigand.answer.problem import Problem
from bigand.answer.questions.formulas import (
    Equivalence,
    EquivalenceAnswer,
    NormalFormStep,
    Normalise,
    NormaliseAnswer,
    Truth,
    TruthAnswer,
)
from bigand.answer.report import Report
from bigand.answer.solution import Solution
from bigand.answer.source import Source
from bigand.encode.normal import normal_form_steps
from bigand.ground.expand import Grounder
from bigand.ground.whole import expanded_formula
from bigand.ground.written import free_atoms, show_formula, truth_of
from bigand.language import Mode
from bigand.language.syntax import View
from bigand.solve.equivalence import find_difference
from bigand.source.error import BigandError, LimitError

_LARGEST_TABLE = 12  # atoms


def tabulate_truth(question: Truth, report: Report) -> TruthAnswer:
    """What a text is for all values of its atoms."""
    problem = opening.load_problem_with_warnings(question.source, report, (Mode.SAT, Mode.QBF))
    formula = expanded_formula(problem.grounder)
    atoms = free_atoms(formula)
    if len(atoms) > _LARGEST_TABLE:
        raise LimitError("truth.too_many", count=len(atoms), limit=_LARGEST_TABLE)
    numbers = np.arange(1 << len(atoms))
    values = {atom: (numbers >> (len(atoms) - 1 - index)) & 1 == 0 for index, atom in enumerate(atoms)}
    rows = truth_of(formula, values).tolist() if atoms else [formula is True]
    return TruthAnswer(atoms=tuple(atoms), formula=show_formula(formula), rows=tuple(rows))


def normalise(question: Normalise, report: Report) -> NormaliseAnswer:
    """The steps of a text to a normal form."""
    problem = opening.load_problem_with_warnings(question.source, report, (Mode.SAT, Mode.QBF))
    if problem.reading.mode is Mode.QBF:
        raise BigandError("nf.quantified")
    formula = expanded_formula(problem.grounder)
    named_forms = normal_form_steps(formula, question.form)
    return NormaliseAnswer(
        steps=tuple([NormalFormStep(name=name, formula=show_formula(form)) for name, form in named_forms])
    )


def compare_texts(question: Equivalence, report: Report) -> EquivalenceAnswer:
    """Whether two texts have the same models, or a model of one of them only, drawn as it asks for."""
    first = _load_problem(question.first, report, 0)
    grounder = first.grounder
    second = _load_problem(question.second, report, 1)
    given = opening.collect_values(question.first).values | opening.collect_values(question.second).values
    opening.report_unread_values(given, [first.reading.program, second.reading.program], report)
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


def _load_problem(source: Source, report: Report, index: int) -> Problem:
    problem = opening.read_source(source)
    opening.raise_errors(problem, index)
    opening.report_warnings(problem, report, index)
    opening.require_mode(problem, (Mode.SAT,), index)
    return problem
