"""Levels as JSON: a list of tubes, each a list of colours or a text, or an object with `tubes` and settings."""

import json
from typing import Any

from bigand.puzzles.watersort.colours import is_colour, is_empty_layer_word
from bigand.puzzles.watersort.formats.assembly import (
    Layout,
    Settings,
    Word,
    assemble_level,
    check_total_layers,
    make_fault,
    raise_level_error,
)
from bigand.puzzles.watersort.formats.text import SETTING_KEYS, parse_setting, split_words
from bigand.puzzles.watersort.level import Level
from bigand.source.document import Document
from bigand.source.limits import read_json

_TUBES_KEYS = ("tubes", "bottles", "level", "state")  # keys of an object that may hold its tubes, by priority
_SEARCH_DISTANCE = 1000  # characters within which a value is searched
_LAYOUT_KEY = "orientation"  # an object's name for the setting `tubes`, since that key holds its list


def looks_like_json(text: str) -> bool:
    return text[0] in "[{"


def read_json_level(document: Document, limit: int, layout: Layout) -> Level:
    content = _parse_document(document)
    settings: dict[str, object] = {}
    rows = content
    if isinstance(content, dict):
        rows = next((content[key] for key in _TUBES_KEYS if key in content), None)
        settings = _read_settings(document, content)
    if not isinstance(rows, list):
        raise_level_error(document, make_fault("P307", 0, 0, variant="shape", help="shape"))
    if sum([len(row) for row in rows if isinstance(row, list)]) > limit:
        check_total_layers(document, len(rows), max([len(row) for row in rows if isinstance(row, list)]), limit)
    cursor = _Cursor(document)
    return assemble_level(
        document,
        [cursor.locate_row_words(row) for row in rows],
        Settings(**settings),  # type: ignore[arg-type]  # as _read_settings made them
        limit,
        layout,
    )


def _parse_document(document: Document) -> Any:
    try:
        return read_json(document.text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        offset = min(error.pos, len(document.text))
        raise_level_error(document, make_fault("P307", offset, offset, variant="json", help="json"))
    except (RecursionError, ValueError):  # nested too deeply; a number of too many digits
        raise_level_error(document, make_fault("P307", 0, 0, variant="json", help="json"))


def _read_settings(document: Document, content: dict[str, Any]) -> dict[str, object]:
    """Return the settings that an object has besides its tubes; unknown keys are ignored."""
    settings: dict[str, object] = {}
    for name, value in content.items():
        key = (
            "tubes" if name == _LAYOUT_KEY else SETTING_KEYS.get(name.lower()) if name not in _TUBES_KEYS else None
        )
        if key is None or value is None:
            continue
        if key == "colours" and isinstance(value, list):
            cursor = _Cursor(document)
            settings[key] = tuple([cursor.locate_word(colour) for colour in value])
            continue
        parsed = parse_setting(key, str(value)) if isinstance(value, str | int) else None
        if parsed is None or key == "colours":
            value_text = json.dumps(value)[:40]
            offset = max(0, document.text.find(f'"{name}"'))
            raise_level_error(
                document, make_fault("P308", offset, offset + len(name) + 2, help=key, found=value_text, key=name)
            )
        settings[key] = parsed
    return settings


class _Cursor:
    """Finds the positions of values in the document's text, one after the other."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.offset = max(0, *[document.text.find(f'"{key}"') for key in _TUBES_KEYS])

    def locate_row_words(self, value: Any) -> list[Word]:
        """Read a tube: a list, or a text like a line of a level; an empty tube becomes one empty mark."""
        if isinstance(value, list):
            return [self.locate_word(layer) for layer in value] or [Word(".", self.offset, self.offset)]
        if isinstance(value, str):
            tube_word = self.locate_word(value)
            if " " not in value and not is_empty_layer_word(value) and not is_colour(value):
                return [
                    Word(letter, tube_word.start + index, tube_word.start + index + 1)
                    for index, letter in enumerate(value, 1)
                ]
            return split_words(value, tube_word.start + 1) or [Word(".", self.offset, self.offset)]
        raise_level_error(
            self.document, make_fault("P307", self.offset, self.offset, variant="shape", help="shape")
        )

    def locate_word(self, value: Any) -> Word:
        if value is not None and (not isinstance(value, str | int) or isinstance(value, bool)):
            raise_level_error(
                self.document, make_fault("P307", self.offset, self.offset, variant="shape", help="shape")
            )
        value_text = json.dumps(value, ensure_ascii=False)
        start = self.document.text.find(value_text, self.offset, self.offset + len(value_text) + _SEARCH_DISTANCE)
        if start < 0:  # written differently, e.g. with escapes
            start = self.offset
        self.offset = min(len(self.document.text), start + len(value_text))
        return Word("." if value is None else str(value), start, self.offset)


def write_json_level(level: Level) -> str:
    """Write an object with the height and the tubes from the bottom up, one per line."""
    tubes = ",\n".join([f"  {json.dumps(list(tube), ensure_ascii=False)}" for tube in level.tubes])
    return f'{{"height": {level.height}, "tubes": [\n{tubes}\n]}}\n'
