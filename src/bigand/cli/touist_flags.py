"""Parse TouIST's flags as TouIST does: by any unambiguous prefix, with values after `=` or after a blank.

An optional value is the next word only if that is a valid value (`--smt QF_IDL FILE`, `-v 1 FILE`), so that a file
is never taken for it. A flag may be given only once. Combinations that TouIST refuses are refused with its exit
code.
"""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Literal

from msgspec import Struct

DEFAULT_LOGIC = "QF_LRA"
DEFAULT_FORMAT = "%f: line %l, col %c-%C: %t: %m"
SHOW_CHOICES = ("form", "cnf", "prenex", "duringcnf", "duringprenex")
LATEX_CHOICES = ("mathjax", "katex", "document")
HELP_FORMATS = ("auto", "pager", "groff", "plain")


class FlagError(Exception):
    """A command line that TouIST refuses; the message is TouIST's, as scripts may search for it."""


class Flags(Struct, frozen=True, kw_only=True):
    """The flags of a command line, with their defaults."""

    input: str = ""
    sat: bool = False
    qbf: bool = False
    smt: str | None = None
    solve: bool = False
    solver: str | None = None
    show: str | None = None
    latex: str | None = None
    limit: int = 1
    count: bool = False
    interactive: bool = False
    equiv: str | None = None
    show_hidden: bool = False
    linter: bool = False
    table: str | None = None
    debug_dimacs: bool = False
    output: str | None = None
    error_format: str = DEFAULT_FORMAT
    wrap_width: int = 76
    verbose: int = 0
    notices: bool = False
    help: str | None = None
    version: bool = False


class Flag(Struct, frozen=True):
    """A flag: its section and meaning in the manual, and its value."""

    section: str
    meaning: str
    value: str = ""
    default: str | None = None  # if the value is optional
    kind: Literal["text", "number", "logic"] = "text"
    choices: tuple[str, ...] = ()
    short: str = ""

    def fits(self, word: str) -> bool:
        """Whether a word is a valid value of a flag with an optional value."""
        if self.kind == "number":
            return word.isdecimal()
        return "QF_" in word if self.kind == "logic" else word in self.choices


FLAGS: dict[str, Flag] = {
    "sat": Flag("LANGUAGES", "Propositional logic; so it is if nothing is said."),
    "qbf": Flag("LANGUAGES", "Quantified formulas: `exists` and `forall`."),
    "smt": Flag(
        "LANGUAGES", "Numbers: LOGIC is QF_IDL, QF_RDL, QF_LIA or QF_LRA, the last if none is given.",
        "LOGIC", DEFAULT_LOGIC, "logic",
    ),
    "solve": Flag("SOLVE", "Print a model, a line for each proposition: `1 a`, `0 b`, `4 x`."),
    "limit": Flag(
        "SOLVE", "With --solve: N models, each after a line `==== model 1`; 0 for all.", "N", kind="number"
    ),
    "count": Flag("SOLVE", "With --solve: print how many models there are."),
    "interactive": Flag("SOLVE", "With --solve: a model, and the next one after Enter; `n` or `q` ends it."),
    "equiv": Flag(
        "SOLVE", "With --solve: whether INPUT2 has the same models: `Equivalent` or `Not equivalent`.", "INPUT2"
    ),
    "show-hidden": Flag("SOLVE", "Show auxiliary propositions, `&1`, too."),
    "solver": Flag(
        "EXTERNAL SOLVER", "Solve with a command that reads DIMACS or QDIMACS and exits with 10 or 20.", "CMD"
    ),
    "table": Flag("TRANSLATE", "Write the names of the numbers to a file, not as comments.", "TABLE"),
    "debug-dimacs": Flag("TRANSLATE", "Names in the place of numbers in clauses."),
    "latex": Flag(
        "LATEX", "The text as LaTeX: mathjax (so if nothing is said), katex or document.", "TEX", LATEX_CHOICES[0],
        choices=LATEX_CHOICES,
    ),
    "show": Flag(
        "SHOW", "The formula when it is expanded (form), its clauses (cnf), its quantifiers in front (prenex, with "
        "--qbf), or the steps on the way (duringcnf, duringprenex).", "AST", SHOW_CHOICES[0], choices=SHOW_CHOICES,
    ),
    "linter": Flag("OPTIONS", "Errors and warnings only; exit code 0 or 50."),
    "output": Flag("OPTIONS", "Write what is printed to a file.", "OUTPUT", short="o"),
    "error-format": Flag(
        "OPTIONS", "How a message looks: %f file, %l-%L lines, %c-%C columns, %b-%B offsets, %t error or warning, "
        "%m the message, \\n a new line.", "FMT",
    ),
    "wrap-width": Flag(
        "OPTIONS", "The width of messages, 76 if nothing is said; 0 for one line each.", "N", kind="number"
    ),
    "verbose": Flag("OPTIONS", "Tell sizes and times on the error stream.", "LVL", "1", "number", short="v"),
    "notices": Flag("OPTIONS", "Tell warnings in every mode, not with --linter only. TouIST has no such flag."),
    "help": Flag(
        "OPTIONS", "Show this page: plain, or groff for `man`.", "FMT", HELP_FORMATS[0], choices=HELP_FORMATS
    ),
    "version": Flag("OPTIONS", "Show the version of TouIST whose flags these are."),
}  # fmt: skip
_SHORT = {flag.short: name for name, flag in FLAGS.items() if flag.short}


