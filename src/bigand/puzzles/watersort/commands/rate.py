"""`bigand watersort rate LEVEL…`: how hard levels are, and what makes them so."""

import sys

from bigand.answer.question import Failure
from bigand.command.asking import ask_many
from bigand.command.exits import Exit
from bigand.command.objects import print_json, print_lines
from bigand.command.options import ParallelOptions, option
from bigand.command.progress import ProgressBar
from bigand.command.texts import Texts
from bigand.puzzles.watersort.commands.levels import LevelAsker, RuleOptions
from bigand.puzzles.watersort.questions import Rate, RateAnswer
from bigand.puzzles.watersort.terminal import rating_lines
from bigand.source.render import make_printable

_MAX_NAME_LENGTH = 80  # characters of a level that is given as a text


class RateOptions(RuleOptions, ParallelOptions):
    level: str = ""
    levels: tuple[str, ...] = option("levels", help_text="watersort.level", nargs="+", metavar="LEVEL")
    timeout_for_each = True


def run_rate(options: RateOptions, texts: Texts) -> int:
    askers = [LevelAsker(word, options, texts) for word in options.levels]
    questions = [Rate(**options.question_fields(asker)) for asker in askers]
    progress = ProgressBar(texts)
    progress.start_stage("progress.solve", len(askers) if len(askers) > 1 else 0)
    codes = []
    answers = ask_many(questions, options.jobs, options.cluster, texts, progress)
    for number, (asker, question, answer) in enumerate(zip(askers, questions, answers, strict=True), 1):
        asker.question = question
        progress.clear()
        codes.append(_print_rating(asker, answer, options, texts, is_first=number == 1))
        progress.update(number)
    return max(codes)


def _print_rating(
    asker: LevelAsker, answer: RateAnswer | Failure, options: RateOptions, texts: Texts, is_first: bool
) -> int:
    """Print the rating of a level, one of several with its name; gives its exit code."""
    if options.json and isinstance(answer, RateAnswer):
        print_json(answer)
    elif len(options.levels) > 1:
        print(*([] if is_first else [""]), make_printable(asker.word)[:_MAX_NAME_LENGTH], sep="\n", flush=True)
    if isinstance(answer, Failure):
        return asker.report_failure(answer)
    print_lines(() if options.json else rating_lines(answer, texts))
    sys.stdout.flush()
    return Exit.DONE if answer.grade is not None else Exit.UNSAT
