"""Files as students hand them in, made from right ones, with the verdict known by brute force.

A file is a right one with a mistake planted (`mutations`), with a rule taken away or one more, in another order,
with other names, arguments swapped, other words, rules said in another way, or with atoms of its own. What its
verdict must be is found by truth tables of the plain evaluator in `tests/reference`, sharing no code with `src`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.reference import evaluate
from tests.reference.models import atoms_of, column
from tests.reference.read import RefusedError, UndecidedError
from tests.reference.read import read as read_plainly

from bench.mutations import Mutator
from bench.wrong_models import right_model
from bigand.language import read_document
from bigand.language.syntax import Assertion
from bigand.source.document import Document

_MOST_ATOMS = 20
STATES = """;; Tubes with two layers.
$C = [red,blue,empty]
$T = 2
;;@ view tubes p(tube,layer,colour)
;; The first layer of the first tube is red.
p(1,1,red)
;; Every layer has a colour.
bigand $t,$e in [1..$T],[1..2]:
  bigor $c in $C: p($t,$e,$c) end
end
;; No layer has two colours.
bigand $t,$e,$c,$d in [1..$T],[1..2],$C,$C when $c != $d:
  not p($t,$e,$c) or not p($t,$e,$d)
end
;; Above an empty layer all is empty.
bigand $t in [1..$T]:
  p($t,1,empty) => p($t,2,empty)
end
"""
TIMETABLE = """;; Lessons in hours: at(lesson,hour).
$L = [algebra,logic,music,sport]
$H = [1..3]
;; Every lesson has an hour.
bigand $l in $L: bigor $h in $H: at($l,$h) end end
;; And only one.
bigand $l,$g,$h in $L,$H,$H when $g < $h: not at($l,$g) or not at($l,$h) end
;; Logic is before algebra.
bigand $g,$h in $H,$H when $g >= $h: at(logic,$g) => not at(algebra,$h) end
;; Music and sport are at different hours.
bigand $h in $H: not (at(music,$h) and at(sport,$h)) end
;; Sport is not first.
not at(sport,1)
"""
KNIGHTS = """;; Nobody sits beside an enemy: sits(guest,chair).
$G = [anna,bert,carl]
$n = 3
;; Everybody sits on exactly one chair.
bigand $g in $G: exact(1,[sits($g,$c) for $c in [1..$n]]) end
;; No two on one chair.
bigand $c in [1..$n]: atmost(1,[sits($g,$c) for $g in $G]) end
;; Anna and Bert are not side by side.
bigand $c in [1..$n-1]:
  (sits(anna,$c) => not sits(bert,$c+1)) and (sits(bert,$c) => not sits(anna,$c+1))
