"""A survey of a file: where each predicate occurs, for which index tuples, with which sign.

A *site* is a proposition as written in the text; its instances are the atoms it expands to. These depend only on
the variables of its indices, so the survey never makes all rows of a rule: see `ground.projection`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import inf

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from bigand.ground.atoms import is_integer, split_name
from bigand.ground.columns import Array, Column, column_of, decode, sorted_distinct, spread_tuples
from bigand.ground.facts import Literal, group_literals
from bigand.ground.frames import UNIT_FRAME, Frame, variables_of
from bigand.ground.grounder import FactBatch, Grounder, Rule
from bigand.ground.projection import MAX_ROWS, Branch, LetBinding, PathPart, TooLargeError, project
from bigand.language.syntax import (
    Assertion,
    Big,
    BigOperator,
    Cardinality,
    Comprehension,
    Count,
    Expect,
    Generator,
    If,
    Infix,
    Let,
    LineBreak,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Sign,
    Signed,
    Variable,
    strip_parentheses,
    walk,
)
from bigand.language.values import PropositionName, SetValue, Value, show_value

Index = int | str  # a number, or the text of any other value
POSITIVE, NEGATIVE, BOTH = 1, 2, 3


class Effort(Struct, frozen=True):
    """Limits on the work. They are counts, not times, so that the same file always gives the same result."""

    rows: int  # bindings of a projection
    instances: int  # of a rule that is checked as a whole
    rules: float  # of a file
    seeks_impossible: bool = True  # whether to look for rules that cannot be satisfied


THOROUGH = Effort(MAX_ROWS, 20_000, inf)
QUICK = Effort(20_000, 200, 2_000, seeks_impossible=False)  # solving shows a missing model


class Site(Struct, eq=False):
    """A proposition in the text with the frames, index columns and atoms it occurs with.

    All facts of a predicate with indices of the same kinds are one site: `facts` are their propositions, by row.
    """

    rule: Rule
    node: Proposition
    sign: int
    occurrences: list[tuple[Frame, tuple[Column, ...], Array]] = field(default_factory=list)
    values: list[set[Index]] = field(default_factory=list)
    is_asserted: bool = False  # a fact: under conjunctions only
    facts: tuple[Proposition, ...] = ()

    @property
    def predicate(self) -> tuple[str, int]:
        return (self.node.name, len(self.node.arguments))

    @property
    def place_count(self) -> int:
        """The number of places in the text."""
        return len(self.facts) or 1

    def atoms(self) -> Array:
        return sorted_distinct(np.concatenate([atoms for _, _, atoms in self.occurrences]))

    def facts_with_index(self, place: int, grounder: Grounder) -> list[tuple[Proposition, Index]]:
        """Return the facts of this site, each with its value of the index at `place`."""
        ((frame, columns, _),) = self.occurrences
        data = columns[place].full_data(frame.count)
        values = [as_index(value) for value in decode(columns[place].kind, data, grounder.table)]
        return list(zip(self.facts, values, strict=True))


class EmptyLoop(Struct, frozen=True, eq=False):
    """A generator in the text that makes no rows, with the number of rows it makes without its condition."""

    rule: Rule
    generator: Generator
    unfiltered: int


class Survey(Struct, eq=False, dict=True):
    """The rules that are not facts, the sites and the empty loops of a file.

    `signs` is indexed by atom. `reported` are predicates with wrong indices. `skipped` are rules that are too
    large to look at, so the occurrences of their predicates are unknown.
    """

    grounder: Grounder
    effort: Effort = THOROUGH
    rules: list[Rule] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    loops: list[EmptyLoop] = field(default_factory=list)
    skipped: list[Rule] = field(default_factory=list)
    too_large: list[Rule] = field(default_factory=list)  # for one of the checks
    signs: Array = field(default_factory=lambda: np.zeros(1, dtype=np.int8))
    reported: set[tuple[str, int]] = field(default_factory=set)

    def predicates(self) -> dict[tuple[str, int], list[Site]]:
        """Return the sites of each predicate, by name and number of indices, if all of them are known."""
        return self._predicates

    @cached_property
    def _predicates(self) -> dict[tuple[str, int], list[Site]]:
        unknown = {node.name for rule in self.skipped for node in walk(rule.body) if isinstance(node, Proposition)}
        by_predicate: dict[tuple[str, int], list[Site]] = {}
        for site in self.sites:
            if site.node.name not in unknown:
                by_predicate.setdefault(site.predicate, []).append(site)
        return by_predicate

    def binding_for(self, site: Site, place: int, value: Index) -> dict[str, Value]:
        """Return a binding of the site's variables that gives an index this value."""
        table = self.grounder.table
        if site.facts:
            return {}
        for frame, columns, _ in site.occurrences:
            column = columns[place]
            codes = [
                index
                for index, index_value in enumerate(distinct_values(column, self.grounder))
                if index_value == value
            ]
            if codes:
                data = np.broadcast_to(column.data, (frame.count,)) if column.is_constant else column.data
                row = int(np.flatnonzero(data == sorted_distinct(column.data)[codes[0]])[0])
                used = variables_of(site.node)
                return {name: bound for name, bound in frame.binding(row, table).items() if name in used}
        return {}


