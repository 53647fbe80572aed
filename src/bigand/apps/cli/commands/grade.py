"""`bigand grade REFERENCE FILE…`: the homework of a class, judged by its meaning."""

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import bigand
from bigand.answer.question import Answer, Failure, Question, answer_from_json, to_json
from bigand.answer.questions.grade import Grade, Graded, Verdict
from bigand.answer.report import Event, Part
from bigand.apps.cli.terminal.class_page import class_page
from bigand.apps.cli.terminal.grade import clash_sentences, lines, objects, table
from bigand.apps.grading.exercise import REFERENCE, file_of, terms_of
from bigand.apps.grading.subject import SECONDS, Subject, sizes_of, subject_of
from bigand.apps.grading.telling import ENDED, LEVELS, Row, add_clashes, row_of, row_of_mark
from bigand.command.asking import Asker, FailedError, ask_many
from bigand.command.exits import Exit
from bigand.command.files import open_document, write_file
from bigand.command.handins import HandIn, collect_handins
from bigand.command.inputs import source_of
from bigand.command.objects import json_text, print_lines
from bigand.command.options import Expanding, Many, flag, natural, option, several, timeout_option
from bigand.command.progress import Progress
from bigand.command.texts import Texts
from bigand.source.document import Document
from bigand.source.error import ErrorKind


class Options(Expanding, Many):
    file: str = option("file", told="grade.reference", metavar="REFERENCE")
    files: tuple[str, ...] = option("files", nargs="+", metavar="FILE")
    out: str | None = option("--out", "-o", metavar="OUT.csv|.html|.json")
    set: tuple[str, ...] = several("N=4,5,6")
    feedback: str = option(choices=list(LEVELS), default="full")
    as_written: bool = False
    timeout: float | None = timeout_option("grade.timeout", SECONDS)
    timeout_for_each = True
    jobs: int = natural("N", "-j", "--jobs", default=1)
    many = Many
    json: bool = flag()


def run(options: Options, texts: Texts) -> int:
    if options.out is not None and not options.out.endswith((".csv", ".html", ".json")):
        texts.complain("grade.bad_out", name=options.out)
        return Exit.USAGE
    name, options = exercise_of(options.file, options)
    document = open_document(name)
    subject = subject_in(name, document, options)
    besides = [name, *[other for other in (options.out, _cache_name(options)) if other]]
    handins = collect_handins(options.files, subject.endings, besides)
    for argument, count in handins.repeated:
        texts.complain("grade.repeated", name=argument, count=count)
    if not handins.files:
        texts.complain("grade.no_files", name=options.files[0])
        return Exit.USAGE
    rows = add_clashes(_rows(handins.files, document, subject, options, texts))
    if options.json:
        print(json_text(objects(rows), 2, sys.stdout))
    elif options.out is None:
        print_lines(lines(rows, texts))
    if options.json or options.out is not None:
        for sentence in clash_sentences(rows, texts):
            print(sentence, file=sys.stderr)
    if options.out is not None:
        write_file(options.out, _written(rows, options, texts))
        right = sum([row.verdict == "equal" for row in rows])
        print(texts("grade.summary", right=right, count=len(rows)), file=sys.stderr)
    return Exit.DONE if all(row.verdict == "equal" for row in rows) else Exit.ERRORS


def _written(rows: Sequence[Row], options: Options, texts: Texts) -> str:
    if str(options.out).endswith(".json"):
        return json.dumps(objects(rows), ensure_ascii=False, indent=1).encode("utf-8", "replace").decode() + "\n"
    return table(rows, texts) if str(options.out).endswith(".csv") else class_page(rows, texts)


def exercise_of(name: str, options: Options) -> tuple[str, Options]:
    """The reference and what it is graded with: those of a file, or of an exercise, which is a folder."""
    folder = Path(name)
    reference = file_of(folder, REFERENCE) if folder.is_dir() else None
    if reference is None:
        return name, options
    return os.fspath(reference), Options(**{**vars(options), "set": options.set or terms_of(folder).set})


def subject_in(name: str, document: Document, options: Options) -> Subject:
    """What is graded beside a file."""
    plain = Options(**{**vars(options), "set": ()})
    return subject_of(document, lambda: source_of(document, name, plain), sizes_of(options.set), options.limits)


# ---------------------------------------------------------------------- asking


