"""All questions by name, those about texts and those of puzzles; each is imported when it is requested."""

from typing import Any

from bigand.api.question import Answer, Question
from bigand.puzzles import PUZZLES, load_puzzle
from bigand.wording.texts import Texts

_TEXT_QUESTIONS = (
    "check",
    "complete",
    "definition",
    "draw",
    "equiv",
    "export",
    "forced",
    "format",
    "generate",
    "grade",
    "hint",
    "hover",
    "mathematics",
    "needs",
    "nf",
    "rate",
    "references",
    "rename",
    "settings",
    "show",
    "size",
    "solve",
    "steps",
    "symbols",
    "test",
    "tokens",
    "translate",
    "truth",
    "unique",
    "verify",
    "view",
    "views",
    "why",
    "why_forced",
    "why_not",
    "witness",
)


def question_names() -> list[str]:
    """The names of all questions, in alphabetical order."""
    of_puzzles = [f"{name}.{question}" for name in PUZZLES for question in load_puzzle(name).questions()]
    return sorted([*_TEXT_QUESTIONS, *of_puzzles])


def question_type(name: str) -> type[Question[Any]]:
    """The type of the question with this name; raises `KeyError` if there is none."""
    puzzle, dot, question = name.partition(".")
    if dot and puzzle in PUZZLES:
        return load_puzzle(puzzle).questions()[question]
    return _text_question(name)


def describe_answer(answer: Answer, texts: Texts) -> dict[str, Any]:
    """Describe the answer of a puzzle for pages, in the language of `texts`; other answers have no description."""
    name = str(answer.__struct_config__.tag).partition(".")[0]  # type: ignore[attr-defined]  # of any Struct
    return load_puzzle(name).describe_answer(answer, texts) if name in PUZZLES else {}


def _text_question(name: str) -> type[Question[Any]]:
    match name:
        case "check":
            from bigand.api.check import Check

            return Check
        case "complete":
            from bigand.api.editor import Complete

            return Complete
        case "definition":
            from bigand.api.editor import Definition

            return Definition
        case "draw":
            from bigand.api.draw import Draw

            return Draw
        case "equiv":
            from bigand.api.formulas import Equivalence

            return Equivalence
        case "export":
            from bigand.api.export import Export

            return Export
        case "forced":
            from bigand.api.forced import Forced

            return Forced
        case "format":
            from bigand.api.format import Format

            return Format
        case "generate":
            from bigand.api.generate import Generate

            return Generate
        case "grade":
            from bigand.api.grade import Grade

            return Grade
        case "hint":
            from bigand.api.steps import Hint

            return Hint
        case "hover":
            from bigand.api.editor import Hover

            return Hover
        case "mathematics":
            from bigand.api.mathematics import Mathematics

            return Mathematics
        case "needs":
            from bigand.api.needs import Needs

            return Needs
        case "nf":
            from bigand.api.formulas import Normalise

            return Normalise
        case "rate":
            from bigand.api.steps import Rate

            return Rate
        case "references":
            from bigand.api.editor import References

            return References
        case "rename":
            from bigand.api.editor import Rename

            return Rename
        case "settings":
            from bigand.api.settings import Settings

            return Settings
        case "show":
            from bigand.api.mathematics import Show

            return Show
        case "size":
            from bigand.api.size import Size

            return Size
        case "solve":
            from bigand.api.solve import Solve

            return Solve
        case "steps":
            from bigand.api.steps import Steps

            return Steps
        case "symbols":
            from bigand.api.editor import Symbols

            return Symbols
        case "test":
            from bigand.api.test import Test

            return Test
        case "tokens":
            from bigand.api.editor import Tokens

            return Tokens
        case "translate":
            from bigand.api.translate import Translate

            return Translate
        case "truth":
            from bigand.api.formulas import Truth

            return Truth
        case "unique":
            from bigand.api.steps import Unique

            return Unique
        case "verify":
            from bigand.api.verify import Verify

            return Verify
        case "view":
            from bigand.api.view import View

            return View
        case "views":
            from bigand.api.view import Views

            return Views
        case "why":
            from bigand.api.why import Why

            return Why
        case "why_forced":
            from bigand.api.forced import WhyForced

            return WhyForced
        case "why_not":
            from bigand.api.why import WhyNot

            return WhyNot
        case "witness":
            from bigand.api.witness import Witness

            return Witness
        case _:
            raise KeyError(name)
