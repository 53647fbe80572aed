"""`verify`: check a proof that a text has no model."""

import time
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Literal

from bigand.api.question import Answer
from bigand.api.report import Report, Stage, progress_reporter
from bigand.api.source import TextQuestion
from bigand.messages.message import Message
from bigand.source.error import LimitError


class VerifyAnswer(Answer, tag="verified"):
    """The proof is valid: its format, the clauses it adds and deletes, and the number of clauses of the text."""

    status: Literal["verified"]
    format: Literal["drat", "lrat"]
    steps: int
    deletions: int
    clauses: int


class ProofRejection(Answer, tag="rejected"):
    """The proof is invalid: the line of the proof, and the reason as a message by key and gaps.

    Without a gap `clause` the message is about the empty clause.
    """

    status: Literal["rejected"]
    line: int | None
    key: str
    gaps: Mapping[str, str | Message]


class Verify(TextQuestion[VerifyAnswer | ProofRejection], tag="verify"):
    """Does this proof show that this text has no model?"""

    proof: bytes
    as_written: bool = False

    def answer(self, report: Report) -> VerifyAnswer | ProofRejection:
        return verify_proof(self, report)


_MAX_LITERALS = 8  # shown literals of a clause


def verify_proof(question: Verify, report: Report) -> VerifyAnswer | ProofRejection:
    """Check a proof for the clauses of a text."""
    from bigand.api.expansion import expand
    from bigand.api.problem import load_problem_with_warnings
    from bigand.api.size_check import check_size
    from bigand.language import Mode
    from bigand.solve.proof.certificate import check_proof
    from bigand.solve.proof.formats import ProofError

    deadline = question.limits.deadline()
    problem = load_problem_with_warnings(question.source, report, (Mode.SAT,))
    check_size(problem.grounder, question.limits.megabytes, question.as_written, report=report)
    report(Stage(key="progress.expand"))
    compiled = expand(problem, question.as_written, progress_reporter(report)).compiled
    report(Stage(key="progress.verify"))
    clauses = compiled.clauses
    try:
        kind, checked = check_proof(clauses, BytesIO(question.proof))
    except ProofError as error:
        gaps = dict(error.gaps)
        if error.clause:
            gaps["clause"] = clause_text(error.clause, compiled.names)
        return ProofRejection(status="rejected", line=error.line or None, key=error.key, gaps=gaps)
    if deadline is not None and time.monotonic() > deadline:
        raise LimitError("limit.time")
    return VerifyAnswer(
        status="verified",
        format=kind.value,
        steps=checked.added,
        deletions=checked.deleted,
        clauses=clauses.count,
    )


def clause_text(literals: Sequence[int], names: Sequence[str]) -> str:
    """A clause with the names of the text; an auxiliary atom has only its number.

    >>> clause_text([1, -2, 3], ["p(1)", "q"])
    '`p(1) or not q or #3`'
    """
    shown = [_literal_text(literal, names) for literal in literals[:_MAX_LITERALS]]
    return f"`{' or '.join([*shown, *(['…'] if len(literals) > _MAX_LITERALS else [])])}`"


def _literal_text(literal: int, names: Sequence[str]) -> str:
    name = names[abs(literal) - 1] if abs(literal) <= len(names) else f"#{abs(literal)}"
    return name if literal > 0 else f"not {name}"
