"""Exercises: a board, the goal of a proof, and the rules that it may use, as a JSON file.

A page opens and saves an exercise, a link carries it, and proofs are judged by it. Its `board` is rows of text, so
that the reader of boards can also read the file of an exercise.
"""

import json
import re

import msgspec

from bigand.api.question import to_plain_data
from bigand.api.report import Report
from bigand.api.value import replace_fields
from bigand.puzzles.lightup import questions
from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.faults import BoardError, refuse
from bigand.puzzles.lightup.formats import plain
from bigand.puzzles.lightup.proof.goals import judge_goal_cells
from bigand.puzzles.lightup.proof.tree import Aim, Goal
from bigand.puzzles.lightup.questions import DraftGoal, Exercise, Marks
from bigand.puzzles.lightup.rules import RULES, ProofRule, find_rule
from bigand.source.document import Document
from bigand.source.error import BigandError, LimitError
from bigand.source.limits import read_json

_MAX_MEGABYTES = 4
_PATH = re.compile(r" - at `\$\.?([^`]*)`")
_FIELD = re.compile(r"(missing required|unknown) field `([^`]*)`")


class ProofTask(msgspec.Struct, frozen=True):
    """What an exercise asks for, in the form used to judge proofs; if `rules` is None, all may be used."""

    board: Board
    goal: Goal | None = None
    rules: list[ProofRule] | None = None


def looks_like_exercise(text: str) -> bool:
    """Whether a text is meant to be an exercise."""
    return text.lstrip("\ufeff \t\r\n")[:1] == "{" and '"exercise"' in text


def read_exercise(question: questions.ReadExercise, _report: Report) -> questions.ReadExerciseAnswer:
    """Read an exercise from a text."""
    exercise = parse_exercise(question.text)
    task = proof_task_of(exercise, question.max_cells)
    names = None if task.rules is None else tuple([rule.name for rule in task.rules])
    return questions.ReadExerciseAnswer(exercise=replace_fields(exercise, board=task.board.rows, rules=names))


def write_exercise(question: questions.WriteExercise, _report: Report) -> questions.WriteExerciseAnswer:
    """Write an exercise as a file, with a line for each row of the board."""
    proof_task_of(question.exercise, question.max_cells)
    plain_exercise = to_plain_data(question.exercise)
    if question.exercise.goal == DraftGoal():  # omitted by value: the default may be another object by now
        plain_exercise.pop("goal", None)
    content = json.dumps(plain_exercise, ensure_ascii=False, indent=2)
    content = re.sub(r"\[\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2]", content)  # keep a cell on one line
    return questions.WriteExerciseAnswer(text=f"{content}\n")


def parse_exercise(text: str) -> Exercise:
    """Parse the file of an exercise; errors name the path to the field."""
    if len(text) > _MAX_MEGABYTES << 20:
        raise LimitError("lightup.exercise.too_large", limit=_MAX_MEGABYTES)
    document = Document("exercise", text)
    try:
        content = read_json(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        refuse(document, "P110", min(error.pos, len(text)), variant="json", help="json")
    except (RecursionError, ValueError):
        refuse(document, "P110", 0, variant="json", help="json")
    if not isinstance(content, dict) or content.get("exercise") != "lightup.proof":
        raise BigandError("lightup.exercise.none")
    try:
        return msgspec.convert(content, Exercise)
    except msgspec.ValidationError as error:
        raise _convert_msgspec_error(str(error)) from None


def _convert_msgspec_error(msgspec_message: str) -> BigandError:
    """Convert an error of msgspec to one of our messages."""
    path_match = _PATH.search(msgspec_message)
    path = path_match.group(1) if path_match else ""
    field = _FIELD.search(msgspec_message)
    if field is None:
        return BigandError("lightup.exercise.field", path=path[:60])
    name = f"{path}.{field.group(2)}".lstrip(".")
    return BigandError(f"lightup.exercise.{field.group(1).split()[0]}", path=name[:60])


def proof_task_of(exercise: Exercise, limit: int) -> ProofTask:
    """Resolve the board, rules and goal cells of an exercise; raise a `BigandError` if one is invalid."""
    try:
        board = plain.read_text(Document("board", "\n".join(exercise.board)), limit)
    except BoardError as error:
        raise BigandError("lightup.exercise.board", why=error.diagnostic.message) from None
    goal = goal_from_draft(exercise.goal, board)
    for objection in judge_goal_cells(goal, board)[:1]:
        raise BigandError(f"lightup.exercise.{'goal_cells' if objection.places else 'no_goal_cells'}")
    if exercise.rules is None:
        return ProofTask(board, goal, None)
    if not exercise.rules:
        raise BigandError("lightup.exercise.no_rules")
    return ProofTask(board, goal, list(dict.fromkeys([require_rule(name) for name in exercise.rules])))


def goal_from_draft(goal: DraftGoal, board: Board) -> Goal:
    return Goal(Aim(goal.aim), changes_from_marks(goal.marks, board), goal.assumes_solution)


def changes_from_marks(marks: Marks, board: Board) -> tuple[tuple[int, Cell], ...]:
    """Return the marks as pairs of a cell's index and its new content."""
    bulbs = [(require_cell_index(spot, board), Cell.BULB) for spot in marks.bulbs]
    return (*bulbs, *[(require_cell_index(spot, board), Cell.DOT) for spot in marks.dots])


def require_cell_index(spot: questions.Spot, board: Board) -> int:
    row, column = spot.place
    if not (0 <= row < board.height and 0 <= column < board.width):
        raise BigandError("lightup.draft.off_board", row=spot.row, column=spot.column)
    return row * board.width + column


def require_rules(names: tuple[str, ...] | None) -> list[ProofRule] | None:
    return None if names is None else [require_rule(name) for name in names]


def require_rule(name: str) -> ProofRule:
    rule = find_rule(name)
    if rule is None:
        names = ", ".join([rule.name for rule in RULES])
        raise BigandError("lightup.only.unknown", name=name[:60], names=names)
    return rule
