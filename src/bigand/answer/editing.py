"""Answers for editors: colours, completions, names and their places, of texts that may have errors."""

import re

from bigand.answer.questions.editors import (
    Complete,
    Completed,
    Completion,
    Definition,
    Entry,
    Hover,
    Hovered,
    Outlined,
    Places,
    References,
    Rename,
    Renamed,
    Symbols,
    Token,
    Tokenised,
    TokenKind,
    Tokens,
)
from bigand.answer.source import Source
from bigand.answer.value import changed
from bigand.language import roles
from bigand.language.directives import MARK, WORDS
from bigand.language.lexer import Lexer
from bigand.language.names import Kind, Symbol, resolve, symbol_at, visible_at
from bigand.language.reading import parse
from bigand.language.syntax import Assignment
from bigand.language.tokens import (
    END_OF_FILE,
    FLOAT,
    FUNCTIONS,
    INTEGER,
    JUNK,
    KEYWORDS,
    NAME,
    NAME_OPEN,
    VARIABLE,
    VARIABLE_OPEN,
)
from bigand.source.diagnostic import Edit
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.source.span import Span

_KINDS: dict[str, TokenKind] = {
    NAME: "name",
    NAME_OPEN: "name",
    VARIABLE: "variable",
    VARIABLE_OPEN: "variable",
    INTEGER: "number",
    FLOAT: "number",
    JUNK: "wrong",
}
_NAMED = re.compile(r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*")
_WORD_BEFORE = re.compile(r"\$?\w*\Z")
_BINDERS = frozenset({"bigand", "bigor", "let", "exists", "forall", "for"})
_ROLES = sorted({*roles.french_roles(), "rank", "file"})
_LONGEST = 60  # characters of the name of a formula in an outline


def tokenised(question: Tokens) -> Tokenised:
    """The pieces of a text with their colours."""
    text = question.source.text
    lexer = Lexer(text)
    lexer.all()
    found = [
        Token(span=span, kind="directive" if text.startswith(MARK, span.start) else "comment")
        for span in lexer.comments
    ]
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if kind != END_OF_FILE:
            named: TokenKind = "keyword" if kind in KEYWORDS else "function" if kind in FUNCTIONS else "operator"
            opens = kind.endswith("(") and end - start > 1
            found.append(Token(span=Span(start, end - opens), kind=_KINDS.get(kind, named)))
    return Tokenised(tokens=tuple(sorted(found, key=lambda token: token.span)))


def _symbols(source: Source) -> list[Symbol]:
    program, _ = parse(Document(source.name, source.text))
    return resolve(program, source.text)


def completed(question: Complete) -> Completed:
    """What may stand at a place: in directives their words, else names and keywords."""
    text, offset = question.source.text, min(max(0, question.offset), len(question.source.text))
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    word = _WORD_BEFORE.search(line)
    begun = word.group() if word else ""
    found = _in_directive(line)
    if found is None:
        found = [*_variables(question.source, offset), *_names(question.source, Span(offset - len(begun), offset))]
    kept = [one for one in found if one.text.startswith(begun)]
    return Completed(span=Span(offset - len(begun), offset), completions=tuple(kept))


def _in_directive(line: str) -> list[Completion] | None:
    at = line.find(MARK)
    if at < 0:
        return None
    rest = line[at + len(MARK) :].lstrip()
    if re.fullmatch(r"\w*", rest):
        return [Completion(text=word, kind="directive") for word in WORDS]
    if re.fullmatch(r"view\s+\w*", rest):
        return [Completion(text=kind, kind="view") for kind in roles.KINDS]
    if re.match(r"view\s", rest) and rest.count("(") > rest.count(")"):
        return [Completion(text=role, kind="role") for role in _ROLES]
    return None


def _variables(source: Source, offset: int) -> list[Completion]:
    """The variables that can be seen: by the tree, and where it is broken by the words before this place."""
    known = {one.name: one.kind for one in visible_at(_symbols(source), offset)}
    for name in _begun(source.text, offset):
        known.setdefault(name, Kind.LOCAL)
    return [Completion(text=name, kind=kind.value) for name, kind in known.items()]  # type: ignore[arg-type]  # known ones


def _begun(text: str, offset: int) -> list[str]:
    """The variables of big operators that have no `end` before this place."""
    lexer = Lexer(text, 0, offset)
    lexer.all()
    open_ones: list[list[str]] = []
    is_head = False
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if kind in _BINDERS:
            open_ones.append([])
            is_head = True
        elif kind in ("in", "=", ":"):
            is_head = False
        elif kind == "end" and open_ones:
            open_ones.pop()
        elif kind == VARIABLE and is_head and end < offset:
            open_ones[-1].append(text[start:end])
    return [name for names in reversed(open_ones) for name in names]


def _names(source: Source, typed: Span) -> list[Completion]:
    """The predicates of a text, but for the one that is just being typed, and the words of the language."""
    predicates = [one for one in _symbols(source) if one.kind is Kind.PREDICATE and one.places != [typed]]
    return [
        *[Completion(text=one.name, kind="predicate", arities=tuple(sorted(one.arities))) for one in predicates],
        *[Completion(text=word, kind="keyword") for word in sorted(KEYWORDS)],
        *[Completion(text=word[:-1], kind="function") for word in sorted(FUNCTIONS) if word[:-1] not in KEYWORDS],
    ]


def hovered(question: Hover) -> Hovered:
    """What a name is, or which word of the language stands there."""
    text, offset = question.source.text, question.offset
    symbol = symbol_at(_symbols(question.source), offset)
    if symbol is not None:
        span = next(place for place in symbol.places if place.start <= offset <= place.end)
        return Hovered(
            name=symbol.name,
            kind=symbol.kind.value,
            span=span,
            definitions=tuple(symbol.definitions),
            value=None if symbol.value is None else text[symbol.value.start : symbol.value.end],
            arities=tuple(sorted(symbol.arities)),
        )
    for token in tokenised(Tokens(source=question.source)).tokens:
        if token.span.start <= offset < token.span.end and token.kind in ("keyword", "function"):
            word = text[token.span.start : token.span.end]
            return Hovered(name=word, kind=token.kind, span=token.span, meaning=f"word.{word}")
    return Hovered()


def definition(question: Definition) -> Places:
    """Where a name gets its value."""
    symbol = symbol_at(_symbols(question.source), question.offset)
    if symbol is None:
        return Places(spans=())
    group = symbol.together()
    spans = sorted({place for one in group for place in one.definitions})
    return Places(spans=tuple(spans or symbol.places[: symbol.kind is Kind.PREDICATE]))


def references(question: References) -> Places:
    """All places of a name."""
    symbol = symbol_at(_symbols(question.source), question.offset)
    return Places(spans=() if symbol is None else tuple(_all_places(symbol)))


def _all_places(symbol: Symbol) -> list[Span]:
    return sorted({place for one in symbol.together() for place in one.places})


def renamed(question: Rename) -> Renamed:
    """The edits for another name; refused where it would mean something else."""
    symbols = _symbols(question.source)
    symbol = symbol_at(symbols, question.offset)
    if symbol is None:
        raise BigandError("rename.nothing")
    is_variable = symbol.name.startswith("$")
    bare = question.name.removeprefix("$")
    name = f"${bare}" if is_variable else question.name
    is_word = not is_variable and (bare in KEYWORDS or f"{bare}(" in FUNCTIONS)
    if not _NAMED.fullmatch(name.removeprefix("$") if is_variable else name) or is_word:
        raise BigandError("rename.no_name", name=question.name)
    if name == symbol.name:
        return Renamed(edits=())
    text = question.source.text
    edits = tuple([Edit(place, name) for place in _all_places(symbol)])
    after = _symbols(changed(question.source, text=_edited(text, edits)))
    if _partition(symbols) != _partition(after):
        raise BigandError("rename.clash", name=name)
    return Renamed(edits=edits)


def _edited(text: str, edits: tuple[Edit, ...]) -> str:
    pieces, at = [], 0
    for edit in edits:
        pieces += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*pieces, text[at:]])


def _partition(symbols: list[Symbol]) -> set[frozenset[int]]:
    """Which of the names of a text, counted in its order, stand for the same: that a new name must not change."""
    order = {
        place.start: at for at, place in enumerate(sorted({one for symbol in symbols for one in symbol.places}))
    }
    return {frozenset([order[place.start] for place in symbol.places]) for symbol in symbols}


def outlined(question: Symbols) -> Outlined:
    """The assignments, formulas and directives of a text."""
    text = question.source.text
    program, _ = parse(Document(question.source.name, text))
    entries = [
        Entry(
            kind="assignment" if isinstance(item, Assignment) else "formula",
            name=_title(text, item),
            span=item.span,
        )
        for item in program.items
    ]
    entries += [Entry(kind="directive", name=_line(text, one.span), span=one.span) for one in program.directives]
    return Outlined(entries=tuple(sorted(entries, key=lambda entry: entry.span)))


def _title(text: str, item: object) -> str:
    span = item.target.span if isinstance(item, Assignment) else item.span  # type: ignore[attr-defined]  # an item
    return _line(text, span)


def _line(text: str, span: Span) -> str:
    shown = " ".join(text[span.start : span.end].split())
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
