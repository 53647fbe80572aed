"""Questions on Star Battle for the tests of every question."""

from typing import Any

BOARD = "aaabbb/abbbcc/addeec/ffddec/feeeec/fccccc"
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "check": [{"board": f"{BOARD} .*.*../*...../....../....../....../......"}, {"board": "?"}],
    "generate": [{"seed": 2, "size": 5}, {"seed": 2, "size": 3}],
    "hint": [{"board": BOARD}, {"board": "aab/abb/ccc"}],
    "stage": [{"board": BOARD}, {"board": "aab/abb"}],
    "solve": [{"board": BOARD}, {"board": "aab/abb/ccc"}, {"board": "starbattle/6/6/1/4ilbhgdnmhou"}],
}
