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

from bigand.apps.cli.terminal.grade import clash_note, clash_sentences
from bigand.apps.grading.telling import Picture, Row
from bigand.command.texts import Texts
from bigand.source.render import make_printable
from bigand.view.steps import scenes
from bigand.view.svg import svg

_ID = re.compile(r'(\s)id="')
_TOLD = 3  # sentences of a mistake that several made: those after them are about one file
_LINES, _CHARACTERS = 400_000, 20_000_000  # of all files together that are listed, the same for each
_LEAST_LINES, _LEAST_CHARACTERS = 100, 10_000  # of each file
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def class_page(rows: Sequence[Row], texts: Texts) -> str:
    """The page."""
    template = files(__package__).joinpath("class.html").read_text(encoding="utf-8")
    script = _SCRIPT.search(template)
    assert script is not None, "the page has a script"
    digest = base64.b64encode(hashlib.sha256(script.group(1).encode()).digest()).decode()
    filled = {
        "LANGUAGE": texts.language.value,
        "HASH": digest,
        "TITLE": _said(texts("grade.page.title")),
        "SUMMARY": _said(texts("grade.summary", right=sum([r.verdict == "equal" for r in rows]), count=len(rows))),
        "SEARCH": _said(texts("grade.page.search")),
        "VERDICTS": "".join(_choices(rows, texts)),
        "HEAD": "".join(_head(texts)),
        "ROWS": "\n".join(_table(rows, texts)),
        "MISTAKES": "\n".join(_mistakes(rows, texts)),
        "SAME": "\n".join([*_clashes(rows, texts), *_same(rows, texts)]),
        "STUDENTS": "\n".join(_students(rows, texts)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda gap: filled[gap.group(1)], template)


def _said(text: object) -> str:
    """Text of anybody's, as text: no mark of it means anything, no character steers anything."""
    return escape(make_printable(str(text)), quote=True)


def _prose(text: str) -> str:
    """A sentence, what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", _said(text))


def _choices(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    yield f'<option value="">{_said(texts("grade.page.all"))}</option>'
    for verdict in dict.fromkeys(sorted([row.verdict for row in rows])):
        count = sum([row.verdict == verdict for row in rows])
        yield f'<option value="{verdict}">{_said(texts(f"grade.verdict.{verdict}"))} ({count})</option>'


def _head(texts: Texts) -> Iterator[str]:
    for name in ("student", "file", "verdict", "points", "line"):
        yield f'<th scope="col"><button type="button">{_said(texts(f"grade.page.{name}"))}</button></th>'


def _badge(row: Row, texts: Texts) -> str:
    return f'<span class="verdict {row.verdict}">{_said(texts(f"grade.verdict.{row.verdict}"))}</span>'


def _points(row: Row, texts: Texts) -> str:
    return "" if row.points is None else f"{texts.decimal(row.points, 2) if row.points % 1 else int(row.points)}"


def _table(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    for number, row in enumerate(rows):
        points = _points(row, texts)
        most = f' <span class="most">/ {row.most:g}</span>' if points else ""
        yield (
            f'<tr data-verdict="{row.verdict}"><td><a href="#s{number}">{_said(row.student)}</a></td>'
            f'<td class="file">{_said(row.name)}</td><td>{_badge(row, texts)}</td>'
            f'<td class="number" data-value="{-1 if row.points is None else row.points}">{points}{most}</td>'
            f'<td class="number" data-value="{row.line or 0}">{row.line or ""}</td></tr>'
        )


def _links(numbers: Sequence[int], rows: Sequence[Row]) -> str:
    return ", ".join([f'<a href="#s{number}">{_said(rows[number].student)}</a>' for number in numbers])


def _groups(rows: Sequence[Row], field: str) -> list[list[int]]:
    """Rows that share something, the largest group first; what nobody else has is no group."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        if value := getattr(row, field):
            found[value].append(number)
    return sorted([group for group in found.values() if len(group) > 1], key=lambda group: (-len(group), group))


def _mistakes(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    groups = _groups(rows, "mistake")
    if not groups:
        return
    yield f"<h2>{_said(texts('grade.page.mistakes'))}</h2>"
    for number, group in enumerate(groups):
        row = rows[group[0]]
        pictures = "".join(_picture(one, f"g{number}-{at}-", texts) for at, one in enumerate(row.pictures))
        told = " ".join([_prose(sentence) for sentence in row.told[:_TOLD]])
        yield (
            f'<section class="mistake"><div class="pictures">{pictures}</div><div><p><strong>'
            f"{_said(texts('grade.page.files', count=len(group)))}</strong> {_links(group, rows)}</p><p>{told}</p>"
            "</div></section>"
        )


def _clashes(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    sentences = list(clash_sentences(rows, texts))
    if sentences:
        items = "".join([f"<li>{_prose(sentence)}</li>" for sentence in sentences])
        yield f"<h2>{_said(texts('grade.page.clashes'))}</h2><ul>{items}</ul>"


def _same(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    groups = _groups(rows, "fingerprint")
    if not groups:
        return
    yield f"<h2>{_said(texts('grade.page.same'))}</h2><p>{_said(texts('grade.page.same_note'))}</p><ul>"
    for group in groups:
        yield f"<li>{_links(group, rows)}</li>"
    yield "</ul>"


def _students(rows: Sequence[Row], texts: Texts) -> Iterator[str]:
    for number, row in enumerate(rows):
        back = _said(texts("grade.page.back"))
        yield f'<article id="s{number}"><p class="back"><a href="#class">← {back}</a></p>'
        yield f'<h2>{_said(row.student)}</h2><p class="file">{_said(row.name)}</p><p>{_badge(row, texts)}'
        if row.points is not None:
            points = texts("grade.say.points", points=_points(row, texts), most=f"{row.most:g}")
            yield f' <span class="points">{_said(points)}</span>'
        yield "</p>" + "".join(
            [f"<p>{_prose(one)}</p>" for one in (*row.told, *row.renamed, *clash_note(row, texts))]
        )
        pictures = [_picture(one, f"s{number}-{at}-", texts) for at, one in enumerate(row.pictures)]
        yield f'<div class="pictures">{"".join(pictures)}</div>'
        if row.rules:
            items = "".join([f"<li>{_said(one)}</li>" for one in row.rules])
            yield f"<h3>{_said(texts('grade.page.rules'))}</h3><ul>{items}</ul>"
        if row.text:
            yield f"<h3>{_said(texts('grade.page.their_file'))}</h3>{_listing(row, len(rows))}"
        yield "</article>"


def _listing(row: Row, count: int) -> str:
    """The file with its numbers, the suspected line marked; where there are many files, only the beginning."""
    characters, lines = max(_LEAST_CHARACTERS, _CHARACTERS // count), max(_LEAST_LINES, _LINES // count)
    parts = []
    for number, text in enumerate(row.text[:characters].splitlines()[:lines], 1):
        mark = ' class="suspected"' if number == row.line else ""
        parts.append(f"<li{mark}><code>{_said(text) or ' '}</code></li>")
    more = "<p>…</p>" if len(row.text) > characters or row.text.count("\n") > lines else ""
    return f'<ol class="listing">{"".join(parts)}</ol>{more}'


def _picture(one: Picture, prefix: str, texts: Texts) -> str:
    """A model, drawn as the reference draws it, else as its true atoms."""
    caption = _said(texts("grade.page.allowed" if one.kind == "too_strict" else "grade.page.refused"))
    drawn = scenes(one.exhibit) if one.exhibit is not None else []
    if drawn:
        inside = _ID.sub(rf'\1id="{prefix}', svg(drawn))
    else:
        inside = f'<p class="atoms">{_said(one.atoms(texts))}</p>'
    return f'<figure class="{one.kind}">{inside}<figcaption>{caption}</figcaption></figure>'
