"""Answers for editors: colours, names and their places, of texts that may have errors."""

import re

from bigand.answer.opening import read_source
from bigand.answer.questions import editors
from bigand.answer.report import Report, unheard
from bigand.answer.source import Source
from bigand.answer.value import changed
from bigand.language import tokens
from bigand.language.directives import DIRECTIVE_MARK, DIRECTIVE_WORDS
from bigand.language.lexer import Lexer
from bigand.language.names import Symbol, SymbolKind, resolve_symbols, symbol_at
from bigand.language.reading import parse_document
from bigand.language.syntax import Assignment
from bigand.language.values import SetValue, show_value
from bigand.source.diagnostic import Edit
from bigand.source.document import Document
from bigand.source.error import BigandError
from bigand.source.span import Span

_KINDS: dict[str, editors.TokenKind] = {
    tokens.NAME: "name",
    tokens.NAME_OPEN: "name",
    tokens.VARIABLE: "variable",
    tokens.VARIABLE_OPEN: "variable",
    tokens.INTEGER: "number",
    tokens.FLOAT: "number",
    tokens.JUNK: "wrong",
    ";": "wrong",
}
_NAMED = re.compile(r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*")
_DIRECTIVE = re.compile(rf"{DIRECTIVE_MARK}[ \t]*([^\W\d]\w*)")
_LONGEST = 60  # characters of the name of a formula in an outline
_LONG = 160  # characters of a value that is shown


def tokenised(question: editors.Tokens, _report: Report) -> editors.Tokenised:
    """The pieces of a text with their colours."""
    text = question.source.text
    lexer = Lexer(text)
    lexer.read_all()
    found = [
        editors.Token(span=span, kind="directive" if text.startswith(DIRECTIVE_MARK, span.start) else "comment")
        for span in lexer.comments
    ]
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if kind != tokens.END_OF_FILE:
            named: editors.TokenKind = (
                "keyword" if kind in tokens.KEYWORDS else "function" if kind in tokens.FUNCTIONS else "operator"
            )
            opens = kind.endswith("(") and end - start > 1
            found.append(editors.Token(span=Span(start, end - opens), kind=_KINDS.get(kind, named)))
            if opens:
                found.append(editors.Token(span=Span(end - 1, end), kind="operator"))
    return editors.Tokenised(tokens=tuple(sorted(found, key=lambda token: token.span)))


def _symbols(source: Source) -> list[Symbol]:
    program, _ = parse_document(Document(source.name, source.text))
    return resolve_symbols(program, source.text)


def hovered(question: editors.Hover, _report: Report) -> editors.Hovered:
    """What a name is, or which word of the language stands there."""
    text, offset = question.source.text, question.offset
    symbol = symbol_at(_symbols(question.source), offset)
    if symbol is not None:
        span = next(place for place in symbol.places if place.start <= offset <= place.end)
        worth, size = _worth(question.source, symbol.name) if symbol.kind is SymbolKind.GLOBAL else (None, None)
        return editors.Hovered(
            name=symbol.name,
            kind=symbol.kind.value,
            span=span,
            definitions=tuple(symbol.definitions),
            value=None if symbol.value is None else text[symbol.value.start : symbol.value.end],
            worth=worth,
            size=size,
            arities=tuple(sorted(symbol.arities)),
        )
    words = [
        token
        for token in tokenised(editors.Tokens(source=question.source), unheard).tokens
        if token.span.start <= offset <= token.span.end and token.kind in ("keyword", "function", "directive")
    ]
    for token in words[-1:]:  # of two that meet here, the one that begins
        if token.kind == "directive":
            return _directive(text, token.span, offset)
        word = text[token.span.start : token.span.end]
        return editors.Hovered(name=word, kind=token.kind, span=token.span, meaning=f"word.{word}")  # type: ignore[arg-type]  # see above
    return editors.Hovered()


def _directive(text: str, span: Span, offset: int) -> editors.Hovered:
    """The word of a directive, up to its end."""
    head = _DIRECTIVE.match(text, span.start, span.end)
    if head is None or head[1] not in DIRECTIVE_WORDS or offset > head.end():
        return editors.Hovered()
    place = Span(*head.span())
    return editors.Hovered(name=head[1], kind="directive", span=place, meaning=f"directive.{head[1]}")


def _worth(source: Source, name: str) -> tuple[str | None, int | None]:
    """What a variable comes to, as far as it is shown, and of a set the number of its elements."""
    try:
        problem = read_source(source)
        value = problem.grounder.evaluator.globals.values.get(name) if problem.reading.is_valid else None
    except BigandError:
        return None, None
    if value is None:
        return None, None
    if not isinstance(value, SetValue):
        return show_value(value)[:_LONG], None
    shown, size = "", len(value.elements)
    for at, element in enumerate(value.elements):
        shown += f"{',' if at else ''}{show_value(element)}"
        if len(shown) > _LONG:
            return f"[{shown[:_LONG]}…]", size
    return f"[{shown}]", size


def definition(question: editors.Definition, _report: Report) -> editors.Places:
    """Where a name gets its value."""
    symbol = symbol_at(_symbols(question.source), question.offset)
    if symbol is None:
        return editors.Places(spans=())
    group = symbol.rename_group()
    spans = sorted({place for one in group for place in one.definitions})
    return editors.Places(spans=tuple(spans or symbol.places[: symbol.kind is SymbolKind.PREDICATE]))


def references(question: editors.References, _report: Report) -> editors.Places:
    """All places of a name."""
    symbol = symbol_at(_symbols(question.source), question.offset)
    return editors.Places(spans=() if symbol is None else tuple(_all_places(symbol)))


def _all_places(symbol: Symbol) -> list[Span]:
    return sorted({place for one in symbol.rename_group() for place in one.places})


def renamed(question: editors.Rename, _report: Report) -> editors.Renamed:
    """The edits for another name; refused where it would mean something else."""
    symbols = _symbols(question.source)
    symbol = symbol_at(symbols, question.offset)
    if symbol is None:
        raise BigandError("rename.nothing")
    is_variable = symbol.name.startswith("$")
    bare = question.name.removeprefix("$")
    name = f"${bare}" if is_variable else question.name
    is_word = not is_variable and (bare in tokens.KEYWORDS or f"{bare}(" in tokens.FUNCTIONS)
    if not _NAMED.fullmatch(name.removeprefix("$") if is_variable else name) or is_word:
        raise BigandError("rename.no_name", name=question.name)
    if name == symbol.name:
        return editors.Renamed(edits=())
    text = question.source.text
    edits = tuple([Edit(place, name) for place in _all_places(symbol)])
    after = _symbols(changed(question.source, text=_edited(text, edits)))
    if _partition(symbols) != _partition(after):
        raise BigandError("rename.clash", name=name)
    return editors.Renamed(edits=edits)


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


def outlined(question: editors.Symbols, _report: Report) -> editors.Outlined:
    """The assignments, formulas and directives of a text."""
    text = question.source.text
    program, _ = parse_document(Document(question.source.name, text))
    entries = [
        editors.Entry(
            kind="assignment" if isinstance(item, Assignment) else "formula",
            name=_title(text, item),
            span=item.span,
        )
        for item in program.items
    ]
    entries += [
        editors.Entry(kind="directive", name=_line(text, one.span), span=one.span) for one in program.directives
    ]
    return editors.Outlined(entries=tuple(sorted(entries, key=lambda entry: entry.span)))


def _title(text: str, item: object) -> str:
    span = item.target.span if isinstance(item, Assignment) else item.span  # type: ignore[attr-defined]  # an item
    return _line(text, span)


def _line(text: str, span: Span) -> str:
    shown = " ".join(text[span.start : span.end].split())
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
