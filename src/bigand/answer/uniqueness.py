"""How `unique` is answered: two solutions are looked for; and what clues are good for, where there are some."""

from itertools import islice

import numpy as np

from bigand.answer.auxiliary import attempt_last
from bigand.answer.drawing import Drawer
from bigand.answer.expanded import Search, expanded, solutions
from bigand.answer.generating import clue_report
from bigand.answer.parts import model_of_solution
from bigand.answer.questions.steps import Status, Unique, Uniqueness
from bigand.answer.report import Report, Stage
from bigand.answer.stepping import problem_of
from bigand.answer.value import changed
from bigand.language.syntax import Clues


def unique(question: Unique, report: Report) -> Uniqueness:
    """Whether there is one solution; if there are several, two of them."""
    problem = problem_of(question.source, question.limits.megabytes, report)
    report(Stage(key="progress.solve"))
    search = Search(deadline=question.limits.deadline())
    every = list(islice(solutions(expanded(problem), search), 2))
    drawer = Drawer(problem.reading.program, report=report)
    models = [
        model_of_solution(one, drawer.exhibit(one) if question.drawn else None, true_only=True) for one in every
    ]
    differing: list[str] = []
    if len(every) == 2:
        differs = np.flatnonzero(every[0].values_array != every[1].values_array)
        differing = [every[0].names[at] for at in differs.tolist()]
    status: Status = "none" if not every else "unique" if len(every) == 1 else "several"
    answer = Uniqueness(status=status, models=tuple(models), differing=tuple(differing))
    if not every or not any([isinstance(one, Clues) for one in problem.reading.program.directives]):
        return answer
    found = attempt_last("clues", lambda: clue_report(question.source, question.limits, every[0]), None, report)
    if found is None:
        return answer
    return changed(answer, clues=found.given, needless=found.needless, missing=found.missing)
