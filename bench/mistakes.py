"""How many planted mistakes are pointed at: `make bench`, or `python -m bench.mistakes --help` for more.

A mistake is pointed at when it is among the first three lines that `bigand check` tells, or that `bigand why` tells
of a file without models, or among the first three rules of which `bigand witness` says that they change nothing.
Two measures: on the very line, or on the rule that the line belongs to. Where something is missing there is no such
line; then it is what was left loose: see `accepted`.
"""

import argparse
import contextlib
import io
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.mutations import mutants
from bench.wrong_models import EXAMPLES, WrongModel, catalogue, is_wrong, right_model
from bigand.apps.cli.run import run
from bigand.ground.quote import variables_of
from bigand.language import read
from bigand.language.syntax import Assignment, Item, Proposition, walk
from bigand.source.document import Document

TOOLS = ("check", "why", "witness")
SECONDS = 10  # for each tool and file
_FIRST = 3


# ---------------------------------------------------------------------- what the tools tell


@dataclass(frozen=True, slots=True)
class Told:
    """The lines that each tool points at, in its order, and what `why` says of the file."""

    lines: dict[str, list[int]]
    status: str
    seconds: float


def ask(text: str) -> Told:
    """What `check`, `why` and `witness` tell of a file."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.touist"
        path.write_text(text, encoding="utf-8")
        check = _answer(["check", "--format", "json", str(path)]) or []
        lines = {"check": [one["line"] for one in check], "why": [], "witness": []}
        status = "refused"
        if not any(one["severity"] == "error" for one in check):
            why = _answer(["why", "--json", "--timeout", str(SECONDS), str(path)]) or {}
            status = why.get("status", "no answer")
            lines["why"] = [one["line"] for one in _whys(why)]
        if status == "sat":
            rules = (_answer(["witness", "--json", "--timeout", str(SECONDS), str(path)]) or {}).get("rules", [])
            lines["witness"] = [one["line"] for one in rules if one["verdict"] == "implied"]
    return Told(lines, status, time.monotonic() - began)


def _whys(why: dict[str, Any]) -> list[dict[str, Any]]:
    """A horizon comes before any reason."""
    reasons: list[dict[str, Any]] = why.get("reasons", [])
    return why.get("repair", []) + reasons if why.get("horizon") else reasons


def _answer(words: list[str]) -> Any:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        run(["--lang", "en", *words])
    try:
        return json.loads(out.getvalue())
    except json.JSONDecodeError:
        return None


# ---------------------------------------------------------------------- where the mistake is


def accepted(wrong: WrongModel) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of a mistake, and the lines of the rules (or assignments) that they belong to."""
    document = Document(wrong.base, wrong.text)
    items = [(_lines(item, document), item) for item in read(document).program.items]
    if not wrong.missing:
        inside = [lines for lines, _ in items if wrong.lines & lines]
        return wrong.lines, wrong.lines.union(*inside)
    loose = _loose(wrong.missing, [item for _, item in items])
    lines = [lines for lines, item in items if item in loose] + [_block(wrong)]
    return wrong.lines, frozenset().union(*lines)


def _lines(item: Item, document: Document) -> frozenset[int]:
    first, last = document.position(item.span.start).line, document.position(item.span.end).line
    return frozenset(range(first, last + 1))


def _loose(missing: str, items: Sequence[Item]) -> list[Item]:
    """What a missing rule leaves loose: a variable that nothing uses, a predicate that one rule alone speaks of."""
    gone = read(Document("missing", missing)).program.items
    parts = [item.value if isinstance(item, Assignment) else item for item in items]
    unused = _used(gone) - _used(parts)
    found: list[Item] = [item for item in items if isinstance(item, Assignment) and item.target.name in unused]
    for name in sorted(_predicates(gone)):
        speaking = [item for item in items if name in _predicates([item])]
        if len(speaking) == 1:
            found += speaking
    return found


def _used(parts: Iterable[Any]) -> set[str]:
    return set().union(*[variables_of(part) for part in parts])


def _predicates(parts: Iterable[Any]) -> set[str]:
    return {node.name for part in parts for node in walk(part) if isinstance(node, Proposition)}


def _block(wrong: WrongModel) -> frozenset[int]:
    """The lines around a gap up to the next empty ones, unless the missing text was a block by itself."""
    if ";;" in wrong.missing:
        return frozenset()
    lines = wrong.text.splitlines()
    (gap,) = wrong.lines
    first = last = gap
    while first > 1 and lines[first - 2].strip():
        first -= 1
    while last <= len(lines) and lines[last - 1].strip():
        last += 1
    return frozenset(range(first, last))


# ---------------------------------------------------------------------- the tables


@dataclass
class Score:
    """The mistakes of a kind: how many there are, and how many are pointed at by each tool and by any."""

    count: int = 0
    rule: dict[str, int] = field(default_factory=lambda: dict.fromkeys([*TOOLS, "any"], 0))
    line: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    wrong: WrongModel
    told: Told
    by_rule: tuple[str, ...]
    by_line: tuple[str, ...]