def survey_file(grounder: Grounder, effort: Effort = THOROUGH) -> Survey:
    """Walk all rules of a file and return the survey."""
    walker = _RuleWalker(grounder, effort)
    rules: list[Rule] = []
    facts: list[Rule] = []
    literals: list[Literal] = []
    for piece in [*grounder.rules_and_facts(), *grounder.soft_rules()]:
        if isinstance(piece, FactBatch):
            facts += piece.rules
            literals += piece.literals
        else:
            walker.visit_rule(piece)
            rules.append(piece)
    walker.visit_facts(facts, literals)
    grounder.evaluator.raise_recorded_failures()
    sites = sorted(walker.sites.values(), key=lambda site: site.rule.number)
    surveyed = Survey(grounder, effort, rules, sites, walker.loops, walker.skipped)
    surveyed.signs = np.zeros(grounder.atoms.count + 1, dtype=np.int8)
    for site in surveyed.sites:
        for _, _, atoms in site.occurrences:
            surveyed.signs[atoms] |= site.sign
        site.values = _values_by_index(site, grounder)
    return surveyed


def _values_by_index(site: Site, grounder: Grounder) -> list[set[Index]]:
    """Return the values of each index of a site."""
    values: list[set[Index]] = [set() for _ in site.node.arguments]
    for _, columns, _ in site.occurrences:
        for place, column in enumerate(columns):
            values[place].update(distinct_values(column, grounder))
    return values


def distinct_values(column: Column, grounder: Grounder) -> list[Index]:
    """Return the distinct values of a column, in the order of their codes."""
    return [as_index(value) for value in decode(column.kind, sorted_distinct(column.data), grounder.table)]


def as_index(value: Value) -> Index:
    return value if isinstance(value, int) and not isinstance(value, bool) else show_value(value)


def elements_of(node: Node, grounder: Grounder) -> set[Index] | None:
    """Return the elements of a set that depends on global variables only, else None."""
    if not variables_of(node) <= set(grounder.evaluator.globals.values):
        return None
    column = grounder.evaluator.evaluate(node, UNIT_FRAME)
    if grounder.evaluator.failures:
        grounder.evaluator.failures.clear()
        return None
    (value,) = decode(column.kind, column.data[:1], grounder.table)
    return {as_index(element) for element in value.elements} if isinstance(value, SetValue) else None


