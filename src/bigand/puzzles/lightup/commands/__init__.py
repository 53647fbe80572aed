"""`bigand lightup ACTION …`: boards of Light Up. Each action is a module of this package."""

import argparse

from bigand.command.actions import add_actions
from bigand.command.texts import Texts

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
    add_actions(parser, __name__, ACTIONS, texts)
