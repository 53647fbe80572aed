"""Random programs from a seed: few names used again and again, so that they shadow each other; values of all kinds.

Most programs mean something: an expression is made for the kind that is wanted where it stands. In one program of
six a kind is now and then another one, and division by zero and the like may happen in every program.
"""

import random
from collections.abc import Callable, Iterator

from tests.reference.models import Answer, answer
from tests.reference.read import UndecidedError

Scope = dict[str, str]  # what kind each variable holds
VARIABLES = ["$x", "$i", "$y"]
INDEXED = ["$v(1)", "$v(a)", "$x(1)", "$v(1.0)", "$v([1])"]
KINDS = [
    "int",
    "float",
    "bool",
    "prop",
    "quoted",
    "set int",
    "set float",
    "set prop",
    "set set int",
    "set set float",
]
ELEMENTS = ["int", "int", "int", "float", "float", "prop", "prop", "set int", "set float", "quoted"]
INDICES = (
    ["int"] * 5
    + ["float"] * 3
    + ["prop"] * 2
    + ["set int", "set int", "set float", "set prop", "set set int", "bool"]
)
_ALIKE = """[0,1] [0.0,1.0] [-0.0,1.0] [1,2] [1.0,2.0] [1] [-0.0] [a] [p(1),p(1.0)] [[]] [[1]] [[1.0]] [[0.0]]
[[-0.0]] [[1],[2]] [[1.0],[2.0]] [[a]] [[1.0000000000001]] [[[1]]] [[[1.0]]]"""
ALIKE = _ALIKE.split()
MOST_ATOMS = 9


