"""The two entry points of this package: a session that produces proofs, and the check of a proof.

A proof is about exactly the clauses that the session was given, in order: those that `bigand export` writes.
"""

import os
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.proof.drat import check_drat
from bigand.solve.proof.formats import (
    Addition,
    CheckedProof,
    Format,
    ProofError,
    ProofStep,
    drat_lines,
    lrat_lines,
    read_steps,
)
from bigand.solve.proof.lrat import check_lrat
from bigand.solve.proof.trace import TraceError, proof_of, read_trace
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import run_in_child
from bigand.source.limits import pause_garbage_collection

MAX_TRACE_BYTES = 1 << 30  # bytes; the trace is held in memory, where it takes several times as much


def check_proof(clauses: Clauses, file: BinaryIO) -> tuple[Format, CheckedProof]:
    """Check the text of a proof; raises `ProofError` if it does not prove that the clauses are unsatisfiable."""
    kind, steps = read_steps(file)
    check = check_drat if kind is Format.DRAT else check_lrat
    with pause_garbage_collection():
        return kind, check(clauses, steps)


class Proof(Struct, frozen=True):
    """A proof: its size, and whether it was checked before it was written."""

    format: Format
    added: int
    deleted: int
    is_checked: bool


class ProofSession:
    """CaDiCaL in its own process, asked once; after the answer False, `proof` and `text` hold the proof."""

    def __init__(
        self, clauses: Clauses, kind: Format = Format.DRAT, deadline: float | None = None, check: bool = True
    ) -> None:
        self.clauses = clauses
        self.kind = kind
        self.deadline = deadline
        self.check = check
        self.proof: Proof | None = None
        # Both files are unnamed, so that nothing remains of them however the process ends.
        self.text: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the session
        self._trace: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the session
        self._phases: list[int] = []
        self._values: Array = np.empty(0, dtype=np.bool_)

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        assert not assumptions, "a refutation under assumptions is not a proof"
        try:
            outcome = run_in_child(self._search_within_limit, self.deadline)
        except SolverError:
            if os.fstat(self._trace.fileno()).st_size >= MAX_TRACE_BYTES:
                raise LimitError("limit.proof", size=str(MAX_TRACE_BYTES >> 20)) from None
            raise
        if isinstance(outcome, Proof):
            self.proof = outcome
            self.text.seek(0)
            return False
        self._values = outcome
        return True

    def values(self) -> Array:
        return self._values

    def core(self) -> list[int]:
        return []

    def add(self, clause: Sequence[int]) -> None:  # noqa: ARG002  # never to be called
        raise AssertionError("a proof is about the clauses of the file alone")

    def prefer(self, literals: Sequence[int]) -> None:
        self._phases = list(literals)

    def close(self) -> None:
        self.text.close()
        self._trace.close()

    def _search_within_limit(self) -> Array | Proof:
        """Search in the child, which is killed if the trace grows too large."""
        with _file_size_limit(MAX_TRACE_BYTES):
            return self.find_model_or_proof()

    def find_model_or_proof(self) -> Array | Proof:
        """Return a model, or a proof whose text is in our file; runs in this process."""
        with pause_garbage_collection():
            steps = self._find_model_or_steps()
            if not isinstance(steps, list):
                return steps
            if self.check:
                _check_own_proof(self.clauses, steps)
            write = drat_lines if self.kind is Format.DRAT else lrat_lines
            self.text.writelines(write(steps))
            self.text.flush()
        added = sum([isinstance(step, Addition) for step in steps])
        return Proof(self.kind, added, len(steps) - added, self.check)

    def _find_model_or_steps(self) -> Array | list[ProofStep]:
        """Return a model, or the steps of a proof."""
        if self.clauses.has_empty_clause:
            empty = int(np.flatnonzero(np.diff(self.clauses.rows()[1]) == 0)[0]) + 1
            return [Addition(1, [], self.clauses.count + 1, (empty,))]
        session = PySatSession(self.clauses, trace=self._trace)
        try:
            if self._phases:
                session.prefer(self._phases)
            if session.solve():
                return session.values()
        finally:
            session.close()
        self._trace.seek(0)
        try:
            return proof_of(read_trace(self._trace), self.clauses)
        except TraceError as error:
            raise SolverError("solver.no_proof") from error


def _check_own_proof(clauses: Clauses, steps: list[ProofStep]) -> None:
    """Check a proof before it is written: the engine may be wrong, and so may we."""
    try:
        check_lrat(clauses, steps)
    except ProofError as error:
        raise SolverError("solver.wrong_proof", step=str(error.line)) from error


@contextmanager
def _file_size_limit(size: int) -> Iterator[None]:
    """Make the system kill this process if it writes a file larger than `size` bytes."""
    try:
        import resource
    except ImportError:  # the system has no such limits
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit = size if hard == resource.RLIM_INFINITY else min(size, hard)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it otherwise
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
