"""One doubt for one cause: what several rules, and several detectors, say of the same mistake is said once.

The cause is read off what a doubt is about: an index of a predicate with some values, a predicate some of whose
atoms have one sign, or the very words in which it is reported. The most telling one names the places of the others.
"""

from collections.abc import Iterable

from bigand.source.diagnostic import Diagnostic, merge_diagnostics, sort_by_position

# From the most telling on: a wrong index also leaves atoms loose, so what is reported of these only repeats it.
_OF_AN_INDEX = ("W104", "W101", "W102", "W103")
_OF_A_NAME = ("W114", "W113")
_OF_A_CLASH = ("W117",)
_OF_LOOSE_ATOMS = ("W106", "W105", "W112")


def merge_by_cause(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The doubts in source order, one for each cause."""
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in sort_by_position(sorted(diagnostics, key=_rank)):
        groups.setdefault(_cause(diagnostic), []).append(diagnostic)
    kept = [merge_diagnostics(sorted(group, key=_rank)) for group in groups.values()]
    explained = {
        _predicate_name(diagnostic)
        for diagnostic in kept
        if diagnostic.code in _OF_A_CLASH + _OF_AN_INDEX + _OF_A_NAME
    }
    return sort_by_position(
        [
            diagnostic
            for diagnostic in kept
            if diagnostic.code not in _OF_LOOSE_ATOMS or _predicate_name(diagnostic) not in explained
        ]
    )


def _rank(diagnostic: Diagnostic) -> int:
    order = (*_OF_A_CLASH, *_OF_AN_INDEX, *_OF_A_NAME, *_OF_LOOSE_ATOMS)
    return order.index(diagnostic.code) if diagnostic.code in order else len(order)


def _cause(diagnostic: Diagnostic) -> object:
    """What two doubts have in common that are about the same mistake."""
    gaps = diagnostic.message.gaps
    if diagnostic.code in _OF_AN_INDEX and {"place", "values"} <= gaps.keys():
        return ("index", _predicate_name(diagnostic), gaps["place"], gaps["values"])
    if diagnostic.code in _OF_LOOSE_ATOMS:
        return (diagnostic.message.key, _predicate_name(diagnostic))
    words = sorted([(name, str(gap)) for name, gap in gaps.items() if name != "binding"])
    # Without a gap nothing tells two causes apart but their places.
    return (diagnostic.message.key, *words) if words else (diagnostic.message.key, diagnostic.primary.span)


def _predicate_name(diagnostic: Diagnostic) -> str:
    """The name of the predicate, or of the constant, that a doubt is about."""
    return str(diagnostic.message.gaps.get("name", "")).partition("(")[0]
