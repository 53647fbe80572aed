"""Steps in words: labels of arguments, why cells are blocked, sentences, and hints.

Within an argument each conclusion has a number and each nested supposition a letter, the same in texts and
pictures. What several arguments of a step share has one label.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from bigand.api.question import to_json
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.illumination import lit_cells, places_seen_from
from bigand.puzzles.lightup.questions import (
    ConclusionRecord,
    ContradictionRecord,
    HintAnswer,
    RefutationRecord,
    Rows,
    Spot,
    StepRecord,
    WrongMark,
)
from bigand.puzzles.lightup.wording import Say, column_letters, place_text, places_text, rule_key


class ShownEmpty(NamedTuple):
    """A nested argument has shown that a cell is empty; its letter."""

    letter: str


# Why a cell cannot take a bulb: it was `empty` or `lit` before, is `supposed` to be empty, or was shown to be empty
# by a nested argument; or because of a supposed bulb in some cell, or of a conclusion with a number.
BlockReason: TypeAlias = str | Spot | int | ShownEmpty


class Labels(NamedTuple):
    """The numbers of conclusions, and the letters of nested suppositions."""

    numbers: dict[ConclusionRecord, int]
    letters: dict[RefutationRecord, str]


def assign_labels(refutations: Sequence[RefutationRecord]) -> Labels:
    """Assign numbers from 1 and letters from a, in the order of the arguments of a step."""
    labels = Labels({}, {})
    for reason in _iter_reasons(refutations):
        if isinstance(reason, ConclusionRecord):
            labels.numbers.setdefault(reason, len(labels.numbers) + 1)
        else:
            labels.letters.setdefault(reason, column_letters(len(labels.letters) + 1).lower())
    return labels


def _iter_reasons(refutations: Iterable[RefutationRecord]) -> Iterator[ConclusionRecord | RefutationRecord]:
    for refutation in refutations:
        for reason in refutation.steps:
            yield reason
            if isinstance(reason, RefutationRecord):
                yield from _iter_reasons([reason])


class Supposition:
    """What is known within an argument: the board before it, and why cells can no longer take a bulb."""

    def __init__(self, before: Rows, labels: Labels) -> None:
        self.board = Board.from_rows(before)
        self.labels = labels
        self.lit: set[Spot] = set()  # only what was dark before
        self._lit_before = {Spot.from_place(self.board.place(cell)) for cell in lit_cells(self.board)}
        self._blocked: dict[Spot, BlockReason] = {}

    def fork(self) -> "Supposition":
        """Return a copy for a nested argument."""
        inner = object.__new__(Supposition)
        inner.board, inner.labels, inner._lit_before = self.board, self.labels, self._lit_before
        inner.lit, inner._blocked = set(self.lit), dict(self._blocked)
        return inner

    def suppose(self, mark: str, cell: Spot) -> None:
        if mark == "bulb":
            self._add_marks([cell], [], cell)
        else:
            self._add_marks([], [cell], "supposed")

    def add_conclusion_of(self, reason: ConclusionRecord | RefutationRecord) -> None:
        """Add what a step of the argument concludes; for a nested argument, the opposite of its supposition."""
        if isinstance(reason, RefutationRecord) and reason.supposed == "bulb":
            self._add_marks([], [reason.cell], ShownEmpty(self.labels.letters[reason]))
        elif isinstance(reason, RefutationRecord):
            self._add_marks([reason.cell], [], reason.cell)
        else:
            self._add_marks(reason.bulbs, reason.dots, self.labels.numbers[reason])

    def _add_marks(self, bulbs: Iterable[Spot], dots: Iterable[Spot], reason: BlockReason) -> None:
        for spot in dots:
            self._blocked.setdefault(spot, reason)
        for spot in bulbs:
            for seen in (spot, *[Spot.from_place(place) for place in places_seen_from(self.board, spot.place)]):
                if seen not in self._lit_before:
                    self.lit.add(seen)
                if seen != spot:
                    self._blocked.setdefault(seen, reason)

    def group_by_reason(self, cells: Iterable[Spot]) -> list[tuple[BlockReason, list[Spot]]]:
        """Group cells by why they cannot take a bulb, in the order of presentation."""
        groups: dict[BlockReason, list[Spot]] = {"empty": [], "lit": []}
        groups |= {why: [] for why in self._blocked.values()}
        for spot in sorted(cells):
            cell = self.board[spot.place]
            if cell == Cell.DOT:
                groups["empty"].append(spot)
            elif spot in self._lit_before and cell != Cell.BULB:
                groups["lit"].append(spot)
            elif spot in self._blocked:
                groups[self._blocked[spot]].append(spot)
        return [(why, group) for why, group in groups.items() if group]


# ----------------------------------------- Sentences: one for a step, and a line for each conclusion of an argument
# `say` returns the message of a key in some language, its gaps filled.


class ArgumentLine(NamedTuple):
    """A line of an argument, and its nesting depth."""

    depth: int
    text: str


def step_sentence(step: StepRecord, say: Say) -> str:
    """Return the sentence of a step."""
    if step.rule is not None:
        return _conclusion_text(step.rule, step, say)
    if not step.is_case:
        variant = {1: ".one", 2: ".two"}.get(len(step.members), "")
        return say(f"lightup.step.{step.technique}{variant}", members=_members_text(step, say), **_gaps(step, say))
    sentences = []
    for supposed in dict.fromkeys([refutation.supposed for refutation in step.refutations]):
        cells = [refutation.cell for refutation in step.refutations if refutation.supposed == supposed]
        key = f"lightup.step.{step.technique}.{supposed}{_plural_suffix(cells)}"
        sentences.append(say(key, at=places_text(cells, say, "or")))
    return " ".join(sentences)


def _members_text(step: StepRecord, say: Say) -> str:
    """List the cells of a set argument; its dark cell is "itself", since the sentence names it already."""
    if step.site not in step.members:
        return places_text(step.members, say)
    others = [place_text(member, say) for member in sorted(step.members) if member != step.site]
    return f"{', '.join(others)}{say('lightup.and') if others else ''}{say('lightup.itself')}"


def _plural_suffix(cells: Sequence[Spot]) -> str:
    return ".several" if len(cells) > 1 else ""


def argument_lines(step: StepRecord, say: Say) -> list[ArgumentLine]:
    """Return the lines of an argument: the supposition, what would follow, and the contradiction."""
    if not step.is_case:
        return [ArgumentLine(0, text) for text in dict.fromkeys(_clue_texts(step, say))]
    supposition = Supposition(step.before, assign_labels(step.refutations))
    lines = []
    for refutation, *similar in group_refutations(step.refutations):
        lines += list(_refutation_lines(refutation, say, 0, supposition))
        if similar:
            cells = places_text([twin.cell for twin in similar], say, "or")
            lines.append(ArgumentLine(0, say(f"lightup.step.same.{refutation.supposed}", at=cells)))
    return lines


def group_refutations(refutations: Iterable[RefutationRecord]) -> Iterable[list[RefutationRecord]]:
    """Group refutations that use the same rules at the same places."""
    groups: dict[Hashable, list[RefutationRecord]] = {}
    for refutation in refutations:
        parts = frozenset([to_json(part) for part in refutation.steps])
        end = refutation.contradiction
        groups.setdefault((refutation.supposed, parts, end.rule, end.site), []).append(refutation)
    return groups.values()


def _clue_texts(step: StepRecord, say: Say) -> Iterator[str]:
    """Yield the clues of a set argument that a bulb would complete, where needed."""
    for refutation in step.refutations:
        for inner in refutation.steps:
            if isinstance(inner, ConclusionRecord):
                yield say("lightup.step.completes", at=place_text(refutation.cell, say), **_gaps(inner, say))


def _refutation_lines(
    refutation: RefutationRecord, say: Say, depth: int, outer: Supposition
) -> Iterator[ArgumentLine]:
    supposition = outer.fork()
    supposition.suppose(refutation.supposed, refutation.cell)
    numbers, letters = supposition.labels
    text = say(f"lightup.step.suppose.{refutation.supposed}", at=place_text(refutation.cell, say))
    yield ArgumentLine(
        depth, say("lightup.step.numbered", number=letters[refutation], said=text) if depth else text
    )
    for step in refutation.steps:
        if isinstance(step, RefutationRecord):
            yield from _refutation_lines(step, say, depth + 1, supposition)
            place = place_text(step.cell, say)
            yield ArgumentLine(depth, say(f"lightup.step.so.{step.supposed}", at=place, letter=letters[step]))
        else:
            text = _conclusion_text(step.rule, step, say)
            yield ArgumentLine(depth, say("lightup.step.numbered", number=numbers[step], said=text))
        supposition.add_conclusion_of(step)
    yield ArgumentLine(depth, _contradiction_reason_text(refutation.contradiction, say, supposition))


def _conclusion_text(rule: str, conclusion: StepRecord | ConclusionRecord, say: Say) -> str:
    """Say what a direct rule concludes."""
    return say(
        f"lightup.step.{rule_key(rule)}{_sentence_variant(rule_key(rule), conclusion)}", **_gaps(conclusion, say)
    )


def _sentence_variant(key: str, conclusion: StepRecord | ConclusionRecord) -> str:
    """Return the variant of a rule's sentence for cases where the usual one would sound odd."""
    if key == "finish_with_empty" and conclusion.clue == 0:
        return ".zero"
    if key == "finish_with_bulbs" and len(conclusion.bulbs) == 1:
        return ".one"
    if key == "empty_corners" and conclusion.clue == 1:
        return ".one"
    if key == "must_light" and conclusion.bulbs == (conclusion.site,):
        return ".itself"
    return ""


