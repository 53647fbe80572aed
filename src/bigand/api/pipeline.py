"""The pipeline of `solve`: read, ground, encode and solve a text; verify each model before it is reported.

What differs by the kind of text is in one module each: `sat`, `numbers` and `quantified` encode and solve it;
`costs` finds the best models, `plan` the shortest plan, `games` the winner.
"""

import time
from typing import Any

from bigand.api.auxiliary import attempt_before_main_work
from bigand.api.expansion import Expansion, ModelSearch, backend_of, expand, open_session, solution_of
from bigand.api.problem import Problem, load_problem, report_warning_count
from bigand.api.report import Notice, Part, Remark, Report, Stage, progress_reporter
from bigand.api.size_check import check_size, may_count_natively
from bigand.api.solution import Solution
from bigand.api.solve import (
    BestAnswer,
    GameAnswer,
    PlanAnswer,
    Proof,
    QuantifierPrefix,
    SolutionCollector,
    Solve,
    SolveAnswer,
    VariableNames,
)
from bigand.api.source import Source
from bigand.api.value import replace_fields
from bigand.ground.columns import Array
from bigand.language import Mode
from bigand.language.syntax import Assignment, Horizon, cost_directives
from bigand.source.diagnostic import Diagnostic
from bigand.source.error import LimitError, UsageError


def solve(question: Solve, report: Report) -> SolveAnswer | BestAnswer | PlanAnswer | GameAnswer:
    """Solve a text by its kind: with an open number of steps, as a game, with costs, or by listing models."""
    deadline, began = question.limits.deadline(), time.perf_counter()
    problem = load_problem(append_formulas(question.source, question.assume), report)
    collector = SolutionCollector(question, problem, report, deadline)
    collector.stage_times["parse"] = time.perf_counter() - began
    is_open = has_open_horizon(problem)
    _reject_conflicting_options(question, problem, is_open)
    if question.plan or is_open:
        from bigand.api.plan import solve_plan

        report_warning_count(problem, report)
        return solve_plan(collector)
    native_counting = not question.count and question.proof is None and may_count_natively(problem, question.solver)
    if problem.reading.mode is Mode.QBF:
        report_warning_count(problem, report)
    check_size(problem.grounder, question.limits.megabytes, question.as_written, native_counting, report)
    if problem.reading.mode is not Mode.QBF:
        _lint_and_report_count(question, problem, report, deadline)
    if question.strategy:
        from bigand.api.games import solve_game

        return solve_game(collector)
    if cost_directives(problem.reading.program):
        from bigand.api.costs import solve_with_costs

        return solve_with_costs(collector)
    return _find_or_count_models(collector, native_counting)


def _find_or_count_models(collector: SolutionCollector, native_counting: bool) -> SolveAnswer:
    """Find as many models as requested, or count them."""
    question = collector.question
    expansion = expand_and_report(collector, native_counting)
    search = ModelSearch(
        solver=question.solver, deadline=collector.deadline, seed=question.seed, check=question.check,
        wants_all=question.wanted is None and collector.deadline is None,
        megabytes=question.limits.megabytes, proof=question.proof,
        warn=lambda: collector.report(Remark(key="count.one_by_one")),
    )  # fmt: skip
    began = time.perf_counter()
    count: int | None
    stopped: str | None = None
    proof: Proof | None = None
    try:
        with open_session(expansion, search) as session:
            for excluded in question.excluded:
                expansion.exclude(session, excluded)
            if question.count:
                count, is_complete = expansion.count(session, search)
                stopped = None if is_complete else "limit.time"
            else:
                solutions = (
                    _as_solution(expansion, values, session, question)
                    for values in expansion.models(session, search)
                )
                is_complete = all(collector.add_and_continue(solution) for solution in solutions)
                count = len(collector.models)
            proof = _proof_of(session)
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        is_complete = error.key == "limit.endless" and question.count  # then "infinitely many" is the count
        count, stopped = (None, None) if is_complete else (len(collector.models), error.key)
    return SolveAnswer(
        status="sat" if count or count is None else "unsat" if is_complete else "unknown",
        mode=collector.problem.reading.mode,
        prefix=expansion.prefix,
        models=tuple(collector.models),
        count=count,
        is_complete=is_complete,
        stopped=stopped,
        atoms=expansion.compiled.clauses.atoms,
        clauses=expansion.compiled.clauses.count,
        seconds=collector.stage_seconds(began),
        proof=proof,
        guess=collector.guess,
    )


