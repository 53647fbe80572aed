"""Find gaps in facts: facts about every place of a board except one or two.

Facts about places fill all combinations of their indices: `wall(3,4)` or `not wall(3,4)` for every cell, or a
value for each, `p(0,1,2,green)`. If a few combinations are missing, a line was forgotten, or one of them has a
wrong index.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import prod

from bigand.explain.lint.survey import BOTH, Index, Site, Survey, as_index
from bigand.ground.columns import decode
from bigand.ground.grounder import Grounder
from bigand.language.syntax import Proposition
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic

_MIN_PLACES = 8  # combinations that facts fill before a gap means anything
_MAX_PLACES = 1_000_000
_FEW = 20  # at most one in this many may be missing


def find_gaps(survey: Survey) -> list[Diagnostic]:
    """Find predicates whose facts leave out a few places."""
    diagnostics: list[Diagnostic] = []
    for predicate, sites in survey.predicates().items():
        asserted_sites = [site for site in sites if site.is_asserted and site.rule.weight is None]
        if predicate in survey.reported or not any(site.facts for site in asserted_sites):
            continue
        has_both_signs = _sign_union(asserted_sites) == BOTH
        width = predicate[1] if has_both_signs else predicate[1] - 1
        if width >= 2:
            diagnostics += _warn_of_gap(survey.grounder, asserted_sites, width, predicate[0])
    return diagnostics


def _sign_union(sites: Sequence[Site]) -> int:
    sign = 0
    for site in sites:
        sign |= site.sign
    return sign


def _warn_of_gap(grounder: Grounder, sites: Sequence[Site], width: int, predicate: str) -> list[Diagnostic]:
    """Warn at a fact that occurs twice while another is missing, or at the fact before the gap."""
    rows: Counter[tuple[Index, ...]] = Counter()
    facts: dict[tuple[Index, ...], list[Proposition]] = {}
    for site in sites:
        keys = _index_tuples(grounder, site, width)
        rows.update(keys)
        for key, fact in zip(keys, site.facts, strict=False):
            facts.setdefault(key, []).append(fact)
    moved_fact = _find_misplaced_fact(rows, facts, width)
    if moved_fact is not None:
        return [_gap_warning(facts[moved_fact[0]], moved_fact[1], predicate, len(rows))]
    sets = [dict.fromkeys(key[place] for key in rows) for place in range(width)]
    total = prod(len(values) for values in sets)
    missing = total - len(rows)
    is_board = sum(len(values) > 1 for values in sets) >= 2 and _MIN_PLACES <= total <= _MAX_PLACES
    if not is_board or not 0 < missing <= max(1, total // _FEW):
        return []
    repeated = [key for key, count in rows.items() if count > 1]
    if len(repeated) > missing:
        return []  # several values per place: these are not places
    missing_place = next(
        key for key in product(*[sorted(values, key=_value_sort_key) for values in sets]) if key not in rows
    )
    before = [key for key in facts if _sort_key(key) < _sort_key(missing_place)]
    near = max([key for key in facts if key in repeated] or before or facts, key=_sort_key)
    return [_gap_warning(facts[near], missing_place, predicate, total)]


def _gap_warning(facts: list[Proposition], missing: tuple[Index, ...], name: str, total: int) -> Diagnostic:
    """Return a warning that a place has no fact, at the facts that were probably meant for it."""
    first, *others = sorted(facts, key=lambda fact: fact.span.start)
    shown = f"{name}({','.join(map(str, missing))}{',…' if len(missing) < len(first.arguments) else ''})"
    secondary = [(fact.span, "again") for fact in others[:1]]
    return make_diagnostic(
        "W119", first.span, secondary=secondary, help="help", name=name, missing=shown, total=str(total)
    )


def _find_misplaced_fact(
    rows: Counter[tuple[Index, ...]], facts: dict[tuple[Index, ...], list[Proposition]], width: int
) -> tuple[tuple[Index, ...], tuple[Index, ...]] | None:
    """Return the only fact with an unusual index, if the usual one would fill the only gap; and that gap."""
    if len(rows) < _MIN_PLACES:
        return None
    for place in range(width):
        counts = Counter([key[place] for key in rows])
        if len(counts) != 2 or min(counts.values()) != 1:
            continue
        (usual, _), (rare, _) = counts.most_common()
        odd = next(key for key in rows if key[place] == rare)
        gap = (*odd[:place], usual, *odd[place + 1 :])
        board = {key for key in rows if key != odd} | {gap}
        total = prod(len({key[place] for key in board}) for place in range(width))
        if odd in facts and gap not in rows and total == len(board):
            return odd, gap
    return None


def _sort_key(key: tuple[Index, ...]) -> list[tuple[bool, int, str]]:
    return [_value_sort_key(part) for part in key]


def _value_sort_key(value: Index) -> tuple[bool, int, str]:
    """Sort numbers by size, before names."""
    return isinstance(value, str), value if isinstance(value, int) else 0, str(value)


def _index_tuples(grounder: Grounder, site: Site, width: int) -> list[tuple[Index, ...]]:
    """Return the first `width` indices of each row of a site."""
    keys: list[tuple[Index, ...]] = []
    for frame, columns, _ in site.occurrences:
        values = [
            [as_index(value) for value in decode(column.kind, column.full_data(frame.count), grounder.table)]
            for column in columns[:width]
        ]
        keys += zip(*values, strict=True)
    return keys


DETECTORS = (find_gaps,)
