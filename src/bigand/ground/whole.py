"""A small file as one formula that people can read: each instance of each rule is a part of it."""

from collections.abc import Iterator

from bigand.ground.expand import Grounder, Rule
from bigand.ground.written import FormulaTree, TooLargeError, show_formula, tree_of

MAX_SHOWN_INSTANCES = 20_000  # instances


def expanded_formula(grounder: Grounder, in_pairs: bool = False) -> FormulaTree:
    """The conjunction of all formulas of a file, expanded; a chain as `tree_of` has it."""
    return conjoin([part for _, parts in expanded_rules(grounder, in_pairs) for part in parts])


def expanded_rules(grounder: Grounder, in_pairs: bool = False) -> Iterator[tuple[Rule, list[FormulaTree]]]:
    """Each rule of a file with its instances."""
    total = 0
    for rule in grounder.rules():
        parts: list[FormulaTree] = []
        for frame, ground in grounder.blocks(rule):
            total += frame.count
            if total > MAX_SHOWN_INSTANCES:
                raise TooLargeError
            names = grounder.atoms.names()
            parts += [tree_of(ground, row, names, in_pairs) for row in range(frame.count)]
        yield rule, parts


def conjoin(parts: list[FormulaTree]) -> FormulaTree:
    """All of some formulas as one; constants are absorbed."""
    parts = [part for part in parts if part is not True]
    if False in [part for part in parts if isinstance(part, bool)]:
        return False
    return True if not parts else parts[0] if len(parts) == 1 else ("and", *parts)


def show_instances(grounder: Grounder) -> Iterator[str]:
    """Each instance of each formula, a line each."""
    for rule in grounder.rules():
        for frame, ground in grounder.blocks(rule):
            names = grounder.atoms.names()
            for row in range(frame.count):
                yield show_formula(tree_of(ground, row, names))