def judge(wrong: WrongModel) -> Result:
    """What the tools tell of a wrong model, and which of them point at the mistake."""
    told = ask(wrong.text)
    line, rule = accepted(wrong)
    first = {tool: list(dict.fromkeys(told.lines[tool]))[:_FIRST] for tool in TOOLS}
    return Result(
        wrong,
        told,
        tuple(tool for tool in TOOLS if rule.intersection(first[tool])),
        tuple(tool for tool in TOOLS if line.intersection(first[tool])),
    )


def table(results: Iterable[Result]) -> Iterator[str]:
    """Kind by kind; then the missed ones with what was told instead."""
    scores: dict[str, Score] = {}
    missed = []
    for result in results:
        for score in (scores.setdefault(result.wrong.kind, Score()), scores.setdefault("", Score())):
            score.count += 1
            score.line += bool(result.by_line)
            for tool in result.by_rule:
                score.rule[tool] += 1
            score.rule["any"] += bool(result.by_rule)
        if not result.by_rule:
            missed.append(result)
    yield f"{'kind':<24} {'cases':>6} {'check':>6} {'why':>6} {'witness':>8} {'rule':>6} {'line':>6}"
    total = scores.pop("", Score())
    for kind, score in [*sorted(scores.items()), ("all", total)]:
        yield _row(kind, score)
    yield ""
    for result in missed:
        yield _missed(result)


def _row(kind: str, score: Score) -> str:
    share = 100 * score.rule["any"] / max(score.count, 1)
    tools = f"{score.rule['check']:>6} {score.rule['why']:>6} {score.rule['witness']:>8}"
    return f"{kind:<24} {score.count:>6} {tools} {score.rule['any']:>6} {score.line:>6} {share:>7.1f} %"


def _missed(result: Result) -> str:
    wrong, told = result.wrong, result.told
    lines = ", ".join(str(line) for line in sorted(wrong.lines))
    elsewhere = "; ".join(f"{tool} {told.lines[tool][:6]}" for tool in TOOLS if told.lines[tool])
    return f"missed: {wrong.kind}, {wrong.name}, line {lines}, {told.status}; {elsewhere or 'nothing told'}"


def bare(wrong: WrongModel) -> WrongModel:
    """A wrong model without its directives, as most people write; its lines keep their numbers."""
    lines = [";;" if line.startswith(";;@") else line for line in wrong.text.splitlines()]
    return WrongModel(wrong.name, wrong.kind, wrong.base, "\n".join(lines) + "\n", wrong.lines, wrong.missing)


def false_alarms() -> Iterator[str]:
    """What the tools tell of right models: `check` must tell nothing, with and without the directives."""
    for path in sorted(EXAMPLES.glob("*/*.touist")):
        base = str(path.relative_to(EXAMPLES))
        right = WrongModel("", "", base, right_model(base), frozenset())
        told, undirected = ask(right.text), ask(bare(right).text)
        alarms = len(told.lines["check"]) + len(undirected.lines["check"])
        yield f"{base:<36} {alarms} by check; {told.status}; rules that change nothing: {told.lines['witness']}"


def planted() -> Iterator[str]:
    """The catalogue, with the directives of the files; the goal is 95 % on the rule of the mistake."""
    yield from table(map(judge, catalogue()))


def planted_bare() -> Iterator[str]:
    """The catalogue without any directive."""
    yield from table(judge(bare(wrong)) for wrong in catalogue() if wrong.kind != "horizon")


def mutated(of_each: int = 12, seed: int = 0) -> Iterator[str]:
    """Some mistakes of each kind that a machine can plant in the right models, if they are mistakes."""
    yield from table(judge(wrong) for wrong in sample(of_each, seed))


def sample(of_each: int, seed: int) -> Iterator[WrongModel]:
    """So many mutants of each kind that are mistakes."""
    counts: Counter[str] = Counter()
    for wrong in mutants(seed):
        if counts[wrong.kind] < of_each and is_wrong(wrong):
            counts[wrong.kind] += 1
            yield wrong


TABLES = {
    "mistakes: false alarms on right models": false_alarms,
    "mistakes: the catalogue": planted,
    "mistakes: the catalogue, without directives": planted_bare,
    "mistakes: planted by a machine": mutated,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bare", action="store_true", help="without directives")
    parser.add_argument(
        "--mutants", type=int, default=0, metavar="N", help="N mutants of each kind instead of the catalogue"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="WORD", help="cases with this in their kind or name")
    parser.add_argument("--show", action="store_true", help="every case as it is judged")
    options = parser.parse_args()
    cases = sample(options.mutants, options.seed) if options.mutants else iter(catalogue())
    chosen = (wrong for wrong in cases if options.only in f"{wrong.kind} {wrong.name}")
    for line in table(_judged(bare(wrong) if options.bare else wrong, options.show) for wrong in chosen):
        print(line)


def _judged(wrong: WrongModel, is_shown: bool) -> Result:
    result = judge(wrong)
    if is_shown:
        told = f"{result.told.seconds:5.1f} s {wrong.name:<40} {result.told.status:<8}"
        lines = {tool: lines[:5] for tool, lines in result.told.lines.items() if lines}
        print(f"{told} {sorted(wrong.lines)} {lines} {result.by_rule}", flush=True)
    return result


if __name__ == "__main__":
    main()
