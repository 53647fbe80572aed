"""`bigand view FILE`: draw a model of a file, or of a saved answer."""

import shutil
import sys
from pathlib import Path

from bigand.api.parts import Model
from bigand.api.saved_model import is_saved_answer
from bigand.api.view import View
from bigand.cli.animation import FilmOptions, step_through, write_films
from bigand.cli.asker import Asker
from bigand.cli.drawing import ModelDrawing
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import load_source
from bigand.cli.options import ALL_ATOMS, ModelOptions, flag, option, repeatable, timeout_option
from bigand.cli.output import colour_depth, print_lines
from bigand.source.document import Document
from bigand.source.files import STANDARD_INPUT, open_document, write_file
from bigand.view.exhibit import Exhibit
from bigand.view.frames import film_frames, named_scenes_of
from bigand.view.svg import render_svg
from bigand.view.terminal import step_screens
from bigand.wording.texts import Texts


class ViewOptions(ModelOptions, FilmOptions):
    answer: str | None = option("answer", nargs="?", metavar="ANSWER")
    view: tuple[str, ...] = repeatable("VIEW", "--as", help_text="view.as")
    number: int = option(type=int, default=1, metavar="N")
    timeout: float | None = timeout_option()
    all_atoms: bool = ALL_ATOMS
    step: bool = flag()
    sheet: str | None = option(metavar="OUT")
    filming = FilmOptions


def run_view(options: ViewOptions, texts: Texts) -> int:
    if options.file == STANDARD_INPUT == options.answer or options.number < 1:
        texts.print_error("view.both" if options.number >= 1 else "view.bad_number")
        return Exit.USAGE
    document = open_document(options.file)
    is_saved = options.answer is None and is_saved_answer(document.text)
    saved = open_document(options.answer) if options.answer is not None else document if is_saved else None
    question = View(
        source=None if is_saved else load_source(document, options.file, options),
        saved=None if saved is None else saved.text,
        name=(saved or document).name,
        number=options.number,
        views=options.view,
        as_written=options.as_written,
        words=texts.language.value,
        limits=options.limits,
    )
    views = [Document("--as", f";;@ view {' '.join(text.split())}") for text in options.view]
    answer = Asker(texts, options, [document, saved or document, *views]).ask(question)
    if answer.exhibit is None:
        print(texts("solve.unsat" if options.number == 1 else "view.fewer"))
        return Exit.UNSAT
    drawing = ModelDrawing(options.file, options.all_atoms, options.color, texts)
    drawing.print_guess(answer.guess, Model(true=(), exhibit=answer.exhibit))
    _output_pictures(answer.exhibit, drawing, (saved or document).name, options, texts)
    return Exit.DONE


def _output_pictures(
    exhibit: Exhibit, drawing: ModelDrawing, name: str, options: ViewOptions, texts: Texts
) -> None:
    title = Path(name).name if name != "<stdin>" else "bigand"
    if options.sheet:
        write_file(options.sheet, render_svg(named_scenes_of(exhibit)))
    is_written = bool(options.svg or options.gif or options.html)
    if is_written:
        write_films(film_frames(exhibit), title, options, texts)
    if options.step:
        width = shutil.get_terminal_size((80, 24)).columns
        screens = step_screens(exhibit, width, colour_depth(sys.stdout, options.color))
        step_through(screens or [list(drawing.lines(exhibit))], texts)
    elif not (is_written or options.sheet):
        print_lines(drawing.lines(exhibit))
