"""`bigand queens N`: place N queens, complete a placement, count placements, draw them."""

from collections.abc import Iterable

from bigand.api.question import Failure
from bigand.cli.asker import Asker, QuestionFailedError
from bigand.cli.exit_codes import Exit
from bigand.cli.options import COLOR, JSON, LimitOptions, flag, number_option, option, repeatable
from bigand.cli.output import print_answer, print_json, print_lines
from bigand.cli.parser import Command
from bigand.puzzles.queens.questions import (
    MAX_PLACEMENTS,
    Count,
    Engine,
    Placement,
    Size,
    Solve,
    SolveAnswer,
    make_solve_answer,
)
from bigand.puzzles.queens.wording import board_lines, model_size_lines
from bigand.source.error import ErrorKind
from bigand.source.files import write_file
from bigand.wording.texts import Texts


class QueensOptions(LimitOptions):
    size: int = number_option("N", "size", help_text="queens.n")
    place: tuple[str, ...] = repeatable("a4")
    forbid: tuple[str, ...] = repeatable("b2")
    count: bool = flag(group="what")
    all: bool = flag(group="what")
    limit: int | None = number_option("K", group="what")
    explain: bool = flag(group="what")
    distinct: bool = flag()
    engine: Engine | None = option(choices=["sat", "search"])
    limited = LimitOptions
    json: bool = JSON
    svg: str | None = option(metavar="OUT")
    color: str = COLOR


def run_queens(options: QueensOptions, texts: Texts) -> int:
    if options.explain:
        return _run_model_size(options, texts)
    return _run_count(options, texts) if options.count else _run_solve(options, texts)


def _split_square_names(option_values: Iterable[str]) -> tuple[str, ...]:
    """Split at commas: `--place a4 --place b7` and `--place a4,b7` are the same."""
    return tuple([part for word in option_values for part in word.replace(",", " ").split()])


def _run_count(options: QueensOptions, texts: Texts) -> int:
    question = Count(
        size=options.size,
        placed=_split_square_names(options.place),
        forbidden=_split_square_names(options.forbid),
        distinct=options.distinct,
        engine=options.engine or "search",
        limits=options.limits,
    )
    answer = Asker(texts).ask(question)
    if options.json:
        print_json(answer)
    else:
        print(answer.count if answer.complete else texts("solve.at_least", count=answer.count))
    if not answer.complete:
        texts.print_error("limit.time")
        return Exit.LIMIT
    return Exit.DONE if answer.count else Exit.UNSAT


def _run_model_size(options: QueensOptions, texts: Texts) -> int:
    answer = Asker(texts).ask(Size(size=options.size, limits=options.limits))
    print_answer(answer, model_size_lines(answer, texts), options.json)
    return Exit.DONE


# ---------------------------------------------------------------------- Placements


def _run_solve(options: QueensOptions, texts: Texts) -> int:
    is_many = bool(options.all or options.limit or options.distinct)
    question = Solve(
        size=options.size,
        placed=_split_square_names(options.place),
        forbidden=_split_square_names(options.forbid),
        most=options.limit or (None if options.all or options.distinct else 1),
        distinct=options.distinct,
        whether_all=is_many,
        engine=options.engine or ("search" if is_many else "sat"),
        limits=options.limits,
    )
    asker, printer = Asker(texts), _PlacementPrinter(question, options, texts, is_many)
    answer = asker.try_to_ask(question, printer.keep_and_print)
    is_stopped = isinstance(answer, Failure)
    if isinstance(answer, Failure):
        if answer.kind is not ErrorKind.LIMIT or not printer.count:
            raise QuestionFailedError(answer, asker)
        asker.report_failure(answer)  # what was found before the limit is still reported
        answer = make_solve_answer(question, printer.placements, printer.count, complete=False)
    if options.json:
        print_json(answer)
    else:
        _print_summary(answer, is_many, options, texts)
    if options.svg:
        _write_first_placement_svg(question, answer, options.svg, texts)
    if not answer.count:
        return Exit.UNSAT
    return Exit.LIMIT if is_stopped or (question.most is None and not answer.complete) else Exit.DONE


class _PlacementPrinter:
    """Prints placements as they are found, unless the output is JSON."""

    def __init__(self, question: Solve, options: QueensOptions, texts: Texts, is_numbered: bool) -> None:
        self.question = question
        self.options = options
        self.texts = texts
        self.is_numbered = is_numbered
        self.placements: list[Placement] = []
        self.count = 0

    def keep_and_print(self, placement: Placement) -> None:
        self.count += 1
        if self.count <= MAX_PLACEMENTS:
            self.placements.append(placement)
        if self.options.json:
            return
        if self.is_numbered:
            print(self.texts("queens.number", number=self.count))
        print_lines(board_lines(self.question, placement, self.options.color))
        if self.is_numbered:
            print()


def _print_summary(answer: SolveAnswer, is_many: bool, options: QueensOptions, texts: Texts) -> None:
    if not answer.count:
        print(texts("queens.none"))
        if answer.full is not None:
            print(texts(f"queens.full.{answer.full.kind}", name=answer.full.name))
    elif is_many:
        noun = "distinct_placement" if options.distinct else "placement"
        key = "queens.found_all" if answer.complete else "queens.found"
        print(texts(key, count=texts.count_with_noun(noun, answer.count)))


def _write_first_placement_svg(question: Solve, answer: SolveAnswer, path: str, texts: Texts) -> None:
    from bigand.puzzles.queens.draw import question_scene
    from bigand.view.svg import render_svg

    title = texts("queens.title", size=question.size)
    first_columns = answer.columns[0] if answer.columns else None
    write_file(path, render_svg([("queens", question_scene(question, first_columns, title))]))


COMMANDS = Command(QueensOptions, run_queens)
