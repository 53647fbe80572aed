"""Applying the fixes of diagnostics to a text."""

from collections.abc import Sequence

from bigand.source.diagnostic import Diagnostic, Edit


def apply_fixes(text: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, int]:
    """The text with every fix made that does not touch another one, and how many were made.

    >>> from bigand.source.span import Span
    >>> _replace("abc", [Edit(Span(0, 1), "x"), Edit(Span(2, 2), "-")])
    'xb-c'
    """
    chosen: list[Edit] = []
    count = 0
    for diagnostic in diagnostics:
        if diagnostic.fix and not any(_touch(edit, made) for edit in diagnostic.fix for made in chosen):
            chosen += diagnostic.fix
            count += 1
    return _replace(text, chosen), count


def _touch(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end


def _replace(text: str, edits: Sequence[Edit]) -> str:
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*parts, text[at:]])
