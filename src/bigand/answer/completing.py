"""What may be written at a place of a text that is being typed: first what stands for something there.

In a directive these are its own words; else the variables that can be seen, the innermost first, predicates, and
the words of the language. Capitals and accents do not count in what is typed, nor does the `$` of a variable.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from bigand.answer.questions.editors import Complete, Completed, Completion
from bigand.answer.report import Report
from bigand.language import roles
from bigand.language.directives import DIRECTIVE_MARK, DIRECTIVE_WORDS
from bigand.language.lexer import Lexer
from bigand.language.names import Symbol, SymbolKind, resolve_symbols, visible_symbols
from bigand.language.reading import parse_document
from bigand.language.tokens import FUNCTIONS, KEYWORDS, VARIABLE
from bigand.source.document import Document
from bigand.source.span import Span
from bigand.view.pieces import DRAWN

_WORD_BEFORE = re.compile(r"\$?\w*\Z")
_EXPECTED = ("sat", "unsat", "models", "least", "best")
_CHESS = ("rank", "file")  # roles of a board beside those of its example
_CLOSED_BY_END = frozenset({"bigand", "bigor", "if"})
_BINDERS = frozenset({"bigand", "bigor", "let", "exists", "forall", "for"})


def completed(question: Complete, _report: Report) -> Completed:
    """What may stand at a place, and what of it is typed already."""
    text, offset = question.source.text, min(max(0, question.offset), len(question.source.text))
    line = text[max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1 : offset]
    word = _WORD_BEFORE.search(line)
    begun = word.group() if word else ""
    typed = Span(offset - len(begun), offset)
    program, _ = parse_document(Document(question.source.name, text))
    names = _Names(text, resolve_symbols(program, text), typed)
    mark = line.find(";;")
    if mark < 0:
        choices = [*names.variables(), *names.predicates(), *_language()]
    elif line.startswith(DIRECTIVE_MARK, mark) and ";;" not in line[mark + len(DIRECTIVE_MARK) :]:
        choices = list(_in_directive(line[mark + len(DIRECTIVE_MARK) :].lstrip(), names))
    else:
        choices = []  # a comment
    return Completed(span=typed, completions=tuple(_matching(choices, begun)))


def _matching(choices: Iterable[Completion], begun: str) -> list[Completion]:
    """Those that begin like this: as it is typed, then in other letters, then without the `$` of a variable.

    A variable of just this name comes with the first: its `$` is what people forget.
    """
    plain = _plain(begun)
    ranked: list[tuple[int, Completion]] = []
    for choice in choices:
        text = choice.text
        if text.startswith(begun) or text == f"${begun}":
            ranked.append((0, choice))
        elif _plain(text).startswith(plain):
            ranked.append((1, choice))
        elif text.startswith("$") and _plain(text[1:]).startswith(plain):
            ranked.append((2, choice))
    return [choice for _, choice in sorted(ranked, key=lambda one: one[0])]


def _plain(word: str) -> str:
    """A word in small letters without accents."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFKD", word)
    return "".join([letter for letter in parts if not unicodedata.combining(letter)]).lower()


def _language() -> list[Completion]:
    return [
        *[Completion(text=word, kind="keyword") for word in sorted(KEYWORDS)],
        *[Completion(text=word[:-1], kind="function") for word in sorted(FUNCTIONS) if word[:-1] not in KEYWORDS],
    ]


# ---------------------------------------------------------------------- names


class _Names:
    """The names of a text, but for the one that is just being typed."""

    def __init__(self, text: str, symbols: list[Symbol], typed: Span) -> None:
        self._text = text
        self._symbols = symbols
        self._typed = typed

    def variables(self) -> list[Completion]:
        """The variables that can be seen: by the tree, and where it is broken by the words before this place."""
        known = dict.fromkeys(_begun(self._text, self._typed.start), SymbolKind.LOCAL)
        for symbol in visible_symbols(self._symbols, self._typed.end):
            if symbol.places != [self._typed]:
                known.setdefault(symbol.name, symbol.kind)
        ordered = sorted(known.items(), key=lambda one: one[1] is not SymbolKind.LOCAL)
        return [Completion(text=name, kind=kind.value) for name, kind in ordered]  # type: ignore[arg-type]  # known ones

    def predicates(self) -> list[Completion]:
        found = [one for one in self._symbols if one.kind is SymbolKind.PREDICATE and one.places != [self._typed]]
        return [Completion(text=one.name, kind="predicate", arities=self._arities(one)) for one in found]

    def _arities(self, symbol: Symbol) -> tuple[int, ...]:
        """With how many arguments it stands elsewhere: what is being typed has none yet."""
        arities = set(symbol.arities)
        others = [place for place in symbol.places if place != self._typed]
        if len(others) < len(symbol.places) and all([self._text.startswith("(", one.end) for one in others]):
            arities.discard(0)
        return tuple(sorted(arities))


