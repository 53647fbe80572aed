"""Rules that may be missing, where a file has more models than it expects.

A rule that is there may lack its mirror image (rows, but no columns): the same with two indices of a predicate in
each other's place. And there are rules that most models have of some predicate: at least one, at most one, all.
"""

import re
from collections.abc import Iterator, Sequence

from bigand.explain.mending.changes import Change, RuleText, in_one_line
from bigand.ground.expand import Rule
from bigand.language.syntax import Program, Proposition, Variable, bare
from bigand.source.diagnostic import Edit
from bigand.source.span import Span


def additions(rules: Sequence[Rule], program: Program, text: str) -> list[Change]:
    """Rules to add, each after the rule that it was made from, the likeliest first, each once."""
    found: dict[str, Change] = {}
    plain: dict[str, tuple[Rule, Proposition, dict[str, str]]] = {}
    for rule in rules:
        read = RuleText(rule, program, text)
        for edits in read.mirrored():
            added = in_one_line(rule, edits, text)
            found.setdefault(added, _after(rule, added, 2))
        for node in read.propositions:
            if _is_plain(node, read.sets):
                plain[node.name] = rule, node, read.sets
    for rule, node, sets in plain.values():
        for added in _usual(node, sets, text):
            found.setdefault(added, _after(rule, added, 3))
    return sorted(found.values(), key=lambda change: change.rank)


def _after(rule: Rule, added: str, rank: int) -> Change:
    end = Span(rule.span.end, rule.span.end)
    return Change(None, (Edit(end, f"\n{added}"),), rank, beside=rule.span)


def _is_plain(node: Proposition, sets: dict[str, str]) -> bool:
    """Whether a predicate has only variables as indices, all of them different, each over a set of its own."""
    names = [argument.name for argument in map(bare, node.arguments) if isinstance(argument, Variable)]
    is_over = all(name in sets and not any(_mentions(sets[name], other) for other in sets) for name in names)
    return bool(names) and len(set(names)) == len(node.arguments) and is_over


def _mentions(written: str, variable: str) -> bool:
    return re.search(rf"{re.escape(variable)}(?![A-Za-z0-9_])", written) is not None


def _usual(node: Proposition, sets: dict[str, str], text: str) -> Iterator[str]:
    """At least one and at most one of a predicate along each index, and all of it."""
    atom = " ".join(text[node.span.start : node.span.end].split())
    names = [argument.name for argument in map(bare, node.arguments) if isinstance(argument, Variable)]
    for along in names:
        others = [name for name in names if name != along]
        yield _for_all(others, sets, f"bigor {along} in {sets[along]}: {atom} end")
        yield _for_all(others, sets, f"atmost(1,[{atom} for {along} in {sets[along]}])")
    yield _for_all(names, sets, atom)


def _for_all(names: Sequence[str], sets: dict[str, str], body: str) -> str:
    if not names:
        return body
    return f"bigand {','.join(names)} in {','.join([sets[name] for name in names])}: {body} end"
