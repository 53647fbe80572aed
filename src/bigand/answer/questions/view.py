"""`view`: a model drawn, of a text that is solved for it or of an answer that was saved; and which views fit it."""

from typing import Literal

from bigand.answer.question import Answer, Question
from bigand.answer.source import Source
from bigand.answer.value import PositiveInt
from bigand.view.exhibit import Exhibit, Guess


class ViewAnswer(Answer, tag="viewed"):
    """What is to be seen, and the view that was guessed for it, if none was said; nothing if there is no model."""

    exhibit: Exhibit | None
    guess: Guess | None = None


class ViewsAnswer(Answer, tag="fitting"):
    """The views that fit a model somehow, the best first; none if there is no model."""

    views: tuple[Guess, ...]


class View(Question[ViewAnswer], tag="view", by="bigand.answer.viewing:view_model"):
    """How is a model of this text drawn? Or that of a saved answer, of `solve --json`, of TouIST or printed?

    `number` is which model; `views` are as after `;;@ view`. The texts of the question are the source, the saved
    answer, then the views: what is wrong is told of one of them by its number.
    """

    source: Source | None = None
    saved: str | None = None
    name: str = "answer"  # what the saved answer is called
    number: PositiveInt = 1
    views: tuple[str, ...] = ()
    as_written: bool = False
    words: Literal["en", "fr"] = "en"


class Views(Question[ViewsAnswer], tag="views", by="bigand.answer.viewing:find_views"):
    """Which views fit a model of this text, or a saved answer?"""

    source: Source | None = None
    saved: str | None = None
    name: str = "answer"
    number: PositiveInt = 1
    words: Literal["en", "fr"] = "en"