def _rows(
    handins: Sequence[HandIn], document: Document, subject: Subject, options: Options, texts: Texts
) -> list[Row]:
    """What is told of each file; what is known from the last time is not asked again."""
    questions = [
        subject.ask(handin.content) if isinstance(handin.content, Document) else None for handin in handins
    ]
    cache = _Cache(_cache_name(options))
    keys = [
        "" if question is None else _key(question, handin)
        for handin, question in zip(handins, questions, strict=True)
    ]
    known: dict[str, Answer | None] = {}
    fresh: dict[str, tuple[str, Question[Any]]] = {}
    for key, handin, question in zip(keys, handins, questions, strict=True):
        if question is not None and key not in known:
            known[key] = cache.get(key, question)
            if known[key] is None:
                fresh[key] = (handin.name, question)
    for key, answer in _asked(fresh, document, options, texts):
        known[key] = answer
        cache.add(key, answer)
    cache.keep_only(known)
    seconds = options.timeout or SECONDS
    rows = []
    for key, handin in zip(keys, handins, strict=True):
        answer = known.get(key)
        if subject.puzzle is not None and answer is not None and not isinstance(answer, Failure):
            mark = subject.puzzle.part(subject.puzzle.graded)(answer, texts)
            rows.append(row_of_mark(handin, mark, options.feedback))
        else:
            assert answer is None or isinstance(answer, Graded | Failure)
            rows.append(row_of(handin, answer, options.feedback, seconds, texts))
    return rows


def _asked(
    questions: dict[str, tuple[str, Question[Any]]], document: Document, options: Options, texts: Texts
) -> Iterator[tuple[str, Any]]:
    """The answers to questions by their keys; what is known of one that ran out of time is kept."""
    parts: dict[int, Graded] = {}

    def hear(index: int, event: Event) -> None:
        if isinstance(event, Part):
            parts[index] = event.found

    progress = Progress(texts)
    asked = [question for _, question in questions.values()]
    answers = ask_many(asked, options.jobs, options.cluster, texts, progress, report=hear)
    for number, (key, (name, question)) in enumerate(questions.items()):
        progress.stage("grade.progress", number=number + 1, count=len(questions), name=name)
        answer = next(answers)
        is_ours = isinstance(question, Grade) or (isinstance(answer, Failure) and answer.source == 1)
        if isinstance(answer, Failure) and answer.kind not in (*ENDED, ErrorKind.BUG) and is_ours:
            raise FailedError(answer, Asker(texts, options, [document, document]))
        part = parts.pop(number, None)
        if isinstance(answer, Failure) and part is not None and part.verdict is not Verdict.TIME:
            answer = part
        progress.clear()
        yield key, answer


# ---------------------------------------------------------------------- what is known from the last time


def _cache_name(options: Options) -> str | None:
    """Beside what is written, hidden."""
    if options.out is None:
        return None
    path = Path(options.out)
    return os.fspath(path.with_name(f".{path.name}.known"))


def _key(question: Question[Any], handin: HandIn) -> str:
    """The same for the same question to the same program; bytes that JSON replaces count too."""
    text = handin.content.text if isinstance(handin.content, Document) else ""
    parts = (bigand.__version__, to_json(question), text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class _Cache:
    """Answers by their questions, a line each in a file that may be thrown away; what is no such line is not there.

    A line is written as soon as its answer is known: whoever ends a run before its end goes on from there.
    """

    def __init__(self, name: str | None) -> None:
        self.name = name
        self._known: dict[str, str] = {}
        try:
            lines = Path(name).read_text(encoding="utf-8").splitlines() if name else []
        except (OSError, ValueError):
            lines = []
        for line in lines:
            key, _, answer = line.partition(" ")
            self._known[key] = answer

    def get(self, key: str, question: Question[Any]) -> Answer | None:
        try:
            return answer_from_json(self._known[key], type(question))
        except (KeyError, ValueError):
            return None

    def add(self, key: str, answer: Answer) -> None:
        """Keep an answer, also that the time was up: the question says how long, and with more it is another."""
        if self.name is None or (isinstance(answer, Failure) and answer.key != "limit.time"):
            return
        self._known[key] = to_json(answer)
        with Path(self.name).open("a", encoding="utf-8") as file:
            file.write(f"{key} {self._known[key]}\n")

    def keep_only(self, keys: Collection[str]) -> None:
        """Forget what nobody asks for any more."""
        if self.name is not None and not self._known.keys() <= set(keys):
            kept = [f"{key} {answer}\n" for key, answer in self._known.items() if key in keys]
            write_file(self.name, "".join(kept))
