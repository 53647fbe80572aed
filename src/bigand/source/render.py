"""Render diagnostics: for people (with source lines), for editors (one line each), for programs (JSON).

User text is cut to the screen width, tabs become blanks, and control characters are replaced. So underlines match
their positions, and no file can control the terminal.
"""

import re
import unicodedata
from collections.abc import Sequence
from textwrap import wrap

from bigand.messages import Language, format_message, insert_no_break_spaces, message_text
from bigand.messages.message import Severity
from bigand.source.diagnostic import Diagnostic, Label
from bigand.source.document import Document, Span

_CODE = re.compile(r"`[^`]{1,48}`")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_TAB_WIDTH = 4
_MAX_OTHER_LINES = 8  # further lines with the same problem that are listed
_CODE_OF_LINE = re.compile(r"[ \t]*((?!end\b[ \t]*(?:end\b[ \t]*)*(?:;;|$))(?!;;(?!@))\S.*?)[ \t]*(?:;;(?!@).*)?$")
_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}


class Painter:
    """Adds colour to text, if enabled."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured

    def __call__(self, style: str, text: str) -> str:
        return f"\033[{style}m{text}\033[0m" if self.coloured and text else text


def render_full(
    diagnostic: Diagnostic,
    document: Document,
    language: Language,
    *,
    coloured: bool = False,
    width: int = 80,
) -> str:
    """Render a diagnostic with headline, source lines, notes and help."""
    paint = Painter(coloured)
    word = message_text(f"severity.{diagnostic.severity.value}", language)
    style = _COLOURS[diagnostic.severity]
    headline = make_printable(format_message(diagnostic.message, language))
    head, colon = f"{word}[{diagnostic.code}]", message_text("word.colon", language)
    lines = _wrap_after_prefix(head + colon, headline, width)
    lines = [
        paint(style, head) + colon + paint("1", lines[0][len(head + colon) :]),
        *[paint("1", line) for line in lines[1:]],
    ]
    position = document.position(diagnostic.primary.span.start)
    gutter = max(
        len(str(document.position(label.span.start).line)) for label in (diagnostic.primary, *diagnostic.secondary)
    )
    arrow = paint("1;34", "-->")
    lines.append(f"{' ' * gutter} {arrow} {make_printable(document.name)}:{position.line}:{position.column}")
    lines += _render_snippets(diagnostic, document, language, gutter, width, paint)
    indent = " " * gutter
    other_lines = _other_lines_text(diagnostic, document, language)
    if other_lines:
        lines += _render_advice(indent, "word.also", other_lines, language, width, paint)
    for note in diagnostic.notes:
        lines += _render_advice(
            indent, "word.note", make_printable(format_message(note, language)), language, width, paint
        )
    if diagnostic.help is not None:
        lines += _render_advice(
            indent, "word.help", make_printable(format_message(diagnostic.help, language)), language, width, paint
        )
    return "\n".join(lines) + "\n"


def _other_lines_text(diagnostic: Diagnostic, document: Document, language: Language) -> str:
    """Name the further lines with the same problem."""
    own_line = document.position(diagnostic.primary.span.start).line
    lines = sorted({document.position(span.start).line for span in diagnostic.also} - {own_line})
    shown = ", ".join([str(line) for line in lines[:_MAX_OTHER_LINES]])
    hidden_count = len(lines) - _MAX_OTHER_LINES
    if hidden_count > 0:
        return message_text("also.more", language, lines=shown, count=hidden_count)
    return message_text("also.one" if len(lines) == 1 else "also.many", language, lines=shown) if lines else ""


def _render_advice(indent: str, key: str, text: str, language: Language, width: int, paint: Painter) -> list[str]:
    word, colon = message_text(key, language), message_text("word.colon", language)
    lines = _wrap_after_prefix(f"{indent} = {word}{colon}", text, width)
    bar = paint("1;34", "=")
    return [f"{indent} {bar} {lines[0][len(indent) + 3 :]}", *lines[1:]]


def _wrap_after_prefix(prefix: str, text: str, width: int) -> list[str]:
    """Wrap text after a prefix, with a hanging indent."""
    available = max(width - len(prefix), 20)
    parts = wrap_prose(text, available) or [""]
    return [prefix + parts[0], *[" " * len(prefix) + part for part in parts[1:]]]


def wrap_prose(text: str, width: int) -> list[str]:
    """Wrap prose to lines of `width`."""
    # A French `?` must not begin a line (English has no blank before it). Short code is not broken.
    unbroken = insert_no_break_spaces(text, Language.FRENCH)
    unbroken = _CODE.sub(lambda code: code.group().replace(" ", "\u00a0"), unbroken)
    lines = wrap(unbroken, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _render_snippets(
    diagnostic: Diagnostic,
    document: Document,
    language: Language,
    gutter: int,
    width: int,
    paint: Painter,
) -> list[str]:
    """Render the source lines of all labels, from top to bottom, each with its underlines."""
    style = _COLOURS[diagnostic.severity]
    labels = [(diagnostic.primary, "^", style)]
    labels += [(label, "-", "1;34") for label in diagnostic.secondary]
    by_line: dict[int, list[tuple[Label, str, str]]] = {}
    for entry in labels:
        by_line.setdefault(document.position(entry[0].span.start).line, []).append(entry)
    bar = paint("1;34", "|")
    lines: list[str] = []
    previous = None
    for number in sorted(by_line):
        if previous is not None and number > previous + 1:
            lines.append(paint("1;34", "…".rjust(gutter)))
        previous = number
        entries = by_line[number]
        window = _LineWindow(document, number, [entry[0].span for entry in entries], width - gutter - 3)
        lines.append(f"{paint('1;34', str(number).rjust(gutter))} {bar} {window.text}".rstrip())
        for label, mark, mark_style in sorted(entries, key=lambda entry: -entry[0].span.start):
            text = make_printable(format_message(label.message, language)) if label.message else ""
            lines += [
                f"{' ' * gutter} {bar} {paint(mark_style, underline.rstrip())}".rstrip()
                for underline in window.underline(label.span, mark, text)
            ]
    return lines


def render_excerpt(
    document: Document,
    span: Span,
    width: int,
    *,
    coloured: bool = False,
    max_lines: int = 8,
    underlined: bool = True,
) -> list[str]:
    """Render the lines of a span, underlined. Lines with only `end` or a comment are left out."""
    paint = Painter(coloured)
    first, last = document.position(span.start).line, document.position(max(span.start, span.end - 1)).line
    gutter = len(str(last))
    lines: list[str] = []
    previous = first - 1
    shown = 0
    for number in range(first, last + 1):
        start = document.line_starts[number - 1]
        code = _CODE_OF_LINE.match(document.line(number))
        part = Span(max(span.start, start + code.start(1)), min(span.end, start + code.end(1))) if code else span
        if code is None or part.end <= part.start:
            continue
        if (number > previous + 1 and underlined) or shown == max_lines:
            lines.append(paint("1;34", "…".rjust(gutter)))
        if shown == max_lines:
            break
        window = _LineWindow(document, number, [part], width - gutter - 3)
        bar = paint("1;34", "|")
        lines.append(f"{paint('1;34', str(number).rjust(gutter))} {bar} {window.text}".rstrip())
        if underlined:
            lines += [f"{' ' * gutter} {bar} {paint('1;36', line)}" for line in window.underline(part, "^", "")]
        previous, shown = number, shown + 1
    return lines


class _LineWindow:
    """The part of a line that fits the width, and the columns of its characters."""

    def __init__(self, document: Document, number: int, spans: Sequence[Span], width: int) -> None:
        self.start = document.line_starts[number - 1]
        self.width = max(width, 24)
        line = document.line(number)
        first = min(span.start for span in spans) - self.start
        last = max(min(span.end - self.start, len(line)) for span in spans)
        self.first_column = 0
        self.ellipsis = ""
        if len(line) > self.width:
            # Show the span with some text before it; an ellipsis marks what is cut off.
            margin = min(20, self.width // 3)
            if last > self.width - 2:
                self.first_column = max(0, first - margin)
                self.ellipsis = "…" if self.first_column else ""
            line = line[self.first_column : self.first_column + self.width - 2] + (
                "…" if self.first_column + self.width - 2 < len(line) else ""
            )
        self.line = line
        self.text = self.ellipsis + _printable_without_tabs(line)

    def column(self, offset: int) -> int:
        """The screen column of a document offset."""
        visible_offset = min(max(offset - self.start - self.first_column, 0), len(self.line))
        return (
            len(self.ellipsis)
            + _display_width(self.line[:visible_offset])
            + max(0, offset - self.start - self.first_column - visible_offset)
        )

    def underline(self, span: Span, mark: str, text: str) -> list[str]:
        """Mark a span, with the label after the marks, or below them if it is too long."""
        start = self.column(span.start)
        end = min(max(self.column(span.end), start + 1), len(self.ellipsis) + _display_width(self.line) + 1)
        end = max(end, start + 1)
        marks = " " * start + mark * (end - start)
        if not text:
            return [marks]
        if end + 1 + len(text) <= self.width:
            return [f"{marks} {text}"]
        indent = start if start + len(text) <= self.width else 0
        available = max(self.width - indent, 20)
        return [marks, *[" " * indent + part for part in wrap_prose(text, available)]]


def _printable_without_tabs(text: str) -> str:
    return make_printable(text.replace("\t", " " * _TAB_WIDTH))


def make_printable(text: str) -> str:
    """Replace every control character, lone surrogate and unassigned code point with a visible character."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([c if c.isprintable() or c == "\n" else _replacement_character(c) for c in text])


