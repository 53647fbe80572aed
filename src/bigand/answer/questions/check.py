"""`check`: every mistake of a text, and what is doubtful in it."""

from bigand.answer.question import Answer
from bigand.answer.source import TextQuestion
from bigand.language.syntax import Mode
from bigand.source.diagnostic import Diagnostic

_SMALL_TEXT = 20_000  # characters: read in less time than a process is started


class CheckAnswer(Answer, tag="checked"):
    """What is to be said of a text, in its order; how much there is in it, and its mode."""

    is_valid: bool
    mode: Mode
    is_mode_guessed: bool
    formulas: int
    assignments: int
    diagnostics: tuple[Diagnostic, ...]
    stopped: str | None = None  # the limit that was reached before all doubts were found


class Check(TextQuestion[CheckAnswer], tag="check", by="bigand.answer.checking:check"):
    """What is wrong with this text, or doubtful? `suspicions` looks at all instances of its rules, too."""

    suspicions: bool = True

    @property
    def is_brief(self) -> bool:
        """Reading expands nothing: it takes as long as the text is, and no memory to speak of."""
        return not self.suspicions and not self.source.data and len(self.source.text) <= _SMALL_TEXT
