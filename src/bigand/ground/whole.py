"""A small file as one formula that people can read: each instance of each rule is a part of it."""

from collections.abc import Iterator

from bigand.ground.expand import Grounder, Rule
from bigand.ground.written import TooLargeError, Written, show, tree_of

LARGEST = 20_000  # instances


def written(grounder: Grounder, in_pairs: bool = False) -> Written:
    """The conjunction of all formulas of a file, expanded; a chain as `tree_of` has it."""
    return conjunction([part for _, parts in written_rules(grounder, in_pairs) for part in parts])


def written_rules(grounder: Grounder, in_pairs: bool = False) -> Iterator[tuple[Rule, list[Written]]]:
    """Each rule of a file with its instances."""
    total = 0
    for rule in grounder.rules():
        parts: list[Written] = []
        for frame, ground in grounder.blocks(rule):
            total += frame.count
            if total > LARGEST:
                raise TooLargeError
            names = grounder.atoms.names()
            parts += [tree_of(ground, row, names, in_pairs) for row in range(frame.count)]
        yield rule, parts


def conjunction(parts: list[Written]) -> Written:
    """All of some formulas as one; constants are absorbed."""
    parts = [part for part in parts if part is not True]
    if False in [part for part in parts if isinstance(part, bool)]:
        return False
    return True if not parts else parts[0] if len(parts) == 1 else ("and", *parts)


def show_items(grounder: Grounder) -> Iterator[str]:
    """Each instance of each formula, a line each."""
    for rule in grounder.rules():
        for frame, ground in grounder.blocks(rule):
            names = grounder.atoms.names()
            for row in range(frame.count):
                yield show(tree_of(ground, row, names))
