"""`bigand nf FILE`: a normal form of a small formula, step by step."""

from typing import Literal

from bigand.answer.questions.formulas import Normalise
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source
from bigand.command.objects import print_lines
from bigand.command.options import ModelOptions, option, timeout_option
from bigand.command.texts import Texts


class NfOptions(ModelOptions):
    timeout: float | None = timeout_option()
    form: Literal["nnf", "cnf", "dnf"] = option(choices=["nnf", "cnf", "dnf"], default="cnf")


def run_nf(options: NfOptions, texts: Texts) -> int:
    document, source = open_source(options.file, options)
    question = Normalise(source=source, form=options.form, limits=options.limits)
    for step in Asker(texts, options, [document]).ask(question).steps:
        print_lines([texts(f"nf.{step.name}"), f"    {step.formula}"])
    return Exit.DONE
