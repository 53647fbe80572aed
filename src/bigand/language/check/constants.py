"""Names that are values beside a variable of the same letters: `cell($i,$j,N)` for a black cell on a board of `$N`.

Whoever forgets a dollar does so once or twice, and where the variable, or a number, stands elsewhere. A name that a
set lists among others, or that stands again and again at a place of a predicate where names stand, is meant.
"""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct, field

from bigand.language.check.checker import Checker
from bigand.language.syntax import Node, Program, Proposition, SetLiteral, Variable, bare, walk
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span

Place: TypeAlias = tuple[str, int, int]  # a predicate, how many arguments it has, which of them
_CODE = "N106"
_STEADY = 2  # times that a name stands at a place where other names do
_ALONE = 3  # times that a name stands at a place where it is the only one


class _Uses(Struct):
    """Where names and variables stand in a file."""

    listed: set[str] = field(default_factory=set)  # in a set of names
    names: dict[Place, list[Proposition]] = field(default_factory=dict)
    variables: dict[Place, set[str]] = field(default_factory=dict)


def without_steady(checker: Checker, program: Program, diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics, without doubts about names that are meant as values."""
    doubtful = {one.primary.span for one in diagnostics if one.code == _CODE}
    if not doubtful:
        return list(diagnostics)
    uses = _uses(program, doubtful & checker.constants.beside_locals)
    meant = {name: _meant_at(name, uses, checker, doubtful) for name in map(checker.source, doubtful)}
    at = {name.span: place for place, names in uses.names.items() for name in names}

    def is_meant(span: Span) -> bool:
        name, place = checker.source(span), at.get(span)
        if place in checker.constants.numbers:
            return False
        return name in uses.listed or (place in meant[name] if place else bool(meant[name]))

    return [one for one in diagnostics if one.code != _CODE or not is_meant(one.primary.span)]


def _uses(program: Program, beside_locals: set[Span]) -> _Uses:
    uses = _Uses()
    for node in walk(program.items):
        if isinstance(node, SetLiteral) and len(node.elements) > 1:
            elements = [bare(element) for element in node.elements]
            if all(_is_name(one) and one.span not in beside_locals for one in elements):
                uses.listed |= {one.name for one in elements if isinstance(one, Proposition)}
        elif isinstance(node, Proposition):
            for number, argument in enumerate(map(bare, node.arguments)):
                place = (node.name, len(node.arguments), number)
                if isinstance(argument, Variable):
                    uses.variables.setdefault(place, set()).add(argument.name)
                elif isinstance(argument, Proposition) and _is_name(argument):
                    uses.names.setdefault(place, []).append(argument)
    return uses


def _is_name(node: Node) -> bool:
    return isinstance(node, Proposition) and not node.arguments


def _meant_at(name: str, uses: _Uses, checker: Checker, doubtful: set[Span]) -> set[Place]:
    """The places of predicates where a name stands steadily, as a value among others."""
    steady = set()
    for place, names in uses.names.items():
        own = [one for one in names if one.name == name]
        others = {one.name for one in names if one.span not in doubtful} - {name}
        is_free = any(one.span not in doubtful or one.span not in checker.constants.beside_locals for one in own)
        enough = len(own) >= (_STEADY if others else _ALONE) and (is_free or bool(others))
        if enough and f"${name}" not in uses.variables.get(place, set()):
            steady.add(place)
    return steady - checker.constants.numbers
