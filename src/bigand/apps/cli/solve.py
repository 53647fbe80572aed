"""`bigand solve FILE`: a model, all of them, or their number."""

import argparse
import fnmatch
import json
import shutil
import sys
import time
from pathlib import Path

from bigand.apps.cli.colour import colour_depth
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.proofs import is_proof_possible, proof_format, proof_object, save_proof, tell_proof
from bigand.apps.cli.solving import (
    add_logic_option,
    add_solving_options,
    check_size,
    guarded,
    has_open_horizon,
    open_model,
    tell_suspicions,
)
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.front import Model, Solution, random_phases
from bigand.language import Mode
from bigand.language.soft import costs
from bigand.solve.proof.certificate import Proof, ProvingSession
from bigand.solve.pysat_engine import COUNTING
from bigand.solve.session import LimitError, Session
from bigand.view.terminal import show_solution


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
    is_quantified = model.reading.mode is Mode.QBF
    if (options.strategy and not is_quantified) or (options.proof is not None and is_quantified):
        texts.complain("strategy.mode" if options.strategy else "quantified.proof")
        return Exit.USAGE
    options.document = model.reading.document
    model.seconds["parse"] = spent
    with Progress(texts) as progress:
        return guarded(lambda: _solve(model, deadline, progress, options, texts), options, texts)


def _solve(
    model: Model, deadline: float | None, progress: Progress, options: argparse.Namespace, texts: Texts
) -> int:
    if model.reading.mode is Mode.QBF:
        return _solve_quantified(model, deadline, progress, options, texts)
    if options.proof is not None and (costs(model.reading.program) or has_open_horizon(model)):
        texts.complain("costs.no_proof")
        return Exit.USAGE
    if has_open_horizon(model):
        from bigand.apps.cli.plan import plan

        return plan(model, deadline, options, texts)
    check_size(model, options, texts, _may_count(model, options))
    tell_suspicions(model, options, texts)
    if costs(model.reading.program):
        return _solve_best(model, deadline, progress, options, texts)
    progress.stage("progress.expand")
    compiled = model.compile(options.as_written, progress.done, counting=_may_count(model, options))
    progress.stage("progress.solve")
    model.compiled = compiled
    began = time.process_time()
    session = _open_session(model, deadline, options)
    wanted = None if options.all or options.limit == 0 else options.limit or 1
    found: list[Solution] = []
    count, complete = 0, False
    proof: Proof | None = None
    try:
        if options.random:
            session.prefer(random_phases(compiled, options.seed))
        if options.count:
            count, complete = model.counted(session, deadline, not options.fast)
            return _told_count(count, complete, model, time.process_time() - began, options, texts)
        for solution in model.answers(session, check=not options.fast):
            count += 1
            found.append(solution)
            if not options.json:
                progress.clear()
                _print(solution, count, wanted, model, options, texts)
            if wanted is not None and count >= wanted:
                break
            if wanted is None and deadline is None and model.has_no_end(session, solution):
                raise LimitError("limit.endless")
        else:
            complete = True
        if isinstance(session, ProvingSession):
            proof = save_proof(session, options.proof)
    except LimitError as error:
        if error.key == "limit.endless" and options.count:
            return _told_endless(model, time.process_time() - began, options, texts)
        if not count:
            if options.json:
                _print_json("unknown", found, count, model, time.process_time() - began, options)
            raise
        print(f"bigand: {texts(error.key)}", file=sys.stderr)
    finally:
        session.close()
    if options.svg and found:
        _write_picture(found[0], model, options)
    status = "sat" if count else "unsat"
    if options.json:
        _print_json(status, found, count, model, time.process_time() - began, options, proof)
    elif not count:
        print(texts("solve.unsat"))
    elif complete or wanted != 1:
        print(texts("solve.found_all" if complete else "solve.found", count=texts.counted("model", count)))
    if options.proof is not None:
        tell_proof(proof, options, texts)
    if count and not complete and wanted is None:
        return Exit.LIMIT
    return Exit.DONE if count else Exit.UNSAT


def _may_count(model: Model, options: argparse.Namespace) -> bool:
    """Whether an engine that counts by itself may be taken."""
    is_free = options.solver in (None, COUNTING) and not options.count and options.proof is None
    return is_free and model.reading.mode is Mode.SAT and model.is_large


def _open_session(model: Model, deadline: float | None, options: argparse.Namespace) -> Session:
    if options.proof is not None:
        kind = proof_format(options.proof)
        return ProvingSession(model.compiled.clauses, kind, deadline, check=not options.fast)
    if model.reading.mode is not Mode.SMT:
        return model.session(options.solver, deadline, isolated=True)
    from bigand.numbers import NumberModel

    assert isinstance(model, NumberModel)
    seed = options.seed if options.random else None
    return model.session(options.solver, deadline, isolated=True, seed=seed, megabytes=options.memory)


