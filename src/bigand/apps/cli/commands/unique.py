"""`bigand unique FILE`: whether there is exactly one solution; of several, two side by side."""

from collections.abc import Iterator

from bigand.answer.questions.steps import Unique, Uniqueness
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.lines import Paper, hanging
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, Expanding, timeout_option
from bigand.command.stepping_told import StepTexts
from bigand.command.texts import Texts
from bigand.view.terminal import show_exhibit


class Options(Expanding):
    timeout: float | None = timeout_option()
    json: bool = JSON


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Unique(source=source, limits=options.limits, drawn=not options.json)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        print_lines(_lines(answer, document.name, Paper(options), texts))
    return Exit.DONE if answer.status == "unique" else Exit.UNSAT


def _lines(answer: Uniqueness, name: str, paper: Paper, texts: Texts) -> Iterator[str]:
    told = StepTexts(texts)
    if answer.status != "several":
        yield texts(f"steps.{answer.status}", name=name)
        if answer.needless:
            yield from hanging("", texts("unique.needless", clues=told.facts(answer.needless)), paper.width)
        elif answer.clues:
            yield texts("unique.all_needed", count=texts.counted("clue", len(answer.clues)))
        return
    yield texts("unique.several", name=name)
    for model in answer.models:
        assert model.exhibit is not None, "it was asked for"
        yield from show_exhibit(model.exhibit, paper.width, paper.depth)
        yield ""
    differing = told.facts(answer.differing)
    yield from hanging("", texts("unique.differing", count=len(answer.differing), names=differing), paper.width)
    if answer.missing:
        yield from hanging("", texts("unique.missing", clues=told.facts(answer.missing)), paper.width)
