"""`size`: count the instances and clauses of each rule of a text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bigand.api.parts import Place, place_of
from bigand.api.question import Answer
from bigand.api.report import Report
from bigand.api.source import TextQuestion
from bigand.api.value import Value

if TYPE_CHECKING:
    from bigand.api.problem import Problem


class RuleSize(Value):
    """A rule: its instances, exact or forecast; and its clauses, as written and encoded, if the text is small."""

    place: Place
    instances: int
    is_exact: bool
    written: int | None
    encoded: int | None


class SizeAnswer(Answer, tag="sized"):
    """The rules in text order, soft rules last."""

    rules: tuple[RuleSize, ...]


class Size(TextQuestion[SizeAnswer], tag="size"):
    """How many instances and clauses does each rule of this text have, as written and as encoded?"""

    def answer(self, report: Report) -> SizeAnswer:
        return measure_rules(self, report)


_MAX_EXPANDED = 20_000_000  # instances that are expanded just to count clauses


def measure_rules(question: Size, report: Report) -> SizeAnswer:
    """Measure the rules of a text; clauses are counted only if that is quick."""
    from bigand.api.problem import load_problem_with_warnings
    from bigand.ground.forecast import forecast

    problem = load_problem_with_warnings(question.source, report)
    rules = [*problem.grounder.rules(), *problem.grounder.soft_rules()]
    sizes = [forecast(problem.grounder, rule) for rule in rules]
    unknown: list[int | None] = [None] * len(rules)
    is_small = sum([size.instances for size in sizes]) <= _MAX_EXPANDED
    written, encoded = [
        _clauses_by_rule(problem, as_written, len(rules)) if is_small else unknown for as_written in (True, False)
    ]
    return SizeAnswer(
        rules=tuple(
            [
                RuleSize(
                    place=place_of(size.rule.span, problem.document),
                    instances=size.instances,
                    is_exact=size.exact,
                    written=written[index],
                    encoded=encoded[index],
                )
                for index, size in enumerate(sizes)
            ]
        )
    )


def _clauses_by_rule(problem: Problem, as_written: bool, rules: int) -> list[int | None]:
    """The number of clauses of each rule, soft rules included; with quantifiers, those of the matrix."""
    from bigand.api.expansion import expand, expand_with_costs
    from bigand.language import Mode

    is_quantified = problem.reading.mode is Mode.QBF
    clauses = (expand if is_quantified else expand_with_costs)(problem, as_written).compiled.clauses
    counts = Counter[int]()
    for batch in clauses.batches:
        counts.update(batch.counts_by_rule())
    return [counts[rule] for rule in range(rules)]
