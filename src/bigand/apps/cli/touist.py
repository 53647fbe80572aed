"""The `touist` command: TouIST's own flags, output lines and exit codes, so that editors and scripts keep working.

Where TouIST's program is wrong (`--count`, `--equiv`, `--limit 0`, the kinds of unknowns in `--smt`, quantifiers
under `not` and `or` in `--qbf`) this one is right.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING

from bigand.apps.cli.files import UnreadableError, open_document, write_file
from bigand.apps.cli.streams import patient_streams
from bigand.apps.cli.texts import Texts
from bigand.source.catalogue import Language, say
from bigand.source.diagnostic import Diagnostic, Severity
from bigand.source.document import Document
from bigand.source.render import harmless

if TYPE_CHECKING:
    from bigand.answer.model import Model, Solution
    from bigand.answer.quantified import QuantifiedModel
    from bigand.encode.quantified import QuantifiedClauses
    from bigand.language import Reading

DONE, UNSAT, ERRORS, SOLVER, USAGE = 0, 8, 50, 100, 124
_VERSION = "3.5.2"  # of TouIST; alone, since editors compare it as a version
_DEFAULT_LOGIC = "QF_LRA"
_DEFAULT_FORMAT = "%f: line %l, col %c-%C: %t: %m"


class _Parser(argparse.ArgumentParser):
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


def _run(options: argparse.Namespace) -> int:
    from bigand.language import Mode, read
    from bigand.source.recursion import deep_recursion

    wrong = _misused(options)
    if wrong:
        print(f"touist: {wrong}", file=sys.stderr)
        return USAGE
    mode = Mode.SMT if options.smt else Mode.QBF if options.qbf else Mode.SAT
    document = open_document(options.input)
    if options.input == "-":
        document = Document("/dev/stdin", document.text)
    reading = read(document, mode)
    _tell(reading.diagnostics, document, options)
    if not reading.ok:
        return ERRORS
    reading = _without_directives(reading)
    with deep_recursion():
        if options.latex:
            from bigand.language.mathematics import Target, latex

            _write(options, [latex(reading.program, Target(options.latex), Language.ENGLISH).rstrip("\n") + "\n"])
            return DONE
        if options.linter:
            return DONE
        return _answer(reading, options)


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


def _without_directives(reading: "Reading") -> "Reading":
    """To TouIST directives are comments: nothing is soft, nothing is minimised."""
    return replace(reading, program=replace(reading.program, directives=()))


def _answer(reading: "object", options: argparse.Namespace) -> int:
    from bigand.answer.model import model_of
    from bigand.ground.evaluate import NotEvaluableError
    from bigand.language import Reading
    from bigand.solve.session import LimitError, SolverError

    assert isinstance(reading, Reading)
    try:
        model = model_of(reading, logic=options.smt)
        if options.smt:
            return _answer_numbers(model, options)
        if options.equiv:
            return _equivalent(model, options)
        if options.show == "prenex":
            from bigand.answer.quantified import QuantifiedModel

            assert isinstance(model, QuantifiedModel)
            _write(options, [_prenex(model.quantified)])
            return DONE
        if options.solve or options.solver:
            return _solve(model, options)
        if options.show == "form":
            from bigand.ground.written import show, written

            _write(options, [show(written(model.grounder)) + "\n"])
            return DONE
        return _translate(model, options)
    except NotEvaluableError as error:
        _tell(error.diagnostics, reading.document, options)
        return ERRORS
    except (SolverError, LimitError) as error:
        print(f"touist: {Texts(Language.ENGLISH)(error.key, **error.gaps)}", file=sys.stderr)
        return USAGE if error.key == "solver.missing" else SOLVER


def _answer_numbers(model: "object", options: argparse.Namespace) -> int:
    """`--smt`: lines `VALUE NAME`, or SMT-LIB."""
    from bigand.answer.numbers import NumberModel, smtlib_of

    assert isinstance(model, NumberModel)
    if options.solve:
        return _solve(model, options)
    # The default logic is no wish of the user's: what it does not fit is no doubt.
    pieces, doubts = smtlib_of(model, options.smt)
    if options.smt != _DEFAULT_LOGIC:
        _tell(doubts, model.reading.document, options)
    _write(options, pieces)
    return DONE


def _translate(model: "object", options: argparse.Namespace) -> int:
    from bigand.answer.model import Model
    from bigand.answer.quantified import QuantifiedModel
    from bigand.encode.dimacs import dimacs
    from bigand.encode.qdimacs import qdimacs

    assert isinstance(model, Model)
    compiled = model.compiled
    hidden = [f"&{at + 1}" for at in range(compiled.clauses.variables - compiled.clauses.atoms)]
    names = [*compiled.names, *hidden]
    if options.table:
        write_file(options.table, "".join([f"{name} {at + 1}\n" for at, name in enumerate(names)]))
    if options.debug_dimacs or options.show == "cnf":
        from bigand.encode.named import named_clauses, named_prefix

        head = f"p cnf {compiled.clauses.variables} {compiled.clauses.count}\n"
        blocks = list(named_prefix(model.quantified)) if isinstance(model, QuantifiedModel) else []
        prefix = [f"{line} 0\n".replace("∀", "a", 1).replace("∃", "e", 1) for line in blocks]
        _write(options, [head, *prefix, *[f"{line} 0\n" for line in named_clauses(compiled)]])
        return DONE
    if isinstance(model, QuantifiedModel):
        pieces = qdimacs(model.quantified, names, table=not options.table)
    else:
        pieces = dimacs(compiled.clauses, names, table=not options.table)
    _write(options, (piece.decode("utf-8", "replace") for piece in pieces))
    if options.verbose:
        print(f"== literals: {compiled.clauses.variables}\n== clauses: {compiled.clauses.count}", file=sys.stderr)
    return DONE


def _solve(model: "object", options: argparse.Namespace) -> int:
    from bigand.answer.model import Model

    assert isinstance(model, Model)
    lines: list[str] = []
    count = 0
    for solution in _found(model, options):
        count += 1
        if not options.count:
            if options.limit != 1 or options.interactive:
                lines.append(f"==== model {count}\n")
            lines += _lines(model, solution, options) or ["\n"]
        if options.interactive and not options.count:
            sys.stdout.write("".join(lines))
            lines = []
            print(f"== count: {count}; continue? (y/n) ", end="", flush=True)
            if sys.stdin.readline().strip() in ("n", "q", ""):
                break
        elif not options.count and options.limit and count >= options.limit:
            break
    if options.count:
        lines.append(f"{count}\n")
    elif not count:
        print("unsat", file=sys.stderr)
        return UNSAT
    _write(options, lines)
    return DONE


def _found(model: "Model", options: argparse.Namespace) -> "Iterator[Solution]":
    """The models; all of them are asked for only if there is an end of them."""
    from bigand.solve.session import LimitError

    session = model.session(options.solver)
    try:
        for solution in model.answers(session):
            if (options.count or options.limit == 0) and model.has_no_end(session, solution):
                raise LimitError("limit.endless")
            yield solution
    finally:
        session.close()


def _lines(model: "Model", solution: "Solution", options: argparse.Namespace) -> list[str]:
    from bigand.answer.quantified import QuantifiedModel

    if isinstance(model, QuantifiedModel):
        return _quantified_lines(model, solution, options.show_hidden)
    return [f"{value} {name}\n" for name, value in _values(solution)]


def _quantified_lines(model: "QuantifiedModel", solution: "Solution", show_hidden: bool) -> list[str]:
    """`1 a`, `0 b`, and `? c` for all that is not in the outermost `exists`."""
    known = dict(zip(solution.names, solution.values_array.tolist(), strict=True))
    compiled = model.quantified.compiled
    names = list(compiled.names)
    if show_hidden:
        names += [f"&{at + 1}" for at in range(compiled.clauses.variables - compiled.clauses.atoms)]
    return [f"{int(known[name]) if name in known else '?'} {name}\n" for name in names]


def _prenex(quantified: "QuantifiedClauses") -> str:
    """The formula in a line, its quantifiers in front."""
    from bigand.encode.named import named_matrix

    prefix = ""
    for block in quantified.blocks:
        symbol = "∀" if block.is_forall else "∃"
        prefix += "".join([f"{symbol}{quantified.compiled.names[atom - 1]}. " for atom in block.atoms.tolist()])
    matrix = [f"({line})" if " " in line else line for line in named_matrix(quantified)]
    whole = " ∧ ".join(matrix or ["⊤"])
    return prefix + (f"({whole})" if len(matrix) > 1 else whole) + "\n"


def _values(solution: "Solution") -> "Iterator[tuple[str, str]]":
    """The unknowns with their values as TouIST prints them: `1`, `0`, `42`, `3.5`, `4.`."""
    from bigand.answer.numbers import NumberSolution
    from bigand.language.values import show_value

    numbers = solution.numbers if isinstance(solution, NumberSolution) else {}
    for name, truth in zip(solution.names, solution.values_array.tolist(), strict=True):
        number = numbers.get(name)
        if number is None:
            yield name, str(int(truth))
        elif isinstance(number, int):
            yield name, str(number)
        else:
            yield name, show_value(float(number)) if abs(number) < 10**300 else str(number)


def _equivalent(model: "object", options: argparse.Namespace) -> int:
    from bigand.answer.model import Model
    from bigand.ground.expand import Grounder
    from bigand.language import Mode, read
    from bigand.solve.equivalence import difference

    assert isinstance(model, Model)
    document = open_document(options.equiv)
    other = read(document, Mode.SAT)
    _tell(other.diagnostics, document, options)
    if not other.ok:
        return ERRORS
    same = difference(model.grounder, Grounder(_without_directives(other), None, model.grounder.atoms)) is None
    print("Equivalent" if same else "Not equivalent")
    return DONE if same else UNSAT


def _write(options: argparse.Namespace, pieces: "Iterator[str] | Sequence[str]") -> None:
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
