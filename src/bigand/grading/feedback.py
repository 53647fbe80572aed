"""Feedback on a graded text: sentences that a student understands, at one of three levels.

The levels are full; a hint, which leads to the place and shows neither the reference nor a model; and only the
verdict. The terminal, the page of a class and the studio all show this `GradeRow`, and nothing else of an answer.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bigand.api.grade import GradeAnswer, Objection, Renaming
from bigand.api.parts import Instance, format_binding
from bigand.api.question import Failure
from bigand.grading.submissions import Submission
from bigand.messages import format_message
from bigand.puzzles.puzzle import GradeResult
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.view.exhibit import Exhibit
from bigand.wording.texts import Texts

INTERRUPTED_KINDS = (ErrorKind.LIMIT, ErrorKind.SOLVER)  # nothing is known of the text: time, memory, a crash
_MAX_ATOMS = 60  # listed of a model without a picture
LEVELS = ("full", "hint", "verdict")


class ModelPicture(Struct, frozen=True):
    """A model that shows a mistake, and the kind of the mistake."""

    kind: str  # too_strict or too_loose
    exhibit: Exhibit | None
    model: tuple[str, ...]

    def atoms_text(self, texts: Texts) -> str:
        """The true atoms, for a model without a picture."""
        ellipsis = ", …" if len(self.model) > _MAX_ATOMS else ""
        return ", ".join(self.model[:_MAX_ATOMS]) + ellipsis if self.model else texts("grade.page.nothing")


class GradeRow(Struct, frozen=True):
    """The feedback on a file."""

    name: str
    student: str
    verdict: str
    points: float | None = None
    max_points: float = 0.0
    line: int | None = None
    model: tuple[str, ...] | None = None
    sentences: tuple[str, ...] = ()  # the first states the verdict
    rules: tuple[str, ...] = ()
    renamings: tuple[str, ...] = ()
    pictures: tuple[ModelPicture, ...] = ()
    mistake: str = ""  # the same for files with the same mistake
    fingerprint: str = ""
    sizes: tuple[str, ...] = ()
    text: str = ""
    reference_line: int | None = None
    origin: tuple[str, ...] = ()  # where the file came from: the argument, archives, the path in the last of them
    same_student_files: tuple[str, ...] = ()  # all files of the same student, if there are several


def add_same_student_files(rows: Sequence[GradeRow]) -> list[GradeRow]:
    """Add to each row all files whose student has the same name, up to case, blanks and the form of letters."""
    names: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        names[_normalize_student(row.student)].append(row.name)
    clashes = {student: tuple(files) for student, files in names.items() if student and len(files) > 1}
    return [_replace(row, same_student_files=clashes.get(_normalize_student(row.student), ())) for row in rows]


def _normalize_student(student: str) -> str:
    """A key for names that people take for the same: case, blanks and the form of letters are ignored."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", student).casefold()).split())


def make_row(
    submission: Submission, answer: GradeAnswer | Failure | None, level: str, seconds: float, texts: Texts
) -> GradeRow:
    """Make the feedback on a file; without an answer, it says why the file was not graded."""
    text = submission.content.text if isinstance(submission.content, Document) else ""
    empty_row = GradeRow(submission.name, submission.student, "unreadable", text=text, origin=submission.origin)
    if answer is None:
        assert not isinstance(submission.content, Document), "a readable file has an answer"
        sentences = (texts("grade.say.unreadable"), texts(submission.content.key, **submission.content.gaps))
        return _replace(empty_row, sentences=sentences)
    if isinstance(answer, Failure):
        return _row_of_failure(empty_row, answer, seconds, texts)
    document = Document(submission.name, text)  # a new one, as the line index of a document is larger than its text
    return _row_of_answer(empty_row, answer, level, FeedbackWording(texts, document, seconds))


def make_row_from_mark(submission: Submission, mark: GradeResult, level: str) -> GradeRow:
    """Make the feedback on a proof: its mark, with one point if it is right."""
    text = submission.content.text if isinstance(submission.content, Document) else ""
    is_right = mark.verdict == "equal"
    sentences = () if level == "verdict" else mark.sentences
    return GradeRow(
        submission.name, submission.student, mark.verdict, float(is_right), 1.0,
        line=None if level == "verdict" else mark.line, sentences=sentences, text=text, origin=submission.origin,
    )  # fmt: skip


