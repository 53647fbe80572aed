"""`bigand solve FILE`: a model, all of them, or their number."""

import argparse
import time

from bigand.answer.model import Model
from bigand.apps.cli.answers import Answers
from bigand.apps.cli.drawing import add_drawing_options
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.models import Solving, may_count
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.proofs import is_proof_possible
from bigand.apps.cli.solving import (
    add_logic_option,
    add_solving_options,
    check_size,
    count_doubts,
    guarded,
    has_open_horizon,
    open_model,
)
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.language import Mode
from bigand.language.soft import costs


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    add_logic_option(parser, texts)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help=texts("solve.all"))
    what.add_argument("--limit", type=_whole, metavar="N", help=texts("solve.limit"))
    what.add_argument("--count", action="store_true", help=texts("solve.count"))
    what.add_argument("--proof", metavar="OUT", help=texts("solve.proof"))
    what.add_argument("--strategy", action="store_true", help=texts("solve.strategy"))
    parser.add_argument("--depth", type=_whole, metavar="N", help=texts("solve.depth"))
    parser.add_argument("--true-only", action="store_true", help=texts("solve.true_only"))
    parser.add_argument("--only", action="append", default=[], metavar="'p(1,*)'", help=texts("solve.only"))
    add_drawing_options(parser, texts)
    parser.add_argument("--solver", metavar="NAME", help=texts("solve.solver"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument("--random", action="store_true", help=texts("solve.random"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=texts("solve.seed"))
    parser.add_argument("--fast", action="store_true", help=texts("solve.fast"))
    parser.add_argument("--svg", metavar="OUT", help=texts("solve.svg"))
    parser.add_argument("--json", action="store_true", help=texts("solve.json"))
    parser.add_argument("--no-suspicions", action="store_true", help=texts("option.no_suspicions"))


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.proof is not None and not is_proof_possible(options, texts):
        return Exit.USAGE
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    model, spent = open_model(options.file, options, texts, tuple(Mode))
    if model is None:
        return Exit.ERRORS
    if options.strategy and model.reading.mode is not Mode.QBF:
        texts.complain("strategy.mode")
        return Exit.USAGE
    if options.proof is not None and model.reading.mode is not Mode.SAT:
        texts.complain("quantified.proof" if model.reading.mode is Mode.QBF else "numbers.proof")
        return Exit.USAGE
    options.document = model.reading.document
    model.seconds["parse"] = spent
    with Progress(texts) as progress:
        return guarded(lambda: _solve(model, deadline, progress, options, texts), options, texts)


def _solve(
    model: Model, deadline: float | None, progress: Progress, options: argparse.Namespace, texts: Texts
) -> int:
    """Solve as the kind of file asks for: with quantifiers, with steps, with costs, or plainly."""
    answers = Answers(model, options, texts)
    is_plain = model.reading.mode is not Mode.QBF and not has_open_horizon(model)
    if not is_plain:
        count_doubts(model, options, texts, suspect=False)
    if model.reading.mode is Mode.QBF:
        from bigand.apps.cli.quantified import QuantifiedSolving

        return QuantifiedSolving(answers).run(deadline, progress)
    if options.proof is not None and (costs(model.reading.program) or has_open_horizon(model)):
        texts.complain("costs.no_proof")
        return Exit.USAGE
    if has_open_horizon(model):
        from bigand.apps.cli.plan import plan

        return plan(model, deadline, options, texts)
    check_size(model, options, texts, may_count(model, options))
    count_doubts(model, options, texts, suspect=True)
    if costs(model.reading.program):
        from bigand.apps.cli.costs import solve_best

        return solve_best(answers, deadline, progress)
    return Solving(answers, deadline, progress).run()
