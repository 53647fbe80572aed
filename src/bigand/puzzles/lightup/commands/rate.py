"""`bigand lightup rate BOARD…`: how hard boards are."""

from bigand.answer.question import Failure
from bigand.command.asking import QuestionFailedError, ask_many
from bigand.command.exits import Exit
from bigand.command.growing import LineWriter
from bigand.command.objects import json_line
from bigand.command.options import LimitOptions, ParallelOptions, flag, option, timeout_option
from bigand.command.progress import ProgressBar
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.batch import failure_dict
from bigand.puzzles.lightup.commands.boards import BoardAsker, BoardOptions, read_lines
from bigand.puzzles.lightup.questions import Rate
from bigand.puzzles.lightup.terminal import rating_line


class RateOptions(BoardOptions, LimitOptions, ParallelOptions):
    boards: tuple[str, ...] = option("boards", nargs="*", metavar="BOARD")
    batch: str | None = option(metavar="FILE")
    many = ParallelOptions
    json: bool = flag()
    timeout: float | None = timeout_option("lightup.solve.timeout")
    limited = LimitOptions
    read = BoardOptions


def run_rate(options: RateOptions, texts: Texts) -> int:
    if bool(options.boards) == (options.batch is not None):
        texts.print_error("lightup.rate.which")
        return Exit.USAGE
    return _rate_boards(options, texts) if options.batch is None else _rate_batch(options.batch, options, texts)


def _rate_question(text: str, options: RateOptions) -> Rate:
    return Rate(board=options.board_input(text), limits=options.limits)


def _rate_boards(options: RateOptions, texts: Texts) -> int:
    """A board for each word; those that are none are told, and the others rated."""
    askers = [BoardAsker(texts, options.color) for _ in options.boards]
    words = zip(askers, options.boards, strict=True)
    questions = [_rate_question(asker.open_board(word), options) for asker, word in words]
    code: int = Exit.DONE
    for asker, answer in zip(askers, ask_many(questions, options.jobs, options.cluster, texts), strict=True):
        if not isinstance(answer, Failure):
            print(json_line(answer) if options.json else f"{rating_line(answer, texts)}\n", end="", flush=True)
            code = code or (Exit.DONE if answer.level is not None else Exit.UNSAT)
        elif answer.diagnostics:
            code = asker.report_failure(answer)
            if len(options.boards) > 1:  # the lines after it would else seem to be about the boards before
                bad = json_line(failure_dict(answer, texts)) if options.json else f"{texts('lightup.rate.bad')}\n"
                print(bad, end="", flush=True)
        else:
            raise QuestionFailedError(answer, asker)
    return code


def _rate_batch(name: str, options: RateOptions, texts: Texts) -> int:
    lines = read_lines(name)
    progress = ProgressBar(texts)
    progress.start_stage("lightup.rate.progress", len(lines))
    questions = [_rate_question(line, options) for line in lines]
    answers = ask_many(questions, options.jobs, options.cluster, texts, progress)
    out = LineWriter()
    for number, answer in enumerate(answers, 1):
        progress.clear()
        out.write(json_line(failure_dict(answer, texts) if isinstance(answer, Failure) else answer))
        progress.update(number)
    return Exit.DONE  # every line has its answer, a bad one too
