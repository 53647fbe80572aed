"""What came of grading a class: a line for each file, JSON and CSV of all of them."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence

from bigand.apps.grading.telling import Picture, Row
from bigand.command.drawing import picture_lines
from bigand.command.texts import Texts
from bigand.source.render import visible
from bigand.view.palette import Depth

_LINES_OF_PICTURE = 14
_COLUMNS_OF_PICTURE = 100


def objects(rows: Sequence[Row]) -> list[dict[str, object]]:
    """All files for programs."""
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
            "same": [other.name for other in rows if _is_same(other, row)],
        }
        for row in rows
    ]


def _is_same(one: Row, other: Row) -> bool:
    return one is not other and one.fingerprint == other.fingerprint != ""


_COLUMNS = ("student", "file", "verdict", "points", "most", "line", "feedback")


def table(rows: Sequence[Row]) -> str:
    """A table for the school's system."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        told = " ".join([*row.told, *row.renamed])
        points = "" if row.points is None else f"{row.points:g}"
        fields = (row.student, row.name, row.verdict, points, f"{row.most:g}", row.line or "", told)
        writer.writerow([harmless_field(str(field)) for field in fields])
    return out.getvalue()


def harmless_field(field: str) -> str:
    """A field that no spreadsheet takes for a formula, and that any encoding can hold."""
    written = field.encode("utf-8", "replace").decode()
    return f"'{written}" if written[:1] in ("=", "+", "-", "@", "\t", "\r") else written


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
        yield f"{visible(row.name):<{width}}  {texts(f'grade.verdict.{row.verdict}')}{points}"
        for sentence in (*row.told[1 if row.fingerprint and row.verdict != "time" else 0 :], *row.renamed):
            yield f"  {sentence}"
        for picture in row.pictures:
            yield from _drawn(picture, texts)
    counts = Counter([row.verdict for row in rows])
    yield texts("grade.summary", right=counts["equal"], count=len(rows))
