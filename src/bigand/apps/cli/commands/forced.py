"""`bigand forced FILE`: the atoms that have the same value in every model."""

from collections.abc import Iterator
from textwrap import wrap

from bigand.answer.parts import show_number
from bigand.answer.questions.forced import Common, Forced, WhyForced
from bigand.apps.cli.commands.why import ask_reasons, print_reasons
from bigand.apps.cli.terminal.why import Screen
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.lines import Paper
from bigand.command.objects import print_json, print_lines
from bigand.command.options import Expanding, flag, option, timeout_option
from bigand.command.texts import Texts


class Options(Expanding):
    reason: str | None = option(metavar="ATOM")
    full: bool = flag()
    timeout: float | None = timeout_option()
    json: bool = flag()


def run(options: Options, texts: Texts) -> int:
    if options.reason:
        return _tell_reason(options.reason.replace(" ", ""), options, texts)
    document, source = open_source(options.file, options)
    question = Forced(source=source, limits=options.limits, as_written=options.as_written)
    answer = Asker(texts, options, [document]).ask(question)
    if options.json:
        print_json(answer)
    elif answer.status == "unsat":
        print(texts("forced.unsat", name=document.name))
    else:
        print_lines(_lines(answer, Paper(options).width, texts))
    return Exit.UNSAT if answer.status == "unsat" else Exit.DONE


def _lines(answer: Common, width: int, texts: Texts) -> Iterator[str]:
    for names, key in ((answer.true, "forced.true"), (answer.false, "forced.false")):
        if names:
            yield texts(key)
            for line in wrap("  ".join(names), width - 2, break_long_words=False, break_on_hyphens=False):
                yield f"  {line}"
    numbers = answer.values or {}
    if numbers:
        yield texts("forced.numbers")
        for name, number in numbers.items():
            yield f"  {name} = {show_number(number)}"
    count = len(answer.true) + len(answer.false) + len(numbers)
    if not count:
        yield texts("forced.none")
    yield texts("forced.summary", forced=count, atoms=texts.counted("atom", answer.atoms))


def _tell_reason(atom: str, options: Options, texts: Texts) -> int:
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
    screen = Screen(document, options, options.full, texts, atom)
    asker = Asker(texts, options, [document])
    answer, is_clash_told = ask_reasons(asker, question, None if options.json else screen)
    is_impossible = answer.status == "unsat" and answer.forced is None
    if options.json:
        print_reasons(answer)
    elif is_impossible:
        print(texts("forced.unsat", name=document.name))
    elif answer.status == "sat":
        print(texts("forced.not_forced", name=atom))
    else:
        screen.tell(answer, is_clash_told)
    return Exit.UNSAT if is_impossible else Exit.DONE
