"""Steps in words: a sentence for the step, and for an argument a line for each thing that would follow.

`say` gives the sentence of a key in some language, its gaps filled.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bigand.answer.question import to_json
from bigand.puzzles.lightup.places import Say, place_text, places_text, rule_key
from bigand.puzzles.lightup.questions import Concluded, Contradiction, Hinted, Refuted, Spot, Step, WrongMark
from bigand.puzzles.lightup.supposing import Shown, Supposed, Why, labels_of


class Line(NamedTuple):
    """A line of an argument, and how deep it is nested."""

    depth: int
    text: str


def sentence_of(step: Step, say: Say) -> str:
    """What a step says."""
    if step.rule is not None:
        return _conclusion(step.rule, step, say)
    if not step.is_case:
        variant = {1: ".one", 2: ".two"}.get(len(step.members), "")
        return say(f"lightup.step.{step.technique}{variant}", members=_members(step, say), **_gaps(step, say))
    said = []
    for supposed in dict.fromkeys([refutation.supposed for refutation in step.refutations]):
        cells = [refutation.cell for refutation in step.refutations if refutation.supposed == supposed]
        key = f"lightup.step.{step.technique}.{supposed}{_several(cells)}"
        said.append(say(key, at=places_text(cells, say, "or")))
    return " ".join(said)


def _members(step: Step, say: Say) -> str:
    """The cells of a set argument; the dark cell that it is about is called so, since it is named already."""
    if step.site not in step.members:
        return places_text(step.members, say)
    others = [place_text(member, say) for member in sorted(step.members) if member != step.site]
    return f"{', '.join(others)}{say('lightup.and') if others else ''}{say('lightup.itself')}"


def _several(cells: Sequence[Spot]) -> str:
    return ".several" if len(cells) > 1 else ""


def argument_of(step: Step, say: Say) -> list[Line]:
    """The lines of its argument: what is supposed, what would follow, what is impossible then."""
    if not step.is_case:
        return [Line(0, text) for text in dict.fromkeys(_completed(step, say))]
    known = Supposed(step.before, labels_of(step.refutations))
    lines = []
    for refutation, *others in shared(step.refutations):
        lines += list(_argument(refutation, say, 0, known))
        if others:
            cells = places_text([other.cell for other in others], say, "or")
            lines.append(Line(0, say(f"lightup.step.same.{refutation.supposed}", at=cells)))
    return lines


def shared(refutations: Iterable[Refuted]) -> Iterable[list[Refuted]]:
    """Refutations, those together that are by the same rules at the same places."""
    shared: dict[Hashable, list[Refuted]] = {}
    for refutation in refutations:
        parts = frozenset([to_json(part) for part in refutation.steps])
        end = refutation.contradiction
        shared.setdefault((refutation.supposed, parts, end.rule, end.site), []).append(refutation)
    return shared.values()


def _completed(step: Step, say: Say) -> Iterator[str]:
    """Of a set argument: the clues that a bulb would complete, if that is needed."""
    for refutation in step.refutations:
        for inner in refutation.steps:
            if isinstance(inner, Concluded):
                yield say("lightup.step.completes", at=place_text(refutation.cell, say), **_gaps(inner, say))


def _argument(refutation: Refuted, say: Say, depth: int, outer: Supposed) -> Iterator[Line]:
    known = outer.within()
    known.suppose(refutation.supposed, refutation.cell)
    numbers, letters = known.labels
    said = say(f"lightup.step.suppose.{refutation.supposed}", at=place_text(refutation.cell, say))
    yield Line(depth, say("lightup.step.numbered", number=letters[refutation], said=said) if depth else said)
    for step in refutation.steps:
        if isinstance(step, Refuted):
            yield from _argument(step, say, depth + 1, known)
            place = place_text(step.cell, say)
            yield Line(depth, say(f"lightup.step.so.{step.supposed}", at=place, letter=letters[step]))
        else:
            said = _conclusion(step.rule, step, say)
            yield Line(depth, say("lightup.step.numbered", number=numbers[step], said=said))
        known.follow(step)
    yield Line(depth, _end(refutation.contradiction, say, known))


def _conclusion(rule: str, conclusion: Step | Concluded, say: Say) -> str:
    """What a direct rule concludes."""
    return say(f"lightup.step.{rule_key(rule)}{_variant(rule_key(rule), conclusion)}", **_gaps(conclusion, say))


def _variant(key: str, conclusion: Step | Concluded) -> str:
    """Where the sentence of a rule would sound odd, another one."""
    if key == "finish_with_empty" and conclusion.clue == 0:
        return ".zero"
    if key == "finish_with_bulbs" and len(conclusion.bulbs) == 1:
        return ".one"
    if key == "empty_corners" and conclusion.clue == 1:
        return ".one"
    if key == "must_light" and conclusion.bulbs == (conclusion.site,):
        return ".itself"
    return ""


def contradiction_text(end: Contradiction, say: Say) -> str:
    """What is impossible on a board, without anything being supposed."""
    site, cells = place_text(end.site, say), places_text(end.cells, say)
    return say(f"lightup.holds.{rule_key(end.rule)}", clue=end.clue, site=site, cells=cells)


_LEFT_OUT = ("cannot_light_a_cell", "too_few_bulbs")  # contradictions of which it is told why each cell is out


def _end(end: Contradiction, say: Say, known: Supposed) -> str:
    key = rule_key(end.rule)
    out = say("lightup.out.joint").join([_out(why, cells, say) for why, cells in known.out(end.cells)])
    variant = ".none" if key in _LEFT_OUT and not out else ""
    gaps: dict[str, Any] = {"clue": end.clue, "site": place_text(end.site, say), "out": out}
    cells = [cell for cell in end.cells if end.clue is None or cell != end.site]
    return say(f"lightup.end.{key}{variant}", cells=places_text(cells, say), **gaps)


def _out(why: Why, cells: list[Spot], say: Say) -> str:
    """Why some cells cannot take a bulb."""
    told = places_text(cells, say)
    match why:
        case str():
            return say(f"lightup.out.{why}", cells=told)
        case int():
            return say("lightup.out.step", cells=told, number=why)
        case Shown(letter):
            return say("lightup.out.shown", cells=told, letter=letter)
        case Spot():
            return say("lightup.out.by", cells=told, at=place_text(why, say))


def _gaps(conclusion: Step | Concluded, say: Say) -> dict[str, Any]:
    return {
        "clue": conclusion.clue,
        "site": place_text(conclusion.site, say),
        "bulbs": places_text(conclusion.bulbs, say),
        "dots": places_text(conclusion.dots, say, "nor"),
        "any": places_text(conclusion.dots, say, "or"),
    }


# ---------------------------------------------------------------------- names, hints


def technique_of(step: Step, say: Say) -> str:
    """The name of what was used: of the rule, or of the kind of argument."""
    return _name(step.technique, step.rule, say)


def _name(technique: str, rule: str | None, say: Say) -> str:
    return say(f"lightup.technique.{technique}" if rule is None else f"lightup.rule.{rule_key(rule)}.name")


def hint_sentences(hint: Hinted, say: Say) -> list[str]:
    """What a hint tells."""
    if hint.wrong is not None:
        return [_wrong(hint.wrong, hint.strength, say)]
    if hint.step is not None:
        return [sentence_of(hint.step, say)]
    if hint.technique is not None:
        gaps = hint_gaps(hint, say)
        return [gaps["where"], say("lightup.hint.rule", name=gaps["name"], says=gaps["rule"])]
    if hint.look is not None:
        return [hint_gaps(hint, say)["where"]]
    kind = hint.status if hint.status in ("solved", "none") else "nothing"
    return [say(f"lightup.hint.{kind}")]


def hint_gaps(hint: Hinted, say: Say) -> dict[str, str]:
    """The parts of a hint at a step, as far as it tells them: where to look, and the rule with what it says."""
    if hint.look is None or hint.site is None:
        return {}
    told = {"where": say(f"lightup.hint.where.{hint.look}", clue=hint.clue, site=place_text(hint.site, say))}
    if hint.technique is not None:
        told |= {"name": _name(hint.technique, hint.rule_name, say), "rule": _general(hint, say)}
    return told


def _general(hint: Hinted, say: Say) -> str:
    """What the rule of a hint says in general."""
    if hint.rule_name is None or hint.technique == "corners":
        return say(f"lightup.technique.{hint.technique}.says")
    return say(f"lightup.rule.{rule_key(hint.rule_name)}")


def _wrong(wrong: WrongMark, strength: str, say: Say) -> str:
    if wrong.column is None:
        return say("lightup.hint.wrong.where", row=wrong.row)
    # The sentences are of the mark that stands there: where a bulb belongs, a dot is wrong.
    kinds = {"dot": "bulb", "bulb": "dot", None: "several"}
    kind = "rule" if strength == "rule" else kinds[wrong.belongs]
    return say(f"lightup.hint.wrong.{kind}", site=place_text(Spot(wrong.row, wrong.column), say))


def as_record(step: Step, say: Say) -> dict[str, object]:
    """What a step says, for programs that want to show it."""
    return {
        "name": technique_of(step, say),
        "sentence": sentence_of(step, say),
        "argument": [[line.depth, line.text] for line in argument_of(step, say)],
    }
