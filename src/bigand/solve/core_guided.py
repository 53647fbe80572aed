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


def minimise_penalty(
    session: Z3Session, penalties: Mapping[int, Amount], report: Callable[[Amount, bool], None]
) -> Amount:
    """The least sum of the weights of true literals; afterwards the session has only models that cost no more.

    `report` is told of what is paid in any case, and whether the session has a new model. There must be one.
    """
    soft_weights = {-literal: weight for literal, weight in penalties.items()}
    paid: Amount = 0
    _satisfy_easy_literals(session, soft_weights, lambda: report(paid, True))
    level = max(soft_weights.values(), default=0)
    while True:
        wanted = [literal for literal, weight in soft_weights.items() if weight >= level]
        if session.solve(wanted):
            report(paid, True)
            smaller_weights = [weight for weight in soft_weights.values() if weight < level]
            if not smaller_weights:
                break
            level = max(smaller_weights)
            continue
        core = _trim_core(session)
        paid += _weaken_core(session, soft_weights, core)
        report(paid, False)
        level = min(level, max(soft_weights.values(), default=0))
    for literal in soft_weights:
        session.add([literal])
    return paid


def _satisfy_easy_literals(
    session: Z3Session, soft_weights: Mapping[int, Amount], report: Callable[[], None]
) -> None:
    """One wish after the other, as long as that is easy: so that there is something before anything is proved."""
    satisfied: list[int] = []
    given_up = 0
    for literal in sorted(soft_weights, key=soft_weights.__getitem__, reverse=True)[:_TRIES]:
        has_model = session.solve_within([*satisfied, literal], effort=_EFFORT)
        if has_model:
            satisfied.append(literal)
            if len(satisfied) % _REPORTED == 1:
                report()
        given_up += has_model is None
        if given_up == _GIVEN_UP:
            break


def _trim_core(session: Z3Session) -> list[int]:
    core = session.core()
    for _ in range(_TRIMS):
        if len(core) < 2 or session.solve(core):
            break
        smaller = session.core()
        if len(smaller) >= len(core):
            break
        core = smaller
    return core


def _weaken_core(session: Z3Session, soft_weights: dict[int, Amount], core: list[int]) -> Amount:
    """Replace wishes that cannot all be granted; what giving up one of them costs."""
    least = min([soft_weights[literal] for literal in core])
    for literal in core:
        soft_weights[literal] -= least
        if not soft_weights[literal]:
            del soft_weights[literal]
    session.add([-literal for literal in core])
    later = core[-1]  # stands for: all the members that come later hold
    for literal in reversed(core[:-1]):
        relaxed, conjunction = session.new_atom(), session.new_atom()
        session.add([-relaxed, literal, later])
        session.add([-conjunction, literal])
        session.add([-conjunction, later])
        soft_weights[relaxed] = least
        later = conjunction
    return least
