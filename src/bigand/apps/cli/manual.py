"""The page of `touist --help`: the same for a terminal and, as groff, for `man`."""

from collections.abc import Iterator
from textwrap import fill

from bigand.apps.cli.flags import FLAGS

_USAGES = ("", " --solve", " --solver=CMD", " --latex[=TEX]", " --show[=AST]")
_DESCRIPTION = (
    "Translates and solves texts in TouIST's language: propositional logic (--sat), quantified formulas (--qbf) "
    "and numbers (--smt). With neither --solve, --solver, --latex nor --show it prints DIMACS, QDIMACS or SMT-LIB. "
    "INPUT is a file, or - for the standard input. The flags, what is printed and the exit codes are TouIST's; "
    "what answers is bigand."
)
_CODES = {
    "0": "done; with --solve and --solver there is a model.",
    "8": "there is no model, or the two inputs are not equivalent.",
    "50": "something is wrong in the text.",
    "100": "the solver gave no answer.",
    "124": "something is wrong in the command line, or a file cannot be read.",
    "125": "--interactive came to the end of the input.",
    "130": "Ctrl-C interrupted it.",
}


def manual_sections() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The title of each section, and what it says: a term, if there is one, and a sentence."""
    yield "NAME", [("", "touist - translates and solves texts in TouIST's language")]
    yield "SYNOPSIS", [("", f"touist [--sat|--qbf|--smt[=LOGIC]] [OPTION]...{usage} INPUT") for usage in _USAGES]
    yield "DESCRIPTION", [("", _DESCRIPTION)]
    for title in dict.fromkeys([flag.section for flag in FLAGS.values()]):
        flags = {name: flag for name, flag in FLAGS.items() if flag.section == title}
        yield title, [(_spelling(name), flag.meaning) for name, flag in flags.items()]
    yield "EXIT STATUS", list(_CODES.items())


def _spelling(name: str) -> str:
    """`-o OUTPUT, --output=OUTPUT`, `--smt[=LOGIC]`."""
    flag = FLAGS[name]
    if not flag.value:
        return f"--{name}"
    is_optional = flag.default is not None
    long = f"--{name}[={flag.value}]" if is_optional else f"--{name}={flag.value}"
    short = f"-{flag.short}[{flag.value}], " if is_optional else f"-{flag.short} {flag.value}, "
    return short + long if flag.short else long


def plain_page() -> str:
    """The page for a terminal."""
    lines: list[str] = []
    for title, entries in manual_sections():
        lines += [title]
        for term, sentence in entries:
            lines += [f"       {term}"] if term else []
            margin = " " * (11 if term else 7)
            lines += [fill(sentence, 80, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)]
        lines += [""]
    return "\n".join(lines)


def groff_page() -> str:
    """The page for `man`."""
    lines = ['.TH "touist" 1 "" "" "TouIST"']
    for title, entries in manual_sections():
        lines += [f'.SH "{title}"']
        for term, sentence in entries:
            lines += [".TP", rf"\fB{_escape_groff(term)}\fR"] if term else [".P"]
            lines += [_escape_groff(sentence)]
    return "\n".join(lines) + "\n"


def _escape_groff(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
