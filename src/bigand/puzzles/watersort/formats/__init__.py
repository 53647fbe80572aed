"""Formats of levels: one table; the format of a text is recognised by its content."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from bigand.puzzles.watersort.formats import array, text
from bigand.puzzles.watersort.formats.assembly import DETECT_LAYOUT, Layout, make_fault, raise_level_error
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.questions import MAX_LAYERS
from bigand.source.document import Document


class Format(Struct, frozen=True):
    """How a format is recognised (from the stripped text) and read."""

    recognise: Callable[[str], bool]
    read: Callable[[Document, int, Layout], Level]


# In the order in which they are tried.
FORMATS = {
    "json": Format(array.looks_like_json, array.read_json_level),
    "atoms": Format(text.contains_atoms, text.read_atoms_level),
    "text": Format(text.accept_any_text, text.read_text_level),
}
WRITABLE = ("text", "upright", "json", "touist", "svg")


def read_level(document: Document, max_layers: int = MAX_LAYERS, layout: Layout = DETECT_LAYOUT) -> Level:
    """Read a level in any format; raise LevelError if it is invalid."""
    stripped = document.text.lstrip("\ufeff").strip()
    if not stripped:
        raise_level_error(document, make_fault("P301", 0, 0))
    format = next(format for format in FORMATS.values() if format.recognise(stripped))
    return format.read(document, max_layers, layout)


def read_text_or_lists(text_or_lists: str | Sequence[Any] | dict[str, Any], height: int | None = None) -> Level:
    """Make a level from a text in any format, or from lists and dicts as in JSON, with an optional height."""
    if isinstance(text_or_lists, str):
        return read_level(
            Document("level", text_or_lists if height is None else f"height: {height}\n{text_or_lists}")
        )
    content = text_or_lists if height is None else {"tubes": text_or_lists, "height": height}
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
    writers = {
        "text": text.write_tubes_as_lines,
        "upright": text.write_tubes_as_columns,
        "json": array.write_json_level,
    }
    if name not in writers:
        raise ValueError(f"no format {name!r} to write a level in: {', '.join(WRITABLE)}")
    return writers[name](level)
