"""Texts as they are read: as mathematics, and what each stage makes of them."""

from collections.abc import Iterator
from itertools import chain, islice

from bigand.answer.opening import notice_doubts, opened_with_doubts, read_source, refuse_errors
from bigand.answer.questions.mathematics import Mathematics, Piece, Typeset
from bigand.answer.questions.show import Show, Shown
from bigand.answer.report import Report, in_pieces
from bigand.language import Mode
from bigand.language.outline import render_outline, token_lines
from bigand.source.document import Document

_LINES = 1000  # in one piece


def typeset(question: Mathematics, report: Report) -> Typeset:
    """A text as mathematics."""
    from bigand.language import mathematics as drawn

    found = read_source(question.source)
    refuse_errors(found)
    notice_doubts(found, report)
    program, language = found.reading.program, question.language
    if question.target == "mathml":
        texts = drawn.render_mathml_statements(program, language)
        whole = drawn.join_mathml(texts)
        if question.has_classes:
            texts, whole = (
                [drawn.replace_styles_with_classes(text) for text in texts],
                drawn.replace_styles_with_classes(whole),
            )
    elif question.target == "page":
        texts = drawn.render_mathml_statements(program, language)
        whole = drawn.render_mathml_page(texts, question.source.name, language)
    elif question.target == "unicode":
        texts = drawn.render_unicode_statements(program, question.width, question.flat, language)
        whole = drawn.join_unicode(texts, question.flat)
    else:
        target = drawn.LatexTarget(question.target)
        texts = drawn.render_latex_statements(program, target, language)
        whole = drawn.join_latex(texts, target)
    pieces = [
        Piece(span=item.span, text=text)
        for item, text in zip(program.items, texts, strict=True)
        if item.span.end > item.span.start  # values from outside have no place in the text
    ]
    return Typeset(text=whole.rstrip("\n") + "\n", pieces=tuple(pieces))


def shown(question: Show, report: Report) -> Shown:
    """What a stage makes of a text."""
    if question.stage == "tree":
        return _tree(question, report)
    document = Document(question.source.name, question.source.text)
    lines = token_lines(document) if question.stage == "tokens" else _expanded(question, report)
    pieces = iter(lambda: "".join([f"{line}\n" for line in islice(lines, _LINES)]), "")
    return Shown(text=in_pieces(pieces, question.in_parts, report))


def _tree(question: Show, report: Report) -> Shown:
    """The tree: there is one of a text with errors, too."""
    found = read_source(question.source)
    reading = found.reading
    if reading.is_valid:
        notice_doubts(found, report)
    text = in_pieces([render_outline(reading.program, reading.document)], question.in_parts, report)
    return Shown(text=text, diagnostics=() if reading.is_valid else reading.diagnostics)


def _expanded(question: Show, report: Report) -> Iterator[str]:
    """The formulas expanded, with their quantifiers in front, or as clauses; auxiliary atoms are `&1`, `&2`, …"""
    from bigand.answer.expanded import expanded
    from bigand.answer.quantified import Quantified
    from bigand.encode.named import clause_lines, matrix_lines, prefix_lines
    from bigand.ground.whole import show_instances

    modes = (Mode.QBF,) if question.stage == "prenex" else tuple(Mode)
    problem = opened_with_doubts(question.source, report, modes)
    if question.stage == "ground":
        return iter(show_instances(problem.grounder))
    found = expanded(problem)
    if not isinstance(found, Quantified):
        return iter(clause_lines(found.compiled))
    inside = matrix_lines(found.quantified) if question.stage == "prenex" else clause_lines(found.compiled)
    return chain(prefix_lines(found.quantified), inside)
