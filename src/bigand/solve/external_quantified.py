"""Any program that speaks QDIMACS, as a session over the atoms of the outermost `exists`.

Some tell values of that block (`depqbf --qdo`), most only whether the formula is true. Then the values are found by
asking again, with one value more fixed each time.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.encode.qdimacs import qdimacs_text_of
from bigand.encode.quantified import QuantifiedClauses
from bigand.ground.columns import Array
from bigand.solve.external import ExternalSession
from bigand.solve.quantified import literals_over_atoms


class QuantifiedExternalSession(ExternalSession):
    """A command that is run anew for each question; `{}` in it is the file, else the file is its standard input."""

    suffix = ".qdimacs"

    def __init__(self, quantified: QuantifiedClauses, command: str, deadline: float | None = None) -> None:
        super().__init__(quantified.compiled.clauses, command, deadline)
        self.blocks = quantified.blocks
        self.outermost = quantified.model_atoms
        self._has_values = True

    def text(self, clauses: Clauses) -> Iterator[bytes]:
        return qdimacs_text_of(clauses, self.blocks)

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        self._has_values = True
        assumed = literals_over_atoms(assumptions, self.outermost)
        answer = super().solve(assumed)
        if answer and not self._has_values:
            self._find_values(assumed)
        return answer

    def handle_missing_model(self) -> bool:
        self._has_values = not len(self.outermost)
        return True

    def _find_values(self, fixed: list[int]) -> None:
        for atom in self.outermost.tolist():
            if atom not in fixed and -atom not in fixed:
                fixed = [*fixed, atom if super().solve([*fixed, atom]) else -atom]
        values = np.zeros(self.clauses.variables, dtype=np.bool_)
        values[[literal - 1 for literal in fixed if literal > 0]] = True
        self._values = values

    def values(self) -> Array:
        return self._values[self.outermost - 1] if len(self.outermost) else np.empty(0, dtype=np.bool_)

    def add(self, clause: Sequence[int]) -> None:
        super().add(literals_over_atoms(clause, self.outermost))
