"""Find rules that always hold, and so have no effect, and rules that never can.

Usually the form of a rule or a few assignments rule out both: one assignment satisfies all its instances, another
breaks one. Only the remaining rules go to a solver; of a large rule, only a sample of instances is checked.
"""

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random

import numpy as np
from msgspec.structs import replace

from bigand.encode.compiler import compile_negations, compile_traced
from bigand.explain.lint.survey import (
    BOTH,
    NEGATIVE,
    Survey,
    expects_no_model,
    is_over_sets,
    is_refutation,
    is_single_formula,
)
from bigand.ground.columns import Array
from bigand.ground.forecast import Forecast, forecast
from bigand.ground.formula import Comparisons, Ground, open_leaves
from bigand.ground.frames import UNIT_FRAME, Frame
from bigand.ground.grounder import Rule
from bigand.ground.join import join_blocks, make_plan
from bigand.ground.terms import Numbers, Unknowns, term_leaves
from bigand.language.syntax import (
    Big,
    BigOperator,
    Cardinality,
    Infix,
    Integer,
    LineBreak,
    Mode,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Sign,
    Signed,
    strip_parentheses,
    walk,
)
from bigand.solve.engines import clause_engine
from bigand.solve.session import LimitError
from bigand.solve.verification import evaluate
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span

_FEW = 4  # instances, of which one is nearly always broken
_SAMPLE = 1_000  # instances of a rule that is too large to be checked as a whole
_MAX_INSTANCE_ROWS = 20_000
_MAX_COUNTING_CLAUSES = 50_000  # clauses that count members of sets
_SMALL_SET = 64  # members, which are counted in no time
_MAX_BLOCKS = 64  # searched for a sample of instances
_ASSIGNMENTS = 16
_SECONDS = 10.0  # never reached by design: the number of rules given to a solver bounds the work
_MAX_RULES = 300  # given to a solver


def find_constant_rules(survey: Survey) -> list[Diagnostic]:
    """Find rules that, taken alone, cannot be broken or cannot be satisfied."""
    grounder = survey.grounder
    judge = _RuleJudge(survey)
    seen = {site.rule.number for site in survey.sites if not site.facts and site.rule.weight is None}
    judged = [rule for rule in survey.rules if rule.number in seen]
    survey.skipped += [rule for rule in judged if judge.is_too_large(rule)]
    unclear = [rule for rule in judged if not judge.is_too_large(rule) and judge.may_be_constant(rule)]
    beyond, unclear = unclear[_MAX_RULES : _MAX_RULES + 1], unclear[:_MAX_RULES]
    if not unclear:
        return []
    from bigand.explain.groups import ClashOracle
    from bigand.explain.why.witness import groups_with_negations
    from bigand.solve.engines.quick import quick_engine

    total = len(grounder.rules())
    kept = compile_traced(grounder, unclear, judge.instances_or_sample)
    groups = groups_with_negations(grounder, kept, compile_negations(grounder, unclear, judge.instances_or_sample))
    if groups.engine is clause_engine:
        groups = replace(groups, engine=quick_engine(groups.engine))
    oracle = ClashOracle(groups, np.arange(groups.count), time.monotonic() + _SECONDS)
    # Of the rules beyond the limit, only the first is reported.
    diagnostics = [make_diagnostic("W116", rule.span, help="help") for rule in beyond]
    try:
        for rule in unclear:
            if oracle.find_clash([total + rule.number]) is not None:
                if judge.checks_all_instances(rule):
                    diagnostics.append(make_diagnostic("W107", rule.span, help="help"))
                else:
                    survey.skipped.append(rule)
            elif survey.effort.seeks_impossible and oracle.find_clash([rule.number]) is not None:
                variant = "help" if is_over_sets(rule) else "plain"
                diagnostics.append(make_diagnostic("W108", rule.span, help=variant))
    except LimitError:
        pass
    finally:
        oracle.close()
    return diagnostics


