"""`bigand starbattle ACTION …`: boards of Star Battle. Each action is a module of this package."""

import argparse

from bigand.command.actions import add_actions
from bigand.command.texts import Texts

ACTIONS = ("solve", "check", "hint", "generate")  # in the order of the help


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_actions(parser, __name__, ACTIONS, texts)
