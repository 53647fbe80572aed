"""Questions on queens for the tests of every question."""

from typing import Any

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "count": [{"size": 6}],
    "size": [{"size": 4}],
    "solve": [{"size": 4, "most": None}, {"size": 3}],
}
