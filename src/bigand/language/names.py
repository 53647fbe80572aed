"""What each name in a text stands for: every variable and predicate with all its places, as editors need it.

Unlike `check`, which asks whether values fit, this only joins places, and does so of a text with errors too. A use
of `$v(i)` may mean an indexed variable or an atom whose predicate `$v` holds: then both belong together.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any

from msgspec import Struct, field

from bigand.language import syntax
from bigand.source.span import Span


class SymbolKind(Enum):
    """What a name is."""

    GLOBAL = "global"
    LOCAL = "local"
    INDEXED = "indexed"  # a global `$v(i)`, all its indices together
    PREDICATE = "predicate"
    UNKNOWN = "unknown"  # a variable that has no value here


class Symbol(Struct, eq=False):
    """A name with all its places, in the order of the text; `value` is what it is given, or its set."""

    name: str
    kind: SymbolKind
    scope: Span
    definitions: list[Span] = field(default_factory=list)
    uses: list[Span] = field(default_factory=list)
    arities: set[int] = field(default_factory=set)
    value: Span | None = None
    others: "list[Symbol]" = field(default_factory=list)  # of which some place cannot be told from ours

    @property
    def places(self) -> list[Span]:
        return sorted({*self.definitions, *self.uses})

    def together(self) -> "list[Symbol]":
        """This one and those that can only be renamed with it."""
        group: list[Symbol] = [self]
        for symbol in group:
            group += [other for other in symbol.others if not any(other is known for known in group)]
        return group


def resolve(program: syntax.Program, text: str) -> list[Symbol]:
    """All names of a program."""
    return _Resolver(program, text).symbols


class _Resolver:
    def __init__(self, program: syntax.Program, text: str) -> None:
        self.text = text
        self.whole = Span(0, len(text))
        self.symbols: list[Symbol] = []
        self.globals: dict[tuple[str, bool], Symbol] = {}
        self.predicates: dict[str, Symbol] = {}
        self.locals: list[tuple[bool, Symbol]] = []  # whether it is indexed; the innermost last
        for item in program.items:
            if isinstance(item, syntax.Assignment):
                self._define(item.target, item.value.span)
        for directive in program.directives:
            if isinstance(directive, syntax.Horizon | syntax.Data):
                value = directive.range.span if isinstance(directive, syntax.Horizon) else None
                self._define(directive.variable, value)
        for part in (*program.items, *program.directives):
            self._walk(part)

    def _define(self, target: syntax.Variable, value: Span | None) -> None:
        is_indexed = bool(target.arguments)
        known = self.globals.get((target.name, is_indexed))
        if known is None:
            kind = SymbolKind.INDEXED if is_indexed else SymbolKind.GLOBAL
            known = self.globals[target.name, is_indexed] = self._new(target.name, kind, self.whole)
            known.value = value
        known.definitions.append(_place(target.name, target.span))

    def _new(self, name: str, kind: SymbolKind, scope: Span) -> Symbol:
        symbol = Symbol(name, kind, scope)
        self.symbols.append(symbol)
        return symbol

    def _walk(self, part: Any) -> None:
        match part:
            case tuple():
                for member in part:
                    self._walk(member)
            case syntax.Assignment(target, value):
                self._walk(target.arguments)
                self._walk(value)
            case syntax.Horizon(_, span):
                self._walk(span)
            case syntax.Data() | Span():
                pass
            case syntax.Expect(_, variable):
                if variable is not None:
                    self._named(variable, part.span, lambda place: self._use(variable, False, place))
            case syntax.Domain(predicate, sets):
                self._named(predicate, part.span, lambda place: self._predicate(predicate, len(sets), place))
                self._walk(sets)
            case syntax.Shape(predicate, roles):
                self._predicate(predicate, len(roles), _place(predicate, part.span))
            case syntax.Proposition(name, arguments):
                self._predicate(name, len(arguments), _place(name, part.span))
                self._walk(arguments)
            case syntax.Variable(name, arguments):
                self._use(name, bool(arguments), _place(name, part.span))
                self._walk(arguments)
            case syntax.BigOperator(_, generator, body):
                self._within(generator, part.span, (generator.condition, body))
            case syntax.Comprehension(element, generator):
                self._within(generator, part.span, (generator.condition, element))
            case syntax.Quantified(_, propositions, generator, body):
                condition = generator.condition if generator else None
                self._within(generator, part.span, (condition, *propositions, body))
            case syntax.Let(body=body):
                self._within(part, part.span, (body,))
            case syntax.Written():
                for name in part.__struct_fields__:
                    self._walk(getattr(part, name))
            case _:
                pass

    def _within(
        self,
        bound: syntax.Generator | syntax.Let | None,
        scope: Span,
        inside: tuple[syntax.Node | None, ...],
    ) -> None:
        """A set or a value may name the variables before it; what is inside all of them."""
        outside = len(self.locals)
        if bound is not None:
            values = bound.values if isinstance(bound, syntax.Let) else bound.sets
            for index, variable in enumerate(bound.variables):
                own = values[index : index + 1]
                self._walk(own)
                self._walk(variable.arguments)
                self._bind(variable, scope, own[0].span if own else None)
            self._walk(values[len(bound.variables) :])
        self._walk(inside)
        del self.locals[outside:]

    def _bind(self, variable: syntax.Variable, scope: Span, value: Span | None) -> None:
        symbol = self._new(variable.name, SymbolKind.LOCAL, scope)
        symbol.definitions.append(_place(variable.name, variable.span))
        symbol.value = value
        self.locals.append((bool(variable.arguments), symbol))

    def _use(self, name: str, is_indexed: bool, place: Span) -> None:
        """A variable where it is used: the innermost local one, else a global one."""
        local = [(indexed, symbol) for indexed, symbol in reversed(self.locals) if symbol.name == name]
        plain = [symbol for indexed, symbol in local if not indexed][:1]
        meant = plain
        if is_indexed:
            family = self.globals.get((name, True))
            meant = [*[symbol for indexed, symbol in local if indexed], *([family] if family else []), *plain]
        known = self.globals.get((name, is_indexed)) or self.globals.get((name, False))
        if not meant and known is None:
            known = self.globals[name, is_indexed] = self._new(name, SymbolKind.UNKNOWN, self.whole)
        used = meant or [known for known in [known] if known is not None]
        for symbol in used:
            symbol.uses.append(place)
            symbol.others += [other for other in used if other is not symbol]

    def _predicate(self, name: str, arity: int, place: Span) -> None:
        symbol = self.predicates.get(name)
        if symbol is None:
            symbol = self.predicates[name] = self._new(name, SymbolKind.PREDICATE, self.whole)
        symbol.uses.append(place)
        symbol.arities.add(arity)

    def _named(self, name: str, within: Span, take: Any) -> None:
        """A name of a directive of which the tree has no place."""
        match = re.compile(re.escape(name) + r"(?!\w)").search(self.text, within.start, within.end)
        if match is not None:
            take(Span(*match.span()))


def _place(name: str, span: Span) -> Span:
    return Span(span.start, span.start + len(name))


def symbol_at(symbols: list[Symbol], offset: int) -> Symbol | None:
    """The name that stands at a place, or ends there."""
    touching = [symbol for symbol in symbols if any(place.start <= offset <= place.end for place in symbol.places)]
    around = [symbol for symbol in touching if any(place.start <= offset < place.end for place in symbol.places)]
    return next(iter(around or touching), None)


def visible_at(symbols: list[Symbol], offset: int) -> Iterator[Symbol]:
    """The variables that may be named at a place, the innermost of each name only."""
    seen: set[str] = set()
    inner = [symbol for symbol in symbols if symbol.scope.start <= offset <= symbol.scope.end]
    for symbol in sorted(inner, key=lambda symbol: -symbol.scope.start):
        if symbol.kind not in (SymbolKind.PREDICATE, SymbolKind.UNKNOWN) and symbol.name not in seen:
            seen.add(symbol.name)
            yield symbol
