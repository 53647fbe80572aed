"""The road through this room: document → tokens → tree → checked tree, with all that is to be said."""

import re

from msgspec import Struct

from bigand.language.check import check_program, check_views
from bigand.language.directives import read_directives
from bigand.language.lexer import Lexer
from bigand.language.modes import guess_mode
from bigand.language.parser import Parser
from bigand.language.syntax import Mode, Program
from bigand.source.diagnostic import Diagnostic, has_errors, sort_by_position
from bigand.source.document import Document
from bigand.source.fault import make_diagnostic
from bigand.source.garbage import pause_garbage_collection
from bigand.source.recursion import deep_recursion
from bigand.source.span import Span

_COMMENT_OR_NUL = re.compile(r";;[^\r\n]*|\0")


class CheckedDocument(Struct, frozen=True):
    """A document understood: its tree, its mode (and whether that was guessed), and what is to be said."""

    document: Document
    program: Program
    mode: Mode
    is_mode_guessed: bool
    diagnostics: tuple[Diagnostic, ...]

    @property
    def is_valid(self) -> bool:
        """Whether nothing refuses the file; warnings do not."""
        return not has_errors(list(self.diagnostics))


def read_document(
    document: Document,
    mode: Mode | None = None,
    given_names: frozenset[str] = frozenset(),
    parsed: tuple[Program, list[Diagnostic]] | None = None,
) -> CheckedDocument:
    """Read and check a document in the given mode, or in the one that its formulas ask for.

    `given_names` are the names of variables whose values come from outside, indexed ones as they are printed (`$f(1)`, or
    for any index `$f(?0)`); `parsed` is what `parse_document` gave, if it was asked already.
    """
    with deep_recursion(), pause_garbage_collection():
        program, diagnostics = parsed or parse_document(document)
        diagnostics = list(diagnostics)
        complete = not has_errors(diagnostics)
        actual_mode = mode or guess_mode(program)
        if not _is_unreadable(diagnostics):
            diagnostics += check_program(program, document.text, actual_mode, complete, given_names)
            diagnostics += check_views(program, actual_mode) if complete else []
    return CheckedDocument(document, program, actual_mode, mode is None, tuple(sort_by_position(diagnostics)))


def parse_document(document: Document) -> tuple[Program, list[Diagnostic]]:
    """The tree of a document, with the diagnostics of lexer and parser only."""
    text = document.text
    end = Span(len(text), len(text))
    nul = _find_nul(text)
    if nul is not None:
        return Program((), span=end), [make_diagnostic("S009", nul)]
    with deep_recursion(), pause_garbage_collection():
        lexer = Lexer(text)
        parser = Parser(lexer)
        items = parser.parse_items()
        directives, directive_diagnostics = read_directives(text, lexer.comments)
    diagnostics = sort_by_position(lexer.diagnostics + parser.diagnostics + directive_diagnostics)
    span = Span(0, len(text))
    return Program(items, directives, tuple(lexer.comments), span=span), diagnostics


def _find_nul(text: str) -> Span | None:
    """The place of the first character that no text has; in comments anything may stand."""
    if "\0" not in text:
        return None
    return next((Span(*match.span()) for match in _COMMENT_OR_NUL.finditer(text) if match[0] == "\0"), None)


def _is_unreadable(diagnostics: list[Diagnostic]) -> bool:
    return any(match.code in ("S009", "S121") for match in diagnostics)
