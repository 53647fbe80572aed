"""Items: the formulas and assignments of a file, and what stands at its top by mistake."""

from bigand.language.parser.bodies import space_before_arguments, unexpected, unmatched_bracket
from bigand.language.parser.brackets import broken
from bigand.language.parser.cursor import GiveUpError
from bigand.language.parser.expressions import Expressions, missing_operand_before
from bigand.language.parser.vocabulary import CLOSING, INFIX, OLD_END, OPERAND_START, TERM_OPERATORS
from bigand.language.syntax import (
    Assertion,
    Assignment,
    Boolean,
    Comprehension,
    Error,
    Float,
    Infix,
    Integer,
    Item,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Range,
    SetLiteral,
    Sign,
    Signed,
    Truth,
    Variable,
)
from bigand.language.tokens import END_OF_FILE, NAME, NAME_OPEN, VARIABLE, VARIABLE_OPEN, meant_keyword
from bigand.source.diagnostic import Diagnostic, Edit
from bigand.source.fault import fault
from bigand.source.span import Span


class Parser(Expressions):
    """Reads one text, or a part of one, once."""

    _last_old_end: dict[str, int] | None = None  # where `end sets`, … stand last

    def items(self) -> tuple[Item, ...]:
        """All items to the end; what is too deep to read ends them early."""
        items: list[Item] = []
        try:
            while self.kind != END_OF_FILE:
                item = self.item()
                if item is not None:
                    items.append(item)
        except GiveUpError:
            pass
        return tuple(items)

    def whole_expression(self) -> Node | None:
        """One expression and nothing after it; nothing when that is not what is there."""
        self.closed += 1
        try:
            node = self.expression(0)
        except GiveUpError:
            return None
        return node if self.kind == END_OF_FILE else None

    def item(self) -> Item | None:
        start_at, start = self.at, self.starts[self.at]
        kind = self.kinds[start_at]
        if kind == NAME_OPEN:
            node = self.expression(0)
        elif kind == NAME:
            if self._old_syntax():
                return None
            node = self.expression(0)
        elif kind in (VARIABLE, VARIABLE_OPEN):
            target = self.variable()
            if self.kind == "=":
                return self._assignment(target)
            node = self.infix(target, 0)
        elif kind == "\\\\" and self._breaks_no_formula():
            return None
        elif kind == "let" and self._global_let():
            self.advance()
            return self.item()
        elif kind == "(" and self._after_name(start_at):
            node = self._spaced_arguments(start_at)
        elif kind in OPERAND_START or self._is_keyword_as_name() or (kind == "for" and self._meant_big(start_at)):
            node = self.expression(0)
        else:
            self._stray_token()
            return None
        if self.kinds[self.at] == "=":
            if isinstance(node, Proposition):
                return self._assignment_to_name(node)
            node = self._loose_ends(node)
        data = not self._is_keyword_as_name() and self.accept("data")
        if self.at == start_at:  # nothing could be read: never stand still
            self.advance()
        return Assertion(node, data, Span(start, max(start, self.ends[self.at - 1])))

    def _breaks_no_formula(self) -> bool:
        """`\\\\` before an assignment or at the end: passed over, with a word of complaint."""
        after = self.at + 1
        if self.kinds[after] != END_OF_FILE and (self.kinds[after] != VARIABLE or self.kinds[after + 1] != "="):
            return False
        self.report(unexpected(self.token_span(self.at), self.found(), [Edit(self.token_span(self.at), "")]))
        self.advance()
        return True

    def _assignment_to_name(self, target: Proposition) -> Item:
        """`N = 8`, `f(1) = 8`: the dollar was forgotten."""
        start, name, at = target.span.start, target.name, self.at
        assignment = self._assignment(Variable("$" + name, target.arguments, target.span))
        between_names = isinstance(assignment.value, Proposition)
        truth = _truth_of(assignment.value)
        if (
            at != self.complained_at
            and truth is not None
            and (target.arguments or not isinstance(assignment.value, Integer))
        ):
            atom = self.text[start : target.span.end]
            self.diagnostics.append(_truth_assigned(assignment.span, name, atom, truth))
            return Assertion(target, False, assignment.span)
        if at != self.complained_at:
            span = Span(start, start + len(name))
            self.diagnostics.append(_assignment_without_dollar(span, name, between_names))
        return assignment

    def _loose_ends(self, node: Node) -> Node:
        """What may follow a whole formula by mistake, and would otherwise look like a new one."""
        while self.kind == "=":
            node = self.infix(self._equals(node), 0)
        return node

    def _assignment(self, target: Variable) -> Assignment:
        self.advance()
        self.is_value = True
        value = self.expression(0)
        self.is_value = False
        if self.kind == "..":
            value = self._bare_range(value)
        elif self.kind == ",":
            self.report(_list_without_brackets(self.token_span(self.at)))
            while self.accept(","):
                self.expression(0)
            value = Error((value,), self.span_from(value.span.start))
        if isinstance(value, Infix) and any([isinstance(operand, Error) for operand in value.operands]):
            value = broken([value], value.span)
        return Assignment(target, value, self.span_from(target.span.start))

    def _global_let(self) -> bool:
        """`let $x = 1` with no body: an assignment was meant."""
        ahead = self.at + 1
        if self.kinds[ahead] != VARIABLE or self.kinds[ahead + 1] != "=":
            return False
        saved = self.at, self.complained_at, len(self.diagnostics), len(self.lexer.diagnostics)
        self.advance()
        self.advance()
        self.advance()
        value = self.expression(0)
        is_let_in = isinstance(value, Infix) and value.operator is Operator.IN
        is_assignment = (
            not is_let_in
            and self.kind not in (",", ":")
            and not (self.kind == NAME and meant_keyword(self.found()))
        )
        is_assignment = is_assignment and (self.kind == END_OF_FILE or self.begins_line(self.at))
        self.at, self.complained_at = saved[:2]
        del self.diagnostics[saved[2] :]
        if is_assignment:
            self.report(_global_let(self.token_span(self.at)))
        return is_assignment

    def _old_syntax(self) -> bool:
        """`begin sets`, `begin formula`: brackets of a TouIST before 2016, passed over."""
        word = self.found()
        following = self.token_text(self.at + 1) if self.kinds[self.at + 1] == NAME else ""
        if word != "begin" or following not in ("sets", "formula", "formulas"):
            return False
        if self._last_old_end is None:
            ends = OLD_END.finditer(self.text)
            self._last_old_end = {found.group(1): found.start() for found in ends}
        if self._last_old_end.get(following, -1) < self.starts[self.at]:
            return False  # two propositions
        self.report(_old_syntax(self.token_span(self.at).to(self.token_span(self.at + 1))))
        self.advance()
        self.advance()
        return True

    def _stray_token(self) -> None:
        """A token that begins nothing, at the top of the file."""
        span, kind = self.token_span(self.at), self.kind
        following = self.token_text(self.at + 1) if self.kinds[self.at + 1] == NAME else ""
        if kind == "end" and following in ("sets", "formula", "formulas"):
            self.advance()
        elif kind == "end":
            self.report(_extra_end(span))
        elif kind in CLOSING:
            self.report(unmatched_bracket(span, self.found()))
        elif kind == ";":
            self.report(_semicolon(span))
        elif kind in INFIX:
            self.report(missing_operand_before(span, self.found()))
            self.advance()
            if self.kind in OPERAND_START:
                self.expression(0)
            return
        else:
            self.report(unexpected(span, self.found()))
            self.advance()
            self.skip_to(frozenset({"bigand", "bigor"}))
            return
        self.advance()

    def _after_name(self, at: int) -> bool:
        """Whether a parenthesis follows a name on its line, parted by blanks only."""
        return at > 0 and self.kinds[at - 1] == NAME and self.same_line(at)

    def _spaced_arguments(self, opening: int) -> Node:
        """`p (…)` at the top of a file: two formulas, unless only arguments can be meant."""
        name = self.token_text(opening - 1)
        blank = Span(self.ends[opening - 1], self.starts[opening])
        self.advance()
        self.open(")")
        inner = self.expression(0)
        is_list = self.kind == ","
        while self.accept(","):
            self.expression(0)
        self.close(")", opening)
        span = self.span_from(self.starts[opening])
        if is_list or (_is_value(inner) and self.kind not in TERM_OPERATORS):
            self.diagnostics.append(space_before_arguments(blank, name))
            return self.infix(Error((inner,), span), 0)
        if isinstance(inner, Proposition | Variable):
            self.diagnostics.append(_spaced_parenthesis(blank, name))
        return self.infix(Parenthesised(inner, span), 0)


