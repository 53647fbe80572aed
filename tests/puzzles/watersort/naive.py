"""Water Sort in the plainest way, layer by layer on lists: nothing here is shared with what is tested."""

from collections.abc import Iterator, Sequence

Tubes = tuple[tuple[str, ...], ...]


def pour(tubes: Tubes, height: int, source: int, target: int, is_whole: bool) -> Tubes | None:
    """The tubes after a pour, or None if it is not allowed."""
    if source == target:
        return None
    now = [list(tube) for tube in tubes]
    moved = 0
    while now[source] and len(now[target]) < height:
        colour = now[source][-1]
        if now[target] and now[target][-1] != colour:
            break
        if moved and not is_whole:
            break
        now[target].append(now[source].pop())
        moved += 1
    return tuple([tuple(tube) for tube in now]) if moved else None


def pours(tubes: Tubes, height: int, is_whole: bool) -> Iterator[tuple[int, int, Tubes]]:
    for source in range(len(tubes)):
        for target in range(len(tubes)):
            after = pour(tubes, height, source, target, is_whole)
            if after is not None:
                yield source, target, after


def is_done(tubes: Tubes, height: int) -> bool:
    return all(tube == () or tube == (tube[0],) * height for tube in tubes)


def least_moves(tubes: Tubes, height: int, is_whole: bool, most_states: int = 20_000) -> int | str | None:
    """Breadth first, with nothing left out but the order of the tubes; `"?"` if there are too many states."""
    front: dict[Tubes, Tubes] = {tuple(sorted(tubes)): tubes}
    seen = set(front)
    moves = 0
    while front:
        if any(is_done(state, height) for state in front.values()):
            return moves
        following: dict[Tubes, Tubes] = {}
        for state in front.values():
            for _, _, after in pours(state, height, is_whole):
                key = tuple(sorted(after))
                if key not in seen:
                    seen.add(key)
                    following[key] = after
        if len(seen) > most_states:
            return "?"
        front = following
        moves += 1
    return None


def check_plan(tubes: Tubes, height: int, plan: Sequence[tuple[int, int, str, int]], is_whole: bool) -> None:
    """That each pour is legal, moves what it says, and that the tubes are sorted at the end."""
    for source, target, colour, layers in plan:
        after = pour(tubes, height, source, target, is_whole)
        assert after is not None, (tubes, source, target)
        assert tubes[source][-1] == colour
        assert len(tubes[source]) - len(after[source]) == layers
        tubes = after
    assert is_done(tubes, height)
