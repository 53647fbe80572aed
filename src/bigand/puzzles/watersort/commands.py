"""`bigand watersort ACTION …`: solve, check, rate, convert and generate levels of Water Sort, and give hints."""

import random
import re
import sys
from collections.abc import Iterator
from typing import Any, Literal, get_args

from bigand.api.question import Failure
from bigand.cli.animation import FilmOptions, step_through, write_films
from bigand.cli.asker import Asker, ask_many, simple_command
from bigand.cli.exit_codes import Exit
from bigand.cli.line_writer import ask_and_write_answers
from bigand.cli.options import (
    COLOR,
    LimitOptions,
    OptionGroup,
    ParallelOptions,
    flag,
    number_option,
    option,
    timeout_option,
)
from bigand.cli.output import json_line, print_json, print_lines, wants_colour
from bigand.cli.parser import Command, Commands
from bigand.cli.progress import ProgressBar
from bigand.messages import Language
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import (
    MAX_LAYERS,
    MAX_MOVES,
    MAX_STATES,
    Check,
    CheckAnswer,
    Convert,
    Engine,
    Generate,
    GenerateAnswer,
    Grade,
    Hint,
    HintAnswer,
    LevelInput,
    Rate,
    RateAnswer,
    Read,
    Solve,
    SolveAnswer,
)
from bigand.puzzles.watersort.wording import (
    captioned_plan_pictures,
    hint_lines,
    lines_of_check,
    plan_captions,
    plan_lines,
    plan_summary,
    rating_lines,
)
from bigand.source import render
from bigand.source.files import document_of_argument, write_file
from bigand.source.render import make_printable
from bigand.wording.texts import Texts

# -------------------------- A LEVEL on the command line (a file, the text itself, or `-`), and the rule of the game


_FILE_NAME = re.compile(r"[\w./\\~ -]*[\w-]\.\w{1,8}")
_MAX_FAULTS = 10  # mistakes that are printed


RULE: Any = option(help_text="watersort.rule", choices=[rule.value for rule in Variant], default=Variant.POUR.value)


class LevelOptions(OptionGroup):
    """How a level is read, and how pictures are shown."""

    level: str = option("level", help_text="watersort.level", metavar="LEVEL")
    tubes: Literal["lines", "columns"] | None = option(help_text="watersort.tubes", choices=["lines", "columns"])
    layers: Literal["bottom-first", "top-first"] | None = option(
        help_text="watersort.layers", choices=["bottom-first", "top-first"]
    )
    max_layers: int = number_option(
        help_text=lambda texts: texts("watersort.max_layers", default=MAX_LAYERS), default=MAX_LAYERS
    )
    color: str = COLOR


class GameOptions(LimitOptions):
    """The rule of the game, and the limits."""

    rule: str = RULE
    limited = LimitOptions
    max_states: int = number_option(
        help_text=lambda texts: texts("watersort.max_states", default=texts.format_number(MAX_STATES)),
        default=MAX_STATES,
    )
    json: bool = flag()


class RuleOptions(LevelOptions, GameOptions):
    """A level and the rule."""

    def question_fields(self, asker: "LevelAsker") -> dict[str, Any]:
        """Return the fields that all questions about a level have."""
        rule, limits = Variant(self.rule), self.limits
        return {"level": asker.level_input, "rule": rule, "most_states": self.max_states, "limits": limits}


class PositionOptions(RuleOptions):
    """A level after some moves."""

    moves: str | None = option(help_text="watersort.moves", metavar="MOVES")
    ruled = GameOptions

    def make_asker(self, texts: Texts) -> "LevelAsker":
        """Return the asker for this level."""
        return LevelAsker(self.level, self, texts)

    def question_fields(self, asker: "LevelAsker") -> dict[str, Any]:
        moves = "" if self.moves is None else document_of_argument(self.moves, "MOVES")[0].text
        return {**super().question_fields(asker), "moves": moves}


