"""Compare rules and files as written: which rules correspond, which files differ only in names."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from bigand.explain.grading.compared_file import ComparedFile
from bigand.explain.grading.correspondence import NameMapping
from bigand.ground.grounder import Rule
from bigand.language import syntax

_MIN_SIMILARITY = 0.4  # for a rule to count as a wrong version of another


def words_of(part: Any, spell: Callable[[Any], Any]) -> Iterator[str]:
    """Yield a tree as words, ignoring layout and parentheses; `spell` may replace a node."""
    if isinstance(part, tuple):
        yield "("
        for item in part:
            yield from words_of(item, spell)
        yield ")"
    elif isinstance(part, syntax.Parenthesised | syntax.LineBreak):
        yield from words_of(part.inner, spell)
    elif isinstance(part, syntax.SyntaxNode):
        part = spell(part)
        yield type(part).__name__
        for name in syntax.non_position_fields(part.__class__):
            yield from words_of(getattr(part, name), spell)
    else:
        yield str(part)


class Spelling:
    """Spells rules in a normal form: bound variables by order of appearance, names as in the reference."""

    def __init__(self, mapping: NameMapping | None = None) -> None:
        self.predicates = {predicate.name: predicate for predicate in mapping.predicates} if mapping else {}
        self.words = {theirs: mine for mine, theirs in mapping.words} if mapping else {}

    def _translate(self, name: str) -> str:
        """Return a student's name as the reference has it; one with another meaning there gets a `~`."""
        taken = name in self.words.values() or name in [
            predicate.predicate for predicate in self.predicates.values()
        ]
        return self.words.get(name, f"~{name}" if taken else name)

    def spell_rule(self, rule: Rule) -> list[str]:
        bound = {variable.name for generator in rule.generators for variable in generator.variables}
        for node in syntax.walk((rule.generators, rule.body)):
            if isinstance(node, syntax.Generator):
                bound |= {variable.name for variable in node.variables}
        names: dict[str, str] = {}

        def spell(node: Any) -> Any:
            if isinstance(node, syntax.Variable) and node.name in bound:
                return syntax.Variable(names.setdefault(node.name, f"${len(names)}"), node.arguments)
            if isinstance(node, syntax.Proposition):
                renamed = self.predicates.get(node.name)
                if renamed is not None and len(renamed.order) == len(node.arguments):
                    return syntax.Proposition(
                        renamed.predicate, tuple([node.arguments[position] for position in renamed.order])
                    )
                return syntax.Proposition(self._translate(node.name), node.arguments)
            return node

        return list(words_of((rule.generators, rule.body), spell))


def find_twins(reference: Sequence[Rule], student: Sequence[Rule], mapping: NameMapping) -> dict[int, int]:
    """Map student rules to the reference rules that are identical as written."""
    reference_spelling, student_spelling = Spelling(), Spelling(mapping)
    unmatched: dict[tuple[str, ...], list[int]] = {}
    for rule in reference:
        unmatched.setdefault(tuple(reference_spelling.spell_rule(rule)), []).append(rule.number)
    twins: dict[int, int] = {}
    for rule in student:
        same = unmatched.get(tuple(student_spelling.spell_rule(rule)))
        if same:
            twins[rule.number] = same.pop(0) if len(same) > 1 else same[0]
    return twins


def find_certain_twins(reference: ComparedFile, student: ComparedFile, mapping: NameMapping) -> dict[int, int]:
    """Return the twins that surely have the same instances.

    They read the same values, and all their atoms are linked.
    """
    if any(predicate.shifts for predicate in mapping.predicates):
        return {}
    mine, theirs = [side.grounder.reading.program for side in (reference, student)]
    return {
        rule: twin
        for rule, twin in find_twins(reference.rules, student.rules, mapping).items()
        if (mapping.link[student.atoms_by_rule[rule]] > 0).all()
        and len(student.atoms_by_rule[rule]) == len(reference.atoms_by_rule[twin])
        and find_changed_assignment(mine, theirs, [student.rules[rule]]) is None
        and find_changed_assignment(theirs, mine, [reference.rules[twin]]) is None
    }


def find_nearest_rule(reference_rule: Rule, candidates: Sequence[Rule], mapping: NameMapping) -> Rule | None:
    """Return the student's rule that is most similar to a reference rule, if one is similar enough."""
    words, spelling = Spelling().spell_rule(reference_rule), Spelling(mapping)
    scored = [
        (SequenceMatcher(None, words, spelling.spell_rule(rule), False).ratio(), -rule.number)
        for rule in candidates
    ]
    best = max(scored, default=(0.0, 0))
    return (
        next((rule for rule in candidates if rule.number == -best[1]), None) if best[0] >= _MIN_SIMILARITY else None
    )


def find_changed_assignment(
    reference: syntax.Program, student: syntax.Program, rules: Sequence[Rule]
) -> syntax.Assignment | None:
    """Return an assignment that some rules read and that differs from the reference's, if any."""
    reference_assignments = _assignments(reference)
    read = {node.name for rule in rules for node in syntax.walk((rule.generators, rule.body)) if _is_variable(node)}
    student_assignments = _assignments(student)
    while True:  # follow variables read by the assignments
        further = {
            node.name
            for name in read & student_assignments.keys()
            for node in syntax.walk(student_assignments[name].value)
            if _is_variable(node)
        }
        if further <= read:
            break
        read |= further
    differing = [
        assignment
        for name, assignment in student_assignments.items()
        if name in read and reference_assignments.get(name) != assignment
    ]
    return differing[0] if differing else None


def _is_variable(node: Any) -> bool:
    return isinstance(node, syntax.Variable)


def _assignments(program: syntax.Program) -> Mapping[str, syntax.Assignment]:
    return {item.target.name: item for item in program.items if isinstance(item, syntax.Assignment)}


def fingerprint(program: syntax.Program) -> str:
    """Return a hash that is equal for files that differ only in names and layout."""
    names: dict[str, str] = {}

    def spell(node: Any) -> Any:
        if isinstance(node, syntax.Variable | syntax.Proposition):
            return type(node)(names.setdefault(node.name, f"n{len(names)}"), node.arguments)
        return node

    text = "\n".join(words_of(program.items, spell))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
