"""The `touist` command: TouIST's own flags, output lines and exit codes, so that editors and scripts keep working.

Where TouIST's program is wrong (`--count`, `--equiv`, `--limit 0`, the kinds of unknowns in `--smt`, quantifiers
under `not` and `or` in `--qbf`) this one is right.
"""

import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from textwrap import TextWrapper
from typing import Any, TypeVar

from msgspec.structs import replace

from bigand.answer.parts import Model
from bigand.answer.question import Answer, Failure, Question
from bigand.answer.report import Event, Noticed, Part
from bigand.answer.running.here import ask_here
from bigand.answer.source import Source
from bigand.apps.cli import interrupts
from bigand.apps.cli.flags import DEFAULT_LOGIC, Flags, MisusedError, read_flags
from bigand.command.files import UnreadableError, open_document, write_file
from bigand.command.streams import patient_streams
from bigand.command.texts import Texts
from bigand.language.syntax import Mode
from bigand.source.catalogue import Language, format_message
from bigand.source.diagnostic import Diagnostic, Message, Severity
from bigand.source.document import Document
from bigand.source.render import escape_controls

Found = TypeVar("Found", bound=Answer)
DONE, UNSAT, ERRORS, SOLVER, USAGE, ENDED, INTERRUPTED = 0, 8, 50, 100, 124, 125, 130
_OWN_WORDS = {"G102.help": "G102.touist.help", "limit.endless": "limit.endless.touist"}  # what advises other flags
_VERSION = "3.5.2"  # of TouIST; alone, since editors compare it as a version


def main(arguments: list[str] | None = None) -> int:
    """Run TouIST's command line; gives its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        interrupts.release()
        options = read_flags(words)
        with patient_streams("stdout", "stderr"):
            return _run(options)
    except MisusedError as error:
        _complain(f"{error}\nTry `touist --help' for more information.")
        return USAGE
    except UnreadableError as error:
        _complain(Texts(Language.ENGLISH)(error.key, **error.gaps))
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return USAGE
    except MemoryError:
        _complain(Texts(Language.ENGLISH)("limit.memory"))
        return SOLVER
    except OSError as error:
        _complain(error.strerror or str(error))
        return USAGE


def _complain(sentence: str) -> None:
    if sys.stderr is not None:
        print(f"touist: {escape_controls(sentence)}", file=sys.stderr)


class _FailedError(Exception):
    """There is no answer; what there is to say has been said."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def _run(options: Flags) -> int:
    if options.help:
        from bigand.apps.cli.manual import groff_page, plain_page

        sys.stdout.write(groff_page() if options.help == "groff" else plain_page())
        return DONE
    if options.version:
        print(_VERSION)
        return DONE
    document = open_document(options.input)
    if options.input == "-":
        document = Document("/dev/stdin", document.text)
    try:
        return _answer(_source(document, options), document, options)
    except _FailedError as error:
        return error.code


def _source(document: Document, options: Flags) -> Source:
    mode = Mode.SMT if options.smt else Mode.QBF if options.qbf else Mode.SAT
    return Source(text=document.text, name=document.name, mode=mode, logic=options.smt, has_directives=False)


def _answer(source: Source, document: Document, options: Flags) -> int:
    """What the options ask for."""
    asker = _Asker(options, [document])
    if options.linter and not options.show:
        from bigand.answer.questions.check import Check

        checked = asker.ask(Check(source=source, suspicions=False))
        asker.tell(checked.diagnostics)
        if not checked.is_valid:
            return ERRORS
        if not options.latex:
            return DONE
        asker = _Asker(replace(options, linter=False), [document])  # what there is to tell has been told
    if options.latex:
        from bigand.answer.questions.mathematics import Mathematics

        text = asker.ask(Mathematics(source=source, target=options.latex)).text  # type: ignore[arg-type]
        _write(options, [text.rstrip("\n") + "\n"])
        return DONE
    if options.equiv:
        return _equivalent(source, document, options)
    if options.solve or options.solver:
        return _solve(source, asker, options)
    return _translate(source, asker, options)