def find_unintended_constant_rules(survey: Survey) -> list[Diagnostic]:
    """Find rules that always hold or never can, unless that is the question of the file."""
    rules = {rule.span: rule for rule in survey.rules}
    diagnostics = find_constant_rules(survey)
    return [
        diagnostic
        for diagnostic in diagnostics
        if not _is_intended(survey, diagnostic.code, rules[diagnostic.primary.span])
    ]


def _is_intended(survey: Survey, code: str, rule: Rule) -> bool:
    if code == "W108":
        return expects_no_model(survey) or is_single_formula(survey) or is_refutation(rule)
    return code == "W107" and is_single_formula(survey) and not is_over_sets(rule)


class _RuleJudge:
    """Evaluates instances of rules under a few assignments: all false, all true, and some at random."""

    def __init__(self, survey: Survey) -> None:
        self.grounder = survey.grounder
        self.max_instances = survey.effort.instances  # of a rule that is checked as a whole
        self.seeks_impossible = survey.effort.seeks_impossible
        self._sites = [site for site in survey.sites if not site.facts]
        self._seen = {site.node.span for site in self._sites}
        self._random = Random(0)  # importing NumPy's takes longer than all its use here
        self._truth = np.empty((0, _ASSIGNMENTS), dtype=np.bool_)
        self._forecasts: dict[int, Forecast] = {}

    def checks_all_instances(self, rule: Rule) -> bool:
        """Whether all instances of a rule are checked."""
        return self._forecast(rule).size <= self.max_instances

    def is_too_large(self, rule: Rule) -> bool:
        """Whether a single instance of a rule is too large to be checked."""
        return (
            self._rows_per_instance(rule) > _MAX_INSTANCE_ROWS or self._counting_size(rule) > _MAX_COUNTING_CLAUSES
        )

    def _counting_size(self, rule: Rule) -> int:
        """Estimate the number of clauses an instance needs to count members of sets."""
        counts = [node for node in walk(rule.body) if isinstance(node, Cardinality)]
        if not counts or self._rows_per_instance(rule) <= _SMALL_SET:
            return 0
        members = self._rows_per_instance(rule)
        bounds = [strip_parentheses(node.number) for node in counts]
        numbers = [bound.value if isinstance(bound, Integer) else members // 2 for bound in bounds]
        return max([_estimate_counter_clauses(number, members) for number in numbers])

    def _rows_per_instance(self, rule: Rule) -> int:
        rule_forecast = self._forecast(rule)
        return max(1, rule_forecast.size // max(1, rule_forecast.instances))

    def _forecast(self, rule: Rule) -> Forecast:
        if rule.number not in self._forecasts:
            self._forecasts[rule.number] = forecast(self.grounder, rule)
        return self._forecasts[rule.number]

    def instances_or_sample(self, rule: Rule) -> Iterator[tuple[Frame, Ground]]:
        """Yield the instances of a rule; of a large one, a sample."""
        if self.checks_all_instances(rule):
            yield from self.grounder.blocks(rule)
        else:
            yield from self._sample(rule, max(1, min(_SAMPLE, self.max_instances) // self._rows_per_instance(rule)))

    def _sample(self, rule: Rule, size: int) -> Iterator[tuple[Frame, Ground]]:
        """Yield up to `size` instances of a rule, if its sets have any."""
        join_plan = make_plan(list(rule.generators))
        frames = islice(join_blocks(self.grounder.evaluator, join_plan, UNIT_FRAME, size), _MAX_BLOCKS)
        frame = next((frame for frame in frames if frame.count), None)
        if frame is not None:
            frame = frame.slice(0, min(frame.count, size))
            yield frame, self.grounder.instantiate(rule, frame)

    def may_be_constant(self, rule: Rule) -> bool:
        """Whether no assignment satisfies all instances (if that matters), or none breaks one."""
        if is_surely_breakable(rule.body, self._seen) and (
            not self.seeks_impossible or is_surely_satisfiable(rule.body)
        ):
            return False
        if self.grounder.reading.mode is not Mode.SAT:  # only a solver can satisfy rules with numbers
            is_tried = self.grounder.reading.mode is Mode.SMT and not self.seeks_impossible
            return not (is_tried and self._is_broken_by_numbers(rule))
        if not self.seeks_impossible and self._is_broken_by_few(rule):
            return False
        is_kept, is_broken = np.ones(_ASSIGNMENTS, dtype=np.bool_), False
        for _, ground in self.instances_or_sample(rule):
            holds = evaluate(ground, self._assignments())
            is_kept &= holds.all(axis=0)
            is_broken = is_broken or not holds.all()
            if is_broken and not self.seeks_impossible:
                return False
        return not (is_broken and is_kept.any())

    def _is_broken_by_few(self, rule: Rule) -> bool:
        """Whether one of a few instances is broken: at random, or with one-sign atoms set against the rule."""
        sample = [ground for _, ground in self._sample(rule, _FEW)]
        truth = self._assignments()
        if any(not evaluate(ground, truth).all() for ground in sample):
            return True
        rule_sites = [site for site in self._sites if site.rule.number == rule.number]
        signs: dict[str, int] = {}
        for site in rule_sites:
            signs[site.node.name] = signs.get(site.node.name, 0) | site.sign
        worst = truth.copy()
        for site in rule_sites:
            if signs[site.node.name] != BOTH:
                worst[site.atoms()] = site.sign == NEGATIVE
        return any(not evaluate(ground, worst).all() for ground in sample)

    def _is_broken_by_numbers(self, rule: Rule) -> bool:
        return any(
            has_breaking_numbers(ground, self.grounder.atoms.count) for _, ground in self._sample(rule, _FEW)
        )

    def _assignments(self) -> Array:
        """Return the truth of each atom numbered so far, under each assignment."""
        count = self.grounder.atoms.count + 1
        if count > len(self._truth):
            numbers = np.frombuffer(self._random.randbytes(2 * count * _ASSIGNMENTS), dtype=np.uint8)
            grown = numbers.reshape(-1, _ASSIGNMENTS) < np.linspace(0, 256, _ASSIGNMENTS)
            grown[: len(self._truth)] = self._truth
            self._truth = grown
        return self._truth


def _estimate_counter_clauses(number: int, members: int) -> int:
    """Estimate the number of clauses that say that `number` of `members` are true."""
    return members * max(1, min(number, members - number))


DETECTORS = (find_unintended_constant_rules,)


# ---------------------------------------------------------------------- judging by form alone
# Where each predicate has one sign, all literals can be false together, and all true together. That one
# assignment breaks a clause, or satisfies a conjunction of clauses, so no instance has to be made. An operator
# that may be empty (`bigand` of nothing holds) counts only where the survey has seen an instance of its body.

_EVERYWHERE, _SOMEWHERE = 2, 1  # in all instances, in one at least
_CONNECTING = (Operator.AND, Operator.OR, Operator.IMPLIES)
_Reach = tuple[int, list[tuple[str, bool]]]  # where a value is reached, and the literals (name, sign) for it
_UNKNOWN: _Reach = (0, [])


def is_surely_breakable(body: Node, seen: set[Span]) -> bool:
    """Whether some assignment breaks an instance; `seen` are the propositions that have instances."""
    where, literals = _reach_of(body, False, seen)
    return where > 0 and _is_pure(literals)


def is_surely_satisfiable(body: Node) -> bool:
    """Whether some assignment satisfies all instances."""
    where, literals = _reach_of(body, True, set())
    return where == _EVERYWHERE and _is_pure(literals)


def _is_pure(literals: Sequence[tuple[str, bool]]) -> bool:
    """Whether no predicate has both signs."""
    return len({name for name, _ in literals}) == len(set(literals))


def _reach_of(node: Node, truth: bool, seen: set[Span]) -> _Reach:
    """Return where a formula gets the value `truth` if each of its literals gets the value needed for it.

    A disjunction is true where one part is, and false where all parts are; conjunctions are the dual.
    """
    match node:
        case Parenthesised(inner) | LineBreak(inner):
            return _reach_of(inner, truth, seen)
        case Proposition(name):
            return _EVERYWHERE, [(name, truth)]
        case Signed(Sign.NOT, operand):
            return _reach_of(operand, not truth, seen)
        case Infix(operator, operands) if operator in _CONNECTING:
            flipped = operator is Operator.IMPLIES
            last = len(operands) - 1
            parts = [
                _reach_of(operand, truth != (flipped and index < last), seen)
                for index, operand in enumerate(operands)
            ]
            needs_one = (operator is Operator.AND) != truth
            return max(parts, key=lambda part: part[0]) if needs_one else _combine_reaches(parts)
        case BigOperator(big, _, body):
            where, literals = _reach_of(body, truth, seen)
            if (big is Big.AND) == truth:
                return (where, literals) if where == _EVERYWHERE else _UNKNOWN  # holds for an empty operator too
            has_one = any([isinstance(part, Proposition) and part.span in seen for part in walk(body)])
            return (_SOMEWHERE, literals) if where and has_one else _UNKNOWN
        case _:
            return _UNKNOWN


def _combine_reaches(parts: list[_Reach]) -> _Reach:
    """Combine parts that are all needed; two `_SOMEWHERE` parts need not coincide in one instance."""
    where = min([part[0] for part in parts])
    if where == _SOMEWHERE and [part[0] for part in parts].count(_SOMEWHERE) > 1:
        return _UNKNOWN
    return where, [literal for part in parts for literal in part[1]]


# ---------------------------------------------------------------------- breaking rules about numbers
# A few values nearly always break an instance of a rule, if anything does, which saves a call to a solver. All
# unknowns equal one number that occurs in a comparison, or is next to it; or they lie far apart, in either
# order. Propositions are all false, all true, or alternate.

_NAMED = 4  # numbers of comparisons that are tried
_FAR = 1_000_003


def has_breaking_numbers(ground: Ground, atoms: int) -> bool:
    """Whether some trial values break an instance; `atoms` is the number of atoms."""
    comparisons = [leaf for leaf, _, _ in open_leaves(ground) if isinstance(leaf, Comparisons)]
    if any([_may_be_propositions(comparison) for comparison in comparisons]):
        return False
    truths = [np.zeros(atoms + 1, np.bool_), np.ones(atoms + 1, np.bool_), np.arange(atoms + 1) % 2 == 0]
    tried = (
        evaluate(ground, truth, values) for values in _trial_values(comparisons, atoms + 1) for truth in truths
    )
    return any(not holds.all() for holds in tried)


def _may_be_propositions(comparison: Comparisons) -> bool:
    """Whether nothing in a comparison shows that it is about numbers."""
    is_bare = isinstance(comparison.left, Unknowns) and isinstance(comparison.right, Unknowns)
    return is_bare and comparison.operator in (Operator.EQUAL, Operator.DIFFERENT)


def _trial_values(comparisons: list[Comparisons], count: int) -> Iterator[Array]:
    """Yield values for all atoms: integers, which reals may be too."""
    sides = [side for item in comparisons for side in (item.left, item.right)]
    numbers = [leaf for side in sides for leaf in term_leaves(side) if isinstance(leaf, Numbers)]
    named_values = dict.fromkeys(
        [Fraction(0), *[value for item in numbers for value in item.values.to_fractions()[:1]]]
    )
    places = np.arange(count).astype(object)
    yield places * _FAR
    yield places * -_FAR
    for value in list(named_values)[: _NAMED + 1]:
        for beside in (0, 1, -1):
            yield np.full(count, int(value) + beside, dtype=object)
