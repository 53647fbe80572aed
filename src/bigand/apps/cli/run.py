"""From words to a command: find it, read its options, run it, and let nothing escape as a traceback."""

import argparse
import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from bigand import __version__
from bigand.apps.cli import interrupts
from bigand.command.actions import Parser, add_actions, find_sheet, module_of, places
from bigand.command.asking import FailedError, choose_children, command_limit, start_clock, tell_early_limit
from bigand.command.exits import Exit
from bigand.command.options import add_options, options_of
from bigand.command.streams import forget_output, patient_streams, prepare_streams, waited
from bigand.command.texts import Texts, find_language, speak_argparse
from bigand.puzzles import PUZZLES
from bigand.source.catalogue import LANGUAGES
from bigand.source.error import BigandError
from bigand.source.input import limited_input
from bigand.source.nearness import nearest
from bigand.source.render import harmless

_COMMANDS = "bigand.apps.cli.commands"
_PUZZLES_AT = 155  # in the help, among the places of commands
_SELDOM = 50_000  # new objects between two searches for garbage
# What prints one thing after the other, of which there may be no end: by the command, or by an option of it.
_LISTING = ("export", "generate")
_LISTING_OPTIONS = ("all", "limit", "batch")


def run(words: list[str]) -> int:
    """Run a command line that is not just `--version`."""
    gc.set_threshold(_SELDOM)  # what a command makes lives as long as it does
    start_clock(interrupts.began())
    texts = Texts(find_language(words, os.environ))
    prepare_streams()
    choose_children(os.environ)
    try:
        with patient_streams("stderr"):
            return _told(lambda: _run(words, texts), texts)
    except KeyboardInterrupt:  # when all is done, but for what waits to be written
        return _interrupted(texts)


def _told(work: Callable[[], int], texts: Texts, command: str = "") -> int:
    """The exit code of some work of a command; whatever goes wrong in it is told."""
    code: int = Exit.DONE
    try:
        interrupts.release()
        code = work()
        sys.stdout.flush()
        return code
    except FailedError as error:
        return error.tell()
    except BigandError as error:
        return tell_early_limit(error, f"{command}." if command in PUZZLES else command, texts)
    except MemoryError:
        texts.complain("limit.memory")
        return Exit.LIMIT
    except BrokenPipeError:
        # Whoever read our output has seen enough; there is nobody left to tell.
        forget_output()
        return code
    except KeyboardInterrupt:
        return _interrupted(texts)
    except OSError as error:
        if interrupts.is_interrupted():
            return _interrupted(texts)
        forget_output()
        texts.complain("main.output", reason=error.strerror or str(error))
        return Exit.ERRORS
    except Exception as error:
        return _interrupted(texts) if interrupts.is_interrupted() else _own_fault(error, texts)


def _interrupted(texts: Texts) -> int:
    texts.complain("main.interrupted")
    return Exit.INTERRUPTED


def _split_language(words: list[str]) -> tuple[str | None, list[str]]:
    """`--lang fr` may stand before the command too; it has been heard already, and must be one we know."""
    if words[:1] == ["--lang"]:
        return "".join(words[1:2]), words[2:]
    if words and words[0].startswith("--lang="):
        return words[0].removeprefix("--lang="), words[1:]
    return None, words


