"""Which formula a `;;@ soft` is about: the next one that begins after it."""

from collections.abc import Iterator

from bigand.language import syntax


def soft_directives(program: syntax.Program) -> dict[int, syntax.Soft]:
    """The directives by the place of their formula among the items; of two for one formula the last counts."""
    directives: dict[int, syntax.Soft] = {}
    starts = [
        (item.span.start, index) for index, item in enumerate(program.items) if isinstance(item, syntax.Assertion)
    ]
    for directive in program.directives:
        if isinstance(directive, syntax.Soft):
            following = [index for start, index in starts if start > directive.span.start]
            if following:
                directives[following[0]] = directive
    return directives


def cost_directives(program: syntax.Program) -> list[syntax.Soft | syntax.Objective]:
    """The directives that make one model better than another, in order."""
    return [directive for directive in program.directives if isinstance(directive, syntax.Soft | syntax.Objective)]


def outer_bigand_variables(formula: syntax.Node) -> Iterator[syntax.Variable]:
    """The variables of the operators `bigand` around a formula: a weight may use them."""
    inner = syntax.strip_parentheses(formula)
    while isinstance(inner, syntax.BigOperator) and inner.big is syntax.Big.AND:
        yield from inner.generator.variables
        inner = syntax.strip_parentheses(inner.body)
