"""`bigand lightup check-steps CASES.jsonl`: one step a line in, its verdict a line out, in the same order."""

import argparse
import json
import sys

from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import open_document
from bigand.apps.cli.lightup.boards import guarded
from bigand.apps.cli.lightup.proofs import rules_in
from bigand.apps.cli.texts import Texts
from bigand.puzzles.lightup.proof import Objection, Reason
from bigand.puzzles.lightup.proof.single import RecordError, SingleStep, read_step
from bigand.puzzles.lightup.proof.words import as_record


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("file", metavar="CASES", help=texts("lightup.check-steps.file"))
    parser.add_argument("--why", action="store_true", help=texts("lightup.check-steps.why"))
    parser.add_argument(
        "--only-rules", type=rules_in(texts), metavar="NAME,…", help=texts("lightup.check-proof.only")
    )


def run(options: argparse.Namespace, texts: Texts) -> int:
    return guarded(lambda: _judge(options, texts), texts)


def _judge(options: argparse.Namespace, texts: Texts) -> int:
    lines = open_document(options.file).text.removeprefix("\ufeff").split("\n")
    for line in lines[:-1] if not lines[-1].strip() else lines:
        sys.stdout.write(json.dumps(_answer(line, options, texts), ensure_ascii=False) + "\n")
    return Exit.DONE  # every line has its answer, a bad one too


def _answer(line: str, options: argparse.Namespace, texts: Texts) -> dict[str, object]:
    """The verdict on a line."""
    try:
        step = read_step(_parsed(line))
    except RecordError as error:
        return {"verdict": "invalid", "error": texts(error.key, **error.gaps)}
    if options.only_rules is not None and step.rule not in options.only_rules:
        return _refused(Objection(Reason.NOT_ALLOWED, rule=step.rule), options, texts)
    return _verdict(step, options, texts)


def _verdict(step: SingleStep, options: argparse.Namespace, texts: Texts) -> dict[str, object]:
    if not options.why:
        return {"verdict": "invalid" if step.judge() else "valid"}
    objection = step.objection()
    return {"verdict": "valid"} if objection is None else _refused(objection, options, texts)


def _refused(objection: Objection, options: argparse.Namespace, texts: Texts) -> dict[str, object]:
    return {"verdict": "invalid", **({"why": as_record(objection, texts)} if options.why else {})}


def _parsed(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError("lightup.record.json") from error
