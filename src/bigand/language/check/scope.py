"""Which names are bound where, and whether anybody uses them."""

from dataclasses import dataclass, field

from bigand.language.check.abstract import Abstract
from bigand.source.span import Span


@dataclass(slots=True)
class Binding:
    """A name that has a value: where it got it, by which word, what is known of it, whether it is used."""

    name: str
    span: Span
    word: str
    abstract: Abstract
    used: bool = False


@dataclass(slots=True)
class Scope:
    """The names that can be seen: locals hide globals; an indexed variable is a family by its printed key."""

    globals: dict[str, Binding] = field(default_factory=dict)
    families: dict[str, dict[str, Binding]] = field(default_factory=dict)
    locals: dict[str, Binding] = field(default_factory=dict)
    ended: dict[str, Binding] = field(default_factory=dict)  # locals of the past, for advice

    def find(self, name: str) -> Binding | None:
        return self.locals.get(name) or self.globals.get(name)

    def knows(self, name: str) -> bool:
        return name in self.locals or name in self.globals or name in self.families

    def visible(self) -> list[str]:
        return [*self.locals, *self.globals, *self.families]
