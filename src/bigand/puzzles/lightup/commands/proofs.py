"""Commands about proofs: check-proof, check-steps and grade."""

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from bigand.api.question import Failure, to_plain_data
from bigand.api.value import replace_fields
from bigand.cli.asker import Asker, QuestionFailedError, ask_many
from bigand.cli.exit_codes import Exit
from bigand.cli.line_writer import LineWriter
from bigand.cli.options import COLOR, LimitOptions, OptionGroup, flag, number_option, option, timeout_option
from bigand.cli.output import json_line, print_json, print_lines
from bigand.puzzles.lightup.board import MAX_REASONING_CELLS
from bigand.puzzles.lightup.commands.boards import BoardAsker
from bigand.puzzles.lightup.questions import (
    BoardInput,
    JudgeProof,
    JudgeProofAnswer,
    JudgeStep,
    ObjectionRecord,
    Spot,
    StepVerdict,
)
from bigand.puzzles.lightup.terminal import board_lines, terminal_width
from bigand.puzzles.lightup.wording import objection_dict, objection_sentence, proof_result_text, remark_text
from bigand.source import render
from bigand.source.error import ErrorKind
from bigand.source.files import open_document, write_file
from bigand.wording.texts import Texts


def rules_reader(texts: Texts) -> Callable[[str], tuple[str, ...]]:
    """Return a parser of rules for argparse: ids, or names, also in the user's language."""

    def read(word: str) -> tuple[str, ...]:
        from bigand.puzzles.lightup.rules import RULES, find_rule, normalize_name

        rules_by_title = {normalize_name(texts(f"lightup.rule.{rule.key}.name")): rule for rule in RULES}
        ids = []
        for name in [part.strip() for part in word.split(",") if part.strip()]:
            rule = find_rule(name) or rules_by_title.get(normalize_name(name))
            if rule is None:
                names = ", ".join([rule.name for rule in RULES])
                raise argparse.ArgumentTypeError(texts("lightup.only.unknown", name=name[:60], names=names))
            ids.append(rule.id)
        return tuple(ids)

    return read


ONLY_RULES: Any = option(help_text="lightup.check-proof.only", reads=rules_reader, metavar="NAME,…")


class ProofTaskOptions(OptionGroup):
    """What a proof must be about, and which rules it may use."""

    only_rules: tuple[str, ...] | None = ONLY_RULES
    board: str | None = option(help_text="lightup.check-proof.board", metavar="BOARD")
    max_cells: int = number_option(
        help_text=lambda texts: texts("lightup.check-proof.max_cells", default=MAX_REASONING_CELLS),
        default=MAX_REASONING_CELLS,
    )


class ProofOptions(ProofTaskOptions, LimitOptions):
    """The same options, and the question they make."""

    def read_task_board(self, asker: BoardAsker) -> BoardInput | None:
        """Return the board that the proof must be about."""
        if self.board is None:
            return None
        return BoardInput(text=asker.read_board_argument(self.board), max_cells=self.max_cells)

    def make_question(self, proof_text: str, board_input: BoardInput | None) -> JudgeProof:
        return JudgeProof(
            proof=proof_text,
            asked=board_input,
            only_rules=self.only_rules,
            max_cells=self.max_cells,
            limits=self.limits,
        )


# --------------------- `bigand lightup check-proof FILE`: whether a proof is accepted, or where it is wrong and why


_MAX_LISTED = 30  # objections; `--json` has all


class CheckProofOptions(ProofOptions):
    file: str = option("file", metavar="FILE")
    json: bool = flag()
    limited = LimitOptions
    output: str | None = option("--output", "-o", metavar="OUT")
    older: bool = flag()
    proving = ProofTaskOptions
    color: str = COLOR


def run_check_proof(options: CheckProofOptions, texts: Texts) -> int:
    asker = BoardAsker(texts, options.color)
    question = options.make_question(asker.read_file_text(options.file), options.read_task_board(asker))
    if options.output:
        question = replace_fields(question, write="older" if options.older else "current")
    answer = asker.try_to_ask(question)
    if isinstance(answer, Failure):
        return _report_failure(answer, asker, options, texts)
    if options.json:
        _print_verdict_json(answer, texts)
    else:
        print_lines(_verdict_lines(answer, options, texts))
    if options.output:
        write_file(options.output, answer.written or "")
    return Exit.DONE if answer.accepted else Exit.ERRORS


