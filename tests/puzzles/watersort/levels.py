"""Random levels for tests: small enough for breadth-first search, with all that a level may have."""

import random

from hypothesis import strategies as st

from bigand.puzzles.watersort.level import Level

SEED = Level("GOGO OGOG ....")  # the level of the course


@st.composite
def levels(draw: st.DrawFn, most_colours: int = 3, most_height: int = 4) -> Level:
    """Tubes filled in part, colours of one or two tubes, as many empty tubes as you like."""
    height = draw(st.integers(1, most_height))
    homes = draw(st.lists(st.sampled_from([1, 1, 1, 2]), min_size=1, max_size=most_colours))
    layers = draw(
        st.permutations([chr(65 + code) for code, count in enumerate(homes) for _ in range(count * height)])
    )
    tubes: list[list[str]] = [[] for _ in range(sum(homes) + draw(st.integers(0, 2)))]
    for colour in layers:
        free = [tube for tube in tubes if len(tube) < height]
        draw(st.sampled_from([free[0], free[0], free[-1]])).append(colour)
    return Level.from_tubes(tubes, height)


def full_level(colours: int, empty: int, seed: int, height: int = 4) -> Level:
    """Full tubes, as games have them."""
    layers = [chr(65 + code) for code in range(colours) for _ in range(height)]
    random.Random(seed).shuffle(layers)
    tubes = [layers[at : at + height] for at in range(0, len(layers), height)]
    return Level.from_tubes([*tubes, *[[] for _ in range(empty)]], height)
