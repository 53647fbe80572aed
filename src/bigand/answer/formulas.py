"""Small formulas looked at closely: truth tables, normal forms, and whether two texts say the same."""

import numpy as np

from bigand.answer import opening
from bigand.answer.drawing import draw
from bigand.answer.parts import model_of_solution
from bigand.answer.problem import Problem
from bigand.answer.questions.formulas import Compared, Equivalence, NormalForm, Normalise, Step, Truth, TruthTable
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


def truth_table(question: Truth, report: Report) -> TruthTable:
    """What a text is for all values of its atoms."""
    found = opening.opened_with_doubts(question.source, report, (Mode.SAT, Mode.QBF))
    formula = expanded_formula(found.grounder)
    atoms = free_atoms(formula)
    if len(atoms) > _LARGEST_TABLE:
        raise LimitError("truth.too_many", count=len(atoms), limit=_LARGEST_TABLE)
    numbers = np.arange(1 << len(atoms))
    values = {atom: (numbers >> (len(atoms) - 1 - at)) & 1 == 0 for at, atom in enumerate(atoms)}
    rows = truth_of(formula, values).tolist() if atoms else [formula is True]
    return TruthTable(atoms=tuple(atoms), formula=show_formula(formula), rows=tuple(rows))


def normal_form(question: Normalise, report: Report) -> NormalForm:
    """The steps of a text to a normal form."""
    found = opening.opened_with_doubts(question.source, report, (Mode.SAT, Mode.QBF))
    if found.reading.mode is Mode.QBF:
        raise BigandError("nf.quantified")
    formula = expanded_formula(found.grounder)
    made = normal_form_steps(formula, question.form)
    return NormalForm(steps=tuple([Step(name=name, formula=show_formula(one)) for name, one in made]))


def compared(question: Equivalence, report: Report) -> Compared:
    """Whether two texts have the same models, or a model of one of them only, drawn as it asks for."""
    first = _opened(question.first, report, 0)
    grounder = first.grounder
    second = _opened(question.second, report, 1)
    given = opening.given_values(question.first).values | opening.given_values(question.second).values
    opening.report_unread(given, [first.reading.program, second.reading.program], report)
    found = find_difference(grounder, Grounder(second.reading, second.given, grounder.atoms))
    if found is None:
        return Compared(is_equivalent=True)
    programs = [one.reading.program for one in ((first, second) if found.satisfies_first else (second, first))]
    with_views = [one for one in programs if any([isinstance(line, View) for line in one.directives])]
    solution = Solution(found.names, found.values)
    model = model_of_solution(solution, draw(solution, (with_views or programs)[0]))
    return Compared(is_equivalent=False, accepted_by=0 if found.satisfies_first else 1, model=model)


def _opened(source: Source, report: Report, index: int) -> Problem:
    found = opening.read_source(source)
    opening.refuse_errors(found, index)
    opening.notice_doubts(found, report, index)
    opening.refuse_modes(found, (Mode.SAT,), index)
    return found
