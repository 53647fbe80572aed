"""Whether a changed file is as clean as before: no rule that says nothing, no doubt more than there was.

A change that empties a rule gives a model too, and helps nobody: what `bigand check` would say of the changed file
is asked first.
"""

from collections import Counter
from functools import cached_property

from bigand.explain.mending.changes import Change, apply_change
from bigand.explain.suspicions import lint_reading
from bigand.language import read_document
from bigand.language.reading import CheckedDocument
from bigand.language.values import Value
from bigand.source.document import Document


class LintBaseline:
    """The doubts about a file, to compare those about changed ones with."""

    def __init__(self, reading: CheckedDocument, given: dict[str, Value]) -> None:
        self._reading = reading
        self._given = given

    @cached_property
    def _warnings_before(self) -> Counter[str]:
        """How often each thing is said; what only something more telling kept from being said, once."""
        ungrouped = lint_reading(self._reading, self._given, grouped=False)
        return self._count_warnings(self._reading) | Counter({diagnostic.code for diagnostic in ungrouped})

    def is_clean_after(self, change: Change) -> bool:
        """Whether the file with a change draws no warning that it did not draw, and no error."""
        document = self._reading.document
        changed = read_document(
            Document(document.name, apply_change(change, document.text)), self._reading.mode, frozenset(self._given)
        )
        return changed.is_valid and not self._count_warnings(changed) - self._warnings_before

    def _count_warnings(self, reading: CheckedDocument) -> Counter[str]:
        """How often each thing is said, in which variables and predicates may have other names."""
        return Counter(
            [diagnostic.code for diagnostic in [*reading.diagnostics, *lint_reading(reading, self._given)]]
        )
