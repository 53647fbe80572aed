"""Questions from elsewhere: what they may not make this machine do."""

from typing import Any

from bigand.answer.question import Question, to_plain_data
from bigand.source.error import BigandError


def reject_solver_commands(question: Question[Any]) -> None:
    """Raise that a question names a command to be run: an engine must be one of ours."""
    for name in _solver_names(to_plain_data(question)):
        from bigand.solve.engines import engine_names  # which most questions need not load

        if name not in engine_names():
            raise BigandError("ask.solver", name=name)


def _solver_names(data: object) -> list[str]:
    """What stands in fields `solver`, wherever they are."""
    if isinstance(data, list | tuple):
        return [name for item in data for name in _solver_names(item)]
    if not isinstance(data, dict):
        return []
    own_name = data.get("solver")
    inside = [name for key, item in data.items() if key != "solver" for name in _solver_names(item)]
    return [*([] if own_name is None else [str(own_name)]), *inside]
