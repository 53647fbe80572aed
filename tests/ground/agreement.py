"""bigand and the reference evaluator: do they agree on atoms, on all models, on what is refused?"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.reference.models import Answer, Refusal, answer
from tests.reference.read import RefusedError, UndecidedError, tokens
from tests.reference.read import read as read_plainly
from tests.reference.values import Value

from bigand.encode.compiler import compile_rules
from bigand.ground import join
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.solve.engines.pysat import PySatSession
from bigand.solve.models import models
from bigand.source.document import Document
from bigand.values import ValueStore


@contextmanager
def small_joins(wanted: bool) -> Iterator[None]:
    """Joins made in blocks of two rows, and by sorting whenever they can be: as in files that are large."""
    before = join.BLOCK, join.MIN_JOIN_ROWS
    try:
        if wanted:
            join.BLOCK, join.MIN_JOIN_ROWS = 2, 0
        yield
    finally:
        join.BLOCK, join.MIN_JOIN_ROWS = before


def bigand_answer(text: str, as_written: bool, given: Mapping[str, Any]) -> Answer | Refusal:
    """What bigand gives, by the usual road."""
    taken = ValueStore()
    for name, thing in given.items():
        taken.add(name, thing)
    reading = read_document(Document("given", text), Mode.SAT, frozenset(taken.values))
    if not reading.is_valid:
        return Refusal("read")
    grounder = Grounder(reading, taken.values)
    try:
        compiled = compile_rules(grounder, as_written)
    except NotEvaluableError:
        return Refusal("evaluated")
    session = PySatSession(compiled.clauses)
    found = [
        frozenset(name for name, value in zip(compiled.names, assignment.values, strict=True) if value)
        for assignment in models(session, compiled, grounder)
    ]
    session.close()
    assert len(set(found)) == len(found), "a model twice"
    return Answer(tuple(compiled.names), frozenset(found))


def disagreement(
    text: str, given: Mapping[str, Any] | None = None, values: Mapping[str, Value] | None = None
) -> str | None:
    """How the two differ, told for people; None if they agree, or if the reference has no answer.

    What is given from outside is `values` to the reference.
    """
    try:
        expected = answer(text, values)
    except UndecidedError:
        return None
    for as_written in (False, True):
        try:
            with small_joins(as_written):
                found = bigand_answer(text, as_written, given or {})
        except Exception as error:  # whatever it is, it is told with the program
            return f"{text}\nreference: {expected}\nbigand fails: {error!r}"
        if isinstance(expected, Refusal) and isinstance(found, Refusal):
            continue
        if isinstance(expected, Refusal) or isinstance(found, Refusal) or expected != found:
            return f"{text}\nreference: {expected}\nbigand{' (as written)' if as_written else ''}: {found}"
    return None


def shrink(text: str) -> str:
    """A shorter text on which the two differ as well: parts are left out, large ones first."""
    pieces = [word + "(" if kind in ("name(", "variable(") else word for kind, word in tokens(text)]
    size = len(pieces)
    while size:
        at, before = 0, len(pieces)
        while at < len(pieces):
            fewer = pieces[:at] + pieces[at + size :]
            if is_read(" ".join(fewer)) and disagreement(" ".join(fewer)):
                pieces = fewer
            else:
                at += 1
        size = min(size, len(pieces)) - (len(pieces) == before)
    return " ".join(pieces)


def is_read(text: str) -> bool:
    """Asked first, since most of what remains when parts are left out is no program."""
    try:
        read_plainly(text)
    except RefusedError:
        return False
    return True
