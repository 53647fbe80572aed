"""Propose rules that may be missing, where a file has more models than it expects.

A rule may lack its mirror image (rows, but no columns): the same rule with two indices of a predicate swapped.
Other candidates are rules common in models: at least one, at most one, all; on a board, no two in a row, a column
or a diagonal.
"""

import re
from collections.abc import Iterator, Sequence

from bigand.explain.why.changes import Change, RuleText, render_rule
from bigand.ground.grounder import Rule
from bigand.language.syntax import Program, Proposition, Variable, strip_parentheses
from bigand.source.diagnostic import Edit
from bigand.source.document import Span


def propose_additions(rules: Sequence[Rule], program: Program, text: str) -> list[Change]:
    """Return distinct rules to add, each after the rule it was made from, the likeliest first."""
    by_text: dict[str, Change] = {}
    plain: dict[str, tuple[Rule, Proposition, dict[str, str]]] = {}
    for rule in rules:
        rule_text = RuleText(rule, program, text)
        for edits in rule_text.index_swap_edits():
            added = render_rule(rule, edits, text)
            by_text.setdefault(added, _addition_after(rule, added, 2))
        for node in rule_text.propositions:
            if _has_independent_variables(node, rule_text.sets):
                plain[node.name] = rule, node, rule_text.sets
    for rule, node, sets in plain.values():
        for added in _usual_rules(node, sets, text):
            by_text.setdefault(added, _addition_after(rule, added, 3))
        for added in _board_rules(node, sets, text):
            by_text.setdefault(added, _addition_after(rule, added, 4))
    return sorted(by_text.values(), key=lambda change: change.rank)


def _addition_after(rule: Rule, added: str, rank: int) -> Change:
    end = Span(rule.span.end, rule.span.end)
    return Change(None, (Edit(end, f"\n{added}"),), rank, insert_after=rule.span)


def _has_independent_variables(node: Proposition, sets: dict[str, str]) -> bool:
    """Whether all indices of a predicate are distinct variables, over sets that do not depend on each other."""
    names = _variable_names(node)
    is_over = all(name in sets and not any(_mentions(sets[name], other) for other in sets) for name in names)
    return bool(names) and len(set(names)) == len(node.arguments) and is_over


def _mentions(written: str, variable: str) -> bool:
    return re.search(rf"{re.escape(variable)}(?![A-Za-z0-9_])", written) is not None


def _usual_rules(node: Proposition, sets: dict[str, str], text: str) -> Iterator[str]:
    """Yield rules for at least one and at most one of a predicate along each index, and for all of it."""
    atom, names = _text_of(node, text), _variable_names(node)
    for along in names:
        others = [name for name in names if name != along]
        yield _bigand_text(others, sets, f"bigor {along} in {sets[along]}: {atom} end")
        yield _bigand_text(others, sets, f"atmost(1,[{atom} for {along} in {sets[along]}])")
    yield _bigand_text(names, sets, atom)


def _board_rules(node: Proposition, sets: dict[str, str], text: str) -> Iterator[str]:
    """Yield rules for a predicate of rows and columns: at most one in each, at most one in each diagonal."""
    names = _variable_names(node)
    if len(names) != 2 or sets[names[0]] != sets[names[1]]:
        return
    atom, members = _text_of(node, text), sets[names[0]]
    lines = [
        _bigand_text([name], sets, f"atmost(1,[{atom} for {other} in {members}])")
        for name, other in (names, names[::-1])
    ]
    yield " and ".join(lines)
    others = [f"{name}2" for name in names]
    head = f"bigand {','.join([*names, *others])} in {','.join(4 * [members])}"
    apart = f"{names[0]} < {others[0]} and abs({names[0]}-{others[0]}) == abs({names[1]}-{others[1]})"
    yield f"{head} when {apart}: not {atom} or not {node.name}({','.join(others)}) end"


def _text_of(node: Proposition, text: str) -> str:
    return " ".join(text[node.span.start : node.span.end].split())


def _variable_names(node: Proposition) -> list[str]:
    return [argument.name for argument in map(strip_parentheses, node.arguments) if isinstance(argument, Variable)]


def _bigand_text(names: Sequence[str], sets: dict[str, str], body: str) -> str:
    if not names:
        return body
    return f"bigand {','.join(names)} in {','.join([sets[name] for name in names])}: {body} end"
