"""A corpus in the manner of students' files: puzzles, plans, timetables, games; 5 lines to millions of instances.

Each file is right: it says what its writer means, and its answer is known. `python -m bench.students FOLDER` writes
them all. What is measured on them: `bench/corpus.py`.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class File:
    """A file with its name, the flags of TouIST that it needs, and whether it has a model."""

    name: str
    text: str
    flags: tuple[str, ...] = ()
    is_sat: bool = True


def sudoku(box: int) -> str:
    """Numbers in cells, four rules, a few given cells of a solution that is shifted from row to row."""
    size = box * box
    given = [
        f"c({row + 1},{column + 1},{(row * box + row // box + column) % size + 1})"
        for row in range(size)
        for column in range(size)
        if (3 * row + 5 * column) % 7 == 0
    ]
    return f""";; Sudoku {size}x{size} : c(i,j,k) = la case (i,j) contient k
$n = {size}
$N = [1..$n]
$b = {box}
$B = [0..$b-1]
;; au moins un nombre par case
bigand $i,$j in $N,$N:
  bigor $k in $N: c($i,$j,$k) end
end
;; au plus un nombre par case
bigand $i,$j,$k,$l in $N,$N,$N,$N when $k < $l:
  not c($i,$j,$k) or not c($i,$j,$l)
end
;; lignes et colonnes
bigand $i,$k in $N,$N:
  bigor $j in $N: c($i,$j,$k) end
end
bigand $i,$k,$j,$l in $N,$N,$N,$N when $j != $l:
  not c($i,$j,$k) or not c($i,$l,$k)
end
bigand $j,$k,$i,$l in $N,$N,$N,$N when $i != $l:
  not c($i,$j,$k) or not c($l,$j,$k)
end
;; blocs
bigand $x,$y,$k in $B,$B,$N:
  bigor $i,$j in [1..$b],[1..$b]:
    c($b*$x+$i,$b*$y+$j,$k)
  end
end
;; la grille
{chr(10).join(given)}
"""


def takuzu(size: int) -> str:
    """Two values, never three in a row, as many of each in every line; `b` and `n` are constants beside `$n`."""
    given = [f"t({row},{(row * 3) % size + 1},{'b' if row % 2 else 'n'})" for row in range(1, size + 1, 3)]
    return f""";; Takuzu (binairo) : chaque case est blanche (b) ou noire (n)
$n = {size}
$L = [1..$n]
$V = [b,n]
bigand $i,$j in $L,$L:
  (t($i,$j,b) or t($i,$j,n)) and not (t($i,$j,b) and t($i,$j,n))
end
;; jamais trois de suite
bigand $i,$j,$v in $L,[1..$n-2],$V:
  not (t($i,$j,$v) and t($i,$j+1,$v) and t($i,$j+2,$v))
end
bigand $i,$j,$v in [1..$n-2],$L,$V:
  not (t($i,$j,$v) and t($i+1,$j,$v) and t($i+2,$j,$v))
end
;; autant de b que de n
bigand $i in $L:
  exact($n/2, [t($i,$j,n) for $j in $L]) and exact($n/2, [t($j,$i,n) for $j in $L])
end
;; deux lignes sont differentes
bigand $i,$k in $L,$L when $i < $k:
  bigor $j in $L: t($i,$j,n) and t($k,$j,b) end or bigor $j in $L: t($i,$j,b) and t($k,$j,n) end
end
{chr(10).join(given)}
"""


def yin_yang(size: int) -> str:
    """Black and white cells (N is noir, `$N` the size), no square of one colour."""
    given = [f"case({i},{(2 * i) % size + 1},{'N' if i % 3 else 'B'})" for i in range(1, size, 2)]
    return f""";; Yin-Yang : N = noir, B = blanc
$N = {size}
bigand $i,$j in [1..$N],[1..$N]:
  case($i,$j,N) or case($i,$j,B)
end
bigand $i,$j in [1..$N],[1..$N]:
  not case($i,$j,N) or not case($i,$j,B)
end
;; pas de carre 2x2 d'une seule couleur
bigand $i,$j in [1..$N-1],[1..$N-1]:
  not (case($i,$j,N) and case($i+1,$j,N) and case($i,$j+1,N) and case($i+1,$j+1,N))
