"""`bigand show --stage tokens|tree|ground|cnf FILE`: what a stage makes of a file."""

import argparse
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import open_document
from bigand.apps.cli.reading import add_reading_options, read_file, refuse
from bigand.apps.cli.texts import Texts


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument(
        "--stage", choices=["tokens", "tree", "ground", "cnf"], default="tree", help=texts("show.stage")
    )
    add_reading_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.stage == "tokens":
        return _tokens(options)
    from bigand.language.outline import outline

    if options.stage in ("ground", "cnf"):
        return _expanded(options, texts)
    reading = read_file(options.file, options)
    refused = refuse(reading, options, texts)
    sys.stdout.write(outline(reading.program, reading.document))
    return Exit.ERRORS if refused else Exit.DONE


def _expanded(options: argparse.Namespace, texts: Texts) -> int:
    """The formulas expanded, or their clauses, with the names of atoms; auxiliary atoms are `&1`, `&2`, …"""
    from bigand.apps.cli.solving import guarded, open_model
    from bigand.encode.named import named_clauses
    from bigand.front import Model
    from bigand.ground.written import show_items
    from bigand.language import Mode

    options.set, options.data, options.memory = [], [], None
    model, _ = open_model(options.file, options, texts, (Mode.SAT, Mode.SMT))
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document

    def work(opened: Model = model) -> int:
        lines = show_items(opened.grounder) if options.stage == "ground" else named_clauses(opened.compiled)
        for line in lines:
            print(line)
        return Exit.DONE

    return guarded(work, options, texts)


def _tokens(options: argparse.Namespace) -> int:
    from bigand.language.outline import token_lines

    for line in token_lines(open_document(options.file)):
        print(line)
    return Exit.DONE
