"""`bigand grade REFERENCE FILE…`: grade the homework of a class by meaning."""

import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import bigand
from bigand.api.grade import Grade, GradeAnswer, Verdict
from bigand.api.question import Answer, Failure, Question, answer_from_json, to_json
from bigand.api.report import Event, Part
from bigand.cli.asker import Asker, QuestionFailedError, ask_many
from bigand.cli.class_report import render_class_page, render_csv, report_lines, row_objects, same_student_sentences
from bigand.cli.exit_codes import Exit
from bigand.cli.inputs import load_source
from bigand.cli.options import (
    ModelOptions,
    ParallelOptions,
    flag,
    number_option,
    option,
    repeatable,
    timeout_option,
)
from bigand.cli.output import json_text, print_lines
from bigand.cli.progress import ProgressBar
from bigand.grading.exercise import REFERENCE, find_exercise_file, load_terms
from bigand.grading.feedback import (
    INTERRUPTED_KINDS,
    LEVELS,
    GradeRow,
    add_same_student_files,
    make_row,
    make_row_from_mark,
)
from bigand.grading.subject import DEFAULT_SECONDS, Subject, make_subject, parse_sizes
from bigand.grading.submissions import Submission, collect_submissions
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.source.files import open_document, write_file
from bigand.wording.texts import Texts


class GradeOptions(ModelOptions, ParallelOptions):
    file: str = option("file", help_text="grade.reference", metavar="REFERENCE")
    files: tuple[str, ...] = option("files", nargs="+", metavar="FILE")
    out: str | None = option("--out", "-o", metavar="OUT.csv|.html|.json")
    set: tuple[str, ...] = repeatable("N=4,5,6")
    feedback: str = option(choices=list(LEVELS), default="full")
    as_written: bool = False
    timeout: float | None = timeout_option("grade.timeout", DEFAULT_SECONDS)
    timeout_for_each = True
    jobs: int = number_option("N", "-j", "--jobs", default=1)
    many = ParallelOptions
    json: bool = flag()


def run_grade(options: GradeOptions, texts: Texts) -> int:
    if options.out is not None and not options.out.endswith((".csv", ".html", ".json")):
        texts.print_error("grade.bad_out", name=options.out)
        return Exit.USAGE
    name, options = resolve_reference(options.file, options)
    document = open_document(name)
    subject = load_subject(name, document, options)
    excluded = [name, *[path for path in (options.out, _cache_path(options)) if path]]
    submissions = collect_submissions(options.files, subject.endings, excluded)
    for argument, count in submissions.repeated:
        texts.print_error("grade.repeated", name=argument, count=count)
    if not submissions.files:
        texts.print_error("grade.no_files", name=options.files[0])
        return Exit.USAGE
    rows = add_same_student_files(_grade_submissions(submissions.files, document, subject, options, texts))
    if options.json:
        print(json_text(row_objects(rows), 2, sys.stdout))
    elif options.out is None:
        print_lines(report_lines(rows, texts))
    if options.json or options.out is not None:
        for sentence in same_student_sentences(rows, texts):
            print(sentence, file=sys.stderr)
    if options.out is not None:
        write_file(options.out, _render_report(rows, options, texts))
        right = sum([row.verdict == "equal" for row in rows])
        print(texts("grade.summary", right=right, count=len(rows)), file=sys.stderr)
    return Exit.DONE if all(row.verdict == "equal" for row in rows) else Exit.ERRORS


def _render_report(rows: Sequence[GradeRow], options: GradeOptions, texts: Texts) -> str:
    if str(options.out).endswith(".json"):
        return (
            json.dumps(row_objects(rows), ensure_ascii=False, indent=1).encode("utf-8", "replace").decode() + "\n"
        )
    return render_csv(rows, texts) if str(options.out).endswith(".csv") else render_class_page(rows, texts)


def resolve_reference(reference_or_folder: str, options: GradeOptions) -> tuple[str, GradeOptions]:
    """The path of the reference and the options; those of the exercise if `reference_or_folder` is one."""
    folder = Path(reference_or_folder)
    reference = find_exercise_file(folder, REFERENCE) if folder.is_dir() else None
    if reference is None:
        return reference_or_folder, options
    return os.fspath(reference), GradeOptions(**{**vars(options), "set": options.set or load_terms(folder).set})


def load_subject(reference_path: str, document: Document, options: GradeOptions) -> Subject:
    """Load the reference as a subject to grade against."""
    options_without_sizes = GradeOptions(**{**vars(options), "set": ()})
    return make_subject(
        document,
        lambda: load_source(document, reference_path, options_without_sizes),
        parse_sizes(options.set),
        options.limits,
    )


# ---------------------------------------------------------------------- questions


