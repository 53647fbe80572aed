"""Recognise handwritten pairs as "at most one" before they are expanded.

    bigand $i,$j,$k in A,B,B when $j != $k: not x($i,$j) or not x($i,$k) end

says that for each `$i` at most one of the `x($i,$j)` is true, in |A|·|B|² clauses. The pattern: two negative
literals of one predicate. Each variable that occurs only in the first is paired with one that occurs only in the
second, at the same position and over the same set. The pairs must differ, and may be required to have equal keys
(`keys`); any other condition must apply to both members alike. A compact encoding, or a limit if the engine counts
natively, replaces the pairs. The models stay exactly the same.

    bigand $k in K: open($k) => bigand $a,$b in A,A when $a != $b: not x($k,$a) or not x($k,$b) end end

is the same behind a guard that does not depend on the members of a pair: it is added to each clause of its group.
"""

from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.cardinality import PAIRWISE
from bigand.encode.clauses import Limits
from bigand.encode.encoder import Encoder, PartialClauses
from bigand.encode.keys import Key, disjuncts, equality_keys
from bigand.ground.columns import Array, factorise, sorted_distinct
from bigand.ground.cross_check import Sample
from bigand.ground.forecast import forecast
from bigand.ground.formula import Literals
from bigand.ground.frames import UNIT_FRAME, Frame, bound_names, variables_of
from bigand.ground.grounder import Grounder, Rule
from bigand.ground.join import conjuncts
from bigand.language import syntax
from bigand.language.values import INT, PROPOSITION

_MAX_COMPACT_CLAUSES = 16  # maximum number of clauses per member of a large group


class Pattern(Struct, frozen=True):
    """At most one instance of `member` in each group of rows that agree on `shared` and on a key."""

    rule: Rule  # all generators around the pair, and the pair
    member: syntax.Proposition
    generator: syntax.Generator
    shared: tuple[str, ...]
    partner: dict[str, str]  # maps each variable of the first member to its counterpart in the second
    keys: tuple[Key, ...]  # each defines a grouping of the rows; an empty one leaves a single group
    kinds: int  # kinds of members that the rule's conditions can compare
    guards: tuple[syntax.Node, ...]  # literals beside the pair: if one holds, the group is unconstrained
    in_order: bool  # whether shared variables come first, so that atoms occur in row order


def try_encode_at_most_one(grounder: Grounder, encoder: Encoder, rule: Rule) -> bool:
    """Encode a rule compactly if it expresses "at most one" by pairs; return whether it does."""
    pattern = find_at_most_one_pattern(rule)
    if pattern is None:
        return False
    frame, _ = grounder.evaluator.join_generator(pattern.generator, UNIT_FRAME)
    if not frame.count:
        return True
    if any([frame.columns[name].kind != INT for key in pattern.keys for name in key]):
        return False  # the ordinary encoding reports the error
    if not all([frame.columns[name].kind & pattern.kinds for name in pattern.partner]):
        return False  # other or mixed kinds: not all values can be compared
    ground = grounder.instantiator.instantiate(pattern.member, frame)
    grounder.evaluator.raise_recorded_failures()
    assert isinstance(ground, Literals)
    atoms = ground.atoms
    groupings = [_groups(frame, pattern, key) for key in pattern.keys]
    if any([groups is None or _has_repeated_atom_in_group(atoms, groups) for groups in groupings]):
        return False
    valid_groupings = [groups for groups in groupings if groups is not None]
    is_paired = np.any([np.bincount(groups)[groups] > 1 for groups in valid_groupings], axis=0)
    guards = _instantiate_guards(grounder, pattern, frame.take(np.flatnonzero(is_paired)))
    occurring = [atoms[is_paired], *[guard.atoms for guard, _ in guards]]
    if not pattern.in_order and not all(
        [grounder.first_occurrences.occurrence_mask(occurring_atoms).all() for occurring_atoms in occurring]
    ):
        return False
    # In each instance, the guards come before the members.
    width, count = len(occurring), int(np.count_nonzero(is_paired))
    places = [np.arange(count) * width + (column or width) - 1 for column in range(width)]
    grounder.first_occurrences.record_atoms(np.concatenate(occurring), np.concatenate(places))
    if grounder.kinds is not None:
        for occurring_atoms in occurring:
            grounder.kinds.record(Literals(occurring_atoms))
    encoder.rule = rule.number
    literals = np.zeros((len(atoms), len(guards)), dtype=np.int64)
    for column, (guard, sign) in enumerate(guards):
        literals[is_paired, column] = guard.atoms if sign else -guard.atoms
    for groups in valid_groupings:
        _assert_at_most_one_per_group(encoder, atoms, groups, literals)
        if grounder.samples.wants(rule):
            _keep_sample(grounder, pattern, frame, atoms, groups)
    return True