class _RuleWalker:
    """A walk over the rules that collects sites and empty loops."""

    def __init__(self, grounder: Grounder, effort: Effort) -> None:
        self.grounder = grounder
        self.max_rows = effort.rows
        self.evaluator = grounder.evaluator
        self.sites: dict[tuple[int, tuple[object, ...]], Site] = {}
        self.loops: list[EmptyLoop] = []
        self.skipped: list[Rule] = []
        self.current: Rule
        # Projections for the current rule, by path and variables: most sites share one. The path is stored too,
        # so that the ids in the key stay valid.
        self.frames: dict[tuple[object, ...], tuple[tuple[PathPart, ...], Frame]] = {}

    def visit_facts(self, rules: Sequence[Rule], literals: Sequence[Literal]) -> None:
        """Make one site of all facts with the same predicate, kinds and sign, wherever they occur."""
        for sign in (POSITIVE, NEGATIVE):
            literal_places = [place for place, literal in enumerate(literals) if literal.sign is (sign == POSITIVE)]
            for group in group_literals([literals[place] for place in literal_places], self.grounder.table):
                places = [literal_places[place] for place in group.places.tolist()]
                frame = Frame(len(places))
                atoms = self.grounder.atoms.number_atoms(group.name, group.columns, frame.count)
                nodes = tuple([literals[place].node for place in places])
                site = Site(rules[places[0]], nodes[0], sign, [(frame, group.columns, atoms)], is_asserted=True)
                site.facts = nodes
                self.sites[site.rule.number, (id(nodes[0]),)] = site

    def visit_rule(self, rule: Rule) -> None:
        self.current = rule
        self.frames.clear()
        path = tuple(rule.generators)
        try:
            if not self.visit_formula(rule.body, path, POSITIVE, asserted=True) and path:
                self._note_empty_loop(path)
        except TooLargeError:
            self.skipped.append(rule)

    def _note_empty_loop(self, path: tuple[PathPart, ...], before: int = 0) -> None:
        """Note the first generator from position `before` on that makes no rows, if there is one.

        Called when a formula had no instance.
        """
        for number in range(before, len(path)):
            generator, outer = path[number], path[:number]
            if isinstance(generator, Generator) and not self._count_rows((*outer, generator)):
                unfiltered = self._count_rows((*outer, replace(generator, condition=None)))
                self.loops.append(EmptyLoop(self.current, generator, unfiltered))
                return

    def _count_rows(self, path: tuple[PathPart, ...]) -> int:
        return project(self.evaluator, path, set(), self.max_rows).count

    def visit_formula(self, node: Node, path: tuple[PathPart, ...], sign: int, asserted: bool = False) -> bool:
        """Note the sites of a formula under `path`, and return whether it has any instance.

        `asserted` says that the formula, with its sign, must hold by itself.
        """
        match node:
            case Parenthesised(inner) | LineBreak(inner):
                return self.visit_formula(inner, path, sign, asserted)
            case Proposition(_, arguments):
                frame = self._frame_for(node, path)
                if frame.count:
                    columns = [self.evaluator.evaluate(argument, frame) for argument in arguments]
                    self._note_proposition(node, frame, columns, sign, asserted)
                return frame.count > 0
            case Signed(Sign.NOT, operand):
                return self.visit_formula(operand, path, _flip(sign), asserted)
            case Infix(operator, operands):
                stays = asserted and operator is (Operator.AND if sign == POSITIVE else Operator.OR)
                seen = [
                    self.visit_formula(
                        operand, path, _operand_sign(operator, index == len(operands) - 1, sign), stays
                    )
                    for index, operand in enumerate(operands)
                ]
                return any(seen)
            case BigOperator(big, generator, body):
                stays = asserted and big is (Big.AND if sign == POSITIVE else Big.OR)
                return self._visit_loop(generator, body, path, sign, stays)
            case If(condition, then, otherwise):
                seen = [
                    self.visit_formula(branch, (*path, Branch(condition, holds)), sign, asserted)
                    for holds, branch in ((True, then), (False, otherwise))
                ]
                return any(seen)
            case Let(variables, values, body):
                namings = [LetBinding(variable, bound) for variable, bound in zip(variables, values, strict=True)]
                return self.visit_formula(body, (*path, *namings), sign, asserted)
            case Cardinality(count, _, members):
                return self._visit_members(members, path, _cardinality_sign(count, sign))
            case Variable():
                frame = self._frame_for(node, path)
                if frame.count:
                    self._note_values(node, self.evaluator.evaluate(node, frame), sign)
                return frame.count > 0
            case _:
                return False

    def _note_proposition(
        self, node: Proposition, frame: Frame, columns: list[Column], sign: int, asserted: bool
    ) -> None:
        """Note a proposition; a tuple argument counts as one argument per element."""
        parts = [spread_tuples([column], self.grounder.table) for column in columns]
        if any([part is None for part in parts]):
            return  # tuples of different lengths: no warnings
        flat_parts = [part for part in parts if part is not None]
        arguments = [argument for argument, part in zip(node.arguments, flat_parts, strict=True) for _ in part]
        flat_node = (
            node if len(arguments) == len(columns) else Proposition(node.name, tuple(arguments), span=node.span)
        )
        flat = tuple([column for part in flat_parts for column in part])
        self._add_site(flat_node, frame, flat, sign, (id(node),)).is_asserted |= asserted

    def _frame_for(self, node: Node, path: tuple[PathPart, ...]) -> Frame:
        """Return the bindings of a node's variables for which it has an instance."""
        key = (*[id(part) for part in path], frozenset(variables_of(node)))
        if key not in self.frames:
            self.frames[key] = (path, project(self.evaluator, path, variables_of(node), self.max_rows))
        return self.frames[key][1]

    def _visit_loop(
        self, generator: Generator, body: Node, path: tuple[PathPart, ...], sign: int, asserted: bool = False
    ) -> bool:
        inner = (*path, generator)
        if self.visit_formula(body, inner, sign, asserted):
            return True
        if not path or self._count_rows(path):
            self._note_empty_loop(inner, len(path))
        return False

    def _visit_members(self, members: Node, path: tuple[PathPart, ...], sign: int) -> bool:
        """Visit what is counted: the propositions of a comprehension, else the atoms in the set."""
        inner = strip_parentheses(members)
        if isinstance(inner, Comprehension) and isinstance(strip_parentheses(inner.element), Proposition):
            return self._visit_loop(inner.generator, strip_parentheses(inner.element), path, sign)
        frame = self._frame_for(members, path)
        if frame.count:
            column, _ = self.evaluator.evaluate_elements(members, frame)
            self._note_values(members, column, sign)
        return frame.count > 0

    def _note_values(self, node: Node, column: Column, sign: int) -> None:
        """Note atoms that are values: each of their predicates is a site at the set or variable."""
        alike: dict[tuple[str, tuple[bool, ...]], list[tuple[str, ...]]] = {}
        for value in decode(column.kind, sorted_distinct(column.data), self.grounder.table):
            if isinstance(value, PropositionName):
                predicate, arguments = split_name(str(value))
                alike.setdefault((predicate, tuple(map(is_integer, arguments))), []).append(tuple(arguments))
        for (predicate, integers), rows in alike.items():
            stand_in = Proposition(predicate, tuple([node] * len(integers)), span=node.span)
            indices = zip(*rows, strict=True)
            columns = [self._index_column(texts, integer) for texts, integer in zip(indices, integers, strict=True)]
            self._add_site(stand_in, Frame(len(rows)), tuple(columns), sign, (id(node), predicate))

    def _index_column(self, texts: Sequence[str], are_integers: bool) -> Column:
        """Return the column of one index of atoms that are values."""
        values: list[Value] = [int(text) if are_integers else PropositionName(text) for text in texts]
        return column_of(values, self.grounder.table)

    def _add_site(
        self,
        node: Proposition,
        frame: Frame,
        columns: tuple[Column, ...],
        sign: int,
        key: tuple[object, ...] | None = None,
    ) -> Site:
        atoms = self.grounder.atoms.number_atoms(node.name, list(columns), frame.count)
        site = self.sites.setdefault((self.current.number, key or (id(node),)), Site(self.current, node, 0))
        site.sign |= sign
        site.occurrences.append((frame, columns, atoms))
        return site


