"""Films: pixels, GIF read by a reader written apart, SVG that moves, pages."""

from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigand.ground.columns import Array
from bigand.view.drawing import Box, Disc, Drawing, Line, Text
from bigand.view.film import FilmFrame, PageTexts, film_gif, film_html, film_svg, render_page
from bigand.view.font import HIGH, text_points
from bigand.view.gif import compress_lzw, encode_gif
from bigand.view.raster import rasterise

# ---------------------------------------------------------------------- a reader of GIF, by the paper of the format


def unpack(data: bytes, smallest: int) -> list[int]:
    """The bytes that LZW codes stand for."""
    bits = "".join([f"{byte:08b}"[::-1] for byte in data])
    clear, end = 1 << smallest, (1 << smallest) + 1
    table: list[list[int]] = []
    at, size, found = 0, smallest + 1, list[int]()
    before: list[int] | None = None
    while True:
        code = int(bits[at : at + size][::-1], 2)
        at += size
        if code == end:
            assert set(bits[at:]) <= {"0"}
            assert len(bits) - at < 8
            return found
        if code == clear:
            table = [[value] for value in range(clear)] + [[], []]
            size, before = smallest + 1, None
            continue
        if before is not None:
            first = table[code][0] if code < len(table) else before[0]
            if len(table) < 4096:
                table.append([*before, first])
        found += table[code]
        before = table[code]
        if len(table) == 1 << size and size < 12:
            size += 1


def read_gif(data: bytes) -> tuple[list[Array], list[int]]:
    """The pictures of a GIF as they are seen, and how long each stays."""
    assert data[:6] == b"GIF89a"
    wide, high = (int.from_bytes(data[at : at + 2], "little") for at in (6, 8))
    colours = 2 << (data[10] & 7)
    palette = np.frombuffer(data[13 : 13 + 3 * colours], dtype=np.uint8).reshape(-1, 3)
    at = 13 + 3 * colours
    screen = np.zeros((high, wide, 3), dtype=np.uint8)
    pictures, delays = [], []

    def blocks(at: int) -> tuple[bytes, int]:
        parts = []
        while data[at]:
            parts.append(data[at + 1 : at + 1 + data[at]])
            at += 1 + data[at]
        return b"".join(parts), at + 1

    while data[at] != 0x3B:
        if data[at] == 0x21:
            body, after = blocks(at + 2)
            if data[at + 1] == 0xF9:
                delays.append(int.from_bytes(body[1:3], "little"))
            at = after
            continue
        assert data[at] == 0x2C
        left, top, width, height = (int.from_bytes(data[at + n : at + n + 2], "little") for n in (1, 3, 5, 7))
        smallest = data[at + 10]
        body, at = blocks(at + 11)
        indices = np.array(unpack(body, smallest)).reshape(height, width)
        screen[top : top + height, left : left + width] = palette[indices]
        pictures.append(screen.copy())
    assert at == len(data) - 1
    return pictures, delays


@settings(deadline=None)
@given(st.lists(st.integers(0, 15), min_size=1, max_size=400), st.integers(4, 8))
def test_what_is_packed_is_unpacked(values: list[int], smallest: int) -> None:
    assert unpack(compress_lzw(bytes(values), smallest), smallest) == values


@pytest.mark.parametrize("count", [1, 2, 5000, 70_000])
def test_tables_that_fill_up_are_begun_anew(count: int) -> None:
    values = np.random.default_rng(1).integers(0, 4, count).astype(np.uint8).tobytes()
    assert bytes(unpack(compress_lzw(values, 2), 2)) == values


def test_a_gif_shows_the_pictures() -> None:
    generator = np.random.default_rng(2)
    first = generator.integers(0, 2, (9, 13, 3), dtype=np.uint8) * 200
    second = first.copy()
    second[3:5, 2:7] = (1, 2, 3)
    pictures, delays = read_gif(encode_gif([first, second, second], [10, 20, 30]))
    assert delays == [10, 20, 30]
    assert np.array_equal(pictures[0], first)
    assert np.array_equal(pictures[1], second)
    assert np.array_equal(pictures[2], second)


def test_too_many_colours_become_the_nearest() -> None:
    ramp = np.arange(40 * 40 * 3, dtype=np.int64).reshape(40, 40, 3)
    image = np.stack([ramp[..., 0] % 251, ramp[..., 1] % 241, ramp[..., 2] % 239], axis=2).astype(np.uint8)
    (shown,), _ = read_gif(encode_gif([image], [5]))
    assert 100 < len(np.unique(shown.reshape(-1, 3), axis=0)) <= 256
    assert np.abs(shown.astype(int) - image.astype(int)).mean() < 20


