"""The `touist` command: TouIST's flags, output lines and exit codes, so that editors and scripts keep working.

It differs from TouIST only where TouIST is wrong: `--count`, `--equiv`, `--limit 0`, the sorts of unknowns in
`--smt`, and quantifiers under `not` and `or` in `--qbf`.
"""

import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from textwrap import TextWrapper
from typing import Any, TypeVar

from msgspec.structs import replace

from bigand.api.parts import Model
from bigand.api.question import Answer, Failure, Question, ask_here
from bigand.api.report import Event, Notice, Part
from bigand.api.source import Source
from bigand.cli import interrupts
from bigand.cli.streams import wrap_pipes
from bigand.cli.touist_flags import DEFAULT_LOGIC, FlagError, Flags, read_flags
from bigand.language.syntax import Mode
from bigand.messages import Language, format_message
from bigand.messages.message import Message, Severity
from bigand.source.diagnostic import Diagnostic
from bigand.source.document import Document
from bigand.source.files import FileError, open_document, write_file
from bigand.source.render import escape_controls
from bigand.wording.texts import Texts

AnswerT = TypeVar("AnswerT", bound=Answer)
DONE, UNSAT, ERRORS, SOLVER, USAGE, INPUT_ENDED, INTERRUPTED = 0, 8, 50, 100, 124, 125, 130
# Messages that advise flags of `bigand`, and those to use instead.
_TOUIST_KEYS = {"G102.help": "G102.touist.help", "limit.endless": "limit.endless.touist"}
_VERSION = "3.5.2"  # of TouIST; nothing else is printed, as editors parse it as a version


def main(arguments: list[str] | None = None) -> int:
    """Run a command line of TouIST; return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        interrupts.release()
        options = read_flags(words)
        with wrap_pipes("stdout", "stderr"):
            return _run(options)
    except FlagError as error:
        _print_error(f"{error}\nTry `touist --help' for more information.")
        return USAGE
    except FileError as error:
        _print_error(Texts(Language.ENGLISH)(error.key, **error.gaps))
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return USAGE
    except MemoryError:
        _print_error(Texts(Language.ENGLISH)("limit.memory"))
        return SOLVER
    except OSError as error:
        _print_error(error.strerror or str(error))
        return USAGE


def _print_error(sentence: str) -> None:
    if sys.stderr is not None:
        print(f"touist: {escape_controls(sentence)}", file=sys.stderr)


class _ExitError(Exception):
    """Ends the command with an exit code; the error has already been printed."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def _run(options: Flags) -> int:
    if options.help:
        from bigand.cli.touist_flags import groff_page, plain_page

        sys.stdout.write(groff_page() if options.help == "groff" else plain_page())
        return DONE
    if options.version:
        print(_VERSION)
        return DONE
    document = open_document(options.input)
    if options.input == "-":
        document = Document("/dev/stdin", document.text)
    try:
        return _run_action(_make_source(document, options), document, options)
    except _ExitError as error:
        return error.code


def _make_source(document: Document, options: Flags) -> Source:
    mode = Mode.SMT if options.smt else Mode.QBF if options.qbf else Mode.SAT
    return Source(text=document.text, name=document.name, mode=mode, logic=options.smt, has_directives=False)


def _run_action(source: Source, document: Document, options: Flags) -> int:
    """Run the action that the flags select; return the exit code."""
    asker = _TouistAsker(options, [document])
    if options.linter and not options.show:
        from bigand.api.check import Check

        checked = asker.ask(Check(source=source, suspicions=False))
        asker.print_diagnostics(checked.diagnostics)
        if not checked.is_valid:
            return ERRORS
        if not options.latex:
            return DONE
        asker = _TouistAsker(replace(options, linter=False), [document])  # the warnings are printed
    if options.latex:
        from bigand.api.mathematics import Mathematics

        text = asker.ask(Mathematics(source=source, target=options.latex)).text  # type: ignore[arg-type]
        _write_output(options, [text.rstrip("\n") + "\n"])
        return DONE
    if options.equiv:
        return _check_equivalence(source, document, options)
    if options.solve or options.solver:
        return _solve(source, asker, options)
    return _translate(source, asker, options)


