"""Directives: comments that begin with `;;@`, read into the tree. For TouIST they are plain comments.

    ;;@ expect sat | unsat | models N | least $k = N | best V, …
    ;;@ horizon $k in [a..b]
    ;;@ domain p(set, set, …)
    ;;@ data $v from "file.json"
    ;;@ soft weight
    ;;@ minimize cost        ;;@ maximize cost
    ;;@ view kind p(role, role, …) as look …
    ;;@ clues p(role, …)     ;;@ free q(role, …)
    ;;@ compare p, q         ;;@ rule name 3 points         ;;@ match p(a,b) as q(b,a)

Sets, weights and costs are expressions of the language. Roles and file names may use any letters. A further `;;` on
the line begins a comment. Since a file is valid without its directives, errors in them are only warnings.
"""

import re
from fractions import Fraction

from bigand.language import syntax
from bigand.language.lexer import Lexer
from bigand.language.parser import Parser
from bigand.language.tokens import END_OF_FILE
from bigand.language.view_kinds import KINDS, KINDS_TEXT
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Span
from bigand.source.suggestion import most_similar_word

DIRECTIVE_MARK = ";;@"
_HEAD = re.compile(r";;@[ \t]*([^\W\d]\w*)?[ \t]*")
_TRAILING_COMMENT = re.compile(r"[ \t]*;;.*\Z")
_AMOUNT = r"-?\d{1,18}(?:\.\d{1,18}|/0*[1-9]\d{0,17})?"
_EXPECT = re.compile(
    r"(sat|unsat)|models[ \t]+(\d{1,18})|least[ \t]+(\$\w+)[ \t]*=[ \t]*(\d{1,18})"
    rf"|best[ \t]+({_AMOUNT}(?:[ \t]*,[ \t]*{_AMOUNT})*)"
)
_DATA = re.compile(r"(\$[_0-9]*[a-zA-Z]\w*)[ \t]+from[ \t]+\"([^\"]+)\"")
_VIEW_KIND = re.compile(r"([^\W\d]\w*)[ \t]*")
_SHAPE = re.compile(r"([_0-9]*[a-zA-Z][a-zA-Z_0-9]*)(?:\(([\w \t,]*)\))?(?:[ \t]+as[ \t]+([^\W\d]\w*))?[ \t]*")
_NAME = r"[_0-9]*[a-zA-Z][a-zA-Z_0-9]*"
_NAMES = re.compile(rf"{_NAME}(?:[ \t]*,[ \t]*{_NAME})*")
_RULE = re.compile(r"([^\W\d][\w-]*)(?:[ \t]+(\d{1,4}(?:\.\d{1,3})?)[ \t]+points?)?")
_MATCH = re.compile(rf"({_NAME})(?:\(([\w \t,]*)\))?[ \t]+as[ \t]+({_NAME})(?:\(([\w \t,]*)\))?")


def read_directives(text: str, comments: list[Span]) -> tuple[tuple[syntax.Directive, ...], list[Diagnostic]]:
    """Read the directives among the comments of a text. Return them and their diagnostics."""
    directives: list[syntax.Directive] = []
    diagnostics: list[Diagnostic] = []
    for comment in comments:
        if text.startswith(DIRECTIVE_MARK, comment.start):
            directive = _read_directive(text, comment, diagnostics)
            if directive is not None:
                directives.append(directive)
    return tuple(directives), diagnostics


def _read_directive(text: str, comment: Span, diagnostics: list[Diagnostic]) -> syntax.Directive | None:
    head = _HEAD.match(text, comment.start, comment.end)
    word = head.group(1) if head else None
    if head is None or word is None:
        diagnostics.append(_unknown_directive(comment, "", ""))
        return None
    word_span = Span(head.start(1), head.end(1))
    if word not in DIRECTIVE_WORDS:
        diagnostics.append(
            _unknown_directive(word_span, word, most_similar_word(word.lower(), DIRECTIVE_WORDS, 0.5))
        )
        return None
    body_text = text[head.end() : comment.end]
    trailing = _TRAILING_COMMENT.search(body_text)
    body_text = body_text[: trailing.start()] if trailing else body_text.rstrip()
    body = Span(head.end(), head.end() + len(body_text))
    directive_span = Span(comment.start, max(body.end, head.end()))
    directive = _parse_body(word, text, body, directive_span)
    if directive is None:
        kind = _VIEW_KIND.match(text, body.start, body.end) if word == "view" else None
        if kind is not None and kind.group(1) not in KINDS:
            diagnostics.append(
                _unknown_view(
                    Span(*kind.span(1)), kind.group(1), most_similar_word(kind.group(1).lower(), KINDS, 0.5)
                )
            )
        else:
            shown = body if body.end > body.start else word_span
            diagnostics.append(make_diagnostic("S302", shown, help=word, word=word, kinds=KINDS_TEXT))
    return directive


def _parse_body(word: str, text: str, body: Span, directive_span: Span) -> syntax.Directive | None:
    """Parse what follows the word of a directive; return None if it is malformed."""
    if word in _PATTERN_READERS:
        pattern, reader = _PATTERN_READERS[word]
        match = pattern.fullmatch(text, body.start, body.end)
        return None if match is None else reader(match, directive_span)
    if word in _EXPRESSION_WORDS:
        is_bare = word == "soft" and body.start == body.end  # the default weight is 1
        node = syntax.Integer(1, span=body) if is_bare else _parse_expression(text, body)
        return None if node is None else _make_with_expression(word, node, directive_span)
    return _make_with_shapes(word, text, body, directive_span)


