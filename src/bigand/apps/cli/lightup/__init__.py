"""`bigand lightup ACTION …`: boards of Light Up. Each action is a module of this package."""

import argparse
from importlib import import_module
from typing import Any

from bigand.apps.cli.texts import Texts

ACTIONS = (  # in the order of the help
    "solve",
    "check",
    "hint",
    "explain",
    "rate",
    "generate",
    "convert",
    "check-proof",
    "check-steps",
    "grade",
    "rules",
)


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, title=texts("lightup.actions"))
    for name in ACTIONS:
        description = texts(f"lightup.{name}.description")
        own = actions.add_parser(
            name, help=texts(f"lightup.{name}.help"), description=description, allow_abbrev=False
        )
        own.add_argument("--lang", choices=["en", "fr"], default=argparse.SUPPRESS, help=texts("option.lang"))
        _module(name).add_options(own, texts)


def run(options: argparse.Namespace, texts: Texts) -> int:
    code: int = _module(options.action).run(options, texts)
    return code


def _module(action: str) -> Any:
    return import_module(f"bigand.apps.cli.lightup.{action.replace('-', '_')}")
