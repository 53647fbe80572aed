"""The `touist` command: TouIST's own flags, output lines and exit codes, so that editors and scripts keep working.

Where TouIST's program is wrong (`--count`, `--equiv`, `--limit 0`, the kinds of unknowns in `--smt`, quantifiers
under `not` and `or` in `--qbf`) this one is right.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from textwrap import fill
from typing import Any, TypeVar

from bigand.answer.parts import Model
from bigand.answer.question import Answer, Failure, Question
from bigand.answer.report import Event, Noticed, Part
from bigand.answer.running.child import ask_in_child
from bigand.answer.source import Source
from bigand.command.files import UnreadableError, open_document, write_file
from bigand.command.layout import PlainParser
from bigand.command.streams import patient_streams
from bigand.command.texts import Texts
from bigand.language.syntax import Mode
from bigand.source.catalogue import Language, say
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.document import Document
from bigand.source.render import harmless

Found = TypeVar("Found", bound=Answer)
DONE, UNSAT, ERRORS, SOLVER, USAGE = 0, 8, 50, 100, 124
_VERSION = "3.5.2"  # of TouIST; alone, since editors compare it as a version
_DEFAULT_LOGIC = "QF_LRA"
_DEFAULT_FORMAT = "%f: line %l, col %c-%C: %t: %m"


class _Parser(PlainParser):
    """Wrong words end with TouIST's exit code."""

    def error(self, message: str) -> "None":  # type: ignore[override]  # it never returns
        print(f"touist: {harmless(message)}", file=sys.stderr)
        raise SystemExit(USAGE)


