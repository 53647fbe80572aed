"""What `;;@ view` lines say of predicates, held against the formulas.

Does the predicate occur, with so many arguments, and can what is asked for be drawn from it? Nothing of this is
more than a warning.
"""

from collections.abc import Mapping

from bigand.language import syntax
from bigand.language.check.program import nearest
from bigand.language.roles import KINDS, STEP, example_of
from bigand.source.diagnostic import Diagnostic, Edit, counted
from bigand.source.fault import fault
from bigand.source.span import Span


def check_views(program: syntax.Program, mode: syntax.Mode) -> list[Diagnostic]:
    """What is wrong with the views of a program, and with what it says of boards.

    With numbers there may be a role for the value too.
    """
    views = [directive for directive in program.directives if isinstance(directive, syntax.View)]
    boards = [directive for directive in program.directives if isinstance(directive, syntax.Clues | syntax.Free)]
    if not views and not boards:
        return []
    known, is_sure = _occurrences(program)
    if mode is syntax.Mode.SMT:
        known = {name: {count + 1: places[count] for count in places} | places for name, places in known.items()}
    doubts = [_doubt("", shape, known, is_sure) for board in boards for shape in board.shapes]
    return [
        *[doubt for view in views for doubt in _doubts(view, known, is_sure)],
        *[doubt for doubt in doubts if doubt is not None],
    ]


def arities(program: syntax.Program) -> dict[str, set[int]]:
    """The predicates of a program, with how many arguments they occur."""
    return {name: set(places) for name, places in _occurrences(program)[0].items()}


def view_doubts(view: syntax.View, known: dict[str, set[int]]) -> list[Diagnostic]:
    """What is wrong with a view of predicates that have so many arguments."""
    return _doubts(view, {name: dict.fromkeys(counts) for name, counts in known.items()}, True)


def _doubts(view: syntax.View, known: Mapping[str, Mapping[int, Span | None]], is_sure: bool) -> list[Diagnostic]:
    doubts = [_doubt(view.kind, shape, known, is_sure) for shape in view.shapes]
    return [doubt for doubt in doubts if doubt is not None]


def _occurrences(program: syntax.Program) -> tuple[dict[str, dict[int, Span]], bool]:
    """Where each predicate first occurs with how many arguments; and whether no others can come into being."""
    occurrences: dict[str, dict[int, Span]] = {}
    indexed = {item.target.name for item in program.items if isinstance(item, syntax.Assignment)}
    is_sure = True
    for node in syntax.walk(program.items):
        if isinstance(node, syntax.Proposition):
            places = occurrences.setdefault(node.name, {})
            count = len(node.arguments)
            if count not in places or node.span.start < places[count].start:
                places[count] = node.span
        elif isinstance(node, syntax.Variable) and node.arguments and node.name not in indexed:
            is_sure = False  # a variable may hold the name of a predicate
    return occurrences, is_sure


def _doubt(
    kind: str, shape: syntax.Shape, known: Mapping[str, Mapping[int, Span | None]], is_sure: bool
) -> Diagnostic | None:
    places = known.get(shape.predicate)
    if places is None:
        near = nearest(shape.predicate, set(known))
        return _view_of_nothing(shape.span, shape.predicate, near, kind) if is_sure else None
    if shape.roles and len(shape.roles) not in places:
        arguments = min(places, key=lambda count: (abs(count - len(shape.roles)), count))
        return _wrong_roles(shape, arguments, places[arguments], kind)
    if not kind:
        return None
    count = len(shape.roles) or min(places)
    beside = count - any([role.lower() in STEP for role in shape.roles])
    if beside not in (KINDS[kind].sizes or (beside,)):
        return _view_does_not_fit(shape.span, kind, shape.predicate, count)
    return None


def _view_of_nothing(span: Span, predicate: str, near: str, kind: str) -> Diagnostic:
    variant = None if kind else "board"
    if near:
        name = Span(span.start, span.start + len(predicate))
        return fault("S305", span, variant=variant, help="near", fix=[Edit(name, near)], name=predicate, near=near)
    return fault("S305", span, variant=variant, help="help", name=predicate)


def _wrong_roles(shape: syntax.Shape, arguments: int, occurs: Span | None, kind: str) -> Diagnostic:
    return fault(
        "S306", shape.span, variant=None if kind else "board", help="help",
        secondary=[(occurs, "occurs")] if occurs else [], name=shape.predicate,
        roles=counted("role", len(shape.roles)), arguments=counted("argument", arguments),
    )  # fmt: skip


def _view_does_not_fit(span: Span, kind: str, predicate: str, arguments: int) -> Diagnostic:
    sizes = KINDS[kind].sizes
    return fault(
        "S307", span, kind=kind, name=predicate, arguments=counted("argument", arguments),
        sizes="–".join(dict.fromkeys([str(sizes[0]), str(sizes[-1])])), example=example_of(kind))  # fmt: skip