end
bigand $i,$j in [1..$N-1],[1..$N-1]:
  not (case($i,$j,B) and case($i+1,$j,B) and case($i,$j+1,B) and case($i+1,$j+1,B))
end
;; pas de damier
bigand $i,$j in [1..$N-1],[1..$N-1]:
  not (case($i,$j,N) and case($i+1,$j+1,N) and case($i+1,$j,B) and case($i,$j+1,B))
  and not (case($i,$j,B) and case($i+1,$j+1,B) and case($i+1,$j,N) and case($i,$j+1,N))
end
;; une case n'est jamais seule de sa couleur
bigand $i,$j,$c in [1..$N],[1..$N],[N,B]:
  case($i,$j,$c) =>
    bigor $k,$l in [$i-1..$i+1],[$j-1..$j+1]
      when abs($k-$i)+abs($l-$j) == 1 and $k >= 1 and $k <= $N and $l >= 1 and $l <= $N:
      case($k,$l,$c)
    end
end
{chr(10).join(given)}
"""


def nim(matches: int) -> str:
    """One to three matches a turn; who takes the last one wins: a formula with quantifiers."""
    turns = "".join(
        f"{'exists' if step % 2 else 'forall'} t({step},1), t({step},2), t({step},3):\n"
        for step in range(1, matches + 1)
    )
    return f""";; Jeu des allumettes : t(s,p) = au coup s on en prend p ; r(s,m) = il en reste m apres le coup s
$M = {matches}
{turns}(
  bigand $m in [0..$M]: if $m == $M then r(0,$m) else not r(0,$m) end end
  and bigand $s,$m in [1..$M],[0..$M]:
    r($s,$m) <=>
      (bigor $p in [1..3] when $m+$p <= $M: t($s,$p) and r($s-1,$m+$p) end
       or if $m == 0 then r($s-1,0) else Bot end)
  end
  ;; un coup est bon s'il en prend de 1 a 3, et pas plus qu'il n'en reste
  and bigand $s in [1..$M]:
    bon($s) <=>
      bigand $m in [1..$M]:
        r($s-1,$m) => (exact(1,t($s,[1..3])) and bigand $p in [1..3] when $p > $m: not t($s,$p) end)
      end
  end
  ;; l'autre triche, ou je joue bien et je prends la derniere
  and (
    bigor $s in [1..$M] when $s mod 2 == 0: not bon($s) end
    or (
      bigand $s in [1..$M] when $s mod 2 == 1: bon($s) end
      and bigor $s in [1..$M] when $s mod 2 == 1: r($s,0) and not r($s-1,0) end
    )
  )
)
"""


def gripper(balls: int) -> str:
    """A plan as a planner writes it: rules, then data; some of the data is for other encodings."""
    places = ("salle1", "salle2")
    fluents = [f"robot_{place}" for place in places] + ["pince_libre"]
    fluents += [f"balle{ball}_{place}" for ball in range(1, balls + 1) for place in (*places, "pince")]
    actions: dict[str, tuple[list[str], list[str], list[str]]] = {}
    for here, there in (places, places[::-1]):
        actions[f"VA_{here}_{there}"] = ([f"robot_{here}"], [f"robot_{there}"], [f"robot_{here}"])
        for ball in range(1, balls + 1):
            held, lying = f"balle{ball}_pince", f"balle{ball}_{here}"
            actions[f"PREND_balle{ball}_{here}"] = (
                [lying, f"robot_{here}", "pince_libre"], [held], [lying, "pince_libre"],
            )  # fmt: skip
            actions[f"POSE_balle{ball}_{here}"] = ([held, f"robot_{here}"], [lying, "pince_libre"], [held])
    effects = "\n".join(
        [
            f"$Cond({name}) = [{','.join(needs)}]\n$Add({name}) = [{','.join(adds)}]\n"
            f"$Del({name}) = [{','.join(removes)}]\n$niveau({name}) = {at}"
            for at, (name, (needs, adds, removes)) in enumerate(actions.items())
        ]
    )
    start = ["robot_salle1", "pince_libre", *[f"balle{ball}_salle1" for ball in range(1, balls + 1)]]
    return f"""bigand $f in $I: $f(0) end
