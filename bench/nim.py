"""Match games in the manner of students' files: one heap or several, and players take some matches in turn.

The same games in ways that people write them. They differ in where the positions are quantified (innermost of
all, or right after the move that leads to them), in how a move is told (a bit, or an atom for each number of
matches), and in what is said of an empty heap.
"""

from collections.abc import Callable


def _prefix(turns: int, move: Callable[[int], str], after: Callable[[int], str] | None = None) -> str:
    """Quantifiers of the moves, in turn; and of what follows from each, if that is quantified."""
    lines = []
    for turn in range(turns):
        lines.append(f"{'forall' if turn % 2 else 'exists'} {move(turn)}:")
        if after is not None:
            lines.append(f"  exists {after(turn)}:")
    return "\n".join(lines)


_ONE_OR_TWO = """
  ;; left(t,n): n matches are left before turn t. two(t): two are taken, else one; of one match only one.
  left(0,$n)
  and (bigand $t,$m in $Turns,$Heap when $m >= 2: (left($t,$m) and two($t)) => left($t+1,$m-2) end)
  and (bigand $t,$m in $Turns,$Heap when $m >= 2: (left($t,$m) and not two($t)) => left($t+1,$m-1) end)
  and (bigand $t in $Turns: left($t,1) => left($t+1,0) end)
  and (bigand $t in $Turns: left($t,0) => left($t+1,0) end)
  and (bigand $t in [0..$last]: bigor $m in $Heap: left($t,$m) end end)
  and (bigand $t,$a,$b in [0..$last],$Heap,$Heap when $a != $b: left($t,$a) => not left($t,$b) end)
  ;; Who finds no match has lost: that must not be the first player, at an even turn.
  and (bigand $t in $Turns when $t mod 2 == 0:
    left($t,0) => bigor $s in $Turns when $s < $t and $s mod 2 == 1: left($s,0) end end)
"""


def _sizes(heap: int) -> str:
    return f"$n = {heap}\n$Heap = [0..$n]\n$last = {heap + heap % 2}\n$Turns = [0..$last-1]\n"


def bits_with_positions_inside(heap: int) -> str:
    """A bit a turn; positions are free, and so innermost of all."""
    return _sizes(heap) + _prefix(heap + heap % 2, lambda turn: f"two({turn})") + _ONE_OR_TWO


def bits_with_positions_between(heap: int) -> str:
    """A bit a turn; positions are quantified after the move that leads to them."""
    after = lambda turn: f"left({turn + 1},$m) for $m in $Heap"  # noqa: E731
    return _sizes(heap) + _prefix(heap + heap % 2, lambda turn: f"two({turn})", after) + _ONE_OR_TWO


_ATOMS = """
  ;; take(t,k): k matches are taken at turn t. A wrong move (none, several, too many) loses at once.
  left(0,$n)
  and (bigand $t,$m,$k in $Turns,$Heap,[1..$most] when $k <= $m:
    (left($t,$m) and take($t,$k) and not wrong($t)) => left($t+1,$m-$k) end)
  and (bigand $t in $Turns: left($t,0) => left($t+1,0) end)
  and (bigand $t in $Turns: wrong($t) => left($t+1,0) end)
  and (bigand $t in $Turns: wrong($t) <=> not left($t,0) and (not exact(1,[take($t,$k) for $k in [1..$most]])
    or bigor $m,$k in $Heap,[1..$most] when $m < $k: left($t,$m) and take($t,$k) end) end)
  and (bigand $t in [0..$last]: exact(1,[left($t,$m) for $m in $Heap]) end)
  ;; The first player moves at even turns.
  and (bigand $t in $Turns when $t mod 2 == 0: not wrong($t)
    or bigor $s in $Turns when $s < $t and $s mod 2 == 1: wrong($s) end end)
  and (bigand $t in $Turns when $t mod 2 == 0: left($t,0) => bigor $s in $Turns when $s < $t:
      if $s mod 2 == 1 then wrong($s) else left($s+1,0) and not wrong($s) and not left($s,0) end end end)
"""


def atoms_with_positions_inside(heap: int, most: int = 3) -> str:
    """An atom for each number of matches; positions are free."""
    move = lambda turn: f"take({turn},$k) for $k in [1..$most]"  # noqa: E731
    return f"$most = {most}\n" + _sizes(heap) + _prefix(heap + heap % 2, move) + _ATOMS


def atoms_with_positions_between(heap: int, most: int = 3) -> str:
    """An atom for each number of matches; positions are quantified after the move that leads to them."""
    move = lambda turn: f"take({turn},$k) for $k in [1..$most]"  # noqa: E731
    after = lambda turn: f"wrong({turn}): exists left({turn + 1},$m) for $m in $Heap"  # noqa: E731
    return f"$most = {most}\n" + _sizes(heap) + _prefix(heap + heap % 2, move, after) + _ATOMS


def empty_heap_left_open(heap: int, between: bool = False) -> str:
    """As in the first files of that kind: nothing is said of an empty heap, so any number may be left after it."""
    rules = """
  not lost
  and left(0,$n) and mine(0)
  and (bigand $t,$m in $Turns,$Heap when $m >= 2:
    ((left($t,$m) and two($t)) => left($t+1,$m-2)) and ((left($t,$m) and not two($t)) => left($t+1,$m-1)) end)
  and (bigand $t in $Turns: left($t,1) => left($t+1,0) end)
  and (bigand $t in $Turns: bigor $m in $Heap: left($t,$m) end end)
  and (bigand $t,$a in $Turns,$Heap: left($t,$a) => bigand $b in $Heap when $a != $b: not left($t,$b) end end)
  and (lost <=> bigor $t in $Turns when $t > 0: mine($t) and left($t,0) end)
  and (bigand $t in $Turns: not mine($t) <=> mine($t+1) end)
"""
    after = (lambda turn: f"left({turn + 1},$m) for $m in $Heap") if between else None
    head = f"$n = {heap}\n$Heap = [0..$n]\n$Turns = [0..$n]\n"
    return head + _prefix(heap + 1, lambda turn: f"two({turn})", after) + rules


