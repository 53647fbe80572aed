"""Parse command lines: commands by name, and help that looks the same on every version of Python."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

from bigand.cli.options import add_options
from bigand.source.render import escape_controls
from bigand.wording.texts import Texts


class PlainParser(argparse.ArgumentParser):
    """A parser whose help and errors have no colours, and are laid out by `PlainHelpFormatter`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=PlainHelpFormatter)
        self.color = False  # Python 3.14 adds colours
        self.suggest_on_error = False  # Python 3.15 adds an English sentence


# Early releases of Python 3.11 remove parentheses from usage, also those of `p(1)`: others stand in for them.
_HIDDEN = str.maketrans("()", "\ue000\ue001")
_SHOWN = str.maketrans("\ue000\ue001", "()")


class PlainHelpFormatter(argparse.HelpFormatter):
    """Lays out help as Python 3.11 does."""

    _is_usage = False

    def _format_usage(self, usage: str | None, actions: Iterable[Any], groups: Any, prefix: str | None) -> str:
        """The usage on one line, or on several: options, then arguments, with no break within brackets."""
        if usage is not None:
            return super()._format_usage(usage, actions, groups, prefix)
        all_actions = list(actions)
        options, arguments = (
            [action for action in all_actions if bool(action.option_strings) is kind] for kind in (True, False)
        )
        width, self._width, self._is_usage = self._width, sys.maxsize, True
        line, head, first, last = (
            super(PlainHelpFormatter, self)._format_usage(None, group, groups, prefix).strip().translate(_SHOWN)
            for group in (all_actions, [], options, arguments)
        )
        self._width, self._is_usage = width, False
        if len(line) > width:
            indent = " " * (len(head) + 1 if len(head) < 0.75 * width else 4)
            lines = [
                *_wrap_usage(first, indent, width),
                *_wrap_usage(indent + last[len(head) :].strip(), indent, width),
            ]
            line = "\n".join(lines).rstrip()
        return f"{line}\n\n"

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        text = super()._format_args(action, default_metavar)
        return text.translate(_HIDDEN) if self._is_usage else text

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """An option with its value, as in `--output FILE, -o FILE`."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join(f"{name} {value}" for name in action.option_strings)


def _wrap_usage(line: str, indent: str, width: int) -> list[str]:
    """Wrap a line of usage.

    >>> _wrap_usage("usage: b [--all | --one] [-h]", "   ", 20)
    ['usage: b', '   [--all | --one]', '   [-h]']
    """
    from textwrap import wrap

    unbroken = re.sub(r"\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)", lambda part: part[0].replace(" ", "\xa0"), line)
    lines = wrap(unbroken, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [wrapped.replace("\xa0", " ") for wrapped in lines]


# ---------------------------------------------------------------------- commands


class Command(NamedTuple):
    """A command, or an action of a puzzle: the class of its options, and the function that runs it."""

    options: type
    run: Callable[[Any, Texts], int]


class Commands(NamedTuple):
    """Commands in the order of the help. `load` imports the command with one of `names`."""

    names: tuple[str, ...]
    load: Callable[[str], Command]


class Parser(PlainParser):
    """A parser that escapes control characters in its errors; `on_parse` adds options when words are parsed."""

    on_parse: Callable[["Parser", list[str]], None] | None = None

    def error(self, message: str) -> NoReturn:
        super().error(escape_controls(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.on_parse is not None:
            on_parse, self.on_parse = self.on_parse, None
            on_parse(self, args)
        return super().parse_known_args(args, namespace)


def add_actions(parser: Parser, puzzle: str, actions: Commands, texts: Texts) -> None:
    """Add the actions of a puzzle in the order of the help; if the words begin with an action, only that one."""

    def add_subcommands(parser: Parser, words: list[str]) -> None:
        subparsers = parser.add_subparsers(
            dest="action", metavar="ACTION", required=True, title=texts(f"{puzzle}.actions"), parser_class=Parser
        )
        for name in [word for word in words[:1] if word in actions.names] or actions.names:
            subparser = subparsers.add_parser(
                name,
                help=texts(f"{puzzle}.{name}.help"),
                description=texts(f"{puzzle}.{name}.description"),
                allow_abbrev=False,
            )
            subparser.on_parse = lambda subparser, _, name=name: add_action_options(subparser, name)

    def add_action_options(parser: Parser, name: str) -> None:
        parser.add_argument("--lang", choices=["en", "fr"], default=argparse.SUPPRESS, help=texts("option.lang"))
        add_options(parser, actions.load(name).options, texts, f"{puzzle}.{name}")

    parser.on_parse = add_subcommands
