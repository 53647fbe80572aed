"""The register of all questions, of texts and of puzzles: by their names, each imported when it is asked for."""

from typing import Any

from bigand.answer.question import Answer, Question, import_object
from bigand.command.texts import Texts
from bigand.puzzles import PUZZLES, load_puzzle

QUESTIONS = {
    "check": "bigand.answer.questions.check:Check",
    "equiv": "bigand.answer.questions.formulas:Equivalence",
    "export": "bigand.answer.questions.export:Export",
    "forced": "bigand.answer.questions.forced:Forced",
    "format": "bigand.answer.questions.format:Format",
    "grade": "bigand.answer.questions.grade:Grade",
    "solve": "bigand.answer.questions.solve:Solve",
    "mathematics": "bigand.answer.questions.mathematics:Mathematics",
    "draw": "bigand.answer.questions.draw:Draw",
    "view": "bigand.answer.questions.view:View",
    "views": "bigand.answer.questions.view:Views",
    "needs": "bigand.answer.questions.needs:Needs",
    "nf": "bigand.answer.questions.formulas:Normalise",
    "generate": "bigand.answer.questions.generate:Generate",
    "hint": "bigand.answer.questions.steps:Hint",
    "rate": "bigand.answer.questions.steps:Rate",
    "steps": "bigand.answer.questions.steps:Steps",
    "unique": "bigand.answer.questions.steps:Unique",
    "show": "bigand.answer.questions.show:Show",
    "size": "bigand.answer.questions.size:Size",
    "translate": "bigand.answer.questions.translate:Translate",
    "truth": "bigand.answer.questions.formulas:Truth",
    "verify": "bigand.answer.questions.verify:Verify",
    "test": "bigand.answer.questions.test:Test",
    "why": "bigand.answer.questions.why:Why",
    "why_forced": "bigand.answer.questions.forced:WhyForced",
    "why_not": "bigand.answer.questions.why:WhyNot",
    "witness": "bigand.answer.questions.witness:Witness",
    "tokens": "bigand.answer.questions.editors:Tokens",
    "complete": "bigand.answer.questions.editors:Complete",
    "hover": "bigand.answer.questions.editors:Hover",
    "settings": "bigand.answer.questions.settings:Settings",
    "definition": "bigand.answer.questions.editors:Definition",
    "references": "bigand.answer.questions.editors:References",
    "rename": "bigand.answer.questions.editors:Rename",
    "symbols": "bigand.answer.questions.editors:Symbols",
} | {
    f"{name}.{asked}": f"bigand.puzzles.{name}.questions:{kind}"
    for name in PUZZLES
    for asked, kind in load_puzzle(name).questions.items()
}


def question_type(name: str) -> type[Question[Any]]:
    """The type of a question; KeyError if there is none of this name."""
    kind: type[Question[Any]] = import_object(QUESTIONS[name])
    return kind


def describe_answer(answer: Answer, texts: Texts) -> dict[str, Any]:
    """What a page tells people of an answer of a puzzle, in the language of the texts; nothing of any other."""
    name = str(answer.__struct_config__.tag).partition(".")[0]  # type: ignore[attr-defined]  # of any Struct
    puzzle = load_puzzle(name) if name in PUZZLES else None
    description: dict[str, Any] = (
        puzzle.load_part(puzzle.describe_answer)(answer, texts)
        if puzzle is not None and puzzle.describe_answer
        else {}
    )
    return description
