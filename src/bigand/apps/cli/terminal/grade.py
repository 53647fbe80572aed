"""What came of grading a class: a line for each file, JSON and CSV of all of them."""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from bigand.apps.grading.telling import Picture, Row
from bigand.command.drawing import picture_lines
from bigand.command.texts import Texts
from bigand.source.render import make_printable
from bigand.view.palette import Depth

_LINES_OF_PICTURE = 14
_COLUMNS_OF_PICTURE = 100
_CLASHES = 20  # files of one student that programs are told
_NAMED = 6  # and people
_SAME = 100  # files that differ in names and layout only
_FORMULA = re.compile(r"((?:^|[;\t\r\n])[\s\"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def objects(rows: Sequence[Row]) -> list[dict[str, object]]:
    """All files for programs."""
    same: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        same[row.fingerprint].append(row.name)
    return [
        {
            "file": row.name,
            "student": row.student,
            "verdict": row.verdict,
            "points": row.points,
            "most": row.most,
            "line": row.line,
            "reference_line": row.reference_line,
            "model": None if row.model is None else list(row.model),
            "feedback": list(row.told),
            "rules": list(row.rules),
            "renamed": list(row.renamed),
            "sizes": list(row.sizes),
            "same": _others(same[row.fingerprint], row, _SAME) if row.fingerprint else [],
            "origin": list(row.origin),
            "clashes": _others(row.claims, row, _CLASHES),
        }
        for row in rows
    ]


def _others(names: Sequence[str], row: Row, most: int) -> list[str]:
    """The first so many names that are not this row's own: lists of all in every row would grow as a square."""
    return [name for name in names[: most + 1] if name != row.name][:most]


_COLUMNS = ("student", "file", "verdict", "points", "most", "line", "feedback")


def table(rows: Sequence[Row], texts: Texts) -> str:
    """A table for the school's system."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        told = " ".join([*row.told, *row.renamed, *clash_note(row, texts)])
        points = "" if row.points is None else f"{row.points:g}"
        fields = (row.student, row.name, row.verdict, points, f"{row.most:g}", row.line or "", told)
        writer.writerow([harmless_field(str(field)) for field in fields])
    return out.getvalue()


def harmless_field(field: str) -> str:
    r"""A field that no spreadsheet takes for a formula, and that any encoding can hold.

    Where semicolons part columns, what follows one would be a field of its own.

    >>> harmless_field("=1+1"), harmless_field("x;\t@y"), harmless_field("a-b;c")
    ("'=1+1", "x;\t'@y", 'a-b;c')
    """
    written = field.encode("utf-8", "replace").decode()
    return _FORMULA.sub(r"\1'", written)


def _drawn(picture: Picture, texts: Texts) -> Iterator[str]:
    """The first lines of a model, as it is drawn; a sign for one in which nothing is true."""
    if picture.exhibit is None:
        return
    yield f"  {texts('grade.page.allowed' if picture.kind == 'too_strict' else 'grade.page.refused')}:"
    drawn = picture_lines(picture.exhibit, _COLUMNS_OF_PICTURE, Depth.NONE, texts)
    drawn = drawn if picture.model else [picture.atoms(texts)]
    yield from [f"    {line}" for line in drawn[:_LINES_OF_PICTURE]]
    if len(drawn) > _LINES_OF_PICTURE:
        yield "    …"


def lines(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    """A line for each file, with what is wrong."""
    width = min(40, max([len(row.name) for row in rows], default=0))
    for row in rows:
        points = "" if row.points is None else f"  {row.points:g}/{row.most:g}"
        yield f"{make_printable(row.name):<{width}}  {texts(f'grade.verdict.{row.verdict}')}{points}"
        for sentence in (*row.told[1 if row.fingerprint and row.verdict != "time" else 0 :], *row.renamed):
            yield f"  {sentence}"
        for picture in row.pictures:
            yield from _drawn(picture, texts)
    yield from clash_sentences(rows, texts)
    counts = Counter([row.verdict for row in rows])
    yield texts("grade.summary", right=counts["equal"], count=len(rows))


def clash_sentences(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    """A sentence for each student whom several files claim."""
    told: set[str] = set()
    for row in rows:
        if row.claims and row.claims[0] not in told:
            told.add(row.claims[0])
            yield texts("grade.clash", student=row.student, count=len(row.claims), files=_names(row.claims))


def clash_note(row: Row, texts: Texts) -> Iterator[str]:
    """What is said beside a file that has such others."""
    if row.claims:
        others = _names(_others(row.claims, row, _NAMED + 1))
        yield texts("grade.clash_note", student=row.student, files=others)


def _names(names: Sequence[str]) -> str:
    return ", ".join([*names[:_NAMED], *(["…"] if len(names) > _NAMED else [])])
