"""Suggest the closest known word for a misspelt one."""

from collections.abc import Iterable


def most_similar_word(word: str, candidates: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the word most similar to `word`, or an empty string if none is similar enough."""
    from difflib import get_close_matches  # a millisecond, needed only for mistakes

    return next(iter(get_close_matches(word, list(candidates), n=1, cutoff=cutoff)), "")


def similarity(first: str, second: str) -> float:
    """The similarity of two words, from 0 (nothing in common) to 1 (equal)."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, first, second).ratio()
