"""Which single deductions may be spared, found for all of them side by side.

A lane, one bit of a number, stands for a chain without one of its links. Lanes go along the chain together: so it
is gone through once, and not once for each link. That tells without which links nothing more would follow, which is
so for nearly all; only the others are worth trying.
"""

from collections.abc import Sequence

from bigand.puzzles.lightup.position import Cells, cells_in
from bigand.puzzles.lightup.reasoning.chain import Chain
from bigand.puzzles.lightup.reasoning.links import link_key
from bigand.puzzles.lightup.reasoning.techniques import Technique
from bigand.puzzles.lightup.rules import ProofRule, is_solved
from bigand.puzzles.lightup.rules.finish_with_bulbs import FINISH_WITH_BULBS
from bigand.puzzles.lightup.rules.finish_with_empty import FINISH_WITH_EMPTY
from bigand.puzzles.lightup.rules.must_light import MUST_LIGHT

Lanes = int  # a set of lanes


def redundant_links(chain: Chain, numbers: Sequence[int]) -> Sequence[int]:
    """Those of some links without which the goal is reached, or another single deduction can be made.

    If the chain does not lead to a solution, all of them.
    """
    if not numbers or not is_solved(chain.position):
        return numbers
    lanes = _Lanes(chain, numbers)
    open_lanes = lanes.goal_lanes() | lanes.clue_lanes() | lanes.light_lanes()
    return [number for lane, number in enumerate(numbers) if open_lanes >> lane & 1]


class _Lanes:
    """What is known in which lanes, and in which of them something else follows.

    In each of them less is known than in the solution, and nothing else. So a rule concludes in a lane only what is
    true there, and what it needs to know for that can be told from the solution.
    """

    def __init__(self, chain: Chain, numbers: Sequence[int]) -> None:
        self._start, self._solution, self._goal = chain.start, chain.position, chain.goal
        self._every: Lanes = (1 << len(numbers)) - 1
        self._known = chain.facts_without_each(numbers)
        self._banned: dict[tuple[Technique, str, int], Lanes] = {}
        for lane, number in enumerate(numbers):
            key = link_key(chain.links[number])
            self._banned[key] = self._banned.get(key, 0) | 1 << lane

    def goal_lanes(self) -> Lanes:
        return self._lanes_knowing_bulbs(self._goal.bulbs) & self._lanes_knowing_shut(self._goal.shut)

    def clue_lanes(self) -> Lanes:
        """Where a clue has all its bulbs and a cell left, or no other cells left for those that it lacks."""
        result = 0
        for clue in self._solution.clues:
            bulbs = clue.beside & self._solution.bulbs
            have_bulbs, have_dots = self._lanes_knowing_bulbs(bulbs), self._lanes_knowing_shut(clue.beside & ~bulbs)
            result |= have_bulbs & ~have_dots & ~self._lanes_banning(FINISH_WITH_EMPTY, clue.cell)
            result |= have_dots & ~have_bulbs & ~self._lanes_banning(FINISH_WITH_BULBS, clue.cell)
        return result

    def light_lanes(self) -> Lanes:
        """Where a cell is left that only one can light."""
        grid, bulbs, result = self._solution.grid, self._solution.bulbs, 0
        for bulb in cells_in(bulbs):
            lacking = self._every & ~self._lanes_knowing_bulbs(1 << bulb)
            for run, across_it in ((grid.across, grid.down), (grid.down, grid.across)):
                remaining = self._lanes_knowing_shut(run[bulb] & ~(1 << bulb), lacking)
                for site in cells_in(run[bulb]) if remaining else ():
                    if grid.cross[site] & bulbs == 1 << bulb:
                        lanes = self._lanes_knowing_shut(across_it[site] & ~(1 << bulb), remaining)
                        result |= lanes & ~self._lanes_banning(MUST_LIGHT, site)
        return result

    def _lanes_banning(self, rule: ProofRule, site: int) -> Lanes:
        return self._banned.get((Technique.SINGLE, rule.id, site), 0)

    def _lanes_knowing_bulbs(self, cells: Cells) -> Lanes:
        """The lanes that know of all these bulbs."""
        lanes = self._every
        for cell in cells_in(cells & ~self._start.bulbs):
            lanes &= self._known[-1 - cell]
        return lanes

    def _lanes_knowing_shut(self, cells: Cells, lanes: Lanes = -1) -> Lanes:
        """The lanes, of some, that know that all these cells are shut."""
        lanes &= self._every
        for cell in cells_in(cells & self._start.open):
            lanes &= self._known[cell]
            if not lanes:
                break
        return lanes
