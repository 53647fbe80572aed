"""Files that the user names are written whole or not at all."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.apps.here import Here, redirect
from tests.tables import check_rows

from bigand.source.files import FileError, write_file

PICTURED = ";;@ view grid x(row, column)\nbigand $i in [1..9]: bigor $j in [1..9]: x($i,$j) end end"
LEVEL = "red blue\nblue red\n-\n-\n"
WRITES = {
    "solve --svg": ["solve", "--svg", "out", "m.touist"],
    "solve --proof": ["solve", "--proof", "out", "none.touist"],
    "export -o": ["export", "-o", "out", "m.touist"],
    "export --table": ["export", "--table", "out", "m.touist"],
    "export smtlib": ["export", "--to", "smtlib", "-o", "out", "m.touist"],
    "view --svg": ["view", "--svg", "out", "m.touist"],
    "view --gif": ["view", "--gif", "out", "m.touist"],
    "view --html": ["view", "--html", "out", "m.touist"],
    "test --junit": ["test", "--junit", "out", "m.touist"],
    "format": ["format", "--write", "out"],
    "queens --svg": ["queens", "6", "--svg", "out"],
    "lightup convert": ["lightup", "convert", "12x12:" + "e0" * 24, "--to", "svg", "-o", "out"],
    "lightup solve": ["lightup", "solve", "...0\n....\n....\n2...", "--svg", "out"],
    "watersort convert": ["watersort", "convert", "level.txt", "--to", "touist", "-o", "out"],
}
OLD = "a   and  b\n" * 30


def write_inputs(folder: Path) -> None:
    (folder / "m.touist").write_text(PICTURED)
    pigeons = "bigand $i in [1..6]: bigor $j in [1..5]: p($i,$j) end end "
    pairs = "bigand $j,$i,$k in [1..5],[1..6],[1..6] when $i < $k: not p($i,$j) or not p($k,$j) end"
    (folder / "none.touist").write_text(pigeons + pairs)
    (folder / "level.txt").write_text(LEVEL)
    (folder / "out").write_text(OLD)


APART = ("solve --svg", "solve --proof", "export -o")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
@pytest.mark.parametrize("kind", APART)
def test_a_full_disk_keeps_the_old_file(kind: str, tmp_path: Path) -> None:
    write_inputs(tmp_path)
    (tmp_path / "out").chmod(0o640)
    command = [sys.executable, "-m", "bigand", *WRITES[kind]]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}

    def small_disk() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60, preexec_fn=small_disk
    )
    err = done.stderr.decode()
    assert (tmp_path / "out").read_text() == OLD
    assert "Traceback" not in err
    # There is no room for the solver's own notes either.
    told = "the solver" if kind == "solve --proof" else "`out` cannot be written: File too large"
    assert (done.returncode, told in err) == (1, True), err
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


@contextmanager
def small_files() -> Iterator[None]:
    """No file may be larger than a hundred bytes, as if the disk were full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
def test_every_command_keeps_the_old_file_when_the_disk_is_full(here: Here) -> None:
    write_inputs(here.folder)

    def check(words: list[str]) -> None:
        with Path(os.devnull).open("wb") as nowhere, redirect("stdout", 1, nowhere), small_files():
            done = here(*words)
        assert (done.code, "`out` cannot be written: File too large" in done.err) == (1, True), done.err
        assert here.read("out") == OLD
        assert not [path.name for path in here.folder.iterdir() if path.name.startswith(".")]

    # There is no room for the notes of the solver that writes a proof: see above.
    check_rows([(kind, words) for kind, words in WRITES.items() if kind != "solve --proof"], check)


@pytest.mark.parametrize("kind", WRITES)
def test_a_new_file_takes_the_place_and_the_rights_of_the_old(kind: str, here: Here) -> None:
    write_inputs(here.folder)
    (here.folder / "out").rename(here.folder / "real")
    (here.folder / "real").chmod(0o640)
    (here.folder / "out").symlink_to("real")
    words = WRITES[kind]
    assert here(*words).code in (0, 8), here(*words).err
    assert here.read("real") != OLD if kind != "view --gif" else (here.folder / "real").read_bytes()[:3] == b"GIF"
    assert (here.folder / "out").is_symlink()
    assert (here.folder / "real").stat().st_mode & 0o777 == 0o640
    assert not [path.name for path in here.folder.iterdir() if path.name.startswith(".")]


