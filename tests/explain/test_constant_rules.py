"""Rules that always hold and rules that never can: by form, by tried values, by an engine; a table agrees."""

from random import Random

import pytest
from tests.reference.models import Answer, answer

from bigand.explain.lint.constant_rules import find_constant_rules, is_surely_breakable, is_surely_satisfiable
from bigand.explain.lint.survey import QUICK, THOROUGH, Effort, survey_file
from bigand.ground.grounder import Grounder
from bigand.language import Mode, read_document
from bigand.source.document import Document

_RULES = 150
_SETS = ("[1..2]", "[1..$i]", "[$i..2]", "[2..$i]")


def codes(text: str, effort: Effort, mode: Mode | None = None) -> list[str]:
    """What is said of the rules of a text as a whole."""
    grounder = Grounder(read_document(Document("rule", text), mode))
    return [one.code for one in find_constant_rules(survey_file(grounder, effort))]


def some_rule(random: Random) -> str:
    """A rule over a few atoms, in which predicates have one sign or both; what is inside may be empty."""

    def part(depth: int, bound: str) -> str:
        kind = random.choice(("literal", "not", "and", "or", "=>", "bigand", "bigor", "xor"))
        if depth == 0 or kind == "literal":
            return f"{random.choice('pq')}({random.choice(bound.split())})"
        if kind == "not":
            return f"not ({part(depth - 1, bound)})"
        if kind in ("bigand", "bigor"):
            return f"({kind} $j in {random.choice(_SETS)}: {part(depth - 1, '$i $j')} end)"
        return f"({part(depth - 1, bound)} {kind} {part(depth - 1, bound)})"

    return f"bigand $i in [1..2]: {part(3, '$i 1')} end"


def test_rules_are_constant_where_a_table_says_so() -> None:
    random = Random(20)
    told: list[str] = []
    for _ in range(_RULES):
        text = some_rule(random)
        table = answer(text)
        assert isinstance(table, Answer)
        always, never = len(table.models) == 2 ** len(table.atoms), not table.models
        if not table.atoms:
            continue  # nothing but empty operators: another doubt
        assert codes(text, QUICK) == (["W107"] if always else []), text
        assert codes(text, THOROUGH) == (["W107"] if always else ["W108"] if never else []), text
        told += codes(text, THOROUGH)
    assert {"W107", "W108"} <= set(told)


def test_the_form_of_a_rule_never_says_too_much() -> None:
    random = Random(7)
    known = 0
    for _ in range(4 * _RULES):
        text = some_rule(random)
        table = answer(text)
        assert isinstance(table, Answer)
        surveyed = survey_file(Grounder(read_document(Document("rule", text))), QUICK)
        (rule,) = surveyed.rules
        seen = {site.node.span for site in surveyed.sites}
        if seen and is_surely_breakable(rule.body, seen):
            known += 1
            assert len(table.models) < 2 ** len(table.atoms), text
        if is_surely_satisfiable(rule.body):
            known += 1
            assert table.models, text
    assert known > _RULES


@pytest.mark.parametrize(
    ("text", "is_constant"),
    [
        ("bigand $i in [1..3]: x($i) <= 5 or x($i) > 5 end", True),
        ("bigand $i in [1..3]: x($i) + 1 > x($i) end", True),
        ("bigand $i in [1..3]: x($i) == 3 => x($i) >= 2 end", True),
        ("bigand $i in [1..3]: x($i) == 3 => p($i) end", False),
        ("bigand $i in [1..3]: x($i) == 3 => x($i) >= 4 end", False),
        ("bigand $i,$j in [1..3],[1..3] when $i < $j: x($i) + 2 <= x($j) or x($j) + 4 <= x($i) end", False),
        ("bigand $i in [1..3]: 2 * x($i) != 7 end", True),
        ("bigand $i in [1..3]: 2 * x($i) != 8 end", False),
        ("bigand $i in [1..2]: x($i) < x($i+1) or x($i) > x($i+1) end", False),
    ],
)
def test_rules_with_numbers(text: str, is_constant: bool) -> None:
    assert codes(text, QUICK, Mode.SMT)[:1] == (["W107"] if is_constant else [])
    assert ("W107" in codes(text, THOROUGH, Mode.SMT)) is is_constant
