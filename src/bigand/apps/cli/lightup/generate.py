"""`bigand lightup generate`: new boards of a level, one after the other, by one process or several.

Every board has a seed of its own, so that neither the number of processes nor their fate changes what comes out. A
process that dies costs nothing but time: its boards are made again.
"""

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bigand.apps.cli.crew import Job, in_order
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.lightup.boards import guarded
from bigand.apps.cli.lightup.explain import make_folder
from bigand.apps.cli.lightup.paper import write_sheets
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, natural_number
from bigand.puzzles.lightup.formats import WRITTEN
from bigand.puzzles.lightup.generate import Made, Request, RequestError, Symmetry, TooHardError, make
from bigand.puzzles.lightup.position import Position
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.rating import rating_of
from bigand.puzzles.lightup.reasoning.steps import steps
from bigand.solve.worker import Report

_SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?", re.ASCII)
_WHOLE_FILES = {
    "svg": "svg",
    "legup": "xml",
    "janko": "txt",
}  # formats of which a file holds one board, and their ends
_CHUNK = 8  # boards that a process makes, at most, before another one is begun
_TRIES = 4  # with a board whose process dies
_OTHERS = 20  # other boards that are made when one has been there before


@dataclass(frozen=True, slots=True)
class _Order:
    """Boards of one kind, each by its number."""

    request: Request
    seed: str

    def make(self, number: int, again: int = 0) -> Made | TooHardError:
        try:
            return make(self.request, f"{self.seed}:{number}" + (f":{again}" if again else ""))
        except TooHardError as error:
            return error


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    natural = natural_number(texts)
    parser.add_argument(
        "--size", type=_size(texts), default=(7, 7), metavar="WxH", help=texts("lightup.generate.size")
    )
    levels = [level.word for level in Level]
    parser.add_argument("--level", choices=levels, default="easy", help=texts("lightup.generate.level"))
    symmetries = [symmetry.value for symmetry in Symmetry]
    parser.add_argument("--symmetry", choices=symmetries, default="rot2", help=texts("lightup.generate.symmetry"))
    parser.add_argument("--black", type=natural, default=20, metavar="P", help=texts("lightup.generate.black"))
    parser.add_argument("--count", type=natural, default=1, metavar="N", help=texts("lightup.generate.count"))
    parser.add_argument("--seed", metavar="S", help=texts("lightup.generate.seed"))
    parser.add_argument("--minimal", action="store_true", help=texts("lightup.generate.minimal"))
    parser.add_argument("--jobs", type=natural, default=1, metavar="N", help=texts("lightup.generate.jobs"))
    parser.add_argument("--to", choices=WRITTEN, default="id", help=texts("lightup.generate.to"))
    parser.add_argument("--output", "-o", metavar="OUT", help=texts("lightup.generate.output"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.generate.json"))
    parser.add_argument("--pdf", metavar="OUT", help=texts("lightup.solve.pdf"))
    parser.add_argument("--per-page", type=natural, default=4, metavar="N", help=texts("lightup.solve.per_page"))
    parser.add_argument("--with-solutions", action="store_true", help=texts("lightup.solve.with_solutions"))


def _size(texts: Texts) -> Callable[[str], tuple[int, int]]:
    """What reads a size, for argparse: rows and columns."""

    def read(word: str) -> tuple[int, int]:
        found = _SIZE.fullmatch(word)
        if found is None:
            raise argparse.ArgumentTypeError(texts("lightup.generate.bad_size", word=word))
        return int(found[2] or found[1]), int(found[1])

    return read


def run(options: argparse.Namespace, texts: Texts) -> int:
    try:
        order = _order(options)
    except RequestError as error:
        texts.complain(error.key, **error.gaps)
        return Exit.USAGE
    if options.to in _WHOLE_FILES and options.count > 1 and not options.output:
        texts.complain("lightup.generate.folder", format=options.to)
        return Exit.USAGE
    return guarded(lambda: _generate(order, options, texts), texts)


def _order(options: argparse.Namespace) -> _Order:
    height, width = options.size
    level, symmetry = Level[options.level.upper()], Symmetry(options.symmetry)
    request = Request(height, width, level, symmetry, options.black, options.minimal)
    return _Order(request, options.seed if options.seed is not None else str(secrets.randbelow(10**9)))


def _generate(order: _Order, options: argparse.Namespace, texts: Texts) -> int:
    out = _Output(order, options)
    with Progress(texts) as progress:
        progress.stage("lightup.generate.progress", options.count)
        for number, made in enumerate(_distinct(order, options), 1):
            progress.clear()
            if not isinstance(made, Made):
                out.close(texts)
                return _give_up(made, number, texts)
            out.write(made, number)
            progress.done(number)
    out.close(texts)
    return Exit.DONE


def _give_up(failure: TooHardError | None, number: int, texts: Texts) -> int:
    if failure is None:
        texts.complain("lightup.generate.crashed", number=number)
        return Exit.ERRORS
    texts.complain("lightup.generate.gave_up", designs=failure.designs)
    return Exit.LIMIT


class _Output:
    """Where the boards go."""

    def __init__(self, order: _Order, options: argparse.Namespace) -> None:
        self.order = order
        self.options = options
        self.made: list[Made] = []
        self.texts: list[str] = []
        self.is_folder = options.to in _WHOLE_FILES and options.count > 1

    def write(self, made: Made, number: int) -> None:
        options = self.options
        self.made.append(made)
        if self.is_folder and not options.json:
            make_folder(options.output)
            name = f"board-{number:0{max(3, len(str(options.count)))}}.{_WHOLE_FILES[options.to]}"
            write_file(str(Path(options.output) / name), made.board.to(options.to))
            return
        text = self._text(made, number)
        if options.output:
            self.texts.append(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()

    def _text(self, made: Made, number: int) -> str:
        if self.options.json:
            return json.dumps(self._record(made, number)) + "\n"
        text = made.board.to(self.options.to)
        parted = "\n" if text.count("\n") > 1 and number < self.options.count else ""
        return text + parted

    def _record(self, made: Made, number: int) -> dict[str, object]:
        rating = rating_of(list(steps(Position.of(made.board))))
        return {
            "id": made.board.to("id").strip(),
            "level": rating.level.word,
            "number": rating.number,
            "clues": len(made.board.clues),
            "walls": sum([cell.is_wall for _, cell in made.board]),
            "seed": self.order.seed,
            "board": number,
        }

    def close(self, texts: Texts) -> None:
        if self.options.output and not (self.is_folder and not self.options.json):
            write_file(self.options.output, "".join(self.texts))
        if self.options.pdf:
            write_sheets([(made.board, made.solution) for made in self.made], self.options, texts)


# ---------------------------------------------------------------------- making them


def _distinct(order: _Order, options: argparse.Namespace) -> Iterator[Made | TooHardError | None]:
    """The boards in order; one that has been there is made anew, unless there seem to be no others."""
    jobs = options.jobs or os.cpu_count() or 1
    source = _alone(order, options.count) if min(jobs, options.count) < 2 else _together(order, options.count, jobs)
    seen = set()
    for number, made in enumerate(source, 1):
        again = 0
        while isinstance(made, Made) and made.board in seen and again < _OTHERS:
            again += 1
            made = order.make(number, again)
        if isinstance(made, Made):
            seen.add(made.board)
        yield made


def _alone(order: _Order, count: int) -> Iterator[Made | TooHardError | None]:
    for number in range(1, count + 1):
        yield order.make(number)


def _together(order: _Order, count: int, jobs: int) -> Iterator[Made | TooHardError | None]:
    """By several processes, a few boards each; what a process that died did not report is made by another one."""
    size = max(1, min(_CHUNK, count // (2 * jobs)))
    chunks = [range(first, min(first + size, count + 1)) for first in range(1, count + 1, size)]
    for chunk, job in zip(chunks, in_order([_work(order, chunk) for chunk in chunks], jobs, None), strict=True):
        yield from _completed(order, chunk, job)


def _completed(order: _Order, chunk: range, job: Job) -> Iterator[Made | TooHardError | None]:
    """The boards of a chunk; a board whose process dies again and again is nothing."""
    found = list(job.reports)
    for _ in range(_TRIES):
        if len(found) < len(chunk):
            found += next(in_order([_work(order, chunk[len(found) :])], 1, None)).reports
    for made in found:
        assert isinstance(made, Made | TooHardError)
        yield made
    yield from [None] * (len(chunk) - len(found))


def _work(order: _Order, numbers: range) -> Callable[[Report], None]:
    def work(report: Report) -> None:
        for number in numbers:
            report(order.make(number))

    return work
