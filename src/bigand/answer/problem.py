"""The problem of a text: what was read, the values from outside it, and the grounder that expands it, made once."""

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bigand.answer.value import Value, replace_fields
from bigand.language import CheckedDocument
from bigand.language.values import Value as LanguageValue
from bigand.source.document import Document

if TYPE_CHECKING:
    from bigand.ground.expand import Grounder


class Problem(Value, dict=True):
    """A text that can be expanded: its reading has no errors, `given` are the values from outside it."""

    reading: CheckedDocument
    given: dict[str, LanguageValue]
    logic: str | None = None  # of SMT-LIB: what numbers are of which no use tells

    @property
    def document(self) -> Document:
        return self.reading.document

    @cached_property
    def grounder(self) -> "Grounder":
        return self.new_grounder()

    @cached_property
    def _forecasts(self) -> dict[Hashable, Any]:
        return {}

    def new_grounder(self) -> "Grounder":
        """A grounder that has expanded nothing as yet; how large rules are is found out once for all."""
        from bigand.ground.expand import Grounder

        return Grounder(self.reading, self.given, forecasts=self._forecasts)

    def with_value(self, variable: str, value: LanguageValue) -> "Problem":
        """The same problem with another value of a variable."""
        return replace_fields(self, given={**self.given, variable: value})
