"""Formulas expanded in columns: a tree and a frame to a ground formula, rule by rule, block by block.

A rule is a formula of the file; the operators `bigand` around its body are one frame, made in blocks, so that
memory stays bounded while the work grows. Everything below is one ground formula a block.
"""

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from msgspec import Struct

from bigand.ground import join
from bigand.ground.agreement import Sample, Samples
from bigand.ground.atoms import AtomTable
from bigand.ground.columns import MIXED, Array, Column, ValueTable, decode, distinct
from bigand.ground.compare import Comparer
from bigand.ground.evaluate import Evaluator
from bigand.ground.facts import Literal, literal_of, number_literals
from bigand.ground.formula import (
    FALSE,
    OPEN,
    TRUE,
    Big,
    Branches,
    Connection,
    Constants,
    Counting,
    Equality,
    Ground,
    Literals,
    Negation,
    Quantification,
    entries,
    occurrences,
)
from bigand.ground.frames import UNIT, Frame
from bigand.ground.join import can_flatten, join_blocks, plan
from bigand.ground.kinds import Kinds
from bigand.ground.quote import formula_value
from bigand.ground.scopes import Scopes
from bigand.ground.tables import CASE, Table
from bigand.language import faults as checks
from bigand.language import operations
from bigand.language.reading import Reading
from bigand.language.soft import softs
from bigand.language.syntax import (
    COMPARISONS,
    Assertion,
    Assignment,
    BigOperator,
    Cardinality,
    Comprehension,
    Count,
    Generator,
    If,
    Infix,
    Let,
    LineBreak,
    Mode,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Quantified,
    Quantifier,
    Sign,
    Signed,
    Truth,
    Variable,
    bare,
)
from bigand.language.syntax import Big as BigKind
from bigand.language.values import (
    FORMULA,
    INT,
    PROPOSITION,
    SET,
    FormulaValue,
    Name,
    Value,
    kind_of,
)
from bigand.source.diagnostic import Severity
from bigand.source.span import Span

_LARGEST_SAMPLE = 400  # atoms of an instance that the second road looks at


class Rule(Struct, frozen=True):
    """A formula of the file: the operators around it, and its body."""

    number: int
    span: Span
    generators: tuple[Generator, ...]
    body: Node
    weight: Node | None = None  # what an instance that does not hold costs; None for a rule that must hold


class Facts(Struct, frozen=True, eq=False):
    """Rules that stand one after the other and are facts, each with its literal."""

    rules: tuple[Rule, ...]
    literals: tuple[Literal, ...]


