"""`view`, `views`: draw a model of a text or of a saved answer, and list the views that fit it.

The views of a model are the requested ones, else those of the text, else a guessed one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from bigand.api.question import Answer, Question
from bigand.api.report import Notice, Report, Stage
from bigand.api.source import Source
from bigand.api.value import PositiveInt
from bigand.language.syntax import Program, cost_directives
from bigand.language.syntax import View as ViewDirective
from bigand.messages.message import Severity, count_message
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.error import BigandError, InvalidParameterError, InvalidSourceError
from bigand.view.exhibit import Exhibit, Guess

if TYPE_CHECKING:
    from bigand.api.problem import Problem
    from bigand.api.solution import Solution


class ViewAnswer(Answer, tag="viewed"):
    """The exhibit of a model, and the guessed view if there was no other; None if there is no model."""

    exhibit: Exhibit | None
    guess: Guess | None = None


class ViewsAnswer(Answer, tag="fitting"):
    """The views that fit a model, best first; empty if there is no model."""

    views: tuple[Guess, ...]


class View(Question[ViewAnswer], tag="view"):
    """How is a model of this text, or of a saved answer (of `solve --json`, of TouIST, or printed), drawn?

    `number` is the number of the model; `views` are written as after `;;@ view`. Errors refer to the texts of the
    question by index: the source, the saved answer, then the views.
    """

    source: Source | None = None
    saved: str | None = None
    name: str = "answer"  # of the saved answer
    number: PositiveInt = 1
    views: tuple[str, ...] = ()
    as_written: bool = False
    words: Literal["en", "fr"] = "en"

    def answer(self, report: Report) -> ViewAnswer:
        return view_model(self, report)


class Views(Question[ViewsAnswer], tag="views"):
    """Which views fit a model of this text, or a saved answer?"""

    source: Source | None = None
    saved: str | None = None
    name: str = "answer"
    number: PositiveInt = 1
    words: Literal["en", "fr"] = "en"

    def answer(self, report: Report) -> ViewsAnswer:
        return find_views(self, report)


_FIRST_VIEW_INDEX = 2  # of the views among the texts of the question


def view_model(question: View, report: Report) -> ViewAnswer:
    """Draw the requested model."""
    from bigand.api.solution import ExhibitMaker

    views = [
        view for index, text in enumerate(question.views, _FIRST_VIEW_INDEX) for view in _parse_view(text, index)
    ]
    solution = _load_or_find_model(question, report, views)
    if solution is None:
        return ViewAnswer(exhibit=None)
    exhibit_maker = ExhibitMaker(_with_views(solution.program, views), question.words == "fr", report)
    shown = exhibit_maker.exhibit_of(solution)
    return ViewAnswer(exhibit=shown, guess=exhibit_maker.guess)


def find_views(question: Views, report: Report) -> ViewsAnswer:
    """Find all views that fit the model."""
    from bigand.view.guess import guess_views

    solution = _load_or_find_model(question, report)
    if solution is None:
        return ViewsAnswer(views=())
    return ViewsAnswer(views=tuple(guess_views(solution, solution.program, question.words == "fr")))


def _load_or_find_model(
    question: View | Views, report: Report, views: Sequence[ViewDirective] = ()
) -> Solution | None:
    from bigand.api.problem import load_problem, report_warning_count
    from bigand.language import Mode
    from bigand.language.check.views import predicate_arities

    if question.number < 1:
        raise BigandError("view.bad_number")
    problem = None if question.source is None else load_problem(question.source, report, (Mode.SAT, Mode.SMT))
    if problem is not None:
        report_warning_count(problem, report)
    if question.saved is not None:
        return _load_saved_model(question, problem, report, views)
    if problem is None:
        raise BigandError("view.nothing")
    _reject_unfitting_views(views, predicate_arities(problem.reading.program), report)
    return _solve_for_model(question, problem, report)


def _load_saved_model(
    question: View | Views, problem: Problem | None, report: Report, views: Sequence[ViewDirective]
) -> Solution:
    """Load the requested model of a saved answer."""
    import numpy as np

    from bigand.api.saved_model import SavedModelError, parse_saved_models
    from bigand.api.solution import Solution

    try:
        answers = parse_saved_models(question.saved or "")
    except SavedModelError as error:
        place = question.name if error.line is None else f"{question.name}:{error.line}"
        raise BigandError(error.key, name=place, text=error.text) from None
    if question.number > len(answers):
        count = count_message("model", len(answers))
        raise BigandError("view.no_such_answer", number=question.number, count=count)
    answer = answers[question.number - 1]
    _reject_unfitting_views(views, answer.arities(), report)
    values = np.array(list(answer.values.values()), dtype=np.bool_)
    return Solution(tuple(answer.values), values, Program(()) if problem is None else problem.reading.program)


def _solve_for_model(question: View | Views, problem: Problem, report: Report) -> Solution | None:
    """Find the requested model of the text."""
    from bigand.api.pipeline import has_open_horizon
    from bigand.api.size_check import check_size

    deadline = question.limits.deadline()
    report(Stage(key="progress.solve"))
    check_size(problem.grounder, question.limits.megabytes, getattr(question, "as_written", False), report=report)
    if has_open_horizon(problem):
        from bigand.api.plan import find_shortest_plan, new_horizon_search

        return find_shortest_plan(problem, new_horizon_search(problem), deadline)
    return next(islice(_find_models(problem, deadline), question.number - 1, None), None)


def _find_models(problem: Problem, deadline: float | None) -> Iterator[Solution]:
    """Find all models; for a text with costs, the best ones."""
    from bigand.api.expansion import ModelSearch, expand, expand_with_costs, find_solutions
    from bigand.api.size_check import may_count_natively

    if cost_directives(problem.reading.program):
        from bigand.api.costs import find_best_solutions

        return find_best_solutions(problem, expand_with_costs(problem), deadline)
    return find_solutions(
        expand(problem, native_counting=may_count_natively(problem)), ModelSearch(deadline=deadline)
    )


# ---------------------------------------------------------------------- requested views


def view_document(text: str) -> Document:
    """A requested view as a document, for the spans of diagnostics."""
    return Document("--as", f";;@ view {' '.join(text.split())}")


def _parse_view(text: str, index: int) -> list[ViewDirective]:
    from bigand.language.frontend import parse_document

    program, diagnostics = parse_document(view_document(text))
    views = [directive for directive in program.directives if isinstance(directive, ViewDirective)]
    if not views:
        raise InvalidParameterError(_as_errors(diagnostics), index)
    return views


def _as_errors(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics as errors: what is only a warning in a text is an error in a request."""
    return [replace(diagnostic, severity=Severity.ERROR) for diagnostic in diagnostics]


def _reject_unfitting_views(views: Sequence[ViewDirective], known: dict[str, set[int]], report: Report) -> None:
    """Raise unless all views name existing predicates with the right number of arguments.

    Report all that do not.
    """
    from bigand.language.check.views import check_view

    wrong = [(index, _as_errors(check_view(view, known))) for index, view in enumerate(views, _FIRST_VIEW_INDEX)]
    wrong = [(index, doubts) for index, doubts in wrong if doubts]
    for index, doubts in wrong[:-1]:
        report(Notice(diagnostics=tuple(doubts), source=index))
    if wrong:
        index, doubts = wrong[-1]
        raise InvalidSourceError(doubts, index)


def _with_views(program: Program, views: Sequence[ViewDirective]) -> Program:
    """The program with the requested views instead of its own, if there are any."""
    if not views:
        return program
    others = [directive for directive in program.directives if not isinstance(directive, ViewDirective)]
    return replace(program, directives=(*views, *others))
