"""Explain boards: the number of solutions, the steps to the solution, how hard it is; and give hints."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell, Place
from bigand.puzzles.lightup.position import EVERYWHERE, Position, cell_set, cells_with_mark
from bigand.puzzles.lightup.reasoning.argument import Premises, premises_of
from bigand.puzzles.lightup.reasoning.chain import is_reached, necessary_links
from bigand.puzzles.lightup.reasoning.derivation import (
    CaseChooser,
    Chooser,
    Derivation,
    ShortestCaseChooser,
    cheapest_links_towards,
    extend_derivation,
)
from bigand.puzzles.lightup.reasoning.levels import Level, Technique
from bigand.puzzles.lightup.reasoning.redundancy import shorten_links
from bigand.puzzles.lightup.reasoning.steps import (
    Rating,
    Step,
    build_steps_cheapest_first,
    one_step_per_link,
    rate_steps,
)
from bigand.puzzles.lightup.rules import Conclusion, find_contradiction, is_solved
from bigand.puzzles.lightup.solver import DecidedCells, SolveResult, Status, find_decided_cells, solve_board

_MAX_ALTERNATIVES_CELLS = 500  # up to which alternative explanations are tried
_CASE_PENALTY = 2  # rule instances that one case less is worth


class Explanation(Struct, frozen=True):
    """The explanation of a board.

    The steps solve a board with one solution. For several solutions they lead to all that the solutions share;
    without any solution they lead to a contradiction.

    Attributes:
        board: The board.
        status: Whether it has no, one or several solutions.
        steps: What follows, and why, step by step.
        solutions: Two solutions, if there are several.
        end: The contradiction, if there is no solution.
        complete: False if there was no time for all steps.
        cell: The cell that it is about, if it is not about the whole board.
    """

    board: Board
    status: Status
    steps: tuple[Step, ...]
    solutions: tuple[Board, ...] = ()  # two, if there are several
    end: Conclusion | None = None
    complete: bool = True
    cell: int | None = None  # the cell to explain, unless it is all of them

    @property
    def rating(self) -> Rating | None:
        """How hard the board is, or None unless it has exactly one solution."""
        return rate_steps(self.steps) if self._is_solved else None

    @property
    def _is_solved(self) -> bool:
        return self.status is Status.UNIQUE and self.complete and self.cell is None

    @property
    def last_board(self) -> Board:
        """The board after the last step."""
        return self.steps[-1].after.board if self.steps else self.board


def count_instances(steps: Iterable[Step]) -> int:
    """Return the number of rule instances in these steps."""
    return sum([step.size for step in steps])


def explain_board(board: Board, keep_marks: bool = False) -> Explanation:
    """Explain a board; its marks are removed first unless `keep_marks` is set."""
    return Explainer(board, keep_marks).explain()


def explanation_goal(
    board: Board, result: SolveResult, keep_marks: bool, cell: int | None = None
) -> Premises | None:
    """Return the goal: all bulbs, or what all solutions share (in `cell`); None if there is no solution."""
    if result.solution is None:
        return None
    if result.is_unique and cell is None:
        return Premises(cells_with_mark(result.solution, Cell.BULB), 0)
    shared = find_decided_cells(board, keep_marks) or DecidedCells((), ())
    cell_mask = -1 if cell is None else 1 << cell
    return Premises(cell_set(shared.bulbs) & cell_mask, cell_set(shared.dots) & cell_mask)


def _best_steps(candidates: list[tuple[Step, ...]]) -> tuple[Step, ...]:
    """Return the shortest steps to read: fewest repeated arguments, and no more rule instances than the last.

    The last candidate is the plainest one.
    """
    most = count_instances(candidates[-1])

    def burden(steps: tuple[Step, ...]) -> tuple[int, bool, int]:
        instances = count_instances(steps)
        return _count_repeats(steps), instances > most, instances + _CASE_PENALTY * len(_case_steps(steps))

    return min(candidates, key=burden)


def _count_repeats(steps: tuple[Step, ...]) -> int:
    """Return how many cases have the same argument as another."""
    cases = _case_steps(steps)
    return len(cases) - len({step.instances for step in cases})


def _case_steps(steps: tuple[Step, ...]) -> list[Step]:
    return [step for step in steps if step.technique.level >= Level.HARD]


class Explainer:
    """Makes an explanation; when time runs out, `partial_explanation` has what was found."""

    def __init__(
        self,
        board: Board,
        keep_marks: bool = False,
        watch: Callable[[Position], None] = lambda _position: None,
        cell: int | None = None,
    ) -> None:
        self.cell = cell
        self.board = board if keep_marks else board.puzzle
        self.keep_marks = keep_marks
        self.watch = watch
        self.start = Position.from_board(self.board)
        self.status: Status | None = None
        self.solutions: tuple[Board, ...] = ()
        self.derivation: Derivation | None = None
        self.goal: Premises | None = None

    def explain(self) -> Explanation:
        """Return the whole explanation."""
        result = solve_board(self.board, keep_marks=self.keep_marks)
        self.status, self.solutions = result.status, result.solutions
        self.goal = explanation_goal(self.board, result, self.keep_marks, self.cell)
        self.derivation = Derivation(self.start, [], self.start)
        extend_derivation(self.derivation, self.goal, self.watch)
        if self.derivation.end is not None:
            self.goal = premises_of(self.derivation.end, self.derivation.position)
        if self.goal is None or not is_reached(self.goal, self.derivation.position):
            return self._build_partial(self.derivation)
        links = shorten_links(self.start, self.derivation.links, self.goal)
        if self.derivation.end is None:
            steps = tuple(build_steps_cheapest_first(self.start, links))
            if any(link.technique is Technique.NESTED for link in links) or _count_repeats(steps):
                steps = _best_steps([steps, *self._alternative_steps(self.goal)])
            return self._build_explanation(steps, True)
        end_steps = self._cut_at_contradiction(
            build_steps_cheapest_first(self.start, links)
        ) or self._cut_at_contradiction(one_step_per_link(self.start, self.derivation.links))
        assert end_steps is not None, "the original links end in a contradiction"
        return self._build_explanation(end_steps, True)

    def _alternative_steps(self, goal: Premises) -> Iterator[tuple[Step, ...]]:
        """Yield steps by the shortest cases. Where cases are nested, some of them may avoid the worst."""
        choosers: list[Chooser] = [CaseChooser(self.start, extra_size=0)]
        if len(self.board.cells) <= _MAX_ALTERNATIVES_CELLS:
            choosers += [
                ShortestCaseChooser(),
                *([ShortestCaseChooser(prefer_nearby=True)] if self.status is Status.UNIQUE else []),
            ]
        for chooser in choosers:
            derivation = Derivation(self.start, [], self.start)
            extend_derivation(derivation, goal, chooser=chooser)
            yield tuple(build_steps_cheapest_first(self.start, shorten_links(self.start, derivation.links, goal)))
            yield tuple(build_steps_cheapest_first(self.start, necessary_links(self.start, derivation.links, goal)))

    def _cut_at_contradiction(self, steps: Iterable[Step]) -> tuple[Step, ...] | None:
        """Return the steps up to the first contradiction, or None. Without a solution, one may come early."""
        assert self.derivation is not None, "there are steps"
        kept, position, around = [], self.start, EVERYWHERE
        for step in steps:
            self.derivation.end = find_contradiction(position, around)
            if self.derivation.end is not None:
                break
            kept.append(step)
            position, around = step.after, step.after.changes_since(step.before)
        self.derivation.end = find_contradiction(position)
        self.derivation.position = position
        return None if self.derivation.end is None else tuple(kept)

    def partial_explanation(self) -> Explanation | None:
        """Return what was found before time ran out; None if the number of solutions is still unknown."""
        return None if self.status is None or self.derivation is None else self._build_partial(self.derivation)

    def _build_partial(self, derivation: Derivation) -> Explanation:
        links = necessary_links(
            self.start, derivation.links, Premises(derivation.position.bulbs, derivation.position.dots)
        )
        return self._build_explanation(tuple(build_steps_cheapest_first(self.start, links)), False)

    def _build_explanation(self, steps: tuple[Step, ...], complete: bool) -> Explanation:
        assert self.status is not None, "the number of solutions is known"
        end = None if self.derivation is None else self.derivation.end
        solutions = self.solutions if self.status is Status.MULTIPLE else ()
        return Explanation(self.board, self.status, steps, solutions, end, complete, self.cell)


# ---------------------------------------------- Hints: the next step for a board with marks; wrong marks come first


_MAX_EXPLAINED_CELLS = 1_000  # up to which a hint is the first step of a short explanation


class Hint(Struct, frozen=True):
    """The next step, or a wrong mark, or neither.

    `belongs` is what belongs in place of the wrong mark, if all solutions agree on it.
    """

    # `none`: there is no solution at all; `multiple`: nothing follows
    status: Literal["step", "wrong", "solved", "none", "multiple"]
    step: Step | None = None
    wrong: Place | None = None
    belongs: Cell | None = None


def find_hint(board: Board) -> Hint:
    """Return the hint for a board with its marks."""
    result = solve_board(board, keep_marks=True)
    if result.status is Status.NONE:
        return _hint_about_wrong_mark(board)
    position = Position.from_board(board)
    if is_solved(position):
        return Hint("solved")
    step = next(_next_steps(board, position, result), None)
    return Hint("multiple") if step is None else Hint("step", step)


def _next_steps(board: Board, position: Position, result: SolveResult) -> Iterator[Step]:
    """Yield the steps of a short explanation; on a large board, where that takes long, at least a valid step."""
    if len(board.cells) <= _MAX_EXPLAINED_CELLS:
        return iter(explain_board(board, keep_marks=True).steps)
    goal = explanation_goal(board, result, keep_marks=True)
    return (
        iter(()) if goal is None else build_steps_cheapest_first(position, cheapest_links_towards(position, goal))
    )


def _hint_about_wrong_mark(board: Board) -> Hint:
    """Find a mark that no solution has, or else the first that is incompatible with those before it."""
    result = solve_board(board.puzzle)
    if result.status is Status.NONE:
        return Hint("none")
    mark_places = [place for place, cell in board if cell in (Cell.BULB, Cell.DOT)]
    if result.is_unique and result.solution is not None:
        for place in mark_places:
            right = Cell.BULB if result.solution[place] is Cell.BULB else Cell.DOT
            if board[place] is not right:
                return Hint("wrong", wrong=place, belongs=right)
    kept = board.puzzle
    for place in mark_places:
        extended = kept.with_marks([place], []) if board[place] is Cell.BULB else kept.with_marks([], [place])
        if solve_board(extended, keep_marks=True).status is Status.NONE:
            return Hint("wrong", wrong=place)
        kept = extended
    raise AssertionError("marks that fit together have a solution")