class LevelAsker(Asker):
    """Asks questions about the LEVEL of the command line; reports mistakes where they occur in its text."""

    def __init__(self, level_argument: str, options: LevelOptions, texts: Texts) -> None:
        document, is_text = document_of_argument(level_argument, "LEVEL")
        super().__init__(texts, documents=[document])
        self.word = level_argument
        self.color = options.color
        self._is_text = is_text
        self.level_input = LevelInput(
            text=document.text,
            name=document.name,
            tubes=options.tubes,
            layers=options.layers,
            most=options.max_layers,
        )

    def report_failure(self, failure: Failure) -> int:
        if not failure.diagnostics:
            return super().report_failure(failure)
        looks_like_a_file = self._is_text and _FILE_NAME.fullmatch(self.word) is not None
        if looks_like_a_file or (self._is_text and failure.diagnostics[0].code == "P304"):
            self.texts.print_error("watersort.neither", name=render.make_printable(self.word)[:80])
        coloured = wants_colour(sys.stderr, self.color)
        for diagnostic in () if looks_like_a_file else failure.diagnostics[:_MAX_FAULTS]:
            shown = render.render_full(diagnostic, self.documents[0], self.texts.language, coloured=coloured)
            print(shown, file=sys.stderr, end="")
        return Exit.ERRORS


# ------------------------------------------------------------------ `bigand watersort solve LEVEL`: a shortest plan


class SolveOptions(RuleOptions, FilmOptions):
    engine: Engine = option(choices=get_args(Engine), default="search")
    max_moves: int = number_option(
        help_text=lambda texts: texts("watersort.solve.max_moves", default=MAX_MOVES), default=MAX_MOVES
    )
    draw: bool = flag()
    step: bool = flag()
    json: bool = flag()
    filming = FilmOptions


