"""What is shown of a model becomes pictures for a page, or files; whatever is asked for, nothing breaks."""

import json
import random
import re
from struct import unpack
from typing import Any
from xml.etree import ElementTree
from zlib import crc32, decompress

import msgspec
import numpy as np
import pytest

from bigand.api.draw import Draw, DrawAnswer
from bigand.api.question import Failure, ask_here, question_from_json
from bigand.api.register import question_type
from bigand.api.source import Source
from bigand.api.view import View
from bigand.messages import Language
from bigand.source.error import BigandError
from bigand.view.exhibit import Exhibit
from bigand.view.frames import named_scenes_of
from bigand.view.raster import encode_png, rasterise
from bigand.view.svg import join_scenes

STEPS = ";;@ view board at(step,row,column)\nat(0,1,1) at(1,3,3) not at(1,1,2) move(1,up)"
TEXTS = (
    STEPS,
    ";;@ view board x(row,column) as queen\nx(1,2) not x(1,1)",
    ";;@ view graph e(from,to) c(node,colour)\ne(a,b) not e(b,a) c(a,red)",
    ";;@ view tubes p(step,tube,layer,colour)\np(0,1,1,red) p(1,2,1,red) pour(1,1,2)",
    ";;@ view timeline w(who,day,task)\nw(ann,1,tea) w(bob,2,milk)",
    ';;@ view table p(item)\np("a => b") p(c)',
    "lonely p(1,2) not p(2,1)",
)
# Attributes that are presentation: a page with a strict policy takes no others.
ALLOWED = re.compile(
    "id|x|y|cx|cy|r|width|height|points|fill|stroke|stroke-(width|linejoin|dasharray)|font-(size|family|weight)"
    "|text-anchor|paint-order|role|viewBox|data-state|data-atoms|transform"
)


def exhibit(text: str) -> Exhibit:
    answer = ask_here(View(source=Source(text=text)))
    assert not isinstance(answer, Failure), answer
    assert answer.exhibit is not None
    return answer.exhibit


def drawn(text: str, **fields: Any) -> DrawAnswer:
    answer = ask_here(Draw(exhibit=exhibit(text), **fields))
    assert not isinstance(answer, Failure), answer
    return answer


@pytest.mark.parametrize("text", TEXTS)
def test_pictures_can_stand_in_one_page(text: str) -> None:
    answer = drawn(text, title="all")
    ids: list[str] = []
    sizes = set()
    for frame in answer.frames:
        root = ElementTree.fromstring(frame.svg)
        assert root.get("role") == "img"
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.text
        ids += [part.attrib["id"] for part in root.iter() if "id" in part.attrib]
        sizes.add((root.get("width"), root.get("height")))
        assert all([ALLOWED.fullmatch(name) for part in root.iter() for name in part.attrib])
    assert len(ids) == len(set(ids))
    assert all([name.startswith("frame-") for name in ids])
    assert len(sizes) == 1
    assert answer.content is None


def test_steps_have_their_numbers_and_captions() -> None:
    answer = drawn(STEPS, prefix="mine")
    assert [(frame.step, frame.caption) for frame in answer.frames] == [(0, "step 0"), (1, "step 1: move up")]
    assert 'id="mine-1-' in answer.frames[1].svg
    assert 'data-atoms="at(1,3,3)"' in answer.frames[1].svg


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("format", "head"),
    [("sheet", b"<svg "), ("gif", b"GIF89a"), ("page", b"<!DOCTYPE html>"), ("png", b"\x89PNG\r\n\x1a\n")],
)
def test_files(text: str, format: str, head: bytes) -> None:
    answer = drawn(text, format=format)
    assert answer.content is not None
    assert answer.content.startswith(head)
    assert answer.frames == ()


def test_pages_speak_the_language() -> None:
    english, french = (drawn(STEPS, format="page", words=language).content for language in Language)
    assert english is not None
    assert french is not None
    assert ("Play" in english.decode(), "Lecture" in french.decode()) == (True, True)


def unpacked(content: bytes) -> np.ndarray[Any, Any]:
    """The pixels of a PNG as ours are, read by what its parts say."""
    at, parts = 8, {}
    while at < len(content):
        (size,) = unpack(">I", content[at : at + 4])
        name, part = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        assert unpack(">I", content[at + 8 + size : at + 12 + size]) == (crc32(name + part),)
        parts[name] = part
        at += 12 + size
    wide, high = unpack(">II", parts[b"IHDR"][:8])
    rows = np.frombuffer(decompress(parts[b"IDAT"]), dtype=np.uint8).reshape(high, 1 + 3 * wide)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(high, wide, 3)


