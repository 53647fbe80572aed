"""Split text into tokens, a batch at a time, so that a parser that gives up early has not read ten megabytes.

Tokens are three parallel lists (kinds, starts, ends) instead of objects, since a large file has millions of them.
Comments are kept separately with their spans. The lexer reports characters without a meaning. If the intention is
obvious (`&&`, `{`, `→`), it emits the intended token, so the parser sees a valid program.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bigand.language.syntax import ARITHMETIC, COMPARISONS
from bigand.language.tokens import (
    END_OF_FILE,
    FLOAT,
    FOREIGN_COMMENTS,
    FOREIGN_OPERATORS,
    FUNCTIONS,
    INTEGER,
    JUNK,
    KEYWORDS,
    LINE_COMMENTS,
    NAME,
    NAME_OPEN,
    OPERATORS,
    PRIMES,
    VARIABLE,
    VARIABLE_OPEN,
)
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_BATCH = 4096


def _alternatives(texts: set[str]) -> str:
    return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))


_SYMBOLS = _alternatives({*OPERATORS, *FOREIGN_OPERATORS, *FOREIGN_COMMENTS, *LINE_COMMENTS})
NAME_PATTERN = "[_0-9]*[a-zA-Z][a-zA-Z_0-9]*"
FLOAT_PATTERN, INTEGER_PATTERN = r"[0-9]+\.[0-9]+", "[0-9]+"
COMMENT_PATTERN = r";;[^\r\n]*"
_TOKEN = re.compile(
    r"[ \t\r\n]*(?:"
    rf"(\$?{NAME_PATTERN}\(?)"  # 1: a word
    rf"|({FLOAT_PATTERN})|({INTEGER_PATTERN})"  # 2: float, 3: integer
    rf"|({COMMENT_PATTERN})|({_SYMBOLS})|([^ \t\r\n]))"  # 4: comment, 5: symbol, 6: anything else
)
_WORD, _FLOAT, _INTEGER, _COMMENT, _SYMBOL = range(1, 6)
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_WORD_TAIL = re.compile(r"[\w\u0300-\u036f]*")  # accents may be separate characters
_SPELLING = re.compile(r"\$?[\w\u0300-\u036f]+")
_COMMENT_TEXT = re.compile(COMMENT_PATTERN)
_TWO_WORDS = re.compile(r"[ \t]+([^\W\d]\w*)[ \t]+([^\W\d]\w*)(?![\w(])")
_COMPARISONS = frozenset([operator.value for operator in COMPARISONS])
_TERM_TOKENS = frozenset(
    {NAME, NAME_OPEN, VARIABLE, VARIABLE_OPEN, INTEGER, FLOAT, "(", ")", "[", "]", ",", ".."}
    | {operator.value for operator in ARITHMETIC}
)
_SPACED_NAME = re.compile(r"[ \t]+([_0-9]*[a-zA-Z]\w*)")
_PRIME_RUN = re.compile(rf"[{''.join(sorted(PRIMES))}]+")
_PRIME_COUNTS = {"″": 2, "‴": 3}
_QUOTED_NAME = re.compile(r"['‘’]([_0-9]*[a-zA-Z][a-zA-Z_0-9]*)['’]")
_FRACTION = re.compile(r"\.[0-9]+")
# A run of characters that cannot begin a token: one error for all, instead of one per character.
_UNKNOWN_RUN = re.compile(r"[^\s\w$\"();:,.+*/=<>\[\]{}\\&|!~^%#-]+")
_BYTE_ORDER_MARK = "\ufeff"


class Lexer:
    """The tokens of `text` from `start` to `end`, read on demand: `read_batch` extends the lists."""

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self.text = text
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.comments: list[Span] = []
        self.diagnostics: list[Diagnostic] = []
        self.finished = False
        self._start = start + text.startswith(_BYTE_ORDER_MARK, start)
        self._end = len(text) if end is None else end
        self._limit = self._end
        while self._limit > self._start and text[self._limit - 1] in " \t\r\n":
            self._limit -= 1  # otherwise the pattern would be tried at each trailing blank
        self._open_braces: list[Span] = []
        self._plain_name_counts: Counter[str] | None = None  # number of names per spelling in plain letters
        self._primed_names: dict[str, list[Span]] = {}  # names with primes, and their spans
        self._missing_closers: set[str] = set()  # ends of foreign comments that do not occur in the rest
        self._matches: Iterator[re.Match[str]] = _TOKEN.finditer(text, self._start, self._limit)

    def read_batch(self) -> None:
        """Read the next batch of tokens. After the last one there are `END_OF_FILE` tokens."""
        kinds, starts, ends, text = self.kinds, self.starts, self.ends, self.text
        target_count = len(kinds) + _BATCH
        while len(kinds) < target_count:
            matches = self._matches
            for match in matches:
                group = match.lastindex
                start, end = match.span(group or 0)
                if group == _WORD:
                    word = text[start:end]
                    if word in KEYWORDS or word in FUNCTIONS:
                        kind = word
                    elif word[-1] != "(":
                        kind = VARIABLE if word[0] == "$" else NAME
                    elif word[:-1] in KEYWORDS:
                        kinds.append(word[:-1])
                        starts.append(start)
                        ends.append(end - 1)
                        kind, start = "(", end - 1
                    else:
                        kind = VARIABLE_OPEN if word[0] == "$" else NAME_OPEN
                elif group == _INTEGER:
                    kind = INTEGER
                elif group == _FLOAT:
                    kind = FLOAT
                elif group == _COMMENT:
                    self.comments.append(Span(start, end))
                    continue
                else:
                    kind = text[start:end]
                    if kind not in OPERATORS:
                        self._handle_unknown_symbol(kind, Span(start, end))
                        if self._matches is not matches:  # the position changed
                            break
                        continue
                kinds.append(kind)
                starts.append(start)
                ends.append(end)
                if len(kinds) >= target_count and not self._may_extend(end):
                    return
            else:
                self._emit_end_of_file()
                return

    def read_all(self) -> None:
        """Read all tokens."""
        while not self.finished:
            self.read_batch()

    def _emit_end_of_file(self) -> None:
        if not self.finished:
            self.finished = True
            self.diagnostics.extend(_braces_for_set(span, None) for span in self._open_braces)
            self._report_primed_names()
        for _ in range(4):  # the parser looks ahead by less than this
            self._emit(END_OF_FILE, Span(self._end, self._end))

    def _emit(self, kind: str, span: Span) -> None:
        self.kinds.append(kind)
        self.starts.append(span.start)
        self.ends.append(span.end)

    def _emit_word(self, span: Span, is_variable: bool) -> None:
        """Emit a name or variable with unusual letters, with the parenthesis that follows it."""
        opens = span.end < self._limit and self.text[span.end] == "("
        kind = (VARIABLE_OPEN if opens else VARIABLE) if is_variable else NAME_OPEN if opens else NAME
        self._emit(kind, Span(span.start, span.end + opens))
        self._resume_at(span.end + opens)

    def _resume_at(self, offset: int) -> None:
        self._matches = _TOKEN.finditer(self.text, offset, self._limit)

    def _handle_unknown_symbol(self, symbol: str, span: Span) -> None:
        """Report a symbol that is not a token, and emit the intended token."""
        if self._begins_comment(symbol, span):
            self._skip_foreign_comment(symbol, span)
        elif symbol in FOREIGN_OPERATORS:
            operator = FOREIGN_OPERATORS[symbol]
            self.diagnostics.append(_foreign_operator(span, symbol, operator, self.pad_word(operator, span)))
            self._emit(operator, span)
        elif symbol == "{":
            self._open_braces.append(span)
            self._emit("[", span)
        elif symbol == "}":
            opening = self._open_braces.pop() if self._open_braces else None
            self.diagnostics.append(_braces_for_set(opening or span, span))
            self._emit("]", span)
        elif symbol == ";":
            self._emit(";", span)
        elif symbol in PRIMES and (primes_end := self._find_primes_end(span)):
            self._read_primed_name(primes_end)
        elif symbol in PRIMES and (quoted := _QUOTED_NAME.match(self.text, span.start, self._limit)):
            quoted_span, name = Span(*quoted.span()), quoted.group(1)
            self.diagnostics.append(
                make_diagnostic("S001", quoted_span, variant="quoted", fix=[Edit(quoted_span, name)], name=name)
            )
            self._emit(NAME, Span(*quoted.span(1)))
            self._resume_at(quoted.end())
        elif symbol == "∉":
            self._emit("not", span)  # the parser reports the right notation
            self._emit("in", span)
        elif symbol == "--":
            self._emit("-", Span(span.start, span.start + 1))
            self._emit("-", Span(span.start + 1, span.end))
        elif symbol == "$":
            self._read_nameless_variable(span)
        elif symbol == ".":
            self._read_stray_point(span)
        elif symbol.isalpha() or unicodedata.combining(symbol) or self._is_subscript(symbol, span):
            self._read_foreign_name(span)
        elif symbol == "_":
            end = self._word_end(span.start)
            self.diagnostics.append(make_diagnostic("S008", Span(span.start, end)))
            self._emit(JUNK, Span(span.start, end))
            self._resume_at(end)
        else:
            stretch = _UNKNOWN_RUN.match(self.text, span.start, self._limit)
            end = stretch.end() if stretch else span.end
            self.diagnostics.append(_unexpected_character(Span(span.start, end), self.text[span.start : end]))
            self._resume_at(end)

    def _begins_comment(self, symbol: str, span: Span) -> bool:
        """Whether a comment is meant: of another language, or with one semicolon instead of two."""
        if symbol not in LINE_COMMENTS:
            return symbol in FOREIGN_COMMENTS
        if symbol == "--" and not self._begins_prose(span.end):
            return False
        offset = span.start
        while offset > 0 and self.text[offset - 1] in " \t":
            offset -= 1
        return offset == 0 or self.text[offset - 1] in "\r\n"

    def _begins_prose(self, offset: int) -> bool:
        """Whether `--` is followed by two words, and does not continue an SMT comparison."""
        words = _TWO_WORDS.match(self.text, offset, self._limit)
        if not words or words.group(2) in KEYWORDS or words.group(1) in KEYWORDS - {"for"}:
            return False
        index = len(self.kinds) - 1
        while index >= 0 and self.kinds[index] in _TERM_TOKENS:
            index -= 1
        return index < 0 or self.kinds[index] not in _COMPARISONS

    def _skip_foreign_comment(self, mark: str, span: Span) -> None:
        """Skip a comment of another language, as far as it goes in that language."""
        closer = FOREIGN_COMMENTS.get(mark)
        end = -1
        if closer and closer not in self._missing_closers:
            end = self.text.find(closer, span.end, self._limit)
            if end < 0:
                self._missing_closers.add(closer)
        if closer and end >= 0:
            end += len(closer)
        else:
            rest_of_line = _REST_OF_LINE.match(self.text, span.start, self._limit)
            end = rest_of_line.end() if rest_of_line else span.end
        self.diagnostics.append(_foreign_comment(Span(span.start, end), mark))
        self._resume_at(end)

    def pad_word(self, word: str, span: Span) -> str:
        """Return `word` with blanks where it would otherwise merge with an adjacent word."""
        if not word.isalpha():
            return word
        previous_character = self.text[span.start - 1 : span.start]
        next_character = self.text[span.end : span.end + 1]
        glued = bool(self.kinds) and self.ends[-1] == span.start and self.kinds[-1].isalpha()
        left_blank = " " if glued or _is_word_character(previous_character) else ""
        return f"{left_blank}{word}{' ' if _is_word_character(next_character) else ''}"

    def _read_nameless_variable(self, span: Span) -> None:
        """Read a dollar without a name right after it: the name is accented, comes after blanks, or is missing."""
        end = self._word_end(span.end)
        name = self.text[span.end : end]
        if any(character.isalpha() for character in name):
            self._emit(VARIABLE, span)  # the letters are added to it
            self._read_foreign_name(Span(span.end, span.end + 1))
            return
        spaced_name = _SPACED_NAME.match(self.text, span.end, self._limit) if not name else None
        if spaced_name and spaced_name.group(1) in KEYWORDS:
            spaced_name = None
        end = spaced_name.end() if spaced_name else end
        name = spaced_name.group(1) if spaced_name else ""
        self.diagnostics.append(_nameless_variable(Span(span.start, end), name))
        self._emit(JUNK, Span(span.start, end))
        self._resume_at(end)

    def _word_end(self, offset: int) -> int:
        tail = _WORD_TAIL.match(self.text, offset, self._limit)
        return tail.end() if tail else offset

    def _read_stray_point(self, span: Span) -> None:
        """Read `.5` and `5.` as numbers, with an error; read a spaced point as `and`."""
        fraction = _FRACTION.match(self.text, span.start, self._limit)
        start, end = span
        if fraction:
            end = fraction.end()
            right = f"0{fraction.group()}"
        elif self.kinds and self.kinds[-1] == INTEGER and self.ends[-1] == span.start:
            start = self._pop_token()
            right = f"{self.text[start : span.start]}.0"
        elif self.text[start - 1 : start] == self.text[end : end + 1] == " ":
            self.diagnostics.append(_foreign_operator(span, ".", "and", "and"))
            self._emit("and", span)
            return
        else:
            self.diagnostics.append(make_diagnostic("S001", span, help="point", fix=[Edit(span, "")], text="."))
            return
        number = Span(start, end)
        self.diagnostics.append(make_diagnostic("S005", number, fix=[Edit(number, right)], right=right))
        self._emit(FLOAT, number)
        self._resume_at(end)

    def _read_foreign_name(self, span: Span) -> None:
        """Read a name with a letter outside a–z, with one error for the whole word."""
        start, variable = span.start, False
        previous_kind = self.kinds[-1] if self.kinds and self.ends[-1] == span.start else ""
        if previous_kind in (NAME, VARIABLE) or previous_kind in KEYWORDS:
            variable = previous_kind == VARIABLE
            start = self._pop_token()
        end = self._word_end(span.start)
        end = max(end, span.end)
        name = self.text[start:end]
        plain = to_plain_letters(name)
        self.diagnostics.append(_foreign_letter(Span(start, end), name, plain, self._is_unused_name(plain)))
        self._emit_word(Span(start, end), variable)

    def _is_subscript(self, symbol: str, span: Span) -> bool:
        """Whether `symbol` is a subscript digit after a name: `p₁`."""
        follows = bool(self.kinds) and self.ends[-1] == span.start and self.kinds[-1] in (NAME, VARIABLE)
        return follows and unicodedata.decomposition(symbol).startswith("<sub>")

    def _is_unused_name(self, plain: str, max_uses: int = 1) -> bool:
        """Whether `plain` is neither a keyword nor the plain spelling of more than `max_uses` names here."""
        if self._plain_name_counts is None:
            names = set(_SPELLING.findall(_COMMENT_TEXT.sub("", self.text)))
            self._plain_name_counts = Counter(to_plain_letters(name) for name in names)
        return plain not in KEYWORDS and plain + "(" not in FUNCTIONS and self._plain_name_counts[plain] <= max_uses

    def _may_extend(self, end: int) -> bool:
        """Whether the token that ends here may become longer, so that the parser must not see it yet."""
        character = self.text[end : end + 1]
        return character in PRIMES or not character.isascii()

    def _find_primes_end(self, span: Span) -> int | None:
        """Find the end of primes after a name. Before a letter it is an apostrophe, as in prose."""
        follows_name = bool(self.kinds) and self.ends[-1] == span.start and self.kinds[-1] in (NAME, VARIABLE)
        primes = _PRIME_RUN.match(self.text, span.start, self._limit) if follows_name else None
        if primes is None or _is_word_character(self.text[primes.end() : primes.end() + 1]):
            return None
        return primes.end()

    def _read_primed_name(self, end: int) -> None:
        """Read `$i'`, where the primes belong to the name. Each such name is reported once, with all its spans."""
        is_variable = self.kinds[-1] == VARIABLE
        name_end = self.ends[-1]
        name_span = Span(self._pop_token(), end)
        count = sum([_PRIME_COUNTS.get(character, 1) for character in self.text[name_end:end]])
        self._primed_names.setdefault(self.text[name_span.start : name_end] + "'" * count, []).append(name_span)
        self._emit_word(name_span, is_variable)

    def _report_primed_names(self) -> None:
        """Report each primed name once, with a replacement that the text does not use yet."""
        used_names: set[str] = set()
        for name, spans in self._primed_names.items():
            plain = next(
                candidate
                for candidate in _names_without_primes(name)
                if candidate not in used_names and self._is_unused_name(candidate, 0)
            )
            used_names.add(plain)
            self.diagnostics.append(_primed_name(spans, name, plain))

    def _pop_token(self) -> int:
        """Remove the last token, which is the start of a longer one. Return its offset."""
        self.kinds.pop()
        self.ends.pop()
        return self.starts.pop()


def _names_without_primes(name: str) -> Iterator[str]:
    """Generate replacements for a primed name, the most similar first.

    >>> from itertools import islice
    >>> list(islice(_names_without_primes("$i'"), 3)), next(_names_without_primes("$t1''"))
    (['$i2', '$i_2', '$i_3'], '$t1_3')
    """
    base = name.rstrip("".join(PRIMES))
    plain = to_plain_letters(base) or ("$x" if base.startswith("$") else "x")
    number = 1 + len(name) - len(base)
    if not plain[-1].isdigit():
        yield f"{plain}{number}"
    yield from [f"{plain}_{suffix}" for suffix in range(number, number + 1000)]


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character in ("_", "$")


def to_plain_letters(name: str) -> str:
    """Return a name in plain ASCII letters, or an empty string if there is none.

    >>> to_plain_letters("$étage"), to_plain_letters("λ")
    ('$etage', '')
    """
    decomposed = unicodedata.normalize("NFKD", name.replace("œ", "oe").replace("æ", "ae"))
    plain = "".join(c for c in decomposed if c.isascii() and (c.isalnum() or c in "_$"))
    return plain if any(c.isalpha() for c in plain) else ""


def _unexpected_character(span: Span, text: str) -> Diagnostic:
    shown = text if len(text) <= 12 else text[:12] + "…"
    if text.isspace():
        name = unicodedata.name(text[0], "")
        return make_diagnostic("S001", span, variant="blank", fix=[Edit(span, " ")], name=name.lower())
    if not text.isprintable():
        code_point = f"U+{ord(text[0]):04X}"
        return make_diagnostic("S001", span, variant="invisible", number=code_point)
    return make_diagnostic("S001", span, text=shown)


def _foreign_operator(span: Span, written: str, meant: str, replacement: str) -> Diagnostic:
    if written == "^":
        return make_diagnostic("S002", span, help="caret", written=written, label="")
    fix = [Edit(span, replacement)]
    return make_diagnostic("S002", span, fix=fix, written=written, meant=meant)


def _braces_for_set(opening: Span, closing: Span | None) -> Diagnostic:
    edits = [Edit(opening, "[" if closing != opening else "]")]
    if closing is not None and closing != opening:
        edits.append(Edit(closing, "]"))
    return make_diagnostic("S003", opening, fix=edits)


def _foreign_letter(span: Span, name: str, plain: str, is_free: bool) -> Diagnostic:
    """`plain` is the name in plain letters; `is_free` says that no other name is spelt like this."""
    if not plain or not is_free:
        return make_diagnostic("S004", span, help="none", name=name, label="")
    return make_diagnostic("S004", span, fix=[Edit(span, plain)], name=name, plain=plain)


def _primed_name(spans: Sequence[Span], name: str, plain: str) -> Diagnostic:
    fix = [Edit(span, plain) for span in spans]
    diagnostic = make_diagnostic("S010", spans[0], fix=fix, name=name, plain=plain)
    return replace(diagnostic, also=tuple(spans[1:]))


def _foreign_comment(span: Span, mark: str) -> Diagnostic:
    fix = [Edit(Span(span.start, span.start + 1), ";;")] if mark == ";" else []
    return make_diagnostic("S007", span, fix=fix, mark=mark)


def _nameless_variable(span: Span, name: str) -> Diagnostic:
    if name:
        fix = [Edit(span, "$" + name)]
        return make_diagnostic("S008", span, variant="variable", help="parted", fix=fix, name=name)
    return make_diagnostic("S008", span, variant="variable")
