"""Levels as the propositions of the taught model: `p(0,1,2,green)` says that layer 2 of tube 1 is green at first.

So a file of that model is a level, and so is what a program prints of one of its models: the smallest step
counts.
"""

import re

from bigand.puzzles.watersort.colours import is_empty
from bigand.puzzles.watersort.formats.sheet import BOTTOM_FIRST, LINES, Said, Settings, Word, assemble, check_size
from bigand.puzzles.watersort.level import Level
from bigand.source.document import Document

_ATOM = re.compile(r"(?<![\w$])(?:([01])\s+)?p\(\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\w+)\s*\)")
_TUBES = re.compile(r"^\s*\$T\s*=\s*(\d{1,4})\b", re.MULTILINE)
_REMARK = re.compile(r";;.*")


def recognise(text: str) -> bool:
    return _ATOM.search(text) is not None


def read(document: Document, limit: int, _layout: Said) -> Level:
    text = _REMARK.sub(lambda remark: " " * len(remark[0]), document.text)
    atoms = [match for match in _ATOM.finditer(text) if match[1] != "0"]
    first = min([int(match[2]) for match in atoms], default=0)
    layers: dict[int, dict[int, Word]] = {}
    for match in atoms:
        if int(match[2]) == first:
            layers.setdefault(int(match[3]), {})[int(match[4])] = Word(match[5], match.start(5), match.end(5))
    said = _TUBES.search(text)
    count = max([*layers, int(said[1]) if said else 1])
    height = max([layer for tube in layers.values() for layer in tube], default=1)
    check_size(document, count, height, limit)
    rows = [_row(layers.get(number, {}), height) for number in range(1, count + 1)]
    colours = {word.text: word for row in rows for word in row if not is_empty(word.text)}
    settings = Settings(height, 0, tuple(colours.values()), LINES, BOTTOM_FIRST)
    return assemble(document, rows, settings, limit)


def _row(layers: dict[int, Word], height: int) -> list[Word]:
    return [layers.get(layer, Word(".", 0, 0)) for layer in range(1, height + 1)]