def read_flags(words: Sequence[str]) -> Flags:
    """Parse the flags of a command line; raise `FlagError` if TouIST would refuse it."""
    values: dict[str, str | int | bool] = {}
    inputs: list[str] = []
    index = 0
    while index < len(words):
        word, following = words[index], words[index + 1 : index + 2]
        index += 1
        if word == "--":
            inputs += words[index:]
            break
        if not _is_flag(word):
            inputs.append(word)
            continue
        name, value = _split_flag(word)
        if value is None and _takes_next(FLAGS[name], following):
            value, index = following[0], index + 1
        field = name.replace("-", "_")
        if field in values:
            raise FlagError(f"option `--{name}' cannot be repeated")
        values[field] = _parse_value(name, value)
    if len(inputs) > 1:
        raise FlagError(f"too many arguments, don't know what to do with `{inputs[1]}'")
    flags = Flags(**values, input=inputs[0] if inputs else "")  # type: ignore[arg-type]  # they fit their fields
    if not (flags.help or flags.version):
        _check_combinations(flags)
    return flags


def _is_flag(word: str) -> bool:
    return len(word) > 1 and word.startswith("-")


def _split_flag(word: str) -> tuple[str, str | None]:
    """Split a word into the name of a flag and the value that is attached to it."""
    if not word.startswith("--"):
        name = _SHORT.get(word[1])
        if name is None:
            raise FlagError(f"unknown option `{word[:2]}'")
        return name, word[2:] or None
    prefix, equals_sign, value = word[2:].partition("=")
    names = _find_by_prefix(prefix, FLAGS)
    if not names:
        raise FlagError(f"unknown option `--{prefix}'")
    if len(names) > 1:
        choices = " or ".join([f"`--{name}'" for name in sorted(names)])
        raise FlagError(f"option `--{prefix}' ambiguous and could be either {choices}")
    return names[0], value if equals_sign else None


def _find_by_prefix(prefix: str, names: Sequence[str] | dict[str, Flag]) -> list[str]:
    """The name that equals the prefix, or all names that begin with it."""
    return [prefix] if prefix in names else [name for name in names if name.startswith(prefix)]


def _takes_next(flag: Flag, following: Sequence[str]) -> bool:
    if not flag.value or not following or _is_flag(following[0]):
        return False
    return flag.default is None or flag.fits(following[0])