# ---------------------------------------------------------------------- pixels


def test_shapes_are_where_they_should_be() -> None:
    red, blue, green = "#ff0000", "#0000ff", "#00ff00"
    shapes = (
        Box(2, 3, 5, 4, red),
        Disc(20, 20, 6, blue),
        Line(((30, 0), (40, 0), (40, 10)), None, 0, green, True),
    )
    image = rasterise(Drawing(50, 30, shapes))
    assert image.shape == (30, 50, 3)
    assert (image[3:7, 2:7] == (255, 0, 0)).all()
    assert (image[2, 2:7] == 255).all()
    assert tuple(image[20, 20]) == (0, 0, 255)
    assert tuple(image[13, 20]) == (255, 255, 255)
    assert tuple(image[1, 37]) == (0, 255, 0)
    assert tuple(image[8, 31]) == (255, 255, 255)
    area = (image[..., 2] == 255) & (image[..., 0] == 0)
    assert abs(int(area.sum()) - 3.14 * 36) < 25


def test_shapes_may_hang_over_the_edge() -> None:
    shapes = (Box(-5, -5, 100, 8, "#ff0000", "#000000"), Disc(0, 40, 9, "#0000ff"), Text(35, 38, "over the edge"))
    image = rasterise(Drawing(40, 40, shapes))
    assert tuple(image[1, 20]) == (255, 0, 0)


def test_letters_have_points_and_accents() -> None:
    assert text_points("").shape[1] == 0
    assert text_points("I").sum() < text_points("É").sum()
    assert text_points("e").sum() < text_points("é").sum()
    assert not np.array_equal(text_points("≠"), text_points("="))
    missing = text_points("漢")
    assert missing.sum() == 2 * 5 + 2 * (HIGH - 2)
    known = [chr(code) for code in range(33, 127)]
    assert len({text_points(character).tobytes() for character in known}) == len(known)


# ---------------------------------------------------------------------- films


def film(count: int = 3) -> list[FilmFrame]:
    return [
        FilmFrame(Drawing(60, 40, (Box(5 * at, 5, 10, 10, "#ff0000", id="box"),)), f"step {at}\n<b> & c")
        for at in range(count)
    ]


def test_a_film_as_svg_has_a_group_a_frame_and_ids_that_differ() -> None:
    root = ElementTree.fromstring(film_svg(film()))
    groups = [child for child in root if child.tag.endswith("}g")]
    assert [group.get("id") for group in groups] == ["frame-0", "frame-1", "frame-2"]
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    style = next(child.text for child in root if child.tag.endswith("}style"))
    assert style is not None
    assert "prefers-reduced-motion" in style


def test_a_film_of_one_frame_does_not_move() -> None:
    assert "keyframes" not in film_svg(film(1))
    pictures, _ = read_gif(film_gif(film(1)))
    assert len(pictures) == 1


def test_a_film_as_gif_has_all_frames_the_last_for_longer() -> None:
    pictures, delays = read_gif(film_gif(film(), seconds=0.5))
    assert len(pictures) == 3
    assert delays == [50, 50, 125]
    assert tuple(pictures[2][10, 15]) == (255, 0, 0)
    assert not np.array_equal(pictures[0], pictures[1])


class Page(HTMLParser):
    """What stands in a page: elements with their attributes, and what would be asked for from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_is_whole_and_asks_for_nothing() -> None:
    text = film_html(film(), "A </script> title", PageTexts(language="fr", slider="Étape"))
    read = Page(text)
    assert not read.open
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    assert sum([tag == "svg" for tag, _ in read.elements]) == 3
    slider = next(attributes for tag, attributes in read.elements if tag == "input")
    assert (slider["type"], slider["max"], slider["aria-label"]) == ("range", "2", "Étape")
    for tag, attributes in read.elements:
        assert tag not in ("link", "img", "iframe")
        assert not {"src", "href"} & attributes.keys()
    assert "<b>" not in text
    assert '<html lang="fr">' in text
    assert text.count("</script>") == 1


def test_a_page_of_pictures_that_are_svg_already() -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/></svg>'
    text = render_page([picture, picture], ["one", ""], "Boards", PageTexts())
    assert 'id="frame-0-a"' in text
    assert 'id="frame-1-a"' in text
