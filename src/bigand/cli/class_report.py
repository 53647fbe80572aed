"""The report on a graded class: lines for the terminal, JSON, CSV, and an HTML page."""

import base64
import csv
import hashlib
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from bigand.cli.drawing import picture_lines
from bigand.grading.feedback import GradeRow, ModelPicture
from bigand.source.render import make_printable
from bigand.view.frames import named_scenes_of
from bigand.view.palette import ColourDepth
from bigand.view.svg import render_svg
from bigand.wording.texts import Texts

_PICTURE_LINES = 14
_PICTURE_WIDTH = 100
_MAX_CLASHES = 20  # listed files of one student, in JSON
_MAX_NAMES = 6  # listed files of one student, for people
_MAX_SAME = 100  # listed files that differ only in names and layout
_FORMULA_START = re.compile(r"((?:^|[;\t\r\n])[\s\"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def row_objects(rows: Sequence[GradeRow]) -> list[dict[str, object]]:
    """All rows as JSON objects."""
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
    """The first `limit` names other than this row's own: complete lists in every row would grow quadratically."""
    return [name for name in names[: limit + 1] if name != row.name][:limit]


_COLUMNS = ("student", "file", "verdict", "points", "most", "line", "feedback")


def render_csv(rows: Sequence[GradeRow], texts: Texts) -> str:
    """All rows as CSV, for the school's system."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        feedback = " ".join([*row.sentences, *row.renamings, *same_student_notes(row, texts)])
        points = "" if row.points is None else f"{row.points:g}"
        fields = (row.student, row.name, row.verdict, points, f"{row.max_points:g}", row.line or "", feedback)
        writer.writerow([escape_field(str(field)) for field in fields])
    return out.getvalue()


def escape_field(field: str) -> str:
    r"""Escape a field so that no spreadsheet takes it for a formula, and any encoding can hold it.

    Where semicolons separate columns, the text after one would be a field of its own, and is escaped too.

    >>> escape_field("=1+1"), escape_field("x;\t@y"), escape_field("a-b;c")
    ("'=1+1", "x;\t'@y", 'a-b;c')
    """
    encodable = field.encode("utf-8", "replace").decode()
    return _FORMULA_START.sub(r"\1'", encodable)


def _mistake_picture_lines(picture: ModelPicture, texts: Texts) -> Iterator[str]:
    """The first lines of the picture of a model; a sign if no atom is true."""
    if picture.exhibit is None:
        return
    yield f"  {texts('grade.page.allowed' if picture.kind == 'too_strict' else 'grade.page.refused')}:"
    lines = picture_lines(picture.exhibit, _PICTURE_WIDTH, ColourDepth.NONE, texts)
    lines = lines if picture.model else [picture.atoms_text(texts)]
    yield from [f"    {line}" for line in lines[:_PICTURE_LINES]]
    if len(lines) > _PICTURE_LINES:
        yield "    …"


def report_lines(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    """A line for each file, followed by its mistakes."""
    width = min(40, max([len(row.name) for row in rows], default=0))
    for row in rows:
        points = "" if row.points is None else f"  {row.points:g}/{row.max_points:g}"
        yield f"{make_printable(row.name):<{width}}  {texts(f'grade.verdict.{row.verdict}')}{points}"
        for sentence in (*row.sentences[1 if row.fingerprint and row.verdict != "time" else 0 :], *row.renamings):
            yield f"  {sentence}"
        for picture in row.pictures:
            yield from _mistake_picture_lines(picture, texts)
    yield from same_student_sentences(rows, texts)
    counts = Counter([row.verdict for row in rows])
    yield texts("grade.summary", right=counts["equal"], count=len(rows))


def same_student_sentences(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    """A sentence for each student who has several files."""
    seen: set[str] = set()
    for row in rows:
        if row.same_student_files and row.same_student_files[0] not in seen:
            seen.add(row.same_student_files[0])
            yield texts(
                "grade.clash",
                student=row.student,
                count=len(row.same_student_files),
                files=_join_with_ellipsis(row.same_student_files),
            )


def same_student_notes(row: GradeRow, texts: Texts) -> Iterator[str]:
    """A note on a file whose student has other files, too."""
    if row.same_student_files:
        other_files = _join_with_ellipsis(_other_names(row.same_student_files, row, _MAX_NAMES + 1))
        yield texts("grade.clash_note", student=row.student, files=other_files)


def _join_with_ellipsis(names: Sequence[str]) -> str:
    return ", ".join([*names[:_MAX_NAMES], *(["…"] if len(names) > _MAX_NAMES else [])])


# ---------------------------------------------------------------------- HTML page


_ID_ATTRIBUTE = re.compile(r'(\s)id="')
_MAX_SENTENCES = 3  # shown of a common mistake: later sentences are about one file
_MAX_LINES, _MAX_CHARACTERS = 400_000, 20_000_000  # listed of all files together, in equal shares
_MIN_LINES, _MIN_CHARACTERS = 100, 10_000  # listed of each file
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def render_class_page(rows: Sequence[GradeRow], texts: Texts) -> str:
    """Render the class as one self-contained page with an article for each student.

    The page is readable without scripts. Its only script, which is the only one its policy allows, sorts, filters
    and shows one student at a time.
    """
    template = files(__package__).joinpath("class.html").read_text(encoding="utf-8")
    script = _SCRIPT.search(template)
    assert script is not None, "the page has a script"
    digest = base64.b64encode(hashlib.sha256(script.group(1).encode()).digest()).decode()
    placeholders = {
        "LANGUAGE": texts.language.value,
        "HASH": digest,
        "TITLE": _escape_html(texts("grade.page.title")),
        "SUMMARY": _escape_html(
            texts("grade.summary", right=sum([r.verdict == "equal" for r in rows]), count=len(rows))
        ),
        "SEARCH": _escape_html(texts("grade.page.search")),
        "VERDICTS": "".join(_verdict_options(rows, texts)),
        "HEAD": "".join(_header_cells(texts)),
        "ROWS": "\n".join(_table_rows(rows, texts)),
        "MISTAKES": "\n".join(_mistake_sections(rows, texts)),
        "SAME": "\n".join([*_clash_section(rows, texts), *_same_text_section(rows, texts)]),
        "STUDENTS": "\n".join(_student_articles(rows, texts)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda gap: placeholders[gap.group(1)], template)


def _escape_html(text: object) -> str:
    """Escape untrusted text: markup is shown as text, and control characters are made visible."""
    return escape(make_printable(str(text)), quote=True)


def _sentence_html(text: str) -> str:
    """A sentence as HTML, with text in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", _escape_html(text))


def _verdict_options(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    yield f'<option value="">{_escape_html(texts("grade.page.all"))}</option>'
    for verdict in dict.fromkeys(sorted([row.verdict for row in rows])):
        count = sum([row.verdict == verdict for row in rows])
        yield f'<option value="{verdict}">{_escape_html(texts(f"grade.verdict.{verdict}"))} ({count})</option>'


def _header_cells(texts: Texts) -> Iterator[str]:
    for name in ("student", "file", "verdict", "points", "line"):
        yield f'<th scope="col"><button type="button">{_escape_html(texts(f"grade.page.{name}"))}</button></th>'


def _verdict_badge(row: GradeRow, texts: Texts) -> str:
    return f'<span class="verdict {row.verdict}">{_escape_html(texts(f"grade.verdict.{row.verdict}"))}</span>'


def _points_text(row: GradeRow, texts: Texts) -> str:
    return (
        ""
        if row.points is None
        else f"{texts.format_decimal(row.points, 2) if row.points % 1 else int(row.points)}"
    )


def _table_rows(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    for number, row in enumerate(rows):
        points = _points_text(row, texts)
        max_points = f' <span class="most">/ {row.max_points:g}</span>' if points else ""
        yield (
            f'<tr data-verdict="{row.verdict}"><td><a href="#s{number}">{_escape_html(row.student)}</a></td>'
            f'<td class="file">{_escape_html(row.name)}</td><td>{_verdict_badge(row, texts)}</td>'
            f'<td class="number" data-value="{-1 if row.points is None else row.points}">{points}{max_points}</td>'
            f'<td class="number" data-value="{row.line or 0}">{row.line or ""}</td></tr>'
        )


def _student_links(numbers: Sequence[int], rows: Sequence[GradeRow]) -> str:
    return ", ".join([f'<a href="#s{number}">{_escape_html(rows[number].student)}</a>' for number in numbers])


def _row_indices_sharing_field(rows: Sequence[GradeRow], field: str) -> list[list[int]]:
    """The indices of rows that share the value of a field, in groups of at least two, the largest first."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        if value := getattr(row, field):
            groups[value].append(number)
    return sorted([group for group in groups.values() if len(group) > 1], key=lambda group: (-len(group), group))


def _mistake_sections(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    groups = _row_indices_sharing_field(rows, "mistake")
    if not groups:
        return
    yield f"<h2>{_escape_html(texts('grade.page.mistakes'))}</h2>"
    for number, group in enumerate(groups):
        row = rows[group[0]]
        pictures = "".join(
            _figure(picture, f"g{number}-{index}-", texts) for index, picture in enumerate(row.pictures)
        )
        text = " ".join([_sentence_html(sentence) for sentence in row.sentences[:_MAX_SENTENCES]])
        yield (
            f'<section class="mistake"><div class="pictures">{pictures}</div><div><p><strong>'
            f"{_escape_html(texts('grade.page.files', count=len(group)))}</strong> "
            f"{_student_links(group, rows)}</p><p>{text}</p></div></section>"
        )


def _clash_section(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    sentences = list(same_student_sentences(rows, texts))
    if sentences:
        items = "".join([f"<li>{_sentence_html(sentence)}</li>" for sentence in sentences])
        yield f"<h2>{_escape_html(texts('grade.page.clashes'))}</h2><ul>{items}</ul>"


def _same_text_section(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    groups = _row_indices_sharing_field(rows, "fingerprint")
    if not groups:
        return
    title, note = _escape_html(texts("grade.page.same")), _escape_html(texts("grade.page.same_note"))
    yield f"<h2>{title}</h2><p>{note}</p><ul>"
    for group in groups:
        yield f"<li>{_student_links(group, rows)}</li>"
    yield "</ul>"


def _student_articles(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    for number, row in enumerate(rows):
        back = _escape_html(texts("grade.page.back"))
        yield f'<article id="s{number}"><p class="back"><a href="#class">← {back}</a></p>'
        yield f'<h2>{_escape_html(row.student)}</h2><p class="file">{_escape_html(row.name)}</p>'
        yield f"<p>{_verdict_badge(row, texts)}"
        if row.points is not None:
            points = texts("grade.say.points", points=_points_text(row, texts), most=f"{row.max_points:g}")
            yield f' <span class="points">{_escape_html(points)}</span>'
        yield "</p>" + "".join(
            [
                f"<p>{_sentence_html(item)}</p>"
                for item in (*row.sentences, *row.renamings, *same_student_notes(row, texts))
            ]
        )
        pictures = [_figure(item, f"s{number}-{index}-", texts) for index, item in enumerate(row.pictures)]
        yield f'<div class="pictures">{"".join(pictures)}</div>'
        if row.rules:
            items = "".join([f"<li>{_escape_html(item)}</li>" for item in row.rules])
            yield f"<h3>{_escape_html(texts('grade.page.rules'))}</h3><ul>{items}</ul>"
        if row.text:
            yield f"<h3>{_escape_html(texts('grade.page.their_file'))}</h3>{_file_listing(row, len(rows))}"
        yield "</article>"


def _file_listing(row: GradeRow, file_count: int) -> str:
    """The file with line numbers and the suspected line marked; if there are many files, only its beginning."""
    characters, lines = (
        max(_MIN_CHARACTERS, _MAX_CHARACTERS // file_count),
        max(_MIN_LINES, _MAX_LINES // file_count),
    )
    parts = []
    for number, text in enumerate(row.text[:characters].splitlines()[:lines], 1):
        mark = ' class="suspected"' if number == row.line else ""
        parts.append(f"<li{mark}><code>{_escape_html(text) or ' '}</code></li>")
    ellipsis = "<p>…</p>" if len(row.text) > characters or row.text.count("\n") > lines else ""
    return f'<ol class="listing">{"".join(parts)}</ol>{ellipsis}'


def _figure(picture: ModelPicture, prefix: str, texts: Texts) -> str:
    """A model as a figure: drawn as the reference draws it, or the list of its true atoms."""
    caption = _escape_html(texts("grade.page.allowed" if picture.kind == "too_strict" else "grade.page.refused"))
    drawings = named_scenes_of(picture.exhibit) if picture.exhibit is not None else []
    if drawings:
        content = _ID_ATTRIBUTE.sub(rf'\1id="{prefix}', render_svg(drawings))
    else:
        content = f'<p class="atoms">{_escape_html(picture.atoms_text(texts))}</p>'
    return f'<figure class="{picture.kind}">{content}<figcaption>{caption}</figcaption></figure>'
