"""Collect what is known of a predicate, to guess how to draw it: its shape, and the names of its arguments."""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bigand.view.exhibit import GuessedShape
from bigand.view.layers import Truths
from bigand.view.pieces import BOARD_NAMES
from bigand.view.scene import MOST_CELLS, Index, Row

if TYPE_CHECKING:
    from bigand.view.guess import Hints

MIN_SHARE = 0.9  # counts as nearly all


class RoleWords(NamedTuple):
    """Names for arguments of a role: whole words, and letters that are only a weak hint."""

    whole: frozenset[str]
    letters: str


def role_words(whole: str, letters: str) -> RoleWords:
    return RoleWords(frozenset(whole.split()), letters)


_STEP = role_words("step etape etat state time temps instant turn tour moment", "tie")
ROWS = role_words("row ligne line lig rangee rank", "irlya")
COLUMNS = role_words("column col colonne file", "jcxb")
COLOURS = role_words("colour color couleur", "c")
EDGES = role_words(
    "edge arete arc adjacent adj voisin voisine neighbour neighbor link lien road route connected touche border "
    "frontiere succ successor suivant knows connait ami friend path chemin beats bat",
    "",
).whole


class PredicateFacts(Struct, frozen=True):
    """A predicate whose atoms have equally many arguments: their values, their words, and the step index."""

    name: str
    rows: Sequence[Row]
    true: Sequence[Row]
    values: tuple[frozenset[Index], ...]
    words: tuple[frozenset[str], ...]
    step: int | None
    is_step_sure: bool

    @property
    def non_step_places(self) -> list[int]:
        """The arguments other than the step."""
        return [place for place in range(len(self.values)) if place != self.step]

    def is_numeric(self, place: int) -> bool:
        return all([isinstance(value, int) for value in self.values[place]])

    def has_consecutive_numbers(self, place: int) -> bool:
        """Whether an argument has numbers from 0 or 1 on, without gaps."""
        if not self.is_numeric(place):
            return False
        numbers = sorted([value for value in self.values[place] if isinstance(value, int)])
        return numbers[0] in (0, 1) and numbers[-1] - numbers[0] + 1 == len(numbers)

    def role_score(self, place: int, role: RoleWords) -> int:
        """Score how well an argument's words fit a role: 3 for a whole word, 1 for a letter."""
        words = self.words[place]
        if any([word in role.whole or _starts_or_ends_with_any(word, role.whole) for word in words]):
            return 3
        return int(any([len(word) == 1 and word in role.letters for word in words]))

    def share_with_single_value(self, content: int) -> float:
        """Return the share of places that hold exactly one value of `content`."""
        held = Counter(self.true_rows_without(content))
        return list(held.values()).count(1) / len(held)

    def true_rows_without(self, content: int) -> Iterable[Hashable]:
        """Return each true index tuple without one of its indices."""
        others = [place for place in range(len(self.values)) if place != content]
        return map(itemgetter(*others), self.true) if others else [()] * len(self.true)

    @property
    def has_drawable_name(self) -> bool:
        """Whether it is named after something that can be drawn; a single letter does not count."""
        return len(self.name) > 1 and self.name.lower() in BOARD_NAMES

    def is_named_after(self, words: frozenset[str]) -> bool:
        return any([normalise_word(part) in words for part in self.name.split("_")])

    def shape_with_roles(self, roles: dict[int, str], look: str = "") -> GuessedShape:
        """Return the predicate in a view; arguments without a role keep the names used in the rules."""
        if self.step is not None:
            roles = {**roles, self.step: "step"}
        names = [roles.get(place) or self._argument_name(place) for place in range(len(self.values))]
        return GuessedShape(self.name, tuple(names), look)

    def _argument_name(self, place: int) -> str:
        words = sorted([word for word in self.words[place] if len(word) > 2 and word not in _STEP.whole])
        return words[0] if words else "item" if place == (self.non_step_places or [0])[0] else "value"


def _starts_or_ends_with_any(word: str, whole: frozenset[str]) -> bool:
    return any([len(known) >= 4 and (word.startswith(known) or word.endswith(known)) for known in whole])


def normalise_word(name: str) -> str:
    """Normalise a name to a word: `$ETAPES` is `etape`, `$c2` is `c`, `étage` is `etage`.

    >>> normalise_word("$ETAPES"), normalise_word("$c2"), normalise_word("étage"), normalise_word("$nb_tubes")
    ('etape', 'c', 'etage', 'tube')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"^(nb|num|nombre|n)_", "", re.sub(r"[^a-z_]", "", plain)).strip("_")
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") else plain


def collect_facts(predicate: str, solution: Truths, hints: "Hints") -> PredicateFacts | None:
    """Return what is known of a predicate; None if it is too large or its atoms differ in size."""
    rows, true = solution.frame_rows(predicate, only_true=False), solution.frame_rows(predicate)
    if not true or len(rows) > MOST_CELLS or not rows[0] or any([len(row) != len(rows[0]) for row in rows]):
        return None
    values = tuple(map(frozenset, zip(*rows, strict=True)))
    words = tuple([hints.words_of(predicate, place) for place in range(len(values))])
    plain = PredicateFacts(predicate, rows, true, values, words, None, False)
    numeric = [place for place in range(len(values)) if plain.is_numeric(place)]
    sure = [place for place in numeric if (predicate, place) in hints.steps or plain.role_score(place, _STEP) == 3]
    if sure:
        return replace(plain, step=sure[0], is_step_sure=True)
    # Four arguments, the first of which counts from 0, as states do.
    if len(values) == 4 and 0 in numeric and 0 in values[0] and plain.has_consecutive_numbers(0):
        return replace(plain, step=0)
    return plain
