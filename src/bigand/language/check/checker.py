"""Which names are bound where, whether anybody uses them, and what leads to a place."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from msgspec import Struct, field

from bigand.language.check.abstract import AbstractValue
from bigand.language.operations import atom_name
from bigand.language.syntax import Generator, Infix, Let, Mode, Node, Variable
from bigand.language.unknowns import Unknowns
from bigand.language.values import Value
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Span


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


# ----------------------------------------------------------------------
# Where a check is in a file, what is bound there, and what has been said.


class QuantifiedNames(Struct):
    """The names that quantifiers bind, in force here and anywhere, and the free ones, with their places."""

    quantified: dict[str, Span] = field(default_factory=dict)
    ever_quantified: dict[str, Span] = field(default_factory=dict)
    free: dict[str, Span] = field(default_factory=dict)


class ComparisonUses(Struct):
    """What comparisons say of unknowns without indices, as far as they are surely used; equalities between such."""

    unknowns: Unknowns = field(default_factory=Unknowns)
    equalities: list[tuple[Infix, str]] = field(default_factory=list)


class ConstantUses(Struct):
    """Arguments of predicates where numbers stand, and names that are doubted beside a local variable."""

    number_positions: set[tuple[str, int, int]] = field(default_factory=set)
    local_look_alikes: set[Span] = field(default_factory=set)


class Checker:
    """Walks a file once; functions of it look at one sort of thing, and ask it to look at the parts of these."""

    def __init__(self, text: str, mode: Mode) -> None:
        self.text = text
        self.mode = mode
        self.diagnostics: list[Diagnostic] = []
        self.scope = Scope()
        self.path: list[PathStep] = []
        self.unknown_uses: list[tuple[Variable, bool, int]] = []
        self.item_index = 0
        self.muted = False
        self.budget = 0
        self.is_over_budget = False  # the budget did not suffice for a comprehension inside this one
        self.reachable_paths: dict[tuple[tuple[int, ...], ...], bool] = {}
        self.quantifiers = QuantifiedNames()
        self.comparisons = ComparisonUses()
        self.constants = ConstantUses()

    def visit_formula(self, node: Node) -> None:
        """Complain of whatever is no formula, and of what is wrong inside."""
        raise NotImplementedError

    def evaluate(self, node: Node) -> AbstractValue:
        """What is known of the value of an expression; complaints on the way."""
        raise NotImplementedError

    def report(self, diagnostic: Diagnostic) -> None:
        if not self.muted:
            self.diagnostics.append(diagnostic)

    @contextmanager
    def trial_evaluation(self, budget: int) -> Iterator[None]:
        """Evaluate without complaining, with at most so many bindings, and without leaving a trace."""
        saved = self.scope.locals, self.muted, self.budget
        self.scope.locals, self.muted, self.budget = dict(self.scope.locals), True, budget
        yield
        self.scope.locals, self.muted, self.budget = saved

    def source_text(self, span: Span) -> str:
        return self.text[span.start : span.end]
