"""Options of commands, each told once: a field of a frozen value, with what argparse is asked for.

A command has a class `Options`, made of those below and of its own fields: `fix: bool = flag()` is `--fix`, told by
the sentence `NAME.fix`. They stand in the help as they are declared, those of bases first; one that is declared
again stands where that is, and so do all those of a class that is named in the body.
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn, TypeAlias, TypeVar, dataclass_transform

from bigand.api.question import Limits
from bigand.language.syntax import LOGICS
from bigand.wording.texts import Texts, natural_number_parser, parse_seconds

DEFAULT_MAXIMUM = 50
OptionsT = TypeVar("OptionsT")
HelpText: TypeAlias = (
    "str | Callable[[Texts], str] | None"  # the key of its sentence, if it is not that of its name
)


class _Option:
    """What argparse is asked for a field."""

    def __init__(self, names: Sequence[str], help_text: HelpText, group: str | None, **settings: Any) -> None:
        self.names = names
        self.help_text = help_text
        self.group = group  # of options of which only one may be given
        self.settings = settings

    @property
    def default(self) -> Any:
        default = self.settings.get("default", False if self.settings.get("action") == "store_true" else None)
        return tuple(default) if isinstance(default, list) else default

    def add(self, parser: Any, field: str, texts: Texts, command: str) -> None:
        help_text = self.help_text or f"{command}.{field}"
        settings = {**self.settings, "help": texts(help_text) if isinstance(help_text, str) else help_text(texts)}
        make_type = settings.pop("reads", None)  # what makes the type, which may have something to say
        if make_type is not None:
            settings["type"] = make_type(texts)
        if self.names == (field,):
            parser.add_argument(field, **settings)
        else:
            parser.add_argument(*(self.names or [f"--{field.replace('_', '-')}"]), dest=field, **settings)


class _ModeOption(_Option):
    """`--sat`, `--qbf` and `--smt`, of which one may be given."""

    def add(self, parser: Any, field: str, texts: Texts, _command: str) -> None:
        modes = parser.add_mutually_exclusive_group()
        for mode in ("sat", "qbf", "smt"):
            help_text = texts("option.mode", mode=mode.upper())
            modes.add_argument(f"--{mode}", dest=field, action="store_const", const=mode, help=help_text)


def option(*names: str, help_text: HelpText = None, group: str | None = None, **settings: Any) -> Any:
    """An option by its names, or else that of its field; positional if its only name is that of its field."""
    return _Option(names, help_text, group, **settings)


def flag(*names: str, help_text: HelpText = None, group: str | None = None) -> Any:
    """An option without a value."""
    return _Option(names, help_text, group, action="store_true")


def repeatable(metavar: str, *names: str, help_text: HelpText = None, group: str | None = None) -> Any:
    """An option that may be given again."""
    return _Option(names, help_text, group, action="append", default=[], metavar=metavar)


def number_option(
    metavar: str = "N", *names: str, help_text: HelpText = None, group: str | None = None, **settings: Any
) -> Any:
    """A number that is not negative."""
    return _Option(names, help_text, group, reads=natural_number_parser, metavar=metavar, **settings)


def timeout_option(help_text: HelpText = "option.timeout", seconds: float | None = None) -> Any:
    """The time for the whole, if its sentence does not say something else."""
    return _Option((), help_text, None, type=parse_seconds, default=seconds, metavar="S")


def _parse_megabytes(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number


COLOR: Any = option(help_text="option.color", choices=["auto", "always", "never"], default="auto")
JSON: Any = flag(help_text="option.json")
LOGIC: Any = option(help_text="option.logic", choices=LOGICS, metavar="QF_LIA")
NO_SUSPICIONS: Any = flag(help_text="option.no_suspicions")
ALL_ATOMS: Any = flag(help_text="option.all_atoms")
MEMORY: Any = option(help_text="option.memory", type=_parse_megabytes, metavar="MB")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class OptionGroup:
    """Frozen options of a command. A field is declared by `option(…)`, which says how the command line gives it."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(
            {name: option.default for name, option in _collect_options(type(self)).items()} | values
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} cannot be changed to {value!r}")


class DiagnosticOptions(OptionGroup):
    """How diagnostics are shown."""

    format: str = option(help_text="option.format", choices=["full", "short", "json"], default="full")
    color: str = COLOR
    max_errors: int = number_option(
        help_text=lambda texts: texts("option.max_errors", default=DEFAULT_MAXIMUM), default=DEFAULT_MAXIMUM
    )


class FileOptions(DiagnosticOptions):
    """A file that is read in a mode, the user's or the one that it asks for."""

    file: str = option("file", help_text="option.file", metavar="FILE")
    mode: str | None = _ModeOption((), None, None)  # type: ignore[assignment]  # as all options
    diagnostic_options = DiagnosticOptions


class DataOptions(OptionGroup):
    """Values from outside a file."""

    set: tuple[str, ...] = repeatable("'$N=8'", help_text="option.set")
    data: tuple[str, ...] = repeatable("FILE", help_text="option.data")
    allow_data: tuple[str, ...] = repeatable("DIR", help_text="option.allow_data")
    logic: str | None = None


class LimitOptions(OptionGroup):
    """What a command may take."""

    timeout: float | None = timeout_option()
    memory: int | None = MEMORY
    timeout_for_each: ClassVar[bool] = False  # it is not that of the whole, but for each of many things

    @property
    def limits(self) -> Limits:
        """What a question may take."""
        return Limits(seconds=self.timeout, megabytes=self.memory)


class ParallelOptions(OptionGroup):
    """How many things are done at a time, and where."""

    jobs: int = number_option(help_text="option.jobs", default=1)
    cluster: str | None = option(help_text="option.cluster", metavar="ADDRESS")


class ModelOptions(FileOptions, DataOptions, LimitOptions):
    """A file that is expanded; where the time stands in the help, commands say."""

    as_written: bool = flag(help_text="option.as_written")
    memory: int | None = MEMORY
    timeout: float | None = None


def _collect_options(kind: type) -> dict[str, _Option]:
    """The options of a class, in the order of the help."""
    options: dict[str, _Option] = {}
    for base in kind.__bases__:
        options |= _collect_options(base) if issubclass(base, OptionGroup) else {}
    for name, value in vars(kind).items():
        options.pop(name, None)  # a plain value is no option any more
        if isinstance(value, _Option):
            options[name] = value
        elif isinstance(value, type) and issubclass(value, OptionGroup):
            options |= {moved: options.pop(moved) for moved in _collect_options(value) if moved in options}
    return options


def add_options(parser: argparse.ArgumentParser, kind: type, texts: Texts, command: str) -> None:
    """Ask argparse for the options of a class; `command` begins the keys of their sentences."""
    groups: dict[str, Any] = {}
    for field, option in _collect_options(kind).items():
        if option.group is not None and option.group not in groups:
            groups[option.group] = parser.add_mutually_exclusive_group()
        option.add(parser if option.group is None else groups[option.group], field, texts, command)


def make_options(arguments: argparse.Namespace, kind: type[OptionsT]) -> OptionsT:
    """The options of a command, from what argparse read; lists become tuples."""
    names = {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}
    values = {name: getattr(arguments, name) for name in names if hasattr(arguments, name)}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
