"""`bigand rate FILE`: how hard a model is for people, from its steps."""

from bigand.answer.questions.steps import Rate
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, ModelOptions, timeout_option
from bigand.command.stepping_told import StepWording
from bigand.command.texts import Texts


class RateOptions(ModelOptions):
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_rate(options: RateOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Rate(source=source, limits=options.limits))
    if options.json:
        print_json(answer)
    else:
        print_lines(StepWording(texts).rating_sentences(answer, document.name))
    if not answer.finished:
        texts.print_errors(texts("advice.terminal.steps"))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT
