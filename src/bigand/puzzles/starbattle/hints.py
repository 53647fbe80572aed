"""Find the next step by the model's own rules: of all forced cells, one with a short reason.

Every instance of a rule has a selector (see `explain/`). A cell is forced if the instances clash with its opposite;
a minimal set of such instances is the reason.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from msgspec import Struct

from bigand.api.problem import load_problem
from bigand.explain.groups import ClashOracle, Instance, InstanceGroups, instances_of, instances_of_groups
from bigand.explain.why.cores import minimise_core, trim_core
from bigand.ground.grounder import Grounder
from bigand.puzzles.starbattle.board import Board, Mark
from bigand.puzzles.starbattle.solver import atom_name, model

_MAX_CANDIDATES = 12  # reasons to minimise; those that look shortest come first


class Premise(Struct, frozen=True):
    """An instance of a rule that a hint uses.

    Attributes:
        kind: The rule, or "mark" for a mark on the board.
        name: Which row or column (counted from 1) or region; empty for other kinds.
        cells: The cells that it is about.
    """

    kind: Literal["row", "column", "region", "touching", "mark"]
    name: str
    cells: tuple[int, ...]


class HintStep(Struct, frozen=True):
    """The next step: whether a cell has a star, and why.

    Attributes:
        cell: The cell, or None if the marks contradict each other already.
        is_star: Whether it has a star.
        premises: The instances of rules from which this follows; none can be left out.
    """

    cell: int | None
    is_star: bool
    premises: tuple[Premise, ...]


class _AssumingOracle:
    """An oracle that adds fixed assumptions to every query."""

    def __init__(self, oracle: ClashOracle, *literals: int) -> None:
        self.oracle, self.literals = oracle, literals

    def find_clash(self, parts: Sequence[int]) -> list[int] | None:
        return self.oracle.find_clash(parts, self.literals)


def hint(board: Board, deadline: float | None = None) -> HintStep | None:
    """Find the next step: of all cells that are forced, one with a short reason.

    Args:
        board: The board, with the marks that are known.
        deadline: When to stop, by `time.monotonic`.

    Returns:
        The step, or None if nothing follows.

    Raises:
        LimitError: The deadline has passed.

    >>> step = hint(Board(1, 1, "a", "."))
    >>> step.cell, step.is_star, len(step.premises)
    (0, True, 1)
    """
    grounder = load_problem(model(board)).grounder
    instances = instances_of(grounder, grounder.rules())
    instance_numbers = range(instances.groups.count)
    oracle = ClashOracle(instances.groups, np.arange(len(instance_numbers)), deadline)
    try:
        clash = _find_minimal_clash(_AssumingOracle(oracle), instance_numbers)
        if clash is not None:
            return HintStep(None, False, _premises_of(board, grounder, instances, clash))
        candidates = sorted(_iter_forced_cells(board, instances, oracle))
        steps = []
        for _, cell, is_star, literal, core in candidates[:_MAX_CANDIDATES]:
            reason = minimise_core(_with_assumptions(oracle, literal), core)
            steps.append((len(reason), not is_star, cell, reason))
    finally:
        oracle.close()
    if not steps:
        return None
    _, is_empty, cell, reason = min(steps)
    return HintStep(cell, not is_empty, _premises_of(board, grounder, instances, reason))


def _with_assumptions(oracle: ClashOracle, *literals: int) -> Any:
    return _AssumingOracle(oracle, *literals)


def _find_minimal_clash(oracle: Any, instance_numbers: Sequence[int]) -> list[int] | None:
    core = trim_core(oracle, instance_numbers)
    return None if core is None else minimise_core(oracle, core)


def _iter_forced_cells(
    board: Board, instances: InstanceGroups, oracle: ClashOracle
) -> Iterator[tuple[int, int, bool, int, list[int]]]:
    """Yield forced cells: length of the core, the cell, whether it has a star, the opposite literal, the core."""
    atoms = {name: number for number, name in enumerate(instances.compiled.names, 1)}
    for cell, mark in enumerate(board.marks):
        atom = atoms.get(atom_name(cell, board.size))
        if mark != Mark.OPEN or atom is None:
            continue
        for is_star, literal in ((False, atom), (True, -atom)):
            core = trim_core(_with_assumptions(oracle, literal), range(instances.groups.count))
            if core is not None:
                yield len(core), cell, is_star, literal, core


# ---------------------------------------------------------------------- Premises from instances


def _premises_of(
    board: Board, grounder: Grounder, instances: InstanceGroups, core: Sequence[int]
) -> tuple[Premise, ...]:
    premises = [_premise_of(board, instance) for instance in instances_of_groups(grounder, instances, core)]
    order = ("mark", "row", "column", "region", "touching")
    return tuple(sorted(premises, key=lambda premise: (order.index(premise.kind), premise.cells, premise.name)))


def _premise_of(board: Board, instance: Instance) -> Premise:
    from bigand.ground.formula_tree import show_formula

    values: dict[str, Any] = instance.binding
    if "$row" in values:
        return Premise("row", str(values["$row"]), ())
    if "$column" in values:
        return Premise("column", str(values["$column"]), ())
    if "$r" in values:
        name = list(dict.fromkeys(board.regions))[values["$r"] - 1]
        return Premise("region", name, (board.regions.index(name),))
    if "$i" in values:
        return Premise(
            "touching", "", _cell_numbers(board, [(values["$i"], values["$j"]), (values["$k"], values["$l"])])
        )
    row, column = show_formula(instance.formula).partition("(")[2].rstrip(")").split(",")
    return Premise("mark", "", _cell_numbers(board, [(int(row), int(column))]))


def _cell_numbers(board: Board, coordinates_from_1: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple([(row - 1) * board.size + column - 1 for row, column in coordinates_from_1])
