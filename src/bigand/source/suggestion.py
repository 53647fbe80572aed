"""Which of some words was probably meant by one that is none of them."""

from collections.abc import Iterable


def suggest(word: str, words: Iterable[str], cutoff: float = 0.6) -> str:
    """The word that is most like this one; an empty one if none is like it."""
    from difflib import get_close_matches  # a millisecond that files without mistakes do without

    return next(iter(get_close_matches(word, list(words), n=1, cutoff=cutoff)), "")


def similarity(first: str, second: str) -> float:
    """How much of two words is the same: 1 if all is, 0 if nothing is."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, first, second).ratio()
