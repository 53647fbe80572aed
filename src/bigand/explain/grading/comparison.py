"""Find a model of one file that the other rejects, over the atoms that both share.

One solver holds the first file and the claim that a rule of the second is broken. Atoms that only the second file
has may take any value, so it rejects a model only if *no* values of them work. Defined atoms, and atoms with least
values, follow (see `definitions`). For the others, a second solver looks for values that work. If there are some,
the first solver learns that its models must break a rule with these values too (counterexample-guided refinement),
and tries again. Models are never enumerated.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cached_property
from itertools import chain

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Batch, Clauses
from bigand.explain.grading.compared_file import ComparedFile
from bigand.explain.grading.definitions import find_least_values
from bigand.explain.groups import add_switches, instances_at_rows, instances_of
from bigand.ground.columns import Array
from bigand.ground.grounder import Rule
from bigand.solve.engines.pysat import DeadlineSession, PySatSession, nonempty_clause_lists
from bigand.solve.session import LimitError, SolverError
from bigand.solve.verification import Violation, find_violation, violations

NO_ATOMS: Array = np.empty(0, dtype=np.int64)
_MAX_INSTANCES = 2_000  # of a rule, tried one by one
_CONFLICTS = 20_000  # in the search for a model that breaks no other rule, or a single instance


class RefusedModel(Struct, frozen=True, eq=False):
    """A model of the first file that the second rejects; `values` are those of the first file's atoms.

    `broken` are the rules of the second file that it breaks, each with a binding if one is known. If the second
    file has free atoms, they are rules that cannot hold together in this model.
    """

    values: Array
    second_values: Array  # the same for the second file's atoms
    broken: tuple[tuple[Rule, Violation | None], ...]


class Comparison:
    """Two files; `link` maps atoms of the second to atoms of the first, or to 0 if the first has none."""

    def __init__(
        self,
        first: ComparedFile,
        second: ComparedFile,
        link: Array,
        deadline: float | None,
        rules: set[int] | None = None,
        implied: Collection[int] = (),
        chosen: Array = NO_ATOMS,
    ) -> None:
        """Compare `first` with `second`.

        If `rules` is given, only these rules of the first file count. `implied` are rules of the second known to
        follow. `chosen` are atoms of the second that count though the first lacks them: there they are free.
        """
        self.first = first
        self.second = second
        self.link = link
        self.deadline = deadline
        linked = np.union1d(np.flatnonzero(link), chosen)
        self.defining, defined = (
            (set(), linked[:0]) if len(linked) == second.atoms else second.definitions_of_unlinked_atoms(linked)
        )
        # Atoms of the second file whose values follow from the first's.
        self.known_atoms = np.union1d(linked, defined)
        is_free = np.ones(second.atoms + 1, dtype=np.bool_)
        is_free[self.known_atoms] = False
        others = [rule.number for rule in second.rules if rule.number not in self.defining]
        self.open_rules = [rule for rule in others if is_free[second.atoms_by_rule[rule]].any()]  # with free atoms
        self.closed_rules = [rule for rule in others if rule not in {*self.open_rules, *implied}]
        self.free_atoms = np.flatnonzero(is_free)[1:]
        top = first.compiled.clauses.variables
        self._variable_of = np.concatenate(
            [[0], np.where(link[1:] > 0, link[1:], np.arange(1, second.atoms + 1) + top)]
        )
        self._last_variable = top + second.atoms  # the last variable in use
        self.session = DeadlineSession(Clauses((), 0, 0), deadline)
        self._add_batches(first.compiled.clauses.batches if rules is None else tuple(first.batches_of(rules)))
        self._rule_switches: dict[int, int] = {}
        self._add_rules(self.defining, with_switches=False)
        self._broken_claims = self._make_broken_rule_literals(
            [*self.closed_rules, *self.open_rules], self.free_atoms[:0]
        )

    # ------------------------------------------------------------------ queries

    def find_refused_model(self, assumed: Sequence[int] = ()) -> RefusedModel | None:
        """Return a model of the first file that the second rejects.

        `assumed` are literals from `translate_literals` that the model must satisfy.
        """
        model = self._model_breaking_closed_rule(assumed)
        if model is None and self.open_rules:
            model = self._model_breaking_open_rules(assumed)
        return None if model is None else self._build_refusal(model if assumed else self._sharpen_model(model))

    def find_breakable_rules(self) -> set[int]:
        """Return the rules of the second file without free atoms that models of the first can break."""
        undecided, breakable = set(self.closed_rules), set[int]()
        while undecided:
            switch = self._new_variables(1)[0]
            self.session.add([-switch, *[self._broken_claims[rule] for rule in undecided]])
            if not self.session.solve([switch]):
                break
            broken = {rule for rule, _ in self._find_violations(self._current_model(), undecided)}
            if not broken:
                raise SolverError("solver.lied", line="1")
            undecided -= broken
            breakable |= broken
        return breakable

    def translate_literals(self, literals: Array) -> list[int]:
        """Translate literals of the second file's atoms for `find_refused_model`."""
        translated: list[int] = (np.sign(literals) * self._variable_of[np.abs(literals)]).tolist()
        return translated

    def can_satisfy_open_rules(self) -> bool:
        """Whether the rules with free atoms can hold in every model of the first file."""
        return not self.open_rules or self._model_breaking_open_rules() is None

    def close(self) -> None:
        self.session.close()
        if "_values" in self.__dict__:
            self._values.close()

    # ------------------------------------------------------------------ search

    def _model_breaking_closed_rule(self, assumed: Sequence[int]) -> Array | None:
        """Return values of all atoms of both files in which some rule without free atoms is broken."""
        switch = self._new_variables(1)[0]
        self.session.add([-switch, *[self._broken_claims[rule] for rule in self.closed_rules]])
        return self._current_model() if self.session.solve([switch, *assumed]) else None

    def _model_breaking_open_rules(self, assumed: Sequence[int] = ()) -> Array | None:
        """Return such values for the rules with free atoms: each assignment of these is refuted when met."""
        if self._least_values_claim is not None:
            return self._current_model() if self.session.solve([self._least_values_claim, *assumed]) else None
        switch = self._new_variables(1)[0]
        while self.session.solve([switch, *assumed]):
            model = self._current_model()
            known_literals = [
                int(atom if model[self._variable_of[atom] - 1] else -atom) for atom in self.known_atoms
            ]
            if not self._values.solve(known_literals):
                return model
            values = self._values.values()
            signed = np.where(values[self.free_atoms - 1], self.free_atoms, -self.free_atoms)
            claims = self._make_broken_rule_literals(self.open_rules, signed)
            self.session.add([-switch, *claims.values()])
        return None

    @cached_property
    def _least_values_claim(self) -> int | None:
        """A literal that implies that no values of the free atoms work; None without least values."""
        variable_count = self.second.compiled.clauses.variables
        known = set(self.known_atoms.tolist())
        free = {number for number in range(1, variable_count + 1) if number not in known}
        batches = list(self.second.batches_of(set(self.open_rules)))
        if any(batch.starts is not None and (batch.sizes() == 0).any() for batch in batches):
            return None
        least_values = find_least_values(
            (clause for batch in batches for clause in nonempty_clause_lists(batch)), free
        )
        if least_values is None:
            return None
        variable_of = dict(zip(sorted(free), self._new_variables(len(free)), strict=True))

        def translate(literal: int) -> int:
            variable = variable_of.get(abs(literal)) or int(self._variable_of[abs(literal)])
            return variable if literal > 0 else -variable

        for variable, clauses in least_values.makers.items():
            made, reasons = least_values.sign * variable_of[variable], self._new_variables(len(clauses))
            for other_literals, reason in zip(clauses, reasons, strict=True):
                self.session.add([made, *map(translate, other_literals)])
                for literal in other_literals:
                    self.session.add([-reason, -translate(literal)])
            self.session.add([-made, *reasons])
        switch, *claims = self._new_variables(1 + len(least_values.others))
        for clause, claim in zip(least_values.others, claims, strict=True):
            for literal in clause:
                self.session.add([-claim, -translate(literal)])
        self.session.add([-switch, *claims])
        return switch

    @cached_property
    def _values(self) -> DeadlineSession:
        """The second solver: the rules with free atoms."""
        second = self.second
        batches = tuple(second.batches_of(set(self.open_rules)))
        return DeadlineSession(Clauses(batches, second.atoms, second.compiled.clauses.variables), self.deadline)

    def _sharpen_model(self, model: Array) -> Array:
        """Return a model that breaks a single rule if one is found soon, because that rule is clear to show."""
        broken = [rule for rule, _ in self._find_violations(model)]
        if len(broken) < 2 or self.open_rules:
            return model
        self._add_rules({rule for rule in self.closed_rules if rule not in self._rule_switches}, with_switches=True)
        others = [rule for rule in self.closed_rules if rule not in broken]
        for rule in [*broken, *others]:
            other_switches = [self._rule_switches[other] for other in self.closed_rules if other != rule]
            try:
                if self.session.solve([self._broken_claims[rule], *other_switches], _CONFLICTS):
                    return self._current_model()
            except LimitError:
                return model
        return model

    # ------------------------------------------------------------------ results

    def _current_model(self) -> Array:
        self.session.variables = self._last_variable
        return self.session.values()

    def _build_refusal(self, model: Array) -> RefusedModel:
        first, values = self.first, model[: self.first.atoms]
        if find_violation(first.grounder, first.true_grounder_atoms(values)) is not None:
            raise SolverError("solver.lied", line="1")
        broken: list[tuple[Rule, Violation | None]] = [
            (self.second.rules[rule], violation) for rule, violation in self._find_violations(model)
        ]
        if not broken:
            if not self.open_rules:
                raise SolverError("solver.lied", line="1")
            clashing = self._find_clashing_rules(model)
            binding = self._find_unsatisfiable_instance(model, clashing[0]) if len(clashing) == 1 else None
            broken = [(self.second.rules[rule], binding) for rule in clashing]
        return RefusedModel(values, model[self._variable_of[1:] - 1], tuple(broken))

    def _find_violations(self, model: Array, rules: Iterable[int] | None = None) -> list[tuple[int, Violation]]:
        """Return the rules without free atoms that a model breaks, evaluated as written."""
        second = self.second
        true = second.true_grounder_atoms(model[self._variable_of[1:] - 1])
        numbers = self.closed_rules if rules is None else sorted(rules)
        checked = [(rule, next(violations(second.grounder, second.rules[rule], true), None)) for rule in numbers]
        return [(rule, violation) for rule, violation in checked if violation is not None]

    def _find_clashing_rules(self, model: Array) -> list[int]:
        """Return a minimal set of rules with free atoms that cannot hold together in a model."""
        rules = list(self.open_rules)
        for rule in self.open_rules:
            fewer = [other for other in rules if other != rule]
            if fewer and self._has_clash(model, fewer):
                rules = fewer
        if not self._has_clash(model, rules):
            raise SolverError("solver.lied", line="1")
        return rules

    def _find_unsatisfiable_instance(self, model: Array, rule: int) -> Violation | None:
        """Return an instance of a rule that no values of the free atoms satisfy, if a single one exists."""
        second = self.second
        instances = instances_of(second.grounder, [second.rules[rule]])
        numbers = {name: number for number, name in enumerate(instances.compiled.names, 1)}
        known_literals = [
            numbers[second.names[atom - 1]] * (1 if model[self._variable_of[atom] - 1] else -1)
            for atom in self.known_atoms.tolist()
            if second.names[atom - 1] in numbers
        ]
        first = instances.groups.clauses.variables + 1
        switches = add_switches(instances.groups, np.arange(instances.groups.count))
        with closing(DeadlineSession(switches, self.deadline)) as session, suppress(LimitError):
            for group in range(min(instances.groups.count, _MAX_INSTANCES)):
                if not session.solve([*known_literals, first + group], _CONFLICTS):
                    (instance,) = instances_at_rows(
                        second.grounder, second.rules[rule], [int(instances.rows[group])]
                    )
                    return Violation(instance.rule, instance.binding)
        return None

    def _has_clash(self, model: Array, rules: Sequence[int]) -> bool:
        """Whether some rules cannot hold in a model, checked with another solver than the one that found it."""
        second = self.second
        batches = tuple(second.batches_of(set(rules)))
        clauses = Clauses(batches, second.atoms, second.compiled.clauses.variables)
        with closing(PySatSession(clauses)) as session:
            return not session.solve(
                [int(atom if model[self._variable_of[atom] - 1] else -atom) for atom in self.known_atoms]
            )

    # ------------------------------------------------------------------ clauses

    def _new_variables(self, count: int) -> list[int]:
        first = self._last_variable + 1
        self._last_variable += count
        return list(range(first, first + count))

    def _add_batches(self, batches: Sequence[Batch]) -> None:
        for batch in batches:
            if batch.starts is not None and (batch.sizes() == 0).any():
                self.session.add([])
            deque(map(self.session.add_clause, nonempty_clause_lists(batch)), maxlen=0)

    def _add_rules(self, rules: set[int], with_switches: bool) -> None:
        """Add clauses for rules of the second file, each rule behind a switch if `with_switches`."""
        clauses = self.second.compiled.clauses
        names = np.concatenate(
            [self._variable_of, np.arange(clauses.variables - self.second.atoms) + self._last_variable + 1]
        )
        self._new_variables(clauses.variables - self.second.atoms)
        for rule in rules if with_switches else ():
            self._rule_switches[rule] = self._new_variables(1)[0]
        for batch in self.second.batches_of(rules):
            extra = [-self._rule_switches[batch.rule]] if with_switches else []
            for clause in _rename_variables(batch, names):
                self.session.add([*clause, *extra])

    def _make_broken_rule_literals(self, rules: Sequence[int], values: Array) -> dict[int, int]:
        """Return for each rule of the second file a literal that implies that it is broken.

        `values` are literals of free atoms: the rule is broken with these values.
        """
        clauses, atoms = self.second.negations.clauses, self._variable_of
        if len(values):
            atoms = atoms.copy()
            atoms[np.abs(values)] = np.array(self._new_variables(len(values)))
            for literal in values.tolist():
                self.session.add([int(np.sign(literal) * atoms[abs(literal)])])
        names = np.concatenate([atoms, np.arange(clauses.variables - self.second.atoms) + self._last_variable + 1])
        self._new_variables(clauses.variables - self.second.atoms)
        switches = dict(zip(rules, self._new_variables(len(rules)), strict=True))
        # The last batch of a rule says that it is broken; those before only define auxiliary variables.
        claims: dict[int, Batch] = {}
        for batch in clauses.batches:
            if batch.rule in switches:
                if batch.rule in claims:
                    deque(map(self.session.add_clause, _rename_variables(claims[batch.rule], names)), maxlen=0)
                claims[batch.rule] = batch
        for rule, batch in claims.items():
            self.session.add([*chain.from_iterable(_rename_variables(batch, names)), -switches[rule]])
        return switches


def _rename_variables(batch: Batch, names: Array) -> Iterator[list[int]]:
    """Return the clauses of a batch with its variables renamed."""
    literals = (np.sign(batch.literals) * names[np.abs(batch.literals)]).astype(np.int32)
    return nonempty_clause_lists(Batch(batch.rule, literals, batch.width, batch.starts))
