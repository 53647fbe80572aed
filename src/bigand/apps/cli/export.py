"""`bigand export FILE --to dimacs|wcnf|qdimacs|smtlib|z3`: the clauses, for other programs."""

import argparse
import sys
from collections.abc import Iterable, Iterator

from bigand.answer.model import Model
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.limits import add_timeout_option
from bigand.apps.cli.reading import tell
from bigand.apps.cli.solving import add_logic_option, add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts
from bigand.encode.costs import compile_costs, wdimacs
from bigand.encode.dimacs import dimacs
from bigand.language import Mode
from bigand.language.soft import costs

_FORMATS = {Mode.SAT: "dimacs", Mode.QBF: "qdimacs", Mode.SMT: "smtlib"}


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    add_logic_option(parser, texts)
    add_timeout_option(parser, texts)
    parser.add_argument("--to", choices=["dimacs", "wcnf", "qdimacs", "smtlib", "z3"], help=texts("export.to"))
    parser.add_argument("--output", "-o", metavar="FILE", help=texts("export.output"))
    parser.add_argument("--table", metavar="FILE", help=texts("export.table"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.to == "qdimacs" and options.mode is None:
        options.mode = Mode.QBF  # a file without quantifiers is one, too
    model, _ = open_model(options.file, options, texts, tuple(Mode))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document
    options.to = options.to or _FORMATS[model.reading.mode]
    if (options.to == "qdimacs") != (model.reading.mode is Mode.QBF):
        texts.complain("export.mode", format=options.to, mode=model.reading.mode.value.upper())
        return Exit.USAGE
    if options.to in ("dimacs", "wcnf") and model.reading.mode is Mode.SMT:
        texts.complain("export.numbers")
        return Exit.USAGE
    if options.to in ("smtlib", "z3") and options.table:
        texts.complain("export.no_table")
        return Exit.USAGE
    return guarded(lambda: _export(model, options, texts), options, texts)


def _export(model: Model, options: argparse.Namespace, texts: Texts) -> int:
    check_size(model, options, texts)
    if options.to == "z3":
        return _with_goals(model, options)
    if options.to == "wcnf":
        costed = compile_costs(model.grounder, options.as_written)
        compiled, pieces = costed.compiled, wdimacs(costed, table=options.table is None)
    else:
        compiled = model.compiled = model.compile(options.as_written)
        if options.to == "smtlib":
            return _smtlib(model, options, texts)
        pieces = _clauses(model, table=options.table is None)
    if options.table:
        lines = [f"{name} {number + 1}\n" for number, name in enumerate(compiled.names)]
        write_file(options.table, "".join(lines))
    return _write(pieces, options)


def _clauses(model: Model, table: bool) -> Iterator[bytes]:
    if model.reading.mode is Mode.QBF:
        from bigand.answer.quantified import QuantifiedModel
        from bigand.encode.qdimacs import qdimacs

        assert isinstance(model, QuantifiedModel)
        return qdimacs(model.quantified, model.compiled.names, table)
    return dimacs(model.compiled.clauses, model.compiled.names, table)


def _smtlib(model: Model, options: argparse.Namespace, texts: Texts) -> int:
    from bigand.answer.numbers import smtlib_of

    if costs(model.reading.program):
        texts.complain("export.costs")
    pieces, doubts = smtlib_of(model, options.logic)
    if doubts:
        tell([(options.document, doubts)], options, texts, sys.stderr)
    return _write((piece.encode() for piece in pieces), options)


def _with_goals(model: Model, options: argparse.Namespace) -> int:
    from bigand.answer.numbers import smtlib_with_goals

    pieces = smtlib_with_goals(model, model.compile_costs(options.as_written))
    return _write((piece.encode() for piece in pieces), options)


def _write(pieces: Iterable[bytes], options: argparse.Namespace) -> int:
    if options.output:
        write_file(options.output, pieces)
    else:
        sys.stdout.flush()
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    return Exit.DONE
