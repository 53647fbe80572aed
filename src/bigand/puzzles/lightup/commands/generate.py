"""`bigand lightup generate`: new boards of a level, one after another, by one process or several.

Every board has its own seed, so the output depends neither on the number of processes nor on crashes: the board of
a process that dies is made again.
"""

import argparse
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

from bigand.api.question import Failure
from bigand.api.value import replace_fields
from bigand.cli.asker import Asker, ask_many
from bigand.cli.exit_codes import Exit
from bigand.cli.line_writer import LineWriter
from bigand.cli.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.cli.output import json_line
from bigand.cli.progress import ProgressBar
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.commands.boards import PdfOptions, make_folder, write_pdf_if_requested
from bigand.puzzles.lightup.questions import FormatName, Generate, GenerateAnswer, LevelName, SymmetryName
from bigand.source.error import ErrorKind
from bigand.source.files import write_file
from bigand.wording.texts import Texts

_SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?", re.ASCII)
# Formats with one board per file, and their extensions.
_WHOLE_FILES = {"svg": "svg", "legup": "xml", "janko": "txt"}
_TRIES = 4  # to make a board whose process dies
_MAX_REPEATS = 20  # other boards to make when one repeats an earlier board


def _size_reader(texts: Texts) -> Callable[[str], tuple[int, int]]:
    """Return a parser of sizes for argparse: rows and columns."""

    def read(word: str) -> tuple[int, int]:
        match = _SIZE.fullmatch(word)
        if match is None:
            raise argparse.ArgumentTypeError(texts("lightup.generate.bad_size", word=word))
        return int(match[2] or match[1]), int(match[1])

    return read


class GenerateOptions(PdfOptions, LimitOptions, ParallelOptions):
    size: tuple[int, int] = option(reads=_size_reader, default=(7, 7), metavar="WxH")
    level: LevelName = option(choices=get_args(LevelName), default="easy")
    symmetry: SymmetryName = option(choices=get_args(SymmetryName), default="rot2")
    black: int = number_option("P", default=20)
    count: int = number_option(default=1)
    seed: str | None = option(metavar="S")
    minimal: bool = flag()
    timeout: float | None = timeout_option("lightup.solve.timeout")
    timeout_for_each = True
    limited = LimitOptions
    jobs: int = number_option(default=1)
    many = ParallelOptions
    to: FormatName = option(choices=get_args(FormatName), default="id")
    output: str | None = option("--output", "-o", metavar="OUT")
    json: bool = flag()
    paper = PdfOptions


def run_generate(options: GenerateOptions, texts: Texts) -> int:
    if options.to in _WHOLE_FILES and options.count > 1 and not options.output:
        texts.print_error("lightup.generate.folder", format=options.to)
        return Exit.USAGE
    height, width = options.size
    first = Generate(
        height=height,
        width=width,
        level=options.level,
        symmetry=options.symmetry,
        black=options.black,
        minimal=options.minimal,
        seed=options.seed if options.seed is not None else str(secrets.randbelow(10**9)),
        rated=options.json,
        to=None if options.json else options.to,
        limits=options.limits,
    )
    progress = ProgressBar(texts)
    progress.start_stage("lightup.generate.progress", options.count)
    with LineWriter(options.output) as lines:
        out = _BoardWriter(lines, options, texts)
        for number, answer in enumerate(_distinct_boards(first, options, texts, progress), 1):
            progress.clear()
            if isinstance(answer, Failure):
                return _report_failure(answer, number, out, Asker(texts, question=first))
            out.write(answer)
            progress.set_count_done(number)
        out.write_boards_pdf()
    return Exit.DONE


def _report_failure(failure: Failure, number: int, out: "_BoardWriter", asker: Asker) -> int:
    """Report a failure. An invalid request is reported at once; otherwise the boards made before are kept."""
    if failure.kind is ErrorKind.INPUT:
        asker.report_failure(failure)
        return Exit.USAGE
    out.write_boards_pdf()
    if failure.key == "solver.crashed":
        asker.texts.print_error("lightup.generate.crashed", number=number)
        return Exit.ERRORS
    return asker.report_failure(failure)


class _BoardWriter:
    """Writes boards as lines or files, and finally as a PDF."""

    def __init__(self, lines: LineWriter, options: GenerateOptions, texts: Texts) -> None:
        self.lines = lines
        self.options = options
        self.texts = texts
        self.answers: list[GenerateAnswer] = []
        self.is_folder = options.to in _WHOLE_FILES and options.count > 1 and not options.json

    def write(self, answer: GenerateAnswer) -> None:
        options = self.options
        self.answers.append(answer)
        if self.is_folder and options.output:
            make_folder(options.output)
            name = f"board-{answer.board:0{max(3, len(str(options.count)))}}.{_WHOLE_FILES[options.to]}"
            write_file(str(Path(options.output) / name), answer.text or "")
        else:
            self.lines.write(self._text(answer))

    def _text(self, answer: GenerateAnswer) -> str:
        if answer.text is None:
            return json_line(answer)
        separator = "\n" if answer.text.count("\n") > 1 and answer.board < self.options.count else ""
        return answer.text + separator

    def write_boards_pdf(self) -> None:
        boards = [(Board.from_rows(answer.rows), Board.from_rows(answer.solution)) for answer in self.answers]
        write_pdf_if_requested(boards, self.options, self.texts, [answer.level for answer in self.answers])


# ---------------------------------------------------------------------- Generating


def _distinct_boards(
    first: Generate, options: GenerateOptions, texts: Texts, progress: ProgressBar
) -> Iterator[GenerateAnswer | Failure]:
    """Yield the boards in order; a repeated board is made again, unless there seem to be no others."""

    def ask_again(question: Generate) -> GenerateAnswer | Failure:
        return next(ask_many([question], 1, None, texts))

    questions = [replace_fields(first, board=number) for number in range(1, options.count + 1)]
    seen = set()
    answers = ask_many(questions, options.jobs, options.cluster, texts, progress)
    for question, answer in zip(questions, answers, strict=True):
        repeats = tries = 0
        while True:
            if isinstance(answer, Failure):
                if answer.key != "solver.crashed" or tries == _TRIES:
                    break
                tries += 1
            elif answer.rows in seen and repeats < _MAX_REPEATS:
                repeats += 1
            else:
                seen.add(answer.rows)
                break
            answer = ask_again(replace_fields(question, again=repeats))
        yield answer
