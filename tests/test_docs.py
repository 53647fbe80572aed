"""What the documents show is what happens: programs are read, commands are run, made pages are current."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.make_docs import DOCS, PAGES
from tests.sessions import run_in_shell, run_line
from tests.tables import check_rows

from bigand.language import read_document
from bigand.source.document import Document

ROOT = Path(__file__).parent.parent
MADE = set(PAGES)
_ALL = [*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *ROOT.glob("examples/**/*.md")]
PAGES_BY_HAND = [path for path in _ALL if path.name not in MADE]
_FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(kind: str) -> list[tuple[str, str]]:
    """The fenced blocks of a kind in all pages, with the page they stand on."""
    found = []
    for path in PAGES_BY_HAND:
        for name, text in _FENCE.findall(path.read_text(encoding="utf-8")):
            if name == kind:
                found.append((path.name, text))
    return found


PROGRAMS = blocks("touist")


def test_the_glossary_has_each_word_once_and_names_what_the_code_has() -> None:
    lines = (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    entries = [row for row in rows if row[0] != "word"]
    words = [word for row in entries for word in row[0].split(", ")]
    assert sorted(set(words)) == sorted(words)
    assert len(entries) > 50
    for *_, code in entries:
        if code:
            module, _, name = code.strip("`").rpartition(".")
            assert hasattr(import_module(f"bigand.{module}"), name), code


def test_made_pages_are_current() -> None:
    def check(name: str) -> None:
        assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"

    check_rows([(name, name) for name in sorted(MADE)], check)


def test_programs_are_right() -> None:
    def check(text: str) -> None:
        diagnostics = read_document(Document("page", text)).diagnostics
        assert [diagnostic.code for diagnostic in diagnostics if diagnostic.severity.value == "error"] == []

    check_rows([(f"{page}-{number}", text) for number, (page, text) in enumerate(PROGRAMS)], check)


SESSIONS: dict[str, list[str]] = {}
for _page, _text in blocks("console"):
    SESSIONS.setdefault(_page, []).extend(re.split(r"^\$ ", _text, flags=re.MULTILINE)[1:])


@pytest.mark.parametrize("page", SESSIONS)
def test_sessions_are_true(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `$ bigand …` of a page prints what the page says; its files of `/tmp` are in a folder of the test."""
    monkeypatch.setattr(
        "bigand.api.reasons._DEFAULT_SECONDS", 600.0
    )  # a busy machine finds what the page says, but later
    with TemporaryDirectory(dir="/tmp") as folder:  # a name without blanks, which a shell would take apart

        def check(part: str) -> None:
            line, _, expected = part.replace("/tmp/", f"{folder}/").partition("\n")
            assert run_line(line, ROOT) == expected.rstrip()

        check_rows([(part.partition("\n")[0], part) for part in SESSIONS[page]], check)


def test_a_command_has_a_process_of_its_own() -> None:
    """The first commands of the first page as a shell runs them, which the others do without."""
    for part in SESSIONS["README.md"][:2]:
        line, _, expected = part.partition("\n")
        assert run_in_shell(line, ROOT, is_together=True).decode().rstrip() == expected.rstrip()


SNIPPETS = [(f"{page}-{number}", text) for number, (page, text) in enumerate(blocks("python"))]


def test_python_runs(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    check_rows(SNIPPETS, lambda text: exec(text, {"__name__": "__main__"}))
    assert capfd.readouterr().err == ""


def test_python_runs_in_a_process_of_its_own() -> None:
    name, text = SNIPPETS[0]
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=60, check=False, cwd=ROOT)
    assert (name, done.stderr, done.returncode) == (name, b"", 0)
