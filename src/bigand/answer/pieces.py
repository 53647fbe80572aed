"""Long texts: in the answer, or told piece by piece while they are made."""

from collections.abc import Iterable

from bigand.answer.report import Part, Report


def in_pieces(pieces: Iterable[str], in_parts: bool, report: Report) -> str:
    """The whole text; or, if it is wanted in parts, nothing but those."""
    if not in_parts:
        return "".join(pieces)
    for piece in pieces:
        report(Part(found=piece))
    return ""
