"""Check a whole program: assignments in order, then formulas, then unused names."""

from collections.abc import Sequence

from msgspec.structs import replace

from bigand.language import common_diagnostics, syntax
from bigand.language.check.abstract import ANYTHING, AbstractValue, values_if_all_known
from bigand.language.check.binders import unused_variable
from bigand.language.check.checker import Binding, Checker, variable_key
from bigand.language.check.constants import drop_warnings_of_intended_names
from bigand.language.check.expressions import check_expression
from bigand.language.check.formulas import check_formula, note_variable_uses_silently
from bigand.language.check.reachability import name_span
from bigand.language.syntax import outer_bigand_variables, soft_directives
from bigand.language.values import INT
from bigand.messages.message import Severity
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import NOWHERE, Span
from bigand.source.suggestion import most_similar_word

_MAX_SLIPS = 2  # uses of a misspelt name
_MANY = 3  # from this number on, unknown names are reported together, and unused ones not at all


class _ProgramChecker(Checker):
    """Binds the methods of `Checker` to the functions for expressions and formulas."""

    evaluate = check_expression
    visit_formula = check_formula


def check_program(
    program: syntax.Program,
    text: str,
    mode: syntax.Mode,
    is_complete: bool,
    given_names: frozenset[str] = frozenset(),
) -> list[Diagnostic]:
    """Return the errors and warnings of a program.

    `is_complete` says that the whole text could be parsed. Otherwise no name is reported as unused, since its use
    may be in the unparsed part. `given_names` are the variables whose values come from outside.
    """
    checker = _ProgramChecker(text, mode)
    assignment_spans = _assignment_spans(program)
    for key in sorted(given_names):
        name, bracket, _ = key.partition("(")
        names = checker.scope.families.setdefault(name, {}) if bracket else checker.scope.globals
        names[key] = Binding(name, NOWHERE, "given", ANYTHING, used=bool(bracket))
    _bind_directives(checker, program, assignment_spans)
    _check_assignments(checker, program)
    early = _extract_early_uses(checker, assignment_spans)
    for index, item in enumerate(program.items):
        if isinstance(item, syntax.Assertion):
            checker.item_index = index
            checker.visit_formula(item.formula)
    _check_directives(checker, program)
    diagnostics = drop_warnings_of_intended_names(checker, program, checker.diagnostics)
    if not is_complete:
        diagnostics = [diagnostic for diagnostic in diagnostics if diagnostic.code != "N103"]
    diagnostics += early
    diagnostics += _find_unknown_variables(checker)
    diagnostics += _find_inconsistent_quantification(checker)
    diagnostics += _find_kind_clashes(checker)
    if is_complete:
        if any(isinstance(item, syntax.Assertion) for item in program.items):
            diagnostics += _find_unused_globals(checker)
        else:
            end = Span(len(text), len(text))
            diagnostics.append(
                make_diagnostic("S122", end, variant="assignments" if program.items else None, help="help")
            )
    return diagnostics


def _assignment_spans(program: syntax.Program) -> dict[str, Span]:
    """The span of the first assignment to each name."""
    spans: dict[str, Span] = {}
    for item in program.items:
        if isinstance(item, syntax.Assignment):
            spans.setdefault(item.target.name, name_span(item.target))
    return spans


def _bind_directives(checker: Checker, program: syntax.Program, assigned: dict[str, Span]) -> None:
    """Bind names whose values are read from a file or searched for."""
    for directive in program.directives:
        if isinstance(directive, syntax.Data):
            binding = Binding(directive.variable.name, directive.variable.span, "data", ANYTHING)
            checker.scope.globals[binding.name] = binding
        elif isinstance(directive, syntax.Horizon) and directive.variable.name not in assigned:
            name = directive.variable.name
            checker.scope.globals[name] = Binding(name, directive.variable.span, "horizon", AbstractValue(INT))


