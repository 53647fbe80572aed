"""`bigand lightup grade FOLDER`: the proofs of a class, checked into a table with a line for each file."""

import argparse
import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import UnreadableError, write_file
from bigand.apps.cli.lightup.boards import guarded
from bigand.apps.cli.lightup.proofs import Assignment, add_proof_options, assignment_of, checked_file
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.apps.cli.watchdog import PATIENCE, alarm
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.proof.words import sentence_of
from bigand.solve.session import LimitError, SolverError
from bigand.source.catalogue import say

_COLUMNS = ("file", "accepted", "goal", "steps", "solutions", "errors", "first_error", "claims_solved")
_PATIENCE = 60.0  # seconds for a file


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("folder", metavar="FOLDER", help=texts("lightup.grade.folder"))
    parser.add_argument("--output", "-o", metavar="OUT", help=texts("lightup.grade.output"))
    parser.add_argument(
        "--timeout", type=seconds_of, default=_PATIENCE, metavar="S", help=texts("lightup.grade.timeout")
    )
    parser.set_defaults(timeout_for_each=True)
    add_proof_options(parser, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    asked = assignment_of(options, texts)
    if asked is None:
        return Exit.ERRORS
    folder = Path(options.folder)
    if not folder.is_dir():
        texts.complain("lightup.grade.no_folder", name=options.folder)
        return Exit.ERRORS
    return guarded(lambda: _grade(folder, asked, options, texts), texts)


def _grade(folder: Path, asked: Assignment, options: argparse.Namespace, texts: Texts) -> int:
    files = sorted(_files(folder, options.output))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    accepted = 0
    with Progress(texts) as progress:
        progress.stage("lightup.grade.progress", len(files))
        for number, file in enumerate(files, 1):
            row = _row(file, asked, options, texts)
            accepted += row[0] == "yes"
            writer.writerow([_harmless(str(field)) for field in (file.relative_to(folder), *row)])
            progress.done(number)
    if options.output:
        write_file(options.output, table.getvalue())
        print(texts("lightup.grade.summary", accepted=accepted, count=len(files)), file=sys.stderr)
    else:
        sys.stdout.write(table.getvalue())
    return Exit.DONE


def _files(folder: Path, output: str | None) -> Iterator[Path]:
    """All files that are not hidden, but for the table itself."""
    table = None if output is None else Path(output).resolve()
    for path in folder.rglob("*"):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not is_hidden and path.resolve() != table:
            yield path


def _row(file: Path, asked: Assignment, options: argparse.Namespace, texts: Texts) -> tuple[object, ...]:
    """What the table says of a file, after its name."""
    try:
        with alarm(options.timeout + PATIENCE):
            proof, verdict = checked_file(str(file), asked, options)
    except BoardError as error:
        return ("no", "", "", "", 1, say(error.diagnostic.message, texts.language), "")
    except (UnreadableError, LimitError, SolverError) as error:
        return ("no", "", "", "", 1, texts(error.key, **error.gaps), "")
    first = sentence_of(verdict.objections[0], texts) if verdict.objections else ""
    claims = {True: "yes", False: "no", None: ""}[proof.claims_solved]
    accepted = "yes" if verdict.accepted else "no"
    goal = proof.goal.aim.value
    return (accepted, goal, verdict.steps, verdict.solutions, len(verdict.objections), first, claims)


def _harmless(field: str) -> str:
    """A field that no spreadsheet takes for a formula, and that any encoding can hold."""
    written = field.encode("utf-8", "replace").decode()
    return f"'{written}" if written[:1] in ("=", "+", "-", "@", "\t", "\r") else written
