"""Which formula a `;;@ soft` is about: the next one that begins after it."""

from collections.abc import Iterator

from bigand.language.syntax import Assertion, BigOperator, Node, Objective, Program, Soft, Variable, bare
from bigand.language.syntax import Big as BigKind


def softs(program: Program) -> dict[int, Soft]:
    """The directives by the place of their formula among the items; of two for one formula the last counts."""
    found: dict[int, Soft] = {}
    starts = [(item.span.start, at) for at, item in enumerate(program.items) if isinstance(item, Assertion)]
    for directive in program.directives:
        if isinstance(directive, Soft):
            following = [at for start, at in starts if start > directive.span.start]
            if following:
                found[following[0]] = directive
    return found


def costs(program: Program) -> list[Soft | Objective]:
    """The directives that make one model better than another, in order."""
    return [directive for directive in program.directives if isinstance(directive, Soft | Objective)]


def bound_variables(formula: Node) -> Iterator[Variable]:
    """The variables of the operators `bigand` around a formula: a weight may use them."""
    inner = bare(formula)
    while isinstance(inner, BigOperator) and inner.big is BigKind.AND:
        yield from inner.generator.variables
        inner = bare(inner.body)
