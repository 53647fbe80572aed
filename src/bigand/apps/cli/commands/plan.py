"""`bigand plan FILE`: the least number of steps, and the plan drawn step by step."""

from bigand.apps.cli.commands import solve
from bigand.command.options import ALL_ATOMS, JSON, ModelOptions, option, timeout_option
from bigand.command.texts import Texts


class PlanOptions(ModelOptions):
    timeout: float | None = timeout_option()
    all_atoms: bool = ALL_ATOMS
    svg: str | None = option(help_text="solve.svg", metavar="OUT")
    json: bool = JSON


def run_plan(options: PlanOptions, texts: Texts) -> int:
    return solve.run_solve(solve.SolveOptions(**vars(options), plan=True), texts)
