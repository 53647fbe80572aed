"""`bigand test FILE…`: the `;;@ expect` lines of files as tests, so that a teacher can grade."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bigand.answer.question import Failure, failure_of
from bigand.answer.questions.test import Test, Tested, asked_text, out_of_time
from bigand.answer.report import Event, Part, Remark
from bigand.answer.running.limits import alarm
from bigand.answer.source import Source
from bigand.answer.value import changed
from bigand.apps.cli.terminal.test import File, Run, Terminal, junit, run_object
from bigand.command.asking import Asker, FailedError, ask_many
from bigand.command.exits import Exit
from bigand.command.files import UnreadableError, open_document, write_file
from bigand.command.inputs import source_of
from bigand.command.objects import print_json
from bigand.command.options import Expanding, Many, flag, natural, option, several, timeout_option
from bigand.command.progress import Progress
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.source.error import ErrorKind, LimitError

ENDING = ".touist"
_NOTHING = "\0"  # a pattern that is found nowhere


class Options(Expanding, Many):
    file: str = "-"
    files: tuple[str, ...] = option("files", nargs="+", metavar="FILE")
    expect: tuple[str, ...] = several("'models 92'")
    pattern: str | None = option("-k", metavar="PATTERN")
    fail_fast: bool = flag("-x", "--fail-fast")
    verbose: bool = flag("-v", "--verbose")
    timeout: float | None = timeout_option("test.timeout")
    timeout_for_each = True
    jobs: int = natural("N", "-j", "--jobs", default=1)
    many = Many
    junit: str | None = option(metavar="OUT.xml")
    json: bool = flag()


def run(options: Options, texts: Texts) -> int:
    names = _find_files(options.files, texts)
    asked = Document("--expect", asked_text(options.expect))
    if names is None or not _is_readable(asked, options, texts):
        return Exit.USAGE
    began = time.monotonic()
    terminal = Terminal(options, texts, names)
    tested: list[File] = []
    for one in _Tests(names, asked, options, texts).files():
        tested.append(one)
        if one.is_chosen and not options.json:
            terminal.tell_file(one, verbose=options.verbose)
            sys.stdout.flush()
        if options.fail_fast and one.is_failure:
            break
    chosen = tuple([one for one in tested if one.is_chosen])
    left_out = sum([one.answer.left_out for one in tested])
    return _tell(
        Run(chosen, left_out, len(names) - len(tested), time.monotonic() - began), terminal, options, texts
    )


def _tell(run: Run, terminal: Terminal, options: Options, texts: Texts) -> int:
    if not run.files:
        texts.complain("test.none_chosen", pattern=options.pattern)
        return Exit.USAGE
    if options.json:
        print_json(run_object(run, texts))
    else:
        terminal.tell_failures(run)
        terminal.tell_summary(run)
    if options.junit:
        write_file(options.junit, junit(run, options, texts))
    return Exit.ERRORS if run.is_failure else Exit.DONE


# ---------------------------------------------------------------------- what is to be tested


def _find_files(words: Sequence[str], texts: Texts) -> list[str] | None:
    """The files that words name, a folder all below it; nothing (which is told) if a folder has none."""
    found: list[str] = []
    for word in words:
        if not Path(word).is_dir():
            found.append(word)
            continue
        names = _find_below(word)
        if not names:
            texts.complain("test.no_files", name=word, ending=ENDING)
            return None
        found += names
    return list(dict.fromkeys(found))


def _find_below(folder: str) -> list[str]:
    """All files below a folder; also folders and links that cannot be read, which testing them tells."""
    paths: list[Path] = []
    errors: list[OSError] = []
    for above, folders, names in os.walk(folder, onerror=errors.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        wanted = [name for name in names if os.path.normcase(name).endswith(ENDING) and not name.startswith(".")]
        below = [Path(above, name) for name in wanted]
        paths += [path for path in below if path.is_file() or path.is_symlink()]
    return [str(path) for path in sorted([*paths, *[Path(error.filename) for error in errors]])]


def _is_readable(asked: Document, options: Options, texts: Texts) -> bool:
    """Whether what the command line expects of every file can be read; if not, that is told."""
    if not options.expect:
        return True
    asker = Asker(texts, options, [Document("", ""), asked])
    answer = asker.try_to_ask(Test(source=Source(text="Top"), expect=options.expect, pattern=_NOTHING))
    if isinstance(answer, Failure):
        asker.tell_failure(answer)
    return isinstance(answer, Tested)


# ---------------------------------------------------------------------- testing


class _Tests:
    """Many files, each asked about with its own time; what is known of one is kept until its answer is there."""

    def __init__(self, names: Sequence[str], asked: Document, options: Options, texts: Texts) -> None:
        self.names = names
        self.asked = asked
        self.options = options
        self.texts = texts
        self._known: dict[int, Tested] = {}  # by the number of the question
        self._unread: dict[str, list[Remark]] = {}  # by the variable that a file does not read

    def files(self) -> Iterator[File]:
        """What came of each file, in their order."""
        with alarm(self.options.timeout):  # what values cannot be opened for any file is told first
            source_of(Document("", ""), "-", self.options)
        opened = [self._open(name) for name in self.names]
        questions = [one for _, one in opened if isinstance(one, Test)]
        progress = Progress(self.texts)
        answers = ask_many(
            questions, self.options.jobs, self.options.cluster, self.texts, progress, report=self._hear
        )
        number = 0  # of the question
        for at, (name, (document, one)) in enumerate(zip(self.names, opened, strict=True), 1):
            progress.stage("progress.test", number=at, count=len(self.names), name=name)
            if isinstance(one, Failure):
                answer = Tested(trouble=one)
            else:
                answer = self._judged(number, next(answers), document)
                number += 1
            progress.clear()
            yield File(
                name, document, self.asked if self.options.expect else document, answer, self.options.timeout
            )
        self._tell_unread(len(questions))

    def _open(self, name: str) -> tuple[Document, Test | Failure]:
        """A file and what is asked about it, or why it cannot be read."""
        document = Document(name, "")
        try:
            with alarm(self.options.timeout):
                document = open_document(name)
                source = source_of(document, name, self.options)
        except (UnreadableError, LimitError) as error:
            return document, failure_of(error)
        return document, Test(
            source=source,
            expect=self.options.expect,
            pattern=self.options.pattern,
            as_written=self.options.as_written,
            limits=self.options.limits,
        )

    def _hear(self, index: int, event: Event) -> None:
        if isinstance(event, Part):
            self._known[index] = event.found
        elif isinstance(event, Remark):
            self._unread.setdefault(str(event.gaps["name"]), []).append(event)

    def _judged(self, index: int, answer: Tested | Failure, document: Document) -> Tested:
        """What is known of a file, however its question ended."""
        known = self._known.pop(index, Tested())
        if isinstance(answer, Tested):
            return answer
        if answer.kind is ErrorKind.INPUT:  # values of the command line
            raise FailedError(answer, Asker(self.texts, self.options, [document, self.asked]))
        if answer.key == "limit.time" and known.waiting:
            return out_of_time(known)
        return changed(known, waiting=(), trouble=answer)

    def _tell_unread(self, count: int) -> None:
        """Say which values of the command line no file reads: most likely a name is misspelt."""
        for remarks in self._unread.values():
            if len(remarks) == count:
                self.texts.complain(remarks[0].key, **remarks[0].gaps)
