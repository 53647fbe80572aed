"""Folders as classes hand them in: equal names, archives in archives, links, layouts of Moodle, hostile names.

Each file says who wrote it by its number: `(` after that many lines, so that the row of a file tells its line.
"""

import io
import os
import random
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

NAMES = (
    "ada.touist", "Ada.touist", "ADA.TOUIST", "ex1.touist", "ex1.txt", "Zoé.touist", "Zoe\u0301.touist",
    "=cmd|'calc'!A0.touist", "+1;=2.touist", "@x.touist", "-x.touist", "a\nb.touist", "a\u202etsiuot.touist",
    "tab\there.touist", "\x1b[31mred.touist", "x" * 180 + ".touist", "<script>alert(1).touist",
    "&amp;.touist", "a b.touist", "'quoted'.touist", '"double".touist', "`back`.touist", "{name}.touist",
    "%s%n.touist", "C.touist", "ⅠⅡ.touist", "日本.touist", "ada (2).touist",
)  # fmt: skip
FOLDERS = (
    "", "", "ann", "Ann", "bob/deep/er", "ann.zip", "Ann Lee_11_assignsubmission_file_",
    "Ann Lee_12_assignsubmission_file_", "Zoé Ü_13_assignsubmission_onlinetext_", "=x", "a\u2066b", "ex1.touist",
)  # fmt: skip
ARCHIVED = ("../up.touist", "/etc/x.touist", "C:\\x.touist", "..\\win.touist", "nul\0.touist", "a.touist\0.png")


class Folder(Struct):
    """A folder that was made: what its rows must be."""

    path: Path
    authors: set[int]  # whose files can be read: their numbers
    refused: int = 0  # files that cannot
    linked: int = 0  # links to files that can


def text_of(author: int) -> bytes:
    """A text that cannot be read at the line with the author's number."""
    return b"\n" * (author - 1) + b"p )\n"


def make_folder(path: Path, seed: int, first: int, size: int = 6) -> Folder:
    """Make a folder of about so many files by authors who are numbered from `first` on."""
    made = Folder(path, set())
    random_numbers = random.Random(seed)
    path.mkdir()

    def next_author() -> int:
        author = first + len(made.authors)
        made.authors.add(author)
        return author

    for number in range(size):
        kind = random_numbers.choice(("file", "file", "archive", "nested", "link", "hostile"))
        _MAKERS[kind](made, random_numbers, number, next_author)
    return made


def _free_path(made: Folder, random_numbers: random.Random, ending: str = "") -> Path:
    """A path that nothing has yet, in one of the folders."""
    while True:
        folder = made.path / random_numbers.choice(FOLDERS)
        name = random_numbers.choice(NAMES)
        path = folder / (name.rpartition(".")[0] + ending if ending else name)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not os.path.lexists(path) and not folder.is_symlink():
                return path
        except OSError:  # a file has the name of the folder
            continue


def _make_file(made: Folder, random_numbers: random.Random, _number: int, next_author: Callable[[], int]) -> None:
    _free_path(made, random_numbers).write_bytes(text_of(next_author()))


def _make_archive(
    made: Folder, random_numbers: random.Random, _number: int, next_author: Callable[[], int]
) -> None:
    path = _free_path(made, random_numbers, ".zip")
    path.write_bytes(_packed(made, random_numbers, next_author, 0))


def _make_nested(made: Folder, random_numbers: random.Random, _number: int, next_author: Callable[[], int]) -> None:
    path = _free_path(made, random_numbers, ".ZIP")
    path.write_bytes(_packed(made, random_numbers, next_author, random_numbers.randint(1, 3)))


def _packed(made: Folder, random_numbers: random.Random, next_author: Callable[[], int], depth: int) -> bytes:
    """An archive with a few files, some of one name, some that must be refused, and archives in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", random_numbers.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for _ in range(random_numbers.randint(1, 3)):
            folder = random_numbers.choice(FOLDERS)
            name = f"{folder}/{random_numbers.choice(NAMES)}" if folder else random_numbers.choice(NAMES)
            for _ in range(random_numbers.choice((1, 1, 2))):
                _write(archive, name, text_of(next_author()))
        if random_numbers.random() < 0.3:
            _write(archive, random_numbers.choice(ARCHIVED), b"p )")
            made.refused += 1
        if depth:
            _write(archive, random_numbers.choice(("in.zip", "ann/ada.zip", "ada.touist.zip")),
                   _packed(made, random_numbers, next_author, depth - 1))  # fmt: skip
        archive.writestr("report.pdf", b"%PDF")
        archive.writestr("__MACOSX/._ada.touist", b"x")
    return packed.getvalue()


def _write(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Write a member under a name as it is; that it is there twice is meant."""
    info = zipfile.ZipInfo("x")
    info.filename = info.orig_filename = name
    info.compress_type = archive.compression
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        archive.writestr(info, content)


def _make_link(made: Folder, random_numbers: random.Random, number: int, next_author: Callable[[], int]) -> None:
    path = _free_path(made, random_numbers)
    kind = random_numbers.choice(("inside", "outside", "itself", "nowhere", "folder", "archive"))
    if kind == "inside":
        target = made.path / f"target{number}.touist"
        target.write_bytes(text_of(next_author()))
        path.symlink_to(target)
        made.linked += 1
        return
    made.refused += 1
    if kind == "outside":
        path.symlink_to(made.path.parent / "reference.touist")
    elif kind == "itself":
        path.symlink_to(path)
    elif kind == "nowhere":
        path.symlink_to("nowhere.touist")
    elif kind == "folder":
        path.symlink_to("..")
    else:
        outside = made.path.parent / "outside.zip"
        if not outside.exists():
            outside.write_bytes(_packed(Folder(outside, set()), random_numbers, lambda: 1, 0))
        path.with_name(f"linked{number}.zip").symlink_to(outside)


def _make_hostile(
    made: Folder, random_numbers: random.Random, number: int, _next_author: Callable[[], int]
) -> None:
    made.refused += 1
    path = made.path / f"hostile{number}.zip"
    kind = random_numbers.choice(("nonsense", "cut", "bomb", "fifo", "huge"))
    if kind == "nonsense":
        path.write_bytes(b"PK\x03\x04 nonsense")
    elif kind == "cut":
        packed = _packed(Folder(path, set()), random.Random(number), lambda: 1, 0)
        path.write_bytes(packed[: len(packed) // 2])
    elif kind == "bomb":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("ada.touist", b"\n" * 1_000_000)
    elif kind == "fifo":
        os.mkfifo(path.with_suffix(".touist"))
    else:
        with path.with_suffix(".touist").open("wb") as file:
            file.truncate(1 << 40)


_MAKERS = {
    "file": _make_file, "archive": _make_archive, "nested": _make_nested, "link": _make_link,
    "hostile": _make_hostile,
}  # fmt: skip