def _check_assignments(checker: Checker, program: syntax.Program) -> None:
    horizons = {
        directive.variable.name for directive in program.directives if isinstance(directive, syntax.Horizon)
    }
    for index, item in enumerate(program.items):
        if not isinstance(item, syntax.Assignment):
            continue
        checker.item_index = index
        target, abstract = item.target, checker.evaluate(item.value)
        if target.name in horizons and abstract.kinds & INT:
            abstract = AbstractValue(INT)  # its value is searched for
        if target.name in checker.scope.globals and checker.scope.globals[target.name].word == "given":
            continue  # the value from outside wins
        if not target.arguments:
            _bind_global(checker, checker.scope.globals, target.name, target, abstract)
            continue
        indices = values_if_all_known([checker.evaluate(argument) for argument in target.arguments])
        family = checker.scope.families.setdefault(target.name, {})
        _bind_global(checker, family, variable_key(target.name, indices, index), target, abstract)


def _bind_global(
    checker: Checker, names: dict[str, Binding], key: str, target: syntax.Variable, abstract: AbstractValue
) -> None:
    span = name_span(target)
    previous = names.get(key)
    if previous is not None and previous.word == "given":
        return  # the value from outside wins
    if previous is not None and previous.word == "=":
        checker.report(make_diagnostic("N109", span, secondary=[(previous.span, "first")], name=key))
    names[key] = Binding(target.name, span, "=", abstract, used=previous is not None and previous.used)


def _extract_early_uses(checker: Checker, assignment_spans: dict[str, Span]) -> list[Diagnostic]:
    """Report variables that are used in an assignment before they are assigned."""
    early: list[Diagnostic] = []
    still_unknown = []
    for variable, reached, item in checker.unknown_uses:
        if variable.name in assignment_spans and reached:
            early.append(
                _use_before_assignment(name_span(variable), variable.name, assignment_spans[variable.name])
            )
            for binding in _global_bindings_of(checker, variable.name):
                binding.used = True
        else:
            still_unknown.append((variable, reached, item))
    checker.unknown_uses = still_unknown
    return early


def _global_bindings_of(checker: Checker, name: str) -> list[Binding]:
    plain = [checker.scope.globals[name]] if name in checker.scope.globals else []
    return plain + list(checker.scope.families.get(name, {}).values())


def _check_directives(checker: Checker, program: syntax.Program) -> None:
    """Check the expressions in directives. All errors in them are only warnings."""
    count, unknown = len(checker.diagnostics), len(checker.unknown_uses)
    soft_by_item = soft_directives(program)
    for directive in program.directives:
        if isinstance(directive, syntax.Horizon):
            checker.evaluate(directive.range)
        elif isinstance(directive, syntax.Domain):
            for members in directive.sets:
                checker.evaluate(members)
        elif isinstance(directive, syntax.Soft):
            item = next((index for index, soft in soft_by_item.items() if soft is directive), None)
            if item is None:
                checker.report(make_diagnostic("S303", directive.span))
            _check_weight(checker, program, directive, item)
        elif isinstance(directive, syntax.Objective):
            note_variable_uses_silently(checker, directive.cost)
    checker.diagnostics[count:] = [
        replace(diagnostic, severity=Severity.WARNING) for diagnostic in checker.diagnostics[count:]
    ]
    checker.unknown_uses[unknown:] = [(use[0], False, use[2]) for use in checker.unknown_uses[unknown:]]


def _check_weight(checker: Checker, program: syntax.Program, directive: syntax.Soft, item: int | None) -> None:
    """Check the weight of a formula, which may use the variables of the operators around it."""
    formula = program.items[item] if item is not None else None
    variables = list(outer_bigand_variables(formula.formula)) if isinstance(formula, syntax.Assertion) else []
    hidden = dict(checker.scope.locals)
    for variable in variables:
        checker.scope.locals[variable.name] = Binding(variable.name, variable.span, "bigand", ANYTHING, used=True)
    checker.evaluate(directive.weight)
    checker.scope.locals = hidden


