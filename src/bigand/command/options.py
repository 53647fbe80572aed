"""Options of commands, each told once: a field of a frozen value, with what argparse is asked for.

A command has a class `Options`, made of those below and of its own fields: `fix: bool = flag()` is `--fix`, told by
the sentence `NAME.fix`. They stand in the help as they are declared, those of bases first; one that is declared
again stands where that is, and so do all those of a class that is named in the body.
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn, TypeAlias, TypeVar, dataclass_transform

from bigand.answer.question import Limits
from bigand.command.texts import Texts, natural_number, seconds_of
from bigand.language.logics import LOGICS

DEFAULT_MAXIMUM = 50
Kind = TypeVar("Kind")
Told: TypeAlias = "str | Callable[[Texts], str] | None"  # the key of its sentence, if it is not that of its name


class _Option:
    """What argparse is asked for a field."""

    def __init__(self, names: Sequence[str], told: Told, group: str | None, **settings: Any) -> None:
        self.names = names
        self.told = told
        self.group = group  # of options of which only one may be given
        self.settings = settings

    @property
    def default(self) -> Any:
        default = self.settings.get("default", False if self.settings.get("action") == "store_true" else None)
        return tuple(default) if isinstance(default, list) else default

    def add(self, parser: Any, field: str, texts: Texts, command: str) -> None:
        told = self.told or f"{command}.{field}"
        settings = {**self.settings, "help": texts(told) if isinstance(told, str) else told(texts)}
        reads = settings.pop("reads", None)  # what makes the type, which may have something to say
        if reads is not None:
            settings["type"] = reads(texts)
        if self.names == (field,):
            parser.add_argument(field, **settings)
        else:
            parser.add_argument(*(self.names or [f"--{field.replace('_', '-')}"]), dest=field, **settings)


class _Modes(_Option):
    """`--sat`, `--qbf` and `--smt`, of which one may be given."""

    def add(self, parser: Any, field: str, texts: Texts, _command: str) -> None:
        modes = parser.add_mutually_exclusive_group()
        for mode in ("sat", "qbf", "smt"):
            told = texts("option.mode", mode=mode.upper())
            modes.add_argument(f"--{mode}", dest=field, action="store_const", const=mode, help=told)


def option(*names: str, told: Told = None, group: str | None = None, **settings: Any) -> Any:
    """An option by its names, or else that of its field; positional if its only name is that of its field."""
    return _Option(names, told, group, **settings)


def flag(*names: str, told: Told = None, group: str | None = None) -> Any:
    """An option without a value."""
    return _Option(names, told, group, action="store_true")


def several(metavar: str, *names: str, told: Told = None, group: str | None = None) -> Any:
    """An option that may be given again."""
    return _Option(names, told, group, action="append", default=[], metavar=metavar)


def natural(metavar: str = "N", *names: str, told: Told = None, group: str | None = None, **settings: Any) -> Any:
    """A number that is not negative."""
    return _Option(names, told, group, reads=natural_number, metavar=metavar, **settings)


def timeout_option(told: Told = "option.timeout", seconds: float | None = None) -> Any:
    """The time for the whole, if its sentence does not say something else."""
    return _Option((), told, None, type=seconds_of, default=seconds, metavar="S")


def _megabytes(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number


COLOR: Any = option(told="option.color", choices=["auto", "always", "never"], default="auto")
JSON: Any = flag(told="option.json")
LOGIC: Any = option(told="option.logic", choices=LOGICS, metavar="QF_LIA")
NO_SUSPICIONS: Any = flag(told="option.no_suspicions")
ALL_ATOMS: Any = flag(told="option.all_atoms")
MEMORY: Any = option(told="option.memory", type=_megabytes, metavar="MB")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """What options are made of: names with types, given once.

    Made by hand: importing a dataclass takes 0.7 ms, and structs cannot be joined.
    """

    def __init__(self, **values: Any) -> None:
        self.__dict__.update({name: one.default for name, one in _declared(type(self)).items()} | values)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} cannot be changed to {value!r}")


class Showing(Frozen):
    """How diagnostics are shown."""

    format: str = option(told="option.format", choices=["full", "short", "json"], default="full")
    color: str = COLOR
    max_errors: int = natural(
        told=lambda texts: texts("option.max_errors", default=DEFAULT_MAXIMUM), default=DEFAULT_MAXIMUM
    )


class Reading(Showing):
    """A file that is read in a mode, the user's or the one that it asks for."""

    file: str = option("file", told="option.file", metavar="FILE")
    mode: str | None = _Modes((), None, None)  # type: ignore[assignment]  # as all options
    showing = Showing


class Values(Frozen):
    """Values from outside a file."""

    set: tuple[str, ...] = several("'$N=8'", told="option.set")
    data: tuple[str, ...] = several("FILE", told="option.data")
    allow_data: tuple[str, ...] = several("DIR", told="option.allow_data")
    logic: str | None = None


class Limited(Frozen):
    """What a command may take."""

    timeout: float | None = timeout_option()
    memory: int | None = MEMORY
    timeout_for_each: ClassVar[bool] = False  # it is not that of the whole, but for each of many things

    @property
    def limits(self) -> Limits:
        """What a question may take."""
        return Limits(seconds=self.timeout, megabytes=self.memory)


class Many(Frozen):
    """How many things are done at a time, and where."""

    jobs: int = natural(told="option.jobs", default=1)
    cluster: str | None = option(told="option.cluster", metavar="ADDRESS")


class Expanding(Reading, Values, Limited):
    """A file that is expanded; where the time stands in the help, commands say."""

    as_written: bool = flag(told="option.as_written")
    memory: int | None = MEMORY
    timeout: float | None = None


def _declared(kind: type) -> dict[str, _Option]:
    """The options of a class, in the order of the help."""
    found: dict[str, _Option] = {}
    for base in kind.__bases__:
        found |= _declared(base) if issubclass(base, Frozen) else {}
    for name, value in vars(kind).items():
        found.pop(name, None)  # a plain value is no option any more
        if isinstance(value, _Option):
            found[name] = value
        elif isinstance(value, type) and issubclass(value, Frozen):
            found |= {moved: found.pop(moved) for moved in _declared(value) if moved in found}
    return found


def add_options(parser: argparse.ArgumentParser, kind: type, texts: Texts, command: str) -> None:
    """Ask argparse for the options of a class; `command` begins the keys of their sentences."""
    groups: dict[str, Any] = {}
    for field, one in _declared(kind).items():
        if one.group is not None and one.group not in groups:
            groups[one.group] = parser.add_mutually_exclusive_group()
        one.add(parser if one.group is None else groups[one.group], field, texts, command)


def options_of(words: argparse.Namespace, kind: type[Kind]) -> Kind:
    """What argparse read, as a value of a type; lists do not change any more."""
    names = {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}
    known = {name: getattr(words, name) for name in names if hasattr(words, name)}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})
