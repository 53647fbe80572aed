"""How questions on boards are answered: solutions, marks, steps, new boards."""

import time
from collections.abc import Iterator
from itertools import islice

from bigand.answer.question import Failure, failure_of
from bigand.answer.report import Done, Part, Report, Stage, counting
from bigand.answer.running.limits import alarm, timely
from bigand.puzzles.lightup import questions as told
from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.check import check
from bigand.puzzles.lightup.converting import board_of
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.findings import Finding
from bigand.puzzles.lightup.generate import Request, Symmetry, make
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.questions import Rows, Spot
from bigand.puzzles.lightup.reasoning.explanation import Explanation, explain
from bigand.puzzles.lightup.reasoning.hints import Hint, hint_for
from bigand.puzzles.lightup.reasoning.levels import WORDS, Level
from bigand.puzzles.lightup.reasoning.rating import rating_of
from bigand.puzzles.lightup.reasoning.record import step_told
from bigand.puzzles.lightup.reasoning.steps import steps
from bigand.puzzles.lightup.solving import Answer, answer, answers, count, solutions, status_of
from bigand.puzzles.lightup.why import Premise, why

_PATIENCE = 10.0  # seconds to look for a reason, if nobody says how many


# ---------------------------------------------------------------------- solutions


def solved(question: told.Solve, report: Report) -> told.Solved:
    """The solutions, each a part of the answer when it is found; or why there is none."""
    report(Stage(key="progress.solve"))
    board = board_of(question.board)
    most = None if question.limit is None else max(2, question.limit)
    found: list[Rows] = []
    is_complete = True
    began = time.monotonic()
    with alarm(question.limits.seconds):
        for solution in islice(_others(board, question), None if most is None else most + 1):
            if len(found) == most:
                is_complete = False
                break
            found.append(solution.rows)
            if question.gives == "all":
                report(Part(found=solution.rows))
            report(Done(count=len(found)))
    if not found:
        return _unsolved(board, question, began + (question.limits.seconds or _PATIENCE), report)
    return told.Solved(
        status=status_of(len(found)).value,
        solution=found[0],
        count=len(found),
        complete=is_complete,
        second=found[1] if question.gives == "second" and len(found) > 1 else None,
        solutions=tuple(found) if question.gives == "all" else None,
    )


def _others(board: Board, question: told.Solve) -> Iterator[Board]:
    """The solutions that nobody knows yet."""
    known = frozenset(question.excluded)
    for solution in solutions(board, question.engine, keep_marks=question.keep_marks):
        if solution.rows not in known:
            yield solution


def _unsolved(board: Board, question: told.Solve, deadline: float, report: Report) -> told.Solved:
    """That there is none, with a reason if that is asked for; or no other one, which needs none."""
    none = () if question.gives == "all" else None
    if question.excluded or not question.why:
        return told.Solved(status="none", solution=None, count=0, solutions=none, board=board.rows)
    report(Stage(key="lightup.why.progress"))
    reason = why(board, question.keep_marks, deadline)
    return told.Solved(
        status="none",
        solution=None,
        count=0,
        solutions=none,
        board=board.rows,
        why=tuple([_demand(premise) for premise in reason.premises]),
        minimal=reason.is_minimal,
    )


def _demand(premise: Premise) -> told.Demand:
    place = premise.place
    cells = tuple([_spot(cell) for cell in premise.cells])
    return told.Demand(demand=premise.demand.value, row=place.row + 1, column=place.column + 1, cells=cells)


def _spot(place: Place) -> Spot:
    return Spot(place.row + 1, place.column + 1)


def solved_many(question: told.SolveMany) -> told.SolvedMany:
    """The answers for many boards; one that cannot be read harms no other one."""
    read = [_try_board(given) for given in question.boards]
    boards = [board for board in read if isinstance(board, Board)]
    found = iter(answers(boards, question.limit))
    return told.SolvedMany(
        answers=tuple([_of_many(board, next(found)) if isinstance(board, Board) else board for board in read])
    )


def _try_board(given: told.Given) -> Board | Failure:
    try:
        return board_of(given)
    except BoardError as error:
        return failure_of(error)


def _of_many(board: Board, found: Answer) -> told.Solved:
    return told.Solved(
        status=found.status.value,
        solution=None if found.solution is None else found.solution.rows,
        count=found.count,
        complete=found.is_complete,
        board=board.rows if found.solution is None else None,
    )


@timely
def counted(question: told.Count) -> told.Counted:
    """How many solutions there are, exactly."""
    board = board_of(question.board)
    return told.Counted(count=count(board, question.engine, keep_marks=question.keep_marks))


@timely
def uniqueness(question: told.Unique) -> told.Uniqueness:
    """Whether there is exactly one solution."""
    found = answer(board_of(question.board), question.engine, keep_marks=question.keep_marks)
    return told.Uniqueness(is_unique=found.is_unique, status=found.status.value)


