"""Texts as they are read: as mathematics, and what each stage makes of them."""

from collections.abc import Iterator
from itertools import chain, islice

from bigand.answer.opening import load_problem_with_warnings, raise_errors, read_source, report_warnings
from bigand.answer.questions.mathematics import Mathematics, MathematicsAnswer, Piece
from bigand.answer.questions.show import Show, ShowAnswer
from bigand.answer.report import Report, deliver_text
from bigand.language import Mode
from bigand.language.outline import render_outline, token_lines
from bigand.source.document import Document

_LINES_A_PIECE = 1000  # in one piece


def typeset_text(question: Mathematics, report: Report) -> MathematicsAnswer:
    """A text as mathematics."""
    from bigand.language import mathematics as drawn

    problem = read_source(question.source)
    raise_errors(problem)
    report_warnings(problem, report)
    program, language = problem.reading.program, question.language
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
    return MathematicsAnswer(text=whole.rstrip("\n") + "\n", pieces=tuple(pieces))


def show_stage(question: Show, report: Report) -> ShowAnswer:
    """What a stage makes of a text."""
    if question.stage == "tree":
        return _show_tree(question, report)
    document = Document(question.source.name, question.source.text)
    lines = token_lines(document) if question.stage == "tokens" else _expanded_lines(question, report)
    pieces = iter(lambda: "".join([f"{line}\n" for line in islice(lines, _LINES_A_PIECE)]), "")
    return ShowAnswer(text=deliver_text(pieces, question.in_parts, report))


def _show_tree(question: Show, report: Report) -> ShowAnswer:
    """The tree: there is one of a text with errors, too."""
    problem = read_source(question.source)
    reading = problem.reading
    if reading.is_valid:
        report_warnings(problem, report)
    text = deliver_text([render_outline(reading.program, reading.document)], question.in_parts, report)
    return ShowAnswer(text=text, diagnostics=() if reading.is_valid else reading.diagnostics)


def _expanded_lines(question: Show, report: Report) -> Iterator[str]:
    """The formulas expanded, with their quantifiers in front, or as clauses; auxiliary atoms are `&1`, `&2`, …"""
    from bigand.answer.expanded import expand
    from bigand.answer.quantified import QuantifiedExpansion
    from bigand.encode.named import clause_lines, matrix_lines, prefix_lines
    from bigand.ground.whole import show_instances

    modes = (Mode.QBF,) if question.stage == "prenex" else tuple(Mode)
    problem = load_problem_with_warnings(question.source, report, modes)
    if question.stage == "ground":
        return iter(show_instances(problem.grounder))
    expansion = expand(problem)
    if not isinstance(expansion, QuantifiedExpansion):
        return iter(clause_lines(expansion.compiled))
    inside = matrix_lines(expansion.quantified) if question.stage == "prenex" else clause_lines(expansion.compiled)
    return chain(prefix_lines(expansion.quantified), inside)
