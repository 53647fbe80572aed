"""`bigand steps FILE`, `bigand hint FILE`, `bigand rate FILE`: solve a puzzle in steps that people can follow."""

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bigand.api.steps import Hint, HintAnswer, Rate, Steps, StepsAnswer
from bigand.cli.asker import Asker
from bigand.cli.drawing import picture_lines
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import JSON, ModelOptions, flag, option, repeatable, timeout_option
from bigand.cli.output import TextOutput, print_json, print_lines, wrap_hanging
from bigand.source.document import Document
from bigand.source.files import open_document, write_file
from bigand.view.film import FilmFrame, film_html, page_texts
from bigand.view.frames import film_frames
from bigand.wording.steps import StepWording, group_by_wave
from bigand.wording.texts import Texts

_DEFAULT_LINES = 40  # of the screen, if there is no terminal
_MIN_OMITTED = 3  # so few lines are not worth leaving out


class StepsOptions(ModelOptions):
    full: bool = flag()
    svg: str | None = option(metavar="DIR")
    html: str | None = option(metavar="OUT")
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_steps(options: StepsOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    is_drawn = bool(options.svg or options.html)
    answer = Asker(texts, options, [document]).ask(Steps(source=source, limits=options.limits, drawn=is_drawn))
    if is_drawn and answer.pictures:
        _write_wave_pictures(answer, document, options, texts)
    if options.json:
        print_json(answer)
    elif not (is_drawn and answer.pictures):
        print_lines(_step_lines(answer, document, options, texts))
    if not answer.finished:
        texts.print_errors(texts("advice.terminal.steps"))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT


def _step_lines(answer: StepsAnswer, document: Document, options: StepsOptions, texts: Texts) -> Iterator[str]:
    wording, width = StepWording(texts), TextOutput(options).width
    yield wording.headline(answer, document.name)
    if answer.status == "none":
        return
    lines: list[str] = []
    for number, wave in enumerate(group_by_wave(answer.steps), 1):
        if options.full:
            lines += _lines_under_number(
                [line for step in wave for line in wording.step_texts(step)], number, width
            )
        else:
            lines += _lines_under_number(
                [sentence.text for sentence in wording.wave_sentences(wave)], number, width
            )
    max_lines = max(10, (shutil.get_terminal_size().lines if sys.stdout.isatty() else _DEFAULT_LINES) - 6)
    if options.full or len(lines) <= max_lines + _MIN_OMITTED:
        yield from lines
    else:
        yield from lines[:max_lines]
        yield texts(
            "steps.left_out", count=texts.count_with_noun("line", len(lines) - max_lines), file=options.file
        )
    yield from wording.closing_sentences(answer)


# ---------------------------------------------------------------------- pictures


def _write_wave_pictures(answer: StepsAnswer, document: Document, options: StepsOptions, texts: Texts) -> None:
    """Write one picture per wave, into a folder or as a page."""
    film = list(_wave_frames(answer, texts))
    if options.svg:
        from bigand.view.svg import render_drawing_svg

        folder = Path(options.svg)
        folder.mkdir(parents=True, exist_ok=True)
        digits = len(str(len(film)))
        for number, frame in enumerate(film, 1):
            write_file(
                str(folder / f"step-{number:0{digits}}.svg"),
                render_drawing_svg(frame.drawing.with_label(frame.caption)),
            )
    if options.html:
        write_file(options.html, film_html(film, Path(document.name).name, page_texts(texts.language)))


def _wave_frames(answer: StepsAnswer, texts: Texts) -> Iterator[FilmFrame]:
    wording = StepWording(texts)
    for number, (wave, exhibit) in enumerate(zip(group_by_wave(answer.steps), answer.pictures, strict=True), 1):
        (picture, *_) = film_frames(exhibit)
        yield FilmFrame(
            picture.drawing,
            "\n".join([f"{number}. {sentence.text}" for sentence in wording.wave_sentences(wave)][:12]),
        )


# ---------------------------------------------------------------------- hint


_MARK_SEPARATOR = re.compile(r"[,;\s](?![^(]*\))")  # commas, blanks and line ends outside of parentheses
_NOT = re.compile(r"\bnot\s+")


class HintOptions(ModelOptions):
    marks: tuple[str, ...] = repeatable("MARKS")
    strength: int = option(type=int, choices=[1, 2, 3], default=1)
    draw: bool = flag()
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_hint(options: HintOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    marks = tuple([mark for text in options.marks for mark in _read_marks(text)])
    question = Hint(source=source, limits=options.limits, marks=marks, drawn=options.draw)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        print_lines(_hint_lines(answer, document.name, bool(marks), options, texts))
    if not answer.finished:
        texts.print_errors(texts("advice.terminal.steps"))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT


def _read_marks(marks_or_file: str) -> list[str]:
    """Split marks such as `x(1,2), not x(1,3)`; `@FILE` reads them from a file."""
    if marks_or_file.startswith("@"):
        marks_or_file = open_document(marks_or_file[1:]).text
    return [word.replace("\0", "not ") for word in _MARK_SEPARATOR.split(_NOT.sub("\0", marks_or_file)) if word]


def _hint_lines(
    answer: HintAnswer, name: str, has_marks: bool, options: HintOptions, texts: Texts
) -> Iterator[str]:
    wording, output = StepWording(texts), TextOutput(options)
    if answer.status == "none":
        yield texts("steps.none", name=name)
        return
    verdict = wording.marks_verdict(answer, has_marks)
    if verdict is not None:
        yield verdict
    for sentence in wording.hint_sentences(answer, options.strength):
        yield from wrap_hanging("", sentence.text, output.width)
    if options.draw and answer.exhibit is not None and options.strength == 3:
        yield from picture_lines(answer.exhibit, output.width, output.colour_depth, texts)


# ---------------------------------------------------------------------- rate


class RateOptions(ModelOptions):
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_rate(options: RateOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Rate(source=source, limits=options.limits))
    if options.json:
        print_json(answer)
    else:
        print_lines(StepWording(texts).rate_answer_sentences(answer, document.name))
    if not answer.finished:
        texts.print_errors(texts("advice.terminal.steps"))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT


def _lines_under_number(sentences: Sequence[str], number: int, width: int) -> list[str]:
    """The lines of sentences under a number."""
    lines: list[str] = []
    for index, sentence in enumerate(sentences):
        prefix = f"{number:>3}  " if index == 0 else "     "
        lines += wrap_hanging(prefix, sentence, width)
    return lines