def _grade_submissions(
    submissions: Sequence[Submission], document: Document, subject: Subject, options: GradeOptions, texts: Texts
) -> list[GradeRow]:
    """Grade all submissions; answers in the cache of the last run are reused."""
    questions = [
        subject.make_question(submission.content) if isinstance(submission.content, Document) else None
        for submission in submissions
    ]
    cache = _AnswerCache(_cache_path(options))
    keys = [
        "" if question is None else _cache_key(question, submission)
        for submission, question in zip(submissions, questions, strict=True)
    ]
    answers: dict[str, Answer | None] = {}
    unanswered: dict[str, tuple[str, Question[Any]]] = {}
    for key, submission, question in zip(keys, submissions, questions, strict=True):
        if question is not None and key not in answers:
            answers[key] = cache.get(key, question)
            if answers[key] is None:
                unanswered[key] = (submission.name, question)
    for key, answer in _ask_questions(unanswered, document, options, texts):
        answers[key] = answer
        cache.add(key, answer)
    cache.keep_only(answers)
    seconds = options.timeout or DEFAULT_SECONDS
    rows = []
    for key, submission in zip(keys, submissions, strict=True):
        answer = answers.get(key)
        if subject.puzzle is not None and answer is not None and not isinstance(answer, Failure):
            mark = subject.puzzle.grade_answer(answer, texts)
            rows.append(make_row_from_mark(submission, mark, options.feedback))
        else:
            assert answer is None or isinstance(answer, GradeAnswer | Failure)
            rows.append(make_row(submission, answer, options.feedback, seconds, texts))
    return rows


def _ask_questions(
    questions: dict[str, tuple[str, Question[Any]]], document: Document, options: GradeOptions, texts: Texts
) -> Iterator[tuple[str, Any]]:
    """Yield the answers with the keys of their questions; after a timeout, the last part of the answer if any."""
    parts: dict[int, GradeAnswer] = {}

    def keep_part(index: int, event: Event) -> None:
        if isinstance(event, Part):
            parts[index] = event.found

    progress = ProgressBar(texts)
    question_list = [question for _, question in questions.values()]
    answers = ask_many(question_list, options.jobs, options.cluster, texts, progress, report=keep_part)
    for number, (key, (name, question)) in enumerate(questions.items()):
        progress.start_stage("grade.progress", number=number + 1, count=len(questions), name=name)
        answer = next(answers)
        is_ours = isinstance(question, Grade) or (isinstance(answer, Failure) and answer.source == 1)
        if isinstance(answer, Failure) and answer.kind not in (*INTERRUPTED_KINDS, ErrorKind.BUG) and is_ours:
            raise QuestionFailedError(answer, Asker(texts, options, [document, document]))
        part = parts.pop(number, None)
        if isinstance(answer, Failure) and part is not None and part.verdict is not Verdict.TIME:
            answer = part
        progress.clear()
        yield key, answer


# ---------------------------------------------------------------------- cache


def _cache_path(options: GradeOptions) -> str | None:
    """The hidden cache file next to the output file."""
    if options.out is None:
        return None
    path = Path(options.out)
    return os.fspath(path.with_name(f".{path.name}.known"))


def _cache_key(question: Question[Any], submission: Submission) -> str:
    """A key that is the same for the same question to the same version, including bytes that JSON replaces."""
    text = submission.content.text if isinstance(submission.content, Document) else ""
    parts = (bigand.__version__, to_json(question), text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class _AnswerCache:
    """Answers by question, one line each in a file that may be deleted; invalid lines are ignored.

    A line is written as soon as its answer is known, so that an interrupted run can be continued.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._answers: dict[str, str] = {}
        try:
            lines = Path(path).read_text(encoding="utf-8").splitlines() if path else []
        except (OSError, ValueError):
            lines = []
        for line in lines:
            key, _, answer = line.partition(" ")
            self._answers[key] = answer

    def get(self, key: str, question: Question[Any]) -> Answer | None:
        try:
            return answer_from_json(self._answers[key], type(question))
        except (KeyError, ValueError):
            return None

    def add(self, key: str, answer: Answer) -> None:
        """Store an answer or a timeout: the time limit is part of the question, and so of the key."""
        if self.path is None or (isinstance(answer, Failure) and answer.key != "limit.time"):
            return
        self._answers[key] = to_json(answer)
        with Path(self.path).open("a", encoding="utf-8") as file:
            file.write(f"{key} {self._answers[key]}\n")

    def keep_only(self, keys: Collection[str]) -> None:
        """Remove the answers with other keys from the file."""
        if self.path is not None and not self._answers.keys() <= set(keys):
            kept = [f"{key} {answer}\n" for key, answer in self._answers.items() if key in keys]
            write_file(self.path, "".join(kept))