class Grounder:
    """Expands the formulas of one reading, numbering atoms as they come."""

    def __init__(
        self,
        reading: Reading,
        given: Mapping[str, Value | Table] | None = None,
        atoms: AtomTable | None = None,
        cases: int | None = None,
        forecasts: dict[Hashable, Any] | None = None,
    ) -> None:
        self.reading = reading
        self.table = ValueTable() if atoms is None else atoms.values
        self.evaluator = Evaluator(reading.document.text, self.table)
        self.atoms = atoms or AtomTable(self.table)  # two files may share theirs
        self.comparer = Comparer(self.evaluator, self.atoms, self._number)
        self.kinds = Kinds() if reading.mode is Mode.SMT else None  # of unknowns, as they are used
        self._scopes = Scopes(self.atoms)
        self._place = 0  # how many occurrences of atoms have gone before
        self._first = np.full(1, -1, dtype=np.int64)  # by atom: the place where it first occurs, -1 for nowhere
        self._formulas: dict[int, Node] = {}
        self.forecasts = {} if forecasts is None else forecasts  # what is known already of how large rules are
        self.samples = Samples()  # of instances, for the second road
        self.evaluator.quote = self._quote
        # The frame that everything is joined onto: one row, or one for each case.
        self.base = UNIT if cases is None else Frame(cases, {CASE: Column(INT, np.arange(cases))})
        self._assign(given or {})

    # ------------------------------------------------------------------ globals

    def _assign(self, given: Mapping[str, Value | Table]) -> None:
        """Evaluate all assignments in order; what is given from outside wins, by its printed name: `$cost(1)`."""
        values = self.evaluator.globals
        for key, found in given.items():
            name, index, _ = key.partition("(")
            if isinstance(found, Table):
                values.tables[key] = found
            elif index:
                values.families.setdefault(name, {})[key] = found
            else:
                values.values[name] = found
        for item in self.reading.program.items:
            if not isinstance(item, Assignment):
                continue
            target = item.target
            if target.name in given and not target.arguments:
                continue
            column = self.evaluator.expression(item.value, UNIT)
            indices = [self.evaluator.expression(argument, UNIT) for argument in target.arguments]
            self.evaluator.raise_failures()
            value = self._single(column)
            if not target.arguments:
                values.values[target.name] = value
                continue
            key = operations.atom_name(target.name, tuple(self._single(index) for index in indices))
            if key not in given:
                values.families.setdefault(target.name, {})[key] = value

    def _single(self, column: Column) -> Value:
        return decode(column.kind, column.data[:1], self.table)[0]

    # ------------------------------------------------------------------ rules

    def rules(self) -> list[Rule]:
        """The rules of the file that must hold, in order."""
        return self._rules

    @cached_property
    def _rules(self) -> list[Rule]:
        found: list[Rule] = []
        soft = softs(self.reading.program)
        for at, item in enumerate(self.reading.program.items):
            if isinstance(item, Assertion) and at not in soft:
                for formula in _conjuncts(item.formula):
                    generators, body = _head(formula)
                    span = item.span if formula is item.formula else formula.span
                    found.append(Rule(len(found), span, tuple(generators), body))
        return found

    def soft_rules(self) -> list[Rule]:
        """The rules that may be broken, numbered after those that must hold.

        Each instance is one constraint with one weight, so that a conjunction is not taken apart.
        """
        found: list[Rule] = []
        first = len(self.rules())
        for at, directive in softs(self.reading.program).items():
            item = self.reading.program.items[at]
            assert isinstance(item, Assertion)
            generators, body = _head(item.formula)
            rule = Rule(first + len(found), item.span, tuple(generators), body, directive.weight)
            found.append(rule)
        return found

    def pieces(self) -> list[Rule | Facts]:
        """The rules that must hold, in order, facts that stand one after the other together."""
        return self._pieces

    @cached_property
    def _pieces(self) -> list[Rule | Facts]:
        if self.reading.mode is not Mode.SAT or self.base is not UNIT:
            return [*self.rules()]
        found: list[Rule | Facts] = []
        literals = [None if rule.generators else literal_of(rule.body) for rule in self.rules()]
        pairs = zip(self.rules(), literals, strict=True)
        for is_other, run in groupby(pairs, key=lambda pair: pair[1] is None):
            rules = tuple([(rule, literal) for rule, literal in run])
            if is_other:
                found += [rule for rule, _ in rules]
            else:
                known = tuple([literal for _, literal in rules if literal is not None])
                found.append(Facts(tuple([rule for rule, _ in rules]), known))
        return found

    def facts(self, facts: Facts) -> Array:
        """The literals of facts: atoms, with a minus where there is a `not`; where they occur is remembered."""
        atoms = number_literals(facts.literals, self.atoms)
        self.note_atoms(atoms, np.arange(len(atoms)))
        for at in {len(atoms) - 1, (len(atoms) * 5) // 8}:
            ground: Ground = Literals(atoms[at : at + 1], facts.rules[at].span)
            ground = ground if facts.literals[at].sign else Negation(ground)
            self._sample(facts.rules[at], UNIT, ground)
        return np.where([literal.sign for literal in facts.literals], atoms, -atoms)

    def frames(self, rule: Rule) -> Iterator[Frame]:
        """The rows of a rule, in order, in blocks."""
        if not rule.generators:
            yield self.base
            return
        yield from join_blocks(self.evaluator, plan(list(rule.generators)), self.base, join.BLOCK)

    def blocks(self, rule: Rule, note: bool = True) -> Iterator[tuple[Frame, Ground]]:
        """The ground formulas of a rule: for each block of rows, what all of them together say.

        With `note` it is remembered where atoms occur for the first time, which `order` needs.
        """
        for frame in self.frames(rule):
            if frame.count:
                for part in self._bounded(rule.body, frame):
                    ground = self.formula(rule.body, part)
                    self.evaluator.raise_failures()
                    if note:
                        self.note(ground)
                    if self.kinds is not None:
                        self.kinds.note(ground)
                    self._sample(rule, part, ground)
                    yield part, ground

    def _sample(self, rule: Rule, frame: Frame, ground: Ground) -> None:
        """Keep an instance or two of a block for the second road."""
        if not self.samples.wants(rule) or self.evaluator.globals.tables or self.base is not UNIT:
            return
        from bigand.ground.written import tree_of

        is_plain = self.reading.mode is Mode.SAT and entries(ground) <= _LARGEST_SAMPLE * frame.count
        numbers = range(self.atoms.count + 1)
        for row in {frame.count - 1, (frame.count * 5) // 8}:
            tree = tree_of(ground, row, numbers) if is_plain else None
            self.samples.keep(Sample(rule, (frame.binding(row, self.table),), tree))

    def _bounded(self, body: Node, frame: Frame) -> Iterator[Frame]:
        """Rows whose bodies have operators over sets, in smaller blocks where there are many."""
        size = max(64, join.BLOCK // _inner_size(body))
        if frame.count <= size:
            yield frame
            return
        for start in range(0, frame.count, size):
            yield frame.slice(start, start + size)

    def note(self, ground: Ground) -> None:
        """Remember where atoms occur for the first time."""
        self._grow()
        if (self._first[1 : self.atoms.count + 1] >= 0).all():
            return  # every atom has been seen
        atoms, places = occurrences(ground)
        self.note_atoms(atoms, places)

    def note_atoms(self, atoms: Array, places: Array) -> None:
        """Remember where these atoms occur, by their places in what is expanded now."""
        self._grow()
        if not len(atoms):
            return
        new = self._first[atoms] < 0
        if new.any():
            fresh, where = atoms[new], places[new] + self._place
            order = np.argsort(where, kind="stable")[::-1]
            self._first[fresh[order]] = where[order]  # the last write is the earliest place
        self._place += int(places.max()) + 1

    def occurs(self, atoms: Array) -> Array:
        """Which of these atoms have been seen to occur."""
        self._grow()
        seen: Array = self._first[atoms] >= 0
        return seen

    def _grow(self) -> None:
        if self.atoms.count >= len(self._first):
            grown = np.full(2 * self.atoms.count + 16, -1, dtype=np.int64)
            grown[: len(self._first)] = self._first
            self._first = grown

    def order(self) -> Array:
        """The atoms that occur, by their first place in the expanded file: the user's atoms."""
        first = self._first[: self.atoms.count + 1]
        present = np.flatnonzero(first >= 0)
        return present[np.argsort(first[present], kind="stable")]

    # ------------------------------------------------------------------ formulas

    def formula(self, node: Node, frame: Frame) -> Ground:
        """The ground formula of a node in the rows of a frame, which has at least one."""
        match node:
            case Proposition(name, arguments):
                columns = [self.evaluator.expression(argument, frame) for argument in arguments]
                return self._literals(self._number(name, columns, frame), frame, node.span)
            case Parenthesised(inner) | LineBreak(inner):
                return self.formula(inner, frame)
            case Signed(Sign.NOT, operand):
                return Negation(self.formula(operand, frame))
            case Infix(operator, operands):
                if operator in COMPARISONS:
                    return self.comparer.comparison(node, frame)
                absorbed = _absorbed(operator, operands)
                if absorbed is not None:
                    return Constants(np.full(frame.count, absorbed, dtype=np.int8))
                return _connect(operator, [self.formula(operand, frame) for operand in operands])
            case Truth(value):
                return Constants(np.full(frame.count, TRUE if value else FALSE, dtype=np.int8))
            case Variable():
                return self._variable(node, frame)
            case BigOperator():
                return self._big(node, frame)
            case Cardinality():
                return self._cardinality(node, frame)
            case If():
                return self._if(node, frame)
            case Let(variables, values, body):
                return self._let(list(zip(variables, values, strict=True)), body, frame)
            case Quantified():
                return self._quantified(node, frame)
            case _:
                raise AssertionError(f"not a formula of propositional logic: {node}")

    def _number(self, name: str, columns: list[Column], frame: Frame) -> Array:
        """The atoms of a name with these arguments; the same atom of different cases is not the same."""
        case = frame.columns.get(CASE)
        return self.atoms.number_all(name, columns if case is None else [case, *columns], frame.count)

    def _literals(self, atoms: Array, frame: Frame, span: Span) -> Literals:
        """These atoms, or those of the same names that quantifiers around them bind."""
        return Literals(self._scopes.resolve(atoms, frame), span)

    def _quantified(self, node: Quantified, frame: Frame) -> Ground:
        owners, atoms = self._bound(node, frame)
        with self._scopes.entered(owners, atoms, frame, node) as (inside, copies):
            inner = self.formula(node.body, inside)
        is_forall = node.quantifier is Quantifier.FORALL
        return Quantification(is_forall, copies, _starts(owners, frame.count), inner, node.span)

    def _bound(self, node: Quantified, frame: Frame) -> tuple[Array, Array]:
        """The atoms that a quantifier binds, by their owners, in the order in which they are written."""
        rows, row_owners = frame, np.arange(frame.count)
        if node.generator is not None:
            rows, row_owners = self.evaluator.generate(node.generator, frame)
            self.evaluator.raise_failures()
        owners: list[Array] = [np.empty(0, dtype=np.int64)]
        atoms: list[Array] = [np.empty(0, dtype=np.int64)]
        for proposition in node.propositions if rows.count else ():
            numbers = self._named(proposition, node, rows)
            self._refuse_bound(proposition, numbers, rows)
            literals, starts = _each_once(Literals(numbers), row_owners, frame.count)
            owners.append(np.repeat(np.arange(frame.count), np.diff(starts)))
            atoms.append(literals.atoms)
            self._refuse_repeated(proposition, np.concatenate(owners), np.concatenate(atoms), frame)
        all_owners = np.concatenate(owners)
        order = np.argsort(all_owners, kind="stable")
        return all_owners[order], np.concatenate(atoms)[order]

    def _refuse_bound(self, proposition: Node, atoms: Array, rows: Frame) -> None:
        """A name that a quantifier around this one binds may not be bound again."""
        for bound, by in self._scopes.binders(atoms, rows):
            name = self.atoms.names()[int(atoms[np.argmax(bound)])]
            found = checks.quantified_twice(proposition.span, name, by)
            self.evaluator.remember(found, bound, rows, proposition.span)
            self.evaluator.raise_failures()

    def _refuse_repeated(self, proposition: Node, owners: Array, atoms: Array, frame: Frame) -> None:
        """Nor may one that the same quantifier binds by another proposition."""
        order = np.lexsort((atoms, owners))
        same = (np.diff(owners[order]) == 0) & (np.diff(atoms[order]) == 0)
        if same.any():
            at = int(order[1:][same][0])
            found = checks.quantified_twice(proposition.span, self.atoms.names()[int(atoms[at])], proposition.span)
            self.evaluator.remember(found, np.arange(frame.count) == owners[at], frame, proposition.span)
            self.evaluator.raise_failures()

    def _named(self, proposition: Node, node: Quantified, rows: Frame) -> Array:
        """The atoms, by name only, that a proposition after a quantifier stands for in each row."""
        if isinstance(proposition, Proposition):
            columns = [self.evaluator.expression(argument, rows) for argument in proposition.arguments]
            self.evaluator.raise_failures()
            return self._number(proposition.name, columns, rows)
        assert isinstance(proposition, Variable)
        column = self.evaluator.variable(proposition, rows)
        self.evaluator.raise_failures()
        distinct, inverse = np.unique(column.full(rows.count), return_inverse=True)
        numbers = np.empty(len(distinct), dtype=np.int64)
        for at, value in enumerate(decode(column.kind, distinct, self.table)):
            if not isinstance(value, Name):
                keyword = node.quantifier.value
                found = checks.quantified_value(proposition.span, keyword, kind_of(value), Severity.ERROR)
                self.evaluator.remember(found, inverse == at, rows, proposition.span)
                self.evaluator.raise_failures()
            numbers[at] = self.atoms.number_name(str(value))
        return numbers[inverse]

    def _big(self, node: BigOperator, frame: Frame) -> Ground:
        is_and = node.big is BigKind.AND
        inner, owners = self.evaluator.generate(node.generator, frame)
        starts = _starts(owners, frame.count)
        if not inner.count:
            return Constants(np.full(frame.count, TRUE if is_and else FALSE, dtype=np.int8))
        return Big(is_and, self.formula(node.body, inner), starts)

    def _let(self, pairs: list[tuple[Variable, Node]], body: Node, frame: Frame) -> Ground:
        """The body with variables bound one after the other; indexed ones, row by row, by the keys they have."""
        if not pairs:
            return self.formula(body, frame)
        (variable, bound), *rest = pairs
        column = self.evaluator.expression(bound, frame)
        if not variable.arguments:
            return self._let(rest, body, frame.bind(variable.name, column))
        keys, which = self.evaluator.keys(variable, frame)
        if len(keys) == 1:
            return self._let(rest, body, frame.bind(keys[0], column))
        self.evaluator.raise_failures()
        rows = [np.flatnonzero(which == at) for at in range(len(keys))]
        parts = [
            self._let(rest, body, frame.take(own).bind(key, column.take(own)))
            for key, own in zip(keys, rows, strict=True)
        ]
        places = np.empty(frame.count, dtype=np.int64)
        for own in rows:
            places[own] = np.arange(len(own))
        return Branches(tuple(parts), which, places)

    def _if(self, node: If, frame: Frame) -> Ground:
        holds = self.evaluator.condition(node.condition, "if", frame)
        self.evaluator.raise_failures()
        if holds.all():
            return self.formula(node.then, frame)
        if not holds.any():
            return self.formula(node.otherwise, frame)
        parts = (
            self.formula(node.then, frame.take(np.flatnonzero(holds))),
            self.formula(node.otherwise, frame.take(np.flatnonzero(~holds))),
        )
        which = np.where(holds, 0, 1)
        places = np.where(holds, np.cumsum(holds), np.cumsum(~holds)) - 1
        return Branches(parts, which, places)

    def _variable(self, node: Variable, frame: Frame) -> Ground:
        column = self.evaluator.variable(node, frame)
        self.evaluator.raise_failures()
        return self._held(column, node, frame)

    def _held(self, column: Column, node: Node, frame: Frame) -> Ground:
        """The formula that a column of propositions and quoted formulas stands for."""
        distinct, inverse = np.unique(column.data, return_inverse=True)
        inverse = np.broadcast_to(inverse, (frame.count,)) if column.is_constant else inverse
        values = decode(column.kind, distinct, self.table)
        for at, value in enumerate(values):
            if not kind_of(value) & (PROPOSITION | FORMULA):
                name = node.name if isinstance(node, Variable) else ""
                bad = inverse == at
                found = checks.variable_not_proposition(node.span, name, node.span, kind_of(value), Severity.ERROR)
                self.evaluator.remember(found, bad, frame, node.span)
                self.evaluator.raise_failures()
        if all(isinstance(value, Name) for value in values):
            numbers = np.array([self.atoms.number_name(str(value)) for value in values], dtype=np.int64)
            return self._literals(numbers[inverse], frame, node.span)
        parts: list[Ground] = []
        places = np.empty(frame.count, dtype=np.int64)
        for at, value in enumerate(values):
            here = np.flatnonzero(inverse == at)
            places[here] = np.arange(len(here))
            tree = value.node if isinstance(value, FormulaValue) else str(value)
            parts.append(self._unquote(tree, frame.take(here), node.span))
        return Branches(tuple(parts), inverse, places)

    def _quote(self, formula: Node, frame: Frame) -> Value:
        """The value of a quoted formula in a frame of one row: the formula, expanded."""
        from bigand.ground.written import tree_of

        with self._scopes.forgotten():
            ground = self.formula(formula, frame)
        self.evaluator.raise_failures()
        return formula_value(tree_of(ground, 0, self.atoms.names(), in_pairs=True))

    def _unquote(self, tree: Any, frame: Frame, span: Span) -> Ground:
        """The ground formula that an expanded formula used at `span` stands for, in the rows of a frame."""
        count = frame.count
        if isinstance(tree, bool):
            return Constants(np.full(count, TRUE if tree else FALSE, dtype=np.int8))
        if isinstance(tree, str):
            return self._literals(np.full(count, self.atoms.number_name(tree), dtype=np.int64), frame, span)
        word, *parts = tree
        if word == "not":
            return Negation(self._unquote(parts[0], frame, span))
        if word in ("exact", "atleast", "atmost"):
            members = tuple([self._unquote(part, frame, span) for part in parts[1:]])
            size = len(members)
            inner = Branches(members, np.tile(np.arange(size), count), np.repeat(np.arange(count), size))
            return Counting(Count(word), np.full(count, parts[0]), inner, np.arange(count + 1) * size)
        return _connect(Operator(word), [self._unquote(part, frame, span) for part in parts])

    # ------------------------------------------------------------------ cardinalities

    def _cardinality(self, node: Cardinality, frame: Frame) -> Ground:
        number = self.evaluator.expression(node.number, frame)
        if number.kind != INT:
            kinds = number.kind or kind_of(self._single(number))
            found = checks.cardinality_kinds(node.number.span, node.count.value, "number", kinds, Severity.ERROR)
            self.evaluator.remember(found, np.ones(frame.count, dtype=np.bool_), frame, node.span)
        self.evaluator.raise_failures()
        members, starts = self._members(node, frame)
        # What is far outside is as good as just outside, and no calculation with it can overflow.
        numbers = np.clip(number.full(frame.count), -1, 1 << 40)
        if members is None:
            return Counting(node.count, numbers, Literals(np.empty(0, dtype=np.int64)), starts)
        return count_open(node.count, numbers, members, starts)

    def _members(self, node: Cardinality, frame: Frame) -> tuple[Ground | None, Array]:
        """What is counted: the members of the set of each row, each once."""
        inner = bare(node.set)
        if isinstance(inner, Comprehension) and isinstance(bare(inner.element), Proposition):
            atoms = self._atoms_of(inner, frame)
            if atoms is not None:
                return atoms
        column, counts = self.evaluator.elements(node.set, frame)
        self.evaluator.raise_failures()
        starts = np.concatenate([[0], np.cumsum(counts)])
        if not int(starts[-1]):
            return None, starts
        rows = frame.repeat(counts)
        self._only_propositions(column, node, rows)
        members = self._held(column, node.set, rows)
        if isinstance(members, Literals):
            # Different values may print alike (floats of more than 12 digits): one atom is counted once.
            return _each_once(members, np.repeat(np.arange(frame.count), counts), frame.count)
        return members, starts

    def _atoms_of(self, node: Comprehension, frame: Frame) -> tuple[Ground | None, Array] | None:
        """The members of `[p(…) for … in …]` straight as atoms, unless an argument is a set and stands for many."""
        element = bare(node.element)
        assert isinstance(element, Proposition)
        before = len(self.evaluator.failures)
        rows, owners = self.evaluator.generate(node.generator, frame)
        if not rows.count:
            return None, np.zeros(frame.count + 1, dtype=np.int64)
        columns = [self.evaluator.expression(argument, rows) for argument in element.arguments]
        if any(column.kind in (SET, MIXED) for column in columns):
            del self.evaluator.failures[before:]  # they will be met again
            return None
        self.evaluator.raise_failures()
        atoms = self._scopes.resolve(self._number(element.name, columns, rows), rows)
        if CASE not in frame.columns:
            # A set is in the order of its names, and atoms are numbered as they appear; cases have no names.
            order = np.lexsort((self._ranks(atoms), owners))
            atoms, owners = atoms[order], owners[order]
        return _each_once(Literals(atoms, element.span), owners, frame.count)

    def _ranks(self, atoms: Array) -> Array:
        """For each of these atoms its place among them by the bytes of its name."""
        names = self.atoms.names()
        distinct, inverse = np.unique(atoms, return_inverse=True)
        by_name = sorted(range(len(distinct)), key=[names[atom] for atom in distinct.tolist()].__getitem__)
        ranks = np.empty(len(distinct), dtype=np.int64)
        ranks[by_name] = np.arange(len(distinct))
        return ranks[inverse]

    def _only_propositions(self, column: Column, node: Cardinality, rows: Frame) -> None:
        for value in decode(column.kind, distinct(column.data), self.table):
            if not kind_of(value) & (PROPOSITION | FORMULA):
                found = checks.cardinality_kinds(
                    node.set.span, node.count.value, "elements", kind_of(value), Severity.ERROR
                )
                self.evaluator.remember(found, np.ones(rows.count, dtype=np.bool_), rows, node.span)
        self.evaluator.raise_failures()


def count_open(count: Count, numbers: Array, members: Ground, starts: Array) -> Ground:
    """A cardinality over members of which some may be true or false already."""
    settled = members.status != OPEN
    if not settled.any():
        return Counting(count, numbers, members, starts)
    owners = np.repeat(np.arange(len(numbers)), np.diff(starts))
    true = np.bincount(owners, weights=members.status == TRUE, minlength=len(numbers)).astype(np.int64)
    keep = np.flatnonzero(~settled)
    kept = Branches((members,), np.zeros(len(keep), dtype=np.int64), keep)
    return Counting(count, numbers - true, kept, _starts(owners[keep], len(numbers)))


def _each_once(members: Literals, owners: Array, count: int) -> tuple[Literals, Array]:
    """Atoms by their owners, each once for an owner, in the order in which they come."""
    atoms = members.atoms
    pairs = owners * (int(atoms.max()) + 1) + atoms
    if (pairs[1:] > pairs[:-1]).all():
        return members, _starts(owners, count)
    _, first = np.unique(pairs, return_index=True)
    first.sort()
    return Literals(atoms[first], members.span), _starts(owners[first], count)


def _starts(owners: Array, count: int) -> Array:
    """Where the rows of each owner begin, for owners in order."""
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=count))]).astype(np.int64)


