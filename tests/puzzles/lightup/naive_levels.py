"""The levels once more, as Simon Tatham's program has them, with sets of cells and loops: the oracle of the tests.

Nothing is shared with the house but the text of boards. `level` is 0 (single deductions), 1 (and set arguments),
2 (and cases that single deductions refute) or 3.
"""

from itertools import combinations

from tests.puzzles.lightup import naive

At = tuple[int, int]


class ClashError(Exception):
    """Something that cannot be."""


class State:
    """Bulbs, and the cells where one may still be put."""

    def __init__(self, rows: naive.Rows) -> None:
        self.white = naive.whites(rows)
        self.sight = {cell: set(naive.sight(rows, *cell)) for cell in self.white}
        self.clues = []
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                if cell.isdigit():
                    around = {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} & set(self.white)
                    self.clues.append((int(cell), around))
        self.bulbs: set[At] = set()
        self.free = set(self.white)

    def copy(self) -> "State":
        other = object.__new__(State)
        other.white, other.sight, other.clues = self.white, self.sight, self.clues
        other.bulbs, other.free = set(self.bulbs), set(self.free)
        return other

    def dark(self) -> list[At]:
        return [cell for cell in self.white if cell not in self.bulbs and not self.sight[cell] & self.bulbs]

    def put(self, cell: At) -> None:
        if cell not in self.free:
            raise ClashError
        self.bulbs.add(cell)
        self.free -= self.sight[cell] | {cell}

    def sets(self) -> list[set[At]]:
        """Cells of which at least one has a bulb."""
        found = [(self.sight[cell] | {cell}) & self.free for cell in self.dark()]
        for number, around in self.clues:
            left, need = around & self.free, number - len(around & self.bulbs)
            if 0 < need <= len(left):
                found += [set(chosen) for chosen in combinations(sorted(left), len(left) - need + 1)]
        return found

    def single(self) -> bool:
        """One more deduction by a clue or a dark cell."""
        for number, around in self.clues:
            left, need = around & self.free, number - len(around & self.bulbs)
            if need < 0 or need > len(left):
                raise ClashError
            if left and need == 0:
                self.free -= left
                return True
            if left and need == len(left):
                self.put(min(left))
                return True
        for cell in self.dark():
            lighters = (self.sight[cell] | {cell}) & self.free
            if not lighters:
                raise ClashError
            if len(lighters) == 1:
                self.put(min(lighters))
                return True
        return False

    def rules_out(self, cell: At) -> set[At]:
        found = set(self.sight[cell])
        for number, around in self.clues:
            if cell in around and number - len(around & self.bulbs) == 1:
                found |= around - {cell}
        return found

    def by_set(self) -> bool:
        for chosen in self.sets():
            for cell in sorted(self.free - chosen):
                if chosen <= self.rules_out(cell):
                    self.free.discard(cell)
                    return True
        return False

    def by_case(self) -> bool:
        for cell in sorted(self.free):
            for is_bulb in (True, False):
                if self.refutes(cell, is_bulb):
                    if is_bulb:
                        self.free.discard(cell)
                    else:
                        self.put(cell)
                    return True
        return False

    def refutes(self, cell: At, is_bulb: bool) -> bool:
        case = self.copy()
        try:
            if is_bulb:
                case.put(cell)
            else:
                case.free.discard(cell)
            while case.single():
                pass
        except ClashError:
            return True
        return False


def level(rows: naive.Rows) -> int:
    """The level of a board that has one solution."""
    state, hardest = State(rows), 0
    while state.dark():
        if state.single():
            continue
        if state.by_set():
            hardest = max(hardest, 1)
        elif state.by_case():
            hardest = 2
        else:
            return 3
    return hardest
