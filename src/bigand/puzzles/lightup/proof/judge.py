"""Whether one step is right, judged on the position before it: whether it is among what its rule concludes."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.proof.objection import Flaw
from bigand.puzzles.lightup.rules import Case, ProofRule, Split, derive_marks


class Mistake(Struct, frozen=True):
    """Why a step is wrong, at which cells; for cases those that should have been there, and where."""

    reason: Flaw
    cells: Cells = 0
    missing: tuple[Case, ...] = ()
    site: int | None = None

    @property
    def highlights(self) -> Cells:
        """The cells to point at, the site too."""
        return self.cells | (0 if self.site is None else 1 << self.site)


def judge_marks(before: Position, changed: Cells) -> Mistake | None:
    """What holds for every step that marks cells: they were white and unknown."""
    if changed & ~before.grid.white:
        return Mistake(Flaw.ON_A_WALL, changed & ~before.grid.white)
    if changed & ~before.unknown:
        return Mistake(Flaw.NOT_UNKNOWN, changed & ~before.unknown)
    return None


def judge_direct(rule: ProofRule, before: Position, bulbs: Cells, dots: Cells) -> Mistake | None:
    """A direct step: each cell by itself follows by the rule; one that marks nothing is right."""
    mistake = judge_marks(before, bulbs | dots)
    if mistake is not None or not bulbs | dots:
        return mistake
    forced_bulbs, forced_dots = derive_marks(rule, before, bulbs | dots)
    unforced = (bulbs & ~forced_bulbs) | (dots & ~forced_dots)
    return Mistake(Flaw.NOT_FORCED, unforced) if unforced else None


def judge_contradiction(
    rule: ProofRule, before: Position, changed: Cells = 0, site: int | None = None
) -> Mistake | None:
    """A contradiction: it holds, somewhere or at one site, and nothing is marked."""
    if changed:
        return Mistake(Flaw.CONTRADICTION_MARKS, changed)
    conclusions = rule.conclusions(before, EVERYWHERE)
    if not any(site in (None, conclusion.site) for conclusion in conclusions):
        return Mistake(Flaw.NO_CONTRADICTION, 0 if site is None else 1 << site)
    return None


def judge_cases(
    rule: ProofRule, before: Position, cases: Sequence[Case], site: int | None = None
) -> Mistake | None:
    """Cases: all that the rule makes at some site, or at this one, no more and none twice, in any order.

    One case that marks nothing says nothing, and is right.
    """
    for case in cases:
        mistake = judge_marks(before, case.bulbs | case.dots)
        if mistake is not None:
            return mistake
    if len(cases) == 1 and not any(cases[0]) and site is None:
        return None
    splits = [split for split in _matching_splits(rule, before, cases) if site in (None, split.site)]
    case_counts = Counter(cases)
    if any(Counter(split.cases) == case_counts for split in splits):
        return None
    return _closest_mistake(splits, case_counts)


def _matching_splits(rule: ProofRule, before: Position, cases: Sequence[Case]) -> list[Split]:
    """The splits that mark cells which these cases mark too."""
    changed = 0
    for case in cases:
        changed |= case.bulbs | case.dots
    return list(rule.splits(before, before.grid.visible_from(changed)))


def _closest_mistake(splits: Sequence[Split], case_counts: Counter[Case]) -> Mistake:
    """What is wrong with cases, compared with the split that has most in common with them."""
    best = max(splits, key=lambda split: (Counter(split.cases) & case_counts).total(), default=None)
    if best is None or not Counter(best.cases) & case_counts:
        return Mistake(Flaw.NO_SUCH_CASES)
    missing = tuple([case for case in best.cases if case not in case_counts])
    reason = Flaw.CASES_MISSING if missing else Flaw.CASES_TO_SPARE
    return Mistake(reason, missing=missing, site=best.site)
