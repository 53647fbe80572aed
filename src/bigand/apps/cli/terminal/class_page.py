"""The class at a glance: one page that asks for nothing from elsewhere, with a part for each student.

It reads as a document where no script runs; the script, the only one that the page allows, sorts, filters and shows
one student at a time.
"""

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from bigand.apps.cli.terminal.grade import clash_notes, clash_sentences
from bigand.apps.grading.telling import GradeRow, ModelPicture
from bigand.command.texts import Texts
from bigand.source.render import make_printable
from bigand.view.steps import scenes_of
from bigand.view.svg import render_svg

_ID_ATTRIBUTE = re.compile(r'(\s)id="')
_MAX_SENTENCES = 3  # sentences of a mistake that several made: those after them are about one file
_MAX_LINES, _MAX_CHARACTERS = 400_000, 20_000_000  # of all files together that are listed, the same for each
_MIN_LINES, _MIN_CHARACTERS = 100, 10_000  # of each file
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def render_class_page(rows: Sequence[GradeRow], texts: Texts) -> str:
    """The page."""
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
    """Text of anybody's, as text: no mark of it means anything, no character steers anything."""
    return escape(make_printable(str(text)), quote=True)


def _sentence_html(text: str) -> str:
    """A sentence, what stands in backticks as code."""
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


def _group_rows(rows: Sequence[GradeRow], field: str) -> list[list[int]]:
    """Rows that share something, the largest group first; what nobody else has is no group."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        if value := getattr(row, field):
            groups[value].append(number)
    return sorted([group for group in groups.values() if len(group) > 1], key=lambda group: (-len(group), group))


def _mistake_sections(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    groups = _group_rows(rows, "mistake")
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
            f"{_escape_html(texts('grade.page.files', count=len(group)))}</strong> {_student_links(group, rows)}</p><p>{text}</p>"
            "</div></section>"
        )


def _clash_section(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    sentences = list(clash_sentences(rows, texts))
    if sentences:
        items = "".join([f"<li>{_sentence_html(sentence)}</li>" for sentence in sentences])
        yield f"<h2>{_escape_html(texts('grade.page.clashes'))}</h2><ul>{items}</ul>"


def _same_text_section(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    groups = _group_rows(rows, "fingerprint")
    if not groups:
        return
    yield f"<h2>{_escape_html(texts('grade.page.same'))}</h2><p>{_escape_html(texts('grade.page.same_note'))}</p><ul>"
    for group in groups:
        yield f"<li>{_student_links(group, rows)}</li>"
    yield "</ul>"


def _student_articles(rows: Sequence[GradeRow], texts: Texts) -> Iterator[str]:
    for number, row in enumerate(rows):
        back = _escape_html(texts("grade.page.back"))
        yield f'<article id="s{number}"><p class="back"><a href="#class">← {back}</a></p>'
        yield f'<h2>{_escape_html(row.student)}</h2><p class="file">{_escape_html(row.name)}</p><p>{_verdict_badge(row, texts)}'
        if row.points is not None:
            points = texts("grade.say.points", points=_points_text(row, texts), most=f"{row.max_points:g}")
            yield f' <span class="points">{_escape_html(points)}</span>'
        yield "</p>" + "".join(
            [
                f"<p>{_sentence_html(item)}</p>"
                for item in (*row.sentences, *row.renamings, *clash_notes(row, texts))
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


def _file_listing(row: GradeRow, count: int) -> str:
    """The file with its numbers, the suspected line marked; where there are many files, only the beginning."""
    characters, lines = max(_MIN_CHARACTERS, _MAX_CHARACTERS // count), max(_MIN_LINES, _MAX_LINES // count)
    parts = []
    for number, text in enumerate(row.text[:characters].splitlines()[:lines], 1):
        mark = ' class="suspected"' if number == row.line else ""
        parts.append(f"<li{mark}><code>{_escape_html(text) or ' '}</code></li>")
    ellipsis = "<p>…</p>" if len(row.text) > characters or row.text.count("\n") > lines else ""
    return f'<ol class="listing">{"".join(parts)}</ol>{ellipsis}'


def _figure(picture: ModelPicture, prefix: str, texts: Texts) -> str:
    """A model, drawn as the reference draws it, else as its true atoms."""
    caption = _escape_html(texts("grade.page.allowed" if picture.kind == "too_strict" else "grade.page.refused"))
    drawings = scenes_of(picture.exhibit) if picture.exhibit is not None else []
    if drawings:
        content = _ID_ATTRIBUTE.sub(rf'\1id="{prefix}', render_svg(drawings))
    else:
        content = f'<p class="atoms">{_escape_html(picture.atoms_text(texts))}</p>'
    return f'<figure class="{picture.kind}">{content}<figcaption>{caption}</figcaption></figure>'
