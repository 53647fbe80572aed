"""Infer the sorts of unknowns; on a contradiction, expand the file once more to find the conflicting uses."""

import numpy as np

from bigand.ground.columns import Array, factorise, sorted_distinct
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.formula import Comparisons, Literals, open_leaves
from bigand.ground.frames import Frame, show_binding
from bigand.ground.grounder import Grounder
from bigand.ground.kinds import NUMBER, Sort, contradiction_mask, kind_bits_of_comparison, sorts_of
from bigand.ground.terms import Numbers, term_leaves
from bigand.ground.terms import Unknowns as UnknownTerms
from bigand.language.unknowns import Unknowns, Use
from bigand.messages.message import Message
from bigand.source.document import Span

_MAX_REPORTED_CLASSES = 20


def infer_sorts(grounder: Grounder, default: Sort) -> Array:
    """Return the sort of each atom of an expanded file.

    Raises `NotEvaluableError` if uses contradict each other.
    """
    assert grounder.kinds is not None
    labels, bits = grounder.kinds.kind_classes(grounder.atoms.count)
    wrong = contradiction_mask(bits)
    if wrong.any():
        first = sorted_distinct(labels[wrong])[:_MAX_REPORTED_CLASSES]
        raise NotEvaluableError(find_uses(grounder, np.isin(labels, first)).find_clashes())
    return sorts_of(bits, default)


def record_soft_uses(grounder: Grounder) -> None:
    """Record how soft rules use unknowns, so that kinds stay the same when soft rules are left out."""
    for rule in grounder.soft_rules():
        for _ in grounder.blocks(rule, record_occurrences=False):
            pass


def find_uses(grounder: Grounder, wanted: Array) -> Unknowns:
    """Return the uses of the `wanted` atoms (a mask by atom) with their places."""
    unknowns = Unknowns()
    for rule in [*grounder.rules(), *grounder.soft_rules()]:
        for frame, ground in grounder.blocks(rule):
            names = grounder.atoms.names()
            for leaf, rows, owners in open_leaves(ground):
                atoms = [leaf.atoms] if isinstance(leaf, Literals) else leaf.unknowns()
                for index in _first_row_per_combination([column[rows] for column in atoms], wanted):
                    note = _binding_note(grounder, frame, int(owners[index]))
                    if isinstance(leaf, Literals):
                        unknowns.add_use(Use.PROPOSITION, names[int(leaf.atoms[rows[index]])], leaf.span, note)
                    else:
                        _add_comparison_uses(unknowns, leaf, int(rows[index]), names, note)
    return unknowns


def _first_row_per_combination(columns: list[Array], wanted: Array) -> list[int]:
    """Return the first row of each combination of atoms whose first atom is wanted, in order."""
    rows = np.flatnonzero(wanted[columns[0]])
    if not len(rows):
        return []
    _, first = factorise([column[rows] for column in columns])
    chosen: list[int] = rows[np.sort(first)].tolist()
    return chosen


def _binding_note(grounder: Grounder, frame: Frame, row: int) -> Message | None:
    binding = frame.binding(row, grounder.table)
    return Message("ground.binding", {"binding": show_binding(binding)}) if binding else None


def _add_comparison_uses(
    collected: Unknowns, leaf: Comparisons, row: int, names: list[str], note: Message | None
) -> None:
    """Record what one instance of a comparison implies for its unknowns."""
    parts = [*term_leaves(leaf.left), *term_leaves(leaf.right)]
    unknowns = [(names[int(part.atoms[row])], part.span) for part in parts if isinstance(part, UnknownTerms)]
    uses: dict[Use, Span] = {}
    for part in parts:
        if isinstance(part, Numbers):
            uses.setdefault(Use.REAL if part.is_float else Use.INTEGER, part.span)
    for name, span in unknowns:
        if kind_bits_of_comparison(leaf) & NUMBER:
            collected.add_use(Use.NUMBER, name, span, note)
        for use, use_span in uses.items():
            collected.add_use(use, name, use_span, note)
        if name != unknowns[0][0]:
            collected.add_link(unknowns[0][0], name, leaf.span)