def contradiction_text(end: ContradictionRecord, say: Say) -> str:
    """Say what is impossible on a board, without suppositions."""
    site, cells = place_text(end.site, say), places_text(end.cells, say)
    return say(f"lightup.holds.{rule_key(end.rule)}", clue=end.clue, site=site, cells=cells)


# contradictions whose text says why each cell is blocked
_BLOCKING_RULES = (
    "cannot_light_a_cell",
    "too_few_bulbs",
)


def _contradiction_reason_text(end: ContradictionRecord, say: Say, supposition: Supposition) -> str:
    key = rule_key(end.rule)
    reasons = say("lightup.out.joint").join(
        [_block_text(reason, cells, say) for reason, cells in supposition.group_by_reason(end.cells)]
    )
    variant = ".none" if key in _BLOCKING_RULES and not reasons else ""
    gaps: dict[str, Any] = {"clue": end.clue, "site": place_text(end.site, say), "out": reasons}
    cells = [cell for cell in end.cells if end.clue is None or cell != end.site]
    return say(f"lightup.end.{key}{variant}", cells=places_text(cells, say), **gaps)


def _block_text(reason: BlockReason, cells: list[Spot], say: Say) -> str:
    """Say why some cells cannot take a bulb."""
    places = places_text(cells, say)
    match reason:
        case str():
            return say(f"lightup.out.{reason}", cells=places)
        case int():
            return say("lightup.out.step", cells=places, number=reason)
        case ShownEmpty(letter):
            return say("lightup.out.shown", cells=places, letter=letter)
        case Spot():
            return say("lightup.out.by", cells=places, at=place_text(reason, say))


