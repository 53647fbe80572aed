"""Answer the questions of editors: tokens, hovers, definitions, renames, outlines and completions.

The texts may have errors.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from bigand.api.editor import (
    Complete,
    CompleteAnswer,
    Completion,
    Definition,
    Hover,
    HoverAnswer,
    OutlineEntry,
    PlacesAnswer,
    References,
    Rename,
    RenameAnswer,
    Symbols,
    SymbolsAnswer,
    Token,
    TokenKind,
    Tokens,
    TokensAnswer,
)
from bigand.api.problem import read_source
from bigand.api.report import Report, ignore_events
from bigand.api.source import Source
from bigand.api.value import replace_fields
from bigand.language import tokens, view_kinds
from bigand.language.directives import DIRECTIVE_MARK, DIRECTIVE_WORDS
from bigand.language.frontend import parse_document
from bigand.language.lexer import Lexer
from bigand.language.symbols import Symbol, SymbolKind, resolve_symbols, symbol_at, visible_symbols
from bigand.language.syntax import Assignment
from bigand.language.tokens import FUNCTIONS, KEYWORDS, VARIABLE
from bigand.language.values import SetValue, show_value
from bigand.source.diagnostic import Edit
from bigand.source.document import Document, Span
from bigand.source.error import BigandError
from bigand.view.pieces import DRAWABLE

_KINDS: dict[str, TokenKind] = {
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
_MAX_TITLE_CHARS = 60  # of the name of a formula in an outline
_MAX_VALUE_CHARS = 160  # of a value in a hover


def tokenise(question: Tokens, _report: Report) -> TokensAnswer:
    """Split a text into tokens for colouring."""
    text = question.source.text
    lexer = Lexer(text)
    lexer.read_all()
    pieces = [
        Token(span=span, kind="directive" if text.startswith(DIRECTIVE_MARK, span.start) else "comment")
        for span in lexer.comments
    ]
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if kind != tokens.END_OF_FILE:
            default_kind: TokenKind = (
                "keyword" if kind in tokens.KEYWORDS else "function" if kind in tokens.FUNCTIONS else "operator"
            )
            opens = kind.endswith("(") and end - start > 1
            pieces.append(Token(span=Span(start, end - opens), kind=_KINDS.get(kind, default_kind)))
            if opens:
                pieces.append(Token(span=Span(end - 1, end), kind="operator"))
    return TokensAnswer(tokens=tuple(sorted(pieces, key=lambda token: token.span)))


def _resolve_symbols(source: Source) -> list[Symbol]:
    program, _ = parse_document(Document(source.name, source.text))
    return resolve_symbols(program, source.text)


def hover(question: Hover, _report: Report) -> HoverAnswer:
    """Describe the name or the word of the language at an offset."""
    text, offset = question.source.text, question.offset
    symbol = symbol_at(_resolve_symbols(question.source), offset)
    if symbol is not None:
        span = next(place for place in symbol.places if place.start <= offset <= place.end)
        worth, size = (
            _value_text_and_set_size(question.source, symbol.name)
            if symbol.kind is SymbolKind.GLOBAL
            else (None, None)
        )
        return HoverAnswer(
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
        for token in tokenise(Tokens(source=question.source), ignore_events).tokens
        if token.span.start <= offset <= token.span.end and token.kind in ("keyword", "function", "directive")
    ]
    for token in words[-1:]:  # of two tokens that meet here, the one that begins here
        if token.kind == "directive":
            return _hover_directive(text, token.span, offset)
        word = text[token.span.start : token.span.end]
        # `words` has tokens of three kinds only.
        return HoverAnswer(name=word, kind=token.kind, span=token.span, meaning=f"word.{word}")  # type: ignore[arg-type]
    return HoverAnswer()


def _hover_directive(text: str, span: Span, offset: int) -> HoverAnswer:
    """Describe a directive if `offset` is within its first word."""
    head = _DIRECTIVE.match(text, span.start, span.end)
    if head is None or head[1] not in DIRECTIVE_WORDS or offset > head.end():
        return HoverAnswer()
    place = Span(*head.span())
    return HoverAnswer(name=head[1], kind="directive", span=place, meaning=f"directive.{head[1]}")


def _value_text_and_set_size(source: Source, variable: str) -> tuple[str | None, int | None]:
    """The value of a variable, cut if it is long, and for a set the number of its elements."""
    try:
        problem = read_source(source)
        value = problem.grounder.evaluator.globals.values.get(variable) if problem.reading.is_valid else None
    except BigandError:
        return None, None
    if value is None:
        return None, None
    if not isinstance(value, SetValue):
        return show_value(value)[:_MAX_VALUE_CHARS], None
    shown, size = "", len(value.elements)
    for index, element in enumerate(value.elements):
        shown += f"{',' if index else ''}{show_value(element)}"
        if len(shown) > _MAX_VALUE_CHARS:
            return f"[{shown[:_MAX_VALUE_CHARS]}…]", size
    return f"[{shown}]", size


def find_definition(question: Definition, _report: Report) -> PlacesAnswer:
    """Find where a name gets its value."""
    symbol = symbol_at(_resolve_symbols(question.source), question.offset)
    if symbol is None:
        return PlacesAnswer(spans=())
    group = symbol.symbols_to_rename()
    spans = sorted({place for member in group for place in member.definitions})
    return PlacesAnswer(spans=tuple(spans or symbol.places[: symbol.kind is SymbolKind.PREDICATE]))


def find_references(question: References, _report: Report) -> PlacesAnswer:
    """Find all occurrences of a name."""
    symbol = symbol_at(_resolve_symbols(question.source), question.offset)
    return PlacesAnswer(spans=() if symbol is None else tuple(_all_places(symbol)))


def _all_places(symbol: Symbol) -> list[Span]:
    return sorted({place for member in symbol.symbols_to_rename() for place in member.places})


def rename_symbol(question: Rename, _report: Report) -> RenameAnswer:
    """Return the edits that rename a symbol; raise if the new name would change the meaning of the text."""
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
        return RenameAnswer(edits=())
    text = question.source.text
    edits = tuple([Edit(place, name) for place in _all_places(symbol)])
    after = _resolve_symbols(replace_fields(question.source, text=_apply_edits(text, edits)))
    if _occurrence_groups(symbols) != _occurrence_groups(after):
        raise BigandError("rename.clash", name=name)
    return RenameAnswer(edits=edits)


def _apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    pieces, position = [], 0
    for edit in edits:
        pieces += [text[position : edit.span.start], edit.text]
        position = edit.span.end
    return "".join([*pieces, text[position:]])


def _occurrence_groups(symbols: list[Symbol]) -> set[frozenset[int]]:
    """The occurrences of names, counted in text order and grouped by symbol: renaming must keep these groups."""
    order = {
        place.start: index
        for index, place in enumerate(sorted({occurrence for symbol in symbols for occurrence in symbol.places}))
    }
    return {frozenset([order[place.start] for place in symbol.places]) for symbol in symbols}


def list_symbols(question: Symbols, _report: Report) -> SymbolsAnswer:
    """List the assignments, formulas and directives of a text."""
    text = question.source.text
    program, _ = parse_document(Document(question.source.name, text))
    entries = [
        OutlineEntry(
            kind="assignment" if isinstance(item, Assignment) else "formula",
            name=_title(text, item),
            span=item.span,
        )
        for item in program.items
    ]
    entries += [
        OutlineEntry(kind="directive", name=_shortened_line(text, directive.span), span=directive.span)
        for directive in program.directives
    ]
    return SymbolsAnswer(entries=tuple(sorted(entries, key=lambda entry: entry.span)))


def _title(text: str, item: object) -> str:
    span = item.target.span if isinstance(item, Assignment) else item.span  # type: ignore[attr-defined]  # an item
    return _shortened_line(text, span)


def _shortened_line(text: str, span: Span) -> str:
    shown = " ".join(text[span.start : span.end].split())
    return shown if len(shown) <= _MAX_TITLE_CHARS else shown[: _MAX_TITLE_CHARS - 1] + "…"


# ---------------------------------------------------------------------- completion

_WORD_BEFORE = re.compile(r"\$?\w*\Z")
_EXPECT_WORDS = ("sat", "unsat", "models", "least", "best")
_CHESS_ROLES = ("rank", "file")  # roles of a board besides those of its example
_CLOSED_BY_END = frozenset({"bigand", "bigor", "if"})
_BINDERS = frozenset({"bigand", "bigor", "let", "exists", "forall", "for"})


def complete(question: Complete, _report: Report) -> CompleteAnswer:
    """Suggest what may be written at an offset.

    In a directive these are its own words; elsewhere the visible variables, innermost first, then predicates and
    the words of the language. Case, accents and the `$` of a variable are ignored in what is already typed.
    """
    text, offset = question.source.text, min(max(0, question.offset), len(question.source.text))
    line = text[max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1 : offset]
    word = _WORD_BEFORE.search(line)
    prefix = word.group() if word else ""
    typed_span = Span(offset - len(prefix), offset)
    program, _ = parse_document(Document(question.source.name, text))
    names = _NameCompletions(text, resolve_symbols(program, text), typed_span)
    mark = line.find(";;")
    if mark < 0:
        choices = [*names.variables(), *names.predicates(), *_language_words()]
    elif line.startswith(DIRECTIVE_MARK, mark) and ";;" not in line[mark + len(DIRECTIVE_MARK) :]:
        choices = list(_complete_directive(line[mark + len(DIRECTIVE_MARK) :].lstrip(), names))
    else:
        choices = []  # a comment
    return CompleteAnswer(span=typed_span, completions=tuple(_filter_and_rank(choices, prefix)))


def _filter_and_rank(choices: Iterable[Completion], typed: str) -> list[Completion]:
    """The choices that begin with `typed`: exactly, then ignoring case and accents, then without the `$`.

    A variable with exactly this name ranks among the first: people often forget its `$`.
    """
    plain = _without_case_and_accents(typed)
    ranked: list[tuple[int, Completion]] = []
    for choice in choices:
        text = choice.text
        if text.startswith(typed) or text == f"${typed}":
            ranked.append((0, choice))
        elif _without_case_and_accents(text).startswith(plain):
            ranked.append((1, choice))
        elif text.startswith("$") and _without_case_and_accents(text[1:]).startswith(plain):
            ranked.append((2, choice))
    return [choice for _, choice in sorted(ranked, key=lambda pair: pair[0])]


def _without_case_and_accents(word: str) -> str:
    """A word in lower case without accents."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFKD", word)
    return "".join([letter for letter in parts if not unicodedata.combining(letter)]).lower()


