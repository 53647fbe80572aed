"""Commands are found by listing a folder: each is a module of a package, and a sheet of the same name beside it.

A sheet (`sentences/NAME.py`) has the place of a command in the help and its sentences, and imports nothing: by it a
command is known, and only the one that is meant is imported. The package of a puzzle has its actions in the same
way: `bigand watersort solve …`.
"""

import argparse
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from bigand.command.layout import PlainParser
from bigand.command.options import add_options
from bigand.command.texts import Texts
from bigand.source.render import escape_controls


def find_message_module(package: str, name: str) -> ModuleType | None:
    """What stands beside the command of this name; nothing if there is no such command."""
    stem = name.replace("-", "_")
    if not name[:1].isalpha() or "_" in name or not stem.isidentifier():
        return None
    try:
        return import_module(f"{package}.sentences.{stem}")
    except ModuleNotFoundError:
        return None


def help_positions(package: str) -> dict[str, int]:
    """The commands of a package in the order of the help, each with its place there."""
    from pkgutil import iter_modules

    folder = import_module(f"{package}.sentences")
    names = [module.name.replace("_", "-") for module in iter_modules(folder.__path__)]
    positions = {name: sheet.PLACE for name in names if (sheet := find_message_module(package, name))}
    return dict(sorted(positions.items(), key=lambda item: item[1]))


def load_command(package: str, name: str) -> Any:
    """The module of a command."""
    return import_module(f"{package}.{name.replace('-', '_')}")


class Parser(PlainParser):
    """Wrong words are shown, and cannot steer the terminal; `on_parse` adds options when words are read."""

    on_parse: Callable[["Parser", list[str]], None] | None = None

    def error(self, message: str) -> NoReturn:
        super().error(escape_controls(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.on_parse is not None:
            later, self.on_parse = self.on_parse, None
            later(self, args)
        return super().parse_known_args(args, namespace)


def add_actions(parser: Parser, package: str, texts: Texts) -> None:
    """The actions of a puzzle, in the order of the help; if words begin with one, only that."""
    command = package.split(".")[-2]

    def add_subcommands(parser: Parser, words: list[str]) -> None:
        subparsers = parser.add_subparsers(
            dest="action", metavar="ACTION", required=True, title=texts(f"{command}.actions"), parser_class=Parser
        )
        names = {word: 0 for word in words[:1] if find_message_module(package, word)} or help_positions(package)
        for name in names:
            subparser = subparsers.add_parser(
                name,
                help=texts(f"{command}.{name}.help"),
                description=texts(f"{command}.{name}.description"),
                allow_abbrev=False,
            )
            subparser.on_parse = lambda subparser, _, name=name: _add_options(subparser, package, name, texts)

    parser.on_parse = add_subcommands


def _add_options(parser: Parser, package: str, action: str, texts: Texts) -> None:
    parser.add_argument("--lang", choices=["en", "fr"], default=argparse.SUPPRESS, help=texts("option.lang"))
    add_options(parser, load_command(package, action).Options, texts, f"{package.split('.')[-2]}.{action}")
