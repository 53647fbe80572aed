"""What `solve` does for files without quantifiers, costs and steps: models one after the other, or their number."""

import argparse
import sys
import time

from bigand.answer.model import Model, Solution, random_phases
from bigand.apps.cli.answers import Answers
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.proofs import proof_format, proof_object, save_proof, tell_proof
from bigand.apps.cli.solving import tell_unsat
from bigand.language import Mode
from bigand.solve.proof.certificate import Proof, ProvingSession
from bigand.solve.pysat_engine import COUNTING
from bigand.solve.session import LimitError, Session


class Solving:
    """One run of `solve`: the models found so far, and whether they are all."""

    def __init__(self, answers: Answers, deadline: float | None, progress: Progress) -> None:
        self.answers = answers
        self.model = answers.model
        self.options = answers.options
        self.texts = answers.texts
        self.deadline = deadline
        self.progress = progress
        self.found: list[Solution] = []
        self.is_complete = False
        self.proof: Proof | None = None
        self.began = time.process_time()

    def run(self) -> int:
        options, model, progress = self.options, self.model, self.progress
        progress.stage("progress.expand")
        counting = may_count(model, options)
        model.compiled = model.compile(options.as_written, progress.done, counting=counting)
        progress.stage("progress.solve")
        self.began = time.process_time()
        session = self._open_session()
        try:
            if options.random:
                session.prefer(random_phases(model.compiled, options.seed))
            if options.count:
                return self._count(session)
            self._find(session)
            if isinstance(session, ProvingSession):
                self.proof = save_proof(session, options.proof)
        except LimitError as error:
            if not self.found:
                if options.json:
                    self._print_json("unknown", 0)
                raise
            print(f"bigand: {self.texts(error.key)}", file=sys.stderr)
        finally:
            session.close()
        return self._tell()

    def _open_session(self) -> Session:
        model, options = self.model, self.options
        if options.proof is not None:
            kind = proof_format(options.proof)
            return ProvingSession(model.compiled.clauses, kind, self.deadline, check=not options.fast)
        if model.reading.mode is not Mode.SMT:
            return model.session(options.solver, self.deadline, isolated=True)
        from bigand.answer.numbers import NumberModel

        assert isinstance(model, NumberModel)
        seed = options.seed if options.random else None
        return model.session(options.solver, self.deadline, isolated=True, seed=seed, megabytes=options.memory)

    # ------------------------------------------------------------------ models

    def _find(self, session: Session) -> None:
        """Find as many models as are wanted; each is shown when it is found."""
        wanted = self.answers.wanted
        for solution in self.model.answers(session, check=not self.options.fast):
            self.found.append(solution)
            if not self.options.json:
                self.progress.clear()
                self.answers.print(solution, len(self.found), wanted)
            if wanted is not None and len(self.found) >= wanted:
                return
            if wanted is None and self.deadline is None and self.model.has_no_end(session, solution):
                raise LimitError("limit.endless")
        self.is_complete = True

    def _tell(self) -> int:
        """What is said after the models, and the exit code."""
        count, wanted = len(self.found), self.answers.wanted
        if count:
            self.answers.write_picture(self.found[0])
        if self.options.json:
            self._print_json("sat" if count else "unsat", count)
        elif not count:
            tell_unsat(self.options, self.texts)
        elif self.is_complete or wanted != 1:
            key = "solve.found_all" if self.is_complete else "solve.found"
            print(self.texts(key, count=self.texts.counted("model", count)))
        if self.options.proof is not None:
            tell_proof(self.proof, self.options, self.texts)
        if count and not self.is_complete and wanted is None:
            return Exit.LIMIT
        return Exit.DONE if count else Exit.UNSAT

    # ------------------------------------------------------------------ their number

    def _count(self, session: Session) -> int:
        try:
            count, is_complete = self.model.counted(session, self.deadline, not self.options.fast)
        except LimitError as error:
            if error.key != "limit.endless":
                raise
            return self._tell_endless()
        if self.options.json:
            self._print_json("sat" if count else "unsat" if is_complete else "unknown", count)
        else:
            print(count if is_complete else self.texts("solve.at_least", count=count))
        if not is_complete:
            print(f"bigand: {self.texts('limit.time')}", file=sys.stderr)
            return Exit.LIMIT
        return Exit.DONE if count else Exit.UNSAT

    def _tell_endless(self) -> int:
        """There is no end of models: that is their number."""
        if self.options.json:
            self._print_json("sat", None)
        else:
            print(self.texts("solve.endless"))
        return Exit.DONE

    def _print_json(self, status: str, count: int | None) -> None:
        """The answer for programs; a count of null is that of infinitely many."""
        compiled, seconds = self.model.compiled, time.process_time() - self.began
        answer: dict[str, object] = {
            "status": status,
            "mode": self.model.reading.mode.value,
            "models": [self.answers.as_object(solution) for solution in self.found],
            "count": count,
            "atoms": compiled.clauses.atoms,
            "clauses": compiled.clauses.count,
            "seconds": {key: round(value, 4) for key, value in {**self.model.seconds, "solve": seconds}.items()},
        }
        if self.options.proof is not None:
            answer["proof"] = proof_object(self.proof, self.options)
        print_json(answer)


def may_count(model: Model, options: argparse.Namespace) -> bool:
    """Whether an engine that counts by itself may be taken."""
    is_free = options.solver in (None, COUNTING) and not options.count and options.proof is None
    return is_free and model.reading.mode is Mode.SAT and model.is_large