def _parse_value(name: str, value: str | None) -> str | int | bool:
    """Parse the value of a flag by its kind."""
    flag = FLAGS[name]
    if not flag.value:
        if value is not None:
            raise FlagError(f"option `--{name}' is a flag, it cannot take the argument `{value}'")
        return True
    value = flag.default if value is None else value
    if value is None:
        raise FlagError(f"option `--{name}' needs an argument")
    if flag.kind == "number":
        try:
            return int(value)
        except ValueError:
            raise FlagError(f"option `--{name}': invalid value `{value}', expected an integer") from None
    if flag.kind == "logic" and "QF_" not in value:
        raise FlagError(f"option `--{name}': logic name '{value}' should begin with 'QF_'")
    if flag.choices:
        matches = _find_by_prefix(value, flag.choices)
        if len(matches) != 1:
            choices = ", ".join(flag.choices)
            raise FlagError(f"option `--{name}': invalid value `{value}', expected one of {choices}")
        return matches[0]
    return value


def _check_combinations(flags: Flags) -> None:
    """Raise for combinations that TouIST refuses, in the order in which it checks them."""
    modes = [flags.solve or flags.solver is not None, flags.latex is not None, flags.show is not None]
    only_solved = flags.limit != 1 or flags.count or flags.interactive or flags.equiv is not None
    is_smt, is_solved = flags.smt is not None, modes[0]
    conflicts = {
        "only one of {--sat,--smt,--qbf} is allowed": sum([flags.sat, flags.qbf, is_smt]) > 1,
        "--show-hidden only compatible with --solve or --solver": flags.show_hidden and not is_solved,
        "--solve and --solver cannot be used simultaneously": flags.solve and flags.solver is not None,
        "the args {--limit,--count,--interactive,--equiv} can only be used with --solve": only_solved
        and not flags.solve,
        "{--solve,--solver,--show,--latex} are mutually exclusive": sum(modes) > 1,
        "--show does not support --smt": is_smt and flags.show is not None,
        "--table has no meaning with --smt": is_smt and flags.table is not None,
        "--solver not compatible with --smt": is_smt and flags.solver is not None,
        "--debug-dimacs only available in translation mode (see help)": flags.debug_dimacs and any(modes),
        "cannot use {--solve,--solver} and --linter at the same time": is_solved and flags.linter,
        f"no --show={flags.show} without --qbf": "prenex" in (flags.show or "") and not flags.qbf,
        "--equiv goes with --sat only": flags.equiv is not None and (flags.qbf or is_smt),
        "you must give an input file (use - for reading from stdin)": not flags.input,
    }
    for sentence, is_wrong in conflicts.items():
        if is_wrong:
            raise FlagError(sentence)


# ---------------------------------------------------------------------- manual page


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
    """The sections of the manual: title and entries, each with a term (or an empty text) and a sentence."""
    yield "NAME", [("", "touist - translates and solves texts in TouIST's language")]
    yield "SYNOPSIS", [("", f"touist [--sat|--qbf|--smt[=LOGIC]] [OPTION]...{usage} INPUT") for usage in _USAGES]
    yield "DESCRIPTION", [("", _DESCRIPTION)]
    for title in dict.fromkeys([flag.section for flag in FLAGS.values()]):
        flags = {name: flag for name, flag in FLAGS.items() if flag.section == title}
        yield title, [(_usage_of_flag(name), flag.meaning) for name, flag in flags.items()]
    yield "EXIT STATUS", list(_CODES.items())


def _usage_of_flag(name: str) -> str:
    """A flag with its value, as in `-o OUTPUT, --output=OUTPUT` and `--smt[=LOGIC]`."""
    flag = FLAGS[name]
    if not flag.value:
        return f"--{name}"
    is_optional = flag.default is not None
    long = f"--{name}[={flag.value}]" if is_optional else f"--{name}={flag.value}"
    short = f"-{flag.short}[{flag.value}], " if is_optional else f"-{flag.short} {flag.value}, "
    return short + long if flag.short else long


def plain_page() -> str:
    """The manual page as plain text, for a terminal."""
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
    """The manual page as groff, for `man`."""
    lines = ['.TH "touist" 1 "" "" "TouIST"']
    for title, entries in manual_sections():
        lines += [f'.SH "{title}"']
        for term, sentence in entries:
            lines += [".TP", rf"\fB{_escape_groff(term)}\fR"] if term else [".P"]
            lines += [_escape_groff(sentence)]
    return "\n".join(lines) + "\n"


def _escape_groff(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
