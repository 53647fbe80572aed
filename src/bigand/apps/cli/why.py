"""`bigand why FILE`: why there is no model, or why this is not one, on the lines of the file."""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from bigand.answer.model import Model
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.expectations import add_expectation_options, broken_rules, expected_model
from bigand.apps.cli.lines import instance_object
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.apps.cli.why_json import findings_object
from bigand.apps.cli.why_screen import Screen
from bigand.explain.findings import Findings, Question, findings
from bigand.explain.reasons import Inquiry
from bigand.language import Mode
from bigand.solve.models import verify
from bigand.solve.session import LimitError

DEFAULT_SECONDS = 15.0
_REASONS = 10  # at most, with --all
_TELLING = 0.06  # of the time, for telling what was found


def until(began: float, seconds: float) -> float:
    """When to stop looking, so that there is time left to tell what was found."""
    return began + (1 - _TELLING) * seconds


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    add_expectation_options(parser, texts)
    parser.add_argument("--all", action="store_true", help=texts("why.all"))
    add_telling_options(parser, texts)


def add_telling_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """How long to look for a reason, and how to tell it."""
    parser.add_argument("--full", action="store_true", help=texts("why.full_help"))
    parser.add_argument(
        "--timeout",
        type=seconds_of,
        default=DEFAULT_SECONDS,
        metavar="S",
        help=texts("why.timeout", default=int(DEFAULT_SECONDS)),
    )
    parser.add_argument("--json", action="store_true", help=texts("why.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    began = time.monotonic()
    model, _ = open_model(options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    with Progress(texts) as progress:
        return guarded(lambda: _run(model, until(began, options.timeout), progress, options, texts), options, texts)


def _run(model: Model, deadline: float, progress: Progress, options: argparse.Namespace, texts: Texts) -> int:
    check_size(model, options, texts)
    if options.model:
        return _why_not_this_model(model, options, texts)
    if options.expect:
        return why_not(model, options.expect, deadline, progress, options, texts)
    most = _REASONS if options.all else 1
    is_full = options.all or options.full
    question = Question(model.reading, model.given, deadline, most, is_full or options.json)
    return _answer(model, question, is_full, progress, options, texts)


def why_not(
    model: Model,
    formulas: Sequence[str],
    deadline: float,
    progress: Progress,
    options: argparse.Namespace,
    texts: Texts,
    forced: str = "",
) -> int:
    """Why there is no model with some formulas (the opposite of what is `forced`); if there is none at all, why."""
    expected = expected_model(model, formulas, options, texts)
    if expected is None:
        return Exit.ERRORS
    inquiry = Inquiry(model.grounder, deadline)
    try:
        has_model = inquiry.model() is not None
    finally:
        inquiry.close()
    asked, own = (expected, len(model.reading.document.text)) if has_model else (model, None)
    most = _REASONS if getattr(options, "all", False) else 1
    question = Question(asked.reading, asked.given, deadline, most, options.full or options.json, own)
    return _answer(asked, question, options.full or most > 1, progress, options, texts, forced)


def _answer(
    model: Model,
    question: Question,
    is_full: bool,
    progress: Progress,
    options: argparse.Namespace,
    texts: Texts,
    forced: str = "",
) -> int:
    """Look for the answer, and tell it part by part as it is known."""
    screen = Screen(question, is_full, _saying(progress, options.json), options, texts, forced)
    found: Findings | None = None

    def watch(stage: str, count: int) -> None:
        progress.stage(f"progress.why.{stage}")
        progress.done(count)

    try:
        for found in findings(model.grounder, question, watch):
            _tell(found, model, screen)
    except LimitError:  # the clash is told already: the time was up while changes were looked for
        if found is None:
            raise
        found = replace(found, changes=())
        _tell(found, model, screen)
    if options.json and found is not None:
        print_json(findings_object(found, question))
    return Exit.DONE


def _tell(found: Findings, model: Model, screen: Screen) -> None:
    if found.values is not None:
        verify(found.values, found.compiled, model.grounder)
        screen.tell_model(found)
    elif found.changes is None or found.is_too_short:
        screen.tell_clash(found)
    if found.values is None and found.changes is not None:
        screen.tell_repairs(found)


def _saying(progress: Progress, is_json: bool) -> Callable[[str], None]:
    def say(line: str) -> None:
        if not is_json:
            progress.clear()
            print(line, flush=True)

    return say


def _why_not_this_model(model: Model, options: argparse.Namespace, texts: Texts) -> int:
    """A whole model is expected: the instances that it breaks."""
    broken = broken_rules(model, options, texts)
    if broken is None:
        return Exit.ERRORS
    document = model.reading.document
    if options.json:
        reasons = [instance_object(one, document) for instances in broken for one in instances]
        print_json({"status": "unsat" if broken else "sat", "reasons": reasons, "repair": [], "horizon": None})
        return Exit.DONE
    question = Question(model.reading, model.given, 0.0)
    Screen(question, options.full, print, options, texts).tell_broken(broken)
    return Exit.DONE
