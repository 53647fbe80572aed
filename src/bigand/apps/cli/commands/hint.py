"""`bigand hint FILE --marks …`: whether it is right so far, and what follows next, told as strongly as is asked."""

import re
from collections.abc import Iterator

from bigand.answer.questions.steps import Hint, HintAnswer
from bigand.command.asking import Asker
from bigand.command.drawing import picture_lines
from bigand.command.exits import Exit
from bigand.command.files import open_document
from bigand.command.inputs import open_source
from bigand.command.lines import TextOutput, wrap_hanging
from bigand.command.objects import print_json, print_lines
from bigand.command.options import JSON, ModelOptions, flag, option, repeatable, timeout_option
from bigand.command.stepping_told import StepWording
from bigand.command.texts import Texts

_MARK_SEPARATOR = re.compile(r"[,;\s](?![^(]*\))")  # commas, blanks and line ends that are not within brackets
_NOT = re.compile(r"\bnot\s+")


class HintOptions(ModelOptions):
    marks: tuple[str, ...] = repeatable("MARKS")
    strength: int = option(type=int, choices=[1, 2, 3], default=1)
    draw: bool = flag()
    timeout: float | None = timeout_option()
    json: bool = JSON


def run_hint(options: HintOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    marks = tuple([mark for text in options.marks for mark in _split_marks(text)])
    question = Hint(source=source, limits=options.limits, marks=marks, drawn=options.draw)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    else:
        print_lines(_hint_lines(answer, document.name, bool(marks), options, texts))
    if not answer.finished:
        texts.print_errors(texts("advice.terminal.steps"))
    if answer.status == "none":
        return Exit.UNSAT
    return Exit.DONE if answer.finished else Exit.LIMIT


def _split_marks(text: str) -> list[str]:
    """`x(1,2), not x(1,3)` one by one; `@FILE` is a file of them."""
    if text.startswith("@"):
        text = open_document(text[1:]).text
    return [word.replace("\0", "not ") for word in _MARK_SEPARATOR.split(_NOT.sub("\0", text)) if word]


def _hint_lines(
    answer: HintAnswer, name: str, has_marks: bool, options: HintOptions, texts: Texts
) -> Iterator[str]:
    wording, output = StepWording(texts), TextOutput(options)
    if answer.status == "none":
        yield texts("steps.none", name=name)
        return
    verdict = wording.marks_verdict(answer, has_marks)
    if verdict is not None:
        yield verdict
    for sentence in wording.hint_sentences(answer, options.strength):
        yield from wrap_hanging("", sentence.text, output.width)
    if options.draw and answer.exhibit is not None and options.strength == 3:
        yield from picture_lines(answer.exhibit, output.width, output.colour_depth, texts)
