"""Generate boards: find a random solution of the rules, collect the clues that fit it, then remove clues.

The board of a text is what its `;;@ clues` and `;;@ free` lines name: atoms that a rule looks up in a list
(`if given($r,$c) in $givens then …`), or facts. The rules without the board are solved, with the clues of a board
as assumptions of one solver. Each result is put into the text as it stands, and shown only if the text then has
exactly this solution.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct

from bigand.api.expansion import ModelSearch, expand, find_solutions
from bigand.api.generate import Generate, GenerateAnswer, GeneratedBoard, Symmetry
from bigand.api.question import Limits
from bigand.api.report import Part, Report, Stage, ignore_events
from bigand.api.solution import Solution, make_exhibit, parse_index
from bigand.api.source import Source
from bigand.api.steps import Level, Rating
from bigand.api.text_puzzle import find_steps_in_time, load_puzzle, load_step_problem, rating_of
from bigand.api.value import replace_fields
from bigand.encode.clauses import Batch, Clauses
from bigand.explain.clues import ClueSolver
from bigand.explain.groups import instances_of
from bigand.explain.steps.propagation import InstanceTheory, KnownValues, instance_theory_of
from bigand.ground.atoms import split_name
from bigand.ground.columns import Array
from bigand.ground.grounder import Rule
from bigand.language import syntax
from bigand.source.error import BigandError, LimitError
from bigand.view.exhibit import Exhibit
from bigand.view.kinds.board import COLUMN_ROLES, ROW_ROLES

_MAX_ATTEMPTS = 200  # boards that are made for one of the requested level
_LEVELS_BY_DIFFICULTY: tuple[Level, ...] = ("easy", "tricky", "hard", "expert")
_MAX_BOARDS = 10_000


class _BoardRules(Struct, frozen=True, eq=False):
    """The rules of a puzzle without its board: the atoms that may be clues, the free atoms, and their places."""

    source: Source
    names: tuple[str, ...]
    theory: InstanceTheory  # of all instances
    kept_instances: tuple[int, ...]  # instances that are not the board
    clue_atoms: tuple[int, ...]
    free_atoms: tuple[int, ...]
    list_variables: dict[str, str]  # by predicate, the variable that lists its atoms; empty if they are facts
    clue_places: dict[int, tuple[int, int]]  # rows and columns of the clues that have them
    fact_spans: tuple[tuple[int, int], ...] = ()  # of the facts that are the board

    def make_solver(self) -> ClueSolver:
        clauses = [clause for instance in self.kept_instances for clause in self.theory.clauses_of(instance)]
        literals = np.array([literal for clause in clauses for literal in clause], dtype=np.int32)
        starts = np.concatenate([[0], np.cumsum([len(clause) for clause in clauses])]).astype(np.int64)
        compact = Clauses((Batch(0, literals, 0, starts),), self.theory.atoms, self.theory.variables)
        return ClueSolver(compact, self.clue_atoms, self.free_atoms, bool(self.list_variables))


def generate(question: Generate, report: Report) -> GenerateAnswer:
    """Generate boards; each is reported as soon as it is found."""
    if not 1 <= question.count <= _MAX_BOARDS:
        raise BigandError("generate.bad_count", most=_MAX_BOARDS)
    deadline = question.limits.deadline()
    rules = _load_rules(question.source, question.limits, report)
    fixed_clues = [_parse_clue(text, rules) for text in question.fixed]
    board_generator = _BoardGenerator(rules, question, fixed_clues, deadline)
    boards: list[GeneratedBoard] = []
    report(Stage(key="progress.generate"))
    try:
        for board in islice(board_generator.generate_boards(), question.count):
            boards.append(board)
            report(Part(found=board))
    except LimitError:
        pass
    finally:
        board_generator.solver.close()
    return GenerateAnswer(
        boards=tuple(boards),
        finished=len(boards) == question.count,
        seen=tuple(board_generator.level_counts.items()),
    )


class ClueReport(Struct, frozen=True):
    """The clues of a board: if it has one solution, each that could be left out (`needless`), else clues to add."""

    given_clues: tuple[str, ...]
    needless: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def analyse_clues(source: Source, limits: Limits, solution: Solution) -> ClueReport:
    """Find needless or missing clues of a board; `solution` is one of its solutions."""
    rules = _load_rules(source, limits, ignore_events)
    true = set(solution.true)
    given = (
        [clue for clue in rules.clue_atoms if rules.names[clue - 1] in true]
        if rules.list_variables
        else _fact_clues(rules)
    )
    values = np.array([name in true for name in rules.names])
    given_names = [rules.names[clue - 1] for clue in given]
    solver = rules.make_solver()
    try:
        switch = solver.make_exclusion_switch(values)
        if solver.find_sufficient_clues(given, switch) is not None:
            without = [(tested, [clue for clue in given if clue != tested]) for tested in given]
            needless = [
                rules.names[tested - 1]
                for tested, others in without
                if solver.find_sufficient_clues(others, switch) is not None
            ]
            return ClueReport(tuple(given_names), needless=tuple(needless))
        fitting_clues = solver.compatible_clues(values, given, random.Random(0))
        additions = _minimal_additions(
            solver, switch, given, [clue for clue in fitting_clues if clue not in set(given)]
        )
        return ClueReport(tuple(given_names), missing=tuple([rules.names[tested - 1] for tested in additions]))
    finally:
        solver.close()


def _minimal_additions(
    solver: ClueSolver, switch: int, given: Sequence[int], candidates: Sequence[int]
) -> list[int]:
    """A minimal set of clues to add; empty if even all candidates leave several solutions."""
    core = solver.find_sufficient_clues([*given, *candidates], switch)
    if core is None:
        return []
    added = [clue for clue in core if clue not in set(given)]
    for clue in list(added):
        rest = [candidate for candidate in added if candidate != clue]
        if solver.find_sufficient_clues([*given, *rest], switch) is not None:
            added = rest
    return added


# ---------------------------------------------------------------------- the rules without the board


def _load_rules(source: Source, limits: Limits, report: Report) -> _BoardRules:
    program = load_step_problem(source, limits.megabytes, report).reading.program
    shapes = [(shape, isinstance(directive, syntax.Clues)) for directive in program.directives
              if isinstance(directive, syntax.Clues | syntax.Free) for shape in directive.shapes]  # fmt: skip
    if not any([is_clue for _, is_clue in shapes]):
        raise BigandError("generate.no_clues")
    predicates = {shape.predicate for shape, _ in shapes}
    variables = _list_variable_by_predicate(program, predicates)
    if variables and set(variables) != predicates:
        missing = sorted(predicates - set(variables))[0]
        raise BigandError("generate.not_listed", name=missing)
    empty = [f"{name}=[]" for name in dict.fromkeys(variables.values())]
    empty_source = replace_fields(source, assignments=(*source.assignments, *empty))
    problem = load_step_problem(empty_source, limits.megabytes, ignore_events)
    grounder = problem.grounder
    instances = instances_of(grounder, grounder.rules())
    theory, names = instance_theory_of(instances), instances.compiled.names
    is_clue_predicate = {shape.predicate: is_clue for shape, is_clue in shapes}
    numbers: dict[bool, list[int]] = {True: [], False: []}
    for number, name in enumerate(names, 1):
        predicate = split_name(name)[0]
        if predicate in is_clue_predicate:
            numbers[is_clue_predicate[predicate]].append(number)
    if not numbers[True]:
        raise BigandError("generate.no_clues")
    board = set(numbers[True]) | set(numbers[False])
    all_instances = range(len(theory.first_clauses) - 1)
    by_number = {rule.number: rule for rule in grounder.rules()}
    lists = set(variables.values())
    board_rules = {number for number, rule in by_number.items() if not lists or _variables_of(rule) & lists}
    dropped = {
        instance
        for instance in all_instances
        if int(instances.rules[instance]) in board_rules
        and _only_states_board_atoms(theory, instance, board, bool(lists))
    }
    spans = [by_number[int(instances.rules[instance])].span for instance in sorted(dropped)]
    return _BoardRules(
        source,
        names,
        theory,
        tuple([instance for instance in all_instances if instance not in dropped]),
        tuple(numbers[True]),
        tuple(numbers[False]),
        variables,
        _places_of_clues(names, [shape for shape, is_clue in shapes if is_clue], numbers[True]),
        () if variables else tuple(dict.fromkeys([(span.start, span.end) for span in spans])),
    )


def _list_variable_by_predicate(program: syntax.Program, predicates: set[str]) -> dict[str, str]:
    """The variables in which atoms of the predicates are looked up, as in `given($r,$c) in $givens`."""
    variables: dict[str, str] = {}
    for node in syntax.walk(program.items):
        match node:
            case syntax.Infix(syntax.Operator.IN, (syntax.Proposition(name, _), syntax.Variable(variable, ()))):
                if name in predicates:
                    variables.setdefault(name, variable)
            case _:
                pass
    return variables


def _variables_of(rule: Rule) -> set[str]:
    """The variables that occur in a rule."""
    parts = [part for generator in rule.generators for part in syntax.walk(generator)]
    return {node.name for node in (*parts, *syntax.walk(rule.body)) if isinstance(node, syntax.Variable)}


def _only_states_board_atoms(theory: InstanceTheory, instance: int, board: set[int], is_listed: bool) -> bool:
    """Whether an instance only says which atoms of the board are true, and for lists also which are false."""
    clauses = theory.clauses_of(instance)
    units = [clause[0] for clause in clauses if len(clause) == 1 and (is_listed or clause[0] > 0)]
    return 0 < len(units) == len(clauses) and all([abs(unit) in board for unit in units])


def _fact_clues(rules: _BoardRules) -> list[int]:
    """The clues that a text has as facts."""
    kept = set(rules.kept_instances)
    dropped = [instance for instance in range(len(rules.theory.first_clauses) - 1) if instance not in kept]
    return [clause[0] for instance in dropped for clause in rules.theory.clauses_of(instance) if clause[0] > 0]


def _places_of_clues(
    names: Sequence[str], shapes: Sequence[syntax.Shape], clues: Sequence[int]
) -> dict[int, tuple[int, int]]:
    """The rows and columns of the clues whose roles say which arguments these are."""
    role_positions = {}
    for shape in shapes:
        roles = [role.lower() for role in shape.roles]
        row = next((position for position, role in enumerate(roles) if role in ROW_ROLES), None)
        column = next((position for position, role in enumerate(roles) if role in COLUMN_ROLES), None)
        if row is not None and column is not None:
            role_positions[shape.predicate] = (row, column)
    places = {}
    for clue in clues:
        predicate, arguments = split_name(names[clue - 1])
        if predicate in role_positions:
            row, column = [parse_index(arguments[position]) for position in role_positions[predicate]]
            if isinstance(row, int) and isinstance(column, int):
                places[clue] = (row, column)
    return places


def _parse_clue(text: str, rules: _BoardRules) -> int:
    name = "".join(text.split())
    number = rules.names.index(name) + 1 if name in rules.names else 0
    if number not in rules.clue_atoms:
        raise BigandError("generate.unknown_clue", name=name)
    return number


# ---------------------------------------------------------------------- boards


class _BoardGenerator:
    """Generates boards of one puzzle."""

    def __init__(
        self, rules: _BoardRules, question: Generate, fixed_clues: Sequence[int], deadline: float | None
    ) -> None:
        self.rules = rules
        self.question = question
        self.fixed_clues = tuple(fixed_clues)
        self.deadline = deadline
        self.solver = rules.make_solver()
        self.orbits = _orbit_representatives(rules.clue_places, question.symmetry)
        self.level_counts: Counter[Level] = Counter()
        self.is_ever_unique = False

    def generate_boards(self) -> Iterator[GeneratedBoard]:
        attempt, failures = 0, 0
        while failures < _MAX_ATTEMPTS:
            board = self._try_board(random.Random(f"{self.question.seed}/{attempt}"))
            attempt, failures = attempt + 1, failures + 1
            if board is not None:
                failures = 0
                yield board
        if not self.is_ever_unique:
            raise BigandError("generate.never_unique")

    def _try_board(self, generator: random.Random) -> GeneratedBoard | None:
        self._raise_if_out_of_time()
        solution = self.solver.random_solution(generator, self.fixed_clues)
        if solution is None:
            raise BigandError("generate.no_solution")
        switch = self.solver.make_exclusion_switch(solution)
        fitting_clues = self.solver.compatible_clues(solution, self.fixed_clues, generator)
        if self.solver.find_sufficient_clues(fitting_clues, switch) is None:
            return None  # not even all clues leave one solution
        self.is_ever_unique = True
        groups = self._clue_groups(fitting_clues, generator)
        level = self.question.level
        if level == "easy":
            if not self._is_solved_by_propagation(fitting_clues, solution):
                return None
            given = self._minimise_clues(
                groups, switch, lambda clues: self._is_solved_by_propagation(clues, solution)
            )
            return self._build_board(given, solution, True)
        given = self._minimise_clues(groups, switch)
        board = self._build_board(given, solution, True)
        if board is not None and board.rating is not None and level is not None:
            self.level_counts[board.rating.level] += 1
        removed = [group for group in groups if not set(group) & set(given)]
        while level is not None and board is not None and _is_harder(board.rating, level) and removed:
            self._raise_if_out_of_time()
            given = [*given, *removed.pop()]
            board = self._build_board(given, solution, False)
        return board if board is not None and (level is None or _is_level(board.rating, level)) else None

    def _clue_groups(self, clues: Sequence[int], generator: random.Random) -> list[list[int]]:
        """The clues grouped by symmetry, in random order: those of a group are kept or removed together."""
        groups: dict[object, list[int]] = {}
        for clue in sorted(clues):
            if clue not in self.fixed_clues:
                groups.setdefault(self.orbits.get(clue, clue), []).append(clue)
        shuffled = list(groups.values())
        generator.shuffle(shuffled)
        return shuffled

    def _minimise_clues(
        self, groups: Sequence[list[int]], switch: int, holds: Callable[[list[int]], bool] = lambda _clues: True
    ) -> list[int]:
        """Remove groups of clues until none can be removed without losing uniqueness or the property `holds`."""
        remaining = list(groups)
        for group in groups:
            if group not in remaining:
                continue
            self._raise_if_out_of_time()
            rest = [kept_group for kept_group in remaining if kept_group is not group]
            given = [*self.fixed_clues, *[clue for kept_group in rest for clue in kept_group]]
            core = self.solver.find_sufficient_clues(given, switch)
            if core is None or not holds(given):
                continue
            needed = set(core)
            smaller = [kept_group for kept_group in rest if needed.intersection(kept_group)]
            smaller_clues = [*self.fixed_clues, *[clue for kept_group in smaller for clue in kept_group]]
            remaining = smaller if len(smaller) < len(rest) and holds(smaller_clues) else rest
        return [*self.fixed_clues, *[clue for group in remaining for clue in group]]

    def _is_solved_by_propagation(self, clues: Sequence[int], solution: Array) -> bool:
        """Whether propagation over single instances leads to the solution."""
        rules = self.rules
        known = KnownValues(rules.theory, rules.kept_instances)
        given = set(clues)
        board = (
            [clue if clue in given else -clue for clue in rules.clue_atoms] if rules.list_variables else list(clues)
        )
        known.add([*board, *[atom if solution[atom - 1] else -atom for atom in rules.free_atoms]])
        while known.propagate_round() is not None:
            pass
        return bool(np.all(known.values[1 : rules.theory.atoms + 1] != 0))

    def _build_board(self, given: Sequence[int], solution: Array, is_minimal: bool) -> GeneratedBoard | None:
        """Put the board into the text, verify that it has one solution, and rate it."""
        rules, names = self.rules, self.rules.names
        clues = tuple([names[clue - 1] for clue in sorted(given)])
        free = [names[atom - 1] for atom in rules.free_atoms if solution[atom - 1]]
        values: dict[str, tuple[str, ...]] = {}
        for name in (*clues, *free):
            variable = rules.list_variables.get(split_name(name)[0])
            if variable is not None:
                values[variable] = (*values.get(variable, ()), name)
        for variable in rules.list_variables.values():
            values.setdefault(variable, ())
        source = self._source_with_board(values, (*clues, *free))
        problem = load_step_problem(source, self.question.limits.megabytes, ignore_events)
        solutions = list(islice(find_solutions(expand(problem), ModelSearch(deadline=self.deadline)), 2))
        if len(solutions) != 1:
            raise BigandError("generate.other_use", names=", ".join(sorted(set(rules.list_variables.values()))))
        rating = self._rate(source)
        board, solved = self._draw_board(source, solutions[0]) if self.question.drawn else (None, None)
        return GeneratedBoard(
            clues=clues,
            values={name.removeprefix("$"): list(value) for name, value in values.items()},
            text=source.text if not values else _replace_board_lists(source.text, values),
            solution=tuple(solutions[0].true),
            rating=rating,
            is_minimal=is_minimal,
            board=board,
            solved=solved,
        )

    def _source_with_board(self, values: dict[str, tuple[str, ...]], facts: Sequence[str]) -> Source:
        """The source with another board."""
        source = self.rules.source
        if values:
            lists = [f"{variable}=[{','.join(atoms)}]" for variable, atoms in values.items()]
            return replace_fields(source, assignments=(*source.assignments, *lists))
        text = source.text
        for start, end in sorted(self.rules.fact_spans, reverse=True):
            text = text[:start] + text[end:]
        return replace_fields(source, text="\n".join([text.rstrip(), "", *facts, ""]))

    def _rate(self, source: Source) -> Rating | None:
        puzzle = load_puzzle(source, self.question.limits, ignore_events)
        steps, is_finished = find_steps_in_time(puzzle, self.deadline, ignore_events)
        return rating_of(steps) if is_finished else None

    def _draw_board(self, source: Source, solution: Solution) -> tuple[Exhibit, Exhibit]:
        """Draw the board with its clues only, and with its solution."""
        from bigand.view.guess import add_guessed_view

        program = add_guessed_view(solution, load_step_problem(source, None, ignore_events).reading.program)[0]
        puzzle = load_puzzle(source, Limits(), ignore_events)
        known = KnownValues(puzzle.theory)
        first = known.propagate_round()
        values = np.zeros(len(puzzle.names), dtype=np.bool_)
        if first is not None:
            values[[atom - 1 for atom in first.tolist() if 0 < atom <= len(puzzle.names)]] = True
        given = Solution(puzzle.names, values, program)
        return make_exhibit(given, program), make_exhibit(solution, program)

    def _raise_if_out_of_time(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("limit.time")


def _replace_board_lists(text: str, values: dict[str, tuple[str, ...]]) -> str:
    """Replace the lists of the board in a text."""
    from bigand.language.frontend import parse_document
    from bigand.source.document import Document

    program, _ = parse_document(Document("board", text))
    spans = [
        (item.value.span, values[item.target.name])
        for item in program.items
        if isinstance(item, syntax.Assignment) and item.target.name in values and not item.target.arguments
    ]
    for span, atoms in sorted(spans, key=lambda pair: -pair[0].start):
        text = f"{text[: span.start]}[{','.join(atoms)}]{text[span.end :]}"
    return text


def _is_harder(rating: Rating | None, level: Level) -> bool:
    return rating is not None and _LEVELS_BY_DIFFICULTY.index(rating.level) > _LEVELS_BY_DIFFICULTY.index(level)


def _is_level(rating: Rating | None, level: Level) -> bool:
    return rating is not None and rating.level == level


def _orbit_representatives(places: dict[int, tuple[int, int]], symmetry: Symmetry) -> dict[int, object]:
    """The representative of each clue's orbit under a symmetry: the smallest of the places it is mapped to."""
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
        orbit = [place]
        while (turned := turn(*orbit[-1])) != place and len(orbit) < 4:
            orbit.append(turned)
        orbits[clue] = min(orbit)
    return orbits
