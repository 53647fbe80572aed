"""Z3 through its Python package: the clauses of a file with its comparisons, passed as one SMT-LIB text.

Z3 parses the text itself, seven times faster than terms can be built one by one from Python. This is the only
module that imports `z3`. It implements a `Session` over the clauses, and also returns the values of unknowns.

The model that Z3 finds depends on everything its context has seen. So each session and each question has its own
context, never the shared one of the process: an answer is then the same whatever was asked before, in this process,
in a fork of it or in a warm child, and whatever the user or another thread does with Z3.
"""

import math
import random
import threading
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from bigand.encode.clauses import Clauses
from bigand.encode.constraints import Constraint, Relation
from bigand.encode.costs import WeightedGoal
from bigand.encode.smtlib import Script
from bigand.encode.theory import Theory
from bigand.ground.columns import Array
from bigand.ground.costs import Amount
from bigand.ground.kinds import Sort
from bigand.solve.numbers.regions import EndlessCheck
from bigand.solve.session import SolverError

NAME = "z3"
# Z3's solvers for differences and bounds. None is always best: on long chains the first is sixty times as
# fast as the last, on plans it takes a hundred times as long. The one with a table of all pairs is never far from
# the best for ordering few unknowns, and hopeless on chains (bench/differences.py).
_BELLMAN_FORD, _ALL_PAIRS, _GENERAL = 1, 3, 6
_FEW_UNKNOWNS, _FEWER_UNKNOWNS = 1000, 500
_MANY_CHOICES = 5  # per unknown
# Work is limited in steps of Z3, which are the same on any machine: a number per literal for loading, then
# rounds of growing length. Solvers continue where they stopped.
_STEPS_PER_LITERAL = 45
_STEPS_PER_ROUND = {_BELLMAN_FORD: 100_000, _ALL_PAIRS: 2_500, _GENERAL: 200_000}  # about the same time for each
_ROUND_GROWTH = 2.0
_RIVAL_SHARE = 0.5  # of a round, for all but the first solver, which is the most likely to win
_FIRST_ROUND = {_BELLMAN_FORD: 12.0, _ALL_PAIRS: 24.0, _GENERAL: 1.0}  # factor, by the solver that begins
_LAST_RIVAL_ROUND = 24.0  # the round length from which the last solver takes part
_MAX_MOVED_UNKNOWNS = 64  # unknowns to move for a random model
_MAX_PB_WEIGHT = 2**31  # Z3's pseudo-Boolean sums need smaller weights
_MAX_REASON_LENGTH = 200  # characters of an error message from Z3
_NO_LIMIT = 2**32 - 1  # Z3's value for no time limit
Number: TypeAlias = bool | int | Fraction


def names() -> list[str]:
    return [NAME]


def import_before_forking() -> None:
    """Import Z3 before forking processes that all need it."""
    _import_z3()


def _import_z3() -> Any:
    try:
        import z3
    except ImportError as error:
        raise SolverError("solver.z3_missing") from error
    return z3


def is_satisfiable(script: str) -> bool:
    """Return whether SMT-LIB declarations and assertions are satisfiable."""
    z3 = _import_z3()
    solver = z3.SimpleSolver(z3.Context())
    solver.from_string(script)
    return _is_sat_or_raise(z3, solver, solver.check())


def find_solution(
    script: str, least: tuple[Mapping[int, Amount], Fraction] | None = None
) -> dict[str, Fraction] | None:
    """Return values of the declared reals that satisfy a script, or None.

    If given, `least` is a linear sum and the value it must have.
    """
    z3 = _import_z3()
    solver = z3.SimpleSolver(z3.Context())
    solver.from_string(script)
    if least is not None:
        terms, value = least
        solver.add(_real_sum(z3, terms, solver.ctx) == z3.RealVal(value, solver.ctx))
    if not _is_sat_or_raise(z3, solver, solver.check()):
        return None
    model = solver.model()
    return {str(name): _to_fraction(model[name]) for name in model.decls()}


