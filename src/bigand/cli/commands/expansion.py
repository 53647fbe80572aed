"""`bigand show FILE`, `bigand size FILE`, `bigand export FILE`: the stages, sizes and clauses of a file."""

import sys
from collections.abc import Callable, Iterator
from typing import Literal

from bigand.api.export import AtomTable, Export, ExportFormat
from bigand.api.mathematics import Show
from bigand.api.size import RuleSize, Size
from bigand.cli.asker import Asker
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source, open_without_data
from bigand.cli.options import LOGIC, MEMORY, FileOptions, ModelOptions, option, timeout_option
from bigand.cli.output import print_diagnostics, print_lines
from bigand.source.document import Document
from bigand.source.files import open_for_writing, write_file
from bigand.wording.texts import Texts


class ShowOptions(ModelOptions):
    stage: Literal["tokens", "tree", "ground", "prenex", "cnf"] = option(
        choices=["tokens", "tree", "ground", "prenex", "cnf"], default="tree"
    )
    reading = FileOptions
    set = data = allow_data = ()
    as_written = False
    timeout: float | None = timeout_option()
    memory: int | None = MEMORY


def run_show(options: ShowOptions, texts: Texts) -> int:
    is_expanded = options.stage not in ("tokens", "tree")
    document, source = open_source(options.file, options) if is_expanded else open_without_data(options)
    question = Show(source=source, stage=options.stage, in_parts=is_expanded, limits=options.limits)
    answer = Asker(texts, options, [document]).ask(question, lambda piece: print(piece, end=""))
    if answer.diagnostics:
        print_diagnostics([(document, answer.diagnostics)], options, texts, sys.stderr)
    print(answer.text, end="")
    return Exit.ERRORS if answer.diagnostics else Exit.DONE


# ---------------------------------------------------------------------- size


class SizeOptions(ModelOptions):
    timeout: float | None = timeout_option()


def run_size(options: SizeOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Size(source=source, limits=options.limits))
    print_lines(_size_lines(answer.rules, document, texts))
    return Exit.DONE


def _size_lines(rules: tuple[RuleSize, ...], document: Document, texts: Texts) -> Iterator[str]:
    """A table with a line for each rule and the totals; a total is unknown if some count is unknown."""

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


# ---------------------------------------------------------------------- export


class ExportOptions(ModelOptions):
    logic: str | None = LOGIC
    timeout: float | None = timeout_option()
    to: ExportFormat | None = option(choices=["dimacs", "wcnf", "qdimacs", "smtlib", "z3"])
    output: str | None = option("--output", "-o", metavar="FILE")
    table: str | None = option(metavar="FILE")


def run_export(options: ExportOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Export(
        source=source,
        to=options.to,
        as_written=options.as_written,
        table_apart=options.table is not None,
        in_parts=True,
        limits=options.limits,
    )
    asker = Asker(texts, options, [document])
    if options.output:
        with open_for_writing(options.output) as file:
            asker.ask(question, lambda part: _write_part(part, file.write, options))
    else:
        sys.stdout.flush()
        asker.ask(question, lambda part: _write_part(part, sys.stdout.buffer.write, options))
        sys.stdout.buffer.flush()
    return Exit.DONE


def _write_part(part: str | AtomTable, write: Callable[[bytes], int], options: ExportOptions) -> None:
    """Write a part of the answer: text to the output, the table to its file."""
    if isinstance(part, str):
        write(part.encode("utf-8"))
    elif options.table:
        write_file(options.table, "".join([f"{name} {index + 1}\n" for index, name in enumerate(part.atoms)]))