bigand $f in $F diff $I: not $f(0) end
bigand $f in $G: $f($longueur) end
bigand $i in [1..$longueur]:
  bigand $a in $O:
    $a($i) => (
      (bigand $f in $Cond($a): $f($i-1) end)
      and (bigand $f in $Add($a): $f($i) end)
      and (bigand $f in $Del($a): not $f($i) end)
    )
  end
end
bigand $i in [1..$longueur]:
  bigand $f in $F:
    ($f($i-1) and not $f($i)) => (bigor $a in $O when $f in $Del($a): $a($i) end)
  end
end
bigand $i in [1..$longueur]:
  bigand $f in $F:
    (not $f($i-1) and $f($i)) => (bigor $a in $O when $f in $Add($a): $a($i) end)
  end
end
bigand $i in [1..$longueur]:
  bigand $a in $O:
    bigand $f in $Cond($a):
      bigand $b in $O when $a != $b and $f in $Del($b):
        not $a($i) or not $b($i)
      end
    end
  end
end
data
$longueur = {4 * balls - 1}
$I = [{",".join(start)}]
$G = [{",".join([f"balle{ball}_salle2" for ball in range(1, balls + 1)])}]
$O = [{",".join(actions)}]
$F = [{",".join(fluents)}]
$Fp = [{",".join(fluents)}]
$Fa = [{",".join(fluents)}]
{effects}
"""


def water_sort(steps: int) -> str:
    """Three tubes of four layers, a layer poured a step, after a report of 2022; satisfiable from 5 steps on."""
    return f""";; Water Sort : p(i,t,e,c) = a l'etape i, le tube t a la couche e de couleur c
$C = [vert,orange,vide]
$T = 3
$k = {steps}
p(0,1,1,vert) p(0,1,2,vert) p(0,1,3,orange) p(0,1,4,vide)
p(0,2,1,orange) p(0,2,2,orange) p(0,2,3,vert) p(0,2,4,vide)
p(0,3,1,vide) p(0,3,2,vide) p(0,3,3,vide) p(0,3,4,vide)
;; une couleur par couche
bigand $i,$t,$e in [0..$k],[1..$T],[1..4]:
  bigor $c in $C: p($i,$t,$e,$c) end
end
bigand $i,$t,$e,$c,$d in [0..$k],[1..$T],[1..4],$C,$C when $c != $d:
  not p($i,$t,$e,$c) or not p($i,$t,$e,$d)
end
;; le vide est en haut
bigand $i,$t,$e in [0..$k],[1..$T],[1..3]:
  p($i,$t,$e,vide) => p($i,$t,$e+1,vide)
end
;; verser : v(i,t,e,u,f) = a l'etape i, la couche e du tube t va en couche f du tube u
bigand $i,$t,$e,$u,$f,$c in [1..$k],[1..$T],[1..4],[1..$T],[1..4],$C when $t != $u and $c != vide:
  (v($i,$t,$e,$u,$f) and p($i-1,$t,$e,$c)) => (p($i,$u,$f,$c) and p($i-1,$u,$f,vide) and p($i,$t,$e,vide))
end
bigand $i,$t,$e,$u,$f in [1..$k],[1..$T],[1..4],[1..$T],[1..4] when $t != $u:
  v($i,$t,$e,$u,$f) => not p($i-1,$t,$e,vide)
end
;; sur la meme couleur ou au fond
bigand $i,$t,$e,$u,$f,$c in [1..$k],[1..$T],[1..4],[1..$T],[2..4],$C when $t != $u and $c != vide:
  (v($i,$t,$e,$u,$f) and p($i-1,$t,$e,$c)) => p($i-1,$u,$f-1,$c)
end
;; un seul versement par etape, et au moins un
bigand $i,$t,$e,$u,$f,$a,$b,$x,$y in
    [1..$k],[1..$T],[1..4],[1..$T],[1..4],[1..$T],[1..4],[1..$T],[1..4]
    when $t != $u and $a != $x and ($t != $a or $e != $b or $u != $x or $f != $y):
  not v($i,$t,$e,$u,$f) or not v($i,$a,$b,$x,$y)
