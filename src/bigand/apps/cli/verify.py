"""`bigand verify FILE PROOF`: whether a proof shows that a file has no model."""

import argparse
import json
import time
from collections.abc import Sequence
from typing import BinaryIO

from bigand.answer.model import Model
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import STANDARD_INPUT, open_bytes
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.solving import add_solving_options, check_size, guarded, open_model
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.encode.clauses import Clauses
from bigand.solve.proof.certificate import check_proof
from bigand.solve.proof.steps import Checked, Format, ProofError
from bigand.solve.worker import run_isolated
from bigand.source.render import visible

_SHOWN = 8  # literals of a clause
_OF_ANOTHER_FILE = ("proof.follows", "proof.unknown", "proof.idle", "proof.hints", "proof.case", "proof.taken")


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_solving_options(parser, texts)
    parser.add_argument("proof", metavar="PROOF", help=texts("verify.proof"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument("--json", action="store_true", help=texts("solve.json"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    if options.file == options.proof == STANDARD_INPUT:
        texts.complain("verify.twice")
        return Exit.USAGE
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    with open_bytes(options.proof) as file:
        model, _ = open_model(options.file, options, texts)
        if model is None:
            return Exit.ERRORS
        options.document = model.reading.document
        with Progress(texts) as progress:
            return guarded(lambda: _verify(model, file, deadline, progress, options, texts), options, texts)


def _verify(
    model: Model,
    file: BinaryIO,
    deadline: float | None,
    progress: Progress,
    options: argparse.Namespace,
    texts: Texts,
) -> int:
    check_size(model, options, texts)
    progress.stage("progress.expand")
    model.compiled = model.compile(options.as_written, progress.done)
    progress.stage("progress.verify")
    clauses = model.compiled.clauses
    try:
        kind, checked = run_isolated(lambda: check_proof(clauses, file), deadline)
    except ProofError as error:
        progress.clear()
        return _rejected(error, model.compiled.names, options, texts)
    progress.clear()
    return _accepted(kind, checked, clauses, options, texts)


def _accepted(kind: Format, checked: Checked, clauses: Clauses, options: argparse.Namespace, texts: Texts) -> int:
    if options.json:
        print(json.dumps({
            "status": "verified", "format": kind.value, "steps": checked.added, "deletions": checked.deleted,
            "clauses": clauses.count,
        }))  # fmt: skip
    else:
        print(
            texts(
                "verify.yes",
                format=kind.name,
                steps=texts.counted("step", checked.added),
                clauses=texts.counted("clause", clauses.count),
                name=visible(options.file),
            )
        )
    return Exit.DONE


def _rejected(error: ProofError, names: Sequence[str], options: argparse.Namespace, texts: Texts) -> int:
    clause = clause_text(error.clause, names) if error.clause else texts("verify.empty")
    reason = texts(error.key, clause=clause, **error.gaps)
    if options.json:
        print(json.dumps({"status": "rejected", "line": error.line or None, "reason": reason}, ensure_ascii=False))
        return Exit.ERRORS
    name = "<stdin>" if options.proof == STANDARD_INPUT else options.proof
    place = f"{name}:{error.line}" if error.line else name
    print(texts("verify.no", place=visible(place), reason=visible(reason)))
    if error.key in _OF_ANOTHER_FILE:
        print(f"  {texts('verify.another')}")
    return Exit.ERRORS


def clause_text(literals: Sequence[int], names: Sequence[str]) -> str:
    """A clause in the words of the file; an atom of the encoding has only its number.

    >>> clause_text([1, -2, 3], ["p(1)", "q"])
    '`p(1) or not q or #3`'
    """
    shown = [_literal_text(literal, names) for literal in literals[:_SHOWN]]
    return f"`{' or '.join([*shown, *(['…'] if len(literals) > _SHOWN else [])])}`"


def _literal_text(literal: int, names: Sequence[str]) -> str:
    name = names[abs(literal) - 1] if abs(literal) <= len(names) else f"#{abs(literal)}"
    return name if literal > 0 else f"not {name}"