def _language_words() -> list[Completion]:
    return [
        *[Completion(text=word, kind="keyword") for word in sorted(KEYWORDS)],
        *[Completion(text=word[:-1], kind="function") for word in sorted(FUNCTIONS) if word[:-1] not in KEYWORDS],
    ]


class _NameCompletions:
    """The names of a text, except the one that is being typed."""

    def __init__(self, text: str, symbols: list[Symbol], typed: Span) -> None:
        self._text = text
        self._symbols = symbols
        self._typed = typed

    def variables(self) -> list[Completion]:
        """The visible variables: from the syntax tree and, if that is broken, from the tokens before the place."""
        kinds = dict.fromkeys(_variables_in_open_scopes(self._text, self._typed.start), SymbolKind.LOCAL)
        for symbol in visible_symbols(self._symbols, self._typed.end):
            if symbol.places != [self._typed]:
                kinds.setdefault(symbol.name, symbol.kind)
        ordered = sorted(kinds.items(), key=lambda pair: pair[1] is not SymbolKind.LOCAL)
        return [Completion(text=name, kind=kind.value) for name, kind in ordered]  # type: ignore[arg-type]  # known ones

    def predicates(self) -> list[Completion]:
        predicates = [
            symbol
            for symbol in self._symbols
            if symbol.kind is SymbolKind.PREDICATE and symbol.places != [self._typed]
        ]
        return [
            Completion(text=symbol.name, kind="predicate", arities=self._arities(symbol)) for symbol in predicates
        ]

    def _arities(self, symbol: Symbol) -> tuple[int, ...]:
        """The numbers of arguments that the predicate has elsewhere: what is being typed has none yet."""
        arities = set(symbol.arities)
        others = [place for place in symbol.places if place != self._typed]
        if len(others) < len(symbol.places) and all(
            [self._text.startswith("(", other_place.end) for other_place in others]
        ):
            arities.discard(0)
        return tuple(sorted(arities))


