"""What the documents show is what happens: programs are read, commands are run, made pages are current."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.make_docs import DOCS, PAGES

from bigand.language import read
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
SESSIONS = blocks("console")


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


@pytest.mark.parametrize("name", sorted(MADE))
def test_made_pages_are_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize(("page", "text"), PROGRAMS, ids=[f"{p}-{i}" for i, (p, _) in enumerate(PROGRAMS)])
def test_programs_are_right(page: str, text: str) -> None:
    assert [one.code for one in read(Document(page, text)).diagnostics if one.severity.value == "error"] == []


@pytest.mark.parametrize(("page", "text"), SESSIONS, ids=[f"{p}-{i}" for i, (p, _) in enumerate(SESSIONS)])
def test_sessions_are_true(page: str, text: str) -> None:
    """Every `$ bigand …` of a page prints what the page says."""
    assert page
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "PATH": path},
            timeout=60,
            check=False,
        )
        assert done.stdout.decode().rstrip() == expected.rstrip()


SNIPPETS = blocks("python")


@pytest.mark.parametrize(("page", "text"), SNIPPETS, ids=[f"{p}-{i}" for i, (p, _) in enumerate(SNIPPETS)])
def test_python_runs(page: str, text: str) -> None:
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=60, check=False, cwd=ROOT)
    assert (page, done.stderr, done.returncode) == (page, b"", 0)
