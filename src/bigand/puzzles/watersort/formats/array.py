"""Levels as JSON: a list of tubes, each a list of colours or a text, or an object that says more beside `tubes`."""

import json
from typing import Any

from bigand.puzzles.watersort.colours import is_colour, is_empty
from bigand.puzzles.watersort.faults import refuse, wrong
from bigand.puzzles.watersort.formats.sheet import Said, Settings, Word, assemble, check_size
from bigand.puzzles.watersort.formats.text import KEYS, setting_value, words_of
from bigand.puzzles.watersort.level import Level
from bigand.source.document import Document
from bigand.source.recursion import read_json

_ROWS = ("tubes", "bottles", "level", "state")  # where an object has its tubes, first come first
_FAR = 1000  # characters that a value is looked for
_LAYOUT = "orientation"  # what an object calls the setting `tubes`, which is its list


def recognise(text: str) -> bool:
    return text[0] in "[{"


def read(document: Document, limit: int, layout: Said) -> Level:
    content = _content(document)
    settings: dict[str, object] = {}
    rows = content
    if isinstance(content, dict):
        rows = next((content[key] for key in _ROWS if key in content), None)
        settings = _settings(document, content)
    if not isinstance(rows, list):
        refuse(document, wrong("P307", 0, 0, variant="shape", help="shape"))
    if sum([len(row) for row in rows if isinstance(row, list)]) > limit:
        check_size(document, len(rows), max([len(row) for row in rows if isinstance(row, list)]), limit)
    cursor = _Cursor(document)
    return assemble(
        document,
        [cursor.row(row) for row in rows],
        Settings(**settings),  # type: ignore[arg-type]  # as _settings made them
        limit,
        layout,
    )


def _content(document: Document) -> Any:
    try:
        return read_json(document.text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        place = min(error.pos, len(document.text))
        refuse(document, wrong("P307", place, place, variant="json", help="json"))
    except (RecursionError, ValueError):  # nested too deeply; a number of too many digits
        refuse(document, wrong("P307", 0, 0, variant="json", help="json"))


def _settings(document: Document, content: dict[str, Any]) -> dict[str, object]:
    """What an object says beside its tubes; other keys are whoever's who wrote them."""
    settings: dict[str, object] = {}
    for name, value in content.items():
        key = "tubes" if name == _LAYOUT else KEYS.get(name.lower()) if name not in _ROWS else None
        if key is None or value is None:
            continue
        if key == "colours" and isinstance(value, list):
            cursor = _Cursor(document)
            settings[key] = tuple([cursor.word(colour) for colour in value])
            continue
        read = setting_value(key, str(value)) if isinstance(value, str | int) else None
        if read is None or key == "colours":
            shown = json.dumps(value)[:40]
            place = max(0, document.text.find(f'"{name}"'))
            refuse(document, wrong("P308", place, place + len(name) + 2, help=key, found=shown, key=name))
        settings[key] = read
    return settings


class _Cursor:
    """Finds the places of values in the text of the document, one after the other."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.offset = max(0, *[document.text.find(f'"{key}"') for key in _ROWS])

    def row(self, value: Any) -> list[Word]:
        """A tube: a list, or a text as a line of a level has it; an empty one has a mark."""
        if isinstance(value, list):
            return [self.word(layer) for layer in value] or [Word(".", self.offset, self.offset)]
        if isinstance(value, str):
            whole = self.word(value)
            if " " not in value and not is_empty(value) and not is_colour(value):
                return [
                    Word(letter, whole.start + place, whole.start + place + 1)
                    for place, letter in enumerate(value, 1)
                ]
            return words_of(value, whole.start + 1) or [Word(".", self.offset, self.offset)]
        refuse(self.document, wrong("P307", self.offset, self.offset, variant="shape", help="shape"))

    def word(self, value: Any) -> Word:
        if value is not None and (not isinstance(value, str | int) or isinstance(value, bool)):
            refuse(self.document, wrong("P307", self.offset, self.offset, variant="shape", help="shape"))
        written = json.dumps(value, ensure_ascii=False)
        start = self.document.text.find(written, self.offset, self.offset + len(written) + _FAR)
        if start < 0:  # written in another way, with escapes
            start = self.offset
        self.offset = min(len(self.document.text), start + len(written))
        return Word("." if value is None else str(value), start, self.offset)


def write(level: Level) -> str:
    """An object with the height and the tubes from the bottom up, a line for each."""
    tubes = ",\n".join([f"  {json.dumps(list(tube), ensure_ascii=False)}" for tube in level.tubes])
    return f'{{"height": {level.height}, "tubes": [\n{tubes}\n]}}\n'
