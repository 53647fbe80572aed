"""Every clause knows its rule and its binding, when that is asked for."""

from hypothesis import assume, given, settings
from tests.ground.random_models import PROGRAMS
from tests.ground.test_meaning import all_models

from bigand.encode.compile import compile_traced, origin_of
from bigand.ground.expand import Grounder
from bigand.language import Mode, read
from bigand.source.document import Document


def test_origins_of_a_simple_rule() -> None:
    text = "a\nbigand $i,$j in [1..2],[x,y] when $i > 1: p($i) => q($j) and r($i,$j) end"
    grounder = Grounder(read(Document("given", text)))
    compiled = compile_traced(grounder)
    found = [origin_of(at, compiled, grounder) for at in range(compiled.clauses.count)]
    assert [(one.rule.number, one.binding.get("$j")) for one in found] == [
        (0, None), (1, "x"), (1, "y"), (1, "x"), (1, "y"),
    ]  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(PROGRAMS)
def test_every_clause_has_an_origin(text: str) -> None:
    """Traced clauses have the same models as any, and each lies in a rule and a row that exist."""
    reading = read(Document("given", text), Mode.SAT)
    assume(reading.ok)
    grounder = Grounder(reading)
    compiled = compile_traced(grounder)
    for at in range(min(compiled.clauses.count, 40)):
        origin = origin_of(at, compiled, grounder)
        assert origin.rule in grounder.rules()
        names = {variable.name for generator in origin.rule.generators for variable in generator.variables}
        assert set(origin.binding) == names
    assert compiled.clauses.has_empty or all_models(text, True)[1] == set(compiled.names)
