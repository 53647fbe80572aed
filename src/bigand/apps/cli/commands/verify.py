"""`bigand verify FILE PROOF`: whether a proof shows that a file has no model."""

from bigand.answer.questions.verify import Rejected, Verified, Verify
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT, read_file
from bigand.command.inputs import open_source
from bigand.command.objects import print_json
from bigand.command.options import JSON, Expanding, option, timeout_option
from bigand.command.texts import Texts
from bigand.source.render import make_printable

_OF_ANOTHER_FILE = ("proof.follows", "proof.unknown", "proof.idle", "proof.hints", "proof.case", "proof.taken")


class Options(Expanding):
    proof: str = option("proof", metavar="PROOF")
    timeout: float | None = timeout_option()
    json: bool = JSON


def run(options: Options, texts: Texts) -> int:
    if options.file == options.proof == STANDARD_INPUT:
        texts.complain("verify.twice")
        return Exit.USAGE
    proof = read_file(options.proof)
    document, source = open_source(options.file, options)
    question = Verify(source=source, proof=proof, as_written=options.as_written, limits=options.limits)
    answer = Asker(texts, options, [document]).ask(question)
    if isinstance(answer, Verified):
        _tell_accepted(answer, options, texts)
        return Exit.DONE
    _tell_rejected(answer, options, texts)
    return Exit.ERRORS


def _tell_accepted(answer: Verified, options: Options, texts: Texts) -> None:
    if options.json:
        print_json(answer)
        return
    steps, clauses = texts.counted("step", answer.steps), texts.counted("clause", answer.clauses)
    name = make_printable(options.file)
    print(texts("verify.yes", format=answer.format.upper(), steps=steps, clauses=clauses, name=name))


def _tell_rejected(answer: Rejected, options: Options, texts: Texts) -> None:
    reason = texts(answer.key, **{"clause": texts("verify.empty"), **answer.gaps})
    if options.json:
        print_json(answer, reason=reason)
        return
    name = "<stdin>" if options.proof == STANDARD_INPUT else options.proof
    place = f"{name}:{answer.line}" if answer.line else name
    print(texts("verify.no", place=make_printable(place), reason=make_printable(reason)))
    if answer.key in _OF_ANOTHER_FILE:
        print(f"  {texts('verify.another')}")
