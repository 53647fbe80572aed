"""`bigand witness FILE`: show which rules are needed, with a model that each excludes."""

from collections import Counter
from collections.abc import Iterator

from bigand.api.witness import RuleWitness, Witness, WitnessAnswer
from bigand.cli.asker import Asker
from bigand.cli.drawing import picture_lines
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import ModelOptions, flag, timeout_option
from bigand.cli.output import TextOutput, print_json, print_lines
from bigand.source.document import Document
from bigand.wording.reasons import witness_verdict
from bigand.wording.texts import Texts

_SECONDS = 60  # default time limit


class WitnessOptions(ModelOptions):
    timeout: float | None = timeout_option(lambda texts: texts("witness.timeout", default=_SECONDS))
    json: bool = flag()


def run_witness(options: WitnessOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Witness(source=source, limits=options.limits, drawn=not options.json, as_written=options.as_written)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        _print_witnesses(answer, document, TextOutput(options), texts)
    return Exit.LIMIT if any(rule.verdict == "unknown" for rule in answer.rules) else Exit.DONE


def _print_witnesses(answer: WitnessAnswer, document: Document, output: TextOutput, texts: Texts) -> None:
    for rule in answer.rules:
        print_lines(_rule_lines(rule, document, output, texts))
        print()
    counts = Counter([witness.verdict for witness in answer.rules])
    rules = texts.count_with_noun("rule", len(answer.rules))
    print(texts("witness.summary", rules=rules, needed=counts["needed"], implied=counts["implied"]))
    if counts["unknown"]:
        print(texts("witness.summary_unknown", rules=texts.count_with_noun("rule", counts["unknown"])))


def _rule_lines(rule: RuleWitness, document: Document, output: TextOutput, texts: Texts) -> Iterator[str]:
    yield from output.excerpt(rule.span, document)
    yield f"    {witness_verdict(rule, texts)}"
    if rule.exhibit is not None:
        for line in picture_lines(rule.exhibit, output.width - 4, output.colour_depth, texts):
            yield f"    {line}"
