"""What all formats have in common: words in rows, and settings; from these the tubes are put together.

A row may be a tube, written from the bottom up or from the top down, or the rows may be layers, the highest
first, as tubes are drawn. Where the level does not say which, it is the first of these that makes sense: no
colour above an empty layer, and of each colour as many layers as fill whole tubes.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.puzzles.watersort.colours import is_colour, is_empty, near, spelt
from bigand.puzzles.watersort.faults import refuse, wrong
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.questions import LARGEST
from bigand.source.diagnostic import Diagnostic, count_message
from bigand.source.document import Document

_TOLD = 20  # unknown words


class Word(NamedTuple):
    """A word of a level and where it stands."""

    text: str
    start: int
    end: int


Rows = Sequence[Sequence[Word]]
LINES, COLUMNS = "lines", "columns"
BOTTOM_FIRST, TOP_FIRST = "bottom-first", "top-first"
LAYOUTS = ((LINES, BOTTOM_FIRST), (LINES, TOP_FIRST), (COLUMNS, TOP_FIRST), (COLUMNS, BOTTOM_FIRST))


class Said(NamedTuple):
    """What whoever hands in a level says of its layout, which counts more than what the level says."""

    tubes: str | None = None
    layers: str | None = None


FOUND_OUT = Said()


class Settings(Struct, frozen=True):
    """What a level says beside its tubes."""

    height: int | None = None
    empty: int = 0  # tubes, added at the right
    colours: tuple[Word, ...] = ()
    tubes: str | None = None  # LINES or COLUMNS
    layers: str | None = None  # BOTTOM_FIRST or TOP_FIRST


class _Reading(Struct, frozen=True):
    """The words of the tubes from the bottom, in one of the layouts, and what is wrong with that."""

    tubes: list[list[Word]]  # empty layers left out
    height: int
    faults: list[Diagnostic] = field(default_factory=list)


def assemble(
    document: Document, rows: Rows, settings: Settings, limit: int = LARGEST, said: Said = FOUND_OUT
) -> Level:
    """The level, or all that is wrong with it."""
    settings = replace(settings, tubes=said.tubes or settings.tubes, layers=said.layers or settings.layers)
    rows = [row for row in rows if row]
    if not rows and not settings.empty:
        refuse(document, wrong("P301", 0, 0))
    if sum(map(len, rows)) > limit:
        check_size(document, len(rows), max(map(len, rows)), limit)
    _check_words(document, rows, settings)
    readings = [_read(rows, settings, *layout) for layout in LAYOUTS if _fits(settings, len(rows), *layout)]
    best = min(readings, key=lambda reading: len(reading.faults))
    check_size(document, len(best.tubes), best.height, limit)
    if best.faults:
        refuse(document, *_shown(best.faults))
    return Level.of([[spelt(word.text) for word in tube] for tube in best.tubes], best.height)


def check_size(document: Document, tubes: int, height: int, limit: int) -> None:
    """That there is not too much room."""
    if tubes * height > limit:
        size = {"tubes": str(tubes), "height": str(height), "limit": str(limit)}
        refuse(document, wrong("P306", 0, 0, **size))


def _fits(settings: Settings, rows: int, tubes: str, layers: str) -> bool:
    """Whether a layout is what the level says; one row is no column, and columns go down, unless it says so."""
    if settings.layers is None and (tubes, layers) == (COLUMNS, BOTTOM_FIRST):
        return False
    if settings.tubes is None and tubes == COLUMNS and rows < 2:
        return False
    return settings.tubes in (None, tubes) and settings.layers in (None, layers)


def _shown(faults: list[Diagnostic]) -> list[Diagnostic]:
    """All of the first kind: what comes after may be only a consequence."""
    return [fault for fault in faults if fault.code == faults[0].code]


def _check_words(document: Document, rows: Rows, settings: Settings) -> None:
    """That every word is a colour; each unknown one is told once."""
    declared = frozenset([spelt(word.text) for word in settings.colours])
    unknown: dict[str, Diagnostic] = {}
    for word in [word for row in rows for word in row]:
        if is_empty(word.text) or is_colour(word.text, declared) or word.text in unknown:
            continue
        if len(unknown) == _TOLD:
            break
        meant = near(word.text, declared)
        help = "near" if meant else "declared" if declared else "help"
        shown = ", ".join(sorted(declared)[:20])
        unknown[word.text] = wrong(
            "P304", word.start, word.end, help=help, found=word.text[:40], near=meant or "", colours=shown
        )
    if unknown:
        refuse(document, *unknown.values())


# ---------------------------------------------------------------------- layouts


def _read(rows: Rows, settings: Settings, tubes: str, layers: str) -> _Reading:
    """The rows in one layout."""
    written = _columns(rows) if tubes == COLUMNS else [_without_mark(row) for row in rows]
    upwards = [list(tube) if layers == BOTTOM_FIRST else list(tube)[::-1] for tube in written]
    height = settings.height or _usual([len(tube) for tube in upwards])
    faults = _ragged(rows) if tubes == COLUMNS else []
    faults = faults or _heights(upwards, height, settings.height is not None)
    faults += _floating(upwards)
    filled = [[word for word in tube if not is_empty(word.text)] for tube in upwards]
    filled += [[] for _ in range(min(settings.empty, LARGEST + 1))]
    return _Reading(filled, height, faults + _amounts(filled, height, settings))


def _usual(heights: list[int]) -> int:
    """The height that most tubes have, those that are empty left out; of several the largest."""
    counts = Counter([height for height in heights if height])
    return max(counts, key=lambda height: (counts[height], height), default=1)


def _without_mark(row: Sequence[Word]) -> Sequence[Word]:
    """A row of one mark for “empty” is an empty tube, however high the others are."""
    return [] if len(row) == 1 and is_empty(row[0].text) else row


def _columns(rows: Rows) -> list[list[Word]]:
    """The columns from the top; a row that is too short has nothing at its right."""
    wide = max([len(row) for row in rows], default=0)
    return [[row[column] for row in rows if column < len(row)] for column in range(wide)]


# ---------------------------------------------------------------------- what can be wrong


def _ragged(rows: Rows) -> list[Diagnostic]:
    """Rows of layers must be of one length."""
    common = Counter([len(row) for row in rows]).most_common(1)
    return [
        wrong("P302", row[0].start, row[-1].end, variant="row", help="row", row=str(number),
              found=count_message("word", len(row)), wanted=str(common[0][0]))
        for number, row in enumerate(rows, 1)
        if len(row) != common[0][0]
    ]  # fmt: skip


def _heights(tubes: list[list[Word]], height: int, is_said: bool) -> list[Diagnostic]:
    """A tube must not have more layers than said; where nothing is said, all have as many, or none."""

    def is_wrong(tube: list[Word]) -> bool:
        return len(tube) > height if is_said else len(tube) not in (0, height)

    def help_for(tube: list[Word]) -> str:
        return "said" if is_said else "longer" if len(tube) > height else "help"

    return [
        wrong("P302", *_place(tube), help=help_for(tube), number=str(number),
              found=count_message("layer", len(tube)), height=str(height))
        for number, tube in enumerate(tubes, 1)
        if is_wrong(tube)
    ]  # fmt: skip


def _place(words: Sequence[Word]) -> tuple[int, int]:
    return min([word.start for word in words]), max([word.end for word in words])


def _floating(tubes: list[list[Word]]) -> list[Diagnostic]:
    """Above an empty layer all is empty."""
    faults = []
    for number, tube in enumerate(tubes, 1):
        holes = [layer for layer, word in enumerate(tube) if is_empty(word.text)]
        above = [word for word in tube[holes[0] :] if not is_empty(word.text)] if holes else []
        if above:
            faults.append(wrong("P305", above[0].start, above[0].end, number=str(number), colour=above[0].text))
    return faults


def _amounts(tubes: list[list[Word]], height: int, settings: Settings) -> list[Diagnostic]:
    """Of each colour there are as many layers as fill whole tubes; and there are some of each declared one."""
    words: dict[str, list[Word]] = {}
    for word in [word for tube in tubes for word in tube]:
        words.setdefault(spelt(word.text), []).append(word)
    unused = [
        wrong("P303", word.start, word.end, variant="unused", help="unused", colour=spelt(word.text))
        for word in settings.colours
        if spelt(word.text) not in words
    ]
    return unused + [_amount(colour, own, height) for colour, own in words.items() if len(own) % height]


def _amount(colour: str, words: list[Word], height: int) -> Diagnostic:
    surplus = len(words) % height
    is_too_many = len(words) > height
    word = words[-surplus] if is_too_many else words[0]
    return wrong(
        "P303", word.start, word.end,
        variant="many" if is_too_many else "few", help="many" if is_too_many else "few",
        colour=colour, found=count_message("layer", len(words)), height=str(height),
        missing=count_message("layer", height - surplus), surplus=count_message("layer", surplus),
    )  # fmt: skip
