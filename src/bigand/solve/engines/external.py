"""Any program that reads DIMACS, as a session: it gets the clauses as a file and prints a model.

It must follow the usual conventions: exit code 10 or a line `s SATISFIABLE` with `v` lines; 20 or `s
UNSATISFIABLE`. Its claims are checked like all others before they are shown. It is killed when the time is up.
"""

import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from bigand.encode.clauses import Batch, Clauses
from bigand.encode.dimacs import dimacs_text
from bigand.ground.columns import Array
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import process_group


class Command:
    """A command line; `{}` in it is replaced by the file name, otherwise the file is its standard input."""

    def __init__(self, text: str, deadline: float | None) -> None:
        self.deadline = deadline
        try:
            self.words = shlex.split(text)
        except ValueError as error:
            raise SolverError("solver.command", name=text) from error
        if not self.words:
            raise SolverError("solver.command", name=text)

    @property
    def name(self) -> str:
        return self.words[0]

    def run(self, pieces: Iterable[bytes], suffix: str) -> tuple[int, str]:
        """Run the command on a file with this content; return the exit code and the output.

        Nothing is left running.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "given").with_suffix(suffix)
            with path.open("wb") as file:
                file.writelines(pieces)
            return self._run(str(path))

    def _run(self, path: str) -> tuple[int, str]:
        words = [word.replace("{}", path) for word in self.words]
        timeout = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
        with Path(path).open("rb") as input_file, process_group() as group:
            try:
                process = subprocess.Popen(
                    words, stdin=input_file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, process_group=group
                )
            except OSError as error:
                raise SolverError("solver.missing", name=words[0]) from error
            try:
                output, _ = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired as error:
                raise LimitError("limit.time") from error
            finally:
                process.kill()
                process.wait()
        return process.returncode, output.decode("utf-8", "replace")


class ExternalSession:
    """A command that is run anew for each question."""

    suffix = ".cnf"

    def __init__(self, clauses: Clauses, command: str, deadline: float | None = None) -> None:
        self.clauses = clauses
        self.added_clauses: list[list[int]] = []
        self._values: Array = np.empty(0, dtype=np.bool_)
        self._signs: Array = np.empty(0, dtype=np.int8)  # of each variable, from 1 on: 1, -1, or 0 if unassigned
        self._command = Command(command, deadline)
        self._assumptions: list[int] = []

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        if self.clauses.has_empty_clause:
            return False
        self._assumptions = list(assumptions)
        units = [[literal] for literal in assumptions]
        batches = [*self.clauses.batches, *_as_batches(self.added_clauses + units)]
        all_clauses = Clauses(tuple(batches), self.clauses.atoms, self.clauses.variables)
        return self._parse_answer(*self._command.run(self.text(all_clauses), self.suffix))

    def text(self, clauses: Clauses) -> Iterator[bytes]:
        """Yield the clauses as the command reads them, in pieces."""
        return dimacs_text(clauses, (), with_names=False)

    def core(self) -> list[int]:
        return self._assumptions  # a command does not report which ones it needed

    def _parse_answer(self, code: int, output: str) -> bool:
        status = code if code in (10, 20) else _parse_status(output)
        if status == 20:
            return False
        if status != 10:
            raise SolverError("solver.no_answer", name=self._command.name, code=str(code))
        literals = _parse_literals(output)
        if literals is None:
            return self.handle_missing_model()
        signs = np.zeros(self.clauses.variables + 1, dtype=np.int8)
        valid_literals = np.array(
            [literal for literal in literals if 0 < abs(literal) <= self.clauses.variables], dtype=np.int64
        )
        signs[np.abs(valid_literals)] = np.sign(valid_literals)
        self._signs, self._values = signs, signs[1:] > 0
        return True

    def handle_missing_model(self) -> bool:
        """Raise an error if the command claims a model and prints none; subclasses may accept that."""
        raise SolverError("solver.no_model", name=self._command.name)

    def values(self) -> Array:
        return self._values

    def left_open(self) -> set[int]:
        """Return the indices of the user's atoms that the command left unassigned and that may have either value.

        They may if the literals it printed satisfy every clause; otherwise it omitted a consequence.
        """
        literals, starts = self.clauses.rows()
        holds = self._signs[np.abs(literals)] == np.sign(literals)
        if len(starts) > 1 and not np.logical_or.reduceat(holds, starts[:-1]).all():
            return set()
        return set(np.flatnonzero(self._signs[1 : self.clauses.atoms + 1] == 0).tolist())

    def add(self, clause: Sequence[int]) -> None:
        self.added_clauses.append(list(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        """Do nothing: a command does not accept phases."""

    def close(self) -> None:
        self.added_clauses = []


def _parse_status(output: str) -> int:
    for line in output.splitlines():
        word = line.removeprefix("s ").strip().upper()
        if word in ("SATISFIABLE", "SAT") or word.split()[:2] == ["CNF", "1"]:
            return 10
        if word in ("UNSATISFIABLE", "UNSAT") or word.split()[:2] == ["CNF", "0"]:
            return 20
    return 0


def _parse_literals(output: str) -> list[int] | None:
    """Return the numbers of the model lines: `v 1 -2 0`, or lines of numbers alone."""
    literals: list[int] | None = None
    for line in output.splitlines():
        words = line[1:].split() if line[:1] in ("v", "V") else line.split()
        try:
            numbers = [int(word) for word in words]
        except ValueError:
            continue
        if words:
            literals = [*(literals or []), *numbers]
    return literals


def _as_batches(clauses: list[list[int]]) -> list[Batch]:
    if not clauses:
        return []
    starts = np.cumsum([0, *[len(clause) for clause in clauses]])
    literals = np.array([literal for clause in clauses for literal in clause], dtype=np.int32)
    return [Batch(-1, literals, 0, starts)]
