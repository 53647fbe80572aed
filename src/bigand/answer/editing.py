"""Answers for editors: colours, names and their places, of texts that may have errors."""

import re

from bigand.answer.opening import read_source
from bigand.answer.questions import editors
from bigand.answer.report import Report, ignore_events
from bigand.answer.source import Source
from bigand.answer.value import replace_fields
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
_NAME = re.compile(r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*")
_DIRECTIVE = re.compile(rf"{DIRECTIVE_MARK}[ \t]*([^\W\d]\w*)")
_MOST_TITLE_CHARS = 60  # characters of the name of a formula in an outline
_MOST_VALUE_CHARS = 160  # characters of a value that is shown


def tokenise(question: editors.Tokens, _report: Report) -> editors.TokensAnswer:
    """The pieces of a text with their colours."""
    text = question.source.text
    lexer = Lexer(text)
    lexer.read_all()
    pieces = [
        editors.Token(span=span, kind="directive" if text.startswith(DIRECTIVE_MARK, span.start) else "comment")
        for span in lexer.comments
    ]
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if kind != tokens.END_OF_FILE:
            default_kind: editors.TokenKind = (
                "keyword" if kind in tokens.KEYWORDS else "function" if kind in tokens.FUNCTIONS else "operator"
            )
            opens = kind.endswith("(") and end - start > 1
            pieces.append(editors.Token(span=Span(start, end - opens), kind=_KINDS.get(kind, default_kind)))
            if opens:
                pieces.append(editors.Token(span=Span(end - 1, end), kind="operator"))
    return editors.TokensAnswer(tokens=tuple(sorted(pieces, key=lambda token: token.span)))


def _resolve_symbols(source: Source) -> list[Symbol]:
    program, _ = parse_document(Document(source.name, source.text))
    return resolve_symbols(program, source.text)


def hover(question: editors.Hover, _report: Report) -> editors.HoverAnswer:
    """What a name is, or which word of the language stands there."""
    text, offset = question.source.text, question.offset
    symbol = symbol_at(_resolve_symbols(question.source), offset)
    if symbol is not None:
        span = next(place for place in symbol.places if place.start <= offset <= place.end)
        worth, size = (
            _evaluated_text(question.source, symbol.name) if symbol.kind is SymbolKind.GLOBAL else (None, None)
        )
        return editors.HoverAnswer(
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
        for token in tokenise(editors.Tokens(source=question.source), ignore_events).tokens
        if token.span.start <= offset <= token.span.end and token.kind in ("keyword", "function", "directive")
    ]
    for token in words[-1:]:  # of two that meet here, the one that begins
        if token.kind == "directive":
            return _hover_directive(text, token.span, offset)
        word = text[token.span.start : token.span.end]
        return editors.HoverAnswer(name=word, kind=token.kind, span=token.span, meaning=f"word.{word}")  # type: ignore[arg-type]  # see above
    return editors.HoverAnswer()


def _hover_directive(text: str, span: Span, offset: int) -> editors.HoverAnswer:
    """The word of a directive, up to its end."""
    head = _DIRECTIVE.match(text, span.start, span.end)
    if head is None or head[1] not in DIRECTIVE_WORDS or offset > head.end():
        return editors.HoverAnswer()
    place = Span(*head.span())
    return editors.HoverAnswer(name=head[1], kind="directive", span=place, meaning=f"directive.{head[1]}")


def _evaluated_text(source: Source, name: str) -> tuple[str | None, int | None]:
    """What a variable comes to, as far as it is shown, and of a set the number of its elements."""
    try:
        problem = read_source(source)
        value = problem.grounder.evaluator.globals.values.get(name) if problem.reading.is_valid else None
    except BigandError:
        return None, None
    if value is None:
        return None, None
    if not isinstance(value, SetValue):
        return show_value(value)[:_MOST_VALUE_CHARS], None
    shown, size = "", len(value.elements)
    for index, element in enumerate(value.elements):
        shown += f"{',' if index else ''}{show_value(element)}"
        if len(shown) > _MOST_VALUE_CHARS:
            return f"[{shown[:_MOST_VALUE_CHARS]}…]", size
    return f"[{shown}]", size


def find_definition(question: editors.Definition, _report: Report) -> editors.PlacesAnswer:
    """Where a name gets its value."""
    symbol = symbol_at(_resolve_symbols(question.source), question.offset)
    if symbol is None:
        return editors.PlacesAnswer(spans=())
    group = symbol.rename_group()
    spans = sorted({place for member in group for place in member.definitions})
    return editors.PlacesAnswer(spans=tuple(spans or symbol.places[: symbol.kind is SymbolKind.PREDICATE]))


def find_references(question: editors.References, _report: Report) -> editors.PlacesAnswer:
    """All places of a name."""
    symbol = symbol_at(_resolve_symbols(question.source), question.offset)
    return editors.PlacesAnswer(spans=() if symbol is None else tuple(_all_places(symbol)))


def _all_places(symbol: Symbol) -> list[Span]:
    return sorted({place for member in symbol.rename_group() for place in member.places})


def rename_symbol(question: editors.Rename, _report: Report) -> editors.RenameAnswer:
    """The edits for another name; refused where it would mean something else."""
    symbols = _resolve_symbols(question.source)
    symbol = symbol_at(symbols, question.offset)
    if symbol is None:
        raise BigandError("rename.nothing")
    is_variable = symbol.name.startswith("$")
    bare = question.name.removeprefix("$")
    name = f"${bare}" if is_variable else question.name
    is_word = not is_variable and (bare in tokens.KEYWORDS or f"{bare}(" in tokens.FUNCTIONS)
    if not _NAME.fullmatch(name.removeprefix("$") if is_variable else name) or is_word:
        raise BigandError("rename.no_name", name=question.name)
    if name == symbol.name:
        return editors.RenameAnswer(edits=())
    text = question.source.text
    edits = tuple([Edit(place, name) for place in _all_places(symbol)])
    after = _resolve_symbols(replace_fields(question.source, text=_apply_edits(text, edits)))
    if _partition(symbols) != _partition(after):
        raise BigandError("rename.clash", name=name)
    return editors.RenameAnswer(edits=edits)


def _apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    pieces, position = [], 0
    for edit in edits:
        pieces += [text[position : edit.span.start], edit.text]
        position = edit.span.end
    return "".join([*pieces, text[position:]])


def _partition(symbols: list[Symbol]) -> set[frozenset[int]]:
    """Which of the names of a text, counted in its order, stand for the same: that a new name must not change."""
    order = {
        place.start: index
        for index, place in enumerate(sorted({occurrence for symbol in symbols for occurrence in symbol.places}))
    }
    return {frozenset([order[place.start] for place in symbol.places]) for symbol in symbols}


def list_symbols(question: editors.Symbols, _report: Report) -> editors.SymbolsAnswer:
    """The assignments, formulas and directives of a text."""
    text = question.source.text
    program, _ = parse_document(Document(question.source.name, text))
    entries = [
        editors.OutlineEntry(
            kind="assignment" if isinstance(item, Assignment) else "formula",
            name=_title(text, item),
            span=item.span,
        )
        for item in program.items
    ]
    entries += [
        editors.OutlineEntry(kind="directive", name=_one_line(text, directive.span), span=directive.span)
        for directive in program.directives
    ]
    return editors.SymbolsAnswer(entries=tuple(sorted(entries, key=lambda entry: entry.span)))


def _title(text: str, item: object) -> str:
    span = item.target.span if isinstance(item, Assignment) else item.span  # type: ignore[attr-defined]  # an item
    return _one_line(text, span)


def _one_line(text: str, span: Span) -> str:
    shown = " ".join(text[span.start : span.end].split())
    return shown if len(shown) <= _MOST_TITLE_CHARS else shown[: _MOST_TITLE_CHARS - 1] + "…"
