"""`solve`: models of a text, their number, the best of them, a plan, or who wins a game: what the text asks for."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from bigand.answer.parts import Instance, Model
from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.answer.value import NonNegativeInt, Value
from bigand.language.syntax import Mode
from bigand.view.exhibit import Guess
from bigand.view.strategy import Turn, strategy_lines

Status: TypeAlias = Literal["sat", "unsat", "unknown"]
Amount: TypeAlias = int | float | str  # a number; as a text where it is exact only so


class FoundModel(Value):
    """A model, as soon as it is known; with the first one how it is drawn, if that had to be guessed."""

    model: Model
    number: int
    guess: Guess | None = None


class QuantifierBlock(Value):
    """A quantifier and the atoms behind it."""

    quantifier: Literal["exists", "forall"]
    atoms: tuple[str, ...]


class QuantifierPrefix(Value):
    """The quantifiers of a formula, the outermost first; free atoms are in the last one."""

    blocks: tuple[QuantifierBlock, ...]


class VariableNames(Value):
    """All variables of the clauses in their order; auxiliary ones have names too, and come last."""

    names: tuple[str, ...]
    atoms: int


class Proof(Value):
    """A proof that there is no model: its text, its size, whether it was checked."""

    format: Literal["drat", "lrat"]
    steps: int
    deletions: int
    checked: bool
    text: bytes = b""


class SolveAnswer(Answer, tag="solved"):
    """Models of a text; a count of null is that of infinitely many."""

    status: Status
    mode: Mode
    prefix: tuple[QuantifierBlock, ...] | None = None
    models: tuple[Model, ...]
    count: int | None
    is_complete: bool = False  # there are no others
    stopped: str | None = None  # the key of the limit that came before the end
    atoms: int
    clauses: int
    seconds: dict[str, float]
    proof: Proof | None = None
    guess: Guess | None = None


class Goal(Value):
    """What is minimised or maximised, on which line; its value, and what it can be at best."""

    kind: str
    line: int
    cost: Amount | None
    bound: Amount | None


class BrokenSoftRule(Instance):
    """A soft rule that a model breaks, and what that costs."""

    cost: int


class BestAnswer(Answer, tag="best"):
    """The best models of a text with soft rules or goals, and whether it is proved that they are."""

    status: Status
    models: tuple[Model, ...]
    count: int | None
    is_complete: bool = False
    stopped: str | None = None
    cost: Amount | tuple[Amount, ...] | None
    bound: Amount | tuple[Amount | None, ...] | None
    optimal: bool
    goals: tuple[Goal, ...] = ()
    broken: tuple[BrokenSoftRule, ...] = ()
    seconds: dict[str, float]
    guess: Guess | None = None


class CostProgress(Value):
    """What the best model so far costs, and what it can cost at best."""

    costs: tuple[str, ...]
    bounds: tuple[str | None, ...]


class PlanAnswer(Answer, tag="planned"):
    """The least number of steps for which there is a model, and that model; what each goal costs if it has some."""

    status: Status
    horizon: dict[str, int | None]
    none_up_to: int | None
    model: Model | None
    costs: tuple[Amount, ...] | None = None
    bounds: tuple[Amount | None, ...] | None = None
    optimal: bool | None = None
    is_finished: bool = True
    guess: Guess | None = None


class GameAnswer(Answer, tag="game"):
    """Who wins a formula with quantifiers, and how."""

    status: Literal["sat", "unsat"]
    mode: Mode
    prefix: tuple[QuantifierBlock, ...]
    winner: Literal["exists", "forall"]
    strategy: Turn
    omits_moves: bool = False  # some moves of the other side lose at once, and are not told
    names: tuple[str, ...] = ()

    def winning_move(self, *moves: str | Sequence[str]) -> list[str] | None:
        """The true atoms of the winner's move after these moves (the true atoms of each) of the other side.

        None when nothing can go wrong any more; a move that is not in the strategy loses at once, too.
        """
        turn = self.strategy
        for move in moves:
            made = {move} if isinstance(move, str) else set(move)
            following = [reply.then for reply in turn.answers if reply.to.matches(made)]
            if not following:
                return None
            turn = following[0]
        return list(turn.move.true) if turn.move else None

    def __str__(self) -> str:
        return "\n".join(strategy_lines(self.strategy))


class Solve(
    TextQuestion[SolveAnswer | BestAnswer | PlanAnswer | GameAnswer], tag="solve", by="bigand.answer.road:solve"
):
    """Which models does this text have?

    `wanted` is how many, null for all; models that were told before are `excluded`; formulas that are to hold
    besides are in `assume`. A text with soft rules or goals is answered by its best models, one whose number of
    steps is open by the shortest plan.
    """

    wanted: NonNegativeInt | None = 1
    count: bool = False
    strategy: bool = False
    proof: Literal["drat", "lrat"] | None = None
    plan: bool = False  # the least number of steps, though the text may say one
    excluded: tuple[Model, ...] = ()
    assume: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # patterns of atoms that are told
    true_only: bool = False
    solver: str | None = None
    seed: int | None = None  # for a random model
    check: bool = True
    as_written: bool = False
    suspicions: bool = False
    names: bool = False  # report the names of all variables first
    partial: bool = False  # atoms that a command leaves open, and may, are not told
    draw: bool = False
    words: Literal["en", "fr"] = "en"  # for what arguments are called, where a view is guessed
