"""Find empty sets, conditions that never hold, and pairs meant as ranges."""

from collections import Counter

from bigand.explain.lint.survey import EmptyLoop, Survey, elements_of, generators_of
from bigand.ground.columns import decode
from bigand.ground.frames import UNIT_FRAME, variables_of
from bigand.language.syntax import (
    Assignment,
    Generator,
    Integer,
    Node,
    Range,
    SetLiteral,
    Variable,
    strip_parentheses,
    walk,
)
from bigand.language.values import SetValue
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def find_empty_sets(survey: Survey) -> list[Diagnostic]:
    """Find operators without instances: because a set is empty, or because the condition never holds."""
    diagnostics: dict[Span, Diagnostic] = {}
    for loop in survey.loops:
        if _is_on_purpose(survey, loop.generator):
            continue
        if loop.unfiltered and loop.generator.condition is not None:
            place = loop.generator.condition.span
            diagnostics[place] = make_diagnostic("W110", place, label="label", help="help")
        elif not loop.unfiltered:
            used = _empty_set_of(survey, loop)
            place = _resolve_set_variable(survey, used).span
            uses = [(used.span, "use")] if place != used.span else []
            diagnostics.setdefault(
                place, make_diagnostic("W109", place, label="label", help="help", secondary=uses)
            )
    return list(diagnostics.values())


def _resolve_set_variable(survey: Survey, node: Node) -> Node:
    """Return the value assigned to a set that is written as a variable of the file, else the node itself."""
    inner = strip_parentheses(node)
    for item in survey.grounder.reading.program.items:
        if isinstance(item, Assignment) and isinstance(inner, Variable) and item.target.name == inner.name:
            return item.value
    return node


def _empty_set_of(survey: Survey, loop: EmptyLoop) -> Node:
    """Return the set of a generator that is empty."""
    for node in loop.generator.sets:
        if elements_of(node, survey.grounder) == set():
            return node
    return loop.generator.sets[0]


def _is_on_purpose(survey: Survey, generator: Generator) -> bool:
    """Whether the operator has no instances because a global set was left empty, in the file or from outside."""
    written = {
        item.target.name
        for item in survey.grounder.reading.program.items
        if isinstance(item, Assignment) and not _is_empty_literal(item.value)
    }
    mentioned = variables_of((generator.sets, generator.condition or ()))
    values = survey.grounder.evaluator.globals.values
    empty = {name for name in mentioned if values.get(name) == SetValue(())}
    return bool(empty - written)


def _is_empty_literal(node: Node) -> bool:
    inner = strip_parentheses(node)
    return isinstance(inner, SetLiteral) and not inner.elements


def find_pairs_for_ranges(survey: Survey) -> list[Diagnostic]:
    """Find `[1,$N]`, a set of two numbers, where `[1..$N]` was meant."""
    diagnostics: dict[Span, Diagnostic] = {}
    grounder = survey.grounder
    assigned = [item for item in grounder.reading.program.items if isinstance(item, Assignment)]
    listed = Counter(
        [item.target.name for item in assigned if isinstance(strip_parentheses(item.value), SetLiteral)]
    )
    # `$free(ann) = [1,2,4]` beside `$free(bob) = [1,4]`: a table, whose elements are listed one by one.
    nodes: list[Node] = [item.value for item in assigned if listed[item.target.name] < 2]
    for rule in survey.rules:
        nodes += [node for generator in generators_of(rule) for node in generator.sets]
    ranges = {_end_texts(survey, node.first, node.last) for node in walk(tuple(nodes)) if isinstance(node, Range)}
    for node in nodes:
        inner = strip_parentheses(node)
        if isinstance(inner, SetLiteral) and len(inner.elements) == 2:
            first, last = inner.elements
            if not _is_consecutive_pair(inner) and (
                _end_texts(survey, first, last) in ranges or _is_meant_as_range(survey, inner)
            ):
                gap = Span(first.span.end, last.span.start)
                diagnostics[inner.span] = make_diagnostic(
                    "W115", inner.span, label="label", help="help", fix=[Edit(gap, "..")]
                )
    return list(diagnostics.values())


def _is_consecutive_pair(node: SetLiteral) -> bool:
    """Whether a pair already is the whole range, as `[1,2]` is."""
    first, last = map(strip_parentheses, node.elements)
    return isinstance(first, Integer) and isinstance(last, Integer) and last.value == first.value + 1


def _end_texts(survey: Survey, first: Node, last: Node) -> tuple[str, str]:
    """Return the text of both ends of a range."""
    text = survey.grounder.reading.document.text
    return text[first.span.start : first.span.end], text[last.span.start : last.span.end]


def _is_meant_as_range(survey: Survey, node: SetLiteral) -> bool:
    """Whether a pair goes from 0 or 1 to a variable that is larger by two or more."""
    first, last = strip_parentheses(node.elements[0]), strip_parentheses(node.elements[1])
    if not isinstance(first, Integer) or first.value not in (0, 1) or not isinstance(last, Variable):
        return False
    if not variables_of(last) <= set(survey.grounder.evaluator.globals.values):
        return False
    column = survey.grounder.evaluator.evaluate(last, UNIT_FRAME)
    (value,) = decode(column.kind, column.data[:1], survey.grounder.table)
    return isinstance(value, int) and value > first.value + 1


DETECTORS = (find_empty_sets, find_pairs_for_ranges)
