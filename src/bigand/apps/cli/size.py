"""`bigand size FILE`: how large each rule is, as written and as encoded."""

import argparse

from bigand.answer.model import Model
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.limits import add_timeout_option
from bigand.apps.cli.solving import add_solving_options, guarded, open_model
from bigand.apps.cli.texts import Texts
from bigand.encode.clauses import Clauses
from bigand.encode.costs import compile_costs
from bigand.ground.forecast import forecast
from bigand.language import Mode

_EXPANDABLE = 20_000_000  # instances that we are ready to expand just to count


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    add_timeout_option(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    model, _ = open_model(options.file, options, texts, tuple(Mode))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    return guarded(lambda: _size(model, texts), options, texts)


def _size(model: Model, texts: Texts) -> int:
    rules = [*model.grounder.rules(), *model.grounder.soft_rules()]
    sizes = [forecast(model.grounder, rule) for rule in rules]
    heads = [texts(f"size.{name}") for name in ("line", "instances", "written", "encoded", "rule")]
    print(f"{heads[0]:>6} {heads[1]:>14} {heads[2]:>14} {heads[3]:>14}  {heads[4]}")
    written = encoded = None
    if sum(size.instances for size in sizes) <= _EXPANDABLE:
        written = _by_rule(_clauses(model, as_written=True), len(rules))
        encoded = _by_rule(_clauses(model, as_written=False), len(rules))
    document = model.reading.document
    totals = [0, 0, 0]
    for at, size in enumerate(sizes):
        place = document.position(size.rule.span.start)
        text = " ".join(document.text[size.rule.span.start : size.rule.span.end].split())
        shown = text if len(text) <= 40 else text[:39] + "…"
        row = (size.instances, written[at] if written else None, encoded[at] if encoded else None)
        totals = [total + (number or 0) for total, number in zip(totals, row, strict=True)]
        mark = "" if size.exact else "~"
        cells = [mark + texts.amount(row[0]), *["?" if cell is None else texts.amount(cell) for cell in row[1:]]]
        print(f"{place.line:>6} {cells[0]:>14} {cells[1]:>14} {cells[2]:>14}  {shown}")
    print(" " * 6, *[f"{texts.amount(total):>14}" for total in totals])
    return Exit.DONE


def _clauses(model: Model, as_written: bool) -> Clauses:
    """The clauses of all rules: of those that may be broken, too, or of what is left behind the quantifiers."""
    if model.reading.mode is Mode.QBF:
        return model.compile(as_written).clauses
    return compile_costs(model.grounder, as_written).compiled.clauses


def _by_rule(clauses: Clauses, rules: int) -> list[int]:
    counts = [0] * rules
    for batch in clauses.batches:
        for rule, count in batch.counts().items():
            counts[rule] += count
    return counts
