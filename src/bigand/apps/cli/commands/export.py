"""`bigand export FILE --to dimacs|wcnf|qdimacs|smtlib|z3`: the clauses, for other programs."""

import argparse
import sys
from collections.abc import Callable

from bigand.answer.questions.export import Export, Format, Table
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import write_file, writing
from bigand.command.inputs import open_source
from bigand.command.options import Expanding, add_expanding_options, add_logic_option, add_timeout_option
from bigand.command.texts import Texts


class Options(Expanding):
    to: Format | None
    output: str | None
    table: str | None


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_expanding_options(parser, texts)
    add_logic_option(parser, texts)
    add_timeout_option(parser, texts)
    parser.add_argument("--to", choices=["dimacs", "wcnf", "qdimacs", "smtlib", "z3"], help=texts("export.to"))
    parser.add_argument("--output", "-o", metavar="FILE", help=texts("export.output"))
    parser.add_argument("--table", metavar="FILE", help=texts("export.table"))


def run(options: Options, texts: Texts) -> int:
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
        with writing(options.output) as file:
            asker.ask(question, lambda part: _take(part, file.write, options))
    else:
        sys.stdout.flush()
        asker.ask(question, lambda part: _take(part, sys.stdout.buffer.write, options))
        sys.stdout.buffer.flush()
    return Exit.DONE


def _take(part: str | Table, write: Callable[[bytes], int], options: Options) -> None:
    """Write a part of the answer where it belongs."""
    if isinstance(part, str):
        write(part.encode("utf-8"))
    elif options.table:
        write_file(options.table, "".join([f"{name} {at + 1}\n" for at, name in enumerate(part.atoms)]))
