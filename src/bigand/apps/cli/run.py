"""From words to a command: find it, read its options, run it, and let nothing escape as a traceback."""

import argparse
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from bigand.apps.cli import COMMANDS
from bigand.apps.cli.exits import Exit
from bigand.apps.cli.files import UnreadableError
from bigand.apps.cli.texts import Texts, find_language, speak_argparse


def run(words: list[str]) -> int:
    """Run a command line that is not just `--version`."""
    texts = Texts(find_language(words, os.environ))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(_without_language(words), texts)
    except UnreadableError as error:
        print(f"bigand: {texts(error.key, **error.gaps)}", file=sys.stderr)
        return Exit.ERRORS
    except BrokenPipeError:
        # Whoever read our output has seen enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except KeyboardInterrupt:
        print(f"bigand: {texts('main.interrupted')}", file=sys.stderr)
        return Exit.INTERRUPTED
    except (AssertionError, RecursionError, MemoryError) as error:
        return _own_fault(error, texts)


def _without_language(words: list[str]) -> list[str]:
    """`--lang fr` may stand before the command too; it has been read already."""
    if words[:1] == ["--lang"]:
        return words[2:]
    return words[1:] if words and words[0].startswith("--lang=") else words


def _own_fault(error: BaseException, texts: Texts) -> int:
    """A bug of ours: say so, with what is needed to find it, and without a traceback."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    print(f"bigand: {texts('main.bug')}", file=sys.stderr)
    print(f"  {type(error).__name__} ({error}) at {place}", file=sys.stderr)
    return Exit.ERRORS


def _run(words: list[str], texts: Texts) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        if words or sys.stdout.isatty():
            print(_help(texts))
            return Exit.DONE
        print(f"bigand: {texts('main.no_command')}", file=sys.stderr)
        return Exit.USAGE
    name = words[0]
    if name not in COMMANDS:
        return _unknown_command(name, texts)
    command = import_module(f"bigand.apps.cli.{COMMANDS[name]}")
    speak_argparse(texts)
    parser = argparse.ArgumentParser(
        prog=f"bigand {name}", description=texts(f"{name}.description"), allow_abbrev=False
    )
    parser.set_defaults(command=name)
    parser.add_argument("--lang", choices=["en", "fr"], help=texts("option.lang"))
    command.add_options(parser, texts)
    try:
        options = parser.parse_args(words[1:])
    except SystemExit as leaving:  # --help, or a mistake that argparse has told
        return int(leaving.code or 0)
    code: int = command.run(options, texts)
    return code


def _unknown_command(name: str, texts: Texts) -> int:
    print(f"bigand: {texts('main.unknown_command', name=name)}", file=sys.stderr)
    near = get_close_matches(name, COMMANDS, n=1)
    if near:
        print(f"  {texts('main.near_command', near=near[0])}", file=sys.stderr)
    elif Path(name).is_file():
        print(f"  {texts('main.file_for_command', name=name)}", file=sys.stderr)
    else:
        print(f"  {texts('main.no_command')}", file=sys.stderr)
    return Exit.USAGE


def _help(texts: Texts) -> str:
    rows = [(name, texts(f"{name}.help")) for name in COMMANDS]
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