class _TouistAsker:
    """Asks questions, and prints the errors and warnings of `documents`."""

    def __init__(self, options: Flags, documents: Sequence[Document]) -> None:
        self.options = options
        self.documents = documents

    def ask(self, question: Question[AnswerT], on_part: Callable[[Any], None] = lambda _part: None) -> AnswerT:
        """Return the answer; if the question fails, print why and raise TouIST's exit code."""

        def handle_event(event: Event) -> None:
            if isinstance(event, Part):
                on_part(event.found)
            elif isinstance(event, Notice):
                self.print_diagnostics(event.diagnostics, event.source)

        answer = ask_here(question, handle_event) if question.is_brief else _ask_in_child(question, handle_event)
        if isinstance(answer, Failure):
            raise _ExitError(self.report_failure(answer))
        return answer

    def print_diagnostics(self, diagnostics: Sequence[Diagnostic], source: int = 0) -> None:
        """Print errors; warnings only if they are requested, as scripts take them for a failure."""
        severities = [Severity.ERROR]
        if self.options.linter or self.options.notices:
            severities.append(Severity.WARNING)
        # The user did not choose the default logic, so there is no warning if the text does not fit it.
        ignored_code = "G104" if self.options.smt == DEFAULT_LOGIC else ""
        for diagnostic in diagnostics:
            if diagnostic.severity in severities and diagnostic.code != ignored_code:
                print(
                    _format_diagnostic(diagnostic, self.documents[source], self.options),
                    end="\n\n",
                    file=sys.stderr,
                )

    def report_failure(self, failure: Failure) -> int:
        if failure.diagnostics:
            self.print_diagnostics(failure.diagnostics, failure.source)
            return ERRORS
        message = _SOLVER_MESSAGES.get(failure.key) if self.options.solver else None
        if message is None:
            _print_error(Texts(Language.ENGLISH)(_TOUIST_KEYS.get(failure.key, failure.key), **failure.gaps))
        else:
            print(message.format(command=self.options.solver, **failure.gaps), file=sys.stderr)
        return USAGE if failure.key == "solver.missing" else SOLVER


def _ask_in_child(question: Question[AnswerT], handle_event: Callable[[Event], None]) -> AnswerT | Failure:
    from bigand.api.run.child import ask_in_child  # this takes 25 ms, and brief questions do not need it

    return ask_in_child(question, handle_event)


_SOLVER_MESSAGES = {
    "unsat": "Command '{command}' returned UNSAT (try with -v2)",
    "solver.missing": "Command '{command}' not found (try with -v2)",
    "solver.no_model": "Command '{command}' returned SAT but did not print a model (try with -v2)",
    "solver.no_answer": "Command '{command}' returned unknown code {code} (try with -v2)\n"
    "Expected codes are 10 for SAT and 20 for UNSAT",
}


def _translate(source: Source, asker: _TouistAsker, options: Flags) -> int:
    from bigand.api.translate import Translate

    start = time.perf_counter()
    form = {None: "numbers", "form": "formula"}.get(options.show, options.show)
    form = "smtlib" if options.smt else "names" if options.debug_dimacs else form
    answer = asker.ask(Translate(source=source, form=form, table=not options.table))  # type: ignore[arg-type]
    if options.table:
        write_file(options.table, "".join([f"{name} {index + 1}\n" for index, name in enumerate(answer.names)]))
    _write_output(options, [answer.text])
    if options.verbose:
        _print_size(len(answer.names), answer.clauses)
        _print_time("translation", time.perf_counter() - start)
    return DONE


def _print_size(literals: int, clauses: int) -> None:
    print(f"== literals: {literals}\n== clauses: {clauses}", file=sys.stderr)


def _print_time(stage: str, seconds: float) -> None:
    print(f"== {stage} time: {seconds:f} sec", file=sys.stderr)


def _check_equivalence(source: Source, document: Document, options: Flags) -> int:
    from bigand.api.formulas import Equivalence

    second_document = open_document(options.equiv or "")
    asker = _TouistAsker(options, [document, second_document])
    answer = asker.ask(Equivalence(first=source, second=_make_source(second_document, options)))
    _write_output(options, ["Equivalent\n" if answer.is_equivalent else "Not equivalent\n"])
    return DONE if answer.is_equivalent else UNSAT


# ---------------------------------------------------------------------- models


def _solve(source: Source, asker: _TouistAsker, options: Flags) -> int:
    from bigand.api.solve import Solve, SolveAnswer

    model_lines = _ModelLines(options)
    if options.interactive and not options.count:
        return _solve_interactively(source, asker, model_lines, options)
    question = Solve(
        source=source, wanted=None if options.limit == 0 else max(1, options.limit), count=options.count,
        solver=options.solver, partial=options.solver is not None, names=True,
    )  # fmt: skip
    answer = asker.ask(question, model_lines.add_part)
    assert isinstance(answer, SolveAnswer), "without directives there are neither costs nor plans"
    if options.verbose:
        _print_size(model_lines.variables, answer.clauses)
        _print_time("translation", sum(answer.seconds.values()) - answer.seconds["solve"])
        _print_time("solve", answer.seconds["solve"])
    if answer.stopped is not None or (options.count and answer.count is None):
        raise _ExitError(asker.report_failure(_limit_failure(answer.stopped)))
    if options.count:
        model_lines.lines.append(f"{answer.count}\n")
    elif not answer.count:
        return _report_unsat(options)
    _write_output(options, model_lines.lines)
    return DONE


def _report_unsat(options: Flags) -> int:
    print(_SOLVER_MESSAGES["unsat"].format(command=options.solver) if options.solver else "unsat", file=sys.stderr)
    return UNSAT


