"""`bigand rate FILE`: how hard a model is for people, from its steps."""

from collections.abc import Iterator

from bigand.answer.questions.steps import Rate, Rated
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, Expanding, timeout_option
from bigand.command.stepping_told import StepTexts
from bigand.command.texts import Texts


class Options(Expanding):
    timeout: float | None = timeout_option()
    json: bool = JSON


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    answer = Asker(texts, options, [document]).ask(Rate(source=source, limits=options.limits))
    if options.json:
        print_json(answer)
    else:
        print_lines(_lines(answer, document.name, texts))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT


def _lines(answer: Rated, name: str, texts: Texts) -> Iterator[str]:
    if answer.status == "none":
        yield texts("steps.none", name=name)
        return
    if answer.rating is None:
        yield texts("rate.time")
        return
    if answer.status == "several":
        yield texts("rate.several")
    yield StepTexts(texts).rating(answer.rating)
    for size, count in answer.rating.sizes.items():
        yield texts("rate.size", steps=texts.counted("step", count), instances=texts.counted("instance", size))