def _report_failure(failure: Failure, asker: BoardAsker, options: CheckProofOptions, texts: Texts) -> int:
    """Report an unreadable proof, or a timeout: as for any board, and in JSON as the only error of the answer."""
    if not options.json or failure.source == 1:
        raise QuestionFailedError(failure, asker)
    error: dict[str, object] = {"reason": "unreadable", "step": None, "cell": None}
    if failure.diagnostics:
        error |= render.to_json_object(failure.diagnostics[0], asker.board_documents[0][0], texts.language)
    elif failure.kind is ErrorKind.LIMIT:
        error |= {"reason": "limit", "message": texts(failure.key, **failure.gaps)}
    else:
        raise QuestionFailedError(failure, asker)
    print_json({"accepted": False, "errors": [error]})
    return Exit.ERRORS if failure.diagnostics else asker.report_failure(failure)


def _print_verdict_json(answer: JudgeProofAnswer, texts: Texts) -> None:
    record = to_plain_data(answer)
    record.pop("written", None)  # it is in its own file
    print_json({**record, "errors": [objection_dict(objection, texts) for objection in answer.errors]})


def _verdict_lines(answer: JudgeProofAnswer, options: CheckProofOptions, texts: Texts) -> Iterator[str]:
    for objection in answer.errors[:_MAX_LISTED]:
        yield from _objection_lines(objection, options, texts)
    if len(answer.errors) > _MAX_LISTED:
        yield texts("lightup.proof.more", count=len(answer.errors) - _MAX_LISTED)
    if answer.accepted:
        yield texts(
            "lightup.proof.said",
            where=texts("lightup.proof.accepted"),
            said=proof_result_text(answer.goal, answer.solutions, texts),
        )
        return
    yield texts("lightup.proof.refused", count=texts.count_with_noun("error", len(answer.errors)))
    if answer.claims_solved:
        yield texts("lightup.proof.claimed")


def _objection_lines(objection: ObjectionRecord, options: CheckProofOptions, texts: Texts) -> Iterator[str]:
    yield from texts.wrap(objection_sentence(objection, texts), terminal_width())
    remark = remark_text(objection, texts)
    if remark is not None:
        for line in texts.wrap(remark, terminal_width() - 2):
            yield f"  {line}"
    if objection.counterexample is not None:
        places = [Spot(y + 1, x + 1) for x, y in objection.cells[:1]]
        yield from board_lines(objection.counterexample, options.color, places, indent="  ")


# ----------------- `bigand lightup check-steps CASES.jsonl`: a step per line in, its verdict per line out, in order


_CHUNK = 500  # steps per question


class CheckStepsOptions(LimitOptions):
    file: str = option("file", metavar="CASES")
    why: bool = flag()
    only_rules: tuple[str, ...] | None = ONLY_RULES
    timeout: float | None = timeout_option("lightup.check-steps.timeout")
    timeout_for_each = True
    limited = LimitOptions


def run_check_steps(options: CheckStepsOptions, texts: Texts) -> int:
    lines = open_document(options.file).text.removeprefix("\ufeff").split("\n")
    if not lines[-1].strip():
        lines.pop()
    size = _CHUNK if options.timeout is None else 1
    template = JudgeStep(steps=(), why=options.why, only_rules=options.only_rules, limits=options.limits)
    questions = [
        replace_fields(template, steps=tuple(lines[start : start + size])) for start in range(0, len(lines), size)
    ]
    out = LineWriter()
    for answer in ask_many(questions, 1, None, texts):
        if isinstance(answer, Failure):
            raise QuestionFailedError(answer, Asker(texts, question=template))
        out.write("".join([json_line(_verdict_dict(verdict, texts)) for verdict in answer.verdicts]))
    return Exit.DONE  # every line has an answer, even an invalid one


def _verdict_dict(verdict: StepVerdict | Failure, texts: Texts) -> dict[str, object]:
    if isinstance(verdict, Failure):
        return {"verdict": "invalid", "error": texts(verdict.key, **verdict.gaps)}
    why = {} if verdict.why is None else {"why": objection_dict(verdict.why, texts)}
    return {"verdict": verdict.verdict, **why}


# ------------------------ `bigand lightup grade …`: refers to `bigand grade`, which grades proofs as well as models


class GradeOptions(OptionGroup):
    words: tuple[str, ...] = option("words", nargs="...", metavar="…")


def report_grade_moved(_options: GradeOptions, texts: Texts) -> int:
    texts.print_error("lightup.grade.moved")
    return Exit.USAGE
