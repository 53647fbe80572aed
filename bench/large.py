"""Files of more than a million instances, and mistakes planted in them: `tests/cases/large_mistakes.md`.

The files are those that people write: Water Sort with pours as pairs, queens, Light Up by the book. A mistake is
pointed at when its rule (or fact) is among the first six lines that `bigand check` tells.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bench.mistakes import accepted
from bench.workloads import light_up_with_walls, queens
from bench.wrong_models import EXAMPLES, ROOT, WrongModel, catalogue
from bigand.explain.lint.linter import lint_reading
from bigand.language import read_document
from bigand.models import model
from bigand.source.document import Document

CATALOGUE = ROOT / "tests" / "cases" / "large_mistakes.md"
FIRST = 6  # lines told
SECONDS = 5.0  # of CPU time, for one file

_AT_MOST_ONE_POUR = """bigand $i in $steps:
  bigand $t,$e,$u,$f,$c in [1..$T],[1..4],[1..$T],[1..4],$colours when $t != $u:
    bigand $v,$g,$w,$h,$d in [1..$T],[1..4],[1..$T],[1..4],$colours
        when $v != $w and ($t != $v or $e != $g or $u != $w or $f != $h or $c != $d):
      verser($i,$t,$e,$u,$f,$c) => not verser($i,$v,$g,$w,$h,$d)
    end
  end
end
"""


def water_sort() -> str:
    """The second part of Water Sort in ten steps with five colours, at most one pour a step as pairs of pours."""
    text = (EXAMPLES / "watersort" / "pours.touist").read_text(encoding="utf-8")
    text = text.replace("[green,orange,empty]", "[green,orange,blue,red,pink,empty]")
    head, _, _ = text.partition(";; Rule 7")
    return head + ";; Rule 7: at most one pour a step.\n" + _AT_MOST_ONE_POUR


@cache
def large_model(name: str) -> str:
    """A right file by its name, with directives or (`… bare`) without."""
    kind, _, is_bare = name.partition(" ")
    match kind:
        case "watersort":
            text = water_sort()
        case "queens":
            text = queens(60)
        case _:
            text = light_up_with_walls(20)
    lines = [";;" if is_bare and line.startswith(";;@") else line for line in text.splitlines()]
    return "\n".join(lines) + "\n"


NAMES = ("watersort", "watersort bare", "queens", "queens bare", "lightup")


def large_mistakes() -> list[WrongModel]:
    """All cases of the catalogue."""
    return catalogue(CATALOGUE, large_model)


@dataclass(frozen=True, slots=True)
class Pointed:
    """What `bigand check` tells of a file: its first lines, and how long that takes."""

    lines: tuple[int, ...]
    seconds: float  # of CPU time


def pointed_at(text: str) -> Pointed:
    """The first lines told; those that a message names beside its own come after it."""
    began = time.process_time()
    document = Document("large", text)
    reading = read_document(document)
    found = [*reading.diagnostics, *(lint_reading(reading, {}) if reading.is_valid else [])]
    places = [label.span for one in found for label in (one.primary, *one.secondary)]
    lines = [document.position(span.start).line for span in places]
    return Pointed(tuple(dict.fromkeys(lines))[:FIRST], time.process_time() - began)


def table() -> Iterator[str]:
    """Every case, whether it is pointed at, and the right files, of which nothing may be told."""
    found, slowest = 0, 0.0
    cases = large_mistakes()
    for case in cases:
        told = pointed_at(case.text)
        _, rule = accepted(case)
        place = next((at for at, line in enumerate(told.lines, 1) if line in rule), None)
        found += place is not None
        slowest = max(slowest, told.seconds)
        yield f"{case.kind:<24} {case.name:<34} {place or 'missed':>7} {told.seconds:>6.2f} s"
    for name in NAMES:
        told = pointed_at(large_model(name))
        slowest = max(slowest, told.seconds)
        yield f"{'right':<24} {name:<34} {len(told.lines):>7} {told.seconds:>6.2f} s"
    yield f"{found} of {len(cases)} among the first {FIRST} lines told, {slowest:.2f} s at most"


def facts(count: int) -> str:
    """So many facts, some of them negative, and two rules that speak of them."""
    lines = [f"{'not ' if at % 3 else ''}p({at},{at % 29},c{at % 7})" for at in range(count)]
    rules = [f"bigand $i in [0..{count - 1}]: {sign}p($i,$i mod 29,c1) or q($i) end" for sign in ("", "not ")]
    return "\n".join([*lines, *rules]) + "\n"


def growth() -> Iterator[str]:
    """`check` and one model of files of facts; the goal is 10 s for 100,000, and growth as theirs."""
    yield f"{'facts':>9} {'check':>9} {'µs a fact':>10} {'solve':>9} {'µs a fact':>10}   (s of CPU time)"
    for count in (1_000, 10_000, 100_000, 1_000_000):
        text = facts(count)
        checking = pointed_at(text).seconds
        cells = f"{count:>9,} {checking:>9.2f} {checking / count * 1e6:>10.1f}"
        if count <= 100_000:
            began = time.process_time()
            assert model(text).solve() is not None
            solving = time.process_time() - began
            cells += f" {solving:>9.2f} {solving / count * 1e6:>10.1f}"
        yield cells


TABLES = {
    "mistakes: planted in files of millions of instances": table,
    "facts: check and solve by their number": growth,
}
