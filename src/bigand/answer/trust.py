"""Questions from elsewhere: what they may not make this machine do."""

from typing import Any

from bigand.answer.question import Question, as_object
from bigand.source.error import BigandError


def refuse_commands(question: Question[Any]) -> None:
    """Raise that a question names a command to be run: an engine must be one of ours."""
    for name in _solvers(as_object(question)):
        from bigand.solve.engines import engine_names  # which most questions need not load

        if name not in engine_names():
            raise BigandError("ask.solver", name=name)


def _solvers(part: object) -> list[str]:
    """What stands in fields `solver`, wherever they are."""
    if isinstance(part, list | tuple):
        return [name for one in part for name in _solvers(one)]
    if not isinstance(part, dict):
        return []
    named = part.get("solver")
    inside = [name for key, one in part.items() if key != "solver" for name in _solvers(one)]
    return [*([] if named is None else [str(named)]), *inside]
