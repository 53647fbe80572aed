"""What `solve` and `plan` say: models as they are found, then how many there are, what they cost, who wins."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bigand.answer.questions.solve import (
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
from bigand.command import asking
from bigand.command.drawing import ModelDrawing
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT
from bigand.command.lines import TextOutput, instance_text, wrap_hanging
from bigand.command.objects import print_lines
from bigand.command.outcome import Outcome, seconds_since
from bigand.command.progress import ProgressBar
from bigand.command.reading import shell_command
from bigand.command.solve_outcome import format_cost, solve_outcome
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.view.strategy import strategy_lines

if TYPE_CHECKING:
    from bigand.apps.cli.commands.solve import SolveOptions

_MAX_BLOCK_NAMES = 6  # names of a block that a line lists
_MAX_BROKEN = 12  # broken rules


class SolvePrinter:
    """Tells an answer, part by part as it is known."""

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

    # ------------------------------------------------------------------ as it is known

    def print_part(self, part: Any) -> None:
        """Something that is known before the rest."""
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
            return  # nothing is in front of the outermost `forall`
        self.drawing.print_guess(part.guess, part.model)
        if self.options.wanted != 1:
            print(self.texts("solve.model", number=part.number))
        lines = list(self.drawing.lines(part.model.exhibit))
        print_lines(lines or ["∅"])  # a model without a true atom is one

    def _quantifier_headline(self, blocks: tuple[QuantifierBlock, ...]) -> str:
        """The answer in a line: for which block there are values."""
        if not blocks:
            return self.texts("quantified.true")
        names = blocks[0].atoms
        shown_names = ", ".join(names[:_MAX_BLOCK_NAMES]) + (", …" if len(names) > _MAX_BLOCK_NAMES else "")
        return self.texts(f"quantified.{blocks[0].quantifier}", atoms=shown_names)

    # ------------------------------------------------------------------ at the end

    def print_summary(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> None:
        """What is said after the models."""
        if isinstance(answer, GameAnswer):
            self._print_game(answer)
        elif isinstance(answer, PlanAnswer):
            print_lines(self._plan_lines(answer))
        elif isinstance(answer, BestAnswer):
            self._print_best(answer)
        else:
            if answer.status != "unknown":
                self._print_solved(answer)
        self.print_limit(answer)

    def print_limit(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> None:
        """That the search ended before all was known, after how long, and what to try next."""
        outcome = self._outcome_of(answer)
        if outcome.kind == "open":
            sys.stdout.flush()
            self.texts.print_errors(outcome.text, outcome.advice)

    def _outcome_of(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> Outcome:
        return solve_outcome(self.question, answer, seconds_since(asking.started_at), "terminal", self.texts)

    def exit_code(self, answer: SolveAnswer | BestAnswer | PlanAnswer | GameAnswer) -> int:
        if answer.status == "unsat":
            return Exit.UNSAT
        return Exit.LIMIT if self._outcome_of(answer).kind == "open" else Exit.DONE

    # ------------------------------------------------------------------ models, their number

    def _print_solved(self, answer: SolveAnswer) -> None:
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
        print(self.texts(key, count=self.texts.plural("model", count)))

    def _print_unsat(self, answer: SolveAnswer | BestAnswer) -> None:
        """That there is no model, and which command tells why."""
        options = self.options
        if isinstance(answer, SolveAnswer) and answer.prefix is not None:
            print(self.texts("quantified.false"))
            return
        print(self.texts("solve.unsat"), flush=True)  # before what comes on the other stream
        if options.file != STANDARD_INPUT and options.proof is None:
            option_pairs = [("--set", value) for value in options.set] + [
                ("--data", value) for value in options.data
            ]
            words = [word for pair in option_pairs for word in pair]
            self.texts.print_error("solve.why", command=shell_command("why", options.file, *words))

    def print_proof(self, proof: Proof | None, name: str) -> None:
        """Say that a proof was written, or that there is nothing to prove."""
        if proof is None:
            sys.stdout.flush()
            self.texts.print_error("proof.nothing", name=name)
        elif not self.options.json:
            key = "proof.written" if proof.checked else "proof.unchecked"
            steps = self.texts.plural("step", proof.steps)
            print(self.texts(key, name=name, format=proof.format.upper(), steps=steps))

    # ------------------------------------------------------------------ the best

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
            parts.append(self.texts("plan.found", steps=self.texts.plural("step", least)))
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
