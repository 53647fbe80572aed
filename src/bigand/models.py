"""The Python API for texts: load a file or a text as a `Model`, then solve, enumerate, count and explain it.

>>> m = model("atleast(1,[a,b])\\nnot a")
>>> m.solve()
Solution(b)
>>> m.count()
1
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import numpy as np

from bigand.api.expansion import (
    DEFAULT_SEARCH,
    Expansion,
    ModelSearch,
    backend_of,
    expand,
    expand_with_costs,
    find_solution,
    find_solutions,
    open_session,
)
from bigand.api.parts import Model as ModelPart
from bigand.api.problem import Problem, find_needed_data, read_source
from bigand.api.question import Answer, Failure, Limits, Question, ask_here
from bigand.api.report import Event, Remark
from bigand.api.run.child import ask_in_child, ask_in_parts
from bigand.api.size_check import may_count_natively
from bigand.api.solution import Solution
from bigand.api.solve import BestAnswer, FoundModel, GameAnswer, PlanAnswer, Solve, SolveAnswer
from bigand.api.source import Source
from bigand.api.value import replace_fields
from bigand.data import read_data_file
from bigand.ground.evaluator import NotEvaluableError
from bigand.language import CheckedDocument, Mode
from bigand.language.frontend import parse_document
from bigand.language.syntax import Program, cost_directives
from bigand.language.values import Value
from bigand.messages import Language, message_text
from bigand.source import render
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document
from bigand.source.error import BigandError, ErrorKind, LimitError, SolverError
from bigand.source.suggestion import most_similar_word
from bigand.values import DataError, ValueStore, values_to_json

if TYPE_CHECKING:
    from bigand.api.check import CheckAnswer
    from bigand.api.forced import ForcedAnswer
    from bigand.api.generate import GenerateAnswer, Symmetry
    from bigand.api.size import SizeAnswer
    from bigand.api.steps import HintAnswer, Level, RateAnswer, StepsAnswer, UniqueAnswer
    from bigand.api.why import WhyAnswer
    from bigand.api.witness import WitnessAnswer
    from bigand.encode.compiler import CompiledFile
    from bigand.encode.costs import CostedFile
    from bigand.ground.columns import Array
    from bigand.ground.grounder import Grounder

__all__ = ["Model", "ModelError", "Solution", "ask", "equivalent", "load", "load_answer", "model"]

AnswerT = TypeVar("AnswerT", bound=Answer)
_WHY_SECONDS = 15.0  # default time limit of an explanation

ModeName: TypeAlias = Literal["sat", "qbf", "smt"]
_OPTIONS = ("allow_data", "mode", "name")  # the keyword arguments of `load` and `model` that are not variables


class ModelError(NotEvaluableError):
    """A text has errors, or cannot answer the question that was asked.

    Printed, it shows each diagnostic at its place in the text.

    Args:
        message: The text of the error.
        diagnostics: What is wrong with the text: each has a `code`, a `span` and a message.

    Attributes:
        message: The text of the error.
        diagnostics: The list of diagnostics; empty if the text itself has no errors.

    >>> try:
    ...     model("p($i)")
    ... except ModelError as error:
    ...     [diagnostic.code for diagnostic in error.diagnostics]
    ['N101']
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(diagnostics)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UnknownVariableError(ModelError, TypeError):
    """A value was given for a variable that the text does not read."""


def make_model_error(document: Document, diagnostics: Sequence[Diagnostic]) -> ModelError:
    """Return an error that shows the diagnostics with the lines of the document."""
    rendered = [render.render_full(diagnostic, document, Language.ENGLISH) for diagnostic in diagnostics]
    return ModelError("\n" + "\n".join(rendered), diagnostics)