_HEAPS = """
  ;; left(t,h,m): m matches are left in heap h before turn t. pick(t,h), take(t,k): what is taken at turn t.
  (bigand $t,$h,$m,$k in $Turns,$Heaps,$Sizes,$Taken when $k <= $m:
    (left($t,$h,$m) and pick($t,$h) and take($t,$k) and not wrong($t)) => left($t+1,$h,$m-$k) end)
  and (bigand $t,$h,$m in $Turns,$Heaps,$Sizes:
    (left($t,$h,$m) and (not pick($t,$h) or wrong($t) or over($t))) => left($t+1,$h,$m) end)
  and (bigand $t in [0..$last]: over($t) <=> bigand $h in $Heaps: left($t,$h,0) end end)
  and (bigand $t in $Turns: wrong($t) <=> not over($t) and (not exact(1,[pick($t,$h) for $h in $Heaps])
    or not exact(1,[take($t,$k) for $k in $Taken])
    or bigor $h,$m,$k in $Heaps,$Sizes,$Taken when $m < $k: left($t,$h,$m) and pick($t,$h) and take($t,$k) end) end)
  and (bigand $t,$h in [0..$last],$Heaps: exact(1,[left($t,$h,$m) for $m in $Sizes]) end)
  ;; Who first does something wrong has lost; else who takes the last match has won, or has lost.
  and (bigand $t in $Turns when $t mod 2 == 0:
    wrong($t) => bigor $s in $Turns when $s < $t and $s mod 2 == 1: wrong($s) end end)
  and (bigand $t in [1..$last] when $t mod 2 == $lost:
    over($t) and not over($t-1) => bigor $s in $Turns when $s < $t: wrong($s) end end)
"""


def several_heaps(heaps: tuple[int, ...], last_loses: bool, between: bool) -> str:
    """Several heaps, and any number of matches is taken from one of them."""
    turns = sum(heaps) + sum(heaps) % 2
    head = f"$last = {turns}\n$Turns = [0..$last-1]\n$Heaps = [1..{len(heaps)}]\n$lost = {int(last_loses)}\n"
    head += f"$Sizes = [0..{max(heaps)}]\n$Taken = [1..{max(heaps)}]\n"

    def move(turn: int) -> str:
        kind = "forall" if turn % 2 else "exists"
        return f"pick({turn},$h) for $h in $Heaps: {kind} take({turn},$k) for $k in $Taken"

    def after(turn: int) -> str:
        positions = f"$x for $x in [left({turn + 1},$h,$m) for $h,$m in $Heaps,$Sizes]"
        return f"over({turn}): exists wrong({turn}): exists {positions}"

    start = " and ".join([f"left(0,{number},{size})" for number, size in enumerate(heaps, 1)])
    return head + _prefix(turns, move, after if between else None) + f"\n  {start} and " + _HEAPS.lstrip()


def first_wins(heaps: tuple[int, ...], last_loses: bool) -> bool:
    """By the theory of such games: the sum without carry, where some heap is larger than one."""
    total = 0
    for heap in heaps:
        total ^= heap
    return (total != 0) if max(heaps) > 1 or not last_loses else total == 0


FURTHER: dict[str, list[tuple[str, bool]]] = {  # growing games, each with whether the first one wins
    **{
        f"one heap, take 1 to {most}, {place}": [
            (text_of(heap, most), heap % (most + 1) != 0) for heap in (9, 13, 17, 21)
        ]
        for most in (4, 5)
        for place, text_of in (("inside", atoms_with_positions_inside), ("between", atoms_with_positions_between))
    },
    **{
        f"{len(sizes[0])} heaps, the last {'loses' if last_loses else 'wins'}, {place}": [
            (several_heaps(heaps, last_loses, place == "between"), first_wins(heaps, last_loses)) for heaps in sizes
        ]
        for sizes in (((2, 2), (3, 3), (4, 4), (5, 5)), ((2, 1, 1), (2, 2, 2), (3, 2, 1), (3, 3, 3)))
        for last_loses in (False, True)
        for place in ("inside", "between")
    },
}
FAMILIES: dict[str, tuple[Callable[[int], str], Callable[[int], bool]]] = {  # the text, and if the first one wins
    "a bit a move, positions inside": (bits_with_positions_inside, lambda heap: heap % 3 != 0),
    "a bit a move, positions between": (bits_with_positions_between, lambda heap: heap % 3 != 0),
    "an atom a number, positions inside": (atoms_with_positions_inside, lambda heap: heap % 4 != 0),
    "an atom a number, positions between": (atoms_with_positions_between, lambda heap: heap % 4 != 0),
    "empty heap left open, positions inside": (empty_heap_left_open, lambda heap: heap % 3 != 0),
    "empty heap left open, positions between": (
        lambda heap: empty_heap_left_open(heap, True),
        lambda heap: heap % 3 != 0,
    ),
}