def test_devices_and_pipes_are_written_as_they_are(here: Here) -> None:
    name = here.write("m.touist", "a or b")
    assert "p cnf 2 1" in here("export", "-o", "/dev/stdout", name).out
    full = here("export", "-o", "/dev/full", name)
    assert (full.code, "No space left" in full.err) == (1, True)
    os.mkfifo(here.folder / "pipe")
    reader = os.open(here.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert here("export", "-o", "pipe", name).code == 0
    assert b"p cnf 2 1" in os.read(reader, 1000)
    os.close(reader)


@pytest.mark.parametrize("name", ["", ".", "no/such/folder/x", "x" * 300, "a\0b", "m.touist/x"])
def test_names_that_cannot_be_written(name: str, here: Here) -> None:
    here.write("m.touist", "a")
    with pytest.raises(FileError):
        write_file(name, "text")
    assert sorted(path.name for path in here.folder.iterdir()) == ["m.touist"]


def test_what_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    def pieces() -> "object":
        yield b"half"
        raise KeyboardInterrupt

    out = tmp_path / "out"
    out.write_text("old")
    made = pieces()
    with pytest.raises(KeyboardInterrupt):
        write_file(str(out), made)  # type: ignore[arg-type]  # it yields bytes until it breaks
    assert out.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


MODES = [0o600, 0o640, 0o644, 0o664, 0o666, 0o700]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o000])
def test_what_is_being_written_is_never_more_readable(mask: int, tmp_path: Path) -> None:
    """Not even from its creation on: all rights that the file beside an old one ever has are looked at."""
    seen: list[int] = []

    def beside() -> list[int]:
        return [path.stat().st_mode & 0o777 for path in tmp_path.iterdir() if path.name.startswith(".bigand-")]

    def pieces() -> "Iterator[bytes]":
        seen.extend(beside())
        yield b"text"
        seen.extend(beside())

    create = os.open

    def watched(name: str, flags: int, mode: int = 0o777, **more: int) -> int:
        number = create(name, flags, mode, **more)
        if ".bigand-" in str(name):
            seen.append(os.fstat(number).st_mode & 0o777)
        return number

    faults = []
    before = os.umask(mask)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "open", watched)
            for mode in [None, *MODES]:
                out = tmp_path / f"out-{mode}"
                if mode is not None:
                    out.write_text("old")
                    out.chmod(mode)
                seen.clear()
                write_file(str(out), pieces())
                allowed = 0o666 & ~mask if mode is None else mode
                if len(seen) != 3 or any(one & ~allowed for one in seen) or out.stat().st_mode & 0o777 != allowed:
                    faults.append((mode, [oct(one) for one in seen], oct(out.stat().st_mode)))
    finally:
        os.umask(before)
    assert not faults


def test_another_group_gets_no_rights_of_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the group cannot be kept, the group of the new file has the rights of everybody else."""
    out = tmp_path / "out"
    out.write_text("old")
    out.chmod(0o664)
    other = out.stat().st_gid + 1
    real = os.stat_result
    monkeypatch.setattr(os, "chown", refuse)
    stat = Path.stat

    def of_another_group(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        found = stat(path, follow_symlinks=follow_symlinks)
        return real((*found[:5], other, *found[6:])) if path.name == "out" else found

    monkeypatch.setattr(Path, "stat", of_another_group)
    write_file(str(out), "new")
    assert (out.read_text(), stat(out).st_mode & 0o777) == ("new", 0o644)


def refuse(*_given: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_a_file_is_on_the_disk_before_it_is_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def watch_sync(number: int) -> None:
        name = Path(f"/proc/self/fd/{number}").readlink()
        done.append("folder" if name.is_dir() else name.read_text(encoding="utf-8"))
        sync(number)

    def watch_replace(path: Path, target: Path) -> Path:
        done.append("in its place")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", watch_sync)
    monkeypatch.setattr(Path, "replace", watch_replace)
    write_file(str(tmp_path / "out"), "text")
    assert done == ["text", "in its place", "folder"]


def test_a_disk_that_fails_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_number: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    (tmp_path / "out").write_text("old")
    with pytest.raises(FileError):
        write_file(str(tmp_path / "out"), "text")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_no_file_is_made_in_a_folder_that_only_has_files_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without the right to make files: the old one is written in its place."""
    create = os.open

    def only_old(name: str, flags: int, mode: int = 0o777, **more: int) -> int:
        if ".bigand-" in str(name):
            raise PermissionError(13, "Permission denied")
        return create(name, flags, mode, **more)

    monkeypatch.setattr(os, "open", only_old)
    (tmp_path / "out").write_text("old")
    write_file(str(tmp_path / "out"), "text")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["text"]
    with pytest.raises(FileError):
        write_file(str(tmp_path / "new"), "text")
