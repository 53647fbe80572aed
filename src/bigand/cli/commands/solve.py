"""`bigand solve FILE`, `bigand plan FILE`: print models as they are found, then their number, costs, or winner."""

import sys
from collections.abc import Iterator
from typing import Any, Literal

from bigand.api.question import Failure
from bigand.api.solve import (
    BestAnswer,
    CostProgress,
    FoundModel,
    GameAnswer,
    Goal,
    PlanAnswer,
    Proof,
    QuantifierBlock,
    QuantifierPrefix,
    Solve,
    SolveAnswer,
)
from bigand.api.value import replace_fields
from bigand.cli import asker
from bigand.cli.asker import Asker, QuestionFailedError
from bigand.cli.drawing import ModelDrawing
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import open_source
from bigand.cli.options import (
    ALL_ATOMS,
    JSON,
    LOGIC,
    NO_SUSPICIONS,
    ModelOptions,
    flag,
    option,
    repeatable,
    timeout_option,
)
from bigand.cli.output import TextOutput, print_json, print_lines, shell_command, wrap_hanging
from bigand.cli.progress import ProgressBar
from bigand.source.document import Document
from bigand.source.error import ErrorKind, LimitError
from bigand.source.files import STANDARD_INPUT, FileError, write_file
from bigand.view.strategy import strategy_lines
from bigand.wording.outcome import Outcome, seconds_since
from bigand.wording.reasons import instance_text
from bigand.wording.solve_outcome import format_cost, solve_outcome
from bigand.wording.texts import Texts

_MAX_BLOCK_NAMES = 6  # listed atoms of a quantifier block
_MAX_BROKEN = 12  # listed broken rules


