"""What came of grading a text: sentences a student understands, in one of three levels.

All of it; a hint, which leads to the place and shows neither the reference nor a model; or only the verdict. The
terminal, the page of a class and the studio all tell this `Row`, and nothing else of an answer.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bigand.answer.parts import Instance, show_binding
from bigand.answer.question import Failure
from bigand.answer.questions.grade import Graded, Objection, Renaming
from bigand.command.handins import HandIn
from bigand.command.texts import Texts
from bigand.puzzles.puzzle import Mark
from bigand.source.catalogue import format_message
from bigand.source.document import Document
from bigand.source.error import ErrorKind
from bigand.view.exhibit import Exhibit

ENDED = (ErrorKind.LIMIT, ErrorKind.SOLVER)  # nothing is known of the text: time, memory, a crash
_ATOMS = 60  # of a model that has no picture
LEVELS = ("full", "hint", "verdict")


class Picture(Struct, frozen=True):
    """A model that is shown, and what is wrong with it."""

    kind: str  # too_strict or too_loose
    exhibit: Exhibit | None
    model: tuple[str, ...]

    def atoms(self, texts: Texts) -> str:
        """The same in words, where it has no picture."""
        more = ", …" if len(self.model) > _ATOMS else ""
        return ", ".join(self.model[:_ATOMS]) + more if self.model else texts("grade.page.nothing")


class Row(Struct, frozen=True):
    """What is told of a file."""

    name: str
    student: str
    verdict: str
    points: float | None = None
    most: float = 0.0
    line: int | None = None
    model: tuple[str, ...] | None = None
    told: tuple[str, ...] = ()  # sentences, the first of which says what it is
    rules: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    mistake: str = ""  # the same for files with the same mistake
    fingerprint: str = ""
    sizes: tuple[str, ...] = ()
    text: str = ""
    reference_line: int | None = None
    origin: tuple[str, ...] = ()  # where the file came from: the argument, archives, the path in the last of them
    claims: tuple[str, ...] = ()  # all files that claim the same student, if they are several


def add_clashes(rows: Sequence[Row]) -> list[Row]:
    """The rows, each with all files whose student has the same name, however that is written."""
    names: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        names[_claim(row.student)].append(row.name)
    claims = {claim: tuple(files) for claim, files in names.items() if claim and len(files) > 1}
    return [_changed(row, claims=claims.get(_claim(row.student), ())) for row in rows]


def _claim(student: str) -> str:
    """What names have in common that people take for one: capitals, blanks and the form of letters do not count."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", student).casefold()).split())


def row_of(handin: HandIn, answer: Graded | Failure | None, level: str, seconds: float, texts: Texts) -> Row:
    """What is told of a file; without an answer, why it was not graded."""
    text = handin.content.text if isinstance(handin.content, Document) else ""
    plain = Row(handin.name, handin.student, "unreadable", text=text, origin=handin.origin)
    if answer is None:
        assert not isinstance(handin.content, Document), "what can be read is asked about"
        told = (texts("grade.say.unreadable"), texts(handin.content.key, **handin.content.gaps))
        return _changed(plain, told=told)
    if isinstance(answer, Failure):
        return _failed(plain, answer, seconds, texts)
    document = Document(handin.name, text)  # its own: what a document knows of its lines is larger than its text
    return _judged(plain, answer, level, Telling(texts, document, seconds))


def row_of_mark(handin: HandIn, mark: Mark, level: str) -> Row:
    """What is told of a proof: its mark, with a point if it is right."""
    text = handin.content.text if isinstance(handin.content, Document) else ""
    is_right = mark.verdict == "equal"
    told = () if level == "verdict" else mark.told
    return Row(
        handin.name, handin.student, mark.verdict, float(is_right), 1.0,
        line=None if level == "verdict" else mark.line, told=told, text=text, origin=handin.origin,
    )  # fmt: skip


def _changed(row: Row, **fields: object) -> Row:
    from msgspec.structs import replace

    return replace(row, **fields)


def _failed(row: Row, failure: Failure, seconds: float, texts: Texts) -> Row:
    """A file that hangs, fills the memory, or that we cannot do with."""
    if failure.kind in ENDED:
        reason = texts("grade.say.time", seconds=f"{seconds:g}") if failure.key == "limit.time" else ""
        return _changed(row, verdict="time", told=(reason or texts(failure.key, **failure.gaps),))
    if failure.kind is ErrorKind.BUG:
        return _changed(row, told=(texts("grade.bug", error=failure.gaps["told"]),))
    return _changed(row, told=(texts("grade.say.unreadable"), texts(failure.key, **failure.gaps)))


def _judged(row: Row, answer: Graded, level: str, telling: "Telling") -> Row:
    verdict = answer.verdict.value
    shown = _changed(
        row,
        verdict=verdict,
        points=answer.points,
        most=answer.most,
        told=tuple(telling.sentences(answer, level)),
        fingerprint=answer.fingerprint,
        sizes=answer.sizes,
        mistake=mistake_of(answer),
    )
    if level != "verdict":
        shown = _changed(shown, line=telling.line(answer), rules=tuple(telling.rules(answer, level)))
    if level == "full":
        first = answer.objections[0] if answer.objections else None
        reference = next((one.reference for one in answer.objections if one.reference), None)
        shown = _changed(
            shown,
            model=first.model if first else None,
            renamed=tuple(telling.renamed(answer.renamed)),
            pictures=tuple([Picture(one.kind, one.exhibit, one.model) for one in answer.objections]),
            reference_line=reference.line if reference else None,
        )
    return shown


def mistake_of(answer: Graded) -> str:
    """What files with the same mistake share: the models that show it."""
    return "\n".join([f"{one.kind} {one.size} {' '.join(one.model)}" for one in answer.objections])


