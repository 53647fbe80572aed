"""The road through this room: document → tokens → tree → checked tree, with all that is to be said."""

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


# ----------------------------------------------------------------------
# The mode of a file, when nobody said it: QBF if it quantifies, SMT if it compares unknowns, else SAT.
#
# A
# variable may hold unknowns, if the file says so plainly: `bigand $v in [x,y]: $v > 2 end`.


def guess_mode(program: syntax.Program) -> syntax.Mode:
    """The first mode, of QBF, SMT and SAT, that a formula of the program asks for."""
    proposition_variables: frozenset[str] = frozenset()
    for item in program.items:
        if isinstance(item, syntax.Assignment):
            proposition_variables |= _update_variables([item.target], [item.value], proposition_variables)
    needed: set[syntax.Mode] = set()
    for item in program.items:
        if isinstance(item, syntax.Assertion):
            needed |= _find_modes(item.formula, proposition_variables)
    return next((mode for mode in (syntax.Mode.QBF, syntax.Mode.SMT) if mode in needed), syntax.Mode.SAT)


def _find_modes(node: syntax.Node, proposition_variables: frozenset[str]) -> set[syntax.Mode]:
    """The modes other than SAT that a formula needs; `proposition_variables` are the variables that may hold propositions."""
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
            return _find_modes(body, _variables_in_generator(generator, proposition_variables))
        case syntax.Let(variables, values, body):
            return _find_modes(body, _update_variables(variables, values, proposition_variables))
        case syntax.If(_, then, otherwise):
            return _find_modes(then, proposition_variables) | _find_modes(otherwise, proposition_variables)
        case _:
            return set()


def _looks_like_condition(operator: syntax.Operator, operands: tuple[syntax.Node, ...]) -> bool:
    """`$c != $d`, `$c == vide`: rather a condition whose `when` was forgotten than unknowns compared."""
    if operator not in (syntax.Operator.EQUAL, syntax.Operator.DIFFERENT):
        return False
    is_bare = [
        isinstance(operand, syntax.Variable | syntax.Proposition) and not operand.arguments for operand in operands
    ]
    return all(is_bare) and any([isinstance(operand, syntax.Variable) for operand in operands])


def _variables_in_generator(generator: syntax.Generator, proposition_variables: frozenset[str]) -> frozenset[str]:
    return _update_variables(generator.variables, generator.sets, proposition_variables)


def _update_variables(
    variables: Iterable[syntax.Variable], values: Iterable[syntax.Node], proposition_variables: frozenset[str]
) -> frozenset[str]:
    """`proposition_variables` after variables have been bound, one after the other."""
    for variable, value in zip(variables, values, strict=False):
        if _holds_propositions(value, proposition_variables):
            proposition_variables |= {variable.name}
        elif variable.name in proposition_variables:
            proposition_variables -= {variable.name}
    return proposition_variables


def _holds_propositions(node: syntax.Node, proposition_variables: frozenset[str]) -> bool:
    """Whether a value plainly is a proposition, or a set with propositions in it."""
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
            return _holds_propositions(then, proposition_variables) or _holds_propositions(
                otherwise, proposition_variables
            )
        case syntax.Comprehension(element, generator):
            return _holds_propositions(element, _variables_in_generator(generator, proposition_variables))
        case _:
            return False
