"""`bigand forced FILE`: the atoms that have the same value in every model."""

from collections.abc import Iterator
from textwrap import wrap

from bigand.answer.parts import format_number
from bigand.answer.questions.forced import Forced, ForcedAnswer, WhyForced
from bigand.apps.cli.commands.why import ask_reasons, print_reasons_json
from bigand.apps.cli.terminal.why import ReasonPrinter
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.lines import TextOutput
from bigand.command.objects import print_json, print_lines
from bigand.command.options import ModelOptions, flag, option, timeout_option
from bigand.command.texts import Texts


class ForcedOptions(ModelOptions):
    reason: str | None = option(metavar="ATOM")
    full: bool = flag()
    timeout: float | None = timeout_option()
    json: bool = flag()


def run_forced(options: ForcedOptions, texts: Texts) -> int:
    if options.reason:
        return _explain_forced(options.reason.replace(" ", ""), options, texts)
    document, source = open_source(options.file, options)
    question = Forced(source=source, limits=options.limits, as_written=options.as_written)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    elif answer.status == "unsat":
        print(texts("forced.unsat", name=document.name))
    else:
        print_lines(_forced_lines(answer, TextOutput(options).width, texts))
    return Exit.UNSAT if answer.status == "unsat" else Exit.DONE


def _forced_lines(answer: ForcedAnswer, width: int, texts: Texts) -> Iterator[str]:
    for names, key in ((answer.true, "forced.true"), (answer.false, "forced.false")):
        if names:
            yield texts(key)
            for line in wrap("  ".join(names), width - 2, break_long_words=False, break_on_hyphens=False):
                yield f"  {line}"
    numbers = answer.values or {}
    if numbers:
        yield texts("forced.numbers")
        for name, number in numbers.items():
            yield f"  {name} = {format_number(number)}"
    count = len(answer.true) + len(answer.false) + len(numbers)
    if not count:
        yield texts("forced.none")
    yield texts("forced.summary", forced=count, atoms=texts.plural("atom", answer.atoms))


def _explain_forced(atom: str, options: ForcedOptions, texts: Texts) -> int:
    """Why an atom is forced: why its opposite is not possible."""
    document, source = open_source(options.file, options)
    question = WhyForced(
        source=source,
        limits=options.limits,
        atom=atom,
        full=options.full or options.json,
        drawn=not options.json,
        as_written=options.as_written,
    )
    printer = ReasonPrinter(document, options, options.full, texts, atom)
    asker = Asker(texts, options, [document])
    answer, is_clash_printed = ask_reasons(asker, question, None if options.json else printer)
    is_impossible = answer.status == "unsat" and answer.forced is None
    if options.json:
        print_reasons_json(answer)
    elif is_impossible:
        print(texts("forced.unsat", name=document.name))
    elif answer.status == "sat":
        print(texts("forced.not_forced", name=atom))
    else:
        printer.print_reasons(answer, is_clash_printed)
    return Exit.UNSAT if is_impossible else Exit.DONE
