"""Generated map tiles."""

import struct
import zlib


def png(pixels):
    """Returns a PNG of rows of (red, green, blue)."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in pixels)
    size = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def tile(zoom, column, row):
    """Returns a tile with land, water and roads, the same for each address."""
    seed = (zoom * 73 + column * 19 + row * 7) % 128
    water, land, road = (170, 211, 223), (242, 239, 233), (252, 214, 164)

    def pixel(x, y):
        if abs(x - 60 - seed) < 4 or abs(y - 200 + seed) < 3:
            return road
        return water if (x + y + seed) % 512 > 400 else land

    return png([[pixel(x, y) for x in range(256)] for y in range(256)])
