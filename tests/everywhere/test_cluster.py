"""Questions on a real Dask cluster: the same answers, in the same order, whoever is lost on the way."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from tests.apps.test_limits import processes_with, wait_until
from tests.everywhere.dask import PATIENCE, Cluster, dask_cluster, dask_worker

from bigand.api.question import Answer, Failure, Limits, Question
from bigand.api.run.batch import answer_many, answer_many_on
from bigand.api.run.cluster import cluster_executor
from bigand.puzzles.queens.questions import Count, CountAnswer, Solve
from bigand.source.error import BigandError

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="wants Dask"),
    pytest.mark.filterwarnings("default::ResourceWarning", "default::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with dask_cluster(tmp_path_factory.mktemp("dask"), 2) as found:
        yield found


def test_workers_that_are_killed_are_not_missed(tmp_path: Path) -> None:
    """200 questions, two of three workers killed: all answers as one process gives them, and nothing is left."""
    mark = f"mark-{tmp_path.name}-{os.getpid()}"
    squares = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    questions = [Solve(size=8, placed=(squares[number % 64],), most=1 + number // 64) for number in range(200)]
    alone = list(answer_many(questions, 2))
    assert not [one for one in alone if isinstance(one, Failure)]
    found: list[Answer] = []
    with (
        dask_cluster(tmp_path, 3, {"BIGAND_TEST_MARK": mark}) as cluster,
        cluster_executor(cluster.address, PATIENCE) as (executor, _),
    ):
        for number, answer in enumerate(answer_many_on(executor, questions, 12)):
            found.append(answer)
            if number in (20, 90):
                worker = cluster.workers[number // 90]
                worker.send_signal(signal.SIGKILL)
                worker.wait()
    assert found == alone
    assert wait_until(lambda: not processes_with(mark), PATIENCE), processes_with(mark)


def test_two_hundred_boards(tmp_path: Path) -> None:
    """The command that makes boards, two of three workers killed: as one process makes them."""
    words = ["lightup", "generate", "--size", "7", "--seed", "5", "--count", "200"]
    alone = subprocess.run(bigand(*words, "--jobs", "1"), capture_output=True, timeout=5 * PATIENCE, check=False)
    assert alone.returncode == 0, alone.stderr
    with dask_cluster(tmp_path, 3) as cluster:
        command, out = bigand(*words, "--cluster", cluster.address), tmp_path / "boards"
        with out.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE) as process:
            try:
                for worker, boards in zip(cluster.workers, (5, 60), strict=False):
                    reached = partial(_has_lines, out, process, boards)
                    assert wait_until(reached, 5 * PATIENCE)
                    worker.kill()
                    worker.wait()
                _, complaints = process.communicate(timeout=5 * PATIENCE)
            finally:
                process.kill()
        assert (process.returncode, complaints) == (0, alone.stderr)
        assert out.read_bytes() == alone.stdout


def bigand(*words: str) -> list[str]:
    return [sys.executable, "-m", "bigand", *words]


def _has_lines(path: Path, process: "subprocess.Popen[bytes]", lines: int) -> bool:
    return process.poll() is not None or path.read_bytes().count(b"\n") >= lines


def test_limits_and_crashes_on_a_worker(cluster: Cluster) -> None:
    """An answer for each question, in order: what takes too long ends on the worker too."""
    questions: list[Question[Answer]] = [
        Count(size=6),
        Count(size=17, limits=Limits(seconds=1)),
        Count(size=7),
    ]
    with cluster_executor(cluster.address, PATIENCE) as (executor, _):
        first, second, third = answer_many_on(executor, questions, 4)
    assert isinstance(first, CountAnswer)
    assert isinstance(third, CountAnswer)
    assert isinstance(second, Failure)
    assert second.key == "limit.time"


def test_no_more_than_a_window_is_under_way(cluster: Cluster) -> None:
    taken = 0

    def questions() -> Iterator[Count]:
        nonlocal taken
        for _ in count():
            taken += 1
            yield Count(size=5)

    with cluster_executor(cluster.address, PATIENCE) as (executor, workers):
        assert workers == 2
        answers = answer_many_on(executor, questions(), 4)
        for number in range(20):
            assert isinstance(next(answers), CountAnswer)
            assert taken <= number + 4
        answers.close()  # type: ignore[attr-defined]  # a generator


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "127.0.0.1:999999"])
def test_where_no_scheduler_answers(address: str) -> None:
    began = time.monotonic()
    with pytest.raises(BigandError) as caught, cluster_executor(address, 1.0):
        pass
    assert caught.value.key == "cluster.unreachable"
    gc.collect()  # what was half open does not hang now
    assert time.monotonic() - began < PATIENCE


def test_a_scheduler_without_workers(tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path, 0) as cluster,
        pytest.raises(BigandError) as caught,
        cluster_executor(cluster.address, PATIENCE, patience=2.0),
    ):
        pass
    assert caught.value.key == "cluster.empty"


def test_a_worker_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    with ExitStack() as stack:
        cluster = stack.enter_context(dask_cluster(tmp_path, 0))
        waited = count()

        def wait() -> None:
            if next(waited) == 0:
                stack.enter_context(dask_worker(tmp_path, cluster.address, 7))

        found = stack.enter_context(cluster_executor(cluster.address, PATIENCE, PATIENCE, wait))
        assert [type(one) for one in answer_many_on(found[0], [Count(size=5)], 1)] == [CountAnswer]
    assert next(waited) > 0


BOARDS = ["lightup", "generate", "--size", "7", "--seed", "5", "--count", "100000"]


def test_a_scheduler_that_is_killed(tmp_path: Path) -> None:
    """What was finished is there, one sentence says what happened, and the command ends."""
    with dask_cluster(tmp_path, 2) as cluster:
        command, out = bigand(*BOARDS, "--cluster", cluster.address), tmp_path / "boards"
        with out.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE) as process:
            try:
                assert wait_until(partial(_has_lines, out, process, 5), 5 * PATIENCE)
                cluster.scheduler.kill()
                _, complaints = process.communicate(timeout=5 * PATIENCE)
            finally:
                process.kill()
        told = f"bigand: the connection to the scheduler of Dask at {cluster.address} is lost; "
        assert complaints.decode() == told + "what was finished before is kept\n"
        assert process.returncode == 1
    boards = out.read_bytes()
    assert boards.endswith(b"\n")
    assert boards.count(b"\n") >= 5


def test_interrupted_while_it_waits_for_a_worker(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, 0) as cluster, (tmp_path / "told").open("wb") as told:
        script = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        script += "from bigand.api.run import cluster; look = cluster.ClusterExecutor.count_workers_or_raise\n"
        script += "def tell(self): print('waiting', flush=True); return look(self)\n"
        script += "cluster.ClusterExecutor.count_workers_or_raise = tell\n"
        script += "from bigand.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", script, *BOARDS, "--cluster", cluster.address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told) as process:
            try:
                assert process.stdout is not None
                assert process.stdout.readline() == b"waiting\n"
                process.send_signal(signal.SIGINT)
                assert process.wait(PATIENCE) == 130
            finally:
                process.kill()
    assert (tmp_path / "told").read_text(encoding="utf-8") == "bigand: interrupted\n"


@pytest.mark.parametrize("other", ["version", "missing"])
def test_other_versions_are_told(other: str, tmp_path: Path) -> None:
    """A worker that has another bigand, or none."""
    start = tmp_path / "start"
    start.mkdir()
    change = {
        "version": "import bigand\nbigand.__version__ = '0.0.1'\n",
        "missing": "import sys\nsys.modules['bigand'] = None\n",
    }[other]
    (start / "sitecustomize.py").write_text(change, encoding="utf-8")
    with ExitStack() as stack:
        path = os.pathsep.join([str(start), *[one for one in [os.environ.get("PYTHONPATH")] if one]])
        cluster = stack.enter_context(dask_cluster(tmp_path, 1, {"PYTHONPATH": path}))
        caught = stack.enter_context(pytest.raises(BigandError))
        stack.enter_context(cluster_executor(cluster.address, PATIENCE))
    assert caught.value.key == {"version": "cluster.version", "missing": "cluster.foreign"}[other]
    assert "0.0.1" in str(caught.value) or other == "missing"


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BigandError) as caught, cluster_executor("tcp://127.0.0.1:1"):
        pass
    assert caught.value.key == "cluster.missing"


def test_a_cluster_that_goes_away(tmp_path: Path) -> None:
    """The only worker is killed for good: whoever waits for more can leave."""
    with (
        dask_cluster(tmp_path, 1) as cluster,
        cluster_executor(cluster.address, PATIENCE) as (executor, _),
    ):
        answers = answer_many_on(executor, (Count(size=5) for _ in count()), 3)
        assert isinstance(next(answers), CountAnswer)
        cluster.workers[0].kill()


def test_a_class_is_graded_on_a_cluster_as_by_one_process(cluster: Cluster, tmp_path: Path) -> None:
    folder = Path(__file__).parent.parent / "cases" / "grading"
    words = [sys.executable, "-m", "bigand", "grade", str(folder / "rooks.touist"), str(folder / "class")]
    words += ["--set", "N=3,4", "--json"]
    (tmp_path / "alone.json").write_bytes(subprocess.run(words, capture_output=True, check=False).stdout)
    done = subprocess.run([*words, "--cluster", cluster.address], capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert done.stdout == (tmp_path / "alone.json").read_bytes()
    assert done.stdout.count(b'"verdict"') == 4
