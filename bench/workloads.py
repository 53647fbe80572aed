"""Models to measure with: the ones that people write, by size."""

from pathlib import Path

QUEENS = Path(__file__).parent.parent / "examples" / "queens" / "queens.touist"


def queens(size: int) -> str:
    """N queens as it is taught, with four nested indices for the diagonals."""
    return QUEENS.read_text(encoding="utf-8").replace("$N = 8", f"$N = {size}")


def pigeons(holes: int) -> str:
    """One pigeon more than there are holes: there is no place for all, and every proof of it is long."""
    return f"""
$n = {holes}
bigand $p in [0..$n]: bigor $h in [1..$n]: at($p,$h) end end
bigand $h,$p,$q in [1..$n],[0..$n],[0..$n] when $p < $q: not at($p,$h) or not at($q,$h) end
"""


def water_sort(steps: int) -> str:
    """Water Sort with one layer a pour: three tubes, as it is taught, at most one pour a step as pairs."""
    pour = "bigand $s,$t,$e,$u,$f,$c in [1..$k],[1..3],[1..4],[1..3],[1..4],$C when $t != $u and $c != empty:"
    return f"""
$C = [green,orange,blue,red,pink,empty]
$k = {steps}
p(0,1,1,green) p(0,1,2,orange) p(0,1,3,green) p(0,1,4,orange)
p(0,2,1,orange) p(0,2,2,green) p(0,2,3,orange) p(0,2,4,green)
bigand $e in [1..4]: p(0,3,$e,empty) end
bigand $s,$t,$e in [0..$k],[1..3],[1..4]: bigor $c in $C: p($s,$t,$e,$c) end end
bigand $s,$t,$e,$c,$d in [0..$k],[1..3],[1..4],$C,$C when $c != $d: not p($s,$t,$e,$c) or not p($s,$t,$e,$d) end
bigand $s,$t,$e in [0..$k],[1..3],[1..3]: p($s,$t,$e,empty) => p($s,$t,$e+1,empty) end
bigand $t in [1..3]: bigor $c in $C: bigand $e in [1..4]: p($k,$t,$e,$c) end end end
{pour} pour($s,$t,$e,$u,$f,$c) => p($s-1,$t,$e,$c) and p($s-1,$u,$f,empty) end
{pour} if $f > 1 then pour($s,$t,$e,$u,$f,$c) => p($s-1,$u,$f-1,$c) else Top end end
{pour} pour($s,$t,$e,$u,$f,$c) => p($s,$t,$e,empty) and p($s,$u,$f,$c) end
bigand $s,$t,$e,$c in [1..$k],[1..3],[1..4],$C when $c != empty:
  (p($s-1,$t,$e,empty) and p($s,$t,$e,$c)
    => bigor $u,$f in [1..3],[1..4] when $t != $u: pour($s,$u,$f,$t,$e,$c) end)
  and (p($s-1,$t,$e,$c) and p($s,$t,$e,empty)
    => bigor $u,$f in [1..3],[1..4] when $t != $u: pour($s,$t,$e,$u,$f,$c) end)
  and (p($s-1,$t,$e,$c) => p($s,$t,$e,empty) or p($s,$t,$e,$c))
end
bigand $s in [1..$k]: bigand $t,$e,$c,$u,$f in [1..3],[1..4],$C,[1..3],[1..4]:
  bigand $a,$b,$d,$g,$h in [1..3],[1..4],$C,[1..3],[1..4]
    when $c != $d or $t != $a or $e != $b or $u != $g or $f != $h:
    pour($s,$t,$e,$u,$f,$c) => not pour($s,$a,$b,$g,$h,$d)
  end
end end
"""


def light_up_with_walls(size: int) -> str:
    """Light Up with walls as propositions, by the book: what blocks light is said for every pair of cells."""
    walls = "\n".join(
        f"{'' if (7 * i + 3 * j) % 11 == 0 else 'not '}wall({i},{j})"
        for i in range(1, size + 1)
        for j in range(1, size + 1)
    )
    free_rows = "bigand $m in [$a..$i]: not wall($m,$j) end and bigand $m in [$i..$a]: not wall($m,$j) end"
    free_columns = "bigand $m in [$a..$j]: not wall($i,$m) end and bigand $m in [$j..$a]: not wall($i,$m) end"
    cells = "bigand $i,$j in [1..$N],[1..$N]:"
    return f"""
$N = {size}
{walls}
{cells} lit($i,$j) or wall($i,$j) end
{cells} bulb($i,$j) => not wall($i,$j) end
{cells} lit($i,$j) => bulb($i,$j)
  or bigor $a in [1..$N] when $a != $i: bulb($a,$j) and {free_rows} end
  or bigor $a in [1..$N] when $a != $j: bulb($i,$a) and {free_columns} end
end
bigand $i,$j,$a in [1..$N],[1..$N],[1..$N] when $a != $i: bulb($i,$j) and bulb($a,$j) => not ({free_rows}) end
bigand $i,$j,$a in [1..$N],[1..$N],[1..$N] when $a != $j: bulb($i,$j) and bulb($i,$a) => not ({free_columns}) end
"""


def light_up(size: int) -> str:
    """Light Up on an empty board: a bulb lights its row and its column."""
    return f"""
$N = {size}
bigand $i,$j in [1..$N],[1..$N]: lit($i,$j) end
bigand $i,$j in [1..$N],[1..$N]:
  lit($i,$j) <=> bigor $a in [1..$N]: bulb($a,$j) end or bigor $b in [1..$N]: bulb($i,$b) end
end
bigand $i,$j in [1..$N],[1..$N]:
  bulb($i,$j) => not (bigor $a in [1..$N] when $a != $i: bulb($a,$j) end
    or bigor $b in [1..$N] when $b != $j: bulb($i,$b) end)
end
"""
