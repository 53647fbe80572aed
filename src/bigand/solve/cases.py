"""Find the models of a case with an engine that counts natively (MiniCard).

A small case is solved whole. In a large one, the engine would revisit unrelated parts after every wrong decision.
So first everything that follows by unit propagation is worked out, and the rest is split into parts that share no
variable. The models are all combinations of the models of the parts.
"""

from collections.abc import Iterator
from contextlib import closing
from math import prod
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.case import Case
from bigand.solve.engines import case_session, clause_session

if TYPE_CHECKING:
    from bigand.encode.clauses import Clauses

_MAX_WHOLE_VARIABLES = 2_000  # maximum number of variables of a case that is not split
_MAX_ENUMERATED = 50_000  # models of a part to enumerate before using the model counter


def models(case: Case, deadline: float | None = None, incomparable: bool = False) -> Iterator[list[int]]:
    """Yield the true atoms of each model, sorted.

    `incomparable` asserts that no model's true atoms are a subset of another's: then a model can be excluded by its
    true atoms alone, which is shorter.
    """
    if case.variables <= _MAX_WHOLE_VARIABLES:
        return _enumerate_models(case, deadline, incomparable)
    return _combine_part_models(split_into_independent_parts(case), deadline, incomparable)


def count_models(case: Case, deadline: float | None = None, incomparable: bool = False) -> int:
    """Return the number of models, the product over the parts; raises `LimitError` when the time is up."""
    if deadline is not None:
        from bigand.solve.worker import run_in_child

        return run_in_child(lambda: count_models(case, None, incomparable), deadline)
    parts = split_into_independent_parts(case)
    if parts is None:
        return 0
    return prod([_count_part(part.case, incomparable) for part in parts.parts])


def _count_part(case: Case, incomparable: bool) -> int:
    """Count few models by enumeration, best with CaDiCaL, and many with a model counter, if installed."""
    from bigand.solve.count import count_models_of_clauses, has_counter

    clauses = _clauses_with_limits(case)
    number = 0
    with closing(clause_session(_as_clauses(clauses, case), "cadical195")) as session:
        while number < _MAX_ENUMERATED or not has_counter():
            if not session.solve():
                return number
            number += 1
            true_atoms = [atom for atom, value in enumerate(session.values().tolist()[: case.atoms], 1) if value]
            blocking = _blocking_clause(true_atoms, case.atoms, incomparable)
            if not blocking:
                return number
            session.add(blocking)
    return count_models_of_clauses(clauses, case.atoms, case.variables)


def _clauses_with_limits(case: Case) -> list[list[int]]:
    """Return the clauses of a case, with its limits expanded: of each k+1 literals, one is false."""
    from bigand.encode.cardinality import at_most_template

    # The tautology declares all atoms to the engine.
    clauses = [*case.clauses, *([[case.atoms, -case.atoms]] if case.atoms else [])]
    for literals, number in case.limits:
        template = at_most_template(number, len(literals), direct=True)
        clauses += [[-literals[-place - 1] for place in clause] for clause in template.constraints]
    return clauses


def _as_clauses(clauses: list[list[int]], case: Case) -> "Clauses":
    """Return the clauses of a case for an engine without native counting."""
    import numpy as np

    from bigand.encode.clauses import Batch, Clauses

    literals = np.array([literal for clause in clauses for literal in clause], dtype=np.int32)
    starts = np.cumsum([0, *[len(clause) for clause in clauses]])
    return Clauses((Batch(0, literals, 0, starts),), case.atoms, case.variables)


# ---------------------------------------------------------------------- enumeration


def _enumerate_models(case: Case, deadline: float | None, incomparable: bool) -> Iterator[list[int]]:
    if [] in case.clauses:
        return
    with closing(case_session(case, deadline)) as session:
        while session.solve():
            true_atoms = session.true_atoms()
            yield true_atoms
            blocking = _blocking_clause(true_atoms, case.atoms, incomparable)
            if not blocking:
                return
            session.add(blocking)


def _blocking_clause(true_atoms: list[int], atoms: int, incomparable: bool) -> list[int]:
    """Return the clause that excludes a model, and if `incomparable` all models with its true atoms."""
    if incomparable:
        return [-atom for atom in true_atoms]
    chosen = set(true_atoms)
    return [-atom if atom in chosen else atom for atom in range(1, atoms + 1)]


# ---------------------------------------------------------------------- parts


class Part(Struct, frozen=True):
    """An independent part of a case; its variable k is variable `variables[k-1]` of the whole."""

    variables: list[int]
    case: Case


class Parts(Struct, frozen=True):
    """The parts of a case: atoms that are true in every model, and parts that share no variable."""

    true_atoms: list[int]
    parts: list[Part]


