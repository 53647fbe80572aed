"""Questions that editors ask about a text while it is typed; the text may have errors."""

from typing import Literal, TypeAlias

from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value
from bigand.source.diagnostic import Edit
from bigand.source.document import Span

TokenKind: TypeAlias = Literal[
    "keyword", "function", "operator", "variable", "name", "number", "comment", "directive", "wrong"
]
SymbolKindName: TypeAlias = Literal["global", "local", "indexed", "predicate", "unknown"]


class Token(Value):
    """A piece of the text, and the kind by which it is coloured."""

    span: Span
    kind: TokenKind


class TokensAnswer(Answer, tag="tokenised"):
    """The tokens in text order."""

    tokens: tuple[Token, ...]


class Tokens(TextQuestion[TokensAnswer], tag="tokens"):
    """How is this text coloured?"""

    def answer(self, report: Report) -> TokensAnswer:
        from bigand.api.editor_service import tokenise

        return tokenise(self, report)


class Completion(Value):
    """A suggested text, its kind, and for a predicate the numbers of its arguments."""

    text: str
    kind: Literal[
        "global", "local", "indexed", "predicate", "keyword", "function", "directive", "view", "role", "look"
    ]
    arities: tuple[int, ...] = ()


class CompleteAnswer(Answer, tag="completed"):
    """The suggestions for a place, and the span that they replace."""

    span: Span
    completions: tuple[Completion, ...]


class Complete(TextQuestion[CompleteAnswer], tag="complete"):
    """What may be written at this offset?"""

    offset: int

    def answer(self, report: Report) -> CompleteAnswer:
        from bigand.api.editor_service import complete

        return complete(self, report)


class HoverAnswer(Answer, tag="hovered"):
    """What a name is, where it is defined, and the text of its value or set; empty where there is no name."""

    name: str | None = None
    kind: SymbolKindName | Literal["keyword", "function", "directive"] | None = None
    span: Span | None = None
    definitions: tuple[Span, ...] = ()
    value: str | None = None
    worth: str | None = None  # the evaluated value, cut if it is long; None if the text has errors
    size: int | None = None  # of a set
    arities: tuple[int, ...] = ()
    meaning: str | None = None  # for a word of the language: the key of a message


class Hover(TextQuestion[HoverAnswer], tag="hover"):
    """What is at this offset?"""

    offset: int

    def answer(self, report: Report) -> HoverAnswer:
        from bigand.api.editor_service import hover

        return hover(self, report)


class PlacesAnswer(Answer, tag="places"):
    """Spans in text order."""

    spans: tuple[Span, ...]


class Definition(TextQuestion[PlacesAnswer], tag="definition"):
    """Where does the name at this offset get its value? For a predicate, this is its first occurrence."""

    offset: int

    def answer(self, report: Report) -> PlacesAnswer:
        from bigand.api.editor_service import find_definition

        return find_definition(self, report)


class References(TextQuestion[PlacesAnswer], tag="references"):
    """Where does the name at this offset occur?"""

    offset: int

    def answer(self, report: Report) -> PlacesAnswer:
        from bigand.api.editor_service import find_references

        return find_references(self, report)


class RenameAnswer(Answer, tag="renamed"):
    """The edits in text order."""

    edits: tuple[Edit, ...]


class Rename(TextQuestion[RenameAnswer], tag="rename"):
    """Which edits rename the symbol at this offset, without changing the meaning of the text?"""

    offset: int
    name: str

    def answer(self, report: Report) -> RenameAnswer:
        from bigand.api.editor_service import rename_symbol

        return rename_symbol(self, report)


class OutlineEntry(Value):
    """An assignment, a formula or a directive: its first words and its span."""

    kind: Literal["assignment", "formula", "directive"]
    name: str
    span: Span


class SymbolsAnswer(Answer, tag="outlined"):
    """The outline of a text, in text order."""

    entries: tuple[OutlineEntry, ...]


class Symbols(TextQuestion[SymbolsAnswer], tag="symbols"):
    """What is the outline of this text?"""

    def answer(self, report: Report) -> SymbolsAnswer:
        from bigand.api.editor_service import list_symbols

        return list_symbols(self, report)
