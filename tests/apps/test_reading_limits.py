"""Limits hold while files, pipes and devices are read; values of data are read or refused, however deep."""

import os
import re
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from tests.apps.here import Here

from bigand.source import limits as inputs

ENDLESS = Path("/dev/zero")
BOARDS = [("lightup", "solve"), ("lightup", "check"), ("watersort", "solve"), ("starbattle", "solve")]
TEXTS = [(name,) for name in ("solve", "check", "why", "format", "size", "export", "test", "view", "ask")]


@pytest.mark.skipif(not ENDLESS.exists(), reason="there is no such device")
def test_an_endless_device_is_not_read_to_its_end(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command that reads a file, a board or data."""
    monkeypatch.setattr(inputs, "MAX_INPUT_BYTES", 3_000_000)
    name = here.write("m.touist", "bigand $i in $S: p($i) end")
    asking = here.write("n.touist", ';;@ data $S from "zero.json"\nbigand $i in $S: p($i) end')
    (here.folder / "zero.json").symlink_to(ENDLESS)
    cases = [[*words, str(ENDLESS)] for words in (*TEXTS, *BOARDS)]
    cases += [["solve", name, "--data", str(ENDLESS)], ["solve", asking, "--allow-data", "/dev"]]
    cases += [["why", name, "--data", str(ENDLESS)], ["verify", name, str(ENDLESS)]]
    wrong = []
    for words in cases:
        done = here(*words)
        if not re.search("is longer than 3 MB|is a pipe or a device", done.err + done.out):
            wrong.append(f"{words}: {done}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.skipif(not ENDLESS.exists(), reason="there is no such device")
def test_an_input_fits_into_the_memory_that_is_allowed(here: Here) -> None:
    done = here("solve", str(ENDLESS), "--memory", "20")
    assert done.code == 3
    assert done.err.startswith("bigand: `/dev/zero` is longer than 10 MB")
    assert "`/dev/zero` dépasse 10 Mo" in here("solve", str(ENDLESS), "--memory", "20", "--lang", "fr").err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_an_endless_pipe_is_not_read_to_its_end(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "MAX_INPUT_BYTES", 3_000_000)
    pipe = here.folder / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as file:
            while True:
                file.write(b"a and\n" * 10_000)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    assert "is longer than 3 MB" in here("solve", "pipe").err
    writer.join(60)
    assert not writer.is_alive()


def test_deep_values_of_data_are_read_or_refused(here: Here) -> None:
    name = here.write("m.touist", "bigand $i in $t: p($i) end")
    contents: dict[str, str] = {}
    for depth in (20, 150, 1_000, 50_000):
        contents |= {
            f"open{depth}.csv": "t\n" + "(" * depth + "\n",
            f"term{depth}.csv": "t\n" + "f(" * depth + "1" + ")" * depth + "\n",
            f"set{depth}.csv": "t\n" + "[" * depth + "1" + "]" * depth + "\n",
            f"list{depth}.json": '{"t": ' + "[" * depth + "1" + "]" * depth + "}",
            f"text{depth}.json": '{"t": ["' + "g(" * depth + "1" + ")" * depth + '"]}',
            f"object{depth}.json": '{"t": ' + '{"a":' * depth + "1" + "}" * depth + "}",
            f"key{depth}.json": '{"t(' + "(" * depth + '": 1}',
        }
    for file, content in contents.items():
        here.write(file, content)
        done = here("solve", name, "--data", file, "--timeout", "60")  # which asserts that it is no bug
        assert done.code in (0, 1), (file, done)
        assert "time is up" not in done.err, file
