"""Declare the options of commands: each is a field of a frozen value, with its settings for argparse.

A command has a class of options, which inherits from those below and adds its own fields: `fix: bool = flag()` is
`--fix`, with the help message `NAME.fix`. The help lists them in the order of declaration, those of base classes
first. An option that is declared again moves to its new place, and so do all options of a class that is named in
the body.
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn, TypeAlias, TypeVar, dataclass_transform

from bigand.api.question import Limits
from bigand.language.syntax import LOGICS
from bigand.wording.texts import Texts, natural_number_parser, parse_seconds

DEFAULT_MAXIMUM = 50
OptionsT = TypeVar("OptionsT")
# The key of the help message, or a function that makes it; None for the default key.
HelpText: TypeAlias = "str | Callable[[Texts], str] | None"


class _Option:
    """The settings of a field for argparse."""

    def __init__(self, names: Sequence[str], help_text: HelpText, group: str | None, **settings: Any) -> None:
        self.names = names
        self.help_text = help_text
        self.group = group  # a group of mutually exclusive options
        self.settings = settings

    @property
    def default(self) -> Any:
        default = self.settings.get("default", False if self.settings.get("action") == "store_true" else None)
        return tuple(default) if isinstance(default, list) else default

    def add(self, parser: Any, field: str, texts: Texts, command: str) -> None:
        help_text = self.help_text or f"{command}.{field}"
        settings = {**self.settings, "help": texts(help_text) if isinstance(help_text, str) else help_text(texts)}
        make_type = settings.pop("reads", None)  # makes the type, whose errors need the texts
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
    """Declare an option.

    Its default name is that of its field. It is positional if its only name is the field's.
    """
    return _Option(names, help_text, group, **settings)


def flag(*names: str, help_text: HelpText = None, group: str | None = None) -> Any:
    """Declare an option without a value."""
    return _Option(names, help_text, group, action="store_true")


def repeatable(metavar: str, *names: str, help_text: HelpText = None, group: str | None = None) -> Any:
    """Declare an option that may be given several times."""
    return _Option(names, help_text, group, action="append", default=[], metavar=metavar)


def number_option(
    metavar: str = "N", *names: str, help_text: HelpText = None, group: str | None = None, **settings: Any
) -> Any:
    """Declare an option whose value is a non-negative number."""
    return _Option(names, help_text, group, reads=natural_number_parser, metavar=metavar, **settings)


def timeout_option(help_text: HelpText = "option.timeout", seconds: float | None = None) -> Any:
    """Declare `--timeout`; it limits the whole command, unless its help message says otherwise."""
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
    """The frozen options of a command. A field is declared by `option(…)`, `flag(…)` and so on."""

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
    """A file, and the mode in which it is read: the user's, or the one that it needs."""

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
    """The limits of a command."""

    timeout: float | None = timeout_option()
    memory: int | None = MEMORY
    timeout_for_each: ClassVar[bool] = False  # the timeout is for each of many items, not for the whole command

    @property
    def limits(self) -> Limits:
        """The limits of a question."""
        return Limits(seconds=self.timeout, megabytes=self.memory)


class ParallelOptions(OptionGroup):
    """How many questions are answered at a time, and where."""

    jobs: int = number_option(help_text="option.jobs", default=1)
    cluster: str | None = option(help_text="option.cluster", metavar="ADDRESS")


class ModelOptions(FileOptions, DataOptions, LimitOptions):
    """A file that is expanded; each command declares `timeout` where its help lists it."""

    as_written: bool = flag(help_text="option.as_written")
    memory: int | None = MEMORY
    timeout: float | None = None


def _collect_options(kind: type) -> dict[str, _Option]:
    """The options of a class, in the order of the help."""
    options: dict[str, _Option] = {}
    for base in kind.__bases__:
        options |= _collect_options(base) if issubclass(base, OptionGroup) else {}
    for name, value in vars(kind).items():
        options.pop(name, None)  # a plain value removes the option of this name
        if isinstance(value, _Option):
            options[name] = value
        elif isinstance(value, type) and issubclass(value, OptionGroup):
            options |= {moved: options.pop(moved) for moved in _collect_options(value) if moved in options}
    return options


def add_options(parser: argparse.ArgumentParser, options_type: type, texts: Texts, help_prefix: str) -> None:
    """Add the options of a class to a parser; `help_prefix` is the prefix of their help messages."""
    groups: dict[str, Any] = {}
    for field, option in _collect_options(options_type).items():
        if option.group is not None and option.group not in groups:
            groups[option.group] = parser.add_mutually_exclusive_group()
        option.add(parser if option.group is None else groups[option.group], field, texts, help_prefix)


def make_options(arguments: argparse.Namespace, kind: type[OptionsT]) -> OptionsT:
    """Make the options of a command from parsed arguments; lists become tuples."""
    names = {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}
    values = {name: getattr(arguments, name) for name in names if hasattr(arguments, name)}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
