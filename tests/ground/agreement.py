"""bigand and the reference evaluator: do they agree on atoms, on all models, on what is refused?"""

import re
from collections.abc import Callable

from tests.reference.models import Answer, Refusal, answer

from bigand.front import Model
from bigand.ground.evaluate import NotEvaluableError
from bigand.language import Mode, read
from bigand.solve.models import models
from bigand.solve.pysat_engine import PySatSession
from bigand.source.document import Document


def bigand_answer(text: str, as_written: bool) -> Answer | Refusal:
    """What bigand gives, by the usual road."""
    reading = read(Document("given", text), Mode.SAT)
    if not reading.ok:
        return Refusal("read")
    model = Model(reading)
    try:
        compiled = model.compile(as_written)
    except NotEvaluableError:
        return Refusal("evaluated")
    session = PySatSession(compiled.clauses)
    found = [
        frozenset(name for name, value in zip(compiled.names, assignment.values, strict=True) if value)
        for assignment in models(session, compiled, model.grounder)
    ]
    session.close()
    assert len(set(found)) == len(found), "a model twice"
    return Answer(tuple(compiled.names), frozenset(found))


def disagreement(text: str) -> str | None:
    """How the two differ, told for people; None if they agree."""
    expected = answer(text)
    for as_written in (False, True):
        try:
            found = bigand_answer(text, as_written)
        except Exception as error:  # whatever it is, it is told with the program
            return f"bigand fails: {error!r}"
        if isinstance(expected, Refusal) and isinstance(found, Refusal):
            continue
        if isinstance(expected, Refusal) or isinstance(found, Refusal) or expected != found:
            return f"{text}\nreference: {expected}\nbigand{' (as written)' if as_written else ''}: {found}"
    return None


PIECES = re.compile(r"\s+|\$?\w+\(?|\.\.|<=>|=>|==|!=|<=|>=|.", re.DOTALL)


def shrink(text: str, wrong: Callable[[str], bool]) -> str:
    """A shorter text that is wrong as well: parts are deleted, large ones first, as long as that helps."""
    pieces = PIECES.findall(text)
    size = len(pieces)
    while size:
        before = len(pieces)
        at = 0
        while at < len(pieces):
            fewer = pieces[:at] + pieces[at + size :]
            if wrong("".join(fewer)):
                pieces = fewer
            else:
                at += 1
        if len(pieces) == before:
            size //= 2
    return "".join(pieces)
