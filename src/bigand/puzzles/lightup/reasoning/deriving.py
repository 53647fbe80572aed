"""From a position to a goal: all links on the way, the cheapest first, and of these the ones that are needed.

The goal is what all solutions share, or, where there is none, a contradiction.
"""

from collections.abc import Callable
from contextlib import closing

from msgspec import Struct

from bigand.puzzles.lightup.position import EVERYWHERE, Cells, Position
from bigand.puzzles.lightup.reasoning.argument import Premises
from bigand.puzzles.lightup.reasoning.chain import is_reached
from bigand.puzzles.lightup.reasoning.choosing import CaseChooser, Chooser
from bigand.puzzles.lightup.reasoning.links import Link, make_link
from bigand.puzzles.lightup.reasoning.techniques import Technique
from bigand.puzzles.lightup.reasoning.walking import Walk
from bigand.puzzles.lightup.rules import Conclusion, find_contradiction


class Derivation(Struct):
    """Links from a position on, where they lead to, and the contradiction in which they end, if they do."""

    start: Position
    links: list[Link]
    position: Position
    end: Conclusion | None = None


def derive(
    derivation: Derivation,
    goal: Premises | None,
    watch: Callable[[Position], None] = lambda _position: None,
    chooser: Chooser | None = None,
) -> None:
    """Add all links up to a goal, or up to a contradiction if there is none; `watch` is told how far it is."""
    walk = Walk(derivation.start)
    changed = EVERYWHERE
    with closing(chooser or CaseChooser(derivation.start)) as cases:
        while not _is_finished(derivation, goal, changed):
            links = walk.cheapest_links() or _case_links(walk, cases, goal)
            if not links:
                return
            walk.take(links)
            changed = walk.last
            derivation.links += links
            derivation.position = walk.position
            watch(walk.position)


def _is_finished(derivation: Derivation, goal: Premises | None, changed: Cells) -> bool:
    """Whether the goal is reached; or, where there is none, a contradiction, for which there is no reason else."""
    if goal is not None:
        return is_reached(goal, derivation.position)
    derivation.end = find_contradiction(derivation.position, changed)
    return derivation.end is not None


def _case_links(walk: Walk, cases: Chooser, goal: Premises | None) -> list[Link]:
    """The link of a case, or of a nested one."""
    argument = cases.choose(walk)
    if argument is not None:
        return [make_link(walk.position, Technique.CASE, argument)]
    argument = cases.choose_nested_case(walk, goal)
    return [] if argument is None else [make_link(walk.position, Technique.NESTED, argument)]


def next_links(position: Position, goal: Premises) -> list[Link]:
    """The links of the cheapest step towards a goal; none if it is reached."""
    walk = Walk(position)
    links = walk.cheapest_links()
    if links:
        return links
    with closing(CaseChooser(position)) as cases:
        return _case_links(walk, cases, goal)
