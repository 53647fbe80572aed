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
from bigand.puzzles.lightup.commands.proofs import ProofOptions, Proving
from bigand.puzzles.lightup.proof.words import as_record, proved_text, remark_of, sentence_of
from bigand.puzzles.lightup.questions import Objected, ProofJudged, Spot
from bigand.puzzles.lightup.terminal import board_lines, width_of_terminal
from bigand.source import render
from bigand.source.error import ErrorKind

_TOLD = 30  # objections, at most; `--json` has all


class Options(ProofOptions):
    file: str = option("file", metavar="FILE")
    json: bool = flag()
    limited = LimitOptions
    output: str | None = option("--output", "-o", metavar="OUT")
    older: bool = flag()
    proving = Proving
    color: str = COLOR


def run(options: Options, texts: Texts) -> int:
    asker = BoardAsker(texts, options.color)
    question = options.question(asker.open_file(options.file), options.asked(asker))
    if options.output:
        question = replace_fields(question, write="older" if options.older else "current")
    answer = asker.try_to_ask(question)
    if isinstance(answer, Failure):
        return _refuse(answer, asker, options, texts)
    if options.json:
        _print_json(answer, texts)
    else:
        print_lines(_lines(answer, options, texts))
    if options.output:
        write_file(options.output, answer.written or "")
    return Exit.DONE if answer.accepted else Exit.ERRORS


def _refuse(failure: Failure, asker: BoardAsker, options: Options, texts: Texts) -> int:
    """What is no proof, or took too long: told as for any board, and to programs as the one error of the answer."""
    if not options.json or failure.source == 1:
        raise QuestionFailedError(failure, asker)
    error: dict[str, object] = {"reason": "unreadable", "step": None, "cell": None}
    if failure.diagnostics:
        error |= render.to_json_object(failure.diagnostics[0], asker.opened[0][0], texts.language)
    elif failure.kind is ErrorKind.LIMIT:
        error |= {"reason": "limit", "message": texts(failure.key, **failure.gaps)}
    else:
        raise QuestionFailedError(failure, asker)
    print_json({"accepted": False, "errors": [error]})
    return Exit.ERRORS if failure.diagnostics else asker.report_failure(failure)


def _print_json(answer: ProofJudged, texts: Texts) -> None:
    record = to_plain_data(answer)
    record.pop("written", None)  # that is in its file
    print_json({**record, "errors": [as_record(objection, texts) for objection in answer.errors]})


def _lines(answer: ProofJudged, options: Options, texts: Texts) -> Iterator[str]:
    for objection in answer.errors[:_TOLD]:
        yield from _objection_lines(objection, options, texts)
    if len(answer.errors) > _TOLD:
        yield texts("lightup.proof.more", count=len(answer.errors) - _TOLD)
    if answer.accepted:
        yield texts(
            "lightup.proof.said",
            where=texts("lightup.proof.accepted"),
            said=proved_text(answer.goal, answer.solutions, texts),
        )
        return
    yield texts("lightup.proof.refused", count=texts.plural("error", len(answer.errors)))
    if answer.claims_solved:
        yield texts("lightup.proof.claimed")


def _objection_lines(objection: Objected, options: Options, texts: Texts) -> Iterator[str]:
    yield from texts.wrap(sentence_of(objection, texts), width_of_terminal())
    remark = remark_of(objection, texts)
    if remark is not None:
        for line in texts.wrap(remark, width_of_terminal() - 2):
            yield f"  {line}"
    if objection.counterexample is not None:
        places = [Spot(y + 1, x + 1) for x, y in objection.cells[:1]]
        yield from board_lines(objection.counterexample, options.color, places, indent="  ")
