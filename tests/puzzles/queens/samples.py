"""Questions on queens for the tests of every question."""

from typing import Any

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "count": [{"size": 6}],
    "size": [{"size": 4}],
    "stage": [{"size": 5}, {"size": 0}],
    "why": [
        {"size": 4, "placed": ["a1"]},
        {"size": 6, "placed": ["a1", "b2"]},
        {"size": 5, "placed": ["a1"], "forbidden": ["b1"]},
    ],
    "solve": [{"size": 4, "most": None}, {"size": 3}],
}
