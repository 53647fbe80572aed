"""Help that looks the same on every Python: argparse breaks lines, joins names and colours differently in each."""

import argparse
import re
import sys
from collections.abc import Iterable
from typing import Any


class PlainParser(argparse.ArgumentParser):
    """A parser whose help and mistakes have no colours, and lines as `Layout` has them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=Layout)
        self.color = False  # Python 3.14 has colours where the terminal seems to
        self.suggest_on_error = False  # Python 3.15 adds an English sentence


# Early releases of Python 3.11 take parentheses out of usage, also out of `p(1)`: others stand for them until then.
_HIDDEN = str.maketrans("()", "\ue000\ue001")
_SHOWN = str.maketrans("\ue000\ue001", "()")


class Layout(argparse.HelpFormatter):
    """As Python 3.11 lays help out."""

    _is_usage = False

    def _format_usage(self, usage: str | None, actions: Iterable[Any], groups: Any, prefix: str | None) -> str:
        """On one line, or else options and then arguments, where nothing in brackets is broken."""
        if usage is not None:
            return super()._format_usage(usage, actions, groups, prefix)
        every = list(actions)
        options, arguments = ([one for one in every if bool(one.option_strings) is kind] for kind in (True, False))
        width, self._width, self._is_usage = self._width, sys.maxsize, True
        line, head, first, last = (
            super(Layout, self)._format_usage(None, some, groups, prefix).strip().translate(_SHOWN)
            for some in (every, [], options, arguments)
        )
        self._width, self._is_usage = width, False
        if len(line) > width:
            indent = " " * (len(head) + 1 if len(head) < 0.75 * width else 4)
            lines = [*_broken(first, indent, width), *_broken(indent + last[len(head) :].strip(), indent, width)]
            line = "\n".join(lines).rstrip()
        return f"{line}\n\n"

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        text = super()._format_args(action, default_metavar)
        return text.translate(_HIDDEN) if self._is_usage else text

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """`--output FILE, -o FILE`."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join(f"{name} {value}" for name in action.option_strings)


def _broken(line: str, indent: str, width: int) -> list[str]:
    """A line of usage as several.

    >>> _broken("usage: b [--all | --one] [-h]", "   ", 20)
    ['usage: b', '   [--all | --one]', '   [-h]']
    """
    from textwrap import wrap

    kept = re.sub(r"\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)", lambda part: part[0].replace(" ", "\xa0"), line)
    lines = wrap(kept, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [one.replace("\xa0", " ") for one in lines]
