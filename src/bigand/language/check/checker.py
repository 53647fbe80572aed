"""The state of a check: bindings and their uses, the path to the current node, and the diagnostics."""

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
    """A name with a value: where and by which word it was bound, what is known about it, whether it is used."""

    name: str
    span: Span
    word: str
    abstract: AbstractValue
    used: bool = False


class Scope(Struct):
    """The visible names. Locals hide globals. An indexed variable is stored by its printed key.

    Global indexed variables are grouped in families by name; a local one (`let $f(a) = …`) is an ordinary local.
    """

    globals: dict[str, Binding] = field(default_factory=dict)
    families: dict[str, dict[str, Binding]] = field(default_factory=dict)
    locals: dict[str, Binding] = field(default_factory=dict)
    ended_locals: dict[str, Binding] = field(default_factory=dict)  # locals whose scope has ended, for hints

    def find_indexed(self, name: str, key: str) -> Binding | None:
        """Find the indexed variable with this printed key."""
        return self.locals.get(key) or self.families.get(name, {}).get(key)

    def find_all_indexed(self, name: str) -> dict[str, Binding]:
        """Find all possible values of `$v(…)`, by printed key. A local hides a global with the same key."""
        local = {key: binding for key, binding in self.locals.items() if key.startswith(name + "(")}
        return {**self.families.get(name, {}), **local}

    def find_binding(self, name: str) -> Binding | None:
        return self.locals.get(name) or self.globals.get(name)

    def is_known(self, name: str) -> bool:
        return name in self.locals or name in self.globals or name in self.families

    def visible_names(self) -> list[str]:
        return [*self.locals, *self.globals, *self.families]


# The key of a new local, and the local that it hides.
HiddenLocal: TypeAlias = tuple[str, Binding | None]


def variable_key(name: str, indices: list[Value] | None, unknown_index_number: int = 0) -> str:
    """The key of an indexed variable: its printed name, or with `unknown_index_number` if an index is unknown.

    >>> variable_key("$f", [1, 2.0]), variable_key("$f", []), variable_key("$f", None, 7)
    ('$f(1,2.)', '$f', '$f(?7)')
    """
    return f"{name}(?{unknown_index_number})" if indices is None else atom_name(name, tuple(indices))


def has_unknown_index(key: str) -> bool:
    """Whether a key stands for an unknown index."""
    return "(?" in key


class LoopStep(NamedTuple):
    """The first `set_count` sets of a generator have elements, for which its condition holds if `has_condition`."""

    generator: Generator
    set_count: int
    has_condition: bool


class LetStep(NamedTuple):
    """The first `value_count` variables of a `let` have their values."""

    let: Let
    value_count: int


class BranchStep(NamedTuple):
    """A condition has the expected value."""

    condition: Node
    expected: bool


# A step on the path to a node: what must hold for the node to be evaluated at all.
PathStep: TypeAlias = LoopStep | LetStep | BranchStep


# ---------------------------------------------------------------------- checker


class QuantifiedNames(Struct):
    """The names that are quantified here, those quantified anywhere, and the free ones, with their spans."""

    quantified: dict[str, Span] = field(default_factory=dict)
    ever_quantified: dict[str, Span] = field(default_factory=dict)
    free: dict[str, Span] = field(default_factory=dict)


class ComparisonUses(Struct):
    """Uses of unknowns without indices that are certainly reached, and equalities between two of them."""

    unknowns: Unknowns = field(default_factory=Unknowns)
    equalities: list[tuple[Infix, str]] = field(default_factory=list)


class ConstantUses(Struct):
    """Argument positions with numbers, and spans of names that look like a local variable without its dollar."""

    number_positions: set[tuple[str, int, int]] = field(default_factory=set)
    local_look_alikes: set[Span] = field(default_factory=set)


class Checker:
    """Walks a file once. Check functions take it, and call it for nested nodes."""

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
        self.is_over_budget = False  # a nested comprehension exceeded the budget
        self.reachable_paths: dict[tuple[tuple[int, ...], ...], bool] = {}
        self.quantifiers = QuantifiedNames()
        self.comparisons = ComparisonUses()
        self.constants = ConstantUses()

    def visit_formula(self, node: Node) -> None:
        """Check a formula; report whatever is not one."""
        raise NotImplementedError

    def evaluate(self, node: Node) -> AbstractValue:
        """Check an expression. Return what is known about its value."""
        raise NotImplementedError

    def report(self, diagnostic: Diagnostic) -> None:
        if not self.muted:
            self.diagnostics.append(diagnostic)

    @contextmanager
    def trial_evaluation(self, budget: int) -> Iterator[None]:
        """Evaluate silently, with at most `budget` bindings, and without side effects."""
        saved = self.scope.locals, self.muted, self.budget
        self.scope.locals, self.muted, self.budget = dict(self.scope.locals), True, budget
        yield
        self.scope.locals, self.muted, self.budget = saved

    def source_text(self, span: Span) -> str:
        return self.text[span.start : span.end]
