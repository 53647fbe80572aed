"""Cases: a mark is supposed, and what follows from it is worked out, round by round, until something is impossible.

Which argument a person gets to see matters more than that there is one. So all marks are tried side by side, one
round each at a time: an argument found after few rounds is short, and when a shorter one cannot come any more, the
search ends. Of every argument only that is kept which the contradiction rests on, with the cheapest reason for each
fact. `Branch` is one supposition with its rounds.
"""

from collections.abc import Iterator

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Inference, Premises, Refutation, premises_of, suppose
from bigand.puzzles.lightup.reasoning.sets import set_arguments
from bigand.puzzles.lightup.reasoning.singles import single_conclusions
from bigand.puzzles.lightup.rules import CONTRADICTIONS, Conclusion
from bigand.puzzles.lightup.rules.finish_with_empty import FINISH_WITH_EMPTY


class Branch:
    """A supposition, and what follows from it so far."""

    def __init__(self, before: Position, cell: int, is_bulb: bool) -> None:
        self.before = before
        self.cell = cell
        self.is_bulb = is_bulb
        self.position = suppose(before, cell, is_bulb)
        self.changed: Cells = self.position.changes_since(before)
        self.reasons: list[Inference] = []
        # By reason: those it rests on, itself too, as bits; and what all of them need to know from before.
        self._needs: list[int] = []
        self._premises: list[Premises] = []
        # By cell: the reasons (as bits) for which it has its bulb, and for which it can take none.
        self._bulb: dict[int, int] = {cell: 0} if is_bulb else {}
        self._shut: dict[int, int] = dict.fromkeys(cells_in(self.changed), 0)

    # ------------------------------------------------------------------ a round

    def find_refutation(self, site: int | None = None) -> Refutation | None:
        """The shortest argument (about a site), if the last round led to a contradiction."""
        best: tuple[int, Conclusion] | None = None
        around = self.changed if site is None else self.changed & self.position.relevant_cells(site)
        for rule in CONTRADICTIONS if around else ():
            for end in rule.conclusions(self.position, around):
                if site is not None and end.site != site:
                    continue
                needs = self._needs_of(premises_of(end, self.position))
                if best is None or needs.bit_count() < best[0].bit_count():
                    best = (needs, end)
        return None if best is None else self._build_refutation(*best)

    def grow(self) -> bool:
        """One more round of single deductions; whether there was anything new."""
        return self.add(list(single_conclusions(self.position, self.changed)))

    def grow_by_sets(self) -> bool:
        """A round of set arguments."""
        return self.add(list(set_refutations(self.position, self.position.changes_since(self.before))))

    def add(self, reasons: list[Inference]) -> bool:
        """Take reasons that all hold in the position as it is; whether there are any.

        Those that clash with one before them are left out: then what they rest on is contradicted, and next to be
        found.
        """
        position, bulbs, dots, lit = self.position, 0, 0, 0
        for reason in reasons:
            if reason.bulbs & (dots | lit) or reason.dots & bulbs:
                continue
            needs = self._record_reason(reason)
            bulbs |= reason.bulbs
            dots |= reason.dots
            for cell in cells_in(reason.bulbs):
                _keep_cheaper(self._bulb, cell, needs)
                lit |= position.grid.sight[cell]
                for seen in cells_in(position.grid.cross[cell] & position.open):
                    _keep_cheaper(self._shut, seen, needs)
            for cell in cells_in(reason.dots):
                _keep_cheaper(self._shut, cell, needs)
        self.position = position.with_marks(bulbs, dots)
        self.changed = self.position.changes_since(position)
        return bool(reasons)

    def _record_reason(self, reason: Inference) -> int:
        premises = premises_of(reason, self.position)
        needs = self._needs_of(premises) | 1 << len(self.reasons)
        self.reasons.append(reason)
        self._needs.append(needs)
        self._premises.append(premises)
        return needs

    def _needs_of(self, premises: Premises) -> int:
        needs = 0
        for cell in cells_in(premises.bulbs):
            needs |= self._bulb.get(cell, 0)
        for cell in cells_in(premises.shut):
            needs |= self._shut.get(cell, 0)
        return needs

    # ------------------------------------------------------------------ the argument

    def _build_refutation(self, needs: int, end: Conclusion) -> Refutation:
        """The argument for a contradiction that rests on these reasons, and what it needs to know from before."""
        used, marked = [], 0
        for number in cells_in(needs):
            marks = self.reasons[number].bulbs | self.reasons[number].dots
            if marks & ~marked:  # or another reason has marked the same cells
                used.append(number)
                marked |= marks
        parts = [*[self._premises[number] for number in used], premises_of(end, self.position)]
        bulbs = shut = 0
        for part in parts:
            bulbs |= part.bulbs
            shut |= part.shut
        known_premises = Premises(bulbs & self.before.bulbs, shut & ~self.before.open)
        return Refutation(
            self.cell, self.is_bulb, tuple([self.reasons[number] for number in used]), end, known_premises
        )


def _keep_cheaper(table: dict[int, int], cell: int, needs: int) -> None:
    """Note a reason for a fact, if there is none yet that rests on less."""
    if cell not in table or needs.bit_count() < table[cell].bit_count():
        table[cell] = needs


# ---------------------------------------------------------------------- one supposition


def refute_at_once(position: Position, cell: int, site: int | None = None) -> Refutation | None:
    """The argument against a bulb by its light and the clues that it would complete, which is a set argument.

    Of several the shortest, or the one about a site.
    """
    branch = Branch(position, cell, is_bulb=True)
    refutation = branch.find_refutation(site)
    if refutation is None and branch.add(
        list(single_conclusions(branch.position, branch.changed, (FINISH_WITH_EMPTY,)))
    ):
        branch.changed = branch.position.changes_since(position)
        refutation = branch.find_refutation(site)
    return refutation


def set_refutations(position: Position, around: Cells = EVERYWHERE) -> Iterator[Refutation]:
    """The arguments behind the set arguments of a position, or those new since cells changed; one for each cell."""
    handled: Cells = 0
    for argument in set_arguments(position, around):
        for cell in cells_in(argument.dots & ~handled):
            refutation = refute_at_once(position, cell)
            if refutation is not None:
                yield refutation
        handled |= argument.dots


def refute(position: Position, cell: int, is_bulb: bool) -> Refutation | None:
    """The argument by single deductions against a mark, if there is one."""
    branch = Branch(position, cell, is_bulb)
    while (refutation := branch.find_refutation()) is None:
        if not branch.grow():
            return None
    return refutation


# ---------------------------------------------------------------------- the shortest of all


def find_shortest_refutation(position: Position, near: Cells = 0, among: Cells = EVERYWHERE) -> Refutation | None:
    """The shortest argument by single deductions against any mark on an open cell, among some.

    Those near some cells come first.
    """
    free = position.open & among
    branches = [
        Branch(position, cell, is_bulb)
        for cells in (free & near, free & ~near)
        for cell in cells_in(cells)
        for is_bulb in (True, False)
    ]
    best: Refutation | None = None
    rounds = 0
    while branches:
        open_branches = []
        for branch in branches:
            refutation = branch.find_refutation()
            if refutation is None:
                if branch.grow():
                    open_branches.append(branch)
            elif best is None or refutation.size < best.size:
                best = refutation
        rounds += 1
        # A contradiction after so many rounds rests on one reason of each, and is one more.
        if best is not None and best.size <= rounds + 1:
            return best
        branches = open_branches
    return best