class _Asker:
    """Asks questions, and tells what is wrong or doubtful with the documents they are about."""

    def __init__(self, options: Flags, documents: Sequence[Document]) -> None:
        self.options = options
        self.documents = documents

    def ask(self, question: Question[Found], part: Callable[[Any], None] = lambda _found: None) -> Found:
        """The answer; without one what went wrong is told, and TouIST's exit code raised."""

        def hear(event: Event) -> None:
            if isinstance(event, Part):
                part(event.found)
            elif isinstance(event, Noticed):
                self.tell(event.diagnostics, event.source)

        answer = ask_here(question, hear) if question.is_brief else _ask_in_child(question, hear)
        if isinstance(answer, Failure):
            raise _FailedError(self.tell_failure(answer))
        return answer

    def tell(self, diagnostics: Sequence[Diagnostic], source: int = 0) -> None:
        """What is wrong with a text; what is doubtful only if that was asked for: scripts take it for a failure."""
        wanted = [Severity.ERROR]
        if self.options.linter or self.options.notices:
            wanted.append(Severity.WARNING)
        # The default logic is no wish of the user's: what it does not fit is no doubt.
        dropped = "G104" if self.options.smt == DEFAULT_LOGIC else ""
        for one in diagnostics:
            if one.severity in wanted and one.code != dropped:
                print(_formatted(one, self.documents[source], self.options), end="\n\n", file=sys.stderr)

    def tell_failure(self, failure: Failure) -> int:
        if failure.diagnostics:
            self.tell(failure.diagnostics, failure.source)
            return ERRORS
        told = _OF_COMMANDS.get(failure.key) if self.options.solver else None
        if told is None:
            _complain(Texts(Language.ENGLISH)(_OWN_WORDS.get(failure.key, failure.key), **failure.gaps))
        else:
            print(told.format(command=self.options.solver, **failure.gaps), file=sys.stderr)
        return USAGE if failure.key == "solver.missing" else SOLVER


def _ask_in_child(question: Question[Found], hear: Callable[[Event], None]) -> Found | Failure:
    from bigand.answer.running.child import ask_in_child  # 25 ms that a brief question does without

    return ask_in_child(question, hear)


_OF_COMMANDS = {
    "unsat": "Command '{command}' returned UNSAT (try with -v2)",
    "solver.missing": "Command '{command}' not found (try with -v2)",
    "solver.no_model": "Command '{command}' returned SAT but did not print a model (try with -v2)",
    "solver.no_answer": "Command '{command}' returned unknown code {code} (try with -v2)\n"
    "Expected codes are 10 for SAT and 20 for UNSAT",
}


def _translate(source: Source, asker: _Asker, options: Flags) -> int:
    from bigand.answer.questions.translate import Translate

    began = time.perf_counter()
    form = {None: "numbers", "form": "formula"}.get(options.show, options.show)
    form = "smtlib" if options.smt else "names" if options.debug_dimacs else form
    answer = asker.ask(Translate(source=source, form=form, table=not options.table))  # type: ignore[arg-type]
    if options.table:
        write_file(options.table, "".join([f"{name} {at + 1}\n" for at, name in enumerate(answer.names)]))
    _write(options, [answer.text])
    if options.verbose:
        _tell_size(len(answer.names), answer.clauses)
        _tell_time("translation", time.perf_counter() - began)
    return DONE


def _tell_size(literals: int, clauses: int) -> None:
    print(f"== literals: {literals}\n== clauses: {clauses}", file=sys.stderr)


def _tell_time(stage: str, seconds: float) -> None:
    print(f"== {stage} time: {seconds:f} sec", file=sys.stderr)


def _equivalent(source: Source, document: Document, options: Flags) -> int:
    from bigand.answer.questions.formulas import Equivalence

    other = open_document(options.equiv or "")
    asker = _Asker(options, [document, other])
    compared = asker.ask(Equivalence(first=source, second=_source(other, options)))
    _write(options, ["Equivalent\n" if compared.is_equivalent else "Not equivalent\n"])
    return DONE if compared.is_equivalent else UNSAT


# ---------------------------------------------------------------------- models


def _solve(source: Source, asker: _Asker, options: Flags) -> int:
    from bigand.answer.questions.solve import Solve, Solved

    lister = _Lister(options)
    if options.interactive and not options.count:
        return _one_by_one(source, asker, lister, options)
    question = Solve(
        source=source, wanted=None if options.limit == 0 else max(1, options.limit), count=options.count,
        solver=options.solver, partial=options.solver is not None, names=True,
    )  # fmt: skip
    answer = asker.ask(question, lister.part)
    assert isinstance(answer, Solved), "without directives there are neither costs nor plans"
    if options.verbose:
        _tell_size(lister.variables, answer.clauses)
        _tell_time("translation", sum(answer.seconds.values()) - answer.seconds["solve"])
        _tell_time("solve", answer.seconds["solve"])
    if answer.stopped is not None or (options.count and answer.count is None):
        raise _FailedError(asker.tell_failure(_stopped(answer.stopped)))
    if options.count:
        lister.lines.append(f"{answer.count}\n")
    elif not answer.count:
        return _unsat(options)
    _write(options, lister.lines)
    return DONE