def _instantiate_guards(grounder: Grounder, pattern: Pattern, frame: Frame) -> list[tuple[Literals, bool]]:
    """Return the guards of the pairs in each row, with their signs."""
    guards: list[tuple[Literals, bool]] = []
    for node in pattern.guards:
        inner, sign = syntax.strip_negations(node)
        ground = grounder.instantiator.instantiate(inner, frame)
        assert isinstance(ground, Literals)
        guards.append((ground, sign))
    grounder.evaluator.raise_recorded_failures()
    return guards


def _keep_sample(grounder: Grounder, pattern: Pattern, frame: Frame, atoms: Array, groups: Array) -> None:
    """Keep a pair of members of one group for the cross-check: it must be an instance of the rule."""
    order = np.argsort(groups, kind="stable")
    pairs = np.flatnonzero(np.diff(groups[order]) == 0)
    if not len(pairs) or grounder.evaluator.globals.tables:
        return
    index = int(pairs[len(pairs) * 5 // 8])
    rows = [int(order[index]), int(order[index + 1])]
    first, second = [frame.binding(row, grounder.table) for row in rows]
    bindings = tuple(
        [
            {
                **binding,
                **{
                    pattern.partner[name]: value
                    for name, value in partner_binding.items()
                    if name in pattern.partner
                },
            }
            for binding, partner_binding in ((first, second), (second, first))
        ]
    )
    grounder.samples.add(Sample(pattern.rule, bindings, ("or", *[("not", int(atoms[row])) for row in rows])))


def forecast_clauses(grounder: Grounder, rule: Rule, earlier_rules: Sequence[Rule], counting: bool) -> int:
    """Estimate the number of clauses of a rule: fewer than its instances if the pattern applies."""
    size = forecast(grounder, rule).size
    pattern = find_at_most_one_pattern(rule)
    if pattern is None or not (
        pattern.in_order or any([_mentions_predicate(rule, pattern.member.name) for rule in earlier_rules])
    ):
        return size
    members = forecast(grounder, replace(pattern.rule, generators=(pattern.generator,))).instances
    if counting and not pattern.guards:
        return min(size, members)
    # Small groups use pairs, but groups cannot be small if members are in more pairs than that.
    return min(size, members * (_MAX_COMPACT_CLAUSES if size > members * PAIRWISE else PAIRWISE // 2))


def _mentions_predicate(rule: Rule, predicate: str) -> bool:
    return any([isinstance(node, syntax.Proposition) and node.name == predicate for node in syntax.walk(rule.body)])


def _groups(frame: Frame, pattern: Pattern, key: Key) -> Array | None:
    """Return the group of each row; None if values of the key are too large to compute."""
    columns = [frame.columns[name].full_data(frame.count) for name in pattern.shared]
    if key:
        members = {name: frame.columns[name].full_data(frame.count) for name in key}
        if any([len(data) and int(np.abs(data).max()) >= 1 << 31 for data in members.values()]):
            return None
        columns.append(np.sum([factor * members[name] for name, factor in key.items()], axis=0))
    return factorise(columns)[0] if columns else np.zeros(frame.count, dtype=np.int64)


def _assert_at_most_one_per_group(encoder: Encoder, atoms: Array, groups: Array, guards: Array) -> None:
    """Assert at most one of each group, or one of its guards; groups of one size are handled together.

    If the encoder counts, unguarded groups of more than two become limits.
    """
    sizes = np.bincount(groups)
    order = np.argsort(groups, kind="stable")
    starts = np.cumsum(sizes) - sizes
    if encoder.counting and not guards.shape[1]:
        large = sizes > 2
        literals = atoms[order[large[groups[order]]]].astype(np.int32)
        ends = np.concatenate([[0], np.cumsum(sizes[large])])
        encoder.limits.append(Limits(encoder.rule, literals, ends, np.ones(len(ends) - 1, dtype=np.int64)))
        sizes = np.where(large, 0, sizes)
    for size in sorted_distinct(sizes[sizes > 1]).tolist():
        begins = starts[sizes == size]
        side = PartialClauses(len(begins), columns=tuple(guards[order[begins]].T))
        encoder.assert_at_most_one(atoms[order[begins[:, None] + np.arange(size)[None, :]]], side)


def _has_repeated_atom_in_group(atoms: Array, groups: Array) -> bool:
    """Return whether an atom occurs twice in a group: pairing it with itself would mean something else."""
    pairs = groups * (int(atoms.max()) + 1) + atoms
    return len(sorted_distinct(pairs)) < len(pairs)


def find_at_most_one_pattern(rule: Rule) -> Pattern | None:
    """Return the "at most one" pattern of a rule, if it has it."""
    flattened = _extract_pair_and_guards(rule)
    if flattened is None:
        return None
    rule, pair, guards = flattened
    if not rule.generators or not _has_unambiguous_variables(rule):
        return None
    first, second = pair
    names = [variable.name for generator in rule.generators for variable in generator.variables]
    sets = {
        variable.name: members
        for generator in rule.generators
        for variable, members in zip(generator.variables, generator.sets, strict=True)
    }
    partner = _match_differing_variables(first, second, set(names))
    if not partner:
        return None
    partner_names = set(partner.values())
    for name, members in sets.items():
        used = variables_of(members)
        if name in partner:
            if _rename_variables(members, partner) != sets[partner[name]] or used & partner_names:
                return None
        elif name not in partner_names and used & (set(partner) | partner_names):
            return None
    conditions = [
        part
        for generator in rule.generators
        if generator.condition is not None
        for part in conjuncts(generator.condition)
    ]
    kept_and_keys = _split_conditions(conditions, partner)
    if kept_and_keys is None:
        return None
    kept_conditions, keys = kept_and_keys
    shared = tuple(name for name in names if name not in partner and name not in partner_names)
    kept_names = [name for name in names if name not in partner_names]
    generator = syntax.Generator(
        tuple([syntax.Variable(name) for name in kept_names]),
        tuple([sets[name] for name in kept_names]),
        _conjoin(kept_conditions),
        span=rule.span,
    )
    # Then atoms occur in row order: the first instance has the first two members, and so on.
    in_order = names[: len(shared)] == list(shared)
    in_order = in_order and all(names.index(left) < names.index(right) for left, right in partner.items())
    in_order = in_order and not any(_requires_first_member_larger(condition, partner) for condition in conditions)
    kinds = (
        INT
        if any([_is_order_between_members(condition, partner) for condition in conditions])
        else INT | PROPOSITION
    )
    if variables_of(guards) & (set(partner) | partner_names):
        return None
    return Pattern(
        rule, first, generator, shared, partner, tuple(keys) or ({},), kinds, guards, in_order and not keys
    )


def _extract_pair_and_guards(
    rule: Rule,
) -> tuple[Rule, tuple[syntax.Proposition, syntax.Proposition], tuple[syntax.Node, ...]] | None:
    """Flatten a rule that ends in a pair: return it with all generators joined, the pair, and the guards.

    `g => bigand … : pair end` is `bigand … : g => pair end`, provided no generator rebinds a name in `g`. All parts
    are literals, so nothing is absorbed.
    """
    generators, guards, node = list(rule.generators), list[syntax.Node](), syntax.strip_parentheses(rule.body)
    while (pair := _mutually_exclusive_atoms(node)) is None:
        checked_guards = len(guards)
        if isinstance(node, syntax.BigOperator) and node.big is syntax.Big.AND:
            if {variable.name for variable in node.generator.variables} & variables_of(tuple(guards)):
                return None
            generators.append(node.generator)
            node = syntax.strip_parentheses(node.body)
        elif (
            isinstance(node, syntax.Infix) and node.operator is syntax.Operator.IMPLIES and len(node.operands) == 2
        ):
            guards += [syntax.Signed(syntax.Sign.NOT, part) for part in conjuncts(node.operands[0])]
            node = syntax.strip_parentheses(node.operands[1])
        elif isinstance(node, syntax.Infix) and node.operator is syntax.Operator.OR:
            pair_operands = (
                2 if len(node.operands) > 2 and _operand_of_negation(node.operands[-1]) is not None else 1
            )
            guards += node.operands[:-pair_operands]
            node = node.operands[-1] if pair_operands == 1 else replace(node, operands=node.operands[-2:])
            node = syntax.strip_parentheses(node)
        else:
            return None
        if not all([_is_literal_with_simple_indices(guard) for guard in guards[checked_guards:]]):
            return None
    return replace(rule, generators=tuple(generators), body=node), pair, tuple(guards)


def _is_literal_with_simple_indices(node: syntax.Node) -> bool:
    """Return whether a node is a literal whose indices always have values, even where there is no pair."""
    inner, _ = syntax.strip_negations(node)
    return isinstance(inner, syntax.Proposition) and all(
        [_is_simple_index(argument) for argument in inner.arguments]
    )


def _is_simple_index(node: syntax.Node) -> bool:
    """Return whether an index is a name, a number, a variable, or a sum or difference of these."""
    match syntax.strip_parentheses(node):
        case syntax.Variable(arguments=()) | syntax.Integer() | syntax.Proposition(arguments=()):
            return True
        case syntax.Infix(syntax.Operator.PLUS | syntax.Operator.MINUS, operands):
            return all(
                [
                    isinstance(syntax.strip_parentheses(operand), syntax.Variable | syntax.Integer)
                    for operand in operands
                ]
            )
        case _:
            return False


def _has_unambiguous_variables(rule: Rule) -> bool:
    """Return whether every name bound by the generators of a rule has one meaning throughout the rule."""
    names = {variable.name for generator in rule.generators for variable in generator.variables}
    within = (rule.body, tuple([(generator.sets, generator.condition) for generator in rule.generators]))
    if any([name in names for node in syntax.walk(within) for name in bound_names(node)]):
        return False
    unbound = set(names)
    for generator in rule.generators:
        for variable, members in zip(generator.variables, generator.sets, strict=True):
            if variables_of(members) & unbound:
                return False
            unbound.discard(variable.name)
        if variables_of(generator.condition) & unbound:
            return False
    return True


def _mutually_exclusive_atoms(body: syntax.Node) -> tuple[syntax.Proposition, syntax.Proposition] | None:
    """The two atoms of `not a or not b`, `a => not b` or `not (a and b)`, if they have one predicate and arity."""
    body = syntax.strip_parentheses(body)
    if isinstance(body, syntax.Signed) and body.sign is syntax.Sign.NOT:
        inner = syntax.strip_parentheses(body.operand)
        if isinstance(inner, syntax.Infix) and inner.operator is syntax.Operator.AND and len(inner.operands) == 2:
            return _pair_if_same_predicate(
                syntax.strip_parentheses(inner.operands[0]), syntax.strip_parentheses(inner.operands[1])
            )
        return None
    if not isinstance(body, syntax.Infix) or len(body.operands) != 2:
        return None
    left, right = syntax.strip_parentheses(body.operands[0]), _operand_of_negation(body.operands[1])
    if body.operator is syntax.Operator.OR:
        left_atom = _operand_of_negation(left)
        return None if left_atom is None or right is None else _pair_if_same_predicate(left_atom, right)
    if body.operator is syntax.Operator.IMPLIES and right is not None:
        return _pair_if_same_predicate(left, right)
    return None


def _pair_if_same_predicate(
    left: syntax.Node, right: syntax.Node
) -> tuple[syntax.Proposition, syntax.Proposition] | None:
    if not isinstance(left, syntax.Proposition) or not isinstance(right, syntax.Proposition):
        return None
    is_same = left.name == right.name and len(left.arguments) == len(right.arguments) > 0
    return (left, right) if is_same else None


def _operand_of_negation(node: syntax.Node) -> syntax.Node | None:
    node = syntax.strip_parentheses(node)
    return (
        syntax.strip_parentheses(node.operand)
        if isinstance(node, syntax.Signed) and node.sign is syntax.Sign.NOT
        else None
    )


def _match_differing_variables(
    first: syntax.Proposition, second: syntax.Proposition, bound: set[str]
) -> dict[str, str]:
    """Map the variables of the first atom to their counterparts in the second; empty if they do not match."""
    first_only = (variables_of(first) - variables_of(second)) & bound
    second_only = (variables_of(second) - variables_of(first)) & bound
    partner: dict[str, str] = {}
    pairs = list(zip(_variables_in_order(first), _variables_in_order(second), strict=False))
    for left, right in pairs:
        if left not in first_only and right not in second_only:
            continue
        if left not in first_only or right not in second_only or partner.setdefault(left, right) != right:
            return {}
    if set(partner) != first_only or set(partner.values()) != second_only:
        return {}
    if len(set(partner.values())) != len(partner) or _rename_variables(first, partner) != second:
        return {}
    return partner


def _variables_in_order(node: Any) -> list[str]:
    if isinstance(node, syntax.Variable):
        return [node.name, *_variables_in_order(node.arguments)]
    if isinstance(node, tuple):
        return [name for part in node for name in _variables_in_order(part)]
    if isinstance(node, syntax.SyntaxNode):
        return [
            name
            for field in syntax.non_position_fields(node.__class__)
            for name in _variables_in_order(getattr(node, field))
        ]
    return []


def _rename_variables(node: Any, new_names: dict[str, str]) -> Any:
    """Rename variables in a tree."""
    if isinstance(node, syntax.Variable):
        return syntax.Variable(new_names.get(node.name, node.name), _rename_variables(node.arguments, new_names))
    if isinstance(node, tuple):
        return tuple([_rename_variables(part, new_names) for part in node])
    if isinstance(node, syntax.SyntaxNode):
        names = syntax.non_position_fields(node.__class__)
        return replace(node, **{name: _rename_variables(getattr(node, name), new_names) for name in names})
    return node


def _split_conditions(
    conditions: list[syntax.Node], partner: dict[str, str]
) -> tuple[list[syntax.Node], list[Key]] | None:
    """Split conditions into those on shared variables and members, and the keys that must be equal.

    None if pairs must satisfy more than being different and sharing a key.
    """
    partner_names = set(partner.values())
    kept: list[syntax.Node] = []
    mirrored: list[syntax.Node] = []
    crossing: list[syntax.Node] = []
    for condition in conditions:
        used = variables_of(condition)
        if used & set(partner) and used & partner_names:
            crossing.append(condition)
        elif used & partner_names:
            mirrored.append(condition)
        else:
            kept.append(condition)
    on_members = [
        _rename_variables(condition, partner) for condition in kept if variables_of(condition) & set(partner)
    ]
    if any(condition not in on_members for condition in mirrored) or not all(
        condition in mirrored for condition in on_members
    ):
        return None
    keys = _keys_of_crossing_conditions(crossing, partner)
    return None if keys is None else (kept, keys)


def _keys_of_crossing_conditions(crossing: list[syntax.Node], partner: dict[str, str]) -> list[Key] | None:
    """Return the keys in the conditions that involve both members; None if these say anything else."""
    equal = [(condition, keys) for condition in crossing if (keys := equality_keys(condition, partner)) is not None]
    different = [condition for condition in crossing if all(condition is not equality for equality, _ in equal)]
    if len(equal) > 1 or len(different) != 1:
        return None
    different_pairs = _differing_pairs(different[0], partner)
    keys = equal[0][1] if equal else [{}]
    if different_pairs is None:
        return None
    # Members that agree on the key and on the variables compared must be the same member.
    for key in keys:
        open_names = [
            first for first, second in partner.items() if frozenset((first, second)) not in different_pairs
        ]
        if len(open_names) > 1 or any([not key.get(name) for name in open_names]):
            return None
    return equal[0][1] if equal else []


def _differing_pairs(node: syntax.Node, partner: dict[str, str]) -> set[frozenset[str]] | None:
    """Return the pairs of variables that a condition requires not to be all equal; None for other conditions."""
    parts = disjuncts(node)
    pairs = set()
    partner_pairs = {frozenset(pair) for pair in partner.items()}
    for part in parts:
        if not isinstance(part, syntax.Infix) or len(part.operands) != 2:
            return None
        left, right = (syntax.strip_parentheses(operand) for operand in part.operands)
        if not isinstance(left, syntax.Variable) or not isinstance(right, syntax.Variable):
            return None
        if left.arguments or right.arguments or frozenset((left.name, right.name)) not in partner_pairs:
            return None
        one_way = part.operator in (syntax.Operator.LESS, syntax.Operator.GREATER) and len(parts) == 1
        if part.operator is not syntax.Operator.DIFFERENT and not one_way:
            return None
        pairs.add(frozenset((left.name, right.name)))
    return pairs


def _is_order_between_members(node: syntax.Node, partner: dict[str, str]) -> bool:
    """Return whether a condition compares the members of a pair by order."""
    used = variables_of(node)
    return _is_strict_inequality(node) and bool(used & set(partner) and used & set(partner.values()))


def _requires_first_member_larger(node: syntax.Node, partner: dict[str, str]) -> bool:
    """Return whether a condition requires the first member of a pair to be the larger one."""
    if not _is_strict_inequality(node):
        return False
    left = syntax.strip_parentheses(node.operands[0])
    first_is_left = isinstance(left, syntax.Variable) and left.name in partner
    return first_is_left != (node.operator is syntax.Operator.LESS)


def _is_strict_inequality(node: syntax.Node) -> TypeGuard[syntax.Infix]:
    return isinstance(node, syntax.Infix) and node.operator in (syntax.Operator.LESS, syntax.Operator.GREATER)


def _conjoin(conditions: list[syntax.Node]) -> syntax.Node | None:
    if len(conditions) < 2:
        return conditions[0] if conditions else None
    return syntax.Infix(syntax.Operator.AND, tuple(conditions))
