"""Run a command line: find the command, parse its options, run it, and report every error without a traceback."""

import argparse
import gc
import os
import sys
from collections.abc import Callable
from typing import Any

from bigand import __version__
from bigand.cli import interrupts
from bigand.cli.asker import (
    QuestionFailedError,
    limit_command_time,
    print_command_error,
    reset_command_clock,
    set_start_method,
)
from bigand.cli.commands import COMMANDS
from bigand.cli.exit_codes import Exit
from bigand.cli.options import add_options, make_options
from bigand.cli.parser import Command, Parser, add_actions
from bigand.cli.streams import prepare_streams, redirect_stdout_to_null, seconds_waited_for_readers, wrap_pipes
from bigand.messages import LANGUAGES
from bigand.puzzles import PUZZLES, load_puzzle
from bigand.source.error import BigandError
from bigand.source.limits import limit_input_size
from bigand.source.render import escape_controls
from bigand.source.suggestion import most_similar_word
from bigand.wording.texts import Texts, find_language, translate_argparse

_GC_THRESHOLD = 50_000  # new objects between two garbage collections
# Commands, and options of commands, that print items one after the other, possibly without end.
_LISTING = ("export", "generate")
_LISTING_OPTIONS = ("all", "limit", "batch")


def run_command_line(words: list[str]) -> int:
    """Run a command line; return the exit code."""
    gc.set_threshold(_GC_THRESHOLD)  # most objects of a command live until its end
    reset_command_clock(interrupts.process_start())
    texts = Texts(find_language(words, os.environ))
    prepare_streams()
    set_start_method(os.environ)
    try:
        with wrap_pipes("stderr"):
            return _run_reporting_errors(lambda: _dispatch(words, texts), texts)
    except KeyboardInterrupt:  # while the rest of the output is written
        return _report_interrupt(texts)


def _run_reporting_errors(work: Callable[[], int], texts: Texts, command: str = "") -> int:
    """Return the exit code of `work`; print any error."""
    code: int = Exit.DONE
    try:
        interrupts.release()
        code = work()
        sys.stdout.flush()
        return code
    except QuestionFailedError as error:
        return error.report()
    except BigandError as error:
        return print_command_error(error, f"{command}." if command in PUZZLES else command, texts)
    except MemoryError:
        texts.print_error("limit.memory")
        return Exit.LIMIT
    except BrokenPipeError:
        # The reader of the output has closed it: no message would be read.
        redirect_stdout_to_null()
        return code
    except KeyboardInterrupt:
        return _report_interrupt(texts)
    except OSError as error:
        if interrupts.is_interrupted():
            return _report_interrupt(texts)
        redirect_stdout_to_null()
        texts.print_error("main.output", reason=error.strerror or str(error))
        return Exit.ERRORS
    except Exception as error:
        return _report_interrupt(texts) if interrupts.is_interrupted() else _report_bug(error, texts)


def _report_interrupt(texts: Texts) -> int:
    texts.print_error("main.interrupted")
    return Exit.INTERRUPTED


def _split_language(words: list[str]) -> tuple[str | None, list[str]]:
    """Split off `--lang fr` before the command; `find_language` has already used it."""
    if words[:1] == ["--lang"]:
        return "".join(words[1:2]), words[2:]
    if words and words[0].startswith("--lang="):
        return words[0].removeprefix("--lang="), words[1:]
    return None, words