def _unsat(options: Flags) -> int:
    print(_OF_COMMANDS["unsat"].format(command=options.solver) if options.solver else "unsat", file=sys.stderr)
    return UNSAT


def _stopped(key: str | None) -> Failure:
    from bigand.source.error import ErrorKind

    return Failure(kind=ErrorKind.LIMIT, key=key or "limit.endless")


def _one_by_one(source: Source, asker: _Asker, lister: "_Lister", options: Flags) -> int:
    """A model, and after each line of the user another one, as long as there are some; `n` and `q` end it."""
    from bigand.answer.questions.solve import Solve, Solved

    excluded: tuple[Model, ...] = ()
    while True:
        answer = asker.ask(Solve(source=source, names=not excluded, excluded=excluded), lister.part)
        assert isinstance(answer, Solved)
        if not answer.models:
            break
        excluded += answer.models
        if not options.output:
            _write(options, lister.lines)
            lister.lines.clear()
        print(f"== count: {len(excluded)}; continue? (y/n) ", end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            _complain("interactive mode stopped as stdin unexpectedly closed")
            return ENDED
        if line.strip() in ("n", "q"):
            break
    if not excluded:
        return _unsat(options)
    _write(options, lister.lines)
    return DONE


class _Lister:
    """Makes TouIST's lines of models as they come: `1 a`, `0 b`, `42 x`, and `? c` for what has no value."""

    def __init__(self, options: Flags) -> None:
        self.options = options
        self.lines: list[str] = []
        self.variables = 0
        self._names: tuple[str, ...] = ()
        self._count = 0
        self._may_be_open = options.solver is not None

    def part(self, found: Any) -> None:
        from bigand.answer.questions.solve import Found as FoundModel
        from bigand.answer.questions.solve import Names, Prefix

        if isinstance(found, Names):
            self.variables = len(found.names)
            self._names = found.names if self.options.show_hidden else found.names[: found.atoms]
        elif isinstance(found, Prefix):
            self._may_be_open = True
        elif isinstance(found, FoundModel):
            self._count += 1
            if self.options.limit != 1:
                self.lines.append(f"==== model {self._count}\n")
            self.lines += self._of_model(found.model) or ["\n"]

    def _of_model(self, model: Model) -> list[str]:
        values = {**dict.fromkeys(model.true, "1"), **dict.fromkeys(model.false or (), "0")}
        values |= {name: _number(value) for name, value in (model.values or {}).items()}
        names = self._names if self._may_be_open else [name for name in self._names if name in values]
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


def _write(options: Flags, pieces: Iterable[str]) -> None:
    if options.output:
        write_file(options.output, (piece.encode("utf-8", "surrogateescape") for piece in pieces))
    elif sys.stdout is not None:
        sys.stdout.writelines(pieces)
        sys.stdout.flush()


def _formatted(one: Diagnostic, document: Document, options: Flags) -> str:
    """TouIST's placeholders filled; its columns count bytes, from 1."""
    start, end = document.position(one.primary.span.start), document.position(one.primary.span.end)
    message = format_message(one.message, Language.ENGLISH)
    for note in one.notes:
        message += f". {format_message(note, Language.ENGLISH)}"
    if one.help is not None:
        message += f". {format_message(_possible(one.help), Language.ENGLISH)}"
    filled = {
        "%f": escape_controls(document.name),
        "%l": str(start.line),
        "%L": str(end.line),
        "%c": str(_bytes(document, start.line, start.column)),
        "%C": str(_bytes(document, end.line, end.column)),
        "%b": str(len(document.text[: one.primary.span.start].encode("utf-8", "replace"))),
        "%B": str(len(document.text[: one.primary.span.end].encode("utf-8", "replace"))),
        "%t": one.severity.value,
        "%m": escape_controls(message),
    }
    shape = options.error_format.replace("\\n", "\n").replace("\\t", "\t")
    text = re.sub("%[flLcCbBtm]", lambda place: filled[place[0]], shape)
    if options.wrap_width <= 0:
        return text
    wrapper = TextWrapper(options.wrap_width, expand_tabs=False, replace_whitespace=False, break_long_words=False)
    return "\n".join([wrapper.fill(line) for line in text.split("\n")])


def _possible(help: Message) -> Message:
    """An advice that can be followed: it names no flag that only `bigand` has."""
    return replace(help, key=_OWN_WORDS.get(help.key, help.key))


def _bytes(document: Document, line: int, column: int) -> int:
    return len(document.line(line)[: column - 1].encode("utf-8", "replace")) + 1
