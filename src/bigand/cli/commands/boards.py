"""`bigand generate FILE`, `bigand unique FILE`: make new boards of a puzzle.

Check that a board has one solution.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bigand.api.generate import Generate, GenerateAnswer, GeneratedBoard
from bigand.api.steps import Unique, UniqueAnswer
from bigand.cli.asker import Asker
from bigand.cli.drawing import picture_lines
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import JSON, ModelOptions, number_option, option, repeatable, timeout_option
from bigand.cli.output import TextOutput, json_text, print_json, print_lines, wrap_hanging
from bigand.source.files import write_file
from bigand.view.exhibit import Exhibit
from bigand.view.frames import film_frames
from bigand.wording.steps import board_sentence, clue_sentences, too_few_boards_sentence, uniqueness_sentence
from bigand.wording.texts import Texts

_ENDINGS = {"data": "json", "touist": "touist", "svg": "svg"}


class GenerateOptions(ModelOptions):
    count: int = number_option(default=1)
    level: str | None = option(choices=["easy", "tricky", "hard", "expert"])
    symmetry: str = option(
        choices=["none", "rotation", "quarter", "horizontal", "vertical", "diagonal"], default="none"
    )
    seed: int = number_option(default=0)
    fixed: tuple[str, ...] = repeatable("CLUE")
    to: str | None = option(choices=["data", "touist", "svg", "pdf"])
    out: str | None = option("-o", "--out", metavar="OUT")
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_generate(options: GenerateOptions, texts: Texts) -> int:
    if options.to == "pdf" and options.out is None:
        texts.print_error("generate.pdf_out")
        return Exit.USAGE
    document, source = open_source(options.file, options)
    question = Generate(
        source=source,
        limits=options.limits,
        count=options.count,
        level=options.level,  # type: ignore[arg-type]  # one of the choices
        symmetry=options.symmetry,  # type: ignore[arg-type]  # one of the choices
        seed=options.seed,
        fixed=options.fixed,
        drawn=not options.json and options.to not in ("data", "touist"),
    )
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    elif options.to is None:
        print_lines(_board_lines(answer, TextOutput(options), texts))
    elif answer.boards:
        _write_or_print_boards(answer.boards, Path(document.name).stem, options, texts)
    if not answer.finished:
        texts.print_errors(too_few_boards_sentence(answer, texts), texts("advice.terminal.generate"))
    return Exit.DONE if answer.finished else Exit.LIMIT


def _board_lines(answer: GenerateAnswer, output: TextOutput, texts: Texts) -> Iterator[str]:
    for board in answer.boards:
        yield from picture_lines(_require_exhibit(board.board), output.width, output.colour_depth, texts)
        yield board_sentence(board, texts)
        yield ""


def _write_or_print_boards(
    boards: Sequence[GeneratedBoard], file_stem: str, options: GenerateOptions, texts: Texts
) -> None:
    if options.to == "pdf":
        assert options.out is not None, "run_generate requires it"
        write_file(options.out, _render_pdf(boards, file_stem, texts))
        return
    assert options.to is not None
    files = [_board_content(board, options.to) for board in boards]
    if options.out is None:
        print_lines([content.rstrip("\n") for content in files])
    elif len(files) == 1:
        write_file(options.out, files[0])
    else:
        folder = Path(options.out)
        folder.mkdir(parents=True, exist_ok=True)
        digits = len(str(len(files)))
        for number, content in enumerate(files, 1):
            write_file(str(folder / f"{file_stem}-{number:0{digits}}.{_ENDINGS[options.to]}"), content)


def _board_content(board: GeneratedBoard, to: str) -> str:
    if to == "data":
        return json_text(board.values) + "\n"
    if to == "touist":
        return board.text
    from bigand.view.svg import render_drawing_svg

    (picture, *_) = film_frames(_require_exhibit(board.board))
    return render_drawing_svg(picture.drawing)


def _render_pdf(boards: Sequence[GeneratedBoard], name: str, texts: Texts) -> bytes:
    """The boards, then the solutions on separate pages."""
    from bigand.view.pdf import PrintedDrawing, render_pdf

    puzzles, solutions = [], []
    for number, board in enumerate(boards, 1):
        (puzzle, *_), (solution, *_) = (
            film_frames(_require_exhibit(board.board)),
            film_frames(_require_exhibit(board.solved)),
        )
        puzzles.append(PrintedDrawing(f"{name} {number}", puzzle.drawing, board_sentence(board, texts)))
        solutions.append(PrintedDrawing(texts("generate.solution", name=name, number=number), solution.drawing))
    return render_pdf([puzzles, solutions])


def _require_exhibit(exhibit: Exhibit | None) -> Exhibit:
    assert exhibit is not None, "the question asked for it"
    return exhibit


# ---------------------------------------------------------------------- unique


class UniqueOptions(ModelOptions):
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_unique(options: UniqueOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Unique(source=source, limits=options.limits, drawn=not options.json)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        print_lines(_uniqueness_lines(answer, document.name, TextOutput(options), texts))
    return Exit.DONE if answer.status == "unique" else Exit.UNSAT


def _uniqueness_lines(answer: UniqueAnswer, name: str, output: TextOutput, texts: Texts) -> Iterator[str]:
    yield uniqueness_sentence(answer, name, texts)
    for model in answer.models if answer.status == "several" else ():
        yield from picture_lines(_require_exhibit(model.exhibit), output.width, output.colour_depth, texts)
        yield ""
    for sentence in clue_sentences(answer, texts):
        yield from wrap_hanging("", sentence, output.width)
