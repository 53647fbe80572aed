"""Steps in words: a sentence for the step, and for an argument a line for each thing that would follow.

`say` gives the sentence of a key in some language, its gaps filled.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from bigand.puzzles.lightup.places import Say, place_text, places_text, rule_key
from bigand.puzzles.lightup.questions import Concluded, Contradiction, Hinted, Refuted, Spot, Step, WrongMark


class Line(NamedTuple):
    """A line of an argument, and how deep it is nested."""

    depth: int
    text: str


def sentence_of(step: Step, say: Say) -> str:
    """What a step says."""
    if step.rule is not None:
        return _conclusion(step.rule, step, say)
    if not step.is_case:
        variant = ".one" if step.technique == "shared_cells" and len(step.members) == 1 else ""
        members = places_text(step.members, say)
        return say(f"lightup.step.{step.technique}{variant}", members=members, **_gaps(step, say))
    first = step.refutations[0]
    return say(f"lightup.step.{step.technique}.{first.supposed}", at=place_text(first.cell, say))


def argument_of(step: Step, say: Say) -> list[Line]:
    """The lines of its argument: what is supposed, what would follow, what is impossible then."""
    if not step.is_case:
        return [Line(0, text) for text in dict.fromkeys(_completed(step, say))]
    return [line for refutation in step.refutations for line in _argument(refutation, say, 0)]


def _completed(step: Step, say: Say) -> Iterator[str]:
    """Of a set argument: the clues that a bulb would complete, if that is needed."""
    for refutation in step.refutations:
        for inner in refutation.steps:
            if isinstance(inner, Concluded):
                yield say("lightup.step.completes", at=place_text(refutation.cell, say), **_gaps(inner, say))


def _argument(refutation: Refuted, say: Say, depth: int) -> Iterator[Line]:
    place = place_text(refutation.cell, say)
    yield Line(depth, say(f"lightup.step.suppose.{refutation.supposed}", at=place))
    for step in refutation.steps:
        if isinstance(step, Refuted):
            yield from _argument(step, say, depth + 1)
            yield Line(depth, say(f"lightup.step.so.{step.supposed}", at=place_text(step.cell, say)))
        else:
            yield Line(depth, _conclusion(step.rule, step, say))
    yield Line(depth, _end(refutation.contradiction, say))


def _conclusion(rule: str, conclusion: Step | Concluded, say: Say) -> str:
    """What a direct rule concludes."""
    return say(f"lightup.step.{rule_key(rule)}{_variant(rule_key(rule), conclusion)}", **_gaps(conclusion, say))


def _variant(key: str, conclusion: Step | Concluded) -> str:
    """Where the sentence of a rule would sound odd, another one."""
    if key == "finish_with_empty" and conclusion.clue == 0:
        return ".zero"
    if key == "finish_with_bulbs" and len(conclusion.bulbs) == 1:
        return ".one"
    if key == "must_light" and conclusion.bulbs == (conclusion.site,):
        return ".itself"
    return ""


def _end(end: Contradiction, say: Say) -> str:
    gaps: dict[str, Any] = {"clue": end.clue, "site": place_text(end.site, say), "bulbs": "", "dots": ""}
    return say(f"lightup.end.{rule_key(end.rule)}", cells=places_text(end.cells, say), **gaps)


def _gaps(conclusion: Step | Concluded, say: Say) -> dict[str, Any]:
    return {
        "clue": conclusion.clue,
        "site": place_text(conclusion.site, say),
        "bulbs": places_text(conclusion.bulbs, say),
        "dots": places_text(conclusion.dots, say),
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
