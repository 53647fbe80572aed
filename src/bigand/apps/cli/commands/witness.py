"""`bigand witness FILE`: what each rule is good for."""

from collections import Counter
from collections.abc import Iterator

from bigand.answer.questions.witness import Witness, Witnessed, Witnesses
from bigand.command.asking import Asker
from bigand.command.drawing import picture_lines
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.lines import Paper
from bigand.command.objects import print_json, print_lines
from bigand.command.options import Expanding, flag, timeout_option
from bigand.command.reasons import verdict
from bigand.command.texts import Texts
from bigand.source.document import Document

_SECONDS = 60  # by default


class Options(Expanding):
    timeout: float | None = timeout_option(lambda texts: texts("witness.timeout", default=_SECONDS))
    json: bool = flag()


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Witness(source=source, limits=options.limits, drawn=not options.json, as_written=options.as_written)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        _tell(answer, document, Paper(options), texts)
    return Exit.LIMIT if any(one.verdict == "unknown" for one in answer.rules) else Exit.DONE


def _tell(answer: Witnesses, document: Document, paper: Paper, texts: Texts) -> None:
    for rule in answer.rules:
        print_lines(_lines(rule, document, paper, texts))
        print()
    counts = Counter([one.verdict for one in answer.rules])
    rules = texts.counted("rule", len(answer.rules))
    print(texts("witness.summary", rules=rules, needed=counts["needed"], implied=counts["implied"]))
    if counts["unknown"]:
        print(texts("witness.summary_unknown", rules=texts.counted("rule", counts["unknown"])))


def _lines(rule: Witnessed, document: Document, paper: Paper, texts: Texts) -> Iterator[str]:
    yield from paper.excerpt(rule.span, document)
    yield f"    {verdict(rule, texts)}"
    if rule.exhibit is not None:
        for line in picture_lines(rule.exhibit, paper.width - 4, paper.depth, texts):
            yield f"    {line}"
