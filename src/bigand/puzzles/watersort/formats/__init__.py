"""Formats of levels: one table; the format of a text is recognised by its content."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from bigand.puzzles.watersort.formats import array, text
from bigand.puzzles.watersort.formats.assembly import DETECT_LAYOUT, Layout, make_fault, refuse
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.questions import MAX_LAYERS
from bigand.source.document import Document


class Format(Struct, frozen=True):
    """How a format is recognised (from the stripped text) and read."""

    recognise: Callable[[str], bool]
    read: Callable[[Document, int, Layout], Level]


# In the order in which they are tried.
FORMATS = {
    "json": Format(array.is_array, array.read_array),
    "atoms": Format(text.is_atoms, text.read_atoms),
    "text": Format(text.is_text, text.read_text),
}
WRITABLE = ("text", "upright", "json", "touist", "svg")


def read_level(document: Document, limit: int = MAX_LAYERS, layout: Layout = DETECT_LAYOUT) -> Level:
    """Read a level in any format; raise LevelError if it is invalid."""
    stripped = document.text.lstrip("\ufeff").strip()
    if not stripped:
        refuse(document, make_fault("P301", 0, 0))
    format = next(format for format in FORMATS.values() if format.recognise(stripped))
    return format.read(document, limit, layout)


def read_source(source: str | Sequence[Any] | dict[str, Any], height: int | None = None) -> Level:
    """Make a level from a text in any format, or from lists and dicts as in JSON, with an optional height."""
    if isinstance(source, str):
        return read_level(Document("level", source if height is None else f"height: {height}\n{source}"))
    content = source if height is None else {"tubes": source, "height": height}
    return read_level(Document("level", json.dumps(content, ensure_ascii=False, default=list)))


def write_level(level: Level, name: str) -> str:
    """Write the level in the named format, one of `WRITABLE`."""
    if name == "svg":
        from bigand.puzzles.watersort.draw import level_svg

        return level_svg(level)
    if name == "touist":
        from bigand.puzzles.watersort.engines.model import model_text
        from bigand.puzzles.watersort.pours import Variant

        return model_text(level, Variant.POUR)
    writers = {"text": text.write_text, "upright": text.write_upright, "json": array.write_array}
    if name not in writers:
        raise ValueError(f"no format {name!r} to write a level in: {', '.join(WRITABLE)}")
    return writers[name](level)
