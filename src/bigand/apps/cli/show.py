"""`bigand show --stage tokens|tree|ground|cnf FILE`: what a stage makes of a file."""

import argparse
import sys
from itertools import chain

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import open_document
from bigand.apps.cli.reading import add_reading_options, read_file, refuse
from bigand.apps.cli.texts import Texts


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument(
        "--stage", choices=["tokens", "tree", "ground", "prenex", "cnf"], default="tree", help=texts("show.stage")
    )
    add_reading_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.stage == "tokens":
        return _tokens(options)
    from bigand.language.outline import outline

    if options.stage in ("ground", "prenex", "cnf"):
        return _expanded(options, texts)
    reading = read_file(options.file, options)
    refused = refuse(reading, options, texts)
    sys.stdout.write(outline(reading.program, reading.document))
    return Exit.ERRORS if refused else Exit.DONE


def _expanded(options: argparse.Namespace, texts: Texts) -> int:
    """The formulas expanded, with their quantifiers in front, or as clauses; auxiliary atoms are `&1`, `&2`, …"""
    from bigand.answer.model import Model
    from bigand.answer.quantified import QuantifiedModel
    from bigand.apps.cli.solving import guarded, open_model
    from bigand.encode.named import named_clauses, named_matrix, named_prefix
    from bigand.ground.written import show_items
    from bigand.language import Mode

    options.set, options.data, options.allow_data = [], [], []
    modes = (Mode.QBF,) if options.stage == "prenex" else tuple(Mode)
    model, _ = open_model(options.file, options, texts, modes)
    if model is None:
        return Exit.ERRORS
    options.document = model.reading.document

    def work(opened: Model = model) -> int:
        lines = show_items(opened.grounder) if options.stage == "ground" else named_clauses(opened.compiled)
        if isinstance(opened, QuantifiedModel) and options.stage != "ground":
            inside = named_matrix(opened.quantified) if options.stage == "prenex" else lines
            lines = chain(named_prefix(opened.quantified), inside)
        for line in lines:
            print(line)
        return Exit.DONE

    return guarded(work, options, texts)


def _tokens(options: argparse.Namespace) -> int:
    from bigand.language.outline import token_lines

    for line in token_lines(open_document(options.file)):
        print(line)
    return Exit.DONE
