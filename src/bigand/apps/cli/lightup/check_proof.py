"""`bigand lightup check-proof FILE`: whether a proof is accepted, and if not, where it is wrong and why."""

import argparse
import json
import sys

from bigand.apps.cli.colour import wants_colour
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.lightup.boards import guarded, has_only_letters, tell, width_of_terminal
from bigand.apps.cli.lightup.proofs import add_proof_options, assignment_of, checked_file
from bigand.apps.cli.texts import Texts, seconds_of
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.terminal import draw
from bigand.puzzles.lightup.faults import BoardError
from bigand.puzzles.lightup.proof import Aim, Objection, Proof, Verdict
from bigand.puzzles.lightup.proof.words import as_record, remark_of, sentence_of
from bigand.solve.session import LimitError
from bigand.source import render

_TOLD = 30  # objections, at most; `--json` has all


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("file", metavar="FILE", help=texts("lightup.check-proof.file"))
    parser.add_argument("--json", action="store_true", help=texts("lightup.check-proof.json"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("lightup.check-proof.timeout"))
    parser.add_argument("--output", "-o", metavar="OUT", help=texts("lightup.check-proof.output"))
    parser.add_argument("--older", action="store_true", help=texts("lightup.check-proof.older"))
    add_proof_options(parser, texts)
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    return guarded(lambda: _check(options, texts), texts)


def _check(options: argparse.Namespace, texts: Texts) -> int:
    asked = assignment_of(options, texts)
    if asked is None:
        return Exit.ERRORS
    try:
        proof, verdict = checked_file(options.file, asked, options)
    except BoardError as error:
        _refuse(error, options, texts)
        return Exit.ERRORS
    except LimitError as error:
        if options.json:
            _print_json(
                [{"reason": "limit", "message": texts(error.key, **error.gaps), "step": None, "cell": None}]
            )
        raise
    if options.json:
        errors = [as_record(objection, texts) for objection in verdict.objections]
        _print_json(
            errors, goal=proof.goal.aim.value, steps=verdict.steps, solutions=verdict.solutions,
            claims_solved=proof.claims_solved,
        )  # fmt: skip
    else:
        _tell(proof, verdict, options, texts)
    if options.output:
        from bigand.puzzles.lightup.proof.writer import write_proof

        write_file(options.output, write_proof(proof, verdict.accepted, options.older))
    return Exit.DONE if verdict.accepted else Exit.ERRORS


def _refuse(error: BoardError, options: argparse.Namespace, texts: Texts) -> None:
    """A file without a board: told as for any board, and as the one error of the answer."""
    if not options.json:
        tell(error, options, texts)
        return
    known = render.as_object(error.diagnostic, error.document, texts.language)
    _print_json([{"reason": "unreadable", "step": None, "cell": None, **known}])


def _print_json(errors: list[dict[str, object]], **further: object) -> None:
    print(json.dumps({"accepted": not errors, "errors": errors, **further}, ensure_ascii=False))


def _tell(proof: Proof, verdict: Verdict, options: argparse.Namespace, texts: Texts) -> None:
    for objection in verdict.objections[:_TOLD]:
        _tell_objection(objection, options, texts)
    if len(verdict.objections) > _TOLD:
        print(texts("lightup.proof.more", count=len(verdict.objections) - _TOLD))
    if verdict.accepted:
        proved = _proved(proof, verdict, texts)
        print(texts("lightup.proof.said", where=texts("lightup.proof.accepted"), said=proved))
        return
    print(texts("lightup.proof.refused", count=texts.counted("error", len(verdict.objections))))
    if proof.claims_solved:
        print(texts("lightup.proof.claimed"))


def _tell_objection(objection: Objection, options: argparse.Namespace, texts: Texts) -> None:
    for line in texts.wrapped(sentence_of(objection, texts), width_of_terminal()):
        print(line)
    remark = remark_of(objection, texts)
    if remark is not None:
        for line in texts.wrapped(remark, width_of_terminal() - 2):
            print(f"  {line}")
    if objection.counterexample is not None:
        pointed = Pointed(objection.counterexample, frozenset(objection.places[:1]))
        coloured = wants_colour(sys.stdout, options.color)
        for line in draw(pointed, width_of_terminal() - 2, coloured, has_only_letters(sys.stdout)):
            print(f"  {line}")


def _proved(proof: Proof, verdict: Verdict, texts: Texts) -> str:
    """What an accepted proof shows."""
    if proof.goal.aim is not Aim.DEFAULT:
        return texts("lightup.proof.proves.goal", goal=proof.goal.aim.value)
    kind = ("none", "unique", "several")[min(2, verdict.solutions)]
    return texts(f"lightup.proof.proves.{kind}", count=verdict.solutions)
