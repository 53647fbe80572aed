"""A number of steps that is too small: the least one for which there is a model.

A horizon is said by `;;@ horizon $k in [a..b]`, or guessed: a global integer that ends the range of a step index
(one that a rule uses both as `$i` and as `$i-1` or `$i+1`, at the same place of the same predicate) and that
stands at that place itself, in the goal.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from msgspec import Struct, field

from bigand.encode.compiler import compile_rules
from bigand.ground.columns import decode
from bigand.ground.evaluator import NotEvaluableError
from bigand.ground.frames import UNIT_FRAME, variables_of
from bigand.ground.grounder import Grounder
from bigand.language import syntax
from bigand.language.frontend import CheckedDocument
from bigand.language.values import SetValue, Value
from bigand.solve.engines import engine_for
from bigand.solve.session import LimitError
from bigand.source.document import Span

_FURTHER = 12  # steps more than the file says that are tried when it does not say how many


class Horizon(Struct, frozen=True):
    """A global integer that says how many steps there are, the value the file gives it, and values to try."""

    variable: str
    current: int | None
    values: tuple[int, ...]
    place: Span | None = None  # of its assignment


class HorizonSearch(Struct):
    """What is known of a horizon: the values without a model so far, and the least that has one."""

    horizon: Horizon
    values_without_model: list[int] = field(default_factory=list)
    least: int | None = None
    is_finished: bool = False

    @property
    def no_model_up_to(self) -> int | None:
        """The largest number such that no smaller one, nor itself, has a model, of all that were tried."""
        tried = set(self.values_without_model)
        reached = None
        for value in self.horizon.values:
            if value not in tried:
                break
            reached = value
        return reached


def find_horizon(reading: CheckedDocument, given: dict[str, Value]) -> Horizon | None:
    """The horizon of a file, said or guessed."""
    program = reading.program
    for directive in program.directives:
        if isinstance(directive, syntax.Horizon):
            values = directive_values(reading, given, directive)
            if values:
                name = directive.variable.name
                return Horizon(name, _integer_value(program, given, name), values, _assignment_span(program, name))
    name_guessed = guess_horizon(program)
    current = None if name_guessed is None else _integer_value(program, given, name_guessed)
    if name_guessed is None or current is None or current < 0:
        return None
    return Horizon(
        name_guessed, current, tuple(range(current + _FURTHER + 1)), _assignment_span(program, name_guessed)
    )


def _assignment_span(program: syntax.Program, name: str) -> Span | None:
    """Where a variable is given its value."""
    places = [
        item.span for item in program.items if isinstance(item, syntax.Assignment) and item.target.name == name
    ]
    return places[-1] if places else None


def directive_values(
    reading: CheckedDocument, given: dict[str, Value], directive: syntax.Horizon
) -> tuple[int, ...]:
    """The values that a directive says, in order."""
    try:
        grounder = Grounder(reading, given)
        column = grounder.evaluator.evaluate(directive.range, UNIT_FRAME)
        grounder.evaluator.raise_failures()
    except NotEvaluableError:
        return ()
    (value,) = decode(column.kind, column.data[:1], grounder.table)
    elements = value.elements if isinstance(value, SetValue) else ()
    return tuple([element for element in elements if isinstance(element, int)])


def _integer_value(program: syntax.Program, given: dict[str, Value], name: str) -> int | None:
    """The integer that a variable has: from outside, or as the file assigns it."""
    if name in given:
        value = given[name]
        return value if isinstance(value, int) else None
    for item in program.items:
        if isinstance(item, syntax.Assignment) and item.target.name == name and not item.target.arguments:
            inner = syntax.strip_parentheses(item.value)
            return inner.value if isinstance(inner, syntax.Integer) else None
    return None


# ---------------------------------------------------------------------- guessing


def guess_horizon(program: syntax.Program) -> str | None:
    """The variable that says how many steps there are, by how it is used."""
    assigned = {item.target.name: item.value for item in program.items if isinstance(item, syntax.Assignment)}
    formulas = [item.formula for item in program.items if isinstance(item, syntax.Assertion)]
    for name, value in assigned.items():
        if isinstance(syntax.strip_parentheses(value), syntax.Integer):
            goals = {place for formula in formulas for place in _index_places(formula, name)}
            if goals & set(_step_places(formulas, _dependent_names(assigned, name))):
                return name
    return None


def _dependent_names(assigned: dict[str, syntax.Node], name: str) -> set[str]:
    """The names of variables whose values are made from this one, itself included."""
    names = {name}
    for assigned_name, value in assigned.items():
        if names & variables_of(value):
            names.add(assigned_name)
    return names


def _indices(formula: syntax.Node) -> Iterator[tuple[tuple[str, int], syntax.Node]]:
    """What stands at each predicate and place."""
    for node in syntax.walk(formula):
        if isinstance(node, syntax.Proposition):
            for place, argument in enumerate(node.arguments):
                yield (node.name, place), syntax.strip_parentheses(argument)


def _index_places(formula: syntax.Node, name: str) -> Iterator[tuple[str, int]]:
    """Where a variable itself is an index: predicate and place."""
    for place, index in _indices(formula):
        if isinstance(index, syntax.Variable) and index.name == name:
            yield place


def _step_places(formulas: list[syntax.Node], bounds: set[str]) -> Iterator[tuple[str, int]]:
    """Where an index over a set made from `bounds` is used both as it is and with something added."""
    for formula in formulas:
        steps = {
            variable.name
            for generator in _generators(formula)
            for variable, values in zip(generator.variables, generator.sets, strict=False)
            if bounds & variables_of(values)
        }
        for name in steps:
            plain = set(_index_places(formula, name))
            yield from plain & set(_offset_places(formula, name))


def _offset_places(formula: syntax.Node, name: str) -> Iterator[tuple[str, int]]:
    for place, index in _indices(formula):
        is_sum = isinstance(index, syntax.Infix) and index.operator in (syntax.Operator.PLUS, syntax.Operator.MINUS)
        if is_sum and name in variables_of(index):
            yield place


def _generators(formula: syntax.Node) -> Iterator[syntax.Generator]:
    for node in syntax.walk(formula):
        if isinstance(node, syntax.BigOperator | syntax.Comprehension):
            yield node.generator


# ---------------------------------------------------------------------- searching


def search_horizon(
    reading: CheckedDocument,
    given: dict[str, Value],
    horizon: Horizon,
    deadline: float | None,
    watch: Callable[[int], None] = lambda _value: None,
    known_failures: Iterable[int] = (),
) -> HorizonSearch:
    """Solve for one number of steps after the other; `known_failures` are those that surely have no model."""
    search = HorizonSearch(horizon, values_without_model=list(known_failures))

    def is_possible(value: int) -> bool:
        watch(value)
        answer = has_model(reading, {**given, horizon.variable: value}, deadline)
        if not answer:
            search.values_without_model.append(value)
        return answer

    larger = [value for value in horizon.values if horizon.current is None or value > horizon.current]
    smaller = [value for value in horizon.values if horizon.current is not None and value < horizon.current]
    try:
        # First what the user needs, a number that works; then whether a smaller one would have done.
        for values in (larger, smaller):
            possible = (
                value for value in values if value not in search.values_without_model and is_possible(value)
            )
            search.least = next(possible, search.least)
        search.is_finished = True
    except LimitError:
        pass
    return search


def has_model(reading: CheckedDocument, given: dict[str, Value], deadline: float | None) -> bool:
    """Whether the file has a model for these values; one that cannot be expanded for them has none."""
    try:
        grounder = Grounder(reading, given)
        compiled = compile_rules(grounder)
        session = engine_for(grounder, compiled)(compiled.clauses, deadline)
    except NotEvaluableError:
        return False
    with closing(session):
        return session.solve() is True