def _variables_in_open_scopes(text: str, offset: int) -> list[str]:
    """The variables of operators and sets that are still open at an offset, innermost first."""
    lexer = Lexer(text, 0, offset)
    lexer.read_all()
    scopes: list[tuple[str, list[str]]] = [("", [])]  # the token that opened a scope, and the variables bound in it
    is_head = False
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if len(scopes) == 1 and text[start - 1 : start] in ("", "\n", "\r"):
            scopes[0][1].clear()  # a new formula usually begins at the start of a line
        if kind in _CLOSED_BY_END or kind == "[":
            scopes.append((kind, []))
        elif kind == "end":
            _close_innermost(scopes, _CLOSED_BY_END)
        elif kind == "]":
            _close_innermost(scopes, frozenset("["))
        elif kind == VARIABLE and is_head and end < offset:
            scopes[-1][1].append(text[start:end])
        if kind in _BINDERS:
            is_head = True
        elif kind in ("in", "=", ":"):
            is_head = False
    return [name for _, names in reversed(scopes) for name in names]


def _close_innermost(scopes: list[tuple[str, list[str]]], openers: frozenset[str]) -> None:
    """Close the innermost scope that one of `openers` opened, and all scopes inside it."""
    for index in range(len(scopes) - 1, 0, -1):
        if scopes[index][0] in openers:
            del scopes[index:]
            return


