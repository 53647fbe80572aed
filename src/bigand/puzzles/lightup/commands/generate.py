"""`bigand lightup generate`: new boards of a level, one after the other, by one process or several.

Every board has a seed of its own, so that neither the number of processes nor their fate changes what comes out. A
process that dies costs nothing but time: its board is made again.
"""

import argparse
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

from bigand.answer.question import Failure
from bigand.answer.value import replace_fields
from bigand.command.asking import Asker, ask_many
from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.growing import LineWriter
from bigand.command.objects import json_line
from bigand.command.options import LimitOptions, ParallelOptions, flag, number_option, option, timeout_option
from bigand.command.progress import ProgressBar
from bigand.command.texts import Texts
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.commands.boards import make_folder
from bigand.puzzles.lightup.commands.paper import PaperOptions, write_sheets
from bigand.puzzles.lightup.questions import Generate, Generated, Level, Symmetry, Written
from bigand.source.error import ErrorKind

_SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?", re.ASCII)
_WHOLE_FILES = {
    "svg": "svg",
    "legup": "xml",
    "janko": "txt",
}  # formats of which a file holds one board, and their ends
_TRIES = 4  # with a board whose process dies
_OTHERS = 20  # other boards that are made when one has been there before


def _size(texts: Texts) -> Callable[[str], tuple[int, int]]:
    """What reads a size, for argparse: rows and columns."""

    def read(word: str) -> tuple[int, int]:
        match = _SIZE.fullmatch(word)
        if match is None:
            raise argparse.ArgumentTypeError(texts("lightup.generate.bad_size", word=word))
        return int(match[2] or match[1]), int(match[1])

    return read


class Options(PaperOptions, LimitOptions, ParallelOptions):
    size: tuple[int, int] = option(reads=_size, default=(7, 7), metavar="WxH")
    level: Level = option(choices=get_args(Level), default="easy")
    symmetry: Symmetry = option(choices=get_args(Symmetry), default="rot2")
    black: int = number_option("P", default=20)
    count: int = number_option(default=1)
    seed: str | None = option(metavar="S")
    minimal: bool = flag()
    timeout: float | None = timeout_option("lightup.solve.timeout")
    timeout_for_each = True
    limited = LimitOptions
    jobs: int = number_option(default=1)
    many = ParallelOptions
    to: Written = option(choices=get_args(Written), default="id")
    output: str | None = option("--output", "-o", metavar="OUT")
    json: bool = flag()
    paper = PaperOptions


def run(options: Options, texts: Texts) -> int:
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
        out = _Output(lines, options, texts)
        for number, made in enumerate(_distinct(first, options, texts, progress), 1):
            progress.clear()
            if isinstance(made, Failure):
                return _give_up(made, number, out, Asker(texts, question=first))
            out.write(made)
            progress.update(number)
        out.close()
    return Exit.DONE


def _give_up(failure: Failure, number: int, out: "_Output", asker: Asker) -> int:
    """What is wrong with the request is told at once; else what was made before stays."""
    if failure.kind is ErrorKind.INPUT:
        asker.report_failure(failure)
        return Exit.USAGE
    out.close()
    if failure.key == "solver.crashed":
        asker.texts.print_error("lightup.generate.crashed", number=number)
        return Exit.ERRORS
    return asker.report_failure(failure)


class _Output:
    """Where the boards go."""

    def __init__(self, lines: LineWriter, options: Options, texts: Texts) -> None:
        self.lines = lines
        self.options = options
        self.texts = texts
        self.made: list[Generated] = []
        self.is_folder = options.to in _WHOLE_FILES and options.count > 1 and not options.json

    def write(self, made: Generated) -> None:
        options = self.options
        self.made.append(made)
        if self.is_folder and options.output:
            make_folder(options.output)
            name = f"board-{made.board:0{max(3, len(str(options.count)))}}.{_WHOLE_FILES[options.to]}"
            write_file(str(Path(options.output) / name), made.text or "")
        else:
            self.lines.write(self._text(made))

    def _text(self, made: Generated) -> str:
        if made.text is None:
            return json_line(made)
        parted = "\n" if made.text.count("\n") > 1 and made.board < self.options.count else ""
        return made.text + parted

    def close(self) -> None:
        boards = [(Board.of_rows(made.rows), Board.of_rows(made.solution)) for made in self.made]
        write_sheets(boards, self.options, self.texts, [made.level for made in self.made])


# ---------------------------------------------------------------------- making them


def _distinct(
    first: Generate, options: Options, texts: Texts, progress: ProgressBar
) -> Iterator[Generated | Failure]:
    """The boards in order; one that has been there is made anew, unless there seem to be no others."""

    def once_more(question: Generate) -> Generated | Failure:
        return next(ask_many([question], 1, None, texts))

    questions = [replace_fields(first, board=number) for number in range(1, options.count + 1)]
    seen = set()
    answers = ask_many(questions, options.jobs, options.cluster, texts, progress)
    for question, made in zip(questions, answers, strict=True):
        again = tries = 0
        while True:
            if isinstance(made, Failure):
                if made.key != "solver.crashed" or tries == _TRIES:
                    break
                tries += 1
            elif made.rows in seen and again < _OTHERS:
                again += 1
            else:
                seen.add(made.rows)
                break
            made = once_more(replace_fields(question, again=again))
        yield made
