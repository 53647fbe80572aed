"""Which clues leave one solution: a puzzle's rules without its board, and clues as assumptions of one solver.

Clues that a board does not have are false, if the rules take them from a list; else nothing is said of them.
"""

import random
from collections.abc import Iterable, Sequence

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.ground.columns import Array
from bigand.solve.engines.pysat import clause_lists


class ClueSolver:
    """The rules of a puzzle; `clues` are all atoms that a board may give."""

    def __init__(self, clauses: Clauses, clues: Sequence[int], free: Sequence[int], is_listed: bool) -> None:
        from pysat.solvers import Minisat22

        self.clues = list(clues)
        self.free = list(free)
        self.is_listed = is_listed
        self.atoms = clauses.atoms
        self._solver = Minisat22()
        for batch in clauses.batches:
            for clause in clause_lists(batch):
                self._solver.add_clause(clause)
        self._next = clauses.variables + 1
        self._board: list[int] = []  # the values of what is free

    def close(self) -> None:
        self._solver.delete()

    def random_solution(self, generator: random.Random, given_clues: Sequence[int]) -> Array | None:
        """A random model in which some clues are given and no others (where they are listed)."""
        variables = self._next - 1
        phases = [atom if generator.random() < 0.5 else -atom for atom in range(1, variables + 1)]
        self._solver.set_phases(phases)
        # A few atoms at random before all others: phases alone give models that look alike.
        others = [atom for atom in range(1, self.atoms + 1) if atom not in set(self.clues)]
        wishes = generator.sample(others, min(len(others), 12))
        fixed = self._clue_literals(given_clues) if self.is_listed else list(given_clues)
        while not self._solver.solve(assumptions=[*fixed, *wishes]):
            if not wishes:
                return None
            wishes.pop()
        return self._values()

    def compatible_clues(self, solution: Array, given_clues: Sequence[int], generator: random.Random) -> list[int]:
        """All clues that a board with this solution may give, together; `given_clues` are among them."""
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

    def exclude_solution(self, solution: Array) -> int:
        """A switch that excludes a solution; what is free stays as it is in it."""
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
        """Some of the clues that leave one solution; None if all of them leave another."""
        clues = list(given_clues)
        if self._solver.solve(assumptions=[switch, *self._board, *self._clue_literals(clues)]):
            return None
        core = set(self._solver.get_core() or ())
        return [clue for clue in clues if clue in core]

    def other_solution(self) -> Array:
        """The other solution after `find_sufficient_clues` gave None."""
        return self._values()

    def _values(self) -> Array:
        return np.array(self._solver.get_model()[: self.atoms]) > 0

    def _clue_literals(self, given_clues: Sequence[int]) -> list[int]:
        if not self.is_listed:
            return list(given_clues)
        present = set(given_clues)
        # In the order in which they are given: those that come first are needed more often.
        return [*given_clues, *[-clue for clue in self.clues if clue not in present]]
