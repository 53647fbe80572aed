"""Every program of the conformance file is accepted or refused as it must be, on the line it must be."""

import pytest
from tests.conformance import Program, read_programs

from bigand.language import read
from bigand.source.diagnostic import Severity
from bigand.source.document import Document

PROGRAMS = read_programs()


def test_all_programs_are_there() -> None:
    assert len(PROGRAMS) == 258


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.id)
def test_conformance(program: Program) -> None:
    document = Document(program.id, program.source)
    reading = read(document, program.mode)
    errors = [one for one in reading.diagnostics if one.severity is Severity.ERROR]
    lines = [document.position(error.primary.span.start).line for error in errors]
    if program.expect["kind"] != "error":
        assert errors == []
    elif "line" in program.expect:
        assert program.expect["line"] in lines
    else:
        assert errors != []
    if "warnings" in program.expect:
        assert any(one.severity is Severity.WARNING for one in reading.diagnostics)