def run_solve(options: SolveOptions, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    answer = asker.ask(Solve(**options.question_fields(asker), engine=options.engine, most_moves=options.max_moves))
    if options.json:
        print_json(answer)
    else:
        _print_plan(answer, options, texts)
    if answer.plan is None:
        return Exit.UNSAT
    if options.svg or options.gif or options.html:
        from bigand.puzzles.watersort.draw import film_frames

        frame_captions = plan_captions(answer, texts)
        write_films(film_frames(answer.positions(), frame_captions), texts("watersort.solve.title"), options, texts)
    return Exit.DONE


def _print_plan(answer: SolveAnswer, options: SolveOptions, texts: Texts) -> None:
    if answer.plan and options.step:
        step_through(captioned_plan_pictures(answer, options.color, texts), texts)
        print(plan_summary(answer, texts))
        return
    print_lines(plan_lines(answer, options.color, texts, draw_states=options.draw))


# --------------------------- `bigand watersort check LEVEL`: whether a level is valid, and the result of some moves


class CheckOptions(PositionOptions):
    can_finish: bool = flag()
    json: bool = flag()


def _make_check_question(options: CheckOptions, asker: LevelAsker) -> Check:
    return Check(**options.question_fields(asker), finish=options.can_finish)


def _lines_of_check(answer: CheckAnswer, options: CheckOptions, texts: Texts) -> Iterator[str]:
    return lines_of_check(answer, options.color, texts)


def _exit_code_of_check(answer: CheckAnswer) -> int:
    if answer.refused is not None:
        return Exit.ERRORS
    if answer.can_finish is False:
        return Exit.UNSAT
    return Exit.DONE if answer.status == "sorted" or not answer.moves else Exit.UNSAT


run_check = simple_command(CheckOptions.make_asker, _make_check_question, _lines_of_check, _exit_code_of_check)


# -------------------------------------------------------------- `bigand watersort hint LEVEL`: a good pour, and why


HintOptions = PositionOptions


def _hint_question(options: HintOptions, asker: LevelAsker) -> Hint:
    return Hint(**options.question_fields(asker))


def _hint_lines(answer: HintAnswer, options: HintOptions, texts: Texts) -> Iterator[str]:
    return hint_lines(answer, options.color, texts)


def _hint_exit_code(answer: HintAnswer) -> int:
    return Exit.DONE if answer.status == "solved" else Exit.UNSAT


run_hint = simple_command(PositionOptions.make_asker, _hint_question, _hint_lines, _hint_exit_code)


# ----------------------------------------------------- `bigand watersort rate LEVEL…`: how hard levels are, and why


_MAX_NAME_LENGTH = 80  # characters of a level given as text


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
        progress.set_count_done(number)
    return max(codes)


def _print_rating(
    asker: LevelAsker, answer: RateAnswer | Failure, options: RateOptions, texts: Texts, is_first: bool
) -> int:
    """Print the rating of a level, with its name if there are several; return its exit code."""
    if options.json and isinstance(answer, RateAnswer):
        print_json(answer)
    elif len(options.levels) > 1:
        print(*([] if is_first else [""]), make_printable(asker.word)[:_MAX_NAME_LENGTH], sep="\n", flush=True)
    if isinstance(answer, Failure):
        return asker.report_failure(answer)
    print_lines(() if options.json else rating_lines(answer, texts))
    sys.stdout.flush()
    return Exit.DONE if answer.grade is not None else Exit.UNSAT


# --------------------------- `bigand watersort convert LEVEL --to FORMAT`: a level in another format, or as a model


class ConvertOptions(LevelOptions, LimitOptions):
    to: Literal["text", "upright", "json", "touist", "svg"] = option(
        choices=["text", "upright", "json", "touist", "svg"], required=True
    )
    rule: str = option(choices=[rule.value for rule in Variant], default=Variant.POUR.value)
    output: str | None = option("-o", "--output", metavar="OUT")
    limited = LimitOptions


def run_convert(options: ConvertOptions, texts: Texts) -> int:
    asker = LevelAsker(options.level, options, texts)
    if options.to == "svg":
        text = asker.ask(Read(level=asker.level_input, limits=options.limits)).level.to("svg")
    else:
        question = Convert(
            level=asker.level_input, to=options.to, rule=Variant(options.rule), limits=options.limits
        )
        text = asker.ask(question).text
    if options.output is None:
        print(text, end="")
    else:
        write_file(options.output, text)
    return Exit.DONE


# ------------------------------------------- `bigand watersort generate`: new solvable levels of a given difficulty


_MAX_LEVELS = 10_000
_SECONDS_PER_LEVEL = 60.0


class GenerateOptions(LimitOptions, ParallelOptions):
    colours: int = number_option("N", "--colours", "--colors", default=9)
    empty: int = number_option(default=2)
    height: int = number_option(default=4)
    seed: int | None = number_option("S")
    count: int = number_option(default=1)
    level: str | None = option(choices=[grade.value for grade in Grade])
    rule: str = RULE
    to: str = option(choices=["text", "upright", "json"], default="text")
    json: bool = flag()
    timeout: float | None = timeout_option("watersort.generate.timeout", _SECONDS_PER_LEVEL)
    timeout_for_each = True
    limited = LimitOptions
    many = ParallelOptions


def run_generate(options: GenerateOptions, texts: Texts) -> int:
    if not 1 <= options.count <= _MAX_LEVELS:
        texts.print_error("watersort.generate.range", name="count", least=1, most=_MAX_LEVELS, value=options.count)
        return Exit.USAGE
    first_seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    questions = [_make_generate_question(first_seed + number, options, texts) for number in range(options.count)]

    def format_answer(answer: GenerateAnswer, number: int) -> str:
        return json_line(answer) if options.json else _level_text(answer, options, texts, is_first=number == 1)

    return ask_and_write_answers(questions, format_answer, "watersort.generate.progress", options, texts)


def _make_generate_question(seed: int, options: GenerateOptions, texts: Texts) -> Generate:
    return Generate(
        seed=seed,
        colours=options.colours,
        empty=options.empty,
        height=options.height,
        grade=None if options.level is None else Grade(options.level),
        rule=Variant(options.rule),
        words="fr" if texts.language is Language.FRENCH else "en",
        limits=options.limits,
    )


def _level_text(answer: GenerateAnswer, options: GenerateOptions, texts: Texts, is_first: bool) -> str:
    """Return a level as text, with a comment that has the options to generate it again."""
    if options.to == "json":
        return answer.level.to("json")
    extra_options = f" --level {options.level}" if options.level else ""
    extra_options += " --lang fr" if texts.language is Language.FRENCH else ""
    extra_options += f" --rule {options.rule}" if options.rule != Variant.POUR else ""
    size = f"--colours {options.colours} --empty {options.empty} --height {options.height}"
    comment = f"# {size} --seed {answer.seed}{extra_options}"
    return ("" if is_first else "\n") + comment + "\n" + answer.level.to(options.to)


# ---------------------------------------------------------------------- All actions


_ACTIONS = {
    "solve": Command(SolveOptions, run_solve),
    "check": Command(CheckOptions, run_check),
    "hint": Command(PositionOptions, run_hint),
    "rate": Command(RateOptions, run_rate),
    "generate": Command(GenerateOptions, run_generate),
    "convert": Command(ConvertOptions, run_convert),
}
COMMANDS = Commands(tuple(_ACTIONS), _ACTIONS.__getitem__)
