"""`bigand lightup check-proof FILE`: whether a proof is accepted, and if not, where it is wrong and why."""

from collections.abc import Iterator

from bigand.answer.question import Failure, to_plain_data
from bigand.answer.value import replace_fields
from bigand.command.asking import QuestionFailedError
from bigand.command.exits import Exit
from bigand.command.files import write_file
from bigand.command.objects import print_json, print_lines
from bigand.command.options import COLOR, LimitOptions, flag, option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.boards import BoardAsker
from bigand.puzzles.lightup.commands.proofs import ProofOptions, ProofTaskOptions
from bigand.puzzles.lightup.proof.words import objection_dict, objection_sentence, proof_result_text, remark_text
from bigand.puzzles.lightup.questions import JudgeProofAnswer, ObjectionRecord, Spot
from bigand.puzzles.lightup.terminal import board_lines, terminal_width
from bigand.source import render
from bigand.source.error import ErrorKind

_MAX_LISTED = 30  # objections, at most; `--json` has all


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
    question = options.question(asker.open_file(options.file), options.board_input(asker))
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
    """What is no proof, or took too long: told as for any board, and to programs as the one error of the answer."""
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
    record.pop("written", None)  # that is in its file
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
    yield texts("lightup.proof.refused", count=texts.plural("error", len(answer.errors)))
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