def _make_expect(match: re.Match[str], directive_span: Span) -> syntax.Directive | None:
    outcome, models, variable, least, best = match.groups()
    if outcome:
        return syntax.Expect(outcome, span=directive_span)
    if models:
        return syntax.Expect("models", number=int(models), span=directive_span)
    if best:
        values = tuple([Fraction(word.strip()) for word in best.split(",")])
        return syntax.Expect("best", values=values, span=directive_span)
    return syntax.Expect("least", variable, int(least), span=directive_span)


def _make_data(match: re.Match[str], directive_span: Span) -> syntax.Directive | None:
    return syntax.Data(
        syntax.Variable(match.group(1), (), span=Span(*match.span(1))), match.group(2), span=directive_span
    )


def _make_compare(match: re.Match[str], directive_span: Span) -> syntax.Directive | None:
    return syntax.Compare(tuple(re.split(r"[ \t]*,[ \t]*", match.group())), span=directive_span)


def _make_rule(match: re.Match[str], directive_span: Span) -> syntax.Directive | None:
    return syntax.RuleHeader(match.group(1), Fraction(match.group(2) or 1), span=directive_span)


def _make_match(match: re.Match[str], directive_span: Span) -> syntax.Directive | None:
    name, roles_here, other_name, roles_there = match.groups()
    role_lists = [
        [role.strip() for role in (roles or "").split(",") if role.strip()] for roles in (roles_here, roles_there)
    ]
    if sorted(role_lists[0]) != sorted(role_lists[1]) or len(set(role_lists[0])) != len(role_lists[0]):
        return None
    return syntax.Match(
        name, other_name, tuple([role_lists[1].index(role) for role in role_lists[0]]), span=directive_span
    )


def _make_with_expression(word: str, node: syntax.Node, directive_span: Span) -> syntax.Directive | None:
    """Make a directive that consists of a word and an expression."""
    match word, node:
        case "horizon", syntax.Infix(syntax.Operator.IN, (syntax.Variable(_, ()) as variable, range_node)):
            return syntax.Horizon(variable, range_node, span=directive_span)
        case "domain", syntax.Proposition(name, sets):
            return syntax.Domain(name, sets, span=directive_span)
        case "soft", _:
            return syntax.Soft(node, span=directive_span)
        case (("minimize" | "maximize"), _):
            return syntax.Objective(word == "maximize", node, span=directive_span)
        case _:
            return None


def _make_with_shapes(word: str, text: str, body: Span, directive_span: Span) -> syntax.Directive | None:
    """Make a directive that consists of a word and shapes. A view has its kind before them."""
    kind = _VIEW_KIND.match(text, body.start, body.end) if word == "view" else None
    shapes = read_shapes(text, kind.end() if kind else body.start, body.end)
    if not shapes or (word == "view" and (kind is None or kind.group(1) not in KINDS)):
        return None
    if kind is not None:
        return syntax.View(kind.group(1), shapes, span=directive_span)
    return (syntax.Clues if word == "clues" else syntax.Free)(shapes, span=directive_span)


def read_shapes(text: str, start: int, end: int) -> tuple[syntax.Shape, ...]:
    """Read the shapes of a view; return none if they are malformed."""
    shapes: list[syntax.Shape] = []
    while start < end:
        shape = _SHAPE.match(text, start, end)
        if shape is None:
            return ()
        roles = tuple(role.strip() for role in (shape.group(2) or "").split(",") if role.strip())
        last = len(shape.group().rstrip())
        shapes.append(syntax.Shape(shape.group(1), roles, shape.group(3) or "", span=Span(start, start + last)))
        start = shape.end()
    return tuple(shapes)


def _parse_expression(text: str, body: Span) -> syntax.Node | None:
    """Parse the expression that fills `body`; return None if it is wrong or does not fill it."""
    parser = Parser(Lexer(text, body.start, body.end))
    if parser.kind == END_OF_FILE:
        return None
    expression = parser.parse_whole_expression()
    return None if parser.diagnostics or parser.lexer.diagnostics else expression


# By first word: directives with a pattern of their own. The others take an expression or shapes.
_PATTERN_READERS = {
    "expect": (_EXPECT, _make_expect),
    "data": (_DATA, _make_data),
    "compare": (_NAMES, _make_compare),
    "rule": (_RULE, _make_rule),
    "match": (_MATCH, _make_match),
}
_EXPRESSION_WORDS = ("horizon", "domain", "soft", "minimize", "maximize")
DIRECTIVE_WORDS = (*_PATTERN_READERS, *_EXPRESSION_WORDS, "view", "clues", "free")


def _unknown_directive(span: Span, word: str, suggestion: str) -> Diagnostic:
    if not word:
        return make_diagnostic("S301", span, variant="missing", help="help")
    if suggestion:
        return make_diagnostic("S301", span, help="near", fix=[Edit(span, suggestion)], word=word, near=suggestion)
    return make_diagnostic("S301", span, word=word)


def _unknown_view(span: Span, kind: str, suggestion: str) -> Diagnostic:
    if suggestion:
        return make_diagnostic("S304", span, help="near", fix=[Edit(span, suggestion)], kind=kind, near=suggestion)
    return make_diagnostic("S304", span, kind=kind, kinds=KINDS_TEXT)
