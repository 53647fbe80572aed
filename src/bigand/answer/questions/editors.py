"""Questions of editors, about a text as it is typed: it may have errors."""

from typing import Literal, TypeAlias

from bigand.answer.question import Answer
from bigand.answer.source import AboutText
from bigand.answer.value import Value
from bigand.source.diagnostic import Edit
from bigand.source.span import Span

TokenKind: TypeAlias = Literal[
    "keyword", "function", "operator", "variable", "name", "number", "comment", "directive", "wrong"
]
SymbolKind: TypeAlias = Literal["global", "local", "indexed", "predicate", "unknown"]


class Token(Value):
    """A piece of the text, and what it is coloured as."""

    span: Span
    kind: TokenKind


class Tokenised(Answer, tag="tokenised"):
    """The pieces in the order of the text."""

    tokens: tuple[Token, ...]


class Tokens(AboutText[Tokenised], tag="tokens", by="bigand.answer.editing:tokenised"):
    """How is this text coloured?"""


class Completion(Value):
    """What may be written, what it is, and for a predicate the numbers of its arguments."""

    text: str
    kind: Literal[
        "global", "local", "indexed", "predicate", "keyword", "function", "directive", "view", "role", "look"
    ]
    arities: tuple[int, ...] = ()


class Completed(Answer, tag="completed"):
    """What may stand at a place, and which characters it replaces."""

    span: Span
    completions: tuple[Completion, ...]


class Complete(AboutText[Completed], tag="complete", by="bigand.answer.completing:completed"):
    """What may be written at this offset?"""

    offset: int


class Hovered(Answer, tag="hovered"):
    """What a name is, where it is defined, and the text of its value or set; nothing where there is no name."""

    name: str | None = None
    kind: SymbolKind | Literal["keyword", "function", "directive"] | None = None
    span: Span | None = None
    definitions: tuple[Span, ...] = ()
    value: str | None = None
    worth: str | None = None  # what that comes to, cut where it is long; nothing where the text has errors
    size: int | None = None  # of a set
    arities: tuple[int, ...] = ()
    meaning: str | None = None  # of a word of the language: the key of a sentence


class Hover(AboutText[Hovered], tag="hover", by="bigand.answer.editing:hovered"):
    """What stands at this offset?"""

    offset: int


class Places(Answer, tag="places"):
    """Pieces of the text, in its order."""

    spans: tuple[Span, ...]


class Definition(AboutText[Places], tag="definition", by="bigand.answer.editing:definition"):
    """Where does the name at this offset get its value? A predicate has no such place but its first one."""

    offset: int


class References(AboutText[Places], tag="references", by="bigand.answer.editing:references"):
    """Where does the name at this offset stand, too?"""

    offset: int


class Renamed(Answer, tag="renamed"):
    """What is to be replaced, in the order of the text."""

    edits: tuple[Edit, ...]


class Rename(AboutText[Renamed], tag="rename", by="bigand.answer.editing:renamed"):
    """What is to be changed so that the name at this offset is another one, and nothing else changes?"""

    offset: int
    name: str


class Entry(Value):
    """An assignment, a formula or a directive: its first words, and where it stands."""

    kind: Literal["assignment", "formula", "directive"]
    name: str
    span: Span


class Outlined(Answer, tag="outlined"):
    """What a text consists of, in its order."""

    entries: tuple[Entry, ...]


class Symbols(AboutText[Outlined], tag="symbols", by="bigand.answer.editing:outlined"):
    """What does this text consist of?"""