end
bigand $i in [1..$k]:
  bigor $t,$e,$u,$f in [1..$T],[1..4],[1..$T],[1..4] when $t != $u: v($i,$t,$e,$u,$f) end
end
;; ce qui n'est pas touche reste
bigand $i,$t,$e,$c in [1..$k],[1..$T],[1..4],$C:
  (p($i-1,$t,$e,$c) and not p($i,$t,$e,$c)) =>
    bigor $u,$f in [1..$T],[1..4] when $u != $t: v($i,$t,$e,$u,$f) or v($i,$u,$f,$t,$e) end
end
;; but : chaque tube d'une seule couleur
bigand $t in [1..$T]:
  bigor $c in $C: bigand $e in [1..3]: p($k,$t,$e,$c) end end
end
"""


def blocks(count: int, steps: int) -> str:
    """A tower of blocks turned over: actions, preconditions, effects, frame axioms."""
    names = ",".join("abcdefghij"[:count])
    start = " and ".join(
        [f"sur({up},{down},0)" for up, down in zip(names.split(","), names.split(",")[1:], strict=False)]
    )
    goal = " and ".join(
        [f"sur({up},{down},$k)" for down, up in zip(names.split(","), names.split(",")[1:], strict=False)]
    )
    return f""";; Monde des blocs : retourner la pile
$B = [{names}]
$P = $B union [table]
$k = {steps}
{start} and sur({names[-1]},table,0)
;; un bloc est a un seul endroit
bigand $x,$t in $B,[0..$k]:
  exact(1, [sur($x,$y,$t) for $y in $P when $x != $y])
end
;; au plus un bloc sur un bloc
bigand $y,$t in $B,[0..$k]:
  atmost(1, [sur($x,$y,$t) for $x in $B when $x != $y])
end
;; une action par etape
bigand $t in [1..$k]:
  atmost(1, [bouge($x,$y,$t) for $x,$y in $B,$P when $x != $y])
end
bigand $x,$y,$t in $B,$P,[1..$k] when $x != $y:
  bouge($x,$y,$t) =>
    (sur($x,$y,$t) and not sur($x,$y,$t-1) and bigand $z in $B when $z != $x: not sur($z,$x,$t-1) end)
end
bigand $x,$y,$t in $B,$B,[1..$k] when $x != $y:
  bouge($x,$y,$t) => bigand $z in $B when $z != $y: not sur($z,$y,$t-1) end
end
;; rien d'autre ne change
bigand $x,$y,$t in $B,$P,[1..$k] when $x != $y:
  (not sur($x,$y,$t-1) and sur($x,$y,$t)) => bouge($x,$y,$t)
end
;; but
{goal}
"""


def timetable(courses: int, slots: int, rooms: int) -> str:
    """Courses into slots and rooms; teachers and groups have one course at a time; some pairs must not meet."""
    names = ",".join([f"cours{at}" for at in range(1, courses + 1)])
    conflicts = [
        f"bigand $h in $H: not (place(cours{at},$h) and place(cours{at * 7 % courses + 1},$h)) end"
        for at in range(1, courses + 1)
        if at != at * 7 % courses + 1
    ]
    return f""";; Emploi du temps
$C = [{names}]
$H = [1..{slots}]
$S = [1..{rooms}]
;; chaque cours a lieu une fois
bigand $c in $C:
  bigor $h in $H: place($c,$h) end
end
bigand $c,$h,$g in $C,$H,$H when $h < $g:
  not place($c,$h) or not place($c,$g)
end
;; dans une seule salle
bigand $c in $C: bigor $s in $S: salle($c,$s) end end
bigand $c,$s,$t in $C,$S,$S when $s != $t:
  not salle($c,$s) or not salle($c,$t)
end
;; deux cours ne sont pas dans la meme salle a la meme heure
bigand $c,$d,$h,$s in $C,$C,$H,$S when $c != $d:
  not (place($c,$h) and place($d,$h) and salle($c,$s) and salle($d,$s))
end
;; incompatibilites (meme enseignant)
{chr(10).join(conflicts)}
"""


def colouring(rows: int, columns: int) -> str:
    """A map, a grid of regions with diagonals, in four colours."""
    return f""";; Coloriage d'une carte