def _report_bug(error: BaseException, texts: Texts) -> int:
    """Report a bug, with what is needed to find it, and without a traceback."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"  # noqa: PTH119
    texts.print_error("main.bug")
    print(escape_controls(f"  {type(error).__name__} ({error}) at {place}"), file=sys.stderr)
    return Exit.ERRORS


def _dispatch(words: list[str], texts: Texts) -> int:
    language, words = _split_language(words)
    if language is not None and language not in LANGUAGES:
        texts.print_error("main.language", name=language)
        return Exit.USAGE
    if words[:1] == ["help"] and len(words) > 1:
        words = [words[1], "--help"]
    if words in (["--version"], ["-V"]):
        print(f"bigand {__version__}")
        return Exit.DONE
    if not words or words[0] in ("-h", "--help", "help"):
        if words or sys.stdout.isatty():
            print(_help_text(texts))
            return Exit.DONE
        texts.print_error("main.no_command")
        return Exit.USAGE
    name = words[0]
    if name not in COMMANDS.names and name not in PUZZLES:
        return _report_unknown_command(name, texts)
    translate_argparse(texts)
    parser = Parser(prog=f"bigand {name}", description=texts(f"{name}.description"), allow_abbrev=False)
    parser.set_defaults(command=name)
    parser.add_argument("--lang", choices=["en", "fr"], help=texts("option.lang"))
    commands = load_puzzle(name).commands() if name in PUZZLES else COMMANDS.load(name)
    if isinstance(commands, Command):
        add_options(parser, commands.options, texts, name)
    else:
        add_actions(parser, name, commands, texts)
    try:
        arguments = parser.parse_args(words[1:])
    except SystemExit as leaving:  # --help, or a mistake that argparse has reported
        return int(leaving.code or 0)
    command = commands if isinstance(commands, Command) else commands.load(arguments.action)
    return _run_command(command, arguments, _command_timeout(command.options, arguments, words), texts)


def _run_command(command: Command, arguments: argparse.Namespace, seconds: float | None, texts: Texts) -> int:
    """Run a command within its time limit; once it has asked its question, the child that answers is limited."""
    options: Any = make_options(arguments, command.options)
    time_limit = limit_command_time(seconds, seconds_waited_for_readers)
    memory = getattr(options, "memory", None)
    with wrap_pipes("stdout", drops_unread=not _is_listing(arguments)), time_limit, limit_input_size(memory):
        return _run_reporting_errors(lambda: command.run(options, texts), texts, arguments.command)


def _is_listing(arguments: argparse.Namespace) -> bool:
    """Whether a command lists items without end: only then it stops when its output is closed."""
    action = getattr(arguments, "action", arguments.command)
    return action in _LISTING or any(
        getattr(arguments, name, None) not in (None, False) for name in _LISTING_OPTIONS
    )


def _command_timeout(kind: type, options: argparse.Namespace, words: list[str]) -> float | None:
    """The time limit of the whole command: not a default of the command, nor a limit for each of many questions."""
    is_given = any(word == "--timeout" or word.startswith("--timeout=") for word in words)
    is_for_each = getattr(kind, "timeout_for_each", False) or getattr(options, "batch", None) is not None
    return options.timeout if is_given and not is_for_each else None


def command_names() -> list[str]:
    """All commands, in the order of the help."""
    before = COMMANDS.names.index("explain") + 1
    return [*COMMANDS.names[:before], *PUZZLES, *COMMANDS.names[before:]]


def _report_unknown_command(name: str, texts: Texts) -> int:
    texts.print_error("main.unknown_command", name=name)
    near = most_similar_word(name, command_names())
    if near:
        print(f"  {texts('main.near_command', near=near)}", file=sys.stderr)
    elif os.path.isfile(name):  # noqa: PTH113
        print(f"  {texts('main.file_for_command', name=name)}", file=sys.stderr)
    else:
        print(f"  {texts('main.no_command')}", file=sys.stderr)
    return Exit.USAGE


def _help_text(texts: Texts) -> str:
    rows = [(name, texts(f"{name}.help")) for name in command_names()]
    options = [
        ("-h, --help", texts("main.help")),
        ("-V, --version", texts("main.version")),
        ("--lang en|fr", texts("option.lang")),
    ]
    lines = [
        texts("main.usage"),
        "",
        *texts.wrap_sentence("main.description"),
        "",
        texts("main.commands"),
    ]
    lines += [f"  {name:<14} {help}" for name, help in rows]
    lines += ["", texts("main.options"), *[f"  {name:<14} {help}" for name, help in options]]
    lines += ["", *texts.wrap_sentence("main.more"), *texts.wrap_sentence("main.exit")]
    return "\n".join(lines)
