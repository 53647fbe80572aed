"""Generate levels: shuffle colours until a level can be sorted and has the requested difficulty."""

import random

from msgspec import Struct

from bigand.messages.message import number_message
from bigand.puzzles.watersort.colours import ENGLISH_COLOURS, names_for_new_colours
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Grade
from bigand.puzzles.watersort.rating import GAME_COUNT, count_random_games_won, grade_by_games_won, win_share_range
from bigand.puzzles.watersort.solver import Limits, solve
from bigand.source.error import LimitError, UsageError

_MAX_TRIES = 2000
_MAX_CHANGES = 250  # changes of one level before a new one is started
_RANGES = {"colours": (1, 60), "height": (1, 20), "empty": (0, 60)}
_SAMPLE_GAMES = 40  # games played to estimate whether a change helps


class LevelRequest(Struct, frozen=True):
    """The properties of a new level."""

    colours: int
    empty: int = 2
    height: int = 4
    grade: Grade | None = None
    rule: Variant = Variant.POUR
    words: tuple[str, ...] = ENGLISH_COLOURS


def generate(request: LevelRequest, seed: int, limits: Limits | None = None) -> Level:
    """Generate the level of a seed; raise LimitError if none is found in time, or after `_MAX_TRIES` tries."""
    _check_request(request)
    rng = random.Random(seed)
    limits = limits or Limits()
    for _ in range(_MAX_TRIES):
        limits.check()
        level = make_shuffled_level(request, rng)
        if request.grade is not None:
            level = _approach_grade(level, request.grade, request.rule, rng, limits)
        if (
            _avoids_finished_tubes(level)
            and _has_grade(level, request)
            and solve(level, request.rule, limits=limits).is_solvable
        ):
            return level
    raise LimitError("watersort.generate.none", count=number_message(_MAX_TRIES))


def _check_request(request: LevelRequest) -> None:
    """Check that such levels exist."""
    for name, (least, most) in _RANGES.items():
        value = getattr(request, name)
        if not least <= value <= most:
            raise UsageError("watersort.generate.range", name=name, least=least, most=most, value=value)
    if request.empty == 0 and request.colours > 1 and request.height > 1:
        raise UsageError("watersort.generate.no_room")


def make_shuffled_level(request: LevelRequest, rng: random.Random) -> Level:
    """Make full tubes with the layers of all colours in random order, and empty tubes."""
    layers = [
        colour for colour in names_for_new_colours(request.colours, request.words) for _ in range(request.height)
    ]
    rng.shuffle(layers)
    full_tubes = [layers[start : start + request.height] for start in range(0, len(layers), request.height)]
    return Level.from_tubes([*full_tubes, *[[] for _ in range(request.empty)]], request.height)


def _avoids_finished_tubes(level: Level) -> bool:
    """Whether no tube is already full of one colour, where that can be avoided."""
    if level.height == 1 or len(level.colours) == 1:
        return True
    return not any(tube and len(set(tube)) == 1 for tube in level.tubes)


def _has_grade(level: Level, request: LevelRequest) -> bool:
    return (
        request.grade is None
        or grade_by_games_won(count_random_games_won(level, request.rule, GAME_COUNT), GAME_COUNT) is request.grade
    )


def _approach_grade(level: Level, grade: Grade, rule: Variant, rng: random.Random, limits: Limits) -> Level:
    """Swap layers of the level until it has the requested grade, or is closer to it."""
    best_distance = _grade_distance(level, grade, rule)
    for _ in range(_MAX_CHANGES):
        if best_distance == 0:
            break
        limits.check()
        candidate = _swap_two_layers(level, rng)
        distance = _grade_distance(candidate, grade, rule)
        if distance <= best_distance and _avoids_finished_tubes(candidate):
            level, best_distance = candidate, distance
    return level


def _grade_distance(level: Level, grade: Grade, rule: Variant) -> float:
    """Return how far the share of games won is from the range of the grade."""
    share = count_random_games_won(level, rule, _SAMPLE_GAMES) / _SAMPLE_GAMES
    least, most = win_share_range(grade)
    return max(least - share, share - most, 0.0)


def _swap_two_layers(level: Level, rng: random.Random) -> Level:
    """Swap two random layers."""
    tubes = [list(tube) for tube in level.tubes]
    positions = [(tube, layer) for tube, layers in enumerate(tubes) for layer in range(len(layers))]
    (left, low), (right, high) = rng.choice(positions), rng.choice(positions)
    tubes[left][low], tubes[right][high] = tubes[right][high], tubes[left][low]
    return Level.from_tubes(tubes, level.height)