$C = [rouge,vert,bleu,jaune]
$L = [1..{rows}]
$K = [1..{columns}]
bigand $i,$j in $L,$K:
  bigor $c in $C: couleur($i,$j,$c) end
end
bigand $i,$j,$c,$d in $L,$K,$C,$C when $c != $d:
  not couleur($i,$j,$c) or not couleur($i,$j,$d)
end
bigand $i,$j,$k,$l,$c in $L,$K,$L,$K,$C
    when ($i != $k or $j != $l) and abs($i-$k) <= 1 and abs($j-$l) <= 1:
  not couleur($i,$j,$c) or not couleur($k,$l,$c)
end
"""


def queens(size: int) -> str:
    """Four nested indices, as in a course."""
    return f""";; N reines
$N = {size}
bigand $i in [1..$N]: bigor $j in [1..$N]: reine($i,$j) end end
bigand $i in [1..$N]: bigand $j in [1..$N]: bigand $k in [1..$N]: bigand $l in [1..$N]
  when ($i != $k or $j != $l) and ($i == $k or $j == $l or $i+$j == $k+$l or $i-$j == $k-$l):
  reine($i,$j) => not reine($k,$l)
end end end end
"""


def latin(size: int) -> str:
    """A Latin square with a diagonal that is given."""
    return f""";; Carre latin
$n = {size}
bigand $i,$j in [1..$n],[1..$n]: exact(1, [x($i,$j,$k) for $k in [1..$n]]) end
bigand $i,$k in [1..$n],[1..$n]: exact(1, [x($i,$j,$k) for $j in [1..$n]]) end
bigand $j,$k in [1..$n],[1..$n]: exact(1, [x($i,$j,$k) for $i in [1..$n]]) end
bigand $i in [1..$n]: x($i,$i,1) end
"""


def pigeons(holes: int) -> str:
    """One pigeon more than there are holes: no model."""
    return f""";; Pigeons
$n = {holes}
bigand $p in [1..$n+1]: bigor $t in [1..$n]: dans($p,$t) end end
bigand $p,$q,$t in [1..$n+1],[1..$n+1],[1..$n] when $p < $q: not dans($p,$t) or not dans($q,$t) end
"""


def seating(guests: int) -> str:
    """A round table: who is next to whom, and who must not be."""
    return f""";; Plan de table
$n = {guests}
$I = [1..$n]
bigand $x in $I: bigor $p in $I: assis($x,$p) end end
bigand $x,$p,$q in $I,$I,$I when $p != $q: not assis($x,$p) or not assis($x,$q) end
bigand $x,$y,$p in $I,$I,$I when $x != $y: not assis($x,$p) or not assis($y,$p) end
;; 1 et 2 sont voisins
bigor $p in $I: assis(1,$p) and assis(2,$p mod $n + 1) end
;; deux personnes qui se suivent dans la liste (de 3 a n) ne sont pas voisines
bigand $x,$p in [3..$n-1],$I:
  assis($x,$p) => (not assis($x+1,$p mod $n + 1) and not assis($x+1,($p + $n - 2) mod $n + 1))
end
"""


KNIGHTS = """;; chevaliers (toujours vrais) et valets : a dit que b est un valet, b dit que a et c sont pareils
a <=> not b
b <=> (a <=> c)
a or b or c
a => not c
"""

ROAD = """;; s'il pleut, la route est mouillee
pluie => mouillee
mouillee => glissante
pluie or neige
not neige
"""

ZEBRA = """;; Qui boit de l'eau ? Qui a le zebre ? (cinq maisons)
$M = [1..5]
$Couleur = [rouge,verte,ivoire,jaune,bleue]
$Gens = [anglais,espagnol,ukrainien,norvegien,japonais]
$Boisson = [cafe,the,lait,jus,eau]
$Animal = [chien,escargot,renard,cheval,zebre]
$Metier = [peintre,sculpteur,diplomate,violoniste,medecin]
bigand $S in [$Couleur,$Gens,$Boisson,$Animal,$Metier]:
  bigand $m in $M: exact(1, [en($x,$m) for $x in $S]) end
  and bigand $x in $S: exact(1, [en($x,$m) for $m in $M]) end
