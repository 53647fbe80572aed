"""Collect pairs that exclude each other into cliques, of which at most one atom is true.

Clauses may reveal what the tree does not show (`at_most_one`): the diagonals of N queens are pairs of two negative
literals that form cliques. The search is greedy: starting from the first uncovered pair, add every atom that
excludes all atoms so far. A clique of n atoms replaces n(n-1)/2 pairs.
"""

import numpy as np

from bigand.ground.columns import Array

_MIN_CLIQUE_SIZE = 257  # atoms; smaller cliques are better left as pairs (see `cardinality`)
_MAX_SMALL_CLIQUES = 64  # small cliques to tolerate before giving up


def may_have_cliques(pairs: Array) -> bool:
    """Return whether some atom has enough neighbours for a large clique."""
    return len(pairs) >= _MIN_CLIQUE_SIZE**2 // 2 and int(np.bincount(pairs.ravel()).max()) >= _MIN_CLIQUE_SIZE - 1


def find_cliques(pairs: Array) -> tuple[list[Array], Array]:
    """Find cliques among sorted, distinct pairs of atoms `a < b`; also return a mask of the uncovered pairs."""
    uncovered = np.ones(len(pairs), dtype=np.bool_)
    waiting = uncovered.copy()  # pairs that have not been in any clique, not even a small one
    first, second = pairs[:, 0], pairs[:, 1]
    size = int(second.max()) + 1
    starts = np.searchsorted(first, np.arange(size + 1))
    keys = first * size + second
    cliques: list[Array] = []
    small = place = 0
    while small < _MAX_SMALL_CLIQUES + len(cliques):
        ahead = int(np.argmax(waiting[place:])) if place < len(pairs) else 0
        place += ahead
        if place >= len(pairs) or not waiting[place]:
            break
        clique = _grow_clique(int(first[place]), int(second[place]), second, starts, keys, size, waiting)
        left, right = np.triu_indices(len(clique), 1)
        edges = np.searchsorted(keys, clique[left] * size + clique[right])
        waiting[edges] = False
        if len(clique) < _MIN_CLIQUE_SIZE:
            small += 1
        else:
            uncovered[edges] = False
            cliques.append(clique)
    return cliques, uncovered


def _grow_clique(a: int, b: int, second: Array, starts: Array, keys: Array, key_base: int, waiting: Array) -> Array:
    """Grow a clique from the pair `a, b`: add each later atom that excludes all atoms so far."""
    clique = [a, b]
    neighbours = slice(starts[a], starts[a + 1])
    candidates = _keep_neighbours_of(second[neighbours][waiting[neighbours]], b, keys, key_base)
    candidates = candidates[candidates > b]
    while len(candidates):
        atom = int(candidates[0])
        clique.append(atom)
        candidates = _keep_neighbours_of(candidates[1:], atom, keys, key_base)
    return np.array(clique, dtype=np.int64)


def _keep_neighbours_of(candidates: Array, atom: int, keys: Array, key_base: int) -> Array:
    """Return the candidates that exclude an atom."""
    wanted_keys = np.where(candidates > atom, atom * key_base + candidates, candidates * key_base + atom)
    places = np.minimum(np.searchsorted(keys, wanted_keys), len(keys) - 1)
    return candidates[keys[places] == wanted_keys]