end
"""
LINES = """;; A path through a grid: step(place,turn).
$P = [1..3]
$K = [0..3]
;; One place at a turn.
bigand $k in $K: exact(1,[step($p,$k) for $p in $P]) end
;; It begins at 1.
step(1,0)
;; It goes one further, or stays.
bigand $p,$q,$k in $P,$P,[1..3] when abs($p-$q) > 1: step($p,$k-1) => not step($q,$k) end
;; It ends at 3.
step(3,3)
"""


@dataclass(frozen=True)
class Homework:
    """A file beside its reference: how it was made, what it must be, and where its mistake is.

    `lines` are those of the mistake in the file, `missing` that of the rule in the reference that is not there.
    `plain` is the file with the names of the reference.
    """

    name: str
    kind: str
    reference: str
    text: str
    verdict: str
    lines: frozenset[int] = frozenset()
    missing: int | None = None
    is_renamed: bool = False


def references() -> dict[str, str]:
    """The right files, small enough for truth tables."""
    queens = right_model("queens/queens.touist").replace("$N = 8", "$N = 4")
    columns = right_model("queens/columns.touist")
    lamps = right_model("lightup/no_walls.touist").replace("$N = 4", "$N = 3")
    small = {"queens": queens, "columns": columns, "lamps": lamps, "states": STATES, "timetable": TIMETABLE}
    every = {**small, "knights": KNIGHTS, "lines": LINES}
    return {name: re.sub(r";;@ (expect|domain)[^\n]*\n", "", text) for name, text in every.items()}


# ---------------------------------------------------------------------- brute force


def models_over(text: str, atoms: Sequence[str]) -> int:
    """A truth table over some atoms: bit r is whether *some* values of the others make the text true in row r."""
    formula = evaluate.file(read_plainly(text), {})
    own = [name for name in dict.fromkeys(atoms_of(formula)) if name not in set(atoms)]
    every = [*atoms, *own]
    if len(every) > _MOST_ATOMS:
        raise UndecidedError
    rows = 1 << len(every)
    columns = {name: _column(at, rows) for at, name in enumerate(every)}
    table = column(formula, columns, (1 << rows) - 1)
    while rows > 1 << len(atoms):
        rows >>= 1
        table = (table >> rows) | (table & ((1 << rows) - 1))
    return table


def _column(at: int, rows: int) -> int:
    """Bit r is bit `at` of r."""
    width = 1 << at
    block, length = ((1 << width) - 1) << width, 2 * width
    while length < rows:
        block |= block << length
        length *= 2
    return block


def verdict_of(reference: str, text: str) -> str:
    """What a file is beside its reference; `unreadable` if it is refused."""
    atoms = list(dict.fromkeys(atoms_of(evaluate.file(read_plainly(reference), {}))))
    right = models_over(reference, atoms)
    try:
        theirs = models_over(text, atoms)
    except RefusedError:
        return "unreadable"
    if right == theirs:
        return "equal"
    if not theirs:
        return "no_model"
    kinds = (right & ~theirs != 0, theirs & ~right != 0)
    return {(True, False): "too_strict", (False, True): "too_loose", (True, True): "both"}[kinds]


# ---------------------------------------------------------------------- files


def homework(count: int = 300, seed: int = 0) -> list[Homework]:
    """So many files, of all kinds and references in turn; the same seed gives the same."""
    random = Random(seed)
    found: list[Homework] = []
    makers = [
        _mutated, _mutated, _mutated, _mutated, _renamed, _swapped, _reordered, _rewritten, _own_atoms, _own_wrong,
        _deleted, _added, _mutated_renamed,
    ]  # fmt: skip
    every = list(references().items())
    number = 0
    while len(found) < count:
        name, text = every[number % len(every)]
        maker = makers[(number // len(every)) % len(makers)]
        number += 1
        made = maker(text, random)
        if made is None:
            continue
        try:
            verdict = verdict_of(text, made.plain)
        except (UndecidedError, RecursionError):
            continue
        kind = maker.__name__.strip("_")
        is_wrong = verdict != "equal"
        found.append(
            Homework(
                f"{len(found):03}-{name}-{kind}", kind, text, made.text, verdict,
                made.lines if is_wrong else frozenset(), made.missing, made.is_renamed,
            )
        )  # fmt: skip
    return found


@dataclass(frozen=True)
class _Made:
    text: str
    plain: str
    lines: frozenset[int] = frozenset()
    missing: int | None = None
    is_renamed: bool = False


Maker = Callable[[str, Random], "_Made | None"]


def _formulas(text: str) -> list[tuple[int, int]]:
    items = read_document(Document("", text)).program.items
    return [(item.span.start, item.span.end) for item in items if isinstance(item, Assertion)]


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _mutated(text: str, random: Random) -> _Made | None:
    """A mistake planted; those that are refused outright are not of interest here."""
    edits = [edit for edit in Mutator(text).edits() if edit[0] not in ("missing dollar", "horizon")]
    for kind, span, instead in random.sample(edits, min(12, len(edits))):
        changed = text[: span.start] + instead + text[span.end :]
        if instead == text[span.start : span.end] or not read_document(Document("", changed)).is_valid:
            continue
        first = _line(text, span.start)
        missing = first if not instead and kind in ("dropped rule", "wrong fact") else None
        return _Made(changed, changed, frozenset(range(first, first + instead.count("\n") + 1)), missing)
    return None


def _rename(text: str, names: dict[str, str]) -> str:
    """Words of the language renamed, in comments too; variables keep their `$`."""
    return re.sub(r"(?<![\w$])[a-z]\w*", lambda match: names.get(match.group(), match.group()), text)


NAMES = {
    "x": "reine", "p": "etat", "at": "cours", "sits": "assis", "step": "pas", "bulb": "ampoule", "lit": "allume",
}  # fmt: skip
WORDS = {
    "red": "rouge", "blue": "bleu", "empty": "vide", "algebra": "maths", "logic": "logique", "music": "chant",
    "anna": "a", "bert": "b", "carl": "c",
}  # fmt: skip


def _renamed(text: str, random: Random) -> _Made | None:
    names = {**NAMES, **(WORDS if random.random() < 0.5 else {})}
    renamed = _rename(_other_variables(text), names)
    return _Made(renamed, text, is_renamed=True)


def _other_variables(text: str) -> str:
    """Bound variables called something else."""
    return re.sub(r"\$([a-z])\b", lambda match: f"${match.group(1)}{match.group(1)}", text)


def _swapped(text: str, random: Random) -> _Made | None:
    """The first two arguments of every predicate in the other order, and perhaps another name."""
    names = NAMES if random.random() < 0.5 else {}

    def swap(match: re.Match[str]) -> str:
        name, first, second, rest = match.groups()
        return f"{names.get(name, name)}({second},{first}{rest}"

    body = re.sub(r";;[^\n]*", "", text)
    predicates = "|".join(NAMES)
    changed = rf"(?<![\w$])({predicates})\(([^(),]+),([^(),]+)([,)])"
    swapped = re.sub(changed, swap, body)
    return _Made(swapped, text, is_renamed=True)


def _reordered(text: str, random: Random) -> _Made | None:
    """Rules in another order, on other lines."""
    places = _formulas(text)
    rules = [text[first:last] for first, last in places]
    head = text[: places[0][0]]
    random.shuffle(rules)
    changed = head + "\n\n".join([re.sub(r"\s+", " ", re.sub(r";;[^\n]*", "", rule)) for rule in rules]) + "\n"
    return _Made(changed, changed)


_REWRITES: tuple[tuple[str, str], ...] = (
    (r"not ((?:x|p|at)\([^()]*\)) or not ((?:x|p|at)\([^()]*\))", r"not (\1 and \2)"),
    (r"not ((?:x|p|at)\([^()]*\)) or not ((?:x|p|at)\([^()]*\))", r"\1 => not \2"),
    (r"(step\([^()]*\)|p\([^()]*\)|at\([^()]*\)) => ([^\n]*?)(\n| end)", r"not \1 or (\2)\3"),
    (r"bigor (\$\w+) in ([^:]*): ((?:x|p|at)\([^()]*\)) end", r"not bigand \1 in \2: not \3 end"),
    (r"bigor (\$\w+) in ([^:]*): ((?:x|p|at)\([^()]*\)) end", r"atleast(1,[\3 for \1 in \2])"),
    (r"exact\(1,(\[[^\]]*\]*[^\]]*\])\)", r"atleast(1,\1) and atmost(1,\1)"),
    (r"!= (\$\w+)", r"< \1"),
    (r"atmost\(1,", r"not atleast(2,"),
)


def _rewritten(text: str, random: Random) -> _Made | None:
    """Some rules said in another way."""
    changed = text
    for pattern, instead in random.sample(_REWRITES, 4):
        changed = re.sub(pattern, instead, changed)
    if changed == text or not read_document(Document("", changed)).is_valid:
        return None
    return _Made(changed, changed)


def _own_atoms(text: str, random: Random, wrong: bool = False) -> _Made | None:
    """Part of a rule behind an atom of its own, which is defined, or only implies it; at times wrongly."""
    found = list(re.finditer(r"bigor (\$\w+) in ([^:]*): ([^\n]*?) end", text))
    rules = _formulas(text)
    if not found:
        return None
    match = random.choice(found)
    first, last = next(((a, b) for a, b in rules if a <= match.start() < b), (0, 0))
    head = re.match(r"bigand ([$\w, ]+) in ([^:\n]*?)(?: when [^:]*)?:", text[first:last])
    if head is None or "when" in text[first : match.start()]:
        return None
    variables = head.group(1)
    sign = random.choice(["<=>", "=>"])
    inside = match.group()
    if wrong:
        inside = inside.replace("bigor", "bigand", 1) if random.random() < 0.5 else f"not {inside}"
    definition = f"bigand {variables} in {head.group(2)}:\n  own({variables}) {sign} {inside}\nend\n"
    changed = f"{text[: match.start()]}own({variables}){text[match.end() :]}\n{definition}"
    if not read_document(Document("", changed)).is_valid:
        return None
    lines = {_line(text, match.start()), *range(changed.count("\n") - 2, changed.count("\n") + 1)}
    return _Made(changed, changed, frozenset(lines))


def _own_wrong(text: str, random: Random) -> _Made | None:
    return _own_atoms(text, random, wrong=True)


def _deleted(text: str, random: Random) -> _Made | None:
    first, last = random.choice(_formulas(text))
    return _Made(text[:first] + text[last:], text[:first] + text[last:], missing=_line(text, first))


def _added(text: str, random: Random) -> _Made | None:
    """One rule more: a fact, or what two atoms may not."""
    atoms = list(dict.fromkeys(atoms_of(evaluate.file(read_plainly(text), {}))))
    one, other = random.sample(atoms, 2)
    rule = random.choice([one, f"not {one}", f"not {one} or not {other}", f"{one} => {other}", f"{one} or {other}"])
    changed = f"{text}\n{rule}\n"
    return _Made(changed, changed, frozenset({changed.count("\n")}))


def _mutated_renamed(text: str, random: Random) -> _Made | None:
    made = _mutated(text, random)
    if made is None:
        return None
    renamed = _rename(_other_variables(made.text), NAMES)
    return _Made(renamed, made.plain, made.lines, made.missing, is_renamed=True)
