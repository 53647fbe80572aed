"""Weighted literals made false as far as can be, by cores: maximum resolution on a session.

All that is to be avoided is assumed not to be. Some of it that cannot be avoided together (a core) costs at least
the least of its weights, and is replaced by weaker wishes, which say that no more than one of it is given up
(Narodytska, Bacchus 2014). Large weights come first, so that there are good models early.
"""

from collections.abc import Callable, Mapping

from bigand.ground.costs import Amount
from bigand.solve.z3_engine import Z3Session

_TRIES, _GIVEN_UP = 100, 4  # for good models at first; no more of them after some that took too long
_EFFORT = 200_000  # of each, as Z3 counts it: about a tenth of a second
_REPORTED = 8  # every so many of these models is reported
_TRIMS = 4  # tries to make a core smaller by asking for it alone


def least_penalty(
    session: Z3Session, penalties: Mapping[int, Amount], tell: Callable[[Amount, bool], None]
) -> Amount:
    """The least sum of the weights of true literals; afterwards the session has only models that cost no more.

    `tell` is told of what is paid in any case, and whether the session has a new model. There must be one.
    """
    wishes = {-literal: weight for literal, weight in penalties.items()}
    paid: Amount = 0
    _grant_some(session, wishes, lambda: tell(paid, True))
    level = max(wishes.values(), default=0)
    while True:
        wanted = [literal for literal, weight in wishes.items() if weight >= level]
        if session.solve(wanted):
            tell(paid, True)
            rest = [weight for weight in wishes.values() if weight < level]
            if not rest:
                break
            level = max(rest)
            continue
        core = _trimmed(session)
        paid += _weaken(session, wishes, core)
        tell(paid, False)
        level = min(level, max(wishes.values(), default=0))
    for literal in wishes:
        session.add([literal])
    return paid


def _grant_some(session: Z3Session, wishes: Mapping[int, Amount], tell: Callable[[], None]) -> None:
    """One wish after the other, as long as that is easy: so that there is something before anything is proved."""
    granted: list[int] = []
    given_up = 0
    for wish in sorted(wishes, key=wishes.__getitem__, reverse=True)[:_TRIES]:
        has_model = session.solve_within([*granted, wish], effort=_EFFORT)
        if has_model:
            granted.append(wish)
            if len(granted) % _REPORTED == 1:
                tell()
        given_up += has_model is None
        if given_up == _GIVEN_UP:
            break


def _trimmed(session: Z3Session) -> list[int]:
    core = session.core()
    for _ in range(_TRIMS):
        if len(core) < 2 or session.solve(core):
            break
        smaller = session.core()
        if len(smaller) >= len(core):
            break
        core = smaller
    return core


def _weaken(session: Z3Session, wishes: dict[int, Amount], core: list[int]) -> Amount:
    """Replace wishes that cannot all be granted; what giving up one of them costs."""
    least = min([wishes[literal] for literal in core])
    for literal in core:
        wishes[literal] -= least
        if not wishes[literal]:
            del wishes[literal]
    session.add([-literal for literal in core])
    rest = core[-1]  # stands for: all the members that come later hold
    for literal in reversed(core[:-1]):
        wish, both = session.fresh(), session.fresh()
        session.add([-wish, literal, rest])
        session.add([-both, literal])
        session.add([-both, rest])
        wishes[wish] = least
        rest = both
    return least
