"""How many planted mistakes are pointed at: `make bench`, or `python -m bench.mistakes --help` for more.

A mistake is pointed at when it is among the first three lines that `bigand check` tells, or that `bigand why` tells
of a file without models, or among the first three rules of which `bigand witness` says that they change nothing.
Two measures: on the very line, or on the rule that the line belongs to. Where something is missing there is no such
line; then it is what was left loose, or the rule beside the gap: see `accepted`; or (its own column) the line of
the file that expects fewer models than there are, told with a model that should not be. A mistake is noticed when
anything at all is told of the file, if only that it does not give what its `;;@ expect` lines say.
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
from itertools import islice
from pathlib import Path
from typing import Any

from bench.mutations import mutants
from bench.wrong_models import WrongModel, catalogue, is_wrong, right_model, right_models
from bigand.cli.dispatch import run_command_line
from bigand.ground.frames import variables_of
from bigand.language import read_document
from bigand.language.syntax import (
    Assertion,
    Assignment,
    BigOperator,
    Cardinality,
    If,
    Infix,
    Item,
    Node,
    Operator,
    Parenthesised,
    Proposition,
    Signed,
    walk,
)
from bigand.source.document import Document

TOOLS = ("check", "why", "witness")
SECONDS = 15  # for each tool and file
_FIRST = 3


# ---------------------------------------------------------------------- what the tools tell


@dataclass(frozen=True, slots=True)
class Told:
    """The first lines that each tool points at, what `why` says of the file, and whether it is all right."""

    lines: dict[str, list[int]]
    status: str
    is_as_expected: bool
    is_weak: bool  # there is a model where none, or not as many, should be: told on the line that expects it
    seconds: float


def ask(text: str, looked_for: frozenset[int] = frozenset(), tools: Sequence[str] = TOOLS) -> Told:
    """What the tools tell of a file; `witness` is slow, so it is asked only if the others miss."""
    began = time.monotonic()
    lines: dict[str, list[int]] = {tool: [] for tool in TOOLS}
    status, is_as_expected, is_weak = "not asked", True, False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.touist"
        path.write_text(text, encoding="utf-8")
        check = _answer(["check", "--format", "json", str(path)]) or []
        lines["check"] = _first(check)
        if any(one["severity"] == "error" for one in check):
            status = "refused"
        elif "why" in tools:
            why = _answer(["why", "--json", "--timeout", str(SECONDS), str(path)]) or {}
            status = why.get("status", "no answer")
            lines["why"] = _first(_whys(why)) if why else []
            is_as_expected = status == "sat" and not why.get("expectations")
            is_weak = status == "sat" and not is_as_expected
        is_found = any(looked_for.intersection(told) for told in lines.values())
        if "witness" in tools and status == "sat" and not is_found:
            witness = _answer(["witness", "--json", "--timeout", str(SECONDS), str(path)]) or {}
            lines["witness"] = _first([one for one in witness.get("rules", []) if one["verdict"] == "implied"])
    return Told(lines, status, is_as_expected, is_weak, time.monotonic() - began)


def _first(told: Sequence[dict[str, Any]]) -> list[int]:
    """The first lines told, each once."""
    return list(dict.fromkeys(one["line"] for one in told))[:_FIRST]


def _whys(why: dict[str, Any]) -> list[dict[str, Any]]:
    """In the order in which people read it: a horizon, reasons, what their variables are, changes that mend it."""
    found: list[dict[str, Any]] = why.get("repair", []) if why.get("horizon") or why["status"] == "sat" else []
    return [*found, *why.get("reasons", []), *why.get("definitions", []), *why.get("changes", [])]


def _answer(words: list[str]) -> Any:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        run_command_line(["--lang", "en", *words])
    try:
        return json.loads(out.getvalue())
    except json.JSONDecodeError:
        return None


# ---------------------------------------------------------------------- where the mistake is


def accepted(wrong: WrongModel) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of a mistake, and the lines of the rules (or assignments) that they belong to."""
    document = Document(wrong.base, wrong.text)
    items = [(_lines(item, document), item) for item in read_document(document).program.items]
    if not wrong.missing:
        inside = [lines for lines, _ in items if wrong.lines & lines]
        return wrong.lines, wrong.lines.union(*inside)
    loose = _loose(wrong.missing, [item for _, item in items])
    (gap,) = wrong.lines
    rules = [lines for lines, item in items if isinstance(item, Assertion)]
    beside = [lines for lines in rules if max(lines) < gap][-1:] + [lines for lines in rules if min(lines) >= gap][
        :1
    ]
    lines = [lines for lines, item in items if item in loose] + beside + [_block(wrong)]
    return wrong.lines, frozenset().union(*lines)


