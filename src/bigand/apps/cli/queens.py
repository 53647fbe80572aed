"""`bigand queens N`: queens on a board of N by N, placed, completed, counted, drawn."""

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import islice
from textwrap import wrap

from bigand.apps.cli.colour import colour_depth
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import write_file
from bigand.apps.cli.objects import print_json
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts, natural_number, seconds_of
from bigand.puzzles.queens.board import Placement, QueensError, Task, full_line, squares_of, task_of
from bigand.solve.session import LimitError, SolverError

_WIDEST = 40  # columns of a board that is drawn in the terminal
_KEPT = 10_000  # solutions that `--json` lists


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    natural = natural_number(texts)
    parser.add_argument("size", type=natural, metavar="N", help=texts("queens.n"))
    parser.add_argument("--place", action="append", default=[], metavar="a4", help=texts("queens.place"))
    parser.add_argument("--forbid", action="append", default=[], metavar="b2", help=texts("queens.forbid"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help=texts("queens.count"))
    what.add_argument("--all", action="store_true", help=texts("queens.all"))
    what.add_argument("--limit", type=natural, metavar="K", help=texts("queens.limit"))
    what.add_argument("--explain", action="store_true", help=texts("queens.explain"))
    parser.add_argument("--distinct", action="store_true", help=texts("queens.distinct"))
    parser.add_argument("--engine", choices=["sat", "search"], help=texts("queens.engine"))
    parser.add_argument("--timeout", type=seconds_of, metavar="S", help=texts("solve.timeout"))
    parser.add_argument("--json", action="store_true", help=texts("solve.json"))
    parser.add_argument("--svg", metavar="OUT", help=texts("queens.svg"))
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    try:
        task = task_of(options.size, _squares(options.place), _squares(options.forbid))
    except QueensError as error:
        texts.complain(error.key, **error.gaps)
        return Exit.ERRORS
    if options.explain:
        return _explain(task.size, options, texts)
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    with Progress(texts) as progress:
        progress.stage("progress.solve")
        runner = _Run(task, deadline, progress, options, texts)
        try:
            return runner.count() if options.count else runner.solve()
        except LimitError as error:
            progress.clear()
            texts.complain(error.key, **error.gaps)
            return Exit.LIMIT
        except SolverError as error:
            progress.clear()
            texts.complain(error.key, **error.gaps)
            return Exit.ERRORS


def _squares(words: list[str]) -> list[str]:
    """`--place a4 --place b7` and `--place a4,b7` are the same."""
    return [part for word in words for part in word.replace(",", " ").split()]


class _Run:
    """One task, and what the user wants to know of it."""

    def __init__(
        self,
        task: Task,
        deadline: float | None,
        progress: Progress,
        options: argparse.Namespace,
        texts: Texts,
    ) -> None:
        self.task = task
        self.deadline = deadline
        self.progress = progress
        self.options = options
        self.texts = texts

    # ------------------------------------------------------------------ counting

    def count(self) -> int:
        number, is_complete = self._number()
        self.progress.clear()
        if self.options.json:
            engine = self.options.engine or "search"
            print_json({"size": self.task.size, "count": number, "complete": is_complete, "engine": engine})
        else:
            print(number if is_complete else self.texts("solve.at_least", count=number))
        if not is_complete:
            self.texts.complain("limit.time")
            return Exit.LIMIT
        return Exit.DONE if number else Exit.UNSAT

    def _number(self) -> tuple[int, bool]:
        if self.options.distinct:
            number = 0
            for _ in self._found():
                number += 1
                self.progress.done(number)
            return number, True
        if self.options.engine == "sat":
            from bigand.puzzles.queens.solving import count_by_model

            return count_by_model(self.task, self.deadline, isolated=True)
        from bigand.puzzles.queens.search import count_placements

        return count_placements(self.task, self.deadline), True

    # ------------------------------------------------------------------ placements

    def _found(self) -> Iterator[Placement]:
        """The solutions: one by the taught model, many by search, unless an engine is asked for."""
        from bigand.puzzles.queens.solving import solutions
        from bigand.puzzles.queens.symmetry import is_first

        options = self.options
        is_many = options.all or options.limit or options.distinct or options.count
        engine = options.engine or ("search" if is_many else "sat")
        found = solutions(self.task, engine, self.deadline, isolated=True)
        return (one for one in found if is_first(one)) if options.distinct else found

    def solve(self) -> int:
        options = self.options
        is_many = options.all or options.limit or options.distinct
        most = options.limit or (None if options.all or options.distinct else 1)
        kept: list[Placement] = []
        number, is_complete = 0, True
        found = self._found()
        try:
            for placement in islice(found, most):
                number += 1
                if len(kept) < _KEPT:
                    kept.append(placement)
                self.progress.done(number)
                if not options.json:
                    self.progress.clear()
                    self._print(placement, number if is_many else None)
            is_complete = most is None or number < most or next(found, None) is None if is_many else False
        except LimitError:
            if not number:
                raise
            is_complete = False
            self.texts.complain("limit.time")
        self.progress.clear()
        if options.json:
            self._print_json(kept, number, is_complete if is_many or not number else None)
        else:
            self._tell(number, is_complete, bool(is_many))
        if options.svg:
            self._write(kept[0] if kept else None)
        if not number:
            return Exit.UNSAT
        return Exit.LIMIT if is_many and most is None and not is_complete else Exit.DONE

    def _tell(self, number: int, is_complete: bool, is_many: bool) -> None:
        if not number:
            print(self.texts("queens.none"))
            line = full_line(self.task)
            if line is not None:
                from bigand.puzzles.queens.board import column_name

                name = str(line[1] + 1) if line[0] == "row" else column_name(line[1])
                print(self.texts(f"queens.full.{line[0]}", name=name))
        elif is_many:
            noun = "distinct_placement" if self.options.distinct else "placement"
            key = "queens.found_all" if is_complete else "queens.found"
            print(self.texts(key, count=self.texts.counted(noun, number)))

    def _print(self, placement: Placement, number: int | None) -> None:
        if number is not None:
            print(self.texts("queens.number", number=number))
        for line in self._lines(placement):
            print(line)
        if number is not None:
            print()

    def _lines(self, placement: Placement) -> Iterator[str]:
        """The board, or the squares where it is too large for the terminal."""
        from bigand.puzzles.queens.draw import scene_of
        from bigand.view.board import draw_board

        width = shutil.get_terminal_size((80, 24)).columns
        if self.task.size <= _WIDEST and 3 * self.task.size + 4 <= width:
            depth = colour_depth(sys.stdout, self.options.color)
            yield from draw_board(scene_of(self.task, placement, ""), {}, depth)
        else:
            yield from wrap(" ".join([str(square) for square in squares_of(placement)]), width)

    def _write(self, placement: Placement | None) -> None:
        from bigand.puzzles.queens.draw import scene_of
        from bigand.view.svg import svg

        title = self.texts("queens.title", size=self.task.size)
        write_file(self.options.svg, svg([("queens", scene_of(self.task, placement, title))]))

    def _print_json(self, found: list[Placement], number: int, is_complete: bool | None) -> None:
        answer: dict[str, object] = {
            "size": self.task.size,
            "status": "sat" if number else "unsat",
            "solutions": [[str(square) for square in squares_of(one)] for one in found],
            "columns": [[column + 1 for column in one] for one in found],
            "count": number,
        }
        if is_complete is not None:
            answer["complete"] = is_complete
        print_json(answer)


# ---------------------------------------------------------------------- the remark of the blackboard


def _explain(n: int, options: argparse.Namespace, texts: Texts) -> int:
    """How many clauses there are, rule by rule."""
    from bigand.puzzles.queens.sizes import rule_sizes

    sizes = rule_sizes(n)
    written, once = sum([rule.written for rule in sizes]), sum([rule.once for rule in sizes])
    if options.json:
        rules = [
            {"rule": one.name, "clauses": one.written, "once": one.once, "formula": one.formula} for one in sizes
        ]
        print_json({"size": n, "atoms": n * n, "rules": rules, "clauses": written, "once": once})
        return Exit.DONE
    shown = texts.amount
    rows = [(texts(f"queens.rule.{one.name}"), shown(one.written), shown(one.once), one.formula) for one in sizes]
    about = f"≈ 10/3·n³ = {shown(round(10 * n**3 / 3))}"
    rows.append((texts("queens.rule.all"), shown(written), shown(once), about))
    heads = [texts(f"queens.head.{name}") for name in ("rule", "written", "once", "formula")]
    print(texts("queens.atoms", size=n, atoms=shown(n * n)))
    print()
    for line in _columns([heads, *[list(row) for row in rows]]):
        print(line)
    print()
    gaps = {
        "size": n,
        "reach": 2 * (n - 1),
        "bound": shown(2 * n * n * (n - 1)),
        "diagonal": shown(sizes[3].written),
    }
    for line in texts.wrapped(texts("queens.remark", **gaps)):
        print(line)
    return Exit.DONE


def _columns(rows: list[list[str]]) -> Iterator[str]:
    """Rows in columns: numbers to the right."""
    wide = [max([len(row[at]) for row in rows]) for at in range(4)]
    for row in rows:
        cells = [row[0].ljust(wide[0]), row[1].rjust(wide[1]), row[2].rjust(wide[2]), row[3]]
        yield "  ".join(cells).rstrip()
