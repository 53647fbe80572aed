"""Lay out the nodes of a graph, always in the same way.

Nodes are placed so that their distances match the path lengths in the graph (stress majorisation: de Leeuw 1977;
Gansner, Koren and North 2004), starting from a circle.
"""

from math import sqrt

import numpy as np

from bigand.ground.columns import Array

_MAX_NODES = 250  # with more nodes, they stay on the circle
_ROUNDS = 120


def lay_out_graph(count: int, pairs: set[tuple[int, int]]) -> tuple[int, int, Array]:
    """Return the width and height of the graph in units, and the nodes' positions in it, between 0 and 1."""
    if count == 0:
        return 1, 1, np.empty((0, 2))
    places = _circle_places(count) if count > _MAX_NODES or not pairs else _minimise_stress(count, pairs)
    low, high = places.min(axis=0), places.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    width, height = [max(1, round(float(side))) for side in span * _scale(places)]
    if count == 1:
        return 1, 1, np.full((1, 2), 0.5)
    inside = np.where(high - low > 1e-6, (places - low) / span, 0.5)
    return width, height, inside


def _scale(places: Array) -> float:
    """Return the factor that puts the nearest two nodes one unit apart, within reason."""
    if len(places) < 2:
        return 1.0
    apart = _distances(places)
    apart[np.diag_indices(len(places))] = np.inf
    nearest = float(np.quantile(apart.min(axis=1), 0.1))
    largest = 3.0 * sqrt(len(places)) + 2
    whole = float((places.max(axis=0) - places.min(axis=0)).max())
    return min(1.0 / max(nearest, 1e-6), largest / max(whole, 1e-6))


def _distances(places: Array) -> Array:
    return np.sqrt(((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2))


def _circle_places(count: int) -> Array:
    angles = np.arange(count) * (2 * np.pi / count) - np.pi / 2
    radius = max(1.0, count / (2 * np.pi))
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _minimise_stress(count: int, pairs: set[tuple[int, int]]) -> Array:
    """Return positions whose distances match those in the graph; each round moves nodes towards their targets."""
    wanted = _path_lengths(count, pairs)
    weights = 1 / np.maximum(wanted, 1.0) ** 2
    np.fill_diagonal(weights, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    places = _circle_places(count)
    for _ in range(_ROUNDS):
        apart = np.maximum(_distances(places), 1e-9)
        pull = -weights * wanted / apart
        np.fill_diagonal(pull, 0.0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        places = inverse @ (pull @ places)
    return _rotate_to_landscape(places)


def _path_lengths(count: int, pairs: set[tuple[int, int]]) -> Array:
    """Return the distances between nodes in edges; unconnected parts get the longest one plus 1."""
    lengths = np.full((count, count), np.inf)
    np.fill_diagonal(lengths, 0.0)
    for a, b in pairs:
        lengths[a, b] = lengths[b, a] = 1.0
    for middle in range(count):
        lengths = np.minimum(lengths, lengths[:, middle, None] + lengths[None, middle, :])
    known = lengths[np.isfinite(lengths)]
    return np.where(np.isfinite(lengths), lengths, known.max() + 1)


def _rotate_to_landscape(places: Array) -> Array:
    """Rotate so that the longest side is horizontal and the first node is at the upper left."""
    middle = places - places.mean(axis=0)
    _, axes = np.linalg.eigh(middle.T @ middle)
    turned = middle @ axes[:, ::-1]
    signs = np.where(np.round(turned[0], 6) > 0, -1.0, 1.0)
    return np.asarray(np.round(turned * signs, 6))
