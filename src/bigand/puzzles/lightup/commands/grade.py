"""`bigand lightup grade FOLDER`: the proofs of a class, checked into a table with a line for each file."""

import csv
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bigand.answer.question import Failure
from bigand.command.asking import ask_many
from bigand.command.exits import Exit
from bigand.command.files import UnreadableError, open_document
from bigand.command.growing import Lines
from bigand.command.options import Limited, Many, option, timeout_option
from bigand.command.progress import Progress
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardAsker
from bigand.puzzles.lightup.commands.proofs import ProofOptions, Proving
from bigand.puzzles.lightup.proof.words import sentence_of
from bigand.puzzles.lightup.questions import Given, ProofJudged, Read
from bigand.source.catalogue import say

_COLUMNS = ("file", "accepted", "goal", "steps", "solutions", "errors", "first_error", "claims_solved")
_PATIENCE = 60.0  # seconds for a file


class Options(ProofOptions, Many):
    folder: str = option("folder", metavar="FOLDER")
    output: str | None = option("--output", "-o", metavar="OUT")
    timeout: float | None = timeout_option("lightup.grade.timeout", _PATIENCE)
    timeout_for_each = True
    limited = Limited
    many = Many
    proving = Proving


def run(options: Options, texts: Texts) -> int:
    folder = Path(options.folder)
    if not folder.is_dir():
        texts.complain("lightup.grade.no_folder", name=options.folder)
        return Exit.ERRORS
    files = sorted(_files(folder, options.output))
    asked = _asked(options, texts)
    accepted = 0
    with Lines(options.output) as table:
        table.write(_line(_COLUMNS))
        for file, row in zip(files, _rows(files, asked, options, texts), strict=True):
            accepted += row[0] == "yes"
            table.write(_line([_harmless(str(field)) for field in (file.relative_to(folder), *row)]))
    if options.output:
        print(texts("lightup.grade.summary", accepted=accepted, count=len(files)), file=sys.stderr)
    return Exit.DONE


def _line(fields: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(fields)
    return line.getvalue()


def _files(folder: Path, output: str | None) -> Iterator[Path]:
    """All files that are not hidden, but for the table itself."""
    table = None if output is None else Path(output).resolve()
    for path in folder.rglob("*"):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not is_hidden and path.resolve() != table:
            yield path


def _asked(options: Options, texts: Texts) -> Given | None:
    """The board that was asked for; what is wrong with it is told once, and not of every file."""
    asker = BoardAsker(texts)
    asked = options.asked(asker)
    if asked is not None:
        asker.ask(Read(board=asked))
    return asked


def _rows(
    files: Sequence[Path], asked: Given | None, options: Options, texts: Texts
) -> Iterator[tuple[object, ...]]:
    """What the table says of each file, after its name."""
    opened = [_opened(file) for file in files]
    questions = [options.question(proof, asked) for proof in opened if isinstance(proof, str)]
    progress = Progress(texts)
    progress.stage("lightup.grade.progress", len(files))
    answers = ask_many(questions, options.jobs, options.cluster, texts, progress)
    for number, one in enumerate(opened, 1):
        if isinstance(one, str):
            yield _row(next(answers), texts)
        else:
            yield _refused(texts(one.key, **one.gaps))
        progress.done(number)


def _opened(file: Path) -> str | UnreadableError:
    try:
        return open_document(str(file)).text
    except UnreadableError as error:
        return error


def _row(answer: ProofJudged | Failure, texts: Texts) -> tuple[object, ...]:
    if isinstance(answer, Failure):
        told = [say(diagnostic.message, texts.language) for diagnostic in answer.diagnostics]
        return _refused(told[0] if told else texts(answer.key, **answer.gaps))
    first = sentence_of(answer.errors[0], texts) if answer.errors else ""
    claims = {True: "yes", False: "no", None: ""}[answer.claims_solved]
    accepted = "yes" if answer.accepted else "no"
    return (accepted, answer.goal, answer.steps, answer.solutions, len(answer.errors), first, claims)


def _refused(said: str) -> tuple[object, ...]:
    return ("no", "", "", "", 1, said, "")


def _harmless(field: str) -> str:
    """A field that no spreadsheet takes for a formula, and that any encoding can hold."""
    written = field.encode("utf-8", "replace").decode()
    return f"'{written}" if written[:1] in ("=", "+", "-", "@", "\t", "\r") else written