def _told_endless(model: Model, seconds: float, options: argparse.Namespace, texts: Texts) -> int:
    """There is no end of models: that is their number."""
    if options.json:
        _print_json("sat", [], None, model, seconds, options)
    else:
        print(texts("solve.endless"))
    return Exit.DONE


def _solve_best(
    model: Model, deadline: float | None, progress: Progress, options: argparse.Namespace, texts: Texts
) -> int:
    from bigand.apps.cli import costs

    began = time.process_time()

    def show(solution: Solution, number: int, wanted: int | None) -> None:
        _print(solution, number, wanted, model, options, texts)

    try:
        search = costs.search_best(model, deadline, progress, options, texts, show)
    except LimitError:
        if options.json:
            costs.print_best_json(None, [], model, began)
        raise
    solutions = [model.best_solution(best, search.costed) for best in search.found]
    if options.svg and solutions:
        _write_picture(solutions[0], model, options)
    if not options.json:
        return costs.tell_best(search, model, options, texts)
    shown = [] if options.count else solutions
    costs.print_best_json(
        search, [_object(_selected(solution, options), model, options) for solution in shown], model, began
    )
    if search.is_late and not (options.count and search.is_endless):
        return Exit.LIMIT
    return Exit.DONE if search.count else Exit.UNSAT


def _solve_quantified(
    model: Model, deadline: float | None, progress: Progress, options: argparse.Namespace, texts: Texts
) -> int:
    from bigand.apps.cli.quantified import QuantifiedSolving
    from bigand.quantified import QuantifiedModel

    def show(solution: Solution, number: int, wanted: int | None) -> None:
        _print(solution, number, wanted, model, options, texts)
        if options.svg and number == 1:
            _write_picture(solution, model, options)

    def select(solution: Solution) -> Solution:
        return _selected(solution, options)

    def is_wanted(name: str) -> bool:
        return not options.only or _matches(name, options.only)

    assert isinstance(model, QuantifiedModel)
    return QuantifiedSolving(model, show, select, is_wanted, options, texts).run(deadline, progress)


def _write_picture(solution: Solution, model: Model, options: argparse.Namespace) -> None:
    from bigand.view.scene import scenes
    from bigand.view.svg import svg

    picture = svg(scenes(_selected(solution, options), model.reading.program))
    Path(options.svg).write_text(picture, encoding="utf-8")


def _told_count(
    count: int, complete: bool, model: Model, seconds: float, options: argparse.Namespace, texts: Texts
) -> int:
    if options.json:
        _print_json("sat" if count else "unsat" if complete else "unknown", [], count, model, seconds, options)
    else:
        print(count if complete else texts("solve.at_least", count=count))
    if not complete:
        print(f"bigand: {texts('limit.time')}", file=sys.stderr)
        return Exit.LIMIT
    return Exit.DONE if count else Exit.UNSAT


def _print(
    solution: Solution,
    number: int,
    wanted: int | None,
    model: Model,
    options: argparse.Namespace,
    texts: Texts,
) -> None:
    if wanted != 1:
        print(texts("solve.model", number=number))
    width = shutil.get_terminal_size((80, 24)).columns
    depth = colour_depth(sys.stdout, options.color)
    for line in show_solution(_selected(solution, options), model.reading.program, width, depth):
        print(line)


def _selected(solution: Solution, options: argparse.Namespace) -> Solution:
    if not options.only:
        return solution
    return solution.keep([at for at, name in enumerate(solution.names) if _matches(name, options.only)])


def _matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern.replace("[", "[[]").replace(" ", "")) for pattern in patterns)


def _object(solution: Solution, model: Model, options: argparse.Namespace) -> dict[str, object]:
    """A model for programs: atoms by their truth, and the values of numbers."""
    shown: dict[str, object] = {"true": solution.true}
    if not options.true_only:
        shown["false"] = solution.false
    if model.reading.mode is Mode.SMT:
        shown["values"] = solution.number_values
    return shown


def _print_json(
    status: str,
    found: list[Solution],
    count: int | None,
    model: Model,
    seconds: float,
    options: argparse.Namespace,
    proof: Proof | None = None,
) -> None:
    """The answer for programs; a count of null is that of infinitely many."""
    answer: dict[str, object] = {
        "status": status,
        "mode": model.reading.mode.value,
        "models": [_object(_selected(solution, options), model, options) for solution in found],
        "count": count,
        "atoms": model.compiled.clauses.atoms,
        "clauses": model.compiled.clauses.count,
        "seconds": {
            **{key: round(value, 4) for key, value in model.seconds.items()},
            "solve": round(seconds, 4),
        },
    }
    if options.proof is not None:
        answer["proof"] = proof_object(proof, options)
    print(json.dumps(answer, ensure_ascii=False))