def _replace(row: GradeRow, **fields: object) -> GradeRow:
    from msgspec.structs import replace

    return replace(row, **fields)


def _row_of_failure(row: GradeRow, failure: Failure, seconds: float, texts: Texts) -> GradeRow:
    """The feedback on a file that took too much time or memory, or that could not be graded."""
    if failure.kind in INTERRUPTED_KINDS:
        reason = texts("grade.say.time", seconds=f"{seconds:g}") if failure.key == "limit.time" else ""
        return _replace(row, verdict="time", sentences=(reason or texts(failure.key, **failure.gaps),))
    if failure.kind is ErrorKind.BUG:
        return _replace(row, sentences=(texts("grade.bug", error=failure.gaps["told"]),))
    return _replace(row, sentences=(texts("grade.say.unreadable"), texts(failure.key, **failure.gaps)))


def _row_of_answer(row: GradeRow, answer: GradeAnswer, level: str, wording: "FeedbackWording") -> GradeRow:
    verdict = answer.verdict.value
    result = _replace(
        row,
        verdict=verdict,
        points=answer.points,
        max_points=answer.most,
        sentences=tuple(wording.sentences(answer, level)),
        fingerprint=answer.fingerprint,
        sizes=answer.sizes,
        mistake=mistake_key(answer),
    )
    if level != "verdict":
        result = _replace(result, line=wording.line_of(answer), rules=tuple(wording.rule_sentences(answer, level)))
    if level == "full":
        first = answer.objections[0] if answer.objections else None
        reference = next((objection.reference for objection in answer.objections if objection.reference), None)
        result = _replace(
            result,
            model=first.model if first else None,
            renamings=tuple(wording.renaming_sentences(answer.renamed)),
            pictures=tuple(
                [
                    ModelPicture(objection.kind, objection.exhibit, objection.model)
                    for objection in answer.objections
                ]
            ),
            reference_line=reference.line if reference else None,
        )
    return result


def mistake_key(answer: GradeAnswer) -> str:
    """A key that files with the same mistake share: the models that show it."""
    return "\n".join(
        [f"{objection.kind} {objection.size} {' '.join(objection.model)}" for objection in answer.objections]
    )