class Telling:
    """Sentences for the student of one file."""

    def __init__(self, texts: Texts, document: Document, seconds: float) -> None:
        self.texts = texts
        self.document = document
        self.seconds = seconds

    def line(self, answer: Graded) -> int | None:
        if answer.trouble is not None and answer.trouble.diagnostics:
            return self.document.position(answer.trouble.diagnostics[0].primary.span.start).line
        return answer.line

    def sentences(self, answer: Graded, level: str) -> Iterator[str]:
        """What it is; then, if that is wanted, where and why."""
        texts, verdict = self.texts, answer.verdict.value
        if verdict in ("equal", "no_model", "unreadable"):
            yield texts(f"grade.say.{verdict}")
        elif verdict == "time":
            limit = answer.trouble.key if answer.trouble is not None else ""
            yield texts(limit if limit.startswith("grade.") else "grade.say.time", seconds=f"{self.seconds:g}")
        if answer.trouble is not None and verdict != "time" and level != "verdict":
            yield from self._trouble(answer.trouble)
        if verdict == "no_model" and answer.clash and level != "verdict":
            yield texts("grade.say.clash", lines=", ".join(map(str, sorted({one.line for one in answer.clash}))))
        for one in answer.objections:
            kind = "strict" if one.kind == "too_strict" else "loose"
            if verdict != "no_model":
                yield texts(f"grade.say.{kind}")
            if level == "hint":
                yield from self._hint(one, kind)
            elif level == "full":
                yield from self._full(one, kind)
        if answer.is_unfinished:
            yield texts("grade.say.unfinished")
        if answer.smaller:
            yield texts("grade.say.smaller", sizes=", ".join(answer.sizes))
        elif answer.left_out and verdict != "time":
            yield texts("grade.say.left_out", sizes=", ".join(answer.left_out))

    def _trouble(self, trouble: Failure) -> Iterator[str]:
        for one in trouble.diagnostics[:3]:
            line = self.document.position(one.primary.span.start).line
            yield self.texts(
                "grade.say.message", line=line, message=format_message(one.message, self.texts.language)
            )
        if not trouble.diagnostics:
            yield self.texts(trouble.key, **trouble.gaps)

    def _hint(self, one: Objection, kind: str) -> Iterator[str]:
        place = one.assignment or one.student
        if place is None:
            yield self.texts("grade.say.loose_hint_missing")
        else:
            key = "assignment" if one.assignment is not None else f"{kind}_hint"
            yield self.texts(f"grade.say.{key}", line=place.line)

    def _full(self, one: Objection, kind: str) -> Iterator[str]:
        texts = self.texts
        if kind == "strict" and one.student is not None:
            key = "strict_by" if one.student.instance else "strict_rule"
            gaps = {"instance": f"`{one.student.instance}`", "binding": _for(one.student)}
            yield texts(f"grade.say.{key}", line=one.student.line, **(gaps if key == "strict_by" else {}))
        if kind == "loose" and one.reference is not None:
            rule = one.comment.rstrip(".") or one.reference.instance or one.reference.text
            yield texts("grade.say.loose_by", rule=rule)
            if one.comment and one.reference.instance:
                yield texts("grade.say.loose_instance", instance=one.reference.instance)
        if one.assignment is not None:
            yield texts("grade.say.assignment", line=one.assignment.line)
        elif kind == "loose":
            near = one.student
            yield (
                texts("grade.say.loose_missing") if near is None else texts("grade.say.loose_near", line=near.line)
            )

    def rules(self, answer: Graded, level: str) -> Iterator[str]:
        """Rule by rule: what is met of the reference (not in a hint), what is wrong or spare of the student's."""
        texts = self.texts
        for one in answer.worth if level == "full" else ():
            if one.points:
                key = f"grade.say.{'unjudged' if one.is_met is None else 'met' if one.is_met else 'unmet'}"
                name = one.name.rstrip(".") or texts("grade.say.message", line=one.lines[0], message="").strip(" :")
                yield texts(key, rule=name, points=f"{one.points:g}")
        has_wrong = any(rule.status == "wrong" for rule in answer.rules)
        told = ("wrong",) if has_wrong else ("redundant",)  # beside a wrong rule right ones may seem to be spare
        for rule in answer.rules:
            if rule.status in told and not rule.is_fact:
                yield texts(f"grade.say.{rule.status}_rule", line=rule.line)

    def renamed(self, renamed: Sequence[Renaming]) -> Iterator[str]:
        for one in renamed:
            order = self._order(one)
            if order or one.order:
                key = "grade.called_same" if one.name == one.other else "grade.called"
                yield self.texts(key, name=one.name, other=one.other, order=order)
            else:
                yield self.texts("grade.word", name=one.name, other=one.other)

    def _order(self, one: Renaming) -> str:
        """What is said of the places of its arguments."""
        moved = [at for at, place in enumerate(one.order) if at != place]
        names = one.roles if len(one.roles) == len(one.order) else ()
        called = [
            names[at] if names else self.texts("grade.argument", number=at + 1) for at in range(len(one.order))
        ]
        told = ""
        if len(moved) == 2:
            told = self.texts("grade.swapped", one=called[moved[0]], two=called[moved[1]])
        elif moved:
            order = sorted(range(len(one.order)), key=lambda at: one.order[at])
            told = self.texts("grade.ordered", order=", ".join([called[at] for at in order]))
        return told + (self.texts("grade.shifted") if any(one.shifts) else "")


def _for(instance: Instance) -> str:
    """` ($i = 1, $j = 2)`, if something is bound."""
    return f" ({show_binding(instance.binding)})" if instance.binding else ""
