"""Where a check is in a file, what is bound there, and what has been said."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct, field

from bigand.language.check.abstract import AbstractValue
from bigand.language.check.scope import PathStep, Scope
from bigand.language.syntax import Infix, Mode, Node, Variable
from bigand.language.unknowns import Unknowns
from bigand.source.diagnostic import Diagnostic
from bigand.source.span import Span


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