class FeedbackWording:
    """Sentences for the student of one file."""

    def __init__(self, texts: Texts, document: Document, seconds: float) -> None:
        self.texts = texts
        self.document = document
        self.seconds = seconds

    def line_of(self, answer: GradeAnswer) -> int | None:
        if answer.trouble is not None and answer.trouble.diagnostics:
            return self.document.position(answer.trouble.diagnostics[0].primary.span.start).line
        return answer.line

    def sentences(self, answer: GradeAnswer, level: str) -> Iterator[str]:
        """The verdict and then, depending on the level, where and why."""
        texts, verdict = self.texts, answer.verdict.value
        if verdict in ("equal", "no_model", "unreadable"):
            yield texts(f"grade.say.{verdict}")
        elif verdict == "time":
            limit = answer.trouble.key if answer.trouble is not None else ""
            yield texts(limit if limit.startswith("grade.") else "grade.say.time", seconds=f"{self.seconds:g}")
        if answer.trouble is not None and verdict != "time" and level != "verdict":
            yield from self._failure_sentences(answer.trouble)
        if verdict == "no_model" and answer.clash and level != "verdict":
            yield texts(
                "grade.say.clash", lines=", ".join(map(str, sorted({objection.line for objection in answer.clash})))
            )
        for objection in answer.objections:
            kind = "strict" if objection.kind == "too_strict" else "loose"
            if verdict != "no_model":
                yield texts(f"grade.say.{kind}")
            if level == "hint":
                yield from self._hint_sentences(objection, kind)
            elif level == "full":
                yield from self._full_sentences(objection, kind)
        if answer.is_unfinished:
            yield texts("grade.say.unfinished")
        if answer.smaller:
            yield texts("grade.say.smaller", sizes=", ".join(answer.sizes))
        elif answer.left_out and verdict != "time":
            yield texts("grade.say.left_out", sizes=", ".join(answer.left_out))

    def _failure_sentences(self, trouble: Failure) -> Iterator[str]:
        for diagnostic in trouble.diagnostics[:3]:
            line = self.document.position(diagnostic.primary.span.start).line
            yield self.texts(
                "grade.say.message", line=line, message=format_message(diagnostic.message, self.texts.language)
            )
        if not trouble.diagnostics:
            yield self.texts(trouble.key, **trouble.gaps)

    def _hint_sentences(self, objection: Objection, kind: str) -> Iterator[str]:
        place = objection.assignment or objection.student
        if place is None:
            yield self.texts("grade.say.loose_hint_missing")
        else:
            key = "assignment" if objection.assignment is not None else f"{kind}_hint"
            yield self.texts(f"grade.say.{key}", line=place.line)

    def _full_sentences(self, objection: Objection, kind: str) -> Iterator[str]:
        texts = self.texts
        if kind == "strict" and objection.student is not None:
            key = "strict_by" if objection.student.instance else "strict_rule"
            gaps = {"instance": f"`{objection.student.instance}`", "binding": _binding_suffix(objection.student)}
            yield texts(f"grade.say.{key}", line=objection.student.line, **(gaps if key == "strict_by" else {}))
        if kind == "loose" and objection.reference is not None:
            rule = objection.comment.rstrip(".") or objection.reference.instance or objection.reference.text
            yield texts("grade.say.loose_by", rule=rule)
            if objection.comment and objection.reference.instance:
                yield texts("grade.say.loose_instance", instance=objection.reference.instance)
        if objection.assignment is not None:
            yield texts("grade.say.assignment", line=objection.assignment.line)
        elif kind == "loose":
            near = objection.student
            yield (
                texts("grade.say.loose_missing") if near is None else texts("grade.say.loose_near", line=near.line)
            )

    def rule_sentences(self, answer: GradeAnswer, level: str) -> Iterator[str]:
        """The rules of the reference that are met (not in hints), and the student's that are wrong or redundant."""
        texts = self.texts
        for credit in answer.worth if level == "full" else ():
            if credit.points:
                status = "unjudged" if credit.is_met is None else "met" if credit.is_met else "unmet"
                line = texts("grade.say.message", line=credit.lines[0], message="").strip(" :")
                name = credit.name.rstrip(".") or line
                yield texts(f"grade.say.{status}", rule=name, points=f"{credit.points:g}")
        has_wrong = any(rule.status == "wrong" for rule in answer.rules)
        shown_status = "wrong" if has_wrong else "redundant"  # next to a wrong rule, right ones may seem redundant
        for rule in answer.rules:
            if rule.status == shown_status and not rule.is_fact:
                yield texts(f"grade.say.{rule.status}_rule", line=rule.line)

    def renaming_sentences(self, renamings: Sequence[Renaming]) -> Iterator[str]:
        for renaming in renamings:
            order = self._order_phrase(renaming)
            if order or renaming.order:
                key = "grade.called_same" if renaming.name == renaming.other else "grade.called"
                yield self.texts(key, name=renaming.name, other=renaming.other, order=order)
            else:
                yield self.texts("grade.word", name=renaming.name, other=renaming.other)

    def _order_phrase(self, renaming: Renaming) -> str:
        """The phrase for swapped, reordered or shifted arguments."""
        moved = [index for index, place in enumerate(renaming.order) if index != place]
        names = renaming.roles if len(renaming.roles) == len(renaming.order) else ()
        argument_names = [
            names[index] if names else self.texts("grade.argument", number=index + 1)
            for index in range(len(renaming.order))
        ]
        phrase = ""
        if len(moved) == 2:
            phrase = self.texts("grade.swapped", one=argument_names[moved[0]], two=argument_names[moved[1]])
        elif moved:
            order = sorted(range(len(renaming.order)), key=lambda index: renaming.order[index])
            phrase = self.texts("grade.ordered", order=", ".join([argument_names[index] for index in order]))
        return phrase + (self.texts("grade.shifted") if any(renaming.shifts) else "")


def _binding_suffix(instance: Instance) -> str:
    """A binding as ` ($i = 1, $j = 2)`; empty if nothing is bound."""
    return f" ({format_binding(instance.binding)})" if instance.binding else ""
