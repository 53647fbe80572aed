"""Commands that have actions, each a module of the command's package: `bigand watersort solve …`.

The options of an action are added when it is the one that is meant: none of the others is imported.
"""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from bigand.command.layout import PlainParser
from bigand.command.texts import Texts
from bigand.source.render import harmless


class Parser(PlainParser):
    """Wrong words are shown, and cannot steer the terminal; `later` adds options before words are read."""

    later: Callable[["Parser"], None] | None = None

    def error(self, message: str) -> NoReturn:
        super().error(harmless(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.later is not None:
            later, self.later = self.later, None
            later(self)
        return super().parse_known_args(args, namespace)


def add_actions(parser: argparse.ArgumentParser, package: str, actions: Sequence[str], texts: Texts) -> None:
    """The actions of a puzzle, in the order of the help, from its package of commands."""
    command = package.split(".")[-2]
    added = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, title=texts(f"{command}.actions"), parser_class=Parser
    )
    for name in actions:
        own = added.add_parser(
            name,
            help=texts(f"{command}.{name}.help"),
            description=texts(f"{command}.{name}.description"),
            allow_abbrev=False,
        )
        own.later = lambda own, name=name: _add_options(own, package, name, texts)


def _add_options(parser: argparse.ArgumentParser, package: str, action: str, texts: Texts) -> None:
    parser.add_argument("--lang", choices=["en", "fr"], default=argparse.SUPPRESS, help=texts("option.lang"))
    module_of(package, action).add_options(parser, texts)


def module_of(command: str, action: str | None) -> Any:
    """The module of a command by its name, or of one of its actions."""
    return import_module(command if action is None else f"{command}.{action.replace('-', '_')}")
