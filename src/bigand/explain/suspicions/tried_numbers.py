"""Values of numbers that nearly always break an instance of a rule, if anything does: no engine has to be asked.

All unknowns are one number, which a comparison names or is just beside; or they lie far apart, in one order or the
other. Propositions are all false, all true, or by turns.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from bigand.ground.columns import Array
from bigand.ground.formula import Comparisons, Ground, open_leaves
from bigand.ground.terms import Numbers, Unknowns, term_leaves
from bigand.language.syntax import Operator
from bigand.solve.verify import evaluate

_NAMED = 4  # numbers of comparisons that are tried
_FAR = 1_000_003


def has_breaking_numbers(ground: Ground, atoms: int) -> bool:
    """Whether some values break an instance; `atoms` is how many there are."""
    comparisons = [leaf for leaf, _, _ in open_leaves(ground) if isinstance(leaf, Comparisons)]
    if any([_may_be_propositions(comparison) for comparison in comparisons]):
        return False
    truths = [np.zeros(atoms + 1, np.bool_), np.ones(atoms + 1, np.bool_), np.arange(atoms + 1) % 2 == 0]
    tried = (
        evaluate(ground, truth, values) for values in _trial_values(comparisons, atoms + 1) for truth in truths
    )
    return any(not holds.all() for holds in tried)


def _may_be_propositions(comparison: Comparisons) -> bool:
    """Whether nothing in a comparison says that it is about numbers."""
    is_bare = isinstance(comparison.left, Unknowns) and isinstance(comparison.right, Unknowns)
    return is_bare and comparison.operator in (Operator.EQUAL, Operator.DIFFERENT)


def _trial_values(comparisons: list[Comparisons], count: int) -> Iterator[Array]:
    """Values of all atoms: integers, which reals may be too."""
    sides = [side for item in comparisons for side in (item.left, item.right)]
    numbers = [leaf for side in sides for leaf in term_leaves(side) if isinstance(leaf, Numbers)]
    named_values = dict.fromkeys(
        [Fraction(0), *[value for item in numbers for value in item.values.to_fractions()[:1]]]
    )
    places = np.arange(count).astype(object)
    yield places * _FAR
    yield places * -_FAR
    for value in list(named_values)[: _NAMED + 1]:
        for beside in (0, 1, -1):
            yield np.full(count, int(value) + beside, dtype=object)
