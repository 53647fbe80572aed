"""`bigand unique FILE`: whether there is exactly one solution; of several, two side by side."""

from collections.abc import Iterator

from bigand.answer.questions.steps import Unique, UniqueAnswer
from bigand.command.asking import Asker
from bigand.command.boards_told import clue_sentences, uniqueness_sentence
from bigand.command.drawing import picture_lines
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.lines import TextOutput, wrap_hanging
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, ModelOptions, timeout_option
from bigand.command.texts import Texts


class UniqueOptions(ModelOptions):
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_unique(options: UniqueOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Unique(source=source, limits=options.limits, drawn=not options.json)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        print_lines(_uniqueness_lines(answer, document.name, TextOutput(options), texts))
    return Exit.DONE if answer.status == "unique" else Exit.UNSAT


def _uniqueness_lines(answer: UniqueAnswer, name: str, output: TextOutput, texts: Texts) -> Iterator[str]:
    yield uniqueness_sentence(answer, name, texts)
    for model in answer.models if answer.status == "several" else ():
        assert model.exhibit is not None, "it was asked for"
        yield from picture_lines(model.exhibit, output.width, output.colour_depth, texts)
        yield ""
    for sentence in clue_sentences(answer, texts):
        yield from wrap_hanging("", sentence, output.width)