def _complete_directive(written: str, names: _NameCompletions) -> Iterator[Completion]:
    """Suggest what may follow in a directive; `written` is its text so far, from its first word on."""
    head = re.match(r"(\w+)\s+", written)
    if head is None:
        yield from [Completion(text=word, kind="directive") for word in DIRECTIVE_WORDS]
        return
    word, written = head.group(1), written[head.end() :]
    if word == "view":
        yield from _complete_view(written, names)
    elif word == "expect" and re.fullmatch(r"\w*", written):
        yield from [Completion(text=outcome, kind="directive") for outcome in _EXPECT_WORDS]
    elif word == "expect":
        yield from names.variables() if re.match(r"least\s", written) else ()
    elif word == "data":
        yield Completion(text="from", kind="directive")
    elif word == "domain" and "(" not in written:
        yield from names.predicates()
    elif word in DIRECTIVE_WORDS:
        yield from [*names.variables(), *names.predicates(), *_language_words()]


def _complete_view(written: str, names: _NameCompletions) -> Iterator[Completion]:
    kind = re.match(r"(\w+)\s+", written)
    if kind is None:
        yield from [Completion(text=name, kind="view") for name in view_kinds.KINDS]
    elif written.count("(") > written.count(")"):
        used = set(re.split(r"[\s,]+", written[written.rindex("(") + 1 :])[:-1]) - {"node", "sommet"}
        for role in _all_roles_best_first(kind.group(1)):
            if role not in used:
                yield Completion(text=role, kind="role")
    elif re.search(r"\sas\s+\w*\Z", written):
        yield from [Completion(text=look, kind="look") for look in sorted(DRAWABLE)]
    else:
        yield from names.predicates()
        if re.search(r"\w\)?\s+\w*\Z", written[kind.end() :]):
            yield Completion(text="as", kind="directive")


def _all_roles_best_first(view_kind: str) -> list[str]:
    """The roles of a kind of view in English and French, then those of other kinds."""
    french = view_kinds.french_role_words()
    own = view_kinds.roles_of(view_kind) if view_kind in view_kinds.KINDS else []
    first = [*own, *(_CHESS_ROLES if view_kind == "board" else ()), *[french[role] for role in own]]
    return list(dict.fromkeys([*first, *french]))
