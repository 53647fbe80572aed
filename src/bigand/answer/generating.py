"""How `generate` is answered: a random solution of the rules, the clues that fit it, and then fewer.

The board of a text is what its `;;@ clues` and `;;@ free` lines name: atoms that a rule takes from a list
(`if given($r,$c) in $givens then …`), or facts. The rules without it are solved; a board is clues as assumptions of
one solver. Whatever comes out is given to the text as it stands, and shown only if that has this one solution.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct

from bigand.answer.drawing import draw
from bigand.answer.expanded import Search, expanded, solutions
from bigand.answer.question import Limits
from bigand.answer.questions.generate import (
    Generate,
    Generated,
    GeneratedBoard,
    Symmetry,
)  # fmt: skip
from bigand.answer.questions.steps import Level, Rating
from bigand.answer.report import Part, Report, Stage, unheard
from bigand.answer.solution import Solution, index_of
from bigand.answer.source import Source
from bigand.answer.stepping import problem_of, puzzle_of, rating_of, walked
from bigand.answer.value import changed
from bigand.encode.clauses import Batch
from bigand.encode.clauses import Clauses as Compact
from bigand.explain.clueing import ClueSolver
from bigand.explain.instances import instances_of
from bigand.explain.stepping.following import KnownValues
from bigand.explain.stepping.theory import InstanceTheory, instance_theory_of
from bigand.ground.atoms import split_name
from bigand.ground.columns import Array
from bigand.ground.expand import Rule
from bigand.language import syntax
from bigand.source.error import BigandError, LimitError
from bigand.view.exhibit import Exhibit
from bigand.view.kinds.board import COLUMN, ROW

_ATTEMPTS = 200  # boards that are made for one of the level that is asked for
_LEVELS: tuple[Level, ...] = ("easy", "tricky", "hard", "expert")
_MOST = 10_000  # boards


class _Rules(Struct, frozen=True, eq=False):
    """The rules of a puzzle without its board: atoms that may be clues, those that are free, where they stand."""

    source: Source
    names: tuple[str, ...]
    theory: InstanceTheory  # of all instances
    kept: tuple[int, ...]  # instances that are not the board
    clues: tuple[int, ...]
    free: tuple[int, ...]
    variables: dict[str, str]  # by predicate, the variable that lists its atoms; none where they are facts
    places: dict[int, tuple[int, int]]  # rows and columns of clues, where they have such
    facts: tuple[tuple[int, int], ...] = ()  # spans of the facts that are the board

    def solver(self) -> ClueSolver:
        clauses = [clause for instance in self.kept for clause in self.theory.clauses_of(instance)]
        literals = np.array([one for clause in clauses for one in clause], dtype=np.int32)
        starts = np.concatenate([[0], np.cumsum([len(clause) for clause in clauses])]).astype(np.int64)
        compact = Compact((Batch(0, literals, 0, starts),), self.theory.atoms, self.theory.variables)
        return ClueSolver(compact, self.clues, self.free, bool(self.variables))


def generate(question: Generate, report: Report) -> Generated:
    """New boards; each is reported as soon as it is there."""
    if not 1 <= question.count <= _MOST:
        raise BigandError("generate.bad_count", most=_MOST)
    deadline = question.limits.deadline()
    rules = _rules(question.source, question.limits, report)
    fixed = [_clue(text, rules) for text in question.fixed]
    maker = _Maker(rules, question, fixed, deadline)
    boards: list[GeneratedBoard] = []
    report(Stage(key="progress.generate"))
    try:
        for board in islice(maker.boards(), question.count):
            boards.append(board)
            report(Part(found=board))
    except LimitError:
        pass
    finally:
        maker.solver.close()
    return Generated(boards=tuple(boards), finished=len(boards) == question.count, seen=tuple(maker.seen.items()))


class ClueReport(Struct, frozen=True):
    """The clues of a board; of one with one solution those each of which can be left out, else clues to add."""

    given: tuple[str, ...]
    needless: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def clue_report(source: Source, limits: Limits, solution: Solution) -> ClueReport:
    """What the clues of a board are good for; `solution` is one of its solutions."""
    rules = _rules(source, limits, unheard)
    true = set(solution.true)
    given = [clue for clue in rules.clues if rules.names[clue - 1] in true] if rules.variables else _facts(rules)
    values = np.array([name in true for name in rules.names])
    told = [rules.names[clue - 1] for clue in given]
    solver = rules.solver()
    try:
        switch = solver.exclude_solution(values)
        if solver.find_sufficient_clues(given, switch) is not None:
            without = [(one, [clue for clue in given if clue != one]) for one in given]
            spare = [
                rules.names[one - 1]
                for one, others in without
                if solver.find_sufficient_clues(others, switch) is not None
            ]
            return ClueReport(tuple(told), needless=tuple(spare))
        every = solver.compatible_clues(values, given, random.Random(0))
        more = _fewest(solver, switch, given, [clue for clue in every if clue not in set(given)])
        return ClueReport(tuple(told), missing=tuple([rules.names[one - 1] for one in more]))
    finally:
        solver.close()


def _fewest(solver: ClueSolver, switch: int, given: Sequence[int], more: Sequence[int]) -> list[int]:
    """Clues to add, none of which can be spared; none if even all of them leave several solutions."""
    core = solver.find_sufficient_clues([*given, *more], switch)
    if core is None:
        return []
    added = [clue for clue in core if clue not in set(given)]
    for clue in list(added):
        rest = [one for one in added if one != clue]
        if solver.find_sufficient_clues([*given, *rest], switch) is not None:
            added = rest
    return added


# ---------------------------------------------------------------------- the rules without the board


def _rules(source: Source, limits: Limits, report: Report) -> _Rules:
    program = problem_of(source, limits.megabytes, report).reading.program
    shapes = [(shape, isinstance(one, syntax.Clues)) for one in program.directives
              if isinstance(one, syntax.Clues | syntax.Free) for shape in one.shapes]  # fmt: skip
    if not any([is_clue for _, is_clue in shapes]):
        raise BigandError("generate.no_clues")
    predicates = {shape.predicate for shape, _ in shapes}
    variables = _lists(program, predicates)
    if variables and set(variables) != predicates:
        missing = sorted(predicates - set(variables))[0]
        raise BigandError("generate.not_listed", name=missing)
    empty = [f"{name}=[]" for name in dict.fromkeys(variables.values())]
    bare = changed(source, assignments=(*source.assignments, *empty))
    problem = problem_of(bare, limits.megabytes, unheard)
    grounder = problem.grounder
    instances = instances_of(grounder, grounder.rules())
    theory, names = instance_theory_of(instances), instances.compiled.names
    own = {shape.predicate: is_clue for shape, is_clue in shapes}
    numbers: dict[bool, list[int]] = {True: [], False: []}
    for number, name in enumerate(names, 1):
        predicate = split_name(name)[0]
        if predicate in own:
            numbers[own[predicate]].append(number)
    if not numbers[True]:
        raise BigandError("generate.no_clues")
    board = set(numbers[True]) | set(numbers[False])
    every = range(len(theory.first_clauses) - 1)
    by_number = {rule.number: rule for rule in grounder.rules()}
    lists = set(variables.values())
    asking = {number for number, rule in by_number.items() if not lists or _names(rule) & lists}
    dropped = {
        instance
        for instance in every
        if int(instances.rules[instance]) in asking and _is_board(theory, instance, board, bool(lists))
    }
    spans = [by_number[int(instances.rules[instance])].span for instance in sorted(dropped)]
    return _Rules(
        source,
        names,
        theory,
        tuple([instance for instance in every if instance not in dropped]),
        tuple(numbers[True]),
        tuple(numbers[False]),
        variables,
        _places(names, [shape for shape, is_clue in shapes if is_clue], numbers[True]),
        () if variables else tuple(dict.fromkeys([(span.start, span.end) for span in spans])),
    )


def _lists(program: syntax.Program, predicates: set[str]) -> dict[str, str]:
    """The variable in which atoms of a predicate are looked up: `given($r,$c) in $givens`."""
    found: dict[str, str] = {}
    for node in syntax.walk(program.items):
        match node:
            case syntax.Infix(syntax.Operator.IN, (syntax.Proposition(name, _), syntax.Variable(variable, ()))):
                if name in predicates:
                    found.setdefault(name, variable)
            case _:
                pass
    return found


def _names(rule: Rule) -> set[str]:
    """The variables that a rule names."""
    parts = [part for generator in rule.generators for part in syntax.walk(generator)]
    return {node.name for node in (*parts, *syntax.walk(rule.body)) if isinstance(node, syntax.Variable)}


def _is_board(theory: InstanceTheory, instance: int, board: set[int], is_listed: bool) -> bool:
    """Whether an instance only says which atoms of the board are true; facts say nothing of others."""
    clauses = theory.clauses_of(instance)
    units = [clause[0] for clause in clauses if len(clause) == 1 and (is_listed or clause[0] > 0)]
    return 0 < len(units) == len(clauses) and all([abs(unit) in board for unit in units])


def _facts(rules: _Rules) -> list[int]:
    """The clues that a text has as facts."""
    kept = set(rules.kept)
    dropped = [one for one in range(len(rules.theory.first_clauses) - 1) if one not in kept]
    return [clause[0] for one in dropped for clause in rules.theory.clauses_of(one) if clause[0] > 0]


def _places(
    names: Sequence[str], shapes: Sequence[syntax.Shape], clues: Sequence[int]
) -> dict[int, tuple[int, int]]:
    """Rows and columns of the clues whose roles say which arguments these are."""
    where = {}
    for shape in shapes:
        roles = [role.lower() for role in shape.roles]
        row = next((at for at, role in enumerate(roles) if role in ROW), None)
        column = next((at for at, role in enumerate(roles) if role in COLUMN), None)
        if row is not None and column is not None:
            where[shape.predicate] = (row, column)
    places = {}
    for clue in clues:
        predicate, arguments = split_name(names[clue - 1])
        if predicate in where:
            row, column = [index_of(arguments[at]) for at in where[predicate]]
            if isinstance(row, int) and isinstance(column, int):
                places[clue] = (row, column)
    return places


def _clue(text: str, rules: _Rules) -> int:
    name = "".join(text.split())
    number = rules.names.index(name) + 1 if name in rules.names else 0
    if number not in rules.clues:
        raise BigandError("generate.unknown_clue", name=name)
    return number


# ---------------------------------------------------------------------- making boards


class _Maker:
    """Makes boards of one puzzle."""

    def __init__(self, rules: _Rules, question: Generate, fixed: Sequence[int], deadline: float | None) -> None:
        self.rules = rules
        self.question = question
        self.fixed = tuple(fixed)
        self.deadline = deadline
        self.solver = rules.solver()
        self.orbits = _orbits(rules.places, question.symmetry)
        self.seen: Counter[Level] = Counter()
        self.is_ever_unique = False

    def boards(self) -> Iterator[GeneratedBoard]:
        attempt, since = 0, 0
        while since < _ATTEMPTS:
            board = self._attempt(random.Random(f"{self.question.seed}/{attempt}"))
            attempt, since = attempt + 1, since + 1
            if board is not None:
                since = 0
                yield board
        if not self.is_ever_unique:
            raise BigandError("generate.never_unique")

    def _attempt(self, generator: random.Random) -> GeneratedBoard | None:
        self._check_time()
        solution = self.solver.random_solution(generator, self.fixed)
        if solution is None:
            raise BigandError("generate.no_solution")
        switch = self.solver.exclude_solution(solution)
        every = self.solver.compatible_clues(solution, self.fixed, generator)
        if self.solver.find_sufficient_clues(every, switch) is None:
            return None  # not even all clues leave one solution
        self.is_ever_unique = True
        groups = self._groups(every, generator)
        level = self.question.level
        if level == "easy":
            if not self._is_easy(every, solution):
                return None
            given = self._fewer(groups, switch, lambda clues: self._is_easy(clues, solution))
            return self._finished(given, solution, True)
        given = self._fewer(groups, switch)
        board = self._finished(given, solution, True)
        if board is not None and board.rating is not None and level is not None:
            self.seen[board.rating.level] += 1
        removed = [group for group in groups if not set(group) & set(given)]
        while level is not None and board is not None and _harder(board.rating, level) and removed:
            self._check_time()
            given = [*given, *removed.pop()]
            board = self._finished(given, solution, False)
        return board if board is not None and (level is None or _is_level(board.rating, level)) else None

    def _groups(self, every: Sequence[int], generator: random.Random) -> list[list[int]]:
        """Clues that come and go together, in random order."""
        groups: dict[object, list[int]] = {}
        for clue in sorted(every):
            if clue not in self.fixed:
                groups.setdefault(self.orbits.get(clue, clue), []).append(clue)
        found = list(groups.values())
        generator.shuffle(found)
        return found

    def _fewer(
        self, groups: Sequence[list[int]], switch: int, holds: Callable[[list[int]], bool] = lambda _clues: True
    ) -> list[int]:
        """Clues of which no group can be left out."""
        left = list(groups)
        for group in groups:
            if group not in left:
                continue
            self._check_time()
            rest = [other for other in left if other is not group]
            given = [*self.fixed, *[clue for other in rest for clue in other]]
            core = self.solver.find_sufficient_clues(given, switch)
            if core is None or not holds(given):
                continue
            needed = set(core)
            smaller = [other for other in rest if needed.intersection(other)]
            lean = [*self.fixed, *[clue for other in smaller for clue in other]]
            left = smaller if len(smaller) < len(rest) and holds(lean) else rest
        return [*self.fixed, *[clue for group in left for clue in group]]

    def _is_easy(self, clues: Sequence[int], solution: Array) -> bool:
        """Whether single instances lead to the solution."""
        rules = self.rules
        known = KnownValues(rules.theory, rules.kept)
        here = set(clues)
        board = [clue if clue in here else -clue for clue in rules.clues] if rules.variables else list(clues)
        known.add([*board, *[at if solution[at - 1] else -at for at in rules.free]])
        while known.propagate_round() is not None:
            pass
        return bool(np.all(known.values[1 : rules.theory.atoms + 1] != 0))

    def _finished(self, given: Sequence[int], solution: Array, is_minimal: bool) -> GeneratedBoard | None:
        """The board as the text has it, verified and rated."""
        rules, names = self.rules, self.rules.names
        clues = tuple([names[clue - 1] for clue in sorted(given)])
        free = [names[at - 1] for at in rules.free if solution[at - 1]]
        values: dict[str, tuple[str, ...]] = {}
        for name in (*clues, *free):
            variable = rules.variables.get(split_name(name)[0])
            if variable is not None:
                values[variable] = (*values.get(variable, ()), name)
        for variable in rules.variables.values():
            values.setdefault(variable, ())
        source = self._source(values, (*clues, *free))
        problem = problem_of(source, self.question.limits.megabytes, unheard)
        every = list(islice(solutions(expanded(problem), Search(deadline=self.deadline)), 2))
        if len(every) != 1:
            raise BigandError("generate.other_use", names=", ".join(sorted(set(rules.variables.values()))))
        rating = self._rating(source)
        board, solved = self._pictures(source, every[0]) if self.question.drawn else (None, None)
        return GeneratedBoard(
            clues=clues,
            values={name.removeprefix("$"): list(value) for name, value in values.items()},
            text=source.text if not values else _with_values(source.text, values),
            solution=tuple(every[0].true),
            rating=rating,
            is_minimal=is_minimal,
            board=board,
            solved=solved,
        )

    def _source(self, values: dict[str, tuple[str, ...]], facts: Sequence[str]) -> Source:
        """The text with another board."""
        source = self.rules.source
        if values:
            lists = [f"{variable}=[{','.join(atoms)}]" for variable, atoms in values.items()]
            return changed(source, assignments=(*source.assignments, *lists))
        text = source.text
        for start, end in sorted(self.rules.facts, reverse=True):
            text = text[:start] + text[end:]
        return changed(source, text="\n".join([text.rstrip(), "", *facts, ""]))

    def _rating(self, source: Source) -> Rating | None:
        puzzle = puzzle_of(source, self.question.limits, unheard)
        found, is_finished = walked(puzzle, self.deadline, unheard)
        return rating_of(found) if is_finished else None

    def _pictures(self, source: Source, solution: Solution) -> tuple[Exhibit, Exhibit]:
        """The board as it is given, and its solution."""
        from bigand.view.guess import with_guess

        program = with_guess(solution, problem_of(source, None, unheard).reading.program)[0]
        puzzle = puzzle_of(source, Limits(), unheard)
        known = KnownValues(puzzle.theory)
        first = known.propagate_round()
        values = np.zeros(len(puzzle.names), dtype=np.bool_)
        if first is not None:
            values[[one - 1 for one in first.tolist() if 0 < one <= len(puzzle.names)]] = True
        given = Solution(puzzle.names, values, program)
        return draw(given, program), draw(solution, program)

    def _check_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("limit.time")


def _with_values(text: str, values: dict[str, tuple[str, ...]]) -> str:
    """A text whose lists of the board are others."""
    from bigand.language.reading import parse_document
    from bigand.source.document import Document

    program, _ = parse_document(Document("board", text))
    spans = [
        (item.value.span, values[item.target.name])
        for item in program.items
        if isinstance(item, syntax.Assignment) and item.target.name in values and not item.target.arguments
    ]
    for span, atoms in sorted(spans, key=lambda one: -one[0].start):
        text = f"{text[: span.start]}[{','.join(atoms)}]{text[span.end :]}"
    return text


def _harder(rating: Rating | None, level: Level) -> bool:
    return rating is not None and _LEVELS.index(rating.level) > _LEVELS.index(level)


def _is_level(rating: Rating | None, level: Level) -> bool:
    return rating is not None and rating.level == level


def _orbits(places: dict[int, tuple[int, int]], symmetry: Symmetry) -> dict[int, object]:
    """For each clue what stands for all that come and go with it: the least of the places to which it is turned."""
    if symmetry == "none" or not places:
        return {}
    rows, columns = [row for row, _ in places.values()], [column for _, column in places.values()]
    high, wide = min(rows) + max(rows), min(columns) + max(columns)
    turns: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "rotation": lambda row, column: (high - row, wide - column),
        "quarter": lambda row, column: (column, high - row),
        "horizontal": lambda row, column: (row, wide - column),
        "vertical": lambda row, column: (high - row, column),
        "diagonal": lambda row, column: (column, row),
    }
    if symmetry in ("quarter", "diagonal") and high != wide:
        raise BigandError("generate.not_square")
    turn = turns[symmetry]
    orbits: dict[int, object] = {}
    for clue, place in places.items():
        every = [place]
        while (other := turn(*every[-1])) != place and len(every) < 4:
            every.append(other)
        orbits[clue] = min(every)
    return orbits
