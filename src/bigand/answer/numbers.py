"""Models of files with numbers, for the front door: what `front.Model` and `front.Solution` are for the others.

import bigand
m = bigand.model("x + y == 3 and x > y and y > 0")
solution = m.solve()
print(solution["x"], solution.numbers)   # 2 {'x': 2, 'y': 1}
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from bigand.answer.model import Model, Solution, tells
from bigand.answer.parts import Model as Told
from bigand.encode.compile import Compiled
from bigand.encode.costs import Costed, compile_costs
from bigand.encode.smtlib import Script, smtlib
from bigand.encode.smtlib_goals import goal_lines
from bigand.encode.theory import Theory, allows, first_outside, propositional, theory_of
from bigand.ground.kinds import Sort
from bigand.ground.written import exact_number, show_number
from bigand.language import Reading
from bigand.language.soft import costs
from bigand.language.syntax import Program
from bigand.language.values import Value
from bigand.solve.best_numbers import best_number_models
from bigand.solve.engines import CLAUSES, engine_names
from bigand.solve.number_models import NumberSession, NumberWorker, count_numbers, number_models
from bigand.solve.optimise import Best, Wanted, Watch
from bigand.solve.session import SolverError
from bigand.solve.smtlib_command import SmtLibSession
from bigand.solve.z3_engine import NAME, Number, Z3Session
from bigand.source.diagnostic import Diagnostic
from bigand.source.fault import fault


class NumberSolution(Solution):
    """A model with numbers: `solution["x"]` is the value of `x`, or those of `x(1)`, `x(2)`, … by their indices.

    Integers are Python's, reals are exact fractions. Propositions are there as in any solution.
    """

    def __init__(self, names: tuple[str, ...], found: Sequence[Number], program: Program | None = None) -> None:
        super().__init__(names, np.array([value is True for value in found], dtype=np.bool_), program)
        self.found = list(found)
        self.sorts = [_sort_of(value) for value in found]

    @property
    def numbers(self) -> dict[str, int | Fraction]:
        """The values of the unknowns that are numbers, by name."""
        rows = zip(self.names, self.found, self.sorts, strict=True)
        return {name: value for name, value, sort in rows if sort is not Sort.BOOL}

    @property
    def false(self) -> list[str]:
        return [name for name, value in zip(self.names, self.found, strict=True) if value is False]

    def __getitem__(self, predicate: str) -> Any:
        numbers = self.numbers
        if predicate in numbers:
            return numbers[predicate]
        own = self.instances.get(predicate, [])
        rows = {row: self.found[at] for at, row in own if self.sorts[at] is not Sort.BOOL}
        return rows or super().__getitem__(predicate)

    def holds(self, atom: str) -> bool:
        if atom in self.numbers:
            raise KeyError(f"{atom} is a number")
        return super().holds(atom)

    def frame_rows(self, predicate: str, only_true: bool = True) -> list[tuple[Any, ...]]:
        own = [(at, row) for at, row in self.instances.get(predicate, []) if self.sorts[at] is Sort.BOOL]
        return [row for at, row in own if not only_true or self.values_array[at]]

    @cached_property
    def number_texts(self) -> dict[str, str]:
        rows = zip(self.names, self.found, self.sorts, strict=True)
        return {name: show_number(value, sort is Sort.REAL) for name, value, sort in rows if sort is not Sort.BOOL}

    def keep(self, places: Sequence[int]) -> "NumberSolution":
        names = tuple([self.names[at] for at in places])
        return NumberSolution(names, [self.found[at] for at in places], self.program)

    @property
    def number_values(self) -> dict[str, int | float | str]:
        return {name: exact_number(value) for name, value in self.numbers.items()}

    def __repr__(self) -> str:
        shown = [f"{name} = {text}" for name, text in self.number_texts.items()]
        return f"NumberSolution({', '.join([*shown, *self.true])})"


def _sort_of(value: Number) -> Sort:
    return Sort.BOOL if isinstance(value, bool) else Sort.INT if isinstance(value, int) else Sort.REAL


def smtlib_of(model: Model, logic: str | None) -> tuple[Iterator[str], list[Diagnostic]]:
    """The model in SMT-LIB, in pieces, with a doubt if it is not in the logic asked for: then it is in another."""
    theory = model.theory if isinstance(model, NumberModel) else propositional(model.compiled.names)
    needed = theory.logic
    taken = needed if logic is None or not allows(logic, needed) else logic
    clauses = model.compiled.clauses
    doubts = []
    if logic is not None and taken != logic:
        rule = model.grounder.rules()[first_outside(clauses, theory, logic)]
        doubts.append(fault("G104", rule.span, help="help", logic=logic, taken=taken))
    return smtlib(clauses, theory, taken, _heads(model)), doubts


def smtlib_with_goals(model: Model, costed: Costed) -> Iterator[str]:
    """The same with soft formulas and objectives, as Z3 and OptiMathSAT read them; they choose the logic."""
    names = costed.compiled.names

    def goals(script: Script) -> Iterator[str]:
        return (line for price in costed.prices for line in goal_lines(script, price))

    return smtlib(costed.compiled.clauses, costed.theory or propositional(names), None, _heads(model), goals)


def _heads(model: Model) -> Callable[[int], str]:
    """What is said of each rule, by its number: its line."""
    rules, document = [*model.grounder.rules(), *model.grounder.soft_rules()], model.reading.document
    return lambda rule: f"line {document.position(rules[rule].span.start).line}"


class NumberModel(Model):
    """A reading in SMT mode; `logic` says what numbers are of which no use tells, and is kept for exports."""

    def __init__(
        self, reading: Reading, given: Mapping[str, Value] | None = None, logic: str | None = None
    ) -> None:
        super().__init__(reading, given)
        self.logic = logic

    @cached_property
    @tells
    def theory(self) -> Theory:
        """The kinds of the unknowns, and the comparisons between them."""
        return theory_of(self.grounder, self.compiled, self.logic)

    def session(
        self,
        solver: str | None = None,
        deadline: float | None = None,
        isolated: bool = False,
        compiled: Compiled | None = None,
        seed: int | None = None,
        megabytes: int | None = None,
    ) -> NumberSession:
        clauses, theory = (compiled or self.compiled).clauses, self.theory
        if solver in engine_names(*CLAUSES):
            raise SolverError("solver.numbers", name=solver or "")
        if solver not in (None, NAME):
            return SmtLibSession(clauses, theory, solver or "", deadline)

        def make() -> NumberSession:
            return Z3Session(clauses, theory, seed, megabytes)

        return NumberWorker(make, deadline) if isolated or deadline is not None else make()

    def answers(self, session: Any, check: bool = True) -> Iterator[NumberSolution]:
        for found in number_models(session, self.compiled, self.grounder, check):
            yield NumberSolution(self.compiled.names, found, self.reading.program)

    def exclude(self, session: Any, told: Sequence[Told]) -> None:
        for one in told:
            true, values = set(one.true), one.values or {}
            session.exclude(
                [Fraction(values[name]) if name in values else name in true for name in self.compiled.names]
            )

    def has_no_end(self, session: Any, solution: Any) -> bool:
        return bool(session.is_endless(solution.found))

    def counted(self, session: Any, _deadline: float | None, check: bool = True) -> tuple[int, bool]:
        """How many models there are, and whether that is all; it is a limit that there is no end of them."""
        return count_numbers(session, self.compiled, self.grounder, check)

    @tells
    def models(
        self, solver: str | None = None, timeout: float | None = None, check: bool = True
    ) -> Iterator[Solution]:
        deadline = None if timeout is None else time.monotonic() + timeout
        if costs(self.reading.program):
            yield from self._best(deadline, check)
            return
        session = self.session(solver, deadline)
        try:
            yield from self.answers(session, check)
        finally:
            session.close()

    @tells
    def random(self, seed: int = 0) -> Solution | None:
        session = self.session(seed=seed)
        try:
            return next(self.answers(session), None)
        finally:
            session.close()

    def best(
        self, costed: Costed, wanted: Wanted, watch: Watch = lambda _costs, _bounds: None
    ) -> Generator[Best, None, None]:
        return best_number_models(costed, self.grounder, wanted, watch)

    @tells
    def compile_costs(self, as_written: bool = False, watch: Callable[[int], None] = lambda _count: None) -> Costed:
        return compile_costs(self.grounder, as_written, watch, self.logic)

    @tells
    def count(self) -> int:
        """The number of models, of a file with costs that of the best ones; there must be an end of them."""
        if costs(self.reading.program):
            return sum([1 for _ in self.best(self.costed, Wanted(to_the_end=True))])
        session = self.session()
        try:
            return count_numbers(session, self.compiled, self.grounder)[0]
        finally:
            session.close()
