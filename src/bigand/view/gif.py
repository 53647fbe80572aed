"""Encode pixels as an animated GIF: one palette for all pictures, only the changes of each, LZW-compressed.

The format is CompuServe's GIF89a. Written by hand it takes a page and no dependency: an imaging library would be
larger than all of bigand.
"""

from collections.abc import Sequence
from struct import pack

import numpy as np

from bigand.ground.columns import Array

_MAX_COLOURS = 256
_MAX_CODE = 4095


def encode_gif(images: Sequence[Array], hundredths: Sequence[int], is_endless: bool = True) -> bytes:
    """Encode pictures of one size (uint8, rows × columns × 3), each with its delay in hundredths of a second."""
    high, wide = images[0].shape[:2]
    palette, indexed = _index_colours(images)
    bits = max(1, int(len(palette) - 1).bit_length())
    table = np.zeros((1 << bits, 3), dtype=np.uint8)
    table[: len(palette)] = palette
    parts = [b"GIF89a", pack("<HHBBB", wide, high, 0xF0 | (bits - 1), 0, 0), table.tobytes()]
    if is_endless and len(images) > 1:
        parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    before: Array | None = None
    for picture, delay in zip(indexed, hundredths, strict=True):
        parts.append(_encode_frame(picture, before, delay, bits))
        before = picture
    return b"".join([*parts, b"\x3b"])


def _index_colours(images: Sequence[Array]) -> tuple[Array, list[Array]]:
    """Return the palette of all pictures, at most 256 colours, and each picture as indices into it."""
    packed = [_pack_rgb(image) for image in images]
    colours = np.unique(np.concatenate([picture.ravel() for picture in packed]))
    parts = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    groups = np.arange(len(colours))
    # Merge colours that differ only in their last bits, ignoring as many bits as needed.
    for bits in range(1, 8):
        if int(groups.max()) < _MAX_COLOURS:
            break
        groups = np.unique(_pack_rgb(parts >> bits), return_inverse=True)[1].ravel()
    sizes = np.bincount(groups)
    palette = np.stack([np.bincount(groups, parts[:, index]) // sizes for index in range(3)], axis=1).astype(
        np.uint8
    )
    places = groups.astype(np.uint8)
    return palette, [places[np.searchsorted(colours, picture)] for picture in packed]


def _pack_rgb(image: Array) -> Array:
    wide = image.astype(np.int64)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _encode_frame(picture: Array, before: Array | None, delay: int, bits: int) -> bytes:
    """Encode a picture: its delay, and the rectangle in which it differs from the one before."""
    top, bottom, left, right = 0, picture.shape[0], 0, picture.shape[1]
    if before is not None:
        rows, columns = np.nonzero(picture != before)
        if not len(rows):
            rows = columns = np.zeros(1, dtype=np.int64)
        top, bottom = int(rows.min()), int(rows.max()) + 1
        left, right = int(columns.min()), int(columns.max()) + 1
    part = picture[top:bottom, left:right]
    head = b"\x21\xf9\x04" + pack("<BHBB", 0x04, delay, 0, 0)
    place = b"\x2c" + pack("<HHHHB", left, top, right - left, bottom - top, 0)
    smallest = max(2, bits)
    return head + place + bytes([smallest]) + _split_into_blocks(compress_lzw(part.tobytes(), smallest))


def _split_into_blocks(data: bytes) -> bytes:
    """Split data into blocks of at most 255 bytes, each after its length, with an empty one at the end."""
    parts = [data[start : start + 255] for start in range(0, len(data), 255)]
    return b"".join([bytes([len(part)]) + part for part in parts]) + b"\x00"


def compress_lzw(data: bytes, smallest: int) -> bytes:
    """Compress with LZW and growing codes, as GIF does.

    The code `1 << smallest` clears the table, the next one ends the data.
    """
    clear = 1 << smallest
    width, following = smallest + 1, clear + 2
    table: dict[int, int] = {}  # (code of the prefix) << 8 | byte
    held, held_bits = clear, width
    out = bytearray()
    prefix = data[0]
    for byte in data[1:]:
        code = table.get(prefix << 8 | byte)
        if code is not None:
            prefix = code
            continue
        held |= prefix << held_bits
        held_bits += width
        while held_bits >= 8:
            out.append(held & 255)
            held >>= 8
            held_bits -= 8
        if following > _MAX_CODE:
            held |= clear << held_bits
            held_bits += width
            table, width, following = {}, smallest + 1, clear + 2
        else:
            table[prefix << 8 | byte] = following
            # The decoder is one entry behind, so the code width grows one entry later.
            if following == 1 << width:
                width += 1
            following += 1
        prefix = byte
    held |= prefix << held_bits
    held_bits += width
    if following == 1 << width and width < 12:
        width += 1
    held |= (clear + 1) << held_bits
    held_bits += width
    return bytes(out) + held.to_bytes((held_bits + 7) // 8, "little")
