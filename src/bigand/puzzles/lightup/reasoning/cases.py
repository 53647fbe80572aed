"""Cases: suppose a mark and derive what follows, round by round, until there is a contradiction.

Which argument a person sees matters more than that there is one. So all marks are tried side by side, one round
each at a time: an argument found after few rounds is short, and the search ends when no shorter one can come. An
argument keeps only what its contradiction rests on, with the cheapest reason for each fact. A `Branch` is one
supposition with its rounds.
"""

from collections.abc import Iterator
from itertools import islice, product

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position, cells_in
from bigand.puzzles.lightup.reasoning.argument import Inference, Premises, Refutation, premises_of, suppose
from bigand.puzzles.lightup.reasoning.deductions import set_arguments, single_conclusions
from bigand.puzzles.lightup.reasoning.levels import Level, possible_marks_on_open_cells, refutable_marks
from bigand.puzzles.lightup.rules import CONTRADICTIONS, Conclusion
from bigand.puzzles.lightup.rules.direct import FINISH_WITH_EMPTY


class Branch:
    """A supposition, and what follows from it so far."""

    def __init__(self, before: Position, cell: int, is_bulb: bool) -> None:
        self.before = before
        self.cell = cell
        self.is_bulb = is_bulb
        self.position = suppose(before, cell, is_bulb)
        self.changed: Cells = self.position.changes_since(before)
        self.reasons: list[Inference] = []
        # By reason: the reasons it rests on, including itself, as bits; and what they need from before.
        self._needs: list[int] = []
        self._premises: list[Premises] = []
        # By cell: the reasons (as bits) why it has its bulb, and why it can take none.
        self._bulb: dict[int, int] = {cell: 0} if is_bulb else {}
        self._shut: dict[int, int] = dict.fromkeys(cells_in(self.changed), 0)

    # ------------------------------------------------------------------ Rounds

    def refutation_from_last_round(self, site: int | None = None) -> Refutation | None:
        """Return the shortest argument (about a site), if the last round led to a contradiction."""
        best: tuple[int, Conclusion] | None = None
        around = self.changed if site is None else self.changed & self.position.relevant_cells(site)
        for rule in CONTRADICTIONS if around else ():
            for end in rule.conclusions(self.position, around):
                if site is not None and end.site != site:
                    continue
                needs = self._reasons_behind(premises_of(end, self.position))
                if best is None or needs.bit_count() < best[0].bit_count():
                    best = (needs, end)
        return None if best is None else self._build_refutation(*best)

    def add_single_deductions(self) -> bool:
        """Do one more round of single deductions; return whether there was anything new."""
        return self.add(list(single_conclusions(self.position, self.changed)))

    def add_set_arguments(self) -> bool:
        """Do a round of set arguments."""
        return self.add(list(set_refutations(self.position, self.position.changes_since(self.before))))

    def add(self, reasons: list[Inference]) -> bool:
        """Add reasons that all hold in the current position; return whether there are any.

        A reason that clashes with one before it is left out: then its premises are contradicted, which the next
        round finds.
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
        needs = self._reasons_behind(premises) | 1 << len(self.reasons)
        self.reasons.append(reason)
        self._needs.append(needs)
        self._premises.append(premises)
        return needs

    def _reasons_behind(self, premises: Premises) -> int:
        needs = 0
        for cell in cells_in(premises.bulbs):
            needs |= self._bulb.get(cell, 0)
        for cell in cells_in(premises.shut):
            needs |= self._shut.get(cell, 0)
        return needs

    # ------------------------------------------------------------------ The argument

    def _build_refutation(self, needs: int, end: Conclusion) -> Refutation:
        """Build the argument for a contradiction that rests on these reasons, with its premises from before."""
        used, marked = [], 0
        for number in cells_in(needs):
            marks = self.reasons[number].bulbs | self.reasons[number].dots
            if marks & ~marked:  # otherwise another reason has marked the same cells
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
    """Store a reason for a fact, unless there is one that rests on less."""
    if cell not in table or needs.bit_count() < table[cell].bit_count():
        table[cell] = needs


# ---------------------------------------------------------------------- One supposition


def refute_bulb_by_set_argument(position: Position, cell: int, site: int | None = None) -> Refutation | None:
    """Return the argument against a bulb by its light and the clues it would complete: a set argument.

    Of several, return the shortest, or the one about `site`.
    """
    branch = Branch(position, cell, is_bulb=True)
    refutation = branch.refutation_from_last_round(site)
    if refutation is None and branch.add(
        list(single_conclusions(branch.position, branch.changed, (FINISH_WITH_EMPTY,)))
    ):
        branch.changed = branch.position.changes_since(position)
        refutation = branch.refutation_from_last_round(site)
    return refutation


def set_refutations(position: Position, around: Cells = EVERYWHERE) -> Iterator[Refutation]:
    """Yield the arguments behind set arguments of a position, or those new `around` cells; one for each cell."""
    handled: Cells = 0
    for argument in set_arguments(position, around):
        for cell in cells_in(argument.dots & ~handled):
            refutation = refute_bulb_by_set_argument(position, cell)
            if refutation is not None:
                yield refutation
        handled |= argument.dots


def refute_by_single_deductions(position: Position, cell: int, is_bulb: bool) -> Refutation | None:
    """Return the argument by single deductions against a mark, if there is one."""
    branch = Branch(position, cell, is_bulb)
    while (refutation := branch.refutation_from_last_round()) is None:
        if not branch.add_single_deductions():
            return None
    return refutation


# ---------------------------------------------------------------------- The shortest of all


def find_shortest_refutation(
    position: Position, tried_first: Cells = 0, among: Cells = EVERYWHERE
) -> Refutation | None:
    """Return the shortest argument by single deductions against a mark on an open cell `among` some.

    Marks on the cells `tried_first` come first.
    """
    free = position.open & among
    branches = [
        Branch(position, cell, is_bulb)
        for cells in (free & tried_first, free & ~tried_first)
        for cell in cells_in(cells)
        for is_bulb in (True, False)
    ]
    best: Refutation | None = None
    rounds = 0
    while branches:
        open_branches = []
        for branch in branches:
            refutation = branch.refutation_from_last_round()
            if refutation is None:
                if branch.add_single_deductions():
                    open_branches.append(branch)
            elif best is None or refutation.size < best.size:
                best = refutation
        rounds += 1
        # A contradiction after that many rounds rests on one reason of each, plus itself.
        if best is not None and best.size <= rounds + 1:
            return best
        branches = open_branches
    return best


# ----------------------- Nested cases: where single deductions refute no case, other arguments are needed within it
# Every mark is followed first with set arguments, then with cases, then with nested cases, until some can be
# refuted. A few of those are worked out, and the smallest argument is taken.


_MAX_REACH = 9  # of techniques within a case; no board seen so far needs more than 2
_MAX_SMALL_CELLS = 500  # cells of a board that is searched as a whole at once
_NEARBY_HOPS = 2  # of the search nearby on a larger board
_MAX_NEARBY_CANDIDATES = 4  # refutable marks that are worked out nearby
_MAX_CANDIDATES = 16  # refutable marks that are worked out; the smallest argument is taken


def find_nested_refutation(
    position: Position,
    goal: Premises | None = None,
    max_candidates: int = _MAX_CANDIDATES,
    among: Cells = EVERYWHERE,
) -> Refutation | None:
    """Return a small nested argument by techniques of the least reach; for a mark of `goal`, if given.

    With a goal, only the opposite of its marks is tried: if there are several solutions, nothing else can be
    refuted.
    """
    marks = [*possible_marks_on_open_cells(position, among)] if goal is None else _opposite_marks(position, goal)
    for inner, hops in _search_plan(position, _MAX_REACH) if marks else ():
        candidates = list(
            islice(
                refutable_marks(position, inner, marks, hops),
                max_candidates if hops < 0 else _MAX_NEARBY_CANDIDATES,
            )
        )
        if candidates:
            return min(
                [_build_nested_refutation(position, cell, is_bulb, inner, hops) for cell, is_bulb in candidates],
                key=_cost,
            )
    return None


def _search_plan(position: Position, deepest: int) -> Iterator[tuple[int, int]]:
    """Yield how deep to look within cases, and how many hops away: on a large board first nearby."""
    if len(position.grid.walls) > _MAX_SMALL_CELLS:
        yield from product(range(Level.TRICKY, min(deepest, Level.EXPERT)), (_NEARBY_HOPS,))
    yield from product(range(Level.TRICKY, deepest), (-1,))


def refute_again(position: Position, refutation: Refutation, deepest: int | None = None) -> Refutation | None:
    """Return another argument against the same mark, of small reach, and not deeper than it or than `deepest`."""
    new_refutation = refute_by_single_deductions(position, refutation.cell, refutation.is_bulb)
    deepest = refutation.depth if deepest is None else deepest
    if new_refutation is not None or deepest == 1:
        return new_refutation
    for inner, hops in _search_plan(position, deepest + Level.TRICKY):
        if any(refutable_marks(position, inner, [(refutation.cell, refutation.is_bulb)], hops)):
            new_refutation = _build_nested_refutation(position, refutation.cell, refutation.is_bulb, inner, hops)
            return new_refutation if new_refutation.depth <= deepest else None
    return None


def _opposite_marks(position: Position, goal: Premises) -> list[tuple[int, bool]]:
    """Return the opposites of the marks of a goal."""
    bulbs, free = goal.bulbs, position.open
    shut = goal.shut | position.grid.visible_from(bulbs) & ~bulbs
    return [*[(cell, False) for cell in cells_in(bulbs & free)], *[(cell, True) for cell in cells_in(shut & free)]]


def _cost(refutation: Refutation) -> tuple[int, int]:
    return refutation.depth, refutation.size


def _build_nested_refutation(position: Position, cell: int, is_bulb: bool, inner: int, hops: int) -> Refutation:
    """Build the argument against a mark that techniques of reach `inner` refute within some hops."""
    branch, component = Branch(position, cell, is_bulb), position.component(cell, hops)
    while (refutation := branch.refutation_from_last_round()) is None:
        if not (branch.add_single_deductions() or branch.add_set_arguments()):
            inner_refutation = _inner_refutation(branch.position, inner, component)
            assert inner_refutation is not None, "this mark can be refuted"
            branch.add([inner_refutation])
    return refutation


def _inner_refutation(position: Position, inner: int, component: Cells) -> Refutation | None:
    """Return the next argument within a case: the shortest case, or a nested one if the reach allows it."""
    shortest = find_shortest_refutation(position, among=component)
    return shortest or (find_nested_refutation(position, among=component) if inner > Level.HARD else None)
