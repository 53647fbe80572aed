"""A class in which some files hang, crash, fill the memory or lie: each costs only itself, and is told so."""

import io
import json
import os
import signal
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.apps.here import Here, here

from bigand.api import grader

__all__ = ["here"]
pytestmark = pytest.mark.slow

RIGHT = """$N = 4
bigand $i in [1..$N]: bigor $j in [1..$N]: x($i,$j) end end
bigand $i,$j,$k in [1..$N],[1..$N],[1..$N] when $j < $k: not x($j,$i) or not x($k,$i) end
"""
PIGEONS = """$n = 14
bigand $p in [1..$n]: bigor $h in [1..$n-1]: s($p,$h) end end
bigand $p,$q,$h in [1..$n],[1..$n],[1..$n-1] when $p < $q: not s($p,$h) or not s($q,$h) end
"""
FILES: dict[str, tuple[bytes, str, str]] = {
    # content, verdict, something that is told
    "hangs": (f"{RIGHT}bigand $a in powerset([1..22]): q($a) end".encode(), "time", "longer than 4 s"),
    "hard": ((RIGHT + PIGEONS).encode(), "time", "longer than 4 s"),
    "fills": (f"{RIGHT}bigand $a,$b,$c in [1..600],[1..600],[1..600]: q($a,$b,$c) end".encode(), "time", "400,000"),
    "deep": (f"{RIGHT}{'(' * 100_000}a{')' * 100_000}".encode(), "unreadable", "nested too deeply"),
    "number": (b"$N = 99999999999999999999999999\n", "unreadable", "too large"),
    "escapes": (f"{RIGHT};; \x1b]0;evil\x07\nnot x(1,\x1b2)".encode(), "unreadable", "U+001B"),
    "data": (f';;@ data $w from "../../secret.json"\n{RIGHT}'.encode(), "equal", ""),
    "latin": (RIGHT.encode() + b";; rang\xe9e\n", "equal", ""),
    "latin in a formula": (RIGHT.encode() + b"rang\xe9e\n", "unreadable", "Line 4"),
    "utf-16": (RIGHT.encode("utf-16"), "unreadable", "not a text file"),
    "nul": (RIGHT.encode() + b"\0\0", "unreadable", "not a text file"),
    "empty": (b"", "unreadable", "no formula"),
    "crashes": (f"{RIGHT};; CRASH".encode(), "time", "crashed"),
    "is killed": (f"{RIGHT};; KILL".encode(), "time", "crashed"),
    "right": (RIGHT.encode(), "equal", ""),
}


def crashing(really: Any) -> Any:
    """What opens a student's file, and takes the process with it if the file says so."""

    def opened(source: Any, *further: Any) -> Any:
        if "CRASH" in source.text:
            os._exit(134)
        if "KILL" in source.text:
            os.kill(os.getpid(), signal.SIGKILL)
        return really(source, *further)

    return opened


@pytest.mark.skipif(os.environ.get("BIGAND_CHILDREN") == "spawn", reason="children would not have the crash")
def test_each_costs_only_itself(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader, "_load_student", crashing(grader._load_student))
    here.write("reference.touist", RIGHT)
    here.write("secret.json", '{"w": "hidden words"}')
    for name, (content, _, _) in FILES.items():
        here.write(f"class/{name}.touist", content)
    with Path("class/huge.touist").open("wb") as file:
        file.seek(300_000_000)
        file.write(b"x")
    here.write("class/archive.zip", archive())
    words = ("grade", "reference.touist", "class", "--timeout", "4", "--jobs", "2", "--out", "class.json")
    done = here(*words)
    assert (done.code, "Traceback" in done.err) == (1, False)
    found = {one["student"]: one for one in json.loads(here.read("class.json"))}
    for name, (_, verdict, told) in FILES.items():
        assert (name, found[name]["verdict"]) == (name, verdict)
        assert told in " ".join(found[name]["feedback"]), (name, found[name]["feedback"])
    assert "1 MB" in " ".join(found["huge"]["feedback"])
    verdicts = {name: one["verdict"] for name, one in found.items() if name not in FILES}
    assert verdicts == {"huge": "unreadable", "archive": "unreadable", "Zoé Ü": "unreadable", "Ann": "equal"}
    for text in (here.read("class.json"), done.out, done.err):
        assert "\x1b" not in text
        assert "hidden words" not in text
    assert not Path("../up.touist").exists()


def archive() -> bytes:
    """As Moodle has it, with a name that leads out and a bomb in an archive in it."""
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as one:
        one.writestr("bomb.touist", b"\n" * 100_000_000)
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as one:
        one.writestr("Zoé Ü_12_assignsubmission_file_/deep.zip", inner.getvalue())
        one.writestr("../up.touist", RIGHT)
        one.writestr("Ann_13_assignsubmission_file_/a.touist", RIGHT)
    return outer.getvalue()
