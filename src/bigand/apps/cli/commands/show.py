"""`bigand show --stage tokens|tree|ground|cnf FILE`: what a stage makes of a file."""

import sys
from typing import Literal

from bigand.answer.questions.show import Show
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.inputs import open_source, open_unexpanded
from bigand.command.options import MEMORY, FileOptions, ModelOptions, option, timeout_option
from bigand.command.reading import print_diagnostics
from bigand.command.texts import Texts


class ShowOptions(ModelOptions):
    stage: Literal["tokens", "tree", "ground", "prenex", "cnf"] = option(
        choices=["tokens", "tree", "ground", "prenex", "cnf"], default="tree"
    )
    reading = FileOptions
    set = data = allow_data = ()
    as_written = False
    timeout: float | None = timeout_option()
    memory: int | None = MEMORY


def run_show(options: ShowOptions, texts: Texts) -> int:
    is_expanded = options.stage not in ("tokens", "tree")
    document, source = open_source(options.file, options) if is_expanded else open_unexpanded(options)
    question = Show(source=source, stage=options.stage, in_parts=is_expanded, limits=options.limits)
    answer = Asker(texts, options, [document]).ask(question, lambda piece: print(piece, end=""))
    if answer.diagnostics:
        print_diagnostics([(document, answer.diagnostics)], options, texts, sys.stderr)
    print(answer.text, end="")
    return Exit.ERRORS if answer.diagnostics else Exit.DONE