# ---------------------------------------------------------------------- marks


@timely
def checked(question: told.Check) -> told.Checked:
    """What is to be said of the marks."""
    board = board_of(question.board)
    findings = check(board)
    is_wrong = any(finding.kind.is_wrong for finding in findings)
    can_finish = None
    if question.can_finish:
        can_finish = next(solutions(board, keep_marks=True), None) is not None
    return told.Checked(
        status="wrong" if is_wrong else "open" if findings else "solved",
        board=board.rows,
        findings=tuple([_finding(finding) for finding in findings]),
        can_finish=can_finish,
    )


def _finding(finding: Finding) -> told.Finding:
    is_counted = bool(finding.wanted or finding.found)
    return told.Finding(
        kind=finding.kind.value,
        wrong=finding.kind.is_wrong,
        row=finding.place.row + 1,
        column=finding.place.column + 1,
        others=tuple([_spot(other) for other in finding.others]),
        found=finding.found if is_counted else None,
        wanted=finding.wanted if is_counted else None,
    )


# ---------------------------------------------------------------------- steps


@timely
def explained(question: told.Explain, report: Report) -> told.Explained:
    """The steps from a board on, and the proof that they are."""
    report(Stage(key="lightup.explain.progress"))
    explanation = explain(board_of(question.board), question.keep_marks)
    rating = explanation.rating
    proof = _proof(explanation) if question.proof and rating is not None else None
    return told.Explained(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        board=explanation.board.rows,
        solution=None if rating is None else explanation.last.rows,
        steps=tuple([step_told(step, number) for number, step in enumerate(explanation.steps, 1)]),
        proof=proof,
        proof_refused=question.proof and rating is not None and proof is None,
    )


def _proof(explanation: Explanation) -> str | None:
    """The proof as a file of LEGUP, once the checker has accepted it."""
    from bigand.puzzles.lightup.proof import check as check_proof
    from bigand.puzzles.lightup.proof.writer import write_proof
    from bigand.puzzles.lightup.reasoning.proof import proof_of

    proof = proof_of(Position.of(explanation.board), explanation.steps)
    return write_proof(proof, is_solved=True) if check_proof(proof).accepted else None


@timely
def hinted(question: told.Hint) -> told.Hinted:
    """The next step, or what is wrong, and no more of it than the strength allows."""
    strength = question.strength
    hint = hint_for(board_of(question.board))
    if hint.step is None:
        return told.Hinted(status=hint.status, strength=strength, wrong=_wrong_mark(hint, strength))
    step = step_told(hint.step, 1)
    if strength == "step":
        return told.Hinted(status="step", strength=strength, step=step)
    is_rule = strength == "rule"
    return told.Hinted(
        status="step",
        strength=strength,
        look="case" if step.is_case else "cell" if step.clue is None else "clue",
        site=step.site,
        clue=step.clue,
        technique=step.technique if is_rule else None,
        rule_name=step.rule if is_rule else None,
    )


def _wrong_mark(hint: Hint, strength: told.Strength) -> told.WrongMark | None:
    if hint.wrong is None:
        return None
    belongs: told.Mark | None = None if hint.belongs is None else "bulb" if hint.belongs is Cell.BULB else "dot"
    return told.WrongMark(
        row=hint.wrong.row + 1,
        column=None if strength == "where" else hint.wrong.column + 1,
        belongs=belongs if strength == "step" else None,
    )


@timely
def rated(question: told.Rate) -> told.Rated:
    """How hard a board is."""
    explanation = explain(board_of(question.board))
    rating = explanation.rating
    return told.Rated(
        status=explanation.status.value,
        level=None if rating is None else rating.level.word,
        number=None if rating is None else rating.number,
        steps=len(explanation.steps),
        largest=max([step.size for step in explanation.steps], default=0),
        depth=max([step.depth for step in explanation.steps], default=0),
    )


# ---------------------------------------------------------------------- new boards


@timely
def generated(question: told.Generate, report: Report) -> told.Generated:
    """The board of a number: each has a seed of its own, so that it does not matter who makes it, and when."""
    level, symmetry = Level(WORDS.index(question.level)), Symmetry(question.symmetry)
    request = Request(question.height, question.width, level, symmetry, question.black, question.minimal)
    seed = f"{question.seed}:{question.board}" + (f":{question.again}" if question.again else "")
    made = make(request, seed, counting(report))
    board = made.board
    rating = rating_of(list(steps(Position.of(board)))) if question.rated else None
    return told.Generated(
        id=board.to("id").strip(),
        level=question.level,
        number=None if rating is None else rating.number,
        clues=len(board.clues),
        walls=sum([cell.is_wall for _, cell in board]),
        seed=question.seed,
        board=question.board,
        rows=board.rows,
        solution=made.solution.rows,
        text=None if question.to is None else board.to(question.to),
    )
