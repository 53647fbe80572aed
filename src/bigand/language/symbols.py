"""Find all symbols of a text: every variable and predicate with its definitions and uses, for editors.

Unlike `check`, which verifies kinds, this only connects definitions with uses, and works on texts with errors too.
A use of `$v(i)` may mean an indexed variable, or an atom whose predicate is in `$v`; then it belongs to both.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from msgspec import Struct, field

from bigand.language import syntax
from bigand.source.document import Span


class SymbolKind(Enum):
    """What a name stands for."""

    GLOBAL = "global"
    LOCAL = "local"
    INDEXED = "indexed"  # a global `$v(i)`, with all its indices
    PREDICATE = "predicate"
    UNKNOWN = "unknown"  # a variable without a value


class Symbol(Struct, eq=False):
    """A name with all its spans, in source order; `value` is the span of its value or set."""

    name: str
    kind: SymbolKind
    scope: Span
    definitions: list[Span] = field(default_factory=list)
    uses: list[Span] = field(default_factory=list)
    arities: set[int] = field(default_factory=set)
    value: Span | None = None
    inseparable: "list[Symbol]" = field(default_factory=list)  # symbols that share an ambiguous use with this one

    @property
    def places(self) -> list[Span]:
        return sorted({*self.definitions, *self.uses})

    def symbols_to_rename(self) -> "list[Symbol]":
        """This symbol and those that can only be renamed together with it."""
        group: list[Symbol] = [self]
        for symbol in group:
            group += [
                neighbour for neighbour in symbol.inseparable if not any(neighbour is member for member in group)
            ]
        return group


def resolve_symbols(program: syntax.Program, text: str) -> list[Symbol]:
    """Find all symbols of a program."""
    return _Resolver(program, text).symbols


class _Resolver:
    def __init__(self, program: syntax.Program, text: str) -> None:
        self.text = text
        self.whole = Span(0, len(text))
        self.symbols: list[Symbol] = []
        self.globals: dict[tuple[str, bool], Symbol] = {}
        self.predicates: dict[str, Symbol] = {}
        self.locals: list[tuple[bool, Symbol]] = []  # (is indexed, symbol), innermost last
        for item in program.items:
            if isinstance(item, syntax.Assignment):
                self._define(item.target, item.value.span)
        for directive in program.directives:
            if isinstance(directive, syntax.Horizon | syntax.Data):
                value = directive.range.span if isinstance(directive, syntax.Horizon) else None
                self._define(directive.variable, value)
        for part in (*program.items, *program.directives):
            self._resolve(part)

    def _define(self, target: syntax.Variable, value: Span | None) -> None:
        is_indexed = bool(target.arguments)
        defined = self.globals.get((target.name, is_indexed))
        if defined is None:
            kind = SymbolKind.INDEXED if is_indexed else SymbolKind.GLOBAL
            defined = self.globals[target.name, is_indexed] = self._new_symbol(target.name, kind, self.whole)
            defined.value = value
        defined.definitions.append(_name_span(target.name, target.span))

    def _new_symbol(self, name: str, kind: SymbolKind, scope: Span) -> Symbol:
        symbol = Symbol(name, kind, scope)
        self.symbols.append(symbol)
        return symbol

    def _resolve(self, part: Any) -> None:
        match part:
            case tuple():
                for member in part:
                    self._resolve(member)
            case syntax.Assignment(target, value):
                self._resolve(target.arguments)
                self._resolve(value)
            case syntax.Horizon(_, range_node):
                self._resolve(range_node)
            case syntax.Data() | Span():
                pass
            case syntax.Expect(_, variable):
                if variable is not None:
                    self._call_with_name_span(
                        variable, part.span, lambda span: self._add_use(variable, False, span)
                    )
            case syntax.Domain(predicate, sets):
                self._call_with_name_span(
                    predicate, part.span, lambda span: self._add_predicate_use(predicate, len(sets), span)
                )
                self._resolve(sets)
            case syntax.Shape(predicate, roles):
                self._add_predicate_use(predicate, len(roles), _name_span(predicate, part.span))
            case syntax.Proposition(name, arguments):
                self._add_predicate_use(name, len(arguments), _name_span(name, part.span))
                self._resolve(arguments)
            case syntax.Variable(name, arguments):
                self._add_use(name, bool(arguments), _name_span(name, part.span))
                self._resolve(arguments)
            case syntax.BigOperator(_, generator, body):
                self._resolve_scope(generator, part.span, (generator.condition, body))
            case syntax.Comprehension(element, generator):
                self._resolve_scope(generator, part.span, (generator.condition, element))
            case syntax.Quantified(_, propositions, generator, body):
                condition = generator.condition if generator else None
                self._resolve_scope(generator, part.span, (condition, *propositions, body))
            case syntax.Let(body=body):
                self._resolve_scope(part, part.span, (body,))
            case syntax.SyntaxNode():
                for name in part.__struct_fields__:
                    self._resolve(getattr(part, name))
            case _:
                pass

    def _resolve_scope(
        self,
        binder: syntax.Generator | syntax.Let | None,
        scope: Span,
        parts: tuple[syntax.Node | None, ...],
    ) -> None:
        """Resolve a scope. The set or value of a variable may use earlier variables; `parts` may use all."""
        outer_count = len(self.locals)
        if binder is not None:
            values = binder.values if isinstance(binder, syntax.Let) else binder.sets
            for index, variable in enumerate(binder.variables):
                own_value = values[index : index + 1]
                self._resolve(own_value)
                self._resolve(variable.arguments)
                self._bind_local(variable, scope, own_value[0].span if own_value else None)
            self._resolve(values[len(binder.variables) :])
        self._resolve(parts)
        del self.locals[outer_count:]

    def _bind_local(self, variable: syntax.Variable, scope: Span, value: Span | None) -> None:
        symbol = self._new_symbol(variable.name, SymbolKind.LOCAL, scope)
        symbol.definitions.append(_name_span(variable.name, variable.span))
        symbol.value = value
        self.locals.append((bool(variable.arguments), symbol))

    def _add_use(self, name: str, is_indexed: bool, span: Span) -> None:
        """Add a use to the innermost local variable of this name, or to a global one."""
        local = [(indexed, symbol) for indexed, symbol in reversed(self.locals) if symbol.name == name]
        plain_local = [symbol for indexed, symbol in local if not indexed][:1]
        candidates = plain_local
        if is_indexed:
            family = self.globals.get((name, True))
            candidates = [
                *[symbol for indexed, symbol in local if indexed],
                *([family] if family else []),
                *plain_local,
            ]
        if not candidates:
            global_symbol = self.globals.get((name, is_indexed)) or self.globals.get((name, False))
            if global_symbol is None:
                global_symbol = self._new_symbol(name, SymbolKind.UNKNOWN, self.whole)
                self.globals[name, is_indexed] = global_symbol
            candidates = [global_symbol]
        for symbol in candidates:
            symbol.uses.append(span)
            symbol.inseparable += [candidate for candidate in candidates if candidate is not symbol]

    def _add_predicate_use(self, name: str, arity: int, span: Span) -> None:
        symbol = self.predicates.get(name)
        if symbol is None:
            symbol = self.predicates[name] = self._new_symbol(name, SymbolKind.PREDICATE, self.whole)
        symbol.uses.append(span)
        symbol.arities.add(arity)

    def _call_with_name_span(self, name: str, within: Span, on_span: Callable[[Span], None]) -> None:
        """Find the span of a name in a directive, for which the tree has no span."""
        match = re.compile(re.escape(name) + r"(?!\w)").search(self.text, within.start, within.end)
        if match is not None:
            on_span(Span(*match.span()))


def _name_span(name: str, span: Span) -> Span:
    return Span(span.start, span.start + len(name))


def symbol_at(symbols: list[Symbol], offset: int) -> Symbol | None:
    """The symbol at an offset, or ending there."""
    touching = [symbol for symbol in symbols if any(span.start <= offset <= span.end for span in symbol.places)]
    around = [symbol for symbol in touching if any(span.start <= offset < span.end for span in symbol.places)]
    return next(iter(around or touching), None)


def visible_symbols(symbols: list[Symbol], offset: int) -> Iterator[Symbol]:
    """The variables that can be used at an offset, only the innermost of each name."""
    seen: set[str] = set()
    inner = [symbol for symbol in symbols if symbol.scope.start <= offset <= symbol.scope.end]
    for symbol in sorted(inner, key=lambda symbol: -symbol.scope.start):
        if symbol.kind not in (SymbolKind.PREDICATE, SymbolKind.UNKNOWN) and symbol.name not in seen:
            seen.add(symbol.name)
            yield symbol