end
bigand $m in $M: en(anglais,$m) <=> en(rouge,$m) end
bigand $m in $M: en(espagnol,$m) <=> en(chien,$m) end
bigand $m in $M: en(japonais,$m) <=> en(peintre,$m) end
bigand $m in $M: en(ukrainien,$m) <=> en(the,$m) end
en(norvegien,1)
bigand $m in $M: en(verte,$m) <=> en(cafe,$m) end
bigand $m in [1..4]: en(ivoire,$m) <=> en(verte,$m+1) end
not en(verte,1)
bigand $m in $M: en(sculpteur,$m) <=> en(escargot,$m) end
bigand $m in $M: en(diplomate,$m) <=> en(jaune,$m) end
en(lait,3)
en(bleue,2)
bigand $m in $M: en(violoniste,$m) <=> en(jus,$m) end
bigand $m in $M: en(renard,$m) => bigor $v in $M when abs($v-$m) == 1: en(medecin,$v) end end
bigand $m in $M: en(cheval,$m) => bigor $v in $M when abs($v-$m) == 1: en(diplomate,$v) end end
"""

RIVER = """;; le loup, la chevre et le chou : r(x,t) = x est sur la rive droite au temps t
$X = [loup,chevre,chou]
$k = 7
bigand $x in $X union [fermier]: not r($x,0) and r($x,$k) end
bigand $t in [0..$k]:
  (r(loup,$t) <=> r(chevre,$t)) => (r(fermier,$t) <=> r(chevre,$t))
end
bigand $t in [0..$k]:
  (r(chevre,$t) <=> r(chou,$t)) => (r(fermier,$t) <=> r(chevre,$t))
end
bigand $t in [1..$k]: r(fermier,$t) xor r(fermier,$t-1) end
;; un passager au plus, et du cote du fermier
bigand $x,$t in $X,[1..$k]: (r($x,$t) xor r($x,$t-1)) => (r($x,$t-1) <=> r(fermier,$t-1)) end
bigand $x,$y,$t in $X,$X,[1..$k] when $x != $y: not (r($x,$t) xor r($x,$t-1)) or not (r($y,$t) xor r($y,$t-1)) end
"""


def hanoi(discs: int) -> str:
    """Towers of Hanoi in the least number of moves, one a step."""
    return f""";; Tours de Hanoi : d(x,p,t) = le disque x est sur le piquet p au temps t (1 est le plus petit)
$n = {discs}
$D = [1..$n]
$P = [gauche,milieu,droite]
$k = {2**discs - 1}
bigand $x in $D: d($x,gauche,0) and d($x,droite,$k) end
bigand $x,$t in $D,[0..$k]: exact(1, [d($x,$p,$t) for $p in $P]) end
;; un disque bouge a chaque etape
bigand $t in [1..$k]: exact(1, [m($x,$t) for $x in $D]) end
bigand $x,$p,$t in $D,$P,[1..$k]: not m($x,$t) => (d($x,$p,$t) <=> d($x,$p,$t-1)) end
bigand $x,$p,$t in $D,$P,[1..$k]: m($x,$t) => not (d($x,$p,$t) and d($x,$p,$t-1)) end
;; aucun plus petit n'est dessus, ni la ou il va
bigand $x,$y,$p,$t in $D,$D,$P,[1..$k] when $y < $x:
  m($x,$t) => (not (d($x,$p,$t-1) and d($y,$p,$t-1)) and not (d($x,$p,$t) and d($y,$p,$t)))
end
"""


def light_up(size: int) -> str:
    """Light Up without walls but some black cells: every cell is lit, no bulb sees another."""
    walls = ",".join([f"mur({i},{i * 2 % size + 1})" for i in range(1, size + 1, 2)])
    return f""";; Light Up (Akari)
$n = {size}
$L = [1..$n]
$M = [{walls}]
bigand $i,$j in $L,$L when mur($i,$j) in $M: noir($i,$j) and not lampe($i,$j) end
bigand $i,$j in $L,$L when not (mur($i,$j) in $M): not noir($i,$j) end
;; deux lampes d'une ligne ou d'une colonne ont un mur entre elles
bigand $i,$j,$k in $L,$L,$L when $j < $k:
  lampe($i,$j) and lampe($i,$k) => bigor $m in [$j+1..$k-1]: noir($i,$m) end