def _options(words: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(prog="touist", description="TouIST's command line, answered by bigand.")
    parser.add_argument("input", metavar="INPUT")
    language = parser.add_mutually_exclusive_group()
    language.add_argument("--sat", action="store_true")
    language.add_argument("--qbf", action="store_true")
    language.add_argument("--smt", nargs="?", const=_DEFAULT_LOGIC, metavar="LOGIC")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--solve", action="store_true")
    mode.add_argument("--solver", metavar="CMD")
    mode.add_argument("--show", nargs="?", const="form", choices=["form", "cnf", "prenex"])
    parser.add_argument("--latex", nargs="?", const="mathjax", choices=["mathjax", "katex", "document"])
    parser.add_argument("--limit", type=int, default=1)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--interactive", action="store_true")
    parser.add_argument("--equiv", metavar="FILE")
    parser.add_argument("--show-hidden", action="store_true")
    parser.add_argument("--linter", action="store_true")
    parser.add_argument("--table", metavar="FILE")
    parser.add_argument("--debug-dimacs", action="store_true")
    parser.add_argument("-o", "--output", metavar="FILE")
    parser.add_argument("--error-format", default=_DEFAULT_FORMAT)
    parser.add_argument("--wrap-width", type=int, default=76)
    parser.add_argument("-v", "--verbose", nargs="?", const=1, type=int, default=0)
    parser.add_argument("--version", action="version", version=_VERSION)
    return parser.parse_args(_spread(words))


def _spread(words: Sequence[str]) -> list[str]:
    """`-v1` as `-v 1`; an optional value follows its flag only with `=`, so that INPUT is never swallowed."""
    spread = []
    for word in words:
        if word in ("--latex", "--show", "--smt", "-v", "--verbose"):
            defaults = {"--latex": "mathjax", "--show": "form", "--smt": _DEFAULT_LOGIC}
            spread.append(f"{word}={defaults[word]}" if word in defaults else "--verbose=1")
        elif word.startswith("-v") and word[2:].isdigit():
            spread.append(f"--verbose={word[2:]}")
        else:
            spread.append(word)
    return spread


def main(arguments: list[str] | None = None) -> int:
    """Run TouIST's command line; gives its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        options = _options(words)
        with patient_streams("stdout", "stderr"):
            return _run(options)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except UnreadableError as error:
        print(f"touist: {Texts(Language.ENGLISH)(error.key, **error.gaps)}", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, BrokenPipeError):
        return USAGE
    except OSError as error:
        if sys.stderr is not None:
            print(f"touist: {error.strerror or error}", file=sys.stderr)
        return USAGE


class _FailedError(Exception):
    """There is no answer; what there is to say has been said."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def _run(options: argparse.Namespace) -> int:
    wrong = _misused(options)
    if wrong:
        print(f"touist: {wrong}", file=sys.stderr)
        return USAGE
    document = open_document(options.input)
    if options.input == "-":
        document = Document("/dev/stdin", document.text)
    try:
        return _answer(_source(document, options), document, options)
    except _FailedError as error:
        return error.code


def _source(document: Document, options: argparse.Namespace) -> Source:
    mode = Mode.SMT if options.smt else Mode.QBF if options.qbf else Mode.SAT
    return Source(text=document.text, name=document.name, mode=mode, logic=options.smt, has_directives=False)


def _answer(source: Source, document: Document, options: argparse.Namespace) -> int:
    """What the options ask for."""
    asker = _Asker(options, [document])
    if options.latex:
        from bigand.answer.questions.mathematics import Mathematics

        text = asker.ask(Mathematics(source=source, target=options.latex)).text
        _write(options, [text.rstrip("\n") + "\n"])
        return DONE
    if options.linter:
        from bigand.answer.questions.check import Check

        checked = asker.ask(Check(source=source, suspicions=False))
        _tell(checked.diagnostics, document, options)
        return DONE if checked.is_valid else ERRORS
    if options.equiv and not options.smt:
        return _equivalent(source, document, options)
    if options.solve or options.solver:
        return _solve(source, asker, options)
    return _translate(source, asker, options)


def _misused(options: argparse.Namespace) -> str:
    """What TouIST does not take together with `--smt`, and what goes with `--qbf` only, or not with it."""
    if options.show == "prenex" and not options.qbf:
        return "--show=prenex goes with --qbf only"
    if options.qbf and options.equiv:
        return "--equiv cannot go with --qbf"
    if options.smt is None:
        return ""
    if "QF_" not in options.smt:
        return f"`{options.smt}` is no logic: --smt takes QF_IDL, QF_RDL, QF_LIA, QF_LRA, ..."
    given = {
        "--show": options.show,
        "--table": options.table,
        "--solver": options.solver,
        "--equiv": options.equiv,
        "--debug-dimacs": options.debug_dimacs,
    }
    wrong = [flag for flag, value in given.items() if value]
    return f"{wrong[0]} cannot go with --smt" if wrong else ""


class _Asker:
    """Asks questions, and tells what is wrong or doubtful with the documents they are about."""

    def __init__(self, options: argparse.Namespace, documents: Sequence[Document]) -> None:
        self.options = options
        self.documents = documents

    def ask(self, question: Question[Found], part: Callable[[Any], None] = lambda _found: None) -> Found:
        """The answer; without one what went wrong is told, and TouIST's exit code raised."""

        def hear(event: Event) -> None:
            if isinstance(event, Part):
                part(event.found)
            elif isinstance(event, Noticed):
                self._tell(event.diagnostics, event.source)

        answer = ask_in_child(question, hear)
        if isinstance(answer, Failure):
            raise _FailedError(self.tell_failure(answer))
        return answer

    def _tell(self, diagnostics: Sequence[Diagnostic], source: int) -> None:
        # The default logic is no wish of the user's: what it does not fit is no doubt.
        is_wish = self.options.smt != _DEFAULT_LOGIC
        _tell([one for one in diagnostics if is_wish or one.code != "G104"], self.documents[source], self.options)

    def tell_failure(self, failure: Failure) -> int:
        if failure.diagnostics:
            self._tell(failure.diagnostics, failure.source)
            return ERRORS
        print(f"touist: {Texts(Language.ENGLISH)(failure.key, **failure.gaps)}", file=sys.stderr)
        return USAGE if failure.key == "solver.missing" else SOLVER


def _translate(source: Source, asker: _Asker, options: argparse.Namespace) -> int:
    from bigand.answer.questions.translate import Translate

    form = "names" if options.debug_dimacs or options.show == "cnf" else "numbers"
    form = "smtlib" if options.smt else {"prenex": "prenex", "form": "formula"}.get(options.show, form)
    answer = asker.ask(Translate(source=source, form=form, table=not options.table))  # type: ignore[arg-type]
    if options.table:
        write_file(options.table, "".join([f"{name} {at + 1}\n" for at, name in enumerate(answer.names)]))
    _write(options, [answer.text])
    if options.verbose and form == "numbers":
        print(f"== literals: {len(answer.names)}\n== clauses: {answer.clauses}", file=sys.stderr)
    return DONE


def _equivalent(source: Source, document: Document, options: argparse.Namespace) -> int:
    from bigand.answer.questions.formulas import Equivalence

    other = open_document(options.equiv)
    asker = _Asker(options, [document, other])
    compared = asker.ask(Equivalence(first=source, second=_source(other, options)))
    print("Equivalent" if compared.is_equivalent else "Not equivalent")
    return DONE if compared.is_equivalent else UNSAT


# ---------------------------------------------------------------------- models


def _solve(source: Source, asker: _Asker, options: argparse.Namespace) -> int:
    from bigand.answer.questions.solve import Solve, Solved

    lister = _Lister(options)
    if options.interactive and not options.count:
        return _one_by_one(source, asker, lister, options)
    wanted = None if options.limit == 0 else options.limit
    question = Solve(source=source, wanted=wanted, count=options.count, solver=options.solver, names=True)
    answer = asker.ask(question, lister.part)
    assert isinstance(answer, Solved), "without directives there are neither costs nor plans"
    if answer.stopped is not None or (options.count and answer.count is None):
        raise _FailedError(asker.tell_failure(_stopped(answer.stopped)))
    if options.count:
        lister.lines.append(f"{answer.count}\n")
    elif not answer.count:
        print("unsat", file=sys.stderr)
        return UNSAT
    _write(options, lister.lines)
    return DONE


def _stopped(key: str | None) -> Failure:
    from bigand.source.error import Kind

    return Failure(kind=Kind.LIMIT, key=key or "limit.endless")


def _one_by_one(source: Source, asker: _Asker, lister: "_Lister", options: argparse.Namespace) -> int:
    """A model, and after each answer of the user another one, as long as there are some."""
    from bigand.answer.questions.solve import Solve, Solved

    excluded: tuple[Model, ...] = ()
    while True:
        question = Solve(source=source, solver=options.solver, names=not excluded, excluded=excluded)
        answer = asker.ask(question, lister.part)
        assert isinstance(answer, Solved)
        if not answer.models:
            break
        excluded += answer.models
        sys.stdout.write("".join(lister.lines))
        lister.lines.clear()
        print(f"== count: {len(excluded)}; continue? (y/n) ", end="", flush=True)
        if sys.stdin.readline().strip() in ("n", "q", ""):
            break
    if not excluded:
        print("unsat", file=sys.stderr)
        return UNSAT
    _write(options, lister.lines)
    return DONE


class _Lister:
    """Makes TouIST's lines of models as they come: `1 a`, `0 b`, `42 x`, and `? c` for what has no value."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.lines: list[str] = []
        self._names: tuple[str, ...] = ()
        self._count = 0
        self._is_quantified = False

    def part(self, found: Any) -> None:
        from bigand.answer.questions.solve import Found as FoundModel
        from bigand.answer.questions.solve import Names, Prefix

        if isinstance(found, Names):
            self._names = found.names if self.options.show_hidden else found.names[: found.atoms]
        elif isinstance(found, Prefix):
            self._is_quantified = True
        elif isinstance(found, FoundModel):
            self._count += 1
            if self.options.limit != 1 or self.options.interactive:
                self.lines.append(f"==== model {self._count}\n")
            self.lines += self._of_model(found.model) or ["\n"]

    def _of_model(self, model: Model) -> list[str]:
        values = {**dict.fromkeys(model.true, "1"), **dict.fromkeys(model.false or (), "0")}
        values |= {name: _number(value) for name, value in (model.values or {}).items()}
        names = self._names if self._is_quantified else [name for name in self._names if name in values]
        return [f"{values.get(name, '?')} {name}\n" for name in names]


def _number(value: int | float | str) -> str:
    """A number as TouIST prints it: `42`, `3.5`, `4.`."""
    if isinstance(value, int):
        return str(value)
    exact = Fraction(str(value))
    if abs(exact) >= 10**300:
        return str(exact)
    text = f"{float(exact):.12g}"
    return text + "." if text.lstrip("-").isdigit() else text


def _write(options: argparse.Namespace, pieces: Iterable[str]) -> None:
    if options.output:
        write_file(options.output, (piece.encode("utf-8", "surrogateescape") for piece in pieces))
    elif sys.stdout is not None:
        sys.stdout.writelines(pieces)
        sys.stdout.flush()


def _tell(diagnostics: Sequence[Diagnostic], document: Document, options: argparse.Namespace) -> None:
    """Errors and warnings in TouIST's format, on the error stream."""
    for one in diagnostics:
        if one.severity is not Severity.INFO:
            print(_formatted(one, document, options), file=sys.stderr)


def _formatted(one: Diagnostic, document: Document, options: argparse.Namespace) -> str:
    """TouIST's placeholders filled; its columns count bytes, from 1."""
    start, end = document.position(one.primary.span.start), document.position(one.primary.span.end)
    message = say(one.message, Language.ENGLISH)
    for note in one.notes:
        message += f". {say(note, Language.ENGLISH)}"
    if one.help is not None:
        message += f". {say(one.help, Language.ENGLISH)}"
    filled = {
        "%f": harmless(document.name),
        "%l": str(start.line),
        "%L": str(end.line),
        "%c": str(_bytes(document, start.line, start.column)),
        "%C": str(_bytes(document, end.line, end.column)),
        "%b": str(len(document.text[: one.primary.span.start].encode("utf-8", "replace"))),
        "%B": str(len(document.text[: one.primary.span.end].encode("utf-8", "replace"))),
        "%t": one.severity.value,
        "%m": harmless(message),
    }
    text = options.error_format.replace("\\n", "\n").replace("\\t", "\t")
    for place, value in filled.items():
        text = text.replace(place, value)
    return fill(text, options.wrap_width, break_long_words=False) if options.wrap_width > 0 else text


def _bytes(document: Document, line: int, column: int) -> int:
    return len(document.line(line)[: column - 1].encode("utf-8", "replace")) + 1