def _conjuncts(formula: Node) -> list[Node]:
    """The formulas that a formula says one after the other: a file may be one long conjunction."""
    inner = bare(formula)
    if (
        not isinstance(inner, Infix)
        or inner.operator is not Operator.AND
        or _absorbed(Operator.AND, inner.operands) is not None
    ):
        return [formula]
    return [part for operand in inner.operands for part in _conjuncts(operand)]


def _head(formula: Node) -> tuple[list[Generator], Node]:
    """The operators `bigand` around a formula that can be joined in one frame, and what is inside."""
    generators: list[Generator] = []
    node = formula
    while True:
        inner = bare(node)
        if not isinstance(inner, BigOperator) or inner.big is not BigKind.AND:
            return generators, node
        if not can_flatten(generators, inner.generator):
            return generators, node
        names = [variable.name for variable in inner.generator.variables]
        if len(set(names)) != len(names):
            return generators, node
        generators.append(inner.generator)
        node = inner.body


def _absorbed(operator: Operator, operands: tuple[Node, ...]) -> int | None:
    """What a connection is worth by a `Top` or `Bot` that stands in it: the rest is then not even evaluated."""
    constants = [_constant(operand) for operand in operands]
    if operator is Operator.AND and FALSE in constants:
        return FALSE
    if operator is Operator.OR and TRUE in constants:
        return TRUE
    if operator is Operator.IMPLIES and (FALSE in constants[:-1] or constants[-1] == TRUE):
        return TRUE
    return None


