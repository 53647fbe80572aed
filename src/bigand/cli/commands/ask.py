"""`bigand ask FILE`: answer a JSON question in JSON. Everything that other commands do is also a question."""

from bigand.api.question import Failure, Limits, json_schema, question_from_json, reject_solver_commands
from bigand.api.register import question_names, question_type
from bigand.api.value import replace_fields
from bigand.cli.asker import Asker, exit_code_of
from bigand.cli.exit_codes import Exit
from bigand.cli.options import LimitOptions, flag, option
from bigand.cli.output import json_text, print_json
from bigand.source.files import read_file
from bigand.wording.texts import Texts


class AskOptions(LimitOptions):
    file: str | None = option("file", nargs="?", metavar="FILE")
    list: bool = flag()
    schema: str | None = option(metavar="NAME")
    limited = LimitOptions


def run_ask(options: AskOptions, texts: Texts) -> int:
    if options.list:
        print("\n".join(question_names()))
        return Exit.DONE
    if options.schema is not None:
        if options.schema not in question_names():
            texts.print_error("question.unknown", name=options.schema)
            return Exit.USAGE
        print(json_text(json_schema(question_type(options.schema)), indent=2))
        return Exit.DONE
    if options.file is None:
        texts.print_error("ask.nothing")
        return Exit.USAGE
    question = question_from_json(read_file(options.file), question_type)
    reject_solver_commands(question)
    limits = Limits(
        seconds=question.limits.seconds if options.timeout is None else options.timeout,
        megabytes=question.limits.megabytes if options.memory is None else options.memory,
    )
    answer = Asker(texts).try_to_ask(replace_fields(question, limits=limits))
    print_json(answer)
    return exit_code_of(answer.kind) if isinstance(answer, Failure) else Exit.DONE
