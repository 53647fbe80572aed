"""What came of grading a class: a line for each file, JSON and CSV of all of them."""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from bigand.apps.grading.telling import GradeRow, ModelPicture
from bigand.command.drawing import picture_lines
from bigand.command.texts import Texts
from bigand.source.render import make_printable
from bigand.view.palette import ColourDepth

_PICTURE_LINES = 14
_PICTURE_WIDTH = 100
_MAX_CLASHES = 20  # files of one student that programs are told
_MAX_NAMES = 6  # and people
_MAX_SAME = 100  # files that differ in names and layout only
_FORMULA_START = re.compile(r"((?:^|[;\t\r\n])[\s\"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def row_objects(rows: Sequence[GradeRow]) -> list[dict[str, object]]:
    """All files for programs."""
    names_by_fingerprint: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        names_by_fingerprint[row.fingerprint].append(row.name)
    return [
        {
            "file": row.name,
            "student": row.student,
            "verdict": row.verdict,
            "points": row.points,
            "most": row.max_points,
            "line": row.line,
            "reference_line": row.reference_line,
            "model": None if row.model is None else list(row.model),
            "feedback": list(row.sentences),
            "rules": list(row.rules),
            "renamed": list(row.renamings),
            "sizes": list(row.sizes),
            "same": _other_names(names_by_fingerprint[row.fingerprint], row, _MAX_SAME) if row.fingerprint else [],
            "origin": list(row.origin),
            "clashes": _other_names(row.same_student_files, row, _MAX_CLASHES),
        }
        for row in rows
    ]


def _other_names(names: Sequence[str], row: GradeRow, limit: int) -> list[str]:
    """The first so many names that are not this row's own: lists of all in every row would grow as a square."""
    return [name for name in names[: limit + 1] if name != row.name][:limit]


_COLUMNS = ("student", "file", "verdict", "points", "most", "line", "feedback")


def render_csv(rows: Sequence[GradeRow], texts: Texts) -> str:
    """A table for the school's system."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        feedback = " ".join([*row.sentences, *row.renamings, *clash_notes(row, texts)])
        points = "" if row.points is None else f"{row.points:g}"
        fields = (row.student, row.name, row.verdict, points, f"{row.max_points:g}", row.line or "", feedback)
        writer.writerow([escape_field(str(field)) for field in fields])
    return out.getvalue()


def escape_field(field: str) -> str:
    r"""A field that no spreadsheet takes for a formula, and that any encoding can hold.

    Where semicolons part columns, what follows one would be a field of its own.

    >>> escape_field("=1+1"), escape_field("x;\t@y"), escape_field("a-b;c")
    ("'=1+1", "x;\t'@y", 'a-b;c')
    """
    encodable = field.encode("utf-8", "replace").decode()
    return _FORMULA_START.sub(r"\1'", encodable)


def _picture_lines(picture: ModelPicture, texts: Texts) -> Iterator[str]:
    """The first lines of a model, as it is drawn; a sign for one in which nothing is true."""
    if picture.exhibit is None:
        return
    yield f"  {texts('grade.page.allowed' if picture.kind == 'too_strict' else 'grade.page.refused')}:"
    lines = picture_lines(picture.exhibit, _PICTURE_WIDTH, ColourDepth.NONE, texts)
    lines = lines if picture.model else [picture.atoms_text(texts)]
    yield from [f"    {line}" for line in lines[:_PICTURE_LINES]]
    if len(lines) > _PICTURE_LINES:
        yield "    …"


def report_lines(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    """A line for each file, with what is wrong."""
    width = min(40, max([len(row.name) for row in rows], default=0))
    for row in rows:
        points = "" if row.points is None else f"  {row.points:g}/{row.max_points:g}"
        yield f"{make_printable(row.name):<{width}}  {texts(f'grade.verdict.{row.verdict}')}{points}"
        for sentence in (*row.sentences[1 if row.fingerprint and row.verdict != "time" else 0 :], *row.renamings):
            yield f"  {sentence}"
        for picture in row.pictures:
            yield from _picture_lines(picture, texts)
    yield from clash_sentences(rows, texts)
    counts = Counter([row.verdict for row in rows])
    yield texts("grade.summary", right=counts["equal"], count=len(rows))


def clash_sentences(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    """A sentence for each student whom several files claim."""
    seen: set[str] = set()
    for row in rows:
        if row.same_student_files and row.same_student_files[0] not in seen:
            seen.add(row.same_student_files[0])
            yield texts(
                "grade.clash",
                student=row.student,
                count=len(row.same_student_files),
                files=_join_names(row.same_student_files),
            )


def clash_notes(row: GradeRow, texts: Texts) -> Iterator[str]:
    """What is said beside a file that has such others."""
    if row.same_student_files:
        other_files = _join_names(_other_names(row.same_student_files, row, _MAX_NAMES + 1))
        yield texts("grade.clash_note", student=row.student, files=other_files)


def _join_names(names: Sequence[str]) -> str:
    return ", ".join([*names[:_MAX_NAMES], *(["…"] if len(names) > _MAX_NAMES else [])])
