"""What is found out about a file that gives no model, or not what it expects: what is looked for, and for how long.

The clash of rules comes first, since everybody can use it; then changes that would mend the file. Only a number of
steps that is too small comes before: then the rules are as they should be.
"""

import time
from collections.abc import Callable, Generator

from msgspec import Struct
from msgspec.structs import replace

from bigand.encode.compile import Compiled
from bigand.explain.horizon import Search, find_steps, search_steps
from bigand.explain.mending.changes import Change
from bigand.explain.mending.search import Mending, Unmet, expectations, mend, revive
from bigand.explain.reasons import Inquiry, Reason, Watch, Why, suspecting
from bigand.ground.columns import Array
from bigand.ground.expand import Grounder, Rule
from bigand.ground.quote import variables_of
from bigand.language.reading import Reading
from bigand.language.syntax import Assignment, Integer, Range, bare
from bigand.language.values import Value
from bigand.source.auxiliary import attempt, ignore_failure

_HORIZON = 0.5  # of the time, for the number of steps
_CLASH = 0.6  # of what is then left, for the clash; the rest for changes
_DEFINITIONS = 4  # of variables, shown with the rules that use them
_AS_LIKELY = 2  # by how much the rank of a guess may differ from the best


class Asked(Struct, frozen=True):
    """What is asked: of which file, with which values, until when, how many reasons at most.

    `is_full` asks for the rules that clash where only the number of steps is wrong, too. Where `own` is a number,
    the rules from this offset on are not the file's: they are what somebody expects of it.
    """

    reading: Reading
    given: dict[str, Value]
    deadline: float
    most: int = 1
    is_full: bool = False
    own: int | None = None

    def is_expected(self, rule: Rule) -> bool:
        """Whether a rule stands after the end of the file: it is what somebody expects."""
        return self.own is not None and rule.span.start > self.own


class Findings(Struct, frozen=True, eq=False):
    """What is known: a model or none; the number of steps; the clash; changes (None: not looked for yet)."""

    compiled: Compiled
    rules: tuple[Rule, ...]
    values: Array | None = None
    search: Search | None = None
    is_too_short: bool = False
    why: Why | None = None
    unmet: tuple[Unmet, ...] = ()
    changes: tuple[Change, ...] | None = None
    is_finished: bool = True  # else there was no time to see if the file gives what it expects
    are_changes_cut: bool = False  # the time was up while changes were looked for


def findings(
    grounder: Grounder, asked: Asked, watch: Watch, on_failure: Callable[[Exception], None] = ignore_failure
) -> Generator[Findings, None, None]:
    """What is found out, as it is known: the last value is the whole of it.

    Where the number of steps or changes of a file with a model cannot be looked for, `on_failure` receives why.
    """
    inquiry = Inquiry(grounder, asked.deadline, watch)
    try:
        known = Findings(inquiry.compiled, tuple(inquiry.rules), inquiry.model())
        if known.values is not None:
            mending = attempt(lambda: _mended(asked, watch), Mending(is_finished=False), on_failure)
            yield replace(
                known, unmet=mending.unmet, changes=mending.changes, is_finished=mending.is_finished,
                are_changes_cut=bool(mending.unmet) and mending.is_cut,
            )  # fmt: skip
            return
        search = attempt(lambda: _searched(asked, watch), None, on_failure, asked.deadline)
        too_short = search is not None and _is_too_short(search, asked)
        known = replace(known, search=search, is_too_short=too_short)
        if too_short and not asked.is_full:
            yield replace(known, changes=())
            return
        has_changes = asked.own is None and not too_short
        if has_changes:
            inquiry.deadline = _share(asked.deadline, _CLASH)
        why = inquiry.why(asked.most, too_short and asked.most == 1)
        known = replace(known, why=_of_the_file(why, asked, inquiry))
        yield known
    finally:
        inquiry.close()
    if has_changes:
        watch("mending", 0)
        mending = _changes(asked)
        suspected = [change.rule for change in mending.changes if change.rule is not None]
        is_expecting = bool(expectations(asked.reading))
        known = replace(
            known, why=suspecting(why, suspected) if is_expecting else why, changes=mending.changes,
            are_changes_cut=mending.is_cut,
        )  # fmt: skip
    yield replace(known, changes=known.changes or ())


def _share(deadline: float, share: float) -> float:
    now = time.monotonic()
    return now + share * max(0.0, deadline - now)


def _mended(asked: Asked, watch: Watch) -> Mending:
    """What a file that has a model expects besides, and how it would give it."""
    if asked.own is not None or not expectations(asked.reading):
        return Mending()
    watch("mending", 0)
    return mend(asked.reading, asked.given, asked.deadline)


def _changes(asked: Asked) -> Mending:
    """Changes after which a file without a model gives what it expects, or else has a model; the likeliest."""
    expected = expectations(asked.reading)
    if any(expectation.outcome == "unsat" for expectation in expected):
        return Mending()
    if expected:
        return mend(asked.reading, asked.given, asked.deadline)
    guessed = revive(asked.reading, asked.given, asked.deadline)
    likely = [change for change in guessed.changes if change.rank <= guessed.changes[0].rank + _AS_LIKELY]
    return replace(guessed, changes=tuple(likely))


def _searched(asked: Asked, watch: Watch) -> Search | None:
    """What is known of the number of steps, if the file has one."""
    reading, given = asked.reading, asked.given
    steps = find_steps(reading, given) if asked.own is None else None
    if steps is None:
        return None
    known = () if steps.given is None else (steps.given,)
    deadline = _share(asked.deadline, _HORIZON)
    return search_steps(reading, given, steps, deadline, lambda value: watch("horizon", value), known)


def _is_too_short(search: Search, asked: Asked) -> bool:
    """Whether only the number of steps is wrong: with more there is a plan, and no other least is expected."""
    expected = expectations(asked.reading)
    least = {expectation.number for expectation in expected if expectation.variable == search.steps.variable}
    return search.least is not None and (not least or search.least in least)


def _of_the_file(why: Why, asked: Asked, inquiry: Inquiry) -> Why:
    """The answer without repairs that would only drop what is expected."""
    kept = [
        repair for repair in why.repairs if not any(asked.is_expected(inquiry.rules[rule]) for rule in repair.rules)
    ]
    return replace(why, repairs=tuple(kept))


def definitions(reason: Reason, asked: Asked) -> list[Assignment]:
    """What the variables of the file are that a reason's rules use: data, then ranges; not too many."""
    used = [variables_of((rule.generators, rule.body)) for rule in reason.rules]
    definitions = []
    for item in asked.reading.program.items:
        if not isinstance(item, Assignment) or item.target.name in asked.given:
            continue
        users = [number for number, names in enumerate(used) if item.target.name in names]
        if users and not isinstance(bare(item.value), Integer):
            definitions.append((isinstance(bare(item.value), Range), users[0], item.span.start, item))
    return [item for *_, item in sorted(definitions, key=lambda definition: definition[:3])][:_DEFINITIONS]
