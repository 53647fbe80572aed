"""What `solve` does for files with quantifiers: values of the outermost `exists`, their number, strategies."""

import sys
import time

from bigand.answer.model import Solution
from bigand.answer.quantified import QuantifiedModel, turn_object
from bigand.apps.cli.answers import Answers
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.reading import tell
from bigand.apps.cli.solving import check_size, has_open_horizon
from bigand.encode.quantified import QuantifiedClauses
from bigand.solve.session import LimitError
from bigand.solve.strategy import find_strategy
from bigand.solve.worker import run_isolated
from bigand.view.strategy import moves_of, omits_moves, strategy_lines

_LONGEST = 6  # names of a block that a line lists


class QuantifiedSolving:
    """One run of `solve`."""

    def __init__(self, answers: Answers) -> None:
        assert isinstance(answers.model, QuantifiedModel)
        self.answers = answers
        self.model = answers.model
        self.options = answers.options
        self.texts = answers.texts
        self.began = time.process_time()

    def run(self, deadline: float | None, progress: Progress) -> int:
        options, texts = self.options, self.texts
        if has_open_horizon(self.model):
            texts.complain("quantified.horizon")
            return Exit.USAGE
        check_size(self.model, options, texts)
        progress.stage("progress.expand")
        self.model.compiled = self.model.compile(options.as_written, progress.done)
        if self.model.quantified.doubts:
            progress.clear()
            tell([(self.model.reading.document, list(self.model.quantified.doubts))], options, texts, sys.stderr)
        progress.stage("progress.solve")
        self.began = time.process_time()
        try:
            if options.strategy:
                return self._tell_strategy(deadline, progress)
            return self._count(deadline) if options.count else self._models(deadline, progress)
        except LimitError:
            if options.json:
                self._print_json("unknown", [], 0)
            raise

    # ------------------------------------------------------------------ models

    def _models(self, deadline: float | None, progress: Progress) -> int:
        options, texts = self.options, self.texts
        wanted = self.answers.wanted
        found: list[Solution] = []
        complete = False
        session = self.model.session(options.solver, deadline, isolated=True)
        try:
            if options.random:
                session.prefer(self.model.random_phases(options.seed))
            for solution in self.model.answers(session, check=not options.fast):
                found.append(solution)
                if not options.json:
                    progress.clear()
                    self._show(solution, len(found), wanted)
                if wanted is not None and len(found) >= wanted:
                    break
            else:
                complete = True
        except LimitError as error:
            if not found:
                raise
            print(f"bigand: {texts(error.key)}", file=sys.stderr)
        finally:
            session.close()
        if options.json:
            self._print_json("sat" if found else "unsat", found, len(found))
        elif not found:
            print(texts("quantified.false"))
        elif wanted != 1 and found[0].names:
            key = "solve.found_all" if complete else "solve.found"
            print(texts(key, count=texts.counted("model", len(found))))
        if found and not complete and wanted is None:
            return Exit.LIMIT
        return Exit.DONE if found else Exit.UNSAT

    def _show(self, solution: Solution, number: int, wanted: int | None) -> None:
        if number == 1:
            print(self._headline(self.model.quantified))
        if solution.names:
            self.answers.print(solution, number, wanted)
            if number == 1:
                self.answers.write_picture(solution)

    def _headline(self, quantified: QuantifiedClauses) -> str:
        """The answer in a line: for which block there are values."""
        if not quantified.blocks:
            return self.texts("quantified.true")
        names = [quantified.compiled.names[atom - 1] for atom in quantified.blocks[0].atoms.tolist()]
        listed = ", ".join(names[:_LONGEST]) + (", …" if len(names) > _LONGEST else "")
        kind = "forall" if quantified.blocks[0].is_forall else "exists"
        return self.texts(f"quantified.{kind}", atoms=listed)

    # ------------------------------------------------------------------ numbers, strategies

    def _count(self, deadline: float | None) -> int:
        session = self.model.session(self.options.solver, deadline, isolated=True)
        try:
            count, _ = self.model.counted(session, deadline, not self.options.fast)
        finally:
            session.close()
        if self.options.json:
            self._print_json("sat" if count else "unsat", [], count)
        else:
            print(count)
        return Exit.DONE if count else Exit.UNSAT

    def _tell_strategy(self, deadline: float | None, progress: Progress) -> int:
        quantified = self.model.quantified
        strategy = run_isolated(lambda: find_strategy(quantified), deadline)
        moves = moves_of(quantified, self.answers.is_wanted)
        progress.clear()
        if self.options.json:
            answer = {
                "status": "unsat" if strategy.forall_wins else "sat",
                "mode": "qbf",
                "prefix": _prefix_object(quantified),
                "winner": "forall" if strategy.forall_wins else "exists",
                "strategy": turn_object(strategy.first, moves),
            }
            print_json(answer)
        else:
            print(self.texts("strategy.forall" if strategy.forall_wins else "strategy.exists"))
            for line in strategy_lines(strategy, moves, self.options.depth):
                print(line)
            if omits_moves(strategy):
                print(self.texts("strategy.others"))
        return Exit.UNSAT if strategy.forall_wins else Exit.DONE

    def _print_json(self, status: str, found: list[Solution], count: int) -> None:
        quantified, seconds = self.model.quantified, time.process_time() - self.began
        answer = {
            "status": status,
            "mode": "qbf",
            "prefix": _prefix_object(quantified),
            "models": [self.answers.as_object(solution) for solution in found],
            "count": count,
            "atoms": quantified.compiled.clauses.atoms,
            "clauses": quantified.compiled.clauses.count,
            "seconds": {key: round(value, 4) for key, value in {**self.model.seconds, "solve": seconds}.items()},
        }
        print_json(answer)


def _prefix_object(quantified: QuantifiedClauses) -> list[dict[str, object]]:
    """The blocks for JSON, outermost first; free atoms are in the last one."""
    return [
        {
            "quantifier": "forall" if block.is_forall else "exists",
            "atoms": [quantified.compiled.names[atom - 1] for atom in block.atoms.tolist()],
        }
        for block in quantified.blocks
    ]


# ---------------------------------------------------------------------- for the `touist` command


def touist_lines(model: QuantifiedModel, solution: Solution, show_hidden: bool) -> list[str]:
    """`1 a`, `0 b`, and `? c` for all that is not in the outermost `exists`."""
    known = dict(zip(solution.names, solution.values_array.tolist(), strict=True))
    compiled = model.quantified.compiled
    names = list(compiled.names)
    if show_hidden:
        names += [f"&{at + 1}" for at in range(compiled.clauses.variables - compiled.clauses.atoms)]
    return [f"{int(known[name]) if name in known else '?'} {name}\n" for name in names]


def touist_prenex(quantified: QuantifiedClauses) -> str:
    """The formula in a line, its quantifiers in front."""
    from bigand.encode.named import named_matrix

    prefix = ""
    for block in quantified.blocks:
        symbol = "∀" if block.is_forall else "∃"
        prefix += "".join([f"{symbol}{quantified.compiled.names[atom - 1]}. " for atom in block.atoms.tolist()])
    matrix = [f"({line})" if " " in line else line for line in named_matrix(quantified)]
    whole = " ∧ ".join(matrix or ["⊤"])
    return prefix + (f"({whole})" if len(matrix) > 1 else whole) + "\n"
