"""The 258 small programs with what each must give (data/touist.jsonl)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bigand.language import Mode

DATA = Path(__file__).parent / "data" / "touist.jsonl"


@dataclass(frozen=True)
class Program:
    """One line of the file."""

    id: str
    mode: Mode
    source: str
    expect: dict[str, Any]


def read_programs() -> list[Program]:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Program(row["id"], Mode(row["mode"]), row["source"], row["expect"]) for row in rows]
