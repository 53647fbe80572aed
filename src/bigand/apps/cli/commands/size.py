"""`bigand size FILE`: how large each rule is, as written and as encoded."""

from collections.abc import Iterator

from bigand.answer.questions.size import RuleSize, Size
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_lines
from bigand.command.options import Expanding, timeout_option
from bigand.command.texts import Texts
from bigand.source.document import Document


class Options(Expanding):
    timeout: float | None = timeout_option()


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Size(source=source, limits=options.limits))
    print_lines(_lines(answer.rules, document, texts))
    return Exit.DONE


def _lines(rules: tuple[RuleSize, ...], document: Document, texts: Texts) -> Iterator[str]:
    """A table with a line for each rule, and the sums."""
    heads = [texts(f"size.{name}") for name in ("line", "instances", "written", "encoded", "rule")]
    yield f"{heads[0]:>6} {heads[1]:>14} {heads[2]:>14} {heads[3]:>14}  {heads[4]}"
    for rule in rules:
        start, end = rule.place.span
        text = " ".join(document.text[start:end].split())
        shown = text if len(text) <= 40 else text[:39] + "…"
        clauses = ["?" if count is None else texts.amount(count) for count in (rule.written, rule.encoded)]
        instances = ("" if rule.is_exact else "~") + texts.amount(rule.instances)
        yield f"{rule.place.line:>6} {instances:>14} {clauses[0]:>14} {clauses[1]:>14}  {shown}"
    rows = [(rule.instances, rule.written or 0, rule.encoded or 0) for rule in rules]
    totals = [sum(column) for column in zip(*rows, strict=True)] or [0, 0, 0]
    yield " ".join([" " * 6, *[f"{texts.amount(total):>14}" for total in totals]])
