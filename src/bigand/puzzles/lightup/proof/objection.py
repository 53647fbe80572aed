"""Objections to a proof as values; their messages in the catalogue are `lightup.proof.REASON`."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from bigand.messages import Language, message_text
from bigand.puzzles.lightup.board import Board, Place
from bigand.puzzles.lightup.proof.tree import ProofStep
from bigand.puzzles.lightup.questions import ObjectionRecord
from bigand.puzzles.lightup.rules import ProofRule


class Flaw(Enum):
    """Why a proof is not accepted."""

    # the file
    OFF_THE_BOARD = "off_the_board"  # a cell that does not exist
    NOT_A_MARK = "not_a_mark"  # a value that no step can give a cell
    MARKED_TWICE = "marked_twice"  # a step with two values for a cell
    OTHER_BOARD = "other_board"  # not the board of the task
    OTHER_SIZE = "other_size"
    OTHER_GOAL = "other_goal"
    NO_SUCH_GOAL = "no_such_goal"
    SEVERAL_GOALS = "several_goals"
    NO_GOAL_CELLS = "no_goal_cells"  # a goal about cells that names none
    # the tree
    NO_ROOT = "no_root"
    SEVERAL_ROOTS = "several_roots"
    SAME_NAME = "same_name"  # two nodes, or two steps, with the same name
    NO_NAME = "no_name"  # a node without a name
    NO_SUCH_NODE = "no_such_node"  # a step from or to a node that does not exist
    NO_CHILD = "no_child"  # a step that leads to no node
    NO_PARENT = "no_parent"  # a step that starts at no node
    TWO_PARENTS = "two_parents"  # a node that several steps lead to, without a merge
    CIRCLE = "circle"
    CUT_OFF = "cut_off"  # nodes that cannot be reached
    # steps
    UNJUSTIFIED = "unjustified"
    NO_SUCH_RULE = "no_such_rule"
    NOT_ALLOWED = "not_allowed"  # a rule that the task does not allow
    ON_A_WALL = "on_a_wall"
    NOT_UNKNOWN = "not_unknown"  # a cell that had a mark before the step
    NOT_FORCED = "not_forced"  # a mark that does not follow by the rule
    NO_CONTRADICTION = "no_contradiction"
    CONTRADICTION_MARKS = "contradiction_marks"  # a contradiction that changes the board
    AFTER_THE_END = "after_the_end"  # a step after a contradiction
    SIBLINGS = "siblings"  # several steps from a node that are not all of one case rule
    NO_SUCH_CASES = "no_such_cases"  # cases that the rule does not make anywhere
    GIVES_NOTHING = "gives_nothing"  # a rule that concludes nothing at the selected place
    NO_PLACE = "no_place"  # a case rule without a selected place
    CASES_MISSING = "cases_missing"
    CASES_TO_SPARE = "cases_to_spare"
    NOT_MERGED = "not_merged"  # a merge that keeps marks which not all branches have
    # the goal
    UNFINISHED = "unfinished"  # a branch that ends neither in a contradiction nor in a solution
    UNCLOSED = "unclosed"  # a branch that ends on a board that breaks a rule
    NOT_SHOWN = "not_shown"  # a branch without the values to be shown
    REFUTED = "refuted"  # the engine knows a solution that contradicts the goal
    NOT_THE_SAME = "not_the_same"  # branches with different values where they should be the same
    NO_SOLUTION_SHOWN = "no_solution_shown"
    NO_OTHER_VALUE = "no_other_value"  # no solution has other values than the goal's
    NO_SOLUTION = "no_solution"  # of the board
    STILL_OPEN = "still_open"  # a branch without a contradiction where all should have one


class Remark(Enum):
    """What the engine knows of a wrong step; the messages are `lightup.proof.remark.REMARK`."""

    COUNTEREXAMPLE = "counterexample"  # here is a solution that it rules out
    REFUTED = "refuted"  # here is a solution that contradicts the goal
    FOLLOWS_OTHERWISE = "follows_otherwise"  # true, and by another rule
    TRUE = "true"  # true, but not by this rule
    NO_SOLUTION = "no_solution"  # the board before the step has no solution, so anything follows
    UNSURE = "unsure"  # not decided in time


class Objection(Struct, frozen=True):
    """Something that is wrong with a proof; printed, it is a sentence in English.

    Attributes:
        reason: What is wrong.
        step: The name of the step.
        node: The name of the node that it leads to.
        line: The line of the file.
        rule: The rule that the step names.
        places: The cells that are wrong.
        gaps: What fills the gaps of the sentence.
        remark: What the solver knows about the step.
        better: A rule by which the marks would follow.
        counterexample: A solution that the step rules out.
    """

    reason: Flaw
    step: str | None = None
    node: str | None = None
    line: int | None = None
    rule: ProofRule | None = None
    places: tuple[Place, ...] = ()
    gaps: Mapping[str, str] = field(default_factory=dict)
    remark: Remark | None = None
    better: ProofRule | None = None  # the rule by which it would follow
    counterexample: Board | None = None  # a solution that the step rules out

    @property
    def record(self) -> ObjectionRecord:
        """The same as a value for JSON."""
        cells = tuple([(place.column, place.row) for place in self.places])
        return ObjectionRecord(
            reason=self.reason.value,
            step=self.step,
            node=self.node,
            line=self.line,
            rule=None if self.rule is None else self.rule.name,
            rule_id=None if self.rule is None else self.rule.id,
            cell=cells[0] if cells else None,
            cells=cells,
            gaps=dict(self.gaps),
            remark=None if self.remark is None else self.remark.value,
            follows_by=None if self.better is None else self.better.name,
            counterexample=None if self.counterexample is None else self.counterexample.rows,
        )

    def __str__(self) -> str:
        """Return the objection in English, for Python; the command line uses the user's language."""
        from bigand.puzzles.lightup.wording import objection_sentence

        def say(key: str, **gaps: object) -> str:
            return message_text(key, Language.ENGLISH, **gaps)

        return objection_sentence(self.record, say)


def step_objection(step: ProofStep, flaw: Flaw, places: tuple[Place, ...] = (), **gaps: str) -> Objection:
    """Make an objection to a step."""
    return Objection(flaw, step.name, step.child, step.line, step.rule, places, gaps)