end
bigand $i,$j,$k in $L,$L,$L when $j < $k:
  lampe($j,$i) and lampe($k,$i) => bigor $m in [$j+1..$k-1]: noir($m,$i) end
end
;; chaque case blanche est eclairee
bigand $i,$j in $L,$L:
  noir($i,$j) or lampe($i,$j)
  or bigor $k in $L when $k != $j:
       lampe($i,$k) and bigand $m in $L when ($m > $j and $m < $k) or ($m < $j and $m > $k): not noir($i,$m) end
     end
  or bigor $k in $L when $k != $i:
       lampe($k,$j) and bigand $m in $L when ($m > $i and $m < $k) or ($m < $i and $m > $k): not noir($m,$j) end
     end
end
"""


def path(size: int) -> str:
    """A path through all nodes of a ring with chords."""
    return f""";; Chemin hamiltonien : v(s,p) = le sommet s est en position p
$n = {size}
$S = [1..$n]
bigand $s in $S: bigor $p in $S: v($s,$p) end end
bigand $p in $S: bigor $s in $S: v($s,$p) end end
bigand $s,$p,$q in $S,$S,$S when $p < $q: not v($s,$p) or not v($s,$q) end
bigand $p,$s,$t in $S,$S,$S when $s < $t: not v($s,$p) or not v($t,$p) end
;; deux sommets qui ne sont pas voisins ne se suivent pas
bigand $s,$t,$p in $S,$S,[1..$n-1] when $s != $t and abs($s-$t) != 1 and abs($s-$t) != $n-1 and ($s*$t) mod 5 != 1:
  not (v($s,$p) and v($t,$p+1))
end
v(1,1)
"""


def dominating(rows: int, guards: int) -> str:
    """Guards in a museum: every room is watched, from itself or from next to it."""
    return f""";; Gardiens du musee
$n = {rows}
$L = [1..$n]
bigand $i,$j in $L,$L:
  bigor $k,$l in $L,$L when abs($i-$k)+abs($j-$l) <= 1: garde($k,$l) end
end
atmost({guards}, [garde($i,$j) for $i,$j in $L,$L])
"""


def adder(bits: int) -> str:
    """Two numbers whose sum is known, bit by bit."""
    target = (1 << bits) - 3
    wanted = [f"{'' if target >> at & 1 else 'not '}s({at})" for at in range(bits)]
    return f""";; Additionneur : x + y = {target}
$n = {bits}
not r(0)
bigand $i in [0..$n-1]:
  (s($i) <=> (x($i) xor y($i) xor r($i)))
  and (r($i+1) <=> ((x($i) and y($i)) or (x($i) and r($i)) or (y($i) and r($i))))
end
not r($n)
x(0) and y(1)
{chr(10).join(wanted)}
"""


def mines(size: int) -> str:
    """Minesweeper: numbers that are seen, mines that are not."""
    return f""";; Demineur
$n = {size}
$L = [1..$n]
bigand $i,$j in $L,$L when ($i+$j) mod 3 == 0:
  not mine($i,$j)
  and exact(1, [mine($k,$l) for $k,$l in $L,$L when abs($i-$k) <= 1 and abs($j-$l) <= 1 and ($k != $i or $l != $j)])
end
"""


def workshop(jobs: int) -> str:
    """Jobs on two machines, in difference logic."""
    lasts = [2 + at * 7 % 5 for at in range(1, jobs + 1)]
    durations = "\n".join([f"$d({at}) = {length}" for at, length in enumerate(lasts, 1)])
    return f""";; Atelier : d(i) = debut de la tache i
