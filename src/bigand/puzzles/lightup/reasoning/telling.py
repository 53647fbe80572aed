"""Steps in words: a sentence for the step, and for an argument a line for each thing that would follow.

`say` gives the sentence of a key in some language, its gaps filled.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bigand.puzzles.lightup.places import Say, place_text, places_text
from bigand.puzzles.lightup.position import Cells, Position
from bigand.puzzles.lightup.reasoning.argument import Reason, Refutation, premises_of
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.steps import Step, Technique
from bigand.puzzles.lightup.rules import Conclusion, Kind
from bigand.puzzles.lightup.rules.empty_corners import EMPTY_CORNERS


class Line(NamedTuple):
    """A line of an argument, and how deep it is nested."""

    depth: int
    text: str


def sentence_of(step: Step, say: Say) -> str:
    """What a step says."""
    first = step.reasons[0]
    if isinstance(first, Conclusion):
        return _conclusion(first, step.before, say)
    gaps = _gaps(step.site, step.bulbs, step.dots, step.before, say)
    if step.technique.level is Level.TRICKY:
        one = ".one" if step.technique is Technique.SHARED_CELLS and step.members.bit_count() == 1 else ""
        return say(
            f"lightup.step.{step.technique.value}{one}", members=_places(step.members, step.before, say), **gaps
        )
    return say(f"lightup.step.{step.technique.value}.{_mark(first)}", at=_place(first.at, step.before, say))


def argument_of(step: Step, say: Say) -> list[Line]:
    """The lines of its argument: what is supposed, what would follow, what is impossible then."""
    if step.technique.level is Level.TRICKY:
        return [Line(0, text) for text in dict.fromkeys(_completed(step, say))]
    refutations = [reason for reason in step.reasons if isinstance(reason, Refutation)]
    return [line for one in refutations for line in _argument(one, step.before, say, 0)]


def _completed(step: Step, say: Say) -> Iterator[str]:
    """Of a set argument: the clues that a bulb would complete, if that is needed."""
    for reason in step.reasons:
        if isinstance(reason, Refutation):
            for inner in reason.steps:
                if isinstance(inner, Conclusion):
                    gaps = _gaps(inner.site, 0, inner.dots, step.before, say)
                    yield say("lightup.step.completes", at=_place(reason.at, step.before, say), **gaps)


def _argument(refutation: Refutation, position: Position, say: Say, depth: int) -> Iterator[Line]:
    at = _place(refutation.at, position, say)
    yield Line(depth, say(f"lightup.step.suppose.{_mark(refutation)}", at=at))
    for step in refutation.steps:
        if isinstance(step, Refutation):
            yield from _argument(step, position, say, depth + 1)
            yield Line(depth, say(f"lightup.step.so.{_mark(step)}", at=_place(step.at, position, say)))
        else:
            yield Line(depth, _conclusion(step, position, say))
    yield Line(depth, _end(refutation.end, position, say))


def _mark(refutation: Refutation) -> str:
    return "bulb" if refutation.is_bulb else "dot"


def _conclusion(found: Conclusion, position: Position, say: Say) -> str:
    """What a direct rule concludes."""
    gaps = _gaps(found.site, found.bulbs, found.dots, position, say)
    return say(f"lightup.step.{found.rule.key}{_variant(found, position)}", **gaps)


def _variant(found: Conclusion, position: Position) -> str:
    """Where the sentence of a rule would sound odd, another one."""
    key = found.rule.key
    if key == "finish_with_empty" and clue_at(position, found.site) == 0:
        return ".zero"
    if key == "finish_with_bulbs" and found.bulbs.bit_count() == 1:
        return ".one"
    if key == "must_light" and found.bulbs == 1 << found.site:
        return ".itself"
    return ""


def _end(end: Conclusion, position: Position, say: Say) -> str:
    cells = _places(end.cells | 1 << end.site, position, say)
    return say(f"lightup.end.{end.rule.key}", cells=cells, **_gaps(end.site, 0, 0, position, say))


def _gaps(site: int, bulbs: Cells, dots: Cells, position: Position, say: Say) -> dict[str, object]:
    return {
        "clue": clue_at(position, site),
        "site": _place(site, position, say),
        "bulbs": _places(bulbs, position, say),
        "dots": _places(dots, position, say),
    }


def clue_at(position: Position, site: int) -> int | None:
    """The number of the clue at a site, if it is one."""
    return next((clue.number for clue in position.clues if clue.at == site), None)


def _place(at: int, position: Position, say: Say) -> str:
    return place_text(position.grid.places(1 << at)[0], say)


def _places(cells: Cells, position: Position, say: Say) -> str:
    return places_text(position.grid.places(cells), say)


# ---------------------------------------------------------------------- names, hints, premises


def technique_of(step: Step, say: Say) -> str:
    """The name of what was used: of the rule, or of the kind of argument."""
    first = step.reasons[0]
    if isinstance(first, Conclusion):
        return say(f"lightup.rule.{first.rule.key}.name")
    return say(f"lightup.technique.{step.technique.value}")


def rule_of(step: Step, say: Say) -> str:
    """What that says in general."""
    first = step.reasons[0]
    if isinstance(first, Conclusion) and first.rule != EMPTY_CORNERS:
        return say(f"lightup.rule.{first.rule.key}")
    return say(f"lightup.technique.{step.technique.value}.says")


def where_of(step: Step, say: Say) -> str:
    """Where to look for it."""
    clue = clue_at(step.before, step.site)
    kind = "case" if step.technique.level >= Level.HARD else "cell" if clue is None else "clue"
    return say(f"lightup.hint.where.{kind}", clue=clue, site=_place(step.site, step.before, say))


def premises(step: Step) -> Cells:
    """The cells that a step rests on: clues, bulbs, and cells that can take no bulb."""
    cells = 0
    for reason in step.reasons:
        found = premises_of(reason, step.before)
        cells |= found.bulbs | found.shut | sites(reason)
    return cells & ~(step.bulbs | step.dots)


def sites(reason: Reason) -> Cells:
    """The clues and dark cells that a reason is about, those of its argument too."""
    if isinstance(reason, Refutation):
        found = 1 << reason.end.site
        for step in reason.steps:
            found |= sites(step)
        return found
    return 1 << reason.site if reason.rule.kind is not Kind.CASE else 0
