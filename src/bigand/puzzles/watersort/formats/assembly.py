"""Assemble levels from words in rows and settings, which is what all formats have in common.

A row may be a tube, written from the bottom up or from the top down; or rows are layers, the highest first, as
tubes are drawn. Unless the level says which, the first layout that makes sense is used: no colour above an empty
layer, and the layers of each colour fill whole tubes.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from bigand.messages import Language
from bigand.messages.message import Message, count_message
from bigand.puzzles.watersort.colours import is_colour, is_empty_layer_word, normalise_colour, suggest_colour
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.questions import MAX_LAYERS
from bigand.source import render
from bigand.source.diagnostic import Diagnostic
from bigand.source.diagnostic_factory import make_diagnostic
from bigand.source.document import Document, Span
from bigand.source.error import InvalidSourceError

_MAX_UNKNOWN_WORDS = 20  # reported for one level


class Word(NamedTuple):
    """A word of a level and its position."""

    text: str
    start: int
    end: int


Rows = Sequence[Sequence[Word]]
LINES, COLUMNS = "lines", "columns"
BOTTOM_FIRST, TOP_FIRST = "bottom-first", "top-first"
LAYOUTS = ((LINES, BOTTOM_FIRST), (LINES, TOP_FIRST), (COLUMNS, TOP_FIRST), (COLUMNS, BOTTOM_FIRST))


class Layout(NamedTuple):
    """The layout requested by the caller, which overrides what the level says."""

    tubes: str | None = None
    layers: str | None = None


DETECT_LAYOUT = Layout()


class Settings(Struct, frozen=True):
    """What a level says besides its tubes."""

    height: int | None = None
    empty: int = 0  # tubes to add at the right
    colours: tuple[Word, ...] = ()
    tubes: str | None = None  # LINES or COLUMNS
    layers: str | None = None  # BOTTOM_FIRST or TOP_FIRST


class _Interpretation(Struct, frozen=True):
    """The words of the tubes from the bottom in one of the layouts, and the faults of that layout."""

    tubes: list[list[Word]]  # without empty layers
    height: int
    faults: list[Diagnostic] = field(default_factory=list)


def assemble_level(
    document: Document,
    rows: Rows,
    settings: Settings,
    max_layers: int = MAX_LAYERS,
    requested_layout: Layout = DETECT_LAYOUT,
) -> Level:
    """Return the level; raise LevelError with everything that is wrong."""
    settings = replace(
        settings, tubes=requested_layout.tubes or settings.tubes, layers=requested_layout.layers or settings.layers
    )
    rows = [row for row in rows if row]
    if not rows and not settings.empty:
        raise_level_error(document, make_fault("P301", 0, 0))
    if sum(map(len, rows)) > max_layers:
        check_total_layers(document, len(rows), max(map(len, rows)), max_layers)
    _check_colour_words(document, rows, settings)
    readings = [
        _interpret_rows(rows, settings, *layout)
        for layout in LAYOUTS
        if _allows_layout(settings, len(rows), *layout)
    ]
    best = min(readings, key=lambda reading: len(reading.faults))
    check_total_layers(document, len(best.tubes), best.height, max_layers)
    if best.faults:
        raise_level_error(document, *_faults_of_first_kind(best.faults))
    return Level.from_tubes([[normalise_colour(word.text) for word in tube] for tube in best.tubes], best.height)


def check_total_layers(document: Document, tube_count: int, height: int, limit: int) -> None:
    """Check that the tubes have at most `max_layers` layers in total."""
    if tube_count * height > limit:
        size = {"tubes": str(tube_count), "height": str(height), "limit": str(limit)}
        raise_level_error(document, make_fault("P306", 0, 0, **size))


def _allows_layout(settings: Settings, row_count: int, tube_direction: str, layer_order: str) -> bool:
    """Whether a layout agrees with the settings. By default a single row is not columns, and columns go down."""
    if settings.layers is None and (tube_direction, layer_order) == (COLUMNS, BOTTOM_FIRST):
        return False
    if settings.tubes is None and tube_direction == COLUMNS and row_count < 2:
        return False
    return settings.tubes in (None, tube_direction) and settings.layers in (None, layer_order)


def _faults_of_first_kind(faults: list[Diagnostic]) -> list[Diagnostic]:
    """Return all faults of the first kind; later ones may only be consequences."""
    return [fault for fault in faults if fault.code == faults[0].code]


def _check_colour_words(document: Document, rows: Rows, settings: Settings) -> None:
    """Check that every word is a colour; each unknown one is reported once."""
    declared = frozenset([normalise_colour(word.text) for word in settings.colours])
    unknown: dict[str, Diagnostic] = {}
    for word in [word for row in rows for word in row]:
        if is_empty_layer_word(word.text) or is_colour(word.text, declared) or word.text in unknown:
            continue
        if len(unknown) == _MAX_UNKNOWN_WORDS:
            break
        suggestion = suggest_colour(word.text, declared)
        help = "near" if suggestion else "declared" if declared else "help"
        declared_text = ", ".join(sorted(declared)[:20])
        unknown[word.text] = make_fault(
            "P304",
            word.start,
            word.end,
            help=help,
            found=word.text[:40],
            near=suggestion or "",
            colours=declared_text,
        )
    if unknown:
        raise_level_error(document, *unknown.values())


# ---------------------------------------------------------------------- Layouts


def _interpret_rows(rows: Rows, settings: Settings, tube_direction: str, layer_order: str) -> _Interpretation:
    """Interpret the rows in one layout."""
    unordered_tubes = (
        _transpose(rows) if tube_direction == COLUMNS else [_drop_lone_empty_mark(row) for row in rows]
    )
    tubes_from_bottom = [
        list(tube) if layer_order == BOTTOM_FIRST else list(tube)[::-1] for tube in unordered_tubes
    ]
    height = settings.height or _common_height([len(tube) for tube in tubes_from_bottom])
    faults = _row_length_faults(rows) if tube_direction == COLUMNS else []
    faults = faults or _height_faults(tubes_from_bottom, height, settings.height is not None)
    faults += _gap_faults(tubes_from_bottom)
    coloured_tubes = [[word for word in tube if not is_empty_layer_word(word.text)] for tube in tubes_from_bottom]
    coloured_tubes += [[] for _ in range(min(settings.empty, MAX_LAYERS + 1))]
    return _Interpretation(coloured_tubes, height, faults + _amount_faults(coloured_tubes, height, settings))


def _common_height(heights: list[int]) -> int:
    """Return the most common height of the tubes that are not empty; of several the largest."""
    counts = Counter([height for height in heights if height])
    return max(counts, key=lambda height: (counts[height], height), default=1)


def _drop_lone_empty_mark(row: Sequence[Word]) -> Sequence[Word]:
    """Return an empty tube for a row of a single empty mark, whatever the height of the others."""
    return [] if len(row) == 1 and is_empty_layer_word(row[0].text) else row


def _transpose(rows: Rows) -> list[list[Word]]:
    """Return the columns from the top; rows that are too short add nothing at the right."""
    width = max([len(row) for row in rows], default=0)
    return [[row[column] for row in rows if column < len(row)] for column in range(width)]


# ---------------------------------------------------------------------- Faults


def _row_length_faults(rows: Rows) -> list[Diagnostic]:
    """Rows of layers must have the same length."""
    common = Counter([len(row) for row in rows]).most_common(1)
    return [
        make_fault("P302", row[0].start, row[-1].end, variant="row", help="row", row=str(number),
              found=count_message("word", len(row)), wanted=str(common[0][0]))
        for number, row in enumerate(rows, 1)
        if len(row) != common[0][0]
    ]  # fmt: skip


def _height_faults(tubes: list[list[Word]], height: int, is_declared: bool) -> list[Diagnostic]:
    """No tube may exceed a declared height; without one, all have the same height or are empty."""

    def is_wrong(tube: list[Word]) -> bool:
        return len(tube) > height if is_declared else len(tube) not in (0, height)

    def help_for(tube: list[Word]) -> str:
        return "said" if is_declared else "longer" if len(tube) > height else "help"

    return [
        make_fault("P302", *_words_range(tube), help=help_for(tube), number=str(number),
              found=count_message("layer", len(tube)), height=str(height))
        for number, tube in enumerate(tubes, 1)
        if is_wrong(tube)
    ]  # fmt: skip


def _words_range(words: Sequence[Word]) -> tuple[int, int]:
    return min([word.start for word in words]), max([word.end for word in words])


def _gap_faults(tubes: list[list[Word]]) -> list[Diagnostic]:
    """Everything above an empty layer must be empty."""
    faults = []
    for number, tube in enumerate(tubes, 1):
        holes = [layer for layer, word in enumerate(tube) if is_empty_layer_word(word.text)]
        floating_words = [word for word in tube[holes[0] :] if not is_empty_layer_word(word.text)] if holes else []
        if floating_words:
            faults.append(
                make_fault(
                    "P305",
                    floating_words[0].start,
                    floating_words[0].end,
                    number=str(number),
                    colour=floating_words[0].text,
                )
            )
    return faults


def _amount_faults(tubes: list[list[Word]], height: int, settings: Settings) -> list[Diagnostic]:
    """The layers of each colour must fill whole tubes, and every declared colour must occur."""
    words_by_colour: dict[str, list[Word]] = {}
    for word in [word for tube in tubes for word in tube]:
        words_by_colour.setdefault(normalise_colour(word.text), []).append(word)
    unused = [
        make_fault(
            "P303", word.start, word.end, variant="unused", help="unused", colour=normalise_colour(word.text)
        )
        for word in settings.colours
        if normalise_colour(word.text) not in words_by_colour
    ]
    return unused + [
        _make_amount_fault(colour, colour_words, height)
        for colour, colour_words in words_by_colour.items()
        if len(colour_words) % height
    ]


def _make_amount_fault(colour: str, words: list[Word], height: int) -> Diagnostic:
    surplus = len(words) % height
    is_too_many = len(words) > height
    word = words[-surplus] if is_too_many else words[0]
    return make_fault(
        "P303", word.start, word.end,
        variant="many" if is_too_many else "few", help="many" if is_too_many else "few",
        colour=colour, found=count_message("layer", len(words)), height=str(height),
        missing=count_message("layer", height - surplus), surplus=count_message("layer", surplus),
    )  # fmt: skip


# ----------------------------------------------- Errors: each is reported where it occurs, all of one kind together


class LevelError(InvalidSourceError, ValueError):
    """The source is not a level; printed, it shows the places of the mistakes.

    Args:
        diagnostics: What is wrong.
        document: The text that was read.

    Attributes:
        diagnostics: What is wrong, with its places.
        document: The text that was read.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic], document: Document) -> None:
        super().__init__(diagnostics)
        self.document = document

    def __str__(self) -> str:
        rendered = [
            render.render_full(diagnostic, self.document, Language.ENGLISH) for diagnostic in self.diagnostics
        ]
        return "\n" + "".join(rendered)


def make_fault(
    code: str,
    start: int,
    end: int,
    *,
    variant: str | None = None,
    help: str = "help",
    **gaps: str | Message,
) -> Diagnostic:
    """Make a diagnostic for these characters."""
    return make_diagnostic(code, Span(start, max(start, end)), variant=variant, help=help, more_gaps=gaps)


def raise_level_error(document: Document, *diagnostics: Diagnostic) -> NoReturn:
    """Reject a level with these diagnostics."""
    raise LevelError(diagnostics, document)
