"""Find clues that leave a puzzle exactly one solution.

One solver holds the rules of a puzzle without its board; clues are assumptions. If the rules take the clues from a
list, every clue that a board does not give is false; otherwise it is unconstrained.
"""

import random
from collections.abc import Iterable, Sequence

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.engines.pysat import nonempty_clause_lists


class ClueSolver:
    """A solver for the rules of a puzzle.

    `clues` are all atoms that a board may give, `free` the atoms that keep their values when a solution is
    excluded. `is_listed` says that the rules take the clues from a list.
    """

    def __init__(self, clauses: Clauses, clues: Sequence[int], free: Sequence[int], is_listed: bool) -> None:
        from pysat.solvers import Minisat22

        self.clues = list(clues)
        self.free = list(free)
        self.is_listed = is_listed
        self.atoms = clauses.atoms
        self._solver = Minisat22()
        for batch in clauses.batches:
            for clause in nonempty_clause_lists(batch):
                self._solver.add_clause(clause)
        self._next = clauses.variables + 1
        self._board: list[int] = []  # the values of the free atoms

    def close(self) -> None:
        self._solver.delete()

    def random_solution(self, generator: random.Random, given_clues: Sequence[int]) -> Array | None:
        """Return a random model with these clues and, if clues are listed, no others; None if there is none."""
        variables = self._next - 1
        phases = [atom if generator.random() < 0.5 else -atom for atom in range(1, variables + 1)]
        self._solver.set_phases(phases)
        # Assume a few random atoms first: phases alone give models that look alike.
        others = [atom for atom in range(1, self.atoms + 1) if atom not in set(self.clues)]
        wishes = generator.sample(others, min(len(others), 12))
        fixed = self._clue_literals(given_clues) if self.is_listed else list(given_clues)
        while not self._solver.solve(assumptions=[*fixed, *wishes]):
            if not wishes:
                return None
            wishes.pop()
        return self._values()

    def compatible_clues(self, solution: Array, given_clues: Sequence[int], generator: random.Random) -> list[int]:
        """Return clues that one board with this solution may give together, `given_clues` included."""
        clues = set(self.clues)
        fixed = [atom if solution[atom - 1] else -atom for atom in range(1, self.atoms + 1) if atom not in clues]
        if not self.is_listed:
            return [clue for clue in self.clues if solution[clue - 1]]
        compatible = list(given_clues)
        candidates = [clue for clue in self.clues if clue not in set(given_clues)]
        generator.shuffle(candidates)
        for clue in candidates:
            if self._solver.solve(assumptions=[*fixed, *compatible, clue]):
                compatible.append(clue)
        return compatible

    def make_exclusion_switch(self, solution: Array) -> int:
        """Return a switch that excludes a solution; the free atoms keep the values they have in it."""
        clues = set(self.clues) if self.is_listed else set()
        free = set(self.free)
        switch = self._next
        self._next += 1
        atoms = range(1, self.atoms + 1)
        others = [-atom if solution[atom - 1] else atom for atom in atoms if atom not in clues and atom not in free]
        self._solver.add_clause([-switch, *others])
        self._board = [atom if solution[atom - 1] else -atom for atom in self.free]
        return switch

    def find_sufficient_clues(self, given_clues: Iterable[int], switch: int) -> list[int] | None:
        """Return some of the clues that leave one solution; None if all of them together allow another."""
        clues = list(given_clues)
        if self._solver.solve(assumptions=[switch, *self._board, *self._clue_literals(clues)]):
            return None
        core = set(self._solver.get_core() or ())
        return [clue for clue in clues if clue in core]

    def other_solution(self) -> Array:
        """Return the other solution after `find_sufficient_clues` has returned None."""
        return self._values()

    def _values(self) -> Array:
        return np.array(self._solver.get_model()[: self.atoms]) > 0

    def _clue_literals(self, given_clues: Sequence[int]) -> list[int]:
        if not self.is_listed:
            return list(given_clues)
        present = set(given_clues)
        # Keep the given order: clues that come first end up in the core more often.
        return [*given_clues, *[-clue for clue in self.clues if clue not in present]]