def _flip(sign: int) -> int:
    return {POSITIVE: NEGATIVE, NEGATIVE: POSITIVE}.get(sign, sign)


def _operand_sign(operator: Operator, is_last: bool, sign: int) -> int:
    if operator in (Operator.AND, Operator.OR):
        return sign
    if operator is Operator.IMPLIES:
        return sign if is_last else _flip(sign)
    return BOTH


def _cardinality_sign(count: Count, sign: int) -> int:
    if count is Count.EXACT:
        return BOTH
    return sign if count is Count.AT_LEAST else _flip(sign)


def is_arithmetic(node: Node) -> bool:
    """Whether an index is computed."""
    inner = strip_parentheses(node)
    if isinstance(inner, Infix):
        return inner.operator in (Operator.PLUS, Operator.MINUS, Operator.TIMES, Operator.DIVIDE, Operator.MOD)
    return isinstance(inner, Signed) and not inner.span.end - inner.span.start <= 2


def generators_of(rule: Rule) -> Iterator[Generator]:
    """Yield all generators of a rule, those around its body and those inside."""
    yield from rule.generators
    for node in walk(rule.body):
        if isinstance(node, BigOperator | Comprehension):
            yield node.generator


def is_over_sets(rule: Rule) -> bool:
    """Whether a rule has an operator with variables, around its body or inside."""
    return any([True for _ in generators_of(rule)])


