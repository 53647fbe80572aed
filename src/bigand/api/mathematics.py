"""`mathematics`, `show`: a text in mathematical notation, and the output of each stage."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Literal

from bigand.api.question import Answer
from bigand.api.report import Report, deliver_text
from bigand.api.source import TextQuestion
from bigand.api.value import Value
from bigand.messages import Language
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document, Span


class Piece(Value):
    """An assignment or a formula: its span in the text, and its notation.

    In LaTeX it consists of rows of an `aligned`, in MathML of rows of an `mtable`.
    """

    span: Span
    text: str


class MathematicsAnswer(Answer, tag="typeset"):
    """The text in the requested notation, and its pieces in text order."""

    text: str
    pieces: tuple[Piece, ...] = ()


class Mathematics(TextQuestion[MathematicsAnswer], tag="mathematics"):
    """How is this text written in mathematical notation? The rules are not expanded.

    `target` is LaTeX for one of three readers, MathML alone or in a page, or plain Unicode text. `language` is that
    of the words in it; `width` and `flat` are for Unicode text. With `has_classes` MathML has classes (`left`,
    `name`, `condition`) instead of styles, for pages that forbid styles.
    """

    target: Literal["mathjax", "katex", "document", "mathml", "page", "unicode"]
    language: Language = Language.ENGLISH
    width: int = 80
    flat: bool = False
    has_classes: bool = False

    def answer(self, report: Report) -> MathematicsAnswer:
        return typeset_text(self, report)


class ShowAnswer(Answer, tag="shown"):
    """The lines of a stage, unless they were reported in parts; for a tree, the errors of the text."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


class Show(TextQuestion[ShowAnswer], tag="show"):
    """What does this stage make of this text? With `in_parts` the output is reported in pieces."""

    stage: Literal["tokens", "tree", "ground", "prenex", "cnf"] = "tree"
    in_parts: bool = False

    def answer(self, report: Report) -> ShowAnswer:
        return show_stage(self, report)


_LINES_PER_PIECE = 1000


def typeset_text(question: Mathematics, report: Report) -> MathematicsAnswer:
    """Typeset a text in mathematical notation."""
    from bigand.api.problem import raise_if_invalid, read_source, report_warning_count
    from bigand.language import mathematics

    problem = read_source(question.source)
    raise_if_invalid(problem)
    report_warning_count(problem, report)
    program, language = problem.reading.program, question.language
    if question.target == "mathml":
        texts = mathematics.render_mathml_statements(program, language)
        whole = mathematics.join_mathml(texts)
        if question.has_classes:
            texts = [mathematics.replace_styles_with_classes(text) for text in texts]
            whole = mathematics.replace_styles_with_classes(whole)
    elif question.target == "page":
        texts = mathematics.render_mathml_statements(program, language)
        whole = mathematics.render_mathml_page(texts, question.source.name, language)
    elif question.target == "unicode":
        texts = mathematics.render_unicode_statements(program, question.width, question.flat, language)
        whole = mathematics.join_unicode(texts, question.flat)
    else:
        target = mathematics.LatexTarget(question.target)
        texts = mathematics.render_latex_statements(program, target, language)
        whole = mathematics.join_latex(texts, target)
    pieces = [
        Piece(span=item.span, text=text)
        for item, text in zip(program.items, texts, strict=True)
        if item.span.end > item.span.start  # values from outside are not in the text
    ]
    return MathematicsAnswer(text=whole.rstrip("\n") + "\n", pieces=tuple(pieces))


def show_stage(question: Show, report: Report) -> ShowAnswer:
    """Return the output of a stage for a text."""
    from bigand.language.outline import token_lines

    if question.stage == "tree":
        return _show_tree(question, report)
    document = Document(question.source.name, question.source.text)
    lines = token_lines(document) if question.stage == "tokens" else _expanded_lines(question, report)
    pieces = iter(lambda: "".join([f"{line}\n" for line in islice(lines, _LINES_PER_PIECE)]), "")
    return ShowAnswer(text=deliver_text(pieces, question.in_parts, report))


def _show_tree(question: Show, report: Report) -> ShowAnswer:
    """The syntax tree; a text with errors has one, too."""
    from bigand.api.problem import read_source, report_warning_count
    from bigand.language.outline import render_outline

    problem = read_source(question.source)
    reading = problem.reading
    if reading.is_valid:
        report_warning_count(problem, report)
    text = deliver_text([render_outline(reading.program, reading.document)], question.in_parts, report)
    return ShowAnswer(text=text, diagnostics=() if reading.is_valid else reading.diagnostics)


def _expanded_lines(question: Show, report: Report) -> Iterator[str]:
    """The lines of the expanded formulas, the prenex form or the clauses; auxiliary atoms are `&1`, `&2`, …"""
    from bigand.api.expansion import expand
    from bigand.api.problem import load_problem_with_warnings
    from bigand.api.quantified import QuantifiedExpansion
    from bigand.encode.clause_text import clause_lines, matrix_lines, prefix_lines
    from bigand.ground.grounder import show_instances
    from bigand.language import Mode

    modes = (Mode.QBF,) if question.stage == "prenex" else tuple(Mode)
    problem = load_problem_with_warnings(question.source, report, modes)
    if question.stage == "ground":
        return iter(show_instances(problem.grounder))
    expansion = expand(problem)
    if not isinstance(expansion, QuantifiedExpansion):
        return iter(clause_lines(expansion.compiled))
    inside = matrix_lines(expansion.quantified) if question.stage == "prenex" else clause_lines(expansion.compiled)
    return chain(prefix_lines(expansion.quantified), inside)