def _find_unknown_variables(checker: Checker) -> list[Diagnostic]:
    """Report variables without a value.

    There is one diagnostic per unbound name, or one for all if there are many. A name used outside its scope is
    reported once per rule.
    """
    ended, scope = checker.scope.ended_locals, checker.scope
    uses: dict[tuple[str, int], list[tuple[syntax.Variable, bool]]] = {}
    for variable, reached, item in checker.unknown_uses:
        key = (variable.name, item if variable.name in ended else -1)
        uses.setdefault(key, []).append((variable, reached))
    diagnostics = []
    names = {*scope.visible_names(), *ended}
    for (name, _), name_uses in uses.items():
        variable, reached = next((use for use in name_uses if use[1]), name_uses[0])
        indexed = "" if variable.arguments else next(iter(scope.families.get(name, {})), "")
        binder = None if indexed else ended.get(name)
        suggestion = "" if indexed or binder else suggest_name(name, names)
        if suggestion in ended and len(name_uses) > _MAX_SLIPS:
            suggestion = ""  # a typo is not repeated so often
        for binding in _global_bindings_of(checker, name if indexed else suggestion):
            binding.used = True  # one diagnostic is enough
        binder_span, binder_word = (binder.span, binder.word) if binder else (None, "")
        diagnostic = common_diagnostics.unknown_variable(
            name_span(variable), name, suggestion, binder_span, binder_word, len(name_uses) - 1, indexed
        )
        diagnostics.append(diagnostic if reached else replace(diagnostic, severity=Severity.WARNING))
    valueless = [unknown for unknown in diagnostics if unknown.help and unknown.help.key == "N101.help"]
    if len(valueless) < _MANY:
        return diagnostics
    return [*[unknown for unknown in diagnostics if unknown not in valueless], _merge_unknown_names(valueless)]


def suggest_name(name: str, names: set[str]) -> str:
    """Return the known name that a misspelt one probably means, or an empty string.

    >>> suggest_name("$cel", {"$cell", "$N"}), suggest_name("$n", {"$cell", "$N"}), suggest_name("$x", {"$cell"})
    ('$cell', '$N', '')
    """
    names = names - {name}
    for candidate in sorted(names):
        if candidate.lower() == name.lower():
            return candidate
    return most_similar_word(name, sorted(names), 0.7)


def _find_inconsistent_quantification(checker: Checker) -> list[Diagnostic]:
    return [
        common_diagnostics.inconsistent_quantification(span, name, checker.quantifiers.ever_quantified[name])
        for name, span in checker.quantifiers.free.items()
        if name in checker.quantifiers.ever_quantified
    ]


def _find_kind_clashes(checker: Checker) -> list[Diagnostic]:
    """Report unknowns of an SMT file with contradictory uses, and propositions compared like numbers."""
    clashes = checker.comparisons.unknowns.find_clashes()
    if clashes:
        return clashes
    propositions = checker.comparisons.unknowns.find_propositions() if checker.comparisons.equalities else set()
    return [
        _comparison_of_propositions(node.span, node.operator.value)
        for node, name in checker.comparisons.equalities
        if name in propositions
    ]


def _find_unused_globals(checker: Checker) -> list[Diagnostic]:
    """Report unused global variables. If there are many, they are probably data that other files share."""
    scope = checker.scope
    families = [list(family.values()) for family in scope.families.values()]
    unused = [family[0] for family in families if not any(member.used for member in family)]
    bindings = [
        binding
        for binding in (*scope.globals.values(), *unused)
        if not binding.used and not binding.name.startswith("$_") and binding.word == "="
    ]
    if len(bindings) >= _MANY:
        return []
    return [unused_variable(binding.span, binding.name, "=") for binding in bindings]


def _merge_unknown_names(unknown: Sequence[Diagnostic]) -> Diagnostic:
    """Merge the diagnostics of several names without a value."""
    names = [str(name.message.gaps["name"]) for name in unknown]
    merged = make_diagnostic(
        "N101",
        unknown[0].primary.span,
        variant="several",
        label="label",
        name=names[0],
        names=", ".join([f"`{name}`" for name in names]),
    )
    severity = next((name.severity for name in unknown if name.severity is Severity.ERROR), Severity.WARNING)
    return replace(merged, severity=severity, also=tuple([name.primary.span for name in unknown[1:]]))


def _use_before_assignment(span: Span, name: str, assigned: Span) -> Diagnostic:
    return make_diagnostic("N102", span, secondary=[(assigned, "assigned")], name=name)


def _comparison_of_propositions(span: Span, operator: str) -> Diagnostic:
    meant = "<=>" if operator == "==" else "xor"
    return make_diagnostic("T114", span, operator=operator, meant=meant)
