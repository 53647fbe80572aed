"""`bigand plan FILE`: the least number of steps, and the plan drawn step by step."""

from bigand.apps.cli.commands import solve
from bigand.command.options import ALL_ATOMS, JSON, Expanding, option, timeout_option
from bigand.command.texts import Texts


class Options(Expanding):
    timeout: float | None = timeout_option()
    all_atoms: bool = ALL_ATOMS
    svg: str | None = option(told="solve.svg", metavar="OUT")
    json: bool = JSON


def run(options: Options, texts: Texts) -> int:
    return solve.run(solve.Options(**vars(options), plan=True), texts)