def _own_fault(error: BaseException, texts: Texts) -> int:
    """A bug of ours: say so, with what is needed to find it, and without a traceback."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"  # noqa: PTH119
    texts.complain("main.bug")
    print(harmless(f"  {type(error).__name__} ({error}) at {place}"), file=sys.stderr)
    return Exit.ERRORS


def _run(words: list[str], texts: Texts) -> int:
    language, words = _split_language(words)
    if language is not None and language not in LANGUAGES:
        texts.complain("main.language", name=language)
        return Exit.USAGE
    if words[:1] == ["help"] and len(words) > 1:
        words = [words[1], "--help"]
    if words in (["--version"], ["-V"]):
        print(f"bigand {__version__}")
        return Exit.DONE
    if not words or words[0] in ("-h", "--help", "help"):
        if words or sys.stdout.isatty():
            print(_help(texts))
            return Exit.DONE
        texts.complain("main.no_command")
        return Exit.USAGE
    name = words[0]
    if name not in PUZZLES and find_sheet(_COMMANDS, name) is None:
        return _unknown_command(name, texts)
    speak_argparse(texts)
    parser = Parser(prog=f"bigand {name}", description=texts(f"{name}.description"), allow_abbrev=False)
    parser.set_defaults(command=name)
    parser.add_argument("--lang", choices=["en", "fr"], help=texts("option.lang"))
    package = f"bigand.puzzles.{name}.commands" if name in PUZZLES else _COMMANDS
    command = import_module(package) if name in PUZZLES else module_of(package, name)
    if hasattr(command, "Options"):
        add_options(parser, command.Options, texts, name)
    else:
        add_actions(parser, package, texts)
    try:
        options = parser.parse_args(words[1:])
    except SystemExit as leaving:  # --help, or a mistake that argparse has told
        return int(leaving.code or 0)
    if hasattr(options, "action"):
        command = module_of(package, options.action)
    return _run_command(command, options, _seconds_of_all(command.Options, options, words), texts)


def _run_command(command: Any, words: argparse.Namespace, seconds: float | None, texts: Texts) -> int:
    """Run a command within its time until it asks its question: then whoever answers is limited."""
    options = options_of(words, command.Options)
    allowed = command_limit(seconds, waited)
    memory = getattr(options, "memory", None)
    with patient_streams("stdout", drop=not _is_listing(words)), allowed, limited_input(memory):
        return _told(lambda: command.run(options, texts), texts, words.command)


def _is_listing(words: argparse.Namespace) -> bool:
    """Whether a command lists more and more: only then it stops when nobody reads its output."""
    action = getattr(words, "action", words.command)
    return action in _LISTING or any(getattr(words, name, None) not in (None, False) for name in _LISTING_OPTIONS)


def _seconds_of_all(kind: type, options: argparse.Namespace, words: list[str]) -> float | None:
    """The time for the whole of the command: not the one that a command sets itself, nor one for each of many."""
    is_asked = any(word == "--timeout" or word.startswith("--timeout=") for word in words)
    is_for_each = getattr(kind, "timeout_for_each", False) or getattr(options, "batch", None) is not None
    return options.timeout if is_asked and not is_for_each else None


def command_names() -> list[str]:
    """All commands, in the order of the help."""
    known = places(_COMMANDS) | dict.fromkeys(PUZZLES, _PUZZLES_AT)
    return sorted(known, key=known.__getitem__)


def _unknown_command(name: str, texts: Texts) -> int:
    texts.complain("main.unknown_command", name=name)
    near = nearest(name, command_names())
    if near:
        print(f"  {texts('main.near_command', near=near)}", file=sys.stderr)
    elif os.path.isfile(name):  # noqa: PTH113
        print(f"  {texts('main.file_for_command', name=name)}", file=sys.stderr)
    else:
        print(f"  {texts('main.no_command')}", file=sys.stderr)
    return Exit.USAGE


def _help(texts: Texts) -> str:
    rows = [(name, texts(f"{name}.help")) for name in command_names()]
    options = [
        ("-h, --help", texts("main.help")),
        ("-V, --version", texts("main.version")),
        ("--lang en|fr", texts("option.lang")),
    ]
    lines = [
        texts("main.usage"),
        "",
        *texts.paragraph("main.description"),
        "",
        texts("main.commands"),
    ]
    lines += [f"  {name:<14} {help}" for name, help in rows]
    lines += ["", texts("main.options"), *[f"  {name:<14} {help}" for name, help in options]]
    lines += ["", *texts.paragraph("main.more"), *texts.paragraph("main.exit")]
    return "\n".join(lines)
