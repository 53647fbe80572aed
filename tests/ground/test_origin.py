"""Every clause knows its rule and its binding, when that is asked for."""

from hypothesis import assume, given, settings
from tests.effort import tries
from tests.ground.random_models import PROGRAMS
from tests.ground.test_meaning import all_models

from bigand.encode.compiler import CompiledFile, compile_traced
from bigand.ground.grounder import Grounder, Rule
from bigand.language import Mode, read_document
from bigand.language.values import Value
from bigand.source.document import Document


def origin_of(clause: int, compiled: CompiledFile, grounder: Grounder) -> tuple[Rule, dict[str, Value]]:
    """The rule and the binding of a clause, by its place among all."""
    for batch in compiled.clauses.batches:
        if clause >= batch.count:
            clause -= batch.count
            continue
        assert batch.origin is not None, "only traced clauses have an origin"
        rule, row = grounder.rules()[batch.rule], int(batch.origin[clause])
        for frame in grounder.frames(rule):
            if row < frame.count:
                return rule, frame.binding(row, grounder.table)
            row -= frame.count
    raise IndexError(clause)


def test_origins_of_a_simple_rule() -> None:
    text = "a\nbigand $i,$j in [1..2],[x,y] when $i > 1: p($i) => q($j) and r($i,$j) end"
    grounder = Grounder(read_document(Document("given", text)))
    compiled = compile_traced(grounder)
    origins = [origin_of(index, compiled, grounder) for index in range(compiled.clauses.count)]
    assert [(rule.number, binding.get("$j")) for rule, binding in origins] == [
        (0, None), (1, "x"), (1, "y"), (1, "x"), (1, "y"),
    ]  # fmt: skip


@settings(max_examples=tries(100), deadline=None)
@given(PROGRAMS)
def test_every_clause_has_an_origin(text: str) -> None:
    """Traced clauses have the same models as any, and each lies in a rule and a row that exist."""
    reading = read_document(Document("given", text), Mode.SAT)
    assume(reading.is_valid)
    grounder = Grounder(reading)
    compiled = compile_traced(grounder)
    for index in range(min(compiled.clauses.count, 40)):
        rule, binding = origin_of(index, compiled, grounder)
        assert rule in grounder.rules()
        names = {variable.name for generator in rule.generators for variable in generator.variables}
        assert set(binding) == names
    assert compiled.clauses.has_empty_clause or all_models(text, True)[1] == set(compiled.names)
