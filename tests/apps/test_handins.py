"""What a class hands in is read whole, each file under its own name, within one budget."""

import csv
import io
import json
import os
import struct
import subprocess
import sys
import time
import tracemalloc
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.handin_folders import Folder, make_folder, text_of
from tests.apps.here import Here, here

from bigand.api.report import Event, Part
from bigand.grading import collector
from bigand.grading.archives import MAX_FILE_SIZE, Budget
from bigand.grading.collector import CollectedFile, CollectFiles, collect_files, printable_name
from bigand.grading.submissions import Submission, collect_submissions, name_submissions
from bigand.source.document import Document

__all__ = ["here"]

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="names and links that Windows does not have")
REFERENCE = "p or q\n"
ENDINGS = (".touist", ".txt")


def read_here(*arguments: str | Path) -> list[Submission]:
    """What arguments name, read in this process: much faster, without limits of memory."""
    files: list[CollectedFile] = []

    def hear(event: Event) -> None:
        if isinstance(event, Part) and isinstance(event.found, CollectedFile):
            files.append(event.found)

    collect_files(CollectFiles(arguments=tuple(map(str, arguments)), endings=ENDINGS), hear)
    return name_submissions(files, len(arguments) > 1)


def pack(members: Sequence[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore", UserWarning)
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


def refusals(handins: Sequence[Submission]) -> dict[str, str]:
    return {one.name: one.content.key for one in handins if not isinstance(one.content, Document)}


# ---------------------------------------------------------------------- students are neither lost nor swapped


def test_equal_names_in_two_folders_are_two_rows(here: Here) -> None:
    here.write("reference.touist", REFERENCE)
    here.write("A/ex1.touist", REFERENCE)
    here.write("B/ex1.touist", "p and q")
    rows = json.loads(here("grade", "reference.touist", "A", "B", "--json").out)
    assert [(row["file"], row["verdict"], row["clashes"]) for row in rows] == [
        ("A/ex1.touist", "equal", ["B/ex1.touist"]),
        ("B/ex1.touist", "too_strict", ["A/ex1.touist"]),
    ]
    assert [row["origin"] for row in rows] == [["A", "ex1.touist"], ["B", "ex1.touist"]]
    done = here("grade", "reference.touist", "A", "B")
    assert "2 files claim the name `ex1`, and each is graded by itself: A/ex1.touist, B/ex1.touist\n" in done.out
    done = here("grade", "reference.touist", "A", "B", "--out", "x.csv", "--lang", "fr")
    assert "2 fichiers portent le nom `ex1`" in done.err
    assert "D'autres fichiers portent aussi le nom `ex1` : B/ex1.touist." in here.read("x.csv")
    here("grade", "reference.touist", "A", "B", "--out", "x.html")
    page = here.read("x.html")
    assert page.count("<article") == 2
    assert "Names that several files claim" in page


def test_an_archive_in_a_folder_replaces_nobody(here: Here) -> None:
    here.write("reference.touist", REFERENCE)
    here.write("F/ada.touist", REFERENCE)
    here.write("F/zoe.zip", pack([("ada.touist", b"p and q")]))
    rows = json.loads(here("grade", "reference.touist", "F", "--json").out)
    assert [(row["file"], row["student"], row["verdict"], row["clashes"]) for row in rows] == [
        ("ada.touist", "ada", "equal", []),
        ("zoe.zip/ada.touist", "zoe", "too_strict", []),
    ]


@needs_posix
def test_a_file_that_is_named_twice_is_one(here: Here) -> None:
    here.write("reference.touist", REFERENCE)
    here.write("F/ada.touist", REFERENCE)
    Path("F/ben.touist").symlink_to("ada.touist")
    Path("link.touist").symlink_to("F/ada.touist")
    Path("G").symlink_to("F")
    here.write("c.zip", pack([("x.touist", REFERENCE.encode())]))
    twice = [
        (("F/ada.touist", "F/ada.touist"), ["F/ada.touist"]),
        (("F/ada.touist", "./F/ada.touist"), ["F/ada.touist"]),
        (("F/ada.touist", "link.touist"), ["F/ada.touist"]),
        (("link.touist", "F/ada.touist"), ["link.touist"]),
        (("F/ada.touist", str(Path("F/ada.touist").resolve())), ["F/ada.touist"]),
        (("F", "F"), ["F/ada.touist", "F/ben.touist"]),
        (("F", "G"), ["F/ada.touist", "F/ben.touist"]),
        (("F", "link.touist"), ["F/ada.touist", "F/ben.touist"]),
        (("F", "F/../F/ben.touist"), ["F/ada.touist", "F/ben.touist"]),
        (("F/ben.touist", "F"), ["F/ben.touist", "F/ada.touist"]),
        (("c.zip", "./c.zip"), ["c.zip/x.touist"]),
    ]
    wrong = []
    for arguments, names in twice:
        handins = collect_submissions(arguments, ENDINGS)
        if [one.name for one in handins.files] != names or not handins.repeated:
            wrong.append((arguments, [one.name for one in handins.files], handins.repeated))
    assert wrong == []
    done = here("grade", "reference.touist", "F/ada.touist", "./F/ada.touist")
    assert "`./F/ada.touist` names files again that were named before (1)" in done.err
    assert "1 of 1 right" in done.out


def test_names_begin_with_the_argument_where_there_are_several(here: Here) -> None:
    for name in ("a.touist", "A/a.touist", "A/B/a.touist"):
        here.write(name, "p")
    names = [one.name for one in read_here("./A/", ".")]
    assert names == ["A/B/a.touist", "A/a.touist", "a.touist"]
    assert [one.name for one in read_here("A")] == ["B/a.touist", "a.touist"]
    assert [one.name for one in read_here("./A/a.touist")] == ["A/a.touist"]


def test_two_members_of_one_name_are_two(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(pack([("a.touist", b"p"), ("a.touist", b"q"), ("a.touist (2)", b"")]))
    found = {one.name: one.content for one in read_here(tmp_path / "c.zip")}
    assert {name: getattr(one, "text", None) for name, one in found.items()} == {
        "a.touist": "p",
        "a.touist (2)": "q",
    }


def test_names_that_look_alike_claim_one_student(here: Here) -> None:
    here.write("reference.touist", REFERENCE)
    names = ["Zoé.touist", "zoe\u0301.touist", "ZOÉ.touist"]
    here.write("c.zip", pack([(name, REFERENCE.encode()) for name in names]))
    rows = json.loads(here("grade", "reference.touist", "c.zip", "--json").out)
    assert [len(row["clashes"]) for row in rows] == [2, 2, 2]


member_names = st.sampled_from(["a", "A", "b/a", "a.zip/a", "../a", "é", "e\u0301", "a\n", "=a", "\u202ea"])
Tree: TypeAlias = list[tuple[str, Any]]  # names of files, and of archives with what is in them
leaves: st.SearchStrategy[Tree] = st.lists(st.tuples(member_names, st.none()), max_size=4)
branches: st.SearchStrategy[Tree] = st.lists(st.tuples(member_names, st.none() | leaves), max_size=4)
trees: st.SearchStrategy[Tree] = st.lists(st.tuples(member_names, st.none() | branches), max_size=4)


def pack_tree(tree: Tree, count: list[int]) -> bytes:
    """An archive of files (with their numbers as texts) and archives."""
    members = []
    for name, inside in tree:
        if inside is not None:
            members.append((f"{name}.zip".replace("..", "up"), pack_tree(inside, count)))
        else:
            count[0] += 1
            members.append((f"{name}.touist", str(count[0]).encode()))
    return pack(members)


@given(st.lists(trees, min_size=1, max_size=3))
def test_there_are_as_many_rows_as_files(every: list[Tree]) -> None:
    count = [0]
    with TemporaryDirectory() as folder:
        for number, tree in enumerate(every):
            Path(folder, f"{number}.zip").write_bytes(pack_tree(tree, count))
        handins = read_here(folder)
        separately = read_here(*[Path(folder, f"{number}.zip") for number in range(len(every))])
    assert len(handins) == len({one.name for one in handins}) == count[0]
    texts = [one.content.text for one in handins if isinstance(one.content, Document)]
    assert len(texts) == len(set(texts))
    assert len(separately) == len({one.name for one in separately}) == count[0]


# ---------------------------------------------------------------------- one bad file costs only itself


def _encrypted() -> bytes:
    """An archive with a member that says it is encrypted."""
    return _with_flags(pack([("a.touist", b"p")]), 0x1)


def _with_flags(packed: bytes, flags: int) -> bytes:
    data = bytearray(packed)
    for start, offset in ((data.index(b"PK\x03\x04"), 6), (data.index(b"PK\x01\x02"), 8)):
        data[start + offset : start + offset + 2] = struct.pack("<H", flags)
    return bytes(data)


def _wrong_checksum() -> bytes:
    packed = pack([("a.touist", b"some text")])
    return packed.replace(struct.pack("<L", zlib.crc32(b"some text")), b"\0\0\0\0")


def _by_method(method: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("a.touist", b"p" * 100)
    return packed.getvalue()


def _link_member() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        info = zipfile.ZipInfo("a.touist")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    return packed.getvalue()


def _nested(depth: int, content: bytes) -> bytes:
    for _ in range(depth):
        content = pack([("in.zip", content)])
    return content


def _zero_byte() -> bytes:
    return pack([("aX.touist", b"p")]).replace(b"aX.touist", b"a\0.touist")


BAD_ARCHIVES: dict[str, tuple[Callable[[], bytes], str]] = {
    "nonsense": (lambda: b"nonsense", "handin.no_archive"),
    "empty": (lambda: b"", "handin.no_archive"),
    "cut": (lambda: pack([("a.touist", b"p" * 99)])[:-30], "handin.no_archive"),
    "encrypted": (_encrypted, "handin.encrypted"),
    "checksum": (_wrong_checksum, "handin.damaged"),
    "patched": (lambda: _with_flags(pack([("a.touist", b"p")]), 0x20), "handin.damaged"),
    "bzip2": (lambda: _by_method(zipfile.ZIP_BZIP2), "handin.method"),
    "lzma": (lambda: _by_method(zipfile.ZIP_LZMA), "handin.method"),
    "link": (_link_member, "handin.special"),
    "up": (lambda: pack([("../a.touist", b"p")]), "handin.outside"),
    "inner up": (lambda: pack([("b/../../a.touist", b"p")]), "handin.outside"),
    "absolute": (lambda: pack([("/a.touist", b"p")]), "handin.outside"),
    "drive": (lambda: pack([("C:\\a.touist", b"p")]), "handin.outside"),
    "share": (lambda: pack([("\\\\host\\share\\a.touist", b"p")]), "handin.outside"),
    "zero byte": (_zero_byte, "handin.bad_name"),
    "large": (lambda: pack([("a.touist", os.urandom(MAX_FILE_SIZE + 1))]), "handin.large"),
    "bomb": (lambda: pack([("a.touist", b"\n" * 500_000)]), "handin.bomb"),
    "archive of a bomb": (lambda: pack([("b.zip", pack([("a.touist", b"\n" * 500_000)]))]), "handin.bomb"),
    "deep": (lambda: _nested(14, pack([("a.touist", b"p")])), "handin.deep"),
    "bad archive in it": (lambda: pack([("b.zip", b"PK")]), "handin.no_archive"),
}


def test_a_bad_archive_costs_only_itself(here: Here) -> None:
    here.write("F/a first.touist", "p")
    here.write("F/z last.zip", pack([("a.touist", b"q")]))
    for name, (make, _) in BAD_ARCHIVES.items():
        here.write(f"F/{name}.zip", make())
    handins = read_here("F")
    keys = {one.student: one.content.key for one in handins if not isinstance(one.content, Document)}
    assert keys == {name: key for name, (_, key) in BAD_ARCHIVES.items()}
    assert len(handins) == len(BAD_ARCHIVES) + 2
    texts = {one.student: one.content.text for one in handins if isinstance(one.content, Document)}
    assert texts == {"a first": "p", "z last": "q"}
    here.write("reference.touist", REFERENCE)
    for language in ("en", "fr"):
        rows = json.loads(here("grade", "reference.touist", "F", "--json", "--lang", language).out)
        assert all(row["file"] in row["feedback"][1] for row in rows if row["student"] in BAD_ARCHIVES)


def test_a_bad_member_costs_only_itself(tmp_path: Path) -> None:
    """Names that are no UTF-8 though they say so, versions and extra fields that nobody knows, wrong checksums."""
    good = [("good.touist", b"good")]
    entry = b"PK\x01\x02"
    cases: dict[str, bytes] = {}
    packed = pack([("Zé.touist", b"p"), *good])
    cases["invalid UTF-8"] = packed.replace("Zé".encode(), b"Z\xff\xfe")
    packed = pack([("ab.touist", b"p"), *good])
    cases["code page 437"] = packed.replace(b"ab.touist", b"a\x82.touist")
    data = bytearray(packed)
    data[data.index(entry) + 6] = 99
    cases["version"] = bytes(data)
    info = zipfile.ZipInfo("ab.touist")
    info.extra = struct.pack("<HH", 0x7075, 4) + b"\xff\xff\xff\xff"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(info, b"p")
        archive.writestr(*good[0])
    cases["extra field"] = buffer.getvalue()
    wrong = []
    for name, content in cases.items():
        path = tmp_path / f"{name}.zip"
        path.write_bytes(content)
        texts = sorted([getattr(one.content, "text", "-") for one in read_here(path)])
        if texts != ["good", "p"]:
            wrong.append((name, texts))
    assert wrong == []


@needs_posix
def test_a_bad_path_costs_only_itself(here: Here) -> None:
    here.write("reference.touist", REFERENCE)
    here.write("secret.zip", pack([("a.touist", b"secret")]))
    here.write("F/good.touist", "p")
    folder = Path("F")
    (folder / "itself.touist").symlink_to("itself.touist")
    (folder / "itself.zip").symlink_to("itself.zip")
    (folder / "nowhere.touist").symlink_to("missing")
    (folder / "out.touist").symlink_to("../reference.touist")
    (folder / "out.zip").symlink_to("../secret.zip")
    (folder / "up").symlink_to("..")
    os.mkfifo(folder / "fifo.touist")
    os.mkfifo(folder / "fifo.zip")
    here.write("F/locked/a.touist", "p")
    here.write("F/locked.touist", "p")
    expected = {
        "itself.touist": "handin.broken_link", "itself.zip": "handin.broken_link",
        "nowhere.touist": "handin.broken_link", "out.touist": "handin.outside", "out.zip": "handin.outside",
        "up": "handin.linked_folder", "fifo.touist": "handin.special", "fifo.zip": "handin.special",
    }  # fmt: skip
    if os.geteuid() != 0:  # who may read everything
        expected |= {"locked": "file.permission", "locked.touist": "file.permission"}
    try:
        (folder / "locked").chmod(0)
        (folder / "locked.touist").chmod(0)
        handins = collect_submissions(["F"], ENDINGS).files
    finally:
        (folder / "locked").chmod(0o700)
    assert refusals(handins) == expected
    assert "good.touist" in [one.name for one in handins]
    assert not [one for one in handins if getattr(one.content, "text", "") == "secret"]
    handins = collect_submissions(
        ["F/good.touist", "F/itself.touist", "F/fifo.touist", "gone", "\0"], ENDINGS
    ).files
    assert list(refusals(handins).values()) == [
        "file.unreadable", "handin.special", "file.missing", "file.unreadable",
    ]  # fmt: skip


def test_a_folder_that_may_not_be_read_costs_only_itself(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the one who tests may read everything."""
    here.write("F/locked/a.touist", "p")
    here.write("F/open/a.touist", "p")
    really = os.listdir

    def listed(path: str) -> list[str]:
        if path.endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(os, "listdir", listed)
    handins = read_here("F")
    assert refusals(handins) == {"locked": "file.permission"}
    assert [one.name for one in handins] == ["locked", "open/a.touist"]


# ---------------------------------------------------------------------- one budget


def bomb(levels: int, copies: int) -> bytes:
    """A small archive of archives that are as many times as large at each level."""
    content = pack([(f"{number}.touist", b"\n" * MAX_FILE_SIZE) for number in range(copies)])
    for _ in range(levels):
        content = pack([(f"{number}.zip", content) for number in range(copies)])
    return content


def test_archives_in_archives_have_one_budget(tmp_path: Path) -> None:
    (tmp_path / "bomb.zip").write_bytes(bomb(2, 12))
    (tmp_path / "ok.touist").write_bytes(b"p")
    assert (tmp_path / "bomb.zip").stat().st_size < 200_000
    tracemalloc.start()
    handins = read_here(tmp_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000
    assert [one.content for one in handins if isinstance(one.content, Document)] == [Document("ok.touist", "p")]


def test_the_budget_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hands in too much gets a part of it; a file of everybody else is read all the same."""
    monkeypatch.setattr(collector, "BUDGET", {"kept": 80_000, "unpacked": 800_000, "files": 100, "entries": 400})
    for name in ("b", "d", "f"):
        members = [(f"{number}.touist", b"p" * 100) for number in range(90)]
        (tmp_path / f"{name} files.zip").write_bytes(pack(members))
        (tmp_path / f"{name} bytes.zip").write_bytes(pack([("a.touist", os.urandom(40_000))]))
        (tmp_path / f"{name} names.zip").write_bytes(pack([(f"{number}.c", b"") for number in range(300)]))
    for name in ("a", "c", "e", "g"):
        (tmp_path / f"{name}.touist").write_bytes(b"p")
    handins = read_here(tmp_path)
    assert {one.name for one in handins if one.student in ("a", "c", "e", "g")} - set(refusals(handins)) == {
        "a.touist", "c.touist", "e.touist", "g.touist",
    }  # fmt: skip
    assert len(handins) <= 100 + 10
    ends = Counter([(one.student[2:], one.content.key) for one in handins if not isinstance(one.content, Document)])
    assert ends == {
        ("files", "handin.too_many"): 3, ("bytes", "handin.budget"): 3, ("names", "handin.too_many"): 3,
    }  # fmt: skip


def test_wide_characters_count_as_they_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(collector.BUDGET, "kept", 400_000)
    (tmp_path / "plain.touist").write_bytes(b"a" * 50_000)
    (tmp_path / "wide.touist").write_bytes("😀".encode() + b"a" * 50_000)
    assert refusals(read_here(tmp_path)) == {"wide.touist": "handin.budget"}


def test_a_share_takes_from_the_whole() -> None:
    whole = Budget({"files": 100})
    share = whole.share()
    assert (share.take("files", 26), share.take("files", 25), share.take("files")) == (False, True, False)
    assert (whole.remaining("files"), whole.share().remaining("files")) == (75, 18)


@pytest.mark.usefixtures("forked_only")
def test_what_takes_the_child_with_it_is_blamed(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    here.write("F/a.touist", "p")
    here.write("F/b.zip", pack([("x.touist", b"p"), ("y.touist", b"CRASH"), ("z.touist", b"p")]))
    here.write("F/c.touist", "FILL")
    here.write("F/d.touist", "p")
    really = collector.Collector._keep

    def keep(self: collector.Collector, steps: tuple[str, ...], content: bytes) -> None:
        if content == b"CRASH":
            os._exit(134)
        if content == b"FILL":
            content = b"x" * (collector.MAX_MEGABYTES + 1) * 1_000_000
        really(self, steps, content)

    monkeypatch.setattr(collector.Collector, "_keep", keep)
    handins = collect_submissions(["F"], ENDINGS).files
    names = ["a.touist", "b.zip/x.touist", "b.zip/y.touist", "b.zip/z.touist", "c.touist", "d.touist"]
    assert [one.name for one in handins] == names
    if sys.platform == "linux":
        assert refusals(handins) == {"b.zip/y.touist": "handin.limit", "c.touist": "handin.limit"}


# ---------------------------------------------------------------------- names that are shown


def test_names_steer_nothing(here: Here) -> None:
    here.write("reference.touist", REFERENCE)
    names = ["=cmd|' /C calc'!A0", "x;=1+1", "＝1", "a\x1b[31m", "a\u202eb", "<script>alert(1)</script>", "a\nb"]
    here.write("c.zip", pack([(f"{name}.touist", b"p or q") for name in names]))
    for out in ("c.csv", "c.html", "c.json"):
        here("grade", "reference.touist", "c.zip", "--out", out)
    done = here("grade", "reference.touist", "c.zip")
    for text in (done.out, here.read("c.csv"), here.read("c.html"), here.read("c.json")):
        assert not {"\x1b", "\u202e", "a\nb"} & {part for part in ("\x1b", "\u202e", "a\nb") if part in text}
    assert "<script>alert" not in here.read("c.html")
    assert "a\\nb.touist" in done.out
    assert "a\\u202eb.touist" in done.out
    rows = list(csv.reader(io.StringIO(here.read("c.csv"))))
    assert len(rows) == len(names) + 1
    for row in rows[1:]:
        for field in (row[0], row[1], *row[0].split(";"), *row[1].split(";")):
            assert field[:1] not in tuple("=+-@＝＋－＠"), row


@given(st.text(st.characters(codec=None), max_size=300))
def test_every_name_is_shown_on_one_line(name: str) -> None:
    shown = printable_name(name)
    assert shown.isprintable()
    shown.encode("utf-8")


# ---------------------------------------------------------------------- many folders


def check_rows(rows: Sequence[dict[str, object]], folders: Sequence[Folder], names: dict[str, int]) -> None:
    """Each file has its row; what the row tells is of the text that is under this name."""
    authors = [author for folder in folders for author in folder.authors]
    lines = Counter([row["line"] for row in rows if row["line"] is not None])
    linked = sum([folder.linked for folder in folders])
    assert lines.keys() == set(authors)
    assert lines.total() == len(authors) + linked
    assert len(rows) == len(authors) + linked + sum([folder.refused for folder in folders])
    assert {row["file"]: row["line"] for row in rows if row["line"] is not None} == names
    assert len({str(row["file"]) for row in rows}) == len(rows)


def make_folders(parent: Path, count: int) -> list[Folder]:
    (parent / "reference.touist").write_text(REFERENCE, encoding="utf-8")
    folders: list[Folder] = []
    first = 1
    for seed in range(count):
        folders.append(make_folder(parent / f"class {seed}", seed, first))
        first += len(folders[-1].authors)
    return folders


@needs_posix
def test_thirty_folders(here: Here) -> None:
    """What is read of generated folders, and how some of them are graded."""
    folders = make_folders(here.folder, 30)
    for folder in folders:
        handins = read_here(folder.path)
        texts = [one.content.text.encode() for one in handins if isinstance(one.content, Document)]
        assert set(texts) == {text_of(author) for author in folder.authors}, folder
        assert (len(texts), len(handins) - len(texts)) == (len(folder.authors) + folder.linked, folder.refused)
    some = folders[:3]
    paths = [folder.path.name for folder in some]
    rows = json.loads(here("grade", "reference.touist", *paths, "--json", "--jobs", "2").out)
    check_rows(rows, some, names_of(read_here(*paths)))


def names_of(handins: Sequence[Submission]) -> dict[str, int]:
    """The authors of files by the names under which these are shown."""
    return {
        one.name: one.content.text.rstrip("\n").count("\n") + 1
        for one in handins
        if isinstance(one.content, Document)
    }


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.slow
def test_three_hundred_folders(here: Here) -> None:
    """All of them at once, with bombs among them, in less than 300 MB."""
    folders = make_folders(here.folder, 300)
    for number in range(10):
        folders[number].refused += 12 * 12
        (folders[number].path / "bomb.zip").write_bytes(bomb(1, 12))
    for number in range(5):  # texts whose lines take many times the memory of the texts
        folders[number].authors.add(MAX_FILE_SIZE - number)
        (folders[number].path / "lines.touist").write_bytes(b"\n" * (MAX_FILE_SIZE - number - 1) + b"(")
    paths = [folder.path.name for folder in folders]
    for out in ("class.json", "class.html"):
        words = [sys.executable, "-m", "bigand", "grade", "reference.touist", *paths, "--out", out]
        with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
            peak = 0
            while process.poll() is None:
                peak = max(peak, memory_of(process.pid))
                time.sleep(0.01)
        print(f"{out}: {peak / 1e6:.0f} MB")
        assert 0 < peak < 300_000_000
    check_rows(json.loads(here.read("class.json")), folders, names_of(read_here(*paths)))
    assert here.read("class.html").count("<article") == len(json.loads(here.read("class.json")))


def memory_of(number: int) -> int:
    """The bytes of memory that a process and all that it started use."""
    try:
        pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") + sum([memory_of(int(child)) for child in children])