def _begun(text: str, offset: int) -> list[str]:
    """The variables of operators and sets that are still open at this place, the innermost first."""
    lexer = Lexer(text, 0, offset)
    lexer.read_all()
    opened: list[tuple[str, list[str]]] = [("", [])]  # by what, and the variables bound in it
    is_head = False
    for kind, start, end in zip(lexer.kinds, lexer.starts, lexer.ends, strict=True):
        if len(opened) == 1 and text[start - 1 : start] in ("", "\n", "\r"):
            opened[0][1].clear()  # a new formula, as it is usually written
        if kind in _CLOSED_BY_END or kind == "[":
            opened.append((kind, []))
        elif kind == "end":
            _close(opened, _CLOSED_BY_END)
        elif kind == "]":
            _close(opened, frozenset("["))
        elif kind == VARIABLE and is_head and end < offset:
            opened[-1][1].append(text[start:end])
        if kind in _BINDERS:
            is_head = True
        elif kind in ("in", "=", ":"):
            is_head = False
    return [name for _, names in reversed(opened) for name in names]


def _close(opened: list[tuple[str, list[str]]], openers: frozenset[str]) -> None:
    """Leave the innermost that one of these opened, and all that is open in it."""
    for index in range(len(opened) - 1, 0, -1):
        if opened[index][0] in openers:
            del opened[index:]
            return


# ---------------------------------------------------------------------- directives


def _in_directive(rest: str, names: _Names) -> Iterator[Completion]:
    """What may follow in a directive of which so much is written, from its first word on."""
    head = re.match(r"(\w+)\s+", rest)
    if head is None:
        yield from [Completion(text=word, kind="directive") for word in DIRECTIVE_WORDS]
        return
    word, rest = head.group(1), rest[head.end() :]
    if word == "view":
        yield from _in_view(rest, names)
    elif word == "expect" and re.fullmatch(r"\w*", rest):
        yield from [Completion(text=outcome, kind="directive") for outcome in _EXPECTED]
    elif word == "expect":
        yield from names.variables() if re.match(r"least\s", rest) else ()
    elif word == "data":
        yield Completion(text="from", kind="directive")
    elif word == "domain" and "(" not in rest:
        yield from names.predicates()
    elif word in DIRECTIVE_WORDS:
        yield from [*names.variables(), *names.predicates(), *_language()]


def _in_view(rest: str, names: _Names) -> Iterator[Completion]:
    kind = re.match(r"(\w+)\s+", rest)
    if kind is None:
        yield from [Completion(text=name, kind="view") for name in roles.KINDS]
    elif rest.count("(") > rest.count(")"):
        used = set(re.split(r"[\s,]+", rest[rest.rindex("(") + 1 :])[:-1]) - {"node", "sommet"}
        for role in _roles(kind.group(1)):
            if role not in used:
                yield Completion(text=role, kind="role")
    elif re.search(r"\sas\s+\w*\Z", rest):
        yield from [Completion(text=look, kind="look") for look in sorted(DRAWN)]
    else:
        yield from names.predicates()
        if re.search(r"\w\)?\s+\w*\Z", rest[kind.end() :]):
            yield Completion(text="as", kind="directive")


def _roles(kind: str) -> list[str]:
    """The roles of a kind of view in English and French, then those of others."""
    french = roles.french_role_words()
    own = roles.roles_of(kind) if kind in roles.KINDS else []
    first = [*own, *(_CHESS if kind == "board" else ()), *[french[role] for role in own]]
    return list(dict.fromkeys([*first, *french]))