class SolvePrinter:
    """Prints an answer, each part as soon as it is known."""

    def __init__(
        self, options: "SolveOptions", question: Solve, progress: ProgressBar, document: Document, texts: Texts
    ) -> None:
        self.options = options
        self.question = question
        self.progress = progress
        self.document = document
        self.texts = texts
        self.drawing = ModelDrawing(options.file, options.all_atoms, options.color, texts)
        self._prefix: tuple[QuantifierBlock, ...] | None = None

    # ------------------------------------------------------------------ parts

    def print_part(self, part: Any) -> None:
        """Print a part that is known before the whole answer."""
        if isinstance(part, CostProgress):
            bounds = ", ".join([bound or "?" for bound in part.bounds])
            self.progress.stage_name = self.texts("progress.cost", cost=", ".join(part.costs), bound=bounds)
        elif isinstance(part, QuantifierPrefix):
            self._prefix = part.blocks
        elif isinstance(part, FoundModel) and not self.options.json:
            self._print_model(part)

    def _print_model(self, part: FoundModel) -> None:
        if part.number == 1 and self._prefix is not None:
            print(self._quantifier_headline(self._prefix))
        if self._prefix is not None and not (part.model.true or part.model.false):
            return  # there is no `exists` block before the outermost `forall`
        self.drawing.print_guess(part.guess, part.model)
        if self.options.wanted != 1:
            print(self.texts("solve.model", number=part.number))
        lines = list(self.drawing.lines(part.model.exhibit))
        print_lines(lines or ["∅"])  # a model without true atoms

    def _quantifier_headline(self, blocks: tuple[QuantifierBlock, ...]) -> str:
        """The answer in one line: for which block there are values."""
        if not blocks:
            return self.texts("quantified.true")
        names = blocks[0].atoms
        shown_names = ", ".join(names[:_MAX_BLOCK_NAMES]) + (", …" if len(names) > _MAX_BLOCK_NAMES else "")
        return self.texts(f"quantified.{blocks[0].quantifier}", atoms=shown_names)

    # ------------------------------------------------------------------ summary

    def print_summary(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> None:
        """Print what comes after the models."""
        if isinstance(answer, GameAnswer):
            self._print_game(answer)
        elif isinstance(answer, PlanAnswer):
            print_lines(self._plan_lines(answer))
        elif isinstance(answer, BestAnswer):
            self._print_best(answer)
        elif answer.status != "unknown":
            self._print_solve_summary(answer)
        self.print_limit_if_reached(answer)

    def print_limit_if_reached(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> None:
        """If the search ended early, print after how long, and what to try next."""
        outcome = self._outcome_of(answer)
        if outcome.kind == "open":
            sys.stdout.flush()
            self.texts.print_errors(outcome.text, outcome.advice)

    def _outcome_of(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> Outcome:
        return solve_outcome(self.question, answer, seconds_since(asker.started_at), "terminal", self.texts)

    def exit_code(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> int:
        if answer.status == "unsat":
            return Exit.UNSAT
        return Exit.LIMIT if self._outcome_of(answer).kind == "open" else Exit.DONE

    # ------------------------------------------------------------------ models

    def _print_solve_summary(self, answer: SolveAnswer) -> None:
        options = self.options
        if options.count and answer.count is None:
            print(self.texts("solve.endless"))
        elif options.count:
            print(answer.count if answer.is_complete else self.texts("solve.at_least", count=answer.count))
        elif not answer.count:
            self._print_unsat(answer)
        elif answer.prefix is not None:
            if options.wanted != 1 and (answer.models[0].true or answer.models[0].false):
                self._print_count(answer.count, answer.is_complete, "solve.found_all")
        elif answer.is_complete or options.wanted != 1:
            self._print_count(answer.count, answer.is_complete, "solve.found_all")

    def _print_count(self, count: int, is_complete: bool, all_key: str) -> None:
        key = all_key if is_complete else "solve.found"
        print(self.texts(key, count=self.texts.count_with_noun("model", count)))

    def _print_unsat(self, answer: SolveAnswer | BestAnswer) -> None:
        """Print that there is no model, and the command that explains why."""
        options = self.options
        if isinstance(answer, SolveAnswer) and answer.prefix is not None:
            print(self.texts("quantified.false"))
            return
        print(self.texts("solve.unsat"), flush=True)  # before the text on standard error
        if options.file != STANDARD_INPUT and options.proof is None:
            values = [("--set", value) for value in options.set] + [("--data", value) for value in options.data]
            words = [word for pair in values for word in pair]
            self.texts.print_error("solve.why", command=shell_command("why", options.file, *words))

    def print_proof_notice(self, proof: Proof | None, name: str) -> None:
        """Print that a proof was written, or that there is nothing to prove."""
        if proof is None:
            sys.stdout.flush()
            self.texts.print_error("proof.nothing", name=name)
        elif not self.options.json:
            key = "proof.written" if proof.checked else "proof.unchecked"
            steps = self.texts.count_with_noun("step", proof.steps)
            print(self.texts(key, name=name, format=proof.format.upper(), steps=steps))

    # ------------------------------------------------------------------ best models

    def _print_best(self, answer: BestAnswer) -> None:
        options, texts = self.options, self.texts
        if answer.status == "unsat":
            self._print_unsat(answer)
        elif answer.status == "unknown":
            return
        elif options.count and answer.count is None:
            print(texts("solve.endless"))
        elif options.count:
            print(answer.count if answer.is_complete else texts("solve.at_least", count=answer.count))
        else:
            for goal in answer.goals:
                print(self._cost_line(goal, answer))
            self._print_broken_rules(answer)
            if answer.is_complete or options.limit not in (None, 1):
                self._print_count(len(answer.models), answer.is_complete, "costs.found_all")

    def _cost_line(self, goal: Goal, answer: BestAnswer) -> str:
        kind = "value" if goal.kind == "maximize" else "cost"
        is_proved = answer.optimal or goal.cost == goal.bound
        proof = "proved" if is_proved else "open" if goal.bound is not None else "unknown"
        text = self.texts(f"costs.{kind}_{proof}", cost=format_cost(goal.cost), bound=format_cost(goal.bound))
        if len(answer.goals) > 1:
            text = self.texts("costs.goal", line=goal.line, kind=goal.kind, text=text)
        return text

    def _print_broken_rules(self, answer: BestAnswer) -> None:
        if not answer.broken:
            return
        print(self.texts("costs.broken"))
        width = TextOutput(self.options).width
        for instance in answer.broken[:_MAX_BROKEN]:
            text = self.texts(
                "costs.instance", line=instance.line, cost=instance.cost, says=instance_text(instance)
            )
            print("\n".join(wrap_hanging("  ", text, width)))
        if len(answer.broken) > _MAX_BROKEN:
            print(f"  {self.texts('costs.more', count=len(answer.broken) - _MAX_BROKEN)}")

    # ------------------------------------------------------------------ plans

    def _plan_lines(self, answer: PlanAnswer) -> Iterator[str]:
        parts = []
        ((_, least),) = answer.horizon.items()
        if answer.none_up_to is not None:
            parts.append(self.texts("plan.none_up_to", value=answer.none_up_to))
        if least is not None:
            parts.append(self.texts("plan.found", steps=self.texts.count_with_noun("step", least)))
        if parts:
            yield self.texts("plan.joint").join(parts)
        if answer.model is not None:
            proof = "proved" if answer.optimal else "open"
            for cost, bound in zip(answer.costs or (), answer.bounds or (), strict=True):
                yield self.texts(f"plan.cost_{proof}", cost=format_cost(cost), bound=format_cost(bound))
            yield ""
            self.drawing.print_guess(answer.guess, answer.model)
            yield from self.drawing.lines(answer.model.exhibit)

    # ------------------------------------------------------------------ games

    def _print_game(self, answer: GameAnswer) -> None:
        print(self.texts(f"strategy.{answer.winner}"))
        print_lines(strategy_lines(answer.strategy, self.options.depth))
        if answer.omits_moves:
            print(self.texts("strategy.others"))


# ---------------------------------------------------------------------- solve


_PROVERS = (None, "cadical", "cadical195")


def _parse_natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


class SolveOptions(ModelOptions):
    logic: str | None = LOGIC
    all: bool = flag(group="what")
    limit: int | None = option(group="what", type=_parse_natural, metavar="N")
    count: bool = flag(group="what")
    proof: str | None = option(group="what", metavar="OUT")
    strategy: bool = flag(group="what")
    depth: int | None = option(type=_parse_natural, metavar="N")
    true_only: bool = flag()
    only: tuple[str, ...] = repeatable("'p(1,*)'")
    all_atoms: bool = ALL_ATOMS
    solver: str | None = option(metavar="NAME")
    timeout: float | None = timeout_option()
    random: bool = flag()
    seed: int = option(type=int, default=0, metavar="N")
    fast: bool = flag()
    svg: str | None = option(metavar="OUT")
    json: bool = JSON
    no_suspicions: bool = NO_SUSPICIONS
    plan: bool = False  # set by `bigand plan`

    @property
    def wanted(self) -> int | None:
        """How many models to find; None for all."""
        return None if self.all or self.limit == 0 else self.limit or 1


def run_solve(options: SolveOptions, texts: Texts) -> int:
    if options.proof is not None and not _check_proof_request(options.proof, options, texts):
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
    printer = SolvePrinter(options, question, asker.progress, document, texts)
    answer = asker.try_to_ask(question, printer.print_part)
    if isinstance(answer, Failure):
        if options.json and answer.kind is ErrorKind.LIMIT:
            print_json(answer, status="unknown")
        raise QuestionFailedError(answer, asker)
    return _output_answer(answer, printer, options)


def _output_answer(
    answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer, printer: SolvePrinter, options: SolveOptions
) -> int:
    """Write the requested files, print the answer, and return the exit code."""
    proof = answer.proof if isinstance(answer, SolveAnswer) else None
    if proof is not None and options.proof is not None:
        write_file(options.proof, proof.text)
    _write_picture(answer, options)
    if options.json:
        print_json(_without_exhibits_and_proof(answer), **_proof_json_fields(proof, options))
        printer.print_limit_if_reached(answer)
    else:
        printer.print_summary(answer)
    if options.proof is not None:
        printer.print_proof_notice(proof, options.proof)
    return printer.exit_code(answer)


def _write_picture(answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer, options: SolveOptions) -> None:
    """Draw the first model into the file that `--svg` names."""
    if options.svg is None or isinstance(answer, GameAnswer):
        return
    model = answer.model if isinstance(answer, PlanAnswer) else answer.models[0] if answer.models else None
    if model is not None and model.exhibit is not None and (model.true or model.false or model.values):
        from bigand.view.frames import named_scenes_of
        from bigand.view.svg import render_svg

        write_file(options.svg, render_svg(named_scenes_of(model.exhibit)))


def _without_exhibits_and_proof(
    answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer,
) -> SolveAnswer | BestAnswer | PlanAnswer | GameAnswer:
    """The answer for JSON, without exhibits, and without the proof, which is in its file."""
    if isinstance(answer, PlanAnswer):
        return replace_fields(answer, model=answer.model and replace_fields(answer.model, exhibit=None), guess=None)
    if isinstance(answer, GameAnswer):
        return answer
    without_exhibits = replace_fields(
        answer, models=tuple([replace_fields(model, exhibit=None) for model in answer.models]), guess=None
    )
    return (
        replace_fields(without_exhibits, proof=None)
        if isinstance(without_exhibits, SolveAnswer)
        else without_exhibits
    )


# ---------------------------------------------------------------------- proofs


def _proof_format(name: str | None) -> Literal["drat", "lrat"] | None:
    """The proof format for a file name: LRAT if it has this ending, else DRAT.

    >>> _proof_format("out.lrat"), _proof_format("out"), _proof_format(None)
    ('lrat', 'drat', None)
    """
    return None if name is None else "lrat" if name.lower().endswith(".lrat") else "drat"


def _check_proof_request(name: str, options: SolveOptions, texts: Texts) -> bool:
    """Whether the requested proof can be written; obstacles are reported before the search begins."""
    from pathlib import Path

    out = Path(name)
    if options.solver not in _PROVERS:
        texts.print_error("proof.solver", name=options.solver)
        return False
    if options.file != STANDARD_INPUT and out.resolve() == Path(options.file).resolve():
        texts.print_error("proof.same_file", name=name)
        return False
    if out.is_dir():
        raise FileError("file.directory", name=name)
    if not out.absolute().parent.is_dir():
        raise FileError("file.missing_folder", name=str(out.parent))
    return True


def _proof_json_fields(proof: Proof | None, options: SolveOptions) -> dict[str, object]:
    """The fields of the JSON about a requested proof: its file instead of its text."""
    if options.proof is None:
        return {}
    if proof is None:
        return {"proof": None}
    sizes = {"steps": proof.steps, "deletions": proof.deletions, "checked": proof.checked}
    return {"proof": {"file": options.proof, "format": proof.format, **sizes}}


# ---------------------------------------------------------------------- plan


class PlanOptions(ModelOptions):
    timeout: float | None = timeout_option()
    all_atoms: bool = ALL_ATOMS
    svg: str | None = option(help_text="solve.svg", metavar="OUT")
    json: bool = JSON


def run_plan(options: PlanOptions, texts: Texts) -> int:
    return run_solve(SolveOptions(**vars(options), plan=True), texts)
