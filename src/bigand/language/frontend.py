"""The front end: read a document into a checked tree with its mode and diagnostics."""

import re
from collections.abc import Iterable

from msgspec import Struct

from bigand.language import syntax
from bigand.language.check import check_program, check_views
from bigand.language.check.atoms import mentions_unknown
from bigand.language.directives import read_directives
from bigand.language.lexer import Lexer
from bigand.language.parser import Parser
from bigand.language.syntax import Mode, Program
from bigand.source.diagnostic import Diagnostic, has_errors, sort_by_position
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document, Span
from bigand.source.limits import deep_recursion, pause_garbage_collection

_COMMENT_OR_NUL = re.compile(r";;[^\r\n]*|\0")


class CheckedDocument(Struct, frozen=True):
    """A document with its tree, its mode (and whether that was guessed), and its diagnostics."""

    document: Document
    program: Program
    mode: Mode
    is_mode_guessed: bool
    diagnostics: tuple[Diagnostic, ...]

    @property
    def is_valid(self) -> bool:
        """Whether the file has no errors. It may have warnings."""
        return not has_errors(list(self.diagnostics))


def read_document(
    document: Document,
    mode: Mode | None = None,
    given_names: frozenset[str] = frozenset(),
    parsed: tuple[Program, list[Diagnostic]] | None = None,
) -> CheckedDocument:
    """Read and check a document.

    Args:
        document: What to read.
        mode: Its mode; by default the one that its formulas need.
        given_names: Names of variables whose values come from outside, indexed ones as printed (`$f(1)`, or
            `$f(?0)` for any index).
        parsed: The result of `parse_document`, if it is already known.
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
    """Return the tree of a document, and the diagnostics of lexer, parser and directives only."""
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
    """Find the first NUL character outside comments, which may contain anything."""
    if "\0" not in text:
        return None
    return next((Span(*match.span()) for match in _COMMENT_OR_NUL.finditer(text) if match[0] == "\0"), None)


def _is_unreadable(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.code in ("S009", "S121") for diagnostic in diagnostics)


# ---------------------------------------------------------------------- mode


def guess_mode(program: syntax.Program) -> syntax.Mode:
    """Guess the mode of a program: QBF if it quantifies, SMT if it compares unknowns, else SAT.

    A variable counts as unknown if it obviously holds propositions: `bigand $v in [x,y]: $v > 2 end`.
    """
    proposition_variables: frozenset[str] = frozenset()
    for item in program.items:
        if isinstance(item, syntax.Assignment):
            proposition_variables |= _update_proposition_variables(
                [item.target], [item.value], proposition_variables
            )
    needed: set[syntax.Mode] = set()
    for item in program.items:
        if isinstance(item, syntax.Assertion):
            needed |= _find_modes(item.formula, proposition_variables)
    return next((mode for mode in (syntax.Mode.QBF, syntax.Mode.SMT) if mode in needed), syntax.Mode.SAT)


def _find_modes(node: syntax.Node, proposition_variables: frozenset[str]) -> set[syntax.Mode]:
    """The modes besides SAT that a formula needs. `proposition_variables` may hold propositions."""
    match node:
        case syntax.Quantified(body=body):
            return {syntax.Mode.QBF} | _find_modes(body, proposition_variables)
        case syntax.Infix(operator, operands) if operator in syntax.CONNECTIVES:
            return set[syntax.Mode]().union(*[_find_modes(operand, proposition_variables) for operand in operands])
        case syntax.Infix(operator, operands) if operator in syntax.COMPARISONS:
            if _looks_like_condition(operator, operands):
                return set()
            unknown = any([mentions_unknown(operand, proposition_variables) for operand in operands])
            return {syntax.Mode.SMT} if unknown else set()
        case syntax.Parenthesised(inner) | syntax.LineBreak(inner) | syntax.Signed(_, inner):
            return _find_modes(inner, proposition_variables)
        case syntax.BigOperator(_, generator, body):
            return _find_modes(body, _bind_generator_variables(generator, proposition_variables))
        case syntax.Let(variables, values, body):
            return _find_modes(body, _update_proposition_variables(variables, values, proposition_variables))
        case syntax.If(_, then, otherwise):
            return _find_modes(then, proposition_variables) | _find_modes(otherwise, proposition_variables)
        case _:
            return set()


def _looks_like_condition(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> bool:
    """Whether `$c != $d` or `$c == vide` looks like a condition with a forgotten `when`."""
    if operator not in (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT):
        return False
    is_bare = [
        isinstance(operand, syntax.Variable | syntax.Proposition) and not operand.arguments for operand in operands
    ]
    return all(is_bare) and any([isinstance(operand, syntax.Variable) for operand in operands])


def _bind_generator_variables(generator: syntax.Generator, proposition_variables: frozenset[str]) -> frozenset[str]:
    return _update_proposition_variables(generator.variables, generator.sets, proposition_variables)


def _update_proposition_variables(
    variables: Iterable[syntax.Variable], values: Iterable[syntax.Node], proposition_variables: frozenset[str]
) -> frozenset[str]:
    """Return `proposition_variables` after binding variables one by one."""
    for variable, value in zip(variables, values, strict=False):
        if _holds_propositions(value, proposition_variables):
            proposition_variables |= {variable.name}
        elif variable.name in proposition_variables:
            proposition_variables -= {variable.name}
    return proposition_variables


def _holds_propositions(node: syntax.Node, proposition_variables: frozenset[str]) -> bool:
    """Whether a value is obviously a proposition or a set that contains propositions."""
    match node:
        case syntax.Proposition():
            return True
        case syntax.Variable(name):
            return name in proposition_variables
        case syntax.Parenthesised(inner):
            return _holds_propositions(inner, proposition_variables)
        case syntax.SetLiteral(parts) | syntax.Call("union" | "inter" | "diff" | "powerset", parts):
            return any([_holds_propositions(part, proposition_variables) for part in parts])
        case syntax.Infix(operator, parts) if operator in syntax.SET_OPERATORS:
            return any([_holds_propositions(part, proposition_variables) for part in parts])
        case syntax.If(_, then, otherwise):
            return any([_holds_propositions(part, proposition_variables) for part in (then, otherwise)])
        case syntax.Comprehension(element, generator):
            return _holds_propositions(element, _bind_generator_variables(generator, proposition_variables))
        case _:
            return False
