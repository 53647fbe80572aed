"""`bigand verify FILE PROOF`: check a proof that a file has no model."""

from bigand.api.verify import ProofRejection, Verify, VerifyAnswer
from bigand.cli.asker import Asker
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import JSON, ModelOptions, option, timeout_option
from bigand.cli.output import print_json
from bigand.source.files import STANDARD_INPUT, read_file
from bigand.source.render import make_printable
from bigand.wording.texts import Texts

_WRONG_FILE_KEYS = ("proof.follows", "proof.unknown", "proof.idle", "proof.hints", "proof.case", "proof.taken")


class VerifyOptions(ModelOptions):
    proof: str = option("proof", metavar="PROOF")
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_verify(options: VerifyOptions, texts: Texts) -> int:
    if options.file == options.proof == STANDARD_INPUT:
        texts.print_error("verify.twice")
        return Exit.USAGE
    proof = read_file(options.proof)
    document, source = open_source(options.file, options)
    question = Verify(source=source, proof=proof, as_written=options.as_written, limits=options.limits)
    answer = Asker(texts, options, [document]).ask(question)
    if isinstance(answer, VerifyAnswer):
        _print_acceptance(answer, options, texts)
        return Exit.DONE
    _print_rejection(answer, options, texts)
    return Exit.ERRORS


def _print_acceptance(answer: VerifyAnswer, options: VerifyOptions, texts: Texts) -> None:
    if options.json:
        print_json(answer)
        return
    steps, clauses = texts.count_with_noun("step", answer.steps), texts.count_with_noun("clause", answer.clauses)
    name = make_printable(options.file)
    print(texts("verify.yes", format=answer.format.upper(), steps=steps, clauses=clauses, name=name))


def _print_rejection(answer: ProofRejection, options: VerifyOptions, texts: Texts) -> None:
    reason = texts(answer.key, **{"clause": texts("verify.empty"), **answer.gaps})
    if options.json:
        print_json(answer, reason=reason)
        return
    name = "<stdin>" if options.proof == STANDARD_INPUT else options.proof
    place = f"{name}:{answer.line}" if answer.line else name
    print(texts("verify.no", place=make_printable(place), reason=make_printable(reason)))
    if answer.key in _WRONG_FILE_KEYS:
        print(f"  {texts('verify.another')}")
