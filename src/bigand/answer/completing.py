"""What may be written at a place of a text that is being typed: first what stands for something there.

In a directive these are its own words; else the variables that can be seen, the innermost first, predicates, and
the words of the language. Capitals and accents do not count in what is typed, nor does the `$` of a variable.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from bigand.answer.questions.editors import Complete, CompleteAnswer, Completion
from bigand.answer.report import Report
from bigand.language import roles
from bigand.language.directives import DIRECTIVE_MARK, DIRECTIVE_WORDS
from bigand.language.lexer import Lexer
from bigand.language.names import Symbol, SymbolKind, resolve_symbols, visible_symbols
from bigand.language.reading import parse_document
from bigand.language.tokens import FUNCTIONS, KEYWORDS, VARIABLE
from bigand.source.document import Document
from bigand.source.span import Span
from bigand.view.pieces import DRAWABLE

_WORD_BEFORE = re.compile(r"\$?\w*\Z")
_EXPECT_WORDS = ("sat", "unsat", "models", "least", "best")
_CHESS_ROLES = ("rank", "file")  # roles of a board beside those of its example
_CLOSED_BY_END = frozenset({"bigand", "bigor", "if"})
_BINDERS = frozenset({"bigand", "bigor", "let", "exists", "forall", "for"})


def complete(question: Complete, _report: Report) -> CompleteAnswer:
    """What may stand at a place, and what of it is typed already."""
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
    return CompleteAnswer(span=typed_span, completions=tuple(_rank_matches(choices, prefix)))


def _rank_matches(choices: Iterable[Completion], typed: str) -> list[Completion]:
    """Those that begin like this: as it is typed, then in other letters, then without the `$` of a variable.

    A variable of just this name comes with the first: its `$` is what people forget.
    """
    plain = _fold_letters(typed)
    ranked: list[tuple[int, Completion]] = []
    for choice in choices:
        text = choice.text
        if text.startswith(typed) or text == f"${typed}":
            ranked.append((0, choice))
        elif _fold_letters(text).startswith(plain):
            ranked.append((1, choice))
        elif text.startswith("$") and _fold_letters(text[1:]).startswith(plain):
            ranked.append((2, choice))
    return [choice for _, choice in sorted(ranked, key=lambda pair: pair[0])]


def _fold_letters(word: str) -> str:
    """A word in small letters without accents."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFKD", word)
    return "".join([letter for letter in parts if not unicodedata.combining(letter)]).lower()


def _language_words() -> list[Completion]:
    return [
        *[Completion(text=word, kind="keyword") for word in sorted(KEYWORDS)],
        *[Completion(text=word[:-1], kind="function") for word in sorted(FUNCTIONS) if word[:-1] not in KEYWORDS],
    ]


# ---------------------------------------------------------------------- names


class _NameCompletions:
    """The names of a text, but for the one that is just being typed."""

    def __init__(self, text: str, symbols: list[Symbol], typed: Span) -> None:
        self._text = text
        self._symbols = symbols
        self._typed = typed

    def variables(self) -> list[Completion]:
        """The variables that can be seen: by the tree, and where it is broken by the words before this place."""
        kinds = dict.fromkeys(_open_variables(self._text, self._typed.start), SymbolKind.LOCAL)
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
        """With how many arguments it stands elsewhere: what is being typed has none yet."""
        arities = set(symbol.arities)
        others = [place for place in symbol.places if place != self._typed]
        if len(others) < len(symbol.places) and all(
            [self._text.startswith("(", other_place.end) for other_place in others]
        ):
            arities.discard(0)
        return tuple(sorted(arities))


def _open_variables(text: str, offset: int) -> list[str]:
    """The variables of operators and sets that are still open at this place, the innermost first."""
    lexer = Lexer(text, 0, offset)
    lexer.read_all()
    scopes: list[tuple[str, list[str]]] = [("", [])]  # by what, and the variables bound in it
    is_head = False
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if len(scopes) == 1 and text[start - 1 : start] in ("", "\n", "\r"):
            scopes[0][1].clear()  # a new formula, as it is usually written
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
    """Leave the innermost that one of these opened, and all that is open in it."""
    for index in range(len(scopes) - 1, 0, -1):
        if scopes[index][0] in openers:
            del scopes[index:]
            return


# ---------------------------------------------------------------------- directives


def _complete_directive(written: str, names: _NameCompletions) -> Iterator[Completion]:
    """What may follow in a directive of which so much is written, from its first word on."""
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
        yield from [Completion(text=name, kind="view") for name in roles.KINDS]
    elif written.count("(") > written.count(")"):
        used = set(re.split(r"[\s,]+", written[written.rindex("(") + 1 :])[:-1]) - {"node", "sommet"}
        for role in _roles_for(kind.group(1)):
            if role not in used:
                yield Completion(text=role, kind="role")
    elif re.search(r"\sas\s+\w*\Z", written):
        yield from [Completion(text=look, kind="look") for look in sorted(DRAWABLE)]
    else:
        yield from names.predicates()
        if re.search(r"\w\)?\s+\w*\Z", written[kind.end() :]):
            yield Completion(text="as", kind="directive")


def _roles_for(kind: str) -> list[str]:
    """The roles of a kind of view in English and French, then those of others."""
    french = roles.french_role_words()
    own = roles.roles_of(kind) if kind in roles.KINDS else []
    first = [*own, *(_CHESS_ROLES if kind == "board" else ()), *[french[role] for role in own]]
    return list(dict.fromkeys([*first, *french]))
