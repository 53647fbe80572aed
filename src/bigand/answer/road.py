"""The road of a text, on one page: it is read, grounded, encoded, solved, each model verified before it is told.

What differs by the kind of text is a module each: `plain`, `numbers` and `quantified` say how it is encoded and
solved; `costs` finds the best models, `planning` the shortest plan, `games` who wins.
"""

import time
from typing import Any

from bigand.answer.auxiliary import attempt_first
from bigand.answer.expanded import Expanded, Search, expanded, kind_of, session_of, solution_of
from bigand.answer.opening import notice_doubts, opened
from bigand.answer.problem import Problem
from bigand.answer.questions.solve import Best, Game, Names, Planned, Prefix, Proof, Solve, Solved
from bigand.answer.report import Noticed, Part, Remark, Report, Stage, counting
from bigand.answer.sizing import check_size, may_count
from bigand.answer.solution import Solution
from bigand.answer.source import Source
from bigand.answer.telling import Teller
from bigand.answer.value import changed
from bigand.ground.columns import Array
from bigand.language import Mode
from bigand.language.soft import cost_directives
from bigand.language.syntax import Assignment, Horizon
from bigand.source.diagnostic import Diagnostic
from bigand.source.error import LimitError, UsageError


def solved(question: Solve, report: Report) -> Solved | Best | Planned | Game:
    """What the text asks for, by its kind: with open steps, with quantifiers, with costs, or plainly."""
    deadline, began = question.limits.deadline(), time.perf_counter()
    problem = opened(with_formulas(question.source, question.assume), report)
    teller = Teller(question, problem, report, deadline)
    teller.spent["parse"] = time.perf_counter() - began
    is_open = has_open_horizon(problem)
    _refuse_mixtures(question, problem, is_open)
    if question.plan or is_open:
        from bigand.answer.planning import planned

        notice_doubts(problem, report)
        return planned(teller)
    counts = not question.count and question.proof is None and may_count(problem, question.solver)
    if problem.reading.mode is Mode.QBF:
        notice_doubts(problem, report)
    check_size(problem.grounder, question.limits.megabytes, question.as_written, counts, report)
    if problem.reading.mode is not Mode.QBF:
        _notice_suspicions(question, problem, report, deadline)
    if question.strategy:
        from bigand.answer.games import played

        return played(teller)
    if cost_directives(problem.reading.program):
        from bigand.answer.costs import cheapest

        return cheapest(teller)
    return _listed(teller, counts)


def _listed(teller: Teller, counts: bool) -> Solved:
    """As many models as are wanted, or how many there are."""
    question = teller.question
    found = expanded_for(teller, counts)
    search = Search(
        solver=question.solver, deadline=teller.deadline, seed=question.seed, check=question.check,
        to_the_end=question.wanted is None and teller.deadline is None,
        megabytes=question.limits.megabytes, proof=question.proof,
        warn=lambda: teller.report(Remark(key="count.one_by_one")),
    )  # fmt: skip
    began = time.perf_counter()
    count: int | None
    stopped: str | None = None
    proof: Proof | None = None
    try:
        with session_of(found, search) as session:
            for told in question.excluded:
                found.exclude(session, told)
            if question.count:
                count, is_complete = found.count(session, search)
                stopped = None if is_complete else "limit.time"
            else:
                every = (_told(found, one, session, question) for one in found.models(session, search))
                is_complete = all(teller.goes_on(one) for one in every)
                count = len(teller.models)
            proof = _proof(session)
    except LimitError as error:
        if error.key not in ("limit.time", "limit.endless"):
            raise
        is_complete = error.key == "limit.endless" and question.count  # then that is their number
        count, stopped = (None, None) if is_complete else (len(teller.models), error.key)
    return Solved(
        status="sat" if count or count is None else "unsat" if is_complete else "unknown",
        mode=teller.problem.reading.mode,
        prefix=found.prefix,
        models=tuple(teller.models),
        count=count,
        is_complete=is_complete,
        stopped=stopped,
        atoms=found.compiled.clauses.atoms,
        clauses=found.compiled.clauses.count,
        seconds=teller.seconds(began),
        proof=proof,
        guess=teller.guess,
    )


def expanded_for(teller: Teller, counts: bool = False) -> Expanded:
    """The clauses for a question, with what is told of them before anything is solved."""
    question, report = teller.question, teller.report
    report(Stage(key="progress.expand"))
    began = time.perf_counter()
    found = expanded(teller.problem, question.as_written, counting(report), counts)
    encoding = found.compiled.encode_seconds
    teller.spent |= {"encode": encoding, "ground": time.perf_counter() - began - encoding}
    if found.doubts:
        report(Noticed(diagnostics=found.doubts))
    if question.names:
        report(Part(found=Names(names=found.compiled.all_names, atoms=found.compiled.clauses.atoms)))
    if found.prefix is not None:
        report(Part(found=Prefix(blocks=found.prefix)))
    report(Stage(key="progress.solve"))
    return found


def _told(found: Expanded, values: Array, session: Any, question: Solve) -> Solution:
    """A model as it is told: if part of one will do, without what a command says it may be either way."""
    solution = solution_of(found, values)
    left_open: set[int] = session.left_open() if question.partial and hasattr(session, "left_open") else set()
    return solution.keep([at for at in range(len(values)) if at not in left_open]) if left_open else solution


def _proof(session: Any) -> Proof | None:
    """The proof that was found beside the answer, if one was asked for."""
    found = getattr(session, "proof", None)
    if found is None:
        return None
    return Proof(
        format=found.format.value,
        steps=found.added,
        deletions=found.deleted,
        checked=found.is_checked,
        text=session.text.read(),
    )


# ---------------------------------------------------------------------- before it


def with_formulas(source: Source, formulas: tuple[str, ...]) -> Source:
    """A source with further formulas at its end."""
    return changed(source, text="\n".join([source.text, *formulas])) if formulas else source


def has_open_horizon(problem: Problem) -> bool:
    """Whether the number of steps is to be found: neither the text nor the user says it."""
    program = problem.reading.program
    known = {item.target.name for item in program.items if isinstance(item, Assignment)} | set(problem.given)
    return any(isinstance(one, Horizon) and one.variable.name not in known for one in program.directives)


def _refuse_mixtures(question: Solve, problem: Problem, is_open: bool) -> None:
    """What does not go together is told before anything is done."""
    asked = {"strategy": question.strategy, "proof": question.proof is not None, "horizon": is_open}
    for what, key in kind_of(problem).CANNOT.items():
        if asked.get(what):
            raise UsageError(key)
    if question.proof is not None and (question.excluded or question.count or question.wanted != 1):
        raise UsageError("proof.alone")
    if question.proof is not None and (cost_directives(problem.reading.program) or is_open):
        raise UsageError("costs.no_proof")


def _notice_suspicions(question: Solve, problem: Problem, report: Report, deadline: float | None) -> None:
    """Tell how much is doubtful; what can be suspected too, if the text is looked at in no time."""
    if not (question.suspicions and question.check):
        notice_doubts(problem, report)
        return
    from bigand.explain.suspicions import TOO_LARGE_CODE, lint_grounder
    from bigand.explain.suspicions.survey import QUICK

    nothing: list[Diagnostic] = []
    found = attempt_first(
        "suspicions", lambda: lint_grounder(problem.new_grounder(), QUICK), nothing, report, deadline
    )
    told = [one for one in found if one.code != TOO_LARGE_CODE]
    doubts = (*problem.reading.diagnostics, *told)
    if doubts or len(told) < len(found):
        report(Noticed(diagnostics=doubts, is_counted=True, is_partial=len(told) < len(found)))