def find_least_value(script: str, terms: Mapping[int, Amount]) -> tuple[Fraction | None, bool]:
    """Return the infimum of a sum of reals under a script, and whether it is attained; (None, False) if unbounded.

    The script is a satisfiable conjunction of comparisons of reals.
    """
    z3 = _import_z3()
    engine = z3.Optimize(ctx=z3.Context())
    engine.from_string(script)
    least = engine.minimize(_real_sum(z3, terms, engine.ctx))
    _is_sat_or_raise(z3, engine, engine.check())
    endless, value, nearly = [_to_fraction(part) for part in least.lower_values()]
    return (None, False) if endless else (value, not nearly)


def _to_fraction(number: Any) -> Fraction:
    """Convert a number of Z3, of either sort."""
    return Fraction(number.as_string())


def _real_sum(z3: Any, terms: Mapping[int, Amount], context: Any) -> Any:
    return z3.Sum([z3.RealVal(factor, context) * z3.Real(f"d{atom}", context) for atom, factor in terms.items()])


class Z3Session:
    """A solver loaded with the clauses and comparisons of a file.

    `general` prevents using the solvers for differences, which require that nothing else is ever added.
    """

    def __init__(
        self,
        clauses: Clauses,
        theory: Theory,
        seed: int | None = None,
        megabytes: int | None = None,
        general: bool = False,
    ) -> None:
        self._z3 = z3 = _import_z3()
        z3.set_param("memory_max_size", megabytes or 0)  # global to the library: override earlier settings
        self.clauses = clauses
        self.theory = theory
        script = Script(clauses, theory)
        self._context = z3.Context()
        self._solver = z3.SimpleSolver(self._context)
        self._has_limit = False  # whether a step limit from `_race_rivals` is still set
        self._rivals: tuple[int, ...] = ()  # the first is ours; the others join if it has no answer soon
        if theory.has_only_differences and not general:
            self._rivals = _choose_rivals(clauses, theory)
            self._solver.set("arith.solver", self._rivals[0])
        self._random = None if seed is None else random.Random(seed)
        texts = [*script.declarations(), *[line for batch in clauses.batches for line in script.assertions(batch)]]
        self._convert_z3_errors(lambda: self._solver.from_string("".join(texts)))
        make = {Sort.BOOL: z3.Bool, Sort.INT: z3.Int, Sort.REAL: z3.Real}
        names = [text.strip("|") for text in script.symbols]
        self._unknowns = [make[sort](name, self._context) for name, sort in zip(names, theory.sorts, strict=True)]
        self._terms: dict[int, Any] = {}
        self._assumed_literals: dict[int, int] = {}
        self._constraints = dict(zip(theory.constraint_atoms, theory.constraints, strict=True))
        self._endless = EndlessCheck(theory, clauses, is_satisfiable)
        self._last_variable = clauses.variables

    # ------------------------------------------------------------------ session over clauses

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        terms = [self._term(literal) for literal in assumptions]
        self._assumed_literals = {term.get_id(): literal for term, literal in zip(terms, assumptions, strict=True)}
        has_model = self._has_model_with(terms)
        if has_model and self._random is not None:
            self._randomise_model([self._term(literal) for literal in assumptions], self._random)
        return has_model

    def _has_model_with(self, terms: Sequence[Any]) -> bool:
        status = self._convert_z3_errors(lambda: self._solver_status(list(terms)))  # may replace the solver
        return _is_sat_or_raise(self._z3, self._solver, status)

    def _solver_status(self, terms: list[Any]) -> Any:
        if self._rivals:
            return self._race_rivals(terms)
        status = self._solver.check(*terms)
        if status == self._z3.unknown and self._has_limit and _is_out_of_steps(self._solver.reason_unknown()):
            self._has_limit = False  # as late as possible: changing settings leads to other models
            self._solver.set("rlimit", 0)
            status = self._solver.check(*terms)
        return status

    def _race_rivals(self, terms: list[Any]) -> Any:
        """Return the first answer, measured in steps rather than time; the session continues with that solver.

        The first solver runs alone in the first round. Then a second runs beside it, in a thread, and later a
        third.
        """
        settings, self._rivals = self._rivals, ()
        solvers, terms_by_solver = [self._solver], [terms]
        loading = _STEPS_PER_LITERAL * sum([len(batch.literals) for batch in self.clauses.batches])
        round_length = _FIRST_ROUND[settings[0]]
        started: set[int] = set()
        while True:
            shares = [1.0, *[_RIVAL_SHARE] * (len(solvers) - 1)]
            steps = [
                int(round_length * share * _STEPS_PER_ROUND[setting])
                for share, setting in zip(shares, settings, strict=False)
            ]
            steps = [
                step_count if place in started else step_count + loading for place, step_count in enumerate(steps)
            ]
            started |= set(range(len(solvers)))
            if statuses := self._run_solvers_within(steps, solvers, terms_by_solver):
                break
            round_length = _ROUND_GROWTH * round_length
            if len(solvers) < len(settings) and (len(solvers) == 1 or round_length >= _LAST_RIVAL_ROUND):
                solvers.append(self._make_rival(settings[len(solvers)]))
                terms_by_solver.append([term.translate(solvers[-1].ctx) for term in terms])
        first = min(statuses)
        self._adopt_solver(solvers[first])
        self._has_limit = True
        return statuses[first]

    def _make_rival(self, setting: int) -> Any:
        """Return a solver with the assertions of ours and another arithmetic setting."""
        z3, context = self._z3, self._z3.Context()
        solver = z3.SimpleSolver(context)
        solver.set("arith.solver", setting)
        assertions = self._solver.assertions().translate(context)
        for place in range(len(assertions)):  # `add` takes as long as parsing the text again
            z3.Z3_solver_assert(
                context.ref(), solver.solver, z3.Z3_ast_vector_get(context.ref(), assertions.vector, place)
            )
        return solver

    def _run_solvers_within(
        self, step_limits: list[int], solvers: list[Any], terms: list[list[Any]]
    ) -> dict[int, Any]:
        """Return the answers of the solvers, by index, that finish within their steps.

        If the first one does, the others are interrupted.
        """
        statuses: dict[int, Any] = {}
        errors: list[Exception] = []

        def check(place: int) -> None:
            try:
                solvers[place].set("rlimit", step_limits[place])
                status = solvers[place].check(*terms[place])
                if status != self._z3.unknown or not _is_out_of_steps(solvers[place].reason_unknown()):
                    statuses[place] = status
            except self._z3.Z3Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=check, args=(place,), daemon=True) for place in range(1, len(solvers))]
        for thread in threads:
            thread.start()
        check(0)
        if 0 in statuses:
            for solver in solvers[1:]:
                solver.interrupt()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        return statuses

    def _adopt_solver(self, solver: Any) -> None:
        """Continue with another solver, translating all terms to its context."""
        if solver is not self._solver:
            self._solver, self._context = solver, solver.ctx
            self._unknowns = [unknown.translate(self._context) for unknown in self._unknowns]
            self._terms = {literal: term.translate(self._context) for literal, term in self._terms.items()}
            self._assumed_literals = {
                self._term(literal).get_id(): literal for literal in self._assumed_literals.values()
            }

    def _randomise_model(self, terms: list[Any], generator: random.Random) -> None:
        """Move to another model by pushing unknowns, one after the other, in random directions."""
        values = self.numbers()
        order = generator.sample(range(len(values)), min(len(values), _MAX_MOVED_UNKNOWNS))
        for place in order:
            for target in self._random_targets(self._unknowns[place], values[place], generator):
                if self._has_model_with([*terms, target]):
                    terms = [*terms, target]
                    values = self.numbers()
                    break
        self._has_model_with(terms)

    def _random_targets(self, unknown: Any, value: Number, generator: random.Random) -> list[Any]:
        """Return where an unknown may move from its value: far, less far, or the other way."""
        if isinstance(value, bool):
            return [unknown if generator.random() < 0.5 else self._z3.Not(unknown)]
        far, sign = generator.randint(0, 2 ** generator.randint(1, 8)), generator.choice((1, -1))
        steps = [sign * far, sign * (far // 4), -sign * far, -sign * (far // 4)]
        return [unknown >= value + step if step > 0 else unknown <= value + step for step in steps if step]

    def core(self) -> list[int]:
        """Return contradictory assumptions after the answer False."""
        return [self._assumed_literals[term.get_id()] for term in self._solver.unsat_core()]

    def values(self) -> Array:
        model = self._solver.model()
        atoms = range(1, self.clauses.variables + 1)
        return np.array([self._is_true(model, atom) for atom in atoms], dtype=np.bool_)

    def _is_true(self, model: Any, atom: int) -> bool:
        if atom <= self.clauses.atoms and self.theory.sorts[atom - 1] is not Sort.BOOL:
            return False
        return bool(self._z3.is_true(model.eval(self._term(atom), model_completion=True)))

    def add(self, clause: Sequence[int]) -> None:
        self._solver.add(self._z3.Or([self._term(literal) for literal in clause], self._context))

    def prefer(self, literals: Sequence[int]) -> None:
        """Do nothing: Z3 does not accept phases; with a seed, models are random."""

    def set_seed(self, seed: int | None) -> None:
        """Return random models from now on, or deterministic ones if None."""
        self._random = None if seed is None else random.Random(seed)

    def new_atom(self) -> int:
        """Create an unconstrained atom."""
        self._last_variable += 1
        return self._last_variable

    def solve_within(
        self, assumptions: Sequence[int], seconds: float | None = None, effort: int | None = None
    ) -> bool | None:
        """Solve like `solve`, but return None after `seconds` or `effort` steps (the same on any machine)."""
        self._solver.set("timeout", _NO_LIMIT if seconds is None else max(1, int(1000 * seconds)))
        self._solver.set("rlimit", effort or 0)
        status = self._convert_z3_errors(
            lambda: self._solver.check(*[self._term(literal) for literal in assumptions])
        )
        self._solver.set("timeout", _NO_LIMIT)
        self._solver.set("rlimit", 0)
        return None if status == self._z3.unknown else bool(status == self._z3.sat)

    def close(self) -> None:
        self._solver.reset()

    def _term(self, literal: int) -> Any:
        term = self._terms.get(literal)
        if term is None:
            term = self._terms[literal] = (
                self._z3.Not(self._term(-literal)) if literal < 0 else self._atom_term(literal)
            )
        return term

    def _atom_term(self, atom: int) -> Any:
        if atom in self._constraints:
            return self._constraint_term(self._constraints[atom])
        user_atoms = self.clauses.atoms
        return (
            self._unknowns[atom - 1]
            if atom <= user_atoms
            else self._z3.Bool(f"&{atom - user_atoms}", self._context)
        )

    def _constraint_term(self, constraint: Constraint) -> Any:
        (_, first), *_ = constraint.monomials or ((0, 0),)
        if first and self.theory.sorts[first - 1] is Sort.BOOL:
            left, right = [self._unknowns[atom - 1] for _, atom in constraint.monomials]
            return left == right
        sort = self.theory.sorts[first - 1] if first else Sort.INT
        parts = [
            self._number_term(factor, sort) * self._unknowns[atom - 1] for factor, atom in constraint.monomials
        ]
        total = sum(parts[1:], parts[0]) if parts else self._number_term(0, sort)
        bound = self._number_term(constraint.bound, sort)
        if constraint.relation is Relation.EQUAL:
            return total == bound
        return total <= bound if constraint.relation is Relation.AT_MOST else total < bound

    def _number_term(self, value: Number, sort: Sort) -> Any:
        return (self._z3.RealVal if sort is Sort.REAL else self._z3.IntVal)(value, self._context)

    # ------------------------------------------------------------------ sums

    def at_most_literal(self, goal: WeightedGoal, bound: Amount, strictly: bool = False) -> int:
        """Return a literal saying that a goal is at most `bound`, or strictly less."""
        budget = bound - goal.base
        denominator = math.lcm(
            budget.denominator,
            *[factor.denominator for factor in (*goal.terms.values(), *goal.penalties.values())],
        )
        penalties = [(self._term(literal), int(weight * denominator)) for literal, weight in goal.penalties.items()]
        literal, limit = self.new_atom(), int(budget * denominator)
        if not goal.terms:
            self._terms[literal] = self._penalty_at_most(penalties, limit - 1 if strictly else limit)
            return literal
        parts = [int(factor * denominator) * self._unknowns[atom - 1] for atom, factor in goal.terms.items()]
        parts += [self._z3.If(term, weight, 0) for term, weight in penalties]
        total = self._z3.Sum([self._z3.ToReal(part) if goal.is_real and part.is_int() else part for part in parts])
        self._terms[literal] = total < limit if strictly else total <= limit
        return literal

    def _penalty_at_most(self, penalties: list[tuple[Any, int]], limit: int) -> Any:
        z3 = self._z3
        total = sum([weight for _, weight in penalties])
        if limit < 0 or total <= limit:
            return z3.BoolVal(limit >= 0, self._context)
        if total < _MAX_PB_WEIGHT:
            return z3.PbLe(penalties, limit)
        return z3.Sum([z3.If(term, weight, 0) for term, weight in penalties]) <= limit

    # ------------------------------------------------------------------ numbers

    def numbers(self) -> list[Number]:
        """Return the values of the user's unknowns in the last model, in order."""
        model = self._solver.model()
        numbers: list[Number] = []
        for unknown, sort in zip(self._unknowns, self.theory.sorts, strict=True):
            value = model.eval(unknown, model_completion=True)
            if sort is Sort.BOOL:
                numbers.append(bool(self._z3.is_true(value)))
            else:
                numbers.append(value.as_long() if sort is Sort.INT else value.as_fraction())
        return numbers

    def exclude(self, numbers: Sequence[Number], places: Sequence[int] | None = None) -> None:
        """Exclude this combination of values, of all unknowns or of those at `places`."""
        z3 = self._z3
        differences = []
        for place, number in zip(range(len(numbers)) if places is None else places, numbers, strict=True):
            unknown, sort = self._unknowns[place], self.theory.sorts[place]
            if sort is Sort.BOOL:
                differences.append(z3.Not(unknown) if number else unknown)
            else:
                differences.append(unknown != self._number_term(number, sort))
        self._solver.add(z3.Or(differences, self._context))

    def is_endless(self, numbers: Sequence[Number]) -> bool:
        """Return whether infinitely many models satisfy the same comparisons as this one."""
        return self._endless.is_endless(numbers)

    def _convert_z3_errors(self, work: Any) -> Any:
        try:
            return work()
        except self._z3.Z3Exception as error:
            message = " ".join(str(error).split())
            if "out of memory" in message or "memout" in message or "max. memory" in message:
                raise SolverError("solver.memory") from error
            raise SolverError("solver.crashed", reason=f"Z3: {message[:_MAX_REASON_LENGTH]}") from error


def _choose_rivals(clauses: Clauses, theory: Theory) -> tuple[int, ...]:
    """Choose the solvers for a file with differences only, in the order in which they are tried.

    If most literals are propositions, as in plans, the general one begins. Otherwise, if there are far more choices
    than unknowns, as when many jobs wait for a machine, the one with a table begins; else the one for differences.
    """
    literals = [batch.literals for batch in clauses.batches]
    compared = sum(
        [int(np.isin(np.abs(batch_literals), theory.constraint_atoms).sum()) for batch_literals in literals]
    )
    unknowns = sum([sort is not Sort.BOOL for sort in theory.sorts])
    has_few_unknowns = unknowns <= _FEW_UNKNOWNS
    if 2 * compared < sum([len(batch_literals) for batch_literals in literals]):
        return (_GENERAL, *([_ALL_PAIRS] if has_few_unknowns else []), _BELLMAN_FORD)
    choices = sum([int((batch.sizes() > 1).sum()) for batch in clauses.batches])
    if unknowns <= min(_FEWER_UNKNOWNS, choices // _MANY_CHOICES):
        return (_ALL_PAIRS, _BELLMAN_FORD, _GENERAL)
    return (_BELLMAN_FORD, _GENERAL, *([_ALL_PAIRS] if has_few_unknowns else []))


def _is_out_of_steps(reason: str) -> bool:
    """Return whether Z3's reason is a reached step limit."""
    return "cancel" in reason or "resource" in reason


def _is_sat_or_raise(z3: Any, solver: Any, status: Any) -> bool:
    if status == z3.unknown:
        reason = solver.reason_unknown()
        if "interrupt" in reason or "cancel" in reason:
            raise KeyboardInterrupt
        if "memory" in reason or "memout" in reason:
            raise SolverError("solver.memory")
        raise SolverError("solver.undecided", reason=reason)
    return bool(status == z3.sat)
