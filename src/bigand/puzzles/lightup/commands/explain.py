"""`bigand lightup explain`, `hint`, `rate` and `rules`.

`bigand lightup explain BOARD` gives the solution in steps that a person can follow: words, pictures, a proof.
"""

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

from bigand.api.question import Failure
from bigand.cli.asker import Asker, QuestionFailedError, ask_many
from bigand.cli.exit_codes import Exit
from bigand.cli.line_writer import LineWriter
from bigand.cli.options import COLOR, LimitOptions, OptionGroup, ParallelOptions, flag, option, timeout_option
from bigand.cli.output import json_line, print_json, print_lines
from bigand.cli.progress import ProgressBar
from bigand.puzzles.lightup.commands.boards import (
    BoardAsker,
    BoardOptions,
    PlaceOptions,
    SingleBoardOptions,
    make_folder,
    read_lines,
)
from bigand.puzzles.lightup.commands.proofs import rules_reader
from bigand.puzzles.lightup.commands.solve import batch_failure_dict
from bigand.puzzles.lightup.questions import Explain, ExplainAnswer, Hint, Rate, RuleRecord, Rules, Spot, Strength
from bigand.puzzles.lightup.step_text import hint_sentences, rule_or_technique_name
from bigand.puzzles.lightup.terminal import (
    board_lines,
    explanation_dict,
    explanation_lines,
    hint_dict,
    rating_line,
    step_lines,
)
from bigand.puzzles.lightup.wording import rule_key, rule_title
from bigand.source.files import write_file
from bigand.wording.texts import Texts


def _cell_reader(texts: Texts) -> Callable[[str], Spot]:
    """Return a parser of a cell's row and column, both from 1."""

    def read(word: str) -> Spot:
        row, comma, column = [part.strip() for part in word.partition(",")]
        if not (comma and row.isdecimal() and column.isdecimal()):
            raise ArgumentTypeError(texts("lightup.explain.cell_form", word=word))
        return Spot(int(row), int(column))

    return read


class ExplainOptions(SingleBoardOptions, PlaceOptions):
    brief: bool = flag()
    svg: str | None = option(metavar="DIR")
    html: str | None = option(metavar="OUT")
    proof: str | None = option(metavar="OUT")
    json: bool = flag()
    keep_marks: bool = flag()
    cell: Spot | None = option(reads=_cell_reader, metavar="ROW,COLUMN")
    limited = LimitOptions
    places = PlaceOptions
    read = BoardOptions


def run_explain(options: ExplainOptions, texts: Texts) -> int:
    texts = options.adapt_texts(texts)
    asker, board = options.open_asker_and_board(texts)
    question = Explain(
        board=board,
        keep_marks=options.keep_marks,
        cell=options.cell,
        proof=options.proof is not None,
        limits=options.limits,
    )
    answer = asker.ask(question)
    _write_explanation_files(answer, options, texts)  # first, since the reader of the output may stop early
    if options.json:
        print_json(explanation_dict(answer, texts))
    else:
        print_lines(explanation_lines(answer, options.brief, options.keep_marks, options.color, texts))
    if not answer.complete:
        texts.print_errors(texts("lightup.advice.terminal.explain"))
        return Exit.LIMIT
    return Exit.DONE if answer.status == "unique" else Exit.UNSAT


def _write_explanation_files(answer: ExplainAnswer, options: ExplainOptions, texts: Texts) -> None:
    if options.svg:
        from bigand.puzzles.lightup.draw.steps import step_svg

        make_folder(options.svg)
        for step in answer.steps:
            write_file(str(Path(options.svg) / f"step-{step.number:03}.svg"), step_svg(step, texts))
    if options.html:
        from bigand.puzzles.lightup.draw.page import render_page

        write_file(options.html, render_page(answer, texts.language.value, texts))
    if not options.proof:
        return
    if answer.proof is None:
        texts.print_error("lightup.explain.proof_refused" if answer.proof_refused else "lightup.explain.no_proof")
    else:
        write_file(options.proof, answer.proof)


# ----------------------------------- `bigand lightup hint BOARD`: only the next step, and as little of it as wanted


_EXITS = {"wrong": Exit.ERRORS, "step": Exit.DONE, "solved": Exit.DONE}


