"""Options that commands share: how they are asked for, and the frozen values that they become.

A command has a class `Options`, made of these and of its own; what argparse read becomes one, by `options_of`.
"""

import argparse
from typing import Any, NoReturn, TypeVar, dataclass_transform

from bigand.answer.question import Limits
from bigand.command.texts import Texts, natural_number, seconds_of

DEFAULT_MAXIMUM = 50
Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """What options are made of: names with types, given once.

    Made by hand: importing a dataclass takes 0.7 ms, and structs cannot be joined.
    """

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} cannot be changed to {value!r}")


class Showing(Frozen):
    """How diagnostics are shown."""

    format: str = "full"
    color: str = "auto"
    max_errors: int = DEFAULT_MAXIMUM


class Reading(Showing):
    """A file that is read in a mode, the user's or the one that it asks for."""

    file: str = "-"
    mode: str | None = None


class ReadingMany(Showing):
    """Several files."""

    files: tuple[str, ...] = ()
    mode: str | None = None


class Values(Frozen):
    """Values from outside a file."""

    set: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    allow_data: tuple[str, ...] = ()
    logic: str | None = None


class Limited(Frozen):
    """What a command may take."""

    timeout: float | None = None
    memory: int | None = None

    @property
    def limits(self) -> Limits:
        """What a question may take."""
        return Limits(seconds=self.timeout, megabytes=self.memory)


class Many(Frozen):
    """How many things are done at a time, and where."""

    jobs: int = 1
    cluster: str | None = None


class Expanding(Reading, Values, Limited):
    """A file that is expanded."""

    as_written: bool = False


def options_of(words: argparse.Namespace, kind: type[Kind]) -> Kind:
    """What argparse read, as a value of a type; lists do not change any more."""
    names = {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}
    known = {name: getattr(words, name) for name in names if hasattr(words, name)}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})


# ---------------------------------------------------------------------- for argparse


def add_reading_options(
    parser: argparse.ArgumentParser, texts: Texts, many: bool = False, files: str = "option.files"
) -> None:
    """FILE, the modes, and how diagnostics are shown; `files` is the sentence that tells of several files."""
    if many:
        parser.add_argument("files", nargs="+", metavar="FILE", help=texts(files))
    else:
        parser.add_argument("file", metavar="FILE", help=texts("option.file"))
    modes = parser.add_mutually_exclusive_group()
    for mode in ("sat", "qbf", "smt"):
        told = texts("option.mode", mode=mode.upper())
        modes.add_argument(f"--{mode}", dest="mode", action="store_const", const=mode, help=told)
    add_format_option(parser, texts)


def add_format_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """How diagnostics are shown."""
    parser.add_argument("--format", choices=["full", "short", "json"], default="full", help=texts("option.format"))
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))
    parser.add_argument(
        "--max-errors", type=natural_number(texts), default=DEFAULT_MAXIMUM, metavar="N",
        help=texts("option.max_errors", default=DEFAULT_MAXIMUM),
    )  # fmt: skip


def add_value_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """Values from outside a file."""
    parser.add_argument("--set", action="append", default=[], metavar="'$N=8'", help=texts("option.set"))
    parser.add_argument("--data", action="append", default=[], metavar="FILE", help=texts("option.data"))
    parser.add_argument("--allow-data", action="append", default=[], metavar="DIR", help=texts("option.allow_data"))


def add_expanding_options(parser: argparse.ArgumentParser, texts: Texts, files: str | None = None) -> None:
    """What expands one file, or several if there is a sentence that tells of them."""
    add_reading_options(parser, texts, many=files is not None, files=files or "option.files")
    add_value_options(parser, texts)
    parser.add_argument("--as-written", action="store_true", help=texts("option.as_written"))
    add_memory_option(parser, texts)


def add_logic_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """For commands that take files with numbers."""
    from bigand.language.logics import LOGICS

    parser.add_argument("--logic", choices=LOGICS, metavar="QF_LIA", help=texts("option.logic"))


def add_drawing_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    """How a model is drawn in the terminal."""
    parser.add_argument("--all-atoms", action="store_true", help=texts("option.all_atoms"))


def add_limit_options(
    parser: argparse.ArgumentParser, texts: Texts, timeout: str = "solve.timeout", seconds: float | None = None
) -> None:
    """What a command may take; `timeout` is the sentence that tells of the time, if it is not that of the whole."""
    add_timeout_option(parser, texts, timeout, seconds)
    add_memory_option(parser, texts)


def add_timeout_option(
    parser: argparse.ArgumentParser, texts: Texts, timeout: str = "solve.timeout", seconds: float | None = None
) -> None:
    parser.add_argument("--timeout", type=seconds_of, default=seconds, metavar="S", help=texts(timeout))


def add_memory_option(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("--memory", type=_megabytes, metavar="MB", help=texts("option.memory"))


def add_many_options(parser: argparse.ArgumentParser, texts: Texts, jobs: str = "option.jobs") -> None:
    """For commands that do many things; `jobs` is the sentence that tells of processes."""
    parser.add_argument("--jobs", type=natural_number(texts), default=1, metavar="N", help=texts(jobs))
    parser.add_argument("--cluster", metavar="ADDRESS", help=texts("option.cluster"))


def _megabytes(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number