def split_into_independent_parts(case: Case) -> Parts | None:
    """Split a case into parts, or return None if unit propagation finds a conflict."""
    if [] in case.clauses:
        return None
    units = list(dict.fromkeys([clause[0] for clause in case.clauses if len(clause) == 1]))
    without_units = replace(case, clauses=[clause for clause in case.clauses if len(clause) > 1])
    with closing(case_session(without_units)) as session:
        implied = session.propagate(units)
    if implied is None:
        return None
    values = [0] * (2 * case.variables + 1)  # by literal: negative ones index from the end
    for literal in implied:
        values[literal], values[-literal] = 1, -1
    clauses, limits = _simplify_clauses(case, values), _simplify_limits(case, values)
    true_atoms = sorted([literal for literal in implied if 0 < literal <= case.atoms])
    return Parts(true_atoms, _connected_parts(case, values, clauses, limits))


def _simplify_clauses(case: Case, values: list[int]) -> list[list[int]]:
    """Return the unsatisfied clauses without their false literals."""
    clauses = []
    for clause in case.clauses:
        open_literals = []
        for literal in clause:
            value = values[literal]
            if value > 0:
                break
            if not value:
                open_literals.append(literal)
        else:
            clauses.append(open_literals)
    return clauses


def _simplify_limits(case: Case, values: list[int]) -> list[tuple[list[int], int]]:
    """Return the limits that can still be exceeded, without their assigned literals."""
    limits = []
    for literals, number in case.limits:
        open_literals, remaining = [], number
        for literal in literals:
            value = values[literal]
            if value > 0:
                remaining -= 1
            elif not value:
                open_literals.append(literal)
        if len(open_literals) > remaining:
            limits.append((open_literals, remaining))
    return limits


def _connected_parts(
    case: Case, values: list[int], clauses: list[list[int]], limits: list[tuple[list[int], int]]
) -> list[Part]:
    """Split what is left into components connected by variables."""
    parents = list(range(case.variables + 1))

    def find_root(variable: int) -> int:
        while parents[variable] != variable:
            parents[variable] = parents[parents[variable]]
            variable = parents[variable]
        return variable

    for literals in (*clauses, *[limit for limit, _ in limits]):
        first = find_root(abs(literals[0]))
        for variable in map(abs, literals):
            if parents[variable] != first:
                parents[find_root(variable)] = first
                parents[variable] = first
    members: dict[int, list[int]] = {}
    for variable in range(1, case.variables + 1):
        if not values[variable]:
            members.setdefault(find_root(variable), []).append(variable)
    numbers = [0] * (2 * case.variables + 1)  # by literal, like `values`
    parts: dict[int, Part] = {}
    for root, variables in members.items():
        for number, variable in enumerate(variables, 1):
            numbers[variable], numbers[-variable] = number, -number
        atoms = sum([variable <= case.atoms for variable in variables])
        parts[root] = Part(variables, Case([], [], atoms, len(variables)))
    for clause in clauses:
        parts[find_root(abs(clause[0]))].case.clauses.append(_renumber(clause, numbers))
    for literals, number in limits:
        parts[find_root(abs(literals[0]))].case.limits.append((_renumber(literals, numbers), number))
    return list(parts.values())


def _renumber(literals: list[int], numbers: list[int]) -> list[int]:
    return [numbers[literal] for literal in literals]


# ---------------------------------------------------------------------- combinations of models of parts


class _PartModels:
    """The models of a part found on demand, always one ahead, so that engines finish as early as possible."""

    def __init__(self, part: Part, deadline: float | None, incomparable: bool) -> None:
        self._variables = part.variables
        self._source = _enumerate_models(part.case, deadline, incomparable)
        self._models: list[list[int]] = []
        self.get(1)

    def get(self, index: int) -> list[int] | None:
        """Return the true atoms of the model at `index`, in the numbers of the whole; None if there are fewer."""
        while len(self._models) <= index:
            model = next(self._source, None)
            if model is None:
                return None
            self._models.append([self._variables[atom - 1] for atom in model])
        return self._models[index]


def _combine_part_models(parts: Parts | None, deadline: float | None, incomparable: bool) -> Iterator[list[int]]:
    if parts is None:
        return
    part_models = []
    for part in parts.parts:
        models = _PartModels(part, deadline, incomparable)
        if models.get(0) is None:
            return
        part_models.append(models)
    indices = [0] * len(part_models)
    while True:
        chosen = [models.get(place) for models, place in zip(part_models, indices, strict=True)]
        yield sorted([*parts.true_atoms, *[atom for model in chosen if model is not None for atom in model]])
        for index, models in enumerate(part_models):
            if models.get(indices[index] + 1) is not None:
                indices[index] += 1
                break
            indices[index] = 0
        else:
            return