class HintOptions(SingleBoardOptions, PlaceOptions):
    strength: Strength = option(choices=get_args(Strength), default="where")
    json: bool = flag()
    limited = LimitOptions
    places = PlaceOptions
    read = BoardOptions


def run_hint(options: HintOptions, texts: Texts) -> int:
    texts = options.adapt_texts(texts)
    asker, board = options.open_asker_and_board(texts)
    hint = asker.ask(Hint(board=board, strength=options.strength, limits=options.limits))
    if options.json:
        print_json(hint_dict(hint, texts))
    elif hint.step is not None:
        print(rule_or_technique_name(hint.step, texts))
        print_lines(step_lines(hint.step, False, options.color, texts))
    else:
        print_lines([line for sentence in hint_sentences(hint, texts) for line in texts.wrap(sentence)])
    return _EXITS.get(hint.status, Exit.UNSAT)


# ---------------------------------------------------------------- `bigand lightup rate BOARD…`: how hard boards are


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
    """Rate each BOARD; invalid ones are reported, and the others rated."""
    askers = [BoardAsker(texts, options.color) for _ in options.boards]
    words = zip(askers, options.boards, strict=True)
    questions = [_rate_question(asker.read_board_argument(word), options) for asker, word in words]
    code: int = Exit.DONE
    for asker, answer in zip(askers, ask_many(questions, options.jobs, options.cluster, texts), strict=True):
        if not isinstance(answer, Failure):
            print(json_line(answer) if options.json else f"{rating_line(answer, texts)}\n", end="", flush=True)
            code = code or (Exit.DONE if answer.level is not None else Exit.UNSAT)
        elif answer.diagnostics:
            code = asker.report_failure(answer)
            if len(options.boards) > 1:  # otherwise the next lines would seem to be about the previous boards
                bad = (
                    json_line(batch_failure_dict(answer, texts))
                    if options.json
                    else f"{texts('lightup.rate.bad')}\n"
                )
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
        out.write(json_line(batch_failure_dict(answer, texts) if isinstance(answer, Failure) else answer))
        progress.set_count_done(number)
    return Exit.DONE  # every line has an answer, even an invalid one


# ----------------------------------------------- `bigand lightup rules`: the rules of proofs, in words and pictures


class RulesOptions(OptionGroup):
    rules: tuple[tuple[str, ...], ...] = option(
        "rules", help_text="lightup.rules.name", nargs="*", reads=rules_reader, metavar="NAME"
    )
    svg: str | None = option(metavar="DIR")
    color: str = COLOR


def run_rules(options: RulesOptions, texts: Texts) -> int:
    rule_names = tuple([name for names in options.rules for name in names])
    answer = Asker(texts).ask(Rules(names=rule_names))
    for number, rule in enumerate(answer.rules):
        if number:
            print()
        print_lines(_rule_lines(rule, bool(rule_names), options.color, texts))
    if options.svg:
        _write_rule_pictures(answer.rules, options.svg)
    return Exit.DONE


def _rule_lines(rule: RuleRecord, with_example: bool, color: str, texts: Texts) -> Iterator[str]:
    yield f"{rule_title(rule.name, texts)}, {rule.id}, {texts(f'lightup.rules.{rule.kind}')}"
    for line in texts.wrap(texts(f"lightup.rule.{rule_key(rule.name)}"), 77):
        yield f"  {line}"
    if not with_example:
        return
    for word, scene in [("before", rule.before), *zip(("after", *["or"] * 9), rule.after, strict=False)]:
        yield f"  {texts(f'lightup.rules.{word}')}"
        yield from board_lines(scene.rows, color, scene.places, indent="  ")
    if not rule.after:
        yield f"  {texts('lightup.rules.never')}"


def _write_rule_pictures(rules: tuple[RuleRecord, ...], folder: str) -> None:
    from bigand.puzzles.lightup.draw.boards import rule_svg, to_highlighted_board

    make_folder(folder)
    for rule in rules:
        picture = rule_svg(to_highlighted_board(rule.before), [to_highlighted_board(scene) for scene in rule.after])
        write_file(str(Path(folder) / f"{rule_key(rule.name)}.svg"), picture)
