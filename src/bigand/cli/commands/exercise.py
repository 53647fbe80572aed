"""`bigand exercise new|check FOLDER`: create or check an exercise, for models or for proofs.

An exercise is a folder with a statement, a reference and a skeleton.
"""

import os
from pathlib import Path

from bigand.api.grade import GradeAnswer, Verdict
from bigand.cli.asker import Asker
from bigand.cli.commands.grade import GradeOptions, load_subject
from bigand.cli.exit_codes import Exit
from bigand.cli.options import LimitOptions, OptionGroup, option, repeatable, timeout_option
from bigand.grading.exercise import STATEMENT, TERMS, load_exercise
from bigand.grading.subject import DEFAULT_SECONDS
from bigand.source.files import open_document, write_file
from bigand.wording.texts import Texts

_VIEW = ";;@ view board x(row,column)"
_ROWS = "bigand $i in [1..$N]: exact(1, [x($i,$j) for $j in [1..$N]]) end"
_COLUMNS = "bigand $j in [1..$N]: atmost(1, [x($i,$j) for $i in [1..$N]]) end"


class ExerciseOptions(LimitOptions):
    task: str = option("task", choices=["new", "check"])
    folder: str = option("folder", metavar="FOLDER")
    set: tuple[str, ...] = repeatable("N=4,5,6")
    timeout: float | None = timeout_option(seconds=DEFAULT_SECONDS)
    limited = OptionGroup


def run_exercise(options: ExerciseOptions, texts: Texts) -> int:
    return _create_exercise(options, texts) if options.task == "new" else _check_exercise(options, texts)


def _create_exercise(options: ExerciseOptions, texts: Texts) -> int:
    """Write a small example exercise; refuse to touch an existing folder."""
    folder = Path(options.folder)
    if folder.exists():
        texts.print_error("exercise.there", name=options.folder)
        return Exit.USAGE
    folder.mkdir(parents=True)
    secret, rows, columns, yours = [
        f";; {texts(f'exercise.{key}')}" for key in ("secret", "rows", "columns", "yours")
    ]
    points = [f";;@ rule {name} 2 points" for name in ("rows", "columns")]
    reference = [secret, "$N = 4", _VIEW, points[0], rows, _ROWS, points[1], columns, _COLUMNS]
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


def _check_exercise(options: ExerciseOptions, texts: Texts) -> int:
    """Check that students can work on an exercise and be graded."""
    exercise = load_exercise(Path(options.folder))
    if not exercise.statement(texts.language.value).strip():
        texts.print_error("exercise.empty")
        return Exit.ERRORS
    reference = os.fspath(exercise.reference)
    document = open_document(reference)
    sizes = options.set or exercise.terms.set
    grading = GradeOptions(file=reference, set=sizes, timeout=options.timeout, memory=options.memory)
    subject = load_subject(reference, document, grading)
    if subject.puzzle is not None:  # a board, which was checked when it was loaded
        print(texts("exercise.good_proof", name=options.folder))
        return Exit.DONE
    asker = Asker(texts, documents=[document, document])
    reference_grade = asker.ask(subject.make_question(document))
    skeleton_path = None if exercise.skeleton is None else os.fspath(exercise.skeleton)
    skeleton = None if skeleton_path is None else asker.ask(subject.make_question(open_document(skeleton_path)))
    problem = _problem_message_key(reference_grade, skeleton)
    if problem is not None:
        texts.print_error(
            f"exercise.{problem}", seconds=f"{options.timeout or DEFAULT_SECONDS:g}", name=skeleton_path or ""
        )
        return Exit.ERRORS
    points = f"{skeleton.points or 0:g}" if skeleton else "0"
    print(texts("exercise.good", name=options.folder, points=f"{reference_grade.most:g}", skeleton=points))
    return Exit.DONE


def _problem_message_key(reference: GradeAnswer, skeleton: GradeAnswer | None) -> str | None:
    """The key of the message for a problem with the reference or the skeleton, if there is one."""
    if reference.verdict is not Verdict.EQUAL:
        return "too_long"
    if reference.is_impossible:
        return "no_model"
    if skeleton is not None and skeleton.verdict in (Verdict.EQUAL, Verdict.UNREADABLE):
        return "skeleton_right" if skeleton.verdict is Verdict.EQUAL else "skeleton_unreadable"
    return None
