"""`bigand solve --proof OUT`: what may be asked for, how the proof is written, and what is said of it."""

import argparse
import sys
from pathlib import Path

from bigand.apps.cli.files import STANDARD_INPUT, UnreadableError, write_file
from bigand.apps.cli.texts import Texts
from bigand.solve.proof.certificate import Proof, ProvingSession
from bigand.solve.proof.steps import Format
from bigand.solve.pysat_engine import DEFAULT


def proof_format(name: str) -> Format:
    """The format that a file's name asks for: LRAT by its ending, else DRAT.

    >>> proof_format("out.lrat"), proof_format("out")
    (<Format.LRAT: 'lrat'>, <Format.DRAT: 'drat'>)
    """
    return Format.LRAT if Path(name).suffix.lower() == ".lrat" else Format.DRAT


def is_proof_possible(options: argparse.Namespace, texts: Texts) -> bool:
    """Whether a proof can be written as asked for; what is in the way is told before the search begins."""
    out = Path(options.proof)
    if options.solver not in (None, "cadical", DEFAULT):
        texts.complain("proof.solver", name=options.solver)
        return False
    if options.file != STANDARD_INPUT and out.resolve() == Path(options.file).resolve():
        texts.complain("proof.same_file", name=options.proof)
        return False
    if out.is_dir():
        raise UnreadableError("file.directory", name=options.proof)
    if not out.absolute().parent.is_dir():
        raise UnreadableError("file.missing_folder", name=str(out.parent))
    return True


def save_proof(session: ProvingSession, name: str) -> Proof | None:
    """Write the proof, if there is one."""
    if session.proof is None:
        return None
    write_file(name, iter(lambda: session.text.read(1 << 20), b""))
    return session.proof


def tell_proof(proof: Proof | None, options: argparse.Namespace, texts: Texts) -> None:
    """Say that a proof was written, or that there is nothing to prove."""
    if proof is None:
        sys.stdout.flush()
        texts.complain("proof.nothing", name=options.proof)
    elif not options.json:
        key = "proof.written" if proof.is_checked else "proof.unchecked"
        steps = texts.counted("step", proof.added)
        print(texts(key, name=options.proof, format=proof.format.name, steps=steps))


def proof_object(proof: Proof | None, options: argparse.Namespace) -> dict[str, object] | None:
    """What the JSON says of a proof."""
    if proof is None:
        return None
    return {
        "file": options.proof,
        "format": proof.format.value,
        "steps": proof.added,
        "deletions": proof.deleted,
        "checked": proof.is_checked,
    }
