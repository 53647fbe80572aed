"""Compare `;;@ view`, `clues` and `free` lines with the formulas.

Does the predicate occur, with this number of arguments, and can the requested view be drawn from it? All problems
are only warnings.
"""

from collections.abc import Mapping

from bigand.language import syntax
from bigand.language.check.program import suggest_name
from bigand.language.view_kinds import KINDS, STEP_WORDS, example_directive
from bigand.messages.message import count_message
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span


def check_views(program: syntax.Program, mode: syntax.Mode) -> list[Diagnostic]:
    """Return the problems of the views and boards of a program.

    In SMT mode, there may be an additional role for the value.
    """
    views = [directive for directive in program.directives if isinstance(directive, syntax.View)]
    boards = [directive for directive in program.directives if isinstance(directive, syntax.Clues | syntax.Free)]
    if not views and not boards:
        return []
    occurrences, is_sure = _find_predicate_occurrences(program)
    if mode is syntax.Mode.SMT:
        occurrences = {
            name: {count + 1: spans[count] for count in spans} | spans for name, spans in occurrences.items()
        }
    board_diagnostics = [
        _check_shape("", shape, occurrences, is_sure) for board in boards for shape in board.shapes
    ]
    return [
        *[diagnostic for view in views for diagnostic in _check_shapes(view, occurrences, is_sure)],
        *[diagnostic for diagnostic in board_diagnostics if diagnostic is not None],
    ]


def predicate_arities(program: syntax.Program) -> dict[str, set[int]]:
    """The predicates of a program, with the numbers of arguments they have."""
    return {name: set(spans) for name, spans in _find_predicate_occurrences(program)[0].items()}


def check_view(view: syntax.View, arities_by_name: dict[str, set[int]]) -> list[Diagnostic]:
    """Return the problems of a view of predicates with these numbers of arguments."""
    return _check_shapes(view, {name: dict.fromkeys(counts) for name, counts in arities_by_name.items()}, True)


def _check_shapes(
    view: syntax.View, occurrences: Mapping[str, Mapping[int, Span | None]], is_sure: bool
) -> list[Diagnostic]:
    diagnostics = [_check_shape(view.kind, shape, occurrences, is_sure) for shape in view.shapes]
    return [diagnostic for diagnostic in diagnostics if diagnostic is not None]


def _find_predicate_occurrences(program: syntax.Program) -> tuple[dict[str, dict[int, Span]], bool]:
    """Find the first occurrence of each predicate, by number of arguments.

    Also return whether this list is complete.
    """
    occurrences: dict[str, dict[int, Span]] = {}
    indexed = {item.target.name for item in program.items if isinstance(item, syntax.Assignment)}
    is_sure = True
    for node in syntax.walk(program.items):
        if isinstance(node, syntax.Proposition):
            spans = occurrences.setdefault(node.name, {})
            count = len(node.arguments)
            if count not in spans or node.span.start < spans[count].start:
                spans[count] = node.span
        elif isinstance(node, syntax.Variable) and node.arguments and node.name not in indexed:
            is_sure = False  # the variable may hold the name of a predicate
    return occurrences, is_sure


def _check_shape(
    kind: str, shape: syntax.Shape, occurrences: Mapping[str, Mapping[int, Span | None]], is_sure: bool
) -> Diagnostic | None:
    spans = occurrences.get(shape.predicate)
    if spans is None:
        suggestion = suggest_name(shape.predicate, set(occurrences))
        return _view_of_unknown_predicate(shape.span, shape.predicate, suggestion, kind) if is_sure else None
    if shape.roles and len(shape.roles) not in spans:
        arguments = min(spans, key=lambda count: (abs(count - len(shape.roles)), count))
        return _wrong_role_count(shape, arguments, spans[arguments], kind)
    if not kind:
        return None
    count = len(shape.roles) or min(spans)
    size = count - any([role.lower() in STEP_WORDS for role in shape.roles])
    if size not in (KINDS[kind].sizes or (size,)):
        return _wrong_view_arity(shape.span, kind, shape.predicate, count)
    return None


def _view_of_unknown_predicate(span: Span, predicate: str, suggestion: str, kind: str) -> Diagnostic:
    variant = None if kind else "board"
    if suggestion:
        name = Span(span.start, span.start + len(predicate))
        return make_diagnostic(
            "S305",
            span,
            variant=variant,
            help="near",
            fix=[Edit(name, suggestion)],
            name=predicate,
            near=suggestion,
        )
    return make_diagnostic("S305", span, variant=variant, help="help", name=predicate)


def _wrong_role_count(shape: syntax.Shape, arguments: int, occurrence: Span | None, kind: str) -> Diagnostic:
    return make_diagnostic(
        "S306", shape.span, variant=None if kind else "board", help="help",
        secondary=[(occurrence, "occurs")] if occurrence else [], name=shape.predicate,
        roles=count_message("role", len(shape.roles)), arguments=count_message("argument", arguments),
    )  # fmt: skip


def _wrong_view_arity(span: Span, kind: str, predicate: str, arguments: int) -> Diagnostic:
    sizes = KINDS[kind].sizes
    return make_diagnostic(
        "S307", span, kind=kind, name=predicate, arguments=count_message("argument", arguments),
        sizes="–".join(dict.fromkeys([str(sizes[0]), str(sizes[-1])])), example=example_directive(kind),
    )  # fmt: skip