def test_a_png_has_the_pixels() -> None:
    drawing = join_scenes(named_scenes_of(exhibit(TEXTS[1])))
    plain = rasterise(drawing)
    assert (unpacked(encode_png(plain)) == plain).all()
    twice = unpacked(drawn(TEXTS[1], format="png").content or b"")
    assert twice.shape == (2 * plain.shape[0], 2 * plain.shape[1], 3)
    # The same picture: four pixels are one, but for the edges of shapes.
    means = twice.reshape(plain.shape[0], 2, plain.shape[1], 2, 3).mean(axis=(1, 3))
    assert np.abs(means - plain).mean() < 2


def test_what_is_too_large_is_refused() -> None:
    names = "".join([f" not p({row},{column})" for row in (1, 200) for column in range(1, 100)])
    large = exhibit(
        f";;@ view board p(row,column)\n{names} p(1,400)" + "".join([f" not p({i},1)" for i in range(1, 200)])
    )
    for format in ("png", "gif"):
        answer = ask_here(Draw(exhibit=large, format=format))
        assert isinstance(answer, Failure)
        assert (answer.key, answer.kind.value) == ("draw.large", "limit")
    picture = exhibit(STEPS).pictures[0]
    many = Exhibit(tuple([msgspec.structs.replace(picture, step=step) for step in range(2001)]), {}, ())
    assert ask_here(Draw(exhibit=many)).key == "film.many"  # type: ignore[union-attr]  # a failure
    scene = msgspec.structs.replace(picture.scene, width=10**9)
    wide = Exhibit((msgspec.structs.replace(picture, scene=scene),), {}, ())
    assert ask_here(Draw(exhibit=wide)).key == "draw.invalid"  # type: ignore[union-attr]
    crowded = msgspec.structs.replace(picture.scene, cells=picture.scene.cells[:1] * 300_001)
    full = Exhibit((msgspec.structs.replace(picture, scene=crowded),), {}, ())
    assert ask_here(Draw(exhibit=full)).key == "draw.many"  # type: ignore[union-attr]


@pytest.mark.parametrize("text", TEXTS)
def test_exhibits_that_nobody_made_break_nothing(text: str) -> None:
    """Values here and there are others: it is drawn, or refused with a sentence."""
    chance = random.Random(text)
    whole = msgspec.to_builtins(exhibit(text), str_keys=True)
    for _ in range(60):
        other = json.loads(json.dumps(whole))
        spoil(other, chance)
        format = chance.choice(["svg", "sheet", "gif", "page", "png"])
        try:
            question = question_from_json(
                json.dumps({"question": "draw", "exhibit": other, "format": format}), question_type
            )
        except BigandError:
            continue  # which names the place
        answer = ask_here(question)
        assert not (isinstance(answer, Failure) and answer.kind.value == "bug"), answer


def spoil(part: Any, chance: random.Random) -> None:
    """Change something somewhere."""
    places = list(part) if isinstance(part, dict) else list(range(len(part)))
    while places:
        place = chance.choice(places)
        if isinstance(part[place], dict | list) and part[place] and chance.random() < 0.9:
            part = part[place]
            places = list(part) if isinstance(part, dict) else list(range(len(part)))
            continue
        part[place] = chance.choice([-1, 10**12, 0, "", "sideways", "<script>", 1e300, [], "é" * 50])
        return


def test_names_cannot_be_elements() -> None:
    made = exhibit(TEXTS[1])
    (picture,) = made.pictures
    cells = [
        msgspec.structs.replace(cell, id='"><script>', state="<b>", atoms=('"><i>',))
        for cell in picture.scene.cells
    ]
    scene = msgspec.structs.replace(picture.scene, cells=tuple(cells))
    nasty = Exhibit((msgspec.structs.replace(picture, scene=scene),), {}, ())
    for format in ("svg", "sheet"):
        answer = ask_here(Draw(exhibit=nasty, format=format, title="<script>", prefix='"><script>'))
        assert not isinstance(answer, Failure)
        text = (answer.content or b"").decode() or answer.frames[0].svg
        assert not re.search(r"<(script|b|i)\b", text)
        ElementTree.fromstring(text)
