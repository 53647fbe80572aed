"""A model of one file that the other refuses, over the atoms that both have.

One engine holds the first file and the claim that a rule of the second is broken. Atoms that only the second file
has may have any value, so it refuses a model only if *no* value of them will do. Those that it defines follow
(`definitions`), and so do those that have least values (`least`); for others a second engine looks for values that
will do. If there are some, the first engine learns that its models must break a rule with these values too
(refinement by counterexamples), and tries again. No model is ever listed.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import cached_property
from itertools import chain

import numpy as np
from msgspec import Struct

from bigand.encode.clauses import Batch, Clauses
from bigand.explain.grading.least import least
from bigand.explain.grading.side import Side
from bigand.explain.groups import switched
from bigand.explain.instances import instances_of, rows_of
from bigand.ground.columns import Array
from bigand.ground.expand import Rule
from bigand.solve.pysat_engine import PySatSession, clause_lists
from bigand.solve.session import LimitError, SolverError
from bigand.solve.stopping import StoppingSession
from bigand.solve.verify import Violation, find_violation, violations

NONE: Array = np.empty(0, dtype=np.int64)
_INSTANCES = 2_000  # of a rule that are tried one by one
_EXACTLY_ONE = 20_000  # conflicts, for a model that breaks no other rule


class Refused(Struct, frozen=True, eq=False):
    """A model of the first file that the second refuses: `values` are those of the first file's atoms.

    `broken` are the rules of the second file that it breaks, each with a binding if that is known. Where atoms of
    the second file may have any value, they are rules that cannot hold together for this model.
    """

    values: Array
    others: Array  # the same for the second file's atoms
    broken: tuple[tuple[Rule, Violation | None], ...]


class Comparison:
    """Two files, `link` giving the atom of the first for atoms of the second, 0 for its own ones."""

    def __init__(
        self,
        first: Side,
        second: Side,
        link: Array,
        deadline: float | None,
        rules: set[int] | None = None,
        implied: Collection[int] = (),
        chosen: Array = NONE,
    ) -> None:
        """With `rules` only these of the first file count; `implied` are rules of the second that follow for sure.

        `chosen` are atoms of the second that matter though the first has none of them: there they are free.
        """
        self.first = first
        self.second = second
        self.link = link
        self.deadline = deadline
        linked = np.union1d(np.flatnonzero(link), chosen)
        self.defining, defined = (set(), linked[:0]) if len(linked) == second.atoms else second.defined(linked)
        self.known = np.union1d(linked, defined)  # atoms of the second file whose values follow from the first's
        is_free = np.ones(second.atoms + 1, dtype=np.bool_)
        is_free[self.known] = False
        others = [rule.number for rule in second.rules if rule.number not in self.defining]
        self.open = [rule for rule in others if is_free[second.atoms_of[rule]].any()]  # that speak of free atoms
        self.closed = [rule for rule in others if rule not in {*self.open, *implied}]
        self.free = np.flatnonzero(is_free)[1:]
        top = first.holds.clauses.variables
        self._atoms = np.concatenate([[0], np.where(link[1:] > 0, link[1:], np.arange(1, second.atoms + 1) + top)])
        self._top = top + second.atoms  # the last variable that is taken
        self.session = StoppingSession(Clauses((), 0, 0), deadline)
        self._add(first.holds.clauses.batches if rules is None else tuple(first.batches(rules)))
        self._second_holds: dict[int, int] = {}
        self._holds(self.defining, switched=False)
        self._broken = self._claim([*self.closed, *self.open], self.free[:0])

    # ------------------------------------------------------------------ what is asked

    def refused(self, assumed: Sequence[int] = ()) -> Refused | None:
        """A model of the first file that the second refuses; with some literals of `meant`, if they are said."""
        found = self._found(assumed)
        if found is None and self.open:
            found = self._refine(assumed)
        return None if found is None else self._told(found if assumed else self._sharper(found))

    def breakable(self) -> set[int]:
        """The rules of the second file without free atoms that models of the first can break."""
        left, found = set(self.closed), set[int]()
        while left:
            one = self._fresh(1)[0]
            self.session.add([-one, *[self._broken[rule] for rule in left]])
            if not self.session.solve([one]):
                break
            broken = {rule for rule, _ in self._violated(self._model(), left)}
            if not broken:
                raise SolverError("solver.lied", line="1")
            left -= broken
            found |= broken
        return found

    def meant(self, literals: Array) -> list[int]:
        """Literals of the second file's atoms as `refused` takes them."""
        known: list[int] = (np.sign(literals) * self._atoms[np.abs(literals)]).tolist()
        return known

    def together(self) -> bool:
        """Whether the rules with free atoms can hold, whatever the model of the first file is."""
        return not self.open or self._refine() is None

    def close(self) -> None:
        self.session.close()
        if "_values" in self.__dict__:
            self._values.close()

    # ------------------------------------------------------------------ how it is found

    def _found(self, assumed: Sequence[int]) -> Array | None:
        """The values of all atoms of both files when some rule without free atoms is broken."""
        one = self._fresh(1)[0]
        self.session.add([-one, *[self._broken[rule] for rule in self.closed]])
        return self._model() if self.session.solve([one, *assumed]) else None

    def _refine(self, assumed: Sequence[int] = ()) -> Array | None:
        """The same for the rules with free atoms: all values of these are refuted, each when it is met."""
        if self._least is not None:
            return self._model() if self.session.solve([self._least, *assumed]) else None
        wanted = self._fresh(1)[0]
        while self.session.solve([wanted, *assumed]):
            model = self._model()
            known = [int(atom if model[self._atoms[atom] - 1] else -atom) for atom in self.known]
            if not self._values.solve(known):
                return model
            values = self._values.values()
            signed = np.where(values[self.free - 1], self.free, -self.free)
            claims = self._claim(self.open, signed)
            self.session.add([-wanted, *claims.values()])
        return None

    @cached_property
    def _least(self) -> int | None:
        """A literal from which follows that no values of the free atoms will do, where they have least values."""
        variables = self.second.holds.clauses.variables
        known = set(self.known.tolist())
        free = {one for one in range(1, variables + 1) if one not in known}
        batches = list(self.second.batches(set(self.open)))
        if any(batch.starts is not None and (batch.sizes() == 0).any() for batch in batches):
            return None
        found = least((clause for batch in batches for clause in clause_lists(batch)), free)
        if found is None:
            return None
        own = dict(zip(sorted(free), self._fresh(len(free)), strict=True))

        def renamed(literal: int) -> int:
            variable = own.get(abs(literal)) or int(self._atoms[abs(literal)])
            return variable if literal > 0 else -variable

        for variable, several in found.makers.items():
            made, reasons = found.sign * own[variable], self._fresh(len(several))
            for rest, reason in zip(several, reasons, strict=True):
                self.session.add([made, *map(renamed, rest)])
                for literal in rest:
                    self.session.add([-reason, -renamed(literal)])
            self.session.add([-made, *reasons])
        wanted, *claims = self._fresh(1 + len(found.others))
        for clause, claim in zip(found.others, claims, strict=True):
            for literal in clause:
                self.session.add([-claim, -renamed(literal)])
        self.session.add([-wanted, *claims])
        return wanted

    @cached_property
    def _values(self) -> StoppingSession:
        """The second engine: the rules with free atoms."""
        second = self.second
        batches = tuple(second.batches(set(self.open)))
        return StoppingSession(Clauses(batches, second.atoms, second.holds.clauses.variables), self.deadline)

    def _sharper(self, model: Array) -> Array:
        """Another model that breaks one rule only, if there is one soon: then that rule is the one to be shown."""
        broken = [rule for rule, _ in self._violated(model)]
        if len(broken) < 2 or self.open:
            return model
        self._holds({rule for rule in self.closed if rule not in self._second_holds}, switched=True)
        others = [rule for rule in self.closed if rule not in broken]
        for rule in [*broken, *others]:
            rest = [self._second_holds[other] for other in self.closed if other != rule]
            try:
                if self.session.solve([self._broken[rule], *rest], _EXACTLY_ONE):
                    return self._model()
            except LimitError:
                return model
        return model

    # ------------------------------------------------------------------ what is told

    def _model(self) -> Array:
        self.session.variables = self._top
        return self.session.values()

    def _told(self, model: Array) -> Refused:
        first, values = self.first, model[: self.first.atoms]
        if find_violation(first.grounder, first.in_table(values)) is not None:
            raise SolverError("solver.lied", line="1")
        broken: list[tuple[Rule, Violation | None]] = [
            (self.second.rules[rule], violation) for rule, violation in self._violated(model)
        ]
        if not broken:
            if not self.open:
                raise SolverError("solver.lied", line="1")
            clashing = self._clashing(model)
            binding = self._instance(model, clashing[0]) if len(clashing) == 1 else None
            broken = [(self.second.rules[rule], binding) for rule in clashing]
        return Refused(values, model[self._atoms[1:] - 1], tuple(broken))

    def _violated(self, model: Array, rules: Iterable[int] | None = None) -> list[tuple[int, Violation]]:
        """The rules without free atoms (some, or all) that a model breaks, evaluated as they are written."""
        second = self.second
        true = second.in_table(model[self._atoms[1:] - 1])
        looked_at = self.closed if rules is None else sorted(rules)
        found = [(rule, next(violations(second.grounder, second.rules[rule], true), None)) for rule in looked_at]
        return [(rule, violation) for rule, violation in found if violation is not None]

    def _clashing(self, model: Array) -> list[int]:
        """Rules with free atoms that cannot hold together in a model, none of which can be left out."""
        rules = list(self.open)
        for rule in self.open:
            fewer = [other for other in rules if other != rule]
            if fewer and self._clash(model, fewer):
                rules = fewer
        if not self._clash(model, rules):
            raise SolverError("solver.lied", line="1")
        return rules

    def _instance(self, model: Array, rule: int) -> Violation | None:
        """An instance of a rule with free atoms that no values of these make true, if one does it alone."""
        second = self.second
        instances = instances_of(second.grounder, [second.rules[rule]])
        numbers = {name: at for at, name in enumerate(instances.compiled.names, 1)}
        known = [
            numbers[second.names[atom - 1]] * (1 if model[self._atoms[atom] - 1] else -1)
            for atom in self.known.tolist()
            if second.names[atom - 1] in numbers
        ]
        first = instances.groups.clauses.variables + 1
        switches = switched(instances.groups, np.arange(instances.groups.count))
        with closing(StoppingSession(switches, self.deadline)) as session, suppress(LimitError):
            for group in range(min(instances.groups.count, _INSTANCES)):
                if not session.solve([*known, first + group], _EXACTLY_ONE):
                    (one,) = rows_of(second.grounder, second.rules[rule], [int(instances.rows[group])])
                    return Violation(one.rule, one.binding)
        return None

    def _clash(self, model: Array, rules: Sequence[int]) -> bool:
        """Whether some rules cannot hold in a model: asked of another engine than the one that found it."""
        second = self.second
        batches = tuple(second.batches(set(rules)))
        clauses = Clauses(batches, second.atoms, second.holds.clauses.variables)
        with closing(PySatSession(clauses)) as session:
            return not session.solve([int(a if model[self._atoms[a] - 1] else -a) for a in self.known])

    # ------------------------------------------------------------------ clauses

    def _fresh(self, count: int) -> list[int]:
        first = self._top + 1
        self._top += count
        return list(range(first, first + count))

    def _add(self, batches: Sequence[Batch]) -> None:
        for batch in batches:
            if batch.starts is not None and (batch.sizes() == 0).any():
                self.session.add([])
            deque(map(self.session.add_clause, clause_lists(batch)), maxlen=0)

    def _holds(self, rules: set[int], switched: bool) -> None:
        """Clauses that say that rules of the second file hold; each behind a switch, if that is wanted."""
        clauses = self.second.holds.clauses
        names = np.concatenate([self._atoms, np.arange(clauses.variables - self.second.atoms) + self._top + 1])
        self._fresh(clauses.variables - self.second.atoms)
        for rule in rules if switched else ():
            self._second_holds[rule] = self._fresh(1)[0]
        for batch in self.second.batches(rules):
            extra = [-self._second_holds[batch.rule]] if switched else []
            for clause in _renamed(batch, names):
                self.session.add([*clause, *extra])

    def _claim(self, rules: Sequence[int], given: Array) -> dict[int, int]:
        """For each rule of the second file a literal from which follows that it is broken.

        `given` are values of free atoms (with a minus if false): the rule is broken with these.
        """
        clauses, atoms = self.second.fails.clauses, self._atoms
        if len(given):
            atoms = atoms.copy()
            atoms[np.abs(given)] = np.array(self._fresh(len(given)))
            for literal in given.tolist():
                self.session.add([int(np.sign(literal) * atoms[abs(literal)])])
        names = np.concatenate([atoms, np.arange(clauses.variables - self.second.atoms) + self._top + 1])
        self._fresh(clauses.variables - self.second.atoms)
        switches = dict(zip(rules, self._fresh(len(rules)), strict=True))
        claims: dict[
            int, Batch
        ] = {}  # the last batch of a rule says that it is broken, those before only name things
        for batch in clauses.batches:
            if batch.rule in switches:
                if batch.rule in claims:
                    deque(map(self.session.add_clause, _renamed(claims[batch.rule], names)), maxlen=0)
                claims[batch.rule] = batch
        for rule, batch in claims.items():
            self.session.add([*chain.from_iterable(_renamed(batch, names)), -switches[rule]])
        return switches


def _renamed(batch: Batch, names: Array) -> Iterator[list[int]]:
    """The clauses of a batch with other variables."""
    literals = (np.sign(batch.literals) * names[np.abs(batch.literals)]).astype(np.int32)
    return clause_lists(Batch(batch.rule, literals, batch.width, batch.starts))
