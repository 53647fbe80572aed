"""The models of a case, by an engine that counts by itself (MiniCard).

A small case is solved whole. In a large one the engine would, after every wrong guess, go once more through all
that has nothing to do with it; so first everything that follows without guessing is worked out, and what is left
is taken apart into parts that share no variable. The models are then all combinations of models of the parts.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import prod
from typing import Any

from msgspec import Struct

from bigand.encode.cardinality import at_most
from bigand.encode.cases import Case
from bigand.solve.count import count_clauses, has_counter
from bigand.solve.session import LimitError
from bigand.solve.worker import run_isolated

_WHOLE = 2_000  # variables, at most, of a case that is not taken apart
_FEW = 50_000  # models of a part, found one by one, before the model counter is asked
_FIRST = 500  # conflicts before other values are tried
_SLICE = 5_000  # conflicts between two looks at the clock


def models(case: Case, deadline: float | None = None, incomparable: bool = False) -> Iterator[list[int]]:
    """The true atoms of each model, in order.

    `incomparable` says that the true atoms of a model are never all true in another: then a model is ruled out by
    its true atoms alone, which is shorter.
    """
    if case.variables <= _WHOLE:
        return _models(case, deadline, incomparable)
    return _combined(split(case), deadline, incomparable)


def count(case: Case, deadline: float | None = None, incomparable: bool = False) -> int:
    """How many models there are: the product over the parts; a `LimitError` when the time is up."""
    if deadline is not None:
        return run_isolated(lambda: count(case, None, incomparable), deadline)
    parts = split(case)
    if parts is None:
        return 0
    return prod([_count(part.case, incomparable) for part in parts.parts])


def _count(case: Case, incomparable: bool) -> int:
    """Few models are counted by finding them, for which CaDiCaL is best; many by a model counter, if there."""
    from pysat.solvers import Cadical195

    clauses = _written_out(case)
    number = 0
    with Cadical195(bootstrap_with=clauses) as solver:
        while number < _FEW or not has_counter():
            if not solver.solve():
                return number
            number += 1
            true = [literal for literal in solver.get_model()[: case.atoms] if literal > 0]
            other = [-atom for atom in true] if incomparable else _different(true, case.atoms)
            if not other:
                return number
            solver.add_clause(other)
    return count_clauses(clauses, case.atoms, case.variables)


def _written_out(case: Case) -> list[list[int]]:
    """The clauses of a case, its limits among them, each as "of these, one too many are not all true"."""
    clauses = [*case.clauses, *([[case.atoms, -case.atoms]] if case.atoms else [])]  # all atoms are known by then
    for literals, number in case.limits:
        template = at_most(number, len(literals), direct=True)
        clauses += [[-literals[-place - 1] for place in clause] for clause in template.constraints]
    return clauses


# ---------------------------------------------------------------------- one case with one engine


class CaseEngine:
    """MiniCard with the clauses and limits of a case."""

    def __init__(self, clauses: list[list[int]], limits: list[tuple[list[int], int]]) -> None:
        from pysat.solvers import Minicard

        self._solver: Any = Minicard()
        add, limit = _adders(self._solver)
        for clause in clauses:
            add(clause)
        for literals, number in limits:
            limit(literals, number)

    def solve(self, deadline: float | None, atoms: int, assumptions: Sequence[int] = ()) -> bool:
        """Whether there is a model with some literals true; a `LimitError` when the time is up.

        The engine tries false values first, which is best as a rule. But where hardly anything is forced, that
        leaves "at least one of these" for last and ends in drawers and pigeons: then it is told to try true ones.
        """
        if deadline is not None and time.monotonic() >= deadline:
            raise LimitError("limit.time")
        try:
            self._solver.conf_budget(_FIRST)
            answer = self._solver.solve_limited(assumptions)
            if answer is None:
                self._solver.set_phases(list(range(1, atoms + 1)))
                answer = (
                    self._solver.solve(assumptions)
                    if deadline is None
                    else self._solve_until(deadline, assumptions)
                )
            return bool(answer)
        except Exception as error:
            if "keyboard interrupt" in str(error).lower():  # how python-sat tells of Ctrl-C
                raise KeyboardInterrupt from error
            raise

    def _solve_until(self, deadline: float, assumptions: Sequence[int]) -> bool:
        while time.monotonic() < deadline:
            self._solver.conf_budget(_SLICE)
            answer = self._solver.solve_limited(assumptions)
            if answer is not None:
                return bool(answer)
        raise LimitError("limit.time")

    def true(self, atoms: int) -> list[int]:
        """The true ones of the atoms 1 to `atoms`."""
        return [literal for literal in self._solver.get_model()[:atoms] if literal > 0]

    def core(self) -> set[int]:
        """After there was no model: those of the assumptions that are the reason."""
        return set(self._solver.get_core() or ())

    def add(self, clause: list[int]) -> None:
        self._solver.add_clause(clause)

    def implied(self, literals: list[int]) -> list[int] | None:
        """What follows from literals without any guess, they themselves included; nothing if that clashes."""
        holds, found = self._solver.propagate(literals)
        return found if holds else None

    def close(self) -> None:
        self._solver.delete()


def _adders(solver: Any) -> tuple[Callable[[list[int]], object], Callable[[list[int], int], object]]:
    """The shortest ways to add: past a layer of Python where python-sat is as we know it."""
    handle = getattr(solver, "minicard", None)
    if handle is None:
        return solver.add_clause, solver.add_atmost
    import pysolvers

    return partial(pysolvers.minicard_add_cl, handle), partial(pysolvers.minicard_add_am, handle)


def _models(case: Case, deadline: float | None, incomparable: bool) -> Iterator[list[int]]:
    if [] in case.clauses:
        return
    engine = CaseEngine(case.clauses, case.limits)
    try:
        if case.atoms:
            # An atom of which nothing is said is unknown to the engine until it stands in a clause.
            engine.add([case.atoms, -case.atoms])
        while engine.solve(deadline, case.atoms):
            true = engine.true(case.atoms)
            yield true
            other = [-atom for atom in true] if incomparable else _different(true, case.atoms)
            if not other:
                return
            engine.add(other)
    finally:
        engine.close()


def _different(true: list[int], atoms: int) -> list[int]:
    """The clause that rules out exactly one assignment."""
    chosen = set(true)
    return [-atom if atom in chosen else atom for atom in range(1, atoms + 1)]


# ---------------------------------------------------------------------- parts


class Part(Struct, frozen=True):
    """A case by itself; its variable k is variable `variables[k-1]` of the whole."""

    variables: list[int]
    case: Case


class Parts(Struct, frozen=True):
    """What a case falls apart into: atoms that are true in every model, and parts that share no variable."""

    true: list[int]
    parts: list[Part]


def split(case: Case) -> Parts | None:
    """The parts of a case, or nothing if it clashes without any guess."""
    if [] in case.clauses:
        return None
    units = list(dict.fromkeys([clause[0] for clause in case.clauses if len(clause) == 1]))
    engine = CaseEngine([clause for clause in case.clauses if len(clause) > 1], case.limits)
    try:
        known = engine.implied(units)
    finally:
        engine.close()
    if known is None:
        return None
    values = [0] * (case.variables + 1)
    for literal in known:
        values[abs(literal)] = 1 if literal > 0 else -1
    clauses, limits = _open_clauses(case, values), _open_limits(case, values)
    true = [atom for atom in range(1, case.atoms + 1) if values[atom] > 0]
    return Parts(true, _parts(case, values, clauses, limits))


def _open_clauses(case: Case, values: list[int]) -> list[list[int]]:
    """The clauses that are not satisfied, without their false literals."""
    found = []
    for clause in case.clauses:
        left = []
        for literal in clause:
            value = values[literal] if literal > 0 else -values[-literal]
            if value > 0:
                break
            if not value:
                left.append(literal)
        else:
            found.append(left)
    return found


def _open_limits(case: Case, values: list[int]) -> list[tuple[list[int], int]]:
    """The limits that can still be passed, without their literals that are known."""
    found = []
    for literals, number in case.limits:
        left, still = [], number
        for literal in literals:
            value = values[literal] if literal > 0 else -values[-literal]
            if value > 0:
                still -= 1
            elif not value:
                left.append(literal)
        if len(left) > still:
            found.append((left, still))
    return found


def _parts(
    case: Case, values: list[int], clauses: list[list[int]], limits: list[tuple[list[int], int]]
) -> list[Part]:
    """What is left, by what shares a variable."""
    heads = list(range(case.variables + 1))

    def head(variable: int) -> int:
        while heads[variable] != variable:
            heads[variable] = heads[heads[variable]]
            variable = heads[variable]
        return variable

    for literals in (*clauses, *[limit for limit, _ in limits]):
        first = head(abs(literals[0]))
        for variable in map(abs, literals):
            if heads[variable] != first:
                heads[head(variable)] = first
                heads[variable] = first
    members: dict[int, list[int]] = {}
    for variable in range(1, case.variables + 1):
        if not values[variable]:
            members.setdefault(head(variable), []).append(variable)
    local = [0] * (case.variables + 1)
    parts: dict[int, Part] = {}
    for root, variables in members.items():
        for number, variable in enumerate(variables, 1):
            local[variable] = number
        atoms = sum([variable <= case.atoms for variable in variables])
        parts[root] = Part(variables, Case([], [], atoms, len(variables)))
    for clause in clauses:
        parts[head(abs(clause[0]))].case.clauses.append(_renamed(clause, local))
    for literals, number in limits:
        parts[head(abs(literals[0]))].case.limits.append((_renamed(literals, local), number))
    return list(parts.values())


def _renamed(literals: list[int], local: list[int]) -> list[int]:
    return [local[literal] if literal > 0 else -local[-literal] for literal in literals]


# ---------------------------------------------------------------------- all combinations of models of parts


class _Models:
    """The models of a part as far as they were asked for, and one more, so that engines end as soon as they can."""

    def __init__(self, part: Part, deadline: float | None, incomparable: bool) -> None:
        self._variables = part.variables
        self._source = _models(part.case, deadline, incomparable)
        self._found: list[list[int]] = []
        self.get(1)

    def get(self, at: int) -> list[int] | None:
        """The true atoms of a model by its place, in the numbers of the whole; nothing if there are fewer."""
        while len(self._found) <= at:
            model = next(self._source, None)
            if model is None:
                return None
            self._found.append([self._variables[atom - 1] for atom in model])
        return self._found[at]


def _combined(parts: Parts | None, deadline: float | None, incomparable: bool) -> Iterator[list[int]]:
    if parts is None:
        return
    lists = []
    for part in parts.parts:
        found = _Models(part, deadline, incomparable)
        if found.get(0) is None:
            return
        lists.append(found)
    places = [0] * len(lists)
    while True:
        chosen = [found.get(place) for found, place in zip(lists, places, strict=True)]
        yield sorted([*parts.true, *[atom for model in chosen if model is not None for atom in model]])
        for at, found in enumerate(lists):
            if found.get(places[at] + 1) is not None:
                places[at] += 1
                break
            places[at] = 0
        else:
            return
