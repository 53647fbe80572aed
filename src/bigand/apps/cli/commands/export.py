"""`bigand export FILE --to dimacs|wcnf|qdimacs|smtlib|z3`: the clauses, for other programs."""

import sys
from collections.abc import Callable

from bigand.answer.questions.export import AtomTable, Export, ExportFormat
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import open_for_writing, write_file
from bigand.command.inputs import open_source
from bigand.command.options import LOGIC, ModelOptions, option, timeout_option
from bigand.command.texts import Texts


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
    """Write a part of the answer where it belongs."""
    if isinstance(part, str):
        write(part.encode("utf-8"))
    elif options.table:
        write_file(options.table, "".join([f"{name} {index + 1}\n" for index, name in enumerate(part.atoms)]))
