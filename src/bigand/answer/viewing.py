"""How a model comes to be drawn: it is solved for or read, and gets the views that are asked for, said, guessed."""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from msgspec.structs import replace

from bigand.answer.drawing import Drawer
from bigand.answer.expanded import Search, costed_of, expanded, solutions
from bigand.answer.opening import notice_doubts, opened
from bigand.answer.problem import Problem
from bigand.answer.questions.view import Fitting, View, Viewed, Views
from bigand.answer.report import Noticed, Report, Stage
from bigand.answer.road import has_open_horizon
from bigand.answer.sizing import check_size, may_count
from bigand.answer.solution import Solution
from bigand.language import Mode
from bigand.language.check.views import check_view, predicate_arities
from bigand.language.reading import parse_document
from bigand.language.soft import cost_directives
from bigand.language.syntax import Program
from bigand.language.syntax import View as Asked
from bigand.source.diagnostic import Diagnostic, Severity, count_message
from bigand.source.document import Document
from bigand.source.error import BigandError, InvalidParameterError, InvalidSourceError
from bigand.view.answers import AnswerError, read_answers

_VIEWS = 2  # where the texts of views begin among those of the question


def viewed(question: View, report: Report) -> Viewed:
    """What is to be seen of the model that is asked for."""
    views = [view for at, text in enumerate(question.views, _VIEWS) for view in _asked(text, at)]
    solution = _solution(question, report, views)
    if solution is None:
        return Viewed(exhibit=None)
    drawer = Drawer(_with_views(solution.program, views), question.words == "fr", report)
    shown = drawer.exhibit(solution)
    return Viewed(exhibit=shown, guess=drawer.guess)


def fitting(question: Views, report: Report) -> Fitting:
    """All views that fit the model somehow."""
    from bigand.view.guess import guesses

    solution = _solution(question, report)
    if solution is None:
        return Fitting(views=())
    return Fitting(views=tuple(guesses(solution, solution.program, question.words == "fr")))


def _solution(question: View | Views, report: Report, views: Sequence[Asked] = ()) -> Solution | None:
    if question.number < 1:
        raise BigandError("view.bad_number")
    text = None if question.source is None else opened(question.source, report, (Mode.SAT, Mode.SMT))
    if text is not None:
        notice_doubts(text, report)
    if question.saved is not None:
        return _saved(question, text, report, views)
    if text is None:
        raise BigandError("view.nothing")
    _fit(views, predicate_arities(text.reading.program), report)
    return _solved(question, text, report)


def _saved(question: View | Views, text: Problem | None, report: Report, views: Sequence[Asked]) -> Solution:
    """The model of an answer that was saved."""
    try:
        answers = read_answers(question.saved or "")
    except AnswerError as error:
        place = question.name if error.line is None else f"{question.name}:{error.line}"
        raise BigandError(error.key, name=place, text=error.text) from None
    if question.number > len(answers):
        count = count_message("model", len(answers))
        raise BigandError("view.no_such_answer", number=question.number, count=count)
    answer = answers[question.number - 1]
    _fit(views, answer.arities(), report)
    values = np.array(list(answer.values.values()), dtype=np.bool_)
    return Solution(tuple(answer.values), values, Program(()) if text is None else text.reading.program)


def _solved(question: View | Views, problem: Problem, report: Report) -> Solution | None:
    """The model that the text has at this place."""
    deadline = question.limits.deadline()
    report(Stage(key="progress.solve"))
    check_size(problem.grounder, question.limits.megabytes, getattr(question, "as_written", False), report=report)
    if has_open_horizon(problem):
        from bigand.answer.planning import search_of, shortest

        return shortest(problem, search_of(problem), deadline)
    return next(islice(_models(problem, deadline), question.number - 1, None), None)


def _models(problem: Problem, deadline: float | None) -> Iterator[Solution]:
    """All models, of a text with costs the best."""
    if cost_directives(problem.reading.program):
        from bigand.answer.costs import best_solutions

        return best_solutions(problem, costed_of(problem), deadline)
    return solutions(expanded(problem, counting=may_count(problem)), Search(deadline=deadline))


# ---------------------------------------------------------------------- what is asked for


def view_document(text: str) -> Document:
    """A view that is asked for as a text of its own, to point into."""
    return Document("--as", f";;@ view {' '.join(text.split())}")


def _asked(text: str, index: int) -> list[Asked]:
    program, diagnostics = parse_document(view_document(text))
    views = [directive for directive in program.directives if isinstance(directive, Asked)]
    if not views:
        raise InvalidParameterError(_as_errors(diagnostics), index)
    return views


def _as_errors(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is only a doubt in a file is an error where it was asked for."""
    return [replace(one, severity=Severity.ERROR) for one in diagnostics]


def _fit(views: Sequence[Asked], known: dict[str, set[int]], report: Report) -> None:
    """That the views name predicates that there are, with so many arguments; each that does not fit is told."""
    wrong = [(at, _as_errors(check_view(view, known))) for at, view in enumerate(views, _VIEWS)]
    wrong = [(at, doubts) for at, doubts in wrong if doubts]
    for at, doubts in wrong[:-1]:
        report(Noticed(diagnostics=tuple(doubts), source=at))
    if wrong:
        at, doubts = wrong[-1]
        raise InvalidSourceError(doubts, at)


def _with_views(program: Program, views: Sequence[Asked]) -> Program:
    """The program with other views, if some are asked for."""
    if not views:
        return program
    others = [directive for directive in program.directives if not isinstance(directive, Asked)]
    return replace(program, directives=(*views, *others))