class Maker:
    """Makes one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.wild = 0.07 if self.random.random() < 0.16 else 0.0
        self.locals: set[str] = set()

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, *makers: Callable[[], str]) -> str:
        return self.random.choice(makers)()

    def choice(self, condition: str, yes: str, no: str) -> str:
        return f"if {condition} then {yes} else {no} end"

    # The file

    def program(self) -> str:
        scope: Scope = {}
        assignments = []
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            name, kind = self.variable(), self.one(*KINDS, "int", "int", "float")
            assignments.append(f"{name} = {self.expression(kind, scope, 2)}")
            scope = {**scope, name: kind}
        formulas = [self.item(scope) for _ in range(self.random.choice([1, 1, 2, 2, 3]))]
        items = [*assignments, *formulas]
        if self.chance(0.3):  # assignments keep their order, wherever they stand
            places = sorted(self.random.sample(range(len(items)), len(assignments)))
            waiting = iter(formulas)
            items = [assignments[places.index(at)] if at in places else next(waiting) for at in range(len(items))]
        return self.one("\n", " ").join(items)

    def variable(self) -> str:
        return self.one(*INDEXED) if self.chance(0.12) else self.one(*VARIABLES)

    def item(self, scope: Scope) -> str:
        made = self.random.choice(
            [self.formula, self.formula, self.formula, self.big, self.nest, self.twins, self.pairs]
        )(scope, self.random.choice([1, 2, 2, 3]))
        if self.chance(0.06):
            made = self.one(f"\\\\ {made}", f"{made} \\\\", f"{made} data")
        return made

    # Formulas

    def formula(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.chance(0.15):
            return self.leaf(scope)
        inner = depth - 1
        return self.pick(
            lambda: self.connected(scope, inner),
            lambda: self.connected(scope, inner),
            lambda: f"not {self.bracketed(scope, inner)}",
            lambda: self.big(scope, depth),
            lambda: self.big(scope, depth),
            lambda: self.big(scope, depth),
            lambda: self.nest(scope, depth),
            lambda: self.let(scope, depth),
            lambda: self.count(scope, depth),
            lambda: self.choice(self.boolean(scope, 1), self.formula(scope, inner), self.formula(scope, inner)),
        )

    def bracketed(self, scope: Scope, depth: int) -> str:
        made = self.formula(scope, depth)
        return made if self.chance(0.15) or " " not in made else f"({made})"

    def connected(self, scope: Scope, depth: int) -> str:
        """Now and then without brackets, to read priorities."""
        parts = [self.bracketed(scope, depth) for _ in range(self.random.choice([2, 2, 2, 3, 4]))]
        made = parts[0]
        for part in parts[1:]:
            made += f" {self.one('and', 'or', 'xor', '=>', '<=>')} {part}"
        return made

    def leaf(self, scope: Scope) -> str:
        held = [name for name, kind in scope.items() if kind in ("prop", "quoted")]
        names = [name for name in scope if name in self.locals and scope[name] == "prop"]
        if self.chance(0.06):
            return self.one("Top", "Bot")
        if held and self.chance(0.4):
            return self.one(*held)
        if names and self.chance(0.5):
            return f"{self.one(*names)}({self.index(scope)})"
        if self.chance(self.wild) and scope:
            return self.one(*scope)
        return self.atom(scope)

    def atom(self, scope: Scope) -> str:
        if self.chance(0.2):
            return self.one("a", "b", "p")
        indices = [self.index(scope) for _ in range(self.random.choice([1, 1, 1, 2]))]
        return f"{self.one('p', 'p', 'q')}({','.join(indices)})"

    def index(self, scope: Scope) -> str:
        if scope and self.chance(0.65):
            return self.one(*scope)
        return self.expression(self.one(*INDICES), scope, 1)

    def generator(self, scope: Scope, most: int = 2) -> tuple[str, Scope]:
        """`$i,$x in S,T when c`, and the scope inside; the names are taken as they come."""
        names, sets = [], []
        for _ in range(self.random.randint(1, most)):
            name, kind = self.one(*VARIABLES), self.one(*ELEMENTS)
            sets.append(self.set(kind, scope, 1))
            names.append(name + ("(a)" if self.chance(0.02) else ""))
            scope = {**scope, name: kind}
            self.locals.add(name)
        when = f" when {self.boolean(scope, 2)}" if self.chance(0.45) else ""
        return f"{','.join(names)} in {','.join(sets)}{when}", scope

    def big(self, scope: Scope, depth: int) -> str:
        head, inside = self.generator(scope)
        make = self.big if depth > 0 and self.chance(0.4) else self.formula
        return f"{self.one('bigand', 'bigand', 'bigor')} {head}: {make(inside, depth - 1)} end"

    def nest(self, scope: Scope, depth: int) -> str:
        """One inside the other; the inner takes a name that the outer `when`, or the inner set itself, reads."""
        outer, kind = self.one(*VARIABLES), self.one("int", "int", "float", "prop")
        within = {**scope, outer: kind}
        when = f" when {self.boolean(within, 1)}" if self.chance(0.7) else ""
        again = self.one(*VARIABLES, *[name for name in within if "(" not in name])
        head = f"{self.one('bigand', 'bigand', 'bigor')} {outer} in {self.set(kind, scope, 1)}{when}: "
        other = self.one("int", "int", "float", "prop", kind)
        members = self.set(other, within, 1)
        self.locals |= {outer, again}
        inside = {**within, again: other}
        then = f" when {self.boolean(inside, 1)}" if self.chance(0.4) else ""
        body = self.formula(inside, depth - 2) if self.chance(0.5) else self.atom(inside)
        return f"{head}{self.one('bigand', 'bigand', 'bigor')} {again} in {members}{then}: {body} end end"

    def twins(self, _scope: Scope, _depth: int) -> str:
        """The same said of values that look alike and are of different kinds."""
        one, two = self.random.sample(ALIKE, 2)
        name, other = self.one("$i", "$x"), self.one("$i", "$x")
        if self.chance(0.4):
            first, second = one[1:-1].split(",")[0], two[1:-1].split(",")[0]
            return f"p({first}) {self.one('', 'not ', 'a or ')}p({second})"
        second = f"bigor {other} in {two}: p({other}) end"
        return f"bigand {name} in {one}: p({name}) end {self.one('', 'not ', 'a <=> ')}{second}"

    def pairs(self, scope: Scope, _depth: int) -> str:
        """At most one of several, as it is often written."""
        one, two = self.random.sample(VARIABLES, 2)
        kind = self.one("int", "int", "float", "prop")
        members = self.set(kind, scope, 1)
        sign = self.one("!=", "!=", "<", ">", "==") if kind != "prop" else self.one("!=", "!=", "==")
        inside = {**scope, one: kind, two: kind}
        extra = f" {self.one('and', 'or')} {self.boolean(inside, 1)}" if self.chance(0.4) else ""
        body = self.one(
            f"not p({one}) or not p({two})", f"p({one}) => not p({two})", f"not (p({one}) and p({two}))"
        )
        if self.chance(0.5):
            head = f"bigand {one},{two} in {members},{self.one(members, self.set(kind, {**scope, one: kind}, 1))}"
            return f"{head} when {one} {sign} {two}{extra}: {body} end"
        inner = f"bigand {two} in {members} when {one} {sign} {two}{extra}: {body} end"
        return f"bigand {one} in {members}: {inner} end"

    def let(self, scope: Scope, depth: int) -> str:
        names, values, inside = [], [], scope
        for _ in range(self.random.choice([1, 1, 1, 2])):
            name, kind = self.variable(), self.one(*KINDS)
            values.append(self.expression(kind, inside, 1))
            names.append(name)
            inside = {**inside, name: kind}
            self.locals.add(name)
        return f"(let {','.join(names)} = {','.join(values)}: {self.formula(inside, depth - 1)})"

    def count(self, scope: Scope, depth: int) -> str:
        members = self.set(self.one("prop", "prop", "quoted"), scope, depth)
        number = (
            self.one("0", "1", "1", "2", "2", "3", "-1") if self.chance(0.7) else self.expression("int", scope, 1)
        )
        return f"{self.one('exact', 'atleast', 'atmost')}({number},{members})"

    # Expressions

    def expression(self, kind: str, scope: Scope, depth: int) -> str:
        if self.chance(self.wild):
            kind = self.one(*KINDS)
        held = [name for name in scope if scope[name] == kind]
        if held and self.chance(0.55):
            return self.one(*held)
        if depth > 0 and self.chance(0.07):
            yes, no = self.expression(kind, scope, depth - 1), self.expression(kind, scope, depth - 1)
            return self.choice(self.boolean(scope, depth - 1), yes, no)
        match kind:
            case "int":
                return self.integer(scope, depth)
            case "float":
                return self.float(scope, depth)
            case "bool":
                return self.boolean(scope, depth)
            case "prop":
                return self.proposition(scope, depth)
            case "quoted":
                return self.quoted(scope, depth)
            case _:
                return self.set(kind.removeprefix("set "), scope, depth)

    def integer(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.chance(0.4):
            return self.one("-1", "0", "1", "1", "2", "2", "3")
        small = self.expression("int", scope, depth - 1)
        other = self.expression("int", scope, depth - 1)
        return self.pick(
            lambda: f"({small}{self.one('+', '-', '*')}{other})",
            lambda: f"({small} {self.one('+', '-', '*')} {other} {self.one('+', '-', '*', 'mod')} 2)",
            lambda: f"({small} {self.one('mod', '/')} {self.one('2', '2', '-2', '3', other)})",
            lambda: f"abs({small})",
            lambda: f"-{small}",
            lambda: f"card({self.set(self.one(*ELEMENTS), scope, depth - 1)})",
            lambda: f"int({self.expression('float', scope, depth - 1)})",
        )

    def float(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.chance(0.5):
            return self.one("0.0", "-0.0", "1.0", "1.0", "2.0", "0.5", "1.0000000000001")
        small = self.expression("float", scope, depth - 1)
        other = self.expression("float", scope, depth - 1)
        return self.pick(
            lambda: f"({small} {self.one('+', '-', '*', '/')} {other})",
            lambda: f"abs({small})",
            lambda: f"-{small}",
            lambda: f"sqrt({small})",
            lambda: f"float({self.expression('int', scope, depth - 1)})",
        )

    def boolean(self, scope: Scope, depth: int) -> str:
        if depth <= 0 and self.chance(0.1):
            return self.one("true", "false")
        if depth > 0 and self.chance(0.3):
            left, right = self.boolean(scope, depth - 1), self.boolean(scope, depth - 1)
            return self.one(f"({left} {self.one('and', 'or', 'xor', '=>', '<=>')} {right})", f"not ({left})")
        kind = self.one("int", "int", "float", "prop", "set", *scope.values())
        below = depth - 1
        if kind in ("set", "bool", "quoted") or kind.startswith("set "):
            element = self.one(*ELEMENTS)
            members = self.set(element, scope, below)
            return self.pick(
                lambda: f"{self.expression(element, scope, below)} in {members}",
                lambda: f"{members} {self.one('==', '!=', 'subset')} {self.set(element, scope, below)}",
                lambda: f"empty({members})",
            )
        if self.chance(0.2):
            return f"{self.expression(kind, scope, below)} in {self.set(kind, scope, below)}"
        sign = self.one("==", "!=") if kind == "prop" else self.one("==", "==", "!=", "<", "<=", ">", ">=")
        return f"{self.expression(kind, scope, below)} {sign} {self.expression(kind, scope, below)}"

    def proposition(self, scope: Scope, depth: int) -> str:
        """One proposition: its indices are no sets, but for the empty one, which is dropped."""
        if depth <= 0 or self.chance(0.5):
            return self.one("a", "b", "a", "b", "p", "p(1)", "p(1.0)", "p([])")
        index = self.expression(self.one("int", "int", "float", "prop", "bool"), scope, depth - 1)
        return f"{self.one('p', 'q')}({index}{',[]' if self.chance(0.05) else ''})"

    def quoted(self, scope: Scope, depth: int) -> str:
        """No cardinality inside: how it is printed, and what it equals, is open."""
        made = self.formula(scope, min(depth, 2) - 1)
        return (
            f'"{made}"' if not any(word in made for word in ("exact(", "atleast(", "atmost(")) else '"a or not b"'
        )

    def set(self, element: str, scope: Scope, depth: int) -> str:
        """A set of elements of that kind."""
        if self.chance(self.wild):
            element = self.one(*ELEMENTS)
        held = [name for name in scope if scope[name] == f"set {element}"]
        if held and self.chance(0.5):
            return self.one(*held)
        if self.chance(0.04):
            return "[]"
        if depth <= 0 or self.chance(0.35):
            number = self.random.choice([1, 1, 2, 2, 3])
            return f"[{','.join([self.expression(element, scope, depth - 1) for _ in range(number)])}]"
        below = depth - 1
        return self.pick(
            lambda: self.special(element, scope, below),
            lambda: self.special(element, scope, below),
            lambda: self.comprehension(element, scope, below),
            lambda: self.combined(element, scope, below),
        )

    def special(self, element: str, scope: Scope, depth: int) -> str:
        """What only sets of such elements can be."""
        if element in ("int", "float"):
            low, high = self.expression(element, scope, depth), self.expression(element, scope, depth)
            return (
                f"[{low}..{high}]"
                if self.chance(0.5)
                else self.one("[1..2]", "[0..1]")
                if element == "int"
                else "[0.0..1.5]"
            )
        if element == "prop":
            return f"{self.one('p', 'q')}({self.set(self.one('int', 'int', 'float', 'prop'), scope, depth)})"
        if element.startswith("set ") and self.chance(0.7):
            return f"powerset({self.set(element.removeprefix('set '), scope, 0)})"
        return self.set(element, scope, depth)

    def comprehension(self, element: str, scope: Scope, depth: int) -> str:
        head, inside = self.generator(scope, self.random.choice([1, 1, 2]))
        return f"[{self.expression(element, inside, depth)} for {head}]"

    def combined(self, element: str, scope: Scope, depth: int) -> str:
        word = self.one("union", "inter", "diff")
        left, right = self.set(element, scope, depth), self.set(element, scope, depth)
        return f"{word}({left},{right})" if self.chance(0.1) else f"({left} {word} {right})"


def programs(seed: int, number: int) -> Iterator[str]:
    """So many programs of few atoms that the reference can answer."""
    turn = 0
    while number:
        text = Maker(seed * 1_000_003 + turn).program()
        turn += 1
        try:
            expected = answer(text)
        except UndecidedError:
            continue
        if len(text) > 600 or (isinstance(expected, Answer) and len(expected.atoms) > MOST_ATOMS):
            continue
        if isinstance(expected, Answer) and (not expected.atoms or len(expected.models) > 50) and turn % 5:
            continue  # constants, or much work to enumerate: of these, one of five is enough
        number -= 1
        yield text