def expand_and_report(collector: SolutionCollector, native_counting: bool = False) -> Expansion:
    """Expand the problem of a question, and report what is known before solving: warnings, names, quantifiers."""
    question, report = collector.question, collector.report
    report(Stage(key="progress.expand"))
    began = time.perf_counter()
    expansion = expand(collector.problem, question.as_written, progress_reporter(report), native_counting)
    encoding = expansion.compiled.encode_seconds
    collector.stage_times |= {"encode": encoding, "ground": time.perf_counter() - began - encoding}
    if expansion.doubts:
        report(Notice(diagnostics=expansion.doubts))
    if question.names:
        report(
            Part(found=VariableNames(names=expansion.compiled.all_names, atoms=expansion.compiled.clauses.atoms))
        )
    if expansion.prefix is not None:
        report(Part(found=QuantifierPrefix(blocks=expansion.prefix)))
    report(Stage(key="progress.solve"))
    return expansion


def _as_solution(expansion: Expansion, values: Array, session: Any, question: Solve) -> Solution:
    """Return a model as a solution; for partial models, without the atoms that the solver left open."""
    solution = solution_of(expansion, values)
    left_open: set[int] = session.left_open() if question.partial and hasattr(session, "left_open") else set()
    return (
        solution.restrict_to([index for index in range(len(values)) if index not in left_open])
        if left_open
        else solution
    )


def _proof_of(session: Any) -> Proof | None:
    """The proof that was found with the answer, if one was requested."""
    certificate = getattr(session, "proof", None)
    if certificate is None:
        return None
    return Proof(
        format=certificate.format.value,
        steps=certificate.added,
        deletions=certificate.deleted,
        checked=certificate.is_checked,
        text=session.text.read(),
    )


# ---------------------------------------------------------------------- before solving


def append_formulas(source: Source, formulas: tuple[str, ...]) -> Source:
    """Return a source with further formulas at its end."""
    return replace_fields(source, text="\n".join([source.text, *formulas])) if formulas else source


def has_open_horizon(problem: Problem) -> bool:
    """Whether the number of steps must be found: neither the text nor the user sets it."""
    program = problem.reading.program
    known = {item.target.name for item in program.items if isinstance(item, Assignment)} | set(problem.given)
    return any(
        isinstance(directive, Horizon) and directive.variable.name not in known for directive in program.directives
    )


def _reject_conflicting_options(question: Solve, problem: Problem, is_open: bool) -> None:
    """Raise if the question asks for things that do not go together, before any work is done."""
    requested = {"strategy": question.strategy, "proof": question.proof is not None, "horizon": is_open}
    for feature, key in backend_of(problem).UNSUPPORTED.items():
        if requested.get(feature):
            raise UsageError(key)
    if question.proof is not None and (question.excluded or question.count or question.wanted != 1):
        raise UsageError("proof.alone")
    if question.proof is not None and (cost_directives(problem.reading.program) or is_open):
        raise UsageError("costs.no_proof")


def _lint_and_report_count(question: Solve, problem: Problem, report: Report, deadline: float | None) -> None:
    """Report the number of warnings; lint the instances, too, if that is quick."""
    if not (question.suspicions and question.check):
        report_warning_count(problem, report)
        return
    from bigand.explain.lint.linter import TOO_LARGE_CODE, lint_grounder
    from bigand.explain.lint.survey import QUICK

    nothing: list[Diagnostic] = []
    diagnostics = attempt_before_main_work(
        "suspicions", lambda: lint_grounder(problem.new_grounder(), QUICK), nothing, report, deadline
    )
    warnings = [diagnostic for diagnostic in diagnostics if diagnostic.code != TOO_LARGE_CODE]
    doubts = (*problem.reading.diagnostics, *warnings)
    if doubts or len(warnings) < len(diagnostics):
        report(Notice(diagnostics=doubts, is_counted=True, is_partial=len(warnings) < len(diagnostics)))
