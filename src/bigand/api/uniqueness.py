"""Answer `unique`: search for two solutions, and analyse the clues if the text names its clues."""

from itertools import islice

import numpy as np

from bigand.api.auxiliary import attempt_after_main_work
from bigand.api.expansion import ModelSearch, expand, find_solutions
from bigand.api.generator import analyse_clues
from bigand.api.parts import model_of_solution
from bigand.api.report import Report, Stage
from bigand.api.solution import ExhibitMaker
from bigand.api.steps import Status, Unique, UniqueAnswer
from bigand.api.text_puzzle import load_step_problem
from bigand.api.value import replace_fields
from bigand.language.syntax import Clues


def check_uniqueness(question: Unique, report: Report) -> UniqueAnswer:
    """Check whether there is exactly one solution; if there are several, return two of them."""
    problem = load_step_problem(question.source, question.limits.megabytes, report)
    report(Stage(key="progress.solve"))
    search = ModelSearch(deadline=question.limits.deadline())
    first_solutions = list(islice(find_solutions(expand(problem), search), 2))
    exhibit_maker = ExhibitMaker(problem.reading.program, report=report)
    models = [
        model_of_solution(item, exhibit_maker.exhibit_of(item) if question.drawn else None, true_only=True)
        for item in first_solutions
    ]
    differing: list[str] = []
    if len(first_solutions) == 2:
        differs = np.flatnonzero(first_solutions[0].values_array != first_solutions[1].values_array)
        differing = [first_solutions[0].names[index] for index in differs.tolist()]
    status: Status = "none" if not first_solutions else "unique" if len(first_solutions) == 1 else "several"
    answer = UniqueAnswer(status=status, models=tuple(models), differing=tuple(differing))
    if not first_solutions or not any([isinstance(item, Clues) for item in problem.reading.program.directives]):
        return answer
    clue_analysis = attempt_after_main_work(
        "clues", lambda: analyse_clues(question.source, question.limits, first_solutions[0]), None, report
    )
    if clue_analysis is None:
        return answer
    return replace_fields(
        answer, clues=clue_analysis.given_clues, needless=clue_analysis.needless, missing=clue_analysis.missing
    )
