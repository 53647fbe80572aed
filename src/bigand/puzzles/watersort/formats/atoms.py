"""Levels as the propositions of the taught model: `p(0,1,2,green)` says that layer 2 of tube 1 is green at first.

So a file of that model is a level, and so is what a program prints of one of its models: the smallest step
counts.
"""

import re

from bigand.puzzles.watersort.colours import is_empty
from bigand.puzzles.watersort.formats.sheet import (
    BOTTOM_FIRST,
    LINES,
    Layout,
    Settings,
    Word,
    assemble_level,
    check_size,
)
from bigand.puzzles.watersort.level import Level
from bigand.source.document import Document

_ATOM = re.compile(r"(?<![\w$])(?:([01])\s+)?p\(\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\w+)\s*\)")
_TUBE_COUNT = re.compile(r"^\s*\$T\s*=\s*(\d{1,4})\b", re.MULTILINE)
_MODEL_COMMENT = re.compile(r";;.*")


def is_atoms(text: str) -> bool:
    return _ATOM.search(text) is not None


def read_atoms(document: Document, limit: int, _layout: Layout) -> Level:
    text = _MODEL_COMMENT.sub(lambda remark: " " * len(remark[0]), document.text)
    atoms = [match for match in _ATOM.finditer(text) if match[1] != "0"]
    first_step = min([int(match[2]) for match in atoms], default=0)
    layers: dict[int, dict[int, Word]] = {}
    for match in atoms:
        if int(match[2]) == first_step:
            layers.setdefault(int(match[3]), {})[int(match[4])] = Word(match[5], match.start(5), match.end(5))
    count_match = _TUBE_COUNT.search(text)
    tube_count = max([*layers, int(count_match[1]) if count_match else 1])
    height = max([layer for tube in layers.values() for layer in tube], default=1)
    check_size(document, tube_count, height, limit)
    rows = [_tube_words(layers.get(number, {}), height) for number in range(1, tube_count + 1)]
    colours = {word.text: word for row in rows for word in row if not is_empty(word.text)}
    settings = Settings(height, 0, tuple(colours.values()), LINES, BOTTOM_FIRST)
    return assemble_level(document, rows, settings, limit)


def _tube_words(layers: dict[int, Word], height: int) -> list[Word]:
    return [layers.get(layer, Word(".", 0, 0)) for layer in range(1, height + 1)]
