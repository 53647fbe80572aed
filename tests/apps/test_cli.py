"""The command line as a person uses it: its output, its exit code, and what only a process of its own shows."""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.apps.here import Here, run_here
from tests.golden import check_golden

from bigand.cli.dispatch import command_names
from bigand.cli.parser import PlainParser

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def bigand(
    *words: str, text: str | bytes = b"", language: str = "C.UTF-8", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in this process; gives what `run_bigand` would."""
    done = run_here(*words, text=text, language=language, folder=folder)
    return subprocess.CompletedProcess(words, done.code, done.out, done.err)


def run_bigand(
    *words: str, text: str | bytes = b"", language: str = "C.UTF-8", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own: a quarter of a second, for what cannot be seen without one."""
    data = text.encode() if isinstance(text, str) else text
    environment = {**os.environ, "LC_ALL": language, "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-m", "bigand", *words],
        input=data,
        capture_output=True,
        env=environment,
        cwd=folder,
        timeout=120,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def test_version() -> None:
    from bigand import __version__

    assert run_bigand("--version").stdout == f"bigand {__version__}\n"


def test_usage_keeps_the_parentheses_of_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Early releases of Python 3.11 take pairs of them away, as far as they reach."""
    name = "_format_actions_usage"
    if lay_out := getattr(argparse.HelpFormatter, name, None):
        monkeypatch.setattr(
            argparse.HelpFormatter, name, lambda *words: re.sub(r"\(([^|]*)\)", r"\1", lay_out(*words))
        )
    parser = PlainParser(prog="b", add_help=False)
    parser.add_argument("--only", metavar="p(1,*)")
    parser.add_argument("file", metavar="m(2)", nargs="*")
    assert parser.format_usage() == "usage: b [--only p(1,*)] [m(2) ...]\n"
    assert "--only p(1,*)" in parser.format_help()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_golden_help(language: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_COLORS", "1")  # Python 3.14 would colour it
    parts = [here("--lang", language, "--help").out]
    assert parts == [run_bigand("--lang", language, "--help").stdout]
    for command in command_names():
        done = here(command, "--help", "--lang", language)
        assert done.code == 0
        parts.append(done.out)
    check_golden(f"help.{language}.txt", "\n---\n\n".join(parts))


def test_check_exit_codes() -> None:
    assert run_bigand("check", "-", text="a and b").returncode == 0
    assert bigand("check", "-", text="Not a").returncode == 0  # a warning only
    assert run_bigand("check", "-", text="a b end").returncode == 1
    assert bigand("check").returncode == 2
    assert run_bigand("check", "--no-such-option", "-").returncode == 2


def test_a_process_says_what_a_call_says() -> None:
    """Everything else in this file relies on it."""
    for words, text in (
        (["solve", "-"], "a or b\nnot a"),
        (["check", "--format", "json", "-"], "p($i)\nq ->"),
        (["solve", "-"], "a b not a"),
        (["chek"], ""),
    ):
        here, apart = bigand(*words, text=text), run_bigand(*words, text=text)
        assert (here.returncode, here.stdout, here.stderr) == (apart.returncode, apart.stdout, apart.stderr)


def test_check_json() -> None:
    done = bigand("check", "--format", "json", "-", text="p($i)\nq ->")
    found = json.loads(done.stdout)
    assert [(one["code"], one["line"], one["severity"]) for one in found] == [
        ("N101", 1, "error"),
        ("S002", 2, "error"),
    ]
    assert found[0]["file"] == "<stdin>"
    assert json.loads(bigand("check", "--format", "json", "-", text="a").stdout) == []


def test_check_short_is_one_line_each() -> None:
    done = bigand("check", "--format", "short", "-", text="a && b\nc && d")
    assert [line.split(": ")[0] for line in done.stdout.splitlines()] == ["<stdin>:1:3", "<stdin>:2:3"]


def test_language_by_locale_and_by_option() -> None:
    assert "erreur[S002]" in run_bigand("check", "-", text="a && b", language="fr_FR.UTF-8").stdout
    assert "error[S002]" in bigand("check", "--lang", "en", "-", text="a && b", language="fr_FR.UTF-8").stdout
    assert "erreur : argument" in bigand("check", "--format", "x", "-", language="fr_FR.UTF-8").stderr


def test_check_fix_writes_sure_fixes(tmp_path: Path) -> None:
    path = tmp_path / "a.touist"
    path.write_text("bigand i in {1..3}: p($i) -> !q($i) end\n")
    done = bigand("check", "--fix", str(path))
    assert done.returncode == 0
    assert path.read_text() == "bigand $i in [1..3]: p($i) => not q($i) end\n"


def test_many_errors_are_cut_for_people_only() -> None:
    text = "".join([f"é{number}\n" for number in range(60)])
    assert "10 more" in bigand("check", "-", text=text).stdout
    assert bigand("check", "--max-errors", "0", "-", text=text).stdout.count("error[") == 60
    assert len(json.loads(bigand("check", "--format", "json", "-", text=text).stdout)) == 60


def test_what_is_said_in_the_same_words_is_said_once() -> None:
    text = "a && b\n" * 60
    people = bigand("check", "-", text=text).stdout
    assert people.count("error[") == 1
    assert "= also: lines 2, 3, 4, 5, 6, 7, 8, 9 and 51 more" in people
    assert "60 errors" in people
    assert len(json.loads(bigand("check", "--format", "json", "-", text=text).stdout)) == 60
    assert bigand("check", "-", text="a && b\nc || d\na && d\n").stdout.count("error[") == 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = bigand("check", str(tmp_path / "none.touist"))
    assert missing.returncode == 1
    assert "there is no file" in missing.stderr
    folder = bigand("check", str(tmp_path))
    assert folder.returncode == 1
    assert "is a folder" in folder.stderr


def test_unknown_commands() -> None:
    assert "did you mean `check`?" in bigand("chek", "-").stderr
    assert "did you mean `bigand check" in bigand(str(EXAMPLES / "queens" / "queens.touist")).stderr
    assert bigand("solv").returncode == 2
    assert bigand().returncode == 2


def test_bytes_that_are_no_text_in_a_comment_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "latin1.touist"
    path.write_bytes(b";; \xe9t\xe9\na  and b\n")
    assert bigand("check", str(path)).returncode == 0
    assert bigand("format", "--write", str(path)).returncode == 0
    assert path.read_bytes() == b";; \xe9t\xe9\na and b\n"


def test_format_modes(tmp_path: Path) -> None:
    path = tmp_path / "a.touist"
    path.write_text("a  and b")
    assert bigand("format", str(path)).stdout == "a and b\n"
    assert bigand("format", "--check", str(path)).returncode == 1
    assert "+a and b" in bigand("format", "--diff", str(path)).stdout
    assert path.read_text() == "a  and b"
    assert bigand("format", "--write", str(path)).returncode == 0
    assert bigand("format", "--check", str(path)).returncode == 0
    path.write_text("a && b")
    refused = bigand("format", "--write", str(path))
    assert refused.returncode == 1
    assert path.read_text() == "a && b"


def test_explain() -> None:
    assert "wrong:" in bigand("explain", "n101").stdout
    assert "faux :" in bigand("explain", "N101", "--lang", "fr").stdout
    assert "did you mean `N10" in bigand("explain", "N199").stderr
    assert bigand("explain").stdout.count("\n") > 50


def test_golden_stages() -> None:
    text = "$N = 3\nbigand $i in [1..$N] when $i != 2: p($i) => q end ;; été\n;;@ view grid p(ligne)\n"
    tokens = bigand("show", "--stage", "tokens", "-", text=text).stdout
    tree = bigand("show", "--stage", "tree", "-", text=text).stdout
    check_golden("stages.txt", tokens + "\n" + tree)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("**/*.touist")), ids=lambda path: path.stem)
def test_examples_are_right_and_laid_out(path: Path) -> None:
    done = bigand("check", "--format", "short", str(path))
    assert (done.returncode, done.stdout) == (0, "")
    assert bigand("format", "--check", str(path)).returncode == 0
    for command in ("latex", "mathml", "unicode"):
        assert bigand(command, str(path)).returncode == 0


def test_a_reader_that_stops_early() -> None:
    command = f"{shlex.quote(sys.executable)} -m bigand explain | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def shell(command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """A command line with redirections, in which `bigand` is ours."""
    command = command.replace("bigand", f"{shlex.quote(sys.executable)} -m bigand", 1)
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        command, shell=True, input=text, capture_output=True, text=True, timeout=60, check=False,
        env=environment,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        "bigand check - >/dev/full",
        "bigand format - >/dev/full",
        "bigand --version >/dev/full",
        "bigand --help >/dev/full",
        "bigand check - >&-",
        "bigand format - >&-",
        "bigand check - <&-",
    ],
)
def test_streams_that_fail(command: str) -> None:
    done = shell(command, "a  and b")
    assert done.returncode == 1
    assert done.stderr.startswith("bigand: ")
    assert done.stderr.count("\n") == 1


def test_one_unreadable_file_among_others(tmp_path: Path) -> None:
    right, missing = tmp_path / "right.touist", tmp_path / "none.touist"
    right.write_text("p($i)")
    done = bigand("check", "--format", "json", str(missing), str(right))
    assert done.returncode == 1
    assert [one["code"] for one in json.loads(done.stdout)] == ["N101"]
    assert "there is no file" in done.stderr
    assert json.loads(bigand("check", "--format", "json", str(missing)).stdout) == []
    right.write_text("a  and b")
    done = bigand("format", str(missing), str(right))
    assert (done.returncode, done.stdout) == (1, "a and b\n")
    assert bigand("check", str(missing), str(right)).returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        ("--lang", "xx", "check", "-"),
        ("--lang=xx", "check", "-"),
        ("--lang",),
        ("check", "--max-errors", "-1", "-"),
        ("unicode", "--width", "-5", "-"),
        ("unicode", "--width", "wide", "-"),
        ("check", "--fix", "-"),
        ("help", "chek"),
    ],
)
def test_command_lines_that_are_refused(words: tuple[str, ...]) -> None:
    done = bigand(*words, text="a")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr != ""


def test_help_of_a_command() -> None:
    assert bigand("help", "check").stdout == bigand("check", "--help").stdout


def test_writing_goes_through_links(tmp_path: Path) -> None:
    path, link = tmp_path / "a.touist", tmp_path / "link.touist"
    path.write_text("a  and b")
    link.symlink_to(path)
    assert bigand("format", "--write", str(link)).returncode == 0
    assert link.is_symlink()
    assert path.read_text() == "a and b\n"


def test_bytes_that_are_no_text_come_out_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "latin1.touist"
    path.write_bytes(b";; \xe9t\xe9\na  and b\n")
    command = [sys.executable, "-m", "bigand", "format"]
    plain = subprocess.run([*command, str(path)], capture_output=True, check=True)
    assert plain.stdout == b";; \xe9t\xe9\na and b\n"
    changes = subprocess.run([*command, "--diff", str(path)], capture_output=True, check=True)
    assert b" ;; \xe9t\xe9\n-a  and b\n+a and b\n" in changes.stdout


def test_line_ends_of_windows_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.touist"
    path.write_bytes(b"a  and b ;; one\r\nc\r\n")
    assert bigand("format", "--write", str(path)).returncode == 0
    assert path.read_bytes() == b"a and b ;; one\r\nc\r\n"


def test_a_bug_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bigand.cli import dispatch
    from bigand.cli.commands import check

    def fail(*_: object) -> int:
        raise TypeError("unordered")

    monkeypatch.setattr(check, "run_check", fail)
    assert dispatch.run_command_line(["check", "-", "--lang", "en"]) == 1
    assert "this is a bug in bigand" in capsys.readouterr().err
