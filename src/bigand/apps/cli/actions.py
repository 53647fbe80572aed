"""Commands that have actions, each a module of the command's package: `bigand watersort solve …`."""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from bigand.apps.cli.texts import Texts


def add_actions(parser: argparse.ArgumentParser, command: str, actions: Sequence[str], texts: Texts) -> None:
    """The actions of a command, in the order of the help; their sentences begin with the command's name."""
    added = parser.add_subparsers(dest="action", metavar="ACTION", required=True, title=texts(f"{command}.actions"))
    for name in actions:
        own = added.add_parser(
            name,
            help=texts(f"{command}.{name}.help"),
            description=texts(f"{command}.{name}.description"),
            allow_abbrev=False,
        )
        own.add_argument("--lang", choices=["en", "fr"], default=argparse.SUPPRESS, help=texts("option.lang"))
        _module(command, name).add_options(own, texts)


def run_action(command: str, options: argparse.Namespace, texts: Texts) -> int:
    code: int = _module(command, options.action).run(options, texts)
    return code


def _module(command: str, action: str) -> Any:
    return import_module(f"bigand.apps.cli.{command}.{action.replace('-', '_')}")
