"""`bigand solve FILE`: a model, all of them, or their number; the best, a plan, a strategy."""

from typing import Literal

from bigand.answer.question import Failure
from bigand.answer.questions.solve import Best, Game, Planned, Proof, Solve, Solved
from bigand.answer.value import changed
from bigand.apps.cli.terminal.solve import Listing
from bigand.command.asking import Asker, FailedError
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT, UnreadableError, write_file
from bigand.command.inputs import open_source
from bigand.command.objects import print_json
from bigand.command.options import (
    ALL_ATOMS,
    JSON,
    LOGIC,
    NO_SUSPICIONS,
    Expanding,
    flag,
    option,
    several,
    timeout_option,
)
from bigand.command.texts import Texts
from bigand.source.error import ErrorKind, LimitError

_PROVERS = (None, "cadical", "cadical195")


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


class Options(Expanding):
    logic: str | None = LOGIC
    all: bool = flag(group="what")
    limit: int | None = option(group="what", type=_whole, metavar="N")
    count: bool = flag(group="what")
    proof: str | None = option(group="what", metavar="OUT")
    strategy: bool = flag(group="what")
    depth: int | None = option(type=_whole, metavar="N")
    true_only: bool = flag()
    only: tuple[str, ...] = several("'p(1,*)'")
    all_atoms: bool = ALL_ATOMS
    solver: str | None = option(metavar="NAME")
    timeout: float | None = timeout_option()
    random: bool = flag()
    seed: int = option(type=int, default=0, metavar="N")
    fast: bool = flag()
    svg: str | None = option(metavar="OUT")
    json: bool = JSON
    no_suspicions: bool = NO_SUSPICIONS
    plan: bool = False  # what `bigand plan` asks for

    @property
    def wanted(self) -> int | None:
        """How many models; None for all."""
        return None if self.all or self.limit == 0 else self.limit or 1


def run(options: Options, texts: Texts) -> int:
    if options.proof is not None and not _is_proof_possible(options.proof, options, texts):
        return Exit.USAGE
    try:
        document, source = open_source(options.file, options)
    except LimitError as error:
        if options.json:
            print_json(Failure(kind=error.kind, key=error.key, gaps=error.gaps), status="unknown")
        raise
    question = Solve(
        source=source,
        wanted=options.wanted,
        count=options.count,
        strategy=options.strategy,
        proof=_proof_format(options.proof),
        plan=options.plan,
        only=options.only,
        true_only=options.true_only and options.json,
        solver=options.solver,
        seed=options.seed if options.random else None,
        check=not options.fast,
        as_written=options.as_written,
        suspicions=not options.no_suspicions,
        draw=not options.json or options.svg is not None,
        words=texts.language.value,
        limits=options.limits,
    )
    asker = Asker(texts, options, [document])
    listing = Listing(options, question, asker.progress, document, texts)
    answer = asker.try_to_ask(question, listing.part)
    if isinstance(answer, Failure):
        if options.json and answer.kind is ErrorKind.LIMIT:
            print_json(answer, status="unknown")
        raise FailedError(answer, asker)
    return _told(answer, listing, options)


def _told(answer: Solved | Best | Planned | Game, listing: Listing, options: Options) -> int:
    """Write the files that were asked for, tell the answer, and give the exit code."""
    proof = answer.proof if isinstance(answer, Solved) else None
    if proof is not None and options.proof is not None:
        write_file(options.proof, proof.text)
    _write_picture(answer, options)
    if options.json:
        print_json(_without_pictures(answer), **_proof_object(proof, options))
        listing.tell_limit(answer)
    else:
        listing.tell(answer)
    if options.proof is not None:
        listing.tell_proof(proof, options.proof)
    return listing.exit_code(answer)


def _write_picture(answer: Solved | Best | Planned | Game, options: Options) -> None:
    """Draw the first model into the file that `--svg` names, if it does."""
    if options.svg is None or isinstance(answer, Game):
        return
    model = answer.model if isinstance(answer, Planned) else answer.models[0] if answer.models else None
    if model is not None and model.exhibit is not None and (model.true or model.false or model.values):
        from bigand.view.steps import scenes
        from bigand.view.svg import svg

        write_file(options.svg, svg(scenes(model.exhibit)))


def _without_pictures(answer: Solved | Best | Planned | Game) -> Solved | Best | Planned | Game:
    """What programs are told: atoms, not how they are drawn; a proof is in its file."""
    if isinstance(answer, Planned):
        return changed(answer, model=answer.model and changed(answer.model, exhibit=None), guess=None)
    if isinstance(answer, Game):
        return answer
    plain = changed(answer, models=tuple([changed(one, exhibit=None) for one in answer.models]), guess=None)
    return changed(plain, proof=None) if isinstance(plain, Solved) else plain


# ---------------------------------------------------------------------- proofs


def _proof_format(name: str | None) -> Literal["drat", "lrat"] | None:
    """The format that a file's name asks for: LRAT by its ending, else DRAT.

    >>> _proof_format("out.lrat"), _proof_format("out"), _proof_format(None)
    ('lrat', 'drat', None)
    """
    return None if name is None else "lrat" if name.lower().endswith(".lrat") else "drat"


def _is_proof_possible(name: str, options: Options, texts: Texts) -> bool:
    """Whether a proof can be written as asked for; what is in the way is told before the search begins."""
    from pathlib import Path

    out = Path(name)
    if options.solver not in _PROVERS:
        texts.complain("proof.solver", name=options.solver)
        return False
    if options.file != STANDARD_INPUT and out.resolve() == Path(options.file).resolve():
        texts.complain("proof.same_file", name=name)
        return False
    if out.is_dir():
        raise UnreadableError("file.directory", name=name)
    if not out.absolute().parent.is_dir():
        raise UnreadableError("file.missing_folder", name=str(out.parent))
    return True


def _proof_object(proof: Proof | None, options: Options) -> dict[str, object]:
    """What the JSON says of a proof, if one was asked for: where it is, not its text."""
    if options.proof is None:
        return {}
    if proof is None:
        return {"proof": None}
    sizes = {"steps": proof.steps, "deletions": proof.deletions, "checked": proof.checked}
    return {"proof": {"file": options.proof, "format": proof.format, **sizes}}