def _lines(item: Item, document: Document) -> frozenset[int]:
    first, last = document.position(item.span.start).line, document.position(item.span.end).line
    return frozenset(range(first, last + 1))


def _loose(missing: str, items: Sequence[Item]) -> list[Item]:
    """What a missing rule leaves loose: a variable that nothing uses, rules on a predicate that is left free."""
    gone = read_document(Document("missing", missing)).program.items
    parts = [item.value if isinstance(item, Assignment) else item for item in items]
    unused = _used(gone) - _used(parts)
    free = _left_free([item.formula for item in gone if isinstance(item, Assertion)], items)
    variables = [item for item in items if isinstance(item, Assignment) and item.target.name in unused]
    rules = [item for item in items if isinstance(item, Assertion)]
    return [*variables, *(rule for rule in rules if any(name in free for name, _ in signed(rule.formula)))]


def _left_free(gone: Sequence[Node], items: Sequence[Item]) -> set[str]:
    """Predicates that a missing rule defined, that one rule alone speaks of, or only with, or without, `not`."""
    free = {node.operands[0].name for formula in gone for node in walk(formula) if _defines(node)}
    formulas = [item.formula for item in items if isinstance(item, Assertion)]
    uses = [set(signed(formula)) for formula in formulas]
    for name, _ in {one for formula in gone for one in signed(formula)}:
        signs = [{sign for found, sign in use if found == name} for use in uses]
        if len(set().union(*signs)) == 1 or sum(map(bool, signs)) == 1:
            free.add(name)
    return free


def _defines(node: Any) -> bool:
    return isinstance(node, Infix) and node.operator is Operator.IFF and isinstance(node.operands[0], Proposition)


def signed(node: Node, sign: bool = True) -> Iterator[tuple[str, bool]]:
    """The predicates of a formula, each with whether it stands under an even number of negations, or both."""
    match node:
        case Proposition(name):
            yield name, sign
        case Signed(_, operand):
            yield from signed(operand, not sign)
        case Infix(operator, operands):
            for operand in operands:
                is_left = operator is Operator.IMPLIES and operand is not operands[-1]
                yield from signed(operand, sign is not is_left)
                if operator in (Operator.IFF, Operator.XOR):
                    yield from signed(operand, not sign)
        case Cardinality(_, _, members):
            yield from ((name, either) for name in _predicates([members]) for either in (True, False))
        case Parenthesised(inner) | BigOperator(_, _, inner):
            yield from signed(inner, sign)
        case If(_, then, otherwise):
            yield from signed(then, sign)
            yield from signed(otherwise, sign)
        case _:
            return


def _used(parts: Iterable[Any]) -> set[str]:
    return set().union(*[variables_of(part) for part in parts])


def _predicates(parts: Iterable[Any]) -> set[str]:
    return {node.name for part in parts for node in walk(part) if isinstance(node, Proposition)}


def _block(wrong: WrongModel) -> frozenset[int]:
    """The lines around a gap up to the next empty ones, unless the missing text was a block by itself."""
    if any(not line or line.startswith(";;") for line in wrong.missing.split("\n")):
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
    rule: dict[str, int] = field(default_factory=lambda: dict.fromkeys([*TOOLS, "expect", "any"], 0))
    line: int = 0
    noticed: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    wrong: WrongModel
    told: Told
    by_rule: tuple[str, ...]
    by_line: tuple[str, ...]