class Model:
    """A text without errors, with values for its variables; made by `load` and `model`.

    Every method that takes time has two limits: `timeout`, in seconds, and `memory`, in megabytes. With a limit,
    the question is answered by another process, which is ended when it exceeds the limit.

    >>> m = model("bigor $i in [1..$N]: p($i) end", N=3)
    >>> m.count()
    7
    >>> m.solve(assume=["not p(1)", "not p(2)"])["p"]
    [(3,)]
    """

    def __init__(self, source: Source, problem: Problem, values: Mapping[str, Value]) -> None:
        self._problem = problem
        self._source_without_values = source
        self._values = values

    @cached_property
    def _source(self) -> Source:
        """The text with its values as JSON, to send to another process."""
        return replace_fields(self._source_without_values, values=values_to_json(self._values))

    @property
    def _reading(self) -> CheckedDocument:
        return self._problem.reading

    @property
    def _program(self) -> Program:
        return self._reading.program

    @cached_property
    def _grounder(self) -> "Grounder":
        with self._convert_to_model_errors():
            return self._problem.grounder

    @cached_property
    def _expanded(self) -> Expansion:
        """The text expanded for the engines of its mode."""
        with self._convert_to_model_errors():
            return expand(self._problem)

    @property
    def _compiled(self) -> "CompiledFile":
        """The clauses, and the names of their atoms."""
        return self._expanded.compiled

    @cached_property
    def _costed(self) -> "CostedFile":
        """The clauses of a text with costs, and the costs."""
        with self._convert_to_model_errors():
            return expand_with_costs(self._problem)

    @contextmanager
    def _convert_to_model_errors(self) -> Iterator[None]:
        """Raise what stops the expansion as a `ModelError` that shows the place."""
        try:
            yield
        except NotEvaluableError as error:
            model_error = (
                error
                if isinstance(error, ModelError)
                else make_model_error(self._problem.document, error.diagnostics)
            )
            raise model_error from None

    def _check_supported(self, feature: str) -> None:
        """Raise a `ModelError` if texts in this mode do not have this feature."""
        key = backend_of(self._problem).UNSUPPORTED.get(feature)
        if key is not None:
            raise ModelError(message_text(key, Language.ENGLISH))

    def __repr__(self) -> str:
        return f"Model({self._source_without_values.name!r})"

    # ------------------------------------------------------------------ models

    def solve(
        self,
        solver: str | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        assume: Sequence[str] = (),
    ) -> Solution | None:
        """Find a model.

        Args:
            solver: The engine, such as `"cadical153"`, or the command of an external solver. By default the best
                one for the text is chosen.
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.
            assume: Formulas that must hold in addition, for this call only.

        Returns:
            A model that has been checked, or None if there is none. For a text with costs it is a best model.

        Raises:
            ModelError: The text cannot be expanded, or an assumption has errors.
            LimitError: A limit was reached.
            SolverError: The engine is missing, crashed or gave a wrong answer.

        >>> model("a or b").solve(assume=["not a"])
        Solution(b)
        >>> model("a and not a").solve() is None
        True
        """
        if isinstance(assume, str):
            raise TypeError(f"`assume` takes a list of formulas: write assume=[{assume!r}]")
        if timeout is None and memory is None and not assume:
            return next(self.models(solver), None)
        return self._ask_for_solution(timeout, memory, solver=solver, assume=tuple(assume))

    def models(
        self,
        solver: str | None = None,
        timeout: float | None = None,
        check: bool = True,
        memory: int | None = None,
    ) -> Iterator[Solution]:
        """Iterate over all models, in the order in which the engine finds them.

        Args:
            solver: The engine, as in `solve`.
            timeout: Time limit in seconds.
            check: Check each model against the text by a second, independent evaluation.
            memory: Memory limit in megabytes.

        Returns:
            An iterator over the models; for a text with costs, over the best ones.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached. The models found before have been yielded.
            SolverError: The engine is missing, crashed or gave a wrong answer.

        >>> sorted(solution.true for solution in model("a or b").models())
        [['a'], ['a', 'b'], ['b']]
        """
        if timeout is not None or memory is not None:
            yield from self._solutions_from_child(timeout, memory, solver=solver, check=check, wanted=None)
            return
        with self._convert_to_model_errors():
            if cost_directives(self._program):
                from bigand.api.costs import find_best_solutions

                yield from find_best_solutions(self._problem, self._costed, None, check)
            else:
                yield from find_solutions(self._expand_for_search(solver), ModelSearch(solver=solver, check=check))

    def _expand_for_search(self, solver: str | None) -> Expansion:
        """Expand a large text with native cardinality constraints, unless it is expanded or the engine has none."""
        if "_expanded" in vars(self) or not may_count_natively(self._problem, solver):
            return self._expanded
        expansion = expand(self._problem, native_counting=True)
        if not expansion.compiled.clauses.limits:
            self._expanded = expansion
        return expansion

    def count(self, timeout: float | None = None, memory: int | None = None) -> int:
        """Count the models.

        Two models are different if they differ in an atom of the text; auxiliary variables of the encoding do not
        matter.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The number of models; for a text with costs, the number of best models.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached, or there are infinitely many models.

        >>> model("a or b").count()
        3
        """
        if timeout is None and memory is None:
            return self._count_here()
        answer = self._ask(Solve, timeout, memory, count=True)
        assert isinstance(answer, SolveAnswer | BestAnswer)
        if answer.stopped is not None or answer.count is None:
            raise LimitError(answer.stopped or "limit.endless")
        return answer.count

    def _count_here(self) -> int:
        with self._convert_to_model_errors():
            if not cost_directives(self._program):
                with open_session(self._expanded) as session:
                    return self._expanded.count(session, DEFAULT_SEARCH)[0]
            from bigand.api.costs import find_best_models
            from bigand.solve.optimum import SearchOptions

            return sum([1 for _ in find_best_models(self._problem, self._costed, SearchOptions(wants_all=True))])

    def random(self, seed: int = 0, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """Find a model with values tried in random order.

        The models are not uniformly distributed.

        Args:
            seed: The same seed gives the same model.
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            A model, or None if there is none.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached.

        >>> len(model("exact(2,[a,b,c,d])").random(seed=7).true)
        2
        """
        if timeout is not None or memory is not None:
            return self._ask_for_solution(timeout, memory, seed=seed)
        with self._convert_to_model_errors():
            return find_solution(self._expanded, ModelSearch(seed=seed))

    def best(self, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """Find a best model of a text with `;;@ soft`, `;;@ minimize` or `;;@ maximize`.

        Args:
            timeout: Time limit in seconds. The best model found by then is returned.
            memory: Memory limit in megabytes.

        Returns:
            A model with its `cost`, and `optimal` if no model is better; None if there is no model.

        Raises:
            ModelError: The text has no costs, or cannot be expanded.
            LimitError: A limit was reached before any model was found.

        >>> cheapest = model("a or b\\n;;@ soft 2\\nnot a\\n;;@ soft 5\\nnot b").best()
        >>> cheapest.true, cheapest.cost, cheapest.optimal
        (['a'], 2, True)
        """
        if not cost_directives(self._program):
            raise ModelError("nothing to optimise: write `;;@ soft`, `;;@ minimize` or `;;@ maximize`")
        if timeout is not None or memory is not None:
            return self._ask_for_solution(timeout, memory)
        return next(self.models(), None)

    def plan(self, timeout: float | None = None, memory: int | None = None) -> Solution | None:
        """Find a model for the smallest value of the `;;@ horizon` variable.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            A model, with the value of the variable in `solution.horizon`; None if no value has a model.

        Raises:
            ModelError: The text has no `;;@ horizon`, or cannot be expanded.
            LimitError: A limit was reached.

        >>> model(";;@ horizon $k in [1..9]\\natleast(3,[at($t) for $t in [0..$k]])").plan().horizon
        {'$k': 2}
        """
        from bigand.api.plan import find_shortest_plan, new_horizon_search

        try:
            search = new_horizon_search(self._problem)
        except BigandError as error:
            raise ModelError(str(error)) from None
        if timeout is not None or memory is not None:
            return self._ask_for_solution(timeout, memory, plan=True)
        with self._convert_to_model_errors():
            return find_shortest_plan(self._problem, search, None)

    def strategy(self, timeout: float | None = None, memory: int | None = None) -> GameAnswer:
        """Find out who wins a formula with quantifiers, and how.

        The side `exists` wins if the formula is true, else the side `forall`.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The `winner` and the `strategy`; `winning_move` looks up the reply to the moves of the other side.

        Raises:
            ModelError: The text has no quantifiers.
            LimitError: A limit was reached.

        >>> game = model("forall a: exists b: (a <=> not b)").strategy()
        >>> game.winner, game.winning_move([])
        ('exists', ['b'])
        """
        from bigand.api.games import find_winning_strategy

        self._check_supported("strategy")
        if timeout is not None or memory is not None:
            answer = self._ask(Solve, timeout, memory, strategy=True)
            assert isinstance(answer, GameAnswer)
            return answer
        with self._convert_to_model_errors():
            return find_winning_strategy(self._expanded, None)

    def proof(
        self,
        format: Literal["drat", "lrat"] = "drat",
        timeout: float | None = None,
        memory: int | None = None,
    ) -> str | None:
        """Prove that there is no model.

        Args:
            format: The format of the proof.
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The text of the proof, which has been checked; None if there is a model.

        Raises:
            ModelError: The text is not propositional: other modes have no proofs.
            LimitError: A limit was reached.

        >>> contradiction = model("(a or b) and (a or not b) and not a")
        >>> contradiction.verify(contradiction.proof())
        True
        """
        self._check_supported("proof")
        if timeout is not None or memory is not None:
            answer = self._ask(Solve, timeout, memory, proof=format)
            assert isinstance(answer, SolveAnswer)
            _raise_if_unknown(answer)
            return None if answer.proof is None else answer.proof.text.decode("ascii")
        session: Any
        with self._convert_to_model_errors(), open_session(self._expanded, ModelSearch(proof=format)) as session:
            return None if session.solve() else session.text.read().decode("ascii")

    def verify(self, proof: str) -> bool:
        """Check a proof that there is no model.

        Args:
            proof: A proof in DRAT or LRAT.

        Returns:
            Whether the proof is correct and complete for the clauses of this text.

        >>> model("a and not a").verify("this is not a proof")
        False
        """
        from bigand.solve.proof.certificate import check_proof
        from bigand.solve.proof.formats import ProofError

        try:
            check_proof(self._compiled.clauses, BytesIO(proof.encode("utf-8", "replace")))
            return True
        except ProofError:
            return False

    def clauses(self) -> "tuple[Array, Array]":
        """Return all clauses as compressed rows.

        Returns:
            Two NumPy arrays `literals` and `starts`: clause `i` is `literals[starts[i]:starts[i + 1]]`.

        Raises:
            ModelError: The text cannot be expanded.

        >>> literals, starts = model("a or b\\nnot a or c").clauses()
        >>> [literals[start:end].tolist() for start, end in zip(starts, starts[1:])]
        [[1, 2], [-1, 3]]
        """
        return self._compiled.clauses.rows()

    # ------------------------------------------------------------------ reasons

    def check(self, timeout: float | None = None, memory: int | None = None) -> "CheckAnswer":
        """Look for mistakes that are not errors: names used once, rules without instances and the like.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The `diagnostics` in the order of the text, and how many formulas and assignments it has.

        Raises:
            LimitError: A limit was reached.

        >>> answer = model("a and b").check()
        >>> answer.is_valid, answer.formulas
        (True, 1)
        """
        from bigand.api.check import Check

        return self._ask(Check, timeout, memory)

    def why(
        self, timeout: float | None = _WHY_SECONDS, memory: int | None = None, all: bool = False
    ) -> "WhyAnswer":
        """Explain why there is no model, or not the models that `;;@ expect` asks for.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.
            all: Find all minimal sets of rules that clash, not only the first ones.

        Returns:
            The `clashes`, changes that would repair the text, and `status`, which is "sat" if there is a model
            after all.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached before any reason was found.

        >>> answer = model("a\\na => b\\nnot b").why(timeout=None)
        >>> answer.status, sorted(rule.line for rule in answer.reasons)
        ('unsat', [1, 2, 3])
        """
        from bigand.api.why import Why

        return self._ask(Why, timeout, memory, all=all)

    def why_not(
        self, *formulas: str, timeout: float | None = _WHY_SECONDS, memory: int | None = None
    ) -> "WhyAnswer":
        """Explain why no model satisfies some formulas.

        Args:
            *formulas: Formulas that you expect to hold together in some model.
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The rules that clash with the formulas; `status` is "sat" if there is such a model after all.

        Raises:
            ModelError: The text cannot be expanded, or a formula has errors.
            LimitError: A limit was reached before any reason was found.

        >>> model("rain => wet").why_not("rain", "not wet", timeout=None).status
        'unsat'
        """
        from bigand.api.why import WhyNot

        return self._ask(WhyNot, timeout, memory, expected=formulas)

    def witness(self, timeout: float | None = 60.0, memory: int | None = None) -> "WitnessAnswer":
        """Find out what each rule is needed for.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            For each rule a `verdict`: "needed", with a model that breaks only this rule; "implied" by the others;
            "clash" if the others have no model; or "unknown".

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached.

        >>> [rule.verdict for rule in model("a\\na or b").witness(timeout=None).rules]
        ['needed', 'implied']
        """
        from bigand.api.witness import Witness

        return self._ask(Witness, timeout, memory)

    def forced(self, timeout: float | None = None, memory: int | None = None) -> "ForcedAnswer":
        """Find the atoms that have the same value in every model.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The names of the atoms that are `true` in every model and of those that are `false`, and `values` of
            numbers.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached.

        >>> answer = model("a\\na => not b\\nc or d").forced()
        >>> answer.true, answer.false
        (('a',), ('b',))
        """
        from bigand.api.forced import Forced

        return self._ask(Forced, timeout, memory)

    def steps(self, timeout: float | None = None, memory: int | None = None) -> "StepsAnswer":
        """Solve the text step by step, each step from few instances of rules, as people would.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The `steps`, each with the `facts` that follow and the `instances` they follow from, and a `rating`.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached before any step was found.

        >>> [step.facts for step in model("a\\na => b").steps().steps]
        [('a',), ('b',)]
        """
        from bigand.api.steps import Steps

        return self._ask(Steps, timeout, memory)

    def hint(self, *marks: str, timeout: float | None = None, memory: int | None = None) -> "HintAnswer":
        """Check what somebody has found out so far, and find the next step.

        Args:
            *marks: Literals such as `"x(1,2)"` and `"not x(1,3)"`.
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The marks that are `wrong`, `undecided` or `clashing`, and the next `step`; no step if the marks contain
            all that is forced.

        Raises:
            ModelError: The text cannot be expanded, or a mark has errors.
            LimitError: A limit was reached.

        >>> model("a\\na => b").hint("a").step.facts
        ('b',)
        """
        from bigand.api.steps import Hint

        return self._ask(Hint, timeout, memory, marks=marks)

    def rate(self, timeout: float | None = None, memory: int | None = None) -> "RateAnswer":
        """Rate how hard the text is to solve by hand.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The `rating`, with its `level` and its `number`; no rating if there was no time for all steps.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached.

        >>> model("a\\na => b").rate().rating.level
        'easy'
        """
        from bigand.api.steps import Rate

        return self._ask(Rate, timeout, memory)

    def unique(self, timeout: float | None = None, memory: int | None = None) -> "UniqueAnswer":
        """Check whether there is exactly one model.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            The `status`; two `models` and the `differing` atoms if there are several. For a text with `;;@ clues`
            also the clues that are `needless` or `missing`.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached.

        >>> model("a or b\\nnot a").unique().status
        'unique'
        """
        from bigand.api.steps import Unique

        return self._ask(Unique, timeout, memory)

    def generate(
        self,
        count: int = 1,
        level: "Level | None" = None,
        symmetry: "Symmetry" = "none",
        seed: int = 0,
        timeout: float | None = None,
        memory: int | None = None,
    ) -> "GenerateAnswer":
        """Make new boards with one solution, for a text with a `;;@ clues` line.

        Args:
            count: How many boards.
            level: How hard they are to be.
            symmetry: The symmetry of the given clues.
            seed: The same seed gives the same boards.
            timeout: Time limit in seconds. The boards found by then are returned.
            memory: Memory limit in megabytes.

        Returns:
            The `boards`, each with its `clues`, `solution` and `rating`; `finished` is False if there are fewer
            than asked for.

        Raises:
            BigandError: The text has no `;;@ clues` line, or no board can be made from it.
            LimitError: A limit was reached before any board was found.
        """
        from bigand.api.generate import Generate

        fields = {"count": count, "level": level, "symmetry": symmetry, "seed": seed}
        return self._ask(Generate, timeout, memory, **fields)

    def size(self, timeout: float | None = None, memory: int | None = None) -> "SizeAnswer":
        """Count the instances and clauses of each rule.

        Args:
            timeout: Time limit in seconds.
            memory: Memory limit in megabytes.

        Returns:
            For each rule the number of its `instances`, and of its clauses as `written` and as `encoded`.

        Raises:
            ModelError: The text cannot be expanded.
            LimitError: A limit was reached.

        >>> [rule.instances for rule in model("bigand $i in [1..4]: p($i) end").size().rules]
        [4]
        """
        from bigand.api.size import Size

        return self._ask(Size, timeout, memory)

    # ------------------------------------------------------------------ asking

    def _ask(
        self,
        question_type: Callable[..., Question[AnswerT]],
        timeout: float | None,
        memory: int | None,
        **fields: Any,
    ) -> AnswerT:
        limits = Limits(seconds=timeout, megabytes=memory)
        return ask(question_type(source=self._source, limits=limits, **fields))

    def _ask_for_solution(self, timeout: float | None, memory: int | None, **fields: Any) -> Solution | None:
        """Ask `Solve`, and return the first model of the answer."""
        answer = self._ask(Solve, timeout, memory, **fields)
        assert not isinstance(answer, GameAnswer)
        _raise_if_unknown(answer)
        saved_model = (
            answer.model if isinstance(answer, PlanAnswer) else answer.models[0] if answer.models else None
        )
        if saved_model is None:
            return None
        solution = self._solution_with_costs(saved_model, answer)
        if isinstance(answer, PlanAnswer):
            solution.horizon = {name: least for name, least in answer.horizon.items() if least is not None}
        return solution

    def _solutions_from_child(self, timeout: float | None, memory: int | None, **fields: Any) -> Iterator[Solution]:
        """Yield the models that another process finds, as it finds them; best models are known only at the end."""
        question = Solve(source=self._source, limits=Limits(seconds=timeout, megabytes=memory), **fields)
        has_costs, answer = cost_directives(self._program), None
        with closing(ask_in_parts(question)) as parts:
            while answer is None:
                try:
                    part = next(parts)
                except StopIteration as end:
                    answer = end.value
                else:
                    if isinstance(part, FoundModel) and not has_costs:
                        yield _make_solution(part.model, self._program)
        if isinstance(answer, Failure):
            raise _error_from_failure(answer, question)
        if has_costs:
            yield from [self._solution_with_costs(saved_model, answer) for saved_model in answer.models]
        if answer.stopped is not None:
            raise LimitError(answer.stopped)

    def _solution_with_costs(self, saved_model: ModelPart, answer: Answer) -> Solution:
        """Convert a model of an answer, with its costs if it is one of the best."""
        solution = _make_solution(saved_model, self._program)
        if isinstance(answer, BestAnswer):
            solution.costs = tuple([_exact_number(goal.cost) for goal in answer.goals])
            solution.bounds = tuple(
                [None if goal.bound is None else _exact_number(goal.bound) for goal in answer.goals]
            )
            solution.optimal = answer.optimal
        return solution


def _raise_if_unknown(answer: SolveAnswer | BestAnswer | PlanAnswer) -> None:
    if answer.status == "unknown":
        raise LimitError((None if isinstance(answer, PlanAnswer) else answer.stopped) or "limit.time")


def _exact_number(value: Any) -> Any:
    return value if isinstance(value, int) else Fraction(str(value))


def _make_solution(saved_model: ModelPart, program: Program) -> Solution:
    """Convert a model of an answer."""
    values: dict[str, Any] = dict.fromkeys(saved_model.true, True) | dict.fromkeys(saved_model.false or (), False)
    values |= {name: _exact_number(value) for name, value in (saved_model.values or {}).items()}
    kind = np.bool_ if saved_model.values is None else object
    return Solution(list(values), np.array(list(values.values()), dtype=kind), program)


def ask(question: Question[AnswerT]) -> AnswerT:
    """Answer any question of `bigand.api`.

    A question with `limits` is answered by another process, else by this one.

    Args:
        question: The question, such as `bigand.api.format.Format(source=...)`.

    Returns:
        The answer, whose type depends on that of the question.

    Raises:
        ModelError: A text of the question has errors.
        LimitError: A limit was reached.
        SolverError: An engine is missing, crashed or gave a wrong answer.
        BigandError: There is no answer for another reason.

    >>> from bigand.api.format import Format
    >>> ask(Format(source=Source(text="a   and b"))).text
    'a and b\\n'
    """
    is_limited = question.limits != Limits()
    answer = ask_in_child(question) if is_limited else ask_here(question)
    if isinstance(answer, Failure):
        raise _error_from_failure(answer, question)
    return answer


def _error_from_failure(failure: Failure, question: Question[Any]) -> BigandError:
    if failure.diagnostics:
        sources = [value for name in ("source", "first", "second") if (value := getattr(question, name, None))]
        source = sources[failure.source] if failure.source < len(sources) else Source(text="")
        return make_model_error(Document(source.name, source.text), failure.diagnostics)
    kinds = {ErrorKind.LIMIT: LimitError, ErrorKind.SOLVER: SolverError}
    return kinds.get(failure.kind, BigandError)(failure.key, **failure.gaps)


def equivalent(first: str | Model, second: str | Model, timeout: float | None = None) -> bool:
    """Check whether two texts have the same models over the atoms of both.

    Args:
        first: A text, or a model.
        second: A text, or a model.
        timeout: Time limit in seconds.

    Returns:
        Whether every model of one is a model of the other.

    Raises:
        ModelError: A text has errors.
        LimitError: The time limit was reached.

    >>> equivalent("a => b", "not a or b")
    True
    """
    from bigand.api.formulas import Equivalence

    first_source, second_source = [
        text._source if isinstance(text, Model) else Source(text=text) for text in (first, second)
    ]
    return ask(Equivalence(first=first_source, second=second_source, limits=Limits(seconds=timeout))).is_equivalent


# ---------------------------------------------------------------------- files and texts


def model(
    text: str,
    /,
    *,
    name: str = "model",
    mode: Mode | ModeName | None = None,
    allow_data: Sequence[str | Path] = (),
    **variables: Any,
) -> Model:
    """Make a model from a text.

    Args:
        text: The text, in the language of TouIST with the extensions of bigand.
        name: A file name for messages. The `;;@ data` lines of the text read files below its folder.
        mode: The logic, "sat", "qbf" or "smt". By default it is recognised.
        allow_data: More folders that `;;@ data` lines may read.
        **variables: Values of variables of the text: `N=8` gives `$N` the value 8. Lists are sets, tuples are
            tuples, dicts are indexed variables; NumPy arrays and data frames can be used as they are.

    Returns:
        The model.

    Raises:
        ModelError: The text has errors, or does not read one of the variables (this is also a TypeError).
        TypeError: A value cannot be a value of the language.
        ValueError: There is no such mode.

    >>> model("bigand $i in [1..$N]: p($i) end", N=2).solve()["p"]
    [(1,), (2,)]
    >>> model("p($N)", M=3)
    Traceback (most recent call last):
    bigand.models.UnknownVariableError: no value of `$M` is needed: the file does not read it; did you mean `$N`?
    """
    store = ValueStore()
    for key, value in variables.items():
        store.add(key, value)  # raises a TypeError with the path of what cannot be a value of the language
    values = dict(store.values)
    source = Source(text=text, name=name, mode=None if mode is None else Mode(mode))
    document = Document(name, text)
    try:
        source = replace_fields(source, data=_read_data_files(source, values, Path(name).parent, allow_data))
        problem = read_source(source, _raise_or_warn_of_remark, store)
    except DataError as error:
        raise make_model_error(document, [_data_diagnostic(error)]) from None
    if not problem.reading.is_valid:
        raise make_model_error(document, problem.reading.diagnostics)
    return Model(source, problem, values)


def _raise_or_warn_of_remark(event: Event) -> None:
    """Raise an error for a value that the text does not read; other remarks are warnings."""
    if not isinstance(event, Remark):
        return
    message = message_text(event.key, Language.ENGLISH, **event.gaps)
    if event.key == "data.unread":
        option = most_similar_word(str(event.gaps["name"]).removeprefix("$"), _OPTIONS)
        raise UnknownVariableError(f"{message}; did you mean the option `{option}`?" if option else message)
    if event.key == "data.unread_near":
        raise UnknownVariableError(message)
    warnings.warn(message, stacklevel=4)


def _read_data_files(
    source: Source, known: Iterable[str], folder: Path, allowed: Sequence[str | Path]
) -> dict[str, bytes]:
    """Read the files that `;;@ data` lines name."""
    contents: dict[str, bytes] = {}
    for line in find_needed_data(source, known):
        try:
            contents[line.path] = read_data_file(line.path, folder, allowed)
        except DataError as error:
            error.span, error.variable = line.span, line.variable.name
            raise
    return contents


def _data_diagnostic(error: DataError) -> Diagnostic:
    gaps = {key: render.make_printable(str(gap)) for key, gap in error.gaps.items()}
    message = message_text(error.key, Language.ENGLISH, **gaps)
    return make_diagnostic("G301", error.span, name=error.variable, told=message)


def load_answer(text: str, view: str | None = None, number: int = 1) -> Solution:
    """Read a model that was saved.

    Args:
        text: The output of `bigand solve`, plain or with `--json`, or that of TouIST.
        view: How to draw it, as after `;;@ view`.
        number: Which model of the text, counted from 1.

    Returns:
        The model.

    Raises:
        ModelError: There is no such model in the text, or the view has errors.

    >>> load_answer("1 a\\n0 b").true
    ['a']
    """
    from bigand.api.saved_model import SavedModelError, parse_saved_models

    program, doubts = (
        parse_document(Document("view", f";;@ view {view}")) if view is not None else (Program(()), [])
    )
    if doubts:
        raise make_model_error(Document("view", f";;@ view {view}"), doubts)
    try:
        if number < 1:
            raise IndexError(number)
        values = parse_saved_models(text)[number - 1].values
    except (SavedModelError, IndexError) as error:
        raise ModelError("there is no such answer in this text") from error
    return Solution(tuple(values), np.array(list(values.values()), dtype=np.bool_), program)


def load(
    path: str | Path,
    /,
    *,
    mode: Mode | ModeName | None = None,
    allow_data: Sequence[str | Path] = (),
    **variables: Any,
) -> Model:
    """Load a model from a file.

    Args:
        path: The file. Its `;;@ data` lines read files below its folder.
        mode: The logic, "sat", "qbf" or "smt". By default it is recognised.
        allow_data: More folders that `;;@ data` lines may read.
        **variables: Values of variables of the file, as in `model`.

    Returns:
        The model.

    Raises:
        OSError: The file cannot be read.
        ModelError: The file has errors, or does not read one of the variables (this is also a TypeError).
        TypeError: A value cannot be a value of the language.
        ValueError: There is no such mode.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "choice.touist")
    ...     _ = path.write_text("exact(1,[p($i) for $i in [1..$N]])")
    ...     load(path, N=5).count()
    5
    """
    text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    return model(text, name=str(path), mode=mode, allow_data=allow_data, **variables)
