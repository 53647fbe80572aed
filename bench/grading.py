"""How long a class takes: `python -m bench.grading`; seconds of processor time, of this process and its children.

Sixty files of a long Water Sort model (half of them with atoms of their own), two hundred of eight queens, and a
second run after one change. `--homework` judges the files of `homework`, whose verdicts are known, instead.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random

from bench.homework import homework
from bench.mutations import Mutator
from bench.wrong_models import right_model
from bigand.api.grade import Grade
from bigand.api.grader import grade_text
from bigand.api.report import ignore_events
from bigand.api.source import Source
from bigand.language import read_document
from bigand.source.document import Document

_OWN = """
bigand $i,$t,$e in $states,[1..$T],[1..4]: libre($i,$t,$e) <=> p($i,$t,$e,empty) end
bigand $i,$t,$e,$u,$f,$c in $steps,[1..$T],[1..4],[1..$T],[1..4],$colours when $t != $u:
  verser($i,$t,$e,$u,$f,$c) => coup($i)
end
"""


def mutated(text: str, random: Random) -> Iterator[str]:
    """Files that can be read with a mistake each, for ever."""
    edits = list(Mutator(text).edits())
    while True:
        _, span, instead = random.choice(edits)
        changed = text[: span.start] + instead + text[span.end :]
        if read_document(Document("", changed)).is_valid:
            yield changed


def water_sort(count: int) -> dict[str, str]:
    """Right and wrong files in turn, every second one with atoms of its own."""
    text, random = right_model("watersort/pours.touist"), Random(0)
    own = text.replace("=> p($i-1,$t,$e,$c) and p($i-1,$u,$f,empty)", "=> p($i-1,$t,$e,$c) and libre($i-1,$u,$f)")
    wrong = {False: mutated(text, random), True: mutated(own + _OWN, random)}
    files = {}
    for number in range(count):
        has_own = number % 2 == 1
        plain = own + _OWN if has_own else text
        files[f"student{number:02}.touist"] = plain if number % 4 < 2 else next(wrong[has_own])
    return files


def queens(count: int) -> dict[str, str]:
    text, random = right_model("queens/queens.touist"), Random(0)
    wrong = islice(mutated(text, random), count)
    return {f"student{at:03}.touist": one if at % 3 else text for at, one in enumerate(wrong)}


@contextmanager
def measured(name: str) -> Iterator[None]:
    def spent() -> float:
        return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])

    began, clock = spent(), time.monotonic()
    yield
    print(
        f"{name:<44} {spent() - began:7.1f} s of processors {time.monotonic() - clock:7.1f} s of the clock",
        flush=True,
    )


def _bigand(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "bigand", *words], check=False, stderr=subprocess.DEVNULL)


def measure(reference: str, files: dict[str, str], name: str, *words: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for file, text in files.items():
            (room / file).write_text(text, encoding="utf-8")
        out = str(room / "class.html")
        words = ("grade", f"examples/{reference}", folder, "--out", out, "--jobs", "2", *words)
        with measured(name):
            _bigand(*words)
        first = next(iter(files))
        (room / first).write_text(files[first] + "\n;; changed\n", encoding="utf-8")
        with measured(f"{name}, once more after a change"):
            _bigand(*words)
        (room / ".class.html.known").unlink()
        _bigand(*words[:3], "--out", str(room / "class.csv"), *words[5:])
        told = Counter([line.split(",")[2] for line in (room / "class.csv").read_text("utf-8").splitlines()[1:]])
        print(f"    {dict(told)}")


def _table() -> Iterator[str]:
    """Seconds for a file, of those that are right and wrong in turn."""
    cases: tuple[tuple[str, str, dict[str, str], tuple[tuple[str, ...], ...]], ...] = (
        ("queens, N = 4, 5, 8", "queens/queens.touist", queens(12), (("N=4",), ("N=5",), ("N=8",))),
        ("Water Sort, k = 10", "watersort/pours.touist", water_sort(8), ()),
    )
    for name, base, files, sizes in cases:
        reference, began = Source(text=right_model(base)), time.process_time()
        for text in files.values():
            grade_text(Grade(reference=reference, student=Source(text=text), sizes=sizes), ignore_events)
        yield f"{name:<24} {(time.process_time() - began) / len(files):6.2f} s a file"


TABLES = {"grading a class by meaning": _table}


def run() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--count", type=int, default=60)
    words.add_argument("--queens", type=int, default=200)
    words.add_argument("--homework", type=int, default=0)
    asked = words.parse_args()
    if asked.homework:
        from tests.explain.test_grading import judged

        told = judged(homework(asked.homework))
        print({name: len(found) for name, found in told.items()}, told["verdict"], told["time"])
        return
    measure(
        "queens/queens.touist",
        queens(asked.queens),
        f"{asked.queens} files of queens, N = 4, 5, 8",
        "--set",
        "N=4,5,8",
    )
    measure("watersort/pours.touist", water_sort(asked.count), f"{asked.count} files of Water Sort, k = 10")


if __name__ == "__main__":
    run()
