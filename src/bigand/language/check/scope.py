"""Which names are bound where, whether anybody uses them, and what leads to a place."""

from typing import NamedTuple, TypeAlias

from msgspec import Struct, field

from bigand.language.check.abstract import AbstractValue
from bigand.language.operations import atom_name
from bigand.language.syntax import Generator, Let, Node
from bigand.language.values import Value
from bigand.source.span import Span


class Binding(Struct):
    """A name that has a value: where it got it, by which word, what is known of it, whether it is used."""

    name: str
    span: Span
    word: str
    abstract: AbstractValue
    used: bool = False


class Scope(Struct):
    """The names that can be seen: locals hide globals; an indexed variable is known by its printed key.

    The global ones are kept in families by name; a local one (`let $f(a) = …`) is a local like others.
    """

    globals: dict[str, Binding] = field(default_factory=dict)
    families: dict[str, dict[str, Binding]] = field(default_factory=dict)
    locals: dict[str, Binding] = field(default_factory=dict)
    ended_locals: dict[str, Binding] = field(default_factory=dict)  # locals of the past, for advice

    def find_member(self, name: str, key: str) -> Binding | None:
        """The indexed variable of this printed key."""
        return self.locals.get(key) or self.families.get(name, {}).get(key)

    def find_members(self, name: str) -> dict[str, Binding]:
        """All that `$v(…)` may be, by printed key: of two with one key, the local."""
        local = {key: binding for key, binding in self.locals.items() if key.startswith(name + "(")}
        return {**self.families.get(name, {}), **local}

    def find(self, name: str) -> Binding | None:
        return self.locals.get(name) or self.globals.get(name)

    def is_known(self, name: str) -> bool:
        return name in self.locals or name in self.globals or name in self.families

    def visible_names(self) -> list[str]:
        return [*self.locals, *self.globals, *self.families]


# What binding a local hides: the key that it is known by, and the local that had it before.
HiddenLocal: TypeAlias = tuple[str, Binding | None]


def variable_key(name: str, indices: list[Value] | None, place: int = 0) -> str:
    """What an indexed variable is known by: its printed name, or its place where an index is not known.

    >>> variable_key("$f", [1, 2.0]), variable_key("$f", []), variable_key("$f", None, 7)
    ('$f(1,2.)', '$f', '$f(?7)')
    """
    return f"{name}(?{place})" if indices is None else atom_name(name, tuple(indices))


def has_unknown_index(key: str) -> bool:
    """Whether a key stands for an index that is not known."""
    return "(?" in key


class LoopStep(NamedTuple):
    """The first `set_count` sets of a generator must have elements, for which its condition holds if it counts."""

    generator: Generator
    set_count: int
    has_condition: bool


class LetStep(NamedTuple):
    """The first `value_count` variables of a `let` have their values."""

    let: Let
    value_count: int


class BranchStep(NamedTuple):
    """A condition must have come out as wanted."""

    condition: Node
    expected: bool


# A step on the way to a place in the tree: what must come true for the place to be evaluated at all.
PathStep: TypeAlias = LoopStep | LetStep | BranchStep
