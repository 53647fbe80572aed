"""`bigand watersort ACTION …`: levels of Water Sort. Each action is a module of this package."""

import argparse

from bigand.apps.cli.actions import add_actions
from bigand.apps.cli.texts import Texts

ACTIONS = ("solve", "check", "hint", "rate", "generate", "convert")  # in the order of the help


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    add_actions(parser, "watersort", ACTIONS, texts)
