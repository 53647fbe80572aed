"""Reading: megabytes a second by stage and size, and what it costs to start."""

import sys
from collections.abc import Iterator

from bench.measure import child_seconds, median_seconds
from bigand.language.check import check_program
from bigand.language.frontend import parse_document, read_document
from bigand.language.lexer import Lexer
from bigand.language.syntax import Mode
from bigand.source.document import Document
from bigand.source.limits import pause_garbage_collection


def facts_and_rules(size: int) -> str:
    """A file of about `size` characters: mostly facts, some rules, as generated models have them."""
    lines: list[str] = []
    length = 0
    while length < size:
        at = len(lines)
        if at % 20 == 0:
            line = (
                f"bigand $i,$j in [1..{at % 9 + 2}],[a,b,c] when $i != {at % 5} and $j in [a,b]: "
                f"q{at}($i,$j) => not r($i+1,$j) or s({at}) end"
            )
        elif at % 7 == 0:
            line = f"p({at},{at % 13}) and not q({at % 17},x{at}) => r({at})"
        else:
            line = f"p({at},{at % 29},c{at % 7})"
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)


def _lex(text: str) -> int:
    with pause_garbage_collection():
        lexer = Lexer(text)
        lexer.read_all()
        return len(lexer.kinds)


def reading() -> Iterator[str]:
    """The table of stages by size; the goal is 0.5 MB/s for parsing and checking 3 MB."""
    yield f"{'size':>8} {'lex':>9} {'parse':>9} {'check':>9} {'all':>9}   (MB/s of CPU time)"
    for size in (100_000, 300_000, 1_000_000, 3_000_000):
        text = facts_and_rules(size)
        document = Document("bench", text)
        runs = 3 if size > 500_000 else 5
        assert read_document(document).is_valid
        lexing, _ = median_seconds(lambda text=text: _lex(text), runs)  # type: ignore[misc]  # bound now
        parsing, (program, _) = median_seconds(lambda document=document: parse_document(document), runs)  # type: ignore[misc]  # bound now
        with pause_garbage_collection():
            checking, _ = median_seconds(
                lambda program=program, text=text: [*check_program(program, text, Mode.SAT, True), 0], runs  # type: ignore[misc]  # bound now
            )  # fmt: skip
        megabytes = len(text) / 1e6
        rates = [megabytes / seconds for seconds in (lexing, parsing, checking, parsing + checking)]
        yield f"{megabytes:>6.1f}MB " + " ".join(f"{rate:>9.2f}" for rate in rates)


def starting() -> Iterator[str]:
    """What `bigand --version` costs beside Python alone; the goal is at most 4 times."""
    python = child_seconds([sys.executable, "-c", "pass"])
    yield f"{'command':<40} {'ms':>7} {'times python -c pass':>22}"
    yield f"{'python -c pass':<40} {python * 1000:>7.1f} {1.0:>22.2f}"
    for words in (["--version"], ["--help"], ["check", "examples/queens/queens.touist"]):
        seconds = child_seconds([sys.executable, "-m", "bigand", *words])
        yield f"{'bigand ' + ' '.join(words):<40} {seconds * 1000:>7.1f} {seconds / python:>22.2f}"


TABLES = {"reading a file, by stage": reading, "starting": starting}
