"""`check`: every mistake of a text, and what is doubtful in it."""

from bigand.answer.question import Answer
from bigand.answer.source import AboutText
from bigand.language.syntax import Mode
from bigand.source.diagnostic import Diagnostic


class Checked(Answer, tag="checked"):
    """What is to be said of a text, in its order; how much there is in it, and its mode."""

    is_valid: bool
    mode: Mode
    is_mode_guessed: bool
    formulas: int
    assignments: int
    diagnostics: tuple[Diagnostic, ...]


class Check(AboutText[Checked], tag="check", by="bigand.answer.checking:checked"):
    """What is wrong with this text, or doubtful? `suspicions` looks at all instances of its rules, too."""

    suspicions: bool = True
