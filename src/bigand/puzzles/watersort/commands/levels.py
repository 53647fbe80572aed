"""A LEVEL on the command line (a file, the text itself, or `-`), the rule of the game, and how they are asked."""

import re
import sys
from typing import Any, Literal

from bigand.answer.question import Failure
from bigand.command.asking import Asker
from bigand.command.colour import wants_colour
from bigand.command.exits import Exit
from bigand.command.files import open_argument
from bigand.command.options import COLOR, LimitOptions, OptionGroup, flag, number_option, option
from bigand.command.texts import Texts
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import MAX_LAYERS, MAX_STATES, LevelInput
from bigand.source import render

_FILE_NAME = re.compile(r"[\w./\\~ -]*[\w-]\.\w{1,8}")
_MAX_FAULTS = 10  # mistakes


RULE: Any = option(help_text="watersort.rule", choices=[rule.value for rule in Variant], default=Variant.POUR.value)


class LevelOptions(OptionGroup):
    """How a level is read, and how pictures are shown."""

    level: str = option("level", help_text="watersort.level", metavar="LEVEL")
    tubes: Literal["lines", "columns"] | None = option(help_text="watersort.tubes", choices=["lines", "columns"])
    layers: Literal["bottom-first", "top-first"] | None = option(
        help_text="watersort.layers", choices=["bottom-first", "top-first"]
    )
    max_layers: int = number_option(
        help_text=lambda texts: texts("watersort.max_layers", default=MAX_LAYERS), default=MAX_LAYERS
    )
    color: str = COLOR


class GameOptions(LimitOptions):
    """The rule of the game, and when to give up."""

    rule: str = RULE
    limited = LimitOptions
    max_states: int = number_option(
        help_text=lambda texts: texts("watersort.max_states", default=texts.format_number(MAX_STATES)),
        default=MAX_STATES,
    )
    json: bool = flag()


class RuleOptions(LevelOptions, GameOptions):
    """A level, and the rule."""

    def question_fields(self, asker: "LevelAsker") -> dict[str, Any]:
        """What every question about a level says."""
        rule, limits = Variant(self.rule), self.limits
        return {"level": asker.level_input, "rule": rule, "most_states": self.max_states, "limits": limits}


class PositionOptions(RuleOptions):
    """A level after some moves."""

    moves: str | None = option(help_text="watersort.moves", metavar="MOVES")
    ruled = GameOptions

    def make_asker(self, texts: Texts) -> "LevelAsker":
        """Who asks about it."""
        return LevelAsker(self.level, self, texts)

    def question_fields(self, asker: "LevelAsker") -> dict[str, Any]:
        moves = "" if self.moves is None else open_argument(self.moves, "MOVES")[0].text
        return {**super().question_fields(asker), "moves": moves}


class LevelAsker(Asker):
    """Asks about the level that a word of the command line means; what is wrong with it is told at its place."""

    def __init__(self, word: str, options: LevelOptions, texts: Texts) -> None:
        document, is_text = open_argument(word, "LEVEL")
        super().__init__(texts, documents=[document])
        self.word = word
        self.color = options.color
        self._is_text = is_text
        self.level_input = LevelInput(
            text=document.text,
            name=document.name,
            tubes=options.tubes,
            layers=options.layers,
            most=options.max_layers,
        )

    def report_failure(self, failure: Failure) -> int:
        if not failure.diagnostics:
            return super().report_failure(failure)
        looks_like_a_file = self._is_text and _FILE_NAME.fullmatch(self.word) is not None
        if looks_like_a_file or (self._is_text and failure.diagnostics[0].code == "P304"):
            self.texts.print_error("watersort.neither", name=render.make_printable(self.word)[:80])
        coloured = wants_colour(sys.stderr, self.color)
        for diagnostic in () if looks_like_a_file else failure.diagnostics[:_MAX_FAULTS]:
            shown = render.render_full(diagnostic, self.documents[0], self.texts.language, coloured=coloured)
            print(shown, file=sys.stderr, end="")
        return Exit.ERRORS
