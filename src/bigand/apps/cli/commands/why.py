"""`bigand why FILE`: why there is no model, or why this is not one, on the lines of the file."""

from typing import Any

from bigand.answer.listed import parse_model_values
from bigand.answer.question import Failure, Question, to_plain_data
from bigand.answer.questions.why import Why, WhyAnswer, WhyNot
from bigand.answer.value import fields_of
from bigand.apps.cli.terminal.why import ReasonPrinter
from bigand.command.asking import Asker, QuestionFailedError
from bigand.command.exits import Exit
from bigand.command.files import open_document
from bigand.command.inputs import open_source
from bigand.command.objects import print_json
from bigand.command.options import ModelOptions, flag, option, repeatable, timeout_option
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.source.error import ErrorKind

_SECONDS = 15  # for looking, by default
_SHORT_FIELDS = (
    "status", "reasons", "repair", "horizon", "definitions", "minimal", "finished", "alternatives", "expectations",
    "model",
)  # fmt: skip


class WhyOptions(ModelOptions):
    expect: tuple[str, ...] = repeatable("'p(1)'", group="what")
    model: str | None = option(group="what", metavar="FILE")
    all: bool = flag()
    full: bool = flag(help_text="why.full_help")
    timeout: float | None = timeout_option(lambda texts: texts("why.timeout", default=_SECONDS))
    json: bool = flag()


def run_why(options: WhyOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    joined_document = Document(document.name, "\n".join([document.text, *options.expect]))
    expected = [Document("--expect", text) for text in options.expect]
    asker = Asker(texts, options, [document, *expected, joined_document])
    printer = ReasonPrinter(document, options, options.full or options.all, texts)
    question = Why(
        source=source,
        limits=options.limits,
        all=options.all,
        full=options.full or options.json,  # which is always complete
        drawn=not options.json,
        as_written=options.as_written,
    )
    if options.model is not None:
        values = parse_model_values(open_document(options.model).text, options.model)
        answer = asker.ask(_to_why_not(question, model=values, model_name=options.model))
        if not options.json:
            printer.print_broken_rules(answer)
    elif options.expect:
        answer = _ask_and_print(asker, _to_why_not(question, expected=options.expect), printer, options)
    else:
        answer = _ask_and_print(asker, question, printer, options)
    if options.json:
        print_reasons_json(answer)
    return Exit.DONE


def print_reasons_json(answer: WhyAnswer) -> None:
    """Print an answer for programs: short names for what is asked most stand before the rest."""
    short = {name: getattr(answer, name) for name in _SHORT_FIELDS}
    optional = {name: value for name in ("all", "none_up_to") if (value := getattr(answer, name)) not in (None, ())}
    print_json(to_plain_data({"answer": "reasons", **short, **optional}) | to_plain_data(answer))


def _to_why_not(question: Why, **expected: Any) -> WhyNot:
    return WhyNot(**fields_of(question), **expected)


def _ask_and_print(
    asker: Asker, question: Question[WhyAnswer], printer: ReasonPrinter, options: WhyOptions
) -> WhyAnswer:
    answer, is_clash_printed = ask_reasons(asker, question, None if options.json else printer)
    if not options.json:
        printer.print_reasons(answer, is_clash_printed)
    return answer


def ask_reasons(
    asker: Asker, question: Question[WhyAnswer], printer: ReasonPrinter | None
) -> tuple[WhyAnswer, bool]:
    """The answer, and whether its clash is told already: on the screen, if there is one, as soon as it is known."""
    partial_answers: list[WhyAnswer] = []

    def handle_part(reasons: WhyAnswer) -> None:
        partial_answers.append(reasons)
        if printer is not None:
            printer.print_clashes(reasons)

    answer = asker.try_to_ask(question, handle_part)
    if isinstance(answer, Failure):
        if answer.kind is not ErrorKind.LIMIT or not partial_answers:
            raise QuestionFailedError(answer, asker)
        answer = partial_answers[-1]  # the time was up while changes were looked for
    return answer, bool(partial_answers)