def _constant(node: Node) -> int | None:
    node = bare(node)
    if isinstance(node, Signed) and node.sign is Sign.NOT:
        inner = _constant(node.operand)
        return None if inner is None else 1 - inner
    return (TRUE if node.value else FALSE) if isinstance(node, Truth) else None


def _inner_size(node: Node) -> int:
    """A guess at how many rows a row of the body becomes: 1 without operators over sets inside."""
    match node:
        case BigOperator(body=body):
            return 16 * _inner_size(body)
        case Cardinality():
            return 16
        case Infix(_, operands):
            return max([_inner_size(operand) for operand in operands])
        case Parenthesised(inner) | Signed(_, inner) | LineBreak(inner):
            return _inner_size(inner)
        case If(_, then, otherwise):
            return max(_inner_size(then), _inner_size(otherwise))
        case Let(body=body) | Quantified(body=body):
            return _inner_size(body)
        case _:
            return 1


def _connect(operator: Operator, parts: list[Ground]) -> Ground:
    """Formulas connected by an operator, grouped to its side."""
    if operator in (Operator.AND, Operator.OR):
        return Connection(operator is Operator.AND, tuple(parts))
    if operator is Operator.XOR:
        result = parts[0]
        for part in parts[1:]:
            result = Equality(True, result, part)
        return result
    result = parts[-1]
    for part in reversed(parts[:-1]):
        if operator is Operator.IMPLIES:
            result = Connection(False, (Negation(part), result), arrow=True)
        else:
            result = Equality(False, part, result)
    return result
