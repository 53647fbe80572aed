"""A small file as one formula that people can read: each instance of each rule is a part of it."""

from collections.abc import Iterator

from bigand.ground.expand import Grounder
from bigand.ground.written import TooLargeError, Written, show, tree_of

LARGEST = 20_000  # instances


def written(grounder: Grounder) -> Written:
    """The conjunction of all formulas of a file, expanded."""
    parts: list[Written] = []
    total = 0
    for rule in grounder.rules():
        for frame, ground in grounder.blocks(rule):
            total += frame.count
            if total > LARGEST:
                raise TooLargeError
            names = grounder.atoms.names()
            parts += [tree_of(ground, row, names) for row in range(frame.count)]
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
