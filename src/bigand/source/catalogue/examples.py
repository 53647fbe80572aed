"""A wrong and a right program for every code, the same in every language; `bigand explain` shows them.

Each wrong program raises its code, and the right one is what its writer meant. They are read in the mode
that `MODES` names, else as SAT.
"""

EXAMPLES: dict[str, tuple[str, str]] = {
    # ------------------------------------------------------------ characters
    "S001": (
        "colour(1,'red')",
        "colour(1,red)",
    ),
    "S002": (
        "switch and battery -> lamp",
        "switch and battery => lamp",
    ),
    "S003": (
        "bigor $c in {red, green, blue}: france($c) end",
        "bigor $c in [red, green, blue]: france($c) end",
    ),
    "S004": (
        "porte_fermée or alarme",
        "porte_fermee or alarme",
    ),
    "S005": (
        "$price = .5\nticket($price)",
        "$price = 0.5\nticket($price)",
    ),
    "S006": (
        "account(12345678901234567890)",
        "account(a12345678901234567890)",
    ),
    "S007": (
        "// the lamp needs its battery\nlamp => battery",
        ";; the lamp needs its battery\nlamp => battery",
    ),
    "S008": (
        "tube_1 => not _2",
        "tube_1 => not tube_2",
    ),
    "S009": (
        "lamp\0 => battery",
        "lamp => battery",
    ),
    # ------------------------------------------------------------ structure
    "S010": (
        "bigand $i,$i' in [1..3],[1..3] when $i != $i':\n  not p($i) or not p($i')\nend",
        "bigand $i,$i2 in [1..3],[1..3] when $i != $i2:\n  not p($i) or not p($i2)\nend",
    ),
    "S101": (
        "bigand $i in [1..3]: lamp($i) => end",
        "bigand $i in [1..3]: lamp($i) => battery($i) end",
    ),
    "S102": (
        "bigand $r in [spain, france]:\n  red($r) or blue($r)\n  not (red($r) and blue($r))\nend",
        "bigand $r in [spain, france]:\n  (red($r) or blue($r))\n  and not (red($r) and blue($r))\nend",
    ),
    "S103": (
        "bigand $i in [1..8]:\n  bigor $j in [1..8]: queen($i,$j)\nend",
        "bigand $i in [1..8]:\n  bigor $j in [1..8]: queen($i,$j) end\nend",
    ),
    "S104": (
        "let $n = 8: queen(1,$n) or queen($n,1) end",
        "let $n = 8: queen(1,$n) or queen($n,1)",
    ),
    "S105": (
        "lamp => (switch and battery\nswitch or not lamp",
        "lamp => (switch and battery)\nswitch or not lamp",
    ),
    "S106": (
        "lamp => switch and battery)",
        "lamp => (switch and battery)",
    ),
    "S107": (
        "bigand $i in [1..4]:\n  if $i > 1 then tube($i) => tube($i - 1) end\nend",
        "bigand $i in [1..4]:\n  if $i > 1 then tube($i) => tube($i - 1) else Top end\nend",
    ),
    "S108": (
        "$N = 8\nif $N > 3 queens_fit else Bot end",
        "$N = 8\nif $N > 3 then queens_fit else Bot end",
    ),
    "S109": (
        "bigand $i in [1..8] lamp($i) end",
        "bigand $i in [1..8]: lamp($i) end",
    ),
    "S110": (
        "bigand $i = [1..8]: lamp($i) end",
        "bigand $i in [1..8]: lamp($i) end",
    ),
    "S111": (
        "bigor $i in [1..8], $j in [1..8]: queen($i,$j) end",
        "bigor $i,$j in [1..8],[1..8]: queen($i,$j) end",
    ),
    "S112": (
        "bigand $i in [1..8]: queen ($i,$i) end",
        "bigand $i in [1..8]: queen($i,$i) end",
    ),
    "S113": (
        "lamp() => battery",
        "lamp => battery",
    ),
    "S114": (
        "bigand $i,$j in [1..8],[1..8] when $i = $j: not queen($i,$j) end",
        "bigand $i,$j in [1..8],[1..8] when $i == $j: not queen($i,$j) end",
    ),
    "S115": (
        "bigand $i in [0..9] when 1 <= $i <= 8: lamp($i) end",
        "bigand $i in [0..9] when 1 <= $i and $i <= 8: lamp($i) end",
    ),
    "S116": (
        "let $N = 8\nbigand $i in [1..$N]: lamp($i) end",
        "$N = 8\nbigand $i in [1..$N]: lamp($i) end",
    ),
    "S117": (
        "N = 8\nbigand $i in [1..$N]: lamp($i) end",
        "$N = 8\nbigand $i in [1..$N]: lamp($i) end",
    ),
    "S118": (
        "foreach $i in [1..8]: lamp($i) end",
        "bigand $i in [1..8]: lamp($i) end",
    ),
    "S119": (
        '$storm = "rain and wind\n$storm => umbrella',
        '$storm = "rain and wind"\n$storm => umbrella',
    ),
    "S120": (
        "bigand $i in 1..8: lamp($i) end",
        "bigand $i in [1..8]: lamp($i) end",
    ),
    "S121": (
        "(lamp(1) and (lamp(2) and (lamp(3) and … and (lamp(12000)) … )))",
        "bigand $i in [1..12000]: lamp($i) end",
    ),
    "S122": (
        "$N = 8",
        "$N = 8\nbigor $i in [1..$N]: queen(1,$i) end",
    ),
    "S123": (
        "begin sets\n  $N = 8\nend sets\nbegin formula\n  bigor $i in [1..$N]: queen(1,$i) end\nend formula",
        "$N = 8\nbigor $i in [1..$N]: queen(1,$i) end",
    ),
    "S124": (
        "bigand $i in [1..3]: lamp($i), battery($i) end",
        "bigand $i in [1..3]: lamp($i) and battery($i) end",
    ),
    "S125": (
        "red(spain) or blue(spain);\nred(france) or blue(france)",
        "red(spain) or blue(spain)\nred(france) or blue(france)",
    ),
    "S126": (
        "exact(1, red, green, blue)",
        "exact(1, [red, green, blue])",
    ),
    "S127": (
        "bigor ($i,$j) in [1..8],[1..8]: queen($i,$j) end",
        "bigor $i,$j in [1..8],[1..8]: queen($i,$j) end",
    ),
    "S128": (
        "bigand $p in [1..4]: bigor $h in [1..3]: in($p,$h) end end",
        "bigand $p in [1..4]: bigor $h in [1..3]: inside($p,$h) end end",
    ),
    # ------------------------------------------------------------ what may stand where
    "S129": (
        "bigand $i,$j,$k,$l in [1,2],[1,2],[1,2],[1,2] when ($i,$j) != ($k,$l):\n  not x($i,$j) or not x($k,$l)\nend",
        "bigand $i,$j,$k,$l in [1,2],[1,2],[1,2],[1,2] when $i != $k or $j != $l:\n  not x($i,$j) or not x($k,$l)\nend",
    ),
    "S201": (
        "bigand $i,$j in [1..8],[1..8]:\n  $i != $j => not (queen(1,$i) and queen(1,$j))\nend",
        "bigand $i,$j in [1..8],[1..8] when $i != $j:\n  not (queen(1,$i) and queen(1,$j))\nend",
    ),
    "S202": (
        "exists key: (key => door)",
        "key => door",
    ),
    "S203": (
        "[red, green, blue]",
        "bigor $c in [red, green, blue]: $c end",
    ),
    "S204": (
        "bigand $i in [1..4]:\n  if $i > 1 then tube($i) else true end\nend",
        "bigand $i in [1..4]:\n  if $i > 1 then tube($i) else Top end\nend",
    ),
    "S205": (
        "$one_colour = exact(1, [red, green])\n$one_colour",
        '$one_colour = "exact(1, [red, green])"\n$one_colour',
    ),
    "S206": (
        '"red or green"',
        "red or green",
    ),
    "S207": (
        "price mod 2 == 0",
        "price == 2 * half",
    ),
    "S208": (
        "exists queen($i) for $i in [1..8] when $i != 4: queen(3)",
        "exists $q for $q in [queen($i) for $i in [1..8] when $i != 4]: queen(3)",
    ),
    # ------------------------------------------------------------ directives
    "S301": (
        ";;@ expct sat\nlamp => battery",
        ";;@ expect sat\nlamp => battery",
    ),
    "S302": (
        ";;@ expect 3 models\nlamp => battery",
        ";;@ expect models 3\nlamp => battery",
    ),
    "S303": (
        "lamp => battery\nnot battery\n;;@ soft 3",
        "lamp => battery\n;;@ soft 3\nnot battery",
    ),
    "S304": (
        ";;@ view chessboard x(row,column) as queen\nx(1,2) and x(2,4)",
        ";;@ view board x(row,column) as queen\nx(1,2) and x(2,4)",
    ),
    "S305": (
        ";;@ view board queen(row,column)\nqueens(1,2) and queens(2,4)",
        ";;@ view board queens(row,column)\nqueens(1,2) and queens(2,4)",
    ),
    "S306": (
        ";;@ view tubes p(tube,layer,colour)\np(0,1,1,red) and p(1,2,1,red)",
        ";;@ view tubes p(step,tube,layer,colour)\np(0,1,1,red) and p(1,2,1,red)",
    ),
    "S307": (
        ";;@ view tubes p(tube,colour)\np(1,red) and p(2,blue)",
        ";;@ view table p(tube,colour)\np(1,red) and p(2,blue)",
    ),
    # ------------------------------------------------------------ doubts
    "S401": (
        "bigor $c in union([red], [green, blue]): spain($c) end",
        "bigor $c in [red] union [green, blue]: spain($c) end",
    ),
    "S402": (
        "lamp and not battery => Bottom",
        "lamp and not battery => Bot",
    ),
    "S403": (
        "exactly(1, [red, green, blue])",
        "exact(1, [red, green, blue])",
    ),
    "S404": (
        "lamp (kitchen)",
        "lamp(kitchen)",
    ),
    # ------------------------------------------------------------ names
    "N101": (
        "bigand $i in [1..8]: lamp($i) end => battery($i)",
        "bigand $i in [1..8]: lamp($i) => battery($i) end",
    ),
    "N102": (
        "$Rows = [1..$N]\n$N = 8\nbigand $i in $Rows: lamp($i) end",
        "$N = 8\n$Rows = [1..$N]\nbigand $i in $Rows: lamp($i) end",
    ),
    "N103": (
        "bigand $i,$j in [1..8],[1..8]: not queen($i,$i) end",
        "bigand $i,$j in [1..8],[1..8]: not queen($i,$j) end",
    ),
    "N104": (
        "bigor $i,$j in [1..8]: queen($i,$j) end",
        "bigor $i,$j in [1..8],[1..8]: queen($i,$j) end",
    ),
    "N105": (
        "bigand $i in [1..8]:\n  lamp($i) or bigor $i in [1..8]: queen(1,$i) end\nend",
        "bigand $i in [1..8]:\n  lamp($i) or bigor $j in [1..8]: queen(1,$j) end\nend",
    ),
    "N106": (
        "bigand $i in [1..8]: lamp($i) => battery(i) end",
        "bigand $i in [1..8]: lamp($i) => battery($i) end",
    ),
    "N107": (
        "$colour = red\nnot $colour(spain)",
        "let $colour = red: not $colour(spain)",
    ),
    "N108": (
        "$cost(red) = 1\n$cost(blue) = 2\nbudget($cost(red) + $cost(green))",
        "$cost(red) = 1\n$cost(green) = 2\nbudget($cost(red) + $cost(green))",
    ),
    "N109": (
        "$N = 4\nbigor $i in [1..$N]: lamp($i) end\n$N = 8\nbigor $j in [1..$N]: queen(1,$j) end",
        "$L = 4\nbigor $i in [1..$L]: lamp($i) end\n$N = 8\nbigor $j in [1..$N]: queen(1,$j) end",
    ),
    "N110": (
        "exists move: forall reply: (exists move: (move or reply))",
        "exists move1: forall reply: (exists move2: (move1 or move2 or reply))",
    ),
    "N111": (
        "exists key: (key => door)\nnot key",
        "exists key: ((key => door) and not key)",
    ),
    # ------------------------------------------------------------ kinds
    "T101": (
        "$side = sqrt(64)\nboard($side)",
        "$side = int(sqrt(64.0))\nboard($side)",
    ),
    "T102": (
        "bigor $c in [red, green, 3]: spain($c) end",
        "bigor $c in [red, green, blue]: spain($c) end",
    ),
    "T103": (
        "bigand $i in 8: lamp($i) end",
        "bigand $i in [1..8]: lamp($i) end",
    ),
    "T104": (
        "bigand $i in [1..8] when lamp($i): battery($i) end",
        "bigand $i in [1..8]: lamp($i) => battery($i) end",
    ),
    "T105": (
        "bigor $i in [1..8]: $i end",
        "bigor $i in [1..8]: lamp($i) end",
    ),
    "T106": (
        "$tubes = 0\nballs(24 / $tubes)",
        "$tubes = 6\nballs(24 / $tubes)",
    ),
    "T107": (
        "$seconds = 31557600 * 1000000000000\nage($seconds)",
        "$years = 1000000000000\nage($years)",
    ),
    "T108": (
        "exact(1, [1..8])",
        "exact(1, [queen(1,$j) for $j in [1..8]])",
    ),
    "T109": (
        "bigand $i in [1..2]: exists $i: lamp($i) end",
        "bigand $i in [1..2]: exists lamp($i): lamp($i) end",
    ),
    "T110": (
        "bigor $state in [true, false]: lamp($state) end",
        "bigor $state in [on, off]: lamp($state) end",
    ),
    "T111": (
        "bread >= 0 and bread <= 9\nbread => not cake",
        "bread >= 0 and bread <= 9\nbread > 0 => not cake",
    ),
    "T112": (
        "height > 3\nheight < 3.5",
        "height > 3.0\nheight < 3.5",
    ),
    "T113": (
        "width > 0 and height > 0\nwidth * height == 12",
        "height > 0\nbigor $w in [1..12]: width == $w and $w * height == 12 end",
    ),
    "T114": (
        "lamp or torch\nlamp == torch",
        "lamp or torch\nlamp <=> torch",
    ),
    "T115": (
        "bigand $i,$j,$k,$l in [1,2],[1,2],[1,2],[1,2] when [$i,$j] != [$k,$l]:\n  not x($i,$j) or not x($k,$l)\nend",
        "bigand $i,$j,$k,$l in [1,2],[1,2],[1,2],[1,2] when $i != $k or $j != $l:\n  not x($i,$j) or not x($k,$l)\nend",
    ),
    "G101": (
        "bigand $i in [1..10000000000]: lamp($i) end",
        "bigand $i in [1..100]: lamp($i) end",
    ),
    "G102": (
        "bigand $i,$j,$k in [1..9999],[1..9999],[1..9999]:\n  p($i,$j) or q($k)\nend",
        "bigand $i in [1..9999]:\n  p($i,$i) or q($i)\nend",
    ),
    "G103": (
        "bigand $i,$j in [1..3000],[1..3000] when $i != $j:\n  not p($i) or not p($j)\nend",
        "atmost(1, [p($i) for $i in [1..3000]])",
    ),
    "G104": (
        "x + y > 3",
        "x - y > 3",
    ),
    "G111": (
        "a <=> exists x: (x <=> forall y: (y <=> exists z: (z <=> forall u: u)))",
        "a => exists x: (x => forall y: (y => exists z: (z => forall u: u)))",
    ),
    "G201": (
        "lamp => battery\nlamp\n;;@ soft 0\nnot battery",
        "lamp => battery\nlamp\n;;@ soft 3\nnot battery",
    ),
    "G202": (
        ";;@ minimize p*q\np or q",
        ";;@ minimize both\np or q\nboth <=> p and q",
    ),
    "G203": (
        ";;@ minimize card(bulbs)\nbigand $i in [1..3]: bulb($i) or bulb($i+1) end",
        ";;@ minimize card(bulb)\nbigand $i in [1..3]: bulb($i) or bulb($i+1) end",
    ),
    "G204": (
        ";;@ minimize 9000000000000000000*p + 9000000000000000000*q\np or q",
        ";;@ minimize 9*p + 9*q\np or q",
    ),
    "G205": (
        ";;@ minimize x\nexists x: x or y",
        ";;@ minimize x\nx or y",
    ),
    "G206": (
        ";;@ maximize x\nx > 3",
        ";;@ maximize x\nx > 3 and x <= 20",
    ),
    "G207": (
        ";;@ maximize x\nx < 3.0",
        ";;@ maximize x\nx <= 3.0",
    ),
    "G301": (
        ';;@ data $S from "../other/board.json"\nbigand $s in $S: p($s) end',
        ';;@ data $S from "board.json"\nbigand $s in $S: p($s) end',
    ),
    # ------------------------------------------------------------ suspicions
    "W101": (
        "bigand $e in [1..4]: exact(1, [p($e,a),p($e,b)]) end\nbigand $e in [1..4]: p($e,a) => p($e+1,a) end",
        "bigand $e in [1..4]: exact(1, [p($e,a),p($e,b)]) end\nbigand $e in [1..3]: p($e,a) => p($e+1,a) end",
    ),
    "W102": (
        "bigand $i in [1..4]: p($i) or q($i) end\nbigand $i in [1..4]: not p($i) or q($i) end\n"
        "bigand $i in [0..4]: p($i) => not q($i) end",
        "bigand $i in [1..4]: p($i) or q($i) end\nbigand $i in [1..4]: not p($i) or q($i) end\n"
        "bigand $i in [1..4]: p($i) => not q($i) end",
    ),
    "W103": (
        "bigand $i in [1..8]: bigor $j in [1..8]: x($i,$j) end end\n"
        "bigand $i,$j,$k in [1..7],[1..8],[1..8] when $j != $k:\n  not x($i,$j) or not x($i,$k)\nend",
        "bigand $i in [1..8]: bigor $j in [1..8]: x($i,$j) end end\n"
        "bigand $i,$j,$k in [1..8],[1..8],[1..8] when $j != $k:\n  not x($i,$j) or not x($i,$k)\nend",
    ),
    "W104": (
        ";;@ domain lit([1..3])\nbigand $i in [1..3]: lit($i) xor lit($i+1) end",
        ";;@ domain lit([1..3])\nbigand $i in [1..2]: lit($i) xor lit($i+1) end",
    ),
    "W105": (
        "bigand $t,$u in [1..3],[1..3]: pour($t,$u) => not top($u) end\n"
        "bigand $t in [1..3]:\n  top($t) or bigor $u in [1..3] when $u != $t: pour($t,$u) end\nend",
        "bigand $t,$u in [1..3],[1..3] when $u != $t: pour($t,$u) => not top($u) end\n"
        "bigand $t in [1..3]:\n  top($t) or bigor $u in [1..3] when $u != $t: pour($t,$u) end\nend",
    ),
    "W106": (
        "bigand $i in [1..3]: lit($i) or wall($i) end\nbigand $i in [1..3]: bulb($i) => lit($i) end\n"
        "bigand $i in [1..3]: bulb($i) xor wall($i) end",
        "bigand $i in [1..3]: lit($i) or wall($i) end\nbigand $i in [1..3]: bulb($i) <=> lit($i) end\n"
        "bigand $i in [1..3]: bulb($i) xor wall($i) end",
    ),
    "W107": (
        "bigand $i in [1..3]: full($i) => full($i) or free($i) end\nfree(1) or full(2)\nnot full(1)",
        "bigand $i in [1..3]: not full($i) => free($i) end\nfree(1) or full(2)\nnot full(1)",
    ),
    "W108": (
        "bigand $i in [1..3]: full($i) and not full(2) end",
        "bigand $i in [1..3] when $i != 2: full($i) and not full(2) end",
    ),
    "W109": (
        "bigand $i in [8..1]: lamp($i) end\nlamp(1) or not lamp(2)",
        "bigand $i in [1..8]: lamp($i) end\nlamp(1) or not lamp(2)",
    ),
    "W110": (
        "bigand $i in [1..8] when $i > 8: lamp($i) end\nlamp(1) or not lamp(2)",
        "bigand $i in [1..8] when $i < 8: lamp($i) end\nlamp(1) or not lamp(2)",
    ),
    "W111": (
        "bigand $j,$k in [1..8],[1..8]: not queen($j) or not queen($k) end\nbigor $j in [1..8]: queen($j) end",
        "bigand $j,$k in [1..8],[1..8] when $j != $k:\n  not queen($j) or not queen($k)\nend\n"
        "bigor $j in [1..8]: queen($j) end",
    ),
    "W112": (
        "rain => wet\nwet => slippery\nicy => slow\nnot slow\nrain or not slippery",
        "rain => wet\nwet => slippery\nslippery => slow\nnot slow\nrain",
    ),
    "W113": (
        "p(1,2) => q(1)\nq(1) => not p(1,2)\np(1) or q(1)",
        "p(1,2) => q(1)\nq(1) => not p(1,2)\np(1,2) or q(1)",
    ),
    "W114": (
        "bigand $i in [1..3]: tube_source($i) xor tube_source(4) end\nbigand $i in [1..3]: tube_src($i) end",
        "bigand $i in [1..3]: tube_source($i) xor tube_source(4) end\nbigand $i in [1..3]: tube_source($i) end",
    ),
    "W115": (
        "$N = 8\nbigor $i in [1,$N]: lamp($i) end",
        "$N = 8\nbigor $i in [1..$N]: lamp($i) end",
    ),
    "W116": (
        "$N = [1..900]\nbigand $a,$b,$c in $N,$N,$N when $a*$b*$c == 7001:\n  on($a) => not on($b) or on($c)\nend",
        "$N = [1..9]\nbigand $a,$b,$c in $N,$N,$N when $a*$b*$c == 7:\n  on($a) => not on($b) or on($c)\nend",
    ),
    "W117": (
        "ball(1,red)\nball(1,blue)\nbigand $i in [1,2]: not ball($i,red) or not ball($i,blue) end",
        "ball(1,red)\nball(2,blue)\nbigand $i in [1,2]: not ball($i,red) or not ball($i,blue) end",
    ),
    "W118": (
        "bigand $i in [1..3]:\n  go($i) => shut($i-1) and lit($i-1) and shut($i) and lit($i)\nend\ngo(2)",
        "bigand $i in [1..3]:\n  go($i) => shut($i-1) and lit($i-1) and ajar($i) and lit($i)\nend\ngo(2)",
    ),
    "W119": (
        "wall(1,1) not wall(1,2) not wall(1,3)\nwall(2,1) wall(2,1) not wall(2,3)\nwall(3,1) wall(3,2) not wall(3,3)",
        "wall(1,1) not wall(1,2) not wall(1,3)\nwall(2,1) wall(2,2) not wall(2,3)\nwall(3,1) wall(3,2) not wall(3,3)",
    ),
    "P101": (
        "hello",
        ".#.\n...\n1..",
    ),
    "P102": (
        "[[]]",
        "[[-1]]",
    ),
    "P103": (
        "...\n..",
        "...\n...",
    ),
    "P104": (
        "..?\n...",
        "..#\n...",
    ),
    "P105": (
        "..5\n...",
        "..2\n...",
    ),
    "P106": (
        "3x3:c1",
        "3x3:c1e",
    ),
    "P107": (
        "2x2:e",
        "2x2:d",
    ),
    "P108": (
        "pzprv3/lightup/two/2/. . /. . /",
        "pzprv3/lightup/2/2/. . /. . /",
    ),
    "P109": (
        "10000x10000:a",
        "10x10:zzzv",
    ),
    "P110": (
        "[[-1, 0]",
        "[[-1, 0]]",
    ),
    "P111": (
        '<!DOCTYPE Legup SYSTEM "legup.dtd">\n<Legup/>',
        '<Legup><puzzle name="LightUp">\n<board width="2" height="1"><cells/></board></puzzle></Legup>',
    ),
    "P112": (
        "https://puzz.link/p?slither/2/2/j",
        "https://puzz.link/p?akari/2/2/j",
    ),
    "P113": (
        '<Legup><puzzle name="LightUp"><board width="2" height="2"><cells>\n<cell value="-1" x="2" y="0"/></cells></board></puzzle></Legup>',
        '<Legup><puzzle name="LightUp"><board width="2" height="2"><cells>\n<cell value="-1" x="1" y="0"/></cells></board></puzzle></Legup>',
    ),
    "P114": (
        "7x7b20s4d0#123456789",
        "2x2:d",
    ),
    "P115": (
        "2x2:d\n2x2:c1",
        "2x2:d",
    ),
    "P116": (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :8:Light Up\nPARAMS  :3:2x1\nDESC    :2:Ba\nMOVE    :4:L0,0",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :8:Light Up\nPARAMS  :3:2x1\nDESC    :2:Ba\nMOVE    :4:L1,0",
    ),
    # ------------------------------------------------------------ expectations
    "P301": (
        "# two tubes, to be written",
        "red blue\nblue red\n.",
    ),
    "P302": (
        "red blue red blue\nblue red blue red\nred red blue blue green\n.",
        "red blue red blue\nblue red blue red\n.",
    ),
    "P303": (
        "red blue red\nblue red green\ngreen green .",
        "red blue red\nblue red green\ngreen green blue\n. . .",
    ),
    "P304": (
        "red blue\nbleu rde\nblue red",
        "colours: copper jade\njade copper\ncopper jade\n.",
    ),
    "P305": (
        "tubes: lines\nlayers: bottom-first\n. red blue\nblue red blue\nred . .",
        "layers: top-first\n. red blue\nblue red blue\n. . red",
    ),
    "P306": (
        "red blue\nblue red\nempty: 100000",
        "red blue\nblue red\nempty: 1",
    ),
    "P307": (
        '[["red", "blue"], ["blue", "red"]',
        '[["red", "blue"], ["blue", "red"], []]',
    ),
    "P308": (
        "heigth: 2\nred blue\nblue red\n.",
        "height: 2\nred blue\nblue red\n.",
    ),
    "E101": (
        ";;@ expect models 2\nlamp or battery",
        ";;@ expect models 3\nlamp or battery",
    ),
    "E102": (
        ";;@ expect models 1000000000000\nbigand $i in [1..40]: p($i) or q($i) end",
        ";;@ expect models 27\nbigand $i in [1..3]: p($i) or q($i) end",
    ),
}

MODES = {
    "S207": "smt",
    "S208": "qbf",
    "N110": "qbf",
    "N111": "qbf",
    "T109": "qbf",
    "T111": "smt",
    "T112": "smt",
    "T113": "smt",
    "T114": "smt",
    "G104": "smt",
    "G111": "qbf",
    "G206": "smt",
    "G207": "smt",
}

# The wrong program of S121 is ten thousand levels deep: the test builds one, and people are shown its beginning.
# What G and E codes are about shows only when a file is expanded.
UNSHOWN = {
    "E101",
    "E102",
    "S121",
    "G101",
    "G102",
    "G103",
    "G104",
    "G111",
    "G201",
    "G202",
    "G203",
    "G204",
    "G205",
    "G206",
    "G207",
    "G301",
}
