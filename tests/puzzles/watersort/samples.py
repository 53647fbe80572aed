"""Questions on Water Sort for the tests of every question."""

from typing import Any

LEVEL = {"text": "red red blue blue\nblue blue red red\n-\n"}

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "check": [{"level": LEVEL, "moves": "1>3", "finish": True}],
    "convert": [{"level": LEVEL, "to": "json"}],
    "generate": [{"seed": 3, "colours": 3}],
    "hint": [{"level": LEVEL}],
    "rate": [{"level": LEVEL}],
    "read": [{"level": LEVEL}, {"level": {"text": "?"}}],
    "stage": [{"level": LEVEL, "moves": "1>3"}, {"level": LEVEL, "moves": "3>1"}],
    "solve": [{"level": LEVEL}],
}
