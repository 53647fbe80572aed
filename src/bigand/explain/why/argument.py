"""Turn a core into an argument: instance after instance, each with what follows from it and from what is known.

An instance is used when it, with the atoms known so far, forces another atom or cannot hold. Instances that no
such chain of single steps reaches are left at the end: they clash only together.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing

import numpy as np
from msgspec import Struct

from bigand.explain.groups import NEVER, ClashOracle, Instance, InstanceGroups
from bigand.ground.formula_tree import free_atoms
from bigand.ground.grounder import Rule

_MAX_ATOMS = 400  # of an instance whose atoms are all tested


class ArgumentStep(Struct, frozen=True):
    """An instance and the literals that follow, such as (`p(1)`, True); none if it is the contradiction."""

    instance: Instance
    follows: tuple[tuple[str, bool], ...]
    is_contradiction: bool = False


class Argument(Struct, frozen=True):
    """Steps to a contradiction, or as far as single steps lead; the rest clashes `together`."""

    steps: tuple[ArgumentStep, ...]
    together: tuple[Instance, ...]


def build_argument(
    instances: InstanceGroups, core: Sequence[int], core_instances: Sequence[Instance], deadline: float | None
) -> Argument:
    """Build the argument for a core; `core_instances[i]` is the instance of group `core[i]`."""
    parts = np.full(instances.groups.count, NEVER, dtype=np.int64)
    parts[list(core)] = np.arange(len(core))
    numbers = {name: number for number, name in enumerate(instances.compiled.names, 1)}
    uses = Counter([name for instance in core_instances for name in free_atoms(instance.formula)])
    known: dict[str, bool] = {}
    # Facts come first, then the rules that they break.
    remaining = sorted(enumerate(core_instances), key=lambda numbered: not isinstance(numbered[1].formula, str))
    steps: list[ArgumentStep] = []
    with closing(ClashOracle(instances.groups, parts, deadline)) as oracle:
        while remaining and not (steps and steps[-1].is_contradiction):
            for index, (part, instance) in enumerate(remaining):
                step = _next_step(oracle, part, instance, known, numbers, uses)
                if step is not None:
                    steps.append(step)
                    known.update(step.follows)
                    del remaining[index]
                    break
            else:
                break
    return Argument(tuple(steps), tuple([instance for _, instance in remaining]))


def _next_step(
    oracle: ClashOracle,
    part: int,
    instance: Instance,
    known: dict[str, bool],
    numbers: dict[str, int],
    uses: Counter[str],
) -> ArgumentStep | None:
    """Return the literals an instance forces, given `known`, among atoms that other instances share; else None."""
    atoms = [name for name in free_atoms(instance.formula) if name in numbers]  # comparisons have no numbers
    if len(atoms) > _MAX_ATOMS:
        return None
    assumed = [numbers[name] if known[name] else -numbers[name] for name in atoms if name in known]
    if oracle.find_clash([part], assumed) is not None:
        return ArgumentStep(instance, (), is_contradiction=True)
    values = oracle.values()
    follows: list[tuple[str, bool]] = []
    for name in atoms:
        if name not in known and uses[name] > 1:
            value = bool(values[numbers[name] - 1])
            opposite = -numbers[name] if value else numbers[name]
            if oracle.find_clash([part], [*assumed, opposite]) is not None:
                follows.append((name, value))
    return ArgumentStep(instance, tuple(follows)) if follows else None


def reaches_contradiction(argument: Argument) -> bool:
    """Whether single steps lead to the contradiction."""
    return bool(argument.steps) and argument.steps[-1].is_contradiction


class ArgumentSummary(Struct, frozen=True):
    """An argument in one sentence: `rules` require `literals`, and `broken_rule` forbids them."""

    rules: tuple[Rule, ...]
    literals: tuple[tuple[str, bool], ...]
    broken_rule: Rule


def summarise_argument(argument: Argument) -> ArgumentSummary | None:
    """Summarise an argument whose single steps reach the contradiction from earlier literals, else None."""
    if not reaches_contradiction(argument):
        return None
    *before, last = argument.steps
    known = {name: value for step in before for name, value in step.follows}
    literals = [(name, known[name]) for name in dict.fromkeys(free_atoms(last.instance.formula)) if name in known]
    rules = {step.instance.rule.number: step.instance.rule for step in before}
    return ArgumentSummary(tuple(rules.values()), tuple(literals), last.instance.rule) if literals else None
