"""`bigand lightup check-steps CASES.jsonl`: one step a line in, its verdict a line out, in the same order."""

from bigand.answer.question import Failure
from bigand.answer.value import replace_fields
from bigand.command.asking import Asker, QuestionFailedError, ask_many
from bigand.command.exits import Exit
from bigand.command.files import open_document
from bigand.command.growing import LineWriter
from bigand.command.objects import json_line
from bigand.command.options import LimitOptions, flag, option, timeout_option
from bigand.command.texts import Texts
from bigand.puzzles.lightup.commands.proofs import ONLY_RULES
from bigand.puzzles.lightup.proof.words import objection_dict
from bigand.puzzles.lightup.questions import JudgeStep, StepVerdict

_CHUNK = 500  # steps of a question


class CheckStepsOptions(LimitOptions):
    file: str = option("file", metavar="CASES")
    why: bool = flag()
    only_rules: tuple[str, ...] | None = ONLY_RULES
    timeout: float | None = timeout_option("lightup.check-steps.timeout")
    timeout_for_each = True
    limited = LimitOptions


def run_check_steps(options: CheckStepsOptions, texts: Texts) -> int:
    lines = open_document(options.file).text.removeprefix("\ufeff").split("\n")
    if not lines[-1].strip():
        lines.pop()
    size = _CHUNK if options.timeout is None else 1
    template = JudgeStep(steps=(), why=options.why, only_rules=options.only_rules, limits=options.limits)
    questions = [
        replace_fields(template, steps=tuple(lines[start : start + size])) for start in range(0, len(lines), size)
    ]
    out = LineWriter()
    for answer in ask_many(questions, 1, None, texts):
        if isinstance(answer, Failure):
            raise QuestionFailedError(answer, Asker(texts, question=template))
        out.write("".join([json_line(_verdict_dict(verdict, texts)) for verdict in answer.verdicts]))
    return Exit.DONE  # every line has its answer, a bad one too


def _verdict_dict(verdict: StepVerdict | Failure, texts: Texts) -> dict[str, object]:
    if isinstance(verdict, Failure):
        return {"verdict": "invalid", "error": texts(verdict.key, **verdict.gaps)}
    why = {} if verdict.why is None else {"why": objection_dict(verdict.why, texts)}
    return {"verdict": verdict.verdict, **why}
