"""Questions of editors, about a text as it is typed: it may have errors."""

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
    """A piece of the text, and what it is coloured as."""

    span: Span
    kind: TokenKind


class TokensAnswer(Answer, tag="tokenised"):
    """The pieces in the order of the text."""

    tokens: tuple[Token, ...]


class Tokens(TextQuestion[TokensAnswer], tag="tokens"):
    """How is this text coloured?"""

    def answer(self, report: Report) -> TokensAnswer:
        from bigand.api.editor_service import tokenise

        return tokenise(self, report)


class Completion(Value):
    """What may be written, what it is, and for a predicate the numbers of its arguments."""

    text: str
    kind: Literal[
        "global", "local", "indexed", "predicate", "keyword", "function", "directive", "view", "role", "look"
    ]
    arities: tuple[int, ...] = ()


class CompleteAnswer(Answer, tag="completed"):
    """What may stand at a place, and which characters it replaces."""

    span: Span
    completions: tuple[Completion, ...]


class Complete(TextQuestion[CompleteAnswer], tag="complete"):
    """What may be written at this offset?"""

    offset: int

    def answer(self, report: Report) -> CompleteAnswer:
        from bigand.api.editor_service import complete

        return complete(self, report)


class HoverAnswer(Answer, tag="hovered"):
    """What a name is, where it is defined, and the text of its value or set; nothing where there is no name."""

    name: str | None = None
    kind: SymbolKindName | Literal["keyword", "function", "directive"] | None = None
    span: Span | None = None
    definitions: tuple[Span, ...] = ()
    value: str | None = None
    worth: str | None = None  # what that comes to, cut where it is long; nothing where the text has errors
    size: int | None = None  # of a set
    arities: tuple[int, ...] = ()
    meaning: str | None = None  # of a word of the language: the key of a sentence


class Hover(TextQuestion[HoverAnswer], tag="hover"):
    """What stands at this offset?"""

    offset: int

    def answer(self, report: Report) -> HoverAnswer:
        from bigand.api.editor_service import hover

        return hover(self, report)


class PlacesAnswer(Answer, tag="places"):
    """Pieces of the text, in its order."""

    spans: tuple[Span, ...]


class Definition(TextQuestion[PlacesAnswer], tag="definition"):
    """Where does the name at this offset get its value? A predicate has no such place but its first one."""

    offset: int

    def answer(self, report: Report) -> PlacesAnswer:
        from bigand.api.editor_service import find_definition

        return find_definition(self, report)


class References(TextQuestion[PlacesAnswer], tag="references"):
    """Where does the name at this offset stand, too?"""

    offset: int

    def answer(self, report: Report) -> PlacesAnswer:
        from bigand.api.editor_service import find_references

        return find_references(self, report)


class RenameAnswer(Answer, tag="renamed"):
    """What is to be replaced, in the order of the text."""

    edits: tuple[Edit, ...]


class Rename(TextQuestion[RenameAnswer], tag="rename"):
    """What is to be changed so that the name at this offset is another one, and nothing else changes?"""

    offset: int
    name: str

    def answer(self, report: Report) -> RenameAnswer:
        from bigand.api.editor_service import rename_symbol

        return rename_symbol(self, report)


class OutlineEntry(Value):
    """An assignment, a formula or a directive: its first words, and where it stands."""

    kind: Literal["assignment", "formula", "directive"]
    name: str
    span: Span


class SymbolsAnswer(Answer, tag="outlined"):
    """What a text consists of, in its order."""

    entries: tuple[OutlineEntry, ...]


class Symbols(TextQuestion[SymbolsAnswer], tag="symbols"):
    """What does this text consist of?"""

    def answer(self, report: Report) -> SymbolsAnswer:
        from bigand.api.editor_service import list_symbols

        return list_symbols(self, report)