def _truth_of(node: Node) -> bool | None:
    """What a value says of a proposition to which it is given."""
    match node:
        case Boolean(value) | Truth(value):
            return value
        case Integer(0 | 1 as number):
            return number == 1
        case _:
            return None


def _is_value(node: Node) -> bool:
    """Whether this is a number, a truth value or a set, which alone is no formula."""
    if isinstance(node, Signed):
        return node.sign is Sign.MINUS
    return isinstance(node, Integer | Float | Boolean | SetLiteral | Range | Comprehension)


def _extra_end(span: Span) -> Diagnostic:
    return fault("S104", span, label="label", help="help")


def _spaced_parenthesis(blank: Span, name: str) -> Diagnostic:
    return fault("S404", blank, help="help", name=name)


def _global_let(span: Span) -> Diagnostic:
    return fault("S116", span, help="help")


def _truth_assigned(span: Span, name: str, atom: str, is_true: bool) -> Diagnostic:
    """`p(1) = true`, as if a proposition could be assigned."""
    right = atom if is_true else f"not {atom}"
    return fault("S117", span, variant="truth", help="truth", fix=[Edit(span, right)], name=name, right=right)


def _assignment_without_dollar(span: Span, name: str, between_names: bool) -> Diagnostic:
    if between_names:
        return fault("S117", span, variant="assignment", help="equivalence", name=name)
    return fault("S117", span, variant="assignment", help="help", fix=[Edit(span, "$" + name)], name=name)


def _list_without_brackets(span: Span) -> Diagnostic:
    return fault("S120", span, variant="list", help="list")


def _old_syntax(span: Span) -> Diagnostic:
    return fault("S123", span, help="help")


def _semicolon(span: Span) -> Diagnostic:
    return fault("S125", span, help="help", fix=[Edit(span, "")])
