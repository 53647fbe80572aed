"""`bigand lightup rules`: the rules that proofs use, in words and pictures."""

import argparse
import sys
from pathlib import Path

from bigand.apps.cli.colour import wants_colour
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import UnreadableError, write_file
from bigand.apps.cli.lightup.boards import has_only_letters, width_of_terminal
from bigand.apps.cli.lightup.proofs import rules_in
from bigand.apps.cli.texts import Texts
from bigand.puzzles.lightup.draw import Pointed
from bigand.puzzles.lightup.draw.rule import before_and_after, rule_svg
from bigand.puzzles.lightup.draw.terminal import draw
from bigand.puzzles.lightup.rules import RULES, Rule


def add_options(parser: argparse.ArgumentParser, texts: Texts) -> None:
    parser.add_argument("rules", nargs="*", type=rules_in(texts), metavar="NAME", help=texts("lightup.rules.name"))
    parser.add_argument("--svg", metavar="DIR", help=texts("lightup.rules.svg"))
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help=texts("option.color"))


def run(options: argparse.Namespace, texts: Texts) -> int:
    asked = [rule for rules in options.rules for rule in rules]
    for number, rule in enumerate(asked or RULES):
        if number:
            print()
        _print_rule(rule, texts)
        if asked:
            _print_example(rule, options, texts)
    if options.svg:
        _write_pictures(asked or list(RULES), Path(options.svg))
    return Exit.DONE


def _print_rule(rule: Rule, texts: Texts) -> None:
    name = texts(f"lightup.rule.{rule.key}.name")
    title = name if name == rule.name else f"{name} ({rule.name})"
    print(f"{title}, {rule.id}, {texts(f'lightup.rules.{rule.kind.value}')}")
    for line in texts.wrapped(texts(f"lightup.rule.{rule.key}"), 77):
        print(f"  {line}")


def _print_example(rule: Rule, options: argparse.Namespace, texts: Texts) -> None:
    before, after = before_and_after(rule)
    _print_board("before", before, options, texts)
    for number, board in enumerate(after):
        _print_board("or" if number else "after", board, options, texts)
    if not after:
        print(f"  {texts('lightup.rules.never')}")


def _print_board(word: str, board: Pointed, options: argparse.Namespace, texts: Texts) -> None:
    print(f"  {texts(f'lightup.rules.{word}')}")
    coloured = wants_colour(sys.stdout, options.color)
    for line in draw(board, width_of_terminal() - 2, coloured, has_only_letters(sys.stdout)):
        print(f"  {line}")


def _write_pictures(rules: list[Rule], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableError("file.unwritable", name=str(folder), reason=error.strerror or "") from error
    for rule in rules:
        write_file(str(folder / f"{rule.key}.svg"), rule_svg(rule))
