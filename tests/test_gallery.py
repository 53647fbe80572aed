"""The gallery: every model says what it is, is drawn, and has the solutions that a search by the rules finds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests import gallery
from tests.gallery import Atoms
from tests.test_examples import check_expectations

from bigand.explain.suspicions import suspicions_of
from bigand.front import load
from bigand.language import read
from bigand.language.format import layout
from bigand.language.syntax import Assignment
from bigand.source.document import Document

FOLDER = Path(__file__).parent.parent / "examples" / "gallery"
DOCS = FOLDER.parent.parent / "docs"
NAMES = sorted([path.stem for path in FOLDER.glob("*.touist")])


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.touist").read_text(encoding="utf-8")


# Each model, the predicate that its puzzle asks for, and the solutions by search.
SEARCHES: dict[str, tuple[str, Callable[[str], set[Atoms]]]] = {
    "sudoku": ("cell", gallery.sudoku),
    "takuzu": ("cell", gallery.takuzu),
    "latin": ("cell", gallery.latin),
    "star_battle": ("star", lambda text: gallery.stars(text, 2)),
    "queens": ("queen", lambda text: gallery.stars(text, 1)),
    "tents": ("pair", gallery.tents),
    "minesweeper": ("mine", gallery.mines),
    "zebra": ("has", lambda _: gallery.zebra()),
    "knights": ("is", gallery.knights),
}


def test_every_model_has_a_search() -> None:
    assert sorted(SEARCHES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_it_is_read_and_laid_out_without_a_word(name: str) -> None:
    text = text_of(name)
    reading = read(Document(name, text))
    assert reading.diagnostics == ()
    assert layout(reading.program, text) == text
    assert {"Expect", "Domain", "View"} <= {type(one).__name__ for one in reading.program.directives}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_it_is_suspicious_with_or_without_its_directives(name: str) -> None:
    for shown in (text_of(name), text_of(name).replace(";;@", ";;")):
        assert suspicions_of(read(Document(name, shown)), {}) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_above_each_rule_says_what_it_is(name: str) -> None:
    text = text_of(name)
    for item in read(Document(name, text)).program.items:
        if not isinstance(item, Assignment):
            above = text[: item.span.start].rstrip().splitlines()[-1]
            assert above.startswith(";; ")
            assert above.endswith((".", ".”"))


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_what_is_expected(name: str) -> None:
    check_expectations(lambda **given: load(FOLDER / f"{name}.touist", **given))


@pytest.mark.parametrize("name", NAMES)
def test_its_solutions_are_those_of_the_search(name: str) -> None:
    predicate, search = SEARCHES[name]
    found = {frozenset(solution[predicate]) for solution in load(FOLDER / f"{name}.touist").models()}
    assert found == search(text_of(name))
    assert found


@pytest.mark.parametrize("name", NAMES)
def test_it_is_on_its_page_with_its_picture(name: str) -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert f"(gallery/{name}.svg)" in page
    assert f"(../examples/gallery/{name}.touist)" in page
    for course in ("README.md", "README.fr.md"):
        assert f"(gallery/{name}.touist)" in (FOLDER.parent / course).read_text(encoding="utf-8")


# ---------------------------------------------------------------------- other boards, given as data


def test_small_boards_without_anything_given_are_counted() -> None:
    for name, size, old, new in (("sudoku", "side", 3, 2), ("latin", "N", 5, 3), ("takuzu", "N", 8, 4)):
        bare = text_of(name).replace(f"${size} = {old}", f"${size} = {new}").replace("given(", "unused(")
        values: dict[str, Any] = {"givens": [], size: new}
        assert load(FOLDER / f"{name}.touist", **values).count() == len(SEARCHES[name][1](bare))


@pytest.mark.parametrize(("name", "number"), [("tents", 12), ("minesweeper", 9)])
def test_with_fewer_numbers_there_are_as_many_solutions_as_the_search_finds(name: str, number: int) -> None:
    """Leaving out clues one by one, the model and the search agree on every board."""
    predicate, search = SEARCHES[name]
    heads = ("in_row", "in_column") if name == "tents" else ("number",)
    text = text_of(name)
    clues = [(head, row) for head in heads for row in gallery.terms(text, head)]
    for left_out in clues[::number]:
        kept = [clue for clue in clues if clue != left_out]
        written = [f"{head}({','.join(map(str, row))})" for head, row in kept]
        other = text.replace(f"{left_out[0]}({','.join(map(str, left_out[1]))})", "")
        found = {frozenset(one[predicate]) for one in load(FOLDER / f"{name}.touist", numbers=written).models()}
        assert found == search(other)
        assert len(found) > 1 or name == "tents"
