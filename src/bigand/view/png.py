"""Pixels as a PNG: a head, all rows packed by zlib, an end; each part with its checksum."""

from struct import pack
from zlib import compress, crc32

import numpy as np

from bigand.ground.columns import Array


def png(pixels: Array) -> bytes:
    """A picture (uint8, rows × columns × 3) as a file."""
    high, wide = pixels.shape[:2]
    rows = np.zeros((high, 1 + 3 * wide), dtype=np.uint8)  # a row begins with its filter: 0 is none
    rows[:, 1:] = pixels.reshape(high, 3 * wide)
    head = pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)  # 8 bits each of red, green and blue
    parts = [(b"IHDR", head), (b"IDAT", compress(rows.tobytes())), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join([_part(name, content) for name, content in parts])


def _part(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", crc32(name + content))
