"""`bigand steps FILE`: solved in steps that people can follow."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from bigand.answer.questions.steps import Stepped, Steps
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.inputs import open_source
from bigand.command.lines import Paper
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, Expanding, flag, option, timeout_option
from bigand.command.stepping_told import StepTexts, numbered, waves
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.view.film import Frame, film_html, page_texts
from bigand.view.steps import frames

_SCREEN = 40  # lines, where there is no terminal to ask
_FEW = 3  # lines that are not worth leaving out


class Options(Expanding):
    full: bool = flag()
    svg: str | None = option(metavar="DIR")
    html: str | None = option(metavar="OUT")
    timeout: float | None = timeout_option()
    json: bool = JSON


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    is_drawn = bool(options.svg or options.html)
    answer = Asker(texts, options, [document]).ask(Steps(source=source, limits=options.limits, drawn=is_drawn))
    if is_drawn and answer.pictures:
        _write(answer, document, options, texts)
    if options.json:
        print_json(answer)
    elif not (is_drawn and answer.pictures):
        print_lines(_lines(answer, document, options, texts))
    if not answer.finished:
        texts.complain_of(texts("advice.terminal.steps"))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT


def _lines(answer: Stepped, document: Document, options: Options, texts: Texts) -> Iterator[str]:
    told, width = StepTexts(texts), Paper(options).width
    yield told.headline(answer, document.name)
    if answer.status == "none":
        return
    lines: list[str] = []
    for number, wave in enumerate(waves(answer.steps), 1):
        if options.full:
            lines += numbered([line for step in wave for line in told.sentences(step)], number, width)
        else:
            lines += numbered([one.text for one in told.wave(wave)], number, width)
    room = max(10, (shutil.get_terminal_size().lines if sys.stdout.isatty() else _SCREEN) - 6)
    if options.full or len(lines) <= room + _FEW:
        yield from lines
    else:
        yield from lines[:room]
        yield texts("steps.left_out", count=texts.counted("line", len(lines) - room), file=options.file)
    yield from told.closing(answer)


# ---------------------------------------------------------------------- pictures


def _write(answer: Stepped, document: Document, options: Options, texts: Texts) -> None:
    """A picture a wave, into a folder or as a page."""
    film = list(_film(answer, texts))
    if options.svg:
        from bigand.view.svg import drawing_svg

        folder = Path(options.svg)
        folder.mkdir(parents=True, exist_ok=True)
        digits = len(str(len(film)))
        for number, frame in enumerate(film, 1):
            write_file(
                str(folder / f"step-{number:0{digits}}.svg"), drawing_svg(frame.drawing.labelled(frame.caption))
            )
    if options.html:
        write_file(options.html, film_html(film, Path(document.name).name, page_texts(texts.language)))


def _film(answer: Stepped, texts: Texts) -> Iterator[Frame]:
    told = StepTexts(texts)
    for number, (wave, shown) in enumerate(zip(waves(answer.steps), answer.pictures, strict=True), 1):
        (picture, *_) = frames(shown)
        yield Frame(picture.drawing, "\n".join([f"{number}. {one.text}" for one in told.wave(wave)][:12]))
