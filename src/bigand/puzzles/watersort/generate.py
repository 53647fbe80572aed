"""New levels: colours at random, until one can be sorted and is as hard as asked for."""

import random

from msgspec import Struct

from bigand.puzzles.watersort.colours import ENGLISH, names
from bigand.puzzles.watersort.level import Level
from bigand.puzzles.watersort.pours import Variant
from bigand.puzzles.watersort.questions import Grade
from bigand.puzzles.watersort.rating import GAMES, games_won, grade_of, span_of
from bigand.puzzles.watersort.solving import Limits, solve
from bigand.source.diagnostic import number_message
from bigand.source.error import LimitError, UsageError

_TRIES = 2000
_CHANGES = 250  # of one level, before another is begun
_RANGES = {"colours": (1, 60), "height": (1, 20), "empty": (0, 60)}
_GLANCE = 40  # games that tell which way to go


class Wish(Struct, frozen=True):
    """What a new level should be like."""

    colours: int
    empty: int = 2
    height: int = 4
    grade: Grade | None = None
    rule: Variant = Variant.POUR
    words: tuple[str, ...] = ENGLISH


def generate(wish: Wish, seed: int, limits: Limits | None = None) -> Level:
    """The level of a seed; LimitError if none is found in time, or after very many tries."""
    _check(wish)
    chance = random.Random(seed)
    limits = limits or Limits()
    for _ in range(_TRIES):
        limits.check()
        level = shuffled(wish, chance)
        if wish.grade is not None:
            level = _towards(level, wish.grade, wish.rule, chance, limits)
        if _is_fresh(level) and _has_grade(level, wish) and solve(level, wish.rule, limits=limits).is_solvable:
            return level
    raise LimitError("watersort.generate.none", count=number_message(_TRIES))


def _check(wish: Wish) -> None:
    """That such levels can be made at all."""
    for name, (least, most) in _RANGES.items():
        value = getattr(wish, name)
        if not least <= value <= most:
            raise UsageError("watersort.generate.range", name=name, least=least, most=most, value=value)
    if wish.empty == 0 and wish.colours > 1 and wish.height > 1:
        raise UsageError("watersort.generate.no_room")


def shuffled(wish: Wish, chance: random.Random) -> Level:
    """Full tubes with the layers of all colours in any order, and empty ones."""
    layers = [colour for colour in names(wish.colours, wish.words) for _ in range(wish.height)]
    chance.shuffle(layers)
    full = [layers[first : first + wish.height] for first in range(0, len(layers), wish.height)]
    return Level.of([*full, *[[] for _ in range(wish.empty)]], wish.height)


def _is_fresh(level: Level) -> bool:
    """Whether no tube is full of one colour already, if that can be avoided."""
    if level.height == 1 or len(level.colours) == 1:
        return True
    return not any(tube and len(set(tube)) == 1 for tube in level.tubes)


def _has_grade(level: Level, wish: Wish) -> bool:
    return wish.grade is None or grade_of(games_won(level, wish.rule, GAMES), GAMES) is wish.grade


def _towards(level: Level, grade: Grade, rule: Variant, chance: random.Random, limits: Limits) -> Level:
    """The level with some layers in each other's place, so that it is as hard as asked for or nearer to it."""
    far = _distance(level, grade, rule)
    for _ in range(_CHANGES):
        if far == 0:
            break
        limits.check()
        other = _exchanged(level, chance)
        distance = _distance(other, grade, rule)
        if distance <= far and _is_fresh(other):
            level, far = other, distance
    return level


def _distance(level: Level, grade: Grade, rule: Variant) -> float:
    """How far the share of games that are won is from what the grade means."""
    share = games_won(level, rule, _GLANCE) / _GLANCE
    least, most = span_of(grade)
    return max(least - share, share - most, 0.0)


def _exchanged(level: Level, chance: random.Random) -> Level:
    """Two layers, chosen at random, in each other's place."""
    tubes = [list(tube) for tube in level.tubes]
    places = [(tube, layer) for tube, held in enumerate(tubes) for layer in range(len(held))]
    (left, low), (right, high) = chance.choice(places), chance.choice(places)
    tubes[left][low], tubes[right][high] = tubes[right][high], tubes[left][low]
    return Level.of(tubes, level.height)
