"""Levels as text: words or letters in rows, settings as `key: value` lines, comments after `#`.

Rows are lines, or parts of one line separated by `/`. A row has words separated by blanks or commas, or is one word
with a letter for each layer. Layers may also be drawn between bars.
"""

import re
from collections.abc import Iterator

from bigand.puzzles.watersort.colours import is_colour, is_empty_layer_word
from bigand.puzzles.watersort.formats.assembly import (
    BOTTOM_FIRST,
    COLUMNS,
    LINES,
    TOP_FIRST,
    Layout,
    Rows,
    Settings,
    Word,
    assemble_level,
    check_total_layers,
    make_fault,
    raise_level_error,
)
from bigand.puzzles.watersort.level import Level
from bigand.source.document import Document

_LINE = re.compile(r"[^\r\n]+")
_WORD = re.compile(r"[^\s,;]+")
_SETTING_LINE = re.compile(r"([^\W\d]+)\s*[:=](.*)")
_COMMENT = re.compile(r"(?:#|;;).*")
_LETTERS = re.compile(r"(?:[^\W_]|[._-])+")
_PAIR = re.compile(r"\|([^|]*)\|")
_PAIRS = re.compile(r"\|[^|]*\|(?:\s+\|[^|]*\|)*")
_BETWEEN_BARS = re.compile(r"(?<=\|)[^|]*(?=\|)")
_MAX_DIGITS = 6

SETTING_KEYS = {
    "height": "height", "hauteur": "height",
    "empty": "empty", "vides": "empty",
    "colours": "colours", "colors": "colours", "couleurs": "colours",
    "tubes": "tubes",
    "layers": "layers", "couches": "layers",
}  # fmt: skip
SETTING_VALUES = {
    "tubes": {
        LINES: LINES, "rows": LINES, "lignes": LINES, COLUMNS: COLUMNS, "upright": COLUMNS, "colonnes": COLUMNS,
    },
    "layers": {
        BOTTOM_FIRST: BOTTOM_FIRST, "bottom": BOTTOM_FIRST, "bas": BOTTOM_FIRST,
        TOP_FIRST: TOP_FIRST, "top": TOP_FIRST, "haut": TOP_FIRST,
    },
}  # fmt: skip


def accept_any_text(_text: str) -> bool:
    return True  # the fallback for any other content


def read_text_level(document: Document, limit: int, layout: Layout) -> Level:
    settings: dict[str, object] = {}
    row_lines: list[Word] = []
    for part in [
        part for match in _LINE.finditer(document.text) for part in _split_at_slashes(_strip_comment(match))
    ]:
        setting_match = _SETTING_LINE.fullmatch(part.text)
        if setting_match is not None:
            _apply_setting(
                document,
                settings,
                setting_match[1],
                _trimmed_word(setting_match[2], part.start + setting_match.start(2)),
                part.start,
            )
        elif part.text:
            row_lines.append(part)
    rows = _split_rows_and_set_layout(row_lines, settings)
    letters = _rows_of_letters(rows, settings)
    parsed_settings = Settings(**settings)  # type: ignore[arg-type]  # as _apply_setting made them
    return assemble_level(document, rows if letters is None else letters, parsed_settings, limit, layout)


def _strip_comment(line: re.Match[str]) -> Word:
    """Return a line without the comment at its end."""
    text = _COMMENT.sub("", line[0])
    return Word(text, line.start(), line.start() + len(text))


# ---------------------------------------------------------------------- Settings


def _apply_setting(document: Document, settings: dict[str, object], name: str, value: Word, start: int) -> None:
    key = SETTING_KEYS.get(name.lower())
    if key is None:
        raise_level_error(document, make_fault("P308", start, start + len(name), variant="key", found=name[:40]))
    if key == "colours":
        settings[key] = tuple(split_words(value.text, value.start))
        return
    parsed = parse_setting(key, value.text)
    if parsed is None:
        raise_level_error(
            document, make_fault("P308", value.start, value.end, help=key, found=value.text[:40], key=name)
        )
    settings[key] = parsed


def parse_setting(key: str, text: str) -> str | int | None:
    """Parse the value of a setting; None if it is invalid."""
    if key in SETTING_VALUES:
        return SETTING_VALUES[key].get(text.lower())
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
        return None
    return int(text) if int(text) or key == "empty" else None


def split_words(text: str, text_start: int) -> list[Word]:
    """Split a row into words."""
    return [Word(match[0], text_start + match.start(), text_start + match.end()) for match in _WORD.finditer(text)]


# ---------------------------------------------------------------------- Rows


def _split_rows_and_set_layout(lines: list[Word], settings: dict[str, object]) -> Rows:
    if any("|" in line.text for line in lines):
        settings.setdefault("tubes", COLUMNS)
        return list(_split_at_bars([line for line in lines if "|" in line.text]))
    rows = [split_words(line.text, line.start) for line in lines]
    return [row for row in rows if row]


def _split_at_slashes(line: Word) -> Iterator[Word]:
    """Yield the parts of a line between `/`."""
    start = line.start
    for part in line.text.split("/"):
        yield _trimmed_word(part, start)
        start += len(part) + 1


