"""Explanations of boards: whether there is one solution, the steps to it, and how hard that was."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from bigand.puzzles.lightup.board import Board, Cell
from bigand.puzzles.lightup.decided import Decided, decided
from bigand.puzzles.lightup.position import EVERYWHERE, Position, marked, set_of
from bigand.puzzles.lightup.reasoning.argument import Premises, premises_of
from bigand.puzzles.lightup.reasoning.chain import is_reached, needed
from bigand.puzzles.lightup.reasoning.choosing import Cases, Chooser, Shortest
from bigand.puzzles.lightup.reasoning.deriving import Derivation, derive
from bigand.puzzles.lightup.reasoning.levels import Level
from bigand.puzzles.lightup.reasoning.rating import Rating, rating_of
from bigand.puzzles.lightup.reasoning.shortening import shortened
from bigand.puzzles.lightup.reasoning.steps import Step, as_found, told
from bigand.puzzles.lightup.reasoning.techniques import Technique
from bigand.puzzles.lightup.rules import Conclusion, contradiction
from bigand.puzzles.lightup.solving import Answer, Status, answer

_SMALL = 500  # cells
_CASE = 2  # rule instances that a case less is worth


class Explanation(Struct, frozen=True):
    """A board, how many solutions it has, and the steps that follow from it.

    A board with one solution is solved by them. One with several has steps up to all that its solutions share; one
    without any has steps up to the contradiction in which they `end`. It is not `complete` if there was no time.
    """

    board: Board
    status: Status
    steps: tuple[Step, ...]
    solutions: tuple[Board, ...] = ()  # two, if there are several
    end: Conclusion | None = None
    complete: bool = True
    cell: int | None = None  # the one that it is about, if it is not about all

    @property
    def rating(self) -> Rating | None:
        """How hard the board is, if it has exactly one solution."""
        return rating_of(self.steps) if self._is_solved else None

    @property
    def _is_solved(self) -> bool:
        return self.status is Status.UNIQUE and self.complete and self.cell is None

    @property
    def last(self) -> Board:
        """The board after the last step."""
        return self.steps[-1].after.board if self.steps else self.board


def instances_of(steps: Iterable[Step]) -> int:
    """How many rule instances it takes to tell steps."""
    return sum([step.size for step in steps])


def explain(board: Board, keep_marks: bool = False) -> Explanation:
    """The explanation of a board; its marks are taken away first, unless they are to be kept."""
    return Explaining(board, keep_marks).explanation()


def goal_of(board: Board, known: Answer, keep_marks: bool, cell: int | None = None) -> Premises | None:
    """What is to be reached: all bulbs, or all that solutions share (in a cell); nothing if there is none."""
    if known.solution is None:
        return None
    if known.is_unique and cell is None:
        return Premises(marked(known.solution, Cell.BULB), 0)
    shared = decided(board, keep_marks) or Decided((), ())
    asked = -1 if cell is None else 1 << cell
    return Premises(set_of(shared.bulbs) & asked, set_of(shared.dots) & asked)


def _best(ways: list[tuple[Step, ...]]) -> tuple[Step, ...]:
    """The way that is the shortest to read among those that tell no argument twice, and take not more rule
    instances than the plainest way, which is the last.
    """
    most = instances_of(ways[-1])

    def burden(steps: tuple[Step, ...]) -> tuple[int, bool, int]:
        instances = instances_of(steps)
        return _told_twice(steps), instances > most, instances + _CASE * len(_cases(steps))

    return min(ways, key=burden)


def _told_twice(steps: tuple[Step, ...]) -> int:
    """How many cases have the argument of another one."""
    cases = _cases(steps)
    return len(cases) - len({step.instances for step in cases})


def _cases(steps: tuple[Step, ...]) -> list[Step]:
    return [step for step in steps if step.technique.level >= Level.HARD]


class Explaining:
    """An explanation that is being made; when there is no more time, `so_far` is what there is."""

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
        self.start = Position.of(self.board)
        self.status: Status | None = None
        self.solutions: tuple[Board, ...] = ()
        self.found: Derivation | None = None
        self.goal: Premises | None = None

    def explanation(self) -> Explanation:
        """All of it."""
        known = answer(self.board, keep_marks=self.keep_marks)
        self.status, self.solutions = known.status, known.solutions
        self.goal = goal_of(self.board, known, self.keep_marks, self.cell)
        self.found = Derivation(self.start, [], self.start)
        derive(self.found, self.goal, self.watch)
        if self.found.end is not None:
            self.goal = premises_of(self.found.end, self.found.position)
        if self.goal is None or not is_reached(self.goal, self.found.position):
            return self._unfinished(self.found)
        links = shortened(self.start, self.found.links, self.goal)
        if self.found.end is None:
            steps = tuple(told(self.start, links))
            if any(each.technique is Technique.NESTED for each in links) or _told_twice(steps):
                steps = _best([steps, *self._other_ways(self.goal)])
            return self._told(steps, True)
        ended = self._to_the_end(told(self.start, links)) or self._to_the_end(
            as_found(self.start, self.found.links)
        )
        assert ended is not None, "links as they were found end in a contradiction"
        return self._told(ended, True)

    def _other_ways(self, goal: Premises) -> Iterator[tuple[Step, ...]]:
        """By the shortest cases. Where cases are nested, some of these ways may lead past the worst of them."""
        choosers: list[Chooser] = [Cases(self.start, longer=0)]
        if len(self.board.cells) <= _SMALL:
            choosers += [Shortest(), *([Shortest(near=True)] if self.status is Status.UNIQUE else [])]
        for chooser in choosers:
            other = Derivation(self.start, [], self.start)
            derive(other, goal, chooser=chooser)
            yield tuple(told(self.start, shortened(self.start, other.links, goal)))
            yield tuple(told(self.start, needed(self.start, other.links, goal)))

    def _to_the_end(self, steps: Iterable[Step]) -> tuple[Step, ...] | None:
        """Steps up to the first contradiction, if there is one: where nothing is right, one may come before."""
        assert self.found is not None, "there are steps"
        taken, position, around = [], self.start, EVERYWHERE
        for step in steps:
            self.found.end = contradiction(position, around)
            if self.found.end is not None:
                break
            taken.append(step)
            position, around = step.after, step.after.changed_since(step.before)
        self.found.end = contradiction(position)
        self.found.position = position
        return None if self.found.end is None else tuple(taken)

    def so_far(self) -> Explanation | None:
        """What was found before the time was up; nothing if not even the number of solutions is known."""
        return None if self.status is None or self.found is None else self._unfinished(self.found)

    def _unfinished(self, found: Derivation) -> Explanation:
        links = needed(self.start, found.links, Premises(found.position.bulbs, found.position.dots))
        return self._told(tuple(told(self.start, links)), False)

    def _told(self, steps: tuple[Step, ...], complete: bool) -> Explanation:
        assert self.status is not None, "it is known how many solutions there are"
        end = None if self.found is None else self.found.end
        solutions = self.solutions if self.status is Status.MULTIPLE else ()
        return Explanation(self.board, self.status, steps, solutions, end, complete, self.cell)