def judge(wrong: WrongModel, tools: Sequence[str] = TOOLS) -> Result:
    """What the tools tell of a wrong model, and which of them point at the mistake."""
    line, rule = accepted(wrong)
    told = ask(wrong.text, rule, tools)
    return Result(
        wrong,
        told,
        tuple(tool for tool in TOOLS if rule.intersection(told.lines[tool]))
        + (("expect",) if wrong.missing and told.is_weak else ()),
        tuple(tool for tool in TOOLS if line.intersection(told.lines[tool])),
    )


def table(results: Iterable[Result]) -> Iterator[str]:
    """Kind by kind; then the missed ones with what was told instead."""
    scores: dict[str, Score] = {}
    missed = []
    for result in results:
        for score in (scores.setdefault(result.wrong.kind, Score()), scores.setdefault("", Score())):
            score.count += 1
            score.line += bool(result.by_line)
            score.noticed += bool(result.told.lines["check"]) or not result.told.is_as_expected
            for tool in result.by_rule:
                score.rule[tool] += 1
            score.rule["any"] += bool(result.by_rule)
        if not result.by_rule:
            missed.append(result)
    tools = f"{'check':>6} {'why':>6} {'witness':>8} {'expect':>7}"
    yield f"{'kind':<24} {'cases':>6} {tools} {'rule':>6} {'line':>6} {'noticed':>8}"
    total = scores.pop("", Score())
    for kind, score in [*sorted(scores.items()), ("all", total)]:
        yield _row(kind, score)
    yield ""
    for result in missed:
        yield _missed(result)


def _row(kind: str, score: Score) -> str:
    share = 100 * score.rule["any"] / max(score.count, 1)
    tools = f"{score.rule['check']:>6} {score.rule['why']:>6} {score.rule['witness']:>8} {score.rule['expect']:>7}"
    told = f"{score.rule['any']:>6} {score.line:>6} {score.noticed:>8}"
    return f"{kind:<24} {score.count:>6} {tools} {told} {share:>7.1f} %"


def _missed(result: Result) -> str:
    wrong, told = result.wrong, result.told
    lines = ", ".join(str(line) for line in sorted(wrong.lines))
    elsewhere = "; ".join(f"{tool} {told.lines[tool]}" for tool in TOOLS if told.lines[tool])
    return f"missed: {wrong.kind}, {wrong.name}, line {lines}, {told.status}; {elsewhere or 'nothing told'}"


def bare(wrong: WrongModel) -> WrongModel:
    """A wrong model without its directives, as most people write; its lines keep their numbers."""
    lines = [";;" if line.startswith(";;@") else line for line in wrong.text.splitlines()]
    return WrongModel(wrong.name, wrong.kind, wrong.base, "\n".join(lines) + "\n", wrong.lines, wrong.missing)


def false_alarms() -> Iterator[str]:
    """What the tools tell of right models: `check` must tell nothing, with and without the directives."""
    for base in right_models():
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
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=TOOLS, help="only these")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="the Kth of N parts")
    parser.add_argument("--show", action="store_true", help="every case as it is judged")
    parser.add_argument("--large", action="store_true", help="in files of millions of instances, `check` alone")
    options = parser.parse_args()
    if options.large:
        from bench import large

        print(*large.table(), sep="\n")
        return
    cases = sample(options.mutants, options.seed) if options.mutants else iter(catalogue())
    chosen: Iterator[WrongModel] = (wrong for wrong in cases if options.only in f"{wrong.kind} {wrong.name}")
    number, parts = map(int, options.part.split("/"))
    chosen = islice(chosen, number - 1, None, parts)
    asked = (bare(wrong) if options.bare else wrong for wrong in chosen)
    for line in table(_judged(wrong, options.tools, options.show) for wrong in asked):
        print(line)


def _judged(wrong: WrongModel, tools: Sequence[str], is_shown: bool) -> Result:
    result = judge(wrong, tools)
    if is_shown:
        told = f"{result.told.seconds:5.1f} s {wrong.name:<40} {result.told.status:<8}"
        lines = {tool: lines for tool, lines in result.told.lines.items() if lines}
        print(f"{told} {sorted(wrong.lines)} {lines} {result.by_rule}", flush=True)
    return result


if __name__ == "__main__":
    main()