def escape_controls(text: str) -> str:
    """Replace control characters and those that change the writing direction with visible ones.

    Line ends and all kinds of blanks stay.
    """
    return _CONTROLS.sub(lambda match: _replacement_character(match[0]), text)


def _replacement_character(character: str) -> str:
    if unicodedata.category(character) == "Zs":
        return " "
    return chr(0x2400 + ord(character)) if ord(character) < 0x20 else "\ufffd"


def _display_width(text: str) -> int:
    """The number of terminal columns that a text takes."""
    if text.isascii():
        return len(text) + (_TAB_WIDTH - 1) * text.count("\t")
    return sum([_character_width(character) for character in text])


def _character_width(character: str) -> int:
    if character == "\t":
        return _TAB_WIDTH
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def render_line(diagnostic: Diagnostic, document: Document, language: Language) -> str:
    """Render as one line for editors: `file:line:column: severity[code]: message (help)`."""
    position = document.position(diagnostic.primary.span.start)
    word = message_text(f"severity.{diagnostic.severity.value}", language)
    text = format_message(diagnostic.message, language)
    if diagnostic.help is not None:
        text += f" ({format_message(diagnostic.help, language)})"
    other_lines = _other_lines_text(diagnostic, document, language)
    if other_lines:
        text += f" ({message_text('word.also', language)}{message_text('word.colon', language)}{other_lines})"
    return make_printable(
        f"{document.name}:{position.line}:{position.column}: {word}[{diagnostic.code}]: {text}"
    ).replace("\n", " ")


def to_json_object(diagnostic: Diagnostic, document: Document, language: Language) -> dict[str, object]:
    """Return the JSON object of a diagnostic. Positions count characters from 1; ends are exclusive."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": format_message(diagnostic.message, language),
        "file": document.name,
        **_position_fields(diagnostic.primary.span, document),
        "label": _label_text(diagnostic.primary, language),
        "related": [
            {**_position_fields(label.span, document), "message": _label_text(label, language)}
            for label in diagnostic.secondary
        ],
        "also": [_position_fields(span, document) for span in diagnostic.also],
        "notes": [format_message(note, language) for note in diagnostic.notes],
        "help": format_message(diagnostic.help, language) if diagnostic.help else None,
        "fix": {"edits": [{**_position_fields(edit.span, document), "text": edit.text} for edit in diagnostic.fix]}
        if diagnostic.fix
        else None,
    }


def _label_text(label: Label, language: Language) -> str | None:
    return format_message(label.message, language) if label.message else None


def _position_fields(span: Span, document: Document) -> dict[str, int]:
    start, end = document.position(span.start), document.position(span.end)
    return {
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }
