"""`bigand why FILE`: why there is no model, or why this is not one, on the lines of the file."""

from typing import Any

from bigand.answer.listed import listed_values
from bigand.answer.question import Failure, Question, as_object
from bigand.answer.questions.why import Reasons, Why, WhyNot
from bigand.answer.value import fields_of
from bigand.apps.cli.terminal.why import Screen
from bigand.command.asking import Asker, FailedError
from bigand.command.exits import Exit
from bigand.command.files import open_document
from bigand.command.inputs import open_source
from bigand.command.objects import print_json
from bigand.command.options import Expanding, flag, option, several, timeout_option
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.source.error import ErrorKind

_SECONDS = 15  # for looking, by default
_SHORT = (
    "status", "reasons", "repair", "horizon", "definitions", "minimal", "finished", "alternatives", "expectations",
    "model",
)  # fmt: skip


class Options(Expanding):
    expect: tuple[str, ...] = several("'p(1)'", group="what")
    model: str | None = option(group="what", metavar="FILE")
    all: bool = flag()
    full: bool = flag(told="why.full_help")
    timeout: float | None = timeout_option(lambda texts: texts("why.timeout", default=_SECONDS))
    json: bool = flag()


def run(options: Options, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    together = Document(document.name, "\n".join([document.text, *options.expect]))
    expected = [Document("--expect", text) for text in options.expect]
    asker = Asker(texts, options, [document, *expected, together])
    screen = Screen(document, options, options.full or options.all, texts)
    question = Why(
        source=source,
        limits=options.limits,
        all=options.all,
        full=options.full or options.json,  # which is always complete
        drawn=not options.json,
        as_written=options.as_written,
    )
    if options.model is not None:
        values = listed_values(open_document(options.model).text, options.model)
        answer = asker.ask(_not(question, model=values, model_name=options.model))
        if not options.json:
            screen.tell_broken(answer)
    elif options.expect:
        answer = _ask(asker, _not(question, expected=options.expect), screen, options)
    else:
        answer = _ask(asker, question, screen, options)
    if options.json:
        print_reasons(answer)
    return Exit.DONE


def print_reasons(answer: Reasons) -> None:
    """Print an answer for programs: short names for what is asked most stand before the rest."""
    short = {name: getattr(answer, name) for name in _SHORT}
    further = {name: found for name in ("all", "none_up_to") if (found := getattr(answer, name)) not in (None, ())}
    print_json(as_object({"answer": "reasons", **short, **further}) | as_object(answer))


def _not(question: Why, **expected: Any) -> WhyNot:
    return WhyNot(**fields_of(question), **expected)


def _ask(asker: Asker, question: Question[Reasons], screen: Screen, options: Options) -> Reasons:
    answer, is_clash_told = ask_reasons(asker, question, None if options.json else screen)
    if not options.json:
        screen.tell(answer, is_clash_told)
    return answer


def ask_reasons(asker: Asker, question: Question[Reasons], screen: Screen | None) -> tuple[Reasons, bool]:
    """The answer, and whether its clash is told already: on the screen, if there is one, as soon as it is known."""
    told: list[Reasons] = []

    def part(found: Reasons) -> None:
        told.append(found)
        if screen is not None:
            screen.tell_clash(found)

    answer = asker.try_to_ask(question, part)
    if isinstance(answer, Failure):
        if answer.kind is not ErrorKind.LIMIT or not told:
            raise FailedError(answer, asker)
        answer = told[-1]  # the time was up while changes were looked for
    return answer, bool(told)
