"""The eight ways to turn and mirror a board: placements that are the same but for these are one *distinct* one."""

from bigand.puzzles.queens.board import Placement


def images(placement: Placement) -> list[Placement]:
    """The placement turned and mirrored, in all eight ways."""
    placements = []
    for start in (placement, placement[::-1]):
        turned = start
        for _ in range(4):
            placements.append(turned)
            turned = _quarter(turned)
    return placements


def _quarter(placement: Placement) -> Placement:
    """Turned by a right angle: row r, column c goes to row c, column n-1-r."""
    size = len(placement)
    turned = [0] * size
    for row, column in enumerate(placement):
        turned[column] = size - 1 - row
    return tuple(turned)


def is_first(placement: Placement) -> bool:
    """Whether a placement is the smallest of its images: of each distinct one, exactly one is."""
    return placement == min(images(placement))
