"""`bigand unique FILE`: whether there is exactly one solution; of several, two side by side."""

from collections.abc import Iterator

from bigand.answer.questions.steps import Unique, Uniqueness
from bigand.command.asking import Asker
from bigand.command.boards_told import clues_told, solutions_told
from bigand.command.drawing import picture_lines
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.lines import Paper, hanging
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, Expanding, timeout_option
from bigand.command.texts import Texts


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
    yield solutions_told(answer, name, texts)
    for model in answer.models if answer.status == "several" else ():
        assert model.exhibit is not None, "it was asked for"
        yield from picture_lines(model.exhibit, paper.width, paper.depth, texts)
        yield ""
    for told in clues_told(answer, texts):
        yield from hanging("", told, paper.width)
