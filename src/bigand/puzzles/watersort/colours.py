"""Colour words in English and French; letters and numbers are colours too, and a level may declare others."""

import re

from bigand.source.suggestion import most_similar_word

EMPTY_WORDS = frozenset({"", ".", "-", "_", "empty", "vide", "none", "null", "0"})
COLOUR_WORDS = frozenset({
    "amber", "aqua", "azure", "beige", "black", "blue", "bronze", "brown", "coral", "crimson", "cyan", "gold",
    "gray", "green", "grey", "indigo", "ivory", "khaki", "lavender", "lime", "magenta", "maroon", "mint",
    "mustard", "navy", "olive", "orange", "peach", "pink", "plum", "purple", "red", "rust", "salmon", "sand",
    "scarlet", "silver", "sky", "tan", "teal", "turquoise", "violet", "white", "yellow", "ambre", "argent",
    "azur", "blanc", "blanche", "bleu", "bleue", "bordeaux", "brun", "brune", "corail", "cramoisi", "doré",
    "fuchsia", "gris", "grise", "ivoire", "jaune", "kaki", "lavande", "lilas", "marine", "marron", "mauve",
    "menthe", "moutarde", "noir", "noire", "ocre", "or", "pourpre", "prune", "rose", "rouge", "rouille",
    "sable", "sarcelle", "saumon", "vert", "verte", "violette",
})  # fmt: skip
# For new levels; colours that are easy to distinguish come first.
ENGLISH_COLOURS = (
    "red", "blue", "green", "yellow", "orange", "purple", "pink", "cyan", "brown", "grey", "lime", "navy", "beige",
    "black", "teal", "magenta", "olive", "maroon", "gold", "salmon",
)  # fmt: skip
FRENCH_COLOURS = (
    "rouge", "bleu", "vert", "jaune", "orange", "violet", "rose", "cyan", "marron", "gris", "menthe", "marine",
    "beige", "noir", "sarcelle", "fuchsia", "kaki", "bordeaux", "or", "saumon",
)  # fmt: skip
_MAX_WORD_LENGTH = 40  # letters; a longer word is not a misspelt colour
_LETTER_OR_NUMBER = re.compile(r"[^\W_]|[0-9]+")


def is_empty_layer_word(word: str) -> bool:
    """Whether a word stands for an empty layer."""
    return word.lower() in EMPTY_WORDS


def normalise_colour(word: str) -> str:
    """Return a colour as it is stored: words in lower case, single letters unchanged."""
    return word.lower() if len(word) > 1 else word


def is_colour(word: str, declared: frozenset[str] = frozenset()) -> bool:
    """Whether a word is a colour: a known word, a letter or a number; if some are `declared`, only those."""
    if declared:
        return normalise_colour(word) in declared
    return word.lower() in COLOUR_WORDS or _LETTER_OR_NUMBER.fullmatch(word) is not None


def suggest_colour(word: str, declared: frozenset[str] = frozenset()) -> str | None:
    """Suggest the colour that was probably meant."""
    if len(word) > _MAX_WORD_LENGTH:
        return None
    return most_similar_word(word.lower(), sorted(declared or COLOUR_WORDS), 0.7) or None


def names_for_new_colours(count: int, words: tuple[str, ...] = ENGLISH_COLOURS) -> list[str]:
    """Return `count` colours for a new level: words first, then numbers."""
    return [*words[:count], *[str(number) for number in range(len(words) + 1, count + 1)]]
