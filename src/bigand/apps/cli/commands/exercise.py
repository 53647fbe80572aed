"""`bigand exercise new|check FOLDER`: a statement, a reference and a skeleton, for models and for proofs."""

import os
from pathlib import Path

from bigand.answer.questions.grade import Graded, Verdict
from bigand.apps.cli.commands.grade import Options as Grading
from bigand.apps.cli.commands.grade import subject_in
from bigand.apps.grading.exercise import STATEMENT, TERMS, exercise_in
from bigand.apps.grading.subject import SECONDS
from bigand.command.asking import Asker
from bigand.command.exits import Exit
from bigand.command.files import open_document, write_file
from bigand.command.options import Frozen, Limited, option, several, timeout_option
from bigand.command.texts import Texts

_VIEW = ";;@ view board x(row,column)"
_ROWS = "bigand $i in [1..$N]: exact(1, [x($i,$j) for $j in [1..$N]]) end"
_COLUMNS = "bigand $j in [1..$N]: atmost(1, [x($i,$j) for $i in [1..$N]]) end"


class Options(Limited):
    task: str = option("task", choices=["new", "check"])
    folder: str = option("folder", metavar="FOLDER")
    set: tuple[str, ...] = several("N=4,5,6")
    timeout: float | None = timeout_option(seconds=SECONDS)
    limited = Frozen


def run(options: Options, texts: Texts) -> int:
    return _new(options, texts) if options.task == "new" else _check(options, texts)


def _new(options: Options, texts: Texts) -> int:
    """Write a small exercise to begin with; nothing that is there is touched."""
    folder = Path(options.folder)
    if folder.exists():
        texts.complain("exercise.there", name=options.folder)
        return Exit.USAGE
    folder.mkdir(parents=True)
    secret, rows, columns, yours = [
        f";; {texts(f'exercise.{key}')}" for key in ("secret", "rows", "columns", "yours")
    ]
    points = [f";;@ rule {name} 2 points" for name in ("rows", "columns")]
    reference = [
        secret,
        "$N = 4",
        _VIEW,
        points[0],
        rows,
        _ROWS,
        points[1],
        columns,
        _COLUMNS,
    ]
    contents = {
        f"{STATEMENT}.md": texts("exercise.statement"),
        "reference.touist": "\n".join([*reference, ""]),
        "skeleton.touist": "\n".join(["$N = 4", _VIEW, rows, _ROWS, yours, ""]),
        TERMS: f'# {texts("exercise.feedback")}\nfeedback = "hint"\n# {texts("exercise.sizes")}\nset = ["N=3,4"]\n',
    }
    for name, text in contents.items():
        write_file(str(folder / name), text)
    print(texts("exercise.made", names=", ".join([str(folder / name) for name in contents])))
    return Exit.DONE


def _check(options: Options, texts: Texts) -> int:
    """Whether a student can do something with it, and be graded."""
    exercise = exercise_in(Path(options.folder))
    if not exercise.statement(texts.language.value).strip():
        texts.complain("exercise.empty")
        return Exit.ERRORS
    reference = os.fspath(exercise.reference)
    document = open_document(reference)
    sizes = options.set or exercise.terms.set
    grading = Grading(file=reference, set=sizes, timeout=options.timeout, memory=options.memory)
    subject = subject_in(reference, document, grading)
    if subject.puzzle is not None:  # that it is a board was found out
        print(texts("exercise.good_proof", name=options.folder))
        return Exit.DONE
    asker = Asker(texts, documents=[document, document])
    itself = asker.ask(subject.ask(document))
    begun = None if exercise.skeleton is None else os.fspath(exercise.skeleton)
    skeleton = None if begun is None else asker.ask(subject.ask(open_document(begun)))
    wrong = _wrong(itself, skeleton)
    if wrong is not None:
        texts.complain(f"exercise.{wrong}", seconds=f"{options.timeout or SECONDS:g}", name=begun or "")
        return Exit.ERRORS
    points = f"{skeleton.points or 0:g}" if skeleton else "0"
    print(texts("exercise.good", name=options.folder, points=f"{itself.most:g}", skeleton=points))
    return Exit.DONE


def _wrong(itself: Graded, skeleton: Graded | None) -> str | None:
    """What is wrong with a reference or a skeleton, by its sentence."""
    if itself.verdict is not Verdict.EQUAL:
        return "too_long"
    if itself.is_impossible:
        return "no_model"
    if skeleton is not None and skeleton.verdict in (Verdict.EQUAL, Verdict.UNREADABLE):
        return "skeleton_right" if skeleton.verdict is Verdict.EQUAL else "skeleton_unreadable"
    return None
