"""`bigand size FILE`: how large each rule is, as written and as encoded."""

from collections.abc import Iterator

from bigand.answer.questions.size import RuleSize, Size
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_lines
from bigand.command.options import ModelOptions, timeout_option
from bigand.command.texts import Texts
from bigand.source.document import Document


class SizeOptions(ModelOptions):
    timeout: float | None = timeout_option()


def run_size(options: SizeOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Size(source=source, limits=options.limits))
    print_lines(_size_lines(answer.rules, document, texts))
    return Exit.DONE


def _size_lines(rules: tuple[RuleSize, ...], document: Document, texts: Texts) -> Iterator[str]:
    """A table with a line for each rule, and the sums; what was too large to be counted makes a sum unknown."""

    def format_count(count: int | None) -> str:
        return "?" if count is None else texts.format_number(count)

    def format_row(*columns: str) -> str:
        place, *counts = columns[:4]
        return " ".join([f"{place:>6}", *[f"{count:>{width}}" for count in counts], f" {columns[4]}"]).rstrip()

    heads = [texts(f"size.{name}") for name in ("line", "instances", "written", "encoded", "rule")]
    rows = []
    for rule in rules:
        start, end = rule.place.span
        text = " ".join(document.text[start:end].split())
        excerpt = text if len(text) <= 40 else text[:39] + "…"
        instances = ("" if rule.is_exact else "~") + texts.format_number(rule.instances)
        rows.append(
            [str(rule.place.line), instances, format_count(rule.written), format_count(rule.encoded), excerpt]
        )
    counts = zip(*[(rule.instances, rule.written, rule.encoded) for rule in rules], strict=True)
    totals = [None if None in column else sum(column) for column in counts] or [0, 0, 0]
    sums = ["", *[format_count(total) for total in totals], ""]
    width = max(14, *[len(count) for row in [*rows, sums] for count in row[1:4]])
    yield from [format_row(*row) for row in [heads, *rows, sums]]