def _limit_failure(key: str | None) -> Failure:
    from bigand.source.error import ErrorKind

    return Failure(kind=ErrorKind.LIMIT, key=key or "limit.endless")


def _solve_interactively(source: Source, asker: _TouistAsker, model_lines: "_ModelLines", options: Flags) -> int:
    """Print a model, and another one after each line of input, until there are no more; `n` and `q` end it."""
    from bigand.api.solve import Solve, SolveAnswer

    excluded: tuple[Model, ...] = ()
    while True:
        answer = asker.ask(Solve(source=source, names=not excluded, excluded=excluded), model_lines.add_part)
        assert isinstance(answer, SolveAnswer)
        if not answer.models:
            break
        excluded += answer.models
        if not options.output:
            _write_output(options, model_lines.lines)
            model_lines.lines.clear()
        print(f"== count: {len(excluded)}; continue? (y/n) ", end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            _print_error("interactive mode stopped as stdin unexpectedly closed")
            return INPUT_ENDED
        if line.strip() in ("n", "q"):
            break
    if not excluded:
        return _report_unsat(options)
    _write_output(options, model_lines.lines)
    return DONE


class _ModelLines:
    """Collects TouIST's lines for models: `1 a`, `0 b`, `42 x`, and `? c` for an atom without a value."""

    def __init__(self, options: Flags) -> None:
        self.options = options
        self.lines: list[str] = []
        self.variables = 0
        self._names: tuple[str, ...] = ()
        self._count = 0
        self._may_be_open = options.solver is not None

    def add_part(self, part: Any) -> None:
        from bigand.api.solve import FoundModel, QuantifierPrefix, VariableNames

        if isinstance(part, VariableNames):
            self.variables = len(part.names)
            self._names = part.names if self.options.show_hidden else part.names[: part.atoms]
        elif isinstance(part, QuantifierPrefix):
            self._may_be_open = True
        elif isinstance(part, FoundModel):
            self._count += 1
            if self.options.limit != 1:
                self.lines.append(f"==== model {self._count}\n")
            self.lines += self._lines_of(part.model) or ["\n"]

    def _lines_of(self, model: Model) -> list[str]:
        values = {**dict.fromkeys(model.true, "1"), **dict.fromkeys(model.false or (), "0")}
        values |= {name: _format_number(value) for name, value in (model.values or {}).items()}
        names = self._names if self._may_be_open else [name for name in self._names if name in values]
        return [f"{values.get(name, '?')} {name}\n" for name in names]


def _format_number(value: int | float | str) -> str:
    """A number as TouIST prints it: `42`, `3.5`, `4.`."""
    if isinstance(value, int):
        return str(value)
    exact = Fraction(str(value))
    if abs(exact) >= 10**300:
        return str(exact)
    text = f"{float(exact):.12g}"
    return text + "." if text.lstrip("-").isdigit() else text


def _write_output(options: Flags, pieces: Iterable[str]) -> None:
    if options.output:
        write_file(options.output, (piece.encode("utf-8", "surrogateescape") for piece in pieces))
    elif sys.stdout is not None:
        sys.stdout.writelines(pieces)
        sys.stdout.flush()


def _format_diagnostic(diagnostic: Diagnostic, document: Document, options: Flags) -> str:
    """Fill TouIST's placeholders for a diagnostic; its columns count bytes, from 1."""
    start, end = document.position(diagnostic.primary.span.start), document.position(diagnostic.primary.span.end)
    message = format_message(diagnostic.message, Language.ENGLISH)
    for note in diagnostic.notes:
        message += f". {format_message(note, Language.ENGLISH)}"
    if diagnostic.help is not None:
        message += f". {format_message(_replace_bigand_advice(diagnostic.help), Language.ENGLISH)}"
    placeholders = {
        "%f": escape_controls(document.name),
        "%l": str(start.line),
        "%L": str(end.line),
        "%c": str(_byte_column(document, start.line, start.column)),
        "%C": str(_byte_column(document, end.line, end.column)),
        "%b": str(len(document.text[: diagnostic.primary.span.start].encode("utf-8", "replace"))),
        "%B": str(len(document.text[: diagnostic.primary.span.end].encode("utf-8", "replace"))),
        "%t": diagnostic.severity.value,
        "%m": escape_controls(message),
    }
    template = options.error_format.replace("\\n", "\n").replace("\\t", "\t")
    text = re.sub("%[flLcCbBtm]", lambda place: placeholders[place[0]], template)
    if options.wrap_width <= 0:
        return text
    wrapper = TextWrapper(options.wrap_width, expand_tabs=False, replace_whitespace=False, break_long_words=False)
    return "\n".join([wrapper.fill(line) for line in text.split("\n")])


def _replace_bigand_advice(help: Message) -> Message:
    """Replace advice that names a flag which only `bigand` has."""
    return replace(help, key=_TOUIST_KEYS.get(help.key, help.key))


def _byte_column(document: Document, line: int, column: int) -> int:
    return len(document.line(line)[: column - 1].encode("utf-8", "replace")) + 1
