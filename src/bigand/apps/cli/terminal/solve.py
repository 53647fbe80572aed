"""What `solve` and `plan` say: models as they are found, then how many there are, what they cost, who wins."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bigand.answer.questions.solve import (
    Best,
    Block,
    Costs,
    Found,
    Game,
    Goal,
    Planned,
    Prefix,
    Proof,
    Solve,
    Solved,
)
from bigand.command import asking
from bigand.command.drawing import Drawing
from bigand.command.exits import Exit
from bigand.command.files import STANDARD_INPUT
from bigand.command.lines import Paper, hanging, told_instance
from bigand.command.objects import print_lines
from bigand.command.outcome import Outcome, since
from bigand.command.progress import Progress
from bigand.command.reading import command_line
from bigand.command.solve_outcome import show_amount, solve_outcome
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.view.strategy import strategy_lines

if TYPE_CHECKING:
    from bigand.apps.cli.commands.solve import Options

_LONGEST = 6  # names of a block that a line lists
_SHOWN = 12  # broken rules


class Listing:
    """Tells an answer, part by part as it is known."""

    def __init__(
        self, options: "Options", question: Solve, progress: Progress, document: Document, texts: Texts
    ) -> None:
        self.options = options
        self.question = question
        self.progress = progress
        self.document = document
        self.texts = texts
        self.drawing = Drawing(options.file, options.all_atoms, options.color, texts)
        self._prefix: tuple[Block, ...] | None = None

    # ------------------------------------------------------------------ as it is known

    def part(self, found: Any) -> None:
        """Something that is known before the rest."""
        if isinstance(found, Costs):
            bounds = ", ".join([bound or "?" for bound in found.bounds])
            self.progress.name = self.texts("progress.cost", cost=", ".join(found.costs), bound=bounds)
        elif isinstance(found, Prefix):
            self._prefix = found.blocks
        elif isinstance(found, Found) and not self.options.json:
            self._tell_model(found)

    def _tell_model(self, found: Found) -> None:
        if found.number == 1 and self._prefix is not None:
            print(self._headline(self._prefix))
        if self._prefix is not None and not (found.model.true or found.model.false):
            return  # nothing is in front of the outermost `forall`
        self.drawing.tell_guess(found.guess, found.model)
        if self.options.wanted != 1:
            print(self.texts("solve.model", number=found.number))
        lines = list(self.drawing.lines(found.model.exhibit))
        print_lines(lines or ["∅"])  # a model without a true atom is one

    def _headline(self, blocks: tuple[Block, ...]) -> str:
        """The answer in a line: for which block there are values."""
        if not blocks:
            return self.texts("quantified.true")
        names = blocks[0].atoms
        listed = ", ".join(names[:_LONGEST]) + (", …" if len(names) > _LONGEST else "")
        return self.texts(f"quantified.{blocks[0].quantifier}", atoms=listed)

    # ------------------------------------------------------------------ at the end

    def tell(self, answer: Solved | Best | Planned | Game) -> None:
        """What is said after the models."""
        if isinstance(answer, Game):
            self._tell_game(answer)
        elif isinstance(answer, Planned):
            print_lines(self._plan_lines(answer))
        elif isinstance(answer, Best):
            self._tell_best(answer)
        else:
            if answer.status != "unknown":
                self._tell_solved(answer)
        self.tell_limit(answer)

    def tell_limit(self, answer: Solved | Best | Planned | Game) -> None:
        """That the search ended before all was known, after how long, and what to try next."""
        outcome = self._outcome(answer)
        if outcome.kind == "open":
            sys.stdout.flush()
            self.texts.complain_of(outcome.text, outcome.advice)

    def _outcome(self, answer: Solved | Best | Planned | Game) -> Outcome:
        return solve_outcome(self.question, answer, since(asking.began), "terminal", self.texts)

    def exit_code(self, answer: Solved | Best | Planned | Game) -> int:
        if answer.status == "unsat":
            return Exit.UNSAT
        return Exit.LIMIT if self._outcome(answer).kind == "open" else Exit.DONE

    # ------------------------------------------------------------------ models, their number

    def _tell_solved(self, answer: Solved) -> None:
        options = self.options
        if options.count and answer.count is None:
            print(self.texts("solve.endless"))
        elif options.count:
            print(answer.count if answer.is_complete else self.texts("solve.at_least", count=answer.count))
        elif not answer.count:
            self._tell_unsat(answer)
        elif answer.prefix is not None:
            if options.wanted != 1 and (answer.models[0].true or answer.models[0].false):
                self._tell_count(answer.count, answer.is_complete, "solve.found_all")
        elif answer.is_complete or options.wanted != 1:
            self._tell_count(answer.count, answer.is_complete, "solve.found_all")

    def _tell_count(self, count: int, is_complete: bool, all_key: str) -> None:
        key = all_key if is_complete else "solve.found"
        print(self.texts(key, count=self.texts.counted("model", count)))

    def _tell_unsat(self, answer: Solved | Best) -> None:
        """That there is no model, and which command tells why."""
        options = self.options
        if isinstance(answer, Solved) and answer.prefix is not None:
            print(self.texts("quantified.false"))
            return
        print(self.texts("solve.unsat"), flush=True)  # before what comes on the other stream
        if options.file != STANDARD_INPUT and options.proof is None:
            given = [("--set", one) for one in options.set] + [("--data", one) for one in options.data]
            words = [word for pair in given for word in pair]
            self.texts.complain("solve.why", command=command_line("why", options.file, *words))

    def tell_proof(self, proof: Proof | None, name: str) -> None:
        """Say that a proof was written, or that there is nothing to prove."""
        if proof is None:
            sys.stdout.flush()
            self.texts.complain("proof.nothing", name=name)
        elif not self.options.json:
            key = "proof.written" if proof.checked else "proof.unchecked"
            steps = self.texts.counted("step", proof.steps)
            print(self.texts(key, name=name, format=proof.format.upper(), steps=steps))

    # ------------------------------------------------------------------ the best

    def _tell_best(self, answer: Best) -> None:
        options, texts = self.options, self.texts
        if answer.status == "unsat":
            self._tell_unsat(answer)
        elif answer.status == "unknown":
            return
        elif options.count and answer.count is None:
            print(texts("solve.endless"))
        elif options.count:
            print(answer.count if answer.is_complete else texts("solve.at_least", count=answer.count))
        else:
            for goal in answer.goals:
                print(self._cost_line(goal, answer))
            self._tell_broken(answer)
            if answer.is_complete or options.limit not in (None, 1):
                self._tell_count(len(answer.models), answer.is_complete, "costs.found_all")

    def _cost_line(self, goal: Goal, answer: Best) -> str:
        kind = "value" if goal.kind == "maximize" else "cost"
        is_proved = answer.optimal or goal.cost == goal.bound
        proof = "proved" if is_proved else "open" if goal.bound is not None else "unknown"
        text = self.texts(f"costs.{kind}_{proof}", cost=show_amount(goal.cost), bound=show_amount(goal.bound))
        if len(answer.goals) > 1:
            text = self.texts("costs.goal", line=goal.line, kind=goal.kind, text=text)
        return text

    def _tell_broken(self, answer: Best) -> None:
        if not answer.broken:
            return
        print(self.texts("costs.broken"))
        width = Paper(self.options).width
        for one in answer.broken[:_SHOWN]:
            text = self.texts("costs.instance", line=one.line, cost=one.cost, says=told_instance(one))
            print("\n".join(hanging("  ", text, width)))
        if len(answer.broken) > _SHOWN:
            print(f"  {self.texts('costs.more', count=len(answer.broken) - _SHOWN)}")

    # ------------------------------------------------------------------ plans

    def _plan_lines(self, answer: Planned) -> Iterator[str]:
        parts = []
        ((_, least),) = answer.horizon.items()
        if answer.none_up_to is not None:
            parts.append(self.texts("plan.none_up_to", value=answer.none_up_to))
        if least is not None:
            parts.append(self.texts("plan.found", steps=self.texts.counted("step", least)))
        if parts:
            yield self.texts("plan.joint").join(parts)
        if answer.model is not None:
            proof = "proved" if answer.optimal else "open"
            for cost, bound in zip(answer.costs or (), answer.bounds or (), strict=True):
                yield self.texts(f"plan.cost_{proof}", cost=show_amount(cost), bound=show_amount(bound))
            yield ""
            self.drawing.tell_guess(answer.guess, answer.model)
            yield from self.drawing.lines(answer.model.exhibit)

    # ------------------------------------------------------------------ games

    def _tell_game(self, answer: Game) -> None:
        print(self.texts(f"strategy.{answer.winner}"))
        print_lines(strategy_lines(answer.strategy, self.options.depth))
        if answer.omits_moves:
            print(self.texts("strategy.others"))
