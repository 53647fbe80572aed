"""A core as an argument: instance after instance, each with what follows from it and from what is known.

An instance is used when it, with the atoms known so far, forces another atom, or leaves no way out. What no such
chain of single steps reaches stays at the end: those instances clash only together.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing

import numpy as np
from msgspec import Struct

from bigand.explain.groups import NEVER, ClashOracle, Instance, InstanceGroups
from bigand.ground.formula_tree import free_atoms
from bigand.ground.grounder import Rule

_LARGEST = 400  # atoms of an instance whose every atom is asked for


class ArgumentStep(Struct, frozen=True):
    """An instance, and the literals that follow: `p(1)` true, …; none when it is the contradiction."""

    instance: Instance
    follows: tuple[tuple[str, bool], ...]
    is_contradiction: bool = False


class Argument(Struct, frozen=True):
    """Steps to a contradiction, or as far as single steps lead; what is left clashes `together`."""

    steps: tuple[ArgumentStep, ...]
    together: tuple[Instance, ...]


def build_argument(
    instances: InstanceGroups, core: Sequence[int], core_instances: Sequence[Instance], deadline: float | None
) -> Argument:
    """The argument of a core; `core_instances[i]` is what group `core[i]` says."""
    parts = np.full(instances.groups.count, NEVER, dtype=np.int64)
    parts[list(core)] = np.arange(len(core))
    numbers = {name: number for number, name in enumerate(instances.compiled.names, 1)}
    uses = Counter([name for instance in core_instances for name in free_atoms(instance.formula)])
    known: dict[str, bool] = {}
    # What is simply true comes first: then the rules say what is wrong with it.
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
    """What an instance forces, given what is known, of the atoms that others speak of too; else nothing."""
    atoms = [name for name in free_atoms(instance.formula) if name in numbers]  # comparisons have no numbers
    if len(atoms) > _LARGEST:
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


def is_complete(argument: Argument) -> bool:
    """Whether single steps lead to the contradiction."""
    return bool(argument.steps) and argument.steps[-1].is_contradiction


class ArgumentSummary(Struct, frozen=True):
    """An argument in a sentence: these rules require some literals, and that rule forbids them."""

    rules: tuple[Rule, ...]
    literals: tuple[tuple[str, bool], ...]
    broken_rule: Rule


def summarise_argument(argument: Argument) -> ArgumentSummary | None:
    """What an argument comes to, if single steps lead to its contradiction from something that is known before."""
    if not is_complete(argument):
        return None
    *before, last = argument.steps
    known = {name: value for step in before for name, value in step.follows}
    literals = [(name, known[name]) for name in dict.fromkeys(free_atoms(last.instance.formula)) if name in known]
    rules = {step.instance.rule.number: step.instance.rule for step in before}
    return ArgumentSummary(tuple(rules.values()), tuple(literals), last.instance.rule) if literals else None
