"""`mathematics`: a text as mathematics, unexpanded."""

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
    """An assignment or a formula: where it stands in the text, and how it is written.

    In LaTeX it is rows of an `aligned`, in MathML rows of an `mtable`.
    """

    span: Span
    text: str


class MathematicsAnswer(Answer, tag="typeset"):
    """The text in the notation asked for, and its parts in their order, with something between them."""

    text: str
    pieces: tuple[Piece, ...] = ()


class Mathematics(TextQuestion[MathematicsAnswer], tag="mathematics"):
    """How is this text written on a blackboard? LaTeX for one of three readers, MathML, or plain characters.

    `language` is that of the words in it; `width` and `flat` are for plain characters. With `has_classes` MathML
    has classes (`left`, `name`, `condition`) where it else has styles, for pages that allow none.
    """

    target: Literal["mathjax", "katex", "document", "mathml", "page", "unicode"]
    language: Language = Language.ENGLISH
    width: int = 80
    flat: bool = False
    has_classes: bool = False

    def answer(self, report: Report) -> MathematicsAnswer:
        return typeset_text(self, report)


# ---------------------------------------------------------------------- `show`: what a stage makes of a text


class ShowAnswer(Answer, tag="shown"):
    """The lines of a stage, unless they came in parts; what is wrong with a text that has a tree yet."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


class Show(TextQuestion[ShowAnswer], tag="show"):
    """What does this stage make of this text? With `in_parts` it is reported in pieces, and not in the answer."""

    stage: Literal["tokens", "tree", "ground", "prenex", "cnf"] = "tree"
    in_parts: bool = False

    def answer(self, report: Report) -> ShowAnswer:
        return show_stage(self, report)


# ----------------------------------------------------------------------
# Texts as they are read: as mathematics, and what each stage makes of them.


_LINES_A_PIECE = 1000  # in one piece


def typeset_text(question: Mathematics, report: Report) -> MathematicsAnswer:
    """A text as mathematics."""
    from bigand.api.problem import raise_errors, read_source, report_warnings
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
    from bigand.language.outline import token_lines

    if question.stage == "tree":
        return _show_tree(question, report)
    document = Document(question.source.name, question.source.text)
    lines = token_lines(document) if question.stage == "tokens" else _expanded_lines(question, report)
    pieces = iter(lambda: "".join([f"{line}\n" for line in islice(lines, _LINES_A_PIECE)]), "")
    return ShowAnswer(text=deliver_text(pieces, question.in_parts, report))


def _show_tree(question: Show, report: Report) -> ShowAnswer:
    """The tree: there is one of a text with errors, too."""
    from bigand.api.problem import read_source, report_warnings
    from bigand.language.outline import render_outline

    problem = read_source(question.source)
    reading = problem.reading
    if reading.is_valid:
        report_warnings(problem, report)
    text = deliver_text([render_outline(reading.program, reading.document)], question.in_parts, report)
    return ShowAnswer(text=text, diagnostics=() if reading.is_valid else reading.diagnostics)


def _expanded_lines(question: Show, report: Report) -> Iterator[str]:
    """The formulas expanded, with their quantifiers in front, or as clauses; auxiliary atoms are `&1`, `&2`, …"""
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
