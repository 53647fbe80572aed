"""`bigand export FILE --to dimacs`: the clauses, for other programs."""

import argparse
import sys
from pathlib import Path

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts
from bigand.encode.dimacs import dimacs
from bigand.front import Model


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument("--to", choices=["dimacs"], default="dimacs", help=texts("export.to"))
    parser.add_argument("--output", "-o", metavar="FILE", help=texts("export.output"))
    parser.add_argument("--table", metavar="FILE", help=texts("export.table"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    model, _ = open_model(options.file, options, texts)
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    return guarded(lambda: _export(model, options, texts), options, texts)


def _export(model: Model, options: argparse.Namespace, texts: Texts) -> int:
    check_size(model, options, texts)
    compiled = model.compile(options.as_written)
    pieces = dimacs(compiled.clauses, compiled.names, table=options.table is None)
    if options.table:
        lines = [f"{name} {number + 1}\n" for number, name in enumerate(compiled.names)]
        Path(options.table).write_text("".join(lines), encoding="utf-8")
    if options.output:
        with Path(options.output).open("wb") as file:
            file.writelines(pieces)
    else:
        sys.stdout.flush()
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    return Exit.DONE