def global_range_of_variable(survey: Survey, rule: Rule, variable_name: str) -> tuple[Node, set[Index]] | None:
    """Return the set that a variable of a rule ranges over, if it depends on global variables only."""
    for generator in generators_of(rule):
        for variable, node in zip(generator.variables, generator.sets, strict=False):
            if variable.name == variable_name:
                elements = elements_of(node, survey.grounder)
                return None if elements is None else (node, elements)
    return None


# ---------------------------------------------------------------------- the purpose of a file
# Exercises in logic are often refutations: the premises and the negated conclusion, or a theorem with `not`
# before it. Having no model is then the answer hoped for, and no line is wrong.


def expects_no_model(survey: Survey) -> bool:
    """Whether the file says that it has no model: then its lines clash on purpose."""
    directives = survey.grounder.reading.program.directives
    return any([isinstance(directive, Expect) and directive.outcome == "unsat" for directive in directives])


def is_single_formula(survey: Survey) -> bool:
    """Whether the file is a single formula, whose satisfiability is the question.

    Many models are also written as one formula, with rules joined by `and`; those have rules over sets.
    """
    return len(_formulas(survey)) == 1 and (len(survey.rules) == 1 or not any(map(is_over_sets, survey.rules)))


def is_refutation(rule: Rule) -> bool:
    """Whether a rule is a negated formula, larger than an atom and over no set: a test of validity."""
    negated = _negation_operand(rule.body)
    return negated is not None and not rule.generators and not isinstance(negated, Proposition)


def are_premises_and_conclusion(survey: Survey, facts: Iterable[Proposition]) -> bool:
    """Whether clashing facts are premises and a conclusion: one has no index, or the last formula negates one."""
    conclusion = _negation_operand(_formulas(survey)[-1])
    return any([not fact.arguments or fact is conclusion for fact in facts])


def _formulas(survey: Survey) -> list[Node]:
    return [item.formula for item in survey.grounder.reading.program.items if isinstance(item, Assertion)]


def _negation_operand(formula: Node) -> Node | None:
    """Return the operand of `not`, or None if the formula is not a negation."""
    inner = strip_parentheses(formula)
    return strip_parentheses(inner.operand) if isinstance(inner, Signed) and inner.sign is Sign.NOT else None
