"""What the commands that expand and solve have in common: options, limits, reading, telling of trouble."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bigand.answer import sizing
from bigand.answer.model import Model, model_of
from bigand.apps.cli.asking import Asker
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import STANDARD_INPUT, open_document
from bigand.apps.cli.inputs import add_value_options, directive_values, given_values, tell_unread
from bigand.apps.cli.limits import add_memory_option, limited
from bigand.apps.cli.options import Showing, options_of
from bigand.apps.cli.reading import add_reading_options, command_line, refuse, tell, tell_doubts
from bigand.apps.cli.texts import Texts
from bigand.language import Mode, Reading, read
from bigand.language.faults.costs import quantified_costs
from bigand.language.reading import parse
from bigand.language.soft import costs
from bigand.language.syntax import Assignment, Horizon
from bigand.language.values import Value
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.error import RefusedError
from bigand.source.recursion import deep_recursion

# What a command says of a file in a mode that it cannot do anything with, where there is more to say.
_REFUSALS = {(command, Mode.QBF): "why.quantified" for command in ("why", "forced", "witness")}


def add_solving_options(parser: argparse.ArgumentParser, texts: Texts, files: str | None = None) -> None:
    """Options of what expands and solves one file, or several if there is a sentence that tells of them."""
    add_reading_options(parser, texts, many=files is not None, files=files or "option.files")
    add_value_options(parser, texts)
    parser.add_argument("--as-written", action="store_true", help=texts("option.as_written"))
    add_memory_option(parser, texts)


def add_logic_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """For commands that take files with numbers."""
    from bigand.language.logics import LOGICS

    parser.add_argument("--logic", choices=LOGICS, metavar="QF_LIA", help=texts("option.logic"))


def open_model(
    name: str, options: argparse.Namespace, texts: Texts, modes: tuple[Mode, ...] = (Mode.SAT,)
) -> tuple[Model | None, float]:
    """The model of a file, or nothing when it has errors (which are told); and the seconds it took to read.

    `modes` are those that the command can do with.
    """
    began = time.process_time()
    model = model_of_document(open_document(name), name, options, texts, modes)
    return model, 0.0 if model is None else time.process_time() - began


def model_of_document(
    document: Document, name: str, options: argparse.Namespace, texts: Texts, modes: tuple[Mode, ...]
) -> Model | None:
    """The same of a document that is open already."""
    values = given_values(options)
    reading, given = read_with_values(document, name, values, options)
    tell_unread(values, [reading.program], texts)
    if refuse(reading, options, texts, with_doubts=options.command != "solve"):  # which tells them with others
        return None
    if reading.mode is Mode.QBF and (priced := costs(reading.program)):
        mode = reading.mode.value.upper()
        tell([(document, [quantified_costs(one.span, mode) for one in priced])], options, texts, sys.stderr)
        return None
    if reading.mode not in modes:
        key = _REFUSALS.get((options.command, reading.mode), "solve.mode")
        print(f"bigand: {texts(key, mode=reading.mode.value.upper())}", file=sys.stderr)
        return None
    return model_of(reading, given, getattr(options, "logic", None))


def read_with_values(
    document: Document, name: str, given: dict[str, Value], options: argparse.Namespace
) -> tuple[Reading, dict[str, Value]]:
    """A document read, with all values that come from outside: those given, and those that it asks for itself."""
    folder = Path() if name == STANDARD_INPUT else Path(name).parent
    program, _ = parse(document)
    given = given | directive_values(program, folder, given, options.allow_data)
    return read(document, options.mode, frozenset(given)), given


def has_open_horizon(model: Model) -> bool:
    """Whether the number of steps is to be found: neither the file nor the user says it."""
    program = model.reading.program
    known = {item.target.name for item in program.items if isinstance(item, Assignment)} | set(model.given)
    return any(isinstance(one, Horizon) and one.variable.name not in known for one in program.directives)


def guarded(work: Callable[[], int], options: argparse.Namespace, texts: Texts) -> int:
    """Run some work; what a file, a solver or a limit can do wrong becomes a message and an exit code."""
    try:
        with deep_recursion():
            return limited(work, texts)
    except RefusedError as error:
        tell([(options.document, error.diagnostics)], options, texts, sys.stderr)
        return Exit.ERRORS


def check_size(model: Model, options: argparse.Namespace, texts: Texts, counting: bool = False) -> None:
    """Say beforehand that a rule is large; refuse it when it cannot fit. `counting` is for engines that count."""
    report = Asker(texts, options_of(options, Showing), [model.reading.document]).hear
    sizing.check_size(model.grounder, options.memory, options.as_written, counting, report)


def count_doubts(model: Model, options: argparse.Namespace, texts: Texts, *, suspect: bool) -> None:
    """Say beforehand how much is doubtful; what can be suspected too, if the file is looked at in no time."""
    from bigand.explain.suspicions import NOT_LOOKED_AT, suspicions_of
    from bigand.explain.suspicions.survey import QUICK

    found: list[Diagnostic] = []
    if suspect and not options.no_suspicions and not options.fast:
        found = suspicions_of(model.reading, model.given, QUICK)
    told = [one for one in found if one.code != NOT_LOOKED_AT]
    tell_doubts(model.reading.document, [*model.reading.diagnostics, *told], options, texts)
    if len(told) < len(found) and options.format == "full":
        texts.complain("doubts.further", command=command_line("check", model.reading.document.name))


def tell_unsat(options: argparse.Namespace, texts: Texts) -> None:
    """That there is no model, and which command tells why."""
    print(texts("solve.unsat"), flush=True)  # before what comes on the other stream
    if options.file != STANDARD_INPUT and options.proof is None:
        values = [
            word for name in ("set", "data") for given in getattr(options, name) for word in (f"--{name}", given)
        ]
        texts.complain("solve.why", command=command_line("why", options.file, *values))