def _trimmed_word(text: str, text_start: int) -> Word:
    """Strip a text of blanks, and adjust its position."""
    inner = text.strip(" \t\ufeff")
    text_start += text.find(inner)
    return Word(inner, text_start, text_start + len(inner))


def _rows_of_letters(rows: Rows, settings: dict[str, object]) -> Rows | None:
    """Return the rows split into letters if each is one word with a letter per layer; None if they are words."""
    words = [word for row in rows for word in row]
    long_words = [word.text for word in words if len(word.text) > 1 and not is_empty_layer_word(word.text)]
    if (
        not long_words
        or "colours" in settings
        or any([len(word.text) == 1 and not is_empty_layer_word(word.text) for word in words])
    ):
        return None
    if any(
        [
            _is_colour_word(word, len(row))
            for row in rows
            for word in [part.text for part in row]
            if word in long_words
        ]
    ):
        return None
    # A tube of empty marks alone may be too short. That is reported, and must not turn the others into words.
    lengths = {len(word) for word in long_words if not all([is_empty_layer_word(letter) for letter in word])}
    if len(lengths) > 1 and "height" not in settings:
        return None
    if not all([_LETTERS.fullmatch(word) for word in long_words]):
        return None
    letters = [_split_letters(word) for word in words]
    colour_letters = {letter.text for row in letters for letter in row if not is_empty_layer_word(letter.text)}
    # If there are more letters than tubes in either layout, these are words, but not colours.
    return None if len(colour_letters) > max(len(letters), *map(len, letters)) else letters


def _is_colour_word(word: str, words_in_row: int) -> bool:
    """Whether a word of several letters is a colour; a number alone in its row is a row of digits."""
    return is_colour(word) and not (word.isdigit() and words_in_row == 1)


def _split_letters(word: Word) -> list[Word]:
    if is_empty_layer_word(word.text):
        return [word]
    return [Word(letter, word.start + index, word.start + index + 1) for index, letter in enumerate(word.text)]


def _split_at_bars(lines: list[Word]) -> Iterator[list[Word]]:
    """Yield drawn layers: `|a| |b| | |` with bars for each tube, or `|a|b| |` with bars between them."""
    pattern = _PAIR if all(_PAIRS.fullmatch(line.text.strip()) for line in lines) else _BETWEEN_BARS
    for line in lines:
        row = []
        for match in pattern.finditer(line.text):
            cell = match[match.re.groups]
            start = line.start + match.start(match.re.groups) + len(cell) - len(cell.lstrip())
            row.append(Word(cell.strip(), start, start + len(cell.strip())))
        yield row


# ---------------------------------------------------------------------- Writing


def write_tubes_as_lines(level: Level) -> str:
    """Write a line for each tube, from the bottom up."""
    width = max([len(colour) for colour in level.colours], default=1)
    lines = []
    for tube in level.tubes:
        words = [*tube, *["."] * (level.height - len(tube))]
        lines.append(" ".join([word.ljust(width) for word in words]).rstrip())
    return "\n".join([*_header_lines(level), *lines]) + "\n"


def write_tubes_as_columns(level: Level) -> str:
    """Write the tubes upright: a line for each layer, the highest first."""
    width = max([len(colour) for colour in level.colours], default=1)
    lines = []
    for layer in reversed(range(level.height)):
        words = [tube[layer] if layer < len(tube) else "." for tube in level.tubes]
        lines.append(" ".join([word.ljust(width) for word in words]).rstrip())
    return "\n".join(["tubes: columns", *lines]) + "\n"


def _header_lines(level: Level) -> list[str]:
    """Return the settings needed to read back the same level: where empty marks could be taken for a tube."""
    return [f"height: {level.height}"] if level.height == 1 or not level.colours else []


# ---------------------------------------------------------------------- Levels as propositions of the taught model
# `p(0,1,2,green)` says that layer 2 of tube 1 is green at step 0. A file of that model is a level, and so is a
# model printed by a solver: its smallest step counts.


_ATOM = re.compile(r"(?<![\w$])(?:([01])\s+)?p\(\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\w+)\s*\)")
_TUBE_COUNT = re.compile(r"^\s*\$T\s*=\s*(\d{1,4})\b", re.MULTILINE)
_MODEL_COMMENT = re.compile(r";;.*")


def contains_atoms(text: str) -> bool:
    return _ATOM.search(text) is not None


def read_atoms_level(document: Document, limit: int, _layout: Layout) -> Level:
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
    check_total_layers(document, tube_count, height, limit)
    rows = [_pad_with_empty_marks(layers.get(number, {}), height) for number in range(1, tube_count + 1)]
    colours = {word.text: word for row in rows for word in row if not is_empty_layer_word(word.text)}
    settings = Settings(height, 0, tuple(colours.values()), LINES, BOTTOM_FIRST)
    return assemble_level(document, rows, settings, limit)


def _pad_with_empty_marks(words_by_layer: dict[int, Word], height: int) -> list[Word]:
    return [words_by_layer.get(layer, Word(".", 0, 0)) for layer in range(1, height + 1)]
