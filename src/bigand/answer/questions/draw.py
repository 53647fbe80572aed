"""`draw`: what is shown of a model as pictures, for whoever has no terminal."""

from typing import Literal

from bigand.answer.question import Answer, Question
from bigand.answer.value import Value
from bigand.messages import Language
from bigand.view.exhibit import Exhibit


class SvgFrame(Value):
    """A picture as SVG, what is said of it, and which step it shows."""

    svg: str
    caption: str = ""
    step: int | None = None


class DrawAnswer(Answer, tag="drawn"):
    """The pictures, one a step and all of one size; or a file of another format."""

    frames: tuple[SvgFrame, ...] = ()
    content: bytes | None = None


class Draw(Question[DrawAnswer], tag="draw", by="bigand.answer.picturing:draw_exhibit"):
    """How does this exhibit look? `view` makes one, and so does `solve` with `draw`.

    `svg` is a picture a step, to stand in a page: their ids begin with `prefix`, and what is about atoms names them
    in `data-atoms`, parted by semicolons. `sheet` is one SVG and `png` one picture of all steps, `gif` moves, and
    `page` has a slider.
    """

    exhibit: Exhibit
    format: Literal["svg", "sheet", "gif", "page", "png"] = "svg"
    title: str = ""
    words: Language = Language.ENGLISH
    seconds: float = 1.0  # how long each step is shown
    prefix: str = "frame"