$n = {jobs}
$fin = {(sum(lasts) * 2) // 3 + 6}
{durations}
bigand $i in [1..$n]: d($i) >= 0 and d($i) + $d($i) <= $fin end
;; taches paires et impaires : deux machines
bigand $i,$j in [1..$n],[1..$n] when $i < $j and ($i+$j) mod 2 == 0:
  (d($i) + $d($i) <= d($j)) or (d($j) + $d($j) <= d($i))
end
bigand $i in [1..$n-2]: d($i+2) > d($i) end
"""


def ages(people: int) -> str:
    """Ages of people, by comparisons."""
    return f""";; Ages
$n = {people}
bigand $i in [1..$n]: age($i) > 0 and age($i) < 100 end
bigand $i in [1..$n-1]: age($i+1) - age($i) >= 2 end
age(1) + age(2) == 21
"""


def sokoban(steps: int) -> str:
    """A box pushed along a corridor."""
    return f""";; Sokoban : un couloir de 6 cases, la caisse va de 3 a 6
$n = 6
$k = {steps}
$X = [1..$n]
h(1,0) and c(3,0)
bigand $t in [0..$k]: exact(1, [h($x,$t) for $x in $X]) and exact(1, [c($x,$t) for $x in $X]) end
bigand $x,$t in $X,[0..$k]: not (h($x,$t) and c($x,$t)) end
;; le joueur avance d'une case au plus
bigand $x,$y,$t in $X,$X,[1..$k] when abs($x-$y) > 1: not (h($x,$t-1) and h($y,$t)) end
;; la caisse ne bouge que poussee
bigand $x,$y,$t in $X,$X,[1..$k] when $x != $y and $y != $x+1: not (c($x,$t-1) and c($y,$t)) end
bigand $x,$t in [1..$n-1],[1..$k]: c($x,$t-1) and c($x+1,$t) => h($x,$t) end
c(6,$k)
"""


def groups(students: int, size: int) -> str:
    """Students into groups with one delegate each: a nest whose inner set depends on the outer one."""
    count = students // size
    return f""";; Groupes de projet
$n = {students}
$G = [1..{count}]
bigand $e in [1..$n]: exact(1, [dans($e,$g) for $g in $G]) end
bigand $g in $G:
  ouvert($g) => bigand $e,$f in [1..$n],[1..$n] when $e != $f: not delegue($e,$g) or not delegue($f,$g) end
end
bigand $g in $G: ouvert($g) and bigor $e in [1..$n]: delegue($e,$g) and dans($e,$g) end end
bigand $g in $G: exact({size}, [dans($e,$g) for $e in [1..$n]]) end
"""


_FAMILIES: list[tuple[Callable[..., str], list[tuple[int, ...]], tuple[str, ...], bool]] = [
    (sudoku, [(2,), (3,), (4,)], (), True),
    (takuzu, [(6,), (10,), (14,)], (), True),
    (yin_yang, [(6,), (15,), (40,)], (), True),
    (nim, [(5,), (7,)], ("--qbf",), True),
    (gripper, [(1,), (3,), (5,)], (), True),
    (water_sort, [(3,), (6,)], (), True),
    (blocks, [(3, 3), (5, 5)], (), True),
    (timetable, [(8, 4, 3), (30, 8, 5), (80, 20, 12)], (), True),
    (colouring, [(4, 4), (10, 10), (16, 20)], (), True),
    (queens, [(6,), (16,), (40,), (70,)], (), True),
    (latin, [(5,), (12,), (25,)], (), True),
    (pigeons, [(4,), (7,)], (), False),
    (seating, [(8,), (30,), (80,), (170,)], (), True),
    (hanoi, [(2,), (4,)], (), True),
    (light_up, [(5,), (12,)], (), True),
    (path, [(8,), (25,)], (), True),
    (dominating, [(4, 4), (8, 20)], (), True),
    (adder, [(8,), (64,)], (), True),
    (mines, [(5,), (12,)], (), True),
    (workshop, [(6,), (12,)], ("--smt=QF_IDL",), True),
    (ages, [(5,), (30,)], ("--smt=QF_LIA",), True),
    (sokoban, [(5,), (12,)], (), True),
    (groups, [(12, 4), (120, 6)], (), True),
]
_FIXED = {"chevaliers": KNIGHTS, "route": ROAD, "zebre": ZEBRA, "riviere": RIVER}


def corpus() -> Iterator[File]:
    """All files, small ones of each family before large ones."""
    for name, text in _FIXED.items():
        yield File(name, text)
    for make, sizes, flags, is_sat in _FAMILIES:
        for size in sizes:
            name = "_".join([make.__name__, *map(str, size)])
            yield File(name, make(*size), flags, is_sat)


def main(folder: str) -> None:
    """Write all files into a folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for file in corpus():
        Path(folder, f"{file.name}.touist").write_text(file.text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
