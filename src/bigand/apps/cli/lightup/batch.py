"""`bigand lightup solve --batch FILE`: one board a line in, one line of JSON out each, in the same order.

Boards go in chunks, for which the model is expanded together; with `--jobs` the chunks go to other processes. A
process that dies costs one answer at most: its chunk is tried once more, line by line.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bigand.apps.cli.crew import Job, in_order
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.lightup.lines import board_of_line, lines_of
from bigand.apps.cli.lightup.paper import write_sheets
from bigand.apps.cli.progress import Progress
from bigand.apps.cli.texts import Texts
from bigand.puzzles.lightup.board import Board
from bigand.puzzles.lightup.solving import Answer, answer, answers
from bigand.solve.session import LimitError, SolverError
from bigand.solve.worker import Report
from bigand.source.catalogue import Language, sentence

_CHUNK = 256  # boards that are expanded together
_FIRST = 16  # of them in the first chunk, so that something is seen soon


@dataclass(frozen=True, slots=True)
class Task:
    """What is wanted of each line; it goes to other processes, so it holds no more than it must."""

    engine: str
    most: int
    timeout: float | None
    dialect: str
    max_cells: int
    keep_marks: bool
    language: Language


def run_batch(options: argparse.Namespace, texts: Texts) -> int:
    lines = lines_of(options.batch)
    task = Task(
        options.engine, options.limit or _counted(options), options.timeout, options.array,
        options.max_cells, options.keep_marks, texts.language,
    )  # fmt: skip
    boards: list[tuple[Board, Board | None]] = []
    with Progress(texts) as progress:
        progress.stage("progress.solve", len(lines))
        done = 0
        for text, solved in _in_order(lines, task, _jobs(options)):
            progress.clear()
            sys.stdout.write(text)
            done += len(solved)
            if options.pdf:
                boards += [one for one in solved if one is not None]
            progress.done(done)
    sys.stdout.flush()
    if options.pdf:
        write_sheets(boards, options, texts)
    return Exit.DONE  # every line has its answer, a bad one too


def _counted(options: argparse.Namespace) -> int:
    from bigand.apps.cli.lightup.solve import COUNTED

    return sys.maxsize if options.all else COUNTED


def _jobs(options: argparse.Namespace) -> int:
    return options.jobs or os.cpu_count() or 1


# What a chunk comes back as: its lines of JSON, and each board with its solution (nothing for a bad line).
Solved = tuple[str, list[tuple[Board, Board | None] | None]]


def _chunks(lines: list[str]) -> Iterator[list[str]]:
    source = iter(lines)
    yield list(islice(source, _FIRST))
    while chunk := list(islice(source, _CHUNK)):
        yield chunk


def _in_order(lines: list[str], task: Task, jobs: int) -> Iterator[Solved]:
    chunks = [chunk for chunk in _chunks(lines) if chunk]
    if jobs == 1 or not hasattr(os, "fork"):
        for chunk in chunks:
            yield solve_chunk(chunk, task)
        return
    yield from _by_processes(chunks, task, jobs)


def solve_chunk(lines: Iterable[str], task: Task) -> Solved:
    """The answers for some lines."""
    read = [board_of_line(line, task.dialect, task.max_cells, task.language) for line in lines]
    boards = [board for board in read if isinstance(board, Board)]
    found = iter(_answers(boards, task))
    texts, solved = [], []
    for board in read:
        if isinstance(board, Board):
            result = next(found)
            texts.append(_shown(result))
            solved.append((board, result.solution) if isinstance(result, Answer) else None)
        else:
            texts.append(json.dumps(board, ensure_ascii=False))
            solved.append(None)
    return "".join([f"{text}\n" for text in texts]), solved


def _answers(boards: list[Board], task: Task) -> Iterator["Answer | dict[str, str]"]:
    """The answers, by the model for all together where that is possible."""
    if task.engine == "sat" and task.timeout is None and not task.keep_marks:
        yield from answers(boards, task.most)
        return
    for board in boards:
        deadline = None if task.timeout is None else time.monotonic() + task.timeout
        try:
            yield answer(board, task.engine, task.most, deadline, task.keep_marks)
        except (LimitError, SolverError) as error:
            yield {"status": "unknown", "error": sentence(error.key, task.language, **error.gaps)}


def _shown(result: "Answer | dict[str, str]") -> str:
    if not isinstance(result, Answer):
        return json.dumps(result, ensure_ascii=False)
    rows = None if result.solution is None else list(result.solution.rows)
    shown: dict[str, object] = {"status": result.status.value, "solution": rows, "count": result.count}
    if not result.is_complete:
        shown["complete"] = False
    return json.dumps(shown)


# ---------------------------------------------------------------------- other processes


def _by_processes(chunks: list[list[str]], task: Task, jobs: int) -> Iterator[Solved]:
    """The chunks in order, each by a process of its own, so many at once."""
    works = [_work(chunk, task) for chunk in chunks]
    for chunk, job in zip(chunks, in_order(works, jobs, None), strict=True):
        yield _solved(job) or _line_by_line(chunk, task)


def _work(lines: list[str], task: Task) -> Callable[[Report], None]:
    return lambda report: report(solve_chunk(lines, task))


def _solved(job: Job) -> Solved | None:
    """What a process reported, if it came to that."""
    if not job.reports:
        return None
    reported: Any = job.reports[0]
    solved: Solved = reported
    return solved


def _line_by_line(chunk: list[str], task: Task) -> Solved:
    """A chunk that killed its process, each line in one of its own."""
    texts, solved = [], []
    for job in in_order([_work([line], task) for line in chunk], 1, None):
        error = {"status": "unknown", "error": sentence("solver.crashed", task.language)}
        text, own = _solved(job) or (json.dumps(error, ensure_ascii=False) + "\n", [None])
        texts.append(text)
        solved += own
    return "".join(texts), solved
