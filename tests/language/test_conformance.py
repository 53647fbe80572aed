"""Every program of the conformance file is accepted or refused as it must be, on the line it must be."""

from tests.conformance import Program, read_programs
from tests.tables import table

from bigand.language import read_document
from bigand.messages.message import Severity
from bigand.source.document import Document

PROGRAMS = read_programs()
# Where one program has several mistakes; all others have one, and one error tells it.
SEVERAL = {
    "drv-300": 2,  # an assignment inside a formula, and its variable, which is therefore unknown
    "drv-302": 2,  # two unknown variables
}


def test_all_programs_are_there() -> None:
    assert len(PROGRAMS) == 258


@table("program", PROGRAMS, ids=lambda program: program.id)
def test_conformance(program: Program) -> None:
    document = Document(program.id, program.source)
    reading = read_document(document, program.mode)
    errors = [one for one in reading.diagnostics if one.severity is Severity.ERROR]
    lines = [document.position(error.primary.span.start).line for error in errors]
    if program.expect["kind"] != "error":
        assert errors == []
    else:
        assert len(errors) == SEVERAL.get(program.id, 1)
        assert program.expect.get("line", lines[0]) in lines
    if "warnings" in program.expect:
        assert any(one.severity is Severity.WARNING for one in reading.diagnostics)