def _gaps(conclusion: StepRecord | ConclusionRecord, say: Say) -> dict[str, Any]:
    return {
        "clue": conclusion.clue,
        "site": place_text(conclusion.site, say),
        "bulbs": places_text(conclusion.bulbs, say),
        "dots": places_text(conclusion.dots, say, "nor"),
        "any": places_text(conclusion.dots, say, "or"),
    }


# ---------------------------------------------------------------------- Names and hints


def rule_or_technique_name(step: StepRecord, say: Say) -> str:
    """Return the name of the rule, or of the kind of argument."""
    return _name_of(step.technique, step.rule, say)


def _name_of(technique: str, rule: str | None, say: Say) -> str:
    return say(f"lightup.technique.{technique}" if rule is None else f"lightup.rule.{rule_key(rule)}.name")


def hint_sentences(hint: HintAnswer, say: Say) -> list[str]:
    """Return the sentences of a hint."""
    if hint.wrong is not None:
        return [_wrong_mark_text(hint.wrong, hint.strength, say)]
    if hint.step is not None:
        return [step_sentence(hint.step, say)]
    if hint.technique is not None:
        gaps = hint_parts(hint, say)
        return [gaps["where"], say("lightup.hint.rule", name=gaps["name"], says=gaps["rule"])]
    if hint.look is not None:
        return [hint_parts(hint, say)["where"]]
    kind = hint.status if hint.status in ("solved", "none") else "nothing"
    return [say(f"lightup.hint.{kind}")]


def hint_parts(hint: HintAnswer, say: Say) -> dict[str, str]:
    """Return the parts of a hint that its strength allows: where to look, and the rule with its text."""
    if hint.look is None or hint.site is None:
        return {}
    gaps = {"where": say(f"lightup.hint.where.{hint.look}", clue=hint.clue, site=place_text(hint.site, say))}
    if hint.technique is not None:
        gaps |= {"name": _name_of(hint.technique, hint.rule_name, say), "rule": _rule_text(hint, say)}
    return gaps


def _rule_text(hint: HintAnswer, say: Say) -> str:
    """Say what the rule of a hint means in general."""
    if hint.rule_name is None or hint.technique == "corners":
        return say(f"lightup.technique.{hint.technique}.says")
    return say(f"lightup.rule.{rule_key(hint.rule_name)}")


def _wrong_mark_text(wrong: WrongMark, strength: str, say: Say) -> str:
    if wrong.column is None:
        return say("lightup.hint.wrong.where", row=wrong.row)
    # The messages are about the mark that is there: where a bulb belongs, a dot is wrong.
    kinds = {"dot": "bulb", "bulb": "dot", None: "several"}
    kind = "rule" if strength == "rule" else kinds[wrong.belongs]
    return say(f"lightup.hint.wrong.{kind}", site=place_text(Spot(wrong.row, wrong.column), say))


def step_texts(step: StepRecord, say: Say) -> dict[str, object]:
    """Return the texts of a step, for programs that show it."""
    return {
        "name": rule_or_technique_name(step, say),
        "sentence": step_sentence(step, say),
        "argument": [[line.depth, line.text] for line in argument_lines(step, say)],
    }
