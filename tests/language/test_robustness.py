"""Hostile input: a clear message in bounded time and memory, never a traceback."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bigand.language import read_document
from bigand.language.formatter import format_program
from bigand.language.frontend import parse_document
from bigand.language.parser import MAX_DEPTH
from bigand.source.document import Document
from bigand.source.limits import deep_recursion

NEST = MAX_DEPTH - 50
HOSTILE: dict[str, Callable[[], bytes]] = {  # made when it is needed: forks of a large process are slow
    "10 MB of opening parentheses": lambda: b"(" * 10_000_000,
    "100,000 nested parentheses": lambda: b"(" * 100_000 + b"a" + b")" * 100_000,
    "100,000 nested sets": lambda: b"p(" + b"[" * 100_000,
    "1,000,000 negations": lambda: b"not " * 1_000_000 + b"a",
    "1,000,000 signs": lambda: b"p(" + b"-" * 1_000_000 + b"1)",
    "100,000 nested operators": lambda: b"bigand $i in [1]: " * 100_000,
    "5,000 nested operators over no set": lambda: b"bigand $i in S: " * 5000,
    "100,000 nested ifs": lambda: b"if 1 == 1 then " * 100_000,
    "100,000 nested lets": lambda: b"let $x = 1: " * 100_000,
    "a line of 1,000,000 characters": lambda: b"p(1) and " * 111_111 + b"&",
    "a name of 1,000,000 letters": lambda: b"a" * 1_000_000,
    "a number of 1,000,000 digits": lambda: b"p(" + b"7" * 1_000_000 + b")",
    "100,000 quotes": lambda: b'"' * 100_000,
    "1,000,000 quotes": lambda: b'"' * 1_000_000,
    "200,000 conjuncts": lambda: b"a" + b" and a" * 200_000 + b" ->",
    "100,000 implications": lambda: b"a" + b" => a" * 100_000 + b" =>",
    "random bytes": lambda: random.Random(1).randbytes(1_000_000),
    "random bytes without zero": lambda: random.Random(2).randbytes(200_000).replace(b"\0", b" "),
    "only blanks": lambda: b" \n\t" * 1_000_000,
    "only comments": lambda: b";; x\n" * 200_000,
}


LONG = {  # up to half a million messages, or a million characters in a line
    "1,000,000 quotes",
    "random bytes without zero",
    "100,000 quotes",
    "1,000,000 signs",
    "a line of 1,000,000 characters",
    "200,000 conjuncts",
}
NAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in HOSTILE]


@pytest.mark.parametrize("name", NAMES)
def test_hostile_input(name: str, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "hostile.touist"
    path.write_bytes(HOSTILE[name]())

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))

    done = subprocess.run(
        [sys.executable, "-m", "bigand", "check", str(path)],
        capture_output=True,
        timeout=60,
        check=False,
        preexec_fn=limits,
    )
    assert done.stderr == b""
    assert done.returncode == (0 if name == "a name of 1,000,000 letters" else 1)
    assert b"error[" in done.stdout or done.returncode == 0
    assert len(done.stdout) < 200_000


DEEP = {
    "parentheses": "(" * NEST + "a" + ")" * NEST,
    "negations": "not " * NEST + "a",
    "implications": "a" + " => b <=> c" * (NEST // 2),
    "sets": "p(" + "[" * (NEST - 2) + "]" * (NEST - 2) + ")",
    "operators": "bigand $i in [1]: " * (NEST // 2) + "p($i)" + " end" * (NEST // 2),
    "sums": "p(" + "1" + "+1-1" * (NEST // 2) + ")",
    "lets": "let $x = 1: " * (NEST // 2) + "p($x)",
}


@pytest.mark.parametrize("name", DEEP)
def test_as_deep_as_allowed(name: str) -> None:
    """What the parser lets through, every walk after it can walk."""
    document = Document(name, DEEP[name])
    assert not [one for one in read_document(document).diagnostics if one.severity.value == "error"]
    with deep_recursion():
        program, _ = parse_document(document)
        format_program(program, document.text)
