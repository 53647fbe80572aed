"""Proofs: CPU seconds to find, trim, check and write one, and to verify its text in both formats."""

import io
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise

from bench.workloads import pigeons, queens, water_sort
from bigand.encode.clauses import Clauses
from bigand.models import model
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.proof.certificate import check_proof
from bigand.solve.proof.formats import drat_lines, lrat_lines
from bigand.solve.proof.lrat import check_lrat
from bigand.solve.proof.trace import proof_of, read_trace
from bigand.source.limits import pause_garbage_collection

WORKLOADS = {
    "queens 3": queens(3),
    "7 holes": pigeons(7),
    "8 holes": pigeons(8),
    "9 holes": pigeons(9),
    "water sort, 8 steps": water_sort(8),
    "water sort, 9 steps": water_sort(9),
}


def _stages(clauses: Clauses) -> tuple[list[float], int, int, int]:
    """The seconds of each stage; how many clauses were learnt, how many the proof has, and its bytes as DRAT."""
    times = [time.process_time()]

    def lap() -> None:
        times.append(time.process_time())

    with tempfile.TemporaryFile() as file, pause_garbage_collection():
        session = PySatSession(clauses, trace=file)
        assert session.solve() is False
        session.close()
        lap()
        file.seek(0)
        trace = read_trace(file)
        steps = proof_of(trace, clauses)
        lap()
        kept = check_lrat(clauses, steps).added
        lap()
        texts = [b"".join(write(steps)) for write in (drat_lines, lrat_lines)]
        lap()
    for text in texts:
        check_proof(clauses, io.BytesIO(text))
        lap()
    return (
        [after - before for before, after in pairwise(times)],
        len(trace.starts),
        kept,
        len(texts[0]),
    )


def proofs() -> Iterator[str]:
    """The checker in Python takes a few times as long as the solver in C++, with hints about as long."""
    heads = ("solve", "trim", "check", "write", "drat", "lrat")
    yield f"{'':<20} {'clauses':>8} {'learnt':>8} {'kept':>8} {'MB':>6}" + "".join(f"{head:>8}" for head in heads)
    for name, text in WORKLOADS.items():
        clauses = model(text)._compiled.clauses
        seconds, learnt, kept, size = _stages(clauses)
        cells = "".join(f"{second:8.2f}" for second in seconds)
        yield f"{name:<20} {clauses.count:>8} {learnt:>8} {kept:>8} {size / 1e6:>6.1f}{cells}"


TABLES = {"proofs that there is no model, found and verified": proofs}
