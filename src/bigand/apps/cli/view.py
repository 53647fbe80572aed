"""`bigand view FILE`: a model drawn, whether the file has to be solved or is an answer that was saved."""

import argparse
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from bigand.answer.model import Model, Solution
from bigand.apps.cli.colour import colour_depth
from bigand.apps.cli.drawing import Drawing, add_drawing_options
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import STANDARD_INPUT, UnreadableError, open_document, write_file
from bigand.apps.cli.pictures import add_film_options, write_films
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.reading import tell
from bigand.apps.cli.solving import (
    add_solving_options,
    check_size,
    guarded,
    has_open_horizon,
    model_of_document,
)
from bigand.apps.cli.stepping import step_through
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.language import Mode
from bigand.language.check.views import arities, view_doubts
from bigand.language.reading import parse
from bigand.language.syntax import Program, View
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.document import Document
from bigand.view.answers import AnswerError, is_answer, read_answers
from bigand.view.arrange import exhibit
from bigand.view.steps import frames
from bigand.view.terminal import screens


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument("answer", nargs="?", metavar="ANSWER", help=texts("view.answer"))
    parser.add_argument("--as", dest="view", action="append", default=[], metavar="VIEW", help=texts("view.as"))
    parser.add_argument("--number", type=int, default=1, metavar="N", help=texts("view.number"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    add_drawing_options(parser, texts)
    parser.add_argument("--step", action="store_true", help=texts("view.step"))
    parser.add_argument("--sheet", metavar="OUT", help=texts("view.sheet"))
    add_film_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.file == STANDARD_INPUT == options.answer or options.number < 1:
        texts.complain("view.both" if options.number >= 1 else "view.bad_number")
        return Exit.USAGE
    views = _asked(options, texts)
    if views is None:
        return Exit.USAGE
    document = open_document(options.file)
    options.document = document
    if options.answer is None and is_answer(document.text):
        return _draw_saved(document, Program(()), views, options, texts)
    model = model_of_document(document, options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    if options.answer is not None:
        return _draw_saved(open_document(options.answer), model.reading.program, views, options, texts)
    if not _fit(views, arities(model.reading.program), options, texts):
        return Exit.ERRORS
    with Progress(texts) as progress:
        progress.stage("progress.solve")
        return guarded(lambda: _draw_solved(model, views, progress, options, texts), options, texts)


# ---------------------------------------------------------------------- what is asked for


def _asked(options: argparse.Namespace, texts: Texts) -> list[tuple[Document, View]] | None:
    """The views of `--as`, each with a document to point into; nothing when one cannot be read (which is told)."""
    found = []
    for text in options.view:
        document = Document("--as", f";;@ view {' '.join(text.split())}")
        program, diagnostics = parse(document)
        views = [directive for directive in program.directives if isinstance(directive, View)]
        if not views:
            tell([(document, _as_errors(diagnostics))], options, texts, sys.stderr)
            return None
        found += [(document, view) for view in views]
    return found


def _as_errors(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is only a doubt in a file is an error where it was asked for."""
    return [replace(one, severity=Severity.ERROR) for one in diagnostics]


def _fit(
    views: list[tuple[Document, View]], known: dict[str, set[int]], options: argparse.Namespace, texts: Texts
) -> bool:
    """Whether the views name predicates that there are, with so many arguments; what does not fit is told."""
    wrong = [(document, _as_errors(view_doubts(view, known))) for document, view in views]
    wrong = [(document, doubts) for document, doubts in wrong if doubts]
    if wrong:
        tell(wrong, options, texts, sys.stderr)
    return not wrong


def _program(program: Program, views: list[tuple[Document, View]]) -> Program:
    """The program with other views, if some are asked for."""
    if not views:
        return program
    others = [directive for directive in program.directives if not isinstance(directive, View)]
    return replace(program, directives=(*[view for _, view in views], *others))


# ---------------------------------------------------------------------- where models come from


def _draw_saved(
    document: Document,
    program: Program,
    views: list[tuple[Document, View]],
    options: argparse.Namespace,
    texts: Texts,
) -> int:
    try:
        answers = read_answers(document.text)
    except AnswerError as error:
        place = document.name if error.line is None else f"{document.name}:{error.line}"
        raise UnreadableError(error.key, name=place, text=error.text) from error
    if options.number > len(answers):
        texts.complain("view.no_such_answer", number=options.number, count=texts.counted("model", len(answers)))
        return Exit.ERRORS
    answer = answers[options.number - 1]
    if not _fit(views, answer.arities(), options, texts):
        return Exit.ERRORS
    values = np.array(list(answer.values.values()), dtype=np.bool_)
    solution = Solution(tuple(answer.values), values, _program(program, views))
    return _draw(solution, document.name, options, texts)


def _draw_solved(
    model: Model,
    views: list[tuple[Document, View]],
    progress: Progress,
    options: argparse.Namespace,
    texts: Texts,
) -> int:
    check_size(model, options, texts)
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    solution = _solved(model, deadline, options.number)
    progress.stop()
    if solution is None:
        print(texts("solve.unsat" if options.number == 1 else "view.fewer"))
        return Exit.UNSAT
    solution.program = _program(model.reading.program, views)
    return _draw(solution, model.reading.document.name, options, texts)


def _solved(model: Model, deadline: float | None, number: int) -> Solution | None:
    left = None if deadline is None else max(0.01, deadline - time.monotonic())
    if has_open_horizon(model):
        return model.plan(left)
    return next(islice(model.models(timeout=left), number - 1, None), None)


# ---------------------------------------------------------------------- drawing


def _draw(solution: Solution, name: str, options: argparse.Namespace, texts: Texts) -> int:
    title = Path(name).name if name != "<stdin>" else "bigand"
    drawing = Drawing(options, texts)
    solution.program = drawing.program(solution, solution.program)
    if options.sheet:
        write_file(options.sheet, solution.to_svg())
    is_written = bool(options.svg or options.gif or options.html)
    if is_written:
        write_films(frames(exhibit(solution, solution.program)), title, options, texts)
    if options.step:
        width = shutil.get_terminal_size((80, 24)).columns
        depth = colour_depth(sys.stdout, options.color)
        shown = screens(exhibit(solution, solution.program), width, depth)
        step_through(shown or [list(drawing.lines(solution, solution.program))], texts)
    elif not (is_written or options.sheet):
        for line in drawing.lines(solution, solution.program):
            print(line)
    return Exit.DONE
