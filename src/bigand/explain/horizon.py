"""Find the least number of steps (the horizon) for which a planning file has a model.

A file states its horizon by `;;@ horizon $k in [a..b]`. Otherwise it is guessed: a global integer that ends the
range of a step index and also occurs in the goal. A step index is one that a rule uses both as `$i` and as `$i-1`
or `$i+1`, in the same argument of the same predicate; the goal uses the integer in that argument.
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

_EXTRA_STEPS = 12  # tried beyond the file's own number when no directive gives a range


class Horizon(Struct, frozen=True):
    """A global integer that sets the number of steps: the file's value for it and the values to try."""

    variable: str
    current: int | None
    values: tuple[int, ...]
    place: Span | None = None  # of its assignment


class HorizonSearch(Struct):
    """What a search has found: the values without a model, and the least value with one."""

    horizon: Horizon
    values_without_model: list[int] = field(default_factory=list)
    least: int | None = None
    is_finished: bool = False

    @property
    def no_model_up_to(self) -> int | None:
        """The end of the unbroken run of values without a model, from the first value on."""
        tried = set(self.values_without_model)
        reached = None
        for value in self.horizon.values:
            if value not in tried:
                break
            reached = value
        return reached


def find_horizon(reading: CheckedDocument, given: dict[str, Value]) -> Horizon | None:
    """Return the horizon of a file, stated by a directive or guessed."""
    program = reading.program
    for directive in program.directives:
        if isinstance(directive, syntax.Horizon):
            values = directive_values(reading, given, directive)
            if values:
                name = directive.variable.name
                return Horizon(name, _integer_value(program, given, name), values, _assignment_span(program, name))
    name_guessed = guess_horizon_variable(program)
    current = None if name_guessed is None else _integer_value(program, given, name_guessed)
    if name_guessed is None or current is None or current < 0:
        return None
    return Horizon(
        name_guessed, current, tuple(range(current + _EXTRA_STEPS + 1)), _assignment_span(program, name_guessed)
    )


def _assignment_span(program: syntax.Program, name: str) -> Span | None:
    """Return the place where a variable is assigned."""
    places = [
        item.span for item in program.items if isinstance(item, syntax.Assignment) and item.target.name == name
    ]
    return places[-1] if places else None


def directive_values(
    reading: CheckedDocument, given: dict[str, Value], directive: syntax.Horizon
) -> tuple[int, ...]:
    """Return the integers that a directive lists, in order."""
    try:
        grounder = Grounder(reading, given)
        column = grounder.evaluator.evaluate(directive.range, UNIT_FRAME)
        grounder.evaluator.raise_recorded_failures()
    except NotEvaluableError:
        return ()
    (value,) = decode(column.kind, column.data[:1], grounder.table)
    elements = value.elements if isinstance(value, SetValue) else ()
    return tuple([element for element in elements if isinstance(element, int)])


def _integer_value(program: syntax.Program, given: dict[str, Value], name: str) -> int | None:
    """Return a variable's integer value, given from outside or assigned by the file."""
    if name in given:
        value = given[name]
        return value if isinstance(value, int) else None
    for item in program.items:
        if isinstance(item, syntax.Assignment) and item.target.name == name and not item.target.arguments:
            inner = syntax.strip_parentheses(item.value)
            return inner.value if isinstance(inner, syntax.Integer) else None
    return None


# ---------------------------------------------------------------------- guessing


def guess_horizon_variable(program: syntax.Program) -> str | None:
    """Return the variable that seems to set the number of steps, judging by how it is used."""
    assigned = {item.target.name: item.value for item in program.items if isinstance(item, syntax.Assignment)}
    formulas = [item.formula for item in program.items if isinstance(item, syntax.Assertion)]
    for name, value in assigned.items():
        if isinstance(syntax.strip_parentheses(value), syntax.Integer):
            goals = {place for formula in formulas for place in _places_of_bare_variable(formula, name)}
            if goals & set(_step_places(formulas, _dependent_names(assigned, name))):
                return name
    return None


def _dependent_names(assigned: dict[str, syntax.Node], name: str) -> set[str]:
    """Return `name` and the names of the variables whose values depend on it."""
    names = {name}
    for assigned_name, value in assigned.items():
        if names & variables_of(value):
            names.add(assigned_name)
    return names


def _indices(formula: syntax.Node) -> Iterator[tuple[tuple[str, int], syntax.Node]]:
    """Yield each index of each proposition, with its predicate and argument position."""
    for node in syntax.walk(formula):
        if isinstance(node, syntax.Proposition):
            for place, argument in enumerate(node.arguments):
                yield (node.name, place), syntax.strip_parentheses(argument)


def _places_of_bare_variable(formula: syntax.Node, name: str) -> Iterator[tuple[str, int]]:
    """Yield the predicates and positions at which a variable itself is the index."""
    for place, index in _indices(formula):
        if isinstance(index, syntax.Variable) and index.name == name:
            yield place


def _step_places(formulas: list[syntax.Node], bounds: set[str]) -> Iterator[tuple[str, int]]:
    """Yield the places where an index over a set made from `bounds` occurs both plain and with an offset."""
    for formula in formulas:
        steps = {
            variable.name
            for generator in _generators(formula)
            for variable, values in zip(generator.variables, generator.sets, strict=False)
            if bounds & variables_of(values)
        }
        for name in steps:
            plain = set(_places_of_bare_variable(formula, name))
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
    """Solve for one number of steps after another; `known_failures` are values known to have no model."""
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
        # The user needs a number that works first; then see whether a smaller one works too.
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
    """Whether the file has a model for these values; a file that cannot be expanded for them has none."""
    try:
        grounder = Grounder(reading, given)
        compiled = compile_rules(grounder)
        session = engine_for(grounder, compiled)(compiled.clauses, deadline)
    except NotEvaluableError:
        return False
    with closing(session):
        return session.solve() is True
