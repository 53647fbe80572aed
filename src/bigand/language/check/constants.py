"""Decide whether a name is meant as a constant or is a variable without its dollar.

An example is `cell($i,$j,N)` for a black cell on a board of size `$N`. People forget a dollar only once or twice,
at positions where the variable or a number occurs elsewhere. A name that a set lists among others, or that occurs
repeatedly at an argument position with names, is intended.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct, field

from bigand.language.check.checker import Checker
from bigand.language.syntax import Node, Program, Proposition, SetLiteral, Variable, strip_parentheses, walk
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Span

ArgumentPosition: TypeAlias = tuple[str, int, int]  # predicate, number of arguments, index of the argument
_CODE = "N106"
_MIN_USES_AMONG_NAMES = 2  # uses of a name at a position with other names
_MIN_USES_ALONE = 3  # uses of a name at a position where it is the only one


class _Uses(Struct):
    """The positions of names and variables in a file."""

    set_members: set[str] = field(default_factory=set)  # elements of sets of names
    names: dict[ArgumentPosition, list[Proposition]] = field(default_factory=dict)
    variables: dict[ArgumentPosition, set[str]] = field(default_factory=dict)


def drop_warnings_of_intended_names(
    checker: Checker, program: Program, diagnostics: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Return the diagnostics without warnings about names that are intended."""
    doubtful = {diagnostic.primary.span for diagnostic in diagnostics if diagnostic.code == _CODE}
    if not doubtful:
        return list(diagnostics)
    uses = _collect_uses(program, doubtful & checker.constants.local_look_alikes)
    intended = {
        name: _find_positions_of_intended_name(name, uses, checker, doubtful)
        for name in map(checker.source_text, doubtful)
    }
    position_of = {name.span: position for position, names in uses.names.items() for name in names}

    def is_intended(span: Span) -> bool:
        name, position = checker.source_text(span), position_of.get(span)
        if position in checker.constants.number_positions:
            return False
        return name in uses.set_members or (position in intended[name] if position else bool(intended[name]))

    return [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.code != _CODE or not is_intended(diagnostic.primary.span)
    ]


def _collect_uses(program: Program, beside_locals: set[Span]) -> _Uses:
    uses = _Uses()
    for node in walk(program.items):
        if isinstance(node, SetLiteral) and len(node.elements) > 1:
            elements = [strip_parentheses(element) for element in node.elements]
            if all(
                _is_argumentless_proposition(member) and member.span not in beside_locals for member in elements
            ):
                uses.set_members |= {member.name for member in elements if isinstance(member, Proposition)}
        elif isinstance(node, Proposition):
            for number, argument in enumerate(map(strip_parentheses, node.arguments)):
                position = (node.name, len(node.arguments), number)
                if isinstance(argument, Variable):
                    uses.variables.setdefault(position, set()).add(argument.name)
                elif isinstance(argument, Proposition) and _is_argumentless_proposition(argument):
                    uses.names.setdefault(position, []).append(argument)
    return uses


def _is_argumentless_proposition(node: Node) -> bool:
    return isinstance(node, Proposition) and not node.arguments


def _find_positions_of_intended_name(
    name: str, uses: _Uses, checker: Checker, doubtful: set[Span]
) -> set[ArgumentPosition]:
    """Find the argument positions where a name occurs repeatedly, as a value among others."""
    positions = set()
    for position, names in uses.names.items():
        own_uses = [use for use in names if use.name == name]
        others = {use.name for use in names if use.span not in doubtful} - {name}
        is_free = any(
            use.span not in doubtful or use.span not in checker.constants.local_look_alikes for use in own_uses
        )
        min_uses = _MIN_USES_AMONG_NAMES if others else _MIN_USES_ALONE
        is_steady = len(own_uses) >= min_uses and (is_free or bool(others))
        if is_steady and f"${name}" not in uses.variables.get(position, set()):
            positions.add(position)
    return positions - checker.constants.number_positions
